// Writes of words as AXI4 writes of one beat, with strobes. They have one id, so that writes of the
// same word take effect, and are answered, in the order of their acceptance. Address and data are
// offered in the same cycle and wait for nothing but their own ready.
//
// A write of a word that the bus cannot address is dropped and reported: it is neither sent nor counted.
//
// Latency:    1 cycle from a write to its address and data on the bus, 1 from the answer on the bus to answered_o.
// Throughput: one write a cycle while at most Depth are in flight.
//
// Depth: writes in flight, at least 2. BusWidth: bits of the data bus, a power of two of words.
// BusAddrWidth: bits of a byte address of the bus. BaseAddress: address of word 0.

`include "gputm_assert.svh"

`default_nettype none

module axi_word_writes
  import kilo_pkg::*;
#(
  parameter  int unsigned        Depth        = 16,
  parameter  int unsigned        BusWidth     = DataWidth,
  parameter  int unsigned        BusAddrWidth = 32,
  parameter  logic        [63:0] BaseAddress  = '0,
  localparam int unsigned        StrobeWidth  = BusWidth / 8
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // Writes
  input  wire logic                 write_valid_i,
  output      logic                 write_ready_o,
  input  wire word_addr_t           write_addr_i,  // number of the word
  input  wire logic [DataWidth-1:0] write_data_i,
  output      logic                 accepted_o,  // pulse: a write is accepted and sent
  output      logic                 answered_o,  // pulse: the oldest unanswered write is answered
  output      logic [1:0]           answer_resp_o,  // AXI's response; bit 1: the write has failed
  output      word_addr_t           answer_addr_o,  // number of the word

  // Whether a write of the word is in flight
  input  wire word_addr_t lookup_addr_i,
  output      logic       lookup_found_o,

  // AXI4's channels AW, W and B
  output      logic                    aw_valid_o,
  input  wire logic                    aw_ready_i,
  output      logic [BusAddrWidth-1:0] aw_addr_o,  // byte address
  output      logic                    w_valid_o,
  input  wire logic                    w_ready_i,
  output      logic [BusWidth-1:0]     w_data_o,   // the word, replicated in every place
  output      logic [StrobeWidth-1:0]  w_strb_o,   // strobes of the word's bytes
  input  wire logic                    b_valid_i,
  input  wire logic [1:0]              b_resp_i,

  output      logic outside_o,  // pulse: dropped a write of a word beyond the bus's addresses
  output      logic busy_o  // a write has not been answered
);

  localparam int unsigned Lanes = BusWidth / DataWidth;
  localparam int unsigned LaneWidth = $clog2(Lanes);
  localparam int unsigned WordBytes = DataWidth / 8;

  logic room, flies, aw_ready, w_ready, b_valid_q;
  logic [1:0] b_resp_q;
  logic [StrobeWidth-1:0] strobes;
  logic [BusAddrWidth-1:0] address;
  logic outside;

  // A write goes to all three at once; their ready comes from registers.
  assign write_ready_o = room && aw_ready && w_ready;
  assign accepted_o    = write_valid_i && write_ready_o && !outside;
  assign outside_o     = write_valid_i && write_ready_o && outside;
  assign answered_o    = b_valid_q;
  assign answer_resp_o = b_resp_q;
  assign busy_o        = flies || aw_valid_o || w_valid_o;

  axi_word_address #(
    .BusAddrWidth(BusAddrWidth),
    .BaseAddress (BaseAddress)
  ) u_word_address (
    .word_i   (write_addr_i),
    .address_o(address),
    .outside_o(outside)
  );

  if (Lanes == 1) begin : gen_one_lane
    assign strobes = '1;
  end else begin : gen_lanes
    assign strobes = StrobeWidth'({WordBytes{1'b1}}) << (32'(write_addr_i[LaneWidth-1:0]) * WordBytes);
  end

  writes_in_flight #(
    .Depth(Depth),
    .Width(WordAddrBits)
  ) u_in_flight (
    .clk_i,
    .rst_ni,
    .sent_i       (accepted_o),
    .addr_i       (write_addr_i),
    .answered_i   (answered_o),
    .room_o       (room),
    .lookup_addr_i,
    .lookup_found_o,
    .any_o        (flies),
    .oldest_addr_o(answer_addr_o)
  );

  skid_buffer #(
    .Width(BusAddrWidth)
  ) u_address (
    .clk_i,
    .rst_ni,
    .in_valid_i (accepted_o),
    .in_ready_o (aw_ready),
    .in_data_i  (address),
    .out_valid_o(aw_valid_o),
    .out_ready_i(aw_ready_i),
    .out_data_o (aw_addr_o)
  );

  skid_buffer #(
    .Width(BusWidth + StrobeWidth)
  ) u_data (
    .clk_i,
    .rst_ni,
    .in_valid_i (accepted_o),
    .in_ready_o (w_ready),
    .in_data_i  ({{Lanes{write_data_i}}, strobes}),
    .out_valid_o(w_valid_o),
    .out_ready_i(w_ready_i),
    .out_data_o ({w_data_o, w_strb_o})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) b_valid_q <= 1'b0;
    else b_valid_q <= b_valid_i;
  end
  always_ff @(posedge clk_i) b_resp_q <= b_resp_i;

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_as_many_in_flight_as_may_be, write_valid_i && !room)
  `GPUTM_COVER(b_write_fails, answered_o && answer_resp_o[1])
  `GPUTM_COVER(b_write_outside, outside_o)
  `GPUTM_COVER(b_address_waits, aw_valid_o && !aw_ready_i)
  `GPUTM_COVER(b_data_waits, w_valid_o && !w_ready_i)
  `GPUTM_COVER(b_data_before_its_address, aw_valid_o && !aw_ready_i && w_valid_o && w_ready_i)
  `GPUTM_COVER(b_address_before_its_data, aw_valid_o && aw_ready_i && w_valid_o && !w_ready_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_write, write_valid_i, write_ready_o, {write_addr_i, write_data_i})
  `GPUTM_STREAM(u_check_aw, aw_valid_o, aw_ready_i, aw_addr_o)
  `GPUTM_STREAM(u_check_w, w_valid_o, w_ready_i, {w_data_o, w_strb_o})

endmodule

`default_nettype wire
