// Scalable reader list (ISCA 2017 paper, section 4.2 and figure 10): the exact set of transactions that have read each
// block. Up to three readers of a block are in its plain entry; more are in leaves, bit vectors of the transactions whose
// ids differ in the last bits only, as those of a warp do; and a root names the leaves. So every transaction can be a
// reader of a block. Ours, not the paper's: the plain entry stays beside the root, so that the fourth reader moves nobody.
//
// Entries live in a cuckoo table: an entry without a free row evicts another, which moves to a row of its next way, and so
// on (reader_placement). An entry that finds no place within MaxMoves such moves takes them back, and its insertion reports
// overflow; then the table holds the entries from before, though some may be in another of their rows.
//
// A block's plain entry, its root, and the leaf of the reader are looked for at once, in three banks of each way
// (reader_ways), and what an insertion changes in them is written at once (reader_update). So it takes one cycle, whether
// it meets a plain entry or leaves. A look-up takes one, and one for each leaf, behind which operations on other blocks go
// on (reader_enumeration); one of its own block waits.
//
// The pipeline never stops: stage A reads an item's rows, stage B finds what is there (reader_find), stage C decides and
// writes. What cannot be done in stage C goes back to the window of operations, with all operations behind it
// (reader_window): an insertion that waits for a look-up of its block, or for a placement, or whose free row was taken.
//
// Readers leave when they are dead: dead_i takes effect on each operation that is accepted while busy_o is low, and on
// others at once or later. To free the memory of the dead, reclaim passes (reclaim_i) visit the rows, each a part of them,
// during the operations (reader_reclaimer). What was dead from before the first cycle of Passes passes to the last, is in
// no entry after them; so that its id can be used again. The dead take up room until then. A pass also moves the readers of leaves that have kept
// at most three to plain entries, if there is room. That and the removal of empty leaves take a cycle each: any while more
// than half of the entries are in use, else one in 16 and those without operations.
//
// Answers come in the order of the operations: one beat for an insertion; for a look-up one a reader, at least one, the
// last with rsp_last_o.
//
// Latency:    seven cycles to an answer; twelve to the first reader in a leaf.
// Throughput: one operation each cycle, whatever number of readers blocks have; look-ups name one reader each cycle.
//             An operation that goes back, and those behind it: five cycles; a placement: five for each move. A reclaim
//             pass takes Rows / Passes cycles, and some for rows that it visits twice. After reset, and for Rows / 4 cycles,
//             operations wait while the rows are emptied.
// Storage:    with the default sizes 87,856 entries of 69 bits, 740 kB.
//
// Ways: 2 or more. Rows: of a way, a multiple of four, 8 or more. LeafWidth: log2 of the transactions of a leaf, 1 or
// more, less than IdWidth. ReclaimShare: as in reader_reclaimer. The others are described where they are declared.

