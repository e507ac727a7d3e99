// Writer table (ISCA 2017 paper, sections 4.2 and 4.3): the transactions that write each block, the running one
// and those that committed while a transaction that may depend on them still runs. So a block may have several.
//
// Each block has one row of Ways entries in each of Parts sub-tables, each with its hash function. An insertion takes
// the first free entry of the row with the most free ones; without any it reports overflow and changes nothing. Unlike
// relocation this always takes one cycle; the price is the load at which it overflows (docs/snapshot/tables.md).
//
// Writers leave when they are dead, and reclaim passes free their entries, as in reader_list: dead_i takes
// effect on each operation that is accepted while busy_o is low, and on others at once or later; a transaction
// that was dead from before the first cycle of Passes passes to the last, is in no entry after them; an entry of
// another generation than its group's present one (gen_i) is dead. The first row of a pass waits for the operations that were accepted before, because a writer may have died since.
// A pass is no work of busy_o: the clock may stop while busy_o and reclaiming_o are low.
//
// Every operation is a look-up; its answer has the block's writers before it. Answers come in order.
//
// The pipeline reads an operation's rows, compares, looks up the dead, decides and writes in a cycle each
// or more, and never stalls. Writes during these cycles are forwarded into the rows that have been read.
//
// Latency:    seven cycles to an answer.
// Throughput: one operation each cycle, each sees the effect of all earlier ones; one cycle in ReclaimShare goes to a
//             reclaim pass, more when there are no operations. After reset, and for Rows cycles, operations wait while the
//             rows are emptied.
//
// Storage with the default sizes: 3000 entries of 44 bits, 16 kB; the paper's 40 bits leave no code for a free entry.
//
// Parts (2 or more), Ways (1 or more): their product is the most writers of a block. Rows: of a sub-table,
// 2 or more. BlockWidth, IdWidth: bits. GroupWidth: log2 of the ids of a group. ReclaimShare: 2 or more. Passes: to visit all rows, 1 to Rows.
// Protection: of ecc_pkg; after a word that could not be corrected, no answer leaves (docs/protection.md).

`include "gputm_assert.svh"

`default_nettype none

