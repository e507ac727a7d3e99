// lds_epochs at a reduced size (2 wavefronts, 4 rows, epochs of one bit or two), with a symbolic row: for any look-ups,
// insertions, ends of epochs and grants of the sweep, a look-up finds the row's record live if and only if no epoch of
// its wavefront has ended since the record was made. So no row counts as owned after its owner's commit, and no
// ownership is lost earlier. The sweep clears no live record. An epoch ends within 7 cycles (Rows + 3) of the request.
// Unbounded.
//
// prove: abc pdr
// cover: 24
// bug: lds_epochs/never_ends abc bmc3 12
// bug: lds_epochs/not_awaited abc bmc3 16
// bug: lds_epochs/first_row_forgotten abc bmc3 24
// bug: lds_epochs/marks_too_late abc bmc3 24
//
// with: two_bits Bits=2
// prove: abc pdr
// bug: lds_epochs/not_awaited abc bmc3 24

`default_nettype none

module lds_epochs_formal #(
  parameter int unsigned Bits = 1
) (
  input wire logic       clk_i,
  input wire logic [1:0] symbolic_row_i,     // constant
  input wire logic       end_i,
  input wire logic       end_wavefront_i,
  input wire logic       lookup_i,
  input wire logic [1:0] lookup_row_i,
  input wire logic       insert_i,
  input wire logic       insert_wavefront_i,
  input wire logic       yields_i            // the sweep is not granted, although no other access is made
);

  localparam int unsigned Rows = 4;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  typedef struct packed {
    logic            owned;
    logic            wavefront;
    logic [Bits-1:0] epoch;
  } record_t;

  logic ending, live, sweep, sweep_gnt, clear;
  logic [1:0] sweep_row, clear_row;
  logic [Bits-1:0] insert_epoch;
  record_t judged_q, record_q, record_d;

  lds_epochs #(
    .Wavefronts(2),
    .Rows      (Rows),
    .Bits      (Bits)
  ) u_dut (
    .clk_i,
    .rst_ni            (rst_n),
    .end_i             (end_i && rst_n),
    .end_wavefront_i,
    .ending_o          (ending),
    .insert_wavefront_i,
    .insert_epoch_o    (insert_epoch),
    .record_owned_i    (judged_q.owned),
    .record_wavefront_i(judged_q.wavefront),
    .record_epoch_i    (judged_q.epoch),
    .live_o            (live),
    .sweep_o           (sweep),
    .sweep_row_o       (sweep_row),
    .sweep_gnt_i       (sweep_gnt),
    .clear_o           (clear),
    .clear_row_o       (clear_row)
  );

  logic [1:0] symbolic_row_q;
  logic known_q = 1'b0;

  always_ff @(posedge clk_i) begin
    known_q        <= 1'b1;
    symbolic_row_q <= symbolic_row_i;
    if (known_q) m_constant : assume (symbolic_row_i == symbolic_row_q);
  end

  // The bank's behaviour: look-ups and ends wait while an epoch waits to end, and take turns. A row is inserted in the
  // cycle after its look-up, unless it is owned.
  logic looked_up_q = 1'b0;
  logic mine_q = 1'b0;  // the look-up was of the symbolic row
  wire  lookup = lookup_i && rst_n;
  wire  inserts = insert_i && looked_up_q && mine_q;

  assign sweep_gnt = sweep && !lookup && (ending || !yields_i);

  always_ff @(posedge clk_i) begin
    looked_up_q <= lookup;
    mine_q      <= lookup && lookup_row_i == symbolic_row_i;
    if (rst_n) begin
      m_turns : assume (!(lookup_i && end_i) && !(ending && (lookup_i || end_i)));
      m_free : assume (!(inserts && judged_q.owned && live));
    end
  end

  // The row's record, in a memory that forwards; other rows are unconstrained
  logic live_q = 1'b0;  // the row is owned, and its owner's epoch has not ended
  logic was_live_q;     // live_q at the look-up
  wire  reads = lookup ? lookup_row_i == symbolic_row_i : sweep_gnt && sweep_row == symbolic_row_i;

  always_comb begin
    record_d = record_q;
    if (clear && clear_row == symbolic_row_i) record_d.owned = 1'b0;
    if (inserts) record_d = '{owned: 1'b1, wavefront: insert_wavefront_i, epoch: insert_epoch};
  end

  wire live_d = (live_q || inserts) && !(end_i && rst_n && end_wavefront_i == record_d.wavefront);

  initial record_q = '0;
  initial judged_q = '0;

  always_ff @(posedge clk_i) begin
    record_q   <= record_d;
    live_q     <= live_d;
    was_live_q <= live_d;
    if (lookup || sweep_gnt) judged_q <= reads ? record_d : '0;
  end

  logic [3:0] waits_q = '0;
  logic wrapped_q = 1'b0;  // an epoch number has been reused

  always_ff @(posedge clk_i) begin
    waits_q <= ending ? waits_q + 1'b1 : '0;
    wrapped_q <= wrapped_q || u_dut.ends && u_dut.epoch_q[u_dut.wavefront_q] == '1;
    if (rst_n) begin
      if (looked_up_q && mine_q) a_live : assert ((judged_q.owned && live) == was_live_q);
      if (clear && clear_row == symbolic_row_i) a_clears_stale : assert (!live_q);
      a_ends : assert (waits_q < 4'(Rows + 3) || !ending);
      c_waits : cover (waits_q == 4'(Rows + 2) && ending);
      c_comes_again : cover (looked_up_q && mine_q && was_live_q && wrapped_q);
      c_goes_unseen : cover (looked_up_q && mine_q && judged_q.owned && !live && wrapped_q);
    end
  end

endmodule

`default_nettype wire
