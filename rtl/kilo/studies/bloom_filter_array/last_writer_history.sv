// The bloom filter array of the MICRO 2011 paper (section 6.3.2) in the place of rtl/kilo/last_writer_history.sv, for
// comparison, in simulation only: the read set and the write set of each transaction are two signatures of 512 bits, of 4
// sub-signatures each with its own H3 hash function. A look-up names the youngest older transaction whose write
// signature has the word's bit in all four sub-signatures. So does an insertion (an older reader is a hazard to a writer), for
// which a read signature counts, too. Each then adds its word to the signature of its own transaction.
// Every live signature is looked at in one cycle, as the paper assumes; latency and throughput are those of the
// last writer history.

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

  input  wire logic [CidWidth-1:0]  retire_cid_i,  // no older transaction is named

  input  wire logic                 op_valid_i,
  output      logic                 op_ready_o,
  output      logic                 op_answered_o,  // the operation will have an answer: always here
  input  wire logic                 op_insert_i,   // a write, else a read
  input  wire logic [AddrWidth-1:0] op_addr_i,
  input  wire logic [CidWidth-1:0]  op_cid_i,      // its transaction; in order

  output      logic                 rsp_valid_o,   // to each operation
  output      logic                 rsp_found_o,
  output      logic [CidWidth-1:0]  rsp_cid_o,

  output      ecc_pkg::ram_error_t [1:0] errors_o,
  output      logic                 busy_o
);

  assign errors_o = '0;

  localparam int unsigned Latency = 6;
  localparam int unsigned Subs = 4;
  localparam int unsigned HashWidth = 7;  // 128 bits a sub-signature
  localparam int unsigned Rows = 2 ** CidWidth / 64;
  localparam int unsigned Reads = 0, Writes = 1;

  typedef struct packed {
    logic                due;
    logic                found;
    logic [CidWidth-1:0] cid;
  } answer_t;

  // By set, sub-signature and its bit: which ids have it set, 64 in a row.
  logic [63:0] holders[2][Subs][2**HashWidth][Rows];
  logic any;                                  // there has been an operation
  longint unsigned newest, current, retired;  // the last one's id, this one's, and the oldest live one, not wrapped
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

  // Which of the 64 ids in a row have the bits of all hashes in a signature that counts.
  function automatic logic [63:0] row_hits(int unsigned row);
    logic [63:0] hits, all;
    hits = '0;
    for (int unsigned set = op_insert_i ? Reads : Writes; set <= Writes; set++) begin
      all = '1;
      for (int unsigned sub = 0; sub < Subs; sub++) all &= holders[set][sub][hash[sub]][row];
      hits |= all;
    end
    return hits;
  endfunction

  // The youngest of them that is older than this operation's transaction and not older than retire_cid_i.
  function automatic answer_t look_up();
    longint unsigned id, row;
    logic [63:0] hits;
    for (row = (current - 1) / 64; row >= retired / 64; row--) begin
      hits = row_hits(32'(row % Rows));
      for (int unsigned bit_of_row = 64; hits != '0 && bit_of_row > 0; bit_of_row--) begin
        id = row * 64 + 64'(bit_of_row) - 1;
        if (hits[bit_of_row-1] && id < current && id >= retired) begin
          return '{due: 1'b1, found: 1'b1, cid: CidWidth'(id)};
        end
      end
    end
    return '{due: 1'b1, found: 1'b0, cid: '0};
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
      answers     = {answers[Latency-2:0], answer_t'('0)};
      if (op_valid_i) begin
        // The ids since the last one have nothing of those that had their numbers before.
        current = retired + 64'(CidWidth'(op_cid_i - retire_cid_i));
        if (!any || current - newest >= 2 ** CidWidth) newest = current - 2 ** CidWidth;
        any = 1'b1;
        while (newest != current) begin
          newest = newest + 1;
          for (int unsigned set = 0; set < 2; set++) begin
            for (int unsigned sub = 0; sub < Subs; sub++) begin
              for (int unsigned bucket = 0; bucket < 2 ** HashWidth; bucket++) begin
                holders[set][sub][bucket][32'(newest/64%Rows)][newest[5:0]] = 1'b0;
              end
            end
          end
        end
        answers[0] = look_up();
        for (int unsigned sub = 0; sub < Subs; sub++) begin
          holders[op_insert_i?Writes : Reads][sub][hash[sub]][32'(current/64%Rows)][current[5:0]] = 1'b1;
        end
      end
    end
  end
  // verilator lint_on BLKSEQ

  assign op_ready_o    = 1'b1;
  assign op_answered_o = 1'b1;
  assign rsp_valid_o = answers[Latency-1].due;
  assign rsp_found_o = answers[Latency-1].found;
  assign rsp_cid_o   = answers[Latency-1].cid;
  assign busy_o      = answers != '0;

endmodule

`default_nettype wire
