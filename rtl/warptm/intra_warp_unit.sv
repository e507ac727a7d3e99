// Detects conflicts between the lanes of a warp before any log leaves the core: WarpTM's two-phase
// parallel intra-warp conflict resolution (MICRO 2013 paper). The unit reads the rows of a warp's
// logs and keeps an ownership table in shared memory, with a few bits for each slot:
//
//   clear   every slot is free;
//   mark    rows of the write log: the lowest lane that writes to a slot owns it;
//   check   rows of the read log: a lane aborts if a lower lane owns the slot;
//           rows of the write log: a lane aborts unless it owns the slot itself.
//
// The surviving lanes can take commit ids in lane order: a lane that reads a word written by a
// higher lane comes before it. A slot stands for all words that hash to it, so lanes may abort
// without a conflict, and an aborting lane has still marked its slots; neither hides a conflict.
// The lowest lane of a warp never aborts: it owns each slot that it marks, as there is no lower
// lane. So the paper's rule that the lowest lane is spared if all would abort needs no hardware.
//
// Streams: start, with the lanes that commit; rows, all marks before the first check, of which the
// last one ends the warp; result, the lanes that abort.
//
// Latency:    rows are taken at once, four of them while the table is cleared. Their passes (bank_leaders)
//             begin ClearCycles = Entries / (Banks * WordEntries) cycles after start, less one, or four
//             cycles after the row has been taken; the result five cycles after the last row's last pass.
// Throughput: one row a cycle, and one more cycle for each slot beyond the first that a bank has to
//             serve. One warp at a time. Rows of more than PassLanes lanes are served group by
//             group, without groups that have no lanes.
//
// While busy_o is low, or row_awaited_o is high and no row is offered, the clock may be stopped.
//
// Protection: of the table. With a lost word all lanes of the warp abort but the lowest, which no other could have made abort.
//
// Lanes: at least 2. PassLanes: lanes of a group; all lanes, or a power of two that divides them; compared
// in pairs, so twice as many cost four times as much. Entries: slots, Banks: of the table, WordEntries:
// slots in a word of a bank, all powers of two. AddrWidth: bits of a word address, at least $clog2(Entries). Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module intra_warp_unit
  import warptm_pkg::*;
