// A parity bit of registers that are 0 after reset, and its check. The bit follows the changes of the registers, so that a
// wrong bit stays wrong while they hold it.
//
// Latency, throughput: as parity_check.
//
// Width: bits of the registers. Protection: of ecc_pkg; without, there is no hardware.

`default_nettype none

module register_parity #(
  parameter int unsigned Width      = 32,
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire logic             clk_i,
  input  wire logic             rst_ni,

  input  wire logic [Width-1:0] value_i,  // registers
  input  wire logic [Width-1:0] next_i,   // what they take at the next clock edge

  output ecc_pkg::ram_error_t   error_o   // row: always 0
);

  logic parity_q, wrong;

  if (Protection == ecc_pkg::None) begin : gen_none
    assign parity_q = 1'b0;
    wire unused = ^{next_i, wrong};
  end else begin : gen_parity
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) parity_q <= 1'b0;
      else parity_q <= (^next_i) ^ wrong;
    end
  end

  parity_check #(
    .Width     (Width + 1),
    .Protection(Protection)
  ) u_parity (
    .clk_i,
    .rst_ni,
    .valid_i(1'b1),
    .word_i ({parity_q, value_i}),
    .wrong_o(wrong),
    .error_o
  );

endmodule

`default_nettype wire
