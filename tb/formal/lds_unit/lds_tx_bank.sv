// The most general lds_tx_bank: an access is answered in the next cycle, a transaction's with or without a conflict; a
// walk takes any time. lds_bank_formal proves the answers of the original. With StallLeaving, lds_stalled_access is in
// front of it, as in the original.

`default_nettype none

module lds_tx_bank
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes         = 64,
  parameter  int unsigned Wavefronts    = 4,
  parameter  int unsigned WorkGroups    = 1,
  parameter  int unsigned Rows          = 512,
  parameter  int unsigned FilterBits    = 8,
  parameter  bit          Exact         = 1'b0,
  parameter  bit          SharedReaders = 1'b0,
  parameter  bit          Migratory     = 1'b0,
  parameter  int unsigned UndoEntries   = 0,
  parameter  int unsigned Epochs        = 0,
  parameter  bit          StallLeaving  = 1'b0,
  parameter  int unsigned Protection    = 0,
  localparam int unsigned LaneWidth     = $clog2(Lanes),
  localparam int unsigned WfWidth       = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth    = WfWidth + LaneWidth,
  localparam int unsigned RowWidth      = $clog2(Rows)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  restoring_i,      // a restore is the next walk

  input  wire logic                  cmd_valid_i,
  output      logic                  cmd_ready_o,
  input  wire logic                  cmd_walk_i,       // command is a walk, else an access
  input  wire logic                  cmd_restore_i,    // walk: restore, else release
  input  wire logic [WfWidth-1:0]    cmd_wavefront_i,  // walk
  input  wire logic [Lanes-1:0]      cmd_lanes_i,      // walk
  input  wire lds_op_e               cmd_op_i,         // access, as the rest
  input  wire logic                  cmd_tx_i,         // access of a transaction
  input  wire logic [OwnerWidth-1:0] cmd_owner_i,      // wavefront, lane
  input  wire logic [RowWidth-1:0]   cmd_row_i,
  input  wire word_t                 cmd_data_i,
  input  wire logic [3:0]            cmd_bytes_i,  // bytes of the word that a store writes

  output      logic                  rsp_coming_o,     // valid, unless the access waits for a restore
  output      logic                  rsp_may_stall_o,  // coming, and not valid with restoring_i
  output      logic                  rsp_valid_o,
  output      word_t                 rsp_data_o,       // loads and atomics: value before the access
  output      logic                  rsp_conflict_o,
  output      logic                  rsp_true_o,       // conflict: the row has an owner (not a filter's false positive)
  output      logic                  rsp_reader_o,     // conflict: with a filter of reads
  output      logic                  rsp_overflow_o,   // conflict: no backup is free
  output      logic                  rsp_race_o,       // plain access to an owned row

  output ecc_pkg::ram_error_t [BankMemories-1:0] errors_o,

  output      logic                  busy_o
);

  typedef struct packed {  // Properties of an access that its answer depends on
    logic                  tx;
    logic [OwnerWidth-1:0] owner;
  } access_t;

  wire guess_conflict, guess_end;  // no driver: free in every cycle
  logic bank_valid, bank_walk, bank_ready, answer_q, walking_q;
  access_t cmd_access, bank_access, access_q;

  logic    works;  // access in process, which may wait; read by the harness
  access_t work;

  assign cmd_access     = '{tx: cmd_tx_i, owner: cmd_owner_i};
  assign bank_ready     = !walking_q;
  assign rsp_coming_o   = answer_q;
  assign rsp_data_o     = '0;
  assign rsp_conflict_o = answer_q && access_q.tx && guess_conflict;
  assign rsp_true_o     = 1'b0;
  assign errors_o       = '0;
  assign rsp_reader_o   = 1'b0;
  assign rsp_overflow_o = 1'b0;
  assign rsp_race_o     = 1'b0;
  assign busy_o         = walking_q || works;

  if (StallLeaving) begin : gen_stall
    logic waits;

    lds_stalled_access #(
      .access_t(access_t)
    ) u_stalled (
      .clk_i,
      .rst_ni,
      .restoring_i,
      .cmd_valid_i,
      .cmd_ready_o,
      .cmd_walk_i,
      .cmd_access_i   (cmd_access),
      .bank_valid_o   (bank_valid),
      .bank_ready_i   (bank_ready),
      .bank_walk_o    (bank_walk),
      .bank_access_o  (bank_access),
      .bank_answers_i (answer_q),
      .bank_conflict_i(rsp_conflict_o),
      .answers_o      (rsp_valid_o),
      .may_stall_o    (rsp_may_stall_o),
      .waits_o        (waits)
    );

    assign works = answer_q || waits;
    assign work  = waits ? u_stalled.access_q : access_q;

    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        l_one_place : assert ($onehot0({answer_q, u_stalled.stalled_q, u_stalled.again_q}));
        l_kept : assert (!answer_q || access_q == u_stalled.access_q);
        l_anew : assert (!u_stalled.anew_q || answer_q || u_stalled.again_q);
        l_at_bank : assert (u_stalled.at_bank_q == (answer_q && !u_stalled.anew_q));
        c_owner_has_left : cover (u_stalled.anew_q && rsp_valid_o && !rsp_conflict_o);
      end
    end
  end else begin : gen_no_stall
    assign bank_valid      = cmd_valid_i;
    assign bank_walk       = cmd_walk_i;
    assign bank_access     = cmd_access;
    assign cmd_ready_o     = bank_ready;
    assign rsp_valid_o     = answer_q;
    assign rsp_may_stall_o = 1'b0;
    assign works           = answer_q;
    assign work            = access_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answer_q  <= 1'b0;
      walking_q <= 1'b0;
    end else begin
      answer_q  <= bank_valid && bank_ready && !bank_walk;
      walking_q <= bank_valid && bank_ready && bank_walk || walking_q && !guess_end;
    end
  end
  always_ff @(posedge clk_i) access_q <= bank_access;

endmodule

`default_nettype wire
