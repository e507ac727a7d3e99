// Bulk in-memory copy unit (ISCA 2017 paper, sections 3 and 5): makes a version of a region by copies of rows inside the DRAM.
//
// A copy of the version index table goes row by row: one command a cycle copies a row of version `from` to that of version `to`. Both
// are in one subarray of one bank, which is busy for CopyCycles from then on (the paper's 68 ns for 2 kB); consecutive rows are
// in different banks, and copies in different subarrays go on side by side. A row whose subarray is busy waits, and the rows
// behind it. When all rows of a version are copied the table is told, in the order of the copies.
//
// Nobody reads or writes a version while it is copied, and nobody writes the one that it is copied from: the table's states keep to that.
//
// All copies take the same time, so they end in the order of their begins: a queue of {subarray, end} frees subarrays, and its last row of
// each version ends that version's copy.
//
// Latency:    CopyCycles + 4 from a copy of one row to its end; a command follows its copy by a cycle.
// Throughput: one row a cycle while subarrays are free. Copies that have begun and not ended: at most Copies.
//
// BlockWidth: bits of a block address. SizeWidth: bits of a size. RegionWidth: bits of a region's number. VersionWidth: bits of
// a version's number. RowWidth: log2 of the blocks of a row, which a command copies. BankWidth: bits of a bank's number, which
// are above those of a row's blocks. SubarrayWidth: bits of a subarray's number. SubarrayShift: the lowest of these bits in a
// block address. CopyCycles: at least 2. Copies: at least 2.

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
  parameter int unsigned Copies        = 4
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,

  // Copies of versions
  input  wire logic                    copy_valid_i,
  output      logic                    copy_ready_o,
  input  wire logic [RegionWidth-1:0]  copy_region_i,  // which region
  input  wire logic [BlockWidth-1:0]   copy_start_i,     // of the region
  input  wire logic [SizeWidth-1:0]    copy_size_i,      // log2 of its blocks
  input  wire logic [SizeWidth-1:0]    copy_distance_i,  // log2 of the blocks between versions
  input  wire logic [VersionWidth-1:0] copy_from_i,  // version that is copied
  input  wire logic [VersionWidth-1:0] copy_to_i,  // version that is made

  // Copies of rows
  output      logic                    row_valid_o,
  input  wire logic                    row_ready_i,
  output      logic [BlockWidth-1:0]   row_from_o,       // first block
  output      logic [BlockWidth-1:0]   row_to_o,  // first block of the copy

  // Versions that have been copied
  output      logic                    copied_valid_o,
  input  wire logic                    copied_ready_i,
  output      logic [RegionWidth-1:0]  copied_region_o,  // which region
  output      logic [VersionWidth-1:0] copied_version_o,  // which version

  output      logic                    busy_o            // a copy has begun and not ended
);

  localparam int unsigned EndWidth = $clog2(CopyCycles) + 1;
  localparam int unsigned CountWidth = $clog2(Copies + 1);

  typedef logic [BlockWidth-1:0] block_t;
  typedef logic [BankWidth+SubarrayWidth-1:0] subarray_t;  // of all banks
  typedef logic [EndWidth-1:0] moment_t;
  typedef struct packed {
    logic [RegionWidth-1:0]  region;
    logic [VersionWidth-1:0] version;
  } version_t;
  typedef struct packed {
    subarray_t subarray;
    moment_t   ends;
    logic      last;
    version_t  copied;
  } row_t;

  if (RowWidth + BankWidth > SubarrayShift || SubarrayShift + SubarrayWidth > BlockWidth) begin : gen_check_subarrays
    $error("row_copy_unit: SubarrayShift=%0d does not fit between banks and BlockWidth=%0d", SubarrayShift, BlockWidth);
  end
  if (CopyCycles < 2) begin : gen_check_cycles
    $error("row_copy_unit: CopyCycles=%0d must be at least 2", CopyCycles);
  end
  if (Copies < 2) begin : gen_check_copies
    $error("row_copy_unit: Copies=%0d must be at least 2", Copies);
  end

  // ---- The copy whose rows are being sent ----
  logic active_q;
  block_t from_q, to_q, rows_left_q;
  version_t copied_q;
  logic [CountWidth-1:0] copies_q;  // that have not ended
  logic begins, sends, sends_last, ends;

  assign copy_ready_o = copies_q != CountWidth'(Copies) && (!active_q || sends_last);
  assign begins       = copy_valid_i && copy_ready_o;

  block_t place, rows;
  assign place = ~(~block_t'(0) << copy_distance_i);
  assign rows  = 32'(copy_size_i) > RowWidth ? ~(~block_t'(0) << copy_size_i) >> RowWidth : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      copies_q <= '0;
    end else begin
      active_q <= begins || (active_q && !sends_last);
      copies_q <= copies_q + CountWidth'(begins) - CountWidth'(ends);
    end
  end
  always_ff @(posedge clk_i) begin
    if (begins) begin
      from_q      <= copy_start_i + (block_t'(copy_from_i) << copy_distance_i);
      to_q        <= copy_start_i + (block_t'(copy_to_i) << copy_distance_i);
      rows_left_q <= rows;
      copied_q    <= '{region: copy_region_i, version: copy_to_i};
    end else if (sends) begin
      from_q      <= from_q + (block_t'(1) << RowWidth);
      to_q        <= to_q + (block_t'(1) << RowWidth);
      rows_left_q <= rows_left_q - 1'b1;
    end
  end

  // ---- Subarrays ----
  function automatic subarray_t subarray_of(block_t block);
    return {SubarrayWidth'(block >> SubarrayShift), BankWidth'(block >> RowWidth)};
  endfunction
  logic [2**$bits(subarray_t)-1:0] busy_q;
  subarray_t subarray;
  logic queue_ready;
  moment_t now_q;
  row_t sent, oldest;
  logic last_row, oldest_valid, oldest_ends;

  assign subarray    = subarray_of(to_q);
  assign row_valid_o = active_q && !busy_q[subarray];
  assign row_from_o  = from_q;
  assign row_to_o    = to_q;
  assign sends       = row_valid_o && row_ready_i;
  assign last_row    = rows_left_q == '0;
  assign sends_last  = sends && last_row;
  assign sent        = '{subarray: subarray, ends: now_q + moment_t'(CopyCycles), last: last_row, copied: copied_q};

  // A row a cycle, each for CopyCycles, and one that leaves while another comes: the queue has room.
  fifo_sync #(
    .Width($bits(row_t)),
    .Depth(CopyCycles + 1)
  ) u_rows (
    .clk_i,
    .rst_ni,
    .in_valid_i (sends),
    .in_ready_o (queue_ready),
    .in_data_i  (sent),
    .out_valid_o(oldest_valid),
    .out_ready_i(oldest_ends),
    .out_data_o (oldest),
    .count_o    ()
  );
  assign oldest_ends = oldest_valid && now_q == oldest.ends;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= '0;
      now_q  <= '0;
    end else begin
      now_q <= now_q + 1'b1;
      if (oldest_ends) busy_q[oldest.subarray] <= 1'b0;
      if (sends) busy_q[subarray] <= 1'b1;
    end
  end

  // ---- Versions that have been copied: room for every copy that has begun ----
  logic copied_ready;
  fifo_sync #(
    .Width($bits(version_t)),
    .Depth(Copies)
  ) u_copied (
    .clk_i,
    .rst_ni,
    .in_valid_i (oldest_ends && oldest.last),
    .in_ready_o (copied_ready),
    .in_data_i  (oldest.copied),
    .out_valid_o(copied_valid_o),
    .out_ready_i(copied_ready_i),
    .out_data_o ({copied_region_o, copied_version_o}),
    .count_o    ()
  );
  assign ends   = copied_valid_o && copied_ready_i;
  assign busy_o = copies_q != '0;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_copy_within_subarrays :
      assert (!begins || (copy_from_i != copy_to_i && (copy_start_i & place) == '0 && copy_size_i <= copy_distance_i))
      else
        $error(
            "row_copy_unit: version %0d of region %0d at %0d is copied to %0d",
            copy_from_i,
            copy_region_i,
            copy_start_i,
            copy_to_i
        );
      a_one_subarray :
      assert (!row_valid_o || subarray_of(from_q) == subarray)
      else $error("row_copy_unit: row %0d is not in the subarray of row %0d", row_from_o, row_to_o);
      a_room_for_rows :
      assert (!sends || queue_ready)
      else $error("row_copy_unit: more rows are copied than the queue holds");
      a_room_for_copied :
      assert (!(oldest_ends && oldest.last) || copied_ready)
      else $error("row_copy_unit: more copies end than have begun");
      // What the tests have to reach (tb/coverage).
      b_subarray_is_busy : cover (active_q && busy_q[subarray]);
      b_copies_follow_each_other : cover (begins && active_q);
      b_no_more_copies : cover (copy_valid_i && copies_q == CountWidth'(Copies));
    end
  end

  // Streams keep their promises.
  stream_check #(
    .Width(RegionWidth + BlockWidth + 2 * SizeWidth + 2 * VersionWidth)
  ) u_check_copy (
    .clk_i,
    .rst_ni,
    .valid_i(copy_valid_i),
    .ready_i(copy_ready_o),
    .data_i ({copy_region_i, copy_start_i, copy_size_i, copy_distance_i, copy_from_i, copy_to_i})
  );
  stream_check #(
    .Width(2 * BlockWidth)
  ) u_check_row (
    .clk_i,
    .rst_ni,
    .valid_i(row_valid_o),
    .ready_i(row_ready_i),
    .data_i ({row_from_o, row_to_o})
  );
  stream_check #(
    .Width(RegionWidth + VersionWidth)
  ) u_check_copied (
    .clk_i,
    .rst_ni,
    .valid_i(copied_valid_o),
    .ready_i(copied_ready_i),
    .data_i ({copied_region_o, copied_version_o})
  );

endmodule

`default_nettype wire
