// Temporal table of a memory partition, for WarpTM's temporal conflict detection (MICRO 2013 paper) in commit-id
// time: the interval of commit ids during which the value read by a transactional load has been current.
//
// The table keeps, for each granule of memory, an upper bound of the commit id that wrote it last, in a recency
// bloom filter. An answer is an interval of serial positions: first_cid_o .. last_cid_o, where position p stands
// for the point just before commit id p. last_cid_o is the retire pointer as the load read its value: every older
// id had written by then. first_cid_o is one more than the bound: no id between the two has written the granule.
// If the last writer has not retired, the interval is empty (rsp_current_o low). docs/warptm.md has the argument.
//
// Obligations of the partition: the writer is inserted before its value can be read; the retire pointer of a look-up
// is taken before the value is read, the look-up follows after; the order of operations is that of writes and reads.
//
// Ids wrap. The table looks back over WindowIds ids: an older writer is forgotten, and the bound is then
// the oldest id of the window, which is younger than any forgotten writer. So an answer is never longer
// than WindowIds. A scrubber drops the bucket of a forgotten writer before its id could be taken for a
// younger one: one row for each WindowIds / Buckets retired ids, which takes a cycle from the stream.
//
// Latency:    3 cycles from a look-up to its answer, which cannot be refused.
// Throughput: one operation a cycle, less one cycle in WindowIds / Buckets retired ids. op_ready_o is low for Buckets
//             cycles after reset, with Protection two more, while the memory is cleared.
//
// Protection: a bucket has a parity bit. A lost one may have hidden any writer so far, so until the youngest of them has
// left the window, no interval begins before it: answers are shorter than they could be, never longer.
//
// SubArrays: of the filter. Buckets: of a sub-array, a power of two, at most WindowIds. AddrWidth: bits of a granule's
// number. CidWidth: bits of a commit id. Protection: of ecc_pkg; Secded is parity, too.

`include "gputm_assert.svh"

`default_nettype none

module temporal_table
  import kilo_pkg::*;
