// Where in its rows an item of the scalable reader list finds its three entries, and where there is room: one way of each
// probe. Where nothing is found it shows what is in the victim's way (reader_placement).
//
// Combinational.
//
// Ways: of the table. BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the
// transactions of a leaf.

`default_nettype none

module reader_find
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  localparam int unsigned WayWidth   = $clog2(Ways),
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic [BlockWidth-1:0]                       block_i,
  input  wire logic [LeafIndex-1:0]                        leaf_i,
  input  wire logic [Probes-1:0][Ways-1:0][EntryWidth-1:0] entry_i,
  input  wire logic [WayWidth-1:0]                         victim_i,

  output      logic [Probes-1:0][Ways-1:0]                 hits_o,      // at most one of a probe
  output      logic [Probes-1:0][WayWidth-1:0]             way_o,       // of it, or the victim
  output      logic [Probes-1:0][EntryWidth-1:0]           entry_o,
  output      logic [Probes-1:0]                           free_o,
  output      logic [Probes-1:0][WayWidth-1:0]             free_way_o   // the first
);

  for (genvar probe = 0; probe < Probes; probe++) begin : gen_probe
    logic [Ways-1:0] free;

    for (genvar way = 0; way < Ways; way++) begin : gen_way
      reader_kind_e kind;
      logic [BlockWidth-1:0] block;
      logic [LeafIndex-1:0] leaf;

      reader_entry_decode #(
        .BlockWidth(BlockWidth),
        .IdWidth   (IdWidth),
        .LeafWidth (LeafWidth)
      ) u_decode (
        .entry_i  (entry_i[probe][way]),
        .block_o  (block),
        .kind_o   (kind),
        .count_o  (),
        .ids_o    (),
        .leaves_o (),
        .leaf_o   (leaf),
        .readers_o()
      );

      assign free[way]          = kind == ReaderUnused;
      assign hits_o[probe][way] = 2'(kind) == 2'(probe + 1) && block == block_i &&
                                  (probe != LeafProbe || leaf == leaf_i);
    end

    assign free_o[probe] = free != '0;

    always_comb begin
      way_o[probe]      = hits_o[probe] == '0 ? victim_i : '0;
      free_way_o[probe] = '0;
      for (int unsigned way = 0; way < Ways; way++) begin
        if (hits_o[probe][way]) way_o[probe] |= WayWidth'(way);
        if (free[Ways-1-way]) free_way_o[probe] = WayWidth'(Ways - 1 - way);
      end
      entry_o[probe] = entry_i[probe][way_o[probe]];
    end
  end

endmodule

`default_nettype wire
