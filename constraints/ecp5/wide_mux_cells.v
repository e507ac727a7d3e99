// The boxes of wide_mux_boxes.v in cells: a LUT for two bits, and the multiplexers of a slice and between slices.

module WIDE_MUX8 (input [7:0] A, input [2:0] S, output Y);
  wire [3:0] pairs;
  wire [1:0] fours;
  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : gen_pair
      LUT4 #(.INIT(16'hCACA)) lut (.A(A[2*i]), .B(A[2*i+1]), .C(S[0]), .D(1'b0), .Z(pairs[i]));
    end
    for (i = 0; i < 2; i = i + 1) begin : gen_four
      PFUMX mux (.ALUT(pairs[2*i+1]), .BLUT(pairs[2*i]), .C0(S[1]), .Z(fours[i]));
    end
  endgenerate
  L6MUX21 mux (.D0(fours[0]), .D1(fours[1]), .SD(S[2]), .Z(Y));
endmodule

module WIDE_MUX16 (input [15:0] A, input [3:0] S, output Y);
  wire [1:0] halves;
  WIDE_MUX8 low (.A(A[7:0]), .S(S[2:0]), .Y(halves[0]));
  WIDE_MUX8 high (.A(A[15:8]), .S(S[2:0]), .Y(halves[1]));
  L6MUX21 mux (.D0(halves[0]), .D1(halves[1]), .SD(S[3]), .Z(Y));
endmodule
