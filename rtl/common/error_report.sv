// Collects the errors of a top's memories (ram_1r1w_ecc): keeps the first one, or the first that could not be corrected,
// and counts both kinds. One a top.
//
// Latency: stop_o in the cycle of the error, the report in the next one. Of several errors in a cycle, the disjunction
// of their memories' numbers and rows is kept, and one is counted of each kind.
//
// Memories: RAMs, numbered by their place in errors_i, 1 to 256. Protection: of ecc_pkg; without, there is no hardware.

`include "gputm_assert.svh"

`default_nettype none

module error_report
  import ecc_pkg::*;
#(
  parameter int unsigned Memories   = 4,
  parameter int unsigned Protection = Secded
) (
  input  wire logic                      clk_i,
  input  wire logic                      rst_ni,

  input  wire ram_error_t [Memories-1:0] errors_i,
  output      logic                      stop_o,    // a word could not be corrected, in this cycle or earlier
  output      ram_report_t               report_o
);

  localparam bit [1:0] Legal = {
    param_pkg::in_range("error_report: Memories", Memories, 1, 2 ** MemoryBits, 3),
    param_pkg::in_range("error_report: Protection", Protection, None, Secded, 3)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  if (Protection == None) begin : gen_none
    assign stop_o   = 1'b0;
    assign report_o = '0;
    wire unused = ^{clk_i, rst_ni, errors_i};
  end else begin : gen_report
    logic [Memories-1:0] corrected, fatal;
    logic [MemoryBits-1:0] memory;
    logic [RowBits-1:0]    row;

    always_comb begin
      for (int unsigned i = 0; i < Memories; i++) begin
        corrected[i] = errors_i[i].valid && !errors_i[i].fatal;
        fatal[i]     = errors_i[i].fatal;
      end
      memory   = '0;
      row      = '0;
      for (int unsigned i = 0; i < Memories; i++) begin
        if (errors_i[i].valid) memory |= MemoryBits'(i);
        row |= errors_i[i].row;
      end
    end

    function automatic logic [CountBits-1:0] counted(logic [CountBits-1:0] count, logic event_i);
      return count + CountBits'(event_i && count != '1);
    endfunction

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        report_o <= '0;
      end else begin
        if ((fatal != '0 && !report_o.fatal) || (corrected != '0 && !report_o.valid)) begin
          report_o.valid  <= 1'b1;
          report_o.fatal  <= fatal != '0;
          report_o.memory <= memory;
          report_o.row    <= row;
        end
        report_o.corrected     <= counted(report_o.corrected, corrected != '0);
        report_o.uncorrectable <= counted(report_o.uncorrectable, fatal != '0);
      end
    end
    assign stop_o = fatal != '0 || report_o.fatal;
  end

endmodule

`default_nettype wire
