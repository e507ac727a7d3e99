// Which lanes access which banks in one pass: each bank serves the first of the lanes that want it, and if lanes are to be
// merged, with it all others that want the same word.
//
// Combinational, from a comparison of each two lanes' words (lds_lane_pairs): the first at a bank is the lane ahead of which
// no other one wants it. Whether all lanes are served follows from the comparison alone, which is sooner: no two of them
// want one bank and are not merged. Whether lanes are merged and which of them goes first is known late, and so comes last. A bank's
// lane is found beside it (lds_bank_lanes).
//
// PassLanes: lanes that a pass looks at, at least 2.

`default_nettype none

module lds_pass_select #(
  parameter int unsigned PassLanes = 32
) (
  input  wire logic [PassLanes-1:0]                 active_i,
  input  wire logic [PassLanes-1:0][PassLanes-1:0]  same_bank_i,  // of a lane and another
  input  wire logic [PassLanes-1:0][PassLanes-1:0]  equal_i,      // also the same word; needed if lanes are merged
  input  wire logic                                 merge_i,
  input  wire logic                                 last_wins_i,  // the first lane is the highest, else the lowest
  output      logic [PassLanes-1:0]                 first_o,      // at their banks
  output      logic [PassLanes-1:0]                 served_o,     // these, and those that are served with them
  output      logic                                 all_served_o  // served_o is active_i
);

  logic [PassLanes-1:0] merged, below, rivals, first;
  logic all_banks, all_words;  // are different, but for lanes with the same word

  always_comb begin
    merged    = '0;
    all_banks = 1'b1;
    all_words = 1'b1;
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      below       = (PassLanes'(1) << lane) - 1'b1;
      rivals      = same_bank_i[lane] & active_i & ~(PassLanes'(1) << lane);
      first[lane] = active_i[lane] && (rivals & (last_wins_i ? ~below : below)) == '0;
      merged |= equal_i[lane] & {PassLanes{first[lane]}};
      if (active_i[lane] && rivals != '0) all_banks = 1'b0;
      if (active_i[lane] && (rivals & ~equal_i[lane]) != '0) all_words = 1'b0;
    end
    first_o      = first;
    served_o     = first | (merge_i ? merged & active_i : '0);
    all_served_o = merge_i ? all_words : all_banks;
  end

  // Combinational, and so checked whenever it changes.
  always_comb begin
    a_all_served :
    assert (all_served_o == (served_o == active_i))
    else $error("lds_pass_select: of lanes %b, %b are served: all %b", active_i, served_o, all_served_o);
    a_first_is_served :
    assert ((first & ~served_o) == '0 && (merge_i || served_o == first) && (served_o & ~active_i) == '0)
    else $error("lds_pass_select: of lanes %b, of which %b are the first, %b are served", active_i, first, served_o);
  end

endmodule

`default_nettype wire
