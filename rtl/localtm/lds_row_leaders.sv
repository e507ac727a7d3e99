// Which of the conflicts of a wavefront's attempt is the first one with its row: its lane may run together with those that
// were first with other rows (serialization by rows, tx_mode_ctrl).
//
// For each bank and wavefront the row of the last conflict is kept; a conflict with another row is a first one. A row
// that comes back after another one counts again, which lets one lane too many run, and costs no more than its conflict.
// Combinational from the banks' verdicts, a cycle or more after the pass.
//
// Banks, Wavefronts, Rows: as lds_tx_unit.

`default_nettype none

module lds_row_leaders #(
  parameter  int unsigned Banks      = 32,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Rows       = 512,
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned RowWidth   = $clog2(Rows)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic               begin_i,  // of an attempt
  input  wire logic [WfWidth-1:0] begin_wavefront_i,

  input  wire logic                           pass_i,
  input  wire logic [WfWidth-1:0]             pass_wavefront_i,
  input  wire logic [Banks-1:0][RowWidth-1:0] pass_row_i,
  input  wire logic [Banks-1:0]               conflict_i,  // of the last pass
  output      logic [Banks-1:0]               first_o
);

  logic [WfWidth-1:0]                         wavefront_q;
  logic [Banks-1:0][RowWidth-1:0]             row_q;
  logic [Wavefronts-1:0][Banks-1:0]           seen_q;
  logic [Wavefronts-1:0][Banks-1:0][RowWidth-1:0] seen_row_q;

  always_comb begin
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      first_o[bank] = conflict_i[bank] && !(seen_q[wavefront_q][bank] && seen_row_q[wavefront_q][bank] == row_q[bank]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= '0;
    end else begin
      seen_q[wavefront_q] <= seen_q[wavefront_q] | conflict_i;
      if (begin_i) seen_q[begin_wavefront_i] <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (pass_i) begin
      wavefront_q <= pass_wavefront_i;
      row_q       <= pass_row_i;
    end
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      if (conflict_i[bank]) seen_row_q[wavefront_q][bank] <= row_q[bank];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_first_is_a_conflict :
      assert ((first_o & ~conflict_i) == '0)
      else $error("lds_row_leaders: banks %b are first, and only %b conflict", first_o, conflict_i);
      a_attempt_has_ended :
      assert (!begin_i || begin_wavefront_i != wavefront_q || conflict_i == '0)
      else $error("lds_row_leaders: wavefront %0d begins while its banks %b conflict", wavefront_q, conflict_i);
    end
  end

endmodule

`default_nettype wire
