// Scalable reader list (ISCA 2017 paper, section 4.2 and figure 10): the exact set of transactions that have read each
// block. A block with up to three readers has one entry; more make it a root and leaves of bit vectors, so that every
// transaction can be a reader of a block. Entries live in a cuckoo table: an entry without a free row evicts another,
// which moves to a row of its next way, and so on. An entry that finds no place within MaxMoves such moves takes them
// back, and its insertion reports overflow; then the table holds the entries from before, though some may be in another
// of their rows.
//
// Readers leave when they are dead: dead_i takes effect on each operation that is accepted while busy_o is low, and on
// others at once or later. To free the memory of the dead, a reclaim pass (reclaim_i) visits each row, during the
// operations (reader_reclaimer). What was dead from before a pass's first cycle to its last, is in no entry after it; so
// that its id can be used again. A pass also turns blocks back to plain that have kept one leaf of at most three readers.
//
// Answers come in the order of the operations: one beat for an insertion; for a look-up one a reader, at least one, the
// last with rsp_last_o. The last beat of a block with leaves has no reader.
//
// Latency:    four cycles to an answer, without leaves and moves.
// Throughput: one operation each cycle while blocks have at most three readers and insertions need no moves (look-ups
//             one reader each cycle). Insertion into a leaf: five cycles; a new leaf: eleven; a move: three; look-up of
//             leaves: about eight cycles, and one reader each cycle. A reclaim pass takes Rows cycles; those in which a
//             look-up of a plain entry names further readers do not count. After reset, and for Rows / 2 cycles,
//             operations wait while the rows are emptied.
//
// Storage with the default sizes: 87,856 entries of 69 bits, 740 kB.
//
// Ways: 2 or more. Rows: of a way, even, 4 or more. BlockWidth, IdWidth: bits. LeafWidth: log2 of the transactions of a
// leaf, 1 or more, less than IdWidth. MaxMoves: for an entry, 1 or more. ReclaimShare: as in reader_reclaimer, 2 or more.

