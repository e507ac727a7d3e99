// The bloom filter array of the MICRO 2011 paper (section 6.3.2) in the place of rtl/kilo/last_writer_history.sv, for
// comparison, in simulation only: each transaction's write set is a signature of 512 bits in 4 sub-signatures, each with its
// own H3 hash function, and a look-up names the youngest transaction whose signature has the word's bit in all four.
// Every live signature is looked at in one cycle, as the paper assumes; ports, latency and throughput are those of the
// last writer history.

`default_nettype none

// verilator lint_off UNUSEDPARAM
module last_writer_history #(
  parameter int unsigned Entries   = 512,                     // of the tables that are not here; ignored
  parameter int unsigned Ways      = 4,
  parameter int unsigned SubArrays = 4,
  parameter int unsigned Buckets   = 256,
  parameter int unsigned AddrWidth = kilo_pkg::WordAddrBits,
  parameter int unsigned CidWidth  = kilo_pkg::CidBits
  // verilator lint_on UNUSEDPARAM
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  input  wire logic [CidWidth-1:0]  retire_cid_i,

  input  wire logic                 op_valid_i,
  output      logic                 op_ready_o,
  input  wire logic                 op_insert_i,
  input  wire logic [AddrWidth-1:0] op_addr_i,
  input  wire logic [CidWidth-1:0]  op_cid_i,

  output      logic                 rsp_valid_o,
  output      logic                 rsp_found_o,
  output      logic [CidWidth-1:0]  rsp_cid_o,

  output      logic                 busy_o
);

  localparam int unsigned Latency = 6;
  localparam int unsigned Subs = 4;
  localparam int unsigned HashWidth = 7;  // 128 bits a sub-signature
  localparam int unsigned Rows = 2 ** CidWidth / 64;

  typedef struct packed {
    logic                lookup;
    logic                found;
    logic [CidWidth-1:0] cid;
  } answer_t;

  // By sub-signature and its bit: which ids have it set, 64 in a row.
  logic [63:0] holders[Subs][2**HashWidth][Rows];
  logic any;                     // a transaction has been inserted
  logic [CidWidth-1:0] youngest;  // the last one that was
  longint unsigned newest, inserting, retired;  // the same, the next, and the oldest live id, not wrapped
  logic [CidWidth-1:0] retire_prev;
  answer_t [Latency-1:0] answers;

  logic [Subs-1:0][HashWidth-1:0] hash;
  for (genvar sub = 0; sub < Subs; sub++) begin : gen_hash
    h3_hash #(
      .KeyWidth (AddrWidth),
      .HashWidth(HashWidth),
      .Seed     (sub)
    ) u_hash (
      .key_i (op_addr_i),
      .hash_o(hash[sub])
    );
  end

  // The youngest id that is not older than retire_cid_i and has the bits of all hashes.
  function automatic answer_t look_up();
    logic [CidWidth-1:0] cid;
    logic [63:0] hits;
    answer_t answer;
    answer = '{lookup: 1'b1, found: 1'b0, cid: '0};
    if (!any || newest < retired) return answer;
    for (cid = youngest; !answer.found; cid = {cid[CidWidth-1:6], 6'd0} - 1'b1) begin
      hits = '1;
      for (int unsigned sub = 0; sub < Subs; sub++) hits &= holders[sub][hash[sub]][cid[CidWidth-1:6]];
      hits <<= 6'd63 - cid[5:0];
      if (hits != '0) begin
        answer.cid = cid;
        while (!hits[63]) begin
          hits <<= 1;
          answer.cid = answer.cid - 1'b1;
        end
        answer.found = CidWidth'(answer.cid - retire_cid_i) <= CidWidth'(youngest - retire_cid_i);
        return answer;
      end
      if (CidWidth'(cid - retire_cid_i) <= CidWidth'(cid[5:0])) return answer;
    end
    return answer;
  endfunction

  // verilator lint_off BLKSEQ
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      any         = 1'b0;
      answers     = '0;
      retired     = 2 ** CidWidth + 64'(retire_cid_i);
      retire_prev = retire_cid_i;
    end else begin
      retired     = retired + 64'(CidWidth'(retire_cid_i - retire_prev));
      retire_prev = retire_cid_i;
      answers = {answers[Latency-2:0], answer_t'('0)};
      if (op_valid_i && op_insert_i) begin
        // The ids since the last one have nothing of those that had their numbers before.
        inserting = retired + 64'(CidWidth'(op_cid_i - retire_cid_i));
        if (!any || inserting - newest >= 2 ** CidWidth) newest = inserting - 2 ** CidWidth;
        any = 1'b1;
        while (newest != inserting) begin
          newest   = newest + 1;
          youngest = CidWidth'(newest);
          for (int unsigned sub = 0; sub < Subs; sub++) begin
            for (int unsigned bucket = 0; bucket < 2 ** HashWidth; bucket++) begin
              holders[sub][bucket][youngest[CidWidth-1:6]][youngest[5:0]] = 1'b0;
            end
          end
        end
        for (int unsigned sub = 0; sub < Subs; sub++) begin
          holders[sub][hash[sub]][op_cid_i[CidWidth-1:6]][op_cid_i[5:0]] = 1'b1;
        end
      end else if (op_valid_i) begin
        answers[0] = look_up();
      end
    end
  end
  // verilator lint_on BLKSEQ

  assign op_ready_o  = 1'b1;
  assign rsp_valid_o = answers[Latency-1].lookup;
  assign rsp_found_o = answers[Latency-1].found;
  assign rsp_cid_o   = answers[Latency-1].cid;
  assign busy_o      = answers != '0;

endmodule

`default_nettype wire
