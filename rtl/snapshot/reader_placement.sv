// Finds a row for an entry of the scalable reader list whose rows are all taken: it takes that of another, the displaced
// entry, which looks for a row of its own, and so on. An entry that finds no place within MaxMoves such moves takes them
// back, newest first: then the placement overflows, and the table holds what it held.
//
// The dead are taken out of an entry on its way, because a reclaim pass that has left its new row behind would not see
// them there. An entry of which nothing is left has found its place; and so has one for which the pass has freed a row,
// also while moves are taken back.
//
// Latency: five cycles for each entry that looks for a row, and as many to take a move back.
//
// Ways: of the table. BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the
// transactions of a leaf. MaxMoves: 1 or more.

`default_nettype none

module reader_placement
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned MaxMoves   = 64,
  localparam int unsigned Ids        = 2 ** IdWidth,
  localparam int unsigned WayWidth   = $clog2(Ways),
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  start_i,
  input  wire logic [EntryWidth-1:0] entry_i,      // with start_i
  output      logic                  active_o,     // until the end
  output      logic                  placed_o,     // which is one of these, for a cycle
  output      logic                  overflow_o,

  // The next entry that looks for a row, and what has been found.
  output      logic                  step_o,
  output      logic [BlockWidth-1:0] step_block_o,
  output      logic [LeafIndex-1:0]  step_leaf_o,
  output      logic [1:0]            probe_o,      // which of its rows are meant
  output      logic [WayWidth-1:0]   victim_o,     // of this way, if none is free
  input  wire logic                  found_i,
  input  wire logic                  free_i,
  input  wire logic [EntryWidth-1:0] victim_i,     // what is there
  output      logic                  put_o,        // with found_i: put_entry_o is written to the free row, else there
  output      logic                  put_fresh_o,
  output      logic [EntryWidth-1:0] put_entry_o,

  input  wire logic [Ids-1:0]        dead_i
);

  localparam int unsigned MoveWidth = $clog2(MaxMoves + 1);

  typedef enum logic [1:0] {
    Idle,
    Filter,  // the dead are taken out of the displaced entry
    Issue,
    Find
  } state_e;

  typedef struct packed {
    logic [BlockWidth-1:0]                        block;
    reader_kind_e                                 kind;
    logic [content_width(IdWidth, LeafWidth)-1:0] content;
  } entry_t;

  state_e state_q, state_d;
  entry_t displaced_q, live;  // has no row at the moment
  logic [1:0] probe_q;  // which of its rows
  logic [LeafIndex-1:0] leaf_q, leaf;
  logic [MoveWidth-1:0] moves_q;
  logic [WayWidth-1:0] victim_q, last_victim;  // way to displace from, in turn
  logic undo_q;

  assign live.block = displaced_q.block;

  reader_filter #(
    .IdWidth  (IdWidth),
    .LeafWidth(LeafWidth)
  ) u_filter (
    .dead_i,
    .kind_i   (displaced_q.kind),
    .content_i(displaced_q.content),
    .kind_o   (live.kind),
    .content_o(live.content)
  );

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_displaced (
    .entry_i  (displaced_q),
    .block_o  (),
    .kind_o   (),
    .count_o  (),
    .ids_o    (),
    .leaves_o (),
    .leaf_o   (leaf),
    .readers_o()
  );

  // While moves are taken back, the entry that displaced the displaced one is in the way before: there the two change
  // places again.
  assign last_victim = victim_q == '0 ? WayWidth'(Ways - 1) : victim_q - 1'b1;
  assign victim_o    = undo_q ? last_victim : victim_q;

  logic gone, out_of_moves, fits, turns, undone, swaps;

  assign gone         = state_q == Filter && live.kind == ReaderUnused;
  assign out_of_moves = moves_q == MoveWidth'(MaxMoves);
  assign fits         = found_i && free_i;
  assign turns        = found_i && !free_i && !undo_q && out_of_moves;
  assign undone       = found_i && !free_i && undo_q && moves_q == MoveWidth'(1);
  assign swaps        = found_i && !free_i && !turns;

  assign active_o     = state_q != Idle;
  assign placed_o     = gone || fits;
  assign overflow_o   = undone;
  assign step_o       = state_q == Issue;
  assign step_block_o = displaced_q.block;
  assign step_leaf_o  = leaf_q;
  assign probe_o      = probe_q;
  assign put_o        = found_i && !turns;
  assign put_fresh_o  = free_i;
  assign put_entry_o  = displaced_q;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:    if (start_i) state_d = Filter;
      Filter:  state_d = gone ? Idle : Issue;
      Issue:   state_d = Find;
      Find:    if (found_i) state_d = fits || undone ? Idle : (turns ? Issue : Filter);
      default: state_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= Idle;
      victim_q <= '0;
    end else begin
      state_q <= state_d;
      if (swaps && undo_q) victim_q <= last_victim;
      else if (swaps) victim_q <= victim_q == WayWidth'(Ways - 1) ? '0 : victim_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == Idle) begin
      moves_q     <= '0;
      undo_q      <= 1'b0;
      displaced_q <= entry_i;
    end else if (swaps) begin
      moves_q     <= undo_q ? moves_q - 1'b1 : moves_q + 1'b1;
      displaced_q <= victim_i;
    end else if (state_q == Filter) begin
      displaced_q <= live;
    end
    if (turns) undo_q <= 1'b1;
    if (state_q == Filter) begin
      leaf_q  <= displaced_q.kind == ReaderLeaf ? leaf : '0;
      probe_q <= 2'(displaced_q.kind - 2'd1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && start_i) begin
      a_one_entry_at_a_time :
      assert (state_q == Idle)
      else $error("reader_placement: entry %h comes in state %0d", entry_i, state_q);
    end
    if (rst_ni && state_q == Find) begin
      a_moves_in_range :
      assert (moves_q <= MoveWidth'(MaxMoves) && (!undo_q || moves_q != '0))
      else $error("reader_placement: %0d moves", moves_q);
      // What the tests have to reach (tb/coverage).
      b_displaces : cover (swaps && !undo_q);
      b_no_place_found : cover (overflow_o);
    end
  end

endmodule

`default_nettype wire
