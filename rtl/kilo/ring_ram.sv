// One field of the ring's entries: one writer, ReadPorts readers, each with synchronous read.
//
// While the ring is initialised, InitValue is written to the entry that `init_i` names instead: a field's bits carry
// over from lap to lap, and RAM has no reset. A read in the cycle of a write to the same entry returns the new value,
// so that a read, modify and write in two stages needs nothing else. With its enable low, a read port holds its data.
//
// Entries: depth. Width: bits. ReadPorts: number of readers (copies of the RAM where it has one read port).
// Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module ring_ram
  import commit_unit_pkg::*;
#(
  parameter  int unsigned             Entries    = 1920,
  parameter  int unsigned             Width      = 8,
  parameter  int unsigned             ReadPorts  = 1,
  parameter  logic        [Width-1:0] InitValue  = '0,
  parameter  int unsigned             Protection = ecc_pkg::None,
  localparam int unsigned             IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,  // of the reports of errors

  input  wire ring_init_t init_i,

  // Write, ignored during initialisation
  input  wire logic             write_i,
  input  wire ring_index_t      windex_i,
  input  wire logic [Width-1:0] wdata_i,

  // Reads: data in the next cycle
  input  wire ring_read_t [ReadPorts-1:0]            read_i,
  output logic            [ReadPorts-1:0][Width-1:0] rdata_o,

  output ecc_pkg::ram_error_t [ReadPorts-1:0] errors_o
);

  logic                  write;
  logic [IndexWidth-1:0] windex;
  logic [Width-1:0]      wdata;
  assign write  = init_i.active || write_i;
  assign windex = IndexWidth'(init_i.active ? init_i.index : windex_i);
  assign wdata  = init_i.active ? InitValue : wdata_i;

  for (genvar port = 0; port < ReadPorts; port++) begin : gen_port
    ram_1r1w_ecc #(
      .Width      (Width),
      .Depth      (Entries),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1)
    ) u_ram (
      .clk_i,
      .rst_ni,
      .write_i(write),
      .waddr_i(windex),
      .wdata_i(wdata),
      .read_i (read_i[port].enable),
      .check_i(!init_i.active),
      .raddr_i(IndexWidth'(read_i[port].index)),
      .rdata_o(rdata_o[port]),
      .bad_o  (),
      .error_o(errors_o[port])
    );
  end

  `GPUTM_ASSERT(a_write_in_ring, !write || 32'(windex) < Entries,
                ("ring_ram: write of entry %0d in a ring of %0d", windex, Entries), clk_i, 1'b0)

endmodule

`default_nettype wire
