// The most general reader_answers: room and the interest in the rest of a look-up are free, and any leaves are requested.
// One symbolic look-up is followed: its block is busy until it is finished; the blocks of others may be. The
// table's contents do not depend on its answers.

`default_nettype none

module reader_answers
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned GenWidth   = 3,
  parameter  int unsigned LookUps    = 16,
  parameter  int unsigned Ahead      = 4,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned Ids        = 2 ** IdWidth,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned Leaves     = 2 ** LeafIndex,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth, GenWidth)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  output      logic                  op_room_o,
  input  wire logic                  answer_i,
  input  wire logic                  overflow_i,
  input  wire logic                  has_plain_i,
  input  wire logic [EntryWidth-1:0] plain_i,
  input  wire logic                  has_root_i,
  input  wire logic [EntryWidth-1:0] root_i,
  output      logic                  leaf_request_o,
  input  wire logic                  leaf_issue_i,
  output      logic [BlockWidth-1:0] leaf_block_o,
  output      logic [LeafIndex-1:0]  leaf_number_o,
  output      logic                  leaf_last_o,
  input  wire logic                  leaf_valid_i,
  input  wire logic                  has_leaf_i,
  input  wire logic [EntryWidth-1:0] leaf_i,
  input  wire logic                  last_i,
  output      logic                  enumerating_o,
  input  wire logic [BlockWidth-1:0] check_block_i,
  output      logic                  check_busy_o,
  input  wire logic [Ids-1:0]        dead_i,
  input  wire logic [Leaves-1:0][GenWidth-1:0] gen_i,
  output      logic                  rsp_valid_o,
  input  wire logic                  rsp_ready_i,
  output      logic                  rsp_last_o,
  output      logic                  rsp_reader_o,
  output      logic                  rsp_overflow_o,
  output      logic [IdWidth-1:0]    rsp_id_o,
  input  wire logic                  rsp_skip_i,
  output      logic                  busy_o,
  output      ecc_pkg::ram_error_t [2:0] errors_o
);

  assign errors_o = '0;

  // No drivers: free in every cycle
  wire guess_room, guess_begin, guess_end, guess_busy, guess_held, guess_last, guess_request;
  wire [BlockWidth-1:0] guess_block;
  wire [LeafIndex-1:0] guess_leaf;

  logic some_q;  // there has been a look-up
  logic followed_q, push, finished;
  logic [BlockWidth-1:0] block_q;

  assign push           = answer_i && has_root_i;
  assign finished       = leaf_valid_i && last_i;
  assign op_room_o      = guess_room;
  assign leaf_request_o = some_q && guess_request;
  assign leaf_block_o   = guess_block;
  assign leaf_number_o  = guess_leaf;
  assign leaf_last_o    = guess_last;
  assign enumerating_o  = followed_q || (some_q && guess_held);
  assign check_busy_o   = guess_busy || (followed_q && check_block_i == block_q);
  assign rsp_valid_o    = 1'b0;
  assign rsp_last_o     = 1'b0;
  assign rsp_reader_o   = 1'b0;
  assign rsp_overflow_o = 1'b0;
  assign rsp_id_o       = '0;
  assign busy_o         = 1'b0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      some_q     <= 1'b0;
      followed_q <= 1'b0;
    end else begin
      if (push) some_q <= 1'b1;
      if (push && guess_begin) followed_q <= 1'b1;
      else if (finished && guess_end) followed_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push && guess_begin) block_q <= root_i[EntryWidth-1-:BlockWidth];
  end

endmodule

`default_nettype wire
