// The memory of one partition: a RAM that serves a commit unit and, beside it, the loads of the transaction generators.
//
// As the commit unit requires, reads and writes take effect in the order in which they are
// accepted, and a read in the cycle of a write to its word sees the new value. Loads and the unit's
// reads share the RAM's read port and take turns, so that neither starves.
//
// After reset, every word is set to InitialBalance, one a cycle; nothing is accepted until then.
//
// Latency:    an answer comes two cycles after its request is accepted. Answers cannot be refused.
// Throughput: one read or load and one write each cycle.
//
// Words are interleaved: this memory has the words with number modulo Partitions equal to Partition.
//
// Words: at least 2. Partitions: a power of two, at least 2. TagWidth, SourceWidth: bits returned with an answer.
// Protection: of ecc_pkg. A read of a lost word fails; a load of one has a wrong answer, which a read finds later.

`include "gputm_assert.svh"

`default_nettype none

module account_memory
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Words          = 256,
  parameter  int unsigned Partitions     = 4,
  parameter  int unsigned Partition      = 0,                   // number of this partition
  parameter  int unsigned TagWidth       = 4,
  parameter  int unsigned SourceWidth    = 9,
  parameter  int unsigned InitialBalance = 1024,                // value of every word after reset
  parameter  int unsigned Protection     = ecc_pkg::None,
  localparam int unsigned HomeWidth      = $clog2(Partitions),
  localparam int unsigned AddrWidth      = $clog2(Words)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // Reads of the commit unit
  input  wire logic                read_valid_i,
  output logic                     read_ready_o,
  input  wire logic [TagWidth-1:0] read_tag_i,  // returned with the response
  input  wire word_addr_t          read_addr_i,  // number of the word
  output logic                     response_valid_o,
  output logic      [TagWidth-1:0] response_tag_o,  // tag of the read
  output data_t                    response_data_o,  // value of the word when the read was accepted
  output logic                     response_error_o,  // the word is lost

  // Loads of the transaction generators
  input  wire logic                   load_valid_i,
  output logic                        load_ready_o,
  input  wire logic [SourceWidth-1:0] load_source_i,  // returned with the answer
  input  wire word_addr_t             load_addr_i,  // number of the word
  output logic                        answer_valid_o,
  output logic      [SourceWidth-1:0] answer_source_o,  // source of the load
  output data_t                       answer_data_o,  // value of the word when the load was accepted

  // Writes of the commit unit
  input  wire logic       write_valid_i,
  output logic            write_ready_o,
  input  wire word_addr_t write_addr_i,  // number of the word
  input  wire data_t      write_data_i,  // value to store

  output ecc_pkg::ram_error_t memory_error_o,  // pulse: a word was wrong; row: its number divided by Partitions
  output logic                ready_o          // the words have been set
);

  localparam bit [2:0] Legal = {
    param_pkg::in_range("account_memory: Words", Words, 2, 65536, 2),
    param_pkg::power_of_two("account_memory: Partitions", Partitions, 2, 64, 2),
    param_pkg::in_range("account_memory: Partition", Partition, 0, Partitions - 1, 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // Setting the words
  logic ready_q;
  logic [AddrWidth-1:0] init_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      init_q  <= '0;
    end else if (!ready_q) begin
      ready_q <= init_q == AddrWidth'(Words - 1);
      init_q  <= init_q + 1'b1;
    end
  end
  assign ready_o = ready_q;

  // Arbitration of the read port
  logic [1:0] grant;
  logic       reads;
  word_addr_t addr;

  rr_arbiter #(
    .Requests(2)
  ) u_arbiter (
    .clk_i,
    .rst_ni,
    .req_i   ({load_valid_i, read_valid_i}),
    .valid_o (reads),
    .grant_o (grant),
    .index_o (),
    .accept_i(ready_q)
  );

  assign read_ready_o  = grant[0] && ready_q;
  assign load_ready_o  = grant[1] && ready_q;
  assign write_ready_o = ready_q;
  assign addr          = grant[1] ? load_addr_i : read_addr_i;

  data_t rdata;
  logic  bad;

  ram_1r1w_ecc #(
    .Width     ($bits(data_t)),
    .Depth     (Words),
    .Protection(Protection),
    .Forward   (1'b1)
  ) u_ram (
    .clk_i,
    .rst_ni,
    .write_i(write_valid_i || !ready_q),
    .waddr_i(ready_q ? AddrWidth'(write_addr_i >> HomeWidth) : init_q),
    .wdata_i(ready_q ? write_data_i : data_t'(InitialBalance)),
    .read_i (reads && ready_q),
    .check_i(1'b1),
    .raddr_i(AddrWidth'(addr >> HomeWidth)),
    .rdata_o(rdata),
    .bad_o  (bad),
    .error_o(memory_error_o)
  );

  // The RAM's output is registered: it is slow on an FPGA.
  logic [1:0] due_q, valid_q;
  logic [TagWidth-1:0] due_tag_q, tag_q;
  logic [SourceWidth-1:0] due_source_q, source_q;
  data_t data_q;
  logic  bad_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      due_q   <= '0;
      valid_q <= '0;
    end else begin
      due_q   <= grant & {2{ready_q}};
      valid_q <= due_q;
    end
  end
  always_ff @(posedge clk_i) begin
    {due_tag_q, due_source_q} <= {read_tag_i, load_source_i};
    {tag_q, source_q, data_q, bad_q} <= {due_tag_q, due_source_q, rdata, bad};
  end

  assign {answer_valid_o, response_valid_o} = valid_q;
  assign {response_tag_o, answer_source_o}  = {tag_q, source_q};
  assign response_data_o = data_q;
  assign response_error_o = bad_q;
  assign answer_data_o   = data_q;

  // Whether a word belongs to this memory
  function automatic logic is_here(word_addr_t word);
    return HomeWidth'(word) == HomeWidth'(Partition) && 32'(word) < Words * Partitions;
  endfunction

  `GPUTM_ASSERT_IF(a_reads_here, !reads || is_here(addr), ready_q,
                   ("account_memory: read of word %0h outside of partition %0d", addr, Partition))
  `GPUTM_ASSERT_IF(a_writes_here, !write_valid_i || is_here(write_addr_i), ready_q,
                   ("account_memory: write to word %0h outside of partition %0d", write_addr_i, Partition))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_waits_for_the_words, !ready_q && (read_valid_i || load_valid_i))
  `GPUTM_COVER(b_read_and_load, ready_q && read_valid_i && load_valid_i)
  `GPUTM_COVER(b_read_of_what_is_written, grant[0] && ready_q && write_valid_i && read_addr_i == write_addr_i)
  `GPUTM_COVER(b_load_of_what_is_written, grant[1] && ready_q && write_valid_i && load_addr_i == write_addr_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_read, read_valid_i, read_ready_o, {read_tag_i, read_addr_i})
  `GPUTM_STREAM(u_check_load, load_valid_i, load_ready_o, {load_source_i, load_addr_i})
  `GPUTM_STREAM(u_check_write, write_valid_i, write_ready_o, {write_addr_i, write_data_i})

endmodule

`default_nettype wire
