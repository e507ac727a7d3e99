// Proves for stall_buffer with three entries: an access comes out once, after its insertion and by an operation that wakes it;
// an operation wakes an access if one waits for it, and none that another one goes before: an earlier one, or one of the
// same time that was inserted before. An insertion is refused exactly if all entries are in use.
//
// bound: abc bmc3 12
// deep: abc bmc3 16
// cover: 10
// bug: stall_buffer/equal_times_reversed abc bmc3 10
// bug: stall_buffer/inserted_unseen abc bmc3 10
// bug: stall_buffer/latest_first abc bmc3 10
// bug: stall_buffer/room_of_the_woken_unused abc bmc3 10

`default_nettype none

module stall_buffer_formal (
  input wire logic       clk_i,
  input wire logic       wake_i,
  input wire logic       wake_granule_i,
  input wire logic [1:0] wake_time_i,
  input wire logic       insert_i,
  input wire logic       insert_granule_i,
  input wire logic [1:0] insert_time_i,
  input wire logic [2:0] insert_slot_i,
  input wire logic [2:0] slot_i,            // an access, constant
  input wire logic [2:0] rival_i            // another access, constant
);

  localparam int unsigned Entries = 3;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic woken, refused, empty;
  logic [2:0] woken_slot;

  stall_buffer #(
    .Entries     (Entries),
    .GranuleWidth(1),
    .TimeWidth   (2),
    .SlotWidth   (3)
  ) u_dut (
    .clk_i,
    .rst_ni      (rst_n),
    .wake_i,
    .wake_granule_i,
    .wake_time_i,
    .insert_i,
    .insert_granule_i,
    .insert_time_i,
    .insert_slot_i,
    .woken_o     (woken),
    .woken_slot_o(woken_slot),
    .refused_o   (refused),
    .empty_o     (empty)
  );

  typedef struct packed {
    logic       wake;
    logic       wake_granule;
    logic [1:0] wake_time;
    logic       insert;
    logic       granule;
    logic [1:0] at;
    logic [2:0] slot;
  } operation_t;

  // An operation takes effect when its answer is out.
  operation_t operation, ahead_q = '0, now_q = '0;
  assign operation = '{
          wake: wake_i,
          wake_granule: wake_granule_i,
          wake_time: wake_time_i,
          insert: insert_i,
          granule: insert_granule_i,
          at: insert_time_i,
          slot: insert_slot_i
      };

  typedef struct packed {
    logic       waits;
    logic       granule;
    logic [1:0] at;
  } access_t;

  logic [2:0] slot_q, rival_q;
  access_t access_q = '0, other_q = '0;
  logic rival_is_older_q = 1'b0;  // it was inserted before the access
  logic [1:0] count_q = '0;
  logic [2:0] count;

  function automatic logic wakes(operation_t op, access_t access);
    return op.wake && access.waits && op.wake_granule == access.granule && access.at <= op.wake_time;
  endfunction

  function automatic logic inside_or_on_the_way(logic [2:0] slot, access_t access);
    return access.waits || (ahead_q.insert && ahead_q.slot == slot) || (now_q.insert && now_q.slot == slot);
  endfunction

  function automatic access_t next(access_t access, logic [2:0] slot);
    access_t then_q;
    then_q = access;
    if (woken && woken_slot == slot) then_q.waits = 1'b0;
    if (now_q.insert && !refused && now_q.slot == slot)
      then_q = '{waits: 1'b1, granule: now_q.granule, at: now_q.at};
    return then_q;
  endfunction

  logic rival_goes_first;
  assign rival_goes_first = wakes(now_q, other_q) && (other_q.at < access_q.at || (other_q.at == access_q.at && rival_is_older_q));
  assign count = 3'(count_q) - 3'(woken) + 3'(now_q.insert);

  always_ff @(posedge clk_i) begin
    slot_q  <= slot_i;
    rival_q <= rival_i;
    if (rst_n) begin
      m_constant : assume (slot_i == slot_q && rival_i == rival_q);
      m_two : assume (slot_i != rival_i);
      if (insert_i && insert_slot_i == slot_q) m_access_once : assume (!inside_or_on_the_way(slot_q, access_q));
      if (insert_i && insert_slot_i == rival_q) m_rival_once : assume (!inside_or_on_the_way(rival_q, other_q));

      ahead_q  <= operation;
      now_q    <= ahead_q;
      access_q <= next(access_q, slot_q);
      other_q  <= next(other_q, rival_q);
      if (next(access_q, slot_q).waits && !access_q.waits) rival_is_older_q <= next(other_q, rival_q).waits;
      else if (!next(other_q, rival_q).waits) rival_is_older_q <= 1'b0;
      count_q <= refused ? count_q : count[1:0];

      if (woken && woken_slot == slot_q) begin
        a_wakes : assert (wakes(now_q, access_q));
        a_first : assert (!rival_goes_first);
        c_before_the_rival : cover (wakes(now_q, other_q) && other_q.at == access_q.at);
      end
      if (wakes(now_q, access_q)) a_one_is_woken : assert (woken);
      a_refused : assert (refused == (count == 3'(Entries + 1)));
      if (empty) a_empty : assert (count == '0);
      c_refused : cover (refused && !woken);
      c_taken_over : cover (now_q.insert && woken && count_q == 2'(Entries));
    end else begin
      m_slots : assume (slot_i != rival_i);
      m_no_reset_operation : assume (!wake_i && !insert_i);
    end
  end

endmodule

`default_nettype wire
