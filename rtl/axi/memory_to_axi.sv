// An AXI4 master for a unit that reads and writes words of memory, in an order that AXI guarantees
// only through the answers of writes (AMBA AXI and ACE protocol specification, "AXI ordering model").
//
// A read returns the word's value of some time from its acceptance to its response, including every
// write that was accepted before it. Writes take effect in the order in which they are accepted.
// answered_o counts them: every master sees the answered ones.
//
// A transfer that fails ends as any other: a read is answered, with response_error_o, and a write counts as
// answered; it is not sent again. error_o and error_info_o report the first one.
//
// Latency:    2 cycles from a read and 1 from a write to the bus, 1 back.
// Throughput: one read and one write a cycle; up to Writes writes may await their answer.
//
// With Protection a read fails when its kept word is wrong and cannot be corrected (axi_word_reads).
//
// TagWidth: bits of a read's tag; each is in use once at a time. Writes: in flight, at least 2.
// BusWidth: bits of the data bus, a power of two of words, to 1024. BusAddrWidth: bits of an
// address of the bus, to 64. BaseAddress: address of word 0, aligned to the bus.

`include "gputm_assert.svh"

`default_nettype none

module memory_to_axi
  import kilo_pkg::*;
  import kilo_axi_pkg::*;
#(
  parameter int unsigned TagWidth = 9,  // bits of a read's tag; each tag is in use once at a time
  parameter int unsigned Writes = 16,  // writes in flight, at least 2
  parameter int unsigned BusWidth = DataWidth,  // bits of the data bus, a power of two of words, to 1024
  parameter int unsigned BusAddrWidth = 32,  // bits of a bus address, to 64
  parameter logic [63:0] BaseAddress = '0,  // byte address of word 0, aligned to the bus
  parameter int unsigned Protection = 0,  // of memories: none, parity, or correction (ecc_pkg)
  localparam int unsigned IdWidth = TagWidth + $clog2(BusWidth / DataWidth),
  localparam int unsigned StrobeWidth = BusWidth / 8
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // Reads; responses are always taken
  input  wire logic                 read_valid_i,
  output      logic                 read_ready_o,
  input  wire logic [TagWidth-1:0]  read_tag_i,  // returned with the response
  input  wire word_addr_t           read_addr_i,  // number of the word
  output      logic                 response_valid_o,  // a response is there
  output      logic [TagWidth-1:0]  response_tag_o,  // tag of the read, once for each
  output      logic [DataWidth-1:0] response_data_o,  // value of the word
  output      logic                 response_error_o,  // read has failed: the value does not count

  // Writes
  input  wire logic                 write_valid_i,
  output      logic                 write_ready_o,
  input  wire word_addr_t           write_addr_i,  // number of the word
  input  wire logic [DataWidth-1:0] write_data_i,  // value to store
  output      logic                 accepted_o,  // pulse: a write is accepted and goes to the bus
  output      logic                 answered_o,  // pulse: the oldest unanswered write is answered

  // AXI4 master, with the names of the specification
  output      logic [IdWidth-1:0]      m_axi_awid,  // always 0: writes take effect in their order
  output      logic [BusAddrWidth-1:0] m_axi_awaddr,  // address of the word's first byte
  output      logic [7:0]              m_axi_awlen,  // one beat
  output      logic [2:0]              m_axi_awsize,  // a word
  output      logic [1:0]              m_axi_awburst,  // INCR
  output      logic                    m_axi_awlock,  // not exclusive
  output      logic [3:0]              m_axi_awcache,  // non-bufferable: the memory itself answers
  output      logic [2:0]              m_axi_awprot,  // unprivileged, non-secure, data
  output      logic [3:0]              m_axi_awqos,  // none
  output      logic                    m_axi_awvalid,  // address of a write is offered
  input  wire logic                    m_axi_awready,  // write address is taken
  output      logic [BusWidth-1:0]     m_axi_wdata,  // the word, in every place of the bus
  output      logic [StrobeWidth-1:0]  m_axi_wstrb,  // strobes of the word's bytes
  output      logic                    m_axi_wlast,  // always 1
  output      logic                    m_axi_wvalid,  // data of a write are offered
  input  wire logic                    m_axi_wready,  // write data are taken
  input  wire logic [IdWidth-1:0]      m_axi_bid,  // ignored
  input  wire logic [1:0]              m_axi_bresp,  // an error is reported
  input  wire logic                    m_axi_bvalid,  // answer to the oldest write
  output      logic                    m_axi_bready,  // always 1
  output      logic [IdWidth-1:0]      m_axi_arid,  // tag of the read, and place of the word on the bus
  output      logic [BusAddrWidth-1:0] m_axi_araddr,  // address of the word's first byte
  output      logic [7:0]              m_axi_arlen,  // one beat
  output      logic [2:0]              m_axi_arsize,  // a word
  output      logic [1:0]              m_axi_arburst,  // INCR
  output      logic                    m_axi_arlock,  // not exclusive
  output      logic [3:0]              m_axi_arcache,  // as awcache
  output      logic [2:0]              m_axi_arprot,  // as awprot
  output      logic [3:0]              m_axi_arqos,  // none
  output      logic                    m_axi_arvalid,  // address of a read is offered
  input  wire logic                    m_axi_arready,  // read address is taken
  input  wire logic [IdWidth-1:0]      m_axi_rid,  // as arid; in any order
  input  wire logic [BusWidth-1:0]     m_axi_rdata,  // the word in its place
  input  wire logic [1:0]              m_axi_rresp,  // an error is reported, and fails the read
  input  wire logic                    m_axi_rlast,  // ignored
  input  wire logic                    m_axi_rvalid,  // answer to a read
  output      logic                    m_axi_rready,  // always 1

  output      logic       error_o,       // a transfer has failed; held until reset
  output      bus_error_t error_info_o,  // with error_o: the first one
  output      ecc_pkg::ram_error_t memory_error_o,  // pulse: a kept word of a read was wrong; row: the read's tag
  output      logic       busy_o         // low: no register changes until an input does
);

  localparam int unsigned WordBytes = DataWidth / 8;

  localparam bit [5:0] Legal = {
    param_pkg::in_range("memory_to_axi: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::in_range("memory_to_axi: TagWidth", TagWidth, 1, 16, 1),
    param_pkg::in_range("memory_to_axi: Writes", Writes, 2, 256, 1),
    param_pkg::power_of_two("memory_to_axi: BusWidth", BusWidth, DataWidth, 1024, 1),
    param_pkg::in_range("memory_to_axi: BusAddrWidth", BusAddrWidth, 12, 64, 1),
    param_pkg::address("memory_to_axi: BaseAddress", BaseAddress, BusAddrWidth, StrobeWidth, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  word_addr_t lookup_addr;
  logic lookup_found, reads_busy, writes_busy, writes_outside;
  logic [1:0] response_resp, answer_resp;
  word_addr_t response_addr, answer_addr;

  axi_word_reads #(
    .TagWidth    (TagWidth),
    .BusWidth    (BusWidth),
    .BusAddrWidth(BusAddrWidth),
    .BaseAddress (BaseAddress),
    .Protection  (Protection)
  ) u_reads (
    .clk_i,
    .rst_ni,
    .read_valid_i,
    .read_ready_o,
    .read_tag_i,
    .read_addr_i,
    .response_valid_o,
    .response_tag_o,
    .response_data_o,
    .response_resp_o(response_resp),
    .response_addr_o(response_addr),
    .lookup_addr_o  (lookup_addr),
    .lookup_found_i (lookup_found),
    .ar_valid_o     (m_axi_arvalid),
    .ar_ready_i     (m_axi_arready),
    .ar_id_o        (m_axi_arid),
    .ar_addr_o      (m_axi_araddr),
    .r_valid_i      (m_axi_rvalid),
    .r_id_i         (m_axi_rid),
    .r_data_i       (m_axi_rdata),
    .r_resp_i       (m_axi_rresp),
    .memory_error_o,
    .busy_o         (reads_busy)
  );

  axi_word_writes #(
    .Depth       (Writes),
    .BusWidth    (BusWidth),
    .BusAddrWidth(BusAddrWidth),
    .BaseAddress (BaseAddress)
  ) u_writes (
    .clk_i,
    .rst_ni,
    .write_valid_i,
    .write_ready_o,
    .write_addr_i,
    .write_data_i,
    .accepted_o,
    .answered_o,
    .answer_resp_o (answer_resp),
    .answer_addr_o (answer_addr),
    .lookup_addr_i (lookup_addr),
    .lookup_found_o(lookup_found),
    .aw_valid_o    (m_axi_awvalid),
    .aw_ready_i    (m_axi_awready),
    .aw_addr_o     (m_axi_awaddr),
    .w_valid_o     (m_axi_wvalid),
    .w_ready_i     (m_axi_wready),
    .w_data_o      (m_axi_wdata),
    .w_strb_o      (m_axi_wstrb),
    .b_valid_i     (m_axi_bvalid),
    .b_resp_i      (m_axi_bresp),
    .outside_o     (writes_outside),
    .busy_o        (writes_busy)
  );

  assign m_axi_awid = '0;
  assign {m_axi_awlen, m_axi_arlen} = {2{AxiOneBeat}};
  assign {m_axi_awsize, m_axi_arsize} = {2{3'($clog2(WordBytes))}};
  assign {m_axi_awburst, m_axi_arburst} = {2{AxiBurstIncr}};
  assign {m_axi_awlock, m_axi_arlock} = {2{AxiNormalAccess}};
  assign {m_axi_awcache, m_axi_arcache} = {2{AxiNonBufferable}};
  assign {m_axi_awprot, m_axi_arprot} = {2{AxiUnprivilegedData}};
  assign {m_axi_awqos, m_axi_arqos} = {2{AxiNoQos}};
  assign m_axi_wlast = 1'b1;
  // Answers are taken at once, so that the bus never waits for the unit.
  assign {m_axi_bready, m_axi_rready} = '1;

  // Of several in a cycle, the oldest write is reported: a failed read fails its transaction, too.
  logic error_q, write_fails, read_fails;
  bus_error_t failed, error_info_q;

  assign response_error_o = response_resp[1];
  assign write_fails      = answered_o && answer_resp[1];
  assign read_fails       = response_valid_o && response_error_o;

  always_comb begin
    failed = '{write: 1'b0, resp: response_resp, tag: 16'(response_tag_o), addr: response_addr};
    if (writes_outside) failed = '{write: 1'b1, resp: AxiDecErr, tag: '0, addr: write_addr_i};
    if (write_fails) failed = '{write: 1'b1, resp: answer_resp, tag: '0, addr: answer_addr};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) error_q <= 1'b0;
    else if (write_fails || writes_outside || read_fails) error_q <= 1'b1;
  end
  always_ff @(posedge clk_i) if (!error_q && (write_fails || writes_outside || read_fails)) error_info_q <= failed;

  assign error_o      = error_q;
  assign error_info_o = error_info_q;
  assign busy_o  = reads_busy || writes_busy || read_valid_i || write_valid_i || m_axi_bvalid || m_axi_rvalid;

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_both_fail, write_fails && read_fails)
  `GPUTM_COVER(b_second_fails, error_q && (write_fails || read_fails))

  axi_check #(
    .IdWidth     (IdWidth),
    .BusWidth    (BusWidth),
    .BusAddrWidth(BusAddrWidth),
    .WordBytes   (WordBytes)
  ) u_axi_check (
    .clk_i,
    .rst_ni,
    .aw_valid_i(m_axi_awvalid),
    .aw_ready_i(m_axi_awready),
    .aw_id_i   (m_axi_awid),
    .aw_addr_i (m_axi_awaddr),
    .aw_len_i  (m_axi_awlen),
    .aw_size_i (m_axi_awsize),
    .w_valid_i (m_axi_wvalid),
    .w_ready_i (m_axi_wready),
    .w_data_i  (m_axi_wdata),
    .w_strb_i  (m_axi_wstrb),
    .w_last_i  (m_axi_wlast),
    .b_valid_i (m_axi_bvalid),
    .b_ready_i (m_axi_bready),
    .b_id_i    (m_axi_bid),
    .b_resp_i  (m_axi_bresp),
    .ar_valid_i(m_axi_arvalid),
    .ar_ready_i(m_axi_arready),
    .ar_id_i   (m_axi_arid),
    .ar_addr_i (m_axi_araddr),
    .ar_len_i  (m_axi_arlen),
    .ar_size_i (m_axi_arsize),
    .r_valid_i (m_axi_rvalid),
    .r_ready_i (m_axi_rready),
    .r_id_i    (m_axi_rid),
    .r_data_i  (m_axi_rdata),
    .r_resp_i  (m_axi_rresp),
    .r_last_i  (m_axi_rlast)
  );

  // Handshake assertions
  `GPUTM_STREAM(u_check_read, read_valid_i, read_ready_o, {read_tag_i, read_addr_i})
  `GPUTM_STREAM(u_check_write, write_valid_i, write_ready_o, {write_addr_i, write_data_i})

endmodule

`default_nettype wire
