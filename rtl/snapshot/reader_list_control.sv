// Control of the scalable reader list: decides what becomes of the rows in stage B of reader_list, and takes operations
// and what a sweep leaves to do through their further steps. A step finds one entry: it is issued, and a few cycles later its rows are in
// stage B. What the steps are for is told at list_state_e.
//
// The parameters and types are reader_list's.

`default_nettype none

module reader_list_control
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned MaxMoves   = 64,
  parameter  type         entry_t    = logic,
  parameter  type         find_key_t = logic,
  parameter  type         op_t       = logic,
  localparam int unsigned WayWidth   = $clog2(Ways)
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  input  wire logic                 clear_last_i,    // after reset: the last row is being emptied
  output      list_state_e          state_o,
  output      logic                 runs_on_o,       // ListRun, and still in the next cycle

  input  wire logic      [Ways-1:0] fix_i,           // leaves that a sweep left empty or small; stage B is empty
  input  wire entry_t    [Ways-1:0] sweep_live_i,    // these

  // Stage B: rows of b_op_i or of a step.
  input  wire logic                 b_valid_i,
  input  wire op_t                  b_op_i,
  input  wire find_key_t            b_key_i,
  input  wire entry_t    [Ways-1:0] live_i,          // without the dead
  input  wire logic      [Ways-1:0] hit_i,           // at most one
  input  wire logic      [Ways-1:0] free_i,
  output      logic                 b_done_o,
  output      logic                 put_o,           // entry_o is written to put_way_o
  output      logic [WayWidth-1:0]  put_way_o,
  output      entry_t               entry_o,

  // The next step. step_valid_i: one is between issue and stage B.
  output      logic                 step_issue_o,
  output      find_key_t            step_key_o,
  input  wire logic                 step_valid_i,

  output      logic                 rsp_valid_o,
  input  wire logic                 rsp_ready_i,
  output      logic                 rsp_last_o,
  output      logic                 rsp_reader_o,
  output      logic                 rsp_overflow_o,
  output      logic [IdWidth-1:0]   rsp_id_o
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned LeafIndex = IdWidth - LeafWidth;
  localparam int unsigned Leaves = 2 ** LeafIndex;
  localparam int unsigned CountLsb = PlainIds * IdWidth;
  localparam int unsigned NewIds = PlainIds + 1;  // most readers that one insertion puts into leaves
  localparam int unsigned MoveWidth = $clog2(MaxMoves + 1);
  localparam int unsigned LeafDepth = 8;
  localparam int unsigned LeafCount = $clog2(LeafDepth + 1);

  typedef struct packed {
    logic               last;
    logic               reader;
    logic               overflow;
    logic [IdWidth-1:0] id;
  } rsp_t;

  function automatic find_key_t leaf_key(logic [BlockWidth-1:0] block, logic [LeafIndex-1:0] leaf);
    return '{is_leaf: 1'b1, leaf: leaf, block: block};
  endfunction

  function automatic find_key_t block_key(logic [BlockWidth-1:0] block);
    return '{is_leaf: 1'b0, leaf: '0, block: block};
  endfunction

  function automatic find_key_t key_of(entry_t entry);
    if (entry.kind == ReaderLeaf) return leaf_key(entry.block, entry.content[LeafIds+:LeafIndex]);
    return block_key(entry.block);
  endfunction

  function automatic entry_t leaf_entry(logic [BlockWidth-1:0] block, logic [LeafIndex-1:0] leaf,
                                        logic [LeafIds-1:0] readers);
    entry_t entry;
    entry = '0;
    entry.block = block;
    entry.kind  = ReaderLeaf;
    entry.content[LeafIds +: LeafIndex] = leaf;
    entry.content[0 +: LeafIds] = readers;
    return entry;
  endfunction

  function automatic entry_t root_entry(logic [BlockWidth-1:0] block, logic [Leaves-1:0] leaves);
    entry_t entry;
    entry = '0;
    if (leaves != '0) begin
      entry.block = block;
      entry.kind  = ReaderRoot;
      entry.content[0 +: Leaves] = leaves;
    end
    return entry;
  endfunction

  function automatic logic [LeafIndex-1:0] lowest_leaf(logic [Leaves-1:0] leaves);
    for (int unsigned leaf = 0; leaf < Leaves; leaf++) begin
      if (leaves[leaf]) return LeafIndex'(leaf);
    end
    return '0;
  endfunction

  function automatic logic [Leaves-1:0] leaf_bit(logic [LeafIndex-1:0] leaf);
    logic [Leaves-1:0] leaves;
    for (int unsigned i = 0; i < Leaves; i++) leaves[i] = LeafIndex'(i) == leaf;
    return leaves;
  endfunction

  function automatic logic [LeafIds-1:0] reader_bit(logic [LeafWidth-1:0] reader);
    logic [LeafIds-1:0] readers;
    for (int unsigned i = 0; i < LeafIds; i++) readers[i] = LeafWidth'(i) == reader;
    return readers;
  endfunction

  function automatic entry_t plain_of_one(logic [BlockWidth-1:0] block, logic [IdWidth-1:0] id);
    entry_t entry;
    entry = '0;
    entry.block = block;
    entry.kind  = ReaderPlain;
    entry.content[0 +: IdWidth] = id;
    entry.content[CountLsb +: CountWidth] = CountWidth'(1);
    return entry;
  endfunction

  // A plain entry of the readers of a leaf, of which there are at most PlainIds.
  function automatic entry_t plain_of_leaf(logic [BlockWidth-1:0] block, logic [LeafIndex-1:0] leaf,
                                           logic [LeafIds-1:0] readers);
    entry_t                entry;
    logic [CountWidth-1:0] count;
    entry = '0;
    entry.block = block;
    entry.kind  = ReaderPlain;
    count = '0;
    for (int unsigned i = 0; i < LeafIds; i++) begin
      if (readers[i]) begin
        for (int unsigned place = 0; place < PlainIds; place++) begin
          if (count == CountWidth'(place)) entry.content[place*IdWidth+:IdWidth] = {leaf, LeafWidth'(i)};
        end
        count = count + 1'b1;
      end
    end
    entry.content[CountLsb+:CountWidth] = count;
    return entry;
  endfunction

  list_state_e state_q, state_d;
  logic step_issue_q, step_issue_d;  // step_key_q is to be found
  find_key_t step_key_q, step_key_d;
  logic enumerate_issue;
  logic [Leaves-1:0] enumerate_q, enumerate_d;  // leaves still to be looked up

  assign state_o      = state_q;
  assign runs_on_o    = state_q == ListRun && state_d == ListRun;
  assign step_issue_o = step_issue_q || enumerate_issue;
  assign step_key_o   = state_q == ListEnumerate ? leaf_key(step_key_q.block, lowest_leaf(enumerate_q)) : step_key_q;

  logic [WayWidth-1:0] hit_way, free_way;
  entry_t found;

  always_comb begin
    hit_way  = '0;
    free_way = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (hit_i[way]) hit_way |= WayWidth'(way);
      if (free_i[Ways-1-way]) free_way = WayWidth'(Ways - 1 - way);
    end
  end

  assign found = live_i[hit_way];

  // What stage B knows of an operation's block.
  logic [CountWidth-1:0] found_count;
  logic is_plain, is_root, present;
  logic [CountWidth-1:0] beat_q;  // readers of a plain entry already named

  assign found_count = found.content[CountLsb +: CountWidth];
  assign is_plain    = |hit_i && found.kind == ReaderPlain;
  assign is_root     = |hit_i && found.kind == ReaderRoot;

  logic [IdWidth-1:0] beat_id;

  always_comb begin
    present = 1'b0;
    beat_id = '0;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      if (beat_q == CountWidth'(i)) beat_id = found.content[i*IdWidth+:IdWidth];
      if (CountWidth'(i) < found_count && found.content[i*IdWidth+:IdWidth] == b_op_i.id) present = 1'b1;
    end
  end

  // The operation in work, when it takes several steps.
  logic [NewIds-1:0] new_q, new_d;  // of new_id_q, which are not in a leaf yet
  logic [NewIds-1:0][IdWidth-1:0] new_id_q, new_id_d;
  logic [Leaves-1:0] leaves_q, leaves_d;  // leaves placed for this operation
  logic leaf_job_q, leaf_job_d;  // the entry to place is a leaf ...
  logic [LeafIndex-1:0] job_leaf_q, job_leaf_d;  // ... this one
  entry_t hand_q, hand_d;  // has no row at the moment
  logic [MoveWidth-1:0] moves_q, moves_d;
  logic [WayWidth-1:0] kick_q, kick_d, kick_last;  // way to evict from, in turn
  logic overflow_q, overflow_d;
  logic [BlockWidth-1:0] block_q, block_d;

  assign kick_last = kick_q == '0 ? WayWidth'(Ways - 1) : kick_q - 1'b1;

  // The next leaf to place: that of the first id which has none yet, with all ids that share it.
  logic [LeafIndex-1:0] next_leaf;
  logic [LeafIds-1:0]   next_readers;
  logic [NewIds-1:0]    next_members;

  always_comb begin
    next_leaf = '0;
    for (int unsigned i = NewIds; i > 0; i--) begin
      if (new_q[i-1]) next_leaf = new_id_q[i-1][LeafWidth+:LeafIndex];
    end
    next_readers = '0;
    next_members = '0;
    for (int unsigned i = 0; i < NewIds; i++) begin
      if (new_q[i] && new_id_q[i][LeafWidth+:LeafIndex] == next_leaf) begin
        next_members[i] = 1'b1;
        next_readers[new_id_q[i][LeafWidth-1:0]] = 1'b1;
      end
    end
  end

  // Leaves that a sweep's row leaves empty or small, one a way, with their roots to be seen to.
  typedef struct packed {
    logic [BlockWidth-1:0] block;
    logic [LeafIndex-1:0]  leaf;
    logic [LeafIds-1:0]    readers;
  } fix_t;

  logic [Ways-1:0] fix_valid_q, fix_valid_d;
  fix_t [Ways-1:0] fix_q, fix_d;
  logic [WayWidth-1:0] fix_way;
  fix_t                fix;

  always_comb begin
    fix_way = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (fix_valid_q[Ways-1-way]) fix_way = WayWidth'(Ways - 1 - way);
    end
  end
  assign fix = fix_q[fix_way];

  // Answers.
  logic rsp_push, rsp_room, id_valid;
  rsp_t rsp, rsp_out;
  logic [IdWidth-1:0] leaf_id;
  logic leaf_push, leaves_busy;
  logic [LeafCount-1:0] leaves_waiting;

  leaf_enumerator #(
    .IdWidth  (IdWidth),
    .LeafWidth(LeafWidth),
    .Depth    (LeafDepth)
  ) u_leaves (
    .clk_i,
    .rst_ni,
    .leaf_valid_i(leaf_push),
    .leaf_i      (b_key_i.leaf),
    .readers_i   (found.content[LeafIds-1:0]),
    .id_valid_o  (id_valid),
    .id_ready_i  (rsp_room),
    .id_o        (leaf_id),
    .count_o     (leaves_waiting),
    .busy_o      (leaves_busy)
  );

  // A leaf is read only when the enumerator has room for it and for those on their way.
  assign enumerate_issue = state_q == ListEnumerate && enumerate_q != '0 &&
                           leaves_waiting + LeafCount'(step_valid_i) + LeafCount'(b_valid_i) < LeafCount'(LeafDepth);

  fifo_sync #(
    .Width($bits(rsp_t)),
    .Depth(4)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .in_valid_i (rsp_push),
    .in_ready_o (rsp_room),
    .in_data_i  (rsp),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i),
    .out_data_o (rsp_out),
    .count_o    ()
  );

  assign rsp_last_o     = rsp_out.last;
  assign rsp_reader_o   = rsp_out.reader;
  assign rsp_overflow_o = rsp_out.overflow;
  assign rsp_id_o       = rsp_out.id;

  // Control.
  logic last_plain;

  assign last_plain = !is_plain || beat_q == found_count - 1'b1;

  always_comb begin
    state_d      = state_q;
    step_issue_d = 1'b0;
    step_key_d   = step_key_q;
    enumerate_d  = enumerate_q;
    new_d        = new_q;
    new_id_d     = new_id_q;
    leaves_d     = leaves_q;
    leaf_job_d   = leaf_job_q;
    job_leaf_d   = job_leaf_q;
    hand_d       = hand_q;
    moves_d      = moves_q;
    kick_d       = kick_q;
    overflow_d   = overflow_q;
    block_d      = block_q;
    fix_valid_d  = fix_valid_q;
    fix_d        = fix_q;
    b_done_o     = 1'b0;
    put_o        = 1'b0;
    put_way_o    = hit_way;
    entry_o      = found;
    leaf_push    = 1'b0;
    rsp_push     = 1'b0;
    rsp          = '{last: 1'b1, reader: 1'b0, overflow: 1'b0, id: '0};

    unique case (state_q)
      ListClear: if (clear_last_i) state_d = ListRun;

      ListRun: begin
        block_d    = b_op_i.block;
        overflow_d = 1'b0;
        leaves_d   = '0;
        moves_d    = '0;
        for (int unsigned way = 0; way < Ways; way++) begin
          fix_d[way] = '{
              block: sweep_live_i[way].block,
              leaf: sweep_live_i[way].content[LeafIds+:LeafIndex],
              readers: sweep_live_i[way].content[LeafIds-1:0]
          };
        end
        fix_valid_d = fix_i;
        if (fix_i != '0) begin
          state_d = ListNextFix;
        end else if (b_valid_i && is_root) begin
          step_key_d   = block_key(b_op_i.block);
          enumerate_d  = found.content[Leaves-1:0];
          new_d        = NewIds'(1);
          new_id_d[0]  = b_op_i.id;
          if (!b_op_i.insert) begin
            state_d = ListEnumerate;
          end else if ((found.content[Leaves-1:0] & leaf_bit(b_op_i.id[LeafWidth+:LeafIndex])) != '0) begin
            state_d      = ListLeaf;
            step_issue_d = 1'b1;
            step_key_d   = leaf_key(b_op_i.block, b_op_i.id[LeafWidth +: LeafIndex]);
          end else begin
            state_d = ListNextLeaf;
          end
        end else if (b_valid_i && b_op_i.insert && is_plain && !present && found_count == CountWidth'(PlainIds)) begin
          // Promotion: the leaves first, then the root takes the plain entry's place.
          state_d = ListNextLeaf;
          new_d   = '1;
          for (int unsigned i = 0; i < PlainIds; i++) new_id_d[i] = found.content[i*IdWidth+:IdWidth];
          new_id_d[PlainIds] = b_op_i.id;
        end else if (b_valid_i && b_op_i.insert && !(|hit_i) && !(|free_i)) begin
          state_d      = ListPlace;
          step_issue_d = 1'b1;
          step_key_d   = b_key_i;
          leaf_job_d   = 1'b0;
          hand_d       = plain_of_one(b_op_i.block, b_op_i.id);
        end else if (b_valid_i && b_op_i.insert) begin
          rsp_push = 1'b1;
          b_done_o = rsp_room;
          put_o    = rsp_room && !present;
          if (is_plain) begin
            for (int unsigned i = 0; i < PlainIds; i++) begin
              if (found_count == CountWidth'(i)) entry_o.content[i*IdWidth+:IdWidth] = b_op_i.id;
            end
            entry_o.content[CountLsb+:CountWidth] = found_count + 1'b1;
          end else begin
            put_o     = rsp_room;
            put_way_o = free_way;
            entry_o   = plain_of_one(b_op_i.block, b_op_i.id);
          end
        end else if (b_valid_i) begin
          rsp_push   = 1'b1;
          rsp.last   = last_plain;
          rsp.reader = is_plain;
          rsp.id     = beat_id;
          b_done_o   = rsp_room && last_plain;
        end
      end

      ListNextLeaf: begin
        step_issue_d = 1'b1;
        moves_d      = '0;
        if (new_q != '0) begin
          state_d     = ListPlace;
          leaf_job_d  = 1'b1;
          job_leaf_d  = next_leaf;
          hand_d      = leaf_entry(block_q, next_leaf, next_readers);
          step_key_d  = leaf_key(block_q, next_leaf);
          new_d       = new_q & ~next_members;
        end else begin
          state_d    = ListRoot;
          step_key_d = block_key(block_q);
        end
      end

      ListPlace:
      if (b_valid_i) begin
        put_o   = 1'b1;
        entry_o = hand_q;
        if (|free_i) begin
          put_way_o = free_way;
          state_d = leaf_job_q ? ListNextLeaf : ListRespond;
          if (leaf_job_q) leaves_d = leaves_q | leaf_bit(job_leaf_q);
        end else if (moves_q == MoveWidth'(MaxMoves)) begin
          put_o          = 1'b0;
          state_d      = ListUndo;
          step_issue_d = 1'b1;
        end else begin
          put_way_o      = kick_q;
          hand_d       = live_i[kick_q];
          kick_d       = kick_q == WayWidth'(Ways - 1) ? '0 : kick_q + 1'b1;
          moves_d      = moves_q + 1'b1;
          step_issue_d = 1'b1;
          step_key_d   = key_of(live_i[kick_q]);
        end
      end

      // The entry in hand was evicted from the way before kick_q: there it changes places again with its evictor.
      ListUndo:
      if (b_valid_i) begin
        put_o     = 1'b1;
        put_way_o = kick_last;
        entry_o   = hand_q;
        hand_d  = live_i[kick_last];
        kick_d  = kick_last;
        moves_d = moves_q - 1'b1;
        if (moves_q == MoveWidth'(1)) begin
          overflow_d = 1'b1;
          if (leaves_q != '0) begin
            state_d      = ListUnplace;
            step_issue_d = 1'b1;
            step_key_d   = leaf_key(block_q, lowest_leaf(leaves_q));
          end else begin
            state_d = ListRespond;
          end
        end else begin
          step_issue_d = 1'b1;
          step_key_d   = key_of(live_i[kick_last]);
        end
      end

      ListUnplace:
      if (b_valid_i) begin
        put_o      = 1'b1;
        entry_o    = '0;
        leaves_d = leaves_q & (leaves_q - 1'b1);
        if (leaves_d != '0) begin
          step_issue_d = 1'b1;
          step_key_d   = leaf_key(block_q, lowest_leaf(leaves_d));
        end else begin
          state_d = ListRespond;
        end
      end

      ListLeaf:
      if (b_valid_i) begin
        put_o   = 1'b1;
        entry_o.content[LeafIds-1:0] = found.content[LeafIds-1:0] | reader_bit(new_id_q[0][LeafWidth-1:0]);
        // The commonest of all: it has no time to lose.
        rsp_push = 1'b1;
        state_d  = rsp_room ? ListRun : ListRespond;
      end

      ListRoot:
      if (b_valid_i) begin
        put_o     = 1'b1;
        entry_o   = root_entry(block_q, leaves_q | (is_root ? found.content[Leaves-1:0] : '0));
        state_d = ListRespond;
      end

      ListEnumerate: begin
        if (enumerate_issue) enumerate_d = enumerate_q & (enumerate_q - 1'b1);
        leaf_push = b_valid_i && found.content[LeafIds-1:0] != '0;
        rsp_push  = id_valid;
        rsp       = '{last: 1'b0, reader: 1'b1, overflow: 1'b0, id: leaf_id};
        if (enumerate_q == '0 && !step_valid_i && !b_valid_i && !leaves_busy) begin
          rsp_push = 1'b1;
          rsp      = '{last: 1'b1, reader: 1'b0, overflow: 1'b0, id: '0};
          if (rsp_room) state_d = ListRun;
        end
      end

      ListNextFix: begin
        step_issue_d = fix_valid_q != '0;
        step_key_d   = block_key(fix.block);
        state_d      = fix_valid_q != '0 ? ListFix : ListRun;
      end

      ListFix:
      if (b_valid_i) begin
        fix_valid_d[fix_way] = 1'b0;
        state_d              = ListNextFix;
        if (fix.readers == '0) begin
          put_o   = 1'b1;
          entry_o = root_entry(fix.block, found.content[Leaves-1:0] & ~leaf_bit(fix.leaf));
        end else if (found.content[Leaves-1:0] == leaf_bit(fix.leaf)) begin
          put_o          = 1'b1;
          entry_o        = plain_of_leaf(fix.block, fix.leaf, fix.readers);
          state_d      = ListDemote;
          step_issue_d = 1'b1;
          step_key_d   = leaf_key(fix.block, fix.leaf);
        end
      end

      ListDemote:
      if (b_valid_i) begin
        put_o     = 1'b1;
        entry_o   = '0;
        state_d = ListNextFix;
      end

      ListRespond: begin
        rsp_push     = 1'b1;
        rsp.overflow = overflow_q;
        if (rsp_room) state_d = ListRun;
      end

      default: state_d = ListRun;
    endcase

    // A step, and an operation that goes on in steps, leave stage B at once.
    if (state_q != ListRun || state_d != ListRun) b_done_o = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= ListClear;
      step_issue_q <= 1'b0;
      kick_q       <= '0;
      beat_q       <= '0;
    end else begin
      state_q      <= state_d;
      step_issue_q <= step_issue_d;
      kick_q       <= kick_d;
      if (!b_valid_i || b_done_o) beat_q <= '0;
      else if (rsp_push && rsp_room) beat_q <= beat_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    step_key_q  <= step_key_d;
    enumerate_q <= enumerate_d;
    new_q       <= new_d;
    new_id_q    <= new_id_d;
    leaves_q    <= leaves_d;
    leaf_job_q  <= leaf_job_d;
    job_leaf_q  <= job_leaf_d;
    hand_q      <= hand_d;
    moves_q     <= moves_d;
    overflow_q  <= overflow_d;
    block_q     <= block_d;
    fix_valid_q <= fix_valid_d;
    fix_q       <= fix_d;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && fix_i != '0) a_fix_alone : assert (state_q == ListRun && !b_valid_i);
    if (rst_ni && b_valid_i) begin
      if (state_q == ListLeaf || state_q == ListUnplace || state_q == ListDemote || state_q == ListEnumerate) begin
        a_leaf_of_root_is_there : assert (|hit_i && found.kind == ReaderLeaf);
      end
      if (state_q == ListFix) a_root_of_leaf_is_there : assert (is_root);
      if (state_q == ListRoot) a_block_is_there : assert (|hit_i);
    end
  end

endmodule

`default_nettype wire
