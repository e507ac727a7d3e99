// Result of a store or an atomic: the value that is written, and the bytes that change.
//
// Combinational.

`include "gputm_assert.svh"

`default_nettype none

module lds_alu
  import localtm_pkg::*;
(
  input  wire lds_op_e op_i,
  input  wire word_t   old_i,
  input  wire word_t   operand_i,
  input  wire logic [3:0] bytes_i,    // bytes that a store writes
  output logic         write_o,
  output logic [3:0]   changes_o,  // bytes of the word that are written; undefined for other operations
  output word_t        value_o,    // value written to these bytes
  output word_t        new_o       // word after the access
);

  // The carry of the comparison comes late: it only selects the bytes that change. The sum's carry selects last.
  logic is_signed, minimum, maximum, arithmetic, less;
  word_t sign, sum, bitwise;

  assign write_o    = op_i != OpLoad;
  assign is_signed  = op_i == OpAmoMin || op_i == OpAmoMax;
  assign minimum    = op_i == OpAmoMin || op_i == OpAmoMinu;
  assign maximum    = op_i == OpAmoMax || op_i == OpAmoMaxu;
  assign arithmetic = op_i == OpAmoAdd || op_i == OpAmoXor || op_i == OpAmoAnd || op_i == OpAmoOr;
  assign sum        = old_i + operand_i;

  // With their sign bits inverted, signed numbers have the order of unsigned ones.
  assign sign = {is_signed, 31'b0};
  assign less = (operand_i ^ sign) < (old_i ^ sign);

  always_comb begin
    unique case (op_i)
      OpAmoXor: bitwise = old_i ^ operand_i;
      OpAmoAnd: bitwise = old_i & operand_i;
      OpAmoOr:  bitwise = old_i | operand_i;
      default:  bitwise = operand_i;
    endcase
    value_o = op_i == OpAmoAdd ? sum : bitwise;
    for (int unsigned b = 0; b < 4; b++) begin
      changes_o[b]  = minimum ? less : maximum ? !less : arithmetic || op_i == OpAmoSwap || bytes_i[b];
      new_o[8*b+:8] = changes_o[b] ? value_o[8*b+:8] : old_i[8*b+:8];
    end
  end

  // Combinational, and so checked at every change.
  always_comb begin
    `GPUTM_ASSERT_I(a_minimum_or_maximum, op_i < OpAmoMin || op_i > OpAmoMaxu || new_o == old_i || new_o == operand_i,
                    ("lds_alu: operation %0d on %h and %h is %h", op_i, old_i, operand_i, new_o))
  end

endmodule

`default_nettype wire
