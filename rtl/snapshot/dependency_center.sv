// Center of the dependency_unit: takes the operations of all transactions as beats, each with at most one other transaction
// that access_tables has found, in one order; decides from the records of both (txn_directory, dependency_decision),
// orders dependencies by timestamps (post_dating_unit), and answers. It has the ids: their records, generations,
// retirement, and reclaim passes.
//
// Beats of an operation come one behind the other. Answers come in the order of the last beats.
//
// Latency:    five cycles from a beat to its answer, eight with a request to the post_dating_unit.
// Throughput: one beat each cycle, less one cycle for each committed transaction and fence; a commit waits for the verdicts
//             of its own transaction, a snapshot for the timestamp of its version.
//
// Parameters: as in dependency_unit.

`include "gputm_assert.svh"

`default_nettype none

module dependency_center
  import dependency_pkg::*;
  import snapshot_pkg::*;
#(
  parameter int unsigned IdWidth          = snapshot_pkg::TxnBits,
  parameter int unsigned LeafWidth        = 5,
  parameter int unsigned GenWidth         = snapshot_pkg::GenBits,
  parameter int unsigned SeqWidth         = 24,
  parameter int unsigned TimestampWidth   = snapshot_pkg::TimestampBits,
  parameter int unsigned LastTimestamp    = 2 ** TimestampWidth - 2,
  parameter int unsigned Increment        = 10,
  parameter int unsigned PropagationDepth = 16,
  parameter int unsigned PropagationSuccs = 8,
  parameter int unsigned Passes           = 8,
  parameter int unsigned Versions         = 0,
  parameter int unsigned Protection       = ecc_pkg::None,

  localparam int unsigned TimestampMemories = 10,
  localparam int unsigned Memories          = TimestampMemories + 8,
  localparam int unsigned Txns              = 2 ** IdWidth,
  localparam int unsigned Groups            = 2 ** (IdWidth - LeafWidth),
  localparam int unsigned NumWidth          = $clog2(Txns + 1)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic               in_valid_i,
  output      logic               in_ready_o,
  input  wire access_beat_t       in_beat_i,
  input  wire logic               in_last_i,      // last beat of its operation
  input  wire logic [IdWidth-1:0] in_txn_i,       // transaction; with Versions, of a snapshot: version number
  input  wire logic [IdWidth-1:0] in_other_i,     // other transaction, if there is one
  input  wire logic               in_snapshot_i,  // the beat is a DepSnapshot, known early in the cycle
  output      logic               in_skip_o,      // the operation of the newest beat need not meet further transactions

  output      logic                            fence_valid_o,  // DepFence behind all that the tables have accepted
  input  wire logic                            fence_ready_i,
  output      logic [Txns-1:0]                 dead_o,         // entries of these ids no longer count
  output      logic [Groups-1:0][GenWidth-1:0] gen_o,          // present generation of each group of ids
  output      logic                            reclaim_o,      // starts a pass in the tables, while reclaiming_i is low
  input  wire logic                            reclaiming_i,

  output      logic                      rsp_valid_o,
  input  wire logic                      rsp_ready_i,
  output      dep_op_e                   rsp_op_o,         // operation of the answer
  output      dep_result_e               rsp_result_o,     // result of the operation
  output      logic [IdWidth-1:0]        rsp_txn_o,        // transaction; snapshot: the new id; version: its number
  output      logic [TimestampWidth-1:0] rsp_timestamp_o,  // done: a snapshot's or version's CTS, a commit's PDTS

  output      logic               edge_valid_o,    // pulse: a dependency is reported
  output      logic [IdWidth-1:0] edge_pred_o,     // first in the serial order
  output      logic [IdWidth-1:0] edge_succ_o,     // second in the serial order
  output      logic               passes_o,        // pulse: last edge of a user's operation
  output      logic               retire_valid_o,  // pulse: a committed transaction is released
  output      logic [IdWidth-1:0] retire_txn_o,    // released id

  output      logic                start_o,  // a snapshot would get an id, and should be requested
  output      logic [NumWidth-1:0] live_o,   // running transactions
  output      logic [NumWidth-1:0] free_o,   // free ids
  output      logic                busy_o,   // work is left without new beats

  output      ecc_pkg::ram_error_t [Memories-1:0] errors_o  // of post_dating_unit, txn_directory
);

  // Stage M: the next beat; the unit's own operations have priority.
  typedef struct packed {
    access_beat_t access;
    logic         last;
    dep_result_e  snapshot;  // result of a snapshot: DepDone when it gets an id
  } beat_t;

  // Beats between stage M, which takes them, and stage C, which decides.
  localparam int unsigned BehindWidth = 3;  // bits of a number of beats
  logic [BehindWidth-1:0] lasts_q, begins_q, publications_q;

  logic flushing_q;  // nothing is accepted until everything starts again
  logic blocked_q;   // no snapshot until ids or entries have been freed
  logic flush, retire_valid, free_valid, can_start, readable, hands_out, hold, beat_valid, beat_ready, c_valid, c_fire;
  logic [IdWidth-1:0] retire_txn, free_txn, beat_txn, beat_other, c_txn, c_other;
  beat_t beat, c;

  assign can_start = free_valid && !blocked_q && !flushing_q;
  assign start_o   = can_start;

  assign beat_valid  = flush || retire_valid || (in_valid_i && !hold);
  assign in_ready_o = beat_ready && !flush && !retire_valid && !hold;
  assign hands_out   = in_ready_o && in_snapshot_i && readable && can_start;
  // A snapshot behind a publication waits until the version that ends by it is known.
  assign hold        = publications_q != '0 && in_beat_i.op == DepSnapshot;

  always_comb begin
    beat       = '{access : in_beat_i, last: in_last_i, snapshot: DepDone};
    beat_txn   = in_txn_i;
    beat_other = in_other_i;
    if (flush) begin
      beat           = '0;
      beat.access.op = DepFlush;
    end else if (retire_valid) begin
      beat           = '0;
      beat.access.op = DepRetire;
      beat_txn       = retire_txn;
    end else if (in_beat_i.op == DepSnapshot) begin
      beat_txn   = free_txn;
      beat_other = in_txn_i;
      if (!readable) beat.snapshot = DepGone;
      else if (!can_start) beat.snapshot = DepWait;
    end
  end

  logic takes, ends_begin;  // a beat is taken; a snapshot with an id is decided
  assign takes      = beat_valid && beat_ready;
  assign ends_begin = c_fire && c.access.op == DepSnapshot && c.snapshot == DepDone;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lasts_q        <= '0;
      begins_q       <= '0;
      publications_q <= '0;
    end else begin
      lasts_q        <= lasts_q + BehindWidth'(takes && beat.last) - BehindWidth'(c_fire && c.last);
      begins_q       <= begins_q + BehindWidth'(hands_out) - BehindWidth'(ends_begin);
      publications_q <= publications_q + BehindWidth'(takes && beat.access.op == DepPublish) -
                        BehindWidth'(c_fire && c.access.op == DepPublish);
    end
  end

  // Stage C: decides from the records of the two transactions.
  txn_state_e txn_state, other_state, read_txn_state, read_other_state;
  logic [SeqWidth-1:0] read_txn_seq, read_other_seq, commits, snapshot_seq, oldest_seq;
  logic read, other_newer, seq_full, freed, lookup_busy, directory_busy, update;
  logic [NumWidth-1:0] held;
  logic [IdWidth-1:0] read_txn, read_other;
  dep_op_e update_op;
  logic published, version_known;
  logic [IdWidth-1:0] published_number, version_number;
  logic [TimestampWidth-1:0] snapshot_timestamp;

  record_lookup #(
    .Width   ($bits(beat_t)),
    .TxnWidth(IdWidth),
    .SeqWidth(SeqWidth)
  ) u_lookup (
    .clk_i,
    .rst_ni,
    .room_o           (beat_ready),
    .push_i           (takes),
    .data_i           (beat),
    .txn_i            (beat_txn),
    .other_valid_i    (beat.access.other_valid),
    .other_i          (beat_other),
    .changes_i        (beat.access.op inside {DepSnapshot, DepCommit, DepAbort, DepRetire}),
    .read_o           (read),
    .read_txn_o       (read_txn),
    .read_other_o     (read_other),
    .txn_state_i      (read_txn_state),
    .txn_seq_i        (read_txn_seq),
    .other_state_i    (read_other_state),
    .other_seq_i      (read_other_seq),
    .out_valid_o      (c_valid),
    .out_ready_i      (c_fire),
    .out_data_o       (c),
    .out_txn_o        (c_txn),
    .out_other_o      (c_other),
    .out_txn_state_o  (txn_state),
    .out_other_state_o(other_state),
    .out_newer_o      (other_newer),
    .busy_o           (lookup_busy)
  );

  txn_directory #(
    .Txns      (Txns),
    .SeqWidth  (SeqWidth),
    .GroupWidth(LeafWidth),
    .GenWidth  (GenWidth),
    .Passes    (Passes),
    .Protection(Protection)
  ) u_directory (
    .clk_i,
    .rst_ni,
    .read_i        (read),
    .txn_i         (read_txn),
    .other_i       (read_other),
    .txn_state_o   (read_txn_state),
    .txn_seq_o     (read_txn_seq),
    .other_state_o (read_other_state),
    .other_seq_o   (read_other_seq),
    .update_i      (c_fire && update),
    .update_op_i   (update_op),
    .update_txn_i  (c_txn),
    .update_seq_i  (snapshot_seq),
    .oldest_seq_i  (oldest_seq),
    .commits_o     (commits),
    .full_o        (seq_full),
    .free_valid_o  (free_valid),
    .free_ready_i  (hands_out),
    .free_txn_o    (free_txn),
    .dead_o,
    .gen_o,
    .reclaim_o,
    .reclaiming_i,
    .freed_o       (freed),
    .fence_valid_o,
    .fence_ready_i,
    .fence_passed_i(c_fire && c.access.op == DepFence),
    .retire_valid_o(retire_valid),
    .retire_ready_i(beat_ready && !flush),
    .retire_txn_o  (retire_txn),
    .live_o,
    .held_o        (held),
    .free_o,
    .busy_o        (directory_busy),
    .errors_o      (errors_o[TimestampMemories+:8])
  );

  logic doomed, other_doomed, refused, own_in_flight, stall, req, other_first;
  timestamp_op_e ts_op;
  dep_result_e   result;

  dependency_decision #(
    .ReportVisible(PropagationDepth != 0)
  ) u_decision (
    .beat_i           (c.access),
    .snapshot_result_i(c.snapshot),
    .version_known_i  (version_known),
    .txn_state_i      (txn_state),
    .other_state_i    (other_state),
    .other_newer_i    (other_newer),
    .doomed_i         (doomed),
    .other_doomed_i   (other_doomed),
    .refused_i        (refused || doomed),
    .own_in_flight_i  (own_in_flight),
    .flushing_i       (flushing_q),
    .seq_full_i       (seq_full),
    .stall_o          (stall),
    .req_o            (req),
    .ts_op_o          (ts_op),
    .other_first_o    (other_first),
    .result_o         (result),
    .update_o         (update),
    .update_op_o      (update_op)
  );

  // Every decision takes a place in the queue and one in front of the post_dating_unit, needed or
  // not: so the kind of request is not on the path of the stage's advance.
  logic of_user, queued, room, req_room;

  assign of_user = c.access.op inside {DepSnapshot, DepRead, DepWrite, DepCommit, DepAbort, DepPublish};
  assign queued  = req || of_user;
  assign c_fire  = c_valid && !stall && room && req_room;

  // A refused operation need not meet further transactions, and does not go through all the readers of its block.
  logic amid_q;     // the tables have given some, not all, beats of an operation
  logic refused_q;  // the operation that stage C decided last has been refused

  assign in_skip_o = amid_q && refused_q && lasts_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      amid_q    <= 1'b0;
      refused_q <= 1'b0;
    end else begin
      if (in_valid_i && in_ready_o) amid_q <= !in_last_i;
      if (c_fire && of_user) refused_q <= !c.last && (refused_q || refused || doomed || result != DepDone);
    end
  end

  // The verdict
  logic [IdWidth-1:0] pred, succ;

  assign pred         = ts_op == TsEdge && other_first ? c_other : c_txn;
  assign succ         = ts_op == TsEdge && !other_first ? c_other : c_txn;
  assign edge_valid_o = c_fire && req && ts_op == TsEdge;
  assign edge_pred_o  = pred;
  assign edge_succ_o  = succ;
  assign passes_o     = c_fire && c.last && of_user;

  assign retire_valid_o = c_fire && req && ts_op == TsRelease;
  assign retire_txn_o   = c_txn;

  verdict_e verdict;
  timestamp_op_e req_op;
  logic [IdWidth-1:0] req_pred, req_succ;
  logic [TimestampWidth-1:0] req_snapshot_timestamp, ts_pdts, ts_cts;
  logic req_valid, req_ready, verdict_valid, verdict_ready, ts_busy;

  // Requests are sent a cycle later, in order. A request is in the queue of verdicts as long, so
  // while that is empty there is none here.
  skid_buffer #(
    .Width($bits(timestamp_op_e) + 2 * IdWidth + TimestampWidth)
  ) u_requested (
    .clk_i,
    .rst_ni,
    .in_valid_i (c_fire && req),
    .in_ready_o (req_room),
    .in_data_i  ({ts_op, pred, succ, snapshot_timestamp}),
    .out_valid_o(req_valid),
    .out_ready_i(req_ready),
    .out_data_o ({req_op, req_pred, req_succ, req_snapshot_timestamp})
  );

  post_dating_unit #(
    .Txns            (Txns),
    .TimestampWidth  (TimestampWidth),
    .Increment       (Increment),
    .LastTimestamp   (LastTimestamp),
    .HasFormer       (1'b0),              // a committed transaction is released before its id is used again
    .PropagationDepth(PropagationDepth),
    .PropagationSuccs(PropagationSuccs),
    .Protection      (Protection)
  ) u_timestamps (
    .clk_i,
    .rst_ni,
    .req_valid_i             (req_valid),
    .req_ready_o             (req_ready),
    .req_op_i                (req_op),
    .req_pred_i              (req_pred),
    .req_pred_former_i       (1'b0),
    .req_succ_i              (req_succ),
    .req_succ_former_i       (1'b0),
    .req_snapshot_timestamp_i(req_snapshot_timestamp),
    .req_snapshot_now_i      (Versions == 0),
    .rsp_valid_o             (verdict_valid),
    .rsp_ready_i             (verdict_ready),
    .rsp_verdict_o           (verdict),
    .rsp_changed_o           (),
    .rsp_pdts_o              (ts_pdts),
    .rsp_cts_o               (ts_cts),
    .committed_timestamp_o   (),
    .busy_o                  (ts_busy),
    .memory_errors_o         (errors_o[0+:TimestampMemories]),
    .memory_report_o         ()
  );

  // Versions to begin on
  if (Versions != 0) begin : gen_versions
    localparam int unsigned VersionWidth = $clog2(Versions);
    logic place, known;
    logic [VersionWidth-1:0] number;

    version_snapshots #(
      .Versions      (Versions),
      .SeqWidth      (SeqWidth),
      .TimestampWidth(TimestampWidth)
    ) u_versions (
      .clk_i,
      .rst_ni,
      .publish_i         (c_fire && c.access.op == DepPublish),
      .room_o            (place),
      .number_o          (number),
      .commits_i         (commits),
      .answer_i          (published),
      .answer_number_i   (published_number[VersionWidth-1:0]),
      .answer_timestamp_i(ts_cts - 1'b1),
      .query_i           (in_txn_i[VersionWidth-1:0]),
      .readable_o        (readable),
      .version_i         (c_other[VersionWidth-1:0]),
      .known_o           (known),
      .seq_o             (snapshot_seq),
      .timestamp_o       (snapshot_timestamp),
      // While no transaction can begin, but not below a snapshot that has its id.
      .shed_i            (!can_start && begins_q == '0),
      .flush_i           (c_fire && c.access.op == DepFlush),
      .oldest_seq_o      (oldest_seq)
    );

    assign version_known  = c.access.op == DepPublish ? place : known;
    assign version_number = IdWidth'(number);

    logic unused_number;
    assign unused_number = ^published_number;  // above VersionWidth nothing
  end else begin : gen_now
    assign readable           = 1'b1;
    assign version_known      = 1'b1;
    assign version_number     = '0;
    assign snapshot_seq       = commits;
    assign oldest_seq         = commits;
    assign snapshot_timestamp = '0;
    logic unused_published;
    assign unused_published = ^{published, published_number};
  end

  // Answers in order
  logic overflow, exhausted, queue_empty;

  verdict_queue #(
    .IdWidth       (IdWidth),
    .TimestampWidth(TimestampWidth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .room_o            (room),
    .push_i            (c_fire && queued),
    .op_i              (c.access.op),
    .txn_i             (c.access.op == DepPublish ? version_number : c_txn),
    .last_i            (c.last),
    .has_verdict_i     (req),
    .result_i          (result),
    .begin_i           (c_fire && c.access.op == DepSnapshot && c.snapshot == DepDone),
    .own_in_flight_o   (own_in_flight),
    .doomed_o          (doomed),
    .other_i           (c_other),
    .other_doomed_o    (other_doomed),
    .refused_o         (refused),
    .empty_o           (queue_empty),
    .verdict_valid_i   (verdict_valid),
    .verdict_ready_o   (verdict_ready),
    .verdict_i         (verdict),
    .pdts_i            (ts_pdts),
    .cts_i             (ts_cts),
    .overflow_o        (overflow),
    .exhausted_o       (exhausted),
    .published_o       (published),
    .published_number_o(published_number),
    .rsp_valid_o,
    .rsp_ready_i,
    .rsp_op_o,
    .rsp_result_o,
    .rsp_txn_o,
    .rsp_timestamp_o   (rsp_timestamp_o)
  );

  // Overflow and exhaustion
  assign flush = flushing_q && held == '0 && queue_empty && !lookup_busy && !directory_busy && !ts_busy;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flushing_q <= 1'b0;
      blocked_q  <= 1'b0;
    end else begin
      if (exhausted) flushing_q <= 1'b1;
      if (flush) flushing_q <= 1'b0;
      if (overflow) blocked_q <= 1'b1;
      else if (freed) blocked_q <= 1'b0;
    end
  end

  assign busy_o = lookup_busy || directory_busy || req_valid || ts_busy || !queue_empty || rsp_valid_o || flushing_q ||
                  held != '0;

  `GPUTM_ASSERT_IF(
      a_txn_runs, !(c.access.op inside {DepRead, DepWrite, DepCommit, DepAbort}) || txn_state == TxnLive, c_fire,
      ("dependency_center: operation %0d of transaction %0d outside of its begin and end", c.access.op, c_txn))
  `GPUTM_ASSERT_IF(a_two_ends, !edge_valid_o || pred != succ, c_fire,
                   ("dependency_center: transaction %0d depends on itself", pred))

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  // Without another transaction its number is undefined.
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o, {in_beat_i, in_last_i, in_txn_i,
                                                     in_beat_i.other_valid ? in_other_i : IdWidth'(0)})

  `GPUTM_STREAM(u_check_fence, fence_valid_o, fence_ready_i)

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {rsp_op_o, rsp_result_o, rsp_txn_o, rsp_timestamp_o})

endmodule

`default_nettype wire
