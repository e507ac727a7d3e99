// reader_list at a reduced size (2 ways of 8 rows, 4 transactions in leaves of 2), for a symbolic block and
// transaction: a look-up of the block names the transaction, once, exactly if an earlier insertion of it was accepted
// and it has not died since. When both transactions of a leaf are dead, others may have their ids, in the next
// generation. Block 0 gets `warm_i` readers first. Operations follow each other back to back, also
// during passes. Bounded from reset on; reader_list_atomic_formal and reader_list_step_formal prove parts of this
// without a bound.
//
// bound: abc bmc3 28
// cover: 15
// bug: ram_1r1w_fwd/no_forwarding abc bmc3 21
// bug: reader_match/plain_not_forwarded abc bmc3 21
// bug: reader_update/old_readers_stay abc bmc3 28

`default_nettype none

module reader_list_formal (
  input wire logic       clk_i,
  input wire logic       block_i,      // the symbolic block and transaction: constant
  input wire logic [1:0] id_i,
  input wire logic [2:0] warm_i,       // constant
  input wire logic       op_valid_i,
  input wire logic       op_insert_i,
  input wire logic       op_block_i,
  input wire logic [1:0] op_id_i,
  input wire logic [3:0] kill_i,       // ids that die, while no operation is in flight
  input wire logic       reclaim_i,
  input wire logic [1:0] advance_i,    // leaves that get their next generation, while no operation is in flight
  input wire logic       skip_i        // no leaf has so many readers that one is omitted
);

  localparam int unsigned Depth = 4;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  // The first operations.
  logic [2:0] warm_q = '0, readers_q;
  logic warmed, op_valid, op_insert, op_block;
  logic [1:0] op_id;

  assign warmed    = warm_q == warm_i;
  assign op_valid  = !warmed || op_valid_i;
  assign op_insert = !warmed || op_insert_i;
  assign op_block  = warmed && op_block_i;
  assign op_id     = warmed ? op_id_i : warm_q[1:0];

  logic op_ready, rsp_valid, rsp_last, rsp_reader, rsp_overflow, reclaiming, busy;
  logic [1:0] rsp_id;
  logic [4:0] used;
  logic [3:0] dead_q = '0;
  logic [1:0] gen_q = '0;

  reader_list #(
    .Ways        (2),
    .Rows        (8),
    .BlockWidth  (1),
    .IdWidth     (2),
    .LeafWidth   (1),
    .GenWidth    (1),
    .MaxMoves    (2),
    .ReclaimShare(2),
    .Passes      (1)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .op_valid_i     (op_valid),
    .op_ready_o     (op_ready),
    .op_insert_i    (op_insert),
    .op_block_i     (op_block),
    .op_id_i        (op_id),
    .rsp_valid_o    (rsp_valid),
    .rsp_ready_i    (1'b1),
    .rsp_last_o     (rsp_last),
    .rsp_reader_o   (rsp_reader),
    .rsp_overflow_o (rsp_overflow),
    .rsp_id_o       (rsp_id),
    .rsp_skip_i     (skip_i),
    .dead_i         (dead_q),
    .gen_i          (gen_q),
    .reclaim_i,
    .reclaiming_o   (reclaiming),
    .used_o         (used),
    .busy_o         (busy),
    .memory_errors_o(),
    .memory_report_o()
  );

  // Unanswered operations, oldest first, as far as they matter.
  typedef struct packed {
    logic insert;
    logic block;  // block of the operation is the symbolic one
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
    readers_q <= warm_i;
    assume (warm_i <= 3'd4);
    if (past_q) assume (block_q == block_i && id_q == id_i && readers_q == warm_i);
    if (taken && !warmed) warm_q <= warm_q + 1'b1;
    if (op_valid_i && op_insert_i) assume (!dead_q[op_id_i]);
    assume (!op_valid_i || (warmed && count_q < 3'd2 && !(reclaimed_q && idle)));
    assume (kill_i == '0 || (idle && warmed && !op_valid_i && !reclaim_i && !reclaimed_q));
    assume (!reclaim_i || (idle && warmed && !op_valid_i && !reclaimed_q));
    for (int unsigned leaf = 0; leaf < 2; leaf++) begin
      assume (!advance_i[leaf] || (idle && warmed && !op_valid_i && !reclaim_i && !reclaimed_q && kill_i == '0 &&
                                   dead_q[2*leaf+:2] == '1 && !gen_q[leaf]));
    end
  end

  // The user holds an operation until it is taken.
  logic       held_q = 1'b0;
  logic [3:0] held_op_q;

  always_ff @(posedge clk_i) begin
    held_q    <= rst_n && op_valid && !op_ready;
    held_op_q <= {op_insert, op_block, op_id};
    if (held_q) m_held : assume (op_valid && {op_insert, op_block, op_id} == held_op_q);
  end

  logic member_q = 1'b0;  // the symbolic transaction is a reader of the symbolic block
  logic named_q = 1'b0;   // the current look-up has named it
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

    // After a reclaim pass the dead ids are reused.
    dead_q <= dead_q | kill_i;
    for (int unsigned leaf = 0; leaf < 2; leaf++) begin
      if (advance_i[leaf]) begin
        gen_q[leaf]       <= 1'b1;
        dead_q[2*leaf+:2] <= '0;
        if (id_i[1] == 1'(leaf)) member_q <= 1'b0;
      end
    end
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
      c_overlap : cover (reclaiming && count_q == 3'd2);
    end
  end

endmodule

`default_nettype wire
