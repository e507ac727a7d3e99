// For lds_bank_pipelined at a reduced size and a symbolic row, against any commands: the row has at most one owner, and it
// is the one whose access was taken; whoever else accesses it conflicts; nobody does when nothing is owned; after a restore it holds what it held before
// its owner's transaction, after a release what the owner wrote. Loads and stores, whose bits are alike: one is followed.
//
// bound: abc bmc3 16
// cover: 18
// bug: lds_filters/not_cleared abc bmc3 16
// bug: lds_filters/not_set abc bmc3 16
// bug: lds_owned_rows/not_released abc bmc3 16
// bug: lds_owned_rows/link_broken abc bmc3 16
// bug: lds_walk_lanes/stale_list abc bmc3 16
// bug: lds_bank_pipelined/open_while_walking abc bmc3 16
// bug: lds_bank_pipelined/backup_too_late abc bmc3 16

`default_nettype none

module lds_bank_formal
  import localtm_pkg::*;
(
  input wire logic       clk_i,
  input wire logic [1:0] symbolic_row_i,  // constant
  input wire logic       valid_i,
  input wire logic       walk_i,
  input wire logic       restore_i,
  input wire logic       wavefront_i,
  input wire logic [1:0] lanes_i,
  input wire logic       store_i,
  input wire logic       tx_i,
  input wire logic [1:0] owner_i,
  input wire logic [1:0] row_i,
  input wire word_t      data_i
);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic  ready, rsp_valid, rsp_conflict, rsp_true, rsp_race, busy;
  word_t rsp_data;

  lds_bank_pipelined #(
    .Lanes     (2),
    .Wavefronts(2),
    .WorkGroups(1),
    .Rows      (8),
    .FilterBits(2)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .cmd_valid_i    (valid_i),
    .cmd_ready_o    (ready),
    .cmd_walk_i     (walk_i),
    .cmd_restore_i  (restore_i),
    .cmd_wavefront_i(wavefront_i),
    .cmd_lanes_i    (lanes_i),
    .cmd_op_i       (store_i ? OpStore : OpLoad),
    .cmd_tx_i       (tx_i),
    .cmd_owner_i    (owner_i),
    .cmd_row_i      ({1'b0, row_i}),
    .cmd_data_i     (data_i),
    .rsp_valid_o    (rsp_valid),
    .rsp_data_o     (rsp_data),
    .rsp_conflict_o (rsp_conflict),
    .rsp_true_o     (rsp_true),
    .rsp_race_o     (rsp_race),
    .busy_o         (busy)
  );

  logic [1:0] row_q;
  logic       known_q = 1'b0;
  always_ff @(posedge clk_i) begin
    known_q <= 1'b1;
    row_q   <= symbolic_row_i;
    if (known_q) m_row_is_constant : assume (symbolic_row_i == row_q);
  end

  // The row as it should be: its word once it has been stored, its owner, and the word before the owner's transaction
  logic       defined_q = 1'b0, owned_q = 1'b0, before_defined_q = 1'b0;
  logic [1:0] holder_q;
  logic       word_q, before_q;
  logic       access_q = 1'b0, mine_q;
  logic       store_q, tx_q;
  logic [1:0] owner_q;
  logic       data_q;

  wire logic accept = valid_i && ready && rst_n;
  wire logic ends   = accept && walk_i && owned_q && wavefront_i == holder_q[1] && lanes_i[holder_q[0]];
  wire logic answer = rst_n && access_q && mine_q;

  // Every row's owner, to know when there is none
  logic [3:0]      rows_owned_q = '0;
  logic [3:0][1:0] rows_owner_q;
  logic [1:0]      access_row_q;

  always_ff @(posedge clk_i) begin
    if (accept) access_row_q <= row_i;
    if (rst_n && access_q && tx_q && !rsp_conflict && !rows_owned_q[access_row_q]) begin
      rows_owned_q[access_row_q] <= 1'b1;
      rows_owner_q[access_row_q] <= owner_q;
    end
    for (int unsigned row = 0; row < 4; row++) begin
      if (accept && walk_i && wavefront_i == rows_owner_q[row][1] && lanes_i[rows_owner_q[row][0]]) begin
        rows_owned_q[row] <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    access_q <= accept && !walk_i;
    if (accept && !walk_i) begin
      mine_q  <= row_i == symbolic_row_i;
      store_q <= store_i;
      tx_q    <= tx_i;
      owner_q <= owner_i;
      data_q  <= data_i[0];
      // Weak isolation: what a racing store leaves is not defined.
      if (store_i && !tx_i) m_no_race : assume (!(owned_q && row_i == symbolic_row_i) && !access_q);
    end
    // The walk has passed the access before it.
    if (valid_i && walk_i) m_walk_after_access : assume (!access_q);

    if (answer && !rsp_conflict) begin
      if (tx_q && !owned_q) begin
        owned_q          <= 1'b1;
        holder_q         <= owner_q;
        before_q         <= word_q;
        before_defined_q <= defined_q;
      end
      if (store_q) begin
        word_q    <= data_q;
        defined_q <= 1'b1;
      end
    end
    if (ends) begin
      owned_q <= 1'b0;
      if (restore_i) begin
        word_q    <= before_q;
        defined_q <= before_defined_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      a_answered : assert (rsp_valid == access_q);
    end
    if (answer) begin
      if (tx_q && owned_q && owner_q != holder_q) a_others_conflict : assert (rsp_conflict && rsp_true);
      if (tx_q && owned_q && owner_q == holder_q) a_owner_does_not : assert (!rsp_conflict);
      if (!owned_q) a_free : assert (!rsp_true && !rsp_race);
      if (!store_q && defined_q && !rsp_conflict) a_word : assert (rsp_data[0] == word_q);
      if (rows_owned_q == '0) a_nothing_to_conflict_with : assert (!rsp_conflict);
      c_restored : cover (!store_q && defined_q && !tx_q && rsp_data[0] && word_q && before_defined_q);
      c_false_conflict : cover (rsp_conflict && !rsp_true);
    end
    if (ends) c_ends : cover (restore_i && before_defined_q && before_q != word_q);
  end

endmodule

`default_nettype wire
