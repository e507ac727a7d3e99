// Merges a commit unit's word accesses into block accesses (MICRO 2013 paper: the validation and commit accesses of
// a warp's lanes to the same 32 bytes share one access of the L2). It stands between the unit's L2 ports and the L2.
//
// Reads: a read opens an access to its block, with which later reads of the block are merged until it is evicted to
// the L2: after MergeTimeout cycles, or when another block needs its place. The tag of its first word is its tag at the
// L2; the words of an access are a chain of tags, along which the returned block is passed to the
// unit word by word. So a read takes effect after its acceptance and before its response, which is
// enough for a validation: transactions retired by then have written before.
//
// Writes: consecutive words of a block in a transaction's log are merged. The transaction's last word
// is accepted only together with the rest of its block, in the cycle in which the L2 accepts it. So a
// retired transaction has written, and writes of different transactions never share an access.
//
// Latency:    reads up to MergeTimeout + 2 cycles later, their responses two cycles later; the last write of a transaction, none.
// Throughput: a word read, a word answered and a word written each cycle; a block of writes that ends inside a transaction
//             takes no cycle of its own unless the last word begins a new block.
//
// Protection: of the chains. A read with a lost link is not answered, nor are those behind it in its access (fatal in memory_report_o).
//
// Words: of a block, a power of two, at least 2. Accesses: open accesses of reads. MergeTimeout: cycles, at
// least 1. Tags: reads of the unit in flight. AddrWidth: bits of a word's number. DataWidth: bits of a word. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module access_merger #(
  parameter  int unsigned Words        = 8,
  parameter  int unsigned Accesses     = 4,
  parameter  int unsigned MergeTimeout = 4,
  parameter  int unsigned Tags         = 512,
  parameter  int unsigned AddrWidth    = 30,
  parameter  int unsigned DataWidth    = 32,
  parameter  int unsigned Protection   = 0,                      // of chains: none, parity, or correction (ecc_pkg)
  localparam int unsigned TagWidth     = $clog2(Tags),
  localparam int unsigned PlaceWidth   = $clog2(Words),
  localparam int unsigned BlockWidth   = AddrWidth - PlaceWidth
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // The commit unit's reads
  input  wire logic                 read_valid_i,
  output      logic                 read_ready_o,
  input  wire logic [ TagWidth-1:0] read_tag_i,   // returned with the response
  input  wire logic [AddrWidth-1:0] read_addr_i,  // number of the word

  // Their responses, which the commit unit always takes
  output logic                 response_valid_o,
  output logic [ TagWidth-1:0] response_tag_o,   // tag of the read, once for each
  output logic [DataWidth-1:0] response_data_o,  // the word

  // The commit unit's writes
  input  wire logic                 write_valid_i,
  output      logic                 write_ready_o,
  input  wire logic                 write_last_i,  // last write of its transaction
  input  wire logic [AddrWidth-1:0] write_addr_i,  // number of the word
  input  wire logic [DataWidth-1:0] write_data_i,  // value to store

  // Reads of blocks
  output      logic                  l2_read_valid_o,
  input  wire logic                  l2_read_ready_i,
  output      logic [  TagWidth-1:0] l2_read_tag_o,    // returned with the response
  output      logic [BlockWidth-1:0] l2_read_block_o,  // number of the block

  // Their responses, in any order
  input  wire logic                            l2_response_valid_i,
  output      logic                            l2_response_ready_o,
  input  wire logic [TagWidth-1:0]             l2_response_tag_i,    // tag of the read, once for each
  input  wire logic [Words-1:0][DataWidth-1:0] l2_response_data_i,   // the block, not older than the read's acceptance

  // Writes of words of a block
  output      logic                            l2_write_valid_o,
  input  wire logic                            l2_write_ready_i,
  output      logic [BlockWidth-1:0]           l2_write_block_o,  // number of the block
  output      logic [Words-1:0]                l2_write_mask_o,   // words to store
  output      logic [Words-1:0][DataWidth-1:0] l2_write_data_o,   // values of these words

  output ecc_pkg::ram_report_t memory_report_o,  // errors of links, with Protection; row: tag of the read

  output      logic busy_o  // low: no register changes until an input does
);

  localparam int unsigned AgeWidth = $clog2(MergeTimeout + 1);

  localparam bit [6:0] Legal = {
    param_pkg::in_range("access_merger: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::power_of_two("access_merger: Words", Words, 2, 256, 1),
    param_pkg::in_range("access_merger: Accesses", Accesses, 1, 64, 1),
    param_pkg::in_range("access_merger: MergeTimeout", MergeTimeout, 1, 65535, 1),
    param_pkg::in_range("access_merger: Tags", Tags, 2, 65536, 1),
    param_pkg::in_range("access_merger: AddrWidth", AddrWidth, $clog2(Words) + 1, 64, 1),
    param_pkg::in_range("access_merger: DataWidth", DataWidth, 1, 1024, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef logic [TagWidth-1:0] tag_t;
  typedef logic [PlaceWidth-1:0] place_t;
  typedef logic [BlockWidth-1:0] block_t;

  // A word of an access: its place in the block, and the tag of the next word in the chain
  typedef struct packed {
    place_t place;
    logic   more;
    tag_t   next;
  } link_t;

  typedef struct packed {
    block_t              block;
    tag_t                first;
    tag_t                last;   // last tag: its link is written when a word is merged, or the access evicted
    place_t              place;  // place of the last word
    logic [AgeWidth-1:0] age;
  } access_t;

  // Reads: the open accesses, oldest first
  access_t [Accesses-1:0] made_q, made_d;
  logic [Accesses-1:0] valid_q, valid_d, match;
  logic hit, expired, evicts, taken, merges;
  access_t matched;

  logic out_valid_q, out_free;
  tag_t out_tag_q;
  block_t out_block_q;

  block_t read_block;
  place_t read_place;
  assign {read_block, read_place} = read_addr_i;

  always_comb begin
    matched = '0;
    for (int unsigned i = 0; i < Accesses; i++) begin
      match[i] = valid_q[i] && made_q[i].block == read_block;
      if (match[i]) matched |= made_q[i];
    end
  end

  assign out_free = !out_valid_q || l2_read_ready_i;
  assign hit      = match != '0;
  assign expired  = made_q[0].age == AgeWidth'(MergeTimeout);
  assign evicts   = valid_q[0] && out_free && (expired || (read_valid_i && !hit && valid_q[Accesses-1]));
  // One link is written a cycle, of an access with which a word is merged, or of an evicted one.
  assign read_ready_o = hit ? !evicts : !valid_q[Accesses-1] || evicts;
  assign taken        = read_valid_i && read_ready_o;
  assign merges       = taken && hit;

  always_comb begin
    made_d  = made_q;
    valid_d = valid_q;
    for (int unsigned i = 0; i < Accesses; i++) begin
      if (made_q[i].age != AgeWidth'(MergeTimeout)) made_d[i].age = made_q[i].age + 1'b1;
      if (merges && match[i]) begin
        made_d[i].last  = read_tag_i;
        made_d[i].place = read_place;
      end
    end
    if (evicts) begin
      for (int unsigned i = 0; i + 1 < Accesses; i++) made_d[i] = made_d[i+1];
      valid_d = valid_q >> 1;
    end
    if (taken && !hit) begin
      for (int unsigned i = 0; i < Accesses; i++) begin
        if (!valid_d[i] && (i == 0 || valid_d[(i==0)?0 : i-1])) begin
          made_d[i] = '{block: read_block, first: read_tag_i, last: read_tag_i, place: read_place, age: '0};
        end
      end
      valid_d = (valid_d << 1) | Accesses'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q     <= '0;
      out_valid_q <= 1'b0;
    end else begin
      valid_q <= valid_d;
      if (out_free) out_valid_q <= evicts;
    end
  end
  always_ff @(posedge clk_i) begin
    made_q <= made_d;
    if (evicts) begin
      out_tag_q   <= made_q[0].first;
      out_block_q <= made_q[0].block;
    end
  end

  assign l2_read_valid_o = out_valid_q;
  assign l2_read_tag_o   = out_tag_q;
  assign l2_read_block_o = out_block_q;

  // Responses: the chain is walked, a word a cycle. It ends in front of a lost link.
  link_t link;
  logic walking_q, found, more, begins, link_bad;
  ecc_pkg::ram_error_t link_error;
  tag_t walk_tag_q;
  logic [Words-1:0][DataWidth-1:0] block_q;

  assign found               = walking_q && !link_bad;
  assign more                = found && link.more;
  assign l2_response_ready_o = !more;
  assign begins              = l2_response_valid_i && l2_response_ready_o;

  ram_1r1w_ecc #(
    .Width     ($bits(link_t)),
    .Depth     (Tags),
    .Protection(Protection)
  ) u_links (
    .clk_i,
    .rst_ni,
    .write_i(merges || evicts),
    .waddr_i(merges ? matched.last : made_q[0].last),
    .wdata_i(merges ? {matched.place, 1'b1, read_tag_i} : {made_q[0].place, 1'b0, tag_t'('0)}),
    .read_i (more || begins),
    .check_i(1'b1),
    .raddr_i(more ? link.next : l2_response_tag_i),
    .rdata_o(link),
    .bad_o  (link_bad),
    .error_o(link_error)
  );
  error_report #(
    .Memories  (1),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(link_error),
    .stop_o  (),
    .report_o(memory_report_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walking_q        <= 1'b0;
      response_valid_o <= 1'b0;
    end else begin
      walking_q        <= more || begins;
      response_valid_o <= found;
    end
  end
  always_ff @(posedge clk_i) begin
    walk_tag_q      <= more ? link.next : l2_response_tag_i;
    response_tag_o  <= walk_tag_q;
    response_data_o <= block_q[link.place];
    if (begins) block_q <= l2_response_data_i;
  end

  // Writes: the words that wait for more of their block
  logic held_q, other, stored;
  block_t held_block_q, write_block;
  place_t write_place;
  logic [Words-1:0] held_mask_q, mask;
  logic [Words-1:0][DataWidth-1:0] held_data_q, data;

  assign {write_block, write_place} = write_addr_i;
  assign other = held_q && held_block_q != write_block;  // the waiting words go first

  always_comb begin
    mask = held_q ? held_mask_q : '0;
    data = held_data_q;
    if (!other) begin
      mask[write_place] = 1'b1;
      data[write_place] = write_data_i;
    end
  end

  assign l2_write_valid_o = write_valid_i && (other || write_last_i);
  assign l2_write_block_o = other ? held_block_q : write_block;
  assign l2_write_mask_o  = mask;
  assign l2_write_data_o  = data;
  assign write_ready_o    = other ? l2_write_ready_i && !write_last_i : l2_write_ready_i || !write_last_i;
  assign stored           = l2_write_valid_o && l2_write_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else if (write_valid_i && !write_last_i && write_ready_o) held_q <= 1'b1;
    else if (stored) held_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (write_valid_i && !write_last_i && write_ready_o) begin
      held_block_q <= write_block;
      held_mask_q  <= other ? Words'(1) << write_place : mask;
      for (int unsigned i = 0; i < Words; i++) begin
        if (place_t'(i) == write_place) held_data_q[i] <= write_data_i;
      end
    end
  end

  assign busy_o = read_valid_i || write_valid_i || valid_q != '0 || out_valid_q || l2_response_valid_i || walking_q ||
                  response_valid_o || link_error.valid;

  `GPUTM_ASSERT(a_one_access_of_a_block, (match & (match - 1'b1)) == '0,
                ("access_merger: block %0h is in accesses %b", read_block, match))
  `GPUTM_ASSERT(a_retired_is_written, !(write_valid_i && write_ready_o && write_last_i) || (stored && !other),
                ("access_merger: the last word of a transaction, %0h, is taken before it is written", write_addr_i))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_timeout, evicts && expired)
  `GPUTM_COVER(b_evicted_for_another_block, evicts && !expired)
  `GPUTM_COVER(b_read_merges, merges)
  `GPUTM_COVER(b_merging_access_evicted, read_valid_i && hit && evicts)
  `GPUTM_COVER(b_write_of_another_block, write_valid_i && other && stored)
  `GPUTM_COVER(b_write_merges, write_valid_i && write_ready_o && held_q && !other)
  `GPUTM_COVER(b_answers_are_made, l2_response_valid_i && !l2_response_ready_o)

  // Handshake assertions
  `GPUTM_STREAM(u_check_read, read_valid_i, read_ready_o, {read_tag_i, read_addr_i})
  `GPUTM_STREAM(u_check_write, write_valid_i, write_ready_o, {write_last_i, write_addr_i, write_data_i})
  `GPUTM_STREAM(u_check_l2_read, l2_read_valid_o, l2_read_ready_i, {l2_read_tag_o, l2_read_block_o})
  `GPUTM_STREAM(u_check_l2_response, l2_response_valid_i, l2_response_ready_o, {l2_response_tag_i, l2_response_data_i})
  `GPUTM_STREAM(u_check_l2_write, l2_write_valid_o, l2_write_ready_i, {l2_write_block_o, l2_write_mask_o,
                                                                       l2_write_data_o})

endmodule

`default_nettype wire
