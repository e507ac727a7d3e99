// The most general last writer history: address 0 has no writer, address k the k-th id before the reader, which covers
// all live ids in a ring of four. Back-pressure follows each insertion. The original has a proof of its own.

`default_nettype none

module last_writer_history
  import kilo_pkg::*;
#(
  parameter int unsigned Entries    = 512,
  parameter int unsigned Ways       = 4,
  parameter int unsigned SubArrays  = 4,
  parameter int unsigned Buckets    = 256,
  parameter int unsigned Protection = 0
) (
  input  wire logic       clk_i,
  input  wire logic       rst_ni,
  input  wire cid_t       retire_cid_i,
  input  wire logic       op_valid_i,
  output logic            op_ready_o,
  output logic            op_answered_o,
  input  wire logic       op_insert_i,
  input  wire word_addr_t op_addr_i,
  input  wire cid_t       op_cid_i,
  output logic            rsp_valid_o,
  output logic            rsp_found_o,
  output cid_t            rsp_cid_o,
  output ecc_pkg::ram_error_t [1:0] errors_o,
  output logic            busy_o
);

  localparam int unsigned Latency = 1;

  typedef struct packed {
    logic lookup;
    logic found;
    cid_t cid;
  } answer_t;

  answer_t [Latency-1:0] answer_q;
  logic                  inserted_q;

  assign op_ready_o = !inserted_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answer_q   <= '0;
      inserted_q <= 1'b0;
    end else begin
      answer_q[0] <= '{
          lookup: op_valid_i && op_ready_o && !op_insert_i,
          found: op_addr_i != '0,
          cid: op_cid_i - cid_t'(op_addr_i)
      };
      inserted_q <= op_valid_i && op_ready_o && op_insert_i;
    end
  end

  assign op_answered_o = !op_insert_i;
  assign rsp_valid_o = answer_q[Latency-1].lookup;
  assign rsp_found_o = answer_q[Latency-1].found;
  assign rsp_cid_o   = answer_q[Latency-1].cid;
  assign errors_o    = '0;
  assign busy_o      = 1'b0;

endmodule

`default_nettype wire
