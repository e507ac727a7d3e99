// Restores overtake the pass in the issue register, so that it does not meet rows of lanes that
// have lost already, and so that a bank can wait for a restore in the middle of an access
// (lds_stalled_access; ours). Without StallLeaving all goes in the order of the issue register.
//
// Passes and the other walks leave the issue register in its order. A restore is taken into a separate
// register, in the cycle of its request, and the banks get it in the next, or as soon as all of them can
// take it. From the cycle before the request until then nothing else is issued, and restoring_o is set.
// The request has to be predicted: may_lose_i does so, from registers that do not include an abort
// in the previous cycle, which leaves nothing to be restored; a register here does.
// A restore may overtake a pass, because its lanes have no access in flight: each has lost in the access
// for which its wavefront awaits the answer, or has been withdrawn while there was none. An abort's
// lanes can have one, in a pass that its walk has to restore as well; so an abort stays behind the pass.
// A restore waits only for banks, and these only for their current work; so waiting for a restore ends.
//
// StallLeaving: see above. The types follow from the sizes; a parent hands its own down.

`include "gputm_assert.svh"
`include "localtm_types.svh"

`default_nettype none

module lds_restore_first
  import localtm_pkg::*;
#(
  parameter bit          StallLeaving = 1'b1,
  parameter int unsigned Wavefronts   = 4,

  parameter type walk_t  = `LOCALTM_WALK(64, 2),
  parameter type issue_t = `LOCALTM_ISSUE(64, 2)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // A requested walk; the issue register gets those that keep its order.
  input  wire logic  walk_req_i,
  output      logic  walk_gnt_o,
  input  wire walk_t walk_i,
  output      logic  made_req_o,
  input  wire logic  made_gnt_i,

  // Wavefronts that may request a restore in the next cycle, unless an abort was just granted
  input  wire logic [Wavefronts-1:0] may_lose_i,

  // The issue register
  input  wire logic   made_valid_i,
  output      logic   made_ready_o,
  input  wire issue_t made_i,
  input  wire walk_t [1:0] made_walk_i,  // the walk, duplicated
  input  wire walk_t  made_walk_next_i,  // the walk in the next cycle

  // Next command of the banks; until they take it, a restore may replace it.
  output      logic   offer_o,
  input  wire logic   take_i,        // the command is taken, if offered
  output      issue_t issue_o,
  output      walk_t [1:0] issue_walk_o,
  output      logic   restore_o,     // the command is a restore that has overtaken, of all banks

  output      logic   restoring_o    // a restore may be requested, is requested, or is on its way to the banks
);

  if (StallLeaving) begin : gen_first
    logic asked, loses, valid_q;
    logic [Wavefronts-1:0] aborted_q;  // in the previous cycle
    // The walk offered to the banks, chosen a cycle before because of its fan-out to all banks'
    // lanes; its duplicate is inverted so that synthesis does not merge the two.
    walk_t walk_q, inverted_walk_q;

    assign asked        = walk_i.kind == WalkRestore;  // only a requested walk has this kind
    assign walk_gnt_o   = asked ? !valid_q || take_i : made_gnt_i;
    assign made_req_o   = walk_req_i && !asked;
    assign loses        = (may_lose_i & ~aborted_q) != '0;
    assign restoring_o  = loses || asked || valid_q;
    assign made_ready_o = take_i && !loses && !asked && !valid_q;
    assign offer_o      = valid_q || made_valid_i && !asked && !loses;
    assign restore_o    = valid_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q   <= 1'b0;
        aborted_q <= '0;
      end else begin
        valid_q   <= asked || valid_q && !take_i;
        aborted_q <= walk_req_i && walk_gnt_o && walk_i.kind == WalkAbort ? Wavefronts'(1'b1) << walk_i.wavefront : '0;
      end
    end

    always_ff @(posedge clk_i) begin
      if (!valid_q || take_i) begin
        walk_q          <= asked ? walk_i : made_walk_next_i;
        inverted_walk_q <= ~(asked ? walk_i : made_walk_next_i);
      end
    end

    always_comb begin
      issue_o         = made_i;
      issue_o.is_walk = valid_q || made_i.is_walk;
      issue_walk_o    = {~inverted_walk_q, walk_q};
    end

    logic loses_q;  // for the assertion

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) loses_q <= 1'b0;
      else loses_q <= loses;
    end

    `GPUTM_ASSERT(a_restore_is_asked, !asked || walk_req_i,
                  ("lds_restore_first: a restore is offered and not asked for"))
    `GPUTM_ASSERT(a_walk_as_made, valid_q || !made_valid_i || !made_i.is_walk || issue_walk_o == made_walk_i,
                  ("lds_restore_first: walk %h is made, and %h shown", made_walk_i, issue_walk_o))
    `GPUTM_ASSERT(a_loses, !loses_q || asked, ("lds_restore_first: a lane has lost, and no restore is asked for"))
    // Coverage points (tb/coverage)
    `GPUTM_COVER(b_overtakes_pass, restore_o && take_i && made_valid_i && !made_i.is_walk)
    `GPUTM_COVER(b_overtakes_walk, restore_o && take_i && made_valid_i && made_i.is_walk)
    `GPUTM_COVER(b_aborted_meanwhile, may_lose_i != '0 && !loses)
    `GPUTM_COVER(b_one_after_the_other, restore_o && take_i && asked)
  end else begin : gen_in_order
    assign walk_gnt_o   = made_gnt_i;
    assign made_req_o   = walk_req_i;
    assign restoring_o  = 1'b0;
    assign made_ready_o = take_i;
    assign offer_o      = made_valid_i;
    assign restore_o    = 1'b0;
    assign issue_o      = made_i;
    assign issue_walk_o = made_walk_i;

    logic unused;
    assign unused = ^{rst_ni, walk_i, may_lose_i, made_walk_next_i};
  end

  // Handshake assertions
  `GPUTM_STREAM(u_check_made, made_valid_i, made_ready_o, made_i)

endmodule

`default_nettype wire
