// Observes the pointers of the commit unit's ring: asserts their order (MICRO 2011 paper, section 4.5,
// figure 5) and names the states of the oldest entries for waves. No outputs, so synthesis removes it.
//
// MaxIds: ids that may be alive at a time.

`include "gputm_assert.svh"

`default_nettype none

module ring_monitor
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned MaxIds = 1920
) (
  input wire logic clk_i,
  input wire logic rst_ni,
  input wire logic enable_i,  // the ring has been initialised

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

  // State of the entry that is `age` ids younger than the retire pointer's
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

  `GPUTM_ASSERT_IF(a_head_in_ring, 32'(age_head) <= MaxIds, enable_i,
                   ("ring_monitor: head %0d is %0d ids from retire %0d", head_id_i, age_head, retire_id_i))
  `GPUTM_ASSERT_IF(a_hazard_not_past_head, age_hazard <= age_head, enable_i,
                   ("ring_monitor: hazard %0d has passed head %0d", hazard_id_i, head_id_i))
  `GPUTM_ASSERT_IF(a_wait_not_past_hazard, age_wait <= age_hazard, enable_i,
                   ("ring_monitor: wait %0d has passed hazard %0d", wait_id_i, hazard_id_i))
  `GPUTM_ASSERT_IF(a_revalidate_not_past_wait, age_revalidate <= age_wait, enable_i,
                   ("ring_monitor: revalidate %0d has passed wait %0d", revalidate_id_i, wait_id_i))
  `GPUTM_ASSERT_IF(a_outcome_not_past_revalidate, age_outcome <= age_revalidate, enable_i,
                   ("ring_monitor: outcome %0d has passed revalidate %0d", outcome_id_i, revalidate_id_i))
  `GPUTM_ASSERT_IF(a_commit_not_past_outcome, age_commit <= age_outcome, enable_i,
                   ("ring_monitor: commit %0d has passed outcome %0d", commit_id_i, outcome_id_i))

endmodule

`default_nettype wire
