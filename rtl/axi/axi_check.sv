// The rules of an AXI4 master port with single-word transfers, as assertions about both sides. No
// outputs, so synthesis removes it.
//
// Master: an offer stays, unchanged, until it is taken; every burst is one beat of one word; a write's strobes
// are those of one word; no data without an address, though either may be taken first; a read id is in use once.
// Memory: answers stay as well; a write is answered once, after its address and its data have been taken, and a
// read once, by its id, with its only beat.
//
// IdWidth: bits of an id. BusWidth: bits of the data bus. WordBytes: bytes of a word.

`include "gputm_assert.svh"

`default_nettype none

module axi_check
  import kilo_axi_pkg::*;
#(
  parameter  int unsigned IdWidth      = 9,
  parameter  int unsigned BusWidth     = 32,
  parameter  int unsigned BusAddrWidth = 32,
  parameter  int unsigned WordBytes    = 4,
  localparam int unsigned StrobeWidth  = BusWidth / 8
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input wire logic                    aw_valid_i,
  input wire logic                    aw_ready_i,
  input wire logic [IdWidth-1:0]      aw_id_i,
  input wire logic [BusAddrWidth-1:0] aw_addr_i,
  input wire logic [7:0]              aw_len_i,
  input wire logic [2:0]              aw_size_i,

  input wire logic                   w_valid_i,
  input wire logic                   w_ready_i,
  input wire logic [BusWidth-1:0]    w_data_i,
  input wire logic [StrobeWidth-1:0] w_strb_i,
  input wire logic                   w_last_i,

  input wire logic               b_valid_i,
  input wire logic               b_ready_i,
  input wire logic [IdWidth-1:0] b_id_i,
  input wire logic [1:0]         b_resp_i,

  input wire logic                    ar_valid_i,
  input wire logic                    ar_ready_i,
  input wire logic [IdWidth-1:0]      ar_id_i,
  input wire logic [BusAddrWidth-1:0] ar_addr_i,
  input wire logic [7:0]              ar_len_i,
  input wire logic [2:0]              ar_size_i,

  input wire logic                r_valid_i,
  input wire logic                r_ready_i,
  input wire logic [IdWidth-1:0]  r_id_i,
  input wire logic [BusWidth-1:0] r_data_i,
  input wire logic [1:0]          r_resp_i,
  input wire logic                r_last_i
);

  localparam int unsigned CountWidth = 16;
  localparam logic [2:0] WordSize = 3'($clog2(WordBytes));
  localparam logic [BusAddrWidth-1:0] WithinWord = BusAddrWidth'(WordBytes) - 1'b1;

  // Unanswered writes with their address taken, and with their data taken; both wrap, and neither
  // is ever so far ahead.
  logic [CountWidth-1:0] addresses_q, data_q;
  logic answered, strobes_of_a_word;
  logic [2**IdWidth-1:0] reads_q, reads_d;

  assign answered = b_valid_i && b_ready_i;

  always_comb begin
    strobes_of_a_word = 1'b0;
    for (int unsigned first = 0; first < StrobeWidth; first += WordBytes) begin
      if (w_strb_i == StrobeWidth'({WordBytes{1'b1}}) << first) strobes_of_a_word = 1'b1;
    end
  end

  always_comb begin
    reads_d = reads_q;
    if (r_valid_i && r_ready_i) reads_d[r_id_i] = 1'b0;
    if (ar_valid_i && ar_ready_i) reads_d[ar_id_i] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      addresses_q <= '0;
      data_q      <= '0;
      reads_q     <= '0;
    end else begin
      addresses_q <= addresses_q + CountWidth'(aw_valid_i && aw_ready_i) - CountWidth'(answered);
      data_q      <= data_q + CountWidth'(w_valid_i && w_ready_i) - CountWidth'(answered);
      reads_q     <= reads_d;
    end
  end

  // Addresses taken less data taken
  logic [CountWidth-1:0] ahead;
  assign ahead = addresses_q - data_q;

  logic one_beat, a_word;
  assign one_beat = (!aw_valid_i || aw_len_i == AxiOneBeat) && (!ar_valid_i || ar_len_i == AxiOneBeat) &&
      (!w_valid_i || w_last_i) && (!r_valid_i || r_last_i);
  assign a_word = (!aw_valid_i || (aw_size_i == WordSize && (aw_addr_i & WithinWord) == '0)) &&
      (!ar_valid_i || (ar_size_i == WordSize && (ar_addr_i & WithinWord) == '0));

  `GPUTM_ASSERT(a_one_beat, one_beat, ("%m: a burst of more than one beat"))
  `GPUTM_ASSERT(a_a_word, a_word, ("%m: transfer is not an aligned word"))
  `GPUTM_ASSERT(a_strobes, !w_valid_i || strobes_of_a_word, ("%m: strobes %b are not those of a word", w_strb_i))
  // Data may be taken before their address, while the address is offered.
  `GPUTM_ASSERT(a_no_data_without_address, aw_valid_i || !(ahead[CountWidth-1] || (w_valid_i && ahead == '0)),
                ("%m: write data before its address"))
  `GPUTM_ASSERT(
      a_answer_of_a_write,
      !b_valid_i || (addresses_q != '0 && data_q != '0 && !addresses_q[CountWidth-1] && !data_q[CountWidth-1]),
      ("%m: answer without a write"))
  `GPUTM_ASSERT(a_answer_id, !b_valid_i || b_id_i == '0, ("%m: answer of a write with id %0d", b_id_i))
  `GPUTM_ASSERT(a_id_in_use_once, !ar_valid_i || !reads_q[ar_id_i],
                ("%m: read with id %0d before the answer to its last read", ar_id_i))
  `GPUTM_ASSERT(a_known_id, !r_valid_i || reads_q[r_id_i], ("%m: answer without a read with id %0d", r_id_i))

  // Handshake assertions
  `GPUTM_STREAM(u_check_aw, aw_valid_i, aw_ready_i, {aw_id_i, aw_addr_i})
  `GPUTM_STREAM(u_check_w, w_valid_i, w_ready_i, {w_data_i, w_strb_i})
  `GPUTM_STREAM(u_check_b, b_valid_i, b_ready_i, {b_id_i, b_resp_i})
  `GPUTM_STREAM(u_check_ar, ar_valid_i, ar_ready_i, {ar_id_i, ar_addr_i})
  `GPUTM_STREAM(u_check_r, r_valid_i, r_ready_i, {r_id_i, r_data_i, r_resp_i})

endmodule

`default_nettype wire
