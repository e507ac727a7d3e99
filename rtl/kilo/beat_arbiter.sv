// Merges streams of requests, Beats beats each, into one: requesters in round robin, and the beats of a request together.
//
// Latency, throughput, fairness: those of burst_arbiter.
//
// Requests: number of requesters, to 1024. Beats: beats of a request. Width: bits of a beat.

`include "gputm_assert.svh"

`default_nettype none

module beat_arbiter #(
  parameter int unsigned Requests = 16,
  parameter int unsigned Beats    = 1,
  parameter int unsigned Width    = 63
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic [Requests-1:0]            req_valid_i,
  output      logic [Requests-1:0]            req_ready_o,
  input  wire logic [Requests-1:0][Width-1:0] req_data_i,   // beat of each requester

  output      logic             out_valid_o,
  input  wire logic             out_ready_i,
  output      logic [Width-1:0] out_data_o    // beat
);

  logic last;  // the beat accepted next is the last of its request

  burst_arbiter #(
    .Requests(Requests),
    .Width   (Width)
  ) u_bursts (
    .clk_i,
    .rst_ni,
    .req_valid_i,
    .req_ready_o,
    .req_last_i({Requests{last}}),
    .req_data_i,
    .out_valid_o,
    .out_ready_i,
    .out_data_o
  );

  if (Beats == 1) begin : gen_one_beat
    assign last = 1'b1;
  end else begin : gen_beats
    localparam int unsigned BeatWidth = $clog2(Beats);
    logic [BeatWidth-1:0] beat_q;  // accepted beats of the chosen request

    assign last = beat_q == BeatWidth'(Beats - 1);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) beat_q <= '0;
      else if (|(req_valid_i & req_ready_o)) beat_q <= last ? '0 : beat_q + 1'b1;
    end
  end

  // Handshake assertions
  for (genvar i = 0; i < Requests; i++) begin : gen_check
    `GPUTM_STREAM(u_check_req, req_valid_i[i], req_ready_o[i], req_data_i[i])
  end
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, out_data_o)

endmodule

`default_nettype wire
