// Which lanes access which banks in one pass: each bank serves the first of the lanes that want it, and if lanes are to be
// merged, with it all others that want the same word.
//
// Combinational, from a comparison of each two lanes' words (lds_lane_pairs): the first at a bank is the lane ahead of which
// no other one wants it. Whether all lanes are served follows from the comparison alone, which is sooner: no two of them
// want one bank and are not merged.
//
// PassLanes: lanes that a pass looks at, a power of two. Banks: a power of two.

`default_nettype none

module lds_pass_select #(
  parameter  int unsigned PassLanes = 32,
  parameter  int unsigned Banks     = 32,
  localparam int unsigned BankWidth = $clog2(Banks),
  localparam int unsigned LaneWidth = $clog2(PassLanes)
) (
  input  wire logic [PassLanes-1:0]                 active_i,
  input  wire logic [PassLanes-1:0][BankWidth-1:0]  bank_i,
  input  wire logic [PassLanes-1:0][PassLanes-1:0]  same_bank_i,  // of a lane and another
  input  wire logic [PassLanes-1:0][PassLanes-1:0]  equal_i,      // also the same word, if lanes are merged; else not
  input  wire logic                                 merge_i,
  input  wire logic                                 last_wins_i,  // the first lane is the highest, else the lowest
  output      logic [PassLanes-1:0]                 served_o,
  output      logic                                 all_served_o,  // served_o is active_i
  output      logic [Banks-1:0]                     bank_valid_o,
  output      logic [Banks-1:0][LaneWidth-1:0]      bank_lane_o   // the first
);

  logic [PassLanes-1:0] first, merged, ahead;

  always_comb begin
    merged       = '0;
    all_served_o = 1'b1;
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      ahead       = last_wins_i ? ~((PassLanes'(2) << lane) - 1'b1) : (PassLanes'(1) << lane) - 1'b1;
      first[lane] = active_i[lane] && (same_bank_i[lane] & active_i & ahead) == '0;
      if (merge_i) merged |= equal_i[lane] & {PassLanes{first[lane]}};
      if (active_i[lane] && (same_bank_i[lane] & ~equal_i[lane] & active_i) != '0) all_served_o = 1'b0;
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
