// Check bits of a word: the code of ecc_pkg, which corrects one wrong bit and detects two. Zero for the word of zeros.
//
// Latency: combinational, two levels of LUTs of four inputs to 35 bits, three above.
//
// Width: data bits, 1 to 256.

`include "gputm_assert.svh"

`default_nettype none

module secded_enc #(
  parameter  int unsigned Width  = 32,
  localparam int unsigned Checks = ecc_pkg::checks_of(ecc_pkg::Secded, Width)
) (
  input  wire logic [Width-1:0]  data_i,
  output      logic [Checks-1:0] check_o
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("secded_enc: Width", Width, 1, ecc_pkg::MaxWidth, 3))

  for (genvar i = 0; i < Checks; i++) begin : gen_check
    localparam ecc_pkg::mask_t Bits = ecc_pkg::data_bits(Checks, Width, i);
    assign check_o[i] = ^(data_i & Width'(Bits));
  end

endmodule

`default_nettype wire
