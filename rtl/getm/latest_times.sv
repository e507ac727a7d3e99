// Filter of latest times (HPCA 2018): upper bounds of the times of granules that the metadata table has evicted.
//
// Each sub-array is indexed by its own H3 hash of the granule. An insertion raises the granule's bucket of every sub-array
// to its time; a look-up returns the earliest of the granule's buckets, which is never earlier than a time that was
// inserted for the granule. Each sub-array has a RAM for look-ups and one for insertions, with the same contents, since
// a miss of the metadata table may look up one granule and evict another.
//
// Latency:    5 cycles with en_i from a look-up to time_o.
// Throughput: one insertion and one look-up each cycle with en_i; a look-up sees the insertion of its own cycle and all
//             earlier ones. ready_o is low for Buckets cycles after reset and after clear_i, while the buckets are set
//             to time 0; nothing may be inserted or looked up meanwhile.
//
// SubArrays: 1 or more. Buckets: per sub-array, a power of two. GranuleWidth: bits of a granule's number. TimeWidth: bits.
// Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module latest_times #(
  parameter int unsigned SubArrays    = 4,
  parameter int unsigned Buckets      = 256,
  parameter int unsigned GranuleWidth = getm_pkg::GranuleBits,
  parameter int unsigned TimeWidth    = getm_pkg::TimeBits,
  parameter int unsigned Protection   = ecc_pkg::None
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,

  input  wire logic                    clear_i,            // all times become 0; without insertions in flight
  output      logic                    ready_o,
  output      logic                    busy_o,             // an insertion is under way
  input  wire logic                    en_i,               // the pipeline advances

  input  wire logic                    insert_i,
  input  wire logic [GranuleWidth-1:0] insert_granule_i,
  input  wire logic [TimeWidth-1:0]    insert_time_i,
  input  wire logic [GranuleWidth-1:0] granule_i,          // look-up

  output      logic [TimeWidth-1:0]    time_o,             // upper bound of the times inserted for the granule

  output      ecc_pkg::ram_error_t [SubArrays-1:0][1:0] errors_o  // a sub-array's RAMs: of look-ups, of insertions
);

  localparam bit [3:0] Legal = {
    param_pkg::in_range("latest_times: SubArrays", SubArrays, 1, 16, 2),
    param_pkg::power_of_two("latest_times: Buckets", Buckets, 2, 2 ** 20, 2),
    param_pkg::in_range("latest_times: GranuleWidth", GranuleWidth, 1, 64, 2),
    param_pkg::in_range("latest_times: TimeWidth", TimeWidth, 2, 64, 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned IndexWidth = $clog2(Buckets);

  // Clearing by a row counter, through the write port
  logic                  clearing;
  logic [IndexWidth-1:0] clear_row;
  assign ready_o = !clearing;

  ram_clear #(
    .Rows(Buckets)
  ) u_clear (
    .clk_i,
    .rst_ni,
    .clear_i,
    .clearing_o(clearing),
    .row_o     (clear_row)
  );

  // Insertion: hashed, read, compared, written (cycles 1 to 4)
  logic insert_hashed_q, insert_read_q, insert_compare_q, insert_write_q;
  logic [TimeWidth-1:0] hashed_time_q, read_time_q, compare_time_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      insert_hashed_q  <= 1'b0;
      insert_read_q    <= 1'b0;
      insert_compare_q <= 1'b0;
      insert_write_q   <= 1'b0;
    end else if (en_i) begin
      insert_hashed_q  <= insert_i;
      insert_read_q    <= insert_hashed_q;
      insert_compare_q <= insert_read_q;
      insert_write_q   <= insert_compare_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      hashed_time_q  <= insert_time_i;
      read_time_q    <= hashed_time_q;
      compare_time_q <= read_time_q;
    end
  end

  logic [SubArrays-1:0][TimeWidth-1:0] found_q;  // bucket of the look-up in each sub-array, in cycle 4

  for (genvar i = 0; i < SubArrays; i++) begin : gen_sub_array
    // Cycle 0: hash.
    logic [IndexWidth-1:0] hash, insert_hash;

    h3_hash #(
      .KeyWidth (GranuleWidth),
      .HashWidth(IndexWidth),
      .Seed     (i)
    ) u_hash (
      .key_i (granule_i),
      .hash_o(hash)
    );

    h3_hash #(
      .KeyWidth (GranuleWidth),
      .HashWidth(IndexWidth),
      .Seed     (i)
    ) u_insert_hash (
      .key_i (insert_granule_i),
      .hash_o(insert_hash)
    );

    logic [IndexWidth-1:0] index_q, read_index_q, compare_index_q;
    logic [IndexWidth-1:0] insert_index_q, insert_read_index_q, insert_compare_index_q, write_index_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        index_q                <= hash;
        read_index_q           <= index_q;
        compare_index_q        <= read_index_q;
        insert_index_q         <= insert_hash;
        insert_read_index_q    <= insert_index_q;
        insert_compare_index_q <= insert_read_index_q;
        write_index_q          <= insert_compare_index_q;
      end
    end

    // Cycle 1: read both RAMs.
    logic [TimeWidth-1:0] read_bucket, insert_read_bucket, write_time_q, raised;
    logic                  write;
    logic [IndexWidth-1:0] write_row;
    logic [TimeWidth-1:0]  write_data;

    assign write      = clearing || (insert_write_q && en_i);
    assign write_row  = clearing ? clear_row : write_index_q;
    assign write_data = clearing ? '0 : write_time_q;

    ram_1r1w_ecc #(
      .Width      (TimeWidth),
      .Depth      (Buckets),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1),
      .LateMatch  (1'b1)
    ) u_look_up_ram (
      .clk_i,
      .rst_ni,
      .write_i(write),
      .waddr_i(write_row),
      .wdata_i(write_data),
      .read_i (en_i),
      .check_i(!clearing),
      .raddr_i(index_q),
      .rdata_o(read_bucket),
      .bad_o  (),
      .error_o(errors_o[i][0])
    );

    ram_1r1w_ecc #(
      .Width      (TimeWidth),
      .Depth      (Buckets),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1),
      .LateMatch  (1'b1)
    ) u_insert_ram (
      .clk_i,
      .rst_ni,
      .write_i(write),
      .waddr_i(write_row),
      .wdata_i(write_data),
      .read_i (en_i),
      .check_i(insert_hashed_q),
      .raddr_i(insert_index_q),
      .rdata_o(insert_read_bucket),
      .bad_o  (),
      .error_o(errors_o[i][1])
    );

    // Cycle 2: a RAM's output is only registered, or replaced by what insertions ahead have made of the bucket.
    logic [TimeWidth-1:0] bucket_q, insert_bucket_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        if (insert_compare_q && insert_compare_index_q == read_index_q) bucket_q <= raised;
        else if (insert_write_q && write_index_q == read_index_q) bucket_q <= write_time_q;
        else bucket_q <= read_bucket;
        if (insert_compare_q && insert_compare_index_q == insert_read_index_q) insert_bucket_q <= raised;
        else if (insert_write_q && write_index_q == insert_read_index_q) insert_bucket_q <= write_time_q;
        else insert_bucket_q <= insert_read_bucket;
      end
    end

    // Cycle 3: the insertion raises its bucket, which the look-up of the same cycle may have, too.
    assign raised = compare_time_q > insert_bucket_q ? compare_time_q : insert_bucket_q;

    always_ff @(posedge clk_i) begin
      if (en_i) begin
        write_time_q <= raised;
        found_q[i]   <= insert_compare_q && insert_compare_index_q == compare_index_q ? raised : bucket_q;
      end
    end

    // Coverage points (tb/coverage)
    `GPUTM_COVER(b_raised_for_the_look_up, insert_compare_q && insert_compare_index_q == compare_index_q)
    `GPUTM_COVER(b_not_raised, insert_compare_q && raised != compare_time_q)
  end

  // Cycle 4: the earliest bucket. All pairs are compared at once.
  logic [SubArrays-1:0] earliest;

  always_comb begin
    earliest = '1;
    for (int unsigned i = 1; i < SubArrays; i++) begin
      for (int unsigned other = 0; other < i; other++) begin
        if (found_q[i] < found_q[other]) earliest[other] = 1'b0;
        else earliest[i] = 1'b0;
      end
    end
  end

  logic [TimeWidth-1:0] earliest_time;

  always_comb begin
    earliest_time = '0;
    for (int unsigned i = 0; i < SubArrays; i++) begin
      if (earliest[i]) earliest_time |= found_q[i];
    end
  end

  always_ff @(posedge clk_i) begin
    if (en_i) time_o <= earliest_time;
  end

  assign busy_o = insert_hashed_q || insert_read_q || insert_compare_q || insert_write_q;

  `GPUTM_ASSERT(a_one_earliest, $onehot(earliest), ("latest_times: sub-arrays %b are the earliest", earliest))
  `GPUTM_ASSERT(a_cleared_alone, !(clear_i || clearing) || !(insert_i || busy_o),
                ("latest_times: an insertion while the buckets are cleared"))
  `GPUTM_COVER(b_held, !en_i && insert_compare_q)

endmodule

`default_nettype wire
