// Turns the fill stream into operations on one ring entry each: a word is one operation, a skip message one for each
// of its ids. Skips are ours: every commit id has an entry in every unit, and a warp's ids without a log here arrive as
// one ranged message instead of the paper's per-thread broadcast.
//
// Latency: combinational. Throughput: one operation a cycle; a skip message takes as many cycles as it has ids.

`default_nettype none

module skip_expander
  import kilo_pkg::*;
  import commit_unit_pkg::*;
(
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic  fill_valid_i,
  output logic       fill_ready_o,
  input  wire fill_t fill_i,

  output logic      op_valid_o,
  input  wire logic op_ready_i,
  output cid_t      op_id_o
);

  localparam int unsigned PositionWidth = $clog2(SkipWidth);

  logic [SkipWidth-1:0] done_q;  // ids of the current message that have been marked
  logic [SkipWidth-1:0] left, first;
  logic [PositionWidth-1:0] position;

  // Number of the lowest set bit, by halving.
  function automatic logic [PositionWidth-1:0] lowest(logic [SkipWidth-1:0] mask);
    logic [PositionWidth-1:0] result;
    logic [SkipWidth-1:0]     rest;
    rest = mask;
    for (int level = int'(PositionWidth) - 1; level >= 0; level--) begin
      result[level] = (rest & ((SkipWidth'(1) << (1 << level)) - 1'b1)) == '0;
      if (result[level]) rest = rest >> (1 << level);
    end
    return result;
  endfunction

  always_comb begin
    left         = '0;
    first        = '0;
    position     = '0;
    op_valid_o   = fill_valid_i;
    op_id_o      = fill_i.id;
    fill_ready_o = op_ready_i;
    if (fill_valid_i && fill_i.kind == FillSkip) begin
      left         = fill_i.skips & ~done_q;
      first        = left & (~left + 1'b1);
      position     = lowest(left);
      op_valid_o   = left != '0;
      op_id_o      = fill_i.id + cid_t'(position);
      fill_ready_o = left == '0 || (op_ready_i && left == first);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= '0;
    end else if (fill_valid_i && fill_i.kind == FillSkip) begin
      if (fill_ready_o) done_q <= '0;
      else if (op_ready_i) done_q <= done_q | first;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_marked_ids_of_message :
      assert (done_q == '0 || (fill_valid_i && fill_i.kind == FillSkip && (done_q & ~fill_i.skips) == '0))
      else $error("skip_expander: ids %h are marked, the message at id %0d has %h", done_q, fill_i.id, fill_i.skips);
    end
  end

  // Streams keep their promises.
  stream_check #(
    .Width($bits(fill_t))
  ) u_check_fill (
    .clk_i,
    .rst_ni,
    .valid_i(fill_valid_i),
    .ready_i(fill_ready_o),
    .data_i (fill_i)
  );
  stream_check #(
    .Width(CidBits)
  ) u_check_op (
    .clk_i,
    .rst_ni,
    .valid_i(op_valid_o),
    .ready_i(op_ready_i),
    .data_i (op_id_o)
  );

endmodule

`default_nettype wire
