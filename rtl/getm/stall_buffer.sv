// Stall buffer of a memory partition (HPCA 2018): accesses that wait for a reservation to end, by granule and time.
//
// An operation wakes the earliest access that waits for a granule, unless it is later than a given time, and then inserts
// one. Accesses of the same time leave in the order of their insertion: a matrix has which entries go before which.
//
// Latency:    2 cycles from an operation to woken_o and refused_o.
// Throughput: one operation each cycle, with both parts; each sees the effect of all earlier ones.
//
// Entries: 2 or more. GranuleWidth: bits of a granule's number. TimeWidth: bits. SlotWidth: bits of the number of an access.

`include "gputm_assert.svh"

`default_nettype none

module stall_buffer #(
  parameter int unsigned Entries      = 16,
  parameter int unsigned GranuleWidth = getm_pkg::GranuleBits,
  parameter int unsigned TimeWidth    = getm_pkg::TimeBits,
  parameter int unsigned SlotWidth    = 5
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,

  input  wire logic                    wake_i,
  input  wire logic [GranuleWidth-1:0] wake_granule_i,
  input  wire logic [TimeWidth-1:0]    wake_time_i,        // latest time of an access that is woken
  input  wire logic                    insert_i,
  input  wire logic [GranuleWidth-1:0] insert_granule_i,   // granule that the access waits for
  input  wire logic [TimeWidth-1:0]    insert_time_i,      // time of the access
  input  wire logic [SlotWidth-1:0]    insert_slot_i,      // number of the access

  output      logic                    woken_o,            // an access leaves
  output      logic [SlotWidth-1:0]    woken_slot_o,       // its number
  output      logic                    refused_o,          // no entry was free for the insertion
  output      logic                    empty_o,
  output      logic                    waking_o            // an operation looks for an access that it wakes
);

  localparam bit [3:0] Legal = {
    param_pkg::in_range("stall_buffer: Entries", Entries, 2, 256, 2),
    param_pkg::in_range("stall_buffer: GranuleWidth", GranuleWidth, 1, 64, 2),
    param_pkg::in_range("stall_buffer: TimeWidth", TimeWidth, 1, 64, 2),
    param_pkg::in_range("stall_buffer: SlotWidth", SlotWidth, 1, 16, 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef struct packed {
    logic [GranuleWidth-1:0] granule;
    logic [TimeWidth-1:0]    at;
    logic [SlotWidth-1:0]    slot;
  } entry_t;

  logic [Entries-1:0] valid_q;
  entry_t [Entries-1:0] entry_q;
  logic [Entries-1:0][Entries-1:0] before_q;  // [i][j]: entry j goes before entry i

  // Cycle 0: compare with all entries. The insertion ahead is in none of them yet.
  logic wake_q, insert_q;
  entry_t new_q;
  logic [Entries-1:0] match, match_q, inserted, inserted_q;
  logic match_new, match_new_q;

  always_comb begin
    for (int unsigned i = 0; i < Entries; i++) begin
      match[i] = entry_q[i].granule == wake_granule_i && entry_q[i].at <= wake_time_i;
    end
    match_new = new_q.granule == wake_granule_i && new_q.at <= wake_time_i;
  end

  // Cycle 1: wake the earliest, then insert.
  logic [Entries-1:0] waiting, woken, free_entries, place;
  logic full;

  assign waiting = valid_q & ((match_q & ~inserted_q) | (inserted_q & {Entries{match_new_q}})) & {Entries{wake_q}};

  always_comb begin
    for (int unsigned i = 0; i < Entries; i++) woken[i] = waiting[i] && (waiting & before_q[i]) == '0;
  end

  assign full         = &valid_q && waiting == '0;
  // At most one is woken: a full buffer's free entry needs no choice.
  assign free_entries = ~valid_q;
  assign place        = &valid_q ? woken : free_entries & ~(free_entries - 1'b1);
  assign inserted     = insert_q && !full ? place : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wake_q     <= 1'b0;
      insert_q   <= 1'b0;
      inserted_q <= '0;
      valid_q    <= '0;
      woken_o    <= 1'b0;
      refused_o  <= 1'b0;
    end else begin
      wake_q     <= wake_i;
      insert_q   <= insert_i;
      inserted_q <= inserted;
      valid_q    <= (valid_q & ~woken) | inserted;
      woken_o    <= waiting != '0;
      refused_o  <= insert_q && full;
    end
  end

  always_ff @(posedge clk_i) begin
    match_q     <= match;
    match_new_q <= match_new;
    new_q       <= '{granule: insert_granule_i, at: insert_time_i, slot: insert_slot_i};
    for (int unsigned i = 0; i < Entries; i++) begin
      if (inserted[i]) entry_q[i] <= new_q;
      for (int unsigned j = 0; j < Entries; j++) begin
        if (inserted[i]) before_q[i][j] <= i != j && entry_q[j].at <= new_q.at;
        else if (inserted[j]) before_q[i][j] <= entry_q[i].at > new_q.at;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    woken_slot_o <= '0;
    for (int unsigned i = 0; i < Entries; i++) begin
      if (woken[i]) woken_slot_o <= entry_q[i].slot;
    end
  end

  assign empty_o  = valid_q == '0 && !insert_q;
  assign waking_o = wake_q;

  `GPUTM_ASSERT(a_one_is_earliest, $onehot0(woken) && (woken != '0) == (waiting != '0),
                ("stall_buffer: of the waiting entries %b, %b are the earliest", waiting, woken))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_refused, insert_q && full)
  `GPUTM_COVER(b_taken_over, insert_q && &valid_q && !full)
  `GPUTM_COVER(b_woken_at_once, (inserted_q & woken) != '0)

endmodule

`default_nettype wire