`default_nettype none

module reader_list
  import reader_list_pkg::*;
#(
  parameter int unsigned Ways         = 4,      // of the cuckoo table, 2 or more
  parameter int unsigned Rows         = 21964,
  parameter int unsigned BlockWidth   = 30,     // bits of a block's number
  parameter int unsigned IdWidth      = 10,     // bits of a transaction's id
  parameter int unsigned LeafWidth    = 5,
  parameter int unsigned MaxMoves     = 64,     // that an entry may take to find a place, 1 or more
  parameter int unsigned ReclaimShare = 24,     // operations for each cycle that a pass may take from them, 2 or more
  parameter int unsigned Passes       = 8,      // reclaim passes that visit all rows, 1 to Rows / 4

  localparam int unsigned Ids       = 2 ** IdWidth,
  localparam int unsigned UsedWidth = $clog2(Ways * Rows + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  op_valid_i,
  output      logic                  op_ready_o,
  input  wire logic                  op_insert_i,     // insertion of a reader, else look-up of all
  input  wire logic [BlockWidth-1:0] op_block_i,  // the block
  input  wire logic [IdWidth-1:0]    op_id_i,         // insertion: the reader, which must not be dead

  output      logic                  rsp_valid_o,
  input  wire logic                  rsp_ready_i,
  output      logic                  rsp_last_o,      // of this operation
  output      logic                  rsp_reader_o,    // look-up: rsp_id_o is a reader
  output      logic                  rsp_overflow_o,  // insertion: no room, the reader is not in the list
  output      logic [IdWidth-1:0]    rsp_id_o,  // look-up: a reader

  input  wire logic [Ids-1:0]        dead_i,          // transactions that are readers no longer
  input  wire logic                  reclaim_i,         // start, while reclaiming_o is low
  output      logic                  reclaiming_o,  // a pass is under way

  output      logic [UsedWidth-1:0]  used_o,          // entries in use, those of the dead included
  output      logic                  busy_o           // an operation is under way, or the rows are being emptied
);

  localparam int unsigned RowWidth = $clog2(Rows);
  localparam int unsigned WayWidth = $clog2(Ways);
  localparam int unsigned LeafIndex = IdWidth - LeafWidth;
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth);
  localparam int unsigned WindowDepth = 8;  // operations accepted and not done
  localparam int unsigned LookUps = 8;  // look-ups that wait for leaves
  localparam int unsigned InStages = 3;  // operations at most

  if (LeafWidth < 1 || LeafWidth >= IdWidth) begin : gen_check_leaf_width
    $error("reader_list: LeafWidth=%0d must be at least 1 and less than IdWidth=%0d", LeafWidth, IdWidth);
  end
  if (MaxMoves < 1 || ReclaimShare < 2 || Passes < 1 || Passes > Rows / 4) begin : gen_check_limits
    $error("reader_list: MaxMoves=%0d, ReclaimShare=%0d or Passes=%0d is out of range", MaxMoves, ReclaimShare, Passes);
  end

  typedef logic [RowWidth-1:0] row_t;
  typedef logic [EntryWidth-1:0] entry_t;

  typedef struct packed {
    logic                  insert;
    logic [BlockWidth-1:0] block;
    logic [IdWidth-1:0]    id;
  } op_t;

  typedef struct packed {
    reader_item_e          item;
    logic [BlockWidth-1:0] block;
    logic [IdWidth-1:0]    id;    // its upper bits are the leaf's number
    logic                  last;  // of the leaves of a look-up
  } item_t;

  logic op_offered, op_issue, op_done, rewind, none_left;
  op_t op;

  reader_window #(
    .Width($bits(op_t)),
    .Depth(WindowDepth)
  ) u_window (
    .clk_i,
    .rst_ni,
    .in_valid_i   (op_valid_i),
    .in_ready_o   (op_ready_o),
    .in_data_i    ({op_insert_i, op_block_i, op_id_i}),
    .issue_valid_o(op_offered),
    .issue_data_o (op),
    .issue_i      (op_issue),
    .done_i       (op_done),
    .rewind_i     (rewind),
    .empty_o      (none_left)
  );

  // What is issued next: whoever comes first here.
  logic initialising_q, steal, answers_room, leaves_room, placing, place_step;
  logic leaf_offered, leaf_issue, leaf_last, tidy_offered, tidy_issue, crowded;
  logic [BlockWidth-1:0] place_block, leaf_block, tidy_block;
  logic [LeafIndex-1:0] place_leaf, leaf_number, tidy_leaf;
  logic [$clog2(LookUps):0] look_ups;
  logic  issue;
  item_t issued;

  assign leaf_issue = leaf_offered && leaves_room && !placing && !steal;
  assign tidy_issue = tidy_offered && !placing && !steal && !(leaf_offered && leaves_room);
  assign op_issue   = op_offered && answers_room && 32'(look_ups) + InStages < LookUps && !initialising_q && !placing &&
                      !steal && !leaf_issue && !tidy_issue;
  assign issue      = place_step || leaf_issue || tidy_issue || op_issue;

  always_comb begin
    issued = '{item: op.insert ? ReaderInsert : ReaderLookUp, block: op.block, id: op.id, last: 1'b0};
    if (place_step) issued = '{item: ReaderMove, block: place_block, id: {place_leaf, LeafWidth'(0)}, last: 1'b0};
    else if (leaf_issue)
      issued = '{item: ReaderNames, block: leaf_block, id: {leaf_number, LeafWidth'(0)}, last: leaf_last};
    else if (tidy_issue)
      issued = '{item: ReaderTidy, block: tidy_block, id: {tidy_leaf, LeafWidth'(0)}, last: 1'b0};
  end

  // Stage A: the item's rows are being read.
  logic a_valid_q, b_valid_q, c_valid_q, a_stays, b_stays;
  item_t a_q, b_q, c_q;
  row_t [Probes-1:0][Ways-1:0] hash_rows, a_rows_q, b_rows_q, c_rows_q;
  logic [Probes-1:0] read;

  // Operations behind one that goes back go back as well; for a placement everything does.
  logic starts;
  assign a_stays = a_valid_q && !starts && !(rewind && a_q.item inside {ReaderInsert, ReaderLookUp});
  assign b_stays = b_valid_q && !starts && !(rewind && b_q.item inside {ReaderInsert, ReaderLookUp});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_valid_q <= 1'b0;
      b_valid_q <= 1'b0;
      c_valid_q <= 1'b0;
    end else begin
      a_valid_q <= issue && !starts && !(rewind && op_issue);
      b_valid_q <= a_stays;
      c_valid_q <= b_stays;
    end
  end

  always_ff @(posedge clk_i) begin
    a_q      <= issued;
    b_q      <= a_q;
    c_q      <= b_q;
    a_rows_q <= hash_rows;
    b_rows_q <= a_rows_q;
    c_rows_q <= b_rows_q;
  end

  // A look-up has leaves read after it.
  always_comb begin
    read            = {Probes{a_valid_q}};
    read[LeafProbe] = a_valid_q && a_q.item != ReaderLookUp;
  end

  logic [Ways-1:0] reclaim_read, reclaim_write;
  row_t [Ways-1:0] reclaim_read_rows, reclaim_rows;
  entry_t [Ways-1:0] reclaim_raw, reclaim_entry;
  entry_t [Probes-1:0][Ways-1:0] raw;
  logic [Probes-1:0][Ways-1:0] write;
  entry_t [Probes-1:0] put_entry;
  logic [RowWidth-3:0] initial_index;

  reader_ways #(
    .Ways      (Ways),
    .Rows      (Rows),
    .BlockWidth(BlockWidth),
    .LeafIndex (LeafIndex),
    .EntryWidth(EntryWidth)
  ) u_ways (
    .clk_i,
    .block_i             (issued.block),
    .leaf_i              (issued.id[LeafWidth+:LeafIndex]),
    .hash_rows_o         (hash_rows),
    .read_i              (read),
    .read_rows_i         (a_rows_q),
    .entry_o             (raw),
    .write_i             (write),
    .write_rows_i        (c_rows_q),
    .entry_i             (put_entry),
    .reclaim_read_i      (reclaim_read),
    .reclaim_read_rows_i (reclaim_read_rows),
    .reclaim_entry_o     (reclaim_raw),
    .reclaim_write_i     (reclaim_write),
    .reclaim_write_rows_i(reclaim_rows),
    .reclaim_entry_i     (reclaim_entry),
    .clear_i             (initialising_q),
    .clear_index_i       (initial_index)
  );

  // Stage B: the rows are there.
  logic [Probes-1:0][Ways-1:0] hits;
  logic [WayWidth-1:0] victim;
  logic [Probes-1:0][WayWidth-1:0] found_way, found_free_way;
  entry_t [Probes-1:0] found_entry;
  logic [Probes-1:0] found_hit, found_free;

  reader_find #(
    .Ways      (Ways),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_find (
    .block_i   (b_q.block),
    .leaf_i    (b_q.id[LeafWidth+:LeafIndex]),
    .entry_i   (raw),
    .victim_i  (victim),
    .hits_o    (hits),
    .way_o     (found_way),
    .entry_o   (found_entry),
    .free_o    (found_free),
    .free_way_o(found_free_way)
  );

  // What stage C writes at the same time.
  logic [Probes-1:0] same_key, b_hit, c_hit_q, b_free, c_free_q, taken, c_stale_q;
  logic [Probes-1:0][WayWidth-1:0] b_way, c_way_q, b_free_way, c_free_way_q, put_way;
  entry_t [Probes-1:0] b_entry, c_entry_q;
  reader_put_t [Probes-1:0] put;

  always_comb begin
    same_key = {Probes{c_valid_q && c_q.block == b_q.block}};
    if (c_q.id[LeafWidth+:LeafIndex] != b_q.id[LeafWidth+:LeafIndex]) same_key[LeafProbe] = 1'b0;
    for (int unsigned probe = 0; probe < Probes; probe++) found_hit[probe] = hits[probe] != '0;
  end

  reader_forward #(
    .Ways      (Ways),
    .Rows      (Rows),
    .EntryWidth(EntryWidth)
  ) u_forward (
    .hit_i      (found_hit),
    .way_i      (found_way),
    .entry_i    (found_entry),
    .free_i     (found_free),
    .free_way_i (found_free_way),
    .rows_i     (b_rows_q),
    .same_key_i (same_key),
    .put_i      (put),
    .put_way_i  (put_way),
    .put_entry_i(put_entry),
    .put_rows_i (c_rows_q),
    .hit_o      (b_hit),
    .way_o      (b_way),
    .entry_o    (b_entry),
    .free_o     (b_free),
    .free_way_o (b_free_way),
    .taken_o    (taken)
  );

  // The block's leaves are still being read for a look-up.
  logic enumerate, enumerated, names_busy, c_busy_q;

  always_ff @(posedge clk_i) begin
    c_hit_q      <= b_hit;
    c_way_q      <= b_way;
    c_entry_q    <= b_entry;
    c_free_q     <= b_free;
    c_free_way_q <= b_free_way;
    c_stale_q    <= taken;
    c_busy_q     <= names_busy || (enumerate && same_key[PlainProbe]);
  end

  // Stage C: what is written.
  logic settled_q, overflowed_q, insert, look_up, names, tidy, move;
  logic [Probes-1:0] own_place;
  reader_put_t [Probes-1:0] own_put;
  entry_t [Probes-1:0] own_entry;
  logic tidy_again, stale, waits, placed, place_overflow, moved_put, moved_fresh;
  entry_t moved_entry;
  logic [1:0] moved_probe;

  assign insert  = c_valid_q && c_q.item == ReaderInsert;
  assign look_up = c_valid_q && c_q.item == ReaderLookUp;
  assign names   = c_valid_q && c_q.item == ReaderNames;
  assign tidy    = c_valid_q && c_q.item == ReaderTidy;
  assign move    = c_valid_q && c_q.item == ReaderMove;

  // An insertion that has overflowed leaves a bit in the root, if that was placed, to be taken back.
  reader_item_e own_item, settled_item;
  assign settled_item = overflowed_q ? ReaderTidy : ReaderLookUp;
  assign own_item     = c_q.item == ReaderInsert && settled_q ? settled_item : c_q.item;

  reader_update #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_update (
    .item_i (own_item),
    .block_i(c_q.block),
    .id_i   (c_q.id),
    .hit_i  (c_hit_q),
    .entry_i(c_entry_q),
    .free_i (c_free_q),
    .put_o  (own_put),
    .entry_o(own_entry),
    .place_o(own_place),
    .again_o(tidy_again)
  );

  // What keeps an operation from being done: its block is being looked up, or a row is not free any more; or a new entry
  // must be placed, which has to wait for the look-ups, since their leaves could be on the move.
  always_comb begin
    stale = 1'b0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      if (own_put[probe].write && own_put[probe].fresh && c_stale_q[probe]) stale = 1'b1;
    end
  end
  assign waits      = (insert || tidy) && (c_busy_q || stale || (insert && own_place != '0 && look_ups != '0));
  assign starts     = insert && !waits && own_place != '0;
  assign rewind     = insert && (waits || starts);
  assign op_done    = look_up || (insert && !waits && !starts);

  always_comb begin
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      put[probe]       = own_put[probe];
      put_entry[probe] = own_entry[probe];
      if (!(insert || tidy) || waits) put[probe].write = 1'b0;
      if (move) begin
        put[probe]       = '{write: moved_put && moved_probe == 2'(probe), fresh: moved_fresh};
        put_entry[probe] = moved_entry;
      end
      put_way[probe] = put[probe].fresh ? c_free_way_q[probe] : c_way_q[probe];
      for (int unsigned way = 0; way < Ways; way++) begin
        write[probe][way] = put[probe].write && put_way[probe] == WayWidth'(way);
      end
    end
  end

  // The operation starts again after its placement. With a new root it goes on; else it has nothing left to write, since
  // its entry is there, or was when its reader lived, or has overflowed.
  logic for_root_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      settled_q    <= 1'b0;
      overflowed_q <= 1'b0;
    end else if (placed || place_overflow) begin
      settled_q    <= place_overflow || !for_root_q;
      overflowed_q <= place_overflow;
    end else if (insert && op_done) begin
      settled_q    <= 1'b0;
      overflowed_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (starts) for_root_q <= own_place[RootProbe];
  end

  entry_t to_place;
  always_comb begin
    to_place = '0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      if (own_place[probe]) to_place |= own_entry[probe];
    end
  end

  reader_placement #(
    .Ways      (Ways),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .MaxMoves  (MaxMoves)
  ) u_placement (
    .clk_i,
    .rst_ni,
    .start_i     (starts),
    .entry_i     (to_place),
    .active_o    (placing),
    .placed_o    (placed),
    .overflow_o  (place_overflow),
    .step_o      (place_step),
    .step_block_o(place_block),
    .step_leaf_o (place_leaf),
    .probe_o     (moved_probe),
    .victim_o    (victim),
    .found_i     (move),
    .free_i      (c_free_q[moved_probe]),
    .victim_i    (c_entry_q[moved_probe]),
    .put_o       (moved_put),
    .put_fresh_o (moved_fresh),
    .put_entry_o (moved_entry),
    .dead_i
  );

  // Look-ups, and answers.
  logic answers_busy;

  assign enumerate  = look_up && c_hit_q[RootProbe];
  assign enumerated = names && c_q.last;

  reader_enumeration #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .Depth     (LookUps)
  ) u_enumeration (
    .clk_i,
    .rst_ni,
    .push_i       (enumerate),
    .root_i       (c_entry_q[RootProbe]),
    .count_o      (look_ups),
    .step_valid_o (leaf_offered),
    .step_ready_i (leaf_issue),
    .step_block_o (leaf_block),
    .step_leaf_o  (leaf_number),
    .step_last_o  (leaf_last),
    .finished_i   (enumerated),
    .check_block_i(b_q.block),
    .check_busy_o (names_busy)
  );

  reader_answers #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .Ahead     (InStages + 1)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .answers_room_o(answers_room),
    .answer_i      (op_done),
    .overflow_i    (insert && overflowed_q),
    .has_plain_i   (look_up && c_hit_q[PlainProbe]),
    .plain_i       (c_entry_q[PlainProbe]),
    .has_leaves_i  (enumerate),
    .leaves_room_o (leaves_room),
    .leaf_valid_i  (names),
    .has_leaf_i    (c_hit_q[LeafProbe]),
    .leaf_i        (c_entry_q[LeafProbe]),
    .last_i        (c_q.last),
    .dead_i,
    .rsp_valid_o,
    .rsp_ready_i,
    .rsp_last_o,
    .rsp_reader_o,
    .rsp_overflow_o,
    .rsp_id_o,
    .busy_o        (answers_busy)
  );

  // Reclaim passes.
  logic initial_last;
  logic [Ways-1:0][1:0] op_banks;

  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) op_banks[way] = a_rows_q[PlainProbe][way][1:0];
  end

  reader_reclaimer #(
    .Ways        (Ways),
    .Rows        (Rows),
    .BlockWidth  (BlockWidth),
    .IdWidth     (IdWidth),
    .LeafWidth   (LeafWidth),
    .ReclaimShare(ReclaimShare),
    .Passes      (Passes),
    .Accepted    (WindowDepth)
  ) u_reclaimer (
    .clk_i,
    .rst_ni,
    .initialise_i   (initialising_q),
    .initial_index_o(initial_index),
    .initial_last_o (initial_last),
    .start_i        (reclaim_i),
    .reclaiming_o,
    .done_i         (op_done),
    .idle_i         (none_left),
    .steal_o        (steal),
    .op_read_i      (read),
    .op_banks_i     (op_banks),
    .read_o         (reclaim_read),
    .read_rows_o    (reclaim_read_rows),
    .dead_i,
    .entry_i        (reclaim_raw),
    .op_valid_i     (b_valid_q),
    .op_rows_i      (b_rows_q),
    .op_write_i     (write),
    .op_write_rows_i(c_rows_q),
    .write_o        (reclaim_write),
    .write_rows_o   (reclaim_rows),
    .entry_o        (reclaim_entry),
    .tidy_valid_o   (tidy_offered),
    .tidy_block_o   (tidy_block),
    .tidy_leaf_o    (tidy_leaf),
    .tidy_issue_i   (tidy_issue),
    .tidy_back_i    (tidy || starts),
    .tidy_done_i    (tidy && !waits && !tidy_again),
    .patient_i      (none_left),
    .hurry_i        (crowded || !op_offered)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) initialising_q <= 1'b1;
    else if (initial_last) initialising_q <= 1'b0;
  end

  logic [Probes-1:0] removed;
  logic [Ways-1:0]   reclaimed;
  always_comb begin
    for (int unsigned probe = 0; probe < Probes; probe++) removed[probe] = put_entry[probe] == '0;
    for (int unsigned way = 0; way < Ways; way++) reclaimed[way] = reclaim_write[way] && reclaim_entry[way] == '0;
  end

  reader_usage #(
    .Ways(Ways),
    .Rows(Rows)
  ) u_usage (
    .clk_i,
    .rst_ni,
    .put_i      (put),
    .removed_i  (removed),
    .reclaimed_i(reclaimed),
    .used_o,
    .crowded_o  (crowded)
  );

  assign busy_o = initialising_q || !none_left || placing || look_ups != '0 || answers_busy;

  always_ff @(posedge clk_i) begin
    if (rst_ni && b_valid_q) begin
      for (int unsigned probe = 0; probe < Probes; probe++) begin
        assert ((hits[probe] & (hits[probe] - 1'b1)) == '0 || (probe == LeafProbe && b_q.item == ReaderLookUp))
        else $error("reader_list: ways %b have entries of block %0d, probe %0d", hits[probe], b_q.block, probe);
      end
    end
    if (rst_ni && c_valid_q) begin
      a_moves_alone :
      assert (move == placing)
      else $error("reader_list: item %0d while an entry is on its way", c_q.item);
    end
    if (rst_ni && op_valid_i && op_insert_i) begin
      a_reader_lives :
      assert (!dead_i[op_id_i])
      else $error("reader_list: the dead transaction %0d reads block %0d", op_id_i, op_block_i);
    end
  end

  // Streams keep their promises.
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
