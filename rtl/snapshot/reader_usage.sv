// Counts the entries in use of the scalable reader list: all writes of operations and reclaim
// passes until a cycle before the last one.
//
// Latency: two cycles.
//
// Ways, Rows: of the table.

`include "gputm_assert.svh"

`default_nettype none

module reader_usage
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways      = 4,
  parameter  int unsigned Rows      = 21964,
  localparam int unsigned UsedWidth = $clog2(Ways * Rows + 1)
) (
  input  wire logic                     clk_i,
  input  wire logic                     rst_ni,

  input  wire reader_put_t [Probes-1:0] put_i,
  input  wire logic [Probes-1:0]        removed_i,    // the written entry is empty
  input  wire logic [Ways-1:0]          reclaimed_i,  // a row is freed

  output      logic [UsedWidth-1:0]     used_o,
  output      logic                     crowded_o     // more than half are in use
);

  logic [Probes-1:0] more_q, less_q;
  logic [Ways-1:0] reclaimed_q;
  logic [UsedWidth-1:0] used_q, used_d;

  always_comb begin
    used_d = used_q;
    for (int unsigned i = 0; i < Probes; i++) used_d += UsedWidth'(more_q[i]) - UsedWidth'(less_q[i]);
    for (int unsigned way = 0; way < Ways; way++) used_d -= UsedWidth'(reclaimed_q[way]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q      <= '0;
      more_q      <= '0;
      less_q      <= '0;
      reclaimed_q <= '0;
      crowded_o   <= 1'b0;
    end else begin
      used_q      <= used_d;
      reclaimed_q <= reclaimed_i;
      crowded_o   <= used_q > UsedWidth'(Ways * Rows / 2);
      for (int unsigned i = 0; i < Probes; i++) begin
        more_q[i] <= put_i[i].write && put_i[i].fresh;
        less_q[i] <= put_i[i].write && !put_i[i].fresh && removed_i[i];
      end
    end
  end
  assign used_o = used_q;

  `GPUTM_ASSERT(a_used_in_range, used_q <= UsedWidth'(Ways * Rows), ("reader_usage: %0d entries are in use", used_q))

endmodule

`default_nettype wire
