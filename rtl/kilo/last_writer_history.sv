// Last writer history of a commit unit (MICRO 2011 paper, sections 4.5.2 and 6.3.2): for a word address, the
// commit id of the youngest unretired transaction that was inserted as its writer. The answer may be a younger
// id, or an id for a word without a writer (a false writer); it is never older than the last live writer.
//
// A lookup table of the exact last writers stands in front of a recency bloom filter that receives
// the table's evictions. A hit in the table is exact and final.
//
// Latency:    a look-up accepted in cycle t is answered in cycle t + 6. The answer cannot be refused.
// Throughput: one look-up or insertion each cycle; each sees the effect of all earlier ones. op_ready_o is low for
//             max(sets, Buckets) cycles after reset, while the memories are cleared (with Protection two more), and
//             when scrubbing must not be delayed further.
//
// Ids wrap and are compared in a window of half of the id space that starts at retire_cid_i. So that an id
// cannot outlive its window and be taken for a live one, a scrubber drops expired ids row by row, in step
// with retire_cid_i: one row each StepIds ids, hence every row once in an eighth of the id space. It uses
// idle cycles, and takes cycles from the stream when half of the rows are due. So fewer than (1.5 * rows +
// 8) * StepIds ids pass between two visits of a row, delays in the pipeline included, which is within half
// of the id space: there are at least four rows, and several of them are one row of a smaller memory.
//
// With protection (docs/protection.md) an entry that is found wrong is dropped, and until every id inserted so far has
// expired, each look-up is answered by the youngest id inserted before it: a false writer at worst.
//
// Obligations of the commit unit: insertions come in commit-id order and are not older than retire_cid_i, and no
// live id is 2^(CidWidth-1) or more younger than it; retire_cid_i only advances, by at most StepIds ids a cycle.
//
// Storage with the default sizes: 512 x (1 + 30 + 16) bits of table and 4 x 256 x (1 + 16) bits of filter, 5184
// bytes.
//
// Entries, Ways: lookup table. SubArrays, Buckets (per sub-array): bloom filter. All powers of two but SubArrays.
// AddrWidth: bits of a word address. CidWidth: bits of a commit id, at least 3 more than a row number's.

`include "gputm_assert.svh"

`default_nettype none

module last_writer_history
  import kilo_pkg::*;
