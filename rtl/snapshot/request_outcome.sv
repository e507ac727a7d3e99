// Outcome of a request to the post_dating_unit: the verdict, the written fields, and the state of its slot.
//
// Combinational.
//
// HasFormer: former occupants have an interval. Rises: committed transactions may rise (commit_timestamps).

`default_nettype none

module request_outcome
  import snapshot_pkg::*;
#(
  parameter bit HasFormer = 1'b1,
  parameter bit Rises     = 1'b1
) (
  input  wire timestamp_op_e    op_i,
  input  wire slot_state_t      state_i,
  // Of a dependency: result of dependency_timestamps, and its writes
  input  wire logic             edge_suspected_i,
  input  wire logic             edge_exhausted_i,
  input  wire timestamp_write_t edge_write_i,
  // Of a start: no timestamp is left
  input  wire logic             start_exhausted_i,
  // Of a commit (commit_timestamps)
  input  wire logic             commit_exhausted_i,
  input  wire logic             commit_late_i,

  output      verdict_e         verdict_o,
  output      timestamp_write_t write_o,             // a flush has done its work when it was accepted
  output      slot_state_t      state_o
);

  always_comb begin
    verdict_o = VerdictAccepted;
    unique case (op_i)
      TsEdge: begin
        if (edge_exhausted_i) verdict_o = VerdictExhausted;
        else if (edge_suspected_i) verdict_o = VerdictSuspected;
      end
      TsStart:  if (start_exhausted_i) verdict_o = VerdictExhausted;
      TsCommit: begin
        if (commit_exhausted_i) verdict_o = VerdictExhausted;
        else if (commit_late_i) verdict_o = VerdictSuspected;
      end
      default:  ;
    endcase
  end

  logic accepted;
  assign accepted = verdict_o == VerdictAccepted;

  always_comb begin
    write_o = '0;
    unique case (op_i)
      TsEdge:  write_o = edge_write_i;
      TsStart: begin
        write_o.cts    = accepted;
        write_o.pdts   = accepted;
        write_o.former = accepted && HasFormer && state_i.committed;
        write_o.state  = accepted;
        write_o.succs  = accepted;
      end
      TsCommit: begin
        write_o.cts       = Rises && accepted;
        write_o.pdts      = accepted;
        write_o.state     = accepted;
        write_o.committed = accepted;
      end
      TsAbort: write_o.state = 1'b1;
      TsRelease: begin
        write_o.state    = 1'b1;
        write_o.released = state_i.committed;
      end
      TsReleaseFormer: begin
        write_o.state    = 1'b1;
        write_o.released = state_i.former;
      end
      default: ;
    endcase
  end

  always_comb begin
    state_o = state_i;
    unique case (op_i)
      TsStart: state_o = '{former: HasFormer && (state_i.former || state_i.committed), committed: 1'b0, live: 1'b1};
      TsCommit: state_o = '{former: state_i.former, committed: 1'b1, live: 1'b0};
      TsAbort, TsRelease: state_o = '{former: state_i.former, committed: 1'b0, live: 1'b0};
      TsReleaseFormer: state_o.former = 1'b0;
      default: ;
    endcase
  end

endmodule

`default_nettype wire
