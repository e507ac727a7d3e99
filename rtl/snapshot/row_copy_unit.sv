// Bulk in-memory copy unit (ISCA 2017 paper, sections 3 and 5): makes a version of a region by copies of rows inside the DRAM.
//
// A copy of the version index table goes row by row: one command a cycle copies a row of version `from` to that of
// version `to`. Both are in one subarray of one bank, which is busy for CopyCycles from then on (the paper's 68 ns for
// 2 kB); consecutive rows are in different banks, and copies in different subarrays proceed in parallel. A row with a
// busy subarray waits, and so do the rows behind it. When all rows of a version are copied the table is notified, in
// the order of the copies.
//
// While a version is copied, it is not read or written, nor is its source written: the table's states ensure that.
//
// All copies take the same time, so a row ends CopyCycles after its command: a ring of that many
// places, with one written and the next one read each cycle. Its output frees a subarray, and a
// version's last row ends the version's copy.
//
// Whether a row's subarray is busy is looked up on its way to the port, and tracked while it waits there.
//
// Latency:    CopyCycles + 3 from a copy of one row to its end, of which 2 are to the command.
// Throughput: one row a cycle while subarrays are free. Copies that have begun and not ended: at most Copies.
//
// BlockWidth: bits of a block address. SizeWidth: bits of a size. RegionWidth: bits of a region's number.
// VersionWidth: bits of a version's number. RowWidth: log2 of the blocks of a row, which a command copies.
// BankWidth: bits of a bank's number, which are above those of a row's blocks. SubarrayWidth: bits of a subarray's
// number. SubarrayShift: the lowest of these bits in a block address. CopyCycles: at least 2. Copies: at least 2.
// Protection: of ecc_pkg; after a word that could not be corrected, no row is sent, no version reported and no copy
// accepted (docs/protection.md).

`include "gputm_assert.svh"

`default_nettype none

