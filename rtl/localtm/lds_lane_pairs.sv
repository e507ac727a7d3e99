// Lanes of a pass with the same bank, and with the same word: a comparison of each pair of lanes' addresses.
//
// Combinational.
//
// PassLanes: lanes considered in a pass, a power of two. BankWidth: bits of a bank's number.
// PlaceWidth: bits of an address without those of the bank.

`default_nettype none

module lds_lane_pairs #(
  parameter int unsigned PassLanes  = 32,
  parameter int unsigned BankWidth  = 5,
  parameter int unsigned PlaceWidth = 9
) (
  input  wire logic [PassLanes-1:0][BankWidth-1:0]  bank_i,   // bank that each lane requests
  input  wire logic [PassLanes-1:0][PlaceWidth-1:0] place_i,  // place in the bank
  input  wire logic                                 merge_i,  // lanes can be served together; 0: no two lanes are equal
  output      logic [PassLanes-1:0][PassLanes-1:0]  same_bank_o,  // pairs of lanes with the same bank
  output      logic [PassLanes-1:0][PassLanes-1:0]  equal_o       // pairs of lanes with the same bank and word
);

  // Each pair once: synthesis does not find out that the relation is symmetric.
  always_comb begin
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      same_bank_o[lane][lane] = 1'b1;
      equal_o[lane][lane]     = 1'b1;
      for (int unsigned other = 0; other < lane; other++) begin
        same_bank_o[lane][other] = bank_i[lane] == bank_i[other];
        same_bank_o[other][lane] = same_bank_o[lane][other];
        equal_o[lane][other]     = merge_i && same_bank_o[lane][other] && place_i[lane] == place_i[other];
        equal_o[other][lane]     = equal_o[lane][other];
      end
    end
  end

endmodule

`default_nettype wire
