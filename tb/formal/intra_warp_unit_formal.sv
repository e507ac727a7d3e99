// Proves for intra_warp_unit, with 4 lanes and 8 slots in 2 banks and any initial contents of the table: a lane that
// reads or writes a word that a lower lane of its warp writes aborts, for any two lanes and any word. The unit itself
// asserts that the lowest lane never aborts.
//
// bound: abc bmc3 17
// cover: 17
// bug: intra_warp_unit/not_cleared abc bmc3 17
// bug: intra_warp_unit/last_writer_owns abc bmc3 17
// bug: intra_warp_unit/owner_not_asked abc bmc3 17
// bug: intra_warp_unit/early_result abc bmc3 17
//
// The same in two groups of lanes; a row takes a cycle per group.
//
// with: groups PassLanes=2
// bound: abc bmc3 19
// cover: 19
// bug: intra_warp_unit/group_forgotten abc bmc3 19
// bug: intra_warp_unit/groups_alike abc bmc3 19

`default_nettype none

module intra_warp_unit_formal
  import warptm_pkg::*;
#(
  parameter int unsigned PassLanes = 4
) (
  input wire logic            clk_i,
  input wire logic            start_valid_i,
  input wire logic [3:0]      start_lanes_i,
  input wire logic            row_valid_i,
  input wire row_op_e         row_op_i,
  input wire logic [3:0]      row_lanes_i,
  input wire logic [3:0][3:0] row_addr_i,
  input wire logic            row_last_i,
  input wire logic            result_ready_i,

  // Any two lanes and any word, the same in all cycles.
  input wire logic [1:0] writer_i,
  input wire logic [1:0] user_i,
  input wire logic [3:0] word_i
);

  localparam int unsigned Lanes = 4;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic start_ready, row_ready, result_valid, busy, row_awaited;
  logic [Lanes-1:0] aborts;

  intra_warp_unit #(
    .Lanes      (Lanes),
    .PassLanes  (PassLanes),
    .Entries    (8),
    .Banks      (2),
    .WordEntries(2),
    .AddrWidth  (4)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .start_valid_i,
    .start_ready_o  (start_ready),
    .start_lanes_i,
    .row_valid_i,
    .row_ready_o    (row_ready),
    .row_op_i,
    .row_lanes_i,
    .row_addr_i,
    .row_last_i,
    .result_valid_o (result_valid),
    .result_ready_i,
    .result_aborts_o(aborts),
    .memory_report_o(),
    .busy_o         (busy),
    .row_awaited_o  (row_awaited)
  );

  stream_assume #(
    .Width(Lanes)
  ) u_assume_start (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(start_valid_i),
    .ready_i(start_ready),
    .data_i (start_lanes_i)
  );
  stream_assume #(
    .Width(2 + Lanes + 16 + 1)
  ) u_assume_row (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(row_valid_i),
    .ready_i(row_ready),
    .data_i ({row_op_i, row_lanes_i, row_addr_i, row_last_i})
  );

  logic [1:0] writer_q, user_q;
  logic [3:0] word_q;
  always_ff @(posedge clk_i) begin
    writer_q <= writer_i;
    user_q   <= user_i;
    word_q   <= word_i;
    if (rst_n) m_chosen_once : assume (writer_i == writer_q && user_i == user_q && word_i == word_q);
  end

  // Marks of the warp by lane and word, and accesses of the chosen lanes to the chosen word.
  logic [Lanes-1:0]       lanes_q = '0;
  logic [Lanes-1:0][15:0] marked_q = '0;
  logic written_q = 1'b0, used_q = 1'b0, checked_q = 1'b0;
  logic row_taken;
  assign row_taken = row_valid_i && row_ready;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      m_an_operation : assume (row_op_i == RowMark || row_op_i == RowCheckRead || row_op_i == RowCheckWrite);
      if (start_valid_i && start_ready) begin
        lanes_q   <= start_lanes_i;
        marked_q  <= '0;
        written_q <= 1'b0;
        used_q    <= 1'b0;
        checked_q <= 1'b0;
      end
      if (row_taken) begin
        m_marks_first : assume (row_op_i != RowMark || !checked_q);
        if (row_op_i != RowMark) checked_q <= 1'b1;
        for (int unsigned lane = 0; lane < Lanes; lane++) begin
          if (row_op_i == RowMark && row_lanes_i[lane]) marked_q[lane][row_addr_i[lane]] <= 1'b1;
          if (row_op_i == RowCheckWrite && row_lanes_i[lane] && lanes_q[lane])
            assume (marked_q[lane][row_addr_i[lane]]);
        end
        if (row_op_i == RowMark && row_lanes_i[writer_i] && row_addr_i[writer_i] == word_i) written_q <= 1'b1;
        if (row_op_i != RowMark && row_lanes_i[user_i] && row_addr_i[user_i] == word_i) used_q <= 1'b1;
      end
      if (result_valid) begin
        a_conflict_is_found :
        assert (!(written_q && used_q && writer_i < user_i && lanes_q[writer_i] && lanes_q[user_i]) || aborts[user_i]);
        c_conflict : cover (written_q && used_q && aborts[user_i] && writer_i < user_i);
        c_none_aborts : cover (written_q && lanes_q == '1 && aborts == '0);
      end
      a_awaited_in_a_warp : assert (!row_awaited || (busy && !result_valid));
      c_row_waits : cover (row_valid_i && !row_ready && busy && checked_q);
    end
  end

endmodule

`default_nettype wire
