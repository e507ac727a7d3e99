// A choice of one bit out of 8 or 16, which a tile of an ECP5 does in LUTs and the multiplexers behind them. Boxes to ABC,
// with the delays of their cells in ps (speed grade 8, as in Yosys's models of those).

(* abc9_box, lib_whitebox *)
module WIDE_MUX8 (input [7:0] A, input [2:0] S, output Y);
  assign Y = A[S];
  specify
    (A *> Y) = 617;
    (S *> Y) = 617;
  endspecify
endmodule

(* abc9_box, lib_whitebox *)
module WIDE_MUX16 (input [15:0] A, input [3:0] S, output Y);
  assign Y = A[S];
  specify
    (A *> Y) = 758;
    (S *> Y) = 758;
  endspecify
endmodule
