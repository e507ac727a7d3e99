// txn_directory with four ids in two groups, two generations and two passes a round, with a pipeline and tables of any
// latency: the life of a symbolic id until its next use. It is offered for retirement once, and only if it has committed
// and no current or future transaction has a snapshot from before its commit. It is dead from its abort, or from the
// operation that retires it, until its group has the next generation. That comes only when all ids of the group are dead,
// and a fence has entered and left the pipeline since; and only if, since the group's last transaction of the same
// generation has died, all passes of a round have begun and ended. It is handed out once in each generation.
//
// bound: abc bmc3 25
// bug: txn_directory/retired_too_early abc bmc3 24
// bug: txn_directory/dead_when_found abc bmc3 24
// bug: txn_directory/present_for_oldest abc bmc3 24
// bug: txn_directory/retired_twice abc bmc3 24
// bug: txn_directory/lane_of_another abc bmc3 24
// cover: 24
//
// with: aborts Commits=0
// bound: abc bmc3 40
// bug: txn_directory/a_pass_too_few abc bmc3 34
// bug: txn_directory/a_generation_too_many abc bmc3 34
// bug: txn_directory/fence_left_out abc bmc3 28
// bug: txn_directory/one_may_live abc bmc3 28
// cover: 32

`default_nettype none

module txn_directory_formal
  import dependency_pkg::*;
#(
  parameter bit Commits = 1'b1  // transactions commit
) (
  input wire logic       clk_i,
  input wire logic [1:0] id_i,            // constant
  input wire logic       update_i,
  input wire dep_op_e    update_op_i,
  input wire logic [1:0] update_txn_i,
  input wire logic [2:0] update_seq_i,
  input wire logic [2:0] oldest_seq_i,
  input wire logic       free_ready_i,
  input wire logic       reclaiming_i,
  input wire logic       fence_ready_i,
  input wire logic       fence_passed_i,
  input wire logic       retire_ready_i
);

  localparam int unsigned Passes = 2;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic free_valid, full, reclaim, fence_valid, retire_valid, freed, busy;
  logic [1:0] free_txn, retire_txn, gen;
  logic [3:0] dead;
  logic [2:0] live, held, free, count;

  txn_directory #(
    .Txns      (4),
    .SeqWidth  (3),
    .GroupWidth(1),
    .GenWidth  (1),
    .Passes    (Passes)
  ) u_dut (
    .clk_i,
    .rst_ni        (rst_n),
    .read_i        (1'b0),
    .txn_i         ('0),
    .other_i       ('0),
    .txn_state_o   (),
    .txn_seq_o     (),
    .other_state_o (),
    .other_seq_o   (),
    .update_i      (update_i && rst_n),
    .update_op_i,
    .update_txn_i,
    .update_seq_i,
    .oldest_seq_i,
    .commits_o     (count),
    .full_o        (full),
    .free_valid_o  (free_valid),
    .free_txn_o    (free_txn),
    .free_ready_i  (free_ready_i && rst_n),
    .retire_valid_o(retire_valid),
    .retire_ready_i(retire_ready_i && rst_n),
    .retire_txn_o  (retire_txn),
    .dead_o        (dead),
    .gen_o         (gen),
    .reclaim_o     (reclaim),
    .reclaiming_i  (reclaiming_i && rst_n),
    .freed_o       (freed),
    .fence_valid_o (fence_valid),
    .fence_ready_i (fence_ready_i && rst_n),
    .fence_passed_i(fence_passed_i && rst_n),
    .live_o        (live),
    .held_o        (held),
    .free_o        (free),
    .busy_o        (busy),
    .errors_o      ()
  );

  // The pipeline's knowledge of each id.
  logic [3:0] taken_q = '0, live_q = '0, retiring_q = '0;
  logic begins, commits, aborts, retires, takes;

  assign begins  = update_i && update_op_i == DepSnapshot && rst_n;
  assign commits = update_i && update_op_i == DepCommit && rst_n;
  assign aborts  = update_i && update_op_i == DepAbort && rst_n;
  assign retires = update_i && update_op_i == DepRetire && rst_n;
  assign takes   = free_valid && free_ready_i && rst_n;

  // The symbolic id: whether it is in use, how its transaction has ended, and the events since its death; the other
  // generation of its group: whether it has been used, and passes since then.
  logic committed_q = 1'b0, ended_q = 1'b0, gen_q = 1'b0, advances, group;
  logic used_q = 1'b0, fence_q = 1'b0, fence_of_it_q = 1'b0, fenced_q = 1'b0, group_dead;
  logic pass_q = 1'b0, pass_of_other_q = 1'b0, left_q = 1'b0, past_q = 1'b0;
  logic [1:0] passes_q = '0, id_q;
  logic [2:0] seq_q = '0, oldest_q = '0;  // number of its commit; fewest commits in any snapshot
  logic [3:0] older_q = '0;  // live transactions with snapshots from before its commit
  logic retired_q = 1'b0, used_before_q = 1'b0;

  assign group      = id_i[1];
  assign group_dead = group ? dead[3:2] == '1 : dead[1:0] == '1;
  assign advances   = gen[group] != gen_q && rst_n;

  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    id_q   <= id_i;
    if (past_q) assume (id_q == id_i);

    // The pipeline.
    assume (!update_i || update_op_i inside {DepSnapshot, DepCommit, DepAbort, DepRetire});
    assume (!begins || taken_q[update_txn_i]);
    assume (!(commits || aborts) || live_q[update_txn_i]);
    assume (!commits || (Commits && !full));
    // Future snapshots hold at least the commits of the oldest snapshot.
    assume (oldest_seq_i >= oldest_q && oldest_seq_i <= count);
    assume (update_seq_i >= oldest_seq_i && update_seq_i <= count);
    oldest_q <= oldest_seq_i;
    assume (!retires || retiring_q[update_txn_i]);
    if (takes) taken_q[free_txn] <= 1'b1;
    if (begins) taken_q[update_txn_i] <= 1'b0;
    if (begins) live_q[update_txn_i] <= 1'b1;
    if (commits || aborts) live_q[update_txn_i] <= 1'b0;
    if (retire_valid && retire_ready_i && rst_n) retiring_q[retire_txn] <= 1'b1;
    if (retires) retiring_q[update_txn_i] <= 1'b0;

    // The tables' passes, and the fence.
    assume (!reclaiming_i || pass_q);
    pass_q <= (pass_q && reclaiming_i) || (reclaim && rst_n);
    assume (!fence_passed_i || fence_q);
    fence_q <= (fence_q && !fence_passed_i) || (fence_valid && fence_ready_i && rst_n);

    // The symbolic id.
    gen_q <= gen[group] && rst_n;
    if (advances) used_q <= 1'b0;
    if (takes && free_txn == id_i) used_q <= 1'b1;
    if ((commits || retires) && update_txn_i == id_i) committed_q <= commits;
    if (advances) ended_q <= 1'b0;
    if ((aborts || retires) && update_txn_i == id_i) retired_q <= retires;
    if (advances && retired_q) used_before_q <= 1'b1;
    if ((aborts || retires) && update_txn_i == id_i) ended_q <= 1'b1;
    if (commits && update_txn_i == id_i) begin
      older_q <= live_q & ~(4'd1 << id_i);
      seq_q   <= count + 1'b1;
    end else begin
      if (begins && update_txn_i == id_i) older_q <= '0;
      else if (begins && committed_q && update_seq_i < seq_q) older_q[update_txn_i] <= 1'b1;
      if (commits || aborts) older_q[update_txn_i] <= 1'b0;
    end
    if (fence_valid && fence_ready_i) fence_of_it_q <= group_dead;
    if (fence_passed_i) fenced_q <= fence_of_it_q;

    // The other generation of its group.
    if (reclaim) pass_of_other_q <= left_q || advances;
    if (pass_q && !reclaiming_i && pass_of_other_q && passes_q != 2'(Passes)) passes_q <= passes_q + 1'b1;
    if (advances) begin
      left_q   <= 1'b1;
      passes_q <= '0;
      fenced_q <= 1'b0;
      if (!reclaim) pass_of_other_q <= 1'b0;
    end

    if (rst_n) begin
      if (retire_valid && retire_txn == id_i) begin
        a_retired_when_committed : assert (committed_q);
        a_retired_when_not_needed : assert (older_q == '0);
        a_retired_when_none_will_lack_it : assert (oldest_seq_i >= seq_q);
        a_retired_once : assert (!retiring_q[id_i] && !dead[id_i]);
      end
      a_dead_from_the_end_until_free : assert (dead[id_i] == (ended_q && !advances));
      if (dead[id_i]) begin
        a_dead_is_not_in_use : assert (!live_q[id_i] && !taken_q[id_i]);
        a_dead_is_not_needed : assert (older_q == '0);
      end
      if (advances) begin
        a_next_when_all_are_dead : assert (ended_q);
        a_next_when_fenced : assert (fenced_q);
        a_next_when_clean : assert (!left_q || passes_q == 2'(Passes));
      end
      if (free_valid && free_txn == id_i) a_handed_out_once : assert (!used_q || advances);
      if (reclaim) a_one_pass_at_a_time : assert (!pass_q);
      if (fence_valid) a_one_fence_at_a_time : assert (!fence_q);
      if (Commits) begin
        c_older_begins : cover (begins && update_txn_i != id_i && committed_q && update_seq_i < seq_q);
        c_retired : cover (retires && update_txn_i == id_i);
        c_used_again_after_retirement : cover (begins && update_txn_i == id_i && used_before_q);
      end else begin
        c_same_generation_again : cover (advances && left_q);
      end
    end
  end

endmodule

`default_nettype wire
