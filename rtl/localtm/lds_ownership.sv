// The ownership state of one bank: the owner and the readers of each row, the verdict on a transaction's access, and
// the rows of a walk. Both implementations of a bank use it; they differ in the timing of words, backups and owners.
//
// Access:  lookup_i, then verdict_o from the next cycle on until the next look-up or walk, or a
//          decision that claims or shares; decide_i in one of these cycles carries out the verdict.
// Walk:    walk_i names lanes of one wavefront. Their rows appear on entry_*, each until it is
//          taken, which releases it; fetch_* announces a row one cycle ahead, from a wavefront's
//          list also those of other lanes. When walking_o falls, no filter has a bit of the lanes.
// Backups: a row's is in place claim_at_o when the row is claimed, and in fetch_at_o, then entry_at_o, in a walk.
// After reset all records are cleared; ready_o rises then, and walking_o is set until it has.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2, a power of two times WorkGroups, which have
// separate rows. Rows: rows that transactions can use. FilterBits: of a work-item's filter, and of its filter
// of reads, a power of two, at least 2 and at most Rows. Exact: conflicts are found by the row's owner instead
// of filters. OwnerKnown, with Exact: 0 where the bank looks up the owner elsewhere, so that the verdict does
// not tell whether it is another one. SharedReaders: a read takes no ownership; a write to a row that its
// work-item does not own conflicts with another owner and with another reader. Migratory, with SharedReaders: a
// read of a row that transactions are expected to write (lds_migratory_rows) takes ownership at once, as a
// write would; the prediction does not change the rules of ownership and reading. UndoEntries: rows that can be
// owned at a time, at least 2; 0: all. Epochs, with Exact: bits of an epoch, which a walk that does not restore
// ends, in place of offering rows, with lists of work-items (lds_owned_rows) in place of lists of wavefronts
// (lds_listed_rows); then a look-up's
// verdict is there in the next cycle only. Filters, as readers, would need their bits back, one by one. Protection: of
// ecc_pkg; without it for the predictions of Migratory, which change no rule.

`include "gputm_assert.svh"

`default_nettype none

