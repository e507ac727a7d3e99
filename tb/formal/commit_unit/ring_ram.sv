// ring_ram as one array of registers for all readers, each with a register for its data, as the RAM has.

`default_nettype none

module ring_ram
  import commit_unit_pkg::*;
#(
  parameter  int unsigned             Entries    = 1920,
  parameter  int unsigned             Width      = 8,
  parameter  int unsigned             ReadPorts  = 1,
  parameter  logic        [Width-1:0] InitValue  = '0,
  parameter  int unsigned             Protection = 0,
  localparam int unsigned             IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t init_i,

  input  wire logic             write_i,
  input  wire ring_index_t      windex_i,
  input  wire logic [Width-1:0] wdata_i,

  input  wire ring_read_t [ReadPorts-1:0]            read_i,
  output logic            [ReadPorts-1:0][Width-1:0] rdata_o,

  output ecc_pkg::ram_error_t [ReadPorts-1:0] errors_o
);

  assign errors_o = '0;

  logic [Entries-1:0][Width-1:0] entries_q, entries_d;

  always_comb begin
    entries_d = entries_q;
    if (init_i.active) entries_d = {Entries{InitValue}};
    else if (write_i) entries_d[IndexWidth'(windex_i)] = wdata_i;
  end

  always_ff @(posedge clk_i) begin
    entries_q <= entries_d;
    for (int port = 0; port < ReadPorts; port++) begin
      if (read_i[port].enable) rdata_o[port] <= entries_d[IndexWidth'(read_i[port].index)];
    end
  end

endmodule

`default_nettype wire
