// The local memory of a compute unit with transactions (GPU-LocalTM paper, sections 3.1 to 3.3): banks, the crossbar from
// lanes to banks, the masks and modes of every wavefront, and the allocations of the work-groups.
//
// A request is one instruction of a wavefront: a memory access of the lanes in EXEC (inside a transaction, of those that
// are not in TCM), a begin, a commit, or a barrier, which is only checked. A wavefront has one request at a time; the
// answer brings the lanes' data, and TCM and EXEC to go on with. Requests of different wavefronts overlap.
//
// Memory:  the unit makes passes over PassLanes lanes until every lane has been served; in a pass a bank serves one
//          lane. Passes and walks reach all banks in one order. A pass with a busy bank waits, with all that follows.
//          Pipelined banks take a pass a cycle; the answer comes 5 cycles after the request of one pass, and a cycle
//          later for each further one. Paper's banks add what lds_bank_paper's cycles exceed 1, of the slowest bank.
// Begin:   answered 4 cycles after the request, unless it has to wait for another wavefront's serialization.
// Commit:  answered 4 cycles after the request if no other walk is before it; the banks release meanwhile.
// Conflict: the lane's TCM bit is set and all banks restore what the lane owns; the walk overtakes passes that have not
//          reached the banks, and the answer is given when it has been issued.
// Answers are given in an order in which each commit precedes the answers of accesses that saw what it left.
//
// Lanes: of a wavefront, a power of two. PassLanes: divides Lanes. Wavefronts: of the unit, a multiple of WorkGroups.
// Banks: a power of two. Rows: words of a bank, a power of two. Others: as lds_tx_bank.

