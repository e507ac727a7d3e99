// One pass over a row of accesses to a banked table: each bank serves one slot, that of its lowest waiting lane (the
// leader), and with it all waiting lanes of the same slot, as shared memory broadcasts a word. The others wait for
// another pass.
//
// Combinational. A row of S different slots in its busiest bank takes S passes; a row without bank conflicts one.
//
// Lanes: at least 2. Banks: a power of two, at least 2; the low bits of a slot's number are its bank. SlotWidth: bits of
// a slot's number, more than a bank's.

`default_nettype none

module bank_leaders #(
  parameter  int unsigned Lanes      = 32,
  parameter  int unsigned Banks      = 32,
  parameter  int unsigned SlotWidth  = 12,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned BankWidth  = $clog2(Banks),
  localparam int unsigned PlaceWidth = SlotWidth - BankWidth
) (
  input  wire logic [Lanes-1:0]                 waiting_i,
  input  wire logic [Lanes-1:0][SlotWidth-1:0]  slot_i,

  output      logic [Lanes-1:0]                 served_o,       // in this pass
  output      logic [Banks-1:0]                 bank_used_o,
  output      logic [Banks-1:0][LaneWidth-1:0]  bank_leader_o,  // its lowest waiting lane
  output      logic [Banks-1:0][PlaceWidth-1:0] bank_place_o    // the leader's slot within the bank
);

  localparam bit BanksAreAPower = (Banks & (Banks - 1)) == 0;
  if (Banks < 2 || !BanksAreAPower || SlotWidth <= $clog2(Banks)) begin : gen_check_banks
    $error("bank_leaders: Banks=%0d must be a power of two, 2 .. 2^(SlotWidth-1), SlotWidth=%0d", Banks, SlotWidth);
  end

  logic [Lanes-1:0][BankWidth-1:0]  bank;
  logic [Lanes-1:0][PlaceWidth-1:0] place;

  always_comb begin
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      bank[lane]  = slot_i[lane][BankWidth-1:0];
      place[lane] = slot_i[lane][SlotWidth-1:BankWidth];
    end
  end

  // Lanes are compared in pairs, which says who leads and who has to wait for another slot without waiting for the
  // leader's slot to be chosen.
  logic [Lanes-1:0] leads, waits;

  always_comb begin
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      leads[lane] = waiting_i[lane];
      waits[lane] = 1'b0;
      for (int unsigned lower = 0; lower < lane; lower++) begin
        if (waiting_i[lower] && bank[lower] == bank[lane]) leads[lane] = 1'b0;
        if (leads[lower] && bank[lower] == bank[lane] && place[lower] != place[lane]) waits[lane] = 1'b1;
      end
    end
  end
  assign served_o = waiting_i & ~waits;

  // A bank has one leader, so that its number and place are an OR of what the lanes have.
  always_comb begin
    bank_used_o   = '0;
    bank_leader_o = '0;
    bank_place_o  = '0;
    for (int unsigned b = 0; b < Banks; b++) begin
      for (int unsigned lane = 0; lane < Lanes; lane++) begin
        if (waiting_i[lane] && bank[lane] == BankWidth'(b)) bank_used_o[b] = 1'b1;
        if (leads[lane] && bank[lane] == BankWidth'(b)) begin
          bank_leader_o[b] |= LaneWidth'(lane);
          bank_place_o[b] |= place[lane];
        end
      end
    end
  end

  always_comb begin
    a_progress :
    assert (waiting_i == '0 || served_o != '0)
    else $error("bank_leaders: nobody of %b is served", waiting_i);
  end

endmodule

`default_nettype wire
