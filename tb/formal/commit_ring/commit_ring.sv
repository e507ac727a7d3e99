// The commit unit's ring at four entries (MICRO 2011 paper, section 4.5, figure 5), with cores and an L2 that do whatever
// the streams' rules allow. Proved: the pointers keep their order (assertions of commit_unit), every id retires exactly
// once and in order, never before its log, its local outcome and its final outcome, and is reported once.

`default_nettype none

module commit_ring
  import kilo_pkg::*;
  import commit_unit_pkg::*;
(
  input wire logic          clk_i,
  input wire logic          fill_valid_i,
  input wire fill_kind_e    fill_kind_i,
  input wire logic          fill_last_i,
  input wire cid_t          fill_id_i,
  input wire word_addr_t    fill_addr_i,
  input wire data_t         fill_data_i,
  input wire logic          control_valid_i,
  input wire control_kind_e control_kind_i,
  input wire logic          control_last_i,
  input wire cid_t          control_id_i,
  input wire logic          reply_ready_i,
  input wire logic          l2_read_ready_i,
  input wire logic          l2_response_valid_i,
  input wire logic          l2_response_tag_i,
  input wire data_t         l2_response_data_i,
  input wire logic          l2_write_ready_i
);

  localparam int unsigned Entries = 4;
  localparam int unsigned Tags    = 2;
  localparam int unsigned Ids     = 2 ** CidBits;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic        fill_ready, control_ready, reply_valid, l2_read_valid, l2_read_tag, l2_write_valid;
  reply_kind_e reply_kind;
  cid_t        reply_id, head_id, retire_id;
  logic        ready;

  commit_unit #(
    .RingEntries(Entries),
    .Buffers    (4),
    .BufferWords(2),
    .Banks      (2),
    .ReadTags   (Tags)
  ) u_commit_unit (
    .clk_i,
    .rst_ni         (rst_n),
    .first_id_i     (cid_t'(14)),  // the ids wrap after two
    .fill_valid_i,
    .fill_ready_o   (fill_ready),
    .fill_kind_i,
    .fill_last_i,
    .fill_id_i,
    .fill_addr_i,
    .fill_data_i,
    .fill_skips_i   (2'b01),
    .control_valid_i,
    .control_ready_o(control_ready),
    .control_kind_i,
    .control_last_i,
    .control_id_i,
    .control_addr_i (fill_addr_i),
    .control_data_i (fill_data_i),
    .reply_valid_o  (reply_valid),
    .reply_ready_i,
    .reply_kind_o   (reply_kind),
    .reply_id_o     (reply_id),
    .l2_read_valid_o(l2_read_valid),
    .l2_read_ready_i,
    .l2_read_tag_o  (l2_read_tag),
    .l2_read_addr_o (),
    .l2_response_valid_i,
    .l2_response_tag_i,
    .l2_response_data_i,
    .l2_write_valid_o(l2_write_valid),
    .l2_write_ready_i,
    .l2_write_addr_o(),
    .l2_write_data_o(),
    .head_id_o      (head_id),
    .hazard_id_o    (),
    .wait_id_o      (),
    .revalidate_id_o(),
    .outcome_id_o   (),
    .commit_id_o    (),
    .retire_id_o    (retire_id),
    .ready_o        (ready),
    .busy_o         ()
  );

  // What has happened to the ids in the ring. Unused ids have all bits clear.
  logic [Ids-1:0] begun_q, complete_q, replied_q, passed_q, final_q, asked_q, unreported_q;
  logic [Tags-1:0] in_flight_q;
  cid_t retire_id_q;
  logic running_q;  // the ring has been swept

  cid_t fill_age;
  assign fill_age = fill_id_i - retire_id;

  logic fill, control, reply;
  assign fill    = fill_valid_i && fill_ready;
  assign control = control_valid_i && control_ready;
  assign reply   = reply_valid && reply_ready_i;

  // The rules of the streams.
  always_comb begin
    assume (fill_kind_i inside {FillRead, FillWrite, FillSkip});
    assume (control_kind_i inside {ControlFinalPass, ControlFinalFail, ControlResend});
    if (fill_valid_i) begin
      assume (fill_age < cid_t'(Entries));
      assume (!complete_q[fill_id_i]);
      assume (fill_kind_i != FillSkip || !begun_q[fill_id_i]);
    end
    if (control_valid_i) begin
      if (control_kind_i == ControlResend) begin
        assume (asked_q[control_id_i]);
      end else begin
        assume (replied_q[control_id_i] && !final_q[control_id_i]);
        assume (control_kind_i != ControlFinalPass || passed_q[control_id_i]);
      end
    end
    if (l2_response_valid_i) assume (in_flight_q[l2_response_tag_i]);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      begun_q      <= '0;
      complete_q   <= '0;
      replied_q    <= '0;
      passed_q     <= '0;
      final_q      <= '0;
      asked_q      <= '0;
      unreported_q <= '0;
      in_flight_q  <= '0;
      running_q    <= 1'b0;
    end else begin
      running_q <= ready;
      if (fill) begin
        begun_q[fill_id_i]    <= fill_kind_i != FillSkip;
        complete_q[fill_id_i] <= fill_kind_i == FillSkip || fill_last_i;
      end
      if (control) begin
        if (control_kind_i == ControlResend) begin
          if (control_last_i) asked_q[control_id_i] <= 1'b0;
        end else begin
          final_q[control_id_i] <= 1'b1;
        end
      end
      if (l2_read_valid && l2_read_ready_i) in_flight_q[l2_read_tag] <= 1'b1;
      if (l2_response_valid_i) in_flight_q[l2_response_tag_i] <= 1'b0;
      if (reply) begin
        case (reply_kind)
          ReplyPass, ReplyFail: begin
            replied_q[reply_id] <= 1'b1;
            passed_q[reply_id]  <= reply_kind == ReplyPass;
            a_outcome_once : assert (begun_q[reply_id] && complete_q[reply_id] && !replied_q[reply_id]);
          end
          ReplyRetired: begin
            unreported_q[reply_id] <= 1'b0;
            a_reported_once : assert (unreported_q[reply_id]);
            a_reported_in_order :
            assert (!unreported_q[cid_t'(reply_id-1)] && !unreported_q[cid_t'(reply_id-2)] &&
                    !unreported_q[cid_t'(reply_id-3)]);
          end
          default: asked_q[reply_id] <= 1'b1;
        endcase
      end
      // The retire pointer passes an id.
      if (running_q) begin
        a_one_at_a_time : assert (retire_id == retire_id_q || retire_id == cid_t'(retire_id_q + 1));
        if (retire_id != retire_id_q) begin
          a_complete : assert (complete_q[retire_id_q]);
          a_decided : assert (!begun_q[retire_id_q] || (replied_q[retire_id_q] && final_q[retire_id_q]));
          a_not_asked : assert (!asked_q[retire_id_q]);
          if (begun_q[retire_id_q]) unreported_q[retire_id_q] <= 1'b1;
          begun_q[retire_id_q]    <= 1'b0;
          complete_q[retire_id_q] <= 1'b0;
          replied_q[retire_id_q]  <= 1'b0;
          passed_q[retire_id_q]   <= 1'b0;
          final_q[retire_id_q]    <= 1'b0;
        end
      end
    end
    retire_id_q <= retire_id;
  end

  // The interesting things can happen.
  logic wrote_q, asked_once_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      wrote_q      <= 1'b0;
      asked_once_q <= 1'b0;
    end else begin
      wrote_q      <= wrote_q || (l2_write_valid && l2_write_ready_i);
      asked_once_q <= asked_once_q || (reply && reply_kind == ReplyResendReads);
      c_skip_retires : cover (running_q && retire_id == cid_t'(15));
      c_write_retires : cover (wrote_q && reply && reply_kind == ReplyRetired);
      c_log_asked_for : cover (asked_once_q && control && control_kind_i == ControlResend && control_last_i);
    end
  end

endmodule

`default_nettype wire
