// The most general reader_enumeration: it offers any leaves. A symbolic one of its look-ups is followed, whose block is
// busy until it is finished; the blocks of others may be.

`default_nettype none

module reader_enumeration
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned Depth      = 8,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth),
  localparam int unsigned HeldWidth  = $clog2(Depth) + 1
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic                  push_i,
  input  wire logic [EntryWidth-1:0] root_i,
  output      logic [HeldWidth-1:0]  count_o,
  output      logic                  step_valid_o,
  input  wire logic                  step_ready_i,
  output      logic [BlockWidth-1:0] step_block_o,
  output      logic [LeafIndex-1:0]  step_leaf_o,
  output      logic                  step_last_o,
  input  wire logic                  finished_i,
  input  wire logic                  skip_i,
  input  wire logic [BlockWidth-1:0] check_block_i,
  output      logic                  check_busy_o
);

  // No drivers: free in every cycle
  wire guess_begin, guess_end, guess_busy, guess_held, guess_last, guess_valid;
  wire [BlockWidth-1:0] guess_block;
  wire [LeafIndex-1:0] guess_leaf;

  logic some_q;  // there has been a look-up
  logic followed_q;
  logic [BlockWidth-1:0] block_q;

  assign count_o      = HeldWidth'(followed_q || (some_q && guess_held));
  assign step_valid_o = some_q && guess_valid;
  assign step_block_o = guess_block;
  assign step_leaf_o  = guess_leaf;
  assign step_last_o  = guess_last;
  assign check_busy_o = guess_busy || (followed_q && check_block_i == block_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      some_q     <= 1'b0;
      followed_q <= 1'b0;
    end else begin
      if (push_i) some_q <= 1'b1;
      if (push_i && guess_begin) followed_q <= 1'b1;
      else if (finished_i && guess_end) followed_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i && guess_begin) block_q <= root_i[EntryWidth-1-:BlockWidth];
  end

endmodule

`default_nettype wire
