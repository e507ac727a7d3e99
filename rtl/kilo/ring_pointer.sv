// A pointer over the commit unit's ring: the slot {phase, index} and the commit id that stands there.
//
// Index and id advance together, so the number of entries need not be a power of two and the id wraps on its own. The
// phase flips each time the index passes the last entry: a field that is written in every lap is of this lap iff its
// phase bit equals the pointer's. Advances by at most one entry a cycle (MICRO 2011 paper, section 4.5, figure 5).
//
// Entries: slots of the ring. `load_i` sets the pointer to slot 0 and `load_id_i` (while the ring is being swept).

`default_nettype none

module ring_pointer
  import kilo_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  localparam int unsigned IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic       load_i,
  input  wire cid_t load_id_i,
  input  wire logic       advance_i,

  output logic [IndexWidth:0] slot_o,
  output logic [IndexWidth:0] slot_next_o,  // the slot after this clock edge: address of a synchronous read
  output cid_t          id_o
);

  logic [IndexWidth:0] slot_q, slot_d;
  cid_t id_q;

  always_comb begin
    slot_d = slot_q;
    if (load_i) begin
      slot_d = '0;
    end else if (advance_i) begin
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
      if (load_i) id_q <= load_id_i;
      else if (advance_i) id_q <= id_q + 1'b1;
    end
  end

  assign slot_o      = slot_q;
  assign slot_next_o = slot_d;
  assign id_o        = id_q;

endmodule

`default_nettype wire
