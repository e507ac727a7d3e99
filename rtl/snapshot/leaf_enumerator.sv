// Names the transactions of leaf bit vectors, in the order in which the leaves come, one a cycle.
// The last leaf of a look-up marks its last transaction; when it has none, there is one beat
// without a transaction. The rest of a look-up can be skipped: all but one more transaction of the
// leaf that is being named, and the first of the last leaf.
//
// Latency:    two cycles from a leaf to its first id.
// Throughput: one id a cycle, also through leaves of one transaction; one skipped leaf a cycle.
//
// IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a leaf. Depth: leaves held.
// Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module leaf_enumerator #(
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned Depth      = 8,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned LeafIds    = 2 ** LeafWidth,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned CountWidth = $clog2(Depth + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  leaf_valid_i,  // not a stream: there must be room
  input  wire logic [LeafIndex-1:0]  leaf_i,
  input  wire logic [LeafIds-1:0]    readers_i,     // not zero, except for the last leaf
  input  wire logic                  last_i,        // last leaf of a look-up

  output      logic                  id_valid_o,
  input  wire logic                  id_ready_i,
  output      logic                  id_reader_o,  // id_o is a transaction
  output      logic [IdWidth-1:0]    id_o,
  output      logic                  id_last_o,    // last id of a look-up
  input  wire logic                  skip_i,       // skips the rest of this look-up, or without an id of the next

  output      logic [CountWidth-1:0] count_o,       // waiting leaves
  output      logic                  busy_o,
  output      ecc_pkg::ram_error_t   error_o        // of the leaves held
);

  logic in_ready, next_valid, next_ready, next_last, valid_q, last_q;
  logic single_q;  // at most one reader is left to be named
  logic new_look_up, skip_leaf;  // the next leaf is of another look-up than this one; it is skipped
  logic [LeafIndex-1:0] next_leaf, leaf_q;
  logic [LeafIds-1:0] next_readers, readers_q, rest;

  fifo_parity #(
    .Width     (1 + LeafIndex + LeafIds),
    .Depth     (Depth),
    .Protection(Protection)
  ) u_leaves (
    .clk_i,
    .rst_ni,
    .in_valid_i (leaf_valid_i),
    .in_ready_o (in_ready),
    .in_data_i  ({last_i, leaf_i, readers_i}),
    .out_valid_o(next_valid),
    .out_ready_i(next_ready),
    .out_data_o ({next_last, next_leaf, next_readers}),
    .count_o,
    .error_o
  );

  // Without the reader that is named now.
  assign rest        = readers_q & (readers_q - 1'b1);
  assign next_ready  = !valid_q || (id_ready_i && single_q);
  assign new_look_up = valid_q && last_q;
  assign skip_leaf   = skip_i && !new_look_up && !next_last;
  assign id_valid_o  = valid_q;
  assign id_reader_o = readers_q != '0;
  assign id_last_o   = last_q && single_q;
  assign busy_o      = next_valid || id_valid_o;

  always_comb begin
    id_o = '0;
    for (int unsigned i = 0; i < LeafIds; i++) begin
      if (readers_q[i] && !rest[i]) id_o |= {leaf_q, LeafWidth'(i)};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (next_ready) valid_q <= next_valid && !skip_leaf;
  end

  always_ff @(posedge clk_i) begin
    if (next_ready) begin
      leaf_q    <= next_leaf;
      last_q    <= next_last;
      readers_q <= next_readers;
      single_q  <= (skip_i && !new_look_up) || (next_readers & (next_readers - 1'b1)) == '0;
    end else if (id_ready_i) begin
      readers_q <= rest;
      single_q  <= skip_i || (rest & (rest - 1'b1)) == '0;
    end
  end

  `GPUTM_ASSERT_IF(a_room, in_ready, leaf_valid_i,
                   ("leaf_enumerator: leaf %0d comes when %0d of %0d places are taken", leaf_i, count_o, Depth))
  `GPUTM_ASSERT_IF(a_leaf_has_readers, readers_i != '0 || last_i, leaf_valid_i,
                   ("leaf_enumerator: leaf %0d comes without readers", leaf_i))
  `GPUTM_ASSERT_IF(a_single, single_q || rest != '0, valid_q,
                   ("leaf_enumerator: leaf %0d has %b left", leaf_q, readers_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_readers_skipped, valid_q && single_q && rest != '0)
  `GPUTM_COVER(b_leaf_skipped, valid_q && next_ready && next_valid && skip_leaf)

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_id, id_valid_o, id_ready_i, {id_reader_o, id_last_o, id_o})

endmodule

`default_nettype wire
