// One field of the ring's entries: one writer, ReadPorts readers, each with synchronous read.
//
// While `sweep_i` is high, SweepValue is written to `sweep_index_i` instead: the commit unit sweeps the ring after
// reset, because a field's bits carry over from lap to lap and RAM has no reset. A read in the cycle of a write to the
// same entry returns the new value, so that a read, modify and write in two stages needs nothing else. A reader whose
// enable is low keeps its data.
//
// Entries: depth. Width: bits. ReadPorts: number of readers (copies of the RAM where it has one read port).

`default_nettype none

module ring_ram #(
  parameter  int unsigned             Entries    = 1920,
  parameter  int unsigned             Width      = 8,
  parameter  int unsigned             ReadPorts  = 1,
  parameter  logic        [Width-1:0] SweepValue = '0,
  localparam int unsigned             IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,

  input  wire logic                  sweep_i,
  input  wire logic [IndexWidth-1:0] sweep_index_i,

  // Write, ignored during the sweep
  input  wire logic                  we_i,
  input  wire logic [IndexWidth-1:0] windex_i,
  input  wire logic [Width-1:0]      wdata_i,

  // Reads: data in the next cycle
  input  wire logic [ReadPorts-1:0]                 re_i,
  input  wire logic [ReadPorts-1:0][IndexWidth-1:0] rindex_i,
  output logic      [ReadPorts-1:0][Width-1:0]      rdata_o
);

  logic                  we;
  logic [IndexWidth-1:0] windex;
  logic [Width-1:0]      wdata;
  assign we     = sweep_i || we_i;
  assign windex = sweep_i ? sweep_index_i : windex_i;
  assign wdata  = sweep_i ? SweepValue : wdata_i;

  for (genvar port = 0; port < ReadPorts; port++) begin : gen_port
    ram_1r1w_fwd #(
      .Width(Width),
      .Depth(Entries)
    ) u_ram (
      .clk_i,
      .write_i(we),
      .waddr_i(windex),
      .wdata_i(wdata),
      .read_i (re_i[port]),
      .raddr_i(rindex_i[port]),
      .rdata_o(rdata_o[port])
    );
  end

endmodule

`default_nettype wire
