// Holds back the retirements among a commit unit's replies until memory has answered the writes accepted
// before them: a thread that gets its transaction's retirement reads what the transaction wrote, on any
// path to memory. Other replies overtake retirements; an id's own retirement is always its last reply.
//
// Latency:    1 cycle; of a retirement 3, and the wait for the answer.
// Throughput: one reply a cycle. Retirements have priority.
//
// Retirements: waiting ones, at least 2. Writes: in flight. Protection: of ecc_pkg; behind a wrong word of a queue no
// retirement leaves any more (fifo_parity).

`include "gputm_assert.svh"

`default_nettype none

module retirement_fence
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Retirements = 32,
  parameter int unsigned Writes      = 16,
  parameter int unsigned Protection  = ecc_pkg::None
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // Writes of the unit
  input wire logic accepted_i,  // pulse: a write is accepted
  input wire logic answered_i,  // pulse: the oldest unanswered write is answered

  // Replies from the unit
  input  wire logic        in_valid_i,
  output      logic        in_ready_o,
  input  wire reply_kind_e in_kind_i,
  input  wire cid_t        in_id_i,

  // Replies to the cores
  output      logic        out_valid_o,
  input  wire logic        out_ready_i,
  output      reply_kind_e out_kind_o,
  output      cid_t        out_id_o,

  output      ecc_pkg::ram_error_t [1:0] memory_errors_o,  // of the queues: waiting, settled
  output      logic                      busy_o            // a reply waits
);

  // Writes are numbered. The oldest waiting retirement is checked at most Retirements writes after
  // its own last one has been answered, since one retirement is released in each cycle; so
  // numbers may wrap.
  localparam int unsigned NumberWidth = $clog2(Writes + Retirements + 2) + 1;
  localparam int unsigned CountWidth = $clog2(Retirements + 1);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("retirement_fence: Retirements", Retirements, 2, 4096, 1))

  logic [NumberWidth-1:0] accepted_q, answered_q, accepted_d;
  assign accepted_d = accepted_q + NumberWidth'(accepted_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      accepted_q <= '0;
      answered_q <= '0;
    end else begin
      accepted_q <= accepted_d;
      answered_q <= answered_q + NumberWidth'(answered_i);
    end
  end

  // Pending retirements, and those to be released: together never more than the latter queue has room for.
  logic retires, room, pending_push, pending_valid, settled, release_valid, release_ready, pending_ready, release_room;
  logic [CountWidth-1:0] pending_count, release_count;
  logic [NumberWidth-1:0] pending_number, behind;
  cid_t pending_id, release_id;

  assign retires      = in_kind_i == ReplyRetired;
  assign room         = pending_count + release_count < CountWidth'(Retirements);
  assign pending_push = in_valid_i && retires && room;
  assign behind       = answered_q - pending_number;
  assign settled      = !behind[NumberWidth-1];

  fifo_parity #(
    .Width     (CidBits + NumberWidth),
    .Depth     (Retirements),
    .Protection(Protection)
  ) u_pending (
    .clk_i,
    .rst_ni,
    .in_valid_i (pending_push),
    .in_ready_o (pending_ready),
    .in_data_i  ({in_id_i, accepted_d}),
    .out_valid_o(pending_valid),
    .out_ready_i(settled),
    .out_data_o ({pending_id, pending_number}),
    .count_o    (pending_count),
    .error_o    (memory_errors_o[0])
  );

  fifo_parity #(
    .Width     (CidBits),
    .Depth     (Retirements),
    .Protection(Protection)
  ) u_releases (
    .clk_i,
    .rst_ni,
    .in_valid_i (pending_valid && settled),
    .in_ready_o (release_room),
    .in_data_i  (pending_id),
    .out_valid_o(release_valid),
    .out_ready_i(release_ready),
    .out_data_o (release_id),
    .count_o    (release_count),
    .error_o    (memory_errors_o[1])
  );

  // The output: a reply is sent in the cycle in which there is room for it.
  logic out_room, passes;
  assign release_ready = out_room;
  assign passes        = in_valid_i && !retires && !release_valid;
  assign in_ready_o    = retires ? room : out_room && !release_valid;

  skid_buffer #(
    .Width($bits(reply_t))
  ) u_out (
    .clk_i,
    .rst_ni,
    .in_valid_i(out_room && (release_valid || passes)),
    .in_ready_o(out_room),
    .in_data_i (release_valid ? {ReplyRetired, release_id} : {in_kind_i, in_id_i}),
    .out_valid_o,
    .out_ready_i,
    .out_data_o({out_kind_o, out_id_o})
  );

  assign busy_o = pending_count != '0 || release_count != '0 || out_valid_o;

  `GPUTM_ASSERT(a_room_for_all, (pending_ready || !pending_push) && (release_room || !pending_valid),
                ("retirement_fence: %0d and %0d retirements wait", pending_count, release_count))
  `GPUTM_ASSERT(a_answers_follow, accepted_q - answered_q <= NumberWidth'(Writes),
                ("retirement_fence: write %0d is answered, and %0d is the next", answered_q, accepted_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_retirement_waits, pending_valid && !settled)
  `GPUTM_COVER(b_no_room_for_retirements, in_valid_i && retires && !room)
  `GPUTM_COVER(b_outcome_overtakes, passes && pending_valid)

  // Handshake assertions
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o, {in_kind_i, in_id_i})
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, {out_kind_o, out_id_o})

endmodule

`default_nettype wire
