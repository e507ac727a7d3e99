// Local outcome (MICRO 2011 paper, section 4.5, step 6): in commit-id order, once all of an entry's reads
// have been answered, tells the core whether memory held the values that the transaction saw. Ids without a
// log here pass without a reply, and so do entries that early_outcome_stage has answered, where it exists.
//
// Latency: three cycles from the last verdict to the reply. Throughput: one entry a cycle.
// Owns the ring's field outcome.
//
// Entries: ring slots. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module outcome_stage
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries    = 1920,
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t    init_i,
  input  wire ring_pointer_t revalidate_i,
  input  wire ring_pointer_t early_i,       // without early outcomes, equal to revalidate_i
  output ring_pointer_t      outcome_o,

  // Fields of the entry at outcome_read_o
  output ring_read_t    outcome_read_o,
  input  wire await_t   await_i,
  input  wire early_t   early_field_i,  // without early outcomes, zero
  input  wire verdict_t verdict_i,

  // Own field, for the commit stage
  input  wire ring_read_t  commit_read_i,
  output outcome_t         commit_outcome_o,

  // Reply
  output logic      reply_valid_o,
  input  wire logic reply_ready_i,
  output reply_t    reply_o,

  output ecc_pkg::ram_error_t error_o,
  output ecc_pkg::ram_error_t pointer_error_o,
  output logic active_o
);

  typedef struct packed {
    await_t   awaited;
    early_t   early;
    verdict_t verdict;
  } fields_t;

  ring_slot_t read_slot;
  fields_t    fields;
  logic valid, answered, passed, silent, advance;
  logic        write_q;  // own field, written in the cycle after the entry has passed
  ring_index_t write_index_q;
  outcome_t    outcome_q;

  // When the two previous stages have passed, `awaited` and `early` are final. Both halves of the
  // verdict are read at once, and no more answers come once its count is the awaited one, so then
  // it is final, even if read long ago.
  ring_walker #(
    .Entries   (Entries),
    .fields_t  (fields_t),
    .Protection(Protection)
  ) u_outcome (
    .clk_i,
    .rst_ni,
    .init_i,
    .read_slot_o(read_slot),
    .may_read_i (read_slot != revalidate_i.slot && read_slot != early_i.slot),
    .read_o     (outcome_read_o),
    .fields_i   ({await_i, early_field_i, verdict_i}),
    .pointer_o  (outcome_o),
    .valid_o    (valid),
    .fields_o   (fields),
    .pass_i     (advance),
    .reread_i   (valid && !answered),
    .error_o    (pointer_error_o)
  );

  assign answered      = fields.verdict.done == fields.awaited.expected;
  assign passed        = fields.verdict.failed == fields.awaited.failed_base;
  assign silent        = fields.awaited.skip || fields.early.replied;
  assign reply_valid_o = valid && answered && !silent;
  assign reply_o       = '{kind: passed ? ReplyPass : ReplyFail, id: outcome_o.id};

  assign advance      = valid && answered && (silent || reply_ready_i);
  assign active_o     = advance;

  // The commit stage may read the entry in the cycle of the write, which the RAM forwards.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) write_q <= 1'b0;
    else write_q <= advance;
  end
  always_ff @(posedge clk_i) begin
    write_index_q <= outcome_o.slot.index;
    outcome_q     <= '{skip: fields.awaited.skip};
  end

  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(outcome_t)),
    .Protection(Protection)
  ) u_outcome_field (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (write_q),
    .windex_i(write_index_q),
    .wdata_i (outcome_q),
    .read_i  (commit_read_i),
    .rdata_o (commit_outcome_o),
    .errors_o(error_o)
  );

  `GPUTM_ASSERT(a_revalidated, !advance || outcome_o.slot != revalidate_i.slot,
                ("outcome_stage: id %0d passes before its revalidation", outcome_o.id))
  `GPUTM_ASSERT(a_early_first, !advance || outcome_o.slot != early_i.slot,
                ("outcome_stage: id %0d passes before its early outcome is known", outcome_o.id))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_answers_are_outstanding, valid && !answered)
  `GPUTM_COVER(b_fails, advance && !silent && !passed)
  `GPUTM_COVER(b_was_told_early, advance && fields.early.replied)

  // Handshake assertions
  `GPUTM_STREAM(u_check_reply, reply_valid_o, reply_ready_i, reply_o)

endmodule

`default_nettype wire
