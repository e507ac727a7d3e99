// Scalable reader list (ISCA 2017 paper, section 4.2 and figure 10): the exact set of transactions that have read
// each block. Up to three readers of a block are in its plain entry; more are in leaves, bit vectors of transactions
// with ids that differ in the last bits only, as those of a warp do; a root names the leaves. Ours: the plain entry
// stays beside the root, so that the fourth reader moves no other.
//
// Entries live in a cuckoo table (reader_ways): an entry without a free row evicts another, which moves to a row of its
// next way, and so on (reader_eviction). An entry that finds no row within MaxMoves such moves takes them back, and its
// insertion reports overflow; then the table holds the entries from before, though some may be in another of their rows.
//
// A block's plain entry, its root, and the leaf of the reader are looked up at once, in three banks of each way
// (reader_match), and all changes of an insertion are written at once (reader_update). So it takes one cycle, whether it
// meets a plain entry or leaves. A look-up takes one, and one for each leaf, during which operations on other blocks
// continue (reader_answers); one of its own block waits.
//
// The pipeline never stalls. Stage H hashes an item's key, A reads its rows, B takes them from the RAMs, C compares them
// with the key, D selects the hits, with forwarding from the items in front, E decides, and F writes. So consecutive
// items see each other's effects. An operation that cannot be done in stage E returns to the window of operations, with
// all operations behind it (operation_window): an insertion that waits for a look-up of its block, or for an eviction,
// or that has lost its free row.
//
// The clock may stop while busy_o and reclaiming_o are low: a pass is no work of busy_o.
//
// The dead are no readers: dead_i takes effect on each operation that is accepted while busy_o is low, and on others at
// once or later. An entry also has the generation of the transactions of a leaf (gen_i) at the insertion, and is dead when
// that is another: so when all transactions of a leaf are dead, their generation may change, in the cycle in which they
// are no longer dead, and their ids are used again. To free the memory of the dead, reclaim passes (reclaim_i) visit the
// rows, each a part of them, during the operations (reader_reclaimer). A transaction that was dead from before the first
// cycle of Passes passes to the last, is in no entry after them, so that its id can be used again in its generation. The
// dead occupy entries until then. A pass also moves the readers of leaves with at most three left to plain entries, if
// there is room. That and the removal of empty leaves take a cycle each: at any time while more than half of the entries are in use, else one in 16 and those without
// operations.
//
// Answers come in the order of the operations: one beat for an insertion; for a look-up one a reader,
// at least one, the last with rsp_last_o. rsp_skip_i, held until its last beat, skips the rest of a
// look-up: then its unread leaves are not read, except for the last, and few more readers are named.
//
// Latency:    ten cycles to an answer; twenty to the first reader in a leaf.
// Throughput: one operation each cycle, for any number of readers of a block; look-ups name one reader each
//             cycle. An operation that returns to the window, and those behind it: seven cycles; an eviction:
//             eight, and seven for each move. A reclaim pass takes Rows / Passes cycles, and some for rows that
//             it visits twice. After reset, and for Rows / 4 cycles, operations wait while the rows are emptied.
// Storage:    with the default sizes 87,856 entries of 73 bits, 783 kB.
//
// Ways: 2 or more. Rows: of a way, a multiple of four, 8 or more. LeafWidth: log2 of the transactions of a leaf, 1
// or more, less than IdWidth. ReclaimShare: as in reader_reclaimer. The others are described at their declarations.
// Protection: of ecc_pkg; after a word that could not be corrected, no answer leaves (docs/protection.md).

`include "gputm_assert.svh"

`default_nettype none

module reader_list
  import reader_list_pkg::*;
