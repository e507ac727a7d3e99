// Proves that the pipeline of reader_list is equivalent to executing one operation after the other, for any number of
// overlapping operations, placements and reclaim passes, at a reduced size (2 ways of 8 rows, 4 blocks, 4 transactions
// in leaves of 2, at most 2 moves):
//
// - Stage E finds for each key its entry, or a free row, in the table as all earlier operations leave it. Its decisions
// are in different rows, so an operation takes effect there at once; a pass takes effect when it writes a row, and
// removes only the dead.
//   - Operations take effect in the order in which they were accepted, each once, however often they go back.
// - A symbolic transaction of the present generation, 0, is a reader of a symbolic block, in one entry, from its insertion until it dies; it is none
// before, nor if its insertion overflows.
// - A look-up finds the root, which names the existing leaves, and no operation writes to the block or moves an entry
// until the look-up's last leaf has been read.
//
// So a look-up names the readers of the insertions accepted before it. The entries are consumed by reader_answers,
// which has proofs and tests of its own: here its room is free, and it requests any leaves, but keeps the block of a
// look-up busy (reader_list_atomic/), as reader_answers_formal proves. Ids are not reused here:
// reader_list_step_formal proves that, with passes between operations. reader_list_test covers Passes > 1, the fill
// level of the table and the handshakes.
//
// By induction; properties have the prefix `a_`, invariants `h_` or no name. During an eviction, the row of each evicted
// entry holds the entry that evicted it, back to the new one.
//
// leave: *u_check_*
// leave: *a_used_in_range*
// prove: smtbmc --nopresat yices --delegate=y2sat -- --noincr --logic QF_BV 7
// cover: 21
// bug: reader_match/plain_not_forwarded 16
// bug: reader_match/third_in_front_lost 16
// bug: operation_window/rewind_forgotten 20
// bug: reader_match/written_row_free 20
// bug: reader_reclaimer/touch_forgotten 20
// bug: ram_1r1w_fwd/no_forwarding 16

