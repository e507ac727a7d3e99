// Access unit of a memory partition (HPCA 2018): checks transactional accesses against the metadata table before they go to
// the L2, and keeps those that must wait for a reservation in a stall buffer.
//
// An access enters as beats, one for each of its granules, under the number of a slot that holds it until its outcome. All of
// its granules are checked, without those of others between them. Then either the access takes effect, with a mask of the
// refused granules and the earliest time at which none of them would have been too late, or some of its granules are reserved
// by earlier attempts and it waits for the last of these. It is checked again when that granule is free, or reserved at a
// time that is not earlier than its own: a store only where it was reserved, a load as a whole, since others may have written
// the granules that it has not read yet. Where the stall buffer is full, the reserved granules are refused, too.
//
// Outcomes leave in the order in which accesses take effect, which is the order in which the L2 must perform them.
//
// Latency:    12 cycles from the last beat of an access to its outcome, if it need not wait and earlier outcomes are taken; one
//             more for each cycle in which metadata_table holds a granule meanwhile. Alone in the unit, an access of one
//             granule takes 12 cycles. Each further granule adds one if it shares a row with the entry of the one ahead; a
//             relocation adds two, or three between granules.
// Throughput: one granule a cycle, less what metadata_table says. A woken access is checked before new ones.
//
// Slots: accesses that are checked or wait; more than StallEntries, so that releases find one. Parts: granules of an access,
// at most. StallEntries: accesses that wait. Rows, Stash, FilterBuckets: of metadata_table. GranuleWidth: bits of a
// granule's number. TimeWidth: bits. Protection: of ecc_pkg; after a word that could not be corrected, no outcome leaves
// (docs/protection.md).

`include "gputm_assert.svh"

`default_nettype none

module access_unit
  import getm_pkg::*;
