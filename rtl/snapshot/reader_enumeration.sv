// Look-up of a block with leaves in the scalable reader list: finds each leaf that the root names, and names the
// readers in it. A leaf is read only when the enumerator has room for it and for those on their way.
//
// Latency:    a leaf's first reader is named three cycles after its rows have come.
// Throughput: one leaf issued each cycle, one reader named each cycle.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a
// leaf.

`default_nettype none

module reader_enumeration
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  localparam int unsigned LeafIds    = 2 ** LeafWidth,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned Leaves     = 2 ** LeafIndex,
  localparam int unsigned KeyWidth   = key_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  start_i,
  input  wire logic [Leaves-1:0]     leaves_i,      // with start_i: those of the root
  input  wire logic                  active_i,      // from the cycle after start_i until done_o has been seen
  input  wire logic [BlockWidth-1:0] block_i,       // while active_i
  output      logic                  done_o,        // all readers have been named

  // The next leaf to find; its rows come to stage B two cycles later.
  output      logic                  step_o,
  output      logic [KeyWidth-1:0]   step_key_o,
  input  wire logic                  step_valid_i,  // a step is between issue and stage B
  input  wire logic                  b_valid_i,     // stage B: this leaf
  input  wire logic [LeafIndex-1:0]  b_leaf_i,
  input  wire logic [LeafIds-1:0]    b_readers_i,   // those that live

  output      logic                  id_valid_o,
  input  wire logic                  id_ready_i,
  output      logic [IdWidth-1:0]    id_o
);

  localparam int unsigned Depth = 8;
  localparam int unsigned DepthWidth = $clog2(Depth + 1);

  function automatic logic [LeafIndex-1:0] lowest_leaf(logic [Leaves-1:0] leaves);
    for (int unsigned leaf = 0; leaf < Leaves; leaf++) begin
      if (leaves[leaf]) return LeafIndex'(leaf);
    end
    return '0;
  endfunction

  logic [Leaves-1:0] left_q;  // leaves that are still to be found
  logic [DepthWidth-1:0] waiting;
  logic                  enumerator_busy;

  assign step_o = active_i && left_q != '0 &&
                  waiting + DepthWidth'(step_valid_i) + DepthWidth'(b_valid_i) < DepthWidth'(Depth);
  assign step_key_o = {1'b1, lowest_leaf(left_q), block_i};
  assign done_o     = left_q == '0 && !step_valid_i && !b_valid_i && !enumerator_busy;

  always_ff @(posedge clk_i) begin
    if (start_i) left_q <= leaves_i;
    else if (step_o) left_q <= left_q & (left_q - 1'b1);
  end

  leaf_enumerator #(
    .IdWidth  (IdWidth),
    .LeafWidth(LeafWidth),
    .Depth    (Depth)
  ) u_leaves (
    .clk_i,
    .rst_ni,
    .leaf_valid_i(active_i && b_valid_i && b_readers_i != '0),
    .leaf_i      (b_leaf_i),
    .readers_i   (b_readers_i),
    .id_valid_o,
    .id_ready_i,
    .id_o,
    .count_o     (waiting),
    .busy_o      (enumerator_busy)
  );

  always_ff @(posedge clk_i) begin
    if (rst_ni && start_i) begin
      a_start_when_idle :
      assert (!active_i && !enumerator_busy)
      else $error("reader_enumeration: a root with leaves %b comes while readers are being named", leaves_i);
    end
  end

  // ---- Streams keep their promises --------------------------------------------------------------------------------

  stream_check #(
    .Width(IdWidth)
  ) u_check_id (
    .clk_i,
    .rst_ni,
    .valid_i(id_valid_o),
    .ready_i(id_ready_i),
    .data_i (id_o)
  );

endmodule

`default_nettype wire
