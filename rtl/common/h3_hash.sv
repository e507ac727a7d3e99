// Hash function of the H3 class: each output bit is the parity of a fixed random subset of the key's bits.
//
// Combinational: one XOR tree of about KeyWidth / 2 inputs for each output bit.
// The subsets follow from Seed by a 64-bit xorshift generator (evaluated at elaboration, no
// hardware), so two instances with different seeds are two functions of the class.
//
// KeyWidth, HashWidth: bits, KeyWidth at most 64. Seed: any number.

`include "gputm_assert.svh"

`default_nettype none

module h3_hash #(
  parameter int unsigned KeyWidth  = 30,
  parameter int unsigned HashWidth = 8,
  parameter int unsigned Seed      = 1
) (
  input  wire logic [KeyWidth-1:0]  key_i,
  output      logic [HashWidth-1:0] hash_o
);

  localparam bit [1:0] Legal = {
    param_pkg::in_range("h3_hash: KeyWidth", KeyWidth, 1, 64, 3),
    param_pkg::in_range("h3_hash: HashWidth", HashWidth, 1, 64, 3)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef logic [HashWidth-1:0][KeyWidth-1:0] matrix_t;

  function automatic matrix_t make_matrix();
    matrix_t     matrix;
    logic [63:0] state;
    state = 64'h9e37_79b9_7f4a_7c15 ^ (64'(Seed) << 17) ^ 64'(Seed);
    for (int unsigned row = 0; row < HashWidth; row++) begin
      // Several steps a row, so that neighbouring seeds and rows have unrelated subsets.
      for (int unsigned step = 0; step < 8; step++) begin
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
      end
      matrix[row] = KeyWidth'(state >> (64 - KeyWidth));
    end
    return matrix;
  endfunction

  localparam matrix_t Matrix = make_matrix();

  always_comb begin
    for (int unsigned row = 0; row < HashWidth; row++) hash_o[row] = ^(key_i & Matrix[row]);
    `GPUTM_ASSERT_I(a_zero_to_zero, key_i != '0 || hash_o == '0, ("h3_hash: key 0 has hash %h", hash_o))
  end

endmodule

`default_nettype wire
