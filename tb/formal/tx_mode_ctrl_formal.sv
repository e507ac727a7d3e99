// Proves for tx_mode_ctrl with two wavefronts of two lanes, against any order of begins, commits, conflicts and walks:
// a wavefront's attempt fails at most three times in a row without an abort from outside, after which one of its lanes
// commits; and a wavefront that has the work-group for itself is alone.
//
// prove: abc pdr
// cover: 40
// bug: tx_mode_ctrl/no_escalation abc bmc3 60
// bug: tx_mode_ctrl/no_abort abc bmc3 60

`default_nettype none

module tx_mode_ctrl_formal (
  input wire logic       clk_i,
  input wire logic       begin_i,
  input wire logic       commit_i,
  input wire logic       wavefront_i,
  input wire logic [1:0] exec_i,
  input wire logic       access_wavefront_i,
  input wire logic [1:0] access_lanes_i,
  input wire logic [1:0] conflict_lanes_i,
  input wire logic [1:0] first_lanes_i,
  input wire logic       overflow_i,
  input wire logic       older_i,
  input wire logic       hold_release_i,
  input wire logic       walk_ready_i
);

  tx_mode_ctrl_check #(
    .RowSerial(1'b0),
    .Attempts (3)
  ) u_check (
    .*
  );

endmodule

`default_nettype wire
