// Proves for reader_list, without a bound on the number of operations, at a reduced size (2 ways of 8 rows, 4 blocks, 4
// transactions in leaves of 2, at most 2 moves), for a symbolic block and transaction: an inserted transaction stays in
// the table until it dies, and a look-up of the block names it, once; it is named only if its insertion was accepted
// and it lives; and a reclaim pass that starts after its death leaves no trace of it, so that its id can be reused.
//
// By induction over runs. A run begins in a quiet state: nothing in the pipeline, no entry being placed, everything
// answered, though an operation may wait to be issued and a pass may be in progress. It ends in the next quiet state,
// after one cycle if nothing is issued. In a quiet state the table, the waiting operation and the pass are consistent
// (table_right to rest_right below). From every consistent state, reachable or not, each run leads to a consistent
// state within Limit cycles, with the right answer (ops: insertions, their placements, look-ups; passes: visits,
// compaction); so does reset (base).
// - The table: every entry is in a row of its key, a key has at most one entry, the leaves are those named by the
// roots, and no transaction is in both a plain entry and a leaf. Only a waiting insertion may lack the leaf of a root.
// - The operation: if its placement has settled, it has been inserted, or it has overflowed and has not.
// - The pass: each row is visited at most once more; a visit in flight has the row's contents without the dead, or
// knows that another operation has touched the row; ids that died before the pass are only in rows still to be visited.
//
// Operations come one at a time, while busy_o is low and no pass is in progress; deaths while busy_o is low. Answers
// are taken at once; an id is reused between passes. reader_list_atomic_formal covers overlapping operations and
// operations during passes, reader_list_test Passes > 1. A skipped operation (rsp_skip_i) need not name anything.
// Queues hold two words, more than an operation needs; handshakes are not checked, nor is the fill level (used_o), which
// begins with any value.
// Proven is that runs end, not that an operation is issued eventually.
//
// with: base Base=1 Limit=6
// bound: abc bmc3 8
//
// with: ops Passes=0 Limit=38
// leave: *a_used_in_range*
// bound: abc bmc3 40
// bug: reader_update/mask_lost abc bmc3 12
// bug: reader_update/leaf_not_expected abc bmc3 12
// bug: reader_match/leaf_of_another_number abc bmc3 12
// bug: reader_match/last_of_three_lost abc bmc3 12
// bug: reader_answers/leaves_ignored abc bmc3 24
//
// with: passes Ops=0 Limit=10
// leave: *a_used_in_range*
// bound: abc bmc3 12
// cover: 9
// bug: reader_filter/last_plain_kept abc bmc3 4
// bug: reader_update/root_not_told abc bmc3 10
// bug: reader_reclaimer/last_row_kept abc bmc3 4
// bug: reader_reclaimer/touch_forgotten abc bmc3 10
// bug: reader_reclaimer/write_lost abc bmc3 4
// bug: reader_ways/reclaim_of_the_other_bank abc bmc3 4
// bug: ram_1r1w_fwd/no_forwarding abc bmc3 4
//
// with: insertion Passes=0 Limit=38 Scene=1
// leave: *a_used_in_range*
// cover: 12
//
// with: moves Passes=0 Limit=38 Scene=2
// leave: *a_used_in_range*
// cover: 18
//
// with: no_place Passes=0 Limit=38 Scene=3
// leave: *a_used_in_range*
// bug: reader_eviction/no_undo abc bmc3 30

