// Addresses of the unanswered writes of a bus, oldest first, and whether a word is among them. AXI orders
// a read behind a write of the same word only if the write had been answered when the read was sent.
//
// Latency:    a write counts from the cycle after it is sent to that in which it is answered; the
//             look-up is combinational.
// Throughput: one write sent, one answered and one look-up a cycle.
//
// Depth: writes in flight, at least 2; need not be a power of two. Width: bits of an address.

`include "gputm_assert.svh"

`default_nettype none

module writes_in_flight #(
  parameter int unsigned Depth = 16,
  parameter int unsigned Width = 30
) (
  input  wire logic             clk_i,
  input  wire logic             rst_ni,

  input  wire logic             sent_i,     // pulse: a write is sent, with room_o
  input  wire logic [Width-1:0] addr_i,     // address of the write
  input  wire logic             answered_i,  // pulse: the oldest write is answered
  output      logic             room_o,     // there is room for one more

  input  wire logic [Width-1:0] lookup_addr_i,
  output      logic             lookup_found_o,  // a write to the address is in flight
  output      logic             any_o,           // a write is in flight
  output      logic [Width-1:0] oldest_addr_o    // address of the oldest
);

  localparam int unsigned PtrWidth = $clog2(Depth);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("writes_in_flight: Depth", Depth, 2, 256, 2))

  function automatic logic [PtrWidth-1:0] next(logic [PtrWidth-1:0] ptr);
    return ptr == PtrWidth'(Depth - 1) ? '0 : ptr + 1'b1;
  endfunction

  logic [Depth-1:0][Width-1:0] addr_q;
  logic [Depth-1:0] flies_q, flies_d;
  logic [PtrWidth-1:0] wptr_q, rptr_q;

  assign room_o = !flies_q[wptr_q];
  assign any_o  = flies_q != '0;


  always_comb begin
    flies_d = flies_q;
    if (sent_i) flies_d[wptr_q] = 1'b1;
    if (answered_i) flies_d[rptr_q] = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flies_q <= '0;
      wptr_q  <= '0;
      rptr_q  <= '0;
    end else begin
      flies_q <= flies_d;
      if (sent_i) wptr_q <= next(wptr_q);
      if (answered_i) rptr_q <= next(rptr_q);
    end
  end
  always_ff @(posedge clk_i) if (sent_i) addr_q[wptr_q] <= addr_i;

  // The addresses again, in a RAM: a choice among the registers would be larger.
  register_file #(
    .Width(Width),
    .Depth(Depth)
  ) u_addresses (
    .clk_i,
    .write_i(sent_i),
    .waddr_i(wptr_q),
    .wdata_i(addr_i),
    .raddr_i(rptr_q),
    .rdata_o(oldest_addr_o)
  );

  always_comb begin
    lookup_found_o = 1'b0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (flies_q[i] && addr_q[i] == lookup_addr_i) lookup_found_o = 1'b1;
    end
  end

  `GPUTM_ASSERT(a_room, !sent_i || room_o,
                ("writes_in_flight: a write of %h is sent, and %0d are in flight", addr_i, Depth))
  `GPUTM_ASSERT(a_answer_of_a_write, !answered_i || flies_q[rptr_q],
                ("writes_in_flight: an answer, and no write is in flight"))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_full, !room_o)
  `GPUTM_COVER(b_read_meets_a_write, lookup_found_o)
  `GPUTM_COVER(b_answered_when_sent, sent_i && answered_i)

endmodule

`default_nettype wire
