// Order of what reaches the banks of a local memory: passes over the lanes of memory requests, and walks. Forms passes
// with the crossbar from lanes to banks.
//
// A pass serves one lane for each bank, out of PassLanes neighbouring lanes; passes are made until every lane has been
// served. The first pass is made of the request at the port, in the cycle of its acceptance, if no other request has
// lanes left and no walk goes first; the next ones are made of the request register, one a cycle. Walks go before passes.
// What has been made is in the issue register in the next cycle, and stays there until issue_taken_i.
//
// Lanes: of a wavefront, a power of two. PassLanes: divides Lanes. Banks: a power of two. Rows: words of a bank.

`default_nettype none

module lds_issue
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes         = 64,
  parameter  int unsigned PassLanes     = 32,
  parameter  int unsigned Banks         = 32,
  parameter  int unsigned Wavefronts    = 4,
  parameter  int unsigned Rows          = 512,
  localparam int unsigned WfWidth       = $clog2(Wavefronts),
  localparam int unsigned RowWidth      = $clog2(Rows),
  localparam int unsigned BankWidth     = $clog2(Banks),
  localparam int unsigned LaneWidth     = $clog2(Lanes),
  localparam int unsigned PassLaneWidth = $clog2(PassLanes),
  localparam int unsigned Parts         = Lanes / PassLanes,
  localparam int unsigned PartWidth     = Parts == 1 ? 1 : $clog2(Parts)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Memory requests that are in order; ready does not depend on valid.
  input  wire logic                req_valid_i,
  output      logic                req_ready_o,
  input  wire logic [WfWidth-1:0]  req_wavefront_i,
  input  wire lds_op_e             req_op_i,
  input  wire logic                req_tx_i,    // inside a transaction
  input  wire logic [RowWidth-1:0] req_base_i,  // first row of the work-group
  input  wire logic [Lanes-1:0]    req_exec_i,
  input  wire addr_t [Lanes-1:0]   req_addr_i,
  input  wire word_t [Lanes-1:0]   req_data_i,
  output      logic                older_o,     // a request that was accepted before has passes to come
  output      logic                left_o,      // also behind this cycle

  input  wire logic [Wavefronts-1:0][Lanes-1:0] tcm_i,

  input  wire logic               walk_valid_i,
  output      logic               walk_ready_o,
  input  wire walk_e              walk_kind_i,
  input  wire logic [WfWidth-1:0] walk_wavefront_i,
  input  wire logic [Lanes-1:0]   walk_lanes_i,

  output      logic                                issue_valid_o,
  input  wire logic                                issue_taken_i,
  output      logic                                issue_walk_o,        // else a pass
  output walk_e                                    issue_kind_o,        // walk
  output      logic [WfWidth-1:0]                  issue_wavefront_o,
  output      logic [Lanes-1:0]                    issue_lanes_o,
  output      logic [Banks-1:0]                    issue_bank_valid_o,  // banks that take part
  output lds_op_e                                  issue_op_o,          // pass, as the rest
  output      logic                                issue_tx_o,
  output      logic                                issue_last_o,        // of its request
  output      logic [PartWidth-1:0]                issue_part_o,
  output      logic [PassLanes-1:0]                issue_served_o,
  output      logic [PassLanes-1:0][BankWidth-1:0] issue_bank_o,        // that a lane uses
  output      logic [Banks-1:0][LaneWidth-1:0]     issue_bank_lane_o,   // that uses a bank
  output      logic [Banks-1:0][RowWidth-1:0]      issue_row_o,
  output word_t [Banks-1:0]                        issue_data_o
);

  localparam int unsigned RowOffset = 2 + BankWidth;  // of the row in an address

  function automatic logic [LaneWidth-1:0] lane_of(logic [PartWidth-1:0] number, logic [PassLaneWidth-1:0] pass_lane);
    return LaneWidth'({number, pass_lane});
  endfunction

  // Request register: lanes that have not been sent to a bank yet
  logic request_valid_q, request_tx_q;
  logic [WfWidth-1:0]  request_wavefront_q;
  lds_op_e             request_op_q;
  logic [RowWidth-1:0] request_base_q;
  logic [Lanes-1:0]    request_left_q;
  addr_t [Lanes-1:0]   request_addr_q;
  word_t [Lanes-1:0]   request_data_q;

  // The request that the next pass is made of
  logic source_valid, source_tx, pass_taken, pass_last, issue_free;
  logic [WfWidth-1:0]  source_wavefront;
  lds_op_e             source_op;
  logic [RowWidth-1:0] source_base;
  logic [Lanes-1:0] source_left, left, pass_lanes;
  addr_t [Lanes-1:0]   source_addr;
  word_t [Lanes-1:0]   source_data;

  assign source_valid     = request_valid_q || req_valid_i;
  assign source_wavefront = request_valid_q ? request_wavefront_q : req_wavefront_i;
  assign source_op        = request_valid_q ? request_op_q : req_op_i;
  assign source_tx        = request_valid_q ? request_tx_q : req_tx_i;
  assign source_base      = request_valid_q ? request_base_q : req_base_i;
  assign source_left      = request_valid_q ? request_left_q : req_exec_i;
  assign source_addr      = request_valid_q ? request_addr_q : req_addr_i;
  assign source_data      = request_valid_q ? request_data_q : req_data_i;

  // Lanes can lose their turn at any time, by an abort from outside.
  assign left         = source_left & ~(source_tx ? tcm_i[source_wavefront] : '0);
  assign issue_free   = !issue_valid_o || issue_taken_i;
  assign walk_ready_o = issue_free;
  assign pass_taken   = source_valid && issue_free && !walk_valid_i;
  assign req_ready_o  = !request_valid_q || pass_taken && pass_last;
  assign older_o      = request_valid_q;
  assign left_o       = request_valid_q && !(pass_taken && pass_last);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) request_valid_q <= 1'b0;
    else request_valid_q <= left_o || req_valid_i && req_ready_o && (request_valid_q || !(pass_taken && pass_last));
  end

  always_ff @(posedge clk_i) begin
    if (req_valid_i && req_ready_o) begin
      request_wavefront_q <= req_wavefront_i;
      request_op_q        <= req_op_i;
      request_tx_q        <= req_tx_i;
      request_base_q      <= req_base_i;
      request_addr_q      <= req_addr_i;
      request_data_q      <= req_data_i;
      request_left_q      <= pass_taken && !request_valid_q ? left & ~pass_lanes : req_exec_i;
    end else if (pass_taken) begin
      request_left_q <= left & ~pass_lanes;
    end
  end

  // The next pass: the lowest part of the wavefront that has lanes left
  logic  [Parts-1:0][PassLanes-1:0]     parts;
  logic  [PartWidth-1:0]                part;
  logic  [PassLanes-1:0][BankWidth-1:0] part_bank;
  logic  [PassLanes-1:0]                pass_served;
  logic  [Banks-1:0]                    pass_bank_valid;
  logic  [Banks-1:0][PassLaneWidth-1:0] pass_bank_lane;

  assign parts = left;

  always_comb begin
    part = '0;
    for (int p = Parts - 1; p >= 0; p--) begin
      if (parts[p] != '0) part = PartWidth'(unsigned'(p));
    end
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      part_bank[lane] = source_addr[lane_of(part, PassLaneWidth'(lane))][2+:BankWidth];
    end
  end

  lds_pass_select #(
    .PassLanes(PassLanes),
    .Banks    (Banks)
  ) u_pass_select (
    .active_i    (parts[part]),
    .bank_i      (part_bank),
    .served_o    (pass_served),
    .bank_valid_o(pass_bank_valid),
    .bank_lane_o (pass_bank_lane)
  );

  assign pass_lanes = Lanes'(pass_served) << (Lanes'(part) * PassLanes);
  assign pass_last  = (left & ~pass_lanes) == '0;

  // Issue register
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) issue_valid_o <= 1'b0;
    else if (issue_free) issue_valid_o <= walk_valid_i || pass_taken;
  end

  always_ff @(posedge clk_i) begin
    if (issue_free && walk_valid_i) begin
      issue_walk_o       <= 1'b1;
      issue_kind_o       <= walk_kind_i;
      issue_wavefront_o  <= walk_wavefront_i;
      issue_lanes_o      <= walk_lanes_i;
      issue_bank_valid_o <= '1;
    end else if (pass_taken) begin
      issue_walk_o       <= 1'b0;
      issue_wavefront_o  <= source_wavefront;
      issue_lanes_o      <= pass_lanes;
      issue_op_o         <= source_op;
      issue_tx_o         <= source_tx;
      issue_last_o       <= pass_last;
      issue_part_o       <= part;
      issue_served_o     <= pass_served;
      issue_bank_o       <= part_bank;
      issue_bank_valid_o <= pass_bank_valid;
      for (int unsigned bank = 0; bank < Banks; bank++) begin
        issue_bank_lane_o[bank] <= lane_of(part, pass_bank_lane[bank]);
        issue_row_o[bank]  <= source_base + RowWidth'(source_addr[
            lane_of(part, pass_bank_lane[bank])][AddrBits-1:RowOffset]);
        issue_data_o[bank] <= source_data[lane_of(part, pass_bank_lane[bank])];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_one_lane_a_bank : assert (!pass_taken || $countones(pass_served) == $countones(pass_bank_valid));
    end
  end

endmodule

`default_nettype wire
