// The ring slot {phase, index} of a live commit id, from the retire pointer. Combinational.
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
  input  wire ring_pointer_t retire_i,
  input  wire cid_t          id_i,
  output ring_slot_t         slot_o
);

  cid_t                age;
  logic [IndexWidth:0] sum;
  logic                wrapped;

  always_comb begin
    age     = id_i - retire_i.id;
    sum     = {1'b0, IndexWidth'(retire_i.slot.index)} + {1'b0, IndexWidth'(age)};
    wrapped = sum >= (IndexWidth + 1)'(Entries);
    if (wrapped) sum -= (IndexWidth + 1)'(Entries);
    slot_o = '{phase: retire_i.slot.phase ^ wrapped, index: ring_index_t'(sum[IndexWidth-1:0])};
  end

endmodule

`default_nettype wire
