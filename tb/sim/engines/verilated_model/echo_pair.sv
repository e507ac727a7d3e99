// Two instances with different inputs: for the test of instances that share code.
`default_nettype none

module echo_pair (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic [1:0][7:0] value_i,
  output      logic [1:0][7:0] value_o,
  output      logic [1:0][7:0] value_q_o
);

  for (genvar i = 0; i < 2; i++) begin : gen_echo
    echo u_echo (
      .clk_i,
      .rst_ni,
      .value_i  (value_i[i]),
      .value_o  (value_o[i]),
      .value_q_o(value_q_o[i])
    );
  end

endmodule

`default_nettype wire
