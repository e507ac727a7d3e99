// ring_ram as one array of registers for all readers; a reader sees its entry as it is. That differs from the RAM only
// for a reader that holds its data while the entry is written, and none of the ring's does.

`default_nettype none

module ring_ram
  import commit_unit_pkg::*;
#(
  parameter  int unsigned             Entries    = 1920,
  parameter  int unsigned             Width      = 8,
  parameter  int unsigned             ReadPorts  = 1,
  parameter  logic        [Width-1:0] InitValue  = '0,
  localparam int unsigned             IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,

  input  wire ring_init_t init_i,

  input  wire logic             write_i,
  input  wire ring_index_t      windex_i,
  input  wire logic [Width-1:0] wdata_i,

  input  wire logic        [ReadPorts-1:0]            read_i,
  input  wire ring_index_t [ReadPorts-1:0]            rindex_i,
  output logic             [ReadPorts-1:0][Width-1:0] rdata_o
);

  logic [Entries-1:0][Width-1:0]        entries_q;
  logic [ReadPorts-1:0][IndexWidth-1:0] rindex_q;

  always_ff @(posedge clk_i) begin
    if (init_i.active) entries_q <= {Entries{InitValue}};
    else if (write_i) entries_q[windex_i] <= wdata_i;
    for (int port = 0; port < ReadPorts; port++) begin
      if (read_i[port]) rindex_q[port] <= rindex_i[port];
    end
  end

  always_comb begin
    for (int port = 0; port < ReadPorts; port++) rdata_o[port] = entries_q[rindex_q[port]];
  end

endmodule

`default_nettype wire
