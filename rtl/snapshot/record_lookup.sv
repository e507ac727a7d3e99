// Looks up the records of the two transactions of each beat in the txn_directory, and compares their
// numbers: the stages of the dependency_unit between the tables' beats and the decision. Registered outputs.
//
// The decision on one beat changes a transaction's record, and the next beat may name that
// transaction. While such a beat is at the output, one behind it with the same transaction reads
// its records again, until they have the change.
//
// Latency:    three cycles from a beat to its records.
// Throughput: one beat each cycle; one that names a transaction changed by the previous beat comes a cycle later.
//
// Width: bits carried along with a beat. TxnWidth: bits of an id. SeqWidth: bits of a number of commits.

`include "gputm_assert.svh"

`default_nettype none

module record_lookup
  import dependency_pkg::*;
#(
  parameter int unsigned Width    = 8,
  parameter int unsigned TxnWidth = snapshot_pkg::TxnBits,
  parameter int unsigned SeqWidth = 24
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,

  // A beat; not a stream: there must be room.
  output      logic                room_o,
  input  wire logic                push_i,
  input  wire logic [Width-1:0]    data_i,
  input  wire logic [TxnWidth-1:0] txn_i,
  input  wire logic                other_valid_i,      // it meets another transaction
  input  wire logic [TxnWidth-1:0] other_i,            // the other transaction; undefined without one
  input  wire logic                changes_i,          // its decision can change txn_i's record

  // The directory's records: valid in the next cycle, until the next read, with the update of the cycle of the read
  output      logic                read_o,
  output      logic [TxnWidth-1:0] read_txn_o,
  output      logic [TxnWidth-1:0] read_other_o,
  input  wire txn_state_e          txn_state_i,
  input  wire logic [SeqWidth-1:0] txn_seq_i,
  input  wire txn_state_e          other_state_i,
  input  wire logic [SeqWidth-1:0] other_seq_i,

  output      logic                out_valid_o,
  input  wire logic                out_ready_i,        // decided; the record changes in this cycle
  output      logic [Width-1:0]    out_data_o,
  output      logic [TxnWidth-1:0] out_txn_o,
  output      logic [TxnWidth-1:0] out_other_o,
  output      txn_state_e          out_txn_state_o,
  output      txn_state_e          out_other_state_o,
  output      logic                out_newer_o,        // the other one's number is larger

  output      logic                busy_o              // a beat is here
);

  typedef struct packed {
    logic                changes;
    logic                other_valid;
    logic [TxnWidth-1:0] txn;
    logic [TxnWidth-1:0] other;
    logic [Width-1:0]    data;
  } beat_t;

  // The decision on a beat does not reach incoming beats in the same cycle.
  beat_t next, read_q;
  logic next_valid, next_ready, read_valid_q, out_valid_q, out_changes_q, out_moves, meets;

  skid_buffer #(
    .Width($bits(beat_t))
  ) u_beats (
    .clk_i,
    .rst_ni,
    .in_valid_i (push_i),
    .in_ready_o (room_o),
    .in_data_i  ({changes_i, other_valid_i, txn_i, other_i, data_i}),
    .out_valid_o(next_valid),
    .out_ready_i(next_ready),
    .out_data_o (next)
  );

  assign meets      = read_valid_q && out_valid_q && out_changes_q &&
                      (out_txn_o == read_q.txn || (read_q.other_valid && out_txn_o == read_q.other));
  assign out_moves  = !out_valid_q || out_ready_i;
  assign next_ready = !read_valid_q || (out_moves && !meets);

  assign read_o       = meets || next_ready;
  assign read_txn_o   = meets ? read_q.txn : next.txn;
  assign read_other_o = meets ? read_q.other : next.other;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_valid_q <= 1'b0;
      out_valid_q  <= 1'b0;
    end else begin
      if (next_ready) read_valid_q <= next_valid;
      if (out_moves) out_valid_q <= read_valid_q && !meets;
    end
  end

  always_ff @(posedge clk_i) begin
    if (next_ready) read_q <= next;
    if (out_moves) begin
      out_changes_q     <= read_q.changes;
      out_data_o        <= read_q.data;
      out_txn_o         <= read_q.txn;
      out_other_o       <= read_q.other;
      out_txn_state_o   <= txn_state_i;
      out_other_state_o <= other_state_i;
      out_newer_o       <= other_seq_i > txn_seq_i;
    end
  end

  assign out_valid_o = out_valid_q;
  assign busy_o      = next_valid || read_valid_q || out_valid_q;

  `GPUTM_ASSERT_IF(a_room, room_o, push_i, ("record_lookup: a beat of transaction %0d comes when all is full", txn_i))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_read_again, meets && out_ready_i)
  `GPUTM_COVER(b_read_again_while_the_change_waits, meets && !out_ready_i)
  `GPUTM_COVER(b_other_is_changed, meets && out_txn_o != read_q.txn)

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, {out_data_o, out_txn_o, out_other_o})

endmodule

`default_nettype wire
