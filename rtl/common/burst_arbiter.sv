// Merges streams of bursts into one: requesters in round robin, and the beats of a burst together.
//
// The choice is a register, so that the arbitration is not in front of the beats. It stays with the last requester
// while no other one has a beat.
//
// Latency:    a beat accepted in one cycle is offered in the next. Without competitors, a first beat is accepted in its first
//             cycle if its requester is still chosen, or else in its second.
// Throughput: one beat each cycle. No combinational path from the sink to the requesters.
// Fairness:   a first beat is passed by at most one burst of each other requester.
//
// Requests: number of requesters, to 1024. Width: bits of a beat.

`include "gputm_assert.svh"

`default_nettype none

module burst_arbiter #(
  parameter int unsigned Requests = 16,
  parameter int unsigned Width    = 63
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic [Requests-1:0]            req_valid_i,
  output      logic [Requests-1:0]            req_ready_o,
  input  wire logic [Requests-1:0]            req_last_i,   // the beat is the last of its burst
  input  wire logic [Requests-1:0][Width-1:0] req_data_i,   // beat of each requester

  output      logic             out_valid_o,
  input  wire logic             out_ready_i,
  output      logic [Width-1:0] out_data_o    // beat
);

  logic [Requests-1:0] owner_q;  // chosen requester, one-hot
  logic [Requests-1:0] choice;
  logic others, vacant, first_q, last, offered, free;
  logic [Width-1:0] beat;
  logic [(Requests > 1 ? $clog2(Requests) : 1)-1:0] unused_index;

  assign offered     = |(owner_q & req_valid_i);
  assign req_ready_o = owner_q & {Requests{free}};
  assign vacant      = offered ? free && last : first_q;

  rr_arbiter #(
    .Requests(Requests)
  ) u_arbiter (
    .clk_i,
    .rst_ni,
    .req_i   (req_valid_i & ~owner_q),
    .valid_o (others),
    .grant_o (choice),
    .index_o (unused_index),
    .accept_i(vacant)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) owner_q <= Requests'(1);
    else if (vacant && others) owner_q <= choice;
  end

  assign last = |(owner_q & req_last_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) first_q <= 1'b1;
    else if (offered && free) first_q <= last;
  end

  always_comb begin
    beat = '0;
    for (int unsigned i = 0; i < Requests; i++) beat |= req_data_i[i] & {Width{owner_q[i]}};
  end

  skid_buffer #(
    .Width(Width)
  ) u_beats (
    .clk_i,
    .rst_ni,
    .in_valid_i(offered),
    .in_ready_o(free),
    .in_data_i (beat),
    .out_valid_o,
    .out_ready_i,
    .out_data_o
  );

  `GPUTM_ASSERT(a_one_owner, $onehot(owner_q), ("burst_arbiter: choice of %b", owner_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_beat_waits, offered && !free && others)

  // Handshake assertions
  for (genvar i = 0; i < Requests; i++) begin : gen_check
    `GPUTM_STREAM(u_check_req, req_valid_i[i], req_ready_o[i], req_data_i[i])
  end
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, out_data_o)

endmodule

`default_nettype wire
