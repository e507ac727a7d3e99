// Yosys maps a memory onto a macro of its size; one of at most FlipFlopBits, and tables of constants, become cells.
(* techmap_celltype = "$mem_v2" *)
module memory_to_macro (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
  parameter MEMID = "";
  parameter signed SIZE = 4;
  parameter signed OFFSET = 0;
  parameter signed ABITS = 2;
  parameter signed WIDTH = 8;
  parameter signed INIT = 1'bx;
  parameter signed RD_PORTS = 1;
  parameter RD_CLK_ENABLE = 1'b1;
  parameter RD_CLK_POLARITY = 1'b1;
  parameter RD_TRANSPARENCY_MASK = 1'b0;
  parameter RD_COLLISION_X_MASK = 1'b0;
  parameter RD_WIDE_CONTINUATION = 1'b0;
  parameter RD_CE_OVER_SRST = 1'b0;
  parameter RD_ARST_VALUE = 1'b0;
  parameter RD_SRST_VALUE = 1'b0;
  parameter RD_INIT_VALUE = 1'b0;
  parameter signed WR_PORTS = 1;
  parameter WR_CLK_ENABLE = 1'b1;
  parameter WR_CLK_POLARITY = 1'b1;
  parameter WR_PRIORITY_MASK = 1'b0;
  parameter WR_WIDE_CONTINUATION = 1'b0;

  input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
  input [RD_PORTS*ABITS-1:0] RD_ADDR;
  output [RD_PORTS*WIDTH-1:0] RD_DATA;
  input [WR_PORTS-1:0] WR_CLK;
  input [WR_PORTS*WIDTH-1:0] WR_EN;
  input [WR_PORTS*ABITS-1:0] WR_ADDR;
  input [WR_PORTS*WIDTH-1:0] WR_DATA;

  localparam FlipFlopBits = 512;

  wire _TECHMAP_FAIL_ = RD_PORTS != 1 || WR_PORTS != 1 || RD_CLK_ENABLE !== 1'b1 || SIZE * WIDTH <= FlipFlopBits;

  ram_macro #(.Width(WIDTH), .Depth(SIZE), .AddrWidth(ABITS)) u_ram (
    .clk(RD_CLK),
    .write(WR_EN[0]),
    .waddr(WR_ADDR),
    .wdata(WR_DATA),
    .read(RD_EN),
    .raddr(RD_ADDR),
    .rdata(RD_DATA)
  );
endmodule
