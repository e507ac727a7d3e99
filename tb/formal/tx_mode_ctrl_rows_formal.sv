// Proves for tx_mode_ctrl with serialization by rows what tx_mode_ctrl_formal proves without: a wavefront's attempt fails at
// most four times in a row, whichever lanes were the first with their rows.
//
// prove: abc pdr
// cover: 50
// bug: tx_mode_ctrl/rows_forever abc bmc3 80

`default_nettype none

module tx_mode_ctrl_rows_formal (
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
    .RowSerial(1'b1),
    .Attempts (4)
  ) u_check (
    .*
  );

endmodule

`default_nettype wire
