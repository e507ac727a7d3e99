// Stages B to D of the scalable reader list: the entries found in an item's rows (reader_find), as
// the items in front of it leave them (reader_forward), and whether its transaction is a reader
// already (reader_presence), are ready for stage E, which decides. Stage F writes the decision.
//
// Latency:    three cycles from entry_i to the found entries, two from the key in stage C; one from decision to write.
// Throughput: an item each cycle.
//
// Ways, Rows: of the table. BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the
// transactions of a leaf.

`include "gputm_assert.svh"

`default_nettype none

module reader_found
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned Rows       = 21964,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  localparam int unsigned WayWidth   = $clog2(Ways),
  localparam int unsigned RowWidth   = $clog2(Rows),
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic                                         clk_i,
  input  wire logic                                         rst_ni,

  // An item in stage A, and those in B to E, the nearest first
  input  wire logic [ItemsAhead-1:0][Probes-1:0]            same_key_i,     // the probes are for the same entry

  // Items in stages B to D
  input  wire logic [Probes-1:0][Ways-1:0][EntryWidth-1:0]  entry_i,        // entries of its rows
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]    b_rows_i,
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]    c_rows_i,
  input  wire logic [BlockWidth-1:0]                        c_block_i,
  input  wire logic [LeafIndex-1:0]                         c_leaf_i,
  input  wire logic [WayWidth-1:0]                          c_victim_i,     // way to use without a free one
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]    d_rows_i,
  input  wire logic [IdWidth-1:0]                           d_id_i,
  output      logic [Probes-1:0][Ways-1:0]                  d_hits_o,       // in its rows: at most one of a probe
  output      logic                                         d_same_o,       // the item in stage E is of the same block

  // Stage E: entries found by the item
  output      logic [Probes-1:0]                            hit_o,
  output      logic [Probes-1:0][WayWidth-1:0]              way_o,          // way of the hit, or the victim
  output      logic [Probes-1:0][EntryWidth-1:0]            entry_o,
  output      logic [Probes-1:0]                            free_o,         // the room is a free row
  output      logic [Probes-1:0][WayWidth-1:0]              room_way_o,
  output      logic [Probes-1:0]                            stale_o,        // the row may have no room any more
  output      logic                                         present_o,      // its transaction is a reader

  // Stage E: decision
  input  wire logic                                         inserts_i,      // inserts this transaction
  input  wire logic [IdWidth-1:0]                           id_i,
  input  wire reader_put_t [Probes-1:0]                     put_i,
  input  wire logic [Probes-1:0][WayWidth-1:0]              put_way_i,
  input  wire logic [Probes-1:0][RowWidth-1:0]              put_row_i,
  input  wire logic [Probes-1:0][EntryWidth-1:0]            put_entry_i,    // all zero: the entry is removed

  // Stage F: writes
  output      logic [Probes-1:0][Ways-1:0]                  write_o,
  output      reader_put_t [Probes-1:0]                     written_o,
  output      logic [Probes-1:0]                            removed_o,      // the written entry is empty
  output      logic [Probes-1:0][RowWidth-1:0]              write_row_o,
  output      logic [Probes-1:0][EntryWidth-1:0]            write_entry_o
);

  logic [Probes-1:0][Ways-1:0] written_b, written_c;
  logic [Probes-1:0] found_hit, found_free, found_stale;
  logic [Probes-1:0][WayWidth-1:0] found_way, found_room_way;
  logic [Probes-1:0][EntryWidth-1:0] found_entry;

  reader_find #(
    .Ways      (Ways),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_find (
    .clk_i,
    .entry_i,
    .written_b_i(written_b),
    .block_i    (c_block_i),
    .leaf_i     (c_leaf_i),
    .written_c_i(written_c),
    .victim_i   (c_victim_i),
    .hit_o      (found_hit),
    .hits_o     (d_hits_o),
    .way_o      (found_way),
    .entry_o    (found_entry),
    .free_o     (found_free),
    .room_way_o (found_room_way),
    .stale_o    (found_stale)
  );

  logic [Probes-1:0] d_hit, d_free, d_stale, near_hit, from_e, next_same;
  logic [Probes-1:0][WayWidth-1:0] d_way, d_room_way;
  logic [Probes-1:0][EntryWidth-1:0] d_entry, near_entry;

  reader_forward #(
    .Ways        (Ways),
    .Rows        (Rows),
    .EntryWidth  (EntryWidth),
    .ContentWidth(content_width(IdWidth, LeafWidth))
  ) u_forward (
    .clk_i,
    .rst_ni,
    .same_key_i,
    .b_rows_i,
    .written_b_o (written_b),
    .c_rows_i,
    .written_c_o (written_c),
    .d_rows_i,
    .hit_i       (found_hit),
    .way_i       (found_way),
    .entry_i     (found_entry),
    .free_i      (found_free),
    .room_way_i  (found_room_way),
    .stale_i     (found_stale),
    .hit_o       (d_hit),
    .way_o       (d_way),
    .entry_o     (d_entry),
    .free_o      (d_free),
    .room_way_o  (d_room_way),
    .stale_o     (d_stale),
    .near_hit_o  (near_hit),
    .near_entry_o(near_entry),
    .from_e_o    (from_e),
    .next_same_o (next_same),
    .put_i,
    .put_way_i,
    .put_row_i,
    .put_entry_i,
    .write_o,
    .written_o,
    .removed_o,
    .write_row_o,
    .write_entry_o
  );

  assign d_same_o = next_same[PlainProbe];

  logic d_present;

  reader_presence #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_presence (
    .id_i           (d_id_i),
    .hit_i          (near_hit),
    .entry_i        (near_entry),
    .ahead_inserts_i(inserts_i),
    .ahead_id_i     (id_i),
    .ahead_hit_i    (hit_o),
    .ahead_entry_i  (entry_o),
    .written_i      (from_e),
    .present_o      (d_present)
  );

  always_ff @(posedge clk_i) begin
    hit_o      <= d_hit;
    way_o      <= d_way;
    entry_o    <= d_entry;
    free_o     <= d_free;
    room_way_o <= d_room_way;
    stale_o    <= d_stale;
    present_o  <= d_present;
  end

  // The early look-up agrees with the entries.
  logic in_plain, in_leaf;
  logic [IdWidth-1:0] id_q;

  reader_member #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_check (
    .id_i      (id_q),
    .hit_i     (hit_o),
    .entry_i   (entry_o),
    .in_plain_o(in_plain),
    .in_leaf_o (in_leaf)
  );

  always_ff @(posedge clk_i) begin
    id_q <= d_id_i;
  end

  `GPUTM_ASSERT_IF(a_present, present_o == (in_plain || in_leaf), inserts_i,
                   ("reader_found: transaction %0d is said to be there: %0d", id_q, present_o))

endmodule

`default_nettype wire
