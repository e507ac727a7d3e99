// Retire (MICRO 2011 paper, section 4.5, step 9): an entry leaves the ring when its writes are ordered
// before all later reads of the L2 slice; if the transaction has a log here, its core gets a reply.
//
// Latency: one cycle to the pointer, two to the reply. Throughput: one entry a cycle.
//
// Entries: ring slots. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module retire_stage
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries    = 1920,
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t init_i,
  output ring_pointer_t   retire_o,

  // From the commit stage, which may withdraw the request
  input  wire logic done_req_i,
  output logic      done_gnt_o,
  input  wire logic done_skip_i,

  // Reply
  output logic      reply_valid_o,
  input  wire logic reply_ready_i,
  output reply_t    reply_o,

  output ecc_pkg::ram_error_t error_o,
  output ecc_pkg::ram_error_t pointer_error_o
);

  logic retire;
  assign retire = done_req_i && done_gnt_o;

  ring_pointer #(
    .Entries   (Entries),
    .Protection(Protection)
  ) u_retire (
    .clk_i,
    .rst_ni,
    .init_i,
    .advance_i(retire),
    .pointer_o(retire_o),
    .error_o  (pointer_error_o)
  );

  fifo_parity #(
    .Width     (CidBits),
    .Depth     (2),
    .Protection(Protection)
  ) u_replies (
    .clk_i,
    .rst_ni,
    .in_valid_i (retire && !done_skip_i),
    .in_ready_o (done_gnt_o),
    .in_data_i  (retire_o.id),
    .out_valid_o(reply_valid_o),
    .out_ready_i(reply_ready_i),
    .out_data_o (reply_o.id),
    .count_o    (),
    .error_o
  );
  assign reply_o.kind = ReplyRetired;

  `GPUTM_ASSERT(a_nothing_in_init, !(init_i.active && done_req_i),
                ("retire_stage: id %0d is done while the ring is initialised", retire_o.id))

  // Handshake assertions
  `GPUTM_STREAM(u_check_reply, reply_valid_o, reply_ready_i, reply_o)

endmodule

`default_nettype wire
