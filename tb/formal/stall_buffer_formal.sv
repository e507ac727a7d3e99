// Proves for stall_buffer with three entries, for any number of cycles: an access comes out once, after its insertion and by an
// operation that wakes it; an operation wakes an access if one waits for it, and none that another one goes before: an earlier one,
// or one of the same time that was inserted before. An insertion is refused exactly if all entries are in use.
//
// prove: smtbmc yices 3
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
  operation_t last_q = '0;   // the last insertion
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

  // Helpers of the induction: the registers of the buffer are those of an order of the entries, and of the two accesses.
  access_t access, other;
  logic rival_is_older;
  assign access = next(access_q, slot_q);
  assign other  = next(other_q, rival_q);

  always_comb begin
    rival_is_older = rival_is_older_q;
    if (access.waits && !access_q.waits) rival_is_older = other.waits;
    else if (!other.waits) rival_is_older = 1'b0;
  end

  function automatic logic is_of(int unsigned i, access_t is, logic [2:0] slot);
    return u_dut.entry_q[i] == {is.granule, is.at, slot};
  endfunction

  always_comb begin
    if (!rst_n) begin
      a_reset : assert (ahead_q == '0 && now_q == '0 && access_q == '0 && other_q == '0 && count_q == '0);
    end else begin
      a_operation : assert (u_dut.wake_q == ahead_q.wake && u_dut.insert_q == ahead_q.insert);
      if (ahead_q.insert) a_new : assert (u_dut.new_q == {ahead_q.granule, ahead_q.at, ahead_q.slot});
      a_match_new :
      assert (!ahead_q.wake || u_dut.inserted_q == '0 ||
                            u_dut.match_new_q == (last_q.granule == ahead_q.wake_granule && last_q.at <= ahead_q.wake_time));
      a_count : assert (3'($countones(u_dut.valid_q)) == (refused ? 3'(count_q) : count));
      a_inserted : assert ((u_dut.inserted_q & ~u_dut.valid_q) == '0 && $onehot0(u_dut.inserted_q));
      for (int unsigned i = 0; i < Entries; i++) begin
        if (u_dut.inserted_q[i])
          assert (u_dut.entry_q[i] == {last_q.granule, last_q.at, last_q.slot});
          else if (u_dut.valid_q[i] && ahead_q.wake)
            assert (u_dut.match_q[i] ==
                  (u_dut.entry_q[i].granule == ahead_q.wake_granule && u_dut.entry_q[i].at <= ahead_q.wake_time));
        if (u_dut.valid_q[i] && u_dut.entry_q[i].slot == slot_q) assert (access.waits && is_of(i, access, slot_q));
        if (u_dut.valid_q[i] && u_dut.entry_q[i].slot == rival_q) assert (other.waits && is_of(i, other, rival_q));
        if (u_dut.valid_q[i]) assert (!u_dut.before_q[i][i]);
        for (int unsigned j = 0; j < Entries; j++) begin
          if (i != j && u_dut.valid_q[i] && u_dut.valid_q[j]) begin
            assert (u_dut.before_q[i][j] != u_dut.before_q[j][i]);
            if (u_dut.before_q[i][j]) assert (u_dut.entry_q[j].at <= u_dut.entry_q[i].at);
            if (u_dut.entry_q[i].slot == slot_q) assert (u_dut.entry_q[j].slot != slot_q);
            if (u_dut.entry_q[i].slot == rival_q) assert (u_dut.entry_q[j].slot != rival_q);
            if (u_dut.entry_q[i].slot == slot_q && u_dut.entry_q[j].slot == rival_q && access.at == other.at)
              assert (u_dut.before_q[i][j] == rival_is_older);
            for (int unsigned k = 0; k < Entries; k++) begin
              if (u_dut.valid_q[k] && u_dut.before_q[i][j] && u_dut.before_q[j][k]) assert (u_dut.before_q[i][k]);
            end
          end
        end
      end
      a_waits : assert (access.waits == (in_an_entry(slot_q)));
      a_rival_waits : assert (other.waits == (in_an_entry(rival_q)));
      if (ahead_q.insert && ahead_q.slot == slot_q) a_not_yet : assert (!access.waits);
      if (ahead_q.insert && ahead_q.slot == rival_q) a_rival_not_yet : assert (!other.waits);
    end
  end

  function automatic logic in_an_entry(logic [2:0] slot);
    logic found;
    found = 1'b0;
    for (int unsigned i = 0; i < Entries; i++) found |= u_dut.valid_q[i] && u_dut.entry_q[i].slot == slot;
    return found;
  endfunction

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
      if (u_dut.insert_q) last_q <= ahead_q;
      access_q <= access;
      other_q  <= other;
      rival_is_older_q <= rival_is_older;
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
