// Writes of the items in front of an item of the scalable reader list after it has begun to read its rows. Stage E
// decides the writes, stage F performs them. So an item in stage A misses the pending writes of the four items in front
// of it: the fourth is in stage F when the item is in B, the third when it is in C, the second when it is in D, and the
// first in E then.
//
// An entry of the same key is forwarded from the nearest of them. Those of other keys may write a row in which the
// item has found room: stage F's writes are reported to the stages that still choose (written_b_o, written_c_o);
// later writes, and a row of the same key that was freed meanwhile, are only flagged (stale_o), since they are rare.
//
// Latency:    the entries found in stage D are corrected in the same cycle; stage E's decision is
// written a cycle later.
// Throughput: an item each cycle.
//
// Ways, Rows: of the table. EntryWidth, ContentWidth: bits of an entry, and of its content, above which its kind is.

`default_nettype none

module reader_forward
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways         = 4,
  parameter  int unsigned Rows         = 21964,
  parameter  int unsigned EntryWidth   = 69,
  parameter  int unsigned ContentWidth = 37,
  localparam int unsigned WayWidth     = $clog2(Ways),
  localparam int unsigned RowWidth     = $clog2(Rows)
) (
  input  wire logic                                         clk_i,
  input  wire logic                                         rst_ni,

  // An item in stage A, and those in B to E, the nearest first
  input  wire logic [ItemsAhead-1:0][Probes-1:0]            same_key_i,   // the probes are for the same entry

  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]    b_rows_i,
  output      logic [Probes-1:0][Ways-1:0]                  written_b_o,    // rows written by stage F
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]    c_rows_i,
  output      logic [Probes-1:0][Ways-1:0]                  written_c_o,

  // Stage D: found entries, and their rows
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]    d_rows_i,
  input  wire logic [Probes-1:0]                            hit_i,
  input  wire logic [Probes-1:0][WayWidth-1:0]              way_i,
  input  wire logic [Probes-1:0][EntryWidth-1:0]            entry_i,
  input  wire logic [Probes-1:0]                            free_i,       // the room is a free row
  input  wire logic [Probes-1:0][WayWidth-1:0]              room_way_i,
  input  wire logic [Probes-1:0]                            stale_i,
  output      logic [Probes-1:0]                            hit_o,
  output      logic [Probes-1:0][WayWidth-1:0]              way_o,
  output      logic [Probes-1:0][EntryWidth-1:0]            entry_o,
  output      logic [Probes-1:0]                            free_o,
  output      logic [Probes-1:0][WayWidth-1:0]              room_way_o,
  output      logic [Probes-1:0]                            stale_o,      // the row may have no room any more
  output      logic [Probes-1:0]                            near_hit_o,     // without stage E's decision
  output      logic [Probes-1:0][EntryWidth-1:0]            near_entry_o,
  output      logic [Probes-1:0]                            from_e_o,       // stage E's decision applies
  output      logic [Probes-1:0]                            next_same_o,  // the item in stage E is for the same entry

  // Stage E: decision
  input  wire reader_put_t [Probes-1:0]                     put_i,
  input  wire logic [Probes-1:0][WayWidth-1:0]              put_way_i,
  input  wire logic [Probes-1:0][RowWidth-1:0]              put_row_i,
  input  wire logic [Probes-1:0][EntryWidth-1:0]            put_entry_i,  // all zero: the entry is removed

  // Stage F: writes
  output      logic [Probes-1:0][Ways-1:0]                  write_o,
  output      reader_put_t [Probes-1:0]                     written_o,
  output      logic [Probes-1:0]                            removed_o,      // the written entry is empty
  output      logic [Probes-1:0][RowWidth-1:0]              write_row_o,
  output      logic [Probes-1:0][EntryWidth-1:0]            write_entry_o
);

  function automatic logic is_entry(logic [1:0] kind);
    return kind != 2'(ReaderUnused);
  endfunction

  // Stage F
  reader_put_t [Probes-1:0] put_q;
  logic [Probes-1:0][WayWidth-1:0] way_q;
  logic [Probes-1:0][RowWidth-1:0] row_q;
  logic [Probes-1:0][EntryWidth-1:0] entry_q;

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
      for (int unsigned way = 0; way < Ways; way++) begin
        write_o[probe][way] = put_q[probe].write && way_q[probe] == WayWidth'(way);
      end
    end
  end
  always_comb begin
    for (int unsigned probe = 0; probe < Probes; probe++) removed_o[probe] = !is_entry(entry_q[probe][ContentWidth+:2]);
  end
  assign written_o     = put_q;
  assign write_row_o   = row_q;
  assign write_entry_o = entry_q;

  // Rows written by stage F
  always_comb begin
    written_b_o = '0;
    written_c_o = '0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      for (int unsigned way = 0; way < Ways; way++) begin
        for (int unsigned other = 0; other < Probes; other++) begin
          if (write_o[other][way]) begin
            if (row_q[other] == b_rows_i[probe][way]) written_b_o[probe][way] = 1'b1;
            if (row_q[other] == c_rows_i[probe][way]) written_c_o[probe][way] = 1'b1;
          end
        end
      end
    end
  end

  // The comparison with the items in front goes along with the item.
  logic [ItemsAhead-1:0][Probes-1:0] b_same_q;
  logic [ItemsAhead-2:0][Probes-1:0] c_same_q;
  logic [ItemsAhead-3:0][Probes-1:0] d_same_q;

  always_ff @(posedge clk_i) begin
    b_same_q <= same_key_i;
    c_same_q <= b_same_q[ItemsAhead-2:0];
    d_same_q <= c_same_q[ItemsAhead-3:0];
  end
  assign next_same_o = d_same_q[0];

  // Writes of the fourth and the third in front, if their key is the same
  logic [Probes-1:0] from_f_b, from_f_c, from_f_d, c_changed_q, d_changed_q;
  logic [Probes-1:0][WayWidth-1:0] c_way_q, d_way_q;
  logic [Probes-1:0][EntryWidth-1:0] c_entry_q, d_entry_q;

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
    c_entry_q   <= entry_q;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      d_way_q[probe]   <= from_f_c[probe] ? way_q[probe] : c_way_q[probe];
      d_entry_q[probe] <= from_f_c[probe] ? entry_q[probe] : c_entry_q[probe];
    end
  end

  // Stage D: the nearest one applies. A row of the own key that was freed on the way could have been taken again.
  logic [Probes-1:0] from_e, hit, removed;
  logic [Probes-1:0][WayWidth-1:0] way;
  logic [Probes-1:0][EntryWidth-1:0] entry;
  logic [Probes-1:0][RowWidth-1:0] room_row;

  always_comb begin
    hit     = hit_i;
    way     = way_i;
    entry   = entry_i;
    removed = '0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      room_row[probe] = d_rows_i[probe][room_way_i[probe]];
      if (from_f_d[probe]) begin
        hit[probe]     = is_entry(entry_q[probe][ContentWidth+:2]);
        way[probe]     = way_q[probe];
        entry[probe]   = entry_q[probe];
        removed[probe] = !is_entry(entry_q[probe][ContentWidth+:2]);
      end else if (d_changed_q[probe]) begin
        hit[probe]     = is_entry(d_entry_q[probe][ContentWidth+:2]);
        way[probe]     = d_way_q[probe];
        entry[probe]   = d_entry_q[probe];
        removed[probe] = !is_entry(d_entry_q[probe][ContentWidth+:2]);
      end
    end
  end

  assign near_hit_o   = hit;
  assign near_entry_o = entry;
  assign from_e_o     = from_e;

  // Separate, since stage E's decision comes late.
  always_comb begin
    hit_o      = hit;
    way_o      = way;
    entry_o    = entry;
    free_o     = free_i | removed;
    room_way_o = room_way_i;
    stale_o    = stale_i | removed;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      for (int unsigned other = 0; other < Probes; other++) begin
        if (put_q[other].write && way_q[other] == room_way_i[probe] && row_q[other] == room_row[probe]) begin
          stale_o[probe] = 1'b1;
        end
        if (put_i[other].write && put_way_i[other] == room_way_i[probe] && put_row_i[other] == room_row[probe]) begin
          stale_o[probe] = 1'b1;
        end
      end
      from_e[probe] = d_same_q[0][probe] && put_i[probe].write;
      if (from_e[probe]) begin
        hit_o[probe]   = is_entry(put_entry_i[probe][ContentWidth+:2]);
        way_o[probe]   = put_way_i[probe];
        entry_o[probe] = put_entry_i[probe];
        if (!is_entry(put_entry_i[probe][ContentWidth+:2])) begin
          free_o[probe]  = 1'b1;
          stale_o[probe] = 1'b1;
        end
      end
    end
  end

endmodule

`default_nettype wire
