// Recency bloom filter (MICRO 2011 paper, section 4.5.2): the approximate last writers of words
// that the lookup table has evicted.
//
// Each sub-array is indexed by its own H3 hash of the word address and holds {valid, commit id}
// buckets. An insertion writes the id into its bucket of every sub-array unless a younger id is there:
// evictions do not come in commit-id order, and an older id would hide the younger writer. A look-up
// returns the oldest of the address's buckets, because the fewest aliases have overwritten it. An id
// older than retire_cid_i has expired; one expired bucket proves that the address has no writer here.
//
// The RAMs are read without waiting for the comparison of the bucket with the bucket being written (QuickEnable).
//
// Latency:    3 cycles from op_i to the outputs. An operation compares with retire_cid_i of two cycles after its own.
// Throughput: one operation each cycle; each sees the effect of all earlier ones.
//
// With protection a bucket has a parity bit. One that is wrong counts as expired, and is reported: the user answers for
// it (last_writer_history).
//
// SubArrays: 1 or more. Buckets: per sub-array, a power of two, at least 2. AddrWidth, CidWidth:
// bits. RowWidth: bits of a scrubber's row number; its low bits select the bucket. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module recency_bloom_filter
  import kilo_pkg::*;
#(
  parameter int unsigned SubArrays  = 4,
  parameter int unsigned Buckets    = 256,
  parameter int unsigned AddrWidth  = kilo_pkg::WordAddrBits,
  parameter int unsigned CidWidth   = kilo_pkg::CidBits,
  parameter int unsigned RowWidth   = 8,
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  input  wire logic [CidWidth-1:0]  retire_cid_i,  // every older id has expired

  input  wire lwh_op_e              op_i,
  input  wire logic [AddrWidth-1:0] addr_i,        // look-up, insertion
  input  wire logic [CidWidth-1:0]  cid_i,         // insertion
  input  wire logic [RowWidth-1:0]  row_i,         // scrub, clear

  output      logic                 found_o,       // look-up: there may be a live writer, cid_o or older
  output      logic [CidWidth-1:0]  cid_o,         // youngest possible writer

  output      ecc_pkg::ram_error_t  error_o        // a bucket has been lost
);

  localparam bit [4:0] Legal = {
    param_pkg::in_range("recency_bloom_filter: SubArrays", SubArrays, 1, 16, 3),
    param_pkg::power_of_two("recency_bloom_filter: Buckets", Buckets, 2, 2 ** 20, 3),
    param_pkg::in_range("recency_bloom_filter: AddrWidth", AddrWidth, 1, 64, 3),
    param_pkg::in_range("recency_bloom_filter: CidWidth", CidWidth, 2, 32, 3),
    param_pkg::in_range("recency_bloom_filter: RowWidth", RowWidth, $clog2(Buckets), 31, 3)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned IndexWidth = $clog2(Buckets);

  typedef struct packed {
    logic                valid;
    logic [CidWidth-1:0] cid;
  } bucket_t;

  logic row_op;
  assign row_op = op_i == LwhScrub || op_i == LwhClear;

  // With the RAMs' outputs, and at the comparison
  lwh_op_e read_op_q, op_q;
  logic [CidWidth-1:0] read_cid_q, cid_q;
  logic [CidWidth-1:0] cid_age;
  logic                cid_live;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_op_q <= LwhNone;
      op_q      <= LwhNone;
    end else begin
      read_op_q <= op_i;
      op_q      <= read_op_q;
    end
  end

  always_ff @(posedge clk_i) begin
    read_cid_q <= cid_i;
    cid_q      <= read_cid_q;
  end

  assign cid_age  = cid_q - retire_cid_i;
  assign cid_live = !cid_age[CidWidth-1];

  bucket_t                 bucket[SubArrays];
  logic    [SubArrays-1:0] live;
  ecc_pkg::ram_error_t [SubArrays-1:0] errors;

  always_comb begin
    error_o = '0;
    for (int unsigned i = 0; i < SubArrays; i++) error_o |= errors[i];
  end

  for (genvar i = 0; i < SubArrays; i++) begin : gen_sub_array
    // Cycle 0: hash and read.
    logic [IndexWidth-1:0] hash, index, read_index_q, index_q;

    h3_hash #(
      .KeyWidth (AddrWidth),
      .HashWidth(IndexWidth),
      .Seed     (i)
    ) u_hash (
      .key_i (addr_i),
      .hash_o(hash)
    );

    assign index = row_op ? row_i[IndexWidth-1:0] : hash;

    always_ff @(posedge clk_i) begin
      read_index_q <= index;
      index_q      <= read_index_q;
    end

    bucket_t read_bucket, new_bucket;
    logic write;

    // Cycle 3: the write itself. The decision of cycle 2 would be too late for the RAM's enables.
    bucket_t               write_bucket_q;
    logic                  write_q;
    logic [IndexWidth-1:0] write_index_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) write_q <= 1'b0;
      else write_q <= write;
    end

    always_ff @(posedge clk_i) begin
      write_bucket_q <= new_bucket;
      write_index_q  <= index_q;
    end

    logic read_bad, bad_q, bad;  // the bucket is wrong
    assign bad = Protection == ecc_pkg::None ? 1'b0 : bad_q;

    ram_1r1w_ecc #(
      .Width      ($bits(bucket_t)),
      .Depth      (Buckets),
      .Protection (Protection == ecc_pkg::None ? ecc_pkg::None : ecc_pkg::Parity),
      .Forward    (1'b1),
      .QuickEnable(1'b1)
    ) u_ram (
      .clk_i,
      .rst_ni,
      .write_i(write_q),
      .waddr_i(write_index_q),
      .wdata_i(write_bucket_q),
      .read_i (op_i != LwhNone),
      .check_i(op_i != LwhClear),
      .raddr_i(index),
      .rdata_o(read_bucket),
      .bad_o  (read_bad),
      .error_o(errors[i])
    );

    // Cycle 1: a RAM's output takes half a cycle, so it is only registered, or replaced by a write to the same bucket.
    bucket_t bucket_q;
    assign bucket[i] = bucket_q;

    always_ff @(posedge clk_i) begin
      if (write && index_q == read_index_q) bucket_q <= new_bucket;
      else if (write_q && write_index_q == read_index_q) bucket_q <= write_bucket_q;
      else bucket_q <= read_bucket;
      bad_q <= read_bad && !(write && index_q == read_index_q) && !(write_q && write_index_q == read_index_q);
    end

    // Cycle 2: compare and write back. Live ids are compared with each other within half of the id space.
    logic [CidWidth-1:0] age, ahead;  // bucket's id less the oldest live one; insertion's less bucket's
    assign age     = bucket_q.cid - retire_cid_i;
    assign ahead   = cid_q - bucket_q.cid;
    assign live[i] = bucket_q.valid && !bad && !age[CidWidth-1];

    always_comb begin
      new_bucket = '0;
      unique case (op_q)
        LwhInsert: begin
          new_bucket = '{valid: 1'b1, cid: cid_q};
          write      = cid_live && (!live[i] || !ahead[CidWidth-1]);
        end
        LwhScrub:  write = !live[i];
        LwhClear:  write = 1'b1;
        default:   write = 1'b0;
      endcase
    end
  end

  // The oldest bucket if all are live: all pairs are compared at once.
  logic [SubArrays-1:0] oldest;
  logic [CidWidth-1:0]  oldest_cid;

  always_comb begin
    oldest = '1;
    for (int unsigned i = 1; i < SubArrays; i++) begin
      for (int unsigned other = 0; other < i; other++) begin
        logic [CidWidth-1:0] distance;
        distance = bucket[i].cid - bucket[other].cid;
        if (distance[CidWidth-1]) oldest[other] = 1'b0;
        else oldest[i] = 1'b0;
      end
    end
  end

  always_comb begin
    oldest_cid = '0;
    for (int unsigned i = 0; i < SubArrays; i++) begin
      if (oldest[i]) oldest_cid |= bucket[i].cid;
    end
  end

  always_ff @(posedge clk_i) begin
    found_o <= &live;
    cid_o   <= oldest_cid;
  end

  // A found writer has not expired.
  logic [CidWidth-1:0] found_age, retire_prev_q;
  logic found_valid_q;
  assign found_age = cid_o - retire_prev_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) found_valid_q <= 1'b0;
    else found_valid_q <= op_q == LwhLookup;
  end
  always_ff @(posedge clk_i) begin
    retire_prev_q <= retire_cid_i;
  end

  `GPUTM_ASSERT_IF(a_found_live, !found_age[CidWidth-1], found_valid_q && found_o,
                   ("recency_bloom_filter: writer %0d is found, every id before %0d has expired", cid_o, retire_prev_q))

endmodule

`default_nettype wire
