// Passes over rows of accesses to a banked table: in each pass every bank serves one slot, that of its lowest waiting lane
// (the leader), and with it all waiting lanes of the same slot, as shared memory broadcasts a word. The others wait for
// another pass. A row of S different slots in its busiest bank takes S passes, one without bank conflicts or without lanes one.
//
// Which lanes have a bank or a slot in common does not change from pass to pass, and is compared for each pair of lanes
// before the first: so a pass asks bits, not numbers. What its leaders want is chosen behind it.
//
// Streams: rows, and passes, which wait for pass_go_i and for nothing else.
//
// Latency:    a row's first pass two cycles after the row has been taken, its results (pass_*) in the next.
// Throughput: a pass a cycle; the next row's first one follows the last.
//
// Lanes: at least 2. Banks: a power of two, at least 2; the low bits of a slot's number are its bank. SlotWidth: bits of
// a slot's number, more than a bank's. TagWidth: bits that go along with a row.

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
  input  wire logic [TagWidth-1:0]              row_tag_i,      // whatever goes along with it
  input  wire logic [Lanes-1:0]                 row_lanes_i,    // that have an access
  input  wire logic [Lanes-1:0][SlotWidth-1:0]  row_slot_i,     // of each lane

  input  wire logic                             pass_go_i,      // passes may begin

  // A pass
  output      logic                             pass_valid_o,
  output      logic                             pass_last_o,    // of its row
  output      logic [TagWidth-1:0]              pass_tag_o,     // of its row
  output      logic [Lanes-1:0]                 pass_served_o,  // lanes that are served
  output      logic [Lanes-1:0][BankWidth-1:0]  pass_bank_o,    // the bank of each lane
  output      logic [Banks-1:0]                 bank_used_o,
  output      logic [Banks-1:0][LaneWidth-1:0]  bank_leader_o,  // its lowest waiting lane
  output      logic [Banks-1:0][PlaceWidth-1:0] bank_place_o    // the leader's slot within the bank
);

  localparam bit BanksAreAPower = (Banks & (Banks - 1)) == 0;
  if (Banks < 2 || !BanksAreAPower || SlotWidth <= $clog2(Banks)) begin : gen_check_banks
    $error("bank_leaders: Banks=%0d must be a power of two, 2 .. 2^(SlotWidth-1), SlotWidth=%0d", Banks, SlotWidth);
  end

  typedef struct packed {
    logic [Lanes-1:0][PlaceWidth-1:0] place;
    logic [Lanes-1:0][BankWidth-1:0]  bank;
  } slots_t;

  function automatic slots_t split(logic [Lanes-1:0][SlotWidth-1:0] slot);
    slots_t slots;
    for (int unsigned lane = 0; lane < Lanes; lane++) {slots.place[lane], slots.bank[lane]} = slot[lane];
    return slots;
  endfunction

  // The row that comes next
  logic next_valid_q, next_moves, passes_end;
  logic [TagWidth-1:0] next_tag_q;
  logic [Lanes-1:0]    next_lanes_q;
  slots_t              next_q;

  // The row that has passes
  logic row_valid_q;
  logic [TagWidth-1:0] row_tag_q;
  logic [Lanes-1:0] waiting_q, left;
  slots_t row_q;
  logic [Lanes-1:0][Lanes-1:0] same_bank_q, same_slot_q;  // with each lower lane

  assign next_moves  = !row_valid_q || passes_end;
  assign row_ready_o = !next_valid_q || next_moves;
  assign passes_end  = pass_go_i && left == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_valid_q <= 1'b0;
      row_valid_q  <= 1'b0;
      waiting_q    <= '0;
    end else begin
      next_valid_q <= row_valid_i || next_valid_q && !next_moves;
      row_valid_q  <= next_valid_q || row_valid_q && !passes_end;
      if (next_moves) waiting_q <= next_valid_q ? next_lanes_q : '0;
      else if (pass_go_i) waiting_q <= left;
    end
  end

  always_ff @(posedge clk_i) begin
    if (row_ready_o) begin
      next_tag_q   <= row_tag_i;
      next_lanes_q <= row_lanes_i;
      next_q       <= split(row_slot_i);
    end
    if (next_moves) begin
      row_tag_q <= next_tag_q;
      row_q     <= next_q;
      for (int unsigned lane = 0; lane < Lanes; lane++) begin
        same_bank_q[lane] <= '0;
        same_slot_q[lane] <= '0;
        for (int unsigned lower = 0; lower < lane; lower++) begin
          same_bank_q[lane][lower] <= next_q.bank[lower] == next_q.bank[lane];
          same_slot_q[lane][lower] <= {next_q.bank[lower], next_q.place[lower]} ==
              {next_q.bank[lane], next_q.place[lane]};
        end
      end
    end
  end

  // The pass: who leads, and who has to wait for another slot
  logic [Lanes-1:0] leads;

  always_comb begin
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      leads[lane] = waiting_q[lane] && (waiting_q & same_bank_q[lane]) == '0;
    end
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      left[lane] = waiting_q[lane] && (leads & same_bank_q[lane] & ~same_slot_q[lane]) != '0;
    end
  end

  // Behind it
  logic [Lanes-1:0] leads_q;
  slots_t pass_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pass_valid_o  <= 1'b0;
      pass_served_o <= '0;
      leads_q       <= '0;
    end else begin
      pass_valid_o  <= row_valid_q && pass_go_i;
      pass_served_o <= pass_go_i ? waiting_q & ~left : '0;
      leads_q       <= pass_go_i ? leads : '0;
    end
  end

  always_ff @(posedge clk_i) begin
    pass_last_o <= left == '0;
    pass_tag_o  <= row_tag_q;
    pass_q      <= row_q;
  end

  // A bank has one leader, so that its number and place are an OR of what the lanes have.
  assign pass_bank_o = pass_q.bank;

  always_comb begin
    bank_used_o   = '0;
    bank_leader_o = '0;
    bank_place_o  = '0;
    for (int unsigned b = 0; b < Banks; b++) begin
      for (int unsigned lane = 0; lane < Lanes; lane++) begin
        if (leads_q[lane] && pass_q.bank[lane] == BankWidth'(b)) begin
          bank_used_o[b] = 1'b1;
          bank_leader_o[b] |= LaneWidth'(lane);
          bank_place_o[b] |= pass_q.place[lane];
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_progress :
      assert (waiting_q == '0 || left != waiting_q)
      else $error("bank_leaders: nobody of %b is served", waiting_q);
      a_waiting_of_a_row :
      assert (row_valid_q || waiting_q == '0)
      else $error("bank_leaders: lanes %b wait, and there is no row", waiting_q);
      // What the tests have to reach (tb/coverage).
      b_lanes_meet_in_a_bank : cover (pass_go_i && left != '0);
      b_row_follows_row : cover (row_valid_q && passes_end && next_valid_q);
    end
  end

  // Streams keep their promises.
  stream_check #(
    .Width($bits({row_tag_i, row_lanes_i, row_slot_i}))
  ) u_check_row (
    .clk_i,
    .rst_ni,
    .valid_i(row_valid_i),
    .ready_i(row_ready_o),
    .data_i ({row_tag_i, row_lanes_i, row_slot_i})
  );

endmodule

`default_nettype wire
