// txn_directory with two ids and two passes per round, with a pipeline and tables of any latency: the life of a
// symbolic id until its next use. It is offered for retirement once, and only if it has committed and no current or
// future transaction has a snapshot from before its commit. It is dead from its abort, or from the operation that
// retires it, until it is free. It becomes free only after all passes of a round have begun and ended while it was
// dead, and a fence has then entered and left the pipeline. It is handed out once for each time that it becomes free.
//
// bound: abc bmc3 40
// bug: txn_directory/retired_too_early abc bmc3 24
// bug: txn_directory/a_pass_too_few abc bmc3 28
// bug: txn_directory/fence_left_out abc bmc3 28
// bug: txn_directory/dead_when_found abc bmc3 24
// bug: txn_directory/present_for_oldest abc bmc3 24
// bug: txn_directory/retired_twice abc bmc3 24
// cover: 36

`default_nettype none

module txn_directory_formal
  import dependency_pkg::*;
(
  input wire logic    clk_i,
  input wire logic    id_i,            // constant
  input wire logic    update_i,
  input wire dep_op_e update_op_i,
  input wire logic    update_txn_i,
  input wire logic [2:0] update_seq_i,
  input wire logic [2:0] oldest_seq_i,
  input wire logic    free_ready_i,
  input wire logic    reclaiming_i,
  input wire logic    fence_ready_i,
  input wire logic    fence_passed_i,
  input wire logic    retire_ready_i
);

  localparam int unsigned Passes = 2;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic free_valid, free_txn, full, reclaim, fence_valid, retire_valid, retire_txn, freed, busy;
  logic [1:0] dead, live, free;
  logic [2:0] count;

  txn_directory #(
    .Txns    (2),
    .SeqWidth(3),
    .Passes  (Passes)
  ) u_dut (
    .clk_i,
    .rst_ni        (rst_n),
    .read_i        (1'b0),
    .txn_i         (1'b0),
    .other_i       (1'b0),
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
    .reclaim_o     (reclaim),
    .reclaiming_i  (reclaiming_i && rst_n),
    .fence_valid_o (fence_valid),
    .fence_ready_i (fence_ready_i && rst_n),
    .fence_passed_i(fence_passed_i && rst_n),
    .freed_o       (freed),
    .live_o        (live),
    .free_o        (free),
    .busy_o        (busy)
  );

  // The pipeline's knowledge of each id.
  logic [1:0] taken_q = '0, live_q = '0, retiring_q = '0;
  logic begins, commits, aborts, retires;

  assign begins  = update_i && update_op_i == DepSnapshot && rst_n;
  assign commits = update_i && update_op_i == DepCommit && rst_n;
  assign aborts  = update_i && update_op_i == DepAbort && rst_n;
  assign retires = update_i && update_op_i == DepRetire && rst_n;

  // The symbolic id: whether it is in use, how its transaction has ended, and the events since its death.
  logic committed_q = 1'b0, ended_q = 1'b0, was_dead_q = 1'b0, frees;
  logic used_q = 1'b0, older_q = 1'b0, reclaimed, fence_q = 1'b0, fence_of_it_q = 1'b0, fenced_q = 1'b0;
  logic pass_q = 1'b0, pass_of_it_q = 1'b0, past_q = 1'b0, id_q;
  logic [1:0] passes_q = '0;
  logic [2:0] seq_q = '0, oldest_q = '0;  // number of its commit; fewest commits in any snapshot
  logic other, retired_q = 1'b0, used_before_q = 1'b0;

  assign other     = !id_i;
  assign frees     = was_dead_q && !dead[id_i];
  assign reclaimed = passes_q == 2'(Passes);

  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    id_q   <= id_i;
    if (past_q) assume (id_q == id_i);

    // The pipeline.
    assume (!update_i || update_op_i inside {DepSnapshot, DepCommit, DepAbort, DepRetire});
    assume (!begins || taken_q[update_txn_i]);
    assume (!(commits || aborts) || live_q[update_txn_i]);
    assume (!commits || !full);
    // Future snapshots hold at least the commits of the oldest snapshot.
    assume (oldest_seq_i >= oldest_q && oldest_seq_i <= count);
    assume (update_seq_i >= oldest_seq_i && update_seq_i <= count);
    oldest_q <= oldest_seq_i;
    assume (!retires || retiring_q[update_txn_i]);
    assume (!(retire_valid && retire_ready_i && rst_n && retiring_q != '0) || retires);
    if (free_valid && free_ready_i && rst_n) taken_q[free_txn] <= 1'b1;
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
    was_dead_q <= dead[id_i] && rst_n;
    if (frees) used_q <= 1'b0;
    if (free_valid && free_ready_i && free_txn == id_i && rst_n) used_q <= 1'b1;
    if ((commits || retires) && update_txn_i == id_i) committed_q <= commits;
    if (frees) ended_q <= 1'b0;
    if ((aborts || retires) && update_txn_i == id_i) retired_q <= retires;
    if (frees && retired_q) used_before_q <= 1'b1;
    if ((aborts || retires) && update_txn_i == id_i) ended_q <= 1'b1;
    if (commits && update_txn_i == id_i) older_q <= live_q[other];
    if (commits && update_txn_i == id_i) seq_q <= count + 1'b1;
    if (begins && update_txn_i == other && committed_q && update_seq_i < seq_q) older_q <= 1'b1;
    if (begins && update_txn_i == id_i) older_q <= 1'b0;
    if ((commits || aborts) && update_txn_i == other) older_q <= 1'b0;
    if (reclaim) pass_of_it_q <= dead[id_i];
    if (pass_q && !reclaiming_i && pass_of_it_q && !reclaimed) passes_q <= passes_q + 1'b1;
    if (fence_valid && fence_ready_i) fence_of_it_q <= reclaimed;
    if (fence_passed_i) fenced_q <= fence_of_it_q;
    if (frees) begin
      passes_q     <= '0;
      pass_of_it_q <= 1'b0;
      fenced_q     <= 1'b0;
    end

    if (rst_n) begin
      if (retire_valid && retire_txn == id_i) begin
        a_retired_when_committed : assert (committed_q);
        a_retired_when_not_needed : assert (!older_q);
        a_retired_when_none_will_lack_it : assert (oldest_seq_i >= seq_q);
        a_retired_once : assert (!retiring_q[id_i] && !dead[id_i]);
      end
      a_dead_from_the_end_until_free : assert (dead[id_i] == (ended_q && !frees));
      if (dead[id_i]) begin
        a_dead_is_nobodys : assert (!live_q[id_i] && !taken_q[id_i]);
        a_dead_is_not_needed : assert (!older_q);
      end
      if (frees) a_free_when_reclaimed_and_fenced : assert (fenced_q);
      if (free_valid && free_txn == id_i) a_handed_out_once : assert (!used_q || frees);
      if (reclaim) a_one_pass_at_a_time : assert (!pass_q);
      if (fence_valid) a_one_fence_at_a_time : assert (!fence_q);
      c_older_begins : cover (begins && update_txn_i == other && committed_q && update_seq_i < seq_q);
      c_retired : cover (retires && update_txn_i == id_i);
      c_used_again_after_retirement : cover (begins && update_txn_i == id_i && used_before_q);
    end
  end

endmodule

`default_nettype wire
