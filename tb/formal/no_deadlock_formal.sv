// Two commit units and their id vendor do not deadlock: with cores, links and L2s that delay nothing by more than a
// cycle, the oldest id that has not retired everywhere takes its next step at one of the units within Window cycles. It
// is granted; at each unit its log arrives, passes the stages and is answered; after both units' replies, which are all
// that the cores wait for, it gets its final outcomes and retires. No step is undone. So neither the order in which the
// units see ids nor an exhausted window of ids causes a deadlock. The start state is any that the assertions of
// two_units_formal allow, which are assumed, so the depth does not bound the units' past.
//
// inside: two_units
// bound: abc bmc3 32
// cover: 20
// bug: outcome_stage/not_read_again abc bmc3 32

`default_nettype none

module no_deadlock_formal
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Window = 26
) (
  input wire logic                clk_i,
  input wire logic [1:0]          req_valid_i,
  input wire logic [1:0][1:0]     req_count_i,
  input wire logic [1:0]          fill_valid_i,
  input wire fill_kind_e [1:0]    fill_kind_i,
  input wire logic [1:0]          fill_last_i,
  input wire cid_t [1:0]          fill_id_i,
  input wire word_addr_t [1:0]    fill_addr_i,
  input wire data_t [1:0]         fill_data_i,
  input wire logic [1:0]          control_valid_i,
  input wire control_kind_e [1:0] control_kind_i,
  input wire logic [1:0]          control_last_i,
  input wire cid_t [1:0]          control_id_i,
  input wire word_addr_t [1:0]    control_addr_i,
  input wire data_t [1:0]         control_data_i,
  input wire logic [1:0]          reply_ready_i,
  input wire logic [1:0]          l2_response_valid_i,
  input wire data_t [1:0]         l2_response_data_i,
  input wire logic [1:0]          l2_write_ready_i
);

  two_units_formal #(
    .AnyState(1'b1)
  ) u_inside (
    .clk_i,
    .req_valid_i,
    .req_count_i,
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

  // The oldest id and its progress at each unit. A unit where it has retired has completed all steps.
  localparam int unsigned Steps = 10;
  cid_t oldest;
  logic issued, all_said;
  logic [1:0] there, complete, asked, said, given, fill_ready, control_ready;
  logic [1:0][Steps-1:0] own_step, step;
  assign oldest   = cid_t'(u_inside.retire_id[0] - u_inside.everywhere) <
                    cid_t'(u_inside.retire_id[1] - u_inside.everywhere) ? u_inside.retire_id[0] : u_inside.retire_id[1];
  assign issued   = u_inside.next != oldest;
  assign all_said = u_inside.all_said(oldest);
  assign own_step[0] = {
    u_inside.u_inside_0.age_commit != '0,
    u_inside.u_inside_0.final_q[oldest],
    u_inside.u_inside_0.replied_q[oldest],
    u_inside.u_inside_0.age_outcome != '0,
    u_inside.u_inside_0.age_revalidate != '0,
    u_inside.u_inside_0.age_wait != '0,
    u_inside.u_inside_0.age_hazard != '0,
    u_inside.u_inside_0.age_head != '0,
    u_inside.u_inside_0.gen_entry[0].ours &&
        u_inside.u_inside_0.progress[u_inside.u_inside_0.gen_entry[0].index].complete,
    u_inside.u_inside_0.complete_q[oldest]
  };
  assign asked[0]         = u_inside.u_inside_0.asked_q[oldest];
  assign fill_ready[0]    = u_inside.u_inside_0.fill_ready;
  assign control_ready[0] = u_inside.u_inside_0.control_ready;
  assign own_step[1] = {
    u_inside.u_inside_1.age_commit != '0,
    u_inside.u_inside_1.final_q[oldest],
    u_inside.u_inside_1.replied_q[oldest],
    u_inside.u_inside_1.age_outcome != '0,
    u_inside.u_inside_1.age_revalidate != '0,
    u_inside.u_inside_1.age_wait != '0,
    u_inside.u_inside_1.age_hazard != '0,
    u_inside.u_inside_1.age_head != '0,
    u_inside.u_inside_1.gen_entry[0].ours &&
        u_inside.u_inside_1.progress[u_inside.u_inside_1.gen_entry[0].index].complete,
    u_inside.u_inside_1.complete_q[oldest]
  };
  assign asked[1]         = u_inside.u_inside_1.asked_q[oldest];
  assign fill_ready[1]    = u_inside.u_inside_1.fill_ready;
  assign control_ready[1] = u_inside.u_inside_1.control_ready;

  // Obligations of the environment
  for (genvar unit = 0; unit < 2; unit++) begin : gen_unit
    logic fill_serves, control_owed, control_serves;
    assign there[unit]    = issued && u_inside.retire_id[unit] == oldest;
    assign step[unit]     = there[unit] ? own_step[unit] : issued ? '1 : '0;
    assign complete[unit] = u_inside.complete[unit][oldest];
    assign said[unit]     = u_inside.replied[unit][oldest];
    assign given[unit]    = u_inside.final_given[unit][oldest];
    assign fill_serves    = fill_valid_i[unit] && fill_id_i[unit] == oldest &&
                            (fill_last_i[unit] || fill_kind_i[unit] == FillSkip);
    assign control_owed   = there[unit] && (asked[unit] || said[unit] && all_said && !given[unit]);
    assign control_serves = control_valid_i[unit] && control_id_i[unit] == oldest &&
                            (control_kind_i[unit] != ControlResend || control_last_i[unit]);
    owed_assume u_fill (
      .clk_i,
      .owed_i  (there[unit] && !complete[unit]),
      .serves_i(fill_serves),
      .waits_i (fill_valid_i[unit] && !fill_ready[unit])
    );
    owed_assume u_control (
      .clk_i,
      .owed_i  (control_owed),
      .serves_i(control_serves),
      .waits_i (control_valid_i[unit] && !control_ready[unit])
    );
    for (genvar port = 0; port < 3; port++) begin : gen_port
      owed_assume #(
        .Waits(1'b0)
      ) u_port (
        .clk_i,
        .owed_i  (1'b1),
        .serves_i(port == 0 ? reply_ready_i[unit] : port == 1 ? l2_response_valid_i[unit] : l2_write_ready_i[unit]),
        .waits_i (1'b0)
      );
    end
    always_comb assume (u_inside.ready[unit]);
  end

  // While no id is granted, a core requests one.
  owed_assume #(
    .Waits(1'b0)
  ) u_request (
    .clk_i,
    .owed_i  (!issued),
    .serves_i(req_valid_i != '0),
    .waits_i (1'b0)
  );

  // Cycles since the last step
  cid_t oldest_q;
  logic issued_q;
  logic [1:0][Steps-1:0] step_q;
  logic first = 1'b1;
  logic [7:0] still_q = '0;
  always_ff @(posedge clk_i) begin
    first    <= 1'b0;
    oldest_q <= oldest;
    issued_q <= issued;
    step_q   <= step;
    if (first || oldest != oldest_q || issued != issued_q || step != step_q) still_q <= '0;
    else still_q <= still_q + 1'b1;
    a_steps_stay : assert (first || oldest != oldest_q || ((step_q & ~step) == '0 && (issued || !issued_q)));
    a_steps_come : assert (still_q < 8'(Window));
    c_both_units : cover (!first && oldest != oldest_q && step_q == '1);
    c_new_id : cover (!first && issued && !issued_q);
  end

endmodule

`default_nettype wire
