// Reference-count table of a memory partition, for EAPG (HPCA 2016): how many writes of committing transactions there are
// to each word, and which rows of words are to be announced to the cores.
//
// A row has a count for each word of a line of memory; lines share rows by hash (line_row). A word is counted in when the log
// with its write arrives, and out when the transaction has failed or retired. A row in which a count has become 0, or has
// ceased to be, waits in a queue, once at a time. When its turn comes, it is announced in the state that it has
// then: a bit for each word, set if its count is not 0. If this is the state announced last, there is nothing to announce.
//
// A count at its maximum does not rise, and a count of 0 does not fall. So no count exceeds the number of writes in
// flight: with the last write counted out, all counts are 0. A count that is too small only hides writes early, which
// costs a prediction; a lost decrement would leave a word announced for ever.
//
// The memory has a row in each word: counts, announced bits, and whether the row waits. An operation and an announcement
// are both a read in one cycle and a write in the next. Announcements go first, one at a time, so that operations have at
// least two of three cycles.
//
// Latency:    an operation is in the counts after two cycles. A row is offered at least four cycles after the operation
//             that has changed it.
// Throughput: one operation a cycle, less one for each row that leaves the queue. op_ready_o is low for Rows cycles
//             after reset, while the memory is cleared.
//
// Protection: a row and a waiting row's number have a parity bit. A lost row counts as one without writes, of which any word may have
// been announced: it is announced again, so that no word stays announced for ever. A lost number stops the queue (fatal in
// memory_report_o): nothing is announced any more.
//
// Rows: of the table, a power of two. Words: of a line, a power of two. CounterWidth: bits of a count. AddrWidth: bits of a
// word's number. Protection: of ecc_pkg; Secded is parity, too.

`include "gputm_assert.svh"

`default_nettype none