`default_nettype none

module reader_list_step_formal
  import reader_list_pkg::*;
#(
  parameter bit          Base   = 1'b0,  // start from reset
  parameter bit          Ops    = 1'b1,  // operations occur
  parameter bit          Passes = 1'b1,  // reclaim passes occur
  parameter int unsigned Scene  = 0,     // selects the cover scene
  parameter int unsigned Limit  = 60     // maximum cycles of a run
) (
  input wire logic       clk_i,
  input wire logic [1:0] block_i,      // the symbolic block and transaction: constant
  input wire logic [1:0] id_i,
  input wire logic       op_valid_i,
  input wire logic       op_insert_i,
  input wire logic [1:0] op_block_i,
  input wire logic [1:0] op_id_i,
  input wire logic [3:0] kill_i,
  input wire logic       reclaim_i,
  input wire logic       skip_i
);

  localparam int unsigned Ways = 2;
  localparam int unsigned Rows = 8;
  localparam int unsigned BlockWidth = 2;
  localparam int unsigned Blocks = 2 ** BlockWidth;
  localparam int unsigned IdWidth = 2;
  localparam int unsigned Ids = 4;
  localparam int unsigned Leaves = 2;  // two transactions each
  localparam int unsigned Steps = 4;  // cycles of a visit to a row
  localparam int unsigned Again = 8;

  typedef logic [2:0] row_t;

  // Contents of all kinds have their fields from bit 0.
  typedef struct packed {
    logic [BlockWidth-1:0] block;
    reader_kind_e          kind;
    logic [1:0]            count;  // readers of a plain entry
    logic [2:0][2:0]       tags;   // plain: readers; root: leaves; leaf: its generation, number and readers
  } entry_t;

  // Tags are {generation, id}; an id alone is of the present generation, 0.
  function automatic logic contains(entry_t entry, logic [IdWidth:0] tag);
    logic found;
    found = 1'b0;
    if (entry.kind == ReaderPlain) begin
      for (int unsigned i = 0; i < 3; i++) if (2'(i) < entry.count && entry.tags[i] == tag) found = 1'b1;
    end
    if (entry.kind == ReaderLeaf)
      found = entry.tags[1][0] == tag[2] && entry.tags[0][2] == tag[1] && entry.tags[0][tag[0]];
    return found;
  endfunction

  // Ids are valid and distinct.
  function automatic logic well_formed(entry_t entry);
    unique case (entry.kind)
      ReaderPlain:
      return entry.count != '0 && (entry.count < 2'd2 || entry.tags[0] != entry.tags[1]) &&
             (entry.count < 2'd3 || (entry.tags[0] != entry.tags[2] && entry.tags[1] != entry.tags[2]));
      ReaderRoot: return entry.tags[0][1:0] != '0;
      ReaderLeaf: return 1'b1;
      default: return entry == '0;
    endcase
  endfunction

  // The symbolic transaction is a reader of the symbolic block.
  function automatic logic holds(entry_t entry);
    return entry.block == block_i && contains(entry, id_i);
  endfunction

  logic first = 1'b1;
  logic rst_n;
  always_ff @(posedge clk_i) first <= 1'b0;
  assign rst_n = !Base || !first;

  logic op_ready, rsp_valid, rsp_last, rsp_reader, rsp_overflow, reclaiming, busy;
  logic [1:0] rsp_id;
  logic [3:0] dead_q;

  reader_list #(
    .Ways        (Ways),
    .Rows        (Rows),
    .BlockWidth  (BlockWidth),
    .IdWidth     (IdWidth),
    .LeafWidth   (1),
    .GenWidth    (1),
    .MaxMoves    (2),
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
    .rsp_ready_i    (1'b1),
    .rsp_last_o     (rsp_last),
    .rsp_reader_o   (rsp_reader),
    .rsp_overflow_o (rsp_overflow),
    .rsp_id_o       (rsp_id),
    .rsp_skip_i     (skip_i),
    .dead_i         (dead_q),
    .gen_i          ('0),
    .reclaim_i,
    .reclaiming_o   (reclaiming),
    .used_o         (),
    .busy_o         (busy),
    .memory_errors_o(),
    .memory_report_o()
  );

  // The table, with and without stage F's writes.
  entry_t [Ways-1:0][Rows-1:0] mem, view;
  logic [Ways-1:0][Rows-1:0] writing;
  logic [Ways-1:0][Blocks-1:0][2:0] block_row;
  logic [Ways-1:0][Blocks-1:0][Leaves-1:0][2:0] leaf_row;
  logic [Ways-1:0][Rows-1:0] legal;

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    for (genvar row = 0; row < Rows; row++) begin : gen_row
      row_t place;

      assign mem[way][row] = u_dut.u_ways.gen_way[way].gen_bank[row%4].u_ram.gen_forward.u_ram.u_ram.mem[row/4];
      always_comb begin
        view[way][row]    = mem[way][row];
        writing[way][row] = 1'b0;
        for (int unsigned probe = 0; probe < Probes; probe++) begin
          if (u_dut.write[probe][way] && u_dut.write_row[probe] == row_t'(row)) begin
            view[way][row]    = u_dut.write_entry[probe];
            writing[way][row] = 1'b1;
          end
        end
        place = block_row[way][view[way][row].block];
        if (view[way][row].kind == ReaderRoot) place[0] = !place[0];
        if (view[way][row].kind == ReaderLeaf) place = leaf_row[way][view[way][row].block][view[way][row].tags[0][2]];
        legal[way][row] = well_formed(view[way][row]) && (view[way][row].kind == ReaderUnused || place == row_t'(row));
      end
    end

    for (genvar block = 0; block < Blocks; block++) begin : gen_hash
      hash_row #(
        .KeyWidth(BlockWidth),
        .Rows    (Rows),
        .Seed    (32 + way)
      ) u_block_hash (
        .key_i(BlockWidth'(block)),
        .row_o(block_row[way][block])
      );
      for (genvar leaf = 0; leaf < Leaves; leaf++) begin : gen_leaf
        hash_row #(
          .KeyWidth(BlockWidth + 1),
          .Rows    (Rows / Banks),
          .Seed    (64 + way)
        ) u_leaf_hash (
          .key_i({1'(leaf), BlockWidth'(block)}),
          .row_o(leaf_row[way][block][leaf][2])
        );
        assign leaf_row[way][block][leaf][1:0] = block_row[way][block][1:0] ^ 2'd2;
      end
    end
  end

  // Operation: waiting in the window, in flight, or none.
  typedef struct packed {
    logic       insert;
    logic [BlockWidth-1:0] block;
    logic       gen;
    logic [1:0] id;
  } op_t;

  op_t op_q;
  logic waits, quiet, settled, overflowed, op_member;

  assign waits      = u_dut.u_window.count_q == 4'd1;
  assign settled    = u_dut.settled;
  assign overflowed = u_dut.overflowed;
  assign quiet      = rst_n && !u_dut.initialising_q && !u_dut.h_valid_q && u_dut.valid_q == '0 && !u_dut.evicting &&
                      !u_dut.enumerating && !u_dut.answers_busy;

  // Each block's entries: found in at most one way, and consistent with each other.
  entry_t [Blocks-1:0] plain;
  entry_t [Blocks-1:0][Leaves-1:0] leaf;
  logic [Blocks-1:0][Leaves-1:0] leaf_there, named, expected;
  logic [Blocks-1:0] block_right;

  for (genvar block = 0; block < Blocks; block++) begin : gen_block
    entry_t [Ways-1:0] plain_at, root_at;
    entry_t [Leaves-1:0][Ways-1:0] leaf_at;
    logic [Ways-1:0] plain_hit, root_hit;
    logic [Leaves-1:0][Ways-1:0] leaf_hit;
    logic once;

    always_comb begin
      for (int unsigned way = 0; way < Ways; way++) begin
        plain_at[way]  = view[way][block_row[way][block]];
        root_at[way]   = view[way][block_row[way][block]^3'd1];
        plain_hit[way] = plain_at[way].kind == ReaderPlain && plain_at[way].block == BlockWidth'(block);
        root_hit[way]  = root_at[way].kind == ReaderRoot && root_at[way].block == BlockWidth'(block);
        for (int unsigned i = 0; i < Leaves; i++) begin
          leaf_at[i][way]  = view[way][leaf_row[way][block][i]];
          leaf_hit[i][way] = leaf_at[i][way].kind == ReaderLeaf && leaf_at[i][way].block == BlockWidth'(block) &&
                             leaf_at[i][way].tags[0][2] == 1'(i);
        end
      end
      plain[block] = (plain_hit[0] ? plain_at[0] : '0) | (plain_hit[1] ? plain_at[1] : '0);
      named[block] = (root_hit[0] ? root_at[0].tags[0][1:0] : '0) | (root_hit[1] ? root_at[1].tags[0][1:0] : '0);
      once = plain_hit != '1 && root_hit != '1;
      for (int unsigned i = 0; i < Leaves; i++) begin
        leaf[block][i] = (leaf_hit[i][0] ? leaf_at[i][0] : '0) | (leaf_hit[i][1] ? leaf_at[i][1] : '0);
        leaf_there[block][i] = leaf_hit[i] != '0;
        // A root is placed ahead of its leaf.
        expected[block][i] = waits && op_q.insert && op_q.block == BlockWidth'(block) && op_q.id[1] == 1'(i) &&
                             !op_member;
        if (leaf_hit[i] == '1) once = 1'b0;
        for (int unsigned id = 0; id < 2; id++) begin
          for (int unsigned gen = 0; gen < 2; gen++) begin
            if (contains(leaf[block][i], 3'(4 * gen + 2 * i + id)) && contains(plain[block], 3'(4 * gen + 2 * i + id)))
              once = 1'b0;
          end
        end
      end
      block_right[block] = once && (leaf_there[block] & ~named[block]) == '0 &&
                           (named[block] & ~leaf_there[block] & ~expected[block]) == '0;
    end
  end

  function automatic logic is_reader(entry_t plain_entry, entry_t leaf_entry, logic [IdWidth-1:0] id);
    return contains(plain_entry, id) || contains(leaf_entry, id);
  endfunction

  logic member;
  assign member    = is_reader(plain[block_i], leaf[block_i][id_i[1]], id_i);
  assign op_member = is_reader(plain[op_q.block], leaf[op_q.block][op_q.id[1]], op_q.id);

  // Stage F's writes are in different banks.
  logic puts_right;
  always_comb begin
    puts_right = 1'b1;
    for (int unsigned way = 0; way < Ways; way++) begin
      for (int unsigned probe = 0; probe < Probes; probe++) begin
        for (int unsigned other = 0; other < probe; other++) begin
          if (u_dut.write[probe][way] && u_dut.write[other][way] &&
              u_dut.write_row[other][1:0] == u_dut.write_row[probe][1:0])
            puts_right = 1'b0;
        end
      end
    end
  end

  // The pass: rows still to be visited, or in flight. Only these have ids that died before the pass.
  logic was_dead_q;
  logic [Ways-1:0] visits_right;
  logic [Ways-1:0][Rows-1:0] rows_right;
  logic [Ways-1:0][Steps:1] steps_right;

  for (genvar way = 0; way < Ways; way++) begin : gen_visits
    logic [Rows-1:0] pending, right;
    logic [Steps:1] valid, touched, step_right;
    row_t [Steps:1] row;
    entry_t [Steps:1] seen;  // row when it was read
    entry_t [Steps:1] now, after;  // row now, and with stage F's writes
    entry_t done;
    logic [2:0] lives;
    logic [1:0] leaf_lives;

    assign valid   = u_dut.u_reclaimer.gen_way[way].valid_q;
    assign row     = u_dut.u_reclaimer.gen_way[way].row_q;
    assign seen[1] = u_dut.reclaim_raw[way];
    assign seen[2] = u_dut.u_reclaimer.gen_way[way].entry_q;
    assign seen[3] = u_dut.u_reclaimer.gen_way[way].full_q;
    assign seen[4] = after[4];
    assign done    = u_dut.u_reclaimer.gen_way[way].done_q;
    assign lives   = u_dut.u_reclaimer.gen_way[way].u_filter.plain_lives_q;
    assign leaf_lives = u_dut.u_reclaimer.gen_way[way].u_filter.live_leaf_q;

    always_comb begin
      for (int unsigned i = 0; i < Rows; i++) begin
        logic [3:0] places;
        places = 4'(u_dut.u_reclaimer.gen_way[way].left_q[i%4] &&
                    u_dut.u_reclaimer.gen_way[way].next_q[i%4] <= 1'(i/4));
        for (int unsigned j = 0; j < Again; j++) begin
          places += 4'(4'(j) < u_dut.u_reclaimer.gen_way[way].agains_q &&
                       u_dut.u_reclaimer.gen_way[way].again_q[j] == row_t'(i));
        end
        for (int unsigned step = 1; step <= Steps; step++) places += 4'(valid[step] && row[step] == row_t'(i));
        pending[i] = places != '0;
        right[i]   = places <= 4'd1 && (!(was_dead_q && u_dut.u_reclaimer.started_q && reclaiming) || pending[i] ||
                                        !holds(view[way][i]));
      end

      for (int unsigned step = 1; step <= Steps; step++) begin
        now[step]     = mem[way][row[step]];
        after[step]   = view[way][row[step]];
        touched[step] = (step != 1 && u_dut.u_reclaimer.gen_way[way].touched_q[step]) || writing[way][row[step]];
        step_right[step] = !valid[step] || touched[step] || seen[step] == now[step];
        // A visit removes only what it must, even if other operations touch the row.
        if (valid[step] && was_dead_q && holds(after[step]) && !holds(seen[step])) step_right[step] = 1'b0;
      end
      if (valid[3]) begin
        if (u_dut.u_reclaimer.gen_way[way].u_filter.kind_q != seen[3].kind ||
            u_dut.u_reclaimer.gen_way[way].u_filter.content_q != {seen[3].count, seen[3].tags})
          step_right[3] = 1'b0;
        for (int unsigned i = 0; i < 3; i++) begin
          if (lives[i] && 2'(i) >= seen[3].count) step_right[3] = 1'b0;
          if (!lives[i] && 2'(i) < seen[3].count && !seen[3].tags[i][2] && !dead_q[seen[3].tags[i][1:0]])
            step_right[3] = 1'b0;
          if (lives[i] && was_dead_q && seen[3].tags[i] == {1'b0, id_i}) step_right[3] = 1'b0;
        end
        for (int unsigned i = 0; i < 2; i++) begin
          if (leaf_lives[i] && !seen[3].tags[0][i]) step_right[3] = 1'b0;
          if (!leaf_lives[i] && seen[3].tags[0][i] && !seen[3].tags[1][0] && !dead_q[{seen[3].tags[0][2], 1'(i)}])
            step_right[3] = 1'b0;
          if (leaf_lives[i] && was_dead_q && {seen[3].tags[0][2], 1'(i)} == id_i) step_right[3] = 1'b0;
        end
      end
      if (valid[4]) begin
        if (was_dead_q && holds(after[4]) && !u_dut.u_reclaimer.gen_way[way].done_changed_q) step_right[4] = 1'b0;
        if (!touched[4]) begin
          if (!well_formed(done)) step_right[4] = 1'b0;
          if (u_dut.u_reclaimer.gen_way[way].done_compact_q && done.kind != ReaderLeaf) step_right[4] = 1'b0;
          if (u_dut.u_reclaimer.gen_way[way].done_changed_q != (done != now[4])) step_right[4] = 1'b0;
          if (done.kind == ReaderUnused ? now[4].kind inside {ReaderRoot, ReaderLeaf} :
              done.kind != now[4].kind || done.block != now[4].block)
            step_right[4] = 1'b0;
          if (done.kind == ReaderRoot && done != now[4]) step_right[4] = 1'b0;
          if (done.kind == ReaderLeaf && done.tags[0][2] != now[4].tags[0][2]) step_right[4] = 1'b0;
          for (int unsigned i = 0; i < 2 * Ids; i++) begin
            if (contains(done, 3'(i)) && !contains(now[4], 3'(i))) step_right[4] = 1'b0;
            if (!contains(done, 3'(i)) && contains(now[4], 3'(i)) && i < Ids && !dead_q[i[1:0]]) step_right[4] = 1'b0;
          end
          if (was_dead_q && contains(done, id_i)) step_right[4] = 1'b0;
        end
      end
      rows_right[way]   = right;
      steps_right[way]  = step_right;
      visits_right[way] =
          u_dut.u_reclaimer.gen_way[way].agains_q + 4'($countones(valid)) <= 4'(Again);
      // A leaf to be compacted has been visited.
      if (u_dut.u_reclaimer.compact_valid_q[way] && was_dead_q && u_dut.u_reclaimer.compact_block_q[way] == block_i &&
          u_dut.u_reclaimer.compact_leaf_q[way] == id_i[1] && contains(
              leaf[block_i][id_i[1]], id_i
          )) begin
        visits_right[way] = 1'b0;
      end
      // Rows that no pass has to visit
      if (!reclaiming || !u_dut.u_reclaimer.started_q) begin
        if (valid != '0 || u_dut.u_reclaimer.gen_way[way].left_q != '0 || u_dut.u_reclaimer.gen_way[way].agains_q != '0)
          visits_right[way] = 1'b0;
        if (u_dut.u_reclaimer.compact_valid_q[way]) visits_right[way] = 1'b0;
      end
      if ((~u_dut.u_reclaimer.gen_way[way].left_q & u_dut.u_reclaimer.gen_way[way].next_q) != '0) begin
        visits_right[way] = 1'b0;
      end
    end
  end

  // Invariants of quiet states
  logic table_right, op_right, pass_right, rest_right;

  assign table_right = puts_right && legal == '1 && block_right == '1;
  assign op_right    = u_dut.u_window.count_q <= 4'd1 && u_dut.u_window.issued_q == '0 &&
                       (!waits || (op_q == u_dut.u_window.op_q[u_dut.u_window.first_q] && !op_q.gen)) &&
                       (!waits || !op_q.insert || !dead_q[op_q.id]) &&
                       (!settled || (waits && op_q.insert && op_member == !overflowed)) && (!overflowed || settled);
  assign pass_right  = visits_right == '1 && u_dut.u_reclaimer.last_q == '1 && !u_dut.u_reclaimer.compacting_q &&
                       (!reclaiming || !was_dead_q || dead_q[id_i]) &&
                       (reclaiming || (!u_dut.u_reclaimer.started_q && u_dut.u_reclaimer.older_q == 4'd8 &&
                                       u_dut.u_reclaimer.exclusive_q == '0 && u_dut.u_reclaimer.share_left_q == '0)) &&
                       (u_dut.u_reclaimer.started_q || u_dut.u_reclaimer.share_q == '0);
  assign rest_right = u_dut.u_answers.held_q == '0 && u_dut.u_answers.count_q == '0 && !u_dut.u_answers.current_q && u_dut.u_answers.issued_q == '0 &&
                      u_dut.u_answers.oldest_q == u_dut.u_answers.next_q && !u_dut.u_answers.queued &&
                      u_dut.u_answers.answers == '0 && u_dut.u_answers.leaves == '0 &&
                      u_dut.u_answers.lasts_q == '0 && u_dut.u_answers.leaf_lasts_q == '0 &&
                      u_dut.u_answers.last_leaves_q == '0 && u_dut.u_answers.named_q == '0 &&
                      !u_dut.u_answers.leaf_id_valid && u_dut.u_answers.next_id_ready &&
                      u_dut.u_answers.beat_ready && u_dut.u_eviction.state_q == '0 &&
                      u_dut.u_answers.u_look_ups.gen_none.u_fifo.valid_q == '0 && u_dut.u_answers.u_answers.gen_none.u_fifo.valid_q == '0 &&
                      u_dut.u_answers.u_leaves.u_leaves.gen_none.u_fifo.valid_q == '0;
  // A run: from one quiet state to the next
  logic ended_q, cut_q, answered_q, overflow_q, named_q, skipped_q, former_q;
  logic [6:0] cycle_q = '0;
  logic taken, answered, names;
  logic [BlockWidth-1:0] block_q;
  logic [1:0] id_q;

  assign taken    = op_valid_i && op_ready && rst_n;
  assign answered = rsp_valid && rsp_last && rst_n;
  assign names    = rsp_valid && rsp_reader && rsp_id == id_i && op_q.block == block_i && !op_q.insert;

  logic has_named, former;
  assign former    = first ? member && !Base : former_q;
  assign has_named = !first && named_q;

  always_ff @(posedge clk_i) begin
    cycle_q    <= cycle_q + 1'b1;
    ended_q    <= (quiet && !first) || (!first && ended_q);
    cut_q      <= !first && ended_q;  // assertions and covers are one cycle later than assumptions
    answered_q <= !first && (answered_q || answered);
    named_q    <= has_named || names;
    skipped_q  <= skip_i || (!first && skipped_q);
    former_q   <= former;
    if (answered) overflow_q <= rsp_overflow;
    if (taken) op_q <= '{insert: op_insert_i, block: op_block_i, gen: 1'b0, id: op_id_i};
    dead_q <= dead_q | kill_i;
    if (reclaim_i) was_dead_q <= dead_q[id_i];
    block_q    <= block_i;
    id_q       <= id_i;
  end

  always_ff @(posedge clk_i) begin
    if (!first) m_constant : assume (block_i == block_q && id_i == id_q && !cut_q);
    if (first && !Base) begin
      m_right :
      assume (quiet && table_right && rows_right == '1 && steps_right == '1 && op_right && pass_right && rest_right);
    end
    if (!Ops) m_no_ops : assume (!op_valid_i && !waits);
    if (!Passes) m_no_pass : assume (!reclaim_i && !reclaiming);
    if (Base) m_nothing : assume (!op_valid_i && !reclaim_i);
    m_op : assume (!op_valid_i || (!busy && !(op_insert_i && dead_q[op_id_i])));
    m_pass : assume (!reclaim_i || !reclaiming);
    m_kill : assume (kill_i == '0 || (!busy && !op_valid_i));
  end

  logic ends, op_here;  // the operation is for the symbolic block; and transaction
  assign ends    = quiet && !first && !ended_q;
  assign op_here = op_q.block == block_i && op_q.id == id_i && op_q.insert;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      a_ends : assert (ended_q || cycle_q < 7'(Limit));
      if (rsp_valid) begin
        a_one_answer : assert (first || !answered_q);
      end
      if (names) begin
        a_named_once : assert (!has_named);
        a_named_lives : assert (former && !dead_q[id_i]);
      end
      if (answered && !op_q.insert && op_q.block == block_i && former && !dead_q[id_i] && !skipped_q) begin
        a_reader_is_named : assert (has_named || names);
      end
    end
    if (ends) begin
      // One by one, which is easier for the solver.
      for (int unsigned way = 0; way < Ways; way++) begin
        for (int unsigned row = 0; row < Rows; row++) begin
          assert (legal[way][row]);
          assert (rows_right[way][row]);
        end
        for (int unsigned step = 1; step <= Steps; step++) assert (steps_right[way][step]);
      end
      for (int unsigned block = 0; block < Blocks; block++) assert (block_right[block]);
      a_puts : assert (puts_right);
      a_op : assert (op_right);
      a_pass : assert (pass_right);
      a_rest : assert (rest_right);
      a_stays : assert (!former || dead_q[id_i] || member);
      if (member && !former) begin
        a_comes : assert (op_here && (answered_q ? !overflow_q : waits && settled && !overflowed));
      end
      if (answered_q && op_here) begin
        a_inserted : assert (overflow_q ? !member && !former : member || dead_q[id_i]);
      end
    end
  end

  // Ids that were dead before a pass are gone after it.
  logic reclaiming_q;
  always_ff @(posedge clk_i) begin
    if (first) reclaiming_q <= reclaiming;
    if (ends && reclaiming_q && !reclaiming && was_dead_q) a_nothing_left : assert (!member);
  end

  // Covers: the symbolic block at the begin and the end of a run. Runs of insertions begin with one of transaction 3
  // into block 1.
  logic leaf_q, root_q;
  always_ff @(posedge clk_i) begin
    if (first) begin
      leaf_q       <= leaf_there[block_i][id_i[1]];
      root_q       <= named[block_i] != '0;
    end
    if (Scene != 0 && first) begin
      m_scene : assume (block_i == 'd1 && id_i == 2'd3 && waits && op_here && !settled && dead_q == '0);
      // To reach the covers early: no other blocks; or a table with taken rows, where another entry may move, or none.
      if (Scene == 1) begin
        for (int unsigned way = 0; way < Ways; way++) begin
          for (int unsigned row = 0; row < Rows; row++) begin
            assume (view[way][row] == '0 || view[way][row].block == 2'd1);
          end
        end
      end
      if (Scene == 2)
        m_may_move : assume (view == 240'ha402000000_02e880001a_8000005a00_0000000380_080000001e_0000000000);
      if (Scene == 3)
        m_may_not : assume (view == 240'h0000000000_02e8800006_810801da04_0000000000_0000000007_8228010a00);
    end
    if (Scene != 0) m_no_more : assume (!op_valid_i && kill_i == '0 && !skip_i && !u_dut.stall_ops);
    if (ends && Scene == 1) begin
      c_promoted : cover (answered_q && !overflow_q && !former_q && !root_q && leaf_there[block_i][id_i[1]]);
      c_leaf_grows : cover (answered_q && !overflow_q && !former_q && leaf_q && leaf_there[block_i][id_i[1]]);
    end
    if (ends && Scene == 2) c_others_moved : cover (waits && settled && !overflowed);
    if (ends && Passes && former_q) begin
      c_dead_removed : cover (!member && was_dead_q);
      c_leaf_to_plain : cover (member && leaf_q && !leaf_there[block_i][id_i[1]]);
    end
    if (ends && Passes && reclaiming_q) c_pass_ends : cover (!reclaiming && was_dead_q);
    if (ends && Passes && leaf_q) c_leaf_removed : cover (root_q && named[block_i] == '0);
  end

endmodule

`default_nettype wire
