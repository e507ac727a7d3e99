// Whether transactions are dead, for several tags {generation, id} at once: a vector with a bit for each id needs a wide
// selector, so it takes two cycles, that of the bit in each group of ids, and that of the group. A tag with another
// generation than its group's present one is dead. Changes during the look-up are not seen.
//
// Latency:    two cycles.
// Throughput: Lookups tags each cycle.
//
// IdWidth: bits of a transaction id, 2 or more. GroupWidth: log2 of the ids of a group, 1 or more, less than IdWidth.
// GenWidth: bits of a generation. Lookups: 1 or more.

`default_nettype none

module dead_lookup #(
  parameter  int unsigned IdWidth    = snapshot_pkg::TxnBits,
  parameter  int unsigned GroupWidth = 5,
  parameter  int unsigned GenWidth   = snapshot_pkg::GenBits,
  parameter  int unsigned Lookups    = 12,
  localparam int unsigned Ids        = 2 ** IdWidth,
  localparam int unsigned Groups     = 2 ** (IdWidth - GroupWidth),
  localparam int unsigned TagWidth   = GenWidth + IdWidth
) (
  input  wire logic                              clk_i,

  input  wire logic [Ids-1:0]                   dead_i,
  input  wire logic [Groups-1:0][GenWidth-1:0]  gen_i,   // present generations
  input  wire logic [Lookups-1:0][TagWidth-1:0] tag_i,
  output      logic [Lookups-1:0]               dead_o
);

  localparam int unsigned GroupIds = 2 ** GroupWidth;
  localparam int unsigned GroupBits = IdWidth - GroupWidth;  // bits of a group's number

  // Of each group the id with the right lower bits, then of the groups the right one.
  logic [Lookups-1:0][Groups-1:0] groups, groups_q;
  logic [Lookups-1:0][GroupBits-1:0] group_q;
  logic [Lookups-1:0][GenWidth-1:0] tag_gen_q;
  logic [Groups-1:0][GenWidth-1:0] gen_q;

  always_comb begin
    for (int unsigned i = 0; i < Lookups; i++) begin
      for (int unsigned group = 0; group < Groups; group++) begin
        groups[i][group] = dead_i[IdWidth'(group)*IdWidth'(GroupIds)+IdWidth'(tag_i[i][GroupWidth-1:0])];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    groups_q <= groups;
    gen_q    <= gen_i;
    for (int unsigned i = 0; i < Lookups; i++) begin
      {tag_gen_q[i], group_q[i]} <= tag_i[i][TagWidth-1:GroupWidth];
      dead_o[i]                  <= groups_q[i][group_q[i]] || gen_q[group_q[i]] != tag_gen_q[i];
    end
  end

endmodule

`default_nettype wire
