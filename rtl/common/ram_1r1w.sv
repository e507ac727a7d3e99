// Synchronous RAM with one read and one write port: the only module that infers a memory.
//
// Latency:    the row addressed in a cycle with read_i is on rdata_o in the next cycle and stays there until the
//             next read.
// Throughput: one read and one write each cycle.
// Read during write to the same row: not allowed, because RAM macros and FPGA blocks differ in the result. Use
//             ram_1r1w_fwd where the two may meet.
// Contents after power-up are undefined; there is no reset.
//
// Width: bits a row. Depth: rows, at least 2. MayCollide: reading the row that is being written is
// no error, because its result is not used.

`include "gputm_assert.svh"

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

  localparam bit [1:0] Legal = {
    param_pkg::in_range("ram_1r1w: Width", Width, 1, 65536, 3),
    param_pkg::in_range("ram_1r1w: Depth", Depth, 2, 2 ** 24, 3)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  logic [Width-1:0] mem [Depth];

  logic collision;
  assign collision = write_i && read_i && waddr_i == raddr_i;

  always_ff @(posedge clk_i) begin
    if (write_i) mem[waddr_i] <= wdata_i;
    // The undefined value lets synthesis use the memory's own behaviour.
    if (read_i) rdata_o <= collision ? 'x : mem[raddr_i];
  end

  `GPUTM_ASSERT(a_no_collision, MayCollide || !collision,
                ("ram_1r1w: row %0d is read in the cycle of its write", raddr_i), clk_i, 1'b0)

endmodule

`default_nettype wire
