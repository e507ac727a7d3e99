// reader_usage with a free output: no property depends on the fill level of the table.

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
  input  wire logic [Probes-1:0]        removed_i,
  input  wire logic [Ways-1:0]          reclaimed_i,
  output      logic [UsedWidth-1:0]     used_o,
  output      logic                     crowded_o
);

  wire guess;  // no driver: free in every cycle

  assign used_o    = '0;
  assign crowded_o = guess;

endmodule

`default_nettype wire
