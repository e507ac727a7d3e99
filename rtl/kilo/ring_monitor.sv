// Watches the pointers of the commit unit's ring: asserts their order (MICRO 2011 paper, section 4.5, figure 5) and names
// the states of the oldest entries for waves. It drives nothing, so that synthesis leaves nothing of it.
//
// MaxIds: ids that may be alive at a time.

`default_nettype none

module ring_monitor
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned MaxIds = 1920
) (
  input wire logic clk_i,
  input wire logic rst_ni,
  input wire logic enable_i,  // the ring has been swept

  input wire cid_t head_id_i,
  input wire cid_t hazard_id_i,
  input wire cid_t wait_id_i,
  input wire cid_t revalidate_id_i,
  input wire cid_t outcome_id_i,
  input wire cid_t commit_id_i,
  input wire cid_t retire_id_i
);

  cid_t age_head, age_hazard, age_wait, age_revalidate, age_outcome, age_commit;
  assign age_head       = head_id_i - retire_id_i;
  assign age_hazard     = hazard_id_i - retire_id_i;
  assign age_wait       = wait_id_i - retire_id_i;
  assign age_revalidate = revalidate_id_i - retire_id_i;
  assign age_outcome    = outcome_id_i - retire_id_i;
  assign age_commit     = commit_id_i - retire_id_i;

  // The state of the entry that is `age` ids younger than the retire pointer's.
  function automatic entry_state_e state_at(cid_t age);
    if (age >= age_head) return EntryFill;
    if (age >= age_hazard) return EntryHazardDetection;
    if (age >= age_wait) return EntryValidationWait;
    if (age >= age_revalidate) return EntryRevalidation;
    if (age >= age_outcome) return EntryLocalOutcome;
    if (age >= age_commit) return EntryFinalOutcomeWait;
    return EntryCommit;
  endfunction

  entry_state_e oldest_0, oldest_1, oldest_2, oldest_3, oldest_4, oldest_5, oldest_6, oldest_7;
  always_comb begin
    oldest_0 = state_at(cid_t'(0));
    oldest_1 = state_at(cid_t'(1));
    oldest_2 = state_at(cid_t'(2));
    oldest_3 = state_at(cid_t'(3));
    oldest_4 = state_at(cid_t'(4));
    oldest_5 = state_at(cid_t'(5));
    oldest_6 = state_at(cid_t'(6));
    oldest_7 = state_at(cid_t'(7));
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && enable_i) begin
      a_head_in_ring : assert (32'(age_head) <= MaxIds);
      a_hazard_behind_head : assert (age_hazard <= age_head);
      a_wait_behind_hazard : assert (age_wait <= age_hazard);
      a_revalidate_behind_wait : assert (age_revalidate <= age_wait);
      a_outcome_behind_revalidate : assert (age_outcome <= age_revalidate);
      a_commit_behind_outcome : assert (age_commit <= age_outcome);
    end
  end

endmodule

`default_nettype wire
