// Merges the stages' messages to the cores into the reply stream. Older entries go first: commit's
// resend request, retirement, revalidation's, local outcome, hazard detection's. No message
// starves: while an older entry's stage waits, it sends nothing more.
//
// Latency: one cycle. Throughput: one message a cycle.

`include "gputm_assert.svh"

`default_nettype none

module reply_arbiter
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Sources    = 5,
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic   [Sources-1:0] source_valid_i,  // source 0 has the highest priority
  output logic        [Sources-1:0] source_ready_o,
  input  wire reply_t [Sources-1:0] source_i,

  output logic      reply_valid_o,
  input  wire logic reply_ready_i,
  output reply_t    reply_o,

  output ecc_pkg::ram_error_t error_o
);

  reply_t chosen;
  logic   ready;

  always_comb begin
    chosen         = source_i[0];
    source_ready_o = '0;
    for (int source = int'(Sources) - 1; source >= 0; source--) begin
      if (source_valid_i[source]) begin
        chosen                 = source_i[source];
        source_ready_o         = '0;
        source_ready_o[source] = ready;
      end
    end
  end

  fifo_parity #(
    .Width     ($bits(reply_t)),
    .Depth     (2),
    .Protection(Protection)
  ) u_replies (
    .clk_i,
    .rst_ni,
    .in_valid_i (source_valid_i != '0 && ready),  // an older entry's message may overtake a waiting one
    .in_ready_o (ready),
    .in_data_i  (chosen),
    .out_valid_o(reply_valid_o),
    .out_ready_i(reply_ready_i),
    .out_data_o (reply_o),
    .count_o    (),
    .error_o
  );

  `GPUTM_ASSERT(a_one_source, (source_ready_o & (source_ready_o - 1'b1)) == '0,
                ("reply_arbiter: sources %b are taken in one cycle", source_ready_o))

  // Handshake assertions
  for (genvar source = 0; source < Sources; source++) begin : gen_check
    `GPUTM_STREAM(u_check_source, source_valid_i[source], source_ready_o[source], source_i[source])
  end
  `GPUTM_STREAM(u_check_reply, reply_valid_o, reply_ready_i, reply_o)

endmodule

`default_nettype wire
