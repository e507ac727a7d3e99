// Row counter that clears a RAM after reset and on request: its user writes zeros to each row that is named.
//
// Latency:    clearing_o is high for Rows cycles after reset and after clear_i, in which row_o counts from 0 to Rows - 1.
// Throughput: one row each cycle. A request meanwhile begins again.
//
// Rows: 2 or more.

`include "gputm_assert.svh"

`default_nettype none

module ram_clear #(
  parameter  int unsigned Rows     = 256,
  localparam int unsigned RowWidth = $clog2(Rows)
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,

  input  wire logic                clear_i,
  output      logic                clearing_o,  // a row is cleared: the RAM may not be used
  output      logic [RowWidth-1:0] row_o        // its number
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("ram_clear: Rows", Rows, 2, 2 ** 24, 3))

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clearing_o <= 1'b1;
      row_o      <= '0;
    end else if (clear_i) begin
      clearing_o <= 1'b1;
      row_o      <= '0;
    end else if (clearing_o) begin
      clearing_o <= row_o != RowWidth'(Rows - 1);
      row_o      <= row_o + 1'b1;
    end
  end

  `GPUTM_ASSERT(a_row_in_ram, !clearing_o || 32'(row_o) < Rows, ("ram_clear: row %0d of %0d", row_o, Rows))

endmodule

`default_nettype wire
