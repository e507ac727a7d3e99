// Splits rows of accesses to a banked table into passes: in each pass every bank serves one slot, that of its lowest
// waiting lane (the leader), and with it all waiting lanes of the same slot, as shared memory broadcasts a word. The
// others wait for another pass. A row takes as many passes as its busiest bank has different slots, at least one.
//
// The pairs of lanes with a common bank or slot do not change from pass to pass. So they are compared before
// the first pass, and only the first lane of each slot takes part in a pass's decision: of the remaining first
// lanes, those that share a bank with a lower one stay for another pass. This is computed a pass ahead, off
// the critical path. The lanes that the leaders serve, and the leaders' slots, are selected behind the pass.
//
// Streams: rows, and passes, which wait for pass_go_i only.
//
// Latency:    a row's first pass four cycles after the row has been taken, its results (pass_*, bank_*) two cycles later.
// Throughput: a pass a cycle; the next row's first one follows the last.
//
// Lanes: at least 2. Banks: a power of two, at least 2; the low bits of a slot's number are its bank.
// SlotWidth: bits of a slot's number, more than a bank's. TagWidth: bits carried along with a row.

`include "gputm_assert.svh"

`default_nettype none

module bank_leaders #(
  parameter  int unsigned Lanes      = 32,
  parameter  int unsigned Banks      = 32,
  parameter  int unsigned SlotWidth  = 12,
  parameter  int unsigned TagWidth   = 3,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned BankWidth  = $clog2(Banks),
  localparam int unsigned PlaceWidth = SlotWidth - BankWidth
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // A row
  input  wire logic                             row_valid_i,
  output      logic                             row_ready_o,
  input  wire logic [TagWidth-1:0]              row_tag_i,      // carried along with the row
  input  wire logic [Lanes-1:0]                 row_lanes_i,    // lanes with an access
  input  wire logic [Lanes-1:0][SlotWidth-1:0]  row_slot_i,     // slot of each lane

  input  wire logic                             pass_go_i,      // passes may begin

  // A pass
  output      logic                             pass_valid_o,
  output      logic                             pass_last_o,    // last pass of its row
  output      logic [TagWidth-1:0]              pass_tag_o,     // tag of its row
  output      logic [Lanes-1:0]                 pass_served_o,  // lanes that are served
  output      logic [Lanes-1:0][BankWidth-1:0]  pass_bank_o,    // bank of each lane
  output      logic [Banks-1:0]                 bank_used_o,
  output      logic [Banks-1:0][LaneWidth-1:0]  bank_leader_o,  // lowest waiting lane of each bank
  output      logic [Banks-1:0][PlaceWidth-1:0] bank_place_o,   // the leader's slot within the bank

  output      logic                             busy_o          // a row or pass is in progress
);

  `GPUTM_ASSERT_PARAMS(param_pkg::power_of_two("bank_leaders: Banks", Banks, 2, 2 ** (SlotWidth - 1), 2))

  typedef struct packed {
    logic [TagWidth-1:0]              tag;
    logic [Lanes-1:0][PlaceWidth-1:0] place;
    logic [Lanes-1:0][BankWidth-1:0]  bank;
  } row_t;

  // Lower lanes with which each lane has a common bank or slot
  typedef logic [Lanes-1:0][Lanes-1:0] pairs_t;

  function automatic row_t row_of(logic [TagWidth-1:0] tag, logic [Lanes-1:0][SlotWidth-1:0] slot);
    row_t row;
    row.tag = tag;
    for (int unsigned lane = 0; lane < Lanes; lane++) {row.place[lane], row.bank[lane]} = slot[lane];
    return row;
  endfunction

  // For each lane, whether it has something in common with one of `lanes` below it
  function automatic logic [Lanes-1:0] meets(pairs_t common, logic [Lanes-1:0] lanes);
    logic [Lanes-1:0] met;
    for (int unsigned lane = 0; lane < Lanes; lane++) met[lane] = (lanes & common[lane]) != '0;
    return met;
  endfunction

  // The lane in a set of one lane; 0 if empty
  function automatic logic [LaneWidth-1:0] number_of(logic [Lanes-1:0] set);
    logic [LaneWidth-1:0] number;
    number = '0;
    for (int unsigned lane = 0; lane < Lanes; lane++) if (set[lane]) number |= LaneWidth'(lane);
    return number;
  endfunction

  // Pipeline of rows: taken; compared, each lane with lower ones; with the first lanes of their
  // slots; in passes. Each stage takes the previous stage's row if it is empty or passes its own on.
  logic taken_valid_q, compared_valid_q, firsts_valid_q, row_valid_q;
  logic compared_free, firsts_free, row_free;
  row_t taken_q, compared_q, firsts_q, row_q;
  pairs_t compared_bank_q, compared_slot_q, firsts_bank_q, firsts_slot_q, row_bank_q, row_slot_q;
  logic [Lanes-1:0] taken_lanes_q, compared_lanes_q, firsts_lanes_q, row_lanes_q;  // lanes with an access
  logic [Lanes-1:0] first_q;  // first lanes of their slots

  // The first lanes that are left at this pass, and behind it
  logic [Lanes-1:0] left_q, after_q;
  logic passes_end;

  assign passes_end    = pass_go_i && after_q == '0;
  assign row_free      = !row_valid_q || passes_end;
  assign firsts_free   = !firsts_valid_q || row_free;
  assign compared_free = !compared_valid_q || firsts_free;
  assign row_ready_o   = !taken_valid_q || compared_free;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_valid_q    <= 1'b0;
      compared_valid_q <= 1'b0;
      firsts_valid_q   <= 1'b0;
      row_valid_q      <= 1'b0;
      left_q           <= '0;
      after_q          <= '0;
    end else begin
      taken_valid_q    <= row_valid_i || !row_ready_o;
      compared_valid_q <= taken_valid_q || !compared_free;
      firsts_valid_q   <= compared_valid_q || !firsts_free;
      row_valid_q      <= firsts_valid_q || !row_free;
      if (row_free) begin
        left_q  <= firsts_valid_q ? first_q : '0;
        after_q <= firsts_valid_q ? first_q & meets(firsts_bank_q, first_q) : '0;
      end else if (pass_go_i) begin
        left_q  <= after_q;
        after_q <= after_q & meets(row_bank_q, after_q);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (row_ready_o) begin
      taken_q       <= row_of(row_tag_i, row_slot_i);
      taken_lanes_q <= row_lanes_i;
    end
    if (compared_free) begin
      compared_q       <= taken_q;
      compared_lanes_q <= taken_lanes_q;
      compared_bank_q  <= '0;
      compared_slot_q  <= '0;
      for (int unsigned lane = 0; lane < Lanes; lane++) begin
        for (int unsigned lower = 0; lower < lane; lower++) begin
          compared_bank_q[lane][lower] <= taken_q.bank[lower] == taken_q.bank[lane];
          compared_slot_q[lane][lower] <= {taken_q.bank[lower], taken_q.place[lower]} ==
              {taken_q.bank[lane], taken_q.place[lane]};
        end
      end
    end
    if (firsts_free) begin
      firsts_q       <= compared_q;
      firsts_lanes_q <= compared_lanes_q;
      firsts_bank_q  <= compared_bank_q;
      firsts_slot_q  <= compared_slot_q;
      first_q        <= compared_lanes_q & ~meets(compared_slot_q, compared_lanes_q);
    end
    if (row_free) begin
      row_q       <= firsts_q;
      row_lanes_q <= firsts_lanes_q;
      row_bank_q  <= firsts_bank_q;
      row_slot_q  <= firsts_slot_q;
    end
  end

  // The pass: its leaders, and the lanes that share their slots
  logic [Lanes-1:0] leads, served;
  assign leads  = left_q & ~after_q;
  assign served = leads | row_lanes_q & meets(row_slot_q, leads);

  // Behind the pass: the leader of each bank, and a cycle later the leader's slot
  logic led_valid_q, led_last_q;
  logic [Lanes-1:0] led_served_q;
  logic [Banks-1:0][Lanes-1:0] leads_bank_q;  // leading lanes by banks, one of each
  row_t led_q, pass_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      led_valid_q   <= 1'b0;
      led_served_q  <= '0;
      leads_bank_q  <= '0;
      pass_valid_o  <= 1'b0;
      pass_served_o <= '0;
      bank_used_o   <= '0;
    end else begin
      led_valid_q   <= row_valid_q && pass_go_i;
      led_served_q  <= pass_go_i ? served : '0;
      for (int unsigned b = 0; b < Banks; b++) begin
        for (int unsigned lane = 0; lane < Lanes; lane++) begin
          leads_bank_q[b][lane] <= pass_go_i && leads[lane] && row_q.bank[lane] == BankWidth'(b);
        end
      end
      pass_valid_o  <= led_valid_q;
      pass_served_o <= led_served_q;
      for (int unsigned b = 0; b < Banks; b++) bank_used_o[b] <= leads_bank_q[b] != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    led_last_q    <= after_q == '0;
    led_q         <= row_q;
    pass_last_o   <= led_last_q;
    pass_q        <= led_q;
    for (int unsigned b = 0; b < Banks; b++) bank_leader_o[b] <= number_of(leads_bank_q[b]);
  end

  assign busy_o = taken_valid_q || compared_valid_q || firsts_valid_q || row_valid_q || led_valid_q || pass_valid_o;

  assign pass_tag_o  = pass_q.tag;
  assign pass_bank_o = pass_q.bank;

  always_comb begin
    for (int unsigned b = 0; b < Banks; b++) bank_place_o[b] = pass_q.place[bank_leader_o[b]];
  end

  `GPUTM_ASSERT(a_progress, left_q == '0 || leads != '0, ("bank_leaders: no leader among lanes %b", left_q))
  `GPUTM_ASSERT(a_left_of_a_row, row_valid_q || left_q == '0,
                ("bank_leaders: lanes %b are left, and there is no row", left_q))
  `GPUTM_ASSERT(a_ahead, after_q == (left_q & meets(row_bank_q, left_q)),
                ("bank_leaders: of %b other lanes are left than %b", left_q, after_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_lanes_meet_in_a_bank, pass_go_i && after_q != '0)
  `GPUTM_COVER(b_row_follows_row, row_valid_q && passes_end && firsts_valid_q)

  // Handshake assertions
  `GPUTM_STREAM(u_check_row, row_valid_i, row_ready_o, {row_tag_i, row_lanes_i, row_slot_i})

endmodule

`default_nettype wire
