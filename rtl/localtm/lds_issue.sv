// Issues to the banks of a local memory in order: passes over the lanes of memory requests, and
// walks. Forms passes with the crossbar from lanes to banks.
//
// A pass serves one word for each bank, to lanes out of PassLanes columns: lane n is in column n modulo
// PassLanes, part n / PassLanes. Passes are made until every lane has been served. The first pass is
// made of the request at the port, in the cycle of its acceptance, if no other request has lanes left
// and no walk goes first; the next ones are made of the request register, one a cycle. Walks go before
// passes. A pass or walk is in the issue register in the next cycle, and stays there until it is taken.
//
// Equal addresses (ours; the paper is silent): outside of transactions, lanes that load one word are served
// together, across columns: each column offers its lowest remaining lane, and other lanes of the column get
// the word as well if it is theirs. Lanes of one part that store to one address are served together, too:
// the highest one's value is stored, as if each had stored after the lower ones. Parts take turns in their
// order, so this holds for the whole wavefront. In a transaction each lane has to become the owner or a
// reader by itself, and each atomic changes the value for the next one; they are served one lane a bank.
//
// Lanes in TCM take no part, and an abort can remove lanes at any time: they leave the request registers in the cycle
// after its walk has been granted, in which no pass is made. A request of a wavefront with lanes in TCM is never served
// from the port, but from the register in the next cycle, so that the choice of lanes does not wait for the masks.
//
// Staged: for a higher clock, every pass is made of one of two request registers, at the earliest a cycle
// after the acceptance, so that the port does not wait for the choice of lanes; a two-word register slice
// stands behind that choice, so that the choice does not wait for the banks; and a register in front of
// the crossbar, when each bank's lane is known. Three cycles more; the rate is the same.
//
// If a pass considers all lanes (PassLanes = Lanes), they are compared at the port, for all passes of the request.
//
// Lanes: of a wavefront, a power of two. PassLanes: divides Lanes. Banks: a power of two. Rows: words of a bank. The types
// follow from the sizes; a parent hands its own down.

`include "gputm_assert.svh"
`include "localtm_types.svh"

