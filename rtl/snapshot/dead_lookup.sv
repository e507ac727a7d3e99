// Whether transactions are dead, for several ids at once: a vector with a bit for each id needs a wide
// selector, so it takes two cycles, half of an id's bits each. Changes during the look-up are not seen.
//
// Latency:    two cycles.
// Throughput: Lookups ids each cycle.
//
// IdWidth: bits of a transaction id, 2 or more. Lookups: 1 or more.

`default_nettype none

module dead_lookup #(
  parameter  int unsigned IdWidth = snapshot_pkg::TxnBits,
  parameter  int unsigned Lookups = 12,
  localparam int unsigned Ids     = 2 ** IdWidth
) (
  input  wire logic                              clk_i,

  input  wire logic [Ids-1:0]                    dead_i,
  input  wire logic [Lookups-1:0][IdWidth-1:0]   id_i,
  output      logic [Lookups-1:0]                dead_o
);

  localparam int unsigned LowWidth = IdWidth / 2;
  localparam int unsigned HighWidth = IdWidth - LowWidth;
  localparam int unsigned Groups = 2 ** HighWidth;
  localparam int unsigned GroupIds = 2 ** LowWidth;

  // Of each group the id with the right lower bits, then of the groups the right one.
  logic [Lookups-1:0][Groups-1:0] groups, groups_q;
  logic [Lookups-1:0][HighWidth-1:0] group_q;

  always_comb begin
    for (int unsigned i = 0; i < Lookups; i++) begin
      for (int unsigned group = 0; group < Groups; group++) begin
        groups[i][group] = dead_i[HighWidth'(group)*IdWidth'(GroupIds)+IdWidth'(id_i[i][LowWidth-1:0])];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    groups_q <= groups;
    for (int unsigned i = 0; i < Lookups; i++) begin
      group_q[i] <= id_i[i][IdWidth-1:LowWidth];
      dead_o[i]  <= groups_q[i][group_q[i]];
    end
  end

endmodule

`default_nettype wire
