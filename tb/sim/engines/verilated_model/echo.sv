// Its input, at once and a cycle later: for the test of models whose inputs change only while the clock is low.
`default_nettype none

module echo (
  input  wire logic       clk_i,
  input  wire logic       rst_ni,
  input  wire logic [7:0] value_i,
  output      logic [7:0] value_o,  // as value_i
  output      logic [7:0] value_q_o // as value_i at the last rising edge
);

  assign value_o = value_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) value_q_o <= '0;
    else value_q_o <= value_i;
  end

endmodule

`default_nettype wire
