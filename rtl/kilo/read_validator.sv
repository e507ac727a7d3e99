// Value-based validation (MICRO 2011 paper, section 4.5, steps 2 and 5): reads logged words from the L2 slice, compares
// them with the values that the transaction saw, and keeps each entry's verdict. A read that fails differs.
//
// Reads of speculative validation and of revalidation share the port; revalidation has priority, since older
// entries wait for it. The L2 may answer in any order: a tag selects the entry and the expected value.
//
// Latency:    a request leaves two cycles after its word comes; a response updates the verdict five cycles later.
// Throughput: one word a cycle with up to Tags reads in flight.
// Owns the ring's field verdict: `done` counts the answered reads, modulo 2^CountWidth, and
// `failed` is set to the value that the read carried when the values differ. Neither is cleared
// between laps: fill_unit records both when an entry begins.
//
// Entries: ring slots. Tags: reads in flight, about the L2's worst latency in cycles. CountWidth:
// see fill_unit. EarlyPort: the field has one more reader, the early outcome stage. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module read_validator
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  parameter  int unsigned Tags       = 512,
  parameter  int unsigned CountWidth = 10,
  parameter  bit          EarlyPort  = 1'b0,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned IndexWidth = $clog2(Entries),
  localparam int unsigned TagWidth   = $clog2(Tags)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t init_i,

  // Words to validate: speculatively, where fill_unit may withdraw a request, and again
  input  wire logic        speculate_req_i,
  output logic             speculate_gnt_o,
  input  wire validation_t speculate_i,
  input  wire logic        revalidate_valid_i,
  output logic             revalidate_ready_o,
  input  wire validation_t revalidate_i,

  // L2 read port
  output logic                     l2_read_valid_o,
  input  wire logic                l2_read_ready_i,
  output logic      [TagWidth-1:0] l2_read_tag_o,
  output word_addr_t               l2_read_addr_o,
  input  wire logic                l2_response_valid_i,
  input  wire logic [TagWidth-1:0] l2_response_tag_i,
  input  wire data_t               l2_response_data_i,
  input  wire logic                l2_response_error_i,

  // Own field, for the other stages
  input  wire ring_read_t  fill_read_i,
  output verdict_t         fill_verdict_o,
  input  wire ring_read_t  head_read_i,
  output verdict_t         head_verdict_o,
  input  wire ring_read_t  wait_read_i,
  output verdict_t         wait_verdict_o,
  input  wire ring_read_t  outcome_read_i,
  output verdict_t         outcome_verdict_o,
  input  wire ring_read_t  early_read_i,      // with EarlyPort
  output verdict_t         early_verdict_o,

  output ecc_pkg::ram_error_t [9:0] errors_o,  // queues, tags, reads in flight, verdict by reader
  output logic active_o
);

  typedef struct packed {
    logic [IndexWidth-1:0] index;
    logic                  failed_value;
    log_word_t             word;
  } request_t;

  typedef struct packed {
    logic [IndexWidth-1:0] index;
    logic                  failed_value;
    data_t                 data;
  } flight_t;

  typedef struct packed {
    logic [TagWidth-1:0] tag;
    word_addr_t          addr;
  } read_t;

  typedef struct packed {
    logic [CountWidth-1:0] done;
    logic                  failed;
  } stored_verdict_t;

  function automatic request_t narrow(validation_t validation);
    return '{index: IndexWidth'(validation.index), failed_value: validation.failed_value, word: validation.word};
  endfunction
  function automatic verdict_t wide(stored_verdict_t stored);
    return '{done: read_count_t'(stored.done), failed: stored.failed};
  endfunction

  // Requests: a short queue for speculative validation, then the arbitration, then a queue towards the L2.
  request_t speculative, chosen;
  logic speculative_valid, speculative_taken;
  logic tag_valid, reads_ready, issue;
  logic [TagWidth-1:0] tag;

  fifo_parity #(
    .Width     ($bits(request_t)),
    .Depth     (4),
    .Protection(Protection)
  ) u_speculative (
    .clk_i,
    .rst_ni,
    .in_valid_i (speculate_req_i && speculate_gnt_o),
    .in_ready_o (speculate_gnt_o),
    .in_data_i  (narrow(speculate_i)),
    .out_valid_o(speculative_valid),
    .out_ready_i(speculative_taken),
    .out_data_o (speculative),
    .count_o    (),
    .error_o    (errors_o[0])
  );

  assign chosen             = revalidate_valid_i ? narrow(revalidate_i) : speculative;
  assign issue              = (revalidate_valid_i || speculative_valid) && tag_valid && reads_ready;
  assign revalidate_ready_o = tag_valid && reads_ready;
  assign speculative_taken  = tag_valid && reads_ready && !revalidate_valid_i;

  free_list #(
    .Depth     (Tags),
    .Protection(Protection)
  ) u_tags (
    .clk_i,
    .rst_ni,
    .alloc_valid_o(tag_valid),
    .alloc_ready_i(issue),
    .alloc_o      (tag),
    .empty_o      (),
    .free_valid_i (l2_response_valid_i),
    .free_i       (l2_response_tag_i),
    .error_o      (errors_o[2])
  );

  read_t read_out;
  assign l2_read_tag_o  = read_out.tag;
  assign l2_read_addr_o = read_out.addr;

  fifo_parity #(
    .Width     ($bits(read_t)),
    .Depth     (2),
    .Protection(Protection)
  ) u_reads (
    .clk_i,
    .rst_ni,
    .in_valid_i (issue),
    .in_ready_o (reads_ready),
    .in_data_i  ({tag, chosen.word.addr}),
    .out_valid_o(l2_read_valid_o),
    .out_ready_i(l2_read_ready_i),
    .out_data_o (read_out),
    .count_o    (),
    .error_o    (errors_o[1])
  );

  // Responses: find the read, compare, read the verdict, update it; the RAMs' outputs are registered first.
  localparam int unsigned Stages = 4;
  logic [Stages:1] response_valid_q;
  flight_t flight, flight_q;
  data_t data_1_q, data_2_q;
  logic error_1_q, error_2_q;
  logic differs_3_q, differs_4_q, failed_value_3_q, failed_value_4_q;
  logic [IndexWidth-1:0] index_3_q, index_4_q;

  stored_verdict_t verdict, verdict_new, fill_verdict, head_verdict, wait_verdict, outcome_verdict;

  ram_1r1w_ecc #(
    .Width     ($bits(flight_t)),
    .Depth     (Tags),
    .Protection(Protection)
  ) u_in_flight (
    .clk_i,
    .rst_ni,
    .write_i(issue),
    .waddr_i(tag),
    .wdata_i({chosen.index, chosen.failed_value, chosen.word.data}),
    .read_i (l2_response_valid_i),
    .check_i(1'b1),
    .raddr_i(l2_response_tag_i),
    .rdata_o(flight),
    .bad_o  (),
    .error_o(errors_o[3])
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) response_valid_q <= '0;
    else response_valid_q <= {response_valid_q[Stages-1:1], l2_response_valid_i};
  end

  ring_read_t      update_read;
  stored_verdict_t verdict_4_q;

  assign update_read = '{enable: response_valid_q[2], index: ring_index_t'(flight_q.index)};

  always_comb begin
    verdict_new      = verdict_4_q;
    verdict_new.done = verdict_4_q.done + 1'b1;
    if (differs_4_q) verdict_new.failed = failed_value_4_q;
  end

  always_ff @(posedge clk_i) begin
    data_1_q         <= l2_response_data_i;
    data_2_q         <= data_1_q;
    error_1_q        <= l2_response_error_i;
    error_2_q        <= error_1_q;
    flight_q         <= flight;
    differs_3_q      <= error_2_q || data_2_q != flight_q.data;
    failed_value_3_q <= flight_q.failed_value;
    index_3_q        <= flight_q.index;
    differs_4_q      <= differs_3_q;
    failed_value_4_q <= failed_value_3_q;
    index_4_q        <= index_3_q;
    // The previous response may be of the same entry.
    verdict_4_q      <= response_valid_q[4] && index_4_q == index_3_q ? verdict_new : verdict;
  end

  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(stored_verdict_t)),
    .ReadPorts (5),
    .Protection(Protection)
  ) u_verdict (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (response_valid_q[4]),
    .windex_i(ring_index_t'(index_4_q)),
    .wdata_i (verdict_new),
    .read_i  ({update_read, fill_read_i, head_read_i, wait_read_i, outcome_read_i}),
    .rdata_o ({verdict, fill_verdict, head_verdict, wait_verdict, outcome_verdict}),
    .errors_o(errors_o[8:4])
  );

  if (EarlyPort) begin : gen_early_port
    stored_verdict_t early_verdict;
    ring_ram #(
      .Entries   (Entries),
      .Width     ($bits(stored_verdict_t)),
      .Protection(Protection)
    ) u_verdict (
      .clk_i,
      .rst_ni,
      .init_i,
      .write_i (response_valid_q[4]),
      .windex_i(ring_index_t'(index_4_q)),
      .wdata_i (verdict_new),
      .read_i  (early_read_i),
      .rdata_o (early_verdict),
      .errors_o(errors_o[9])
    );
    assign early_verdict_o = wide(early_verdict);
  end else begin : gen_no_early_port
    logic unused_early_read;
    assign unused_early_read = ^early_read_i;
    assign early_verdict_o = '0;
    assign errors_o[9] = '0;
  end

  assign fill_verdict_o    = wide(fill_verdict);
  assign head_verdict_o    = wide(head_verdict);
  assign wait_verdict_o    = wide(wait_verdict);
  assign outcome_verdict_o = wide(outcome_verdict);

  assign active_o = speculative_valid || l2_read_valid_o || l2_response_valid_i || response_valid_q != '0;

  // Tags of unanswered reads, for the assertion only. A reset ends all reads: an answer to a read
  // from before it is an error.
  logic [Tags-1:0] flights_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flights_q <= '0;
    else begin
      if (l2_response_valid_i) flights_q[l2_response_tag_i] <= 1'b0;
      if (issue) flights_q[tag] <= 1'b1;
    end
  end
  `GPUTM_ASSERT(a_response_awaited, !l2_response_valid_i || flights_q[l2_response_tag_i],
                ("read_validator: response with tag %0d, which has no read in flight", l2_response_tag_i))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_no_tag_is_free, (revalidate_valid_i || speculative_valid) && !tag_valid)
  `GPUTM_COVER(b_revalidation_goes_first, issue && revalidate_valid_i && speculative_valid)
  `GPUTM_COVER(b_answers_of_one_entry_in_a_row, response_valid_q[4] && response_valid_q[3] && index_4_q == index_3_q)
  `GPUTM_COVER(b_read_fails, l2_response_valid_i && l2_response_error_i)
  `GPUTM_COVER(b_value_differs, response_valid_q[4] && differs_4_q)

  // Handshake assertions
  `GPUTM_STREAM(u_check_revalidate, revalidate_valid_i, revalidate_ready_o, revalidate_i)
  `GPUTM_STREAM(u_check_l2_read, l2_read_valid_o, l2_read_ready_i, {l2_read_tag_o, l2_read_addr_o})

endmodule

`default_nettype wire
