// Splits the commit unit's control stream: final outcomes go to the ring, words of a resent log
// (MICRO 2011 paper, section 4.5.3) to the log reader that requested it.
//
// A log reader takes its words as fast as it can use them, and nothing that it waits for depends on
// a later final outcome. Latency: combinational. Throughput: one beat a cycle.
//
// Readers: log readers, oldest entries first.

`include "gputm_assert.svh"

`default_nettype none

module control_router
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Readers = 3
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  input  wire logic enable_i,  // the ring has been initialised

  input  wire logic     control_valid_i,
  output logic          control_ready_o,
  input  wire control_t control_i,

  // A final outcome, always taken
  output logic final_valid_o,
  output cid_t final_id_o,
  output logic final_pass_o,

  // Words to the readers that wait for them
  input  wire resend_wait_t [Readers-1:0] resend_wait_i,
  output logic              [Readers-1:0] resend_valid_o,
  input  wire logic         [Readers-1:0] resend_ready_i,
  output resend_t                         resend_o         // broadcast to all readers
);

  logic resend;
  assign resend        = control_valid_i && control_i.kind == ControlResend;
  assign resend_o      = '{last: control_i.last, word: control_i.word};
  assign final_valid_o = control_valid_i && control_i.kind != ControlResend && enable_i;
  assign final_id_o    = control_i.id;
  assign final_pass_o  = control_i.kind == ControlFinalPass;

  always_comb begin
    control_ready_o = enable_i;
    for (int reader = int'(Readers) - 1; reader >= 0; reader--) begin
      resend_valid_o[reader] = resend && resend_wait_i[reader].waiting && control_i.id == resend_wait_i[reader].id;
      if (resend_valid_o[reader]) control_ready_o = resend_ready_i[reader];
    end
  end

  `GPUTM_ASSERT(a_named_kind,
                !control_valid_i || resend || control_i.kind == ControlFinalPass || control_i.kind == ControlFinalFail,
                ("control_router: unknown message kind %0d", control_i.kind))
  `GPUTM_ASSERT(a_resend_asked, !resend || resend_valid_o != '0,
                ("control_router: word of id %0d was not requested", control_i.id))

  // Handshake assertions
  `GPUTM_STREAM(u_check_control, control_valid_i, control_ready_o, control_i)
  for (genvar reader = 0; reader < Readers; reader++) begin : gen_check
    `GPUTM_STREAM(u_check_resend, resend_valid_o[reader], resend_ready_i[reader], resend_o)
  end

endmodule

`default_nettype wire
