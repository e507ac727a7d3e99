// Liveness of the commit unit: if the environment delays nothing by more than a cycle, the oldest id in the ring takes
// the next of its ten steps to retirement within Window cycles, and no step is undone. So every id retires. The start
// state is any that the assertions of commit_unit_formal allow (proven there, assumed here), so the depth, Window plus
// the start-up, does not bound the unit's past. With a window of 20 cycles there is a counterexample.
//
// The environment owes the unit: words of the oldest id's log and of requested logs, the last word marked; the final
// outcome after the local one; answers of the L2; room for replies and writes. It may offer more at any time.
//
// inside: commit_unit
// bound: abc bmc3 30
// cover: 24
// bug: outcome_stage/not_read_again abc bmc3 30
// bug: revalidation_stage/waits_for_itself abc bmc3 30
//
// with: early EarlyOutcomes=1
// bound: abc bmc3 30
// bug: outcome_stage/not_read_again abc bmc3 30

`default_nettype none

module commit_liveness_formal
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter bit          EarlyOutcomes = 1'b0,
  parameter int unsigned Window        = 24
) (
  input wire logic          clk_i,
  input wire logic          fill_valid_i,
  input wire fill_kind_e    fill_kind_i,
  input wire logic          fill_last_i,
  input wire cid_t          fill_id_i,
  input wire word_addr_t    fill_addr_i,
  input wire data_t         fill_data_i,
  input wire logic          control_valid_i,
  input wire control_kind_e control_kind_i,
  input wire logic          control_last_i,
  input wire cid_t          control_id_i,
  input wire word_addr_t    control_addr_i,
  input wire data_t         control_data_i,
  input wire logic          reply_ready_i,
  input wire logic          l2_response_valid_i,
  input wire data_t         l2_response_data_i,
  input wire logic          l2_write_ready_i
);

  commit_unit_formal #(
    .EarlyOutcomes(EarlyOutcomes),
    .AnyState     (1'b1)
  ) u_inside (
    .clk_i,
    .fill_valid_i,
    .fill_kind_i,
    .fill_last_i,
    .fill_id_i,
    .fill_addr_i,
    .fill_data_i,
    .control_valid_i,
    .control_kind_i,
    .control_last_i,
    .control_id_i,
    .control_addr_i,
    .control_data_i,
    .reply_ready_i,
    .l2_response_valid_i,
    .l2_response_data_i,
    .l2_write_ready_i
  );

  // The oldest id and its progress: a step, once taken, holds until the id has retired.
  localparam int unsigned Steps = 10;
  cid_t oldest;
  logic complete, asked;
  logic [Steps-1:0] step;
  assign oldest   = u_inside.retire_id;
  assign complete = u_inside.complete_q[oldest];
  assign asked    = u_inside.asked_q[oldest];
  assign step     = {
    u_inside.age_commit != '0,
    u_inside.final_q[oldest],
    u_inside.replied_q[oldest],
    u_inside.age_outcome != '0,
    u_inside.age_revalidate != '0,
    u_inside.age_wait != '0,
    u_inside.age_hazard != '0,
    u_inside.age_head != '0,
    u_inside.gen_entry[0].ours && u_inside.progress[u_inside.gen_entry[0].index].complete,
    complete
  };

  // Obligations of the environment
  logic fill_serves, control_owed, control_serves;
  assign fill_serves    = fill_valid_i && fill_id_i == oldest && (fill_last_i || fill_kind_i == FillSkip);
  assign control_owed   = asked || u_inside.replied_q[oldest] && !u_inside.final_q[oldest];
  assign control_serves = control_valid_i && control_id_i == oldest &&
                          (control_kind_i != ControlResend || control_last_i);
  owed_assume u_fill (
    .clk_i,
    .owed_i  (!complete),
    .serves_i(fill_serves),
    .waits_i (fill_valid_i && !u_inside.fill_ready)
  );
  owed_assume u_control (
    .clk_i,
    .owed_i  (control_owed),
    .serves_i(control_serves),
    .waits_i (control_valid_i && !u_inside.control_ready)
  );
  for (genvar port = 0; port < 3; port++) begin : gen_port
    owed_assume #(
      .Waits(1'b0)
    ) u_port (
      .clk_i,
      .owed_i  (1'b1),
      .serves_i(port == 0 ? reply_ready_i : port == 1 ? l2_response_valid_i : l2_write_ready_i),
      .waits_i (1'b0)
    );
  end
  always_comb assume (u_inside.ready);

  // Cycles since the last step
  cid_t oldest_q;
  logic [Steps-1:0] step_q;
  logic first = 1'b1;
  logic [7:0] still_q = '0;
  logic [1:0] retired_q = '0;
  always_ff @(posedge clk_i) begin
    first    <= 1'b0;
    oldest_q <= oldest;
    step_q   <= step;
    if (!first && oldest != oldest_q && retired_q != '1) retired_q <= retired_q + 1'b1;
    if (first || oldest != oldest_q || step != step_q) still_q <= '0;
    else still_q <= still_q + 1'b1;
    a_steps_stay : assert (first || oldest != oldest_q || (step_q & ~step) == '0);
    a_steps_come : assert (still_q < 8'(Window));
    c_log_retires : cover (!first && oldest != oldest_q && step_q == '1);
    c_skip_retires : cover (!first && oldest != oldest_q && !step_q[7]);
    c_id_after_id : cover (retired_q == 2'd3);
  end

endmodule

`default_nettype wire