`default_nettype none

module lds_tx_unit
  import localtm_pkg::*;
#(
  parameter  bit          Paper         = 1'b0,
  parameter  int unsigned Lanes         = 64,
  parameter  int unsigned PassLanes     = 32,
  parameter  int unsigned Banks         = 32,
  parameter  int unsigned Wavefronts    = 4,
  parameter  int unsigned WorkGroups    = 1,
  parameter  int unsigned Rows          = 512,
  parameter  int unsigned FilterBits    = 8,
  parameter  int unsigned Exact         = 0,
  parameter  int unsigned SharedReaders = 0,
  parameter  int unsigned UndoEntries   = 0,
  parameter  int unsigned ScanWalk      = 0,
  localparam int unsigned WfWidth       = $clog2(Wavefronts),
  localparam int unsigned GroupWidth    = WorkGroups == 1 ? 1 : $clog2(WorkGroups),
  localparam int unsigned RowWidth      = $clog2(Rows)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Allocation of a work-group, while none of its wavefronts has a request
  input  wire logic                  alloc_valid_i,
  input  wire logic [GroupWidth-1:0] alloc_group_i,
  input  wire logic [RowWidth-1:0]   alloc_base_i,           // first row in every bank
  input  wire logic [RowWidth:0]     alloc_rows_i,           // rows in every bank, 4 * Banks bytes each
  input  wire logic                  alloc_transactional_i,  // the rows' backups are taken, too
  output lds_error_e                 alloc_error_o,

  // Requests
  input  wire logic                  req_valid_i,
  output      logic                  req_ready_o,
  input  wire logic [WfWidth-1:0]    req_wavefront_i,
  input  wire lds_op_e               req_op_i,
  input  wire logic [Lanes-1:0]      req_exec_i,
  input  wire addr_t [Lanes-1:0]     req_addr_i,  // byte address in the work-group's allocation
  input  wire word_t [Lanes-1:0]     req_data_i,

  // Answers
  output      logic                  rsp_valid_o,
  input  wire logic                  rsp_ready_i,
  output      logic [WfWidth-1:0]    rsp_wavefront_o,
  output lds_error_e                 rsp_error_o,
  output word_t     [Lanes-1:0]      rsp_data_o,
  output      logic [Lanes-1:0]      rsp_conflict_o,  // lanes whose access conflicted
  output      logic [Lanes-1:0]      rsp_true_o,      // of these, lanes whose row has an owner
  output      logic [Lanes-1:0]      rsp_reader_o,    // lanes that another one's filter of reads stopped
  output      logic [Lanes-1:0]      rsp_overflow_o,  // lanes for which no backup was free
  output      logic [Lanes-1:0]      rsp_race_o,      // lanes outside of a transaction that met an owned row
  output      logic [Lanes-1:0]      rsp_tcm_o,
  output      logic [Lanes-1:0]      rsp_exec_o,
  output tx_outcome_e                rsp_outcome_o,
  output tx_mode_e                   rsp_mode_o,

  // What the banks take in this cycle, in the order of their effects: for histories, counters and tests
  output      logic                  event_pass_o,
  output      logic                  event_walk_o,
  output walk_e                      event_kind_o,     // of the walk
  output      logic [WfWidth-1:0]    event_wavefront_o,
  output      logic [Lanes-1:0]      event_lanes_o,

  output      logic                  busy_o
);

  localparam int unsigned BankWidth     = $clog2(Banks);
  localparam int unsigned LaneWidth     = $clog2(Lanes);
  localparam int unsigned PassLaneWidth = $clog2(PassLanes);
  localparam int unsigned Parts         = Lanes / PassLanes;
  localparam int unsigned PartWidth     = Parts == 1 ? 1 : $clog2(Parts);
  localparam int unsigned GroupShift    = $clog2(Wavefronts / WorkGroups);
  localparam int unsigned RowOffset     = 2 + BankWidth;  // of the row in an address
  localparam int unsigned TxRows        = tx_rows(Rows, Paper, UndoEntries);

  function automatic logic [GroupWidth-1:0] group_of(logic [WfWidth-1:0] wavefront);
    return GroupWidth'({1'b0, wavefront} >> GroupShift);
  endfunction

  function automatic logic [LaneWidth-1:0] lane_of(logic [PartWidth-1:0] number,
                                                   logic [PassLaneWidth-1:0] pass_lane);
    return LaneWidth'({number, pass_lane});
  endfunction

  // Allocations
  typedef struct packed {
    logic                transactional;
    logic [RowWidth-1:0] base;
    logic [RowWidth:0]   rows;
  } allocation_t;

  allocation_t [WorkGroups-1:0] allocation_q;
  logic [RowWidth+1:0]          alloc_end;

  assign alloc_end     = (RowWidth+2)'(alloc_base_i) + (RowWidth+2)'(alloc_rows_i);
  assign alloc_error_o = alloc_valid_i && alloc_end > (RowWidth+2)'(alloc_transactional_i ? TxRows : Rows)
                         ? ErrorTooLarge : ErrorNone;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      allocation_q <= '0;
    end else if (alloc_valid_i) begin
      allocation_q[alloc_group_i] <= '{
          transactional: alloc_transactional_i && alloc_error_o == ErrorNone,
          base: alloc_base_i,
          rows: alloc_error_o == ErrorNone ? alloc_rows_i : '0
      };
    end
  end

  // Masks and modes
  logic        [Wavefronts-1:0]            ctrl_done, in_tx, settled;
  logic        [Wavefronts-1:0][Lanes-1:0] tcm, exec;
  tx_mode_e    [Wavefronts-1:0]            mode;
  tx_outcome_e [Wavefronts-1:0]            outcome;
  logic                                    begin_accepted, commit_accepted;
  logic                                    conflict, conflict_overflow;
  logic        [Lanes-1:0]                 conflict_lanes;
  logic                                    walk_valid, walk_ready;
  walk_e                                   walk_kind;
  logic        [WfWidth-1:0]               walk_wavefront;
  logic        [Lanes-1:0]                 walk_lanes;
  logic        [WfWidth-1:0]               run_wavefront_q;

  tx_mode_ctrl #(
    .Lanes     (Lanes),
    .Wavefronts(Wavefronts),
    .WorkGroups(WorkGroups)
  ) u_mode_ctrl (
    .clk_i,
    .rst_ni,
    .begin_i             (begin_accepted),
    .commit_i            (commit_accepted),
    .wavefront_i         (req_wavefront_i),
    .exec_i              (req_exec_i),
    .conflict_i          (conflict),
    .conflict_wavefront_i(run_wavefront_q),
    .conflict_lanes_i    (conflict_lanes),
    .conflict_overflow_i (conflict_overflow),
    .walk_valid_o        (walk_valid),
    .walk_ready_i        (walk_ready),
    .walk_kind_o         (walk_kind),
    .walk_wavefront_o    (walk_wavefront),
    .walk_lanes_o        (walk_lanes),
    .done_o              (ctrl_done),
    .in_tx_o             (in_tx),
    .settled_o           (settled),
    .tcm_o               (tcm),
    .exec_o              (exec),
    .mode_o              (mode),
    .outcome_o           (outcome)
  );

  // Acceptance: a memory instruction needs the request register, the others go past it.
  logic [Lanes-1:0] req_active, req_unaligned, req_outside;
  lds_error_e       req_error;
  logic             accept, is_memory, is_barrier, request_free;
  allocation_t      req_allocation;

  assign req_allocation = allocation_q[group_of(req_wavefront_i)];
  assign req_active     = req_exec_i & ~(in_tx[req_wavefront_i] ? tcm[req_wavefront_i] : '0);
  assign is_memory      = req_op_i < OpBegin;
  assign is_barrier     = req_op_i == OpBarrier;
  assign req_ready_o    = !is_memory || request_free;
  assign accept         = req_valid_i && req_ready_o;

  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_check
    assign req_unaligned[lane] = req_active[lane] && req_addr_i[lane][1:0] != '0;
    assign req_outside[lane]   = req_active[lane] &&
                                 (RowWidth+1)'(req_addr_i[lane][AddrBits-1:RowOffset]) >= req_allocation.rows;
  end

  always_comb begin
    req_error = ErrorNone;
    if (is_memory) begin
      if (req_unaligned != '0) req_error = ErrorUnaligned;
      else if (req_outside != '0) req_error = ErrorOutOfRange;
    end else if (is_barrier) begin
      if (in_tx[req_wavefront_i]) req_error = ErrorBarrierInTx;
    end else if (req_op_i == OpCommit) begin
      if (!in_tx[req_wavefront_i]) req_error = ErrorCommitOutside;
    end else if (!req_allocation.transactional) begin
      req_error = ErrorPlainGroup;
    end
  end

  assign begin_accepted  = accept && req_op_i == OpBegin && req_error == ErrorNone;
  assign commit_accepted = accept && req_op_i == OpCommit && req_error == ErrorNone;

  // Request register: lanes that have not been sent to a bank yet
  logic                request_valid_q, request_tx_q, request_done, pass_taken;
  logic [WfWidth-1:0]  request_wavefront_q;
  lds_op_e             request_op_q;
  logic [RowWidth-1:0] request_base_q;
  logic [Lanes-1:0]    request_left_q, left, pass_lanes;
  addr_t [Lanes-1:0]   request_addr_q;
  word_t [Lanes-1:0]   request_data_q;

  assign request_free = !request_valid_q || request_done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) request_valid_q <= 1'b0;
    else request_valid_q <= accept && is_memory && req_error == ErrorNone || request_valid_q && !request_done;
  end

  always_ff @(posedge clk_i) begin
    if (accept && is_memory) begin
      request_wavefront_q <= req_wavefront_i;
      request_op_q        <= req_op_i;
      request_tx_q        <= in_tx[req_wavefront_i];
      request_base_q      <= req_allocation.base;
      request_left_q      <= req_exec_i;
      request_addr_q      <= req_addr_i;
      request_data_q      <= req_data_i;
    end else if (pass_taken) begin
      request_left_q <= left & ~pass_lanes;
    end
  end

  // The next pass: the lowest part of the wavefront that has lanes left
  logic [Parts-1:0][PassLanes-1:0]         parts;
  logic [PartWidth-1:0]                    part;
  logic [PassLanes-1:0][BankWidth-1:0]     part_bank;
  logic [PassLanes-1:0]                    pass_served;
  logic [Banks-1:0]                        pass_bank_valid;
  logic [Banks-1:0][PassLaneWidth-1:0]     pass_bank_lane;
  logic                                    pass_last;

  // Lanes can lose their turn at any time, by an abort from outside.
  assign left  = request_valid_q ? request_left_q & ~(request_tx_q ? tcm[request_wavefront_q] : '0) : '0;
  assign parts = left;

  always_comb begin
    part = '0;
    for (int p = Parts - 1; p >= 0; p--) begin
      if (parts[p] != '0) part = PartWidth'(unsigned'(p));
    end
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      part_bank[lane] = request_addr_q[lane_of(part, PassLaneWidth'(lane))][2+:BankWidth];
    end
  end

  lds_pass_select #(
    .PassLanes(PassLanes),
    .Banks    (Banks)
  ) u_pass_select (
    .active_i    (parts[part]),
    .bank_i      (part_bank),
    .served_o    (pass_served),
    .bank_valid_o(pass_bank_valid),
    .bank_lane_o (pass_bank_lane)
  );

  assign pass_lanes   = Lanes'(pass_served) << (Lanes'(part) * PassLanes);
  assign pass_last    = (left & ~pass_lanes) == '0;
  assign request_done = pass_taken && pass_last;

  // Issue register: the pass or walk that the banks take next
  logic                                    issue_valid_q, issue_walk_q, issue_go, issue_free, run_ready;
  logic                                    issue_last_q, issue_tx_q;
  walk_e                                   issue_kind_q;
  logic [WfWidth-1:0]                      issue_wavefront_q;
  lds_op_e                                 issue_op_q;
  logic [Lanes-1:0]                        issue_lanes_q;
  logic [PartWidth-1:0]                    issue_part_q;
  logic [PassLanes-1:0]                    issue_served_q;
  logic [PassLanes-1:0][BankWidth-1:0]     issue_bank_q;
  logic [Banks-1:0]                        issue_bank_valid_q, bank_ready;
  logic [Banks-1:0][PassLaneWidth-1:0]     issue_bank_lane_q;
  logic [Banks-1:0][RowWidth-1:0]          issue_row_q;
  word_t [Banks-1:0]                       issue_data_q;

  assign issue_free = !issue_valid_q || issue_go;
  assign walk_ready = issue_free;
  assign pass_taken = request_valid_q && issue_free && !walk_valid;
  assign issue_go   = issue_valid_q && (bank_ready | ~issue_bank_valid_q) == '1 && (issue_walk_q || run_ready);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) issue_valid_q <= 1'b0;
    else if (issue_free) issue_valid_q <= walk_valid || pass_taken;
  end

  always_ff @(posedge clk_i) begin
    if (issue_free && walk_valid) begin
      issue_walk_q       <= 1'b1;
      issue_kind_q       <= walk_kind;
      issue_wavefront_q  <= walk_wavefront;
      issue_lanes_q      <= walk_lanes;
      issue_bank_valid_q <= '1;
    end else if (pass_taken) begin
      issue_walk_q       <= 1'b0;
      issue_wavefront_q  <= request_wavefront_q;
      issue_lanes_q      <= pass_lanes;
      issue_op_q         <= request_op_q;
      // Whoever has the work-group to itself is not undone, and needs no backups that could run out.
      issue_tx_q         <= request_tx_q && !(UndoEntries != 0 && mode[request_wavefront_q] == ModeWorkGroupSerial);
      issue_last_q       <= pass_last;
      issue_part_q       <= part;
      issue_served_q     <= pass_served;
      issue_bank_q       <= part_bank;
      issue_bank_valid_q <= pass_bank_valid;
      issue_bank_lane_q  <= pass_bank_lane;
      for (int unsigned bank = 0; bank < Banks; bank++) begin
        issue_row_q[bank]  <= request_base_q + RowWidth'(request_addr_q[
            lane_of(part, pass_bank_lane[bank])][AddrBits-1:RowOffset]);
        issue_data_q[bank] <= request_data_q[lane_of(part, pass_bank_lane[bank])];
      end
    end
  end

  // Banks
  logic  [Banks-1:0] rsp_valid, rsp_conflict, rsp_true, rsp_reader, rsp_overflow, rsp_race, bank_busy;
  word_t [Banks-1:0] rsp_data;

  for (genvar bank = 0; bank < Banks; bank++) begin : gen_banks
    lds_tx_bank #(
      .Paper        (Paper),
      .Lanes        (Lanes),
      .Wavefronts   (Wavefronts),
      .WorkGroups   (WorkGroups),
      .Rows         (Rows),
      .FilterBits   (FilterBits),
      .Exact        (Exact),
      .SharedReaders(SharedReaders),
      .UndoEntries  (UndoEntries),
      .ScanWalk     (ScanWalk)
    ) u_bank (
      .clk_i,
      .rst_ni,
      .cmd_valid_i    (issue_go && issue_bank_valid_q[bank]),
      .cmd_ready_o    (bank_ready[bank]),
      .cmd_walk_i     (issue_walk_q),
      .cmd_restore_i  (issue_kind_q != WalkRelease),
      .cmd_wavefront_i(issue_wavefront_q),
      .cmd_lanes_i    (issue_lanes_q),
      .cmd_op_i       (issue_op_q),
      .cmd_tx_i       (issue_tx_q),
      .cmd_owner_i    ({issue_wavefront_q, lane_of(issue_part_q, issue_bank_lane_q[bank])}),
      .cmd_row_i      (issue_row_q[bank]),
      .cmd_data_i     (issue_data_q[bank]),
      .rsp_valid_o    (rsp_valid[bank]),
      .rsp_data_o     (rsp_data[bank]),
      .rsp_conflict_o (rsp_conflict[bank]),
      .rsp_true_o     (rsp_true[bank]),
      .rsp_reader_o   (rsp_reader[bank]),
      .rsp_overflow_o (rsp_overflow[bank]),
      .rsp_race_o     (rsp_race[bank]),
      .busy_o         (bank_busy[bank])
    );
  end

  assign event_pass_o      = issue_go && !issue_walk_q;
  assign event_walk_o      = issue_go && issue_walk_q;
  assign event_kind_o      = issue_kind_q;
  assign event_wavefront_o = issue_wavefront_q;
  assign event_lanes_o     = issue_lanes_q;

  // The pass that the banks work on
  logic                                run_valid_q, run_last_q, run_done;
  logic [PartWidth-1:0]                run_part_q;
  logic [PassLanes-1:0]                run_served_q;
  logic [PassLanes-1:0][BankWidth-1:0] run_bank_q;
  logic [Banks-1:0]                    run_awaited_q, run_awaited;
  logic [PassLanes-1:0]                answered, part_conflict, part_true, part_reader, part_overflow, part_race;
  logic [Lanes-1:0]                    true_lanes, reader_lanes, overflow_lanes, race_lanes;

  assign run_awaited = run_awaited_q & ~rsp_valid;
  assign run_done    = run_valid_q && run_awaited == '0;
  assign run_ready   = !run_valid_q || run_done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_valid_q   <= 1'b0;
      run_awaited_q <= '0;
    end else begin
      run_valid_q   <= event_pass_o || run_valid_q && !run_done;
      run_awaited_q <= event_pass_o ? issue_bank_valid_q : run_awaited;
    end
  end

  always_ff @(posedge clk_i) begin
    if (event_pass_o) begin
      run_wavefront_q <= issue_wavefront_q;
      run_last_q      <= issue_last_q;
      run_part_q      <= issue_part_q;
      run_served_q    <= issue_served_q;
      run_bank_q      <= issue_bank_q;
    end
  end

  always_comb begin
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      answered[lane]      = run_valid_q && run_served_q[lane] && rsp_valid[run_bank_q[lane]];
      part_conflict[lane] = answered[lane] && rsp_conflict[run_bank_q[lane]];
      part_true[lane]     = answered[lane] && rsp_true[run_bank_q[lane]];
      part_reader[lane]   = answered[lane] && rsp_reader[run_bank_q[lane]];
      part_overflow[lane] = answered[lane] && rsp_overflow[run_bank_q[lane]];
      part_race[lane]     = answered[lane] && rsp_race[run_bank_q[lane]];
    end
  end

  assign conflict          = part_conflict != '0;
  assign conflict_overflow = part_overflow != '0;
  assign conflict_lanes    = Lanes'(part_conflict) << (Lanes'(run_part_q) * PassLanes);
  assign true_lanes        = Lanes'(part_true) << (Lanes'(run_part_q) * PassLanes);
  assign reader_lanes      = Lanes'(part_reader) << (Lanes'(run_part_q) * PassLanes);
  assign overflow_lanes    = Lanes'(part_overflow) << (Lanes'(run_part_q) * PassLanes);
  assign race_lanes        = Lanes'(part_race) << (Lanes'(run_part_q) * PassLanes);

  // What the answers will say, for each wavefront; the lanes' data in a RAM for each lane
  logic       [Wavefronts-1:0]            finished_q, finishes, refused, memory_q, commit_q, ready_to_answer;
  logic       [Wavefronts-1:0][Lanes-1:0] conflict_q, true_q, reader_q, overflow_q, race_q;
  lds_error_e [Wavefronts-1:0]            error_q;
  logic                                   select, select_any;
  logic       [WfWidth-1:0]               select_wavefront;
  logic       [Wavefronts-1:0]            select_grant;

  for (genvar w = 0; w < Wavefronts; w++) begin : gen_wavefront
    logic accepted;

    assign accepted    = accept && req_wavefront_i == WfWidth'(w);
    assign refused[w]  = accepted && (req_error != ErrorNone || is_barrier);
    assign finishes[w] = run_done && run_last_q && run_wavefront_q == WfWidth'(w) || refused[w] || ctrl_done[w];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        finished_q[w] <= 1'b0;
        memory_q[w]   <= 1'b0;
        commit_q[w]   <= 1'b0;
        error_q[w]    <= ErrorNone;
        conflict_q[w] <= '0;
        true_q[w]     <= '0;
        reader_q[w]   <= '0;
        overflow_q[w] <= '0;
        race_q[w]     <= '0;
      end else begin
        finished_q[w] <= finishes[w] || finished_q[w] && !(select && select_grant[w]);
        if (accepted) begin
          memory_q[w]   <= is_memory || is_barrier;
          commit_q[w]   <= req_op_i == OpCommit;
          error_q[w]    <= req_error;
          conflict_q[w] <= '0;
          true_q[w]     <= '0;
          reader_q[w]   <= '0;
          overflow_q[w] <= '0;
          race_q[w]     <= '0;
        end else if (run_wavefront_q == WfWidth'(w)) begin
          conflict_q[w] <= conflict_q[w] | conflict_lanes;
          true_q[w]     <= true_q[w] | true_lanes;
          reader_q[w]   <= reader_q[w] | reader_lanes;
          overflow_q[w] <= overflow_q[w] | overflow_lanes;
          race_q[w]     <= race_q[w] | race_lanes;
        end
      end
    end
  end

  // Commits first: whoever has read what a commit has left is answered after it.
  assign ready_to_answer = finished_q & settled;

  rr_arbiter #(
    .Requests(Wavefronts)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .req_i   ((ready_to_answer & commit_q) != '0 ? ready_to_answer & commit_q : ready_to_answer),
    .valid_o (select_any),
    .grant_o (select_grant),
    .index_o (select_wavefront),
    .accept_i(select)
  );

  assign select = select_any && (!rsp_valid_o || rsp_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rsp_valid_o <= 1'b0;
    else rsp_valid_o <= select || rsp_valid_o && !rsp_ready_i;
  end

  always_ff @(posedge clk_i) begin
    if (select) begin
      rsp_wavefront_o <= select_wavefront;
      rsp_error_o     <= error_q[select_wavefront];
      rsp_conflict_o  <= conflict_q[select_wavefront];
      rsp_true_o      <= true_q[select_wavefront];
      rsp_reader_o    <= reader_q[select_wavefront];
      rsp_overflow_o  <= overflow_q[select_wavefront];
      rsp_race_o      <= race_q[select_wavefront];
      rsp_tcm_o       <= tcm[select_wavefront];
      rsp_exec_o      <= exec[select_wavefront];
      rsp_outcome_o   <= memory_q[select_wavefront] ? OutcomeContinue : outcome[select_wavefront];
      rsp_mode_o      <= mode[select_wavefront];
    end
  end

  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_results
    ram_1r1w #(
      .Width(WordBits),
      .Depth(Wavefronts)
    ) u_result (
      .clk_i,
      .write_i(answered[lane%PassLanes] && run_part_q == PartWidth'(lane / PassLanes)),
      .waddr_i(run_wavefront_q),
      .wdata_i(rsp_data[run_bank_q[lane%PassLanes]]),
      .read_i (select),
      .raddr_i(select_wavefront),
      .rdata_o(rsp_data_o[lane])
    );
  end

  logic [Wavefronts-1:0] waiting_q;  // have a request without an answer

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
    end else begin
      if (rsp_valid_o && rsp_ready_i) waiting_q[rsp_wavefront_o] <= 1'b0;
      if (accept) waiting_q[req_wavefront_i] <= 1'b1;
    end
  end

  assign busy_o = waiting_q != '0 || issue_valid_q || bank_busy != '0 || settled != '1;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_one_request : assert (!(accept && waiting_q[req_wavefront_i]));
      a_one_lane_a_bank : assert (!pass_taken || $countones(pass_served) == $countones(pass_bank_valid));
      a_alloc_at_rest : assert (!alloc_valid_i || waiting_q == '0);
    end
  end

endmodule

`default_nettype wire