#(
  parameter  int unsigned SubArrays  = 4,
  parameter  int unsigned Buckets    = 64,
  parameter  int unsigned AddrWidth  = 25,
  parameter  int unsigned CidWidth   = kilo_pkg::CidBits,
  parameter  int unsigned Protection = 0,                   // of the memory: none, or parity (ecc_pkg)
  localparam int unsigned WindowIds  = 2 ** (CidWidth - 3)
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  input  wire logic [CidWidth-1:0]  retire_cid_i,   // every older id has retired at this partition

  // Operations
  input  wire logic                 op_valid_i,
  output      logic                 op_ready_o,
  input  wire logic                 op_insert_i,    // insertion, else look-up
  input  wire logic [AddrWidth-1:0] op_addr_i,      // number of the granule
  input  wire logic [CidWidth-1:0]  op_cid_i,       // insertion: the writer's ID; look-up: retire pointer at the load

  // Answer to a look-up
  output      logic                 rsp_valid_o,
  output      logic                 rsp_current_o,  // the interval is not empty
  output      logic [CidWidth-1:0]  rsp_first_cid_o,  // first position of the interval
  output      logic [CidWidth-1:0]  rsp_last_cid_o,  // last position of the interval

  output      ecc_pkg::ram_report_t memory_report_o,  // lost buckets, with Protection; none is fatal

  output      logic                 busy_o          // work is left without new operations
);

  localparam int unsigned RowWidth = $clog2(Buckets);
  localparam int unsigned StepWidth = CidWidth - 3 - RowWidth;
  localparam int unsigned BlockWidth = CidWidth - StepWidth;

  localparam bit [4:0] Legal = {
    param_pkg::in_range("temporal_table: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::in_range("temporal_table: SubArrays", SubArrays, 1, 16, 1),
    param_pkg::power_of_two("temporal_table: Buckets", Buckets, 2, param_pkg::power(CidWidth - 3), 1),
    param_pkg::in_range("temporal_table: AddrWidth", AddrWidth, 1, 64, 1),
    param_pkg::in_range("temporal_table: CidWidth", CidWidth, $clog2(Buckets) + 3, 32, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // The filter's retire pointer is a window behind.
  logic [CidWidth-1:0] window_first;
  assign window_first = retire_cid_i - CidWidth'(WindowIds);

  // Clearing after reset, then scrubbing, in blocks of retired ids; the low bits of a block's number are the row.
  logic clearing, settling;  // a row is cleared; the last ones are being written
  logic [RowWidth-1:0] clear_row;
  logic [BlockWidth-1:0] block_q, retire_block;
  logic scrub_due;

  assign retire_block = retire_cid_i[CidWidth-1:StepWidth];
  assign scrub_due    = block_q != retire_block && !settling;
  assign op_ready_o   = !clearing && !scrub_due && !settling;

  ram_clear #(
    .Rows(Buckets)
  ) u_clear (
    .clk_i,
    .rst_ni,
    .clear_i   (1'b0),
    .clearing_o(clearing),
    .row_o     (clear_row)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) block_q <= '0;
    else if (clearing || settling) block_q <= retire_block;
    else if (scrub_due) block_q <= block_q + 1'b1;
  end

  // With protection, no row is read before it has been cleared: the filter writes it three cycles after its operation.
  if (Protection == ecc_pkg::None) begin : gen_unsettled
    assign settling = 1'b0;
  end else begin : gen_settling
    logic [1:0] settling_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) settling_q <= '0;
      else settling_q <= {settling_q[0], clearing};
    end
    assign settling = settling_q != '0;
  end

  logic    op_accepted;
  lwh_op_e filter_op;
  assign op_accepted = op_valid_i && op_ready_o;

  always_comb begin
    filter_op = LwhNone;
    if (clearing) filter_op = LwhClear;
    else if (scrub_due) filter_op = LwhScrub;
    else if (op_accepted) filter_op = op_insert_i ? LwhInsert : LwhLookup;
  end

  logic                found;
  logic [CidWidth-1:0] writer;
  ecc_pkg::ram_error_t lost;

  recency_bloom_filter #(
    .SubArrays (SubArrays),
    .Buckets   (Buckets),
    .AddrWidth (AddrWidth),
    .CidWidth  (CidWidth),
    .RowWidth  (RowWidth),
    .Protection(Protection)
  ) u_filter (
    .clk_i,
    .rst_ni,
    .retire_cid_i(window_first),
    .op_i        (filter_op),
    .addr_i      (op_addr_i),
    .cid_i       (op_cid_i),
    .row_i       (clearing ? clear_row : block_q[RowWidth-1:0]),
    .found_o     (found),
    .cid_o       (writer),
    .error_o     (lost)
  );

  // The filter answers after three cycles, and compares with the window's begin of the cycle before its answer.
  logic [2:0] lookup_q, work_q;
  logic [2:0][CidWidth-1:0] last_q;
  logic [CidWidth-1:0] window_first_q, length;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lookup_q <= '0;
      work_q   <= '0;
    end else begin
      lookup_q <= {lookup_q[1:0], filter_op == LwhLookup};
      work_q   <= {work_q[1:0], filter_op != LwhNone};
    end
  end
  always_ff @(posedge clk_i) begin
    last_q         <= {last_q[1:0], op_cid_i};
    window_first_q <= window_first;
  end

  logic [CidWidth-1:0] behind_writer;
  assign behind_writer = found ? writer + 1'b1 : window_first_q;

  if (Protection == ecc_pkg::None) begin : gen_exact
    assign rsp_first_cid_o = behind_writer;
    assign memory_report_o = '0;
    wire unused_error = ^lost;
  end else begin : gen_answered_for
    // A loss is known in the cycle before the answer of the look-up that has read the bucket. Marks are dropped with a
    // scrub, which comes often enough, when they have left the window.
    typedef struct packed {
      logic                valid;
      logic [CidWidth-1:0] first;  // position behind a writer
    } mark_t;
    mark_t youngest_q, floor_q;  // of all insertions; of those before the last loss
    logic [CidWidth-1:0] inserted, inserted_ahead, youngest_age, floor_age, floor_ahead;

    assign inserted       = op_cid_i + 1'b1;
    assign inserted_ahead = inserted - youngest_q.first;
    assign youngest_age   = youngest_q.first - window_first;
    assign floor_age      = floor_q.first - window_first;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        youngest_q <= '0;
        floor_q    <= '0;
      end else begin
        if (op_accepted && op_insert_i && !(youngest_q.valid && inserted_ahead[CidWidth-1]))
          youngest_q <= '{valid: 1'b1, first: inserted};
        else if (scrub_due && youngest_age[CidWidth-1]) youngest_q.valid <= 1'b0;
        if (lost.valid) floor_q <= youngest_q;
        else if (scrub_due && floor_age[CidWidth-1]) floor_q.valid <= 1'b0;
      end
    end

    assign floor_ahead     = floor_q.first - behind_writer;
    assign rsp_first_cid_o = floor_q.valid && !floor_ahead[CidWidth-1] ? floor_q.first : behind_writer;

    // Nothing is left uncorrected: the answers are right.
    ecc_pkg::ram_error_t answered_for;
    always_comb begin
      answered_for       = lost;
      answered_for.fatal = 1'b0;
    end
    error_report #(
      .Memories  (1),
      .Protection(Protection)
    ) u_error_report (
      .clk_i,
      .rst_ni,
      .errors_i(answered_for),
      .stop_o  (),
      .report_o(memory_report_o)
    );
  end

  assign rsp_valid_o     = lookup_q[2];
  assign rsp_last_cid_o  = last_q[2];
  assign length          = rsp_last_cid_o - rsp_first_cid_o;
  assign rsp_current_o   = !length[CidWidth-1];
  assign busy_o          = clearing || scrub_due || work_q != '0;

  logic [CidWidth-1:0] op_age;
  assign op_age = op_cid_i - window_first;

  `GPUTM_ASSERT_IF(a_ids_in_window, !op_accepted || op_age <= CidWidth'(2 * WindowIds), !clearing,
                   ("temporal_table: id %0d comes while %0d retires", op_cid_i, retire_cid_i))
  `GPUTM_ASSERT_IF(a_answer_in_window, !(rsp_valid_o && rsp_current_o) || length <= CidWidth'(WindowIds), !clearing,
                   ("temporal_table: the interval %0d .. %0d is too long", rsp_first_cid_o, rsp_last_cid_o))
  `GPUTM_ASSERT_IF(a_scrub_in_time, retire_block - block_q <= BlockWidth'(Buckets), !clearing,
                   ("temporal_table: rows %0d .. %0d have not been scrubbed", block_q, retire_block))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_never_written, !clearing && rsp_valid_o && !found)
  `GPUTM_COVER(b_written_since, !clearing && rsp_valid_o && !rsp_current_o)
  `GPUTM_COVER(b_read_waits_for_a_scrub, !clearing && op_valid_i && scrub_due)

  // Handshake assertions
  `GPUTM_STREAM(u_check_op, op_valid_i, op_ready_o, {op_insert_i, op_addr_i, op_cid_i})

endmodule

`default_nettype wire
