// The accepted and unfinished operations of the reader list, in order. They are issued into its pipeline
// one after the other; when one cannot be done at its end, it and all behind it are issued again.
//
// Latency:    an operation accepted in one cycle is offered for issue in the next.
// Throughput: one operation in, one issued and one done each cycle.
//
// Width: bits of an operation. Depth: operations, a power of two, 2 or more.

`include "gputm_assert.svh"

`default_nettype none

module operation_window #(
  parameter  int unsigned Width      = 41,
  parameter  int unsigned Depth      = 8,
  localparam int unsigned PtrWidth   = $clog2(Depth),
  localparam int unsigned CountWidth = PtrWidth + 1
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  in_valid_i,
  output      logic                  in_ready_o,
  input  wire logic [Width-1:0]      in_data_i,

  output      logic                  issue_valid_o,
  output      logic [Width-1:0]      issue_data_o,
  input  wire logic                  issue_i,  // the offered operation is issued

  input  wire logic                  done_i,    // the oldest issued operation is done
  input  wire logic                  rewind_i,  // issued, unfinished operations are offered again
  output      logic                  empty_o
);

  `GPUTM_ASSERT_PARAMS(param_pkg::power_of_two("operation_window: Depth", Depth, 2, 1024, 2))

  logic [Depth-1:0][Width-1:0] op_q;
  logic [PtrWidth-1:0] first_q;               // the oldest
  logic [CountWidth-1:0] count_q, issued_q;  // operations held; of these, issued
  logic push;

  assign in_ready_o    = count_q != CountWidth'(Depth);
  assign push          = in_valid_i && in_ready_o;
  assign issue_valid_o = issued_q != count_q;
  assign issue_data_o  = op_q[PtrWidth'(first_q + PtrWidth'(issued_q))];
  assign empty_o       = count_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q  <= '0;
      count_q  <= '0;
      issued_q <= '0;
    end else begin
      first_q  <= first_q + PtrWidth'(done_i);
      count_q  <= count_q + CountWidth'(push) - CountWidth'(done_i);
      issued_q <= rewind_i ? '0 : issued_q + CountWidth'(issue_i) - CountWidth'(done_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) op_q[PtrWidth'(first_q+PtrWidth'(count_q))] <= in_data_i;
  end

  `GPUTM_ASSERT(a_done_was_issued, !done_i || issued_q != '0,
                ("operation_window: an operation is done, but none of %0d has been issued", count_q))
  `GPUTM_ASSERT(a_issue_what_is_there, !issue_i || issue_valid_o,
                ("operation_window: all of %0d operations have been issued", count_q))

  `GPUTM_ASSERT(a_issued_is_held, issued_q <= count_q && count_q <= CountWidth'(Depth),
                ("operation_window: %0d of %0d operations have been issued", issued_q, count_q))

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o, in_data_i)

endmodule

`default_nettype wire
