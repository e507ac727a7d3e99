// Properties of a stream through a buffer (no proof of its own): every word comes out once, unchanged and in order. The
// solver chooses a word to mark; the words ahead of it are counted.
//
// Capacity: maximum number of words in the buffer

`default_nettype none

module stream_order_check #(
  parameter  int unsigned Width      = 2,
  parameter  int unsigned Capacity   = 4,
  localparam int unsigned CountWidth = $clog2(Capacity + 2)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic                  in_valid_i,
  input  wire logic                  in_ready_i,
  input  wire logic [Width-1:0]      in_data_i,
  input  wire logic                  out_valid_i,
  input  wire logic                  out_ready_i,
  input  wire logic [Width-1:0]      out_data_i,
  input  wire logic                  mark_i,
  output      logic [CountWidth-1:0] held_o
);

  logic [CountWidth-1:0] held_q  = '0;    // words in the buffer
  logic                  marked_q = 1'b0; // the marked word is in the buffer
  logic [CountWidth-1:0] ahead_q = '0;    // words ahead of the marked one
  logic [Width-1:0]      data_q  = '0;
  logic push, pop;

  assign push   = in_valid_i && in_ready_i;
  assign pop    = out_valid_i && out_ready_i;
  assign held_o = held_q;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      held_q <= held_q + CountWidth'(push) - CountWidth'(pop);
      if (marked_q) begin
        if (pop) ahead_q <= ahead_q - 1'b1;
        if (pop && ahead_q == '0) marked_q <= 1'b0;
      end else if (push && mark_i) begin
        marked_q <= 1'b1;
        ahead_q  <= held_q - CountWidth'(pop);
        data_q   <= in_data_i;
      end
      a_nothing_invented : assert (!out_valid_i || held_q != '0);
      a_nothing_lost : assert (out_valid_i || held_q == '0);
      a_capacity : assert (held_q <= CountWidth'(Capacity));
      if (marked_q && ahead_q == '0) a_unchanged : assert (out_valid_i && out_data_i == data_q);
    end
  end

endmodule

`default_nettype wire