module reference_counts #(
  parameter  int unsigned Rows         = 512,
  parameter  int unsigned Words        = 32,
  parameter  int unsigned CounterWidth = 8,
  parameter  int unsigned AddrWidth    = 30,
  parameter  int unsigned Protection   = 0,            // of the memories: none, or parity (ecc_pkg)
  localparam int unsigned RowWidth     = $clog2(Rows)
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  // Writes of committing transactions
  input  wire logic                 op_valid_i,
  output      logic                 op_ready_o,
  input  wire logic                 op_add_i,     // counted in, else out
  input  wire logic [AddrWidth-1:0] op_addr_i,    // number of the word

  // Announced rows
  output      logic                 row_valid_o,
  input  wire logic                 row_ready_i,
  output      logic [RowWidth-1:0]  row_o,        // number of the row
  output      logic [Words-1:0]     row_words_o,  // words with writes in flight

  output      ecc_pkg::ram_report_t memory_report_o,  // errors of memories, with Protection: 0 rows, 1 waiting ones

  output      logic                 busy_o        // work is left without new operations
);

  localparam int unsigned WordWidth = $clog2(Words);
  localparam int unsigned LineWidth = AddrWidth - WordWidth;

  localparam int unsigned Kind = Protection == ecc_pkg::None ? ecc_pkg::None : ecc_pkg::Parity;

  localparam bit [4:0] Legal = {
    param_pkg::in_range("reference_counts: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::power_of_two("reference_counts: Rows", Rows, 2, 65536, 1),
    param_pkg::power_of_two("reference_counts: Words", Words, 2, 64, 1),
    param_pkg::in_range("reference_counts: CounterWidth", CounterWidth, 1, 32, 1),
    param_pkg::in_range("reference_counts: AddrWidth", AddrWidth, $clog2(Rows) + $clog2(Words), 64, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef logic [CounterWidth-1:0] counter_t;

  typedef struct packed {
    logic                 waits;      // in the queue
    logic [Words-1:0]     announced;
    counter_t [Words-1:0] count;
  } row_t;

  // Clearing after reset
  logic                clearing;
  logic [RowWidth-1:0] clear_row;

  ram_clear #(
    .Rows(Rows)
  ) u_clear (
    .clk_i,
    .rst_ni,
    .clear_i   (1'b0),
    .clearing_o(clearing),
    .row_o     (clear_row)
  );

  // Read: an announcement if none is under way, else an operation
  logic [RowWidth-1:0] op_row, waiting_row, read_row;
  logic waiting_valid, announces, op_accepted;
  logic announce_q, op_q;

  line_row #(
    .LineWidth(LineWidth),
    .RowWidth (RowWidth)
  ) u_line_row (
    .line_i(op_addr_i[AddrWidth-1:WordWidth]),
    .row_o (op_row)
  );

  assign announces   = waiting_valid && !announce_q && !row_valid_o;
  assign op_ready_o  = !clearing && !announces;
  assign op_accepted = op_valid_i && op_ready_o;
  assign read_row    = announces ? waiting_row : op_row;

  logic [RowWidth-1:0]  row_q;
  logic [WordWidth-1:0] word_q;
  logic                 add_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      announce_q <= 1'b0;
      op_q       <= 1'b0;
    end else begin
      announce_q <= announces;
      op_q       <= op_accepted;
    end
  end
  always_ff @(posedge clk_i) begin
    row_q  <= read_row;
    word_q <= op_addr_i[WordWidth-1:0];
    add_q  <= op_add_i;
  end

  // Write
  row_t kept_row, old_row, new_row;
  logic row_bad;
  logic [Words-1:0] used;
  counter_t old_count, new_count;
  logic changes, queues, queue_ready;
  ecc_pkg::ram_error_t row_error, row_lost, waiting_error;

  always_comb begin
    row_lost       = row_error;
    row_lost.fatal = 1'b0;  // answered for
  end

  // A lost row may have waited: it does so once more then.
  assign old_row = row_bad ? row_t'{waits: announce_q, announced: '1, count: '0} : kept_row;

  always_comb begin
    for (int unsigned word = 0; word < Words; word++) used[word] = old_row.count[word] != '0;
    old_count = old_row.count[word_q];
    new_count = old_count;
    if (add_q && old_count != '1) new_count = old_count + 1'b1;
    if (!add_q && old_count != '0) new_count = old_count - 1'b1;
    changes = op_q && (row_bad || (old_count == '0) != (new_count == '0));
    queues  = changes && !old_row.waits;
    new_row = old_row;
    if (announce_q) begin
      new_row.waits     = 1'b0;
      new_row.announced = used;
    end else begin
      new_row.waits         = old_row.waits || changes;
      new_row.count[word_q] = new_count;
    end
  end

  ram_1r1w_ecc #(
    .Width     ($bits(row_t)),
    .Depth     (Rows),
    .Protection(Kind),
    .Forward   (1'b1)
  ) u_ram (
    .clk_i,
    .rst_ni,
    .write_i(clearing || announce_q || op_q),
    .waddr_i(clearing ? clear_row : row_q),
    .wdata_i(clearing ? '0 : new_row),
    .read_i (announces || op_accepted),
    .check_i(1'b1),
    .raddr_i(read_row),
    .rdata_o(kept_row),
    .bad_o  (row_bad),
    .error_o(row_error)
  );

  // With protection a lost row can be there twice.
  localparam int unsigned Depth = Protection == ecc_pkg::None ? Rows : Rows + 1;
  logic [$clog2(Depth+1)-1:0] waiting;

  fifo_parity #(
    .Width     (RowWidth),
    .Depth     (Depth),
    .Protection(Protection)
  ) u_waiting (
    .clk_i,
    .rst_ni,
    .in_valid_i (queues),
    .in_ready_o (queue_ready),
    .in_data_i  (row_q),
    .out_valid_o(waiting_valid),
    .out_ready_i(announces),
    .out_data_o (waiting_row),
    .count_o    (waiting),
    .error_o    (waiting_error)
  );

  error_report #(
    .Memories  (2),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i({waiting_error, row_lost}),
    .stop_o  (),
    .report_o(memory_report_o)
  );

  // Offer
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) row_valid_o <= 1'b0;
    else if (announce_q) row_valid_o <= used != old_row.announced;
    else if (row_ready_i) row_valid_o <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (announce_q) begin
      row_o       <= row_q;
      row_words_o <= used;
    end
  end

  assign busy_o = clearing || op_q || announce_q || waiting != '0 || row_valid_o || row_error.valid;

  `GPUTM_ASSERT(a_room_for_each_row, !queues || queue_ready, ("reference_counts: no room for row %0d", row_q))
  `GPUTM_ASSERT_IF(a_waits, old_row.waits, announce_q && Protection == ecc_pkg::None,
                   ("reference_counts: row %0d does not wait", row_q))
  `GPUTM_ASSERT_IF(a_change_waits, new_row.waits || used == old_row.announced, op_q && !changes,
                   ("reference_counts: a change of row %0d is not to be announced", row_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_nothing_to_announce, announce_q && used == old_row.announced)
  `GPUTM_COVER(b_counter_full, op_q && add_q && old_count == '1)
  `GPUTM_COVER(b_counted_out_at_zero, op_q && !add_q && old_count == '0)
  `GPUTM_COVER(b_operation_waits, op_valid_i && announces)

  // Handshake assertions
  `GPUTM_STREAM(u_check_op, op_valid_i, op_ready_o, {op_add_i, op_addr_i})
  `GPUTM_STREAM(u_check_row, row_valid_o, row_ready_i, {row_o, row_words_o})

endmodule

`default_nettype wire
