// Set-associative lookup table of the last writer history (MICRO 2011 paper, section 4.5.2): the exact last writers
// of recent transactions' words.
//
// An entry is {valid, word address, commit id}. The set is a hash of the address, because the words of one memory
// partition share address bits; so the whole address is the tag. An id older than retire_cid_i has expired: its
// entry is as good as free.
//
// Insertion: a matching entry takes the new id; else a free way does; else the oldest id of the set makes room and
// leaves through evict_o for the bloom filter.
//
// Latency:    2 cycles from op_i to the outputs.
// Throughput: one operation each cycle; each sees the effect of all earlier ones.
//
// Entries: a power of two. Ways: 2 or more, divides Entries into at least 2 sets. AddrWidth, CidWidth: bits.
// RowWidth: bits of a scrubber's row number, of which the low ones select the set.

`default_nettype none

module last_writer_table
  import kilo_pkg::*;
#(
  parameter int unsigned Entries   = 512,
  parameter int unsigned Ways      = 4,
  parameter int unsigned AddrWidth = kilo_pkg::WordAddrBits,
  parameter int unsigned CidWidth  = kilo_pkg::CidBits,
  parameter int unsigned RowWidth  = 8
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  input  wire logic [CidWidth-1:0]  retire_cid_i,  // every older id has expired

  input  wire lwh_op_e              op_i,
  input  wire logic [AddrWidth-1:0] addr_i,        // look-up, insertion
  input  wire logic [CidWidth-1:0]  cid_i,         // insertion
  input  wire logic [RowWidth-1:0]  row_i,         // scrub, clear

  output      lwh_op_e              op_o,
  output      logic                 hit_o,         // look-up: the address has an entry
  output      logic                 live_o,        // look-up that hits: its id has not expired
  output      logic                 evict_o,       // insertion: addr_o and cid_o have left the table
  output      logic [AddrWidth-1:0] addr_o,
  output      logic [CidWidth-1:0]  cid_o,
  output      logic [RowWidth-1:0]  row_o
);

  localparam int unsigned Sets = Entries / Ways;
  localparam int unsigned IndexWidth = $clog2(Sets);
  localparam int unsigned WayWidth = $clog2(Ways);

  typedef struct packed {
    logic                 valid;
    logic [AddrWidth-1:0] addr;
    logic [CidWidth-1:0]  cid;
  } entry_t;

  // Cycle 0: read the set.
  logic row_op;
  logic [IndexWidth-1:0] hash, index;

  h3_hash #(
    .KeyWidth (AddrWidth),
    .HashWidth(IndexWidth),
    .Seed     (16)
  ) u_hash (
    .key_i (addr_i),
    .hash_o(hash)
  );

  assign row_op = op_i == LwhScrub || op_i == LwhClear;
  assign index  = row_op ? row_i[IndexWidth-1:0] : hash;

  lwh_op_e               op_q;
  logic [AddrWidth-1:0]  addr_q;
  logic [CidWidth-1:0]   cid_q;
  logic [RowWidth-1:0]   row_q;
  logic [IndexWidth-1:0] index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) op_q <= LwhNone;
    else op_q <= op_i;
  end

  always_ff @(posedge clk_i) begin
    addr_q  <= addr_i;
    cid_q   <= cid_i;
    row_q   <= row_i;
    index_q <= index;
  end

  entry_t [Ways-1:0] entry;
  entry_t            new_entry;
  logic   [Ways-1:0] write;

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    ram_1r1w_fwd #(
      .Width($bits(entry_t)),
      .Depth(Sets)
    ) u_ram (
      .clk_i,
      .write_i(write[way]),
      .waddr_i(index_q),
      .wdata_i(new_entry),
      .read_i (op_i != LwhNone),
      .raddr_i(index),
      .rdata_o(entry[way])
    );
  end

  // Cycle 1: compare, choose, write back.
  logic [Ways-1:0] hit, live;
  logic [Ways-1:0][CidWidth-1:0] age;  // ids since the oldest live one
  logic [WayWidth-1:0] hit_way, victim, target;
  logic victim_live;

  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) begin
      age[way]  = entry[way].cid - retire_cid_i;
      live[way] = entry[way].valid && !age[way][CidWidth-1];
      hit[way]  = entry[way].valid && entry[way].addr == addr_q;
    end
  end

  always_comb begin
    hit_way = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (hit[way]) hit_way |= WayWidth'(way);
    end
  end

  // The oldest way; one that is not live is older than any that is.
  always_comb begin
    victim      = '0;
    victim_live = live[0];
    for (int unsigned way = 1; way < Ways; way++) begin
      if (victim_live && (!live[way] || age[way] < age[victim])) begin
        victim      = WayWidth'(way);
        victim_live = live[way];
      end
    end
  end

  assign target = |hit ? hit_way : victim;

  always_comb begin
    new_entry = '0;
    write     = '0;
    unique case (op_q)
      LwhInsert: begin
        new_entry     = '{valid: 1'b1, addr: addr_q, cid: cid_q};
        write[target] = 1'b1;
      end
      LwhScrub:  write = ~live;
      LwhClear:  write = '1;
      default:   write = '0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) op_o <= LwhNone;
    else op_o <= op_q;
  end

  always_ff @(posedge clk_i) begin
    hit_o   <= |hit;
    live_o  <= live[hit_way];
    evict_o <= op_q == LwhInsert && !(|hit) && victim_live;
    addr_o  <= op_q == LwhInsert ? entry[victim].addr : addr_q;
    cid_o   <= entry[target].cid;
    row_o   <= row_q;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && (op_q == LwhInsert || op_q == LwhLookup)) begin
      a_one_entry_per_address :
      assert ((hit & (hit - 1'b1)) == '0)
      else $error("last_writer_table: word %h has entries in ways %b of set %0d", addr_q, hit, index_q);
    end
  end

endmodule

`default_nettype wire
