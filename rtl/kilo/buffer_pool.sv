// The shared pool of read- and write-set buffers (MICRO 2011 paper, sections 4.5.3 and 6.4): BufferWords words of
// address and value each, in Banks banks, with the list of free buffers.
//
// Consecutive words of a buffer lie in consecutive banks, beginning at the buffer's number modulo Banks, so
// that streams of different stages fall into step after a collision and then proceed without further ones. One
// word is stored a cycle; each bank reads one word a cycle, for the requesting reader of the lowest number.
//
// Latency: a granted read's word comes two cycles later. A stored word can be read from the next cycle on.
//
// Buffers: pool size. BufferWords, Banks: powers of two, at least 2 banks and more words than
// banks. Readers: stages that read. Protection: of ecc_pkg, for the free list; words have check bits of their own.

`include "gputm_assert.svh"

`default_nettype none

module buffer_pool
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Buffers     = 512,
  parameter  int unsigned BufferWords = 8,
  parameter  int unsigned Banks       = 4,
  parameter  int unsigned Readers     = 3,
  parameter  int unsigned Protection  = ecc_pkg::None,
  localparam int unsigned BufferWidth = $clog2(Buffers),
  localparam int unsigned WordWidth   = $clog2(BufferWords)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // A free buffer, and buffers that return to the pool
  output logic            alloc_valid_o,
  input  wire logic       alloc_ready_i,
  output buffer_id_t      alloc_buffer_o,
  output logic            alloc_empty_o,   // no buffer is free; if low, the next one is on its way
  input  wire logic       free_valid_i,    // always taken
  input  wire buffer_id_t free_buffer_i,

  // One word into a buffer, always taken
  input  wire logic       store_valid_i,
  input  wire log_store_t store_i,
  input  wire word_check_t store_check_i,  // check bits of the word

  // Readers, by falling priority: granted if their bank is free
  input  wire log_read_req_t [Readers-1:0] read_i,
  output log_read_rsp_t      [Readers-1:0] read_o,
  output word_check_t        [Readers-1:0] read_check_o,  // check bits of the word

  output ecc_pkg::ram_error_t error_o  // of the list of free buffers
);

  localparam bit [2:0] Legal = {
    param_pkg::in_range("buffer_pool: Buffers", Buffers, 2, 2 ** kilo_pkg::BufferIdBits, 2),
    param_pkg::power_of_two("buffer_pool: BufferWords", BufferWords, 2 * Banks, 2 ** (kilo_pkg::WordCountBits - 1), 2),
    param_pkg::power_of_two("buffer_pool: Banks", Banks, 2, BufferWords / 2, 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned BankWidth = $clog2(Banks);
  localparam int unsigned RowWidth = BufferWidth + WordWidth - BankWidth;
  localparam int unsigned WordBits = $bits(log_word_t);
  localparam int unsigned CheckBits = $bits(word_check_t);
  localparam int unsigned CodeWidth = WordBits + (Protection == ecc_pkg::None ? 0 : CheckBits);

  function automatic logic [BankWidth-1:0] bank_of(buffer_id_t buffer, word_count_t place);
    return buffer[BankWidth-1:0] + place[BankWidth-1:0];
  endfunction
  function automatic logic [RowWidth-1:0] row_of(buffer_id_t buffer, word_count_t place);
    return {buffer[BufferWidth-1:0], place[WordWidth-1:BankWidth]};
  endfunction

  logic [BufferWidth-1:0] alloc_buffer;
  assign alloc_buffer_o = buffer_id_t'(alloc_buffer);

  free_list #(
    .Depth     (Buffers),
    .Protection(Protection)
  ) u_free_list (
    .clk_i,
    .rst_ni,
    .alloc_valid_o,
    .alloc_ready_i,
    .alloc_o(alloc_buffer),
    .empty_o(alloc_empty_o),
    .free_valid_i,
    .free_i (BufferWidth'(free_buffer_i)),
    .error_o
  );

  logic [Readers-1:0][BankWidth-1:0] reader_bank, reader_bank_1_q, reader_bank_2_q;
  logic      [Readers-1:0]                granted;
  logic      [Banks-1:0]                  bank_read;
  logic      [Banks-1:0][RowWidth-1:0]    bank_row;
  logic      [CodeWidth-1:0]              bank_code[Banks];
  logic      [BankWidth-1:0]              store_bank;
  logic       store_valid_q;
  log_store_t store_q;

  // A reader yields to readers of lower numbers that request its bank, granted or not: an ungranted
  // one has itself yielded to the granted one.
  always_comb begin
    bank_read = '0;
    bank_row  = '0;
    for (int unsigned reader = 0; reader < Readers; reader++) begin
      reader_bank[reader] = bank_of(read_i[reader].buffer, read_i[reader].place);
      granted[reader]     = read_i[reader].req;
      for (int unsigned other = 0; other < reader; other++) begin
        if (read_i[other].req && reader_bank[other] == reader_bank[reader]) granted[reader] = 1'b0;
      end
    end
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      for (int unsigned reader = 0; reader < Readers; reader++) begin
        if (granted[reader] && reader_bank[reader] == BankWidth'(bank)) begin
          bank_read[bank] = 1'b1;
          bank_row[bank]  = bank_row[bank] | row_of(read_i[reader].buffer, read_i[reader].place);
        end
      end
    end
  end

  // The banks are read in the cycle after the grant.
  logic [Banks-1:0]               bank_read_q;
  logic [Banks-1:0][RowWidth-1:0] bank_row_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) bank_read_q <= '0;
    else bank_read_q <= bank_read;
  end
  always_ff @(posedge clk_i) begin
    bank_row_q      <= bank_row;
    reader_bank_1_q <= reader_bank;
    reader_bank_2_q <= reader_bank_1_q;
  end

  assign store_bank = bank_of(store_q.buffer, store_q.place);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) store_valid_q <= 1'b0;
    else store_valid_q <= store_valid_i;
  end
  word_check_t store_check_q;
  always_ff @(posedge clk_i) begin
    if (store_valid_i) begin
      store_q       <= store_i;
      store_check_q <= store_check_i;
    end
  end

  for (genvar bank = 0; bank < Banks; bank++) begin : gen_bank
    ram_1r1w #(
      .Width(CodeWidth),
      .Depth(Buffers * BufferWords / Banks)
    ) u_bank (
      .clk_i,
      .write_i(store_valid_q && store_bank == BankWidth'(bank)),
      .waddr_i(row_of(store_q.buffer, store_q.place)),
      .wdata_i(CodeWidth'({store_check_q, store_q.word})),
      .read_i (bank_read_q[bank]),
      .raddr_i(bank_row_q[bank]),
      .rdata_o(bank_code[bank])
    );
  end

  for (genvar reader = 0; reader < Readers; reader++) begin : gen_reader
    logic [CodeWidth-1:0] code;
    assign code                 = bank_code[reader_bank_2_q[reader]];
    assign read_o[reader]       = '{gnt: granted[reader], word: code[WordBits-1:0]};
    assign read_check_o[reader] = Protection == ecc_pkg::None ? '0 : CheckBits'(code >> WordBits);
  end

  `GPUTM_ASSERT(a_store_in_pool, !store_valid_i || (32'(store_i.buffer) < Buffers && 32'(store_i.place) < BufferWords),
                ("buffer_pool: word %0d of buffer %0d is stored", store_i.place, store_i.buffer))
  `GPUTM_ASSERT(a_free_in_pool, !free_valid_i || 32'(free_buffer_i) < Buffers,
                ("buffer_pool: buffer %0d of %0d becomes free", free_buffer_i, Buffers))

  // Handshake assertions
  `GPUTM_STREAM(u_check_alloc, alloc_valid_o, alloc_ready_i, alloc_buffer_o)

endmodule

`default_nettype wire
