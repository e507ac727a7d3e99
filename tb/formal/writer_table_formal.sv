// Proves for writer_table, with 2 parts of 1 way and 2 rows, 4 ids in 2 groups, 2 blocks and any initial contents of the
// memories: an operation's answer names a symbolic transaction, once, exactly if it has become a writer of a symbolic
// block before and lives, whatever other operations and passes do; one that was dead when the table rested is not named.
//
// Generations do not change: ids are not used again. At most four operations are under way.
//
// bound: abc bmc3 19
// cover: 24
// bug: writer_table/own_forgotten abc bmc3 19
// bug: writer_table/write_behind_missed abc bmc3 19
// bug: writer_table/wrong_part abc bmc3 19

`default_nettype none

module writer_table_formal (
  input wire logic       clk_i,
  input wire logic       op_valid_i,
  input wire logic       op_insert_i,
  input wire logic       op_block_i,
  input wire logic [1:0] op_id_i,
  input wire logic       rsp_ready_i,
  input wire logic [3:0] dies_i,       // transactions that end
  input wire logic       reclaim_i,
  input wire logic       block_i,      // block, constant
  input wire logic [1:0] id_i          // transaction, constant
);

  localparam int unsigned Writers = 2;
  localparam int unsigned Most = 4;  // operations under way

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic [3:0] dead_q = '0;
  logic op_ready, rsp_valid, rsp_overflow, reclaiming, busy;
  logic [Writers-1:0] rsp_writer;
  logic [Writers-1:0][1:0] rsp_id;
  logic [2:0] used;

  writer_table #(
    .Parts       (2),
    .Ways        (1),
    .Rows        (2),
    .BlockWidth  (1),
    .IdWidth     (2),
    .GroupWidth  (1),
    .GenWidth    (1),
    .ReclaimShare(2),
    .Passes      (1)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .op_valid_i,
    .op_ready_o     (op_ready),
    .op_insert_i,
    .op_block_i,
    .op_id_i,
    .rsp_valid_o    (rsp_valid),
    .rsp_ready_i,
    .rsp_overflow_o (rsp_overflow),
    .rsp_writer_o   (rsp_writer),
    .rsp_id_o       (rsp_id),
    .dead_i         (dead_q),
    .gen_i          ('0),
    .reclaim_i      (reclaim_i && !reclaiming),
    .reclaiming_o   (reclaiming),
    .used_o         (used),
    .busy_o         (busy),
    .memory_errors_o(),
    .memory_report_o()
  );

  stream_assume #(
    .Width(4)
  ) u_assume_op (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(op_valid_i),
    .ready_i(op_ready),
    .data_i ({op_insert_i, op_block_i, op_id_i})
  );

  logic block_q;
  logic [1:0] id_q;
  always_ff @(posedge clk_i) begin
    block_q <= block_i;
    id_q    <= id_i;
    if (rst_n) m_chosen_once : assume (block_i == block_q && id_i == id_q);
  end

  // Operations under way, the oldest first: of the block; an insertion of the transaction; it was dead, with the table at rest
  typedef struct packed {
    logic of_block;
    logic inserts;
    logic dead;
  } op_t;
  op_t [Most-1:0] op_q, op_d;
  logic [3:0] count_q = '0, count_d;
  logic writer_q = 1'b0;  // the transaction is a writer of the block
  logic accepted, answered;
  assign accepted = op_valid_i && op_ready;
  assign answered = rsp_valid && rsp_ready_i;

  always_comb begin
    op_d    = op_q;
    count_d = count_q;
    if (answered) begin
      op_d    = op_q >> $bits(op_t);
      count_d = count_q - 1'b1;
    end
    if (accepted) begin
      op_d[count_d[1:0]] = '{
          of_block: op_block_i == block_i,
          inserts: op_insert_i && op_id_i == id_i,
          dead: dead_q[id_i] && !busy
      };
      count_d++;
    end
  end

  logic [Writers-1:0] named;
  always_comb begin
    for (int unsigned i = 0; i < Writers; i++) named[i] = rsp_writer[i] && rsp_id[i] == id_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      op_q    <= op_d;
      count_q <= count_d;
      dead_q  <= dead_q | dies_i;
      m_room : assume (!op_valid_i || count_q < 4'(Most));
      // The dead insert nothing, and an insertion that waits for its answer keeps its transaction alive.
      m_inserts_alive : assume (!(op_valid_i && op_insert_i && dead_q[op_id_i]));
      for (int unsigned i = 0; i < Most; i++) begin
        if (4'(i) < count_q && op_q[i].inserts) assume (!dies_i[id_i]);
      end
      if (op_valid_i && op_insert_i) m_alive : assume (!dies_i[op_id_i]);

      if (answered) begin
        a_asked : assert (count_q != '0);
        a_named_once : assert ((named & (named - 1'b1)) == '0);
        if (op_q[0].of_block) begin
          if (!dead_q[id_i]) a_named : assert (|named == writer_q);
          if (op_q[0].dead || !writer_q) a_not_named : assert (named == '0);
          if (op_q[0].inserts && !rsp_overflow) writer_q <= 1'b1;
          if (op_q[0].inserts && writer_q) a_own_is_no_overflow : assert (!rsp_overflow);
          c_other_part : cover (named != '0 && rsp_writer == '1);
          c_overflow : cover (op_q[0].inserts && rsp_overflow);
          c_dead : cover (op_q[0].dead && writer_q);
        end
      end
    end
  end

endmodule

`default_nettype wire
