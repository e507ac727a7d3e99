// The epochs of a bank's wavefronts (ours): a commit ends its wavefront's epoch in one cycle, in
// place of a walk over the rows that the wavefront owns. Each record has the epoch in which it was
// made, and its row counts as owned if that is its owner's present epoch. That fits a commit, which
// releases all rows of the wavefront at once: rows of lanes that have lost have been restored
// before, row by row. It does not fit a restore, which has words to write.
//
// A record of an ended epoch, a stale one, stays until its row is claimed again or the sweep finds it. Since
// an epoch is a number of few bits, which wraps, a wavefront must not enter an epoch that may still have
// records. So the oldest epoch with possible records is kept for each wavefront: at the beginning of a pass of
// the sweep over all rows the present one is marked, and at its end no older one is left. An epoch followed by
// the oldest one ends when a pass has advanced that. The sweep reads a row in each cycle without another use
// of the records, and only while there may be stale ones; so epochs run out if a wavefront commits more often
// in the time of a pass or two than there are epochs. Then look-ups and walks wait, and the sweep has every
// cycle: Rows + 3 cycles at most, since a pass that has marked the oldest epoch begins again.
//
// Ends:    end_i, when idle (ending_o low). The epoch ends in the next cycle, or when ending_o falls. A record
//          that is read from that cycle on, and thus judged from the one after it, is judged by the new epoch.
// Records: live_o: the record's epoch is the present one. insert_epoch_o is the epoch of a new record.
// Sweep:   sweep_o requests the record of sweep_row_o, which sweep_gnt_i grants: the record is then judged in
//          the next cycle, in which clear_o says that clear_row_o's is to be cleared.
//
// Wavefronts: of the unit, at least 2. Rows: records, at least 2. Bits: of an epoch, at least 1.

`include "gputm_assert.svh"

`default_nettype none

module lds_epochs #(
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Rows       = 256,
  parameter  int unsigned Bits       = 4,
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned RowWidth   = $clog2(Rows)
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,

  input  wire logic                end_i,               // ends a wavefront's epoch, as soon as the next one is free
  input  wire logic [WfWidth-1:0]  end_wavefront_i,     // wavefront of the epoch
  output      logic                ending_o,            // the epoch has not ended yet

  input  wire logic [WfWidth-1:0]  insert_wavefront_i,  // wavefront of a new record's owner
  output      logic [Bits-1:0]     insert_epoch_o,      // epoch of the new record

  input  wire logic                record_owned_i,      // the judged record has an owner
  input  wire logic [WfWidth-1:0]  record_wavefront_i,  // wavefront of the owner
  input  wire logic [Bits-1:0]     record_epoch_i,      // epoch in which the record was made
  output      logic                live_o,              // the record's epoch has not ended

  output      logic                sweep_o,             // the sweep requests a record
  output      logic [RowWidth-1:0] sweep_row_o,         // row of the requested record
  input  wire logic                sweep_gnt_i,         // grant: the record is judged in the next cycle
  output      logic                clear_o,             // the judged record is the sweep's, and stale
  output      logic [RowWidth-1:0] clear_row_o          // row of the record to clear
);

  typedef logic [Bits-1:0] epoch_t;

  // The present epoch, the oldest one with possible records, and the one that was present when the
  // sweep's pass began
  epoch_t [Wavefronts-1:0] epoch_q, oldest_q, marked_q;
  logic [Wavefronts-1:0] stale, none_free, unmarked;

  always_comb begin
    for (int unsigned w = 0; w < Wavefronts; w++) begin
      stale[w]     = epoch_q[w] != oldest_q[w];
      none_free[w] = epoch_t'(epoch_q[w] + 1'b1) == oldest_q[w];
      unmarked[w]  = marked_q[w] == oldest_q[w];
    end
  end

  // The epoch that ends
  logic ends_q, ends, waits;
  logic [WfWidth-1:0] wavefront_q;

  assign waits    = ends_q && none_free[wavefront_q];
  assign ends     = ends_q && !none_free[wavefront_q];
  assign ending_o = waits;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ends_q  <= 1'b0;
      epoch_q <= '0;
    end else begin
      ends_q <= end_i || waits;
      if (ends) epoch_q[wavefront_q] <= epoch_q[wavefront_q] + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (end_i) wavefront_q <= end_wavefront_i;
  end

  // Records
  assign insert_epoch_o = epoch_q[insert_wavefront_i];
  assign live_o         = record_epoch_i == epoch_q[record_wavefront_i];

  // The sweep's pass: rows still to be read, and the row of the judged record
  logic reading_q, judging_q, pass_begins, pass_ends;
  logic [RowWidth-1:0] row_q, judged_row_q;

  assign pass_begins = reading_q ? waits && unmarked[wavefront_q] : !judging_q && stale != '0;
  assign pass_ends   = judging_q && !reading_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reading_q <= 1'b0;
      judging_q <= 1'b0;
      oldest_q  <= '0;
    end else begin
      reading_q <= pass_begins || reading_q && !(sweep_gnt_i && row_q == RowWidth'(Rows - 1));
      judging_q <= sweep_gnt_i;
      if (pass_ends) oldest_q <= marked_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (sweep_gnt_i) begin
      row_q        <= row_q + 1'b1;
      judged_row_q <= row_q;
    end
    if (pass_begins) begin
      row_q    <= '0;
      marked_q <= epoch_q;
    end
  end

  assign sweep_o     = reading_q;
  assign sweep_row_o = row_q;
  assign clear_o     = judging_q && record_owned_i && !live_o;
  assign clear_row_o = judged_row_q;

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("lds_epochs: Bits", Bits, 1, 8, 2))

  `GPUTM_ASSERT(a_end_at_rest, !(end_i && waits),
                ("lds_epochs: wavefront %0d ends an epoch while %0d waits to", end_wavefront_i, wavefront_q))
  `GPUTM_ASSERT(a_sweep_asked, !sweep_gnt_i || sweep_o,
                ("lds_epochs: the sweep gets row %0d, and has asked for none", row_q))
  // So no epoch is reused while it has records: none_free stops it before.
  epoch_t oldest, newest;  // of the record's wavefront
  assign oldest = oldest_q[record_wavefront_i];
  assign newest = epoch_q[record_wavefront_i];
  `GPUTM_ASSERT_IF(a_known_epoch, epoch_t'(record_epoch_i - oldest) <= epoch_t'(newest - oldest),
                   judging_q && record_owned_i,
                   ("lds_epochs: record of epoch %0d, outside of %0d to %0d", record_epoch_i, oldest, newest))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_no_epoch_is_free, waits)
  `GPUTM_COVER(b_pass_begins_again, pass_begins && reading_q)
  `GPUTM_COVER(b_pass_goes_on, waits && reading_q && !pass_begins)
  `GPUTM_COVER(b_epochs_wrap, ends && epoch_q[wavefront_q] == '1)
  `GPUTM_COVER(b_stale_record_is_cleared, clear_o)

endmodule

`default_nettype wire
