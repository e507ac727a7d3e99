// A stage's pointer over the ring: brings the fields of the entry there to the stage in order, in registers.
//
// On an FPGA a RAM's output takes half a cycle, and the stage's decision moves the pointer. So a read slot runs
// ahead of the pointer: the RAMs are addressed by a register in one cycle, give their data in the next, and the
// stage decides on registered fields in the one after that. The stage has three answers to the entry on `fields_o`:
//   pass_i   it is done; the next one follows in the next cycle if it was read ahead;
//   reread_i its fields do not allow it yet: the reads ahead are dropped and this entry is read in every cycle,
//            until it passes, two cycles after the awaited field was written; then the walker runs ahead again;
//   neither  the logic behind the stage is not ready: everything stalls, the RAMs' outputs too.
// So fields are as of some time since `may_read_i` was high at their slot, all of one entry at the
// same time, and a stage has to be correct with such old fields.
//
// Latency: three cycles from may_read_i to fields_o. Throughput: one entry a cycle.
// Nothing changes while a reread entry stays the same.
//
// Entries: ring slots, more than the walker's three. fields_t: the fields that the stage needs. Protection: of ecc_pkg;
// of the pointer and the read slot.

`include "gputm_assert.svh"

`default_nettype none

module ring_walker
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  parameter  type         fields_t   = logic           [7:0],
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t init_i,

  // The ring's RAMs: data in the cycle after the read, held until the next one
  output ring_slot_t   read_slot_o,
  input  wire logic    may_read_i,   // the entry at read_slot_o has come to the stage
  output ring_read_t   read_o,
  input  wire fields_t fields_i,

  // The entry at the pointer. At most one of pass_i and reread_i, and only while valid_o
  output ring_pointer_t pointer_o,
  output logic          valid_o,
  output fields_t       fields_o,
  input  wire logic     pass_i,
  input  wire logic     reread_i,

  output ecc_pkg::ram_error_t error_o
);

  logic [IndexWidth:0] ahead_q, ahead_d, ahead_next;  // {phase, index} that is read in this cycle
  logic read_valid_q;                        // the RAMs' data are those of the entry after the valid one
  logic valid_q;
  logic polling_q;                           // the entry at the pointer is read in every cycle
  logic move;
  fields_t fields_q;

  ecc_pkg::ram_error_t pointer_error, ahead_error;

  ring_pointer #(
    .Entries   (Entries),
    .Protection(Protection)
  ) u_pointer (
    .clk_i,
    .rst_ni,
    .init_i,
    .advance_i(pass_i),
    .pointer_o,
    .error_o  (pointer_error)
  );

  always_comb begin
    ahead_next = ahead_q + 1'b1;
    if (ahead_q[IndexWidth-1:0] == IndexWidth'(Entries - 1)) ahead_next = {~ahead_q[IndexWidth], {IndexWidth{1'b0}}};

    ahead_d = ahead_q;
    if (init_i.active) ahead_d = '0;
    else if (reread_i && !polling_q) ahead_d = {pointer_o.slot.phase, IndexWidth'(pointer_o.slot.index)};
    else if (polling_q ? pass_i : move && may_read_i) ahead_d = ahead_next;
  end

  assign move        = !valid_q || pass_i || reread_i;
  assign read_slot_o = '{phase: ahead_q[IndexWidth], index: ring_index_t'(ahead_q[IndexWidth-1:0])};
  assign read_o      = '{enable: move, index: read_slot_o.index};
  assign valid_o     = valid_q;
  assign fields_o    = fields_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ahead_q      <= '0;
      read_valid_q <= 1'b0;
      valid_q      <= 1'b0;
      polling_q    <= 1'b0;
    end else begin
      ahead_q <= ahead_d;
      if (init_i.active) begin
        read_valid_q <= 1'b0;
        valid_q      <= 1'b0;
        polling_q    <= 1'b0;
      end else if (reread_i && !polling_q) begin
        read_valid_q <= 1'b0;
        polling_q    <= 1'b1;
      end else if (pass_i && polling_q) begin
        read_valid_q <= 1'b0;
        valid_q      <= 1'b0;
        polling_q    <= 1'b0;
      end else if (polling_q) begin
        read_valid_q <= read_valid_q || move;
      end else if (move) begin
        read_valid_q <= may_read_i;
        valid_q      <= read_valid_q;
      end
    end
  end

  // At the first answer `reread`, the inputs have the next entry's data.
  always_ff @(posedge clk_i) begin
    if (read_valid_q && move && (!reread_i || polling_q)) fields_q <= fields_i;
  end

  register_parity #(
    .Width     (IndexWidth + 1),
    .Protection(Protection)
  ) u_parity (
    .clk_i,
    .rst_ni,
    .value_i(ahead_q),
    .next_i (ahead_d),
    .error_o(ahead_error)
  );
  assign error_o = pointer_error | ahead_error;

  `GPUTM_ASSERT(a_entry_is_valid, valid_q || !(pass_i || reread_i),
                ("ring_walker: id %0d passes or is read again before it is there", pointer_o.id))
  `GPUTM_ASSERT(a_one_answer, !(pass_i && reread_i), ("ring_walker: id %0d passes and is read again", pointer_o.id))

endmodule

`default_nettype wire
