// The owned rows of one bank, when few can be owned at a time: an associative log of Entries {row,
// owner} replaces a record of every row. An entry's number is the place of its row's backup.
//
// Look-up: the log's answer is on the outputs in the cycle after lookup_i and follows the log until the next look-up.
//          insert_i in one of these cycles makes the row the work-item's, in entry insert_at_o; not when full_o.
// Walk:    as in lds_owned_rows: the first entry appears three cycles after walk_i, then one a cycle.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2. Rows: rows that can be owned. Entries: at least 2.

`include "gputm_assert.svh"

`default_nettype none

module lds_undo_log #(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Rows       = 512,
  parameter  int unsigned Entries    = 16,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth,
  localparam int unsigned RowWidth   = $clog2(Rows),
  localparam int unsigned AtWidth    = $clog2(Entries)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  lookup_i,
  input  wire logic [RowWidth-1:0]   lookup_row_i,
  input  wire logic [OwnerWidth-1:0] lookup_owner_i,
  output      logic                  owned_o,
  output      logic [OwnerWidth-1:0] owner_o,
  output      logic                  other_o,        // another than the look-up's work-item owns the row
  output      logic                  full_o,
  input  wire logic                  insert_i,
  output      logic [AtWidth-1:0]    insert_at_o,

  input  wire logic                  walk_i,
  input  wire logic [WfWidth-1:0]    walk_wavefront_i,
  input  wire logic [Lanes-1:0]      walk_lanes_i,
  output      logic                  walking_o,
  output      logic                  fetch_o,
  output      logic [AtWidth-1:0]    fetch_at_o,
  output      logic                  entry_valid_o,
  output      logic [AtWidth-1:0]    entry_at_o,
  output      logic [RowWidth-1:0]   entry_row_o,
  output      logic [OwnerWidth-1:0] entry_owner_o,
  input  wire logic                  entry_ready_i
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("lds_undo_log: Entries", Entries, 2, 65536, 2))

  logic [Entries-1:0]                 valid_q;
  logic [Entries-1:0][RowWidth-1:0]   rows_q;
  logic [Entries-1:0][OwnerWidth-1:0] owners_q;

  function automatic logic [AtWidth-1:0] lowest(logic [Entries-1:0] set);
    lowest = '0;
    for (int e = Entries - 1; e >= 0; e--) begin
      if (set[e]) lowest = AtWidth'(unsigned'(e));
    end
  endfunction

  function automatic logic [AtWidth-1:0] number_of(logic [Entries-1:0] one_hot);
    number_of = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (one_hot[e]) number_of |= AtWidth'(e);
    end
  endfunction

  // Look-up
  logic [RowWidth-1:0]   row_q;
  logic [OwnerWidth-1:0] owner_q;
  logic [Entries-1:0] hit, first_free;

  always_ff @(posedge clk_i) begin
    if (lookup_i) begin
      row_q   <= lookup_row_i;
      owner_q <= lookup_owner_i;
    end
  end

  // Each entry's owner is compared in parallel to its row, and not only the owner found.
  always_comb begin
    owner_o = '0;
    other_o = 1'b0;
    for (int unsigned e = 0; e < Entries; e++) begin
      hit[e] = valid_q[e] && rows_q[e] == row_q;
      if (hit[e]) owner_o |= owners_q[e];
      other_o |= hit[e] && owners_q[e] != owner_q;
    end
  end
  assign owned_o     = |hit;
  assign full_o      = &valid_q;
  assign first_free  = ~valid_q & (valid_q + 1'b1);
  assign insert_at_o = number_of(first_free);

  // Walk: the lanes' entries are found at once, and then offered one after the other. They are searched for in every
  // cycle, as if a walk began; whether one does is known late, as is an entry that is made in its cycle: that one is
  // kept separately.
  logic walk_q, insert_q, newest_named_q, entry_valid_q, entry_taken;
  logic [Entries-1:0] kept, named, named_q, newest_q, match, left_q;
  logic [AtWidth-1:0] entry_at_q;

  function automatic logic names(logic [OwnerWidth-1:0] owner, logic [WfWidth-1:0] wavefront, logic [Lanes-1:0] lanes);
    return owner[OwnerWidth-1:LaneWidth] == wavefront && lanes[owner[LaneWidth-1:0]];
  endfunction

  always_comb begin
    for (int unsigned e = 0; e < Entries; e++) begin
      kept[e]  = valid_q[e] && !(entry_taken && entry_at_q == AtWidth'(e));
      named[e] = kept[e] && names(owners_q[e], walk_wavefront_i, walk_lanes_i);
    end
  end
  assign match = walk_q ? named_q | (insert_q && newest_named_q ? newest_q : '0) : '0;

  assign entry_taken   = entry_valid_q && entry_ready_i;
  assign fetch_o       = left_q != '0 && (!entry_valid_q || entry_taken);
  assign fetch_at_o    = lowest(left_q);
  assign entry_valid_o = entry_valid_q;
  assign entry_at_o    = entry_at_q;
  assign entry_row_o   = rows_q[entry_at_q];
  assign entry_owner_o = owners_q[entry_at_q];
  assign walking_o     = match != '0 || left_q != '0 || entry_valid_q && !entry_taken;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_q        <= 1'b0;
      insert_q      <= 1'b0;
      left_q        <= '0;
      entry_valid_q <= 1'b0;
      valid_q       <= '0;
    end else begin
      walk_q        <= walk_i;
      insert_q      <= insert_i;
      left_q        <= walk_q ? match : fetch_o ? left_q & (left_q - 1'b1) : left_q;
      entry_valid_q <= fetch_o || entry_valid_q && !entry_taken;
      valid_q       <= insert_i ? kept | first_free : kept;
    end
  end

  always_ff @(posedge clk_i) begin
    named_q        <= named;
    newest_q       <= first_free;
    newest_named_q <= names(owner_q, walk_wavefront_i, walk_lanes_i);
    if (fetch_o) entry_at_q <= fetch_at_o;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (insert_i && first_free[e]) begin
        rows_q[e]   <= row_q;
        owners_q[e] <= owner_q;
      end
    end
  end

  `GPUTM_ASSERT(a_walk_or_lookup, !(walk_i && lookup_i) && !((walk_i || lookup_i) && walking_o),
                ("lds_undo_log: walk %b and look-up %b while walking %b", walk_i, lookup_i, walking_o))
  `GPUTM_ASSERT(a_insert_free, !(insert_i && (owned_o || full_o)),
                ("lds_undo_log: row %0d is given to work-item %0d, owned %b, full %b", row_q, owner_q, owned_o, full_o))
  `GPUTM_ASSERT(a_one_entry_a_row, $countones(hit) <= 1, ("lds_undo_log: row %0d is in entries %b", row_q, hit))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_full, full_o && lookup_i)
  `GPUTM_COVER(b_walk_of_several_entries, entry_taken && left_q != '0)

  // Handshake assertions
  `GPUTM_STREAM(u_check_entry, entry_valid_o, entry_ready_i, {entry_at_o, entry_row_o, entry_owner_o})

endmodule

`default_nettype wire
