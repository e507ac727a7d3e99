// Choices of a word out of 8 or more become boxes of one bit each; what is beyond 16, two-way choices behind them.

module \$bmux (A, S, Y);
  parameter WIDTH = 1;
  parameter S_WIDTH = 1;
  input [(WIDTH << S_WIDTH)-1:0] A;
  input [S_WIDTH-1:0] S;
  output [WIDTH-1:0] Y;

  localparam LOW = S_WIDTH > 4 ? 4 : S_WIDTH;  // bits of S that a box takes
  localparam WORDS = 1 << LOW;
  localparam BOXES = 1 << (S_WIDTH - LOW);

  wire _TECHMAP_FAIL_ = S_WIDTH < 3 || S_WIDTH == 3 && WIDTH < 8;
  wire [(WIDTH*BOXES)-1:0] chosen;

  genvar bit_number, box, word;
  generate
    for (box = 0; box < BOXES; box = box + 1) begin : gen_box
      for (bit_number = 0; bit_number < WIDTH; bit_number = bit_number + 1) begin : gen_bit
        wire [WORDS-1:0] bits;
        for (word = 0; word < WORDS; word = word + 1) begin : gen_word
          assign bits[word] = A[(box*WORDS+word)*WIDTH+bit_number];
        end
        if (LOW == 4) begin : gen_16
          WIDE_MUX16 mux (.A(bits), .S(S[3:0]), .Y(chosen[box*WIDTH+bit_number]));
        end else begin : gen_8
          WIDE_MUX8 mux (.A(bits), .S(S[2:0]), .Y(chosen[box*WIDTH+bit_number]));
        end
      end
    end
    if (BOXES == 1) begin : gen_one
      assign Y = chosen;
    end else begin : gen_more
      \$bmux #(.WIDTH(WIDTH), .S_WIDTH(S_WIDTH - LOW)) mux (.A(chosen), .S(S[S_WIDTH-1:LOW]), .Y(Y));
    end
  endgenerate
endmodule