`default_nettype none

module reader_list
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways         = 4,
  parameter  int unsigned Rows         = 21964,
  parameter  int unsigned BlockWidth   = 30,
  parameter  int unsigned IdWidth      = 10,
  parameter  int unsigned LeafWidth    = 5,
  parameter  int unsigned MaxMoves     = 64,
  parameter  int unsigned ReclaimShare = 32,
  localparam int unsigned Ids          = 2 ** IdWidth,
  localparam int unsigned UsedWidth    = $clog2(Ways * Rows + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  op_valid_i,
  output      logic                  op_ready_o,
  input  wire logic                  op_insert_i,     // insertion of a reader, else look-up of all
  input  wire logic [BlockWidth-1:0] op_block_i,
  input  wire logic [IdWidth-1:0]    op_id_i,         // insertion: the reader, which must not be dead

  output      logic                  rsp_valid_o,
  input  wire logic                  rsp_ready_i,
  output      logic                  rsp_last_o,      // of this operation
  output      logic                  rsp_reader_o,    // look-up: rsp_id_o is a reader
  output      logic                  rsp_overflow_o,  // insertion: no room, the reader is not in the list
  output      logic [IdWidth-1:0]    rsp_id_o,

  input  wire logic [Ids-1:0]        dead_i,          // transactions that are readers no longer
  input  wire logic                  reclaim_i,         // start, while reclaiming_o is low
  output      logic                  reclaiming_o,

  output      logic [UsedWidth-1:0]  used_o,          // entries in use, those of the dead included
  output      logic                  busy_o           // an operation is under way, or the rows are being emptied
);

  localparam int unsigned RowWidth = $clog2(Rows);
  localparam int unsigned WayWidth = $clog2(Ways);
  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned LeafIndex = IdWidth - LeafWidth;

  if (LeafWidth < 1 || LeafWidth >= IdWidth) begin : gen_check_leaf_width
    $error("reader_list: LeafWidth=%0d must be at least 1 and less than IdWidth=%0d", LeafWidth, IdWidth);
  end
  if (MaxMoves < 1 || ReclaimShare < 2) begin : gen_check_limits
    $error("reader_list: MaxMoves=%0d must be at least 1, and ReclaimShare=%0d at least 2", MaxMoves, ReclaimShare);
  end

  typedef logic [RowWidth-1:0] row_t;

  typedef struct packed {
    logic [BlockWidth-1:0]                        block;
    reader_kind_e                                 kind;
    logic [content_width(IdWidth, LeafWidth)-1:0] content;
  } entry_t;

  typedef struct packed {
    logic                  is_leaf;
    logic [LeafIndex-1:0]  leaf;
    logic [BlockWidth-1:0] block;
  } key_t;

  typedef struct packed {
    logic                  insert;
    logic [BlockWidth-1:0] block;
    logic [IdWidth-1:0]    id;
  } op_t;

  list_state_e state;
  logic        runs_on;

  // Operations come in through a register slice, so that op_ready_o is a register.
  logic in_valid, in_ready;
  op_t in_op;

  skid_buffer #(
    .Width($bits(op_t))
  ) u_in (
    .clk_i,
    .rst_ni,
    .in_valid_i (op_valid_i),
    .in_ready_o (op_ready_o),
    .in_data_i  ({op_insert_i, op_block_i, op_id_i}),
    .out_valid_o(in_valid),
    .out_ready_i(in_ready),
    .out_data_o (in_op)
  );

  // Stage A: an operation with its rows waits to be read; next to it, one step of the control.
  logic a_valid_q, a_issue;
  op_t a_op_q;
  row_t [Ways-1:0] a_rows_q, step_rows_q, hash_rows;
  logic step_issue, step_valid_q;
  key_t step_key, step_key_q, hash_key;

  assign hash_key = state == ListRun ? '{is_leaf: 1'b0, leaf: '0, block: in_op.block} : step_key;

  // The control has the hash functions to itself during an operation of several steps.
  logic take;
  assign in_ready = state == ListRun && (!a_valid_q || a_issue);
  assign take     = in_valid && in_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_valid_q    <= 1'b0;
      step_valid_q <= 1'b0;
    end else begin
      if (take || a_issue) a_valid_q <= take;
      step_valid_q <= step_issue;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      a_op_q   <= in_op;
      a_rows_q <= hash_rows;
    end
    step_rows_q <= hash_rows;
    step_key_q  <= hash_key;
  end

  // Stage B: the rows are there.
  logic b_valid_q, b_step_q, b_done, b_free;
  op_t                   b_op_q;
  key_t             b_key_q;
  row_t [Ways-1:0] b_rows_q, read_rows, write_rows;
  entry_t [Ways-1:0] raw, live, write_entry;
  logic [Ways-1:0] write, hit, free;
  logic read, run_on, reclaim_steals;

  assign b_free    = !b_valid_q || b_done;
  assign run_on    = runs_on && b_free;  // the next operation can follow
  assign a_issue   = run_on && a_valid_q && !reclaim_steals;
  assign read      = a_issue || step_valid_q;
  assign read_rows = step_valid_q ? step_rows_q : a_rows_q;

  // A reclaim pass goes on during the operations. Whoever empties the rows after reset uses its ports too.
  logic [Ways-1:0] op_banks, reclaim_read, reclaimed, second_write, report;
  row_t [Ways-1:0] reclaim_read_rows, reclaimed_rows, second_rows;
  entry_t [Ways-1:0] reclaim_raw, reclaim_live, reclaimed_entry, second_entry;
  logic [RowWidth-2:0] initial_index;
  logic                initial_last;

  reader_ways #(
    .Ways      (Ways),
    .Rows      (Rows),
    .KeyWidth  ($bits(key_t)),
    .EntryWidth($bits(entry_t))
  ) u_ways (
    .clk_i,
    .key_i               (hash_key),
    .hash_rows_o         (hash_rows),
    .read_i              (read),
    .read_rows_i         (read_rows),
    .entry_o             (raw),
    .write_i             (write),
    .write_rows_i        (write_rows),
    .entry_i             (write_entry),
    .reclaim_read_i      (reclaim_read),
    .reclaim_read_rows_i (reclaim_read_rows),
    .reclaim_entry_o     (reclaim_raw),
    .reclaim_write_i     (second_write),
    .reclaim_write_rows_i(second_rows),
    .reclaim_entry_i     (second_entry)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      b_valid_q <= 1'b0;
    end else begin
      if (read) b_valid_q <= 1'b1;
      else if (b_free) b_valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (read) begin
      b_op_q   <= a_op_q;
      b_key_q  <= step_valid_q ? step_key_q : '{is_leaf: 1'b0, leaf: '0, block: a_op_q.block};
      b_step_q <= step_valid_q;
      b_rows_q <= read_rows;
    end
  end

  // The dead stay the same during an operation of several steps or beats, so that nothing vanishes between them.
  logic [Ids-1:0] dead_q;
  always_ff @(posedge clk_i) begin
    if (state == ListInitialise || run_on) dead_q <= dead_i;
  end

  for (genvar way = 0; way < Ways; way++) begin : gen_filter
    reader_filter #(
      .IdWidth  (IdWidth),
      .LeafWidth(LeafWidth)
    ) u_filter (
      .dead_i   (dead_q),
      .kind_i   (raw[way].kind),
      .content_i(raw[way].content),
      .kind_o   (live[way].kind),
      .content_o(live[way].content)
    );
    assign live[way].block = raw[way].block;
    assign free[way]       = live[way].kind == ReaderUnused;
    assign hit[way]        = !free[way] && live[way].block == b_key_q.block &&
                             (live[way].kind == ReaderLeaf) == b_key_q.is_leaf &&
                             (!b_key_q.is_leaf || live[way].content[LeafIds +: LeafIndex] == b_key_q.leaf);
  end

  logic                put;
  logic [WayWidth-1:0] put_way;
  entry_t              put_entry;

  reader_list_control #(
    .Ways      (Ways),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .MaxMoves  (MaxMoves)
  ) u_control (
    .clk_i,
    .rst_ni,
    .initialised_i(initial_last),
    .state_o      (state),
    .runs_on_o    (runs_on),
    .report_i     (report),
    .reported_i   (reclaim_live),
    .b_valid_i    (b_valid_q),
    .b_insert_i   (b_op_q.insert),
    .b_block_i    (b_op_q.block),
    .b_id_i       (b_op_q.id),
    .b_key_i      (b_key_q),
    .b_entry_i    (live),
    .hit_i        (hit),
    .free_i       (free),
    .b_done_o     (b_done),
    .put_o        (put),
    .put_way_o    (put_way),
    .put_entry_o  (put_entry),
    .step_issue_o (step_issue),
    .step_key_o   (step_key),
    .step_valid_i (step_valid_q),
    .rsp_valid_o,
    .rsp_ready_i,
    .rsp_last_o,
    .rsp_reader_o,
    .rsp_overflow_o,
    .rsp_id_o
  );

  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) op_banks[way] = read_rows[way][0];
  end

  reader_reclaimer #(
    .Ways        (Ways),
    .Rows        (Rows),
    .BlockWidth  (BlockWidth),
    .IdWidth     (IdWidth),
    .LeafWidth   (LeafWidth),
    .ReclaimShare(ReclaimShare)
  ) u_reclaimer (
    .clk_i,
    .rst_ni,
    .initialise_i   (state == ListInitialise),
    .initial_index_o(initial_index),
    .initial_last_o (initial_last),
    .start_i        (reclaim_i),
    .reclaiming_o,
    .in_steps_i     (state != ListRun),
    .slot_i         (run_on),
    .steal_o        (reclaim_steals),
    .rows_free_i    (b_free),
    .idle_i         (!in_valid && !a_valid_q),
    .op_read_i      (read),
    .op_banks_i     (op_banks),
    .read_o         (reclaim_read),
    .read_rows_o    (reclaim_read_rows),
    .dead_i         (dead_q),
    .entry_i        (reclaim_raw),
    .op_active_i    (b_valid_q || state != ListRun),
    .write_o        (reclaimed),
    .write_rows_o   (reclaimed_rows),
    .entry_o        (reclaimed_entry),
    .live_o         (reclaim_live),
    .report_o       (report)
  );

  // What is written: one entry, and the rows of the pass. After reset a row of each bank is emptied.
  always_comb begin
    write_rows   = b_rows_q;
    write_entry  = {Ways{put_entry}};
    second_write = reclaimed;
    second_rows  = reclaimed_rows;
    second_entry = reclaimed_entry;
    for (int unsigned way = 0; way < Ways; way++) begin
      write[way] = put && put_way == WayWidth'(way);
    end
    if (state == ListInitialise) begin
      write        = '1;
      write_rows   = {Ways{initial_index, 1'b0}};
      write_entry  = '0;
      second_write = '1;
      second_rows  = {Ways{initial_index, 1'b1}};
      second_entry = '0;
    end
  end

  logic [UsedWidth-1:0] used_q, used_d;

  always_comb begin
    used_d = used_q;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (write[way]) begin
        used_d += UsedWidth'(write_entry[way].kind != ReaderUnused) - UsedWidth'(raw[way].kind != ReaderUnused);
      end
      if (reclaimed[way] && reclaimed_entry[way].kind == ReaderUnused) used_d -= 1'b1;
    end
    if (state == ListInitialise) used_d = '0;
  end

  assign used_o = used_q;
  assign busy_o = state != ListRun || in_valid || a_valid_q || b_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) used_q <= '0;
    else used_q <= used_d;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && b_valid_q) begin
      a_one_entry_per_key :
      assert ((hit & (hit - 1'b1)) == '0)
      else $error("reader_list: ways %b have the key of block %0d", hit, b_key_q.block);
      a_step_in_steps :
      assert (b_step_q == (state != ListRun))
      else $error("reader_list: stage B has a step (%0d) in state %0d", b_step_q, state);
    end
    if (rst_ni && op_valid_i && op_insert_i) begin
      a_reader_lives :
      assert (!dead_i[op_id_i])
      else $error("reader_list: the dead transaction %0d reads block %0d", op_id_i, op_block_i);
    end
  end

  // ---- Streams keep their promises --------------------------------------------------------------------------------

  stream_check #(
    .Width(1 + BlockWidth + IdWidth)
  ) u_check_op (
    .clk_i,
    .rst_ni,
    .valid_i(op_valid_i),
    .ready_i(op_ready_o),
    .data_i ({op_insert_i, op_block_i, op_id_i})
  );

  stream_check #(
    .Width(3 + IdWidth)
  ) u_check_rsp (
    .clk_i,
    .rst_ni,
    .valid_i(rsp_valid_o),
    .ready_i(rsp_ready_i),
    .data_i ({rsp_last_o, rsp_reader_o, rsp_overflow_o, rsp_id_o})
  );

endmodule

`default_nettype wire