`default_nettype none

module lds_issue
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes         = 64,
  parameter  int unsigned PassLanes     = 32,
  parameter  int unsigned Banks         = 32,
  parameter  int unsigned Wavefronts    = 4,
  parameter  int unsigned Rows          = 512,
  parameter  bit          Staged        = 1'b0,                           // for a higher clock
  localparam int unsigned Slots         = Staged ? 2 : 1,                 // request registers
  localparam int unsigned WfWidth       = $clog2(Wavefronts),
  localparam int unsigned RowWidth      = $clog2(Rows),
  localparam int unsigned BankWidth     = $clog2(Banks),
  localparam int unsigned LaneWidth     = $clog2(Lanes),
  localparam int unsigned PassLaneWidth = $clog2(PassLanes),
  localparam int unsigned Parts         = Lanes / PassLanes,
  localparam int unsigned PartWidth     = Parts == 1 ? 1 : $clog2(Parts),

  parameter type request_t = `LOCALTM_REQUEST(Lanes, WfWidth, RowWidth),
  parameter type walk_t    = `LOCALTM_WALK(Lanes, WfWidth),
  parameter type issue_t   = `LOCALTM_ISSUE(Lanes, WfWidth),
  parameter type route_t   = `LOCALTM_ROUTE(PassLanes, BankWidth)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Valid memory requests; ready does not depend on valid.
  input  wire logic     req_valid_i,
  output      logic     req_ready_o,
  input  wire request_t req_i,
  output      logic     older_o,      // an earlier request has passes left
  output      logic [Slots-1:0] left_o,  // requests with passes left after this cycle

  input  wire logic [Wavefronts-1:0][Lanes-1:0] tcm_i,
  input  wire logic [Wavefronts-1:0] masked_i,  // wavefronts with lanes in TCM

  // A walk; the request may change until it is granted, since more urgent walks go first.
  input  wire logic  walk_req_i,
  output      logic  walk_gnt_o,
  input  wire walk_t walk_i,

  output      logic                            issue_valid_o,
  input  wire logic                            issue_ready_i,
  output issue_t                               issue_o,
  output walk_t                                issue_walk_o,        // walk
  output walk_t                                issue_other_walk_o,  // the same, from duplicate registers
  output walk_t                                issue_walk_next_o,   // issue_walk_o in the next cycle
  output      logic [Banks-1:0]                issue_bank_valid_o,  // banks that take part
  output      logic [Banks-1:0]                issue_banks_next_o,  // issue_bank_valid_o in the next cycle
  output      logic [Banks-1:0][LaneWidth-1:0] issue_bank_lane_o,   // pass, as the rest: lane; of plain loads any
  output      logic [Banks-1:0][RowWidth-1:0]  issue_row_o,
  output word_t [Banks-1:0]                    issue_data_o,
  output      logic [Banks-1:0][3:0]           issue_bytes_o,       // bytes that a store writes
  output route_t                               issue_route_o,

  output      logic                            busy_o  // a pass or a walk is pending, or on its way to the banks
);

  localparam int unsigned RowOffset = 2 + BankWidth;  // position of the row in an address
  // Place that tells lanes of a bank apart: the row, in the address bits that a valid address can set, and the byte
  localparam int unsigned PlaceRowWidth = AddrBits - RowOffset < RowWidth ? AddrBits - RowOffset : RowWidth;
  localparam int unsigned PlaceWidth = PlaceRowWidth + 2;

  function automatic logic [LaneWidth-1:0] lane_of(logic [PartWidth-1:0] number, logic [PassLaneWidth-1:0] pass_lane);
    return LaneWidth'({number, pass_lane});
  endfunction

  // How passes are made of a request
  typedef struct packed {
    logic plain_load;
    logic is_store;
    logic merge;       // lanes are served together
    logic last_wins;   // the highest of merged lanes determines the stored value
  } kind_t;

  function automatic logic merges(lds_op_e op, logic tx);
    return !tx && (op == OpLoad || stores(op));
  endfunction

  function automatic kind_t kind_of(lds_op_e op, logic tx);
    kind_t made;
    made.is_store   = stores(op);
    made.plain_load = !tx && op == OpLoad;
    made.merge      = merges(op, tx);
    made.last_wins  = made.merge && made.is_store;
    return made;
  endfunction

  // Request registers, used in turn; exec has the lanes that have not been sent to a bank yet.
  localparam int unsigned SlotWidth = Slots == 1 ? 1 : $clog2(Slots);

  logic [Slots-1:0] slot_valid_q, slot_valid_d, slot_loads;
  request_t [Slots-1:0] slot_q;
  kind_t    [Slots-1:0] slot_kind_q;
  logic [SlotWidth-1:0] fill_q, turn_q;  // register of the next request, and of the next pass

  // The request of the next pass
  logic request_valid_q, from_register, at_port, source_valid, pass_free, pass_taken, pass_last, issue_free, made_ready;
  request_t source, request_q;
  kind_t kind;
  logic [Lanes-1:0] left, offered, pass_lanes;
  logic request_last;  // pass_last of the request in the register, if there is one
  logic words_at_port;  // !from_register, duplicated for the lanes' words (fan-out, distance)

  assign request_valid_q = slot_valid_q[turn_q];
  assign from_register   = Staged || request_valid_q;
  assign at_port         = !from_register && !(req_i.tx && masked_i[req_i.wavefront]);
  assign source_valid    = request_valid_q || at_port && req_valid_i;

  logic [Lanes-1:0] req_lost;
  logic aborts_q;  // an abort's walk was granted in the previous cycle

  assign req_lost = req_i.tx ? tcm_i[req_i.wavefront] : '0;
  assign kind     = from_register ? slot_kind_q[turn_q] : kind_of(req_i.op, req_i.tx);
  assign left     = source.exec;

  always_comb begin
    source = from_register ? request_q : req_i;
    source.addr = words_at_port ? req_i.addr : request_q.addr;
    source.data = words_at_port ? req_i.data : request_q.data;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) aborts_q <= 1'b0;
    else aborts_q <= walk_req_i && walk_gnt_o && walk_i.kind == WalkAbort;
  end

  assign issue_free  = !issue_valid_o || issue_ready_i;
  assign walk_gnt_o  = made_ready;
  assign pass_free   = made_ready && !walk_req_i && !aborts_q;
  assign pass_taken  = source_valid && pass_free;
  assign older_o     = slot_valid_q != '0;
  // A register takes the next request in the cycle of its last pass, or if there are two, in the next.
  assign req_ready_o = slot_loads != '0;

  for (genvar slot = 0; slot < Slots; slot++) begin : gen_slot
    logic turn;

    assign turn = turn_q == SlotWidth'(slot);

    lds_request_slot #(
      .Lanes    (Lanes),
      .Staged   (Staged),
      .request_t(request_t)
    ) u_slot (
      .clk_i,
      .rst_ni,
      .req_valid_i,
      .req_i,
      .req_lost_i      (req_lost),
      .fills_i         (fill_q == SlotWidth'(slot)),
      .loads_o         (slot_loads[slot]),
      .pass_i          (pass_free),
      .pass_here_i     (turn && !at_port),
      .pass_ends_i     (request_last),
      .pass_port_i     (at_port),
      .pass_port_ends_i(pass_last),
      .pass_lanes_i    (pass_lanes),
      .lost_i          (slot_q[slot].tx ? tcm_i[slot_q[slot].wavefront] : '0),
      .valid_o         (slot_valid_q[slot]),
      .valid_next_o    (slot_valid_d[slot]),
      .left_o          (left_o[slot]),
      .request_o       (slot_q[slot])
    );

    always_ff @(posedge clk_i) begin
      if (slot_loads[slot]) slot_kind_q[slot] <= kind_of(req_i.op, req_i.tx);
    end
  end

  if (Staged) begin : gen_turns
    logic idle_q;  // not turn_q: a duplicate register for the lanes' words

    wire unused = ^slot_valid_d;
    assign words_at_port = 1'b0;

    always_comb begin
      request_q      = slot_q[turn_q];
      request_q.addr = slot_q[!idle_q].addr;
      request_q.data = slot_q[!idle_q].data;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        fill_q   <= '0;
        turn_q   <= '0;
        idle_q   <= 1'b1;
      end else begin
        if (req_valid_i && req_ready_o) fill_q <= fill_q + 1'b1;
        if (pass_taken && pass_last) begin
          turn_q <= turn_q + 1'b1;
          idle_q <= !idle_q;
        end
      end
    end
  end else begin : gen_one
    assign fill_q   = '0;
    assign turn_q   = '0;
    assign request_q = slot_q[0];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) words_at_port <= 1'b1;
      else words_at_port <= !slot_valid_d[0];
    end
  end

  // The columns' offers: lanes of the lowest part with lanes left, or each column's own lowest lane
  logic columns_served;
  logic  [Parts-1:0][PassLanes-1:0]      parts;
  logic  [PartWidth-1:0]                 part;
  logic  [PassLanes-1:0][PartWidth-1:0]  column_part;
  logic  [PassLanes-1:0]                 column_active;
  addr_t [PassLanes-1:0]                 column_addr;
  word_t [PassLanes-1:0]                 column_data;
  logic  [PassLanes-1:0][RowWidth-1:0]   column_row;
  logic  [PassLanes-1:0][3:0]            column_bytes;
  logic  [PassLanes-1:0][BankWidth-1:0]  column_bank;
  logic [PassLanes-1:0] column_served;
  logic [PassLanes-1:0] column_first;  // first at their banks

  assign parts = left;

  always_comb begin
    part = '0;
    for (int p = Parts - 1; p >= 0; p--) begin
      if (parts[p] != '0) part = PartWidth'(unsigned'(p));
    end
    for (int unsigned column = 0; column < PassLanes; column++) begin
      column_part[column] = part;
      if (kind.plain_load) begin
        for (int p = Parts - 1; p >= 0; p--) begin
          if (parts[p][column]) column_part[column] = PartWidth'(unsigned'(p));
        end
      end
      column_active[column] = parts[column_part[column]][column];
      column_addr[column]   = source.addr[lane_of(column_part[column], PassLaneWidth'(column))];
      column_data[column]   = stored_word(source.op, source.data[lane_of(part, PassLaneWidth'(column))]);
      // Computed here and not for each bank: a bank's lane is known later than all of this.
      column_row[column]    = source.base + RowWidth'(column_addr[column][AddrBits-1:RowOffset]);
      column_bytes[column]  = stored_bytes(source.op, column_addr[column][1:0]);
      column_bank[column]   = column_addr[column][2+:BankWidth];
    end
  end

  // Columns with the same bank, and with the same word
  logic [PassLanes-1:0][BankWidth-1:0]  compared_bank;
  logic [PassLanes-1:0][PlaceWidth-1:0] compared_place;
  logic [PassLanes-1:0][PassLanes-1:0] same_bank, equal, compared_same_bank, compared_equal;
  logic compared_merge;

  lds_lane_pairs #(
    .PassLanes (PassLanes),
    .BankWidth (BankWidth),
    .PlaceWidth(PlaceWidth)
  ) u_lane_pairs (
    .bank_i     (compared_bank),
    .place_i    (compared_place),
    .merge_i    (compared_merge),
    .same_bank_o(compared_same_bank),
    .equal_o    (compared_equal)
  );

  if (Parts == 1) begin : gen_compared_at_port
    logic [Slots-1:0][PassLanes-1:0][PassLanes-1:0] same_bank_q, equal_q;

    always_comb begin
      for (int unsigned lane = 0; lane < PassLanes; lane++) begin
        compared_bank[lane]  = req_i.addr[lane][2+:BankWidth];
        compared_place[lane] = {req_i.addr[lane][RowOffset+:PlaceRowWidth], req_i.addr[lane][1:0]};
      end
    end

    always_ff @(posedge clk_i) begin
      if (req_ready_o) begin
        same_bank_q[fill_q] <= compared_same_bank;
        equal_q[fill_q]     <= compared_equal;
      end
    end

    assign compared_merge = merges(req_i.op, 1'b0);
    assign same_bank     = from_register ? same_bank_q[turn_q] : compared_same_bank;
    assign equal         = from_register ? equal_q[turn_q] : compared_equal;

    if (Staged) begin : gen_pass_last
      assign request_last = pass_last;
    end else begin : gen_request_last
      // Whether the register is free again does not wait for the request at the port.
      logic [Lanes-1:0] rivals;

      always_comb begin
        request_last = 1'b1;
        for (int unsigned lane = 0; lane < Lanes; lane++) begin
          rivals = same_bank_q[0][lane] & request_q.exec & ~(Lanes'(1) << lane);
          if (slot_kind_q[0].merge) rivals &= ~equal_q[0][lane];
          if (request_q.exec[lane] && rivals != '0) request_last = 1'b0;
        end
      end
    end
  end else begin : gen_compared_at_choice
    for (genvar column = 0; column < PassLanes; column++) begin : gen_column
      assign compared_place[column] = {column_addr[column][RowOffset+:PlaceRowWidth], column_addr[column][1:0]};
    end

    assign compared_bank  = column_bank;
    assign compared_merge = kind.merge;
    assign same_bank      = compared_same_bank;
    assign equal          = compared_equal;
    assign request_last   = pass_last;
  end

  lds_pass_select #(
    .PassLanes(PassLanes)
  ) u_pass_select (
    .active_i    (column_active),
    .same_bank_i (same_bank),
    .equal_i     (equal),
    .merge_i     (kind.merge),
    .last_wins_i (kind.last_wins),
    .first_o     (column_first),
    .served_o    (column_served),
    .all_served_o(columns_served)
  );

  // Served lanes: those that their columns offer, and in columns that load, all remaining lanes with the same word
  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_served
    localparam int unsigned Column = lane % PassLanes;

    assign offered[lane] = left[lane] && (kind.plain_load
        ? source.addr[lane][2+:BankWidth+PlaceRowWidth] == column_addr[Column][2+:BankWidth+PlaceRowWidth]
        : part == PartWidth'(lane / PassLanes));
    assign pass_lanes[lane] = column_served[Column] && offered[lane];
  end

  // Equal to "all lanes are served", but known before the served lanes are.
  assign pass_last = columns_served && (left & ~offered) == '0;

  typedef struct packed {  // input of the crossbar
    logic                                is_walk;
    walk_t                               walk;
    lds_op_e                             op;         // pass, as the rest
    logic                                tx;
    logic [WfWidth-1:0]                  wavefront;
    logic [Lanes-1:0]                    lanes;
    logic                                last;
    logic                                posted;
    logic [PartWidth-1:0]                part;
    logic [PassLanes-1:0][BankWidth-1:0] bank;
    word_t [PassLanes-1:0]               data;
    logic [PassLanes-1:0][RowWidth-1:0]  row;
    logic [PassLanes-1:0][3:0]           bytes;
  } crossed_t;

  crossed_t made, chosen, crossed;
  logic chosen_valid, crossed_valid;
  logic [PassLanes-1:0] chosen_active;
  logic [Banks-1:0] chosen_bank_valid, crossed_bank_valid;
  logic [Banks-1:0][PassLaneWidth-1:0] chosen_bank_column, crossed_bank_column, crossed_data_column;

  assign made = '{
          is_walk: walk_req_i,
          walk: walk_i,
          op: kind.is_store ? OpStore : source.op,
          tx: source.tx,
          wavefront: source.wavefront,
          lanes: pass_lanes,
          last: pass_last,
          posted: kind.last_wins,
          part: part,
          bank: column_bank,
          data: column_data,
          row: column_row,
          bytes: column_bytes
      };

  lds_bank_lanes #(
    .PassLanes(PassLanes),
    .Banks    (Banks)
  ) u_bank_lanes (
    .active_i    (chosen_active),
    .highest_i   (chosen.posted),
    .bank_i      (chosen.bank),
    .bank_valid_o(chosen_bank_valid),
    .bank_lane_o (chosen_bank_column)
  );

  if (Staged) begin : gen_stage
    logic crossing_free;
    // Duplicate of the other select (fan-out), inverted so that synthesis does not merge it
    logic [Banks-1:0][PassLaneWidth-1:0] other_column_q;

    late_ready_buffer #(
      .Width(PassLanes + $bits(crossed_t))
    ) u_stage (
      .clk_i,
      .rst_ni,
      .in_valid_i (walk_req_i && walk_gnt_o || pass_taken),  // the walk may change until then
      .in_ready_o (made_ready),
      .in_data_i  ({column_active, made}),
      .out_valid_o(chosen_valid),
      .out_ready_i(crossing_free),
      .out_data_o ({chosen_active, chosen})
    );

    assign crossing_free       = !crossed_valid || issue_free;
    assign crossed_data_column = ~other_column_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) crossed_valid <= 1'b0;
      else if (crossing_free) crossed_valid <= chosen_valid;
    end

    always_ff @(posedge clk_i) begin
      if (crossing_free) begin
        crossed             <= chosen;
        crossed_bank_valid  <= chosen_bank_valid;
        crossed_bank_column <= chosen_bank_column;
        other_column_q      <= ~chosen_bank_column;
      end
    end
  end else begin : gen_no_stage
    assign made_ready          = issue_free;
    assign chosen_valid        = walk_req_i || source_valid && !aborts_q;
    assign chosen_active       = column_active;
    assign chosen              = made;
    assign crossed_valid       = chosen_valid;
    assign crossed             = chosen;
    assign crossed_bank_valid  = chosen_bank_valid;
    assign crossed_bank_column = chosen_bank_column;
    assign crossed_data_column = chosen_bank_column;
  end

  assign busy_o = older_o || issue_valid_o || Staged && (chosen_valid || crossed_valid);

  // Issue register
  logic [Banks-1:0] crossed_banks;
  walk_t inverted_walk_q;  // for half of the banks (fan-out); inverted so that synthesis does not merge the two

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) issue_valid_o <= 1'b0;
    else if (issue_free) issue_valid_o <= crossed_valid;
  end

  // As the request register, loaded whenever it is free; for a walk, with a pass that is ignored:
  // that it is a walk is known late, and would have to reach many words.
  always_ff @(posedge clk_i) begin
    if (issue_free) begin
      issue_o.is_walk    <= crossed.is_walk;
      issue_o.wavefront  <= crossed.wavefront;
      issue_o.lanes      <= crossed.lanes;
      issue_o.op         <= crossed.op;
      issue_o.tx         <= crossed.tx;
      issue_route_o      <= '{last: crossed.last, posted: crossed.posted, bank: crossed.bank};
      issue_bank_valid_o <= crossed_banks;
      for (int unsigned bank = 0; bank < Banks; bank++) begin
        issue_bank_lane_o[bank] <= lane_of(crossed.part, crossed_bank_column[bank]);
        issue_row_o[bank]       <= crossed.row[crossed_bank_column[bank]];
        issue_data_o[bank]      <= crossed.data[crossed_data_column[bank]];
        issue_bytes_o[bank]     <= crossed.bytes[crossed_bank_column[bank]];
      end
      // A separate register: it drives each bank's lanes, and the passes' lanes the answers.
      issue_walk_o    <= crossed.walk;
      inverted_walk_q <= ~crossed.walk;
    end
  end

  assign issue_other_walk_o = ~inverted_walk_q;
  assign crossed_banks      = crossed.is_walk ? '1 : crossed_bank_valid;
  assign issue_walk_next_o  = issue_free ? crossed.walk : issue_walk_o;
  assign issue_banks_next_o = issue_free ? crossed_banks : issue_bank_valid_o;

  int served, firsts;  // for the assertions: lanes of a pass, and those that are the first at a bank

  assign served = $countones(pass_lanes);
  assign firsts = $countones(column_first);

  `GPUTM_ASSERT_IF(a_masked, masked_i[req_i.wavefront] == (tcm_i[req_i.wavefront] != '0), req_valid_i && req_i.tx,
                   ("lds_issue: wavefront %0d with TCM %h is not masked so", req_i.wavefront, tcm_i[req_i.wavefront]))
  `GPUTM_ASSERT(a_request_last, !request_valid_q || request_last == pass_last,
                ("lds_issue: of lanes %b a pass serves %b, and all: %b", left, pass_lanes, request_last))
  `GPUTM_ASSERT(a_last_pass, !pass_taken || pass_last == ((left & ~pass_lanes) == '0),
                ("lds_issue: of lanes %b a pass serves %b, the last one %b", left, pass_lanes, pass_last))
  `GPUTM_ASSERT(a_lanes_at_their_banks, !pass_taken || served >= firsts && (kind.merge || served == firsts),
                ("lds_issue: pass of lanes %b misses some of the columns' first lanes %b", pass_lanes, column_first))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_equal_loads_merge, pass_taken && kind.plain_load && served > firsts)
  `GPUTM_COVER(b_equal_stores_merge, pass_taken && kind.last_wins && served > firsts)
  `GPUTM_COVER(b_several_passes, pass_taken && !pass_last)
  `GPUTM_COVER(b_walk_goes_first, source_valid && made_ready && walk_req_i)
  `GPUTM_COVER(b_lanes_are_lost_between_passes,
               request_valid_q && request_q.tx && (left & tcm_i[request_q.wavefront]) != '0)
  `GPUTM_COVER(b_masked_at_the_port, req_valid_i && !from_register && !at_port)
  `GPUTM_COVER(b_banks_are_busy, issue_valid_o && !issue_ready_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_req, req_valid_i, req_ready_o, req_i)

  `GPUTM_STREAM(u_check_walk, issue_valid_o, issue_ready_i, {issue_o.is_walk,
                                                             issue_o.is_walk ? issue_walk_o : walk_t'('0)})

  `GPUTM_STREAM(u_check_issue, issue_valid_o, issue_ready_i, {issue_o, issue_bank_valid_o, issue_bank_lane_o,
                                                              issue_row_o, issue_data_o, issue_bytes_o, issue_route_o})

endmodule

`default_nettype wire
