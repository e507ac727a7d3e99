// Early local outcomes, an option (parameter EarlyOutcomes of commit_unit): younger entries need not wait for their
// local outcome until older ones have been revalidated. In the MICRO 2011 paper (section 4.5, step 6) the outcomes
// leave in commit-id order; but an entry that has no hazard and has its reads answered has its final verdict, since
// every older writer of the words that it read had retired when its validation began. An entry known to have failed has
// it, too.
//
// This stage follows the hazard detector in commit-id order and replies for such entries. It passes entries
// with a hazard at once: they wait, are revalidated, and get their outcome in order from outcome_stage, which
// does not reply to entries that this stage has answered. Writes are still published in commit-id order.
//
// Latency: three cycles from the last verdict to the reply. Throughput: one entry a cycle; an entry
// without a hazard that awaits answers of the L2 holds up the younger ones.
// Owns the ring's field early.
//
// Entries: ring slots. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module early_outcome_stage
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries    = 1920,
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t    init_i,
  input  wire ring_pointer_t hazard_i,
  output ring_pointer_t      early_o,

  // Fields of the entry at early_read_o
  output ring_read_t      early_read_o,
  input  wire progress_t  progress_i,
  input  wire hazard_t    hazard_field_i,
  input  wire verdict_t   verdict_i,

  // Own field, for the outcome stage
  input  wire ring_read_t  outcome_read_i,
  output early_t           outcome_early_o,

  // Reply
  output logic      reply_valid_o,
  input  wire logic reply_ready_i,
  output reply_t    reply_o,

  output ecc_pkg::ram_error_t error_o,
  output ecc_pkg::ram_error_t pointer_error_o,
  output logic active_o
);

  typedef struct packed {
    progress_t progress;
    hazard_t   hazard;
    verdict_t  verdict;
  } fields_t;

  ring_slot_t read_slot;
  fields_t    fields;
  logic valid, failed, answered, certain, silent, advance;
  early_t early;

  // `progress` and `hazard` are final when the hazard detector has passed. A failure stays one. Both
  // halves of the verdict are read at once, so without a hazard it is final once all reads are answered.
  ring_walker #(
    .Entries   (Entries),
    .fields_t  (fields_t),
    .Protection(Protection)
  ) u_early (
    .clk_i,
    .rst_ni,
    .init_i,
    .read_slot_o(read_slot),
    .may_read_i (read_slot != hazard_i.slot),
    .read_o     (early_read_o),
    .fields_i   ({progress_i, hazard_field_i, verdict_i}),
    .pointer_o  (early_o),
    .valid_o    (valid),
    .fields_o   (fields),
    .pass_i     (advance),
    .reread_i   (valid && !certain && !silent),
    .error_o    (pointer_error_o)
  );

  // A failure is certain at once, also with reads outstanding; a pass, when no older writer can change it.
  assign failed   = fields.verdict.failed != fields.progress.failed_base;
  assign answered = fields.verdict.done == fields.progress.issued;
  assign certain  = !fields.hazard.skip && (failed || (!fields.hazard.hazard && answered));
  assign silent   = !certain && (fields.hazard.skip || fields.hazard.hazard);

  assign reply_valid_o = valid && certain;
  assign reply_o       = '{kind: failed ? ReplyFail : ReplyPass, id: early_o.id};

  assign advance       = valid && (certain ? reply_ready_i : silent);
  assign active_o      = advance;
  assign early.replied = certain;

  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(early_t)),
    .Protection(Protection)
  ) u_early_field (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (advance),
    .windex_i(early_o.slot.index),
    .wdata_i (early),
    .read_i  (outcome_read_i),
    .rdata_o (outcome_early_o),
    .errors_o(error_o)
  );

  `GPUTM_ASSERT(a_hazard_known, !advance || early_o.slot != hazard_i.slot,
                ("early_outcome_stage: id %0d advances before its hazards are known", early_o.id))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_fails_before_all_are_answered, reply_valid_o && failed && !answered)
  `GPUTM_COVER(b_hazard_is_silent, advance && fields.hazard.hazard && !certain)

  // Handshake assertions
  `GPUTM_STREAM(u_check_reply, reply_valid_o, reply_ready_i, reply_o)

endmodule

`default_nettype wire
