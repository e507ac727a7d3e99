// Which lanes of a pass want one bank, and which of them one word: a comparison of each two lanes' addresses.
//
// Combinational, bit by bit of the addresses of all lanes at once.
//
// PassLanes: lanes that a pass looks at, a power of two. BankWidth: bits of a bank's number. PlaceWidth: bits of an address
// without those of the bank.

`default_nettype none

module lds_lane_pairs #(
  parameter int unsigned PassLanes  = 32,
  parameter int unsigned BankWidth  = 5,
  parameter int unsigned PlaceWidth = 9
) (
  input  wire logic [PassLanes-1:0][BankWidth-1:0]  bank_i,   // that a lane wants
  input  wire logic [PassLanes-1:0][PlaceWidth-1:0] place_i,  // in the bank
  input  wire logic                                 merge_i,  // lanes can be served together; 0: no two lanes are equal
  output      logic [PassLanes-1:0][PassLanes-1:0]  same_bank_o,  // of a lane and another
  output      logic [PassLanes-1:0][PassLanes-1:0]  equal_o       // of a lane and another: also the same word
);

  localparam int unsigned WordWidth = BankWidth + PlaceWidth;

  logic [WordWidth-1:0][PassLanes-1:0] word_bits;

  always_comb begin
    word_bits   = '0;
    same_bank_o = '1;
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      for (int unsigned b = 0; b < BankWidth; b++) word_bits[b][lane] = bank_i[lane][b];
      if (merge_i) begin
        for (int unsigned b = 0; b < PlaceWidth; b++) word_bits[BankWidth+b][lane] = place_i[lane][b];
      end
    end
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      for (int unsigned b = 0; b < BankWidth; b++) begin
        same_bank_o[lane] &= word_bits[b] ^ {PassLanes{!word_bits[b][lane]}};
      end
      if (merge_i) begin
        equal_o[lane] = same_bank_o[lane];
        for (int unsigned b = BankWidth; b < WordWidth; b++) begin
          equal_o[lane] &= word_bits[b] ^ {PassLanes{!word_bits[b][lane]}};
        end
      end else begin
        equal_o[lane] = PassLanes'(1'b1) << lane;
      end
    end
  end

endmodule

`default_nettype wire
