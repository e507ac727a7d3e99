// Proves for reader_answers, with four look-ups of blocks of four leaves, for a symbolic look-up: its leaves are
// requested after those of all earlier look-ups, each once and in order, the last one marked as such. A skip of the
// oldest look-up may omit leaves but not the last one. The look-up's block is busy until the look-up is finished. The
// answers, and the room for them, are reader_answers_test's: here entries come at any time.
//
// leave: *u_answers*
// leave: *u_leaves*
// leave: *u_leaf_id*
// leave: *u_rsp*
// leave: *u_check_rsp*
// leave: *a_room*
// prove: abc pdr
// cover: 16
// bug: reader_answers/second_not_held 10
// bug: reader_answers/next_look_up_skipped 12

`default_nettype none

module reader_answers_formal
  import reader_list_pkg::*;
(
  input wire logic       clk_i,
  input wire logic       answer_i,
  input wire logic       has_root_i,
  input wire logic [1:0] block_i,
  input wire logic [3:0] leaves_i,
  input wire logic       follow_i,  // follow this look-up
  input wire logic       issue_i,
  input wire logic       leaf_valid_i,
  input wire logic       last_i,
  input wire logic       has_leaf_i,
  input wire logic [2:0] leaf_i,    // leaf's number; a reader
  input wire logic       rsp_ready_i,
  input wire logic       rsp_skip_i,
  input wire logic [1:0] check_i
);

  localparam int unsigned LookUps = 4;
  localparam int unsigned EntryWidth = entry_width(2, 3, 1, 1);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic push, finished, request, last, busy;
  logic [1:0] leaf_block, leaf_number;

  assign push     = answer_i && has_root_i;
  assign finished = leaf_valid_i && last_i;

  reader_answers #(
    .BlockWidth(2),
    .IdWidth   (3),
    .LeafWidth (1),
    .GenWidth  (1),
    .LookUps   (LookUps),
    .Ahead     (1)
  ) u_dut (
    .clk_i,
    .rst_ni        (rst_n),
    .op_room_o     (),
    .answer_i,
    .overflow_i    (1'b0),
    .has_plain_i   (1'b0),
    .plain_i       ('0),
    .has_root_i,
    .root_i        ({block_i, 2'(ReaderRoot), (EntryWidth - 4)'(leaves_i)}),
    .leaf_request_o(request),
    .leaf_issue_i  (issue_i && request),
    .leaf_block_o  (leaf_block),
    .leaf_number_o (leaf_number),
    .leaf_last_o   (last),
    .leaf_valid_i,
    .has_leaf_i,
    .leaf_i        ({block_i, 2'(ReaderLeaf), (EntryWidth - 4)'({leaf_i[2:1], 1'b0, leaf_i[0]})}),
    .last_i,
    .enumerating_o (),
    .check_block_i (check_i),
    .check_busy_o  (busy),
    .dead_i        ('0),
    .gen_i         ('0),
    .rsp_valid_o   (),
    .rsp_ready_i,
    .rsp_last_o    (),
    .rsp_reader_o  (),
    .rsp_overflow_o(),
    .rsp_id_o      (),
    .rsp_skip_i,
    .busy_o        (),
    .errors_o      ()
  );

  // The followed look-up; earlier look-ups that are not finished, and those with leaves still to be offered.
  logic followed_q = 1'b0, skipped_q;
  logic [1:0] block_q;
  logic [3:0] left_q, left;  // leaves of the followed look-up
  logic [2:0] ahead_q, unread_q;
  logic [2:0] held_q = '0, issued_q = '0;  // look-ups; those with the last leaf issued
  logic begins, its_turn, its_end, taken;

  assign begins   = push && follow_i && !followed_q;
  assign taken    = request && issue_i;
  assign its_turn = followed_q && unread_q == '0 && left_q != '0;
  assign its_end  = followed_q && ahead_q == '0 && finished;
  assign left     = left_q & ~((4'd2 << leaf_number) - 4'd1);

  always_ff @(posedge clk_i) begin
    m_push : assume (!push || (rst_n && u_dut.count_q < 3'(LookUps) && leaves_i != '0));
    m_finished : assume (!finished || (rst_n && issued_q != '0));
    if (rst_n) begin
      held_q   <= held_q + 3'(push) - 3'(finished);
      issued_q <= issued_q + 3'(taken && last) - 3'(finished);
      if (begins) begin
        followed_q <= 1'b1;
        block_q    <= block_i;
        left_q     <= leaves_i;
        ahead_q    <= held_q - 3'(finished);
        unread_q   <= held_q - issued_q - 3'(taken && last);
        skipped_q  <= 1'b0;
      end else if (followed_q) begin
        skipped_q <= skipped_q || (u_dut.skip_leaves && ahead_q == '0);
        if (its_end) followed_q <= 1'b0;
        if (finished) ahead_q <= ahead_q - 1'b1;
        if (taken && its_turn) left_q <= left;
        if (taken && last && unread_q != '0) unread_q <= unread_q - 1'b1;
      end
      a_count : assert (u_dut.count_q == held_q);
      if (followed_q && check_i == block_q) a_busy : assert (busy);
      if (its_turn && request) begin
        a_its_leaf : assert (leaf_block == block_q && left_q[leaf_number] && last == (left == '0));
        if (!skipped_q) a_next_leaf : assert ((left_q & ((4'd1 << leaf_number) - 4'd1)) == '0);
      end
      if (its_end) a_all_offered : assert (left_q == '0);
      c_four_leaves_behind_another : cover (its_end && !skipped_q && block_q == 2'd1 && held_q == 3'd2);
      c_leaves_skipped : cover (its_turn && taken && last && (left_q & (left_q - 1'b1)) != '0);
    end
  end

endmodule

`default_nettype wire
