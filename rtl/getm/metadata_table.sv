// Metadata table of a memory partition (HPCA 2018): decides about accesses to granules by logical times.
//
// A granule has the time of the attempt that has written it last, the latest time of an attempt that has accessed it, and a
// count of stored words that the writer has neither committed nor given up (reserved). An attempt's access
//   passes   if the attempt has reserved the granule itself;
//   aborts   if it is a load and the granule was written later, or a store and the granule was accessed later;
//   stalls   if another attempt, necessarily an earlier one, has reserved the granule;
//   passes   otherwise. A load then raises the latest time; a store sets both times and reserves the granule.
//
// Entries are in the ways of a cuckoo table, each with its own hash. A granule without an entry has its times from two
// filters (latest_times). When such an access passes, it takes an empty place among those of the ways, or else that of the entry
// which was accessed at the earliest time and is not reserved. The evicted entry stays in a window of the last Window
// operations and then goes to the filters: filters answer several cycles before the evictions of operations ahead are known.
// A store with reserved entries in all its places goes to the stash, a load to the window. Each eighth operation
// may be one of the table's own: an entry of the stash moves to one of its places, and if that is reserved, its entry moves
// to the stash instead, so that a reserved entry finds its way to a free place step by step.
//
// Latency:    7 cycles from an operation to its answer, one more for each cycle in which it is held.
// Throughput: one operation a cycle. An operation is held for a cycle if its places depend on the one ahead: if one of its rows
//             holds that one's entry for another granule, or if that one had no entry and has the same granule; an operation
//             without effect (GranuleNone) holds none. One operation in eight gives way while the stash holds reserved
//             entries. op_ready_o is low for Rows or FilterBuckets cycles after reset and after clear_i.
//
// Ways: 1 to 16. Rows: of a way, a power of two. Stash: entries. FilterBuckets: of each of four sub-arrays of each filter, a
// power of two. GranuleWidth: bits of a granule's number. TimeWidth: bits. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module metadata_table
  import getm_pkg::*;
