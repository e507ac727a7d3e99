// Matches an item of the scalable reader list with the entries in its rows (stages B to D): its three entries, or a
// row for each that is missing, and whether its transaction is a reader already, as the items in front leave them.
//
// The rows come from the RAMs in stage B and are only registered. Stage C compares all of them with the item's key,
// stage D selects one of each probe: without a hit the entry in the victim's way, which is evicted if no row is free.
//
// Stage E decides the writes, stage F performs them. So an item in stage A misses the pending writes of the four
// items in front of it: the fourth is in stage F when the item is in B, the third when it is in C, the second when it
// is in D, and the first in E then. An entry of the same key is forwarded from the nearest of them. Those of other
// keys may write a row that the item would allocate: stages B and C see stage F's writes in time; later writes, and a
// row of the same key that was freed meanwhile, are only flagged (stale_o), since they are rare.
//
// The readers are searched in the found entries and, in parallel to stage E's decision, in those that the item there
// has found. An entry that it writes has its previous readers, and its own transaction, if it inserts that. When it
// compacts a leaf, a reader moves from there to the plain entry, which is written as well: it is a reader before and
// after. The same holds for the last one of a leaf that is removed.
//
// Latency:    three cycles from entry_i to the found entries, two from the key in stage C; one from decision to write.
// Throughput: an item each cycle.
//
// Ways, Rows: of the table. BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of
// the transactions of a leaf. GenWidth: bits of a generation.

`include "gputm_assert.svh"

`default_nettype none

