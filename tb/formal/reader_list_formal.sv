// A reader_list at a reduced size (2 ways of 4 rows, 4 transactions in leaves of 2), and state for a symbolic block and
// transaction: a look-up of the block names the transaction, once, exactly if an earlier insertion of it was accepted
// and it has not died since. With `warm_i` a block gets three readers first.
//
// Overlap: an operation may follow another, and during passes; else they come one at a time.
//
// The depth without overlap reaches deaths, passes, a promotion and the look-up of its leaves; relocation and overflow are
// reader_list_test's.
//
// bound: abc bmc3 28
// cover: 34
// bug: reader_filter/last_plain_kept abc bmc3 24
// bug: ram_1r1w_fwd/no_forwarding abc bmc3 24
//
// with: overlap Overlap=1
// bound: abc bmc3 18
// cover: 24
// bug: ram_1r1w_fwd/no_forwarding abc bmc3 18

`default_nettype none

module reader_list_formal #(
  parameter bit Overlap = 1'b0
) (
  input wire logic       clk_i,
  input wire logic       block_i,      // the symbolic block and transaction: constant
  input wire logic [1:0] id_i,
  input wire logic       warm_i,       // constant
  input wire logic       op_valid_i,
  input wire logic       op_insert_i,
  input wire logic       op_block_i,
  input wire logic [1:0] op_id_i,
  input wire logic [3:0] kill_i,       // these die, when nothing is under way
  input wire logic       reclaim_i
);

  localparam int unsigned Depth = 4;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  // The first three operations of a warm start, one after the other.
  logic [1:0] warm_q = '0;
  logic warmed, warm_q1, op_valid, op_insert, op_block;
  logic [1:0] op_id;

  assign warmed    = !warm_i || warm_q == 2'd3;
  assign op_valid  = !warmed || op_valid_i;
  assign op_insert = !warmed || op_insert_i;
  assign op_block  = warmed && op_block_i;
  assign op_id     = warmed ? op_id_i : warm_q;

  logic op_ready, rsp_valid, rsp_last, rsp_reader, rsp_overflow, reclaiming, busy;
  logic [1:0] rsp_id;
  logic [3:0] used;
  logic [3:0] dead_q = '0;

  reader_list #(
    .Ways        (2),
    .Rows        (4),
    .BlockWidth  (1),
    .IdWidth     (2),
    .LeafWidth   (1),
    .MaxMoves    (2),
    .ReclaimShare(2)
  ) u_dut (
    .clk_i,
    .rst_ni        (rst_n),
    .op_valid_i    (op_valid),
    .op_ready_o    (op_ready),
    .op_insert_i   (op_insert),
    .op_block_i    (op_block),
    .op_id_i       (op_id),
    .rsp_valid_o   (rsp_valid),
    .rsp_ready_i   (1'b1),
    .rsp_last_o    (rsp_last),
    .rsp_reader_o  (rsp_reader),
    .rsp_overflow_o(rsp_overflow),
    .rsp_id_o      (rsp_id),
    .dead_i        (dead_q),
    .reclaim_i,
    .reclaiming_o  (reclaiming),
    .used_o        (used),
    .busy_o        (busy)
  );

  // The operations that are not answered yet, oldest first, as far as they matter.
  typedef struct packed {
    logic insert;
    logic block;  // the symbolic one
    logic id;
  } op_t;

  op_t  [Depth-1:0] ops_q = '0;
  logic [2:0]       count_q = '0;
  logic taken, answered;
  logic idle;

  assign taken    = op_valid && op_ready && rst_n;
  assign answered = rsp_valid && rsp_last && rst_n;
  assign idle     = !busy && count_q == '0 && !reclaiming && rst_n;

  logic       reclaimed_q = 1'b0;  // a reclaim pass ran
  logic       block_q;
  logic [1:0] id_q;
  logic       past_q = 1'b0;

  always_ff @(posedge clk_i) begin
    past_q  <= 1'b1;
    block_q <= block_i;
    id_q    <= id_i;
    warm_q1 <= warm_i;
    if (past_q) assume (block_q == block_i && id_q == id_i && warm_q1 == warm_i);
    if (taken && !warmed) warm_q <= warm_q + 1'b1;
    if (op_valid_i && op_insert_i) assume (!dead_q[op_id_i]);
    assume (!op_valid_i || (warmed && (idle || (Overlap && count_q < 3'd2)) && !(reclaimed_q && idle)));
    assume (kill_i == '0 || (idle && warmed && !op_valid_i && !reclaim_i && !reclaimed_q));
    assume (!reclaim_i || (idle && warmed && !op_valid_i && !reclaimed_q));
  end

  // The user keeps an operation up until it is taken.
  logic       held_q = 1'b0;
  logic [3:0] held_op_q;

  always_ff @(posedge clk_i) begin
    held_q    <= rst_n && op_valid && !op_ready;
    held_op_q <= {op_insert, op_block, op_id};
    if (held_q) m_held : assume (op_valid && {op_insert, op_block, op_id} == held_op_q);
  end

  logic member_q = 1'b0;  // the symbolic transaction is a reader of the symbolic block
  logic named_q = 1'b0;   // by the look-up that is being answered
  logic names;

  assign names = rsp_valid && rsp_reader && rsp_id == id_i && rst_n;

  always_ff @(posedge clk_i) begin
    count_q <= count_q + 3'(taken) - 3'(answered);
    if (answered) ops_q <= ops_q >> $bits(op_t);
    for (int unsigned i = 0; i < Depth; i++) begin
      if (taken && 3'(i) == count_q - 3'(answered)) begin
        ops_q[i] <= '{insert: op_insert, block: op_block == block_i, id: op_id == id_i};
      end
    end

    if (names) named_q <= 1'b1;
    if (answered) named_q <= 1'b0;
    if (answered && ops_q[0].insert && ops_q[0].block && ops_q[0].id && !rsp_overflow) member_q <= 1'b1;

    // After a reclaim pass the dead ids are used again.
    dead_q <= dead_q | kill_i;
    if (reclaim_i && idle) reclaimed_q <= 1'b1;
    if (reclaimed_q && idle) begin
      reclaimed_q <= 1'b0;
      dead_q  <= '0;
      if (dead_q[id_i]) member_q <= 1'b0;
    end

    if (rst_n) begin
      if (rsp_valid) a_answer_to_something : assert (count_q != '0);
      if (rsp_valid && rsp_overflow) a_no_overflow_by_a_member : assert (!(ops_q[0].block && ops_q[0].id && member_q));
      if (names && ops_q[0].block) begin
        a_named_once : assert (!named_q);
        a_named_is_member : assert (member_q && !dead_q[id_i] && !ops_q[0].insert);
      end
      if (answered && !ops_q[0].insert && ops_q[0].block && member_q && !dead_q[id_i]) begin
        a_member_is_named : assert (named_q || names);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (!Overlap) c_fourth_reader : cover (names && ops_q[0].block && warm_i && id_i == 2'd3);
      if (Overlap) c_overlap : cover (reclaiming && count_q == 3'd2);
      c_third_reader : cover (names && ops_q[0].block && id_i == 2'd2 && rsp_last);
      c_reused_after_reclaim : cover (reclaimed_q && idle && dead_q[id_i] && member_q);
    end
  end

endmodule

`default_nettype wire
