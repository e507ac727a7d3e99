// Cache of the words that a commit unit wrote or read last. Ours, not the paper's: in a chain of transactions that
// wait for each other's writes (MICRO 2011 paper, section 4.5, steps 4 and 5) each link reads its words a second
// time, at the L2's latency for each. The module stands between the unit's read port and the L2, and observes the
// unit's writes.
//
// The table is direct-mapped: a hash of a word's address selects its row. A write fills its row; a
// read that hits is answered from the table, any other goes on to the L2. The response then fills
// the word's row, unless the row has changed meanwhile (recent_fills).
//
// All other stores to the partition's memory must be announced (stored_*), in the cycle in which
// the L2 orders them. They invalidate their words' rows, one word a cycle when the unit does not
// write; until all are done, no read is answered from the table. If the queue overflows, or if
// stored_all_i says that any word may have changed, the whole table is emptied, as after reset. A
// row is invalidated with any word: a needless one only costs time.
//
// So a read returns a value that memory has at some time between the read's acceptance and its
// response, and not older than a write of an earlier cycle or a store of the same one: the commit
// unit's requirement on the L2 (docs/kilo/commit_unit.md, "Why the order holds").
//
// Latency:    a hit four cycles from read to response, more behind responses of the L2; a miss four
//             cycles more than without the table. Responses of the L2, none.
// Throughput: a read, a response and a write each cycle. Emptying takes Words cycles without writes.
// Storage:    Words rows of 1 + AddrWidth + DataWidth bits, 4 kB with the defaults; for fills Tags rows of log2(Fills) bits and
//             Fills of log2(Tags) + AddrWidth.
//
// Protection: all memories have a parity bit a word. A wrong row of the table is a miss, a wrong record of a fill drops it. Behind
// a lost store no read is answered from the table, and a lost read or answer stops its queue (fatal in memory_report_o).
//
// Words: words in the table, a power of two, 2 or more. Tags: reads of the unit in flight. AddrWidth: bits of a word's
// number. DataWidth: bits of a word. LineWords: words of a stored line, a power of two. Stores: queued lines, 2 or
// more. Fills: see recent_fills. Protection: of ecc_pkg; Secded is parity, too.

`include "gputm_assert.svh"

`default_nettype none

