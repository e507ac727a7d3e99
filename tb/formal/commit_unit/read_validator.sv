// read_validator with one read in flight at a time, whose answer comes when the L2 answers. It differs as the L2 likes.

`default_nettype none

module read_validator
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  parameter  int unsigned Tags       = 512,
  parameter  type         verdict_t  = logic,
  localparam int unsigned IndexWidth = $clog2(Entries),
  localparam int unsigned TagWidth   = $clog2(Tags)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic                  sweep_i,        // of the ring after reset
  input  wire logic [IndexWidth-1:0] sweep_index_i,

  input  wire logic                  first_valid_i,
  output logic                       first_ready_o,
  input  wire logic [IndexWidth-1:0] first_index_i,
  input  wire logic                  first_failed_value_i,
  input  wire log_word_t             first_word_i,
  input  wire logic                  again_valid_i,
  output logic                       again_ready_o,
  input  wire logic [IndexWidth-1:0] again_index_i,
  input  wire logic                  again_failed_value_i,
  input  wire log_word_t             again_word_i,

  output logic                     l2_read_valid_o,
  input  wire logic                l2_read_ready_i,
  output logic      [TagWidth-1:0] l2_read_tag_o,
  output word_addr_t               l2_read_addr_o,
  input  wire logic                l2_response_valid_i,
  input  wire logic [TagWidth-1:0] l2_response_tag_i,
  input  wire data_t               l2_response_data_i,

  input  wire logic                  fill_read_i,
  input  wire logic [IndexWidth-1:0] fill_index_i,
  output verdict_t                   fill_verdict_o,
  input  wire logic [IndexWidth-1:0] head_index_i,
  output verdict_t                   head_verdict_o,
  input  wire logic [IndexWidth-1:0] wait_index_i,
  output verdict_t                   wait_verdict_o,
  input  wire logic [IndexWidth-1:0] outcome_index_i,
  output verdict_t                   outcome_verdict_o,

  output logic active_o
);

  logic valid_q, update_q, differs_q, failed_value_q;
  logic [IndexWidth-1:0] index_q;

  logic     read;
  verdict_t verdict, verdict_new;

  assign again_ready_o = !valid_q && !update_q;
  assign first_ready_o = again_ready_o && !again_valid_i;

  // The answer reads the verdict, the next cycle updates it.
  assign read = valid_q && l2_response_valid_i;
  always_comb begin
    verdict_new      = verdict;
    verdict_new.done = verdict.done + 1'b1;
    if (differs_q) verdict_new.failed = failed_value_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      update_q <= 1'b0;
    end else begin
      update_q <= read;
      if (again_valid_i && again_ready_o || first_valid_i && first_ready_o) valid_q <= 1'b1;
      else if (read) valid_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!valid_q && !update_q) begin
      index_q        <= again_valid_i ? again_index_i : first_index_i;
      failed_value_q <= again_valid_i ? again_failed_value_i : first_failed_value_i;
    end
    if (read) differs_q <= l2_response_data_i[0];
  end

  ring_ram #(
    .Entries  (Entries),
    .Width    ($bits(verdict_t)),
    .ReadPorts(5)
  ) u_verdict (
    .clk_i,
    .sweep_i,
    .sweep_index_i,
    .we_i    (update_q),
    .windex_i(index_q),
    .wdata_i (verdict_new),
    .re_i    ({read, fill_read_i, 3'b111}),
    .rindex_i({index_q, fill_index_i, head_index_i, wait_index_i, outcome_index_i}),
    .rdata_o ({verdict, fill_verdict_o, head_verdict_o, wait_verdict_o, outcome_verdict_o})
  );

  assign l2_read_valid_o = 1'b0;
  assign l2_read_tag_o   = '0;
  assign l2_read_addr_o  = '0;
  assign active_o        = 1'b0;

endmodule

`default_nettype wire