module reader_match
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned Rows       = 21964,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned GenWidth   = 3,
  localparam int unsigned WayWidth   = $clog2(Ways),
  localparam int unsigned RowWidth   = $clog2(Rows),
  localparam int unsigned TagWidth   = GenWidth + IdWidth,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth, GenWidth)
) (
  input  wire logic                                         clk_i,
  input  wire logic                                         rst_ni,

  // An item in stage A, and those in B to E, the nearest first
  input  wire logic [ItemsAhead-1:0][Probes-1:0]            same_key_i,     // the probes are for the same entry

  // Items in stages B to D
  input  wire logic [Probes-1:0][Ways-1:0][EntryWidth-1:0]  entry_i,     // entries of stage B's rows
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]    b_rows_i,
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]    c_rows_i,
  input  wire logic [BlockWidth-1:0]                        c_block_i,
  input  wire logic [LeafIndex-1:0]                         c_leaf_i,
  input  wire logic [WayWidth-1:0]                          c_victim_i,  // way to evict from if no row is free
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]    d_rows_i,
  input  wire logic [TagWidth-1:0]                          d_tag_i,
  output      logic [Probes-1:0][Ways-1:0]                  d_hits_o,    // in its rows: at most one of a probe
  output      logic                                         d_same_o,    // the item in stage E is of the same block

  // Stage E: entries found by the item
  output      logic [Probes-1:0]                            hit_o,
  output      logic [Probes-1:0][WayWidth-1:0]              way_o,        // way of the hit, or the victim
  output      logic [Probes-1:0][EntryWidth-1:0]            entry_o,
  output      logic [Probes-1:0]                            free_o,       // a row is free
  output      logic [Probes-1:0][WayWidth-1:0]              alloc_way_o,  // its way, or the victim
  output      logic [Probes-1:0]                            stale_o,      // that row may have been written
  output      logic                                         present_o,    // its transaction is a reader

  // Stage E: decision
  input  wire logic                                         inserts_i,    // inserts this transaction
  input  wire logic [TagWidth-1:0]                          tag_i,
  input  wire reader_put_t [Probes-1:0]                     put_i,
  input  wire logic [Probes-1:0][WayWidth-1:0]              put_way_i,
  input  wire logic [Probes-1:0][RowWidth-1:0]              put_row_i,
  input  wire logic [Probes-1:0][EntryWidth-1:0]            put_entry_i,  // all zero: the entry is removed

  // Stage F: writes
  output      logic [Probes-1:0][Ways-1:0]                  write_o,
  output      logic [Probes-1:0]                            write_alloc_o,  // the row was free
  output      logic [Probes-1:0][RowWidth-1:0]              write_row_o,
  output      logic [Probes-1:0][EntryWidth-1:0]            write_entry_o
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;

  typedef struct packed {
    logic [BlockWidth-1:0]                        block;
    reader_kind_e                                 kind;
    logic [content_width(IdWidth, LeafWidth, GenWidth)-1:0] content;
  } entry_t;

  function automatic logic is_entry(entry_t entry);
    return entry.kind != ReaderUnused;
  endfunction

  function automatic logic in_plain(logic hit, entry_t entry, logic [TagWidth-1:0] tag);
    logic found;
    found = 1'b0;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      if (CountWidth'(i) < entry.content[PlainIds*TagWidth+:CountWidth] &&
          entry.content[i*TagWidth+:TagWidth] == tag) begin
        found = 1'b1;
      end
    end
    return hit && found;
  endfunction

  function automatic logic in_leaf(logic hit, entry_t entry, logic [GenWidth-1:0] gen, logic [LeafWidth-1:0] index);
    logic [LeafIds-1:0] readers;
    readers = entry.content[LeafIds-1:0];
    return hit && readers[index] && entry.content[LeafIds+LeafIndex+:GenWidth] == gen;
  endfunction

  // ---- Stage F: writes ----------------------------------------------------------------------------------------------

  reader_put_t [Probes-1:0] put_q;
  logic [Probes-1:0][WayWidth-1:0] way_q;
  logic [Probes-1:0][RowWidth-1:0] row_q;
  entry_t [Probes-1:0] entry_q;
  logic [Probes-1:0][Ways-1:0] b_written, c_written;  // of rows of the items in these stages

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) put_q <= '0;
    else put_q <= put_i;
  end

  always_ff @(posedge clk_i) begin
    way_q   <= put_way_i;
    row_q   <= put_row_i;
    entry_q <= put_entry_i;
  end

  always_comb begin
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      write_alloc_o[probe] = put_q[probe].alloc;
      for (int unsigned way = 0; way < Ways; way++) begin
        write_o[probe][way] = put_q[probe].write && way_q[probe] == WayWidth'(way);
      end
    end
  end
  assign write_row_o   = row_q;
  assign write_entry_o = entry_q;

  always_comb begin
    b_written = '0;
    c_written = '0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      for (int unsigned way = 0; way < Ways; way++) begin
        for (int unsigned other = 0; other < Probes; other++) begin
          if (write_o[other][way]) begin
            if (row_q[other] == b_rows_i[probe][way]) b_written[probe][way] = 1'b1;
            if (row_q[other] == c_rows_i[probe][way]) c_written[probe][way] = 1'b1;
          end
        end
      end
    end
  end

  // ---- Stages B to D: the entries in the item's rows ----------------------------------------------------------------

  entry_t [Probes-1:0][Ways-1:0] c_entry_q, d_entry_q;
  logic [Probes-1:0][Ways-1:0] c_written_q, hits, free, chosen, d_chosen_q;
  logic [Probes-1:0] row_hit_q, free_q, stale_q;
  logic [Probes-1:0][WayWidth-1:0] row_way_q, alloc_way_q;
  entry_t [Probes-1:0] row_entry;

  always_ff @(posedge clk_i) begin
    c_entry_q   <= entry_i;
    c_written_q <= b_written;
    d_entry_q   <= c_entry_q;
    d_chosen_q  <= chosen;
    d_hits_o    <= hits;
  end

  for (genvar probe = 0; probe < Probes; probe++) begin : gen_probe
    logic [WayWidth-1:0] way, alloc_way;

    for (genvar i = 0; i < Ways; i++) begin : gen_way
      entry_t row;

      assign row              = c_entry_q[probe][i];
      assign hits[probe][i]   = 2'(row.kind) == 2'(probe + 1) && row.block == c_block_i &&
                                (probe != LeafProbe || row.content[LeafIds+:LeafIndex] == c_leaf_i);
      assign free[probe][i]   = row.kind == ReaderUnused && !c_written_q[probe][i] && !c_written[probe][i];
      assign chosen[probe][i] = hits[probe] == '0 ? c_victim_i == WayWidth'(i) : hits[probe][i];
    end

    always_comb begin
      way       = '0;
      alloc_way = c_victim_i;
      for (int unsigned i = 0; i < Ways; i++) begin
        if (chosen[probe][i]) way |= WayWidth'(i);
        if (free[probe][Ways-1-i]) alloc_way = WayWidth'(Ways - 1 - i);
      end
    end

    always_ff @(posedge clk_i) begin
      row_hit_q[probe]   <= hits[probe] != '0;
      row_way_q[probe]   <= way;
      free_q[probe]      <= free[probe] != '0;
      alloc_way_q[probe] <= alloc_way;
      stale_q[probe]     <= free[probe] == '0 && (c_written_q[probe][c_victim_i] || c_written[probe][c_victim_i]);
    end

    always_comb begin
      row_entry[probe] = '0;
      for (int unsigned i = 0; i < Ways; i++) begin
        if (d_chosen_q[probe][i]) row_entry[probe] |= d_entry_q[probe][i];
      end
    end
  end

  // ---- Forwarding from stage F, on the way to stage D ---------------------------------------------------------------

  // The comparison with the items in front goes along with the item.
  logic [ItemsAhead-1:0][Probes-1:0] b_same_q;
  logic [ItemsAhead-2:0][Probes-1:0] c_same_q;
  logic [ItemsAhead-3:0][Probes-1:0] d_same_q;

  always_ff @(posedge clk_i) begin
    b_same_q <= same_key_i;
    c_same_q <= b_same_q[ItemsAhead-2:0];
    d_same_q <= c_same_q[ItemsAhead-3:0];
  end
  assign d_same_o = d_same_q[0][PlainProbe];

  // Writes of the fourth and the third in front, if their key is the same
  logic [Probes-1:0] from_f_b, from_f_c, from_f_d, c_changed_q, d_changed_q;
  logic [Probes-1:0][WayWidth-1:0] c_way_q, d_way_q;
  entry_t [Probes-1:0] c_new_q, d_new_q;

  always_comb begin
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      from_f_b[probe] = put_q[probe].write && b_same_q[3][probe];
      from_f_c[probe] = put_q[probe].write && c_same_q[2][probe];
      from_f_d[probe] = put_q[probe].write && d_same_q[1][probe];
    end
  end

  always_ff @(posedge clk_i) begin
    c_changed_q <= from_f_b;
    d_changed_q <= c_changed_q | from_f_c;
    c_way_q     <= way_q;
    c_new_q     <= entry_q;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      d_way_q[probe] <= from_f_c[probe] ? way_q[probe] : c_way_q[probe];
      d_new_q[probe] <= from_f_c[probe] ? entry_q[probe] : c_new_q[probe];
    end
  end

  // Stage D without stage E's decision: the nearest write applies. A row of the own key that was freed on the way could
  // have been taken again.
  logic [Probes-1:0] hit, removed;
  logic [Probes-1:0][WayWidth-1:0] way;
  entry_t [Probes-1:0] entry;

  always_comb begin
    hit     = row_hit_q;
    way     = row_way_q;
    entry   = row_entry;
    removed = '0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      if (from_f_d[probe]) begin
        hit[probe]     = is_entry(entry_q[probe]);
        way[probe]     = way_q[probe];
        entry[probe]   = entry_q[probe];
        removed[probe] = !is_entry(entry_q[probe]);
      end else if (d_changed_q[probe]) begin
        hit[probe]     = is_entry(d_new_q[probe]);
        way[probe]     = d_way_q[probe];
        entry[probe]   = d_new_q[probe];
        removed[probe] = !is_entry(d_new_q[probe]);
      end
    end
  end

  // ---- Forwarding of stage E's decision, which comes late -----------------------------------------------------------

  logic [Probes-1:0] d_hit, d_free, d_stale, from_e;
  logic [Probes-1:0][WayWidth-1:0] d_way;
  entry_t [Probes-1:0] d_entry;
  logic [Probes-1:0][RowWidth-1:0] alloc_row;

  always_comb begin
    d_hit   = hit;
    d_way   = way;
    d_entry = entry;
    d_free  = free_q | removed;
    d_stale = stale_q | removed;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      alloc_row[probe] = d_rows_i[probe][alloc_way_q[probe]];
      for (int unsigned other = 0; other < Probes; other++) begin
        if (put_q[other].write && way_q[other] == alloc_way_q[probe] && row_q[other] == alloc_row[probe]) begin
          d_stale[probe] = 1'b1;
        end
        if (put_i[other].write && put_way_i[other] == alloc_way_q[probe] && put_row_i[other] == alloc_row[probe]) begin
          d_stale[probe] = 1'b1;
        end
      end
      from_e[probe] = d_same_q[0][probe] && put_i[probe].write;
      if (from_e[probe]) begin
        d_hit[probe]   = is_entry(put_entry_i[probe]);
        d_way[probe]   = put_way_i[probe];
        d_entry[probe] = put_entry_i[probe];
        if (!is_entry(put_entry_i[probe])) begin
          d_free[probe]  = 1'b1;
          d_stale[probe] = 1'b1;
        end
      end
    end
  end

  // ---- Whether the transaction is a reader --------------------------------------------------------------------------

  // In the entries of this item, and in those that the item in stage E has found
  logic d_in_plain, d_in_leaf, e_in_plain, e_in_leaf, inserted;
  logic [GenWidth-1:0] d_gen;
  logic [LeafWidth-1:0] d_index;

  assign d_gen      = d_tag_i[IdWidth+:GenWidth];
  assign d_index    = d_tag_i[LeafWidth-1:0];
  assign d_in_plain = in_plain(hit[PlainProbe], entry[PlainProbe], d_tag_i);
  assign d_in_leaf  = in_leaf(hit[LeafProbe], entry[LeafProbe], d_gen, d_index);
  assign e_in_plain = in_plain(hit_o[PlainProbe], entry_o[PlainProbe], d_tag_i);
  assign e_in_leaf  = in_leaf(hit_o[LeafProbe], entry_o[LeafProbe], d_gen, d_index);
  assign inserted   = inserts_i && tag_i == d_tag_i;

  always_ff @(posedge clk_i) begin
    hit_o       <= d_hit;
    way_o       <= d_way;
    entry_o     <= d_entry;
    free_o      <= d_free;
    alloc_way_o <= alloc_way_q;
    stale_o     <= d_stale;
    present_o   <= (from_e[PlainProbe] ? e_in_plain || inserted : d_in_plain) ||
                   (from_e[LeafProbe] ? e_in_leaf || inserted : d_in_leaf);
  end

  // The early search agrees with the entries.
  logic [TagWidth-1:0] tag_q;
  logic in_entries;

  always_ff @(posedge clk_i) tag_q <= d_tag_i;
  assign in_entries = in_plain(
      hit_o[PlainProbe], entry_o[PlainProbe], tag_q
  ) || in_leaf(
      hit_o[LeafProbe], entry_o[LeafProbe], tag_q[IdWidth+:GenWidth], tag_q[LeafWidth-1:0]
  );

  `GPUTM_ASSERT_IF(a_present, present_o == in_entries, inserts_i,
                   ("reader_match: transaction %0d is said to be there: %0d", tag_q[IdWidth-1:0], present_o))

endmodule

`default_nettype wire
