// A last writer history that forgets nothing and takes nobody for another: KILO TM's hazard detection without false
// hazards, for comparison. It takes the place of rtl/kilo/last_writer_history.sv, with the same ports and the same
// latency and throughput; its memory is an associative array, so it is for simulation only.
//
// Ids are kept unwrapped, by counting how far the retire pointer has come, so that an old one is never taken for a
// live one.

`default_nettype none

// verilator lint_off UNUSEDPARAM
module last_writer_history #(
  parameter int unsigned Entries    = 512,                     // of the tables that are not here; ignored
  parameter int unsigned Ways       = 4,
  parameter int unsigned SubArrays  = 4,
  parameter int unsigned Buckets    = 256,
  parameter int unsigned AddrWidth  = kilo_pkg::WordAddrBits,
  parameter int unsigned CidWidth   = kilo_pkg::CidBits,
  parameter int unsigned Protection = ecc_pkg::None
  // verilator lint_on UNUSEDPARAM
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  input  wire logic [CidWidth-1:0]  retire_cid_i,

  input  wire logic                 op_valid_i,
  output      logic                 op_ready_o,
  output      logic                 op_answered_o,  // the operation will have an answer
  input  wire logic                 op_insert_i,
  input  wire logic [AddrWidth-1:0] op_addr_i,
  input  wire logic [CidWidth-1:0]  op_cid_i,

  output      logic                 rsp_valid_o,
  output      logic                 rsp_found_o,
  output      logic [CidWidth-1:0]  rsp_cid_o,

  output      ecc_pkg::ram_error_t [1:0] errors_o,
  output      logic                 busy_o
);

  assign errors_o = '0;

  localparam int unsigned Latency = 6;

  typedef struct packed {
    logic                lookup;
    logic                found;
    logic [CidWidth-1:0] cid;
  } answer_t;

  longint unsigned last_writer[logic [AddrWidth-1:0]];  // by word: its youngest writer, not wrapped
  longint unsigned retired;                             // the oldest id that has not retired, not wrapped
  logic [CidWidth-1:0] retire_prev;
  answer_t [Latency-1:0] answers;

  // verilator lint_off BLKSEQ
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_writer.delete();
      retired     = 64'(retire_cid_i);
      retire_prev = retire_cid_i;
      answers     = '0;
    end else begin
      retired     = retired + 64'(CidWidth'(retire_cid_i - retire_prev));
      retire_prev = retire_cid_i;
      answers     = {answers[Latency-2:0], answer_t'('0)};
      if (op_valid_i && op_insert_i) begin
        last_writer[op_addr_i] = retired + 64'(CidWidth'(op_cid_i - retire_cid_i));
      end else if (op_valid_i) begin
        answers[0].lookup = 1'b1;
        if (last_writer.exists(op_addr_i) != 0) begin
          answers[0].found = last_writer[op_addr_i] >= retired;
          answers[0].cid   = CidWidth'(last_writer[op_addr_i]);
        end
      end
    end
  end
  // verilator lint_on BLKSEQ

  assign op_ready_o    = 1'b1;
  assign op_answered_o = !op_insert_i;
  assign rsp_valid_o = answers[Latency-1].lookup;
  assign rsp_found_o = answers[Latency-1].found;
  assign rsp_cid_o   = answers[Latency-1].cid;
  assign busy_o      = answers != '0;

endmodule

`default_nettype wire
