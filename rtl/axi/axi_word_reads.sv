// Reads of words as AXI4 reads of one beat: the tag is the id, so that answers may come in any
// order. A read, and all reads behind it, wait while a write of its word is in flight.
//
// A read of a word that the bus cannot address goes to word 0 (axi_word_address), and is answered like one
// with the response DECERR. The words of all reads are kept, for reports of failed ones; with Protection a read
// fails with SLVERR when its word is wrong.
//
// Latency:    2 cycles from a read to its address on the bus, 1 from the answer on the bus to the response.
// Throughput: one read and one response a cycle. Every AXI input and output is registered, as AXI requires.
//
// TagWidth: bits of a tag; a tag is in use once at a time. BusWidth: bits of the data bus, a power
// of two of words: on a wide bus the id also holds the word's place on the bus, behind the tag.
// BusAddrWidth: bits of a byte address of the bus. BaseAddress: address of word 0. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module axi_word_reads
  import kilo_pkg::*;
  import kilo_axi_pkg::*;
#(
  parameter  int unsigned        TagWidth     = 9,
  parameter  int unsigned        BusWidth     = DataWidth,
  parameter  int unsigned        BusAddrWidth = 32,
  parameter  logic        [63:0] BaseAddress  = '0,
  parameter  int unsigned        Protection   = ecc_pkg::None,
  localparam int unsigned        IdWidth      = TagWidth + $clog2(BusWidth / DataWidth)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // Reads, and their responses, which are always taken
  input  wire logic                 read_valid_i,
  output      logic                 read_ready_o,
  input  wire logic [TagWidth-1:0]  read_tag_i,
  input  wire word_addr_t           read_addr_i,  // number of the word
  output      logic                 response_valid_o,
  output      logic [TagWidth-1:0]  response_tag_o,
  output      logic [DataWidth-1:0] response_data_o,
  output      logic [1:0]           response_resp_o,  // AXI's response; bit 1: the data do not count
  output      word_addr_t           response_addr_o,  // number of the word

  // Whether a write of the word is in flight
  output      word_addr_t lookup_addr_o,
  input  wire logic       lookup_found_i,

  // AXI4's channels AR and R
  output      logic                    ar_valid_o,
  input  wire logic                    ar_ready_i,
  output      logic [IdWidth-1:0]      ar_id_o,
  output      logic [BusAddrWidth-1:0] ar_addr_o,  // byte address
  input  wire logic                    r_valid_i,
  input  wire logic [IdWidth-1:0]      r_id_i,
  input  wire logic [BusWidth-1:0]     r_data_i,
  input  wire logic [1:0]              r_resp_i,

  output      ecc_pkg::ram_error_t memory_error_o,  // a kept word is wrong; row: tag of the read
  output      logic                busy_o           // a read has not left, or a response is on its way
);

  localparam int unsigned Lanes = BusWidth / DataWidth;
  localparam int unsigned LaneWidth = IdWidth - TagWidth;

  // A read that waits for a write; behind it, one that must stay offered until the bus takes it
  logic waits_valid, waits_ready, free_valid, free_ready;
  logic [TagWidth-1:0] waits_tag;
  word_addr_t waits_addr;
  logic [IdWidth-1:0] waits_id;

  skid_buffer #(
    .Width(TagWidth + WordAddrBits)
  ) u_waits (
    .clk_i,
    .rst_ni,
    .in_valid_i (read_valid_i),
    .in_ready_o (read_ready_o),
    .in_data_i  ({read_tag_i, read_addr_i}),
    .out_valid_o(waits_valid),
    .out_ready_i(waits_ready),
    .out_data_o ({waits_tag, waits_addr})
  );

  assign lookup_addr_o = waits_addr;
  assign waits_ready   = free_ready && !lookup_found_i;
  assign free_valid    = waits_valid && waits_ready;

  logic [BusAddrWidth-1:0] waits_address;
  logic waits_outside;

  axi_word_address #(
    .BusAddrWidth(BusAddrWidth),
    .BaseAddress (BaseAddress)
  ) u_word_address (
    .word_i   (waits_addr),
    .address_o(waits_address),
    .outside_o(waits_outside)
  );

  skid_buffer #(
    .Width(IdWidth + BusAddrWidth)
  ) u_address (
    .clk_i,
    .rst_ni,
    .in_valid_i (free_valid),
    .in_ready_o (free_ready),
    .in_data_i  ({waits_id, waits_address}),
    .out_valid_o(ar_valid_o),
    .out_ready_i(ar_ready_i),
    .out_data_o ({ar_id_o, ar_addr_o})
  );

  logic r_valid_q;
  logic [IdWidth-1:0] r_id_q;
  logic [BusWidth-1:0] r_data_q;
  logic [1:0] r_resp_q;
  logic r_outside, r_bad;

  ram_1r1w_ecc #(
    .Width     (1 + WordAddrBits),
    .Depth     (2 ** TagWidth),
    .Protection(Protection)
  ) u_words (
    .clk_i,
    .rst_ni,
    .write_i(free_valid),
    .waddr_i(waits_tag),
    .wdata_i({waits_outside, waits_addr}),
    .read_i (r_valid_i),
    .check_i(1'b1),
    .raddr_i(r_id_i[IdWidth-1-:TagWidth]),
    .rdata_o({r_outside, response_addr_o}),
    .bad_o  (r_bad),
    .error_o(memory_error_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) r_valid_q <= 1'b0;
    else r_valid_q <= r_valid_i;
  end
  always_ff @(posedge clk_i) begin
    r_id_q   <= r_id_i;
    r_data_q <= r_data_i;
    r_resp_q <= r_resp_i;
  end

  assign response_valid_o = r_valid_q;
  always_comb begin
    response_resp_o = r_resp_q;
    if (r_outside) response_resp_o = AxiDecErr;
    if (r_bad) response_resp_o = AxiSlvErr;
  end
  if (Lanes == 1) begin : gen_one_lane
    assign waits_id        = waits_tag;
    assign response_tag_o  = r_id_q;
    assign response_data_o = r_data_q;
  end else begin : gen_lanes
    logic [LaneWidth-1:0] lane;
    logic [Lanes-1:0][DataWidth-1:0] words;
    assign words                  = r_data_q;
    assign waits_id               = {waits_tag, waits_addr[LaneWidth-1:0]};
    assign {response_tag_o, lane} = r_id_q;
    assign response_data_o        = words[lane];
  end

  assign busy_o = waits_valid || ar_valid_o || r_valid_q || memory_error_o.valid;

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_read_waits_for_a_write, waits_valid && lookup_found_i)
  `GPUTM_COVER(b_address_waits, ar_valid_o && !ar_ready_i)
  `GPUTM_COVER(b_answer_after_answer, r_valid_q && r_valid_i)
  `GPUTM_COVER(b_read_fails, r_valid_q && r_resp_q[1])
  `GPUTM_COVER(b_read_outside, r_valid_q && r_outside)

  // Handshake assertions
  `GPUTM_STREAM(u_check_read, read_valid_i, read_ready_o, {read_tag_i, read_addr_i})
  `GPUTM_STREAM(u_check_ar, ar_valid_o, ar_ready_i, {ar_id_o, ar_addr_o})

endmodule

`default_nettype wire
