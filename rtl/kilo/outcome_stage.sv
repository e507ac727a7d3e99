// Local outcome (MICRO 2011 paper, section 4.5, step 6): in commit-id order, once all of an entry's reads have been
// answered, tells the core whether they held the values that the transaction saw. Ids without a log here pass without a
// reply.
//
// Latency: two cycles from the last verdict to the reply. Throughput: one entry a cycle.
// Owns the ring's field outcome.
//
// Entries: ring slots. Types: the fields as commit_unit declares them.

`default_nettype none

module outcome_stage
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  parameter  type         await_t    = logic,
  parameter  type         verdict_t  = logic,
  parameter  type         outcome_t  = logic,
  localparam int unsigned IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic                  sweep_i,        // of the ring after reset
  input  wire logic [IndexWidth-1:0] sweep_index_i,
  input  wire cid_t                  first_id_i,

  // Pointers
  input  wire logic [IndexWidth:0] revalidate_slot_i,
  output cid_t                     outcome_id_o,
  output logic      [IndexWidth:0] outcome_slot_o,

  // Fields of the entry at read_index_o
  output logic [IndexWidth-1:0] read_index_o,
  input  wire await_t           await_i,
  input  wire verdict_t         verdict_i,

  // Own field, for the commit stage
  input  wire logic [IndexWidth-1:0] commit_index_i,
  output outcome_t                   commit_outcome_o,

  // Reply
  output logic       reply_valid_o,
  input  wire logic  reply_ready_i,
  output reply_kind_e reply_kind_o,
  output cid_t       reply_id_o,

  output logic active_o
);

  logic [IndexWidth:0] slot, slot_next;
  logic read_valid_q, answered, passed, advance;
  outcome_t outcome;

  ring_pointer #(
    .Entries(Entries)
  ) u_outcome (
    .clk_i,
    .rst_ni,
    .load_i     (sweep_i),
    .load_id_i  (first_id_i),
    .advance_i  (advance),
    .slot_o     (slot),
    .slot_next_o(slot_next),
    .id_o       (outcome_id_o)
  );

  assign read_index_o = slot_next[IndexWidth-1:0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) read_valid_q <= 1'b0;
    else read_valid_q <= slot_next != revalidate_slot_i && !sweep_i;
  end

  assign answered      = read_valid_q && verdict_i.done == await_i.expected;
  assign passed        = verdict_i.failed == await_i.failed_base;
  assign reply_valid_o = answered && !await_i.skip;
  assign reply_kind_o  = passed ? ReplyPass : ReplyFail;
  assign reply_id_o    = outcome_id_o;

  assign advance        = answered && (await_i.skip || reply_ready_i);
  assign outcome_slot_o = slot;
  assign active_o       = advance;
  assign outcome.skip   = await_i.skip;

  ring_ram #(
    .Entries(Entries),
    .Width  ($bits(outcome_t))
  ) u_outcome_field (
    .clk_i,
    .sweep_i,
    .sweep_index_i,
    .we_i    (advance),
    .windex_i(slot[IndexWidth-1:0]),
    .wdata_i (outcome),
    .re_i    (1'b1),
    .rindex_i(commit_index_i),
    .rdata_o (commit_outcome_o)
  );

endmodule

`default_nettype wire
