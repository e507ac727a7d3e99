// Splits the commit unit's control stream: final outcomes to the ring, words of a log that is sent again (MICRO 2011
// paper, section 4.5.3) to the log reader that asked for it.
//
// A log reader takes its words as fast as it can use them, and nothing that it waits for depends on a final outcome
// behind them. Latency: combinational. Throughput: one beat a cycle.
//
// Readers: log readers, oldest entries first.

`default_nettype none

module control_router
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Readers = 3
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  input  wire logic enable_i,  // the ring has been swept

  input  wire logic          control_valid_i,
  output logic               control_ready_o,
  input  wire control_kind_e control_kind_i,
  input  wire cid_t          control_id_i,

  output logic final_valid_o,  // always taken

  input  wire logic [Readers-1:0] resend_wait_i,  // the reader expects words of resend_id_i
  input  wire cid_t [Readers-1:0] resend_id_i,
  output logic      [Readers-1:0] resend_valid_o,
  input  wire logic [Readers-1:0] resend_ready_i
);

  logic resend;
  assign resend        = control_valid_i && control_kind_i == ControlResend;
  assign final_valid_o = control_valid_i && control_kind_i != ControlResend && enable_i;

  always_comb begin
    control_ready_o = enable_i;
    for (int reader = int'(Readers) - 1; reader >= 0; reader--) begin
      resend_valid_o[reader] = resend && resend_wait_i[reader] && control_id_i == resend_id_i[reader];
      if (resend_valid_o[reader]) control_ready_o = resend_ready_i[reader];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) a_resend_asked : assert (!resend || resend_valid_o != '0);
  end

endmodule

`default_nettype wire