module recent_words #(
  parameter  int unsigned Words      = 512,
  parameter  int unsigned Tags       = 512,
  parameter  int unsigned AddrWidth  = 30,
  parameter  int unsigned DataWidth  = 32,
  parameter  int unsigned LineWords  = 32,
  parameter  int unsigned Stores     = 8,
  parameter  int unsigned Fills      = 64,
  parameter  int unsigned Protection = 0,                             // of the memories: none, or parity (ecc_pkg)
  localparam int unsigned TagWidth   = $clog2(Tags),
  localparam int unsigned LineWidth  = AddrWidth - $clog2(LineWords)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // The commit unit's reads
  input  wire logic                 read_valid_i,
  output      logic                 read_ready_o,
  input  wire logic [ TagWidth-1:0] read_tag_i,    // returned with the response
  input  wire logic [AddrWidth-1:0] read_addr_i,   // number of the word

  // Their responses, which the commit unit always takes
  output logic                 response_valid_o,
  output logic [ TagWidth-1:0] response_tag_o,   // tag of the read, once for each
  output logic [DataWidth-1:0] response_data_o,  // the word

  // A write of the commit unit that the L2 accepts in this cycle
  input wire logic                 wrote_i,       // a write is accepted
  input wire logic [AddrWidth-1:0] wrote_addr_i,  // number of the word
  input wire logic [DataWidth-1:0] wrote_data_i,  // value stored

  // Reads that go on to the L2
  output      logic                 l2_read_valid_o,
  input  wire logic                 l2_read_ready_i,
  output      logic [ TagWidth-1:0] l2_read_tag_o,    // returned with the response
  output      logic [AddrWidth-1:0] l2_read_addr_o,   // number of the word

  // Their responses, always taken, in any order
  input wire logic                 l2_response_valid_i,
  input wire logic [ TagWidth-1:0] l2_response_tag_i,    // tag of the read, once for each
  input wire logic [DataWidth-1:0] l2_response_data_i,   // value of the word, not older than the read's acceptance

  // Other stores that the L2 orders in this cycle
  input wire logic                 stored_valid_i,
  input wire logic [LineWidth-1:0] stored_line_i,   // number of the line
  input wire logic [LineWords-1:0] stored_words_i,  // words of the line, at least one
  input wire logic                 stored_all_i,    // any word may have changed

  output ecc_pkg::ram_report_t memory_report_o,  // lost words, with Protection; fatal: a read is never answered

  output logic busy_o  // low: no register changes until an input does
);

  localparam int unsigned RowWidth = $clog2(Words);
  localparam int unsigned PlaceWidth = $clog2(LineWords);
  localparam int unsigned QueueDepth = 8;  // reads behind the look-up
  localparam int unsigned InPipe = 4;  // reads between acceptance and those queues, at most

  localparam int unsigned Kind = Protection == ecc_pkg::None ? ecc_pkg::None : ecc_pkg::Parity;

  localparam bit [7:0] Legal = {
    param_pkg::in_range("recent_words: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::power_of_two("recent_words: Words", Words, 2, 2 ** 20, 1),
    param_pkg::in_range("recent_words: Tags", Tags, 2, 65536, 1),
    param_pkg::in_range("recent_words: AddrWidth", AddrWidth, $clog2(LineWords) + 1, 64, 1),
    param_pkg::in_range("recent_words: DataWidth", DataWidth, 1, 1024, 1),
    param_pkg::power_of_two("recent_words: LineWords", LineWords, 2, 1024, 1),
    param_pkg::in_range("recent_words: Stores", Stores, 2, 1024, 1),
    param_pkg::power_of_two("recent_words: Fills", Fills, 2, 4096, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef logic [TagWidth-1:0] tag_t;
  typedef logic [AddrWidth-1:0] addr_t;
  typedef logic [DataWidth-1:0] data_t;
  typedef logic [RowWidth-1:0] row_t;

  typedef struct packed {
    logic  valid;
    addr_t addr;
    data_t data;
  } entry_t;

  typedef struct packed {
    logic   change;  // a word has changed, not only the table's knowledge of it
    row_t   row;
    entry_t entry;
  } update_t;

  typedef struct packed {
    tag_t  tag;
    addr_t addr;
    logic  may_hit;
  } read_t;

  typedef struct packed {
    tag_t  tag;
    data_t data;
  } response_t;

  typedef struct packed {
    tag_t  tag;
    addr_t addr;
  } request_t;

  ecc_pkg::ram_error_t table_error, stores_error, hits_error, misses_error;
  ecc_pkg::ram_error_t [1:0] fill_errors;

  // Other stores: the line that is invalidating its words, and the lines that wait behind it
  logic queued_valid, queue_ready, line_done, take_word, all_lost;
  logic [$clog2(Stores+1)-1:0] queued;
  logic [LineWidth-1:0] queued_line, line_q;
  logic [LineWords-1:0] queued_words, left_q, left_d;
  logic [PlaceWidth-1:0] place;

  fifo_parity #(
    .Width     (LineWidth + LineWords),
    .Depth     (Stores),
    .Protection(Protection)
  ) u_stores (
    .clk_i,
    .rst_ni,
    .in_valid_i (stored_valid_i && queue_ready),
    .in_ready_o (queue_ready),
    .in_data_i  ({stored_line_i, stored_words_i}),
    .out_valid_o(queued_valid),
    .out_ready_i(line_done),
    .out_data_o ({queued_line, queued_words}),
    .count_o    (queued),
    .error_o    (stores_error)
  );

  assign line_done = left_q == '0;
  assign take_word = !line_done && !wrote_i;
  assign all_lost  = stored_all_i || (stored_valid_i && !queue_ready);

  always_comb begin
    place = '0;
    for (int unsigned i = LineWords; i > 0; i--) if (left_q[i-1]) place = PlaceWidth'(i - 1);
    left_d = left_q;
    if (take_word) left_d[place] = 1'b0;
    if (line_done && queued_valid) left_d = queued_words;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      line_q <= '0;
    end else begin
      left_q <= left_d;
      if (line_done && queued_valid) line_q <= queued_line;
    end
  end

  // Fills by responses of the L2
  logic  fill_valid;
  row_t  fill_row;
  addr_t fill_addr;
  data_t fill_data;

  // Emptying the table, in cycles without other writes
  logic emptying_q, empty_row;
  row_t empty_q;

  assign empty_row = emptying_q && !wrote_i && line_done && !fill_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      emptying_q <= 1'b1;
      empty_q    <= '0;
    end else if (all_lost) begin
      emptying_q <= 1'b1;
      empty_q    <= '0;
    end else if (empty_row) begin
      emptying_q <= empty_q != '1;
      empty_q    <= empty_q + 1'b1;
    end
  end

  // The table's write, registered after its decision
  addr_t change_addr;
  row_t  change_row;
  logic update_valid_q, update_valid_d;
  update_t update_q, update_d;

  assign change_addr    = wrote_i ? wrote_addr_i : {line_q, place};
  assign update_valid_d = wrote_i || take_word || fill_valid || empty_row;

  always_comb begin
    update_d = '{change: 1'b0, row: empty_q, entry: '{valid: 1'b0, addr: fill_addr, data: fill_data}};
    if (fill_valid) begin
      update_d.row         = fill_row;
      update_d.entry.valid = 1'b1;
    end
    if (wrote_i || take_word) begin
      update_d = '{
          change: 1'b1,
          row: change_row,
          entry: '{valid: wrote_i, addr: wrote_addr_i, data: wrote_data_i}
      };
    end
  end

  h3_hash #(
    .KeyWidth (AddrWidth),
    .HashWidth(RowWidth)
  ) u_change_hash (
    .key_i (change_addr),
    .hash_o(change_row)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) update_valid_q <= 1'b0;
    else update_valid_q <= update_valid_d;
  end
  always_ff @(posedge clk_i) if (update_valid_d) update_q <= update_d;

  // A read: its row in the first cycle, the table in the second, the word in the third, its path in the fourth.
  logic accept, asked_q, found_q, hit, hit_q, miss_q;
  row_t read_row, asked_row_q, found_row_q, row_q;
  read_t asked, asked_read_q, found_read_q;
  tag_t  tag_q;
  addr_t addr_q;
  data_t data_q;
  entry_t found;
  logic [$clog2(QueueDepth+1)-1:0] hits, misses;

  assign read_ready_o = 32'(hits) + InPipe <= QueueDepth && 32'(misses) + InPipe <= QueueDepth;
  assign accept       = read_valid_i && read_ready_o;
  // No stored word may still be in the table for later reads. A lost store stays in the queue.
  assign asked        = '{
      tag: read_tag_i,
      addr: read_addr_i,
      may_hit: line_done && queued == '0 && !emptying_q && !stored_valid_i && !stored_all_i
  };

  h3_hash #(
    .KeyWidth (AddrWidth),
    .HashWidth(RowWidth)
  ) u_read_hash (
    .key_i (read_addr_i),
    .hash_o(read_row)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= 1'b0;
      found_q <= 1'b0;
      hit_q   <= 1'b0;
      miss_q  <= 1'b0;
    end else begin
      asked_q <= accept;
      found_q <= asked_q;
      hit_q   <= found_q && hit;
      miss_q  <= found_q && !hit;
    end
  end
  always_ff @(posedge clk_i) begin
    if (accept) begin
      asked_read_q <= asked;
      asked_row_q  <= read_row;
    end
    if (asked_q) begin
      found_read_q <= asked_read_q;
      found_row_q  <= asked_row_q;
    end
    if (found_q) begin
      tag_q  <= found_read_q.tag;
      addr_q <= found_read_q.addr;
      row_q  <= found_row_q;
      data_q <= found.data;
    end
  end

  logic found_bad;

  ram_1r1w_ecc #(
    .Width     ($bits(entry_t)),
    .Depth     (Words),
    .Protection(Kind),
    .Forward   (1'b1)
  ) u_table (
    .clk_i,
    .rst_ni,
    .write_i(update_valid_q),
    .waddr_i(update_q.row),
    .wdata_i(update_q.entry),
    .read_i (asked_q),
    .check_i(asked_read_q.may_hit),
    .raddr_i(asked_row_q),
    .rdata_o(found),
    .bad_o  (found_bad),
    .error_o(table_error)
  );

  assign hit = found_read_q.may_hit && found.valid && found.addr == found_read_q.addr && !found_bad;

  logic answer_valid;
  response_t answer;
  request_t request;

  fifo_parity #(
    .Width     ($bits(response_t)),
    .Depth     (QueueDepth),
    .Protection(Protection)
  ) u_hits (
    .clk_i,
    .rst_ni,
    .in_valid_i (hit_q),
    .in_ready_o (),
    .in_data_i  ({tag_q, data_q}),
    .out_valid_o(answer_valid),
    .out_ready_i(!l2_response_valid_i),
    .out_data_o (answer),
    .count_o    (hits),
    .error_o    (hits_error)
  );

  fifo_parity #(
    .Width     ($bits(request_t)),
    .Depth     (QueueDepth),
    .Protection(Protection)
  ) u_misses (
    .clk_i,
    .rst_ni,
    .in_valid_i (miss_q),
    .in_ready_o (),
    .in_data_i  ({tag_q, addr_q}),
    .out_valid_o(l2_read_valid_o),
    .out_ready_i(l2_read_ready_i),
    .out_data_o (request),
    .count_o    (misses),
    .error_o    (misses_error)
  );

  logic fills_busy;

  recent_fills #(
    .Fills     (Fills),
    .Tags      (Tags),
    .RowWidth  (RowWidth),
    .AddrWidth (AddrWidth),
    .DataWidth (DataWidth),
    .Protection(Protection)
  ) u_fills (
    .clk_i,
    .rst_ni,
    .sent_i          (miss_q),
    .sent_tag_i      (tag_q),
    .sent_addr_i     (addr_q),
    .sent_row_i      (row_q),
    .changed_i       (update_valid_q && update_q.change),
    .changed_row_i   (update_q.row),
    .changed_all_i   (all_lost),
    .response_valid_i(l2_response_valid_i),
    .response_tag_i  (l2_response_tag_i),
    .response_data_i (l2_response_data_i),
    .fill_valid_o    (fill_valid),
    .fill_row_o      (fill_row),
    .fill_addr_o     (fill_addr),
    .fill_data_o     (fill_data),
    .errors_o        (fill_errors),
    .busy_o          (fills_busy)
  );

  // Only a lost read or answer is fatal: without the rest, words are read from the L2.
  ecc_pkg::ram_error_t [5:0] errors;
  logic reports;  // an error is not in the report yet
  always_comb begin
    errors = {misses_error, hits_error, stores_error, fill_errors, table_error};
    for (int unsigned i = 0; i < 4; i++) errors[i].fatal = 1'b0;
    reports = 1'b0;
    for (int unsigned i = 0; i < 6; i++) reports |= errors[i].valid;
  end
  error_report #(
    .Memories  (6),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(errors),
    .stop_o  (),
    .report_o(memory_report_o)
  );

  assign l2_read_tag_o    = request.tag;
  assign l2_read_addr_o   = request.addr;
  assign response_valid_o = l2_response_valid_i || answer_valid;
  assign response_tag_o   = l2_response_valid_i ? l2_response_tag_i : answer.tag;
  assign response_data_o  = l2_response_valid_i ? l2_response_data_i : answer.data;

  assign busy_o = asked_q || found_q || hit_q || miss_q || hits != '0 || misses != '0 || fills_busy ||
                  update_valid_q || !line_done || queued_valid || emptying_q || reports;

  `GPUTM_ASSERT(a_words_named, !stored_valid_i || stored_words_i != '0,
                ("recent_words: a store to no word of line %h", stored_line_i))
  `GPUTM_ASSERT(a_room, !(hit_q && 32'(hits) == QueueDepth) && !(miss_q && 32'(misses) == QueueDepth),
                ("recent_words: no room behind the look-up, %0d and %0d reads wait", hits, misses))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_hit, found_q && hit)
  `GPUTM_COVER(b_hit_that_a_store_forbids,
               found_q && !found_read_q.may_hit && found.valid && found.addr == found_read_q.addr)
  `GPUTM_COVER(b_row_of_another_word, found_q && found.valid && found.addr != found_read_q.addr)
  `GPUTM_COVER(b_hit_waits_for_the_l2, answer_valid && l2_response_valid_i)
  `GPUTM_COVER(b_store_waits_for_a_write, !line_done && wrote_i)
  `GPUTM_COVER(b_too_many_stores, stored_valid_i && !queue_ready)
  `GPUTM_COVER(b_emptied_anew, emptying_q && all_lost && empty_q != '0)

  // Handshake assertions
  `GPUTM_STREAM(u_check_read, read_valid_i, read_ready_o, {read_tag_i, read_addr_i})
  `GPUTM_STREAM(u_check_l2_read, l2_read_valid_o, l2_read_ready_i, request)

endmodule

`default_nettype wire
