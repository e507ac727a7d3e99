// lds_migratory_rows with free outputs: the proof does not depend on which rows are migratory, nor on when they become
// so.

`default_nettype none

module lds_migratory_rows #(
  parameter  int unsigned Rows     = 256,
  localparam int unsigned RowWidth = $clog2(Rows)
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  output      logic                ready_o,

  input  wire logic                lookup_i,
  input  wire logic [RowWidth-1:0] lookup_row_i,
  output      logic                migratory_o,
  input  wire logic                set_i,
  input  wire logic                clear_i,

  input  wire logic                restore_i,
  input  wire logic [RowWidth-1:0] restore_row_i
);

  wire guess;  // no driver: free in every cycle

  always_ff @(posedge clk_i) begin
    if (lookup_i) migratory_o <= guess;
  end
  assign ready_o = 1'b1;

endmodule

`default_nettype wire
