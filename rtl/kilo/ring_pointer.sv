// A pointer over the commit unit's ring: the slot {phase, index} and its commit id.
//
// Index and id advance together, so the number of entries need not be a power of two and the id wraps by itself. The
// phase toggles each time the index passes the last entry: a field that is written in every lap is of this lap iff its
// phase bit equals the pointer's. Advances by at most one entry a cycle (MICRO 2011 paper, section 4.5, figure 5).
//
// Entries: slots of the ring. While the ring is initialised the pointer stands at slot 0 and the first id.
// Protection: of ecc_pkg; a parity bit, if any.

`include "gputm_assert.svh"

`default_nettype none

module ring_pointer
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t init_i,
  input  wire logic       advance_i,

  output ring_pointer_t pointer_o,

  output ecc_pkg::ram_error_t error_o
);

  logic [IndexWidth:0] slot_q, slot_d;
  cid_t id_q, id_d;

  always_comb begin
    slot_d = slot_q;
    id_d   = id_q;
    if (init_i.active) begin
      slot_d = '0;
      id_d   = init_i.first_id;
    end else if (advance_i) begin
      id_d = id_q + 1'b1;
      if (slot_q[IndexWidth-1:0] == IndexWidth'(Entries - 1)) begin
        slot_d = {~slot_q[IndexWidth], {IndexWidth{1'b0}}};
      end else begin
        slot_d = slot_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slot_q <= '0;
      id_q   <= '0;
    end else begin
      slot_q <= slot_d;
      id_q   <= id_d;
    end
  end

  register_parity #(
    .Width     ($bits(cid_t) + IndexWidth + 1),
    .Protection(Protection)
  ) u_parity (
    .clk_i,
    .rst_ni,
    .value_i({slot_q, id_q}),
    .next_i ({slot_d, id_d}),
    .error_o
  );

  assign pointer_o.id   = id_q;
  assign pointer_o.slot = '{phase: slot_q[IndexWidth], index: ring_index_t'(slot_q[IndexWidth-1:0])};

  `GPUTM_ASSERT(a_index_in_ring, 32'(slot_q[IndexWidth-1:0]) < Entries,
                ("ring_pointer: index %0d at id %0d in a ring of %0d", slot_q[IndexWidth-1:0], id_q, Entries))

endmodule

`default_nettype wire