#(
  parameter int unsigned Entries = 512,  // entries of the lookup table, a power of two
  parameter int unsigned Ways = 4,  // ways of the lookup table, a power of two
  parameter int unsigned SubArrays = 4,  // sub-arrays of the bloom filter
  parameter int unsigned Buckets = 256,  // buckets of a sub-array of the bloom filter, a power of two
  parameter int unsigned AddrWidth = kilo_pkg::WordAddrBits,
  parameter int unsigned CidWidth = kilo_pkg::CidBits,
  parameter int unsigned Protection = ecc_pkg::None  // of ecc_pkg; Secded is parity here, too
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  input  wire logic [CidWidth-1:0]  retire_cid_i,  // oldest id that has not retired

  input  wire logic                 op_valid_i,
  output      logic                 op_ready_o,
  output      logic                 op_answered_o, // the operation will have an answer
  input  wire logic                 op_insert_i,   // insertion, else look-up
  input  wire logic [AddrWidth-1:0] op_addr_i,  // word address
  input  wire logic [CidWidth-1:0]  op_cid_i,      // insertion: commit ID of the writer

  output      logic                 rsp_valid_o,   // answer to a look-up
  output      logic                 rsp_found_o,   // the word may have a writer that has not retired
  output      logic [CidWidth-1:0]  rsp_cid_o,     // youngest possible writer

  output      ecc_pkg::ram_error_t [1:0] errors_o, // an entry of the lookup table, or of the filter, was lost

  output      logic                 busy_o         // work is left without new operations
);

  // With fewer than four rows, the ids that pass during the pipeline's delays would not fit into the window.
  localparam int unsigned TableRows = Entries / (Ways == 0 ? 1 : Ways);
  localparam int unsigned LargestRows = TableRows > Buckets ? TableRows : Buckets;
  localparam int unsigned Rows = LargestRows > 4 ? LargestRows : 4;
  localparam int unsigned RowWidth = $clog2(Rows);
  localparam int unsigned StepIds = 2 ** (CidWidth - 3) / Rows;
  localparam int unsigned StepWidth = $clog2(StepIds);
  localparam int unsigned BlockWidth = CidWidth - StepWidth;

  localparam bit [6:0] Legal = {
    param_pkg::in_range("last_writer_history: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 2),
    param_pkg::power_of_two("last_writer_history: Entries", Entries, 2 * Ways, 2 ** 20, 2),
    param_pkg::power_of_two("last_writer_history: Ways", Ways, 1, 16, 2),
    param_pkg::in_range("last_writer_history: SubArrays", SubArrays, 1, 16, 2),
    param_pkg::power_of_two("last_writer_history: Buckets", Buckets, 2, 2 ** 20, 2),
    param_pkg::in_range("last_writer_history: AddrWidth", AddrWidth, 1, 64, 2),
    param_pkg::in_range("last_writer_history: CidWidth", CidWidth, RowWidth + 3, 32, 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // Clearing after reset, then scrubbing. The retire pointer is followed in blocks of StepIds ids;
  // the low bits of the block number are the row to scrub. Due rows are detected a cycle late, so
  // that op_ready_o comes from a register.
  logic clearing, starting;  // a row is cleared; that, or the last rows are being written
  logic [RowWidth-1:0] clear_row;
  logic [BlockWidth-1:0] retire_block, block_q;
  logic [BlockWidth-1:0] blocks_due, blocks_left;  // now, and without the next row
  logic scrub_due_q, scrub_forced_q;
  logic op_accepted, scrub;

  assign retire_block = retire_cid_i[CidWidth-1:StepWidth];
  assign blocks_due   = retire_block - block_q;
  assign blocks_left  = retire_block + ~block_q;
  assign op_ready_o   = !starting && !scrub_forced_q;
  assign op_accepted  = op_valid_i && op_ready_o;
  assign op_answered_o = !op_insert_i;
  assign scrub        = !starting && scrub_due_q && !op_accepted;

  function automatic logic forced(logic [BlockWidth-1:0] blocks);
    return blocks >= BlockWidth'(Rows / 2);
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scrub_due_q    <= 1'b0;
      scrub_forced_q <= 1'b0;
    end else begin
      scrub_due_q    <= !starting && (scrub ? blocks_left != '0 : blocks_due != '0);
      scrub_forced_q <= !starting && (scrub ? forced(blocks_left) : forced(blocks_due));
    end
  end

  ram_clear #(
    .Rows(Rows)
  ) u_clear (
    .clk_i,
    .rst_ni,
    .clear_i   (1'b0),
    .clearing_o(clearing),
    .row_o     (clear_row)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) block_q <= '0;
    else if (starting) block_q <= retire_block;
    else if (scrub) block_q <= block_q + 1'b1;
  end

  // With protection, no row is read before it has been cleared: a row is written three cycles after its operation.
  if (Protection == ecc_pkg::None) begin : gen_start
    assign starting = clearing;
  end else begin : gen_settled_start
    logic [1:0] settling_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) settling_q <= '0;
      else settling_q <= {settling_q[0], clearing};
    end
    assign starting = clearing || settling_q != '0;
  end

  lwh_op_e             table_op;
  logic [RowWidth-1:0] table_row;

  always_comb begin
    table_op = LwhNone;
    if (clearing) table_op = LwhClear;
    else if (op_accepted) table_op = op_insert_i ? LwhInsert : LwhLookup;
    else if (scrub) table_op = LwhScrub;
  end

  assign table_row = clearing ? clear_row : block_q[RowWidth-1:0];

  // Cycles 0 to 3: the lookup table.
  ecc_pkg::ram_error_t table_error, bloom_error;
  lwh_op_e table_done;
  logic hit, hit_live, evict;
  logic [AddrWidth-1:0] miss_addr;
  logic [CidWidth-1:0]  table_cid;
  logic [RowWidth-1:0]  bloom_row;

  last_writer_table #(
    .Entries   (Entries),
    .Ways      (Ways),
    .AddrWidth (AddrWidth),
    .CidWidth  (CidWidth),
    .RowWidth  (RowWidth),
    .Protection(Protection)
  ) u_table (
    .clk_i,
    .rst_ni,
    .retire_cid_i,
    .op_i   (table_op),
    .addr_i (op_addr_i),
    .cid_i  (op_cid_i),
    .row_i  (table_row),
    .op_o   (table_done),
    .hit_o  (hit),
    .live_o (hit_live),
    .evict_o(evict),
    .addr_o (miss_addr),
    .cid_o  (table_cid),
    .row_o  (bloom_row),
    .error_o(table_error)
  );

  // Cycles 3 to 6: the bloom filter. A look-up and an eviction need its read port in the same stage, so each
  // operation has it once.
  lwh_op_e             bloom_op;
  logic                bloom_found;
  logic [CidWidth-1:0] bloom_cid;

  assign bloom_op = table_done == LwhInsert && !evict ? LwhNone : table_done;

  recency_bloom_filter #(
    .SubArrays (SubArrays),
    .Buckets   (Buckets),
    .AddrWidth (AddrWidth),
    .CidWidth  (CidWidth),
    .RowWidth  (RowWidth),
    .Protection(Protection)
  ) u_bloom (
    .clk_i,
    .rst_ni,
    .retire_cid_i,
    .op_i   (bloom_op),
    .addr_i (miss_addr),
    .cid_i  (table_cid),
    .row_i  (bloom_row),
    .found_o(bloom_found),
    .cid_o  (bloom_cid),
    .error_o(bloom_error)
  );

  // The table's verdict is delayed to the filter's.
  localparam int unsigned BloomLatency = 3;
  typedef struct packed {
    logic                lookup;
    logic                hit;
    logic                live;
    logic [CidWidth-1:0] cid;
  } verdict_t;

  verdict_t [BloomLatency-1:0] verdict_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      verdict_q <= '0;
    end else begin
      verdict_q <= {
        verdict_q[BloomLatency-2:0],
        verdict_t'{lookup: table_done == LwhLookup, hit: hit, live: hit_live, cid: table_cid}
      };
    end
  end

  verdict_t verdict;
  assign verdict     = verdict_q[BloomLatency-1];
  assign rsp_valid_o = verdict.lookup;

  if (Protection == ecc_pkg::None) begin : gen_exact
    assign rsp_found_o = verdict.hit ? verdict.live : bloom_found;
    assign rsp_cid_o   = verdict.hit ? verdict.cid : bloom_cid;
    assign errors_o    = '0;
    wire unused_errors = ^{table_error, bloom_error};
  end else begin : gen_answered_for
    // The table reports in cycle 2, the filter in cycle 5. A wrong entry that an operation read is known when it
    // is answered in cycle 6.
    localparam int unsigned Latency = 6;
    typedef struct packed {
      logic                valid;  // the id has not expired
      logic [CidWidth-1:0] cid;
    } writer_t;
    logic lost_q;                           // an entry was lost, and may not have expired
    writer_t youngest;                      // youngest id inserted
    logic youngest_valid_q;
    logic [CidWidth-1:0] youngest_cid_q;
    writer_t [Latency-1:0] youngest_ago_q;  // the same when an operation in cycle 1, 2, ... was accepted
    logic [CidWidth-1:0] last_lost_q;       // the same when the entry was lost
    logic [CidWidth-1:0] youngest_age, last_lost_age;
    logic error;

    assign youngest      = '{valid: youngest_valid_q, cid: youngest_cid_q};
    assign error         = table_error.valid || bloom_error.valid;
    assign youngest_age  = youngest_cid_q - retire_cid_i;
    assign last_lost_age = last_lost_q - retire_cid_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        lost_q           <= 1'b0;
        youngest_valid_q <= 1'b0;
      end else begin
        if (error) lost_q <= youngest_valid_q;
        else if (last_lost_age[CidWidth-1]) lost_q <= 1'b0;
        if (op_accepted && op_insert_i) youngest_valid_q <= 1'b1;
        else if (youngest_age[CidWidth-1]) youngest_valid_q <= 1'b0;
      end
    end
    always_ff @(posedge clk_i) begin
      if (op_accepted && op_insert_i) youngest_cid_q <= op_cid_i;
      if (error) last_lost_q <= youngest_cid_q;
      youngest_ago_q <= {youngest_ago_q[Latency-2:0], youngest};
    end

    writer_t answer;
    assign answer      = youngest_ago_q[Latency-1];
    assign rsp_found_o = lost_q ? answer.valid : verdict.hit ? verdict.live : bloom_found;
    assign rsp_cid_o   = lost_q ? answer.cid : verdict.hit ? verdict.cid : bloom_cid;

    // Nothing is left uncorrected: the answers are right.
    always_comb begin
      errors_o          = {bloom_error, table_error};
      errors_o[0].fatal = 1'b0;
      errors_o[1].fatal = 1'b0;
    end
  end

  // The last effect of an operation is in its seventh cycle.
  logic [6:0] in_flight_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) in_flight_q <= '0;
    else in_flight_q <= {in_flight_q[5:0], table_op != LwhNone};
  end

  assign busy_o = clearing || blocks_due != '0 || in_flight_q != '0;

  // Obligations of the environment and of the scrubber
  logic [CidWidth-1:0] retire_prev_q, insert_prev_q;
  logic [CidWidth-1:0] retire_advance, insert_age, insert_prev_age;

  assign retire_advance  = retire_cid_i - retire_prev_q;
  assign insert_age      = op_cid_i - retire_cid_i;
  assign insert_prev_age = insert_prev_q - retire_cid_i;

  always_ff @(posedge clk_i) begin
    retire_prev_q <= retire_cid_i;
    if (op_accepted && op_insert_i) insert_prev_q <= op_cid_i;
    else if (clearing || insert_prev_age[CidWidth-1]) insert_prev_q <= retire_cid_i;
  end

  `GPUTM_ASSERT_IF(a_retire_advance, retire_advance <= CidWidth'(StepIds), !clearing,
                   ("last_writer_history: retire_cid_i goes from %0d to %0d in a cycle", retire_prev_q, retire_cid_i))
  `GPUTM_ASSERT_IF(a_scrub_in_time, blocks_due <= BlockWidth'(Rows / 2 + 2), !clearing,
                   ("last_writer_history: %0d of %0d rows are due", blocks_due, Rows))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_found_in_the_table, !clearing && verdict.lookup && verdict.hit && verdict.live)
  `GPUTM_COVER(b_found_in_the_filter, !clearing && verdict.lookup && !verdict.hit && bloom_found)
  `GPUTM_COVER(b_scrub_goes_first, !clearing && op_valid_i && scrub_forced_q)
  `GPUTM_ASSERT_IF(a_insert_live, !insert_age[CidWidth-1], !clearing && op_accepted && op_insert_i,
                   ("last_writer_history: id %0d is inserted at %0d", op_cid_i, retire_cid_i))
  `GPUTM_ASSERT_IF(a_insert_in_order, insert_prev_age[CidWidth-1] || insert_prev_age <= insert_age,
                   !clearing && op_accepted && op_insert_i,
                   ("last_writer_history: id %0d is inserted after %0d", op_cid_i, insert_prev_q))

  // Handshake assertions
  `GPUTM_STREAM(u_check_op, op_valid_i, op_ready_o, {op_insert_i, op_addr_i, op_cid_i})

endmodule

`default_nettype wire
