// Scalable reader list (ISCA 2017 paper, section 4.2 and figure 10): the exact set of transactions that have read each
// block. A block with up to three readers has one entry; more make it a root and leaves of bit vectors, so that every
// transaction can be a reader of a block. Entries live in a cuckoo table: an entry without a free row evicts another,
// which moves to a row of its next way, and so on. An entry that finds no place within MaxMoves such moves takes them
// back, and its insertion reports overflow; then the table holds the entries from before, though some may be in another
// of their rows.
//
// Readers leave when they are dead: dead_i takes effect on each operation that is accepted while busy_o is low, and on
// others at once or later. To free the memory of the dead, a sweep (sweep_i) visits each row, beside the operations
// (reader_sweeper). What was dead from before a sweep's first cycle to its last, is in no entry after it; so that its id
// can be used again. A sweep also turns blocks back to plain that have kept one leaf of at most three readers.
//
// Answers come in the order of the operations: one beat for an insertion; for a look-up one a reader, at least one, the
// last with rsp_last_o. The last beat of a block with leaves has no reader.
//
// Latency:    four cycles to an answer, without leaves and moves.
// Throughput: one operation each cycle while blocks have at most three readers and insertions need no moves (look-ups
//             one reader each cycle). Insertion into a leaf: five cycles; a new leaf: eleven; a move: three; look-up of leaves:
//             about eight cycles, and one reader each cycle. A sweep takes Rows cycles; those in which a look-up of a plain entry names further
//             readers do not count. After reset, and for Rows / 2 cycles,
//             operations wait while the rows are emptied.
//
// Storage with the default sizes: 87,856 entries of 69 bits, 740 kB.
//
// Ways: 2 or more. Rows: of a way, even, 4 or more. BlockWidth, IdWidth: bits. LeafWidth: log2 of the transactions of a
// leaf, 1 or more, less than IdWidth. MaxMoves: for an entry, 1 or more. SweepShare: as in reader_sweeper, 2 or more.