module row_copy_unit #(
  parameter int unsigned BlockWidth    = snapshot_pkg::BlockBits,
  parameter int unsigned SizeWidth     = 5,
  parameter int unsigned RegionWidth   = 5,
  parameter int unsigned VersionWidth  = 3,
  parameter int unsigned RowWidth      = 9,
  parameter int unsigned BankWidth     = 3,
  parameter int unsigned SubarrayWidth = 6,
  parameter int unsigned SubarrayShift = 21,
  parameter int unsigned CopyCycles    = 48,
  parameter int unsigned Copies        = 4,
  parameter int unsigned Protection    = 0                         // of memories (ecc_pkg): none, parity, SECDED
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,

  // Copies of versions
  input  wire logic                    copy_valid_i,
  output      logic                    copy_ready_o,
  input  wire logic [RegionWidth-1:0]  copy_region_i,  // number of the region
  input  wire logic [BlockWidth-1:0]   copy_start_i,     // first block of the region
  input  wire logic [SizeWidth-1:0]    copy_size_i,      // log2 of its blocks
  input  wire logic [SizeWidth-1:0]    copy_distance_i,  // log2 of the blocks between versions
  input  wire logic [VersionWidth-1:0] copy_from_i,  // source version
  input  wire logic [VersionWidth-1:0] copy_to_i,  // destination version

  // Copies of rows
  output      logic                    row_valid_o,
  input  wire logic                    row_ready_i,
  output      logic [BlockWidth-1:0]   row_from_o,       // first block
  output      logic [BlockWidth-1:0]   row_to_o,  // first block of the copy

  // Copied versions
  output      logic                    copied_valid_o,
  input  wire logic                    copied_ready_i,
  output      logic [RegionWidth-1:0]  copied_region_o,  // number of the region
  output      logic [VersionWidth-1:0] copied_version_o,  // number of the version

  output      logic                    busy_o,           // a copy is in progress

  output      ecc_pkg::ram_report_t    memory_report_o   // errors of memories, with Protection
);

  localparam int unsigned TimeWidth = $clog2(CopyCycles);
  localparam int unsigned CountWidth = $clog2(Copies + 1);
  localparam int unsigned NumberWidth = BlockWidth - RowWidth;

  typedef logic [BlockWidth-1:0] block_t;
  typedef logic [NumberWidth-1:0] number_t;  // number of a row
  typedef logic [BankWidth+SubarrayWidth-1:0] subarray_t;  // number of a subarray in all banks
  typedef logic [TimeWidth-1:0] moment_t;
  typedef struct packed {
    logic [RegionWidth-1:0]  region;
    logic [VersionWidth-1:0] version;
  } version_t;
  typedef struct packed {
    number_t  from;
    number_t  to;
    logic     last;
    version_t copied;
  } row_t;
  typedef struct packed {
    logic      sent;
    subarray_t subarray;
    logic      last;
    version_t  copied;
  } command_t;

  localparam bit [10:0] Legal = {
    param_pkg::in_range("row_copy_unit: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded),
    param_pkg::in_range("row_copy_unit: BlockWidth", BlockWidth, SubarrayShift + SubarrayWidth, 64),
    param_pkg::in_range("row_copy_unit: SizeWidth", SizeWidth, 1, 6),
    param_pkg::in_range("row_copy_unit: RegionWidth", RegionWidth, 1, 16),
    param_pkg::in_range("row_copy_unit: VersionWidth", VersionWidth, 1, 8),
    param_pkg::in_range("row_copy_unit: RowWidth", RowWidth, 1, SubarrayShift - BankWidth),
    param_pkg::in_range("row_copy_unit: BankWidth", BankWidth, 1, 8),
    param_pkg::in_range("row_copy_unit: SubarrayWidth", SubarrayWidth, 1, 10),
    param_pkg::in_range(
        "row_copy_unit: SubarrayShift", SubarrayShift, RowWidth + BankWidth, BlockWidth - SubarrayWidth
    ),
    param_pkg::in_range("row_copy_unit: CopyCycles", CopyCycles, 2, 1024),
    param_pkg::in_range("row_copy_unit: Copies", Copies, 2, 64)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  function automatic subarray_t subarray_of(number_t row);
    return {SubarrayWidth'(row >> (SubarrayShift - RowWidth)), BankWidth'(row)};
  endfunction

  // ---- Errors of memories: the ring, copied versions ----
  ecc_pkg::ram_error_t [1:0] memory_errors;
  logic stop;

  error_report #(
    .Memories  (2),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(memory_errors),
    .stop_o  (stop),
    .report_o(memory_report_o)
  );

  // ---- The copy with its rows at the port ----
  logic active_q;
  row_t row, row_q;  // the next row, and the row at the port
  number_t from_q, to_q, rows_left_q;
  version_t copied_q;
  logic [CountWidth-1:0] copies_q;  // unfinished copies
  logic begins, offers, offers_last, sends, ends;

  assign copy_ready_o = !stop && copies_q != CountWidth'(Copies) && (!active_q || offers_last);
  assign begins       = copy_valid_i && copy_ready_o;

  block_t place;
  number_t start;
  assign place = ~(~block_t'(0) << copy_distance_i);
  assign start = copy_start_i[BlockWidth-1:RowWidth];

  assign row         = '{from: from_q, to: to_q, last: rows_left_q == '0, copied: copied_q};
  assign offers_last = offers && row.last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      copies_q <= '0;
    end else begin
      active_q <= begins || (active_q && !offers_last);
      copies_q <= copies_q + CountWidth'(begins) - CountWidth'(ends);
    end
  end
  always_ff @(posedge clk_i) begin
    if (begins) begin
      from_q      <= start + number_t'(block_t'(copy_from_i) << copy_distance_i >> RowWidth);
      to_q        <= start + number_t'(block_t'(copy_to_i) << copy_distance_i >> RowWidth);
      rows_left_q <= number_t'(~(~block_t'(0) << copy_size_i) >> RowWidth);
      copied_q    <= '{region: copy_region_i, version: copy_to_i};
    end else if (offers) begin
      from_q      <= from_q + 1'b1;
      to_q        <= to_q + 1'b1;
      rows_left_q <= rows_left_q - 1'b1;
    end
  end

  // ---- The row at the port, and its subarray ----
  logic [2**$bits(subarray_t)-1:0] busy_q;
  subarray_t next_subarray, subarray;
  logic offered_q, waits_q;  // there is a row at the port; its subarray is busy
  logic row_ends, row_valid, row_taken;
  command_t ended;

  assign offers        = active_q && (!offered_q || sends);
  assign next_subarray = subarray_of(to_q);
  assign subarray      = subarray_of(row_q.to);
  assign row_valid     = offered_q && !waits_q;
  assign row_from_o    = {row_q.from, RowWidth'(0)};
  assign row_to_o      = {row_q.to, RowWidth'(0)};
  assign sends         = row_valid && row_taken;

  stream_gate u_row_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (row_valid),
    .in_ready_o (row_taken),
    .out_valid_o(row_valid_o),
    .out_ready_i(row_ready_i)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q    <= '0;
      offered_q <= 1'b0;
    end else begin
      if (row_ends) busy_q[ended.subarray] <= 1'b0;
      if (sends) busy_q[subarray] <= 1'b1;
      offered_q <= offers || (offered_q && !sends);
    end
  end
  always_ff @(posedge clk_i) begin
    // Next state of busy_q: the previous row may be sent to this subarray now, and a row in it may end.
    if (offers) begin
      row_q   <= row;
      waits_q <= (busy_q[next_subarray] && !(row_ends && ended.subarray == next_subarray)) ||
                 (sends && subarray == next_subarray);
    end else if (row_ends && ended.subarray == subarray) begin
      waits_q <= 1'b0;
    end
  end

  // ---- The ring of rows that are being copied ----
  // A place is read a cycle before it is written again, so that its row leaves CopyCycles after it was sent. Without a copy there
  // is no row, and the ring stands.
  moment_t now_q, next;
  logic wrapped_q;  // all places have been written
  logic copying;
  assign next = now_q == moment_t'(CopyCycles - 1) ? '0 : now_q + 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      now_q     <= '0;
      wrapped_q <= 1'b0;
    end else if (copying) begin
      now_q     <= next;
      wrapped_q <= wrapped_q || next == '0;
    end
  end
  ram_1r1w_ecc #(
    .Width     ($bits(command_t)),
    .Depth     (CopyCycles),
    .Protection(Protection)
  ) u_ring (
    .clk_i,
    .rst_ni,
    .write_i(copying),
    .waddr_i(now_q),
    .wdata_i({sends, subarray, row_q.last, row_q.copied}),
    .read_i (copying),
    .check_i(wrapped_q || next == '0),
    .raddr_i(next),
    .rdata_o(ended),
    .bad_o  (),
    .error_o(memory_errors[0])
  );
  assign row_ends = wrapped_q && ended.sent;

  // ---- Copied versions: room for every copy that has begun ----
  logic copied_ready, copied_valid, copied_taken;
  logic [CountWidth-1:0] copied_count;
  fifo_parity #(
    .Width     ($bits(version_t)),
    .Depth     (Copies),
    .Protection(Protection)
  ) u_copied (
    .clk_i,
    .rst_ni,
    .in_valid_i (row_ends && ended.last),
    .in_ready_o (copied_ready),
    .in_data_i  (ended.copied),
    .out_valid_o(copied_valid),
    .out_ready_i(copied_taken),
    .out_data_o ({copied_region_o, copied_version_o}),
    .count_o    (copied_count),
    .error_o    (memory_errors[1])
  );
  stream_gate u_copied_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (copied_valid),
    .in_ready_o (copied_taken),
    .out_valid_o(copied_valid_o),
    .out_ready_i(copied_ready_i)
  );
  assign ends   = copied_valid && copied_taken;
  assign copying = copies_q != '0;

  // A place that is read in the last cycle of a copy is checked in the next one, and reported after that. What belongs to
  // a copy is busy by itself, too: so the proof that the clock may stop needs no count of copies.
  if (Protection == ecc_pkg::None) begin : gen_busy
    assign busy_o = copying;
    wire unused_count = ^copied_count;
  end else begin : gen_busy_until_checked
    logic checks_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) checks_q <= 1'b0;
      else checks_q <= copying;
    end
    assign busy_o = copying || checks_q || active_q || offered_q || row_ends || copied_count != '0 ||
                    memory_errors[0].valid || memory_errors[1].valid;
  end

  logic within_subarrays;
  assign within_subarrays = copy_from_i != copy_to_i && (copy_start_i & place) == '0 &&
      copy_size_i <= copy_distance_i && 32'(copy_distance_i) >= RowWidth;
  `GPUTM_ASSERT_IF(a_copy_within_subarrays, within_subarrays, begins,
                   ("row_copy_unit: version %0d of region %0d is copied to %0d", copy_from_i, copy_region_i, copy_to_i))
  `GPUTM_ASSERT(a_one_subarray, !offered_q || subarray_of(row_q.from) == subarray,
                ("row_copy_unit: row %0d is not in the subarray of row %0d", row_from_o, row_to_o))
  `GPUTM_ASSERT(a_waits_while_busy, !offered_q || waits_q == busy_q[subarray],
                ("row_copy_unit: row %0d waits, or does not, as its subarray was before", row_to_o))
  `GPUTM_ASSERT(a_place_in_ring, 32'(now_q) < CopyCycles,
                ("row_copy_unit: place %0d of %0d in the ring", now_q, CopyCycles))
  `GPUTM_ASSERT(a_ends_what_was_sent, !row_ends || busy_q[ended.subarray],
                ("row_copy_unit: end of a row in idle subarray %0d", ended.subarray))
  `GPUTM_ASSERT(a_room_for_copied, !(row_ends && ended.last) || copied_ready,
                ("row_copy_unit: more copies end than have begun"))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_subarray_is_busy, offered_q && waits_q)
  `GPUTM_COVER(b_copies_follow_each_other, begins && active_q)
  `GPUTM_COVER(b_no_more_copies, copy_valid_i && copies_q == CountWidth'(Copies))

  // Handshake assertions
  `GPUTM_STREAM(u_check_copy, copy_valid_i, copy_ready_o, {copy_region_i, copy_start_i, copy_size_i, copy_distance_i,
                                                           copy_from_i, copy_to_i})
  `GPUTM_STREAM(u_check_row, row_valid_o, row_ready_i, {row_from_o, row_to_o})
  `GPUTM_STREAM(u_check_copied, copied_valid_o, copied_ready_i, {copied_region_o, copied_version_o})

endmodule

`default_nettype wire
