// The ring slot {phase, index} of a live commit id, from the retire pointer. An id keeps its slot
// while it is alive, so the answer holds although the pointer has moved meanwhile.
//
// Latency: two cycles with enable_i high, the first with the id: its age in the ring, then the sum
// of age and slot; all registers hold while enable_i is low. Throughput: one id a cycle.
//
// Entries: slots of the ring; the id must lie in [retire, retire + Entries), which credits ensure (MICRO 2011 paper,
// section 4.5.1) and the users assert.

`default_nettype none

module ring_slot
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  localparam int unsigned IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,

  input  wire logic          enable_i,
  input  wire ring_pointer_t retire_i,
  input  wire cid_t          id_i,
  output ring_slot_t         slot_o
);

  // The index in this lap, and in the next one (negative if the slot is in this lap), computed in parallel.
  logic [IndexWidth-1:0] age_q, here_q, here;
  logic [IndexWidth:0] there_q, there, slot_q;
  logic phase_q, in_next_lap;

  assign here        = here_q + age_q;
  assign there       = there_q + {1'b0, age_q};
  assign in_next_lap = !there[IndexWidth];

  always_ff @(posedge clk_i) begin
    if (enable_i) begin
      age_q   <= IndexWidth'(id_i - retire_i.id);
      here_q  <= IndexWidth'(retire_i.slot.index);
      there_q <= {1'b0, IndexWidth'(retire_i.slot.index)} - (IndexWidth + 1)'(Entries);
      phase_q <= retire_i.slot.phase;
      slot_q  <= {phase_q ^ in_next_lap, in_next_lap ? there[IndexWidth-1:0] : here};
    end
  end

  assign slot_o = '{phase: slot_q[IndexWidth], index: ring_index_t'(slot_q[IndexWidth-1:0])};

endmodule

`default_nettype wire
