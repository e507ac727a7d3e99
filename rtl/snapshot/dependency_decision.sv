// Decides the effects of an operation of the dependency_unit, from the records of its transaction and of
// the other one that it meets: the request to the post_dating_unit, the result without regard to the
// verdict, the change of the transaction's record, and whether all this has to wait for verdicts in flight.
//
// Two transactions are concurrent unless one had committed before the other's snapshot. A concurrent
// writer refuses a write: a running one by the single-writer rule, a committed one because the first
// committer wins. A transaction with a refused access counts no more: it will not commit. Transactions
// that it still meets do not count either: they would narrow the intervals of others for nothing.
//
// Dependencies on transactions that a snapshot holds have to be reported to the post_dating_unit if
// it moves committed transactions, too (ReportVisible).
//
// Combinational.
//
// ReportVisible: as above.

`default_nettype none

module dependency_decision
  import dependency_pkg::*;
  import snapshot_pkg::*;
#(
  parameter bit ReportVisible = 1'b1
) (
  input  wire access_beat_t                  beat_i,
  input  wire dep_result_e                   snapshot_result_i,   // reason of a snapshot without an id; else DepDone
  input  wire logic                          version_known_i,     // for a snapshot's timestamp, a publication's place
  input  wire txn_state_e                    txn_state_i,
  input  wire txn_state_e                    other_state_i,
  input  wire logic                          other_newer_i,       // the other has committed, after this one's snapshot

  input  wire logic                          doomed_i,            // an earlier access of the transaction was refused
  input  wire logic                          other_doomed_i,      // an access of the other transaction was refused
  input  wire logic                          refused_i,           // an earlier beat of the operation was refused
  input  wire logic                          own_in_flight_i,     // a verdict on this transaction is in flight
  input  wire logic                          flushing_i,          // nothing is accepted until everything starts again
  input  wire logic                          seq_full_i,          // no further commit can be counted

  output      logic                          stall_o,
  output      logic                          req_o,          // request to the post_dating_unit, ts_op_o
  output      timestamp_op_e                 ts_op_o,
  output      logic                          other_first_o,  // TsEdge: the other one is the predecessor
  output      dep_result_e                   result_o,
  output      logic                          update_o,       // the record changes, by update_op_o
  output      dep_op_e                       update_op_o
);

  // The other transaction is concurrent with this one, and can still commit; or this one's snapshot holds it.
  logic concurrent, visible;
  assign concurrent = beat_i.other_valid && !other_doomed_i &&
                      (other_state_i == TxnLive || (other_state_i == TxnCommitted && other_newer_i));
  assign visible    = beat_i.other_valid && other_state_i == TxnCommitted && !other_newer_i;

  logic second_writer;  // a write meets a concurrent writer
  assign second_writer = beat_i.op == DepWrite && concurrent && beat_i.other_writes;
  // A read precedes a concurrent writer, and follows a writer in its snapshot; a write follows.
  assign other_first_o = beat_i.op == DepWrite || visible;

  logic begins;  // a snapshot that gets an id
  assign begins = beat_i.op == DepSnapshot && snapshot_result_i == DepDone;

  // The result, unless the post_dating_unit refuses
  always_comb begin
    result_o = DepDone;
    unique case (beat_i.op)
      DepSnapshot: result_o = begins && flushing_i ? DepExhausted : snapshot_result_i;
      DepRead, DepWrite: begin
        if (flushing_i) result_o = DepExhausted;
        else if (second_writer) result_o = other_state_i == TxnLive ? DepSecondWriter : DepLateWriter;
        else if (beat_i.overflow) result_o = DepOverflow;
      end
      DepCommit: begin
        if (doomed_i) result_o = DepDoomed;
        else if (flushing_i || seq_full_i) result_o = DepExhausted;
      end
      default: ;
    endcase
  end

  // Request to the post_dating_unit. During a flush timestamps are forgotten anyway, and a
  // transaction without one has none to forget.
  logic commits;
  assign commits = beat_i.op == DepCommit && result_o == DepDone;

  always_comb begin
    req_o   = 1'b0;
    ts_op_o = TsEdge;
    unique case (beat_i.op)
      DepSnapshot: begin
        req_o   = begins && !flushing_i;
        ts_op_o = TsStart;
      end
      DepRead, DepWrite: begin
        req_o = (concurrent || (ReportVisible && visible)) && !second_writer && !refused_i && !flushing_i;
      end
      DepCommit, DepAbort: begin
        req_o   = commits || !flushing_i;
        ts_op_o = commits ? TsCommit : TsAbort;
      end
      DepPublish: begin
        req_o   = 1'b1;
        ts_op_o = TsPublish;
      end
      DepRetire: begin
        req_o   = txn_state_i == TxnCommitted && !flushing_i;
        ts_op_o = TsRelease;
      end
      DepFlush: begin
        req_o   = 1'b1;
        ts_op_o = TsFlush;
      end
      default: ;  // DepFence has reached its end
    endcase
  end

  // A commit waits for the verdicts of its transaction. A snapshot waits for those of its id's
  // previous transaction: a refusal there would doom it, too.
  assign stall_o = ((beat_i.op == DepCommit || begins) && own_in_flight_i) ||
                   ((begins || beat_i.op == DepPublish) && !version_known_i);

  // Update of the record
  always_comb begin
    update_o    = beat_i.op inside {DepCommit, DepAbort, DepRetire, DepFlush} ||
                  begins;
    update_op_o = beat_i.op == DepCommit && !commits ? DepAbort : beat_i.op;
  end

endmodule

`default_nettype wire
