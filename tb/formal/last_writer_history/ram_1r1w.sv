// ram_1r1w as registers: induction over bits instead of arrays.

`default_nettype none

module ram_1r1w #(
  parameter  int unsigned Width      = 32,
  parameter  int unsigned Depth      = 256,
  parameter  bit          MayCollide = 1'b0,
  localparam int unsigned AddrWidth  = $clog2(Depth)
) (
  input  wire logic                 clk_i,

  input  wire logic                 write_i,
  input  wire logic [AddrWidth-1:0] waddr_i,
  input  wire logic [Width-1:0]     wdata_i,

  input  wire logic                 read_i,
  input  wire logic [AddrWidth-1:0] raddr_i,
  output      logic [Width-1:0]     rdata_o
);

  logic [Depth-1:0][Width-1:0] mem;

  logic collision;
  assign collision = write_i && read_i && waddr_i == raddr_i;

  always_ff @(posedge clk_i) begin
    if (write_i) mem[waddr_i] <= wdata_i;
    if (read_i) rdata_o <= collision ? 'x : mem[raddr_i];
  end

  always_ff @(posedge clk_i) begin
    a_no_collision :
    assert (MayCollide || !collision)
    else $error("ram_1r1w: row %0d is read in the cycle of its write", raddr_i);
  end

endmodule

`default_nettype wire
