// read_validator with one read in flight, answered when the L2 answers. The L2 chooses whether the value differs.

`default_nettype none

module read_validator
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  parameter  int unsigned Tags       = 512,
  parameter  int unsigned CountWidth = 10,
  parameter  bit          EarlyPort  = 1'b0,
  parameter  int unsigned Protection = 0,
  localparam int unsigned TagWidth   = $clog2(Tags)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t init_i,

  input  wire logic        speculate_req_i,
  output logic             speculate_gnt_o,
  input  wire validation_t speculate_i,
  input  wire logic        revalidate_valid_i,
  output logic             revalidate_ready_o,
  input  wire validation_t revalidate_i,

  output logic                     l2_read_valid_o,
  input  wire logic                l2_read_ready_i,
  output logic      [TagWidth-1:0] l2_read_tag_o,
  output word_addr_t               l2_read_addr_o,
  input  wire logic                l2_response_valid_i,
  input  wire logic [TagWidth-1:0] l2_response_tag_i,
  input  wire data_t               l2_response_data_i,
  input  wire logic                l2_response_error_i,

  input  wire ring_read_t  fill_read_i,
  output verdict_t         fill_verdict_o,
  input  wire ring_read_t  head_read_i,
  output verdict_t         head_verdict_o,
  input  wire ring_read_t  wait_read_i,
  output verdict_t         wait_verdict_o,
  input  wire ring_read_t  outcome_read_i,
  output verdict_t         outcome_verdict_o,
  input  wire ring_read_t  early_read_i,
  output verdict_t         early_verdict_o,

  output ecc_pkg::ram_error_t [9:0] errors_o,
  output logic active_o
);

  logic valid_q, update_q, differs_q, failed_value_q;
  ring_index_t index_q;

  logic     read;
  verdict_t verdict, verdict_new;

  assign revalidate_ready_o = !valid_q && !update_q;
  assign speculate_gnt_o    = revalidate_ready_o && !revalidate_valid_i;

  // The answer reads the verdict; the next cycle updates it.
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
      if (revalidate_valid_i && revalidate_ready_o || speculate_req_i && speculate_gnt_o) valid_q <= 1'b1;
      else if (read) valid_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!valid_q && !update_q) begin
      index_q        <= revalidate_valid_i ? revalidate_i.index : speculate_i.index;
      failed_value_q <= revalidate_valid_i ? revalidate_i.failed_value : speculate_i.failed_value;
    end
    if (read) differs_q <= l2_response_error_i || l2_response_data_i[0];
  end

  ring_ram #(
    .Entries  (Entries),
    .Width    ($bits(verdict_t)),
    .ReadPorts(5)
  ) u_verdict (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (update_q),
    .windex_i(index_q),
    .wdata_i (verdict_new),
    .read_i  ({ring_read_t'({read, index_q}), fill_read_i, head_read_i, wait_read_i, outcome_read_i}),
    .rdata_o ({verdict, fill_verdict_o, head_verdict_o, wait_verdict_o, outcome_verdict_o}),
    .errors_o()
  );

  if (EarlyPort) begin : gen_early_port
    ring_ram #(
      .Entries(Entries),
      .Width  ($bits(verdict_t))
    ) u_verdict (
      .clk_i,
      .rst_ni,
      .init_i,
      .write_i (update_q),
      .windex_i(index_q),
      .wdata_i (verdict_new),
      .read_i  (early_read_i),
      .rdata_o (early_verdict_o),
      .errors_o()
    );
  end else begin : gen_no_early_port
    assign early_verdict_o = '0;
  end

  assign l2_read_valid_o = 1'b0;
  assign l2_read_tag_o   = '0;
  assign l2_read_addr_o  = '0;
  assign errors_o        = '0;
  assign active_o        = 1'b0;

endmodule

`default_nettype wire