`default_nettype none

module reader_list
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned Rows       = 21964,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned MaxMoves   = 64,
  parameter  int unsigned SweepShare = 32,
  localparam int unsigned Ids        = 2 ** IdWidth,
  localparam int unsigned UsedWidth  = $clog2(Ways * Rows + 1)
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
  input  wire logic                  sweep_i,         // start, while sweeping_o is low
  output      logic                  sweeping_o,

  output      logic [UsedWidth-1:0]  used_o,          // entries in use, those of the dead included
  output      logic                  busy_o           // an operation is under way, or the rows are being emptied
);

  localparam int unsigned RowWidth = $clog2(Rows);
  localparam int unsigned WayWidth = $clog2(Ways);
  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned LeafIndex = IdWidth - LeafWidth;
  localparam int unsigned ContentWidth = content_width(IdWidth, LeafWidth);

  if (LeafWidth < 1 || LeafWidth >= IdWidth) begin : gen_check_leaf_width
    $error("reader_list: LeafWidth=%0d must be at least 1 and less than IdWidth=%0d", LeafWidth, IdWidth);
  end
  if (MaxMoves < 1 || SweepShare < 2) begin : gen_check_limits
    $error("reader_list: MaxMoves=%0d must be at least 1, and SweepShare=%0d at least 2", MaxMoves, SweepShare);
  end

  typedef logic [RowWidth-1:0] row_t;
  typedef logic [ContentWidth-1:0] content_t;

  typedef struct packed {
    logic [BlockWidth-1:0] block;
    reader_kind_e          kind;
    content_t              content;
  } entry_t;

  // What an entry is found by: a leaf by its number as well; a plain entry and a root by the block alone.
  typedef struct packed {
    logic                  is_leaf;
    logic [LeafIndex-1:0]  leaf;
    logic [BlockWidth-1:0] block;
  } find_key_t;

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

  // Stage A: an operation with its rows waits to be read. Beside it, one step of the control.
  logic a_valid_q, a_issue;
  op_t a_op_q;
  row_t [Ways-1:0] a_rows_q, step_rows_q, hash_rows;
  logic step_issue, step_valid_q;
  find_key_t step_key, step_key_q, hash_key;

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
  find_key_t             b_key_q;
  row_t [Ways-1:0] b_rows_q, read_rows, write_rows;
  entry_t [Ways-1:0] raw, live, write_entry;
  logic [Ways-1:0] write, hit, free;
  logic read, run_on, sweep_steals;

  assign b_free    = !b_valid_q || b_done;
  assign run_on    = runs_on && b_free;  // the next operation can follow
  assign a_issue   = run_on && a_valid_q && !sweep_steals;
  assign read      = a_issue || step_valid_q;
  assign read_rows = step_valid_q ? step_rows_q : a_rows_q;

  // A sweep goes on beside the operations. Whoever empties the rows after reset uses its ports too.
  logic [Ways-1:0] op_banks, sweep_read, swept, beside_write, fix;
  row_t [Ways-1:0] sweep_rows, swept_rows, beside_rows;
  entry_t [Ways-1:0] sweep_raw, sweep_live, swept_entry, beside_entry;
  logic   [RowWidth-2:0] clear_index;
  logic                  clear_last;

  reader_ways #(
    .Ways      (Ways),
    .Rows      (Rows),
    .KeyWidth  ($bits(find_key_t)),
    .EntryWidth($bits(entry_t))
  ) u_ways (
    .clk_i,
    .key_i              (hash_key),
    .hash_rows_o        (hash_rows),
    .read_i             (read),
    .read_rows_i        (read_rows),
    .entry_o            (raw),
    .write_i            (write),
    .write_rows_i       (write_rows),
    .entry_i            (write_entry),
    .beside_read_i      (sweep_read),
    .beside_read_rows_i (sweep_rows),
    .beside_entry_o     (sweep_raw),
    .beside_write_i     (beside_write),
    .beside_write_rows_i(beside_rows),
    .beside_entry_i     (beside_entry)
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
    if (state == ListClear || run_on) dead_q <= dead_i;
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
    .MaxMoves  (MaxMoves),
    .entry_t   (entry_t),
    .find_key_t(find_key_t),
    .op_t      (op_t)
  ) u_control (
    .clk_i,
    .rst_ni,
    .clear_last_i(clear_last),
    .state_o     (state),
    .runs_on_o   (runs_on),
    .fix_i       (fix),
    .sweep_live_i(sweep_live),
    .b_valid_i   (b_valid_q),
    .b_op_i      (b_op_q),
    .b_key_i     (b_key_q),
    .live_i      (live),
    .hit_i       (hit),
    .free_i      (free),
    .b_done_o    (b_done),
    .put_o       (put),
    .put_way_o   (put_way),
    .entry_o     (put_entry),
    .step_issue_o(step_issue),
    .step_key_o  (step_key),
    .step_valid_i(step_valid_q),
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

  reader_sweeper #(
    .Ways      (Ways),
    .Rows      (Rows),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .SweepShare(SweepShare),
    .entry_t   (entry_t)
  ) u_sweeper (
    .clk_i,
    .rst_ni,
    .clear_i      (state == ListClear),
    .clear_index_o(clear_index),
    .clear_last_o (clear_last),
    .start_i      (sweep_i),
    .sweeping_o,
    .fixing_i     (state != ListRun),
    .slot_i       (run_on),
    .steal_o      (sweep_steals),
    .ready_i      (b_free),
    .idle_i       (!in_valid && !a_valid_q),
    .op_read_i    (read),
    .op_banks_i   (op_banks),
    .read_o       (sweep_read),
    .read_rows_o  (sweep_rows),
    .dead_i       (dead_q),
    .entry_i      (sweep_raw),
    .op_beside_i  (b_valid_q || state != ListRun),
    .write_o      (swept),
    .write_rows_o (swept_rows),
    .entry_o      (swept_entry),
    .live_o       (sweep_live),
    .fix_o        (fix)
  );

  // What is written: one entry, and the rows of the sweep. After reset a row of each bank is emptied.
  always_comb begin
    write_rows   = b_rows_q;
    write_entry  = {Ways{put_entry}};
    beside_write = swept;
    beside_rows  = swept_rows;
    beside_entry = swept_entry;
    for (int unsigned way = 0; way < Ways; way++) begin
      write[way] = put && put_way == WayWidth'(way);
    end
    if (state == ListClear) begin
      write        = '1;
      write_rows   = {Ways{clear_index, 1'b0}};
      write_entry  = '0;
      beside_write = '1;
      beside_rows  = {Ways{clear_index, 1'b1}};
      beside_entry = '0;
    end
  end

  logic [UsedWidth-1:0] used_q, used_d;

  always_comb begin
    used_d = used_q;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (write[way]) begin
        used_d += UsedWidth'(write_entry[way].kind != ReaderUnused) - UsedWidth'(raw[way].kind != ReaderUnused);
      end
      if (swept[way] && swept_entry[way].kind == ReaderUnused) used_d -= 1'b1;
    end
    if (state == ListClear) used_d = '0;
  end

  assign used_o = used_q;
  assign busy_o = state != ListRun || in_valid || a_valid_q || b_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) used_q <= '0;
    else used_q <= used_d;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && b_valid_q) begin
      a_one_entry_per_key : assert ((hit & (hit - 1'b1)) == '0);
      a_step_in_steps : assert (b_step_q == (state != ListRun));
    end
    if (rst_ni && op_valid_i && op_insert_i) a_reader_lives : assert (!dead_i[op_id_i]);
  end

endmodule

`default_nettype wire
