// A RAM with one port to write and one to read; constraints/asic/map states its figures.
(* blackbox *)
module ram_macro #(
  parameter Width = 1,
  parameter Depth = 1,
  parameter AddrWidth = 1
) (
  input                  clk,
  input                  write,
  input  [AddrWidth-1:0] waddr,
  input  [Width-1:0]     wdata,
  input                  read,
  input  [AddrWidth-1:0] raddr,
  output [Width-1:0]     rdata
);
endmodule
