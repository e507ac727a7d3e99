// The last writer history as the ring must be able to live with it: any answer that is older than the reader, after
// four cycles, and any back pressure. Its own proof is tb/formal's last_writer_history.

`default_nettype none

module last_writer_history
  import kilo_pkg::*;
#(
  parameter int unsigned Entries = 512,
  parameter int unsigned Buckets = 256
) (
  input  wire logic       clk_i,
  input  wire logic       rst_ni,
  input  wire cid_t       retire_cid_i,
  input  wire logic       op_valid_i,
  output logic            op_ready_o,
  input  wire logic       op_insert_i,
  input  wire word_addr_t op_addr_i,
  input  wire cid_t       op_cid_i,
  output logic            rsp_valid_o,
  output logic            rsp_found_o,
  output cid_t            rsp_cid_o,
  output logic            busy_o
);

  (* anyseq *) logic any_ready;
  (* anyseq *) logic any_found;
  (* anyseq *) cid_t any_cid;

  logic [3:0]      lookup_q;
  cid_t            reader_q[4];

  assign op_ready_o = any_ready;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lookup_q <= '0;
    else lookup_q <= {lookup_q[2:0], op_valid_i && op_ready_o && !op_insert_i};
  end
  always_ff @(posedge clk_i) begin
    reader_q[0] <= op_cid_i;
    for (int i = 1; i < 4; i++) reader_q[i] <= reader_q[i-1];
  end

  assign rsp_valid_o = lookup_q[3];
  assign rsp_found_o = any_found;
  assign rsp_cid_o   = any_cid;
  assign busy_o      = 1'b0;

  always_comb begin
    if (rsp_valid_o) begin
      assume (!any_found || cid_before(any_cid, reader_q[3]));
    end
  end

endmodule

`default_nettype wire
