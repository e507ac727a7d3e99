// Finds the conflicts of a wavefront's attempt that are the first with their rows: their lanes may
// run together (serialization by rows, tx_mode_ctrl).
//
// For each bank and wavefront the row of the last conflict is kept; a conflict with another row is a first one. A row
// that recurs after another one counts again, which lets one lane too many run, and costs only that lane's conflict.
//
// The banks' results come late in their cycle; so they are used in the next one, and the row is
// compared with the last one in parallel to the verdict.
//
// Banks, Wavefronts, Rows: as lds_tx_unit.

`include "gputm_assert.svh"

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

  input  wire logic               begin_i,  // begin of an attempt
  input  wire logic [WfWidth-1:0] begin_wavefront_i,

  input  wire logic                           pass_i,
  input  wire logic [WfWidth-1:0]             pass_wavefront_i,
  input  wire logic [Banks-1:0][RowWidth-1:0] pass_row_i,
  input  wire logic [Banks-1:0]               conflict_i,         // of the last pass, a cycle after the answer
  output      logic [Banks-1:0]               first_o
);

  // The pass with verdicts to come, and in the next cycle the pass with verdicts
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

    // A row that is being recorded counts.
    assign known[bank] = conflict_i[bank] && said_wavefront_q == wavefront_q
        ? said_row_q[bank] == row_q[bank] : seen_q[wavefront_q][bank] && seen_row == row_q[bank];
  end

  `GPUTM_ASSERT(a_attempt_has_ended, !begin_i || begin_wavefront_i != said_wavefront_q || conflict_i == '0,
                ("lds_row_leaders: wavefront %0d begins while its banks %b conflict", said_wavefront_q, conflict_i))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_same_row_at_once, (conflict_i & known) != '0 && said_wavefront_q == wavefront_q)

endmodule

`default_nettype wire