module writer_table #(
  parameter int unsigned Parts        = 3,                        // sub-tables, 2 or more
  parameter int unsigned Ways         = 4,                        // ways of a row, 1 or more
  parameter int unsigned Rows         = 250,
  parameter int unsigned BlockWidth   = snapshot_pkg::BlockBits,  // bits of a block's number
  parameter int unsigned IdWidth      = snapshot_pkg::TxnBits,    // bits of a transaction's id
  parameter int unsigned GroupWidth   = 5,                        // log2 of the ids of a group, 1 or more
  parameter int unsigned GenWidth     = snapshot_pkg::GenBits,    // bits of a group's generation
  parameter int unsigned ReclaimShare = 16,                       // a pass takes one cycle out of so many, 2 or more
  parameter int unsigned Passes       = 8,                        // reclaim passes that visit all rows, 1 to Rows
  parameter int unsigned Protection   = 0,                        // of memories: none, parity, or correction (ecc_pkg)

  localparam int unsigned Writers   = Parts * Ways,
  localparam int unsigned Groups    = 2 ** (IdWidth - GroupWidth),
  localparam int unsigned UsedWidth = $clog2(Writers * Rows + 1),
  localparam int unsigned Memories  = Parts + 1
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,

  input  wire logic                            op_valid_i,
  output      logic                            op_ready_o,
  input  wire logic                            op_insert_i,     // op_id_i becomes a writer of the block
  input  wire logic [BlockWidth-1:0]           op_block_i,  // number of the block
  input  wire logic [IdWidth-1:0]              op_id_i,         // insertion: must not be dead

  output      logic                            rsp_valid_o,
  input  wire logic                            rsp_ready_i,
  output      logic                            rsp_overflow_o,  // insertion: no room, op_id_i is not a writer
  output      logic [Writers-1:0]              rsp_writer_o,    // entries of rsp_id_o that are writers of the block
  output      logic [Writers-1:0][IdWidth-1:0] rsp_id_o,  // as many writers as a block can have

  input  wire logic [2**IdWidth-1:0]           dead_i,          // transactions that are not writers any more
  input  wire logic [Groups-1:0][GenWidth-1:0] gen_i,           // present generation of each group of ids
  input  wire logic                            reclaim_i,         // starts a pass, while reclaiming_o is low
  output      logic                            reclaiming_o,  // a pass is in progress

  output      logic [UsedWidth-1:0]            used_o,          // entries in use, including those of the dead
  output      logic                            busy_o,          // an operation is in progress, or rows are emptied

  // With Protection
  output      ecc_pkg::ram_error_t [Memories-1:0] memory_errors_o,  // sub-tables, answers: for a unit around it
  output      ecc_pkg::ram_report_t            memory_report_o  // errors since reset
);

  localparam int unsigned RowWidth = $clog2(Rows);
  localparam int unsigned TagWidth = GenWidth + IdWidth;  // {generation, id}
  localparam int unsigned Part = (Rows + Passes - 1) / Passes;  // rows of a pass
  localparam int unsigned FreeWidth = $clog2(Ways + 1);
  localparam int unsigned ShareWidth = $clog2(ReclaimShare);
  localparam int unsigned WriteStages = 5;  // from A to F
  localparam int unsigned Answers = 16;  // waiting answers, including those in flight
  localparam int unsigned OutWidth = $clog2(Answers + 1);

  localparam bit [9:0] Legal = {
    param_pkg::in_range("writer_table: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::in_range("writer_table: Parts", Parts, 2, 16, 1),
    param_pkg::in_range("writer_table: Ways", Ways, 1, 16, 1),
    param_pkg::in_range("writer_table: Rows", Rows, 2, 65536, 1),
    param_pkg::in_range("writer_table: BlockWidth", BlockWidth, 1, 64, 1),
    param_pkg::in_range("writer_table: IdWidth", IdWidth, GroupWidth + 1, 16, 1),
    param_pkg::in_range("writer_table: GroupWidth", GroupWidth, 1, IdWidth - 1, 1),
    param_pkg::in_range("writer_table: GenWidth", GenWidth, 1, 8, 1),
    param_pkg::in_range("writer_table: ReclaimShare", ReclaimShare, 2, 1024, 1),
    param_pkg::in_range("writer_table: Passes", Passes, 1, Rows, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef logic [RowWidth-1:0] row_t;

  typedef struct packed {
    logic                  valid;
    logic [BlockWidth-1:0] block;
    logic [TagWidth-1:0]   tag;
  } entry_t;

  typedef struct packed {
    logic                  insert;
    logic [BlockWidth-1:0] block;
    logic [TagWidth-1:0]   tag;
  } op_t;

  typedef struct packed {
    logic             reclaim;  // the pass visits these rows, else an operation
    op_t              op;
    row_t [Parts-1:0] rows;
  } item_t;

  // Properties of an entry for an operation
  typedef struct packed {
    logic               valid;
    logic               fresh;  // written since it was read, so that its transaction is live
    logic               match;  // of the operation's block
    logic               own;    // and of its transaction
    logic [IdWidth-1:0] id;
  } slot_t;

  typedef struct packed {
    logic                            overflow;
    logic [Writers-1:0]              writer;
    logic [Writers-1:0][IdWidth-1:0] id;
  } rsp_t;

  // Stage A: the operation waits with its rows until there is room for its answer.
  logic [OutWidth-1:0] out_q;  // operations issued with answers that have not been taken
  logic initialising_q, a_valid_q, a_issue, room_q, take;
  op_t a_op_q;
  row_t [Parts-1:0] a_rows_q, hash_rows;

  assign op_ready_o = !initialising_q && (!a_valid_q || a_issue);
  assign take       = op_valid_i && op_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) a_valid_q <= 1'b0;
    else if (take || a_issue) a_valid_q <= take;
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      a_op_q   <= '{insert: op_insert_i, block: op_block_i, tag: {gen_i[op_id_i[IdWidth-1:GroupWidth]], op_id_i}};
      a_rows_q <= hash_rows;
    end
  end

  // Reclaim pass: the next row, and its turn. The rows are emptied after reset with the same counter.
  logic reclaiming_q, rows_left_q, reclaim_issue, reclaim_last, pass_in_flight, g_pass_q;
  row_t reclaim_row_q, pass_last_q;
  logic [ShareWidth-1:0] share_q;  // operations since the pass's last row
  logic [WriteStages:0]  older_q;  // cycles until operations accepted before the pass have been written, one-hot

  assign reclaiming_o  = reclaiming_q;
  assign busy_o        = initialising_q || a_valid_q || out_q != '0;
  assign reclaim_last  = reclaim_row_q == row_t'(Rows - 1);
  assign reclaim_issue = rows_left_q && older_q[0] && (!a_valid_q || share_q == ShareWidth'(ReclaimShare - 1));
  assign a_issue       = a_valid_q && room_q && !reclaim_issue;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      initialising_q <= 1'b1;
      reclaiming_q   <= 1'b0;
      rows_left_q    <= 1'b0;
      reclaim_row_q  <= '0;
      pass_last_q    <= row_t'(Rows - 1);
      share_q        <= '0;
      older_q        <= '0;
    end else begin
      if (reclaim_last) initialising_q <= 1'b0;
      if (!reclaiming_q && reclaim_i) begin
        if (pass_last_q == row_t'(Rows - 1)) pass_last_q <= row_t'(Part - 1);
        else pass_last_q <= pass_last_q >= row_t'(Rows - Part) ? row_t'(Rows - 1) : pass_last_q + row_t'(Part);
      end
      if (!reclaiming_q) begin
        reclaiming_q <= reclaim_i;
        rows_left_q  <= reclaim_i;
      end else if (!rows_left_q && !pass_in_flight) begin
        reclaiming_q <= 1'b0;
      end
      if (reclaim_issue || initialising_q) reclaim_row_q <= reclaim_last ? '0 : reclaim_row_q + 1'b1;
      if (reclaim_issue && reclaim_row_q == pass_last_q) rows_left_q <= 1'b0;
      if (!reclaiming_q) older_q <= (WriteStages + 1)'(1'b1) << WriteStages;
      else if (!older_q[WriteStages] || !a_valid_q || a_issue) older_q <= older_q[0] ? older_q : older_q >> 1;
      if (reclaim_issue || !rows_left_q || !older_q[0]) share_q <= '0;
      else if (a_issue) share_q <= share_q + 1'b1;
    end
  end

  // Stages B to F, which never stall: B the rows are there, C blocks are compared, the dead are looked up in C
  // and D, E decides, F writes. Stage F's write is forwarded to the entries that stages B to E have read before.
  item_t a_item, b_q, c_q, d_q, e_q, f_q;
  logic b_valid_q, c_valid_q, d_valid_q, e_valid_q, f_valid_q;
  logic [Parts-1:0][Ways-1:0] f_write_q;
  entry_t f_entry_q;  // all zero: the entry is freed
  logic [Parts-1:0] b_same_q, c_same_q, d_same_q, e_same_q;  // rows equal those of stage F
  logic d_block_q, e_block_q;  // the block equals that of stage F
  logic d_tag_q, e_tag_q;  // the transaction equals that of stage F, too

  assign a_item = '{reclaim: reclaim_issue, op: a_op_q, rows: reclaim_issue ? {Parts{reclaim_row_q}} : a_rows_q};
  // With the cycle in which entries are counted
  assign pass_in_flight = (b_valid_q && b_q.reclaim) || (c_valid_q && c_q.reclaim) || (d_valid_q && d_q.reclaim) ||
                          (e_valid_q && e_q.reclaim) || (f_valid_q && f_q.reclaim) || g_pass_q;

  function automatic logic [Parts-1:0] equal(row_t [Parts-1:0] rows, row_t [Parts-1:0] others);
    for (int unsigned part = 0; part < Parts; part++) equal[part] = rows[part] == others[part];
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {b_valid_q, c_valid_q, d_valid_q, e_valid_q, f_valid_q, g_pass_q} <= '0;
    end else begin
      b_valid_q <= a_issue || reclaim_issue;
      c_valid_q <= b_valid_q;
      d_valid_q <= c_valid_q;
      e_valid_q <= d_valid_q;
      f_valid_q <= e_valid_q;
      g_pass_q  <= f_valid_q && f_q.reclaim;
    end
  end

  always_ff @(posedge clk_i) begin
    b_q       <= a_item;
    c_q       <= b_q;
    d_q       <= c_q;
    e_q       <= d_q;
    f_q       <= e_q;
    b_same_q  <= equal(a_item.rows, e_q.rows);
    c_same_q  <= equal(b_q.rows, e_q.rows);
    d_same_q  <= equal(c_q.rows, e_q.rows);
    e_same_q  <= equal(d_q.rows, e_q.rows);
    d_block_q <= c_q.op.block == e_q.op.block;
    e_block_q <= d_q.op.block == e_q.op.block;
    d_tag_q   <= c_q.op.tag == e_q.op.tag;
    e_tag_q   <= d_q.op.tag == e_q.op.tag;
  end

  // The entries with stage F's write
  entry_t [Parts-1:0][Ways-1:0] raw, b_entry, c_entry_q, c_entry;
  slot_t [Parts-1:0][Ways-1:0] c_slot, d_slot_q, d_slot, e_slot_q, e_slot;
  logic [Parts-1:0][Ways-1:0][TagWidth-1:0] c_tag;
  logic [Parts-1:0][Ways-1:0] d_written, e_written, dead, live, match, own;

  function automatic slot_t updated(slot_t slot, logic written, logic block, logic tag);
    if (!written) return slot;
    return '{valid: f_entry_q.valid, fresh: 1'b1, match: block, own: block && tag, id: f_entry_q.tag[IdWidth-1:0]};
  endfunction

  for (genvar part = 0; part < Parts; part++) begin : gen_part
    hash_row #(
      .KeyWidth(BlockWidth),
      .Rows    (Rows),
      .Seed    (48 + part)
    ) u_hash (
      .key_i(op_block_i),
      .row_o(hash_rows[part])
    );

    // The ways of a sub-table read the same row.
    ecc_pkg::ram_error_t [Ways-1:0] way_error;
    always_comb begin
      memory_errors_o[part] = '0;
      for (int unsigned way = 0; way < Ways; way++) memory_errors_o[part] |= way_error[way];
    end

    for (genvar way = 0; way < Ways; way++) begin : gen_way
      ram_1r1w_ecc #(
        .Width     ($bits(entry_t)),
        .Depth     (Rows),
        .Protection(Protection),
        .Forward   (1'b1)
      ) u_ram (
        .clk_i,
        .rst_ni,
        .write_i(initialising_q || f_write_q[part][way]),
        .waddr_i(initialising_q ? reclaim_row_q : f_q.rows[part]),
        .wdata_i(initialising_q ? '0 : f_entry_q),
        .read_i (1'b1),
        .check_i(a_issue || reclaim_issue),
        .raddr_i(a_item.rows[part]),
        .rdata_o(raw[part][way]),
        .bad_o  (),
        .error_o(way_error[way])
      );

      assign b_entry[part][way] = b_same_q[part] && f_write_q[part][way] ? f_entry_q : raw[part][way];
      assign c_entry[part][way] = c_same_q[part] && f_write_q[part][way] ? f_entry_q : c_entry_q[part][way];
      assign c_slot[part][way]  = '{
        valid: c_entry[part][way].valid,
        fresh: c_same_q[part] && f_write_q[part][way],
        match: c_entry[part][way].block == c_q.op.block,
        own: c_entry[part][way].block == c_q.op.block && c_entry[part][way].tag == c_q.op.tag,
        id: c_entry[part][way].tag[IdWidth-1:0]
      };
      assign d_written[part][way] = d_same_q[part] && f_write_q[part][way];
      assign e_written[part][way] = e_same_q[part] && f_write_q[part][way];
      assign d_slot[part][way]    = updated(d_slot_q[part][way], d_written[part][way], d_block_q, d_tag_q);
      assign e_slot[part][way]    = updated(e_slot_q[part][way], e_written[part][way], e_block_q, e_tag_q);
      assign c_tag[part][way]     = c_entry_q[part][way].tag;
      assign live[part][way]   = e_slot[part][way].valid && (e_slot[part][way].fresh || !dead[part][way]);
      assign match[part][way]  = live[part][way] && e_slot[part][way].match;
      assign own[part][way]    = live[part][way] && e_slot[part][way].own;

      always_ff @(posedge clk_i) begin
        c_entry_q[part][way] <= b_entry[part][way];
        d_slot_q[part][way]  <= c_slot[part][way];
        e_slot_q[part][way]  <= d_slot[part][way];
      end
    end
  end

  dead_lookup #(
    .IdWidth   (IdWidth),
    .GroupWidth(GroupWidth),
    .GenWidth  (GenWidth),
    .Lookups   (Writers)
  ) u_dead (
    .clk_i,
    .dead_i,
    .gen_i,
    .tag_i (c_tag),
    .dead_o(dead)
  );

  // Stage E: the row with the most free entries, the first of those, and its first free entry. All
  // rows are compared with each other at once.
  logic [Parts-1:0][FreeWidth-1:0] free;
  logic [Parts-1:0] most;
  logic [Parts-1:0][Ways-1:0] first_free, e_write;
  logic inserts;

  always_comb begin
    for (int unsigned part = 0; part < Parts; part++) begin
      free[part] = '0;
      for (int unsigned way = 0; way < Ways; way++) free[part] = free[part] + FreeWidth'(!live[part][way]);
      first_free[part] = ~live[part] & (live[part] + 1'b1);
    end
    most = '1;
    for (int unsigned part = 0; part < Parts; part++) begin
      for (int unsigned other = 0; other < part; other++) begin
        if (free[part] > free[other]) most[other] = 1'b0;
        else most[part] = 1'b0;
      end
    end
  end

  assign inserts = e_valid_q && !e_q.reclaim && e_q.op.insert && own == '0;

  always_comb begin
    for (int unsigned part = 0; part < Parts; part++) begin
      for (int unsigned way = 0; way < Ways; way++) begin
        e_write[part][way] = inserts && most[part] && first_free[part][way];
        if (e_valid_q && e_q.reclaim) e_write[part][way] = e_slot[part][way].valid && !live[part][way];
      end
    end
  end

  // Stage F: write and answer
  rsp_t f_rsp_q, rsp_out;
  logic [Parts-1:0][Ways-1:0] f_was_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) f_write_q <= '0;
    else f_write_q <= e_write;
  end

  always_ff @(posedge clk_i) begin
    f_entry_q        <= e_q.reclaim ? '0 : '{valid: 1'b1, block: e_q.op.block, tag: e_q.op.tag};
    f_rsp_q.overflow <= inserts && live == '1;
    f_rsp_q.writer   <= match;
    for (int unsigned part = 0; part < Parts; part++) begin
      for (int unsigned way = 0; way < Ways; way++) begin
        f_rsp_q.id[part*Ways+way]     <= e_slot[part][way].id;
        f_was_valid_q[part][way]  <= e_slot[part][way].valid;
      end
    end
  end

  // Entries in use, two cycles later.
  logic [UsedWidth-1:0] used_q, freed_q, freed;
  logic more_q;

  always_comb begin
    freed = '0;
    for (int unsigned i = 0; i < Writers; i++) freed = freed + UsedWidth'(f_write_q[i/Ways][i%Ways]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q  <= '0;
      freed_q <= '0;
      more_q  <= 1'b0;
    end else begin
      used_q  <= used_q + UsedWidth'(more_q) - freed_q;
      freed_q <= f_q.reclaim ? freed : '0;
      more_q  <= !f_q.reclaim && (f_write_q & ~f_was_valid_q) != '0;
    end
  end
  assign used_o = used_q;

  // Answers wait here; no operation is issued without room for its answer.
  logic answer, answers_ready, answer_taken;
  logic [OutWidth-1:0] out_d, waiting;

  assign answer       = f_valid_q && !f_q.reclaim;
  assign answer_taken = rsp_valid_o && rsp_ready_i;
  assign out_d        = out_q + OutWidth'(a_issue) - OutWidth'(answer_taken);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_q  <= '0;
      room_q <= 1'b0;
    end else begin
      out_q  <= out_d;
      room_q <= out_d != OutWidth'(Answers);
    end
  end

  logic answered, answered_ready;

  fifo_parity #(
    .Width     ($bits(rsp_t)),
    .Depth     (Answers),
    .Protection(Protection)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .in_valid_i (answer),
    .in_ready_o (answers_ready),
    .in_data_i  (f_rsp_q),
    .out_valid_o(answered),
    .out_ready_i(answered_ready),
    .out_data_o (rsp_out),
    .count_o    (waiting),
    .error_o    (memory_errors_o[Parts])
  );

  // No answer leaves after a word that could not be corrected: it may have been a writer of any block.
  logic stop;

  error_report #(
    .Memories  (Memories),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(memory_errors_o),
    .stop_o  (stop),
    .report_o(memory_report_o)
  );

  stream_gate u_rsp_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (answered),
    .in_ready_o (answered_ready),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i)
  );

  assign rsp_overflow_o = rsp_out.overflow;
  assign rsp_writer_o   = rsp_out.writer;
  assign rsp_id_o       = rsp_out.id;

  `GPUTM_ASSERT_IF(
      a_one_entry_per_writer, (own & (own - 1'b1)) == '0, e_valid_q && !e_q.reclaim,
      ("writer_table: entries %b are of writer %0d of block %0d", own, e_q.op.tag[IdWidth-1:0], e_q.op.block))
  logic [OutWidth-1:0] due;  // answers of operations in the pipeline, and those that wait
  assign due = waiting + OutWidth'(b_valid_q && !b_q.reclaim) + OutWidth'(c_valid_q && !c_q.reclaim) +
      OutWidth'(d_valid_q && !d_q.reclaim) + OutWidth'(e_valid_q && !e_q.reclaim) + OutWidth'(answer);
  `GPUTM_ASSERT(a_answers_are_counted, out_q == due, ("writer_table: %0d answers are due, not %0d", due, out_q))
  `GPUTM_ASSERT(a_rows_of_a_pass, reclaiming_q || !rows_left_q && !pass_in_flight,
                ("writer_table: rows are visited without a pass"))
  `GPUTM_ASSERT_IF(a_room, answers_ready, answer, ("writer_table: no room for the answer of block %0d", f_q.op.block))
  `GPUTM_ASSERT_IF(a_writer_lives, !dead_i[op_id_i], op_valid_i && op_insert_i,
                   ("writer_table: the dead transaction %0d writes block %0d", op_id_i, op_block_i))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_no_entry_is_free, answer && f_rsp_q.overflow)
  `GPUTM_COVER(b_another_writer, inserts && match != '0)
  `GPUTM_COVER(b_writes_again, e_valid_q && !e_q.reclaim && e_q.op.insert && own != '0)
  `GPUTM_COVER(b_pass_frees, e_valid_q && e_q.reclaim && e_write != '0)
  `GPUTM_COVER(b_pass_takes_its_share, reclaim_issue && a_valid_q)
  `GPUTM_COVER(b_answers_are_not_taken, a_valid_q && !room_q)

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_op, op_valid_i, op_ready_o, {op_insert_i, op_block_i, op_id_i})

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {rsp_overflow_o, rsp_writer_o, rsp_id_o})

endmodule

`default_nettype wire
