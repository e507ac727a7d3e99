// A commit unit on buses: memory by AXI4, logs, controls and replies by AXI4-Stream (AMBA AXI and
// ACE protocol specification; AMBA 4 AXI4-Stream protocol specification). See commit_unit for its
// function, and kilo_axi_pkg for the beats of the streams. All AXI outputs come from registers and
// no AXI input goes to an output without one, as AXI requires.
//
// A local outcome rests on memory reads that AXI has ordered behind the writes of older
// transactions; a retirement is reported after memory has answered the transaction's writes. So any
// master may then read them, on any path to that memory.
//
// A transaction fails whose read the bus answers with an error. A write that fails after its transaction has
// committed is lost; error_o tells of it.
//
// With Protection a read fails its transaction when its kept address is lost, and a retirement is not reported when its
// word is lost, nor are those behind it; commit_unit says what it does itself.
//
// Latency:    commit_unit's, and 1 cycle for a fill, a control and a reply, 3 for a read and its response, 1 for a
//             write.
// Throughput: commit_unit's.
//
// Parameters of the same names are commit_unit's; the others are those of memory_to_axi and retirement_fence.

`include "gputm_assert.svh"

`default_nettype none

module commit_unit_axi
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import kilo_axi_pkg::*;
#(
  parameter int unsigned RingEntries = 1920,  // ids from the oldest unretired to the youngest live one
  parameter int unsigned Buffers = 512,  // buffers in the pool; a log with reads and writes has two
  parameter int unsigned ReadTags = 512,  // memory reads in flight
  parameter int unsigned HistoryEntries = 512,  // lookup table of the last writer history, a power of two
  parameter int unsigned HistoryBuckets = 256,  // buckets of a sub-array of its bloom filter, a power of two
  parameter bit EarlyOutcomes = 1'b0,  // local outcomes may overtake older ones
  parameter int unsigned Writes = 16,  // memory writes in flight, at least 2
  parameter int unsigned Retirements = 32,  // retirements that may wait for memory, at least 2
  parameter int unsigned BusWidth = DataWidth,  // bits of the data bus, a power of two of words, to 1024
  parameter int unsigned BusAddrWidth = 32,  // bits of a bus address, to 64
  parameter logic [63:0] BaseAddress = '0,  // byte address of word 0, aligned to the bus
  parameter int unsigned Protection = 0,  // of memories: none, parity, or correction (ecc_pkg)
  parameter int unsigned WatchdogCycles = 0,  // standstill that stuck_o reports; 0: none
  localparam int unsigned IdWidth = $clog2(ReadTags) + $clog2(BusWidth / DataWidth),
  localparam int unsigned StrobeWidth = BusWidth / 8
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  input  wire cid_t first_id_i,  // first commit id, held until ready_o

  // Log entries and skips, by AXI4-Stream
  input  wire logic                   s_axis_fill_tvalid,  // a beat is offered
  output      logic                   s_axis_fill_tready,  // beat is taken
  input  wire logic [RequestBits-1:0] s_axis_fill_tdata,  // a request_beat_t

  // Final outcomes and resent logs, by AXI4-Stream
  input  wire logic                   s_axis_control_tvalid,  // a beat is offered
  output      logic                   s_axis_control_tready,  // beat is taken
  input  wire logic [RequestBits-1:0] s_axis_control_tdata,  // a request_beat_t

  // Replies to the cores, by AXI4-Stream
  output      logic                  m_axis_reply_tvalid,  // a beat is offered
  input  wire logic                  m_axis_reply_tready,  // beat is taken
  output      logic [AnswerBits-1:0] m_axis_reply_tdata,  // an answer_beat_t
  output      logic                  m_axis_reply_tlast,  // each beat is a packet

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
  input  wire logic [1:0]              m_axi_rresp,  // an error is reported, and fails the transaction
  input  wire logic                    m_axi_rlast,  // ignored
  input  wire logic                    m_axi_rvalid,  // answer to a read
  output      logic                    m_axi_rready,  // always 1

  output cid_t retire_id_o,  // every older id has retired: to the commit-id vendor
  output logic ready_o,      // the ring has been initialised
  output logic error_o,      // a transfer has failed; held until reset
  output bus_error_t error_info_o,  // with error_o: the first one
  output ecc_pkg::ram_report_t memory_report_o,  // errors of commit_unit's memories, with Protection
  output ecc_pkg::ram_report_t bus_memory_report_o,  // of 0 words of reads, 1 retirements that wait, 2 settled ones
  output logic stuck_o,  // there is work, and nothing has moved for WatchdogCycles cycles
  output logic busy_o        // low: no register changes until an input does
);

  localparam bit [12:0] Legal = {
    param_pkg::in_range("commit_unit_axi: CidBits", CidBits, 9, MaxCidBits),
    param_pkg::in_range("commit_unit_axi: RingEntries", RingEntries, 4, 2 ** (CidBits - 1)),
    param_pkg::in_range("commit_unit_axi: Buffers", Buffers, 2, 2 ** BufferIdBits),
    param_pkg::in_range("commit_unit_axi: ReadTags", ReadTags, 2, 2 ** ReadCountBits - 8),
    param_pkg::power_of_two("commit_unit_axi: HistoryEntries", HistoryEntries, 8, 2 ** (CidBits - 1)),
    param_pkg::power_of_two("commit_unit_axi: HistoryBuckets", HistoryBuckets, 2, 2 ** (CidBits - 3)),
    param_pkg::in_range("commit_unit_axi: Writes", Writes, 2, 256),
    param_pkg::in_range("commit_unit_axi: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded),
    param_pkg::in_range("commit_unit_axi: WatchdogCycles", WatchdogCycles, 0, 2 ** 24 - 1),
    param_pkg::in_range("commit_unit_axi: Retirements", Retirements, 2, 4096),
    param_pkg::power_of_two("commit_unit_axi: BusWidth", BusWidth, DataWidth, 1024),
    param_pkg::in_range("commit_unit_axi: BusAddrWidth", BusAddrWidth, 12, 64),
    param_pkg::address("commit_unit_axi: BaseAddress", BaseAddress, BusAddrWidth, StrobeWidth)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned TagWidth = $clog2(ReadTags);
  // Fields of a beat that the unit uses
  localparam int unsigned BeatBits = 1 + 2 + CidBits + 64;

  // --- Streams

  logic fill_valid, fill_ready, control_valid, control_ready, reply_valid, reply_ready;
  request_beat_t fill_in, control_in;
  logic [BeatBits-1:0] fill_out, control_out;
  logic fill_last, control_last;
  logic [1:0] fill_kind, control_kind;
  cid_t fill_id, control_id, reply_id;
  logic [63:0] fill_payload, control_payload;
  reply_kind_e reply_kind, reported_kind;
  cid_t reported_id;
  answer_beat_t reported;

  assign fill_in    = s_axis_fill_tdata;
  assign control_in = s_axis_control_tdata;

  skid_buffer #(
    .Width(BeatBits)
  ) u_fill (
    .clk_i,
    .rst_ni,
    .in_valid_i (s_axis_fill_tvalid),
    .in_ready_o (s_axis_fill_tready),
    .in_data_i  ({fill_in.last, fill_in.kind, cid_t'(fill_in.id), fill_in.payload}),
    .out_valid_o(fill_valid),
    .out_ready_i(fill_ready),
    .out_data_o (fill_out)
  );
  assign {fill_last, fill_kind, fill_id, fill_payload} = fill_out;

  skid_buffer #(
    .Width(BeatBits)
  ) u_control (
    .clk_i,
    .rst_ni,
    .in_valid_i (s_axis_control_tvalid),
    .in_ready_o (s_axis_control_tready),
    .in_data_i  ({control_in.last, control_in.kind, cid_t'(control_in.id), control_in.payload}),
    .out_valid_o(control_valid),
    .out_ready_i(control_ready),
    .out_data_o (control_out)
  );
  assign {control_last, control_kind, control_id, control_payload} = control_out;

  assign reported           = '{zero: '0, kind: reported_kind, id: beat_id_t'(reported_id)};
  assign m_axis_reply_tdata = reported;
  assign m_axis_reply_tlast = 1'b1;

  // --- The unit

  logic read_valid, read_ready, response_valid, response_error, write_valid, write_ready, unit_busy;
  logic [TagWidth-1:0] read_tag, response_tag;
  word_addr_t read_addr, write_addr;
  data_t response_data, write_data;

  commit_unit #(
    .RingEntries   (RingEntries),
    .Buffers       (Buffers),
    .ReadTags      (ReadTags),
    .HistoryEntries(HistoryEntries),
    .HistoryBuckets(HistoryBuckets),
    .EarlyOutcomes (EarlyOutcomes),
    .Protection    (Protection),
    .WatchdogCycles(WatchdogCycles)
  ) u_commit_unit (
    .clk_i,
    .rst_ni,
    .first_id_i,
    .fill_valid_i       (fill_valid),
    .fill_ready_o       (fill_ready),
    .fill_kind_i        (fill_kind_e'(fill_kind)),
    .fill_last_i        (fill_last),
    .fill_id_i          (fill_id),
    .fill_addr_i        (fill_payload[34+:WordAddrBits]),
    .fill_data_i        (fill_payload[DataWidth-1:0]),
    .fill_skips_i       (fill_payload),
    .control_valid_i    (control_valid),
    .control_ready_o    (control_ready),
    .control_kind_i     (control_kind_e'(control_kind)),
    .control_last_i     (control_last),
    .control_id_i       (control_id),
    .control_addr_i     (control_payload[34+:WordAddrBits]),
    .control_data_i     (control_payload[DataWidth-1:0]),
    .reply_valid_o      (reply_valid),
    .reply_ready_i      (reply_ready),
    .reply_kind_o       (reply_kind),
    .reply_id_o         (reply_id),
    .l2_read_valid_o    (read_valid),
    .l2_read_ready_i    (read_ready),
    .l2_read_tag_o      (read_tag),
    .l2_read_addr_o     (read_addr),
    .l2_response_valid_i(response_valid),
    .l2_response_tag_i  (response_tag),
    .l2_response_data_i (response_data),
    .l2_response_error_i(response_error),
    .l2_write_valid_o   (write_valid),
    .l2_write_ready_i   (write_ready),
    .l2_write_addr_o    (write_addr),
    .l2_write_data_o    (write_data),
    .l2_write_last_o    (),
    .head_id_o          (),
    .hazard_id_o        (),
    .wait_id_o          (),
    .revalidate_id_o    (),
    .outcome_id_o       (),
    .commit_id_o        (),
    .retire_id_o,
    .memory_report_o,
    .stuck_o,
    .ready_o,
    .busy_o             (unit_busy)
  );

  // --- Memory

  logic accepted, answered, memory_busy, fence_busy;
  ecc_pkg::ram_error_t [2:0] memory_errors;

  memory_to_axi #(
    .TagWidth    (TagWidth),
    .Writes      (Writes),
    .BusWidth    (BusWidth),
    .BusAddrWidth(BusAddrWidth),
    .BaseAddress (BaseAddress),
    .Protection  (Protection)
  ) u_memory (
    .clk_i,
    .rst_ni,
    .read_valid_i    (read_valid),
    .read_ready_o    (read_ready),
    .read_tag_i      (read_tag),
    .read_addr_i     (read_addr),
    .response_valid_o(response_valid),
    .response_tag_o  (response_tag),
    .response_data_o (response_data),
    .response_error_o(response_error),
    .write_valid_i   (write_valid),
    .write_ready_o   (write_ready),
    .write_addr_i    (write_addr),
    .write_data_i    (write_data),
    .accepted_o      (accepted),
    .answered_o      (answered),
    .m_axi_awid,
    .m_axi_awaddr,
    .m_axi_awlen,
    .m_axi_awsize,
    .m_axi_awburst,
    .m_axi_awlock,
    .m_axi_awcache,
    .m_axi_awprot,
    .m_axi_awqos,
    .m_axi_awvalid,
    .m_axi_awready,
    .m_axi_wdata,
    .m_axi_wstrb,
    .m_axi_wlast,
    .m_axi_wvalid,
    .m_axi_wready,
    .m_axi_bid,
    .m_axi_bresp,
    .m_axi_bvalid,
    .m_axi_bready,
    .m_axi_arid,
    .m_axi_araddr,
    .m_axi_arlen,
    .m_axi_arsize,
    .m_axi_arburst,
    .m_axi_arlock,
    .m_axi_arcache,
    .m_axi_arprot,
    .m_axi_arqos,
    .m_axi_arvalid,
    .m_axi_arready,
    .m_axi_rid,
    .m_axi_rdata,
    .m_axi_rresp,
    .m_axi_rlast,
    .m_axi_rvalid,
    .m_axi_rready,
    .error_o,
    .error_info_o,
    .memory_error_o  (memory_errors[0]),
    .busy_o          (memory_busy)
  );

  retirement_fence #(
    .Retirements(Retirements),
    .Writes     (Writes),
    .Protection (Protection)
  ) u_retirement_fence (
    .clk_i,
    .rst_ni,
    .accepted_i     (accepted),
    .answered_i     (answered),
    .in_valid_i     (reply_valid),
    .in_ready_o     (reply_ready),
    .in_kind_i      (reply_kind),
    .in_id_i        (reply_id),
    .out_valid_o    (m_axis_reply_tvalid),
    .out_ready_i    (m_axis_reply_tready),
    .out_kind_o     (reported_kind),
    .out_id_o       (reported_id),
    .memory_errors_o(memory_errors[2:1]),
    .busy_o         (fence_busy)
  );

  error_report #(
    .Memories  (3),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(memory_errors),
    .stop_o  (),
    .report_o(bus_memory_report_o)
  );

  assign busy_o = unit_busy || memory_busy || fence_busy || fill_valid || control_valid || s_axis_fill_tvalid ||
                  s_axis_control_tvalid;

  // Padding of a beat: zeros, and the bytes within a word
  wire unused_beats = ^{fill_in.zero, control_in.zero, control_payload[33:32]};

  // Handshake assertions
  `GPUTM_STREAM(u_check_fill, s_axis_fill_tvalid, s_axis_fill_tready, s_axis_fill_tdata)
  `GPUTM_STREAM(u_check_control, s_axis_control_tvalid, s_axis_control_tready, s_axis_control_tdata)
  `GPUTM_STREAM(u_check_reply, m_axis_reply_tvalid, m_axis_reply_tready, m_axis_reply_tdata)

endmodule

`default_nettype wire
