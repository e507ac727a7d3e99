// Which lanes access which banks in one pass: each bank serves the first of the lanes that want it, and if lanes are to be
// merged, with it all others that want the same word.
//
// Combinational, from a comparison of each two lanes' words: the first at a bank is the lane before which no other one wants
// it. Whether all lanes are served follows from the comparison alone, which is sooner: no two of them want one bank and are
// not merged.
//
// PassLanes: lanes that a pass looks at, a power of two. Banks: a power of two. PlaceWidth: bits of an address without
// those of the bank.

`default_nettype none

module lds_pass_select #(
  parameter  int unsigned PassLanes  = 32,
  parameter  int unsigned Banks      = 32,
  parameter  int unsigned PlaceWidth = 9,
  localparam int unsigned BankWidth  = $clog2(Banks),
  localparam int unsigned LaneWidth  = $clog2(PassLanes)
) (
  input  wire logic [PassLanes-1:0]                 active_i,
  input  wire logic [PassLanes-1:0][BankWidth-1:0]  bank_i,
  input  wire logic [PassLanes-1:0][PlaceWidth-1:0] place_i,      // in the bank
  input  wire logic                                 merge_i,
  input  wire logic                                 last_wins_i,  // the first lane is the highest, else the lowest
  output      logic [PassLanes-1:0]                 served_o,
  output      logic                                 all_served_o,  // served_o is active_i
  output      logic [Banks-1:0]                     bank_valid_o,
  output      logic [Banks-1:0][LaneWidth-1:0]      bank_lane_o   // the first
);

  localparam int unsigned WordWidth = BankWidth + PlaceWidth;

  // Every two lanes are compared at once, bit by bit of their addresses: which want one bank, and which one word.
  logic [WordWidth-1:0][PassLanes-1:0] word_bits;
  logic [PassLanes-1:0][PassLanes-1:0] same_bank, equal;
  logic [PassLanes-1:0] first, merged, ahead;

  always_comb begin
    word_bits    = '0;
    same_bank    = '1;
    equal        = '1;
    merged       = '0;
    all_served_o = 1'b1;
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      for (int unsigned b = 0; b < BankWidth; b++) word_bits[b][lane] = bank_i[lane][b];
      if (merge_i) begin
        for (int unsigned b = 0; b < PlaceWidth; b++) word_bits[BankWidth+b][lane] = place_i[lane][b];
      end
    end
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      for (int unsigned b = 0; b < BankWidth; b++) same_bank[lane] &= word_bits[b] ^ {PassLanes{!word_bits[b][lane]}};
      ahead      = last_wins_i ? ~((PassLanes'(2) << lane) - 1'b1) : (PassLanes'(1) << lane) - 1'b1;
      first[lane] = active_i[lane] && (same_bank[lane] & active_i & ahead) == '0;
      // Nothing waits for the first lanes but the last step.
      if (merge_i) begin
        for (int unsigned b = 0; b < WordWidth; b++) equal[lane] &= word_bits[b] ^ {PassLanes{!word_bits[b][lane]}};
        merged |= equal[lane] & {PassLanes{first[lane]}};
      end else begin
        equal[lane] = PassLanes'(1'b1) << lane;
      end
      if (active_i[lane] && (same_bank[lane] & ~equal[lane] & active_i) != '0) all_served_o = 1'b0;
    end
    served_o = first | merged & active_i;
  end

  // The lane of each bank
  logic [Banks-1:0] granted;
  logic [LaneWidth-1:0][Banks-1:0] lane_bits;

  always_comb begin
    bank_valid_o = '0;
    lane_bits    = '0;
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      granted = Banks'(first[lane]) << bank_i[lane];
      bank_valid_o |= granted;
      for (int unsigned b = 0; b < LaneWidth; b++) begin
        if (lane[b]) lane_bits[b] |= granted;
      end
    end
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      for (int unsigned b = 0; b < LaneWidth; b++) bank_lane_o[bank][b] = lane_bits[b][bank];
    end
  end

  // Combinational, and so checked whenever it changes.
  always_comb begin
    a_one_first_a_bank :
    assert ($countones(first) == $countones(bank_valid_o))
    else $error("lds_pass_select: lanes %b are the first at banks %b", first, bank_valid_o);
    a_all_served :
    assert (all_served_o == (served_o == active_i))
    else $error("lds_pass_select: of lanes %b, %b are served: all %b", active_i, served_o, all_served_o);
    a_first_is_served :
    assert ((first & ~served_o) == '0 && (merge_i || served_o == first) && (served_o & ~active_i) == '0)
    else $error("lds_pass_select: of lanes %b, of which %b are the first, %b are served", active_i, first, served_o);
  end

endmodule

`default_nettype wire
