// Proves for reference_counts, with 2 rows of 2 words and counts of 2 bits: the counts of a symbolic row are those of the
// operations so far, at their limits; an announcement has the state when its turn came, and not the one announced last; and
// at rest the state announced last is that of the counts, so no change is lost.
//
// prove: abc pdr
// cover: 24
// bug: reference_counts/added_when_full abc bmc3 24
// bug: reference_counts/removed_at_zero abc bmc3 24
// bug: reference_counts/state_of_the_change abc bmc3 24
// bug: reference_counts/announced_again abc bmc3 24
// bug: reference_counts/change_lost abc bmc3 24
// bug: ram_1r1w_fwd/no_forwarding abc bmc3 24

`default_nettype none

module reference_counts_formal (
  input wire logic       clk_i,
  input wire logic       op_valid_i,
  input wire logic       op_add_i,
  input wire logic [2:0] op_addr_i,
  input wire logic       row_ready_i,
  input wire logic       watched_i     // row, constant
);

  localparam int unsigned Words = 2;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic op_ready, row_valid, row, busy;
  logic [Words-1:0] row_words;

  reference_counts #(
    .Rows        (2),
    .Words       (Words),
    .CounterWidth(2),
    .AddrWidth   (3)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .op_valid_i,
    .op_ready_o     (op_ready),
    .op_add_i,
    .op_addr_i,
    .row_valid_o    (row_valid),
    .row_ready_i,
    .row_o          (row),
    .row_words_o    (row_words),
    .memory_report_o(),
    .busy_o         (busy)
  );

  stream_assume #(
    .Width(4)
  ) u_assume_op (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(op_valid_i),
    .ready_i(op_ready),
    .data_i ({op_add_i, op_addr_i})
  );

  logic watched_q;
  always_ff @(posedge clk_i) begin
    watched_q <= watched_i;
    if (rst_n) m_chosen_once : assume (watched_i == watched_q);
  end

  // Counts of the row's words: two lines share it, whose bits have its number as their exclusive or.
  logic [Words-1:0][1:0] count_q = '0;
  logic [Words-1:0] used, used_d1_q, used_d2_q;
  logic [Words-1:0] told_q = '0;  // announced last
  logic was_valid_q = 1'b0;

  always_comb begin
    for (int unsigned word = 0; word < Words; word++) used[word] = count_q[word] != '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (op_valid_i && op_ready && ^op_addr_i[2:1] == watched_i) begin
        if (op_add_i && count_q[op_addr_i[0]] != '1) count_q[op_addr_i[0]] <= count_q[op_addr_i[0]] + 1'b1;
        if (!op_add_i && count_q[op_addr_i[0]] != '0) count_q[op_addr_i[0]] <= count_q[op_addr_i[0]] - 1'b1;
      end
      // An offer follows its turn after two cycles.
      used_d1_q   <= used;
      used_d2_q   <= used_d1_q;
      was_valid_q <= row_valid && !row_ready_i;
      if (row_valid && row == watched_i) begin
        if (!was_valid_q) a_state_at_its_turn : assert (row_words == used_d2_q);
        a_something_new : assert (row_words != told_q);
        if (row_ready_i) told_q <= row_words;
        c_both_words : cover (row_words == '1);
        c_cleared : cover (row_words == '0);
      end
      if (!busy) begin
        a_nothing_is_lost : assert (told_q == used);
        c_full_at_rest : cover (count_q[0] == '1 && told_q == 2'b11);
      end
    end
  end

endmodule

`default_nettype wire
