// The lanes that access banks in one pass: each bank serves the first of the lanes that request it,
// and if lanes are to be merged, with it all others that request the same word.
//
// Combinational, from a comparison of each pair of lanes' words (lds_lane_pairs): the first at a bank is the lane
// without a lane ahead of it at the same bank. Whether all lanes are served follows from the comparison alone,
// which is sooner: no two of them request one bank without being merged. Whether lanes are merged and which of
// them goes first is known late, and so comes last. A bank's lane is found in parallel (lds_bank_lanes).
//
// PassLanes: lanes considered in a pass, at least 2.

`include "gputm_assert.svh"

`default_nettype none

module lds_pass_select #(
  parameter int unsigned PassLanes = 32
) (
  input  wire logic [PassLanes-1:0]                 active_i,
  input  wire logic [PassLanes-1:0][PassLanes-1:0]  same_bank_i,  // pairs of lanes with the same bank
  input  wire logic [PassLanes-1:0][PassLanes-1:0]  equal_i,      // pairs of lanes with the same word; for merge_i
  input  wire logic                                 merge_i,
  input  wire logic                                 last_wins_i,  // the first lane is the highest, else the lowest
  output      logic [PassLanes-1:0]                 first_o,      // first lanes at their banks
  output      logic [PassLanes-1:0]                 served_o,     // first lanes, and those merged with them
  output      logic                                 all_served_o  // served_o is active_i
);

  logic [PassLanes-1:0] merged, below, rivals, first;
  logic all_banks, all_words;  // all differ, except for lanes with the same word

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

  // Combinational, and so checked at every change.
  always_comb begin
    `GPUTM_ASSERT_I(a_all_served, all_served_o == (served_o == active_i),
                    ("lds_pass_select: of lanes %b, %b are served: all %b", active_i, served_o, all_served_o))
    `GPUTM_ASSERT_I(a_first_is_served,
                    (first & ~served_o) == '0 && (merge_i || served_o == first) && (served_o & ~active_i) == '0,
                    ("lds_pass_select: of lanes %b, first %b, %b are served", active_i, first, served_o))
  end

endmodule

`default_nettype wire
