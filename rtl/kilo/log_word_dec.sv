// Corrects a log word by its check bits (log_word_enc).
//
// Latency: combinational, three levels of LUTs of four inputs.
//
// Protection: of ecc_pkg; without, the word passes.

`default_nettype none

module log_word_dec
  import commit_unit_pkg::*;
#(
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire log_word_t   word_i,
  input  wire word_check_t check_i,
  output      log_word_t   word_o,
  output      logic        error_o,  // a bit was wrong
  output      logic        bad_o     // word_o is not to be used
);

  if (Protection == ecc_pkg::Secded) begin : gen_secded
    logic [1:0] error, bad;
    secded_dec #(
      .Width($bits(word_i.addr))
    ) u_addr (
      .data_i         (word_i.addr),
      .check_i        (check_i.addr),
      .data_o         (word_o.addr),
      .syndrome_o     (),
      .error_o        (error[0]),
      .uncorrectable_o(bad[0])
    );
    secded_dec #(
      .Width($bits(word_i.data))
    ) u_data (
      .data_i         (word_i.data),
      .check_i        (check_i.data),
      .data_o         (word_o.data),
      .syndrome_o     (),
      .error_o        (error[1]),
      .uncorrectable_o(bad[1])
    );
    assign error_o = error != '0;
    assign bad_o   = bad != '0;
  end else if (Protection == ecc_pkg::Parity) begin : gen_parity
    assign word_o  = word_i;
    assign error_o = (^{word_i.addr, check_i.addr}) || (^{word_i.data, check_i.data});
    assign bad_o   = error_o;
  end else begin : gen_none
    assign word_o  = word_i;
    assign error_o = 1'b0;
    assign bad_o   = 1'b0;
    wire unused = ^check_i;
  end

endmodule

`default_nettype wire
