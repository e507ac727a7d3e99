// Corrects a word by its check bits (secded_enc): any one wrong bit of data or check bits. Two wrong bits are
// uncorrectable; then data_o is not to be used. Of three or more, nothing is promised.
//
// Latency: combinational, three levels of LUTs of four inputs to 35 bits, four above; the errors one to two more.
//
// Width: data bits, 1 to 256.

`include "gputm_assert.svh"

`default_nettype none

module secded_dec #(
  parameter  int unsigned Width  = 32,
  localparam int unsigned Checks = ecc_pkg::checks_of(ecc_pkg::Secded, Width)
) (
  input  wire logic [Width-1:0]  data_i,
  input  wire logic [Checks-1:0] check_i,
  output      logic [Width-1:0]  data_o,
  output      logic [Checks-1:0] syndrome_o,       // zero: no bit was wrong; an even number of ones: two
  output      logic              error_o,          // one bit was wrong, or two
  output      logic              uncorrectable_o   // two bits were wrong
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("secded_dec: Width", Width, 1, ecc_pkg::MaxWidth, 3))

  logic [Checks-1:0] syndrome;
  logic [Checks-1:0][Width-1:0] bits;

  for (genvar i = 0; i < Checks; i++) begin : gen_check
    localparam ecc_pkg::mask_t Bits = ecc_pkg::data_bits(Checks, Width, i);
    assign bits[i]     = Width'(Bits);
    assign syndrome[i] = ^{data_i & bits[i], check_i[i]};
  end

  // One wrong data bit sets the three syndrome bits of its column, and no others. Two wrong bits set an even number.
  always_comb begin
    for (int unsigned n = 0; n < Width; n++) begin
      logic hit;
      hit = 1'b1;
      for (int unsigned i = 0; i < Checks; i++) if (bits[i][n]) hit = hit & syndrome[i];
      data_o[n] = data_i[n] ^ hit;
    end
  end

  assign syndrome_o      = syndrome;
  assign error_o         = syndrome != '0;
  assign uncorrectable_o = error_o && !(^syndrome);

endmodule

`default_nettype wire
