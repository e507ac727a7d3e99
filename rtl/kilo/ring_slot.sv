// The ring slot {phase, index} of a live commit id, from the retire pointer's slot and id. Combinational.
//
// Entries: slots of the ring; the id must lie in [retire, retire + Entries), which credits ensure (MICRO 2011 paper,
// section 4.5.1).

`default_nettype none

module ring_slot
  import kilo_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  localparam int unsigned IndexWidth = $clog2(Entries)
) (
  input  wire cid_t          retire_id_i,
  input  wire logic [IndexWidth:0] retire_slot_i,
  input  wire cid_t          id_i,
  output logic [IndexWidth:0]      slot_o
);

  cid_t          age;
  logic [IndexWidth:0] sum;
  logic                wrapped;

  always_comb begin
    age     = id_i - retire_id_i;
    sum     = {1'b0, retire_slot_i[IndexWidth-1:0]} + {1'b0, age[IndexWidth-1:0]};
    wrapped = sum >= (IndexWidth + 1)'(Entries);
    if (wrapped) sum -= (IndexWidth + 1)'(Entries);
    slot_o = {retire_slot_i[IndexWidth] ^ wrapped, sum[IndexWidth-1:0]};
  end

endmodule

`default_nettype wire
