// Check bits of a log word, which accompany it from the unit's port through the buffer pool and the queue of its reader
// to the stage that uses it (docs/protection.md). Address and value have a code each, since they go different ways.
//
// Latency: combinational, two levels of LUTs of four inputs.
//
// Protection: of ecc_pkg; bits that it does not need are zero.

`default_nettype none

module log_word_enc
  import commit_unit_pkg::*;
#(
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire log_word_t   word_i,
  output      word_check_t check_o
);

  if (Protection == ecc_pkg::Secded) begin : gen_secded
    secded_enc #(
      .Width($bits(word_i.addr))
    ) u_addr (
      .data_i (word_i.addr),
      .check_o(check_o.addr)
    );
    secded_enc #(
      .Width($bits(word_i.data))
    ) u_data (
      .data_i (word_i.data),
      .check_o(check_o.data)
    );
  end else if (Protection == ecc_pkg::Parity) begin : gen_parity
    assign check_o = '{addr: AddrChecks'(^word_i.addr), data: DataChecks'(^word_i.data)};
  end else begin : gen_none
    assign check_o = '0;
    wire unused = ^word_i;
  end

endmodule

`default_nettype wire