module lds_ownership
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes         = 64,
  parameter  int unsigned Wavefronts    = 4,
  parameter  int unsigned WorkGroups    = 1,
  parameter  int unsigned Rows          = 256,
  parameter  int unsigned FilterBits    = 8,
  parameter  bit          Exact         = 1'b0,
  parameter  bit          OwnerKnown    = 1'b1,
  parameter  bit          SharedReaders = 1'b0,
  parameter  bit          Migratory     = 1'b0,
  parameter  int unsigned UndoEntries   = 0,
  parameter  int unsigned Epochs        = 0,
  parameter  int unsigned Protection    = ecc_pkg::None,
  localparam int unsigned LaneWidth     = $clog2(Lanes),
  localparam int unsigned WfWidth       = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth    = WfWidth + LaneWidth,
  localparam int unsigned RowWidth      = $clog2(Rows),
  localparam int unsigned AtWidth       = UndoEntries == 0 ? RowWidth : $clog2(UndoEntries)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  output      logic                  ready_o,

  input  wire logic                  lookup_i,
  input  wire logic [RowWidth-1:0]   lookup_row_i,
  input  wire logic [OwnerWidth-1:0] lookup_owner_i,
  input  wire logic                  write_i,         // the access writes
  output verdict_t                   verdict_o,
  input  wire logic                  decide_i,        // access by a transaction
  output      logic [AtWidth-1:0]    claim_at_o,

  input  wire logic                  walk_offered_i,  // walk_i or lookup_i, if any, will be a walk
  input  wire logic                  walk_i,
  input  wire logic                  walk_restore_i,  // the rows' words are restored
  input  wire logic [WfWidth-1:0]    walk_wavefront_i,
  input  wire logic [Lanes-1:0]      walk_lanes_i,
  output      logic                  walking_o,
  output      logic                  fetch_o,
  output      logic [AtWidth-1:0]    fetch_at_o,
  output      logic                  entry_valid_o,
  output      logic [AtWidth-1:0]    entry_at_o,
  output      logic [RowWidth-1:0]   entry_row_o,
  input  wire logic                  entry_ready_i,

  output ecc_pkg::ram_error_t [3:0]  errors_o         // records, list heads, filters of reads, their members
);

  localparam int unsigned BitWidth = $clog2(FilterBits);

  localparam bit [2:0] Legal = {
    param_pkg::power_of_two("lds_ownership: FilterBits", FilterBits, 2, Rows, 2),
    param_pkg::holds(
        "lds_ownership: Migratory",
        64'(Migratory),
        SharedReaders || !Migratory,
        "0 without SharedReaders: every read takes ownership",
        2
    ),
    param_pkg::holds(
        "lds_ownership: Epochs",
        64'(Epochs),
        Epochs == 0 || Exact && OwnerKnown && !SharedReaders && UndoEntries == 0,
        "0 unless Exact=1, SharedReaders=0, UndoEntries=0",
        2
    )
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  logic [OwnerWidth-1:0] owner_q;

  always_ff @(posedge clk_i) begin
    if (lookup_i) owner_q <= lookup_owner_i;
  end

  // Owned rows
  logic owned, other_owner, full, claim, rows_walking, readers_walking;
  logic rows_ready, readers_ready, migratory_ready;
  logic [OwnerWidth-1:0] row_owner, entry_owner;

  if (UndoEntries != 0) begin : gen_log
    lds_undo_log #(
      .Lanes     (Lanes),
      .Wavefronts(Wavefronts),
      .Rows      (Rows),
      .Entries   (UndoEntries)
    ) u_undo_log (
      .clk_i,
      .rst_ni,
      .lookup_i,
      .lookup_row_i,
      .lookup_owner_i,
      .owned_o      (owned),
      .owner_o      (row_owner),
      .other_o      (other_owner),
      .full_o       (full),
      .insert_i     (claim),
      .insert_at_o  (claim_at_o),
      .walk_i,
      .walk_wavefront_i,
      .walk_lanes_i,
      .walking_o    (rows_walking),
      .fetch_o,
      .fetch_at_o,
      .entry_valid_o,
      .entry_at_o,
      .entry_row_o,
      .entry_owner_o(entry_owner),
      .entry_ready_i
    );

    assign rows_ready    = 1'b1;
    assign errors_o[1:0] = '0;

    logic unused;
    assign unused = walk_offered_i;
  end else begin : gen_records
    if (Epochs == 0) begin : gen_listed
      lds_listed_rows #(
        .Lanes     (Lanes),
        .Wavefronts(Wavefronts),
        .Rows      (Rows),
        .Protection(Protection)
      ) u_owned_rows (
        .clk_i,
        .rst_ni,
        .ready_o      (rows_ready),
        .lookup_i,
        .lookup_row_i,
        .lookup_owner_i,
        .owned_o      (owned),
        .owner_o      (row_owner),
        .insert_i     (claim),
        .walk_offered_i,
        .walk_i,
        .walk_wavefront_i,
        .walk_lanes_i,
        .walking_o    (rows_walking),
        .fetch_o,
        .fetch_row_o  (fetch_at_o),
        .entry_valid_o,
        .entry_row_o,
        .entry_owner_o(entry_owner),
        .entry_ready_i,
        .errors_o     (errors_o[1:0])
      );
    end else begin : gen_links
      lds_owned_rows #(
        .Lanes     (Lanes),
        .Wavefronts(Wavefronts),
        .Rows      (Rows),
        .Epochs    (Epochs),
        .Protection(Protection)
      ) u_owned_rows (
        .clk_i,
        .rst_ni,
        .ready_o      (rows_ready),
        .lookup_i,
        .lookup_row_i,
        .lookup_owner_i,
        .owned_o      (owned),
        .owner_o      (row_owner),
        .insert_i     (claim),
        .walk_offered_i,
        .walk_i,
        .walk_restore_i,
        .walk_wavefront_i,
        .walk_lanes_i,
        .walking_o    (rows_walking),
        .fetch_o,
        .fetch_row_o  (fetch_at_o),
        .entry_valid_o,
        .entry_row_o,
        .entry_owner_o(entry_owner),
        .entry_ready_i,
        .errors_o     (errors_o[1:0])
      );
    end

    always_ff @(posedge clk_i) begin
      if (lookup_i) claim_at_o <= lookup_row_i;
    end
    assign other_owner = owned && row_owner != owner_q;
    assign full       = 1'b0;
    assign entry_at_o = entry_row_o;
  end

  // Another work-item owns the row, or its filter has the bit.
  logic owner_conflict;

  if (Exact) begin : gen_exact
    assign owner_conflict = OwnerKnown && other_owner;

    logic unused;
    assign unused = ^{entry_owner, row_owner};
  end else begin : gen_filters
    logic self, unused;
    logic [BitWidth-1:0] bit_q;

    assign unused = other_owner;

    always_ff @(posedge clk_i) begin
      if (lookup_i) bit_q <= lookup_row_i[BitWidth-1:0];
    end

    lds_filters #(
      .Lanes     (Lanes),
      .Wavefronts(Wavefronts),
      .WorkGroups(WorkGroups),
      .FilterBits(FilterBits)
    ) u_filters (
      .clk_i,
      .rst_ni,
      .bit_i       (bit_q),
      .owner_i     (owner_q),
      .other_o     (owner_conflict),
      .self_o      (self),
      .set_i       (claim),
      .drop_i      (entry_valid_o && entry_ready_i),
      .drop_bit_i  (entry_row_o[BitWidth-1:0]),
      .drop_owner_i(entry_owner)
    );

    // A filter is a superset of the rows that its work-item owns.
    `GPUTM_ASSERT_IF(a_superset, row_owner == owner_q ? self : owner_conflict, decide_i && owned,
                     ("lds_ownership: filter of work-item %0d lacks bit %0d of an owned row", row_owner, bit_q))
  end

  // Whether the access needs exclusive ownership: also a read, if the row is expected to be written
  logic migratory, alone;

  if (Migratory) begin : gen_migratory
    logic restore_q;

    lds_migratory_rows #(
      .Rows(Rows)
    ) u_migratory (
      .clk_i,
      .rst_ni,
      .ready_o      (migratory_ready),
      .lookup_i,
      .lookup_row_i,
      .migratory_o  (migratory),
      .set_i        (decide_i && write_i),
      .clear_i      (claim && !write_i),
      .restore_i    (restore_q && entry_valid_o && entry_ready_i),
      .restore_row_i(entry_row_o)
    );

    always_ff @(posedge clk_i) begin
      if (walk_i) restore_q <= walk_restore_i;
    end
  end else begin : gen_not_migratory
    assign migratory       = 1'b0;
    assign migratory_ready = 1'b1;

    logic unused_restore;
    assign unused_restore = walk_restore_i;
  end

  assign alone = write_i || migratory;

  // Another work-item's filter of reads has the row's bit. Of an owned row, only the owner can be a reader.
  logic reader_conflict, other_reader, shares, share;

  assign shares = SharedReaders && !alone;

  if (SharedReaders) begin : gen_readers
    lds_reader_filters #(
      .Lanes     (Lanes),
      .Wavefronts(Wavefronts),
      .WorkGroups(WorkGroups),
      .FilterBits(FilterBits),
      .Protection(Protection)
    ) u_readers (
      .clk_i,
      .rst_ni,
      .ready_o     (readers_ready),
      .lookup_i,
      .lookup_bit_i(lookup_row_i[BitWidth-1:0]),
      .lookup_owner_i,
      .other_o     (other_reader),
      .set_i       (share),
      .walk_i,
      .walk_wavefront_i,
      .walk_lanes_i,
      .walking_o   (readers_walking),
      .errors_o    (errors_o[3:2])
    );

    assign reader_conflict = alone && !owned && other_reader;
  end else begin : gen_no_readers
    assign reader_conflict = 1'b0;
    assign other_reader    = 1'b0;
    assign readers_ready   = 1'b1;
    assign readers_walking = 1'b0;
    assign errors_o[3:2]   = '0;

    logic unused_share;
    assign unused_share = share;
  end

  logic takes;  // the access needs the row exclusively, and does not own it yet

  assign takes = !owned && !shares;
  always_comb begin
    verdict_o.reader   = !owner_conflict && reader_conflict;
    verdict_o.overflow = !owner_conflict && !reader_conflict && takes && full;
    verdict_o.conflict = owner_conflict || reader_conflict || takes && full;
    verdict_o.owned    = owned;
    // As takes && !conflict, without terms implied by takes: an exact owner, or readers, come late.
    if (Exact || SharedReaders)
      verdict_o.claim = takes && !(!Exact && owner_conflict) && !(alone && other_reader) && !full;
    else verdict_o.claim = !verdict_o.conflict && takes;
  end

  assign claim     = decide_i && verdict_o.claim;
  assign share     = decide_i && !verdict_o.conflict && !owned && shares;
  assign ready_o   = rows_ready && readers_ready && migratory_ready;
  assign walking_o = rows_walking || readers_walking || !readers_ready || !migratory_ready;

  logic [3:0] reasons;
  assign reasons = {owner_conflict, verdict_o.reader, verdict_o.overflow, verdict_o.claim};
  `GPUTM_ASSERT(a_one_reason, $onehot0(reasons), ("lds_ownership: owner, reader, overflow, claim %b", reasons))
  `GPUTM_ASSERT(a_ready, ready_o || walking_o,
                ("lds_ownership: records are still to be cleared, and no walk is said to be under way"))
  `GPUTM_ASSERT(a_decide_at_rest, !(decide_i && walking_o),
                ("lds_ownership: an access of work-item %0d is decided in a walk", owner_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_true_conflict, decide_i && owner_conflict && owned)
  `GPUTM_COVER(b_false_conflict, decide_i && owner_conflict && !owned)
  `GPUTM_COVER(b_writer_meets_readers, decide_i && verdict_o.reader && write_i)
  `GPUTM_COVER(b_backups_run_out, decide_i && verdict_o.overflow)
  `GPUTM_COVER(b_row_is_shared, share)
  `GPUTM_COVER(b_read_takes_migratory_row, claim && migratory && !write_i)
  `GPUTM_COVER(b_migratory_read_meets_readers, decide_i && verdict_o.reader && !write_i)
  `GPUTM_COVER(b_row_is_owned_already, decide_i && owned && !verdict_o.conflict)

  // Handshake assertions
  `GPUTM_STREAM(u_check_entry, entry_valid_o, entry_ready_i, {entry_at_o, entry_row_o})

endmodule

`default_nettype wire
