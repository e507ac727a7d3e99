// First-in first-out queue of one clock domain.
//
// Latency:    a word accepted in one cycle is offered in the next.
// Throughput: one word in and one word out each cycle, also when full (a pop makes room for the push of the next
//             cycle) and when empty. There is no combinational path from an input to an output.
//
// Width: bits a word. Depth: words, at least 2; need not be a power of two.

`include "gputm_assert.svh"

`default_nettype none

module fifo_sync #(
  parameter  int unsigned Width      = 32,
  parameter  int unsigned Depth      = 8,
  localparam int unsigned CountWidth = $clog2(Depth + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  in_valid_i,
  output      logic                  in_ready_o,
  input  wire logic [Width-1:0]      in_data_i,  // word to queue

  output      logic                  out_valid_o,
  input  wire logic                  out_ready_i,
  output      logic [Width-1:0]      out_data_o,  // oldest word

  output      logic [CountWidth-1:0] count_o       // words held, 0..Depth
);

  localparam bit [1:0] Legal = {
    param_pkg::in_range("fifo_sync: Width", Width, 1, 65536, 3),
    param_pkg::in_range("fifo_sync: Depth", Depth, 2, 65536, 3)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned PtrWidth = $clog2(Depth);

  function automatic logic [PtrWidth-1:0] next(logic [PtrWidth-1:0] ptr);
    return ptr == PtrWidth'(Depth - 1) ? '0 : ptr + 1'b1;
  endfunction

  logic [PtrWidth-1:0] wptr_q, wptr_d;
  logic [PtrWidth-1:0] rptr_q, rptr_d;
  logic [CountWidth-1:0] count_q, count_d;
  logic push, pop;

  assign in_ready_o  = count_q != CountWidth'(Depth);
  assign out_valid_o = count_q != '0;
  assign count_o     = count_q;

  assign push = in_valid_i && in_ready_o;
  assign pop  = out_valid_o && out_ready_i;

  always_comb begin
    wptr_d  = push ? next(wptr_q) : wptr_q;
    rptr_d  = pop ? next(rptr_q) : rptr_q;
    count_d = count_q + CountWidth'(push) - CountWidth'(pop);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      count_q <= '0;
    end else begin
      wptr_q  <= wptr_d;
      rptr_q  <= rptr_d;
      count_q <= count_d;
    end
  end

  // The next cycle's head is read in every cycle, so a synchronous RAM adds no latency; a word
  // pushed into an empty queue is forwarded.
  ram_1r1w_fwd #(
    .Width(Width),
    .Depth(Depth)
  ) u_ram (
    .clk_i,
    .write_i    (push),
    .waddr_i    (wptr_q),
    .wdata_i    (in_data_i),
    .read_i     (1'b1),
    .raddr_i    (rptr_d),
    .rdata_o    (out_data_o),
    .forwarded_o(),
    .ram_rdata_o(),
    .new_rdata_o()
  );

  `GPUTM_ASSERT(a_count_in_range, 32'(count_q) <= Depth, ("fifo_sync: %0d words in a queue of %0d", count_q, Depth))
  `GPUTM_ASSERT(a_count_matches_pointers, 32'(wptr_q) == (32'(rptr_q) + 32'(count_q)) % Depth,
                ("fifo_sync: %0d words from %0d to %0d", count_q, rptr_q, wptr_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_full, in_valid_i && !in_ready_o)
  `GPUTM_COVER(b_push_and_pop, push && pop)

  // Handshake assertions
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o, in_data_i)
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, out_data_o)

endmodule

`default_nettype wire
