// Proves for access_unit, with three slots, two granules, accesses of up to two granules and two stall entries, for any access:
// it has one outcome, after its last granule, which stays until it is taken; a release or an access outside of transactions
// is never refused; none is inside when the unit is not busy. While words of a granule are reserved, no part of another
// attempt takes effect. No outcome is there before 12 cycles after the last beat; if none is ahead and no granule is reserved
// by another attempt, it is there after 12 cycles, or after 13 if the second granule is held behind the first. The table has a
// place for each of the granules, so that there are no relocations.
//
// bound: abc bmc3 18
// deep: abc bmc3 23
// cover: smtbmc --nopresat yices --delegate=y2sat -- --noincr --logic QF_BV 20
// bug: access_unit/rests_too_early abc bmc3 18

`default_nettype none

module access_unit_formal
  import getm_pkg::*;
(
  input wire logic       clk_i,
  input wire logic       in_valid_i,
  input wire logic [1:0] in_kind_i,
  input wire logic       in_granule_i,
  input wire logic       in_words_i,
  input wire logic [1:0] in_time_i,
  input wire logic [1:0] in_slot_i,
  input wire logic       in_last_i,
  input wire logic       out_ready_i,
  input wire logic [1:0] slot_i        // slot, constant
);

  localparam int unsigned Slots = 3;
  localparam int unsigned Latency = 12;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic in_ready, out_valid, out_too_late, busy;
  logic [1:0] out_slot, out_refused, out_needs, check_slot;
  access_events_t events;
  access_kind_e kind;
  assign kind = access_kind_e'(in_kind_i);

  access_unit #(
    .Slots        (Slots),
    .Parts        (2),
    .StallEntries (2),
    .Rows         (2),
    .Stash        (1),
    .FilterBuckets(2),
    .GranuleWidth (1),
    .TimeWidth    (2)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .clear_i        (1'b0),
    .busy_o         (busy),
    .in_valid_i,
    .in_ready_o     (in_ready),
    .in_kind_i      (kind),
    .in_granule_i,
    .in_words_i     ({7'd0, in_words_i}),
    .in_time_i,
    .in_slot_i,
    .in_last_i,
    .out_valid_o    (out_valid),
    .out_ready_i,
    .out_slot_o     (out_slot),
    .out_refused_o  (out_refused),
    .out_too_late_o (out_too_late),
    .out_needs_o    (out_needs),
    .events_o       (events),
    .check_slot_o   (check_slot),
    .memory_report_o()
  );

  stream_assume #(
    .Width(9)
  ) u_assume_in (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(in_valid_i),
    .ready_i(in_ready),
    .data_i ({in_kind_i, in_granule_i, in_words_i, in_time_i, in_slot_i, in_last_i})
  );

  // Accesses by slot
  typedef struct packed {
    access_kind_e kind;
    logic [1:0]   at;
    logic [1:0]   granules;
    logic [1:0]   parts;
  } access_t;

  access_t [3:0] access_q;
  logic [3:0] inside_q = '0;   // all beats have entered
  logic amid_q = 1'b0;         // the first of two beats has entered
  logic [1:0] first_slot_q;

  // Words of each granule whose reservation has taken effect and whose release has not entered, and their attempt
  logic [1:0][3:0] reserved_q = '0;
  logic [1:0][1:0] owner_q;

  logic in_taken, out_taken, offered, releases;
  access_t leaving;
  logic [1:0] takes_effect, slot_q;
  logic [3:0] cycles_q = '0;  // since the last beat of the access in the slot
  logic cleared_q = 1'b0;     // the table is cleared after reset
  logic alone_q = 1'b0;       // no access was ahead of that in the slot, which need not wait
  logic [1:0] others;         // granules that another attempt than that of the beat has reserved
  assign in_taken     = in_valid_i && in_ready;
  assign out_taken    = out_valid && out_ready_i;
  assign releases     = in_taken && kind == AccessRelease && in_words_i;
  assign leaving      = access_q[out_slot];
  assign takes_effect = leaving.parts & ~out_refused;
  assign offered      = out_valid && out_slot == slot_q;

  always_comb begin
    for (int unsigned i = 0; i < 2; i++) others[i] = reserved_q[i] != '0 && owner_q[i] != in_time_i;
    if (kind == AccessPlain || kind == AccessRelease) others = '0;
  end

  always_ff @(posedge clk_i) begin
    slot_q <= slot_i;
    if (rst_n) begin
      m_constant : assume (slot_i == slot_q);
      if (!busy) cleared_q <= 1'b1;
      if (in_valid_i) begin
        m_cleared : assume (cleared_q);
        m_slot : assume (in_slot_i < 2'(Slots) && !inside_q[in_slot_i]);
        m_two_parts : assume (!amid_q || in_last_i);
        m_same_access :
        assume (!amid_q || (in_slot_i == first_slot_q && kind == access_q[in_slot_i].kind &&
                                            in_time_i == access_q[in_slot_i].at));
        m_words : assume (kind == AccessRelease || in_words_i);
        m_plain : assume (kind != AccessPlain || in_last_i);
        m_reserved : assume (kind != AccessRelease || !in_words_i || reserved_q[in_granule_i] != '0);
      end

      if (in_taken) begin
        amid_q                             <= !in_last_i;
        first_slot_q                       <= in_slot_i;
        access_q[in_slot_i].kind           <= kind;
        access_q[in_slot_i].at             <= in_time_i;
        access_q[in_slot_i].granules[amid_q] <= in_granule_i;
        access_q[in_slot_i].parts          <= amid_q ? 2'b11 : 2'b01;
        if (in_last_i) inside_q[in_slot_i] <= 1'b1;
        if (in_slot_i == slot_q) begin
          alone_q <= inside_q == '0 && !others[in_granule_i] && !(amid_q && others[access_q[in_slot_i].granules[0]]);
        end
      end

      if (out_valid) begin
        a_once : assert (inside_q[out_slot]);
        a_its_parts : assert ((out_refused & ~leaving.parts) == '0);
        a_time : assert (!out_too_late || (out_refused != '0 && out_needs > leaving.at));
        if (leaving.kind == AccessRelease || leaving.kind == AccessPlain) a_not_refused : assert (out_refused == '0);
      end
      if (out_taken) inside_q[out_slot] <= 1'b0;
      a_rests : assert (busy || (inside_q == '0 && !amid_q));

      for (int unsigned granule = 0; granule < 2; granule++) begin
        logic [1:0] parts;
        for (int unsigned i = 0; i < 2; i++) parts[i] = takes_effect[i] && leaving.granules[i] == granule[0];
        reserved_q[granule] <= reserved_q[granule] - 4'(releases && in_granule_i == granule[0]) +
            (out_taken && leaving.kind == AccessStore ? 4'(parts[0]) + 4'(parts[1]) : 4'd0);
        if (out_taken && leaving.kind == AccessStore && parts != '0) owner_q[granule] <= leaving.at;
        if (out_valid && parts != '0 && (leaving.kind == AccessStore || leaving.kind == AccessLoad))
          assert (reserved_q[granule] == '0 || owner_q[granule] == leaving.at);
      end

      cycles_q <= !inside_q[slot_q] ? 4'd1 : cycles_q == '1 ? '1 : cycles_q + 1'b1;
      a_not_before : assert (!offered || cycles_q >= 4'(Latency));
      if (inside_q[slot_q] && alone_q && !offered) begin
        a_in_time : assert (cycles_q < 4'(Latency) + 4'(access_q[slot_q].parts == 2'b11));
        c_held : cover (cycles_q == 4'(Latency));
      end

      c_waits : cover (events.stalls && in_valid_i);
      c_refused : cover (out_valid && out_refused == 2'b10 && out_too_late);
      c_release : cover (out_valid && leaving.kind == AccessRelease && leaving.parts == 2'b11);
    end else begin
      m_no_access : assume (!in_valid_i);
    end
  end

endmodule

`default_nettype wire
