// Set-associative lookup table of the last writer history (MICRO 2011 paper, section 4.5.2): the exact last writers
// of recent transactions' words.
//
// An entry is {valid, word address, commit id}. The set is a hash of the address, because the words
// of one memory partition share address bits; so the whole address is the tag. An id older than
// retire_cid_i has expired: its entry counts as free.
//
// Insertion: a matching entry takes the new id; else a free way does; else the oldest id of the set
// is evicted through evict_o to the bloom filter.
//
// The RAMs are read without waiting for the comparison of the row with the row being written (QuickEnable).
//
// Latency:    3 cycles from op_i to the outputs. An operation compares with retire_cid_i of two cycles after its own.
// Throughput: one operation each cycle; each sees the effect of all earlier ones.
//
// With protection an entry has a parity bit. One that is wrong counts as free, and is reported: last_writer_history
// answers for it (docs/protection.md).
//
// Entries: a power of two. Ways: 2 or more, divides Entries into at least 2 sets. AddrWidth,
// CidWidth: bits. RowWidth: bits of a scrubber's row number; its low bits select the set. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module last_writer_table
  import kilo_pkg::*;
#(
  parameter int unsigned Entries    = 512,
  parameter int unsigned Ways       = 4,
  parameter int unsigned AddrWidth  = kilo_pkg::WordAddrBits,
  parameter int unsigned CidWidth   = kilo_pkg::CidBits,
  parameter int unsigned RowWidth   = 8,
  parameter int unsigned Protection = ecc_pkg::None
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
  output      logic                 evict_o,       // insertion: addr_o and cid_o have been evicted
  output      logic [AddrWidth-1:0] addr_o,
  output      logic [CidWidth-1:0]  cid_o,
  output      logic [RowWidth-1:0]  row_o,

  output      ecc_pkg::ram_error_t  error_o        // an entry has been lost
);

  localparam int unsigned Sets = Entries / Ways;
  localparam int unsigned IndexWidth = $clog2(Sets);

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

  // Accompanies the set: with the RAMs' outputs, and at the comparison
  lwh_op_e read_op_q, op_q;
  logic [AddrWidth-1:0] read_addr_q, addr_q;
  logic [CidWidth-1:0] read_cid_q, cid_q;
  logic [RowWidth-1:0] read_row_q, row_q;
  logic [IndexWidth-1:0] read_index_q, index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_op_q <= LwhNone;
      op_q      <= LwhNone;
    end else begin
      read_op_q <= op_i;
      op_q      <= read_op_q;
    end
  end

  always_ff @(posedge clk_i) begin
    read_addr_q  <= addr_i;
    addr_q       <= read_addr_q;
    read_cid_q   <= cid_i;
    cid_q        <= read_cid_q;
    read_row_q   <= row_i;
    row_q        <= read_row_q;
    read_index_q <= index;
    index_q      <= read_index_q;
  end

  entry_t            entry[Ways];
  entry_t            new_entry;
  logic   [Ways-1:0] write;
  logic   [Ways-1:0] newer_q;      // use the entry that the previous operation has written, not kept_q
  logic              same_addr_q;  // the previous operation had the same word
  logic [Ways-1:0] hit, live, dead;

  // Cycle 3: the write itself. The decision of cycle 2 would be too late for the RAMs' enables.
  entry_t                write_entry_q;
  logic [Ways-1:0]       write_q;
  logic [IndexWidth-1:0] write_index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) write_q <= '0;
    else write_q <= write;
  end

  always_ff @(posedge clk_i) begin
    write_entry_q <= new_entry;
    write_index_q <= index_q;
  end

  ecc_pkg::ram_error_t [Ways-1:0] errors;

  logic [CidWidth-1:0] newer_age;  // ids since the oldest live one
  assign newer_age = write_entry_q.cid - retire_cid_i;

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    entry_t read_entry, kept_q;
    logic read_bad, kept_bad_q, kept_bad;  // the entry is wrong
    assign kept_bad = Protection == ecc_pkg::None ? 1'b0 : kept_bad_q;

    ram_1r1w_ecc #(
      .Width      ($bits(entry_t)),
      .Depth      (Sets),
      .Protection (Protection == ecc_pkg::None ? ecc_pkg::None : ecc_pkg::Parity),
      .Forward    (1'b1),
      .QuickEnable(1'b1)
    ) u_ram (
      .clk_i,
      .rst_ni,
      .write_i(write_q[way]),
      .waddr_i(write_index_q),
      .wdata_i(write_entry_q),
      .read_i (op_i != LwhNone),
      .check_i(op_i != LwhClear),
      .raddr_i(index),
      .rdata_o(read_entry),
      .bad_o  (read_bad),
      .error_o(errors[way])
    );

    // Cycle 1: a RAM's output takes half a cycle, so it is only registered, or replaced by a write
    // to the same row. The previous operation's write decision is applied in the next cycle: it
    // would come late to all bits of an entry.
    always_ff @(posedge clk_i) begin
      newer_q[way] <= write[way] && index_q == read_index_q;
      if (write_q[way] && write_index_q == read_index_q) kept_q <= write_entry_q;
      else kept_q <= read_entry;
      kept_bad_q <= read_bad && !(write_q[way] && write_index_q == read_index_q);
    end

    // Cycle 2: compare. The comparisons do not wait for the choice between the two entries.
    logic [CidWidth-1:0] age;
    assign age        = kept_q.cid - retire_cid_i;
    assign live[way]  = newer_q[way] ? write_entry_q.valid && !newer_age[CidWidth-1] :
                                       kept_q.valid && !kept_bad && !age[CidWidth-1];
    assign hit[way]   = newer_q[way] ? write_entry_q.valid && same_addr_q :
                                       kept_q.valid && !kept_bad && kept_q.addr == addr_q;
    assign entry[way] = newer_q[way] ? write_entry_q : kept_q;
  end

  always_ff @(posedge clk_i) same_addr_q <= read_addr_q == addr_q;

  // Cycle 2: choose, write back.
  logic [Ways-1:0] oldest, victim, target;

  always_comb begin
    error_o = '0;
    for (int unsigned way = 0; way < Ways; way++) error_o |= errors[way];
  end

  // The oldest way if all are live: all pairs are compared at once, within half of the id space.
  always_comb begin
    oldest = '1;
    for (int unsigned way = 1; way < Ways; way++) begin
      for (int unsigned other = 0; other < way; other++) begin
        logic [CidWidth-1:0] distance;
        distance = entry[way].cid - entry[other].cid;
        if (distance[CidWidth-1]) oldest[other] = 1'b0;
        else oldest[way] = 1'b0;
      end
    end
  end

  // A way that is not live is older than any live one.
  assign dead   = ~live;
  assign victim = |dead ? dead & (~dead + 1'b1) : oldest;
  assign target = |hit ? hit : victim;

  always_comb begin
    new_entry = '0;
    write     = '0;
    unique case (op_q)
      LwhInsert: begin
        new_entry = '{valid: 1'b1, addr: addr_q, cid: cid_q};
        write     = target;
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

  // An insertion evicts the oldest of live entries; a look-up returns the entry that it hits.
  logic [AddrWidth-1:0] oldest_addr;
  logic [CidWidth-1:0] oldest_cid, hit_cid;

  always_comb begin
    oldest_addr = '0;
    oldest_cid  = '0;
    hit_cid     = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (oldest[way]) oldest_addr |= entry[way].addr;
      if (oldest[way]) oldest_cid |= entry[way].cid;
      if (hit[way]) hit_cid |= entry[way].cid;
    end
  end

  always_ff @(posedge clk_i) begin
    hit_o   <= |hit;
    live_o  <= |(hit & live);
    evict_o <= op_q == LwhInsert && !(|hit) && dead == '0;
    addr_o  <= op_q == LwhInsert ? oldest_addr : addr_q;
    cid_o   <= op_q == LwhInsert ? oldest_cid : hit_cid;
    row_o   <= row_q;
  end

  `GPUTM_ASSERT(a_newer_is_written, newer_q == (write_index_q == index_q ? write_q : '0),
                ("last_writer_table: ways %b of set %0d are newer, %b are written", newer_q, index_q, write_q))
  `GPUTM_ASSERT(a_newer_word, !write_entry_q.valid || same_addr_q == (write_entry_q.addr == addr_q),
                ("last_writer_table: word %h follows word %h", addr_q, write_entry_q.addr))
  `GPUTM_ASSERT_IF(a_one_entry_per_address, (hit & (hit - 1'b1)) == '0, op_q == LwhInsert || op_q == LwhLookup,
                   ("last_writer_table: word %h has entries in ways %b of set %0d", addr_q, hit, index_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_writer_is_evicted, op_q == LwhInsert && hit == '0 && dead == '0)
  `GPUTM_COVER(b_word_is_written_again, op_q == LwhInsert && (hit & live) != '0)
  `GPUTM_COVER(b_writer_is_too_old, op_q == LwhLookup && hit != '0 && (hit & live) == '0)

endmodule

`default_nettype wire
