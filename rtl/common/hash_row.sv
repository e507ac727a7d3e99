// Row of a hashed table: an H3 hash of the key, scaled to any number of rows.
//
// The hash has ExtraBits more bits than a row's number; multiplied by Rows, its upper bits are the
// row. All rows are equally likely within 1 / 2^ExtraBits.
//
// Combinational: h3_hash, then one multiplication by a constant.
//
// KeyWidth: bits, at most 64. Rows: 2 or more, need not be a power of two. Seed: of the hash.

`include "gputm_assert.svh"

`default_nettype none

module hash_row #(
  parameter  int unsigned KeyWidth = 30,
  parameter  int unsigned Rows     = 250,
  parameter  int unsigned Seed     = 1,
  localparam int unsigned RowWidth = $clog2(Rows)
) (
  input  wire logic [KeyWidth-1:0] key_i,
  output      logic [RowWidth-1:0] row_o
);

  localparam int unsigned ExtraBits = 4;
  localparam int unsigned HashWidth = RowWidth + ExtraBits;

  localparam bit [1:0] Legal = {
    param_pkg::in_range("hash_row: KeyWidth", KeyWidth, 1, 64, 3),
    param_pkg::in_range("hash_row: Rows", Rows, 2, 2 ** 24, 3)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  logic [HashWidth-1:0]          hash;
  logic [HashWidth+RowWidth-1:0] scaled;

  h3_hash #(
    .KeyWidth (KeyWidth),
    .HashWidth(HashWidth),
    .Seed     (Seed)
  ) u_hash (
    .key_i,
    .hash_o(hash)
  );

  // The highest row is at most (2^HashWidth - 1) * Rows / 2^HashWidth, below Rows.
  always_comb begin
    scaled = (HashWidth + RowWidth)'(hash) * (HashWidth + RowWidth)'(Rows);
    row_o  = scaled[HashWidth +: RowWidth];
    `GPUTM_ASSERT_I(a_row_in_table, 32'(row_o) < Rows, ("hash_row: row %0d of %0d", row_o, Rows))
  end

  logic unused_scaled;
  assign unused_scaled = ^scaled[HashWidth-1:0];

endmodule

`default_nettype wire
