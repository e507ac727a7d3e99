// Liveness of partition_cid_vendor: a request is granted within Window cycles of its first offer, if every partition with
// ids alive retires at least one in every second cycle, and a core sends its second beat at most a cycle late. The start state
// is any that the assertions of partition_cid_vendor_formal allow (proven there, assumed here), so the depth, Window plus the
// start-up, does not bound the vendor's past. With a window of 20 cycles there is a counterexample.
//
// inside: partition_cid_vendor
// bound: abc bmc3 24
// cover: 24
// bug: burst_arbiter/idle_choice_kept abc bmc3 24
// bug: retirement_cut/only_at_the_id abc bmc3 24

`default_nettype none

module partition_cid_liveness_formal #(
  parameter int unsigned Window = 21
) (
  input wire logic            clk_i,
  input wire logic [1:0]      req_valid_i,
  input wire logic [1:0][1:0] req_counts_i,
  input wire logic [1:0][1:0] req_lanes_i,
  input wire logic [1:0]      retire_valid_i,
  input wire logic [1:0][2:0] retire_ids_i
);

  partition_cid_vendor_formal #(
    .AnyState(1'b1)
  ) u_inside (
    .clk_i,
    .req_valid_i,
    .req_counts_i,
    .req_lanes_i,
    .retire_valid_i,
    .retire_ids_i,
    .watch_i(1'b0)
  );

  // Obligations of the environment
  for (genvar p = 0; p < 2; p++) begin : gen_partition
    owed_assume #(
      .Waits(1'b0)
    ) u_retirement (
      .clk_i,
      .owed_i  (u_inside.alive_q[p] != '0),
      .serves_i(u_inside.retires[p] != '0),
      .waits_i (1'b0)
    );
  end
  for (genvar core = 0; core < 2; core++) begin : gen_core
    owed_assume #(
      .Waits(1'b0)
    ) u_second_beat (
      .clk_i,
      .owed_i  (u_inside.second_q[core]),
      .serves_i(req_valid_i[core]),
      .waits_i (1'b0)
    );
  end

  // Cycles since the first offer
  logic [1:0][5:0] age_q = '0;
  always_ff @(posedge clk_i) begin
    for (int unsigned core = 0; core < 2; core++) begin
      if (u_inside.visible_last && u_inside.grant_core == 1'(core)) age_q[core] <= '0;
      else if (req_valid_i[core] || age_q[core] != '0) age_q[core] <= age_q[core] + 1'b1;
      assert (age_q[core] < 6'(Window));
    end
    c_granted : cover (u_inside.visible_last && age_q[u_inside.grant_core] > 6'(Window / 2));
  end

endmodule

`default_nettype wire
