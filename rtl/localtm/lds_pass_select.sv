// Which lanes access which banks in one pass: each bank serves the first of the lanes that want it, and if lanes are to be
// merged, with it all others that want the same word.
//
// Combinational: a parallel prefix over the lanes, one bit for each bank, beside a comparison of each two lanes' words. Whether
// all lanes are served follows from the comparison alone, which is sooner: no two of them want one bank and are not merged.
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

  // The first lane of each bank. Lanes in their order: reversed if the highest is first.
  logic [PassLanes-1:0][Banks-1:0] want, upto, granted;
  logic [LaneWidth-1:0][Banks-1:0] lane_bits;
  logic [PassLanes-1:0]            first;

  always_comb begin
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      want[lane] = last_wins_i ? Banks'(active_i[PassLanes-1-lane]) << bank_i[PassLanes-1-lane]
                               : Banks'(active_i[lane]) << bank_i[lane];
    end

    // upto[lane]: banks that lanes 0..lane want. Descending, so that each step reads the step before.
    upto = want;
    for (int unsigned step = 1; step < PassLanes; step *= 2) begin
      for (int unsigned lane = PassLanes - 1; lane >= step; lane--) upto[lane] |= upto[lane-step];
    end

    granted[0] = want[0];
    for (int unsigned lane = 1; lane < PassLanes; lane++) granted[lane] = want[lane] & ~upto[lane-1];
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      first[lane] = |granted[last_wins_i?PassLanes-1-lane : lane];
    end
    bank_valid_o = upto[PassLanes-1];

    lane_bits = '0;
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      for (int unsigned b = 0; b < LaneWidth; b++) begin
        if (lane[b]) lane_bits[b] |= granted[lane];
      end
    end
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      for (int unsigned b = 0; b < LaneWidth; b++) bank_lane_o[bank][b] = lane_bits[b][bank] ^ last_wins_i;
    end
  end

  // Lanes with the word of a first lane. Every two lanes are compared at once, bit by bit of their addresses, so that
  // nothing waits for the first lanes but the last step.
  logic [WordWidth-1:0][PassLanes-1:0] word_bits;
  logic [PassLanes-1:0][PassLanes-1:0] same_bank, equal;
  logic [PassLanes-1:0] merged;

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
