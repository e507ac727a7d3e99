// Assertions on the final outcomes that cores send; no outputs, so synthesis removes it: an id has
// one final outcome, and none passes if this unit has replied that the id fails.
//
// Entries: ring slots.

`include "gputm_assert.svh"

`default_nettype none

module final_check
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries = 1920
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input wire ring_pointer_t retire_i,
  input wire logic          final_valid_i,  // a final outcome is taken
  input wire cid_t          final_id_i,     // commit ID of the outcome
  input wire logic          final_pass_i,   // the outcome is a pass
  input wire logic          reply_valid_i,  // a reply is taken
  input wire reply_t        reply_i
);

  localparam int unsigned IndexWidth = $clog2(Entries);

  // Slot of an id that has not retired; Entries if the id lies beyond the ring
  function automatic int unsigned slot_of(cid_t id, ring_pointer_t oldest);
    int unsigned slot;
    slot = 32'(oldest.slot.index) + 32'(cid_t'(id - oldest.id));
    return slot < Entries ? slot : slot - Entries;
  endfunction

  // By slot: the entry has its final outcome; this unit has replied that it fails. Cleared when the entry retires.
  logic [Entries-1:0] given_q, failed_q;
  ring_index_t retired_q;
  int unsigned final_slot, reply_slot;

  assign final_slot = slot_of(final_id_i, retire_i);
  assign reply_slot = slot_of(reply_i.id, retire_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      given_q   <= '0;
      failed_q  <= '0;
      retired_q <= '0;
    end else begin
      retired_q <= retire_i.slot.index;
      if (final_valid_i && final_slot < Entries) given_q[IndexWidth'(final_slot)] <= 1'b1;
      if (reply_valid_i && reply_i.kind == ReplyFail && reply_slot < Entries) failed_q[IndexWidth'(reply_slot)] <= 1'b1;
      if (retired_q != retire_i.slot.index) begin
        given_q[IndexWidth'(retired_q)] <= 1'b0;
        failed_q[IndexWidth'(retired_q)] <= 1'b0;
      end
    end
  end

  `GPUTM_ASSERT_IF(a_one_final_outcome, !given_q[IndexWidth'(final_slot)], final_valid_i && final_slot < Entries,
                   ("final_check: id %0d has a second final outcome", final_id_i))
  `GPUTM_ASSERT_IF(a_failed_here, !final_pass_i || !failed_q[IndexWidth'(final_slot)],
                   final_valid_i && final_slot < Entries,
                   ("final_check: id %0d has failed here, but its final outcome is pass", final_id_i))

endmodule

`default_nettype wire
