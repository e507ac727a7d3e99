// A cluster of the cores of a commit-id vendor that has too many cores for one arbitration a cycle:
// chooses among their requests round robin, and holds the choice until the vendor takes it.
//
// Latency:    a request chosen at once is accepted in its first cycle and offered in the next.
// Throughput: one request a cycle. No combinational path from the vendor to the cores.
//
// Cores: of the cluster. First: its first core's number. CoreWidth, CountWidth: bits of a core's number and of a count.

`include "gputm_assert.svh"

`default_nettype none

module cid_request_cluster #(
  parameter  int unsigned Cores      = 16,
  parameter  int unsigned First      = 0,
  parameter  int unsigned CoreWidth  = 7,
  parameter  int unsigned CountWidth = 7,
  localparam int unsigned IndexWidth = Cores > 1 ? $clog2(Cores) : 1
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic [Cores-1:0]                 req_valid_i,
  output      logic [Cores-1:0]                 req_ready_o,
  input  wire logic [Cores-1:0][CountWidth-1:0] req_count_i,  // number of ids requested by each core

  output      logic                  out_valid_o,
  input  wire logic                  out_ready_i,
  output      logic [CoreWidth-1:0]  out_core_o,   // number of the requesting core
  output      logic [CountWidth-1:0] out_count_o   // number of ids that it requests
);

  logic chosen, free;
  logic [Cores-1:0] choice;
  logic [IndexWidth-1:0] index;
  logic [CountWidth-1:0] count;

  rr_arbiter #(
    .Requests(Cores)
  ) u_arbiter (
    .clk_i,
    .rst_ni,
    .req_i   (req_valid_i),
    .valid_o (chosen),
    .grant_o (choice),
    .index_o (index),
    .accept_i(free)
  );

  assign req_ready_o = choice & {Cores{free}};

  always_comb begin
    count = '0;
    for (int unsigned core = 0; core < Cores; core++) count |= req_count_i[core] & {CountWidth{choice[core]}};
  end

  // Offered only when it is taken: a waiting choice may move to another core. The vendor takes it late in its cycle.
  late_ready_buffer #(
    .Width(CoreWidth + CountWidth)
  ) u_choice (
    .clk_i,
    .rst_ni,
    .in_valid_i(chosen && free),
    .in_ready_o(free),
    .in_data_i ({CoreWidth'(First) + CoreWidth'(index), count}),
    .out_valid_o,
    .out_ready_i,
    .out_data_o({out_core_o, out_count_o})
  );

  // Handshake assertions
  for (genvar core = 0; core < Cores; core++) begin : gen_check
    `GPUTM_STREAM(u_check_req, req_valid_i[core], req_ready_o[core], req_count_i[core])
  end
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, {out_core_o, out_count_o})

endmodule

`default_nettype wire
