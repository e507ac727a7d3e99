// Models of cells of the ECP5 in place of those of Yosys.

`default_nettype none

// As one lookup: Verilator copies Yosys's chain of multiplexers into every use, which is ten times as much code.
module LUT4 (input wire A, B, C, D, output wire Z);
  parameter [15:0] INIT = 16'h0000;
  \$lut #(.WIDTH(4), .LUT(INIT)) lut (.A({D, C, B, A}), .Y(Z));
endmodule

// The multiplier, of which Yosys has only the ports, in the form of Yosys's dsp_map_18x18.v: no registers, no
// pre-adder, and no cascade to a neighbour, whose pins are left out.
module MULT18X18D (
  input wire A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
  input wire B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
  input wire C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0,
  input wire SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
  output wire P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18,
              P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);

  wire signed [35:0] a = {{18{SIGNEDA && A17}}, A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
  wire signed [35:0] b = {{18{SIGNEDB && B17}}, B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};
  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18,
          P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = a * b;

endmodule

// The block RAM, of which Yosys has only the ports: 18 kbit with two ports, each of 1 to 36 bits a word, in the form of
// Yosys's brams_map_16kd.v. A port's address counts bits (its low bits are byte enables of words of 18 and 36 bits),
// and every ninth bit is left out of words of 1, 2 and 4. A port of 36 bits has its upper half on the pins of the other
// port.
//
// Not modelled, since Yosys does not use them: output registers, chip selects, asynchronous resets, contents at
// power-up.
module DP16KD (
  input wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
  input wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
  input wire CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
  output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,

  input wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
  input wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
  input wire CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
  output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);

  parameter DATA_WIDTH_A = 18;
  parameter DATA_WIDTH_B = 18;
  parameter WRITEMODE_A = "NORMAL";
  parameter WRITEMODE_B = "NORMAL";
  parameter CLKAMUX = "CLKA";
  parameter CLKBMUX = "CLKB";
  // Set in every instance, without effect here.
  parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG", RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC", GSR = "AUTO";
  parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000";
  parameter
    INITVAL_00 = 0, INITVAL_01 = 0, INITVAL_02 = 0, INITVAL_03 = 0, INITVAL_04 = 0, INITVAL_05 = 0, INITVAL_06 = 0,
    INITVAL_07 = 0, INITVAL_08 = 0, INITVAL_09 = 0, INITVAL_0A = 0, INITVAL_0B = 0, INITVAL_0C = 0, INITVAL_0D = 0,
    INITVAL_0E = 0, INITVAL_0F = 0, INITVAL_10 = 0, INITVAL_11 = 0, INITVAL_12 = 0, INITVAL_13 = 0, INITVAL_14 = 0,
    INITVAL_15 = 0, INITVAL_16 = 0, INITVAL_17 = 0, INITVAL_18 = 0, INITVAL_19 = 0, INITVAL_1A = 0, INITVAL_1B = 0,
    INITVAL_1C = 0, INITVAL_1D = 0, INITVAL_1E = 0, INITVAL_1F = 0, INITVAL_20 = 0, INITVAL_21 = 0, INITVAL_22 = 0,
    INITVAL_23 = 0, INITVAL_24 = 0, INITVAL_25 = 0, INITVAL_26 = 0, INITVAL_27 = 0, INITVAL_28 = 0, INITVAL_29 = 0,
    INITVAL_2A = 0, INITVAL_2B = 0, INITVAL_2C = 0, INITVAL_2D = 0, INITVAL_2E = 0, INITVAL_2F = 0, INITVAL_30 = 0,
    INITVAL_31 = 0, INITVAL_32 = 0, INITVAL_33 = 0, INITVAL_34 = 0, INITVAL_35 = 0, INITVAL_36 = 0, INITVAL_37 = 0,
    INITVAL_38 = 0, INITVAL_39 = 0, INITVAL_3A = 0, INITVAL_3B = 0, INITVAL_3C = 0, INITVAL_3D = 0, INITVAL_3E = 0,
    INITVAL_3F = 0;

  wire [35:0] di = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
                    DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire [13:0] ada = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
  wire [13:0] adb = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};

  // Bits of a row of 36 that a port's address selects, and the start of a word of its width.
  function [5:0] first(input integer width, input [13:0] address);
    case (width)
      36: first = 0;
      18: first = address[4] ? 18 : 0;
      9: first = 9 * address[4:3];
      4: first = 9 * address[4:3] + 4 * address[2];
      2: first = 9 * address[4:3] + 2 * address[2:1];
      default: first = 9 * address[4:3] + address[2:0];
    endcase
  endfunction
  function [35:0] enabled(input integer width, input [13:0] address);
    case (width)
      36: enabled = {{9{address[3]}}, {9{address[2]}}, {9{address[1]}}, {9{address[0]}}};
      18: enabled = {18'b0, {9{address[1]}}, {9{address[0]}}};
      default: enabled = (36'd1 << width) - 1;
    endcase
  endfunction

  reg [35:0] mem [0:511];
  reg [35:0] rowa, rowb;
  reg [5:0] firsta, firstb;

  wire [35:0] maska = enabled(DATA_WIDTH_A, ada) << first(DATA_WIDTH_A, ada);
  wire [35:0] maskb = enabled(DATA_WIDTH_B, adb) << first(DATA_WIDTH_B, adb);
  wire [35:0] dataa = di << first(DATA_WIDTH_A, ada);
  wire [35:0] datab = di[35:18] << first(DATA_WIDTH_B, adb);
  wire writea = CEA && WEA;
  wire writeb = CEB && WEB;
  wire [35:0] olda = mem[ada[13:5]];
  wire [35:0] oldb = mem[adb[13:5]];
  wire [35:0] newa = olda & ~maska | dataa & maska;
  wire [35:0] newb = oldb & ~maskb | datab & maskb;

  wire clka = CLKAMUX == "INV" ? ~CLKA : CLKA;
  wire clkb = CLKBMUX == "INV" ? ~CLKB : CLKB;

  always @(posedge clka) begin
    if (writea) mem[ada[13:5]] <= newa;
    if (CEA && !(WEA && WRITEMODE_A == "NORMAL")) begin
      rowa <= WEA && WRITEMODE_A == "WRITETHROUGH" ? newa : olda;
      firsta <= first(DATA_WIDTH_A, ada);
    end
    if (RSTA) rowa <= 0;
  end
  always @(posedge clkb) begin
    if (writeb) mem[adb[13:5]] <= newb;
    if (CEB && !(WEB && WRITEMODE_B == "NORMAL")) begin
      rowb <= WEB && WRITEMODE_B == "WRITETHROUGH" ? newb : oldb;
      firstb <= first(DATA_WIDTH_B, adb);
    end
    if (RSTB) rowb <= 0;
  end

  wire [17:0] qa = rowa >> firsta;
  wire [17:0] qb = rowb >> firstb;
  wire [35:0] q = DATA_WIDTH_B == 36 ? rowb : {qb, qa};
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0,
          DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = q;

endmodule

`default_nettype wire
