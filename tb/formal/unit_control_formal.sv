// Proves for unit_control, with any master on the bus that keeps its offers: an answer belongs to a request, and the rules of
// streams hold; it never admits and aborts at once. With software that writes nothing (bounded): it admits until an
// error and aborts from the next cycle on, and reads say which error was the first.
//
// prove: abc pdr
// cover: 12
// with: silent Silent=1
// bound: abc bmc3 14
// bug: unit_control/enters_after_an_error abc bmc3 12
// bug: unit_control/later_error abc bmc3 12

`default_nettype none

module unit_control_formal
  import unit_control_pkg::*;
#(
  parameter int unsigned Silent = 0  // 1: software writes nothing
) (
  input wire logic         clk_i,
  input wire logic         aw_valid_i,
  input wire logic [6:0]   aw_addr_i,
  input wire logic         w_valid_i,
  input wire logic [31:0]  w_data_i,
  input wire logic [3:0]   w_strb_i,
  input wire logic         b_ready_i,
  input wire logic         ar_valid_i,
  input wire logic [6:0]   ar_addr_i,
  input wire logic         r_ready_i,
  input wire logic         ready_i,
  input wire logic         busy_i,
  input wire logic         open_i,
  input wire logic         progress_i,
  input wire logic [31:0]  oldest_id_i,
  input wire unit_events_t events_i,
  input wire logic         error_valid_i,
  input wire unit_error_t  error_i
);

  localparam logic [6:0] ErrorReg = 7'h08, ErrorIdReg = 7'h10;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic aw_ready, w_ready, b_valid, ar_ready, r_valid, admit, abort, irq;
  logic [1:0] b_resp, r_resp;
  logic [31:0] r_data;

  unit_control u_dut (
    .clk_i,
    .rst_ni        (rst_n),
    .s_axil_awaddr (aw_addr_i),
    .s_axil_awprot ('0),
    .s_axil_awvalid(aw_valid_i),
    .s_axil_awready(aw_ready),
    .s_axil_wdata  (w_data_i),
    .s_axil_wstrb  (w_strb_i),
    .s_axil_wvalid (w_valid_i),
    .s_axil_wready (w_ready),
    .s_axil_bresp  (b_resp),
    .s_axil_bvalid (b_valid),
    .s_axil_bready (b_ready_i),
    .s_axil_araddr (ar_addr_i),
    .s_axil_arprot ('0),
    .s_axil_arvalid(ar_valid_i),
    .s_axil_arready(ar_ready),
    .s_axil_rdata  (r_data),
    .s_axil_rresp  (r_resp),
    .s_axil_rvalid (r_valid),
    .s_axil_rready (r_ready_i),
    .ready_i,
    .busy_i,
    .open_i,
    .progress_i,
    .oldest_id_i,
    .events_i,
    .error_valid_i,
    .error_i,
    .admit_o       (admit),
    .abort_o       (abort),
    .irq_o         (irq)
  );

  stream_assume #(
    .Width(7)
  ) u_aw (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(aw_valid_i),
    .ready_i(aw_ready),
    .data_i (aw_addr_i)
  );
  stream_assume #(
    .Width(36)
  ) u_w (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(w_valid_i),
    .ready_i(w_ready),
    .data_i ({w_data_i, w_strb_i})
  );
  stream_assume #(
    .Width(7)
  ) u_ar (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(ar_valid_i),
    .ready_i(ar_ready),
    .data_i (ar_addr_i)
  );

  // The unit: none enters unless admitted; causes are its own.
  logic closed_q = 1'b0;
  always_ff @(posedge clk_i) begin
    closed_q <= rst_n && !admit && !open_i;
    if (closed_q && !admit) m_none_enters : assume (!open_i);
    if (error_valid_i) m_cause : assume (error_i.cause != '0 && error_i.cause < ErrorStuck);
    if (Silent != 0) m_silent : assume (!aw_valid_i);
  end

  // Answers owed
  logic [2:0] addresses_q = '0, words_q = '0, reads_q = '0;
  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      addresses_q <= addresses_q + 3'(aw_valid_i && aw_ready) - 3'(b_valid && b_ready_i);
      words_q     <= words_q + 3'(w_valid_i && w_ready) - 3'(b_valid && b_ready_i);
      reads_q     <= reads_q + 3'(ar_valid_i && ar_ready) - 3'(r_valid && r_ready_i);
      if (b_valid) a_write_was_asked : assert (addresses_q != '0 && words_q != '0);
      if (r_valid) a_read_was_asked : assert (reads_q != '0);
      a_few : assert (addresses_q <= 3'd4 && words_q <= 3'd4 && reads_q <= 3'd4);
      a_one_of_both : assert (!(admit && abort));
      c_waits : cover (b_valid && !b_ready_i && reads_q > 3'd1 && abort);
    end
  end

  // The first error, and a read that was taken behind it
  logic seen_q = 1'b0, read_q = 1'b0;
  logic [6:0] address_q;
  unit_error_t first_q;
  always_ff @(posedge clk_i) begin
    if (rst_n && error_valid_i) begin
      seen_q <= 1'b1;
      if (!seen_q) first_q <= error_i;
    end
    if (rst_n && ar_valid_i && ar_ready) begin
      read_q    <= seen_q;
      address_q <= ar_addr_i;
    end
    if (Silent != 0 && rst_n) begin
      m_one_read : assume (!(ar_valid_i && reads_q != '0));
      a_admits : assert (admit == !seen_q);
      a_aborts : assert (abort == seen_q);
      a_no_interrupt : assert (!irq);
      if (r_valid && read_q && address_q == ErrorReg) begin
        a_cause : assert (r_data[0] && r_data[7:4] == first_q.cause && r_resp == '0);
      end
      if (r_valid && read_q && address_q == ErrorIdReg) a_id : assert (r_data == first_q.id && r_resp == '0);
    end
  end

endmodule

`default_nettype wire
