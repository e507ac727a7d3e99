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

  logic less, less_unsigned;
  word_t stored;

  assign write_o       = op_i != OpLoad;
  assign less          = $signed(operand_i) < $signed(old_i);
  assign less_unsigned = operand_i < old_i;

  always_comb begin
    for (int unsigned b = 0; b < 4; b++) stored[8*b+:8] = bytes_i[b] ? operand_i[8*b+:8] : old_i[8*b+:8];

    unique case (op_i)
      OpAmoAdd:  new_o = old_i + operand_i;
      OpAmoXor:  new_o = old_i ^ operand_i;
      OpAmoAnd:  new_o = old_i & operand_i;
      OpAmoOr:   new_o = old_i | operand_i;
      OpAmoMin:  new_o = less ? operand_i : old_i;
      OpAmoMax:  new_o = less ? old_i : operand_i;
      OpAmoMinu: new_o = less_unsigned ? operand_i : old_i;
      OpAmoMaxu: new_o = less_unsigned ? old_i : operand_i;
      OpAmoSwap: new_o = operand_i;
      default:   new_o = stored;
    endcase
  end

  // Combinational, and so checked whenever it changes.
  always_comb begin
    a_minimum_or_maximum :
    assert (op_i < OpAmoMin || op_i > OpAmoMaxu || new_o == old_i || new_o == operand_i)
    else $error("lds_alu: operation %0d on %h and %h is %h", op_i, old_i, operand_i, new_o);
  end

endmodule

`default_nettype wire
