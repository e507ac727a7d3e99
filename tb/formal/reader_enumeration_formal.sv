// Proves for reader_enumeration, with four look-ups of blocks of four leaves, for a symbolic look-up: its leaves are
// offered after those of all earlier look-ups, each once and in order, the last one marked as such. A skip may omit
// leaves but not the last one. The look-up's block is busy until the look-up is finished.
//
// prove: abc pdr
// cover: 14
// bug: reader_enumeration/second_not_held 10
// bug: reader_enumeration/next_look_up_skipped 10

`default_nettype none

module reader_enumeration_formal
  import reader_list_pkg::*;
(
  input wire logic       clk_i,
  input wire logic       push_i,
  input wire logic [1:0] block_i,
  input wire logic [3:0] leaves_i,
  input wire logic       follow_i,   // follow this look-up
  input wire logic       ready_i,
  input wire logic       finished_i,
  input wire logic       skip_i,
  input wire logic [1:0] check_i
);

  localparam int unsigned Depth = 4;
  localparam int unsigned EntryWidth = entry_width(2, 3, 1);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic [2:0] count;
  logic step, last, busy;
  logic [1:0] step_block, step_leaf;

  reader_enumeration #(
    .BlockWidth(2),
    .IdWidth   (3),
    .LeafWidth (1),
    .Depth     (Depth)
  ) u_dut (
    .clk_i,
    .rst_ni       (rst_n),
    .push_i,
    .root_i       ({block_i, 2'(ReaderRoot), (EntryWidth - 4)'(leaves_i)}),
    .count_o      (count),
    .step_valid_o (step),
    .step_ready_i (ready_i),
    .step_block_o (step_block),
    .step_leaf_o  (step_leaf),
    .step_last_o  (last),
    .finished_i,
    .skip_i,
    .check_block_i(check_i),
    .check_busy_o (busy)
  );

  // The followed look-up; earlier look-ups that are not finished, and those with leaves still to be offered.
  logic followed_q = 1'b0, skipped_q;
  logic [1:0] block_q;
  logic [3:0] left_q, left;  // leaves of the followed look-up
  logic [2:0] ahead_q, unread_q;
  logic [2:0] held_q = '0, issued_q = '0;  // look-ups; look-ups whose last leaf has been issued
  logic begins, its_turn, its_end, taken;

  assign begins   = push_i && follow_i && !followed_q;
  assign taken    = step && ready_i;
  assign its_turn = followed_q && unread_q == '0 && left_q != '0;
  assign its_end  = followed_q && ahead_q == '0 && finished_i;
  assign left     = left_q & ~((4'd2 << step_leaf) - 4'd1);

  always_ff @(posedge clk_i) begin
    m_push : assume (!push_i || (rst_n && count < 3'(Depth) && leaves_i != '0));
    m_finished : assume (!finished_i || (rst_n && issued_q != '0));
    if (rst_n) begin
      held_q   <= held_q + 3'(push_i) - 3'(finished_i);
      issued_q <= issued_q + 3'(taken && last) - 3'(finished_i);
      if (begins) begin
        followed_q <= 1'b1;
        block_q    <= block_i;
        left_q     <= leaves_i;
        ahead_q    <= held_q - 3'(finished_i);
        unread_q   <= held_q - issued_q - 3'(taken && last);
        skipped_q  <= 1'b0;
      end else if (followed_q) begin
        skipped_q <= skipped_q || (skip_i && ahead_q == '0);
        if (its_end) followed_q <= 1'b0;
        if (finished_i) ahead_q <= ahead_q - 1'b1;
        if (taken && its_turn) left_q <= left;
        if (taken && last && unread_q != '0) unread_q <= unread_q - 1'b1;
      end
      a_count : assert (count == held_q);
      if (followed_q && check_i == block_q) a_busy : assert (busy);
      if (its_turn && step) begin
        a_its_leaf : assert (step_block == block_q && left_q[step_leaf] && last == (left == '0));
        if (!skipped_q) a_next_leaf : assert ((left_q & ((4'd1 << step_leaf) - 4'd1)) == '0);
      end
      if (its_end) a_all_offered : assert (left_q == '0);
      c_four_leaves_behind_another : cover (its_end && !skipped_q && block_q == 2'd1 && count == 3'd2);
      c_leaves_skipped : cover (its_turn && taken && last && (left_q & (left_q - 1'b1)) != '0);
    end
  end

endmodule

`default_nettype wire
