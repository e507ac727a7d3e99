// lds_bank_paper at a reduced size (2 wavefronts of 2 lanes, 3 rows for transactions, filters of 2 bits) against any commands:
// the properties of lds_bank_model, and that the bank takes the next command within 10 cycles. With an undo log of 2 entries, 4 of the
// 6 rows. Plain accesses are to these rows, too: the others hold backups and owners.
//
// Exact, UndoEntries, WorkItemLists: of the bank. Shared readers are proven of the pipelined bank alone.
//
// bound: abc bmc3 18
// long: abc pdr
// cover: 20
// bug: lds_bank_paper/neighbours_overwritten 14
// bug: lds_bank_paper/released_before_restored 18
//
// with: exact Exact=1
// bound: abc bmc3 18
// long: abc pdr
// cover: 20
// bug: lds_bank_paper/owner_of_the_neighbour 14
//
// with: work_item_lists WorkItemLists=1
// bound: abc bmc3 18
// long: abc pdr
// cover: 20
// bug: lds_owned_rows/link_broken 18
//
// with: undo_log Exact=1 UndoEntries=2
// prove: abc pdr
// cover: 20
// bug: lds_undo_log/stale_entry abc bmc3 18

`default_nettype none

module lds_bank_paper_formal
  import localtm_pkg::*;
#(
  parameter int unsigned Exact         = 0,
  parameter int unsigned UndoEntries   = 0,
  parameter int unsigned WorkItemLists = 0
) (
  input wire logic       clk_i,
  input wire logic [1:0] symbolic_row_i,    // constant
  input wire logic [1:0] symbolic_owner_i,  // constant
  input wire logic       valid_i,
  input wire logic       walk_i,
  input wire logic       restore_i,
  input wire logic       wavefront_i,
  input wire logic [1:0] lanes_i,
  input wire logic       write_i,
  input wire logic       atomic_i,
  input wire logic       tx_i,
  input wire logic [1:0] owner_i,
  input wire logic [1:0] row_i,
  input wire word_t      data_i,
  input wire logic [3:0] bytes_i
);

  localparam int unsigned Rows = 8;
  localparam int unsigned TxRows = UndoEntries == 0 ? 3 : 4;  // that are accessed

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic ready, rsp_valid, rsp_conflict, rsp_true, rsp_reader, rsp_overflow, rsp_race;
  word_t   rsp_data;
  lds_op_e op;

  assign op = !write_i ? OpLoad : atomic_i ? OpAmoXor : OpStore;

  lds_bank_paper #(
    .Lanes        (2),
    .Wavefronts   (2),
    .WorkGroups   (1),
    .Rows         (Rows),
    .FilterBits   (2),
    .Exact        (Exact),
    .UndoEntries  (UndoEntries),
    .WorkItemLists(WorkItemLists)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .cmd_valid_i    (valid_i),
    .cmd_ready_o    (ready),
    .cmd_walk_i     (walk_i),
    .cmd_restore_i  (restore_i),
    .cmd_wavefront_i(wavefront_i),
    .cmd_lanes_i    (lanes_i),
    .cmd_op_i       (op),
    .cmd_tx_i       (tx_i),
    .cmd_owner_i    (owner_i),
    .cmd_row_i      (3'(row_i)),
    .cmd_data_i     (data_i),
    .cmd_bytes_i    (bytes_i),
    .rsp_valid_o    (rsp_valid),
    .rsp_data_o     (rsp_data),
    .rsp_conflict_o (rsp_conflict),
    .rsp_true_o     (rsp_true),
    .rsp_reader_o   (rsp_reader),
    .rsp_overflow_o (rsp_overflow),
    .rsp_race_o     (rsp_race),
    .busy_o         ()
  );

  always_ff @(posedge clk_i) m_rows : assume (row_i < 3'(TxRows) && symbolic_row_i < 3'(TxRows));

  lds_bank_model #(
    .TxRows      (TxRows),
    .Exact       (Exact),
    .UndoEntries (UndoEntries),
    .StoresAnswer(0)
  ) u_model (
    .clk_i,
    .rst_ni        (rst_n),
    .symbolic_row_i,
    .symbolic_owner_i,
    .valid_i,
    .ready_i       (ready),
    .walk_i,
    .restore_i,
    .wavefront_i,
    .lanes_i,
    .write_i,
    .atomic_i,
    .tx_i,
    .owner_i,
    .row_i,
    .data_i,
    .bytes_i,
    .migratory_i   (1'b0),
    .rsp_valid_i   (rsp_valid),
    .rsp_data_i    (rsp_data[0]),
    .rsp_conflict_i(rsp_conflict),
    .rsp_true_i    (rsp_true),
    .rsp_reader_i  (rsp_reader),
    .rsp_overflow_i(rsp_overflow),
    .rsp_race_i    (rsp_race)
  );

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      a_opens : assert (u_model.closed_q <= 4'd9);
      if (ready) a_answered : assert (!u_model.access_q || rsp_valid);
    end
  end

endmodule

`default_nettype wire
