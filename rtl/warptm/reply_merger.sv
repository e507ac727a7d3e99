// Merges a commit unit's replies to the lanes of a warp into packets (MICRO 2013 paper: one coalesced reply for a
// warp): one with local outcomes, pass or fail, one with retirements. Both come in commit-id order, and a warp's ids
// are contiguous, so one open packet of each kind is enough. The reply of the warp's last id with a log at this
// partition closes it. Requests to resend a log are forwarded alone, at once.
//
// A packet that has waited for MergeTimeout cycles without another reply is closed as well (ours). Without
// that a warp could wait for itself: a false writer in the last writer history may let a lane wait until
// another lane of its warp has retired, and that lane waits for the final outcome that follows the packet.
//
// Latency:    2 cycles from the reply that closes a packet; 1 for a request.
// Throughput: one reply in and one packet out a cycle. A reply waits while the previous packet of
//             its kind is closed and has not left.
//
// MergeTimeout: cycles, at least 2. Ids: named by a packet, at least the lanes of a warp; CidWidth: bits of a commit id.

`include "gputm_assert.svh"

`default_nettype none

module reply_merger
  import warptm_pkg::*;
#(
  parameter int unsigned MergeTimeout = 64,
  parameter int unsigned Ids          = 64,
  parameter int unsigned CidWidth     = 16
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,

  // A reply of the commit unit
  input  wire logic                reply_valid_i,
  output      logic                reply_ready_o,
  input  wire reply_op_e           reply_kind_i,  // numbered as the commit unit's
  input  wire logic [CidWidth-1:0] reply_cid_i,  // commit ID of the reply
  input  wire logic                reply_last_i,     // outcomes and retirements: last of its warp at this partition

  // A packet to the warp's core
  output      logic                packet_valid_o,
  input  wire logic                packet_ready_i,
  output      packet_kind_e        packet_kind_o,  // kind of its replies
  output      logic [CidWidth-1:0] packet_cid_o,     // first commit ID
  output      logic [Ids-1:0]      packet_ids_o,     // bit i: packet_cid_o + i is in the packet
  output      logic [Ids-1:0]      packet_failed_o,  // of these, failed local outcomes

  output      logic                busy_o            // a reply is on its way
);

  localparam int unsigned AgeWidth = $clog2(MergeTimeout + 1);
  localparam int unsigned IdWidth = $clog2(Ids);

  localparam bit [2:0] Legal = {
    param_pkg::in_range("reply_merger: MergeTimeout", MergeTimeout, 2, 65535),
    param_pkg::in_range("reply_merger: Ids", Ids, 2, 1024),
    param_pkg::in_range("reply_merger: CidWidth", CidWidth, 2, 32)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef struct packed {
    logic                open;    // has an id
    logic                closed;  // accepts no more replies
    logic [CidWidth-1:0] first;
    logic [Ids-1:0]      ids;
    logic [Ids-1:0]      failed;
    logic [AgeWidth-1:0] age;     // cycles without another reply
  } packet_t;

  typedef enum logic {
    KindOutcome,
    KindRetired
  } kind_e;

  // The open packets: outcomes, and retirements
  packet_t [1:0] made_q, made_d;
  logic [1:0] sent;
  logic is_request, taken;
  kind_e kind;

  assign is_request = reply_kind_i == ReplyOpResendReads || reply_kind_i == ReplyOpResendWrites;
  assign kind       = reply_kind_i == ReplyOpRetired ? KindRetired : KindOutcome;

  // The packet that is sent
  logic out_valid_q, out_free;
  packet_kind_e out_kind_q, out_kind_d;
  logic [CidWidth-1:0] out_first_q, out_first_d;
  logic [Ids-1:0] out_ids_q, out_ids_d, out_failed_q, out_failed_d;
  logic out_set;

  assign out_free = !out_valid_q || packet_ready_i;

  always_comb begin
    sent         = '0;
    out_set      = 1'b0;
    out_kind_d   = PacketOutcomes;
    out_first_d  = made_q[KindOutcome].first;
    out_ids_d    = made_q[KindOutcome].ids;
    out_failed_d = made_q[KindOutcome].failed;
    if (made_q[KindOutcome].closed) begin
      out_set           = 1'b1;
      sent[KindOutcome] = out_free;
    end else if (made_q[KindRetired].closed) begin
      out_set           = 1'b1;
      out_kind_d        = PacketRetired;
      out_first_d       = made_q[KindRetired].first;
      out_ids_d         = made_q[KindRetired].ids;
      out_failed_d      = '0;
      sent[KindRetired] = out_free;
    end else if (reply_valid_i && is_request) begin
      out_set      = 1'b1;
      out_kind_d   = reply_kind_i == ReplyOpResendReads ? PacketResendReads : PacketResendWrites;
      out_first_d  = reply_cid_i;
      out_ids_d    = Ids'(1);
      out_failed_d = '0;
    end
  end

  assign reply_ready_o = is_request ? out_free && !made_q[KindOutcome].closed && !made_q[KindRetired].closed
                                    : !made_q[kind].closed;
  assign taken         = reply_valid_i && reply_ready_o;

  logic [CidWidth-1:0] offset;
  assign offset = made_q[kind].open ? reply_cid_i - made_q[kind].first : '0;

  always_comb begin
    made_d = made_q;
    for (int unsigned k = 0; k < 2; k++) begin
      if (sent[k]) made_d[k] = '0;
      else if (made_q[k].open && !made_q[k].closed) begin
        made_d[k].age    = made_q[k].age + 1'b1;
        made_d[k].closed = made_q[k].age == AgeWidth'(MergeTimeout - 1);
      end
    end
    if (taken && !is_request) begin
      made_d[kind].open = 1'b1;
      made_d[kind].age  = '0;
      if (!made_q[kind].open) made_d[kind].first = reply_cid_i;
      made_d[kind].ids[offset[IdWidth-1:0]]    = 1'b1;
      made_d[kind].failed[offset[IdWidth-1:0]] = reply_kind_i == ReplyOpFail;
      made_d[kind].closed = reply_last_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      made_q      <= '0;
      out_valid_q <= 1'b0;
    end else begin
      made_q <= made_d;
      if (out_free) out_valid_q <= out_set;
    end
  end

  always_ff @(posedge clk_i) begin
    if (out_free) begin
      out_kind_q   <= out_kind_d;
      out_first_q  <= out_first_d;
      out_ids_q    <= out_ids_d;
      out_failed_q <= out_failed_d;
    end
  end

  assign packet_valid_o  = out_valid_q;
  assign packet_kind_o   = out_kind_q;
  assign packet_cid_o    = out_first_q;
  assign packet_ids_o    = out_ids_q;
  assign packet_failed_o = out_failed_q;
  assign busy_o          = out_valid_q || made_q[KindOutcome].open || made_q[KindRetired].open;

  `GPUTM_ASSERT(a_ids_of_one_warp, !(taken && !is_request) || offset < CidWidth'(Ids),
                ("reply_merger: id %0d does not fit behind %0d", reply_cid_i, made_q[kind].first))
  `GPUTM_ASSERT(a_in_order, !(taken && !is_request) || made_q[kind].ids >> offset[IdWidth-1:0] == '0,
                ("reply_merger: id %0d comes after a younger one", reply_cid_i))
  `GPUTM_ASSERT(a_failed_ids_are_named, !out_valid_q || (out_failed_q & ~out_ids_q) == '0,
                ("reply_merger: ids %b fail, and %b are named", out_failed_q, out_ids_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_timeout, made_q[KindOutcome].closed && made_q[KindOutcome].age == AgeWidth'(MergeTimeout))
  `GPUTM_COVER(b_outcome_goes_before_retirement, made_q[KindOutcome].closed && made_q[KindRetired].closed)
  `GPUTM_COVER(b_request_waits, reply_valid_i && is_request && !reply_ready_o)
  `GPUTM_COVER(b_some_pass_some_fail, out_valid_q && out_failed_q != '0 && out_failed_q != out_ids_q)

  // Handshake assertions
  `GPUTM_STREAM(u_check_reply, reply_valid_i, reply_ready_o, {reply_kind_i, reply_cid_i, reply_last_i})
  `GPUTM_STREAM(u_check_packet, packet_valid_o, packet_ready_i, {packet_kind_o, packet_cid_o, packet_ids_o,
                                                                 packet_failed_o})

endmodule

`default_nettype wire
