// Local outcome (MICRO 2011 paper, section 4.5, step 6): in commit-id order, once all of an entry's reads have been
// answered, tells the core whether they held the values that the transaction saw. Ids without a log here pass without a
// reply, and so do entries that early_outcome_stage has answered, where there is one.
//
// Latency: two cycles from the last verdict to the reply. Throughput: one entry a cycle.
// Owns the ring's field outcome.
//
// Entries: ring slots.

`default_nettype none

module outcome_stage
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries = 1920
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t    init_i,
  input  wire ring_pointer_t revalidate_i,
  input  wire ring_pointer_t early_i,       // without early outcomes, the same as revalidate_i
  output ring_pointer_t      outcome_o,

  // Fields of the entry at outcome_index_o
  output ring_index_t   outcome_index_o,
  input  wire await_t   await_i,
  input  wire early_t   early_field_i,  // without early outcomes, none
  input  wire verdict_t verdict_i,

  // Own field, for the commit stage
  input  wire ring_index_t commit_index_i,
  output outcome_t         commit_outcome_o,

  // Reply
  output logic      reply_valid_o,
  input  wire logic reply_ready_i,
  output reply_t    reply_o,

  output logic active_o
);

  ring_slot_t slot_next;
  logic read_valid_q, answered, passed, silent, advance;
  outcome_t outcome;

  ring_pointer #(
    .Entries(Entries)
  ) u_outcome (
    .clk_i,
    .rst_ni,
    .init_i,
    .advance_i  (advance),
    .pointer_o  (outcome_o),
    .slot_next_o(slot_next)
  );

  assign outcome_index_o = slot_next.index;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) read_valid_q <= 1'b0;
    else read_valid_q <= slot_next != revalidate_i.slot && slot_next != early_i.slot && !init_i.active;
  end

  assign answered      = read_valid_q && verdict_i.done == await_i.expected;
  assign passed        = verdict_i.failed == await_i.failed_base;
  assign silent        = await_i.skip || early_field_i.replied;
  assign reply_valid_o = answered && !silent;
  assign reply_o       = '{kind: passed ? ReplyPass : ReplyFail, id: outcome_o.id};

  assign advance      = answered && (silent || reply_ready_i);
  assign active_o     = advance;
  assign outcome.skip = await_i.skip;

  ring_ram #(
    .Entries(Entries),
    .Width  ($bits(outcome_t))
  ) u_outcome_field (
    .clk_i,
    .init_i,
    .write_i (advance),
    .windex_i(outcome_o.slot.index),
    .wdata_i (outcome),
    .read_i  (1'b1),
    .rindex_i(commit_index_i),
    .rdata_o (commit_outcome_o)
  );

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_revalidated :
      assert (!advance || outcome_o.slot != revalidate_i.slot)
      else $error("outcome_stage: id %0d passes, which has not been revalidated", outcome_o.id);
      a_early_first :
      assert (!advance || outcome_o.slot != early_i.slot)
      else $error("outcome_stage: id %0d passes before its early outcome is known", outcome_o.id);
    end
  end

  // Streams keep their promises.
  stream_check #(
    .Width($bits(reply_t))
  ) u_check_reply (
    .clk_i,
    .rst_ni,
    .valid_i(reply_valid_o),
    .ready_i(reply_ready_i),
    .data_i (reply_o)
  );

endmodule

`default_nettype wire
