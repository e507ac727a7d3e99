// Stalls an access in front of a bank: an access that conflicts while a restore is on its way to the
// banks waits for it, and is then decided anew, since the owner that it met may be leaving (ours).
//
// Commands go to the bank unchanged. A conflict reported with restoring_i is no answer: the bank gets
// only the following walk, then the access again, and the second answer counts in any case. So an
// access waits for one restore at most. The restore waits for no access (lds_restore_first); and
// while an access waits, nothing else is decided that could require another one. The parent offers no
// access with restoring_i, and at most one before an access is answered: in the cycle of the answer.
//
// The access type follows from the sizes; a parent hands its own down.

`include "gputm_assert.svh"

`default_nettype none

module lds_stalled_access #(
  parameter type access_t = logic [31:0]
) (
  input  wire logic    clk_i,
  input  wire logic    rst_ni,

  input  wire logic    restoring_i,       // a restore is on its way to the banks, and is the next command

  // Commands
  input  wire logic    cmd_valid_i,
  output      logic    cmd_ready_o,
  input  wire logic    cmd_walk_i,        // walk, else access
  input  wire access_t cmd_access_i,

  // To the bank, which gets a walk's other fields directly
  output      logic    bank_valid_o,
  input  wire logic    bank_ready_i,
  output      logic    bank_walk_o,
  output      access_t bank_access_o,

  input  wire logic    bank_answers_i,
  input  wire logic    bank_conflict_i,   // the answered access conflicts
  output      logic    answers_o,         // the answer counts
  output      logic    may_stall_o,       // the answer does not count with restoring_i, which arrives late
  output      logic    waits_o            // an access waits for a restore, or to be decided anew
);

  logic stalls, walks, stalled_q, again_q, anew_q, at_bank_q;  // at_bank_q: an access waits for its answer
  access_t access_q;

  assign may_stall_o = bank_answers_i && bank_conflict_i && !anew_q;
  assign stalls    = may_stall_o && restoring_i;
  assign answers_o = bank_answers_i && !stalls;
  assign waits_o   = stalled_q || again_q;

  assign cmd_ready_o   = bank_ready_i && !again_q;  // while an access waits for a walk, no other is offered
  assign walks         = cmd_valid_i && cmd_ready_o && cmd_walk_i;
  assign bank_valid_o  = again_q || cmd_valid_i;
  assign bank_walk_o   = cmd_walk_i && !again_q;
  assign bank_access_o = again_q ? access_q : cmd_access_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= 1'b0;
      again_q   <= 1'b0;
      anew_q    <= 1'b0;
      at_bank_q <= 1'b0;
    end else begin
      stalled_q <= (stalls || stalled_q) && !walks;
      again_q   <= (stalls || stalled_q) && walks || again_q && !bank_ready_i;
      anew_q    <= again_q || anew_q && !bank_answers_i;
      at_bank_q <= cmd_valid_i && cmd_ready_o && !cmd_walk_i || at_bank_q && !bank_answers_i;
    end
  end

  always_ff @(posedge clk_i) begin
    // No access comes while one may have to be repeated; otherwise, whether one comes is known late.
    if (!restoring_i && !again_q && (!at_bank_q || bank_answers_i)) access_q <= cmd_access_i;
  end

  `GPUTM_ASSERT(a_no_access_while_restoring, !(restoring_i && cmd_valid_i && !cmd_walk_i),
                ("lds_stalled_access: an access is offered ahead of a restore"))
  `GPUTM_ASSERT(a_restore_comes, !stalled_q || restoring_i,
                ("lds_stalled_access: an access waits, but no restore is under way"))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_stalls, stalls)
  `GPUTM_COVER(b_walk_comes_at_once, stalls && walks)
  `GPUTM_COVER(b_owner_has_left, answers_o && anew_q && !bank_conflict_i)
  `GPUTM_COVER(b_owner_stays, answers_o && anew_q && bank_conflict_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_cmd, cmd_valid_i, cmd_ready_o, {cmd_walk_i, cmd_access_i})

  `GPUTM_STREAM(u_check_bank, bank_valid_o, bank_ready_i, {bank_walk_o, bank_access_o})

endmodule

`default_nettype wire
