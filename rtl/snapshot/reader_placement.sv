// Puts the new entries of an insertion into the scalable reader list: a plain entry of one reader, or the leaves of up
// to NewIds readers, one after the other. An entry without a free row takes that of another, the displaced entry, which
// looks for a row of its own, and so on. An entry that finds no place within MaxMoves such moves takes them back, newest
// first, and the leaves that were placed before it are removed: the insertion overflows, and the table holds what it
// held.
//
// Latency: a plain entry three cycles, a leaf four, and three for each displaced entry; as much to take them back.
//
// Ways: of the table. BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the
// transactions of a leaf. MaxMoves: for an entry, 1 or more.

`default_nettype none

module reader_placement
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned MaxMoves   = 64,
  localparam int unsigned WayWidth   = $clog2(Ways),
  localparam int unsigned LeafIds    = 2 ** LeafWidth,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned Leaves     = 2 ** LeafIndex,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth),
  localparam int unsigned KeyWidth   = key_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,

  // The insertion: a reader of a block, the same from start to end.
  input  wire logic                            start_plain_i,      // one plain entry
  input  wire logic                            start_leaves_i,     // leaves ...
  input  wire logic                            promote_i,          // ... also for these, who were in a plain entry
  input  wire logic [PlainIds-1:0][IdWidth-1:0] plain_ids_i,
  input  wire logic [BlockWidth-1:0]           block_i,
  input  wire logic [IdWidth-1:0]              id_i,

  // Its end, one of these for a cycle.
  output      logic                            placed_o,
  output      logic                            leaves_placed_o,
  output      logic                            overflow_o,
  output      logic [Leaves-1:0]               leaves_o,           // the leaves placed, until the next start

  // The next entry to find, and stage B with it.
  output      logic                            step_o,
  output      logic [KeyWidth-1:0]             step_key_o,
  input  wire logic                            b_valid_i,
  input  wire logic [KeyWidth-1:0]             b_key_i,
  input  wire logic [Ways-1:0][EntryWidth-1:0] b_entry_i,          // without the dead
  input  wire logic [WayWidth-1:0]             b_hit_way_i,        // where the step's own entry is, if it is anywhere
  input  wire logic                            b_any_free_i,
  input  wire logic [WayWidth-1:0]             b_free_way_i,
  output      logic                            put_o,              // put_entry_o is written to put_way_o
  output      logic [WayWidth-1:0]             put_way_o,
  output      logic [EntryWidth-1:0]           put_entry_o
);

  localparam int unsigned MoveWidth = $clog2(MaxMoves + 1);

  typedef enum logic [2:0] {
    Idle,
    NextLeaf,  // what is still to be placed
    Place,     // the displaced entry looks for a row
    Undo,      // no row was found: the moved ones go back
    Remove     // the leaves that were placed before go as well
  } state_e;

  state_e state_q, state_d;
  logic [EntryWidth-1:0] displaced_q, displaced_d;  // has no row at the moment
  logic [MoveWidth-1:0] moves_q, moves_d;
  logic [WayWidth-1:0] victim_q, victim_d;  // way to displace from, in turn
  logic [Leaves-1:0] leaves_q, leaves_d;
  logic leaf_job_q, leaf_job_d;  // a leaf is being placed, not a plain entry

  assign leaves_o = leaves_q;

  // The next leaf: that of the first reader who has none yet, with all who share it.
  logic [NewIds-1:0] new_q, new_d, members;  // readers who are not in a leaf yet
  logic [PlainIds-1:0][IdWidth-1:0] plain_ids_q;
  logic [NewIds-1:0][IdWidth-1:0]   ids;
  logic [LeafIndex-1:0] leaf, leaf_q;
  logic [LeafIds-1:0] readers;

  assign ids = {id_i, plain_ids_q};

  always_comb begin
    leaf = '0;
    for (int unsigned i = NewIds; i > 0; i--) begin
      if (new_q[i-1]) leaf = ids[i-1][LeafWidth+:LeafIndex];
    end
    readers = '0;
    members = '0;
    for (int unsigned i = 0; i < NewIds; i++) begin
      if (new_q[i] && ids[i][LeafWidth+:LeafIndex] == leaf) begin
        members[i] = 1'b1;
        readers[ids[i][LeafWidth-1:0]] = 1'b1;
      end
    end
  end

  logic [EntryWidth-1:0] new_entry;

  reader_entry_encode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_encode (
    .kind_i   (state_q == NextLeaf ? ReaderLeaf : ReaderPlain),
    .block_i,
    .count_i  (CountWidth'(1)),
    .ids_i    ((PlainIds * IdWidth)'(id_i)),
    .leaves_i ('0),
    .leaf_i   (leaf),
    .readers_i(readers),
    .entry_o  (new_entry)
  );

  // The entry that would be displaced next. While moves are taken back it is the one that displaced the displaced entry,
  // in the way before: there the two change places again.
  logic [WayWidth-1:0] last_victim, victim;
  logic [KeyWidth-1:0] victim_key, removed_key;

  assign last_victim = victim_q == '0 ? WayWidth'(Ways - 1) : victim_q - 1'b1;
  assign victim      = state_q == Undo ? last_victim : victim_q;

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_victim (
    .entry_i  (b_entry_i[victim]),
    .block_o  (),
    .kind_o   (),
    .count_o  (),
    .ids_o    (),
    .leaves_o (),
    .leaf_o   (),
    .readers_o(),
    .key_o    (victim_key)
  );

  function automatic logic [LeafIndex-1:0] lowest_leaf(logic [Leaves-1:0] leaves);
    for (int unsigned i = 0; i < Leaves; i++) begin
      if (leaves[i]) return LeafIndex'(i);
    end
    return '0;
  endfunction

  assign removed_key = {1'b1, lowest_leaf(leaves_d), block_i};

  // Where it goes on, and what ends it.
  logic out_of_moves, last_undo;

  assign out_of_moves    = moves_q == MoveWidth'(MaxMoves);
  assign last_undo       = moves_q == MoveWidth'(1);
  assign placed_o        = state_q == Place && b_valid_i && b_any_free_i && !leaf_job_q;
  assign leaves_placed_o = state_q == NextLeaf && new_q == '0;
  assign overflow_o      = b_valid_i && leaves_d == '0 && (state_q == Remove || (state_q == Undo && last_undo));

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle: begin
        if (start_plain_i) state_d = Place;
        if (start_leaves_i) state_d = NextLeaf;
      end
      NextLeaf: state_d = new_q != '0 ? Place : Idle;
      Place: begin
        if (b_valid_i && b_any_free_i) state_d = leaf_job_q ? NextLeaf : Idle;
        else if (b_valid_i && out_of_moves) state_d = Undo;
      end
      Undo:     if (b_valid_i && last_undo) state_d = leaves_q != '0 ? Remove : Idle;
      Remove:   if (b_valid_i && leaves_d == '0) state_d = Idle;
      default:  state_d = Idle;
    endcase
  end

  // The next step.
  always_comb begin
    step_o     = b_valid_i && state_d inside {Place, Undo, Remove};
    step_key_o = victim_key;
    unique case (state_q)
      Idle: begin
        step_o     = start_plain_i;
        step_key_o = {1'b0, LeafIndex'(0), block_i};
      end
      NextLeaf: begin
        step_o     = new_q != '0;
        step_key_o = {1'b1, leaf, block_i};
      end
      Place:    if (state_d == Undo) step_key_o = b_key_i;
      Undo:     if (state_d == Remove) step_key_o = removed_key;
      Remove:   step_key_o = removed_key;
      default:  ;
    endcase
  end

  // What is written.
  always_comb begin
    put_o       = b_valid_i && state_q inside {Place, Undo, Remove};
    put_entry_o = displaced_q;
    put_way_o   = victim;
    if (state_q == Place && b_any_free_i) put_way_o = b_free_way_i;
    else if (state_q == Place && out_of_moves) put_o = 1'b0;
    if (state_q == Remove) begin
      put_way_o   = b_hit_way_i;
      put_entry_o = '0;
    end
  end

  // What is kept.
  logic move;  // the displaced entry takes the victim's row
  assign move = b_valid_i && state_q == Place && !b_any_free_i && !out_of_moves;

  always_comb begin
    displaced_d = displaced_q;
    moves_d     = moves_q;
    victim_d    = victim_q;
    if (state_q inside {Idle, NextLeaf}) begin
      displaced_d = new_entry;
      moves_d     = '0;
    end else if (move) begin
      displaced_d = b_entry_i[victim];
      moves_d     = moves_q + 1'b1;
      victim_d    = victim_q == WayWidth'(Ways - 1) ? '0 : victim_q + 1'b1;
    end else if (b_valid_i && state_q == Undo) begin
      displaced_d = b_entry_i[victim];
      moves_d     = moves_q - 1'b1;
      victim_d    = last_victim;
    end
  end

  always_comb begin
    leaf_job_d = leaf_job_q;
    leaves_d   = leaves_q;
    new_d      = new_q;
    if (state_q == Idle) begin
      leaf_job_d = start_leaves_i;
      if (start_plain_i || start_leaves_i) leaves_d = '0;
      new_d = promote_i ? '1 : {1'b1, PlainIds'(0)};
    end else if (state_q == NextLeaf) begin
      new_d = new_q & ~members;
    end else if (b_valid_i && state_q == Place && b_any_free_i && leaf_job_q) begin
      for (int unsigned i = 0; i < Leaves; i++) begin
        if (LeafIndex'(i) == leaf_q) leaves_d[i] = 1'b1;
      end
    end else if (b_valid_i && state_q == Remove) begin
      leaves_d = leaves_q & (leaves_q - 1'b1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= Idle;
      victim_q <= '0;
    end else begin
      state_q  <= state_d;
      victim_q <= victim_d;
    end
  end

  always_ff @(posedge clk_i) begin
    displaced_q <= displaced_d;
    moves_q     <= moves_d;
    leaf_job_q  <= leaf_job_d;
    leaves_q    <= leaves_d;
    new_q       <= new_d;
    if (state_q == NextLeaf) leaf_q <= leaf;
    if (state_q == Idle) plain_ids_q <= plain_ids_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && (start_plain_i || start_leaves_i)) begin
      a_one_insertion_at_a_time :
      assert (state_q == Idle && !(start_plain_i && start_leaves_i))
      else $error("reader_placement: block %0d comes in state %0d", block_i, state_q);
    end
    if (rst_ni && state_q inside {Place, Undo}) begin
      a_moves_in_range :
      assert (moves_q <= MoveWidth'(MaxMoves) && (state_q == Place || moves_q != '0))
      else $error("reader_placement: %0d moves in state %0d", moves_q, state_q);
    end
  end

endmodule

`default_nettype wire
