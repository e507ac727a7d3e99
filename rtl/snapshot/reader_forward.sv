// Between stages B and C of the scalable reader list: what an item has found, corrected by what the item in front of it is
// just writing. An entry of the same key is taken from there. A new entry of another key may take the row that was found
// free; that is only noted (taken_o), since it is rare.
//
// Combinational.
//
// Ways, Rows: of the table. EntryWidth: bits.

`default_nettype none

module reader_forward
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned Rows       = 21964,
  parameter  int unsigned EntryWidth = 69,
  localparam int unsigned WayWidth   = $clog2(Ways),
  localparam int unsigned RowWidth   = $clog2(Rows)
) (
  // What was found, and its rows.
  input  wire logic [Probes-1:0]                         hit_i,
  input  wire logic [Probes-1:0][WayWidth-1:0]           way_i,
  input  wire logic [Probes-1:0][EntryWidth-1:0]         entry_i,
  input  wire logic [Probes-1:0]                         free_i,
  input  wire logic [Probes-1:0][WayWidth-1:0]           free_way_i,
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0] rows_i,

  // What is being written.
  input  wire logic [Probes-1:0]                         same_key_i,   // the probes mean the same entry
  input  wire reader_put_t [Probes-1:0]                  put_i,
  input  wire logic [Probes-1:0][WayWidth-1:0]           put_way_i,
  input  wire logic [Probes-1:0][EntryWidth-1:0]         put_entry_i,  // all zero: it is removed
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0] put_rows_i,

  output      logic [Probes-1:0]                         hit_o,
  output      logic [Probes-1:0][WayWidth-1:0]           way_o,
  output      logic [Probes-1:0][EntryWidth-1:0]         entry_o,
  output      logic [Probes-1:0]                         free_o,
  output      logic [Probes-1:0][WayWidth-1:0]           free_way_o,
  output      logic [Probes-1:0]                         taken_o       // the free row may not be free any more
);

  logic [Probes-1:0] removed, forward;

  always_comb begin
    hit_o      = hit_i;
    way_o      = way_i;
    entry_o    = entry_i;
    free_o     = free_i;
    free_way_o = free_way_i;
    taken_o    = '0;
    for (int unsigned probe = 0; probe < Probes; probe++) begin
      forward[probe] = same_key_i[probe] && put_i[probe].write;
      removed[probe] = put_entry_i[probe] == '0;
      if (forward[probe]) begin
        hit_o[probe]   = !removed[probe];
        way_o[probe]   = put_way_i[probe];
        entry_o[probe] = put_entry_i[probe];
      end
      if (forward[probe] && removed[probe]) begin
        free_o[probe]     = 1'b1;
        free_way_o[probe] = put_way_i[probe];
      end
      for (int unsigned other = 0; other < Probes; other++) begin
        if (put_i[other].write && put_i[other].fresh && put_way_i[other] == free_way_i[probe] &&
            put_rows_i[other][put_way_i[other]] == rows_i[probe][free_way_i[probe]]) begin
          taken_o[probe] = 1'b1;
        end
      end
    end
  end

endmodule

`default_nettype wire