#(
  parameter  int unsigned Slots         = 32,
  parameter  int unsigned Parts         = 32,
  parameter  int unsigned StallEntries  = 16,
  parameter  int unsigned Rows          = 256,
  parameter  int unsigned Stash         = 8,
  parameter  int unsigned FilterBuckets = 256,
  parameter  int unsigned GranuleWidth  = GranuleBits,
  parameter  int unsigned TimeWidth     = TimeBits,
  parameter  int unsigned Protection    = 0,             // of memories: none, parity, or correction (ecc_pkg)
  localparam int unsigned SlotWidth     = $clog2(Slots)
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,

  input  wire logic                    clear_i,            // forget all granules: when not busy and none is reserved
  output      logic                    busy_o,             // accesses or outcomes are inside, or the table is cleared

  // Accesses, a granule a beat
  input  wire logic                    in_valid_i,
  output      logic                    in_ready_o,
  input  wire access_kind_e            in_kind_i,          // kind of the access
  input  wire logic [GranuleWidth-1:0] in_granule_i,       // number of the granule
  input  wire logic [WordsBits-1:0]    in_words_i,         // store: words to reserve; release: words to release
  input  wire logic [TimeWidth-1:0]    in_time_i,          // time of the attempt
  input  wire logic [SlotWidth-1:0]    in_slot_i,          // slot without an access
  input  wire logic                    in_last_i,          // last granule

  // Outcomes
  output      logic                    out_valid_o,
  input  wire logic                    out_ready_i,
  output      logic [SlotWidth-1:0]    out_slot_o,         // slot of the access, which is free again
  output      logic [Parts-1:0]        out_refused_o,      // granules, in the order of their beats
  output      logic                    out_too_late_o,     // a granule was refused since the access came too late
  output      logic [TimeWidth-1:0]    out_needs_o,        // with out_too_late_o: earliest time that is not too late

  // Events, for counters
  output      access_events_t          events_o,           // a bit for each
  output      logic [SlotWidth-1:0]    check_slot_o,       // slot of an access, at the begin of its check

  output      ecc_pkg::ram_report_t    memory_report_o     // errors of memories, with Protection
);

  localparam bit [8:0] Legal = {
    param_pkg::in_range("access_unit: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded),
    param_pkg::in_range("access_unit: StallEntries", StallEntries, 2, 256),
    param_pkg::in_range("access_unit: Slots", Slots, StallEntries + 1, 65536),
    param_pkg::in_range("access_unit: Parts", Parts, 2, 64),
    param_pkg::power_of_two("access_unit: Rows", Rows, 2, 2 ** 20),
    param_pkg::in_range("access_unit: Stash", Stash, 1, 64),
    param_pkg::power_of_two("access_unit: FilterBuckets", FilterBuckets, 2, 2 ** 20),
    param_pkg::in_range("access_unit: GranuleWidth", GranuleWidth, 1, 64),
    param_pkg::in_range("access_unit: TimeWidth", TimeWidth, 2, 64)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned PartWidth = $clog2(Parts);
  localparam int unsigned InFlight = 16;  // beats, or accesses, in the check

  typedef logic [GranuleWidth-1:0] granule_t;
  typedef logic [TimeWidth-1:0] moment_t;
  typedef logic [SlotWidth-1:0] slot_t;
  typedef logic [Parts-1:0] parts_t;

  // Beat in the check
  typedef struct packed {
    access_kind_e         kind;
    logic                 checked;  // the table has an answer
    logic                 again;    // of a woken access
    logic                 first;
    logic                 last;
    slot_t                slot;
    logic [PartWidth-1:0] part;
    granule_t             granule;
    moment_t              at;
  } beat_t;

  // Waiting access
  typedef struct packed {
    logic                 store;
    moment_t              at;
    parts_t               pending;  // parts to be checked again
  } waiting_t;

  // What an access's checks have found
  typedef struct packed {
    parts_t  refused;
    logic    needs_valid;
    moment_t needs;
  } result_t;

  // Access after the check of its last part
  typedef struct packed {
    access_kind_e kind;
    slot_t        slot;
    moment_t      at;
    parts_t       stalled;
    parts_t       all;
    result_t      result;
  } checked_t;

  function automatic result_t joined(result_t a, result_t b);
    result_t sum;
    sum.refused     = a.refused | b.refused;
    sum.needs_valid = a.needs_valid || b.needs_valid;
    sum.needs       = !b.needs_valid || (a.needs_valid && a.needs > b.needs) ? a.needs : b.needs;
    return sum;
  endfunction

  // Errors of memories, numbered as in docs/protection.md
  localparam int unsigned TableMemories = 20;
  localparam int unsigned FromWoken = 0, FromOrder = 1, FromOutcomes = 2, FromBeats = 3, FromWaiting = 4;
  localparam int unsigned FromResults = 5, FromTable = 6, Memories = FromTable + TableMemories;
  ecc_pkg::ram_error_t [Memories-1:0] memory_errors;

  // Woken accesses
  logic woken, woken_valid, woken_ready, walk_begins, checking;
  slot_t woken_slot, walk_slot;

  fifo_parity #(
    .Width     (SlotWidth),
    .Depth     (StallEntries),
    .Protection(Protection)
  ) u_woken (
    .clk_i,
    .rst_ni,
    .in_valid_i (woken),
    .in_ready_o (woken_ready),
    .in_data_i  (woken_slot),
    .out_valid_o(woken_valid),
    .out_ready_i(walk_begins),
    .out_data_o (walk_slot),
    .count_o    (),
    .error_o    (memory_errors[FromWoken])
  );

  // Walk over the pending parts of a woken access: its record is read, then a part a cycle.
  logic walk_read_q, walk_active_q, walking;
  slot_t walk_slot_q;
  waiting_t walk_record, walk_q;
  parts_t walk_left, walk_lowest;
  logic [PartWidth-1:0] walk_part;
  logic fetch, walk_first_q, fetched_valid_q, fetched_first_q, fetched_last_q, fetched_taken;
  logic [PartWidth-1:0] fetched_part_q;
  granule_t fetched_granule;
  logic [WordsBits-1:0] fetched_words;

  assign walk_begins = woken_valid && !walk_read_q && !walk_active_q && !fetched_valid_q;
  assign walk_left   = walk_q.pending;
  assign walk_lowest = walk_left & ~(walk_left - 1'b1);
  assign fetch       = walk_active_q && (!fetched_valid_q || fetched_taken);

  always_comb begin
    walk_part = '0;
    for (int unsigned i = 0; i < Parts; i++) begin
      if (walk_lowest[i]) walk_part |= PartWidth'(i);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_read_q     <= 1'b0;
      walk_active_q   <= 1'b0;
      fetched_valid_q <= 1'b0;
    end else begin
      walk_read_q <= walk_begins;
      if (walk_read_q) walk_active_q <= 1'b1;
      else if (fetch && walk_left == walk_lowest) walk_active_q <= 1'b0;
      if (fetch) fetched_valid_q <= 1'b1;
      else if (fetched_taken) fetched_valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (walk_begins) walk_slot_q <= walk_slot;
    if (walk_read_q) begin
      walk_q       <= walk_record;
      walk_first_q <= 1'b1;
    end else if (fetch) begin
      walk_q.pending  <= walk_left & ~walk_lowest;
      walk_first_q    <= 1'b0;
      fetched_first_q <= walk_first_q;
      fetched_last_q  <= walk_left == walk_lowest;
      fetched_part_q  <= walk_part;
    end
  end

  // Beat that is checked next
  logic [PartWidth-1:0] in_part_q;
  logic in_first_q, from_walk, keep_q, from_walk_q;
  logic beat_valid, beat_taken, order_ready, op_ready;
  logic [WordsBits-1:0] beat_words;
  beat_t beat;
  logic [$clog2(InFlight+1)-1:0] owed_q;  // accesses in the check, and outcomes

  assign from_walk = keep_q ? from_walk_q : fetched_valid_q;

  always_comb begin
    beat = '{
        kind: in_kind_i,
        checked: in_kind_i == AccessLoad || (in_kind_i != AccessPlain && in_words_i != '0),
        again: 1'b0,
        first: in_first_q,
        last: in_last_i,
        slot: in_slot_i,
        part: in_part_q,
        granule: in_granule_i,
        at: in_time_i
    };
    beat_words = in_words_i;
    if (from_walk) begin
      beat = '{
          kind: walk_q.store ? AccessStore : AccessLoad,
          checked: 1'b1,
          again: 1'b1,
          first: fetched_first_q,
          last: fetched_last_q,
          slot: walk_slot_q,
          part: fetched_part_q,
          granule: fetched_granule,
          at: walk_q.at
      };
      beat_words = fetched_words;
    end
  end

  assign beat_valid    = (from_walk ? fetched_valid_q : in_valid_i) && order_ready &&
      (!beat.first || owed_q != $bits(owed_q)'(InFlight));
  assign beat_taken    = beat_valid && op_ready;
  assign fetched_taken = beat_taken && from_walk;
  assign in_ready_o    = !from_walk && order_ready && op_ready && (!in_first_q || owed_q != $bits(owed_q)'(InFlight));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_first_q <= 1'b1;
      in_part_q  <= '0;
      keep_q     <= 1'b0;
    end else begin
      if (beat_taken && !from_walk) begin
        in_first_q <= in_last_i;
        in_part_q  <= in_last_i ? '0 : in_part_q + 1'b1;
      end
      // The source of an offered beat stays until the last beat of its access.
      if (beat_taken) keep_q <= !beat.last;
      else if (beat_valid) keep_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    from_walk_q <= from_walk;
  end

  ram_1r1w_ecc #(
    .Width     (GranuleWidth + WordsBits),
    .Depth     (2 ** (SlotWidth + PartWidth)),
    .Protection(Protection)
  ) u_beats (
    .clk_i,
    .rst_ni,
    .write_i(beat_taken && !from_walk),
    .waddr_i({in_slot_i, in_part_q}),
    .wdata_i({in_granule_i, in_words_i}),
    .read_i (fetch),
    .check_i(1'b1),
    .raddr_i({walk_slot_q, walk_part}),
    .rdata_o({fetched_granule, fetched_words}),
    .bad_o  (),
    .error_o(memory_errors[FromBeats])
  );

  // Check
  logic rsp_valid, rsp_needs_valid, table_busy;
  verdict_e rsp_verdict;
  moment_t rsp_needs, rsp_turn;
  granule_op_e op_kind;

  always_comb begin
    unique case (beat.kind)
      AccessLoad:  op_kind = GranuleLoad;
      AccessStore: op_kind = GranuleStore;
      default:     op_kind = GranuleRelease;
    endcase
    if (!beat.checked) op_kind = GranuleNone;
  end

  // The table's ready is late.
  logic table_valid, table_ready;
  logic [1:0] table_kind;
  granule_t table_granule;
  moment_t table_time;
  logic [WordsBits-1:0] table_words;

  late_ready_buffer #(
    .Width($bits(op_kind) + GranuleWidth + TimeWidth + WordsBits)
  ) u_to_table (
    .clk_i,
    .rst_ni,
    .in_valid_i (beat_valid),
    .in_ready_o (op_ready),
    .in_data_i  ({op_kind, beat.granule, beat.at, beat_words}),
    .out_valid_o(table_valid),
    .out_ready_i(table_ready),
    .out_data_o ({table_kind, table_granule, table_time, table_words})
  );

  metadata_table #(
    .Rows         (Rows),
    .Stash        (Stash),
    .FilterBuckets(FilterBuckets),
    .GranuleWidth (GranuleWidth),
    .TimeWidth    (TimeWidth),
    .Protection   (Protection)
  ) u_table (
    .clk_i,
    .rst_ni,
    .clear_i,
    .busy_o           (table_busy),
    .op_valid_i       (table_valid),
    .op_ready_o       (table_ready),
    .op_kind_i        (granule_op_e'(table_kind)),
    .op_granule_i     (table_granule),
    .op_time_i        (table_time),
    .op_words_i       (table_words),
    .rsp_valid_o      (rsp_valid),
    .rsp_verdict_o    (rsp_verdict),
    .rsp_needs_valid_o(rsp_needs_valid),
    .rsp_needs_o      (rsp_needs),
    .rsp_turn_o       (rsp_turn),
    .events_o         (events_o.granule),
    .errors_o         (memory_errors[FromTable+:TableMemories])
  );

  // Beats in the order of the table's answers
  logic ahead_valid;
  beat_t ahead;

  fifo_parity #(
    .Width     ($bits(beat_t)),
    .Depth     (InFlight),
    .Protection(Protection)
  ) u_order (
    .clk_i,
    .rst_ni,
    .in_valid_i (beat_taken),
    .in_ready_o (order_ready),
    .in_data_i  (beat),
    .out_valid_o(ahead_valid),
    .out_ready_i(rsp_valid),
    .out_data_o (ahead),
    .count_o    (),
    .error_o    (memory_errors[FromOrder])
  );

  // Answer: sum over the parts
  checked_t sum_q, sum, done_q;
  logic done_valid_q, again_q, wake_q;
  granule_t stalled_granule, stalled_granule_q;  // last stalled one of the access
  granule_t wake_granule_q;
  moment_t wake_time_q;
  result_t past;

  always_comb begin
    parts_t part;
    result_t found;
    part             = '0;
    part[ahead.part] = 1'b1;
    sum              = sum_q;
    stalled_granule = stalled_granule_q;
    if (ahead.first) begin
      sum.stalled = '0;
      sum.all     = '0;
      sum.result  = '0;
    end
    sum.kind = ahead.kind;
    sum.slot = ahead.slot;
    sum.at   = ahead.at;
    sum.all  = sum.all | part;
    found    = '{refused: part, needs_valid: rsp_needs_valid, needs: rsp_needs};
    if (ahead.checked && rsp_verdict == VerdictAbort) sum.result = joined(sum.result, found);
    if (ahead.checked && rsp_verdict == VerdictStall) begin
      sum.stalled = sum.stalled | part;
      stalled_granule = ahead.granule;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_valid_q <= 1'b0;
      wake_q       <= 1'b0;
    end else begin
      done_valid_q <= rsp_valid && ahead.last;
      wake_q       <= rsp_valid && ahead.checked && rsp_verdict != VerdictStall;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rsp_valid) begin
      sum_q             <= sum;
      stalled_granule_q <= stalled_granule;
    end
    done_q         <= sum;
    again_q        <= ahead.again;
    wake_granule_q <= ahead.granule;
    wake_time_q    <= rsp_turn;
  end

  // Stall, or take effect
  // What earlier checks of the access have found is added, while the stall buffer looks for a place.
  checked_t joined_q, final_q;
  logic joined_valid_q, final_valid_q, refused, stalls, buffer_empty, waking;
  result_t final_result;

  stall_buffer #(
    .Entries     (StallEntries),
    .GranuleWidth(GranuleWidth),
    .TimeWidth   (TimeWidth),
    .SlotWidth   (SlotWidth)
  ) u_stall_buffer (
    .clk_i,
    .rst_ni,
    .wake_i          (wake_q),
    .wake_granule_i  (wake_granule_q),
    .wake_time_i     (wake_time_q),
    .insert_i        (done_valid_q && done_q.stalled != '0),
    .insert_granule_i(stalled_granule_q),
    .insert_time_i   (done_q.at),
    .insert_slot_i   (done_q.slot),
    .woken_o         (woken),
    .woken_slot_o    (woken_slot),
    .refused_o       (refused),
    .empty_o         (buffer_empty),
    .waking_o        (waking)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      joined_valid_q <= 1'b0;
      final_valid_q  <= 1'b0;
    end else begin
      joined_valid_q <= done_valid_q;
      final_valid_q  <= joined_valid_q;
    end
  end

  always_ff @(posedge clk_i) begin
    joined_q <= done_q;
    if (again_q) joined_q.result <= joined(done_q.result, past);
    final_q <= joined_q;
  end

  always_comb begin
    stalls       = final_valid_q && final_q.stalled != '0 && !refused;
    final_result = final_q.result;
    if (refused) final_result.refused = final_q.result.refused | final_q.stalled;
  end

  // Records of waiting accesses: for the walk, and for the sum over all checks
  ram_1r1w_ecc #(
    .Width     ($bits(waiting_t)),
    .Depth     (2 ** SlotWidth),
    .Protection(Protection)
  ) u_waiting (
    .clk_i,
    .rst_ni,
    .write_i(stalls),
    .waddr_i(final_q.slot),
    .wdata_i({final_q.kind == AccessStore, final_q.at, final_q.kind == AccessStore ? final_q.stalled : final_q.all}),
    .read_i (walk_begins),
    .check_i(1'b1),
    .raddr_i(walk_slot),
    .rdata_o(walk_record),
    .bad_o  (),
    .error_o(memory_errors[FromWaiting])
  );

  ram_1r1w_ecc #(
    .Width     ($bits(result_t)),
    .Depth     (2 ** SlotWidth),
    .Protection(Protection)
  ) u_results (
    .clk_i,
    .rst_ni,
    .write_i(stalls),
    .waddr_i(final_q.slot),
    .wdata_i(final_result),
    .read_i (rsp_valid && ahead.last && ahead.again),
    .check_i(1'b1),
    .raddr_i(ahead.slot),
    .rdata_o(past),
    .bad_o  (),
    .error_o(memory_errors[FromResults])
  );

  // After a word that could not be corrected, no outcome leaves. An offer stays until it is taken.
  logic out_room, out_valid, out_ready, stop;

  error_report #(
    .Memories  (Memories),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(memory_errors),
    .stop_o  (stop),
    .report_o(memory_report_o)
  );

  stream_gate u_out_gate (
    .clk_i,
    .rst_ni,
    .open_i    (!stop),
    .in_valid_i(out_valid),
    .in_ready_o(out_ready),
    .out_valid_o,
    .out_ready_i
  );

  fifo_parity #(
    .Width     (SlotWidth + $bits(result_t)),
    .Depth     (InFlight),
    .Protection(Protection)
  ) u_outcomes (
    .clk_i,
    .rst_ni,
    .in_valid_i (final_valid_q && !stalls),
    .in_ready_o (out_room),
    .in_data_i  ({final_q.slot, final_result}),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready),
    .out_data_o ({out_slot_o, out_refused_o, out_too_late_o, out_needs_o}),
    .count_o    (),
    .error_o    (memory_errors[FromOutcomes])
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) owed_q <= '0;
    else
      owed_q <= owed_q + $bits(
          owed_q
      )'(beat_taken && beat.first) - $bits(
          owed_q
      )'(stalls) - $bits(
          owed_q
      )'(out_valid_o && out_ready_i);
  end

  assign events_o.begins        = beat_taken && beat.first;
  assign events_o.again         = beat.again;
  assign events_o.stalls        = stalls;
  assign events_o.stall_refused = refused;
  assign check_slot_o           = beat.slot;

  assign walking        = walk_read_q || walk_active_q || fetched_valid_q;
  assign checking       = table_valid || table_busy || ahead_valid || done_valid_q || joined_valid_q || final_valid_q;
  assign busy_o         = checking || out_valid || owed_q != '0 || !buffer_empty || wake_q || waking || woken ||
                          woken_valid || walking || !in_first_q;

  `GPUTM_ASSERT(a_answer_in_order, !rsp_valid || ahead_valid, ("access_unit: an answer without a beat"))
  `GPUTM_ASSERT(a_outcome_has_room, !(final_valid_q && !stalls) || out_room, ("access_unit: no room for an outcome"))
  `GPUTM_ASSERT(a_woken_has_room, !woken || woken_ready, ("access_unit: no room for woken access %0d", woken_slot))
  `GPUTM_ASSERT(a_parts, !(in_valid_i && in_ready_o) || in_last_i || 32'(in_part_q) < Parts - 1,
                ("access_unit: access %0d has more than %0d granules", in_slot_i, Parts))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_stalls_again, done_valid_q && again_q && done_q.stalled != '0)
  `GPUTM_COVER(b_refused_for_want_of_an_entry, final_valid_q && refused)
  `GPUTM_COVER(b_refused_before_it_waited, done_valid_q && again_q && past.refused != '0)
  `GPUTM_COVER(b_outcomes_block, in_valid_i && beat.first && owed_q == $bits(owed_q)'(InFlight))

  // Handshake assertions
  `GPUTM_STREAM(u_check_in, in_valid_i, in_ready_o, {in_kind_i, in_granule_i, in_words_i, in_time_i, in_slot_i,
                                                     in_last_i})
  `GPUTM_STREAM(u_check_out, out_valid_o, out_ready_i, {out_slot_o, out_refused_o, out_too_late_o, out_needs_o})

endmodule

`default_nettype wire
