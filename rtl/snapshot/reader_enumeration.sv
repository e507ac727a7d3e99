// Look-ups of blocks with leaves in the scalable reader list: keeps those with unread leaves, and issues one leaf
// after the other in the order of the look-ups. The block of a look-up is busy until then: no insertion may change
// it, and it is not to be tidied. When the rest of the oldest look-up is skipped, its last leaf follows at once.
//
// Latency:    a look-up that comes in one cycle has its first leaf offered two cycles later.
// Throughput: one leaf issued each cycle, also of look-ups that follow each other.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a
// leaf. Depth: look-ups, a power of two, 2 or more.

`include "gputm_assert.svh"

`default_nettype none

module reader_enumeration
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned Depth      = 8,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned Leaves     = 2 ** LeafIndex,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth),
  localparam int unsigned PtrWidth   = $clog2(Depth),
  localparam int unsigned HeldWidth  = PtrWidth + 1
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  push_i,         // not a stream: there must be room
  input  wire logic [EntryWidth-1:0] root_i,         // root with leaves
  output      logic [HeldWidth-1:0] count_o,        // look-ups held

  output      logic                  step_valid_o,   // the next leaf is offered
  input  wire logic                  step_ready_i,
  output      logic [BlockWidth-1:0] step_block_o,
  output      logic [LeafIndex-1:0]  step_leaf_o,
  output      logic                  step_last_o,    // last leaf of its look-up
  input  wire logic                  finished_i,     // the last leaf of the oldest look-up has been read
  input  wire logic                  skip_i,         // only the last leaf of the oldest look-up is still needed

  input  wire logic [BlockWidth-1:0] check_block_i,
  output      logic                  check_busy_o
);

  `GPUTM_ASSERT_PARAMS(param_pkg::power_of_two("reader_enumeration: Depth", Depth, 2, 1024, 2))

  logic [BlockWidth-1:0] block;
  logic [Leaves-1:0]     leaves;

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_root (
    .entry_i  (root_i),
    .block_o  (block),
    .kind_o   (),
    .count_o  (),
    .ids_o    (),
    .leaves_o (leaves),
    .leaf_o   (),
    .readers_o()
  );

  logic [Depth-1:0][BlockWidth-1:0] block_q;
  logic [Depth-1:0] held_q;
  logic [PtrWidth-1:0] first_q, last_q;  // oldest; next to come
  logic [HeldWidth-1:0] count_q;

  // The look-up that is being issued, and those behind it
  logic fifo_ready, next_valid, next_ready, valid_q, single_q;  // single_q: at most one leaf is left
  logic [BlockWidth-1:0] next_block;
  logic [Leaves-1:0] next_leaves, next_final, left_q, rest, final_q;  // final: the last leaf
  logic skip_q;  // the rest of the look-up that is being issued is skipped

  fifo_sync #(
    .Width(BlockWidth + Leaves),
    .Depth(Depth)
  ) u_look_ups (
    .clk_i,
    .rst_ni,
    .in_valid_i (push_i),
    .in_ready_o (fifo_ready),
    .in_data_i  ({block, leaves}),
    .out_valid_o(next_valid),
    .out_ready_i(next_ready),
    .out_data_o ({next_block, next_leaves}),
    .count_o    ()
  );

  assign rest         = left_q & (left_q - 1'b1);
  assign next_ready   = !valid_q || (step_ready_i && step_last_o);
  assign step_valid_o = valid_q;
  assign step_last_o  = single_q;
  assign count_o      = count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (next_ready) valid_q <= next_valid;
  end

  always_comb begin
    next_final = '0;
    for (int unsigned i = 0; i < Leaves; i++) begin
      if (next_leaves[i]) begin
        next_final    = '0;
        next_final[i] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (next_ready) begin
      step_block_o <= next_block;
      left_q       <= next_leaves;
      final_q      <= next_final;
      single_q     <= (next_leaves & (next_leaves - 1'b1)) == '0;
    end else if (step_ready_i) begin
      left_q   <= skip_q ? final_q : rest;
      single_q <= skip_q || (rest & (rest - 1'b1)) == '0;
    end
  end

  always_comb begin
    step_leaf_o = '0;
    for (int unsigned i = 0; i < Leaves; i++) begin
      if (left_q[i] && !rest[i]) step_leaf_o |= LeafIndex'(i);
    end
    check_busy_o = 1'b0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (held_q[i] && block_q[i] == check_block_i) check_busy_o = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q  <= '0;
      first_q <= '0;
      last_q  <= '0;
      count_q <= '0;
    end else begin
      if (push_i) held_q[last_q] <= 1'b1;
      if (finished_i) held_q[first_q] <= 1'b0;
      last_q  <= last_q + PtrWidth'(push_i);
      first_q <= first_q + PtrWidth'(finished_i);
      count_q <= count_q + HeldWidth'(push_i) - HeldWidth'(finished_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) block_q[last_q] <= block;
  end

  logic [HeldWidth-1:0] issued_q;  // look-ups with all leaves issued

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) issued_q <= '0;
    else issued_q <= issued_q + HeldWidth'(valid_q && step_ready_i && step_last_o) - HeldWidth'(finished_i);
  end

  // The oldest look-up is the one being issued unless all of its leaves have been issued.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) skip_q <= 1'b0;
    else skip_q <= skip_i && issued_q == '0 && !(valid_q && step_ready_i && step_last_o);
  end

  `GPUTM_ASSERT_IF(a_room, fifo_ready && count_q != HeldWidth'(Depth), push_i,
                   ("reader_enumeration: a look-up of block %0d comes when all is full", block))
  `GPUTM_ASSERT_IF(a_has_leaves, leaves != '0, push_i, ("reader_enumeration: block %0d comes without leaves", block))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_leaves_left_out, skip_q && valid_q && step_ready_i && (rest & (rest - 1'b1)) != '0)
  `GPUTM_ASSERT_IF(a_finished_what_was_issued, held_q[first_q] && issued_q != '0, finished_i,
                   ("reader_enumeration: block %0d is finished with leaves left", block_q[first_q]))

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_step, step_valid_o, step_ready_i, {step_block_o, step_leaf_o, step_last_o})

endmodule

`default_nettype wire
