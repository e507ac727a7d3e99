// Row of EAPG's tables for a line of memory: the exclusive or of the pieces of the line's number, each as wide as a row's
// number. Lines that differ in one piece only have different rows.
//
// Combinational: an XOR of LineWidth / RowWidth inputs for each bit.
//
// LineWidth: bits of a line's number. RowWidth: bits of a row's number, at most LineWidth.

`include "gputm_assert.svh"

`default_nettype none

module line_row #(
  parameter int unsigned LineWidth = 25,
  parameter int unsigned RowWidth  = 9
) (
  input  wire logic [LineWidth-1:0] line_i,
  output      logic [RowWidth-1:0]  row_o
);

  localparam bit [1:0] Legal = {
    param_pkg::in_range("line_row: LineWidth", LineWidth, 1, 64, 3),
    param_pkg::in_range("line_row: RowWidth", RowWidth, 1, LineWidth, 3)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  always_comb begin
    row_o = '0;
    for (int unsigned i = 0; i < LineWidth; i++) row_o[i%RowWidth] = row_o[i%RowWidth] ^ line_i[i];
  end

endmodule

`default_nettype wire
