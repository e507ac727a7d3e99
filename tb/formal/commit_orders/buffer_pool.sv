// buffer_pool with one word per buffer, in registers: it allocates the lowest free buffer, grants every read at once
// and returns the word in the same cycle, as the log_reader of this proof expects.

`default_nettype none

module buffer_pool
  import commit_unit_pkg::*;
#(
  parameter int unsigned Buffers     = 512,
  parameter int unsigned BufferWords = 8,
  parameter int unsigned Banks       = 4,
  parameter int unsigned Readers     = 3,
  parameter int unsigned Protection  = 0
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  output logic            alloc_valid_o,
  input  wire logic       alloc_ready_i,
  output buffer_id_t      alloc_buffer_o,
  output logic            alloc_empty_o,
  input  wire logic       free_valid_i,
  input  wire buffer_id_t free_buffer_i,

  input  wire logic       store_valid_i,
  input  wire log_store_t store_i,
  input  wire word_check_t store_check_i,

  input  wire log_read_req_t [Readers-1:0] read_i,
  output log_read_rsp_t      [Readers-1:0] read_o,
  output word_check_t        [Readers-1:0] read_check_o,

  output ecc_pkg::ram_error_t error_o
);

  logic [Buffers-1:0]      free_q;
  log_word_t [Buffers-1:0] word_q;
  buffer_id_t              lowest_q;  // the offered buffer stays, whatever is freed

  logic [Buffers-1:0] free_next;
  always_comb begin
    free_next = free_q;
    if (free_valid_i) free_next[free_buffer_i] = 1'b1;
    if (alloc_ready_i) free_next[lowest_q] = 1'b0;
  end

  assign alloc_valid_o  = free_q[lowest_q];
  assign alloc_buffer_o = lowest_q;
  assign alloc_empty_o  = 1'b0;
  assign read_check_o   = '0;
  assign error_o        = '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      free_q   <= '1;
      lowest_q <= '0;
    end else begin
      free_q <= free_next;
      if (alloc_ready_i || !alloc_valid_o) begin
        for (int buffer = int'(Buffers) - 1; buffer >= 0; buffer--) begin
          if (free_next[buffer]) lowest_q <= buffer_id_t'(buffer);
        end
      end
    end
  end
  always_ff @(posedge clk_i) if (store_valid_i) word_q[store_i.buffer] <= store_i.word;

  for (genvar reader = 0; reader < Readers; reader++) begin : gen_reader
    assign read_o[reader] = '{gnt: read_i[reader].req, word: word_q[read_i[reader].buffer]};
  end

endmodule

`default_nettype wire
