// A memory partition around a commit unit, the least that one needs: a RAM in the place of the L2 slice. Synthesizable, and an
// example to begin with; a cache answers reads later and in any order, which the tags are for.
//
// The unit's rules, all of which the RAM keeps: reads and writes take effect in the order in which they are accepted; a read
// of a word whose write is accepted in the same cycle may see either value; a tag comes back once for each read.
//
// A read of a word that is not in the RAM fails, and so does its transaction; such a write is dropped. Both are reported.
//
// Words: size of the RAM; addresses are of words.

`default_nettype none

module partition
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Words       = 1024,
  parameter  int unsigned RingEntries = 64,
  localparam int unsigned AddrWidth   = $clog2(Words),
  localparam int unsigned ReadTags    = 16,
  localparam int unsigned TagWidth    = $clog2(ReadTags)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // Logs and skips, from the cores: valid/ready, as everywhere
  input  wire logic                 fill_valid_i,
  output logic                      fill_ready_o,
  input  wire fill_kind_e           fill_kind_i,
  input  wire logic                 fill_last_i,   // the id's log is complete with this word
  input  wire cid_t                 fill_id_i,
  input  wire word_addr_t           fill_addr_i,
  input  wire data_t                fill_data_i,
  input  wire logic [SkipWidth-1:0] fill_skips_i,  // FillSkip: ids from fill_id_i that have no log here

  // Final outcomes, from the cores
  input  wire logic          control_valid_i,
  output logic               control_ready_o,
  input  wire control_kind_e control_kind_i,
  input  wire cid_t          control_id_i,

  // Local outcomes and retirements, to the cores
  output logic        reply_valid_o,
  input  wire logic   reply_ready_i,
  output reply_kind_e reply_kind_o,
  output cid_t        reply_id_o,

  output logic       ready_o,      // the ring has been initialised
  output logic       error_o,      // a word was not in the RAM; held until reset
  output word_addr_t error_addr_o  // with error_o: number of the first such word
);

  localparam bit [1:0] Legal = {
    param_pkg::in_range("partition: Words", Words, 2, 2 ** 24),
    param_pkg::in_range("partition: RingEntries", RingEntries, 8, 2 ** (CidBits - 1))
  };
  if (Legal != '1) begin : gen_refused
    $error("partition: parameters are refused");
  end

  logic read_valid, write_valid, read_outside, write_outside, response_valid_q, response_error_q, error_q;
  logic [TagWidth-1:0] read_tag, response_tag_q;
  word_addr_t read_addr, write_addr;
  data_t response_data, write_data;

  commit_unit #(
    .RingEntries(RingEntries),
    .Buffers    (RingEntries / 4),
    .ReadTags   (ReadTags)
  ) u_commit_unit (
    .clk_i,
    .rst_ni,
    .first_id_i         ('0),
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
    .control_last_i     (1'b0),              // logs are not sent again: they fit into the buffers
    .control_id_i,
    .control_addr_i     ('0),
    .control_data_i     ('0),
    .reply_valid_o,
    .reply_ready_i,
    .reply_kind_o,
    .reply_id_o,
    .l2_read_valid_o    (read_valid),
    .l2_read_ready_i    (1'b1),
    .l2_read_tag_o      (read_tag),
    .l2_read_addr_o     (read_addr),
    .l2_response_valid_i(response_valid_q),
    .l2_response_tag_i  (response_tag_q),
    .l2_response_data_i (response_data),
    .l2_response_error_i(response_error_q),
    .l2_write_valid_o   (write_valid),
    .l2_write_ready_i   (1'b1),
    .l2_write_addr_o    (write_addr),
    .l2_write_data_o    (write_data),
    .l2_write_last_o    (),                  // for an access_merger
    .head_id_o          (),
    .hazard_id_o        (),
    .wait_id_o          (),
    .revalidate_id_o    (),
    .outcome_id_o       (),
    .commit_id_o        (),
    .retire_id_o        (),                  // to the commit-id vendor, where there are several partitions
    .memory_report_o    (),
    .stuck_o            (),
    .ready_o,
    .busy_o             ()                   // low: the clock may be stopped
  );

  ram_1r1w_fwd #(
    .Width($bits(data_t)),
    .Depth(Words)
  ) u_memory (
    .clk_i,
    .write_i    (write_valid && !write_outside),
    .waddr_i    (AddrWidth'(write_addr)),
    .wdata_i    (write_data),
    .read_i     (read_valid && !read_outside),
    .raddr_i    (AddrWidth'(read_addr)),
    .rdata_o    (response_data),
    .forwarded_o(),
    .ram_rdata_o(),
    .new_rdata_o()
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) response_valid_q <= 1'b0;
    else response_valid_q <= read_valid;
  end
  always_ff @(posedge clk_i) begin
    response_tag_q   <= read_tag;
    response_error_q <= read_outside;
  end

  // A lost write is reported rather than a read: the read's transaction fails anyway.
  assign read_outside  = read_valid && 32'(read_addr) >= Words;
  assign write_outside = write_valid && 32'(write_addr) >= Words;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) error_q <= 1'b0;
    else if (read_outside || write_outside) error_q <= 1'b1;
  end
  always_ff @(posedge clk_i) if (!error_q) error_addr_o <= write_outside ? write_addr : read_addr;
  assign error_o = error_q;

endmodule

`default_nettype wire
