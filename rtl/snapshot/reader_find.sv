// Finds an item's three entries of the scalable reader list in its rows, and free rows: one way of
// each probe. Without a hit it returns the entry in the victim's way (reader_placement), and
// without a free row the victim's way is the one to be made free.
//
// The rows come in stage B from the RAMs and are only registered; stage C compares all of them with
// the item's key; stage D selects one of each probe. A free row that an item in front writes
// meanwhile is not free, a victim's is stale.
//
// Latency:    inputs of one cycle (entry_i, written_b_i) give results two cycles later; the item's
//             key, written_c_i and victim_i belong to the cycle between.
// Throughput: an item each cycle.
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
  input  wire logic                                        clk_i,

  // Stage B
  input  wire logic [Probes-1:0][Ways-1:0][EntryWidth-1:0] entry_i,
  input  wire logic [Probes-1:0][Ways-1:0]                 written_b_i,  // written by an item in front

  // Stage C
  input  wire logic [BlockWidth-1:0]                       block_i,
  input  wire logic [LeafIndex-1:0]                        leaf_i,
  input  wire logic [Probes-1:0][Ways-1:0]                 written_c_i,
  input  wire logic [WayWidth-1:0]                         victim_i,

  // Stage D
  output      logic [Probes-1:0]                           hit_o,
  output      logic [Probes-1:0][Ways-1:0]                 hits_o,     // at most one of a probe
  output      logic [Probes-1:0][WayWidth-1:0]             way_o,      // way of the hit, or the victim
  output      logic [Probes-1:0][EntryWidth-1:0]           entry_o,
  output      logic [Probes-1:0]                           free_o,
  output      logic [Probes-1:0][WayWidth-1:0]             room_way_o,   // first free way, or the victim
  output      logic [Probes-1:0]                           stale_o       // the victim has been written
);

  logic [Probes-1:0][Ways-1:0][EntryWidth-1:0] c_entry_q, d_entry_q;
  logic [Probes-1:0][Ways-1:0] c_written_q, hits, free, chosen, d_chosen_q;

  always_ff @(posedge clk_i) begin
    c_entry_q  <= entry_i;
    c_written_q  <= written_b_i;
    d_entry_q  <= c_entry_q;
    d_chosen_q <= chosen;
    hits_o     <= hits;
  end

  for (genvar probe = 0; probe < Probes; probe++) begin : gen_probe
    logic [WayWidth-1:0] way, room_way;

    for (genvar i = 0; i < Ways; i++) begin : gen_way
      reader_kind_e kind;
      logic [BlockWidth-1:0] block;
      logic [LeafIndex-1:0] leaf;

      reader_entry_decode #(
        .BlockWidth(BlockWidth),
        .IdWidth   (IdWidth),
        .LeafWidth (LeafWidth)
      ) u_decode (
        .entry_i  (c_entry_q[probe][i]),
        .block_o  (block),
        .kind_o   (kind),
        .count_o  (),
        .ids_o    (),
        .leaves_o (),
        .leaf_o   (leaf),
        .readers_o()
      );

      assign hits[probe][i] = 2'(kind) == 2'(probe + 1) && block == block_i && (probe != LeafProbe || leaf == leaf_i);
      assign free[probe][i]   = kind == ReaderUnused && !c_written_q[probe][i] && !written_c_i[probe][i];
      assign chosen[probe][i] = hits[probe] == '0 ? victim_i == WayWidth'(i) : hits[probe][i];
    end

    always_comb begin
      way      = '0;
      room_way = victim_i;
      for (int unsigned i = 0; i < Ways; i++) begin
        if (chosen[probe][i]) way |= WayWidth'(i);
        if (free[probe][Ways-1-i]) room_way = WayWidth'(Ways - 1 - i);
      end
    end

    always_ff @(posedge clk_i) begin
      hit_o[probe]      <= hits[probe] != '0;
      way_o[probe]      <= way;
      free_o[probe]     <= free[probe] != '0;
      room_way_o[probe] <= room_way;
      stale_o[probe]    <= free[probe] == '0 && (c_written_q[probe][victim_i] || written_c_i[probe][victim_i]);
    end

    always_comb begin
      entry_o[probe] = '0;
      for (int unsigned i = 0; i < Ways; i++) begin
        if (d_chosen_q[probe][i]) entry_o[probe] |= d_entry_q[probe][i];
      end
    end
  end

endmodule

`default_nettype wire
