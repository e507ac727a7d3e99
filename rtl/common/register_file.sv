// A few words with a combinational read port: registers, or the RAM in the LUTs of an FPGA. For
// small memories with an address that comes too late for a synchronous RAM (ram_1r1w).
//
// Latency:    a written word can be read in the next cycle.
// Throughput: one read and one write each cycle.
// Contents after power-up are undefined; there is no reset.
//
// Width: bits a word. Depth: words, at least 2.

`default_nettype none

module register_file #(
  parameter  int unsigned Width     = 32,
  parameter  int unsigned Depth     = 4,
  localparam int unsigned AddrWidth = $clog2(Depth)
) (
  input  wire logic                 clk_i,

  input  wire logic                 write_i,
  input  wire logic [AddrWidth-1:0] waddr_i,
  input  wire logic [Width-1:0]     wdata_i,

  input  wire logic [AddrWidth-1:0] raddr_i,
  output      logic [Width-1:0]     rdata_o
);

  logic [Width-1:0] mem[Depth];

  always_ff @(posedge clk_i) begin
    if (write_i) mem[waddr_i] <= wdata_i;
  end

  assign rdata_o = mem[raddr_i];

endmodule

`default_nettype wire