#(
  parameter int unsigned Lanes       = 32,
  parameter int unsigned PassLanes   = Lanes < 32 ? Lanes : 32,  // lanes considered in a pass
  parameter int unsigned Entries     = 4096,                     // slots of the ownership table, a power of two
  parameter int unsigned Banks       = 32,                       // banks of the table, a power of two
  parameter int unsigned WordEntries = 4,                        // slots in a word of a bank, a power of two
  parameter int unsigned AddrWidth   = 30,                       // bits of a word address
  parameter int unsigned Protection  = 0                         // of the table: none, parity, or correction (ecc_pkg)
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,

  // A warp begins
  input  wire logic                            start_valid_i,
  output      logic                            start_ready_o,
  input  wire logic [Lanes-1:0]                start_lanes_i,   // lanes that commit; accesses of others are ignored

  // Rows of its logs
  input  wire logic                            row_valid_i,
  output      logic                            row_ready_o,
  input  wire row_op_e                         row_op_i,  // operation on the row
  input  wire logic [Lanes-1:0]                row_lanes_i,     // lanes with an entry that is not void
  input  wire logic [Lanes-1:0][AddrWidth-1:0] row_addr_i,      // word addresses
  input  wire logic                            row_last_i,      // last row of the warp

  // The result
  output      logic                            result_valid_o,
  input  wire logic                            result_ready_i,
  output      logic [Lanes-1:0]                result_aborts_o, // lanes that abort

  output      ecc_pkg::ram_report_t            memory_report_o, // corrected and lost words; memory: bank

  output      logic                            busy_o,          // a warp is in progress
  output      logic                            row_awaited_o    // all rows taken so far are served, and one is to come
);

  localparam int unsigned LaneWidth = $clog2(Lanes);
  localparam int unsigned PassLaneWidth = $clog2(PassLanes);
  localparam int unsigned Groups = Lanes / PassLanes;
  localparam int unsigned GroupWidth = Groups > 1 ? $clog2(Groups) : 1;
  localparam int unsigned SlotWidth = $clog2(Entries);
  localparam int unsigned BankWidth = $clog2(Banks);
  localparam int unsigned PlaceWidth = SlotWidth - BankWidth;
  localparam int unsigned PartWidth = $clog2(WordEntries);
  localparam int unsigned RowWidth = PlaceWidth - PartWidth;
  localparam int unsigned ClearCycles = 2 ** RowWidth;

  localparam int unsigned LeastEntries = 2 * Banks * WordEntries;
  localparam bit GroupsAreWhole = PassLanes == Lanes || (Lanes % PassLanes == 0 && PassLanes == 2 ** PassLaneWidth);
  localparam bit [6:0] Legal = {
    param_pkg::in_range("intra_warp_unit: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded),
    param_pkg::in_range("intra_warp_unit: Lanes", Lanes, 2, 256),
    param_pkg::holds(
        "intra_warp_unit: PassLanes",
        64'(PassLanes),
        PassLanes >= 2 && GroupsAreWhole,
        "as Lanes, or a power of two, at least 2, that divides it"
    ),
    param_pkg::power_of_two("intra_warp_unit: Entries", Entries, LeastEntries, 2 ** 20),
    param_pkg::power_of_two("intra_warp_unit: Banks", Banks, 2, 256),
    param_pkg::power_of_two("intra_warp_unit: WordEntries", WordEntries, 2, 256),
    param_pkg::in_range("intra_warp_unit: AddrWidth", AddrWidth, 2 * SlotWidth - 2, 64)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)


  typedef struct packed {
    logic                 owned;
    logic [LaneWidth-1:0] lane;
  } entry_t;

  // Carried along with a group of a row
  typedef struct packed {
    row_op_e               op;
    logic                  last;   // last of the warp
    logic [GroupWidth-1:0] group;  // group of lanes
  } tag_t;

  typedef enum logic [1:0] {
    StIdle,
    StClear,
    StRows,
    StResult
  } state_e;

  // As in the authors' public model: (a mod n + 17 * (a div n)) mod n of the byte address a.
  // Neighbouring words fall into neighbouring banks.
  function automatic logic [SlotWidth-1:0] slot_of(logic [2*SlotWidth-3:0] addr);
    logic [SlotWidth-1:0] low, high;
    low  = {addr[SlotWidth-3:0], 2'b00};
    high = addr[SlotWidth-2 +: SlotWidth];
    return low + high + (high << 4);
  endfunction

  // Bits of a slot's number that are its bank: above those of its place in a word
  function automatic logic [SlotWidth-1:0] bank_first(logic [SlotWidth-1:0] slot);
    return {slot[SlotWidth-1:PartWidth+BankWidth], slot[PartWidth-1:0], slot[PartWidth+:BankWidth]};
  endfunction

  // The group of a lane, and the first lane of a group
  function automatic logic [GroupWidth-1:0] group_of(logic [LaneWidth-1:0] lane);
    return GroupWidth'((LaneWidth + 1)'(lane) >> PassLaneWidth);
  endfunction
  function automatic logic [LaneWidth-1:0] first_of(logic [GroupWidth-1:0] group);
    return LaneWidth'((LaneWidth + 1)'(group) << PassLaneWidth);
  endfunction

  // Lanes of a group that abort if they have a slot with this entry. (Shifts: comparisons with each
  // lane would become carry chains.)
  function automatic logic [PassLanes-1:0] aborts_of(row_op_e op, logic [GroupWidth-1:0] group, entry_t entry);
    logic [PassLaneWidth-1:0] lane;
    logic [PassLanes-1:0] owner, above, aborts;
    lane = entry.lane[PassLaneWidth-1:0];
    owner = '0;
    above = group_of(entry.lane) < group ? '1 : '0;
    if (group_of(entry.lane) == group) begin
      owner = PassLanes'(1'b1) << lane;
      above = ~PassLanes'(1'b1) << lane;
    end
    unique case (op)
      RowCheckRead:  aborts = entry.owned ? above : '0;
      RowCheckWrite: aborts = ~owner;
      default:       aborts = '0;
    endcase
    return aborts;
  endfunction

  state_e state_q, state_d;
  logic [RowWidth-1:0] clear_row_q;
  logic [Lanes-1:0] lanes_q, aborts_q;
  logic ended_q;  // a warp was in progress; now its registers are cleared

  // Rows come group by group: the lowest remaining group with committing lanes. A row without any has one group, too.
  logic rows_end_q, takes_rows, row_taken, group_ready, group_last;
  logic [Groups-1:0] given_q, left, left_after;
  logic [GroupWidth-1:0] group;
  logic [Groups-1:0][PassLanes-1:0] row_lanes;
  logic [Groups-1:0][PassLanes-1:0][AddrWidth-1:0] row_addr;
  logic [PassLanes-1:0][SlotWidth-1:0] slot;

  assign row_lanes   = row_lanes_i & lanes_q;
  assign row_addr    = row_addr_i;
  assign takes_rows  = (state_q == StClear || state_q == StRows) && !rows_end_q;
  assign left_after  = left & (left - 1'b1);
  assign group_last  = left_after == '0;
  assign row_ready_o = group_ready && group_last && takes_rows;
  assign row_taken   = row_valid_i && row_ready_o;

  always_comb begin
    group = '0;
    for (int unsigned g = 0; g < Groups; g++) left[g] = row_lanes[g] != '0 && !given_q[g];
    for (int unsigned g = 0; g < Groups; g++) if (left[Groups-1-g]) group = GroupWidth'(Groups - 1 - g);
    for (int unsigned lane = 0; lane < PassLanes; lane++)
    slot[lane] = bank_first(slot_of(row_addr[group][lane][2*SlotWidth-3:0]));
  end

  // Passes of the rows
  logic passes_go, pass_valid, pass_last;  // last pass of the group
  logic leaders_busy, in_flight;  // rows that have not been served
  tag_t                                 pass_tag;
  logic [PassLanes-1:0]                 pass_served;
  logic [PassLanes-1:0][BankWidth-1:0]  pass_bank;
  logic [Banks-1:0]                     bank_used;
  logic [Banks-1:0][PassLaneWidth-1:0]  bank_leader;
  logic [Banks-1:0][PlaceWidth-1:0]     bank_place;

  bank_leaders #(
    .Lanes    (PassLanes),
    .Banks    (Banks),
    .SlotWidth(SlotWidth),
    .TagWidth ($bits(tag_t))
  ) u_leaders (
    .clk_i,
    .rst_ni,
    .row_valid_i  (row_valid_i && takes_rows),
    .row_ready_o  (group_ready),
    .row_tag_i    ({row_op_i, row_last_i && group_last, group}),
    .row_lanes_i  (row_lanes[group]),
    .row_slot_i   (slot),
    .pass_go_i    (passes_go),
    .pass_valid_o (pass_valid),
    .pass_last_o  (pass_last),
    .pass_tag_o   (pass_tag),
    .pass_served_o(pass_served),
    .pass_bank_o  (pass_bank),
    .bank_used_o  (bank_used),
    .bank_leader_o(bank_leader),
    .bank_place_o (bank_place),
    .busy_o       (leaders_busy)
  );

  // A bank is read two cycles behind its pass, when the table is clear.
  assign passes_go = state_q == StRows || state_q == StClear && (clear_row_q | RowWidth'(1)) == '1;

  // Behind the pass each bank has the word of its leader's slot; a cycle later it gives the lanes that would
  // abort with this slot, and the served lanes select their bank's: a bit for each lane instead of an owner.
  logic read_valid_q, read_last_q, found_valid_q, found_last_q;  // last pass of the warp
  row_op_e read_op_q, found_op_q;
  logic [GroupWidth-1:0] read_group_q, found_group_q;
  logic [PassLanes-1:0] read_served_q, found_served_q;
  logic [PassLanes-1:0][BankWidth-1:0] read_bank_q, found_bank_q;
  logic [Banks-1:0] bank_used_q;
  logic [Banks-1:0][LaneWidth-1:0] bank_leader_q;  // number among all lanes
  logic [Banks-1:0][PlaceWidth-1:0] bank_place_q;
  entry_t [Banks-1:0] found, found_q;
  logic [Banks-1:0][PassLanes-1:0] bank_aborts;
  logic [PassLanes-1:0][Banks-1:0] lane_aborts;  // the same, by lanes
  logic [Groups-1:0][PassLanes-1:0] aborts;
  ecc_pkg::ram_error_t [Banks-1:0] errors;  // a cycle behind the word
  logic lost;

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    entry_t [WordEntries-1:0] word, new_word;
    logic mark;

    ram_1r1w_ecc #(
      .Width     (WordEntries * $bits(entry_t)),
      .Depth     (ClearCycles),
      .Protection(Protection),
      .Forward   (1'b1)
    ) u_ram (
      .clk_i,
      .rst_ni,
      .write_i(state_q == StClear || mark),
      .waddr_i(state_q == StClear ? clear_row_q : bank_place_q[b][PlaceWidth-1:PartWidth]),
      .wdata_i(state_q == StClear ? '0 : new_word),
      .read_i (bank_used[b]),
      .check_i(1'b1),
      .raddr_i(bank_place[b][PlaceWidth-1:PartWidth]),
      .rdata_o(word),
      .bad_o  (),
      .error_o(errors[b])
    );

    assign found[b] = word[bank_place_q[b][PartWidth-1:0]];
    assign mark     = bank_used_q[b] && read_op_q == RowMark && (!found[b].owned || bank_leader_q[b] < found[b].lane);

    always_comb begin
      new_word = word;
      new_word[bank_place_q[b][PartWidth-1:0]] = '{owned: 1'b1, lane: bank_leader_q[b]};
    end
  end

  always_comb begin
    for (int unsigned b = 0; b < Banks; b++) bank_aborts[b] = aborts_of(found_op_q, found_group_q, found_q[b]);
    aborts = '0;
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      for (int unsigned b = 0; b < Banks; b++) lane_aborts[lane][b] = bank_aborts[b][lane];
      aborts[found_group_q][lane] = found_served_q[lane] && lane_aborts[lane][found_bank_q[lane]];
    end
  end

  // With protection the lowest lane survives also what a lost word says.
  logic [Lanes-1:0] new_aborts;
  if (Protection == ecc_pkg::None) begin : gen_found
    assign new_aborts = aborts;
  end else begin : gen_found_or_lost
    assign new_aborts = (lost ? '1 : aborts) & lanes_q & (lanes_q - 1'b1);
  end

  // None is fatal: aborts cost attempts, and no data.
  ecc_pkg::ram_error_t [Banks-1:0] answered_for;
  always_comb begin
    lost = 1'b0;
    answered_for = errors;
    for (int unsigned b = 0; b < Banks; b++) begin
      lost |= errors[b].fatal;
      answered_for[b].fatal = 1'b0;
    end
  end
  error_report #(
    .Memories  (Banks),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(answered_for),
    .stop_o  (),
    .report_o(memory_report_o)
  );

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle:   if (start_valid_i) state_d = StClear;
      StClear:  if (clear_row_q == '1) state_d = StRows;
      StRows:   if (found_valid_q && found_last_q) state_d = StResult;
      StResult: if (result_ready_i) state_d = StIdle;
      default:  state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q        <= StIdle;
      clear_row_q    <= '0;
      ended_q        <= 1'b0;
      rows_end_q     <= 1'b0;
      given_q        <= '0;
      read_valid_q   <= 1'b0;
      read_served_q  <= '0;
      bank_used_q    <= '0;
      found_valid_q  <= 1'b0;
      found_served_q <= '0;
      aborts_q       <= '0;
    end else begin
      state_q        <= state_d;
      clear_row_q    <= state_q == StClear ? clear_row_q + 1'b1 : '0;
      ended_q        <= state_q != StIdle;
      rows_end_q     <= state_q != StIdle && (rows_end_q || row_taken && row_last_i);
      if (row_valid_i && group_ready && takes_rows) given_q <= group_last ? '0 : given_q | left & ~left_after;
      read_valid_q   <= pass_valid;
      read_served_q  <= pass_served;
      bank_used_q    <= bank_used;
      found_valid_q  <= read_valid_q;
      found_served_q <= read_served_q;
      aborts_q       <= state_q == StIdle ? '0 : aborts_q | new_aborts;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) lanes_q <= start_lanes_i;
    read_op_q     <= pass_tag.op;
    read_group_q  <= pass_tag.group;
    read_last_q   <= pass_tag.last && pass_last;
    read_bank_q   <= pass_bank;
    for (int unsigned b = 0; b < Banks; b++) bank_leader_q[b] <= first_of(pass_tag.group) | LaneWidth'(bank_leader[b]);
    bank_place_q  <= bank_place;
    found_op_q    <= read_op_q;
    found_group_q <= read_group_q;
    found_last_q  <= read_last_q;
    found_bank_q  <= read_bank_q;
    found_q       <= found;
  end

  assign start_ready_o   = state_q == StIdle;
  assign result_valid_o  = state_q == StResult;
  assign result_aborts_o = aborts_q;
  assign in_flight       = leaders_busy || read_valid_q || found_valid_q;
  assign busy_o          = state_q != StIdle || ended_q || in_flight;
  assign row_awaited_o   = state_q == StRows && !rows_end_q && !in_flight;

  logic checked_q, lost_q;  // for the assertions

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      checked_q <= 1'b0;
      lost_q    <= 1'b0;
    end else begin
      checked_q <= state_q != StIdle && (checked_q || row_taken && row_op_i != RowMark);
      lost_q    <= state_q != StIdle && (lost_q || lost);
    end
  end

  `GPUTM_ASSERT(a_lowest_lane_survives, (aborts_q & lanes_q & (~lanes_q + 1'b1)) == '0,
                ("intra_warp_unit: the lowest of lanes %b aborts, %b", lanes_q, aborts_q))
  `GPUTM_ASSERT(a_lanes_of_the_warp_abort, (aborts_q & ~lanes_q) == '0,
                ("intra_warp_unit: lanes %b abort, the warp has %b", aborts_q, lanes_q))
  `GPUTM_ASSERT(a_marks_come_first, !(row_taken && row_op_i == RowMark && checked_q),
                ("intra_warp_unit: a row is marked after one was checked"))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_row_before_the_table_is_clear, row_taken && state_q == StClear)
  `GPUTM_COVER(b_row_is_awaited, row_awaited_o && !row_valid_i)
  `GPUTM_COVER(b_lane_aborts, result_valid_o && result_aborts_o != '0)
  `GPUTM_COVER(b_none_aborts, result_valid_o && result_aborts_o == '0)
  for (genvar lane = 0; lane < PassLanes; lane++) begin : gen_check_lane
    `GPUTM_ASSERT(
        a_written_is_marked,
        !(found_served_q[lane] && found_op_q == RowCheckWrite) || found_q[found_bank_q[lane]].owned || lost || lost_q,
        ("intra_warp_unit: lane %0d writes an unmarked word", lane))
  end

  // Handshake assertions
  `GPUTM_STREAM(u_check_start, start_valid_i, start_ready_o, start_lanes_i)
  `GPUTM_STREAM(u_check_row, row_valid_i, row_ready_o, {row_op_i, row_lanes_i, row_addr_i, row_last_i})
  `GPUTM_STREAM(u_check_result, result_valid_o, result_ready_i, result_aborts_o)

endmodule

`default_nettype wire
