// The shared pool of read- and write-set buffers (MICRO 2011 paper, sections 4.5.3 and 6.4): BufferWords words of
// address and value each, in Banks banks, with the list of free buffers.
//
// Consecutive words of a buffer lie in consecutive banks, beginning with the buffer's number modulo Banks, so that
// streams of different stages fall into step after a collision and then pass without further ones. One word is stored a
// cycle; each bank reads one word a cycle, for the reader of the lowest number that asks.
//
// Latency: a granted read's word is on `read_data_o` in the next cycle.
//
// Buffers: pool size. BufferWords, Banks: powers of two, at least 2 banks and more words than banks. Readers: stages that
// read.

`default_nettype none

module buffer_pool
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Buffers     = 512,
  parameter  int unsigned BufferWords = 8,
  parameter  int unsigned Banks       = 4,
  parameter  int unsigned Readers     = 3,
  localparam int unsigned BufferWidth = $clog2(Buffers),
  localparam int unsigned WordWidth   = $clog2(BufferWords)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // A free buffer, and buffers that become free
  output logic                        alloc_valid_o,   // alloc_buffer_o is free
  output logic                        alloc_empty_o,   // no buffer is free; else the next one is on its way
  output logic      [BufferWidth-1:0] alloc_buffer_o,
  input  wire logic                   alloc_ready_i,   // it is taken
  input  wire logic                   free_valid_i,    // always taken
  input  wire logic [BufferWidth-1:0] free_buffer_i,

  // One word into a buffer, always taken
  input  wire logic                   store_valid_i,
  input  wire logic [BufferWidth-1:0] store_buffer_i,
  input  wire logic [WordWidth-1:0]   store_word_i,    // its place in the buffer
  input  wire log_word_t              store_data_i,

  // Readers, by falling priority
  input  wire logic      [Readers-1:0]                  read_valid_i,
  output logic           [Readers-1:0]                  read_grant_o,   // its bank is free: data in the next cycle
  input  wire logic      [Readers-1:0][BufferWidth-1:0] read_buffer_i,
  input  wire logic      [Readers-1:0][WordWidth-1:0]   read_word_i,
  output log_word_t      [Readers-1:0]                  read_data_o
);

  if ((BufferWords & (BufferWords - 1)) != 0 || (Banks & (Banks - 1)) != 0 || Banks < 2 || BufferWords <= Banks) begin : gen_check_sizes
    $error(
        "buffer_pool: BufferWords=%0d and Banks=%0d must be powers of two, 2 <= Banks < BufferWords", BufferWords, Banks
    );
  end

  localparam int unsigned BankWidth = $clog2(Banks);
  localparam int unsigned RowWidth = BufferWidth + WordWidth - BankWidth;

  function automatic logic [BankWidth-1:0] bank_of(logic [BufferWidth-1:0] buffer, logic [WordWidth-1:0] word);
    return buffer[BankWidth-1:0] + word[BankWidth-1:0];
  endfunction

  free_list #(
    .Depth(Buffers)
  ) u_free_list (
    .clk_i,
    .rst_ni,
    .alloc_valid_o,
    .alloc_ready_i,
    .alloc_o(alloc_buffer_o),
    .empty_o(alloc_empty_o),
    .free_valid_i,
    .free_i (free_buffer_i)
  );

  logic [Readers-1:0][BankWidth-1:0] reader_bank, reader_bank_q;
  logic      [Readers-1:0][RowWidth-1:0]  reader_row;
  logic      [Banks-1:0]                  bank_read;
  logic      [Banks-1:0][RowWidth-1:0]    bank_row;
  log_word_t [Banks-1:0]                  bank_data;
  logic      [BankWidth-1:0]              store_bank;
  logic      [RowWidth-1:0]               store_row;

  always_comb begin
    bank_read    = '0;
    bank_row     = '0;
    read_grant_o = '0;
    for (int unsigned reader = 0; reader < Readers; reader++) begin
      reader_bank[reader] = bank_of(read_buffer_i[reader], read_word_i[reader]);
      reader_row[reader]  = {read_buffer_i[reader], read_word_i[reader][WordWidth-1:BankWidth]};
      if (read_valid_i[reader] && !bank_read[reader_bank[reader]]) begin
        read_grant_o[reader]          = 1'b1;
        bank_read[reader_bank[reader]] = 1'b1;
        bank_row[reader_bank[reader]]  = reader_row[reader];
      end
    end
  end

  always_ff @(posedge clk_i) reader_bank_q <= reader_bank;

  assign store_bank = bank_of(store_buffer_i, store_word_i);
  assign store_row  = {store_buffer_i, store_word_i[WordWidth-1:BankWidth]};

  for (genvar bank = 0; bank < Banks; bank++) begin : gen_bank
    ram_1r1w #(
      .Width($bits(log_word_t)),
      .Depth(Buffers * BufferWords / Banks)
    ) u_bank (
      .clk_i,
      .write_i(store_valid_i && store_bank == BankWidth'(bank)),
      .waddr_i(store_row),
      .wdata_i(store_data_i),
      .read_i (bank_read[bank]),
      .raddr_i(bank_row[bank]),
      .rdata_o(bank_data[bank])
    );
  end

  always_comb begin
    for (int unsigned reader = 0; reader < Readers; reader++) begin
      read_data_o[reader] = bank_data[reader_bank_q[reader]];
    end
  end

endmodule

`default_nettype wire
