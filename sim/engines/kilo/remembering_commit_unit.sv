// A commit unit with the words that it wrote or read last (rtl/kilo/recent_words.sv): one model for simulation, because the unit's
// writes are seen in the cycle in which the L2 accepts them. Ports and parameters are the commit unit's, and stored_* besides.

`default_nettype none

module remembering_commit_unit
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned RingEntries = 1920,
  parameter  int unsigned Buffers     = 512,
  parameter  int unsigned ReadTags    = 512,
  parameter  int unsigned RecentWords = 512,
  localparam int unsigned LineWords   = 32,                                // 128 bytes
  localparam int unsigned LineBits    = WordAddrBits - $clog2(LineWords),
  localparam int unsigned TagWidth    = $clog2(ReadTags)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  input  wire cid_t first_id_i,

  input wire allocation_e   allocation_i,
  input wire buffer_count_t buffer_limit_i,

  input  wire logic                 fill_valid_i,
  output logic                      fill_ready_o,
  input  wire fill_kind_e           fill_kind_i,
  input  wire logic                 fill_last_i,
  input  wire cid_t                 fill_id_i,
  input  wire word_addr_t           fill_addr_i,
  input  wire data_t                fill_data_i,
  input  wire logic [SkipWidth-1:0] fill_skips_i,

  input  wire logic          control_valid_i,
  output logic               control_ready_o,
  input  wire control_kind_e control_kind_i,
  input  wire logic          control_last_i,
  input  wire cid_t          control_id_i,
  input  wire word_addr_t    control_addr_i,
  input  wire data_t         control_data_i,

  output logic        reply_valid_o,
  input  wire logic   reply_ready_i,
  output reply_kind_e reply_kind_o,
  output cid_t        reply_id_o,

  output logic                      l2_read_valid_o,
  input  wire logic                 l2_read_ready_i,
  output logic       [TagWidth-1:0] l2_read_tag_o,
  output word_addr_t                l2_read_addr_o,
  input  wire logic                 l2_response_valid_i,
  input  wire logic [ TagWidth-1:0] l2_response_tag_i,
  input  wire data_t                l2_response_data_i,
  output logic                      l2_write_valid_o,
  input  wire logic                 l2_write_ready_i,
  output word_addr_t                l2_write_addr_o,
  output data_t                     l2_write_data_o,

  input wire logic                 stored_valid_i,
  input wire logic [ LineBits-1:0] stored_line_i,
  input wire logic [LineWords-1:0] stored_words_i,
  input wire logic                 stored_all_i,

  output cid_t head_id_o,
  output cid_t hazard_id_o,
  output cid_t wait_id_o,
  output cid_t revalidate_id_o,
  output cid_t outcome_id_o,
  output cid_t commit_id_o,
  output cid_t retire_id_o,

  output logic ready_o,
  output logic busy_o
);

  logic read_valid, read_ready, response_valid, unit_busy, table_busy;
  logic [TagWidth-1:0] read_tag, response_tag;
  word_addr_t read_addr;
  data_t response_data;

  commit_unit #(
    .RingEntries(RingEntries),
    .Buffers    (Buffers),
    .ReadTags   (ReadTags)
  ) u_commit_unit (
    .clk_i,
    .rst_ni,
    .first_id_i,
    .allocation_i,
    .buffer_limit_i,
    .fill_valid_i,
    .fill_ready_o,
    .fill_kind_i,
    .fill_last_i,
    .fill_id_i,
    .fill_addr_i,
    .fill_data_i,
    .fill_skips_i,
    .control_valid_i,
    .control_ready_o,
    .control_kind_i,
    .control_last_i,
    .control_id_i,
    .control_addr_i,
    .control_data_i,
    .reply_valid_o,
    .reply_ready_i,
    .reply_kind_o,
    .reply_id_o,
    .l2_read_valid_o    (read_valid),
    .l2_read_ready_i    (read_ready),
    .l2_read_tag_o      (read_tag),
    .l2_read_addr_o     (read_addr),
    .l2_response_valid_i(response_valid),
    .l2_response_tag_i  (response_tag),
    .l2_response_data_i (response_data),
    .l2_write_valid_o,
    .l2_write_ready_i,
    .l2_write_addr_o,
    .l2_write_data_o,
    .l2_write_last_o    (),
    .head_id_o,
    .hazard_id_o,
    .wait_id_o,
    .revalidate_id_o,
    .outcome_id_o,
    .commit_id_o,
    .retire_id_o,
    .ready_o,
    .busy_o             (unit_busy)
  );

  recent_words #(
    .Words    (RecentWords),
    .Tags     (ReadTags),
    .AddrWidth(WordAddrBits),
    .DataWidth(DataWidth),
    .LineWords(LineWords)
  ) u_recent_words (
    .clk_i,
    .rst_ni,
    .read_valid_i    (read_valid),
    .read_ready_o    (read_ready),
    .read_tag_i      (read_tag),
    .read_addr_i     (read_addr),
    .response_valid_o(response_valid),
    .response_tag_o  (response_tag),
    .response_data_o (response_data),
    .wrote_i         (l2_write_valid_o && l2_write_ready_i),
    .wrote_addr_i    (l2_write_addr_o),
    .wrote_data_i    (l2_write_data_o),
    .l2_read_valid_o,
    .l2_read_ready_i,
    .l2_read_tag_o,
    .l2_read_addr_o,
    .l2_response_valid_i,
    .l2_response_tag_i,
    .l2_response_data_i,
    .stored_valid_i,
    .stored_line_i,
    .stored_words_i,
    .stored_all_i,
    .busy_o          (table_busy)
  );

  assign busy_o = unit_busy || table_busy;

endmodule

`default_nettype wire
