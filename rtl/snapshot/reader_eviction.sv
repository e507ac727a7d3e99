// Eviction in the scalable reader list: a new entry without a free row takes that of another, for which this block finds
// a row in its next way, evicting there in turn, and so on. Without a free row within MaxMoves such moves it takes them
// back, newest first: then the insertion overflows, and the table holds its previous entries.
//
// The dead are removed from an entry on its way, because a reclaim pass that has already passed its new row would not
// see them there. An eviction ends when the entry has no readers left, or when the pass has freed a row for it, also
// while moves are taken back. That takes no extra time: an entry is issued while the dead are looked up, and returns
// after they have been removed.
//
// Then the insertion starts again. Behind a new root it continues with its leaf; else it has settled: nothing is left
// to write, since its entry is there, or was while its reader was live, or has overflowed.
//
// Latency: one cycle, and seven for each entry that needs a row, and as many to take a move back:
//          one here, and six from issue_o to found_i.
//
// Ways: of the table. BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the
// transactions of a leaf. GenWidth: bits of a generation. MaxMoves: 1 or more.

`include "gputm_assert.svh"

`default_nettype none

module reader_eviction
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned GenWidth   = 3,
  parameter  int unsigned MaxMoves   = 64,
  localparam int unsigned Ids        = 2 ** IdWidth,
  localparam int unsigned WayWidth   = $clog2(Ways),
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned Leaves     = 2 ** LeafIndex,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth, GenWidth)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  // With start_i: entry evicted from the victim's way, by a new entry of one kind
  input  wire logic                              start_i,
  input  wire logic [Probes-1:0]                 evicted_i,  // probe of the evicted entry
  input  wire logic [Probes-1:0][EntryWidth-1:0] entry_i,
  output      logic                              active_o,   // from the next cycle until the end

  // From the end until the insertion is done
  input  wire logic                              done_i,
  output      logic                              settled_o,
  output      logic                              overflowed_o,  // settled by overflow

  // The next entry that needs a row, and its result
  output      logic                  issue_o,
  output      logic [BlockWidth-1:0] issue_block_o,
  output      logic [LeafIndex-1:0]  issue_leaf_o,
  output      logic [1:0]            probe_o,      // probe of its rows
  output      logic [WayWidth-1:0]   victim_o,     // way to evict from if no row is free
  input  wire logic                  found_i,
  input  wire logic                  free_i,
  input  wire logic [EntryWidth-1:0] victim_i,     // entry in the victim's way
  output      logic                  put_o,        // with found_i: put_entry_o is written
  output      logic                  put_alloc_o,  // to the free row, else to the victim's
  output      logic [EntryWidth-1:0] put_entry_o,

  input  wire logic [Ids-1:0]                  dead_i,
  input  wire logic [Leaves-1:0][GenWidth-1:0] gen_i  // present generation of each leaf's transactions
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned MoveWidth = $clog2(MaxMoves + 1);

  typedef enum logic [2:0] {
    Idle,
    Start,
    Issue,  // the dead are looked up
    Filter,  // and removed from the evicted entry
    Find
  } state_e;

  typedef struct packed {
    logic [BlockWidth-1:0]                        block;
    reader_kind_e                                 kind;
    logic [content_width(IdWidth, LeafWidth, GenWidth)-1:0] content;
  } entry_t;

  state_e state_q, state_d;
  entry_t evicted_q, live;  // entry that needs a row
  logic [1:0] probe_q;  // probe of its rows
  logic [Probes-1:0] first_evicted_q;
  entry_t [Probes-1:0] first_q;
  entry_t first;
  logic [MoveWidth-1:0] moves_q;
  logic [WayWidth-1:0] victim_q, last_victim;  // way to evict from, in turn
  logic undo_q;

  assign live.block = evicted_q.block;

  reader_filter #(
    .IdWidth  (IdWidth),
    .LeafWidth(LeafWidth),
    .GenWidth (GenWidth)
  ) u_filter (
    .clk_i,
    .dead_i,
    .gen_i,
    .kind_i   (evicted_q.kind),
    .content_i(evicted_q.content),
    .kind_o   (live.kind),
    .content_o(live.content)
  );

  // While moves are taken back, the entry that evicted this one is in the previous way: the two are exchanged again.
  assign last_victim = victim_q == '0 ? WayWidth'(Ways - 1) : victim_q - 1'b1;
  assign victim_o    = undo_q ? last_victim : victim_q;

  always_comb begin
    first = '0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      if (first_evicted_q[probe]) first |= first_q[probe];
    end
  end

  logic empty, out_of_moves, fits, turns_back, undone, placed, swaps;

  assign empty        = found_i && evicted_q.kind == ReaderUnused;
  assign out_of_moves = moves_q == MoveWidth'(MaxMoves);
  assign fits         = found_i && !empty && free_i;
  assign turns_back   = found_i && !empty && !free_i && !undo_q && out_of_moves;
  assign undone       = found_i && !empty && !free_i && undo_q && moves_q == MoveWidth'(1);
  assign swaps        = found_i && !empty && !free_i && !turns_back;

  assign active_o      = state_q != Idle;
  assign placed        = empty || fits;
  assign issue_o       = state_q == Issue;
  assign issue_block_o = evicted_q.block;
  assign issue_leaf_o  = evicted_q.kind == ReaderLeaf ? evicted_q.content[LeafIds+:LeafIndex] : '0;
  assign probe_o       = probe_q;
  assign put_o         = fits || swaps;
  assign put_alloc_o   = free_i;
  assign put_entry_o   = evicted_q;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:    if (start_i) state_d = Start;
      Start:   state_d = Issue;
      Issue:   state_d = Filter;
      Filter:  state_d = Find;
      Find:    if (found_i) state_d = placed || undone ? Idle : Issue;
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
      else if (swaps || state_q == Start) victim_q <= victim_q == WayWidth'(Ways - 1) ? '0 : victim_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == Idle) begin
      first_evicted_q <= evicted_i;
      first_q         <= entry_i;
      undo_q          <= 1'b0;
    end
    if (state_q == Start) begin
      moves_q   <= MoveWidth'(1);
      evicted_q <= first;
    end else if (swaps) begin
      moves_q   <= undo_q ? moves_q - 1'b1 : moves_q + 1'b1;
      evicted_q <= victim_i;
    end else if (state_q == Filter) begin
      evicted_q <= live;
    end
    if (turns_back) undo_q <= 1'b1;
    if (state_q == Issue) probe_q <= 2'(evicted_q.kind - 2'd1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      settled_o    <= 1'b0;
      overflowed_o <= 1'b0;
    end else if (placed || undone) begin
      settled_o    <= undone || !first_evicted_q[RootProbe];
      overflowed_o <= undone;
    end else if (done_i) begin
      settled_o    <= 1'b0;
      overflowed_o <= 1'b0;
    end
  end

  `GPUTM_ASSERT_IF(a_one_entry_at_a_time, state_q == Idle, start_i,
                   ("reader_eviction: an entry comes in state %0d", state_q))
  `GPUTM_ASSERT_IF(a_found_after_the_filter, state_q == Find, found_i,
                   ("reader_eviction: an entry is found in state %0d", state_q))
  `GPUTM_ASSERT_IF(a_moves_in_range, moves_q == '0 ? !undo_q : 32'(moves_q) - 32'd1 < MaxMoves, state_q == Find,
                   ("reader_eviction: %0d moves", moves_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_evicts, state_q == Find && swaps && !undo_q)
  `GPUTM_COVER(b_no_row_found, state_q == Find && undone)

endmodule

`default_nettype wire