#(
  parameter  int unsigned Ways          = 4,
  parameter  int unsigned Rows          = 256,
  parameter  int unsigned Stash         = 8,
  parameter  int unsigned FilterBuckets = 256,
  parameter  int unsigned GranuleWidth  = GranuleBits,
  parameter  int unsigned TimeWidth     = TimeBits,
  parameter  int unsigned Protection    = ecc_pkg::None,
  localparam int unsigned SubArrays     = 4,                    // of a filter
  localparam int unsigned Memories      = Ways + 4 * SubArrays
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,

  input  wire logic                    clear_i,            // forget all granules; when not busy and none is reserved
  output      logic                    busy_o,             // operations in flight, or clearing

  // Operations
  input  wire logic                    op_valid_i,
  output      logic                    op_ready_o,
  input  wire granule_op_e             op_kind_i,
  input  wire logic [GranuleWidth-1:0] op_granule_i,
  input  wire logic [TimeWidth-1:0]    op_time_i,          // load, store
  input  wire logic [WordsBits-1:0]    op_words_i,         // store: words to reserve; release: words to release

  // Answers, in the order of operations; cannot be refused
  output      logic                    rsp_valid_o,
  output      verdict_e                rsp_verdict_o,
  output      logic                    rsp_needs_valid_o,  // an abort for a time that is too early
  output      logic [TimeWidth-1:0]    rsp_needs_o,        // earliest time that is not too early
  output      logic [TimeWidth-1:0]    rsp_turn_o,          // accesses up to this time need not wait for the granule

  output      table_events_t           events_o,           // with the answers

  output      ecc_pkg::ram_error_t [Memories-1:0] errors_o  // ways, filter of write times, filter of latest times
);

  localparam bit [5:0] Legal = {
    param_pkg::in_range("metadata_table: Ways", Ways, 1, 16, 1),
    param_pkg::power_of_two("metadata_table: Rows", Rows, 2, 2 ** 20, 1),
    param_pkg::in_range("metadata_table: Stash", Stash, 1, 64, 1),
    param_pkg::power_of_two("metadata_table: FilterBuckets", FilterBuckets, 2, 2 ** 20, 1),
    param_pkg::in_range("metadata_table: GranuleWidth", GranuleWidth, 1, 64, 1),
    param_pkg::in_range("metadata_table: TimeWidth", TimeWidth, 2, 64, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned Window = 7;  // more than the operations in flight
  localparam int unsigned RowWidth = $clog2(Rows);
  localparam int unsigned MostReserved = 2 ** ReservedBits - 1;
  localparam logic [Stash-1:0] LastSlot = ~(Stash'('1) >> 1);

  typedef logic [GranuleWidth-1:0] granule_t;
  typedef logic [TimeWidth-1:0] moment_t;

  typedef struct packed {
    moment_t                 written;   // time of the last attempt that has stored
    moment_t                 latest;    // latest time of an attempt that has loaded or stored
    logic [ReservedBits-1:0] reserved;  // words that attempt `written` has neither committed nor given up
  } state_t;

  typedef struct packed {
    granule_t granule;
    state_t   state;
  } tagged_t;

  typedef struct packed {
    logic    valid;
    tagged_t is;
  } entry_t;

  typedef struct packed {
    granule_t granule;
    moment_t  written;
    moment_t  latest;
  } evicted_t;

  typedef struct packed {
    logic                 relocation;  // the table's own: an entry of the stash moves
    logic                 schedules;   // a relocation may follow after the next six operations
    granule_op_e          kind;
    granule_t             granule;
    moment_t              at;
    logic [WordsBits-1:0] words;
  } op_t;

  typedef logic [Ways-1:0][RowWidth-1:0] rows_t;

  // Lowest of the bits that are set
  function automatic logic [Stash-1:0] lowest(logic [Stash-1:0] bits);
    return bits & ~(bits - 1'b1);
  endfunction

  // Clearing of the ways by a row counter; the filters have their own.
  logic clearing, written_ready, latest_ready;
  logic [RowWidth-1:0] clear_row;

  ram_clear #(
    .Rows(Rows)
  ) u_clear (
    .clk_i,
    .rst_ni,
    .clear_i,
    .clearing_o(clearing),
    .row_o     (clear_row)
  );

  // Cycle 0: operation, hash
  logic hold, ready, enter;
  logic [2:0] number_q;         // of the operation, modulo 8
  logic     relocate_q;         // operation 0 modulo 8 is a relocation
  granule_t relocate_granule_q;
  logic     relocate;
  op_t      op;

  assign ready      = !clearing && written_ready && latest_ready && !hold;
  assign relocate   = relocate_q && number_q == '0;
  assign op_ready_o = ready && !relocate;
  // A relocation waits for an operation, so that the order of operations alone says when it takes place.
  assign enter      = ready && op_valid_i;

  always_comb begin
    op = '{
        relocation: 1'b0,
        schedules: number_q == 3'd1,
        kind: op_kind_i,
        granule: op_granule_i,
        at: op_time_i,
        words: op_words_i
    };
    if (relocate) begin
      op.relocation = 1'b1;
      op.kind       = GranuleNone;
      op.granule    = relocate_granule_q;
    end
  end

  rows_t rows;
  for (genvar way = 0; way < Ways; way++) begin : gen_hash
    h3_hash #(
      .KeyWidth (GranuleWidth),
      .HashWidth(RowWidth),
      .Seed     (SubArrays + way)
    ) u_hash (
      .key_i (op.granule),
      .hash_o(rows[way])
    );
  end

  // Operations in cycles 1 to 6; those in cycles 1 to 5 advance unless the one in cycle 5 is held.
  logic hashed_valid_q, ways_valid_q, read_valid_q, look_valid_q, pick_valid_q, rule_valid_q;
  op_t hashed_q, ways_q, read_q, look_q, pick_q, rule_q;
  rows_t hashed_rows_q, ways_rows_q, read_rows_q, look_rows_q, pick_rows_q, rule_rows_q;
  logic in_flight;  // operations in cycles 1 to 6

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hashed_valid_q <= 1'b0;
      ways_valid_q   <= 1'b0;
      read_valid_q   <= 1'b0;
      look_valid_q   <= 1'b0;
      pick_valid_q   <= 1'b0;
      rule_valid_q   <= 1'b0;
      number_q       <= '0;
    end else begin
      if (!hold) begin
        hashed_valid_q <= enter;
        ways_valid_q   <= hashed_valid_q;
        read_valid_q   <= ways_valid_q;
        look_valid_q   <= read_valid_q;
        pick_valid_q   <= look_valid_q;
      end
      rule_valid_q <= pick_valid_q && !hold;
      number_q     <= clear_i ? '0 : number_q + 3'(enter);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!hold) begin
      hashed_q      <= op;
      hashed_rows_q <= rows;
      ways_q        <= hashed_q;
      ways_rows_q   <= hashed_rows_q;
      read_q        <= ways_q;
      read_rows_q   <= ways_rows_q;
      look_q        <= read_q;
      look_rows_q   <= read_rows_q;
      pick_q        <= look_q;
      pick_rows_q   <= look_rows_q;
      rule_q        <= pick_q;
      rule_rows_q   <= pick_rows_q;
    end
  end

  // Window of evicted entries
  // Element i: evicted by the i-th operation before the one in cycle 6.
  logic     [Window-1:0] window_valid_q;
  evicted_t [Window-1:0] window_q;
  logic                  evicts;   // by the operation in cycle 6
  evicted_t              evicted;
  logic     [Window-1:0] leaving_q;  // element of the operation that is Window before that in cycle 0
  logic                  leaves;
  evicted_t              leaving;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) leaving_q <= {1'b1, {Window - 1{1'b0}}};
    else if (enter && !rule_valid_q) leaving_q <= leaving_q >> 1;
    else if (!enter && rule_valid_q) leaving_q <= leaving_q << 1;
  end

  always_comb begin
    leaves  = enter && (window_valid_q & leaving_q) != '0;
    leaving = '0;
    for (int unsigned i = 0; i < Window; i++) begin
      if (leaving_q[i]) leaving |= window_q[i];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) window_valid_q <= '0;
    else if (clear_i) window_valid_q <= '0;
    else if (rule_valid_q) window_valid_q <= {window_valid_q[Window-2:0], evicts};
  end

  always_ff @(posedge clk_i) begin
    if (rule_valid_q) window_q <= {window_q[Window-2:0], evicted};
  end

  // Filters, cycles 0 to 5
  moment_t filter_written, filter_latest;
  logic written_busy, latest_busy;

  latest_times #(
    .SubArrays   (SubArrays),
    .Buckets     (FilterBuckets),
    .GranuleWidth(GranuleWidth),
    .TimeWidth   (TimeWidth),
    .Protection  (Protection)
  ) u_written (
    .clk_i,
    .rst_ni,
    .clear_i,
    .ready_o         (written_ready),
    .busy_o          (written_busy),
    .en_i            (!hold),
    .insert_i        (leaves),
    .insert_granule_i(leaving.granule),
    .insert_time_i   (leaving.written),
    .granule_i       (op.granule),
    .time_o          (filter_written),
    .errors_o        (errors_o[Ways+:2*SubArrays])
  );

  latest_times #(
    .SubArrays   (SubArrays),
    .Buckets     (FilterBuckets),
    .GranuleWidth(GranuleWidth),
    .TimeWidth   (TimeWidth),
    .Protection  (Protection)
  ) u_latest (
    .clk_i,
    .rst_ni,
    .clear_i,
    .ready_o         (latest_ready),
    .busy_o          (latest_busy),
    .en_i            (!hold),
    .insert_i        (leaves),
    .insert_granule_i(leaving.granule),
    .insert_time_i   (leaving.latest),
    .granule_i       (op.granule),
    .time_o          (filter_latest),
    .errors_o        (errors_o[Ways+2*SubArrays+:2*SubArrays])
  );

  // Cycle 2: read the ways
  // Writes of cycle 7, and of the cycle before for an operation that was held in cycle 3
  logic [Ways-1:0] write_q, earlier_write_q;
  rows_t write_rows_q, earlier_rows_q;
  entry_t write_entry_q, earlier_entry_q;

  entry_t [Ways-1:0] read_entry, look_entry_q, look_entry, pick_entry_q, pick_entry;
  // Whether the operation in cycle 4 or 5 shares a row with that in cycle 6 and with that in cycle 7
  logic [Ways-1:0] look_shares_rule_q, look_shares_write_q, shares_rule_q, shares_write_q;

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    entry_t ram_entry;

    ram_1r1w_ecc #(
      .Width      ($bits(entry_t)),
      .Depth      (Rows),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1),
      .LateMatch  (1'b1)
    ) u_ram (
      .clk_i,
      .rst_ni,
      .write_i(write_q[way] || clearing),
      .waddr_i(clearing ? clear_row : write_rows_q[way]),
      .wdata_i(clearing ? '0 : write_entry_q),
      .read_i (!hold),
      .check_i(ways_valid_q),
      .raddr_i(ways_rows_q[way]),
      .rdata_o(ram_entry),
      .bad_o  (),
      .error_o(errors_o[way])
    );

    // Cycle 3
    always_comb begin
      read_entry[way] = ram_entry;
      if (write_q[way] && write_rows_q[way] == read_rows_q[way]) read_entry[way] = write_entry_q;
      else if (earlier_write_q[way] && earlier_rows_q[way] == read_rows_q[way]) read_entry[way] = earlier_entry_q;
    end

    // Cycles 4 and 5 see what is written meanwhile.
    assign look_entry[way] = write_q[way] && look_shares_write_q[way] ? write_entry_q : look_entry_q[way];
    assign pick_entry[way] = write_q[way] && shares_write_q[way] ? write_entry_q : pick_entry_q[way];

    always_ff @(posedge clk_i) begin
      if (hold) begin
        look_entry_q[way]        <= look_entry[way];
        look_shares_write_q[way] <= look_shares_rule_q[way];
        pick_entry_q[way]        <= pick_entry[way];
        shares_write_q[way]      <= shares_rule_q[way];
      end else begin
        look_entry_q[way]        <= read_entry[way];
        look_shares_rule_q[way]  <= read_rows_q[way] == pick_rows_q[way];
        look_shares_write_q[way] <= read_rows_q[way] == rule_rows_q[way];
        pick_entry_q[way]        <= look_entry[way];
        shares_rule_q[way]       <= look_rows_q[way] == pick_rows_q[way];
        shares_write_q[way]      <= look_shares_rule_q[way];
      end
    end
  end

  // Whether the operation in cycle 5 has the granule of that in cycle 6 and of that in cycle 7
  logic same_rule_q, same_write_q;
  always_ff @(posedge clk_i) begin
    if (hold) begin
      same_write_q <= same_rule_q;
    end else begin
      same_rule_q  <= look_q.granule == pick_q.granule;
      same_write_q <= look_q.granule == rule_q.granule;
    end
  end

  // Cycles 3 to 5: search the window
  // Each cycle compares the latest eviction; cycle 3 also the earlier ones. Element i in cycle 3 is of the operation
  // i + 1 before, and one further for each operation in cycles 4 to 6. Those in the filters already do not count.
  logic [Window-2:0] read_match;
  logic [Window-2:1] look_match_q;
  logic [Window-2:0] look_match, look_newest;
  logic pick_recent_q, fresh;
  moment_t look_written, look_latest, pick_written_q, pick_latest_q;

  always_comb begin
    for (int unsigned i = 0; i < Window - 1; i++) begin
      read_match[i] = window_valid_q[i] && window_q[i].granule == read_q.granule &&
          3'(i) + 3'(look_valid_q) + 3'(pick_valid_q) + 3'(rule_valid_q) < 3'(Window - 1);
    end
    look_match  = {look_match_q, window_valid_q[0] && window_q[0].granule == look_q.granule};
    look_newest = look_match & ~(look_match - 1'b1);
    look_written = '0;
    look_latest  = '0;
    for (int unsigned i = 0; i < Window - 1; i++) begin
      if (look_newest[i]) begin
        look_written |= window_q[i].written;
        look_latest |= window_q[i].latest;
      end
    end
    fresh = window_valid_q[0] && window_q[0].granule == pick_q.granule;
  end

  always_ff @(posedge clk_i) begin
    if (hold) begin
      look_match_q <= look_match[Window-3:0];  // the window moves
      if (fresh) begin
        pick_recent_q  <= 1'b1;
        pick_written_q <= window_q[0].written;
        pick_latest_q  <= window_q[0].latest;
      end
    end else begin
      look_match_q   <= rule_valid_q ? read_match[Window-3:0] : read_match[Window-2:1];
      pick_recent_q  <= look_match != '0;
      pick_written_q <= look_written;
      pick_latest_q  <= look_latest;
    end
  end

  // Cycle 4: compare
  // Of the ways, all pairs are compared at once. [i][j], j < i: j was accessed later than i.
  logic [Ways-1:0] look_hit_way, pick_hit_way_q, hit_way;
  logic [Ways-1:0] look_free, pick_free_q, free_way;
  logic [Ways-1:0][Ways-1:0] look_later, pick_later_q, later;
  logic [Stash-1:0] look_hit_stash, pick_hit_stash_q, hit_stash;
  logic    [Stash-1:0] stash_valid_q;
  tagged_t [Stash-1:0] stash_q;

  always_comb begin
    look_later = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      look_hit_way[way] = look_entry[way].valid && look_entry[way].is.granule == look_q.granule;
      look_free[way]    = !look_entry[way].valid || look_entry[way].is.state.reserved == '0;
      for (int unsigned other = 0; other < way; other++) begin
        look_later[way][other] = look_entry[other].is.state.latest > look_entry[way].is.state.latest;
      end
    end
    for (int unsigned i = 0; i < Stash; i++) begin
      look_hit_stash[i] = stash_valid_q[i] && stash_q[i].granule == look_q.granule;
    end
  end

  always_ff @(posedge clk_i) begin
    pick_hit_way_q   <= hold ? hit_way : look_hit_way;
    pick_hit_stash_q <= hold ? hit_stash : look_hit_stash;
    pick_free_q      <= hold ? free_way : look_free;
    pick_later_q     <= hold ? later : look_later;
  end

  // Cycle 5: find the entry, or its place
  // The comparisons of cycle 4 were before the write that is now in cycle 7, and before the stash changed in cycle 6.
  logic [Stash-1:0] stash_change_q;  // slot that has changed
  logic stashes_q, swaps_q;  // it has the granule of cycle 7; it has the entry that cycle 7 replaces in a way
  logic [Ways-1:0] written;
  logic            write_reserved_q; // the entry that is written has reserved words
  logic            displaced;        // this entry is of the granule

  assign written   = write_q & shares_write_q;
  assign displaced = (pick_hit_way_q & written) != '0;

  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) begin
      hit_way[way]  = written[way] ? same_write_q : pick_hit_way_q[way];
      free_way[way] = written[way] ? !write_reserved_q : pick_free_q[way];
    end
    for (int unsigned i = 0; i < Stash; i++) begin
      hit_stash[i] = stash_change_q[i] ? (stashes_q && same_write_q) || (swaps_q && displaced) : pick_hit_stash_q[i];
    end
  end

  // The written way has a new time; of the others, those above it compare with >=, those below with >.
  always_comb begin
    logic [Ways-1:0] above;
    logic [Ways-1:0] later_than_written;
    for (int unsigned way = 0; way < Ways; way++) begin
      above[way]              = (written & ~(Ways'('1) << way)) != '0;
      later_than_written[way] = {pick_entry_q[way].is.state.latest, above[way]} > {write_entry_q.is.state.latest, 1'b0};
    end
    later = pick_later_q;
    for (int unsigned way = 1; way < Ways; way++) begin
      for (int unsigned other = 0; other < way; other++) begin
        if (written[way]) later[way][other] = later_than_written[other];
        else if (written[other]) later[way][other] = !later_than_written[way];
      end
    end
  end

  // The state is of a way, of the entry written in cycle 7, of the stash, of the window or of the filters.
  logic found, found_written, takes_place;
  logic [Ways-1:0] found_way;
  state_t found_state;

  assign found         = hit_way != '0 || hit_stash != '0;
  assign takes_place   = pick_q.relocation || (hit_stash == '0 && pick_q.kind != GranuleNone);
  assign found_way     = pick_hit_way_q & ~written;
  assign found_written = written != '0 && same_write_q;

  always_comb begin
    found_state = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (found_way[way]) found_state |= pick_entry_q[way].is.state;
    end
    if (found_written) found_state |= write_entry_q.is.state;
    for (int unsigned i = 0; i < Stash; i++) begin
      if (hit_stash[i]) found_state |= stash_q[i].state;
    end
    if (!found && fresh) begin
      found_state.written |= window_q[0].written;
      found_state.latest |= window_q[0].latest;
    end
    if (!found && !fresh && pick_recent_q) begin
      found_state.written |= pick_written_q;
      found_state.latest |= pick_latest_q;
    end
    if (!found && !fresh && !pick_recent_q) begin
      found_state.written |= filter_written;
      found_state.latest |= filter_latest;
    end
  end

  // Whether words are reserved, without a look at the state
  logic found_reserved;
  logic [Stash-1:0] stash_reserved_q;
  assign found_reserved = (found_way & ~pick_free_q) != '0 || (hit_stash & stash_reserved_q) != '0 ||
      (found_written && write_reserved_q);

  // Place of a new entry: the lowest of the empty ones, or else the one with the earliest access.
  logic [Ways-1:0] oldest, place_way;
  logic has_place;
  logic [Ways-1:0] turn_q;  // way of the next displacement

  always_comb begin
    oldest = free_way;
    for (int unsigned way = 1; way < Ways; way++) begin
      for (int unsigned other = 0; other < way; other++) begin
        if (free_way[way] && free_way[other]) begin
          if (pick_entry[other].valid && (!pick_entry[way].valid || later[way][other])) oldest[other] = 1'b0;
          else oldest[way] = 1'b0;
        end
      end
    end
    has_place = free_way != '0;
    place_way = has_place ? oldest : turn_q;
  end

  // Cycle 6: rules
  logic rule_found_q, rule_has_place_q;
  logic rule_new_q;                 // it has no entry, and may get one
  logic [Ways-1:0] rule_way_q;      // of the entry, or else of its place, if it may get one
  logic [Stash-1:0] rule_stash_q;   // entry of the stash
  state_t state_q, state, changed;
  logic reserved_q, changed_reserved, reserved;
  entry_t [Ways-1:0] rule_entry_q;
  entry_t place_entry;
  logic   forward;                 // cycle 5 has the granule of this operation

  logic is_store, is_load, checks, releases, mine, late, overflows, waits, passes, changes, relocated, swaps;
  logic to_way, to_stash, placed, fails, too_late, unrecorded;
  logic [Stash-1:0] stash_empty, stash_free, stash_slot;
  tagged_t stash_victim, entry;

  assign is_load  = rule_q.kind == GranuleLoad;
  assign is_store = rule_q.kind == GranuleStore;
  assign checks   = is_load || is_store;
  assign releases = rule_q.kind == GranuleRelease;
  assign mine     = reserved_q && state_q.written == rule_q.at;
  assign late     = is_load ? state_q.written > rule_q.at : state_q.latest > rule_q.at;

  always_comb begin
    logic [ReservedBits:0] sum;
    sum       = (ReservedBits + 1)'(state_q.reserved) + (ReservedBits + 1)'(rule_q.words);
    overflows = is_store && sum > (ReservedBits + 1)'(MostReserved);
    waits     = checks && !mine && !late && !overflows && reserved_q;
    passes    = checks && !overflows && (mine || (!late && !reserved_q));
    changes   = passes || releases;

    // The state after the operation if that changes it, which is known last
    changed          = state_q;
    changed_reserved = reserved_q;
    if (is_load && rule_q.at > state_q.latest) changed.latest = rule_q.at;
    if (is_store) begin
      changed.written  = rule_q.at;
      changed.latest   = rule_q.at;
      changed.reserved = sum[ReservedBits-1:0];
      changed_reserved = sum[ReservedBits-1:0] != '0;
    end
    if (releases) begin
      changed.reserved = state_q.reserved - ReservedBits'(rule_q.words);
      changed_reserved = state_q.reserved != ReservedBits'(rule_q.words);
    end
    state    = changes ? changed : state_q;
    reserved = changes ? changed_reserved : reserved_q;
  end

  // Lowest slot of the stash that is empty, or else not reserved
  always_comb begin
    for (int unsigned i = 0; i < Stash; i++) begin
      stash_empty[i] = !stash_valid_q[i];
      stash_free[i]  = !stash_valid_q[i] || !stash_reserved_q[i];
    end
    stash_slot = stash_empty != '0 ? lowest(stash_empty) : lowest(stash_free);
    stash_victim = '0;
    for (int unsigned i = 0; i < Stash; i++) begin
      if (stash_slot[i]) stash_victim |= stash_q[i];
    end
  end

  always_comb begin
    place_entry = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (rule_way_q[way]) place_entry |= rule_entry_q[way];
    end
  end

  // A relocation, if its entry is still in the stash and reserved
  assign relocated = rule_q.relocation && rule_stash_q != '0 && reserved_q;
  assign swaps     = relocated && !rule_has_place_q;
  assign to_way    = relocated || (changes && (rule_found_q ? rule_way_q != '0 : rule_has_place_q));
  assign to_stash  = passes && is_store && !rule_found_q && !rule_has_place_q && stash_free != '0;
  assign placed    = rule_found_q || to_way || to_stash;
  assign fails     = !waits && ((is_load && !passes) || (is_store && !(passes && placed)));
  assign too_late  = checks && late && !mine && !overflows;
  assign unrecorded = passes && is_load && !placed;
  assign entry     = '{granule: rule_q.granule, state: changed};

  // What is evicted does not wait for the rule, which says whether.
  assign evicts = to_way && (relocated || !rule_found_q) ? place_entry.valid && !swaps :
      to_stash ? (stash_slot & stash_valid_q) != '0 : unrecorded;

  always_comb begin
    if (rule_has_place_q) begin
      evicted = '{
          granule: place_entry.is.granule,
          written: place_entry.is.state.written,
          latest: place_entry.is.state.latest
      };
    end else if (is_store) begin
      evicted = '{
          granule: stash_victim.granule,
          written: stash_victim.state.written,
          latest: stash_victim.state.latest
      };
    end else begin
      evicted = '{granule: rule_q.granule, written: changed.written, latest: changed.latest};
    end
  end

  // The operation in cycle 5 has the state and the entry of this one, or it is looked up again when this one has been written.
  assign forward = rule_valid_q && same_rule_q && rule_found_q && !rule_q.relocation;
  assign hold = pick_valid_q && rule_valid_q &&
      (rule_q.relocation || pick_q.relocation || (rule_new_q && !rule_has_place_q) ||
       (same_rule_q ? rule_new_q : (rule_way_q & shares_rule_q) != '0));

  always_ff @(posedge clk_i) begin
    if (forward) begin
      state_q    <= state;
      reserved_q <= reserved;
    end else begin
      state_q          <= found_state;
      reserved_q       <= found_reserved;
      rule_found_q     <= found;
      rule_new_q       <= !found && pick_q.kind != GranuleNone;
      rule_way_q       <= hit_way != '0 ? hit_way : takes_place ? place_way : '0;
      rule_stash_q     <= hit_stash;
      rule_has_place_q <= has_place;
      rule_entry_q     <= pick_entry;
    end
  end

  // Registers of the stash
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stash_valid_q <= '0;
    else if (clear_i) stash_valid_q <= '0;
    else if (rule_valid_q && to_stash) stash_valid_q <= stash_valid_q | stash_slot;
    else if (rule_valid_q && relocated && !swaps) stash_valid_q <= stash_valid_q & ~rule_stash_q;
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Stash; i++) begin
      if (rule_valid_q && swaps && rule_stash_q[i]) begin
        stash_q[i]          <= place_entry.is;
        stash_reserved_q[i] <= 1'b1;
      end else if (rule_valid_q && (to_stash ? stash_slot[i] : changes && rule_found_q && rule_stash_q[i])) begin
        stash_q[i]          <= entry;
        stash_reserved_q[i] <= changed_reserved;
      end
    end
  end

  // Next relocation: a reserved entry of the stash, each in its turn
  logic [Stash-1:0] stash_reserved, after_last, next_slot, last_slot_q;

  always_comb begin
    for (int unsigned i = 0; i < Stash; i++) begin
      stash_reserved[i] = stash_valid_q[i] && stash_reserved_q[i];
    end
    after_last = stash_reserved & ~(last_slot_q | (last_slot_q - 1'b1));
    next_slot  = after_last != '0 ? lowest(after_last) : lowest(stash_reserved);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      relocate_q  <= 1'b0;
      turn_q      <= Ways'(1);
      last_slot_q <= LastSlot;
    end else if (clear_i) begin
      relocate_q  <= 1'b0;
      turn_q      <= Ways'(1);
      last_slot_q <= LastSlot;
    end else begin
      if (rule_valid_q && rule_q.schedules) begin
        relocate_q <= stash_reserved != '0;
        if (stash_reserved != '0) last_slot_q <= next_slot;
      end else if (enter && relocate) begin
        relocate_q <= 1'b0;
      end
      if (rule_valid_q && swaps) turn_q <= Ways'({turn_q, turn_q[Ways-1]});
    end
  end

  always_ff @(posedge clk_i) begin
    if (rule_valid_q && rule_q.schedules) begin
      relocate_granule_q <= '0;
      for (int unsigned i = 0; i < Stash; i++) begin
        if (next_slot[i]) relocate_granule_q <= stash_q[i].granule;
      end
    end
  end

  table_events_t events;
  assign events = '{
          hit: checks && rule_found_q,
          miss: checks && !rule_found_q,
          too_late: too_late,
          no_room: fails && !too_late,
          unrecorded_load: unrecorded,
          stashed: to_stash,
          evicted: evicts && !unrecorded,
          relocated: relocated
      };

  // Cycle 7: write, answer
  logic written_q;  // an operation is in this cycle
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q         <= '0;
      earlier_write_q <= '0;
      stash_change_q  <= '0;
      rsp_valid_o     <= 1'b0;
      written_q       <= 1'b0;
      events_o        <= '0;
    end else begin
      write_q         <= rule_valid_q && to_way ? rule_way_q : '0;
      earlier_write_q <= write_q;
      stash_change_q  <= !rule_valid_q ? '0 : to_stash ? stash_slot : relocated ? rule_stash_q : '0;
      rsp_valid_o     <= rule_valid_q && !rule_q.relocation;
      written_q       <= rule_valid_q;
      events_o        <= rule_valid_q ? events : '0;
    end
  end

  always_ff @(posedge clk_i) begin
    write_rows_q      <= rule_rows_q;
    write_entry_q     <= '{valid: 1'b1, is: entry};
    write_reserved_q  <= changed_reserved;
    stashes_q         <= to_stash;
    swaps_q           <= swaps;
    earlier_rows_q    <= write_rows_q;
    earlier_entry_q   <= write_entry_q;
    rsp_verdict_o     <= waits ? VerdictStall : fails ? VerdictAbort : VerdictPass;
    rsp_needs_valid_o <= too_late;
    rsp_needs_o       <= is_load ? state_q.written : state_q.latest;
    rsp_turn_o        <= placed && reserved ? state.written : '1;
  end

  assign in_flight = hashed_valid_q || ways_valid_q || read_valid_q || look_valid_q || pick_valid_q || rule_valid_q;
  assign busy_o    = clearing || !written_ready || !latest_ready || written_busy || latest_busy || in_flight ||
                     written_q || earlier_write_q != '0;

  `GPUTM_ASSERT(a_one_place, $onehot0({hit_way, hit_stash}) || !pick_valid_q,
                ("metadata_table: granule %0d has entries in ways %b and stash %b", pick_q.granule, hit_way, hit_stash))
  `GPUTM_ASSERT_IF(a_release_of_reserved, rule_found_q && state_q.reserved >= ReservedBits'(rule_q.words),
                   rule_valid_q && releases,
                   ("metadata_table: a release of granule %0d, which is not reserved", rule_q.granule))
  `GPUTM_ASSERT(a_reserved_kept, !(evicts && rule_valid_q && relocated) || place_entry.is.state.reserved == '0,
                ("metadata_table: reserved granule %0d is evicted", place_entry.is.granule))
  `GPUTM_ASSERT(a_clear_when_idle, !clear_i || (!in_flight && !enter), ("metadata_table: cleared while busy"))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_forwarded, pick_valid_q && forward)
  `GPUTM_COVER(b_recent, pick_valid_q && !hold && !found && (fresh || pick_recent_q))
  `GPUTM_COVER(b_just_evicted, pick_valid_q && !hold && !found && fresh && !pick_recent_q)
  `GPUTM_COVER(b_to_stash, rule_valid_q && to_stash)
  `GPUTM_COVER(b_stash_evicted, rule_valid_q && to_stash && evicts)
  `GPUTM_COVER(b_swapped, rule_valid_q && swaps)
  `GPUTM_COVER(b_relocated, rule_valid_q && relocated && !swaps)
  `GPUTM_COVER(b_no_room, rule_valid_q && is_store && passes && !placed)
  `GPUTM_COVER(b_unrecorded_load, rule_valid_q && unrecorded)

  // Handshake assertions
  `GPUTM_STREAM(u_check_op, op_valid_i, op_ready_o, {op_kind_i, op_granule_i, op_time_i, op_words_i})

endmodule

`default_nettype wire
