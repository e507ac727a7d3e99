// Which of the conflicts of a wavefront's attempt is the first one with its row: its lane may run together with those that
// were first with other rows (serialization by rows, tx_mode_ctrl).
//
// For each bank and wavefront the row of the last conflict is kept; a conflict with another row is a first one. A row
// that comes back after another one counts again, which lets one lane too many run, and costs no more than its conflict.
//
// What the banks say comes late in its cycle; so it is looked at in the next one, and whether the row is the last one is found out
// beside the verdict.
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
  input  wire logic [Banks-1:0]               conflict_i,         // of the last pass, a cycle after the banks said so
  output      logic [Banks-1:0]               first_o
);

  // The pass whose verdicts come, and in the next cycle those that have come
  logic [WfWidth-1:0] wavefront_q, said_wavefront_q;
  logic [Banks-1:0][RowWidth-1:0] row_q, said_row_q;
  logic [Banks-1:0] known, known_q;
  logic [Wavefronts-1:0][Banks-1:0] seen_q;

  assign first_o = conflict_i & ~known_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= '0;
    end else begin
      seen_q[said_wavefront_q] <= seen_q[said_wavefront_q] | conflict_i;
      if (begin_i) seen_q[begin_wavefront_i] <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (pass_i) begin
      wavefront_q <= pass_wavefront_i;
      row_q       <= pass_row_i;
    end
    said_wavefront_q <= wavefront_q;
    said_row_q       <= row_q;
    known_q          <= known;
  end

  for (genvar bank = 0; bank < Banks; bank++) begin : gen_banks
    logic [RowWidth-1:0] seen_row;

    register_file #(
      .Width(RowWidth),
      .Depth(Wavefronts)
    ) u_seen_row (
      .clk_i,
      .write_i(conflict_i[bank]),
      .waddr_i(said_wavefront_q),
      .wdata_i(said_row_q[bank]),
      .raddr_i(wavefront_q),
      .rdata_o(seen_row)
    );

    // What is being noted counts.
    assign known[bank] = conflict_i[bank] && said_wavefront_q == wavefront_q
        ? said_row_q[bank] == row_q[bank] : seen_q[wavefront_q][bank] && seen_row == row_q[bank];
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_attempt_has_ended :
      assert (!begin_i || begin_wavefront_i != said_wavefront_q || conflict_i == '0)
      else $error("lds_row_leaders: wavefront %0d begins while its banks %b conflict", said_wavefront_q, conflict_i);
      // What the tests have to reach (tb/coverage).
      b_same_row_at_once : cover ((conflict_i & known) != '0 && said_wavefront_q == wavefront_q);
    end
  end

endmodule

`default_nettype wire