`default_nettype none

module reader_list_atomic_formal
  import reader_list_pkg::*;
(
  input wire logic       clk_i,
  input wire logic [1:0] block_i,      // the symbolic block and transaction: constant
  input wire logic [1:0] id_i,
  input wire logic       op_valid_i,
  input wire logic       op_insert_i,
  input wire logic [1:0] op_block_i,
  input wire logic [1:0] op_id_i,
  input wire logic [3:0] dead_i,
  input wire logic       reclaim_i
);

  localparam int unsigned Ways = 2;
  localparam int unsigned Rows = 8;
  localparam int unsigned Blocks = 4;
  localparam int unsigned Leaves = 2;  // two transactions each
  localparam int unsigned E = 4;  // the deciding stage
  localparam int unsigned Steps = 4;  // cycles of a visit to a row
  localparam int unsigned Again = 8;

  // Parameters of reader_eviction
  localparam logic [2:0] Idle = 3'd0, Start = 3'd1, Filter = 3'd3, Find = 3'd4;

  typedef logic [2:0] row_t;

  // Contents of all kinds have their fields from bit 0.
  typedef struct packed {
    logic [1:0]      block;
    reader_kind_e    kind;
    logic [1:0]      count;  // readers of a plain entry
    logic [2:0][2:0] tags;   // plain: readers; root: leaves; leaf: its generation, number and readers
  } entry_t;

  typedef struct packed {
    reader_item_e item;
    logic [1:0]   block;
    logic [2:0]   tag;
    logic         last;
  } item_t;

  typedef struct packed {
    logic       insert;
    logic [1:0] block;
    logic       gen;
    logic [1:0] id;
  } op_t;

  function automatic logic contains(entry_t entry, logic [1:0] id);
    logic held;
    held = 1'b0;
    if (entry.kind == ReaderPlain) begin
      for (int unsigned i = 0; i < 3; i++) if (2'(i) < entry.count && entry.tags[i] == {1'b0, id}) held = 1'b1;
    end
    if (entry.kind == ReaderLeaf) held = !entry.tags[1][0] && entry.tags[0][2] == id[1] && entry.tags[0][id[0]];
    return held;
  endfunction

  // The entry has the key of a probe: this block, and for a leaf this leaf.
  function automatic logic is_of(entry_t entry, int unsigned probe, logic [1:0] block, logic leaf);
    return 2'(entry.kind) == 2'(probe + 1) && entry.block == block && (probe != LeafProbe || entry.tags[0][2] == leaf);
  endfunction

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic reclaiming;

  reader_list #(
    .Ways        (Ways),
    .Rows        (Rows),
    .BlockWidth  (2),
    .IdWidth     (2),
    .LeafWidth   (1),
    .GenWidth    (1),
    .MaxMoves    (2),
    .ReclaimShare(2),
    .Passes      (1)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .op_valid_i,
    .op_ready_o     (),
    .op_insert_i,
    .op_block_i,
    .op_id_i,
    .rsp_valid_o    (),
    .rsp_ready_i    (1'b1),
    .rsp_last_o     (),
    .rsp_reader_o   (),
    .rsp_overflow_o (),
    .rsp_id_o       (),
    .rsp_skip_i     (1'b0),
    .dead_i,
    .gen_i          ('0),
    .reclaim_i,
    .reclaiming_o   (reclaiming),
    .used_o         (),
    .busy_o         (),
    .memory_errors_o(),
    .memory_report_o()
  );

  logic past_q = 1'b0;
  logic [1:0] block_q, id_q;
  logic [1:0][3:0] dead_q;  // dead one and two cycles before

  always_ff @(posedge clk_i) begin
    past_q  <= 1'b1;
    block_q <= block_i;
    id_q    <= id_i;
    dead_q  <= {dead_q[0], dead_i};
    if (past_q) begin
      m_constant : assume (block_i == block_q && id_i == id_q);
      m_for_ever : assume (!dead_q[0][id_i] || dead_i[id_i]);
    end
    m_lives : assume (!op_valid_i || !op_insert_i || !dead_i[op_id_i]);
    m_pass : assume (!reclaim_i || (!reclaiming && !u_dut.initialising_q && rst_n));
  end

  // ---- The table ----------------------------------------------------------------------------------------------------

  entry_t [Ways-1:0][Rows-1:0] view;  // including stage F's writes
  logic [Ways-1:0][Rows-1:0] legal;
  logic [Ways-1:0][Blocks-1:0][2:0] block_row;
  logic [Ways-1:0][Blocks-1:0][Leaves-1:0][2:0] leaf_row;

  function automatic row_t row_of(int unsigned way, entry_t entry);
    unique case (entry.kind)
      ReaderLeaf: return leaf_row[way][entry.block][entry.tags[0][2]];
      ReaderRoot: return block_row[way][entry.block] ^ 3'd1;
      default: return block_row[way][entry.block];
    endcase
  endfunction

  // A way has an entry with the item's key.
  function automatic logic is_in(int unsigned way, entry_t entry);
    return is_of(view[way][row_of(way, entry)], 32'(entry.kind) - 1, entry.block, entry.tags[0][2]);
  endfunction

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    for (genvar block = 0; block < Blocks; block++) begin : gen_hash
      hash_row #(
        .KeyWidth(2),
        .Rows    (Rows),
        .Seed    (32 + way)
      ) u_block_hash (
        .key_i(2'(block)),
        .row_o(block_row[way][block])
      );
      for (genvar leaf = 0; leaf < Leaves; leaf++) begin : gen_leaf
        hash_row #(
          .KeyWidth(3),
          .Rows    (Rows / Banks),
          .Seed    (64 + way)
        ) u_leaf_hash (
          .key_i({1'(leaf), 2'(block)}),
          .row_o(leaf_row[way][block][leaf][2])
        );
        assign leaf_row[way][block][leaf][1:0] = block_row[way][block][1:0] ^ 2'd2;
      end
    end

    for (genvar row = 0; row < Rows; row++) begin : gen_row
      always_comb begin
        view[way][row] = u_dut.u_ways.gen_way[way].gen_bank[row%4].u_ram.gen_forward.u_ram.u_ram.mem[row/4];
        for (int unsigned probe = 0; probe < Probes; probe++) begin
          if (u_dut.write[probe][way] && u_dut.write_row[probe] == row_t'(row))
            view[way][row] = u_dut.write_entry[probe];
        end
      end
      // The entry is in a row of its key, and not in the other way as well.
      assign legal[way][row] = view[way][row].kind == ReaderUnused || (row_of(
          way, view[way][row]
      ) == row_t'(row) && !is_in(
          1 - way, view[way][row]
      ));
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n && u_dut.initialising_q) begin
      h_nothing_yet :
      assert (!u_dut.u_answers.some_q && !u_dut.h_valid_q && u_dut.valid_q == '0 && !u_dut.evicting &&
              !u_dut.compact_offered && u_dut.write == '0 && !reclaiming);
      for (int unsigned way = 0; way < Ways; way++) begin
        for (int unsigned row = 0; row < Rows / 2; row++) assert (u_dut.initial_index == '0 || view[way][row] == '0);
      end
    end
    if (rst_n && !u_dut.initialising_q) begin
      for (int unsigned way = 0; way < Ways; way++) begin
        for (int unsigned row = 0; row < Rows; row++) assert (legal[way][row]);
      end
    end
  end

  // ---- Contents that an item finds in stage E
  // ------------------------------------------------------------------------

  logic [Probes-1:0] looks;
  entry_t [Probes-1:0][Ways-1:0] there;
  logic [Probes-1:0][Ways-1:0] found;

  always_comb begin
    looks = {Probes{u_dut.valid_q[E]}};
    if (u_dut.e.item == ReaderLookUp) looks[LeafProbe] = 1'b0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      for (int unsigned way = 0; way < Ways; way++) begin
        there[probe][way] = view[way][u_dut.rows_q[E][probe][way]];
        found[probe][way] = is_of(there[probe][way], probe, u_dut.e.block, u_dut.e.tag[1]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      if (rst_n && looks[probe]) begin
        assert (u_dut.hit[probe] == (found[probe] != '0));
        if (u_dut.hit[probe]) begin
          assert (found[probe][u_dut.way[probe]] && u_dut.entry[probe] == there[probe][u_dut.way[probe]]);
        end else if (!u_dut.alloc_stale[probe]) begin
          if (u_dut.free[probe])
            assert (there[probe][u_dut.alloc_way[probe]].kind == ReaderUnused);
            else assert (u_dut.entry[probe] == there[probe][u_dut.way[probe]]);
        end
      end
    end
  end

  // ---- Operations, in order of acceptance ----------------------------------------------------------------------------

  item_t [E+1:0] item;  // items from stage E back to H
  logic [E+1:0] item_valid, is_op, in_order;
  op_t head;  // oldest operation

  assign head = u_dut.u_window.op_q[u_dut.u_window.first_q];

  always_comb begin
    logic [2:0] ahead;
    ahead = '0;
    for (int unsigned i = 0; i <= E + 1; i++) begin
      op_t issued;
      item[i]       = i > E ? u_dut.h_q : u_dut.item_q[E-i];
      item_valid[i] = i > E ? u_dut.h_valid_q : u_dut.valid_q[E-i];
      is_op[i]      = item_valid[i] && item[i].item inside {ReaderInsert, ReaderLookUp};
      issued        = '{insert: item[i].item == ReaderInsert, block: item[i].block, gen: item[i].tag[2], id: item[i].tag[1:0]};
      in_order[i]   = !is_op[i] || issued == u_dut.u_window.op_q[u_dut.u_window.first_q+ahead];
      ahead         = ahead + 3'(is_op[i]);
    end
  end

  // Operations are of the present generations.
  logic [7:0] of_present;
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) begin
      of_present[i] = 4'(i) >= u_dut.u_window.count_q || !u_dut.u_window.op_q[u_dut.u_window.first_q+3'(i)][2];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      h_of_present : assert (of_present == '1);
      a_in_order : assert (in_order == '1);
      a_each_once :
      assert (u_dut.u_window.issued_q == 4'($countones(
          is_op
      )) && u_dut.u_window.issued_q <= u_dut.u_window.count_q && u_dut.u_window.count_q <= 4'd8);
    end
  end

  // ---- An entry that is being evicted ------------------------------------------------------------------------------

  logic [2:0] state;
  logic [Probes-1:0] first_evicted;
  entry_t evicted, first_back, second_back;  // the entry that evicted it, and the one that evicted that
  item_t mover;
  logic moves, back;
  entry_t [Probes-1:0][Ways-1:0] head_at;  // possible places of the new entry
  logic [2:0] head_in;  // plain entry, leaf, evicted entry

  assign state         = u_dut.u_eviction.state_q;
  assign first_evicted = u_dut.u_eviction.first_evicted_q;
  assign evicted       = state == Start ? u_dut.u_eviction.first : u_dut.u_eviction.evicted_q;
  assign back          = state == Start ? u_dut.u_eviction.victim_q : u_dut.u_eviction.last_victim;
  assign first_back    = view[back][row_of(32'(back), evicted)];
  assign second_back   = view[!back][row_of(32'(!back), first_back)];

  // Writes of the oldest operation, an insertion; or a pass has freed the row.
  function automatic logic is_new(entry_t entry);
    logic like;
    unique case (entry.kind)
      ReaderPlain: like = first_evicted[PlainProbe] && entry.count == 2'd1 && entry.tags[0] == {head.gen, head.id};
      ReaderRoot: like = first_evicted[RootProbe] && entry.tags[0][1:0] == 2'd1 << head.id[1];
      ReaderLeaf:
      like = first_evicted[LeafProbe] && entry.tags[0][2] == head.id[1] && (entry.tags[0][1:0] & ~(2'd1 << head.id[0])) == '0;
      default: return 1'b1;
    endcase
    return like && entry.block == head.block;
  endfunction

  always_comb begin
    moves = 1'b0;
    mover = '0;
    for (int unsigned i = 0; i <= E + 1; i++) begin
      if (item_valid[i] && item[i].item == ReaderMove) moves = 1'b1;
      if (item_valid[i]) mover = item[i];
    end
    head_in    = '0;
    head_in[2] = u_dut.evicting && evicted.block == head.block && contains(evicted, head.id);
    for (int unsigned way = 0; way < Ways; way++) begin
      head_at[PlainProbe][way] = view[way][block_row[way][head.block]];
      head_at[RootProbe][way]  = view[way][block_row[way][head.block]^3'd1];
      head_at[LeafProbe][way]  = view[way][leaf_row[way][head.block][head.id[1]]];
      if (head_at[PlainProbe][way].block == head.block && contains(head_at[PlainProbe][way], head.id)) begin
        head_in[0] = head_in[0] || head_at[PlainProbe][way].kind == ReaderPlain;
      end
      if (head_at[LeafProbe][way].block == head.block && contains(head_at[LeafProbe][way], head.id)) begin
        head_in[1] = head_in[1] || head_at[LeafProbe][way].kind == ReaderLeaf;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      // It is alone in the pipeline.
      unique case (state)
        Idle: h_idle : assert (!moves);
        Filter: h_filter : assert (moves && u_dut.valid_q == '0);
        Find: h_find : assert (moves && !u_dut.h_valid_q && $onehot(u_dut.valid_q));
        default: h_start : assert (!u_dut.h_valid_q && u_dut.valid_q == '0);
      endcase
      if (u_dut.evicting || u_dut.settled) h_head : assert (u_dut.u_window.count_q != '0 && head.insert);
      if (!u_dut.settled) h_overflowed : assert (!u_dut.overflowed);
      if (u_dut.settled && u_dut.overflowed) h_head_out : assert (head_in == '0);
    end
    if (rst_n && u_dut.evicting) begin
      h_one : assert ($onehot(first_evicted) && !u_dut.settled);
      if (state != Start) h_moves : assert (u_dut.u_eviction.moves_q inside {2'd1, 2'd2});
      h_head_new : assert (head_in == '0 || head_in == {1'b0, first_evicted[LeafProbe], first_evicted[PlainProbe]});
      if (evicted.kind != ReaderUnused) begin
        h_evicted : assert (!is_in(0, evicted) && !is_in(1, evicted));
        if (state inside {Filter, Find}) begin
          h_mover :
          assert (mover.block == evicted.block && u_dut.u_eviction.probe_q == 2'(evicted.kind - 2'd1) &&
                  (evicted.kind != ReaderLeaf || mover.tag[1] == evicted.tags[0][2]));
        end
        if (state == Start || u_dut.u_eviction.moves_q == 2'd1)
          h_first_back :
          assert (is_new(first_back));
          else h_second_back : assert (first_back.kind == ReaderUnused || is_new(second_back));
      end
      // The new entry is the only one with its key, in the row where it was written.
      for (int unsigned probe = 0; probe < Probes; probe++) begin
        if (first_evicted[probe]) begin
          assert (!is_of(evicted, probe, head.block, head.id[1]));
          assert (state == Start || u_dut.u_eviction.moves_q == 2'd1 || !is_of(
              first_back, probe, head.block, head.id[1]
          ));
          for (int unsigned way = 0; way < Ways; way++) begin
            assert (!is_of(head_at[probe][way], probe, head.block, head.id[1]) || is_new(head_at[probe][way]));
          end
        end
      end
    end
  end

  // ---- The symbolic block and transaction ---------------------------------------------------------------------------

  entry_t [Ways-1:0] plain_at, root_at;
  entry_t [Leaves-1:0][Ways-1:0] leaf_at;
  logic in_plain, in_leaf, in_evicted, member;
  logic [Leaves-1:0] named, leaf_there, expected;  // expected: a root was placed ahead of its leaf
  logic head_of_block, head_here;

  assign head_of_block = u_dut.u_window.count_q != '0 && head.insert && head.block == block_i;
  assign head_here     = head_of_block && head.id == id_i;
  assign member        = in_plain || in_leaf || in_evicted;

  always_comb begin
    in_plain   = 1'b0;
    in_leaf    = 1'b0;
    in_evicted = 1'b0;
    named      = '0;
    leaf_there = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      plain_at[way] = view[way][block_row[way][block_i]];
      root_at[way]  = view[way][block_row[way][block_i]^3'd1];
      if (is_of(plain_at[way], PlainProbe, block_i, 1'b0) && contains(plain_at[way], id_i)) in_plain = 1'b1;
      if (is_of(root_at[way], RootProbe, block_i, 1'b0)) named |= root_at[way].tags[0][1:0];
      for (int unsigned i = 0; i < Leaves; i++) begin
        leaf_at[i][way] = view[way][leaf_row[way][block_i][i]];
        if (is_of(leaf_at[i][way], LeafProbe, block_i, 1'(i))) begin
          leaf_there[i] = 1'b1;
          if (contains(leaf_at[i][way], id_i)) in_leaf = 1'b1;
        end
      end
    end
    if (u_dut.evicting && evicted.block == block_i) begin
      if (evicted.kind == ReaderRoot) named |= evicted.tags[0][1:0];
      if (evicted.kind == ReaderLeaf) leaf_there[evicted.tags[0][2]] = 1'b1;
      in_evicted = contains(evicted, id_i);
    end
    for (int unsigned i = 0; i < Leaves; i++) begin
      expected[i] = head_of_block && head_in == '0 && head.id[1] == 1'(i) && !(u_dut.settled && !u_dut.overflowed) &&
                    !(u_dut.evicting && first_evicted[PlainProbe]);
    end
  end

  logic ready_q = 1'b0;
  logic here;  // the insertion of the symbolic transaction takes effect
  logic here_q, done_q, overflow_q, member_q, undone_q;  // values of the previous cycle

  assign here = u_dut.insert && u_dut.e.block == block_i && u_dut.e.tag == {1'b0, id_i} && !u_dut.blocked;

  always_ff @(posedge clk_i) begin
    ready_q    <= rst_n && !u_dut.initialising_q;
    here_q     <= here;
    done_q     <= here && u_dut.op_done;
    overflow_q <= u_dut.overflowed;
    undone_q   <= u_dut.u_eviction.undone && head_here;
    member_q   <= member;
    if (rst_n && ready_q) begin
      if (member && !member_q) a_comes : assert (here_q);
      if (!member && member_q) a_stays : assert (dead_q[0][id_i] || undone_q);
      if (done_q) a_inserted : assert (overflow_q ? !member : member || dead_q[0][id_i]);
      a_in_one_entry : assert (2'(in_plain) + 2'(in_leaf) + 2'(in_evicted) <= 2'd1);
      a_root_names : assert ((leaf_there & ~named) == '0 && (named & ~leaf_there & ~expected) == '0);
      if (u_dut.look_up && u_dut.e.block == block_i) begin
        a_all_leaves :
        assert (!u_dut.evicting && leaf_there == (u_dut.hit[RootProbe] ? u_dut.entry[RootProbe][1:0] : '0));
      end
      if (u_dut.evicting) begin
        if (head_here && !first_evicted[RootProbe]) h_placed : assert (member || dead_q[0][id_i]);
        if (head_of_block && first_evicted[RootProbe]) h_root : assert (named[head.id[1]]);
        if (head_of_block && first_evicted[LeafProbe]) h_leaf : assert (leaf_there[head.id[1]]);
      end
      if (u_dut.settled && head_here) h_settled : assert (u_dut.overflowed || member || dead_q[0][id_i]);
    end
  end

  // Until the last leaf of a look-up has been read.
  always_ff @(posedge clk_i) begin
    if (rst_n && u_dut.u_answers.followed_q) begin
      a_nothing_moves : assert (!u_dut.evicting && !u_dut.evict_start);
      for (int unsigned probe = 0; probe < Probes; probe++) begin
        assert (!(u_dut.valid_q[E] && u_dut.put[probe].write && u_dut.e.block == u_dut.u_answers.block_q));
      end
    end
  end

  // ---- Passes -------------------------------------------------------------------------------------------------------

  for (genvar way = 0; way < Ways; way++) begin : gen_pass
    entry_t was, becomes;
    logic [Banks-1:0] left;
    logic [Steps:1] visited;
    logic [3:0] agains;
    logic right;

    assign was     = view[way][u_dut.reclaim_rows[way]];
    assign becomes = u_dut.reclaim_entry[way];
    assign left    = u_dut.u_reclaimer.gen_way[way].left_q;
    assign visited = u_dut.u_reclaimer.gen_way[way].valid_q;
    assign agains  = u_dut.u_reclaimer.gen_way[way].agains_q;

    // A row is to be visited, in flight, or to be visited again: at most one of them, once.
    always_comb begin
      logic [3:0] places;
      right = 5'(agains) + 5'($countones(visited)) <= 5'(Again) &&
          (~left & u_dut.u_reclaimer.gen_way[way].next_q) == '0;
      if (!reclaiming || !u_dut.u_reclaimer.started_q) right = right && visited == '0 && left == '0 && agains == '0;
      for (int unsigned row = 0; row < Rows; row++) begin
        places = 4'(left[row%4] && u_dut.u_reclaimer.gen_way[way].next_q[row%4] <= 1'(row / 4));
        for (int unsigned i = 0; i < Again; i++) begin
          places += 4'(4'(i) < agains && u_dut.u_reclaimer.gen_way[way].again_q[i] == row_t'(row));
        end
        for (int unsigned step = 1; step <= Steps; step++) begin
          places += 4'(visited[step] && u_dut.u_reclaimer.gen_way[way].row_q[step] == row_t'(row));
        end
        if (places > 4'd1) right = 1'b0;
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_n) h_visits : assert (right && u_dut.u_reclaimer.last_q == '1);
      if (rst_n && u_dut.reclaim_write[way]) begin
        a_same_key :
        assert (becomes.kind == ReaderUnused ? was.kind == ReaderPlain : is_of(
            was, 32'(becomes.kind) - 1, becomes.block, becomes.tags[0][2]
        ));
        if (was.kind == ReaderRoot) a_root_stays : assert (was == becomes);
        for (int unsigned i = 0; i < 4; i++) begin
          assert (!contains(becomes, 2'(i)) || contains(was, 2'(i)));
          assert (!contains(was, 2'(i)) || contains(becomes, 2'(i)) || dead_q[1][i]);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      c_behind_one_another : cover (done_q && u_dut.insert && u_dut.op_done && u_dut.e.block == block_i);
      c_third_reader : cover (here && u_dut.hit[PlainProbe] && u_dut.entry[PlainProbe][10:9] == 2'd2);
      c_pass_among_them : cover (u_dut.reclaim_write != '0 && u_dut.op_done);
      c_goes_back : cover (u_dut.rewind);
    end
  end

endmodule

`default_nettype wire
