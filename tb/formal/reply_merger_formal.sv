// Proves for reply_merger, with a merge timeout of 3 cycles and 4 ids per packet: each outcome comes out once, with its
// verdict, not before earlier ids, and within the timeout if packets are taken.
//
// bound: abc bmc3 14
// cover: 14
// bug: reply_merger/waits_for_ever abc bmc3 14
// bug: reply_merger/verdict_of_the_last abc bmc3 14
// bug: reply_merger/overwritten abc bmc3 14

`default_nettype none

module reply_merger_formal
  import warptm_pkg::*;
(
  input wire logic       clk_i,
  input wire logic       reply_valid_i,
  input wire reply_op_e  reply_kind_i,
  input wire logic [4:0] reply_cid_i,
  input wire logic       reply_last_i,
  input wire logic       packet_ready_i,
  input wire logic       watch_i           // watch the id of this reply if it is an outcome
);

  localparam int unsigned MergeTimeout = 3;
  localparam int unsigned Ids = 4;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic reply_ready, packet_valid, busy;
  packet_kind_e packet_kind;
  logic [4:0] packet_cid;
  logic [Ids-1:0] packet_ids, packet_failed;

  reply_merger #(
    .MergeTimeout(MergeTimeout),
    .Ids         (Ids),
    .CidWidth    (5)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .reply_valid_i,
    .reply_ready_o  (reply_ready),
    .reply_kind_i,
    .reply_cid_i,
    .reply_last_i,
    .packet_valid_o (packet_valid),
    .packet_ready_i,
    .packet_kind_o  (packet_kind),
    .packet_cid_o   (packet_cid),
    .packet_ids_o   (packet_ids),
    .packet_failed_o(packet_failed),
    .busy_o         (busy)
  );

  stream_assume #(
    .Width(3 + 5 + 1)
  ) u_assume_reply (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(reply_valid_i),
    .ready_i(reply_ready),
    .data_i ({reply_kind_i, reply_cid_i, reply_last_i})
  );

  logic taken, outcome;
  assign taken   = reply_valid_i && reply_ready;
  assign outcome = reply_kind_i == ReplyOpPass || reply_kind_i == ReplyOpFail;

  // Outcomes and retirements come in the order of ids; those of a warp lie within Ids ids.
  logic [1:0][4:0] next_q = '0, warp_q = '0;
  logic [1:0] begun_q = '0, kind;
  logic [4:0] ahead, into;
  assign kind  = outcome ? 2'd0 : 2'd1;
  assign ahead = reply_cid_i - next_q[kind[0]];
  assign into  = reply_cid_i - warp_q[kind[0]];

  logic watching_q = 1'b0, failed_q = 1'b0, done_q = 1'b0;
  logic [4:0] watched_q = '0;
  logic [3:0] waited_q = '0;
  logic [4:0] place;
  logic in_packet;
  assign place     = watched_q - packet_cid;
  assign in_packet = packet_valid && packet_kind == PacketOutcomes && place < 5'(Ids) && packet_ids[place[1:0]];

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      m_a_kind : assume (reply_kind_i <= ReplyOpResendWrites);
      if (reply_valid_i && (outcome || reply_kind_i == ReplyOpRetired)) begin
        m_in_order : assume (ahead < 5'd4);
        if (begun_q[kind[0]]) m_one_warp : assume (into < 5'(Ids));
      end
      if (taken && (outcome || reply_kind_i == ReplyOpRetired)) begin
        next_q[kind[0]]  <= reply_cid_i + 1'b1;
        begun_q[kind[0]] <= !reply_last_i;
        if (!begun_q[kind[0]]) warp_q[kind[0]] <= reply_cid_i;
      end
      if (taken && outcome && watch_i && !watching_q && !done_q) begin
        watching_q <= 1'b1;
        watched_q  <= reply_cid_i;
        failed_q   <= reply_kind_i == ReplyOpFail;
      end
      if (watching_q) begin
        // The wait restarts with each reply merged into the packet, and does not count cycles in which the core takes
        // nothing.
        if (taken && outcome) waited_q <= '0;
        else if (packet_ready_i) waited_q <= waited_q + 1'b1;
        a_not_for_ever : assert (waited_q <= 4'(MergeTimeout + 3));
        if (in_packet) begin
          a_verdict : assert (packet_failed[place[1:0]] == failed_q);
          if (packet_ready_i) begin
            watching_q <= 1'b0;
            done_q     <= 1'b1;
          end
        end
        c_alone : cover (in_packet && packet_ids == Ids'(1) && packet_ready_i);
        c_with_others : cover (in_packet && packet_ids == 4'b1011 && packet_failed == 4'b0010);
      end
      // No packet with a younger id overtakes it, and it does not come twice.
      if (watching_q && packet_valid && packet_kind == PacketOutcomes && !in_packet)
        a_in_order : assert (place[4] == 1'b0);
      if (done_q && !watching_q && next_q[0] - watched_q < 5'd12) a_once : assert (!in_packet);
    end
  end

endmodule

`default_nettype wire