#(
  parameter int unsigned Ways         = 4,      // ways of the cuckoo table, 2 or more
  parameter int unsigned Rows         = 21964,
  parameter int unsigned BlockWidth   = 30,     // bits of a block's number
  parameter int unsigned IdWidth      = 10,     // bits of a transaction's id
  parameter int unsigned LeafWidth    = 5,
  parameter int unsigned GenWidth     = 3,      // bits of a generation
  parameter int unsigned MaxMoves     = 64,     // moves of entries to find a row for one, 1 or more
  parameter int unsigned ReclaimShare = 24,     // operations for each cycle that a pass may take from them, 2 or more
  parameter int unsigned Passes       = 8,      // reclaim passes that visit all rows, 1 to Rows / 4
  parameter int unsigned Protection   = 0,      // of memories: none, parity, or correction (ecc_pkg)

  localparam int unsigned Ids       = 2 ** IdWidth,
  localparam int unsigned LeafIndex = IdWidth - LeafWidth,
  localparam int unsigned Leaves    = 2 ** LeafIndex,
  localparam int unsigned UsedWidth = $clog2(Ways * Rows + 1),
  localparam int unsigned Memories  = Ways * Banks + 3
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  op_valid_i,
  output      logic                  op_ready_o,
  input  wire logic                  op_insert_i,     // insertion of a reader, else look-up of all
  input  wire logic [BlockWidth-1:0] op_block_i,  // number of the block
  input  wire logic [IdWidth-1:0]    op_id_i,         // insertion: the reader, which must not be dead

  output      logic                  rsp_valid_o,
  input  wire logic                  rsp_ready_i,
  output      logic                  rsp_last_o,      // last beat of this operation
  output      logic                  rsp_reader_o,    // look-up: rsp_id_o is a reader
  output      logic                  rsp_overflow_o,  // insertion: no room, the reader is not in the list
  output      logic [IdWidth-1:0]    rsp_id_o,  // look-up: a reader
  input  wire logic                  rsp_skip_i,      // skips the rest of the operation's answer

  input  wire logic [Ids-1:0]        dead_i,          // transactions that are not readers any more
  input  wire logic [Leaves-1:0][GenWidth-1:0] gen_i,  // present generation of each leaf's transactions
  input  wire logic                  reclaim_i,         // starts a pass, while reclaiming_o is low
  output      logic                  reclaiming_o,  // a pass is in progress

  output      logic [UsedWidth-1:0]  used_o,          // entries in use, including those of the dead
  output      logic                  busy_o,          // an operation is in progress, or the rows are being emptied

  // With Protection
  output      ecc_pkg::ram_error_t [Memories-1:0] memory_errors_o,  // banks, queues: for a unit around it
  output      ecc_pkg::ram_report_t  memory_report_o  // errors since reset
);

  localparam int unsigned RowWidth = $clog2(Rows);
  localparam int unsigned WayWidth = $clog2(Ways);
  localparam int unsigned TagWidth = GenWidth + IdWidth;
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth, GenWidth);
  localparam int unsigned WindowDepth = 8;  // accepted and unfinished operations
  localparam int unsigned LookUps = 16;  // look-ups that wait for leaves
  localparam int unsigned InStages = 6;  // operations in H and A to E, at most

  // Stages in which an item has its rows' numbers
  localparam int unsigned A = 0, B = 1, C = 2, D = 3, E = 4;
  localparam int unsigned Stages = 5;

  localparam bit [9:0] Legal = {
    param_pkg::in_range("reader_list: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::in_range("reader_list: Ways", Ways, 2, 16, 1),
    param_pkg::multiple("reader_list: Rows", Rows, 4, 8, 2 ** 20, 1),
    param_pkg::in_range("reader_list: BlockWidth", BlockWidth, 1, 64 - (IdWidth - LeafWidth), 1),
    param_pkg::in_range("reader_list: IdWidth", IdWidth, LeafWidth + 1, 16, 1),
    param_pkg::in_range("reader_list: LeafWidth", LeafWidth, 1, IdWidth - 1, 1),
    param_pkg::in_range("reader_list: GenWidth", GenWidth, 1, 8, 1),
    param_pkg::in_range("reader_list: MaxMoves", MaxMoves, 1, 1024, 1),
    param_pkg::in_range("reader_list: ReclaimShare", ReclaimShare, 2, 1024, 1),
    param_pkg::in_range("reader_list: Passes", Passes, 1, Rows / 4, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef logic [RowWidth-1:0] row_t;
  typedef logic [EntryWidth-1:0] entry_t;

  typedef struct packed {
    logic                  insert;
    logic [BlockWidth-1:0] block;
    logic [TagWidth-1:0]   tag;
  } op_t;

  typedef struct packed {
    reader_item_e          item;
    logic [BlockWidth-1:0] block;
    logic [TagWidth-1:0]   tag;   // of a leaf that is read or moved: its number
    logic                  last;  // last of the leaves of a look-up
  } item_t;

  logic op_offered, op_issue, op_done, rewind, none_left;
  op_t op;

  operation_window #(
    .Width($bits(op_t)),
    .Depth(WindowDepth)
  ) u_window (
    .clk_i,
    .rst_ni,
    .in_valid_i   (op_valid_i),
    .in_ready_o   (op_ready_o),
    .in_data_i    ({op_insert_i, op_block_i, gen_i[op_id_i[LeafWidth+:LeafIndex]], op_id_i}),
    .issue_valid_o(op_offered),
    .issue_data_o (op),
    .issue_i      (op_issue),
    .done_i       (op_done),
    .rewind_i     (rewind),
    .empty_o      (none_left)
  );

  // The next item to issue, by priority
  logic initialising_q, stall_ops, answers_room, ways_busy, enumerating, evicting, evict_issue;
  logic leaf_request, leaf_issue, leaf_last, compact_offered, compact_issue, crowded;
  logic [BlockWidth-1:0] evict_block, leaf_block, compact_block;
  logic [LeafIndex-1:0] evict_leaf, leaf_number, compact_leaf;
  logic issue, idle_slot;
  item_t issued;

  assign idle_slot     = !evicting && !stall_ops;
  assign leaf_issue    = idle_slot && leaf_request;
  assign compact_issue = idle_slot && compact_offered && !leaf_request;
  assign op_issue      = idle_slot && op_offered && answers_room && !initialising_q && !leaf_request &&
                         !compact_offered;
  assign issue         = evict_issue || leaf_issue || compact_issue || op_issue;

  always_comb begin
    issued = '{item: op.insert ? ReaderInsert : ReaderLookUp, block: op.block, tag: op.tag, last: 1'b0};
    if (evict_issue)
      issued = '{item: ReaderMove, block: evict_block, tag: TagWidth'({evict_leaf, LeafWidth'(0)}), last: 1'b0};
    else if (leaf_issue)
      issued = '{
          item: ReaderReadLeaf,
          block: leaf_block,
          tag: TagWidth'({leaf_number, LeafWidth'(0)}),
          last: leaf_last
      };
    else if (compact_issue)
      issued = '{
          item: ReaderCompact,
          block: compact_block,
          tag: TagWidth'({compact_leaf, LeafWidth'(0)}),
          last: 1'b0
      };
  end

  // Items in flight. Operations behind one that returns to the window return as well; for an eviction all do.
  logic h_valid_q, h_kept, evict_start;
  item_t h_q, e;
  logic [Stages-1:0] valid_q;
  logic [Stages-2:0] kept;
  item_t [Stages-1:0] item_q;
  row_t [Probes-1:0][Ways-1:0] hash_rows;
  row_t [Stages-1:0][Probes-1:0][Ways-1:0] rows_q;
  logic [Probes-1:0] read;

  assign e      = item_q[E];
  assign h_kept = h_valid_q && !evict_start && !(rewind && h_q.item inside {ReaderInsert, ReaderLookUp});

  always_comb begin
    for (int unsigned stage = 0; stage < Stages - 1; stage++) begin
      kept[stage] = valid_q[stage] && !evict_start &&
                    !(rewind && item_q[stage].item inside {ReaderInsert, ReaderLookUp});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      h_valid_q <= 1'b0;
      valid_q   <= '0;
    end else begin
      h_valid_q <= issue && !evict_start && !(rewind && op_issue);
      valid_q   <= {kept, h_kept};
    end
  end

  always_ff @(posedge clk_i) begin
    h_q    <= issued;
    item_q <= {item_q[Stages-2:0], h_q};
    rows_q <= {rows_q[Stages-2:0], hash_rows};
  end

  // Stage A: the item's rows are being read. Leaves of a look-up are read after it.
  logic [ItemsAhead-1:0][Probes-1:0] same_key;

  logic [Ways-1:0][Banks-1:0] banks_q;  // banks that it reads

  always_ff @(posedge clk_i) begin
    for (int unsigned way = 0; way < Ways; way++) begin
      for (int unsigned bank = 0; bank < Banks; bank++) begin
        banks_q[way][bank] <= hash_rows[PlainProbe][way][1:0] != ~2'(bank) &&
                              (hash_rows[LeafProbe][way][1:0] != 2'(bank) || h_q.item != ReaderLookUp);
      end
    end
  end

  always_comb begin
    read            = {Probes{valid_q[A]}};
    read[LeafProbe] = valid_q[A] && item_q[A].item != ReaderLookUp;
    for (int unsigned ahead = 0; ahead < ItemsAhead; ahead++) begin
      same_key[ahead] = {Probes{item_q[B+ahead].block == item_q[A].block}};
      if (item_q[B+ahead].tag[LeafWidth+:LeafIndex] != item_q[A].tag[LeafWidth+:LeafIndex]) begin
        same_key[ahead][LeafProbe] = 1'b0;
      end
    end
  end

  logic [Ways-1:0][Banks-1:0] reclaim_read;
  logic [Ways-1:0][Banks-1:0][RowWidth-3:0] reclaim_read_index;
  logic [Ways-1:0] reclaim_write;
  row_t [Ways-1:0] reclaim_rows;
  entry_t [Ways-1:0] reclaim_raw, reclaim_entry;
  entry_t [Probes-1:0][Ways-1:0] raw;
  logic [Probes-1:0][Ways-1:0] write;
  logic [Probes-1:0] write_alloc;
  row_t [Probes-1:0] write_row;
  entry_t [Probes-1:0] write_entry;
  logic [RowWidth-3:0] initial_index;

  reader_ways #(
    .Ways      (Ways),
    .Rows      (Rows),
    .BlockWidth(BlockWidth),
    .LeafIndex (LeafIndex),
    .EntryWidth(EntryWidth),
    .Protection(Protection)
  ) u_ways (
    .clk_i,
    .rst_ni,
    .block_i             (h_q.block),
    .leaf_i              (h_q.tag[LeafWidth+:LeafIndex]),
    .hash_rows_o         (hash_rows),
    .read_i              (read),
    .read_rows_i         (rows_q[A]),
    .entry_o             (raw),
    .write_i             (write),
    .write_alloc_i       (write_alloc),
    .write_row_i         (write_row),
    .entry_i             (write_entry),
    .reclaim_read_i      (reclaim_read),
    .reclaim_read_index_i(reclaim_read_index),
    .reclaim_entry_o     (reclaim_raw),
    .reclaim_write_i     (reclaim_write),
    .reclaim_write_rows_i(reclaim_rows),
    .reclaim_entry_i     (reclaim_entry),
    .clear_i             (initialising_q),
    .clear_index_i       (initial_index),
    .used_o,
    .crowded_o           (crowded),
    .busy_o              (ways_busy),
    .errors_o            (memory_errors_o[0+:Ways*Banks])
  );

  // Stages B to D: found entries; and stage F: writes
  logic [Probes-1:0][Ways-1:0] hits;
  logic [WayWidth-1:0] victim;
  logic [Probes-1:0] hit, free, alloc_stale;
  logic [Probes-1:0][WayWidth-1:0] way, alloc_way, put_way;
  entry_t [Probes-1:0] entry, put_entry;
  logic same_block, present;
  reader_item_e own_item;
  row_t [Probes-1:0] put_row;
  reader_put_t [Probes-1:0] put;

  reader_match #(
    .Ways      (Ways),
    .Rows      (Rows),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .GenWidth  (GenWidth)
  ) u_match (
    .clk_i,
    .rst_ni,
    .same_key_i   (same_key),
    .entry_i      (raw),
    .b_rows_i     (rows_q[B]),
    .c_rows_i     (rows_q[C]),
    .c_block_i    (item_q[C].block),
    .c_leaf_i     (item_q[C].tag[LeafWidth+:LeafIndex]),
    .c_victim_i   (victim),
    .d_rows_i     (rows_q[D]),
    .d_tag_i      (item_q[D].tag),
    .d_hits_o     (hits),
    .d_same_o     (same_block),
    .hit_o        (hit),
    .way_o        (way),
    .entry_o      (entry),
    .free_o       (free),
    .alloc_way_o  (alloc_way),
    .stale_o      (alloc_stale),
    .present_o    (present),
    .inserts_i    (valid_q[E] && own_item == ReaderInsert),
    .tag_i        (e.tag),
    .put_i        (put),
    .put_way_i    (put_way),
    .put_row_i    (put_row),
    .put_entry_i  (put_entry),
    .write_o      (write),
    .write_alloc_o(write_alloc),
    .write_row_o  (write_row),
    .write_entry_o(write_entry)
  );

  // The block's leaves are still being read for a look-up.
  logic enumerate, block_busy, e_busy_q;

  always_ff @(posedge clk_i) e_busy_q <= block_busy || (enumerate && same_block);

  // Stage E: decision
  logic settled, overflowed, insert, look_up, read_leaf, compact, move;
  logic [Probes-1:0] own_evict;
  reader_put_t [Probes-1:0] own_put;
  entry_t [Probes-1:0] own_entry;
  logic compact_again, stale, blocked, moved_put, moved_alloc;
  entry_t moved_entry;
  logic [1:0] moved_probe;

  assign insert    = valid_q[E] && e.item == ReaderInsert;
  assign look_up   = valid_q[E] && e.item == ReaderLookUp;
  assign read_leaf = valid_q[E] && e.item == ReaderReadLeaf;
  assign compact   = valid_q[E] && e.item == ReaderCompact;
  assign move      = valid_q[E] && e.item == ReaderMove;

  // After an overflow the bit in the root, if that was written before its leaf, is removed again.
  reader_item_e settled_item;
  assign settled_item = overflowed ? ReaderCompact : ReaderLookUp;
  assign own_item     = e.item == ReaderInsert && settled ? settled_item : e.item;

  reader_update #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .GenWidth  (GenWidth)
  ) u_update (
    .item_i   (own_item),
    .block_i  (e.block),
    .tag_i    (e.tag),
    .present_i(present),
    .hit_i    (hit),
    .entry_i  (entry),
    .free_i   (free),
    .put_o    (own_put),
    .entry_o  (own_entry),
    .evict_o  (own_evict),
    .again_o  (compact_again)
  );

  // Reasons that delay an operation: a look-up of its block is in progress, or a row is not free any more; or an
  // eviction, which has to wait for the look-ups, since their leaves could be moved.
  always_comb begin
    stale = 1'b0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      if ((own_put[probe].write || own_evict[probe]) && !hit[probe] && alloc_stale[probe]) stale = 1'b1;
    end
  end
  assign blocked     = (insert || compact) && (e_busy_q || stale || (insert && own_evict != '0 && enumerating));
  assign evict_start = insert && !blocked && own_evict != '0;
  assign rewind      = insert && (blocked || evict_start);
  assign op_done     = look_up || (insert && !blocked && !evict_start);

  always_comb begin
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      // Without a free row in place of the victim, which is evicted.
      put[probe]       = '{write: own_put[probe].write || own_evict[probe], alloc: !hit[probe] && free[probe]};
      put_entry[probe] = own_entry[probe];
      if (!(insert || compact) || blocked) put[probe].write = 1'b0;
      if (move) begin
        put[probe]       = '{write: moved_put && moved_probe == 2'(probe), alloc: moved_alloc};
        put_entry[probe] = moved_entry;
      end
      put_way[probe] = put[probe].alloc ? alloc_way[probe] : way[probe];
      put_row[probe] = rows_q[E][probe][put_way[probe]];
    end
  end

  reader_eviction #(
    .Ways      (Ways),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .GenWidth  (GenWidth),
    .MaxMoves  (MaxMoves)
  ) u_eviction (
    .clk_i,
    .rst_ni,
    .start_i      (evict_start),
    .evicted_i    (own_evict),
    .entry_i      (entry),
    .active_o     (evicting),
    .done_i       (insert && op_done),
    .settled_o    (settled),
    .overflowed_o (overflowed),
    .issue_o      (evict_issue),
    .issue_block_o(evict_block),
    .issue_leaf_o (evict_leaf),
    .probe_o      (moved_probe),
    .victim_o     (victim),
    .found_i      (move),
    .free_i       (free[moved_probe]),
    .victim_i     (entry[moved_probe]),
    .put_o        (moved_put),
    .put_alloc_o  (moved_alloc),
    .put_entry_o  (moved_entry),
    .dead_i,
    .gen_i
  );

  // Answers, and the leaves of look-ups
  logic answers_busy, answered, answered_ready;

  assign enumerate = look_up && hit[RootProbe];

  reader_answers #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .GenWidth  (GenWidth),
    .LookUps   (LookUps),
    .Ahead     (InStages + 1),
    .Protection(Protection)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .op_room_o     (answers_room),
    .answer_i      (op_done),
    .overflow_i    (insert && overflowed),
    .has_plain_i   (look_up && hit[PlainProbe]),
    .plain_i       (entry[PlainProbe]),
    .has_root_i    (enumerate),
    .root_i        (entry[RootProbe]),
    .leaf_request_o(leaf_request),
    .leaf_issue_i  (leaf_issue),
    .leaf_block_o  (leaf_block),
    .leaf_number_o (leaf_number),
    .leaf_last_o   (leaf_last),
    .leaf_valid_i  (read_leaf),
    .has_leaf_i    (hit[LeafProbe]),
    .leaf_i        (entry[LeafProbe]),
    .last_i        (e.last),
    .enumerating_o (enumerating),
    .check_block_i (item_q[D].block),
    .check_busy_o  (block_busy),
    .dead_i,
    .gen_i,
    .rsp_valid_o   (answered),
    .rsp_ready_i   (answered_ready),
    .rsp_last_o,
    .rsp_reader_o,
    .rsp_overflow_o,
    .rsp_id_o,
    .rsp_skip_i,
    .busy_o        (answers_busy),
    .errors_o      (memory_errors_o[Ways*Banks+:3])
  );

  // No answer leaves after a word that could not be corrected: it may have been a reader of any block.
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

  // Reclaim passes.
  logic initial_last;

  reader_reclaimer #(
    .Ways        (Ways),
    .Rows        (Rows),
    .BlockWidth  (BlockWidth),
    .IdWidth     (IdWidth),
    .LeafWidth   (LeafWidth),
    .GenWidth    (GenWidth),
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
    .stall_o        (stall_ops),
    .op_valid_i     (valid_q[A]),
    .op_banks_i     (banks_q),
    .op_read_i      (read),
    .op_rows_i      (rows_q[A]),
    .read_o         (reclaim_read),
    .read_index_o   (reclaim_read_index),
    .dead_i,
    .gen_i,
    .entry_i        (reclaim_raw),
    .op_write_i     (write),
    .op_write_row_i (write_row),
    .write_o        (reclaim_write),
    .write_rows_o   (reclaim_rows),
    .entry_o        (reclaim_entry),
    .compact_valid_o(compact_offered),
    .compact_block_o(compact_block),
    .compact_leaf_o (compact_leaf),
    .compact_issue_i(compact_issue),
    .compact_back_i (compact || evict_start),
    .compact_done_i (compact && !blocked && !compact_again),
    .compact_wait_i (none_left),
    .compact_burst_i(crowded || !op_offered)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) initialising_q <= 1'b1;
    else if (initial_last) initialising_q <= 1'b0;
  end

  // A pass has items and writes of its own; reclaiming_o falls before the last writes are counted.
  assign busy_o = initialising_q || !none_left || evicting || enumerating || answers_busy ||
                  (!reclaiming_o && (h_valid_q || valid_q != '0 || ways_busy));

  for (genvar probe = 0; probe < Probes; probe++) begin : gen_check_probe
    `GPUTM_ASSERT_IF(
        a_one_entry,
        (hits[probe] & (hits[probe] - 1'b1)) == '0 || (probe == LeafProbe && item_q[D].item == ReaderLookUp),
        valid_q[D], ("reader_list: ways %b have entries of block %0d, probe %0d", hits[probe], item_q[D].block, probe))
  end
  `GPUTM_ASSERT_IF(a_moves_alone, move == evicting, valid_q[E], ("reader_list: item %0d during an eviction", e.item))
  `GPUTM_ASSERT_IF(a_reader_lives, !dead_i[op_id_i], op_valid_i && op_insert_i,
                   ("reader_list: the dead transaction %0d reads block %0d", op_id_i, op_block_i))

  // Handshake assertions
  `GPUTM_STREAM(u_check_op, op_valid_i, op_ready_o, {op_insert_i, op_block_i, op_id_i})

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {rsp_last_o, rsp_reader_o, rsp_overflow_o, rsp_id_o})

endmodule

`default_nettype wire
