// Proves for metadata_table, with two rows, one entry in the stash, eight granules and times of 3 bits, for a symbolic granule, which
// alone is released: while words of it are reserved, every answer is that of a memory without a pipeline, so that no
// reservation is lost, changed or seen late; otherwise nothing passes that is earlier than what has passed before, and nothing
// waits. With four ways the stash is not reached within these cycles; with one entries go there and are found there, but none
// is moved back.
//
// bound: abc bmc3 15
// deep: abc bmc3 17
// cover: smtbmc --nopresat yices --delegate=y2sat -- --noincr --logic QF_BV 15
// bug: metadata_table/not_held abc bmc3 16
// bug: metadata_table/not_forwarded abc bmc3 16
// bug: metadata_table/miss_not_held abc bmc3 16
// bug: metadata_table/reserved_evicted abc bmc3 16
// bug: metadata_table/load_not_recorded abc bmc3 16
// with: stash Ways=1
// bound: abc bmc3 15
// deep: abc bmc3 17
// cover: smtbmc --nopresat yices --delegate=y2sat -- --noincr --logic QF_BV 16
// bug: metadata_table/stash_change_unseen abc bmc3 17

`default_nettype none

module metadata_table_formal
  import getm_pkg::*;
#(
  parameter int unsigned Ways = 4
) (
  input wire logic       clk_i,
  input wire logic       op_valid_i,
  input wire logic [1:0] op_kind_i,
  input wire logic [2:0] op_granule_i,
  input wire logic [2:0] op_time_i,
  input wire logic [2:0] granule_i      // granule, constant
);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic op_ready, rsp_valid, needs_valid, busy;
  logic [2:0] needs, turn;
  verdict_e verdict;
  table_events_t events;

  metadata_table #(
    .Ways         (Ways),
    .Rows         (2),
    .Stash        (1),
    .FilterBuckets(2),
    .GranuleWidth (3),
    .TimeWidth    (3)
  ) u_dut (
    .clk_i,
    .rst_ni           (rst_n),
    .clear_i          (1'b0),
    .busy_o           (busy),
    .op_valid_i,
    .op_ready_o       (op_ready),
    .op_kind_i        (granule_op_e'(op_kind_i)),
    .op_granule_i,
    .op_time_i,
    .op_words_i       (8'd1),
    .rsp_valid_o      (rsp_valid),
    .rsp_verdict_o    (verdict),
    .rsp_needs_valid_o(needs_valid),
    .rsp_needs_o      (needs),
    .rsp_turn_o       (turn),
    .events_o         (events),
    .errors_o         ()
  );

  stream_assume #(
    .Width(8)
  ) u_assume_op (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(op_valid_i),
    .ready_i(op_ready),
    .data_i ({op_kind_i, op_granule_i, op_time_i})
  );

  // Operations without an answer yet
  typedef struct packed {
    granule_op_e kind;
    logic [2:0]  granule;
    logic [2:0]  at;
  } op_t;

  op_t [7:0] op_q;
  op_t now;
  logic [2:0] entered_q = '0, answered_q = '0;
  logic taken;
  assign taken = op_valid_i && op_ready;
  assign now   = op_q[answered_q];

  // Words of the granule that may be released, with those of stores without an answer, and releases without an answer
  logic [3:0] free_to_release_q = '0, releasing_q = '0;

  // What has passed for the granule
  logic [3:0] reserved_q = '0, reserved;
  logic [2:0] written_q = '0, latest_q = '0, granule_q;
  logic mine, is_store, passes, fails, enters_store, enters_release;

  assign mine     = reserved_q != '0 && written_q == now.at;
  assign is_store = now.kind == GranuleStore;
  assign passes   = verdict == VerdictPass;
  assign enters_store   = taken && granule_op_e'(op_kind_i) == GranuleStore && op_granule_i == granule_q;
  assign enters_release = taken && granule_op_e'(op_kind_i) == GranuleRelease;
  assign fails          = rsp_valid && is_store && !passes && now.granule == granule_q;
  assign reserved = reserved_q + 4'(passes && is_store) - 4'(now.kind == GranuleRelease);

  always_ff @(posedge clk_i) begin
    granule_q <= granule_i;
    if (rst_n) begin
      m_constant : assume (granule_i == granule_q);
      if (op_valid_i && granule_op_e'(op_kind_i) == GranuleRelease)
        m_reserved : assume (op_granule_i == granule_q && free_to_release_q != '0);

      if (taken) begin
        op_q[entered_q] <= '{kind: granule_op_e'(op_kind_i), granule: op_granule_i, at: op_time_i};
        entered_q       <= entered_q + 1'b1;
      end
      if (rsp_valid) begin
        a_asked : assert (entered_q != answered_q);
        answered_q <= answered_q + 1'b1;
      end
      free_to_release_q <= free_to_release_q + 4'(enters_store) - 4'(enters_release) - 4'(fails);
      releasing_q       <= releasing_q + 4'(enters_release) - 4'(rsp_valid && now.kind == GranuleRelease);
      // What is released was stored.
      if (fails) m_stored : assume (releasing_q == '0);

      if (rsp_valid && now.granule == granule_q && now.kind != GranuleNone) begin
        reserved_q <= reserved;
        if (now.kind == GranuleLoad || is_store) begin
          if (reserved_q != '0) begin
            a_exact : assert (verdict == (mine ? VerdictPass : written_q > now.at ? VerdictAbort : VerdictStall));
            if (verdict == VerdictAbort) a_exact_time : assert (needs_valid && needs == written_q);
          end else begin
            a_waits_for_none : assert (verdict != VerdictStall);
            if (passes) a_not_too_late : assert (now.at >= (is_store ? latest_q : written_q));
            if (verdict == VerdictAbort && needs_valid)
              a_too_late : assert (needs > now.at && needs >= (is_store ? latest_q : written_q));
            if (verdict == VerdictAbort && !needs_valid) a_no_room : assert (is_store);
          end
          if (passes && is_store) written_q <= now.at;
          if (passes && now.at > latest_q) latest_q <= now.at;
        end
        if (verdict != VerdictStall)
          a_turn : assert (turn == (reserved != '0 ? (passes && is_store ? now.at : written_q) : '1));
        c_stalls : cover (verdict == VerdictStall);
        c_mine_after_release : cover (reserved_q == 4'd2 && now.kind == GranuleRelease);
      end
      a_rests : assert (busy || entered_q == answered_q);
      if (Ways == 1) begin
        c_stashed : cover (u_dut.rule_valid_q && u_dut.to_stash);
        c_found_in_the_stash : cover (rsp_valid && now.granule == granule_q && $past(u_dut.rule_stash_q != '0, 1));
      end
      c_forwards : cover (u_dut.forward && u_dut.pick_valid_q && !u_dut.hold);
    end else begin
      m_no_operation : assume (!op_valid_i);
    end
  end

endmodule

`default_nettype wire
