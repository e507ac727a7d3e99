// What a store or an atomic writes, and whether it writes.
//
// Combinational.

`default_nettype none

module lds_alu
  import localtm_pkg::*;
(
  input  wire lds_op_e op_i,
  input  wire word_t   old_i,
  input  wire word_t   operand_i,
  input  wire logic [3:0] bytes_i,    // that a store writes
  output logic         write_o,
  output word_t        new_o
);

  // The comparison comes last, so it only chooses between operand and old value.
  logic is_signed, minimum, maximum, arithmetic, less;
  logic [3:0] takes_operand;
  word_t sign, result;

  assign write_o    = op_i != OpLoad;
  assign is_signed  = op_i == OpAmoMin || op_i == OpAmoMax;
  assign minimum    = op_i == OpAmoMin || op_i == OpAmoMinu;
  assign maximum    = op_i == OpAmoMax || op_i == OpAmoMaxu;
  assign arithmetic = op_i == OpAmoAdd || op_i == OpAmoXor || op_i == OpAmoAnd || op_i == OpAmoOr;

  // With their signs inverted, numbers have the order of numbers without signs.
  assign sign = {is_signed, 31'b0};
  assign less = (operand_i ^ sign) < (old_i ^ sign);

  always_comb begin
    unique case (op_i)
      OpAmoAdd: result = old_i + operand_i;
      OpAmoXor: result = old_i ^ operand_i;
      OpAmoAnd: result = old_i & operand_i;
      default:  result = old_i | operand_i;
    endcase
    for (int unsigned b = 0; b < 4; b++) begin
      takes_operand[b] = minimum ? less : maximum ? !less : op_i == OpAmoSwap || bytes_i[b];
      new_o[8*b+:8]    = arithmetic ? result[8*b+:8] : takes_operand[b] ? operand_i[8*b+:8] : old_i[8*b+:8];
    end
  end

  // Combinational, and so checked whenever it changes.
  always_comb begin
    a_minimum_or_maximum :
    assert (op_i < OpAmoMin || op_i > OpAmoMaxu || new_o == old_i || new_o == operand_i)
    else $error("lds_alu: operation %0d on %h and %h is %h", op_i, old_i, operand_i, new_o);
  end

endmodule

`default_nettype wire
