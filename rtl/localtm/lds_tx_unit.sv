// The local memory of a compute unit with transactions (GPU-LocalTM paper, sections 3.1 to 3.3): banks, the crossbar from
// lanes to banks, the masks and modes of every wavefront, and the allocations of the work-groups.
//
// A request is one instruction of a wavefront: a memory access of the lanes in EXEC (inside a transaction, of those that
// are not in TCM), a begin, a commit, or a barrier, which is only checked. A wavefront has one request at a time; the
// answer brings the lanes' data, and TCM and EXEC to go on with. Requests of different wavefronts overlap.
//
// Memory:  the unit makes passes over PassLanes lanes until every lane has been served; in a pass a bank serves one
//          lane. Passes and walks reach all banks in one order. A pass with a busy bank waits, with all that follows.
//          Pipelined banks take a pass a cycle; the answer comes 3 cycles after the request of one pass, and a cycle
//          later for each further one. Paper's banks add what lds_bank_paper's cycles exceed 1, of the slowest bank.
// Begin:   answered in the next cycle, unless it has to wait for another wavefront's serialization or for the release of
//          what its wavefront's last attempt has committed.
// Commit:  answered in the next cycle; the release takes its place behind the requests that came before.
// Conflict: the lane's TCM bit is set and all banks restore what the lane owns; the walk overtakes passes that have not
//          reached the banks, and the answer is given when it has been issued.
// Answers are given in an order in which each commit precedes the answers of accesses that saw what it left.
//
// Lanes: of a wavefront, a power of two, at least 2. PassLanes: a power of two, at least 2, at most Lanes. Wavefronts: of the
// unit, at least 2, a power of two times WorkGroups. Banks: a power of two, at least 2. Rows: words of a bank, a power of
// two. RowSerial: as tx_mode_ctrl. Others: as lds_tx_bank.

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
  parameter  bit          Exact         = 1'b0,
  parameter  bit          SharedReaders = 1'b0,
  parameter  int unsigned UndoEntries   = 0,
  parameter  bit          ScanWalk      = 1'b0,
  parameter  bit          RowSerial     = 1'b0,
  localparam int unsigned WfWidth       = $clog2(Wavefronts),
  localparam int unsigned GroupWidth    = WorkGroups == 1 ? 1 : $clog2(WorkGroups),
  localparam int unsigned RowWidth      = $clog2(Rows)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Allocation of a work-group, while none of its wavefronts has a request or a transaction
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
  output      logic [Lanes-1:0]      rsp_exec_o,      // unless the outcome is OutcomeContinue
  output tx_outcome_e                rsp_outcome_o,   // OutcomeContinue of whatever is refused
  output tx_mode_e                   rsp_mode_o,
  output      logic                  rsp_aborted_o,   // commit: the attempt was aborted from outside

  // What the banks take in this cycle, in the order of their effects: for histories, counters and tests
  output      logic                  event_pass_o,
  output      logic                  event_walk_o,
  output walk_e                      event_kind_o,     // of the walk
  output      logic [WfWidth-1:0]    event_wavefront_o,
  output      logic [Lanes-1:0]      event_lanes_o,

  output      logic                  busy_o
);

  localparam int unsigned BankWidth = $clog2(Banks);
  localparam int unsigned LaneWidth = $clog2(Lanes);
  localparam int unsigned Parts = Lanes / PassLanes;
  localparam int unsigned PartWidth = Parts == 1 ? 1 : $clog2(Parts);
  localparam int unsigned GroupShift = $clog2(Wavefronts / WorkGroups);
  localparam int unsigned RowOffset = 2 + BankWidth;  // of the row in an address
  localparam int unsigned TxRows = tx_rows(Rows, Paper, UndoEntries);
  // Rows in addresses are compared with an allocation's number of rows, whichever is wider.
  localparam int unsigned CompareWidth = AddrBits - RowOffset > RowWidth ? AddrBits - RowOffset : RowWidth + 1;

  if (Lanes < 2 || (Lanes & (Lanes - 1)) != 0) begin : gen_check_lanes
    $error("lds_tx_unit: Lanes=%0d must be a power of two, at least 2", Lanes);
  end
  if (PassLanes < 2 || (PassLanes & (PassLanes - 1)) != 0 || PassLanes > Lanes) begin : gen_check_pass_lanes
    $error("lds_tx_unit: PassLanes=%0d must be a power of two, at least 2 and at most Lanes=%0d", PassLanes, Lanes);
  end
  if (Banks < 2 || (Banks & (Banks - 1)) != 0 || RowOffset >= AddrBits) begin : gen_check_banks
    $error(
        "lds_tx_unit: Banks=%0d must be a power of two, at least 2, whose rows have less than 2^%0d bytes",
        Banks,
        AddrBits
    );
  end

  function automatic logic [GroupWidth-1:0] group_of(logic [WfWidth-1:0] wavefront);
    return GroupWidth'({1'b0, wavefront} >> GroupShift);
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

  // Masks and modes: as they are, and as they will be behind this clock edge
  logic [Wavefronts-1:0] ctrl_done, in_tx, depth_full, settled_next, aborted_next;
  logic [Wavefronts-1:0][Lanes-1:0] tcm, tcm_next, exec_next;
  tx_mode_e [Wavefronts-1:0] mode, mode_next;
  tx_outcome_e [Wavefronts-1:0] outcome_next;
  logic begin_accepted, commit_accepted;
  logic overflow, older, left, ctrl_busy;
  logic [WfWidth-1:0] access_wavefront;
  logic [Lanes-1:0] access_lanes, conflict_lanes, first_lanes;
  logic walk_valid, walk_ready;
  walk_e                                   walk_kind;
  logic        [WfWidth-1:0]               walk_wavefront;
  logic        [Lanes-1:0]                 walk_lanes;

  // A commit's walk waits for the passes of the request that is under way when it comes.
  logic hold_release_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hold_release_q <= 1'b0;
    else hold_release_q <= left && (hold_release_q || commit_accepted);
  end

  tx_mode_ctrl #(
    .Lanes     (Lanes),
    .Wavefronts(Wavefronts),
    .WorkGroups(WorkGroups),
    .RowSerial (RowSerial)
  ) u_mode_ctrl (
    .clk_i,
    .rst_ni,
    .begin_i           (begin_accepted),
    .commit_i          (commit_accepted),
    .wavefront_i       (req_wavefront_i),
    .exec_i            (req_exec_i),
    .access_wavefront_i(access_wavefront),
    .access_lanes_i    (access_lanes),
    .conflict_lanes_i  (conflict_lanes),
    .first_lanes_i     (first_lanes),
    .overflow_i        (overflow),
    .older_i           (older),
    .hold_release_i    (hold_release_q),
    .walk_valid_o      (walk_valid),
    .walk_ready_i      (walk_ready),
    .walk_kind_o       (walk_kind),
    .walk_wavefront_o  (walk_wavefront),
    .walk_lanes_o      (walk_lanes),
    .done_o            (ctrl_done),
    .in_tx_o           (in_tx),
    .depth_full_o      (depth_full),
    .tcm_o             (tcm),
    .mode_o            (mode),
    .settled_next_o    (settled_next),
    .tcm_next_o        (tcm_next),
    .exec_next_o       (exec_next),
    .mode_next_o       (mode_next),
    .outcome_next_o    (outcome_next),
    .aborted_next_o    (aborted_next),
    .busy_o            (ctrl_busy)
  );

  // Acceptance: memory requests may have to wait for the one before; the others go past them.
  logic [Lanes-1:0] req_active, req_unaligned, req_outside;
  lds_error_e req_error;
  logic accept, is_memory, issue_ready;
  allocation_t req_allocation;

  assign req_allocation = allocation_q[group_of(req_wavefront_i)];
  assign req_active     = req_exec_i & ~(in_tx[req_wavefront_i] ? tcm[req_wavefront_i] : '0);
  assign is_memory      = req_op_i < OpBegin;
  assign req_ready_o    = !is_memory || issue_ready;
  assign accept         = req_valid_i && req_ready_o;

  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_check
    assign req_unaligned[lane] = req_active[lane] && req_addr_i[lane][1:0] != '0;
    assign req_outside[lane]   = req_active[lane] && CompareWidth'(req_addr_i[lane][AddrBits-1:RowOffset]) >=
                                                     CompareWidth'(req_allocation.rows);
  end

  always_comb begin
    req_error = ErrorNone;
    if (is_memory) begin
      if (req_unaligned != '0) req_error = ErrorUnaligned;
      else if (req_outside != '0) req_error = ErrorOutOfRange;
    end else if (req_op_i == OpBarrier) begin
      if (in_tx[req_wavefront_i]) req_error = ErrorBarrierInTx;
    end else if (req_op_i == OpCommit) begin
      if (!in_tx[req_wavefront_i]) req_error = ErrorCommitOutside;
    end else if (!req_allocation.transactional) begin
      req_error = ErrorPlainGroup;
    end else if (depth_full[req_wavefront_i]) begin
      req_error = ErrorTooDeep;
    end
  end

  // These never wait.
  assign begin_accepted  = req_valid_i && req_op_i == OpBegin && req_error == ErrorNone;
  assign commit_accepted = req_valid_i && req_op_i == OpCommit && req_error == ErrorNone;

  // Passes and walks in their order
  logic issue_valid, issue_go, issue_walk, issue_tx, issue_last;
  walk_e                               issue_kind;
  logic [WfWidth-1:0]                  issue_wavefront;
  logic [Lanes-1:0]                    issue_lanes;
  lds_op_e                             issue_op;
  logic [PartWidth-1:0]                issue_part;
  logic [PassLanes-1:0]                issue_served;
  logic [PassLanes-1:0][BankWidth-1:0] issue_bank;
  logic [Banks-1:0] issue_bank_valid, bank_ready;
  logic [Banks-1:0][LaneWidth-1:0]     issue_bank_lane;
  logic [Banks-1:0][RowWidth-1:0]      issue_row;
  word_t [Banks-1:0]                   issue_data;
  logic                                pass_ready;

  lds_issue #(
    .Lanes     (Lanes),
    .PassLanes (PassLanes),
    .Banks     (Banks),
    .Wavefronts(Wavefronts),
    .Rows      (Rows)
  ) u_issue (
    .clk_i,
    .rst_ni,
    .req_valid_i       (req_valid_i && is_memory && req_error == ErrorNone),
    .req_ready_o       (issue_ready),
    .req_wavefront_i,
    .req_op_i,
    .req_tx_i          (in_tx[req_wavefront_i]),
    .req_base_i        (req_allocation.base),
    .req_exec_i,
    .req_addr_i,
    .req_data_i,
    .older_o           (older),
    .left_o            (left),
    .tcm_i             (tcm),
    .walk_valid_i      (walk_valid),
    .walk_ready_o      (walk_ready),
    .walk_kind_i       (walk_kind),
    .walk_wavefront_i  (walk_wavefront),
    .walk_lanes_i      (walk_lanes),
    .issue_valid_o     (issue_valid),
    .issue_taken_i     (issue_go),
    .issue_walk_o      (issue_walk),
    .issue_kind_o      (issue_kind),
    .issue_wavefront_o (issue_wavefront),
    .issue_lanes_o     (issue_lanes),
    .issue_bank_valid_o(issue_bank_valid),
    .issue_op_o        (issue_op),
    .issue_tx_o        (issue_tx),
    .issue_last_o      (issue_last),
    .issue_part_o      (issue_part),
    .issue_served_o    (issue_served),
    .issue_bank_o      (issue_bank),
    .issue_bank_lane_o (issue_bank_lane),
    .issue_row_o       (issue_row),
    .issue_data_o      (issue_data)
  );

  assign issue_go = issue_valid && (bank_ready | ~issue_bank_valid) == '1 && (issue_walk || pass_ready);

  // Banks
  logic [Banks-1:0] rsp_valid, rsp_conflict, rsp_true, rsp_reader, rsp_overflow, rsp_race, bank_busy;
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
      .cmd_valid_i    (issue_go && issue_bank_valid[bank]),
      .cmd_ready_o    (bank_ready[bank]),
      .cmd_walk_i     (issue_walk),
      .cmd_restore_i  (issue_kind != WalkRelease),
      .cmd_wavefront_i(issue_wavefront),
      .cmd_lanes_i    (issue_lanes),
      .cmd_op_i       (issue_op),
      // Whoever has the work-group to itself is not undone, and needs no backups that could run out.
      .cmd_tx_i       (issue_tx && !(UndoEntries != 0 && mode[issue_wavefront] == ModeWorkGroupSerial)),
      .cmd_owner_i    ({issue_wavefront, issue_bank_lane[bank]}),
      .cmd_row_i      (issue_row[bank]),
      .cmd_data_i     (issue_data[bank]),
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

  assign event_pass_o      = issue_go && !issue_walk;
  assign event_walk_o      = issue_go && issue_walk;
  assign event_kind_o      = issue_kind;
  assign event_wavefront_o = issue_wavefront;
  assign event_lanes_o     = issue_lanes;

  logic answers_busy;

  lds_answers #(
    .Lanes     (Lanes),
    .PassLanes (PassLanes),
    .Banks     (Banks),
    .Wavefronts(Wavefronts),
    .Rows      (Rows),
    .RowSerial (RowSerial)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .accept_i          (accept),
    .accept_wavefront_i(req_wavefront_i),
    .accept_op_i       (req_op_i),
    .accept_error_i    (req_error),
    .accept_begin_i    (begin_accepted && !in_tx[req_wavefront_i]),
    .pass_i            (event_pass_o),
    .pass_ready_o      (pass_ready),
    .pass_wavefront_i  (issue_wavefront),
    .pass_last_i       (issue_last),
    .pass_part_i       (issue_part),
    .pass_served_i     (issue_served),
    .pass_bank_i       (issue_bank),
    .pass_bank_valid_i (issue_bank_valid),
    .pass_row_i        (issue_row),
    .bank_valid_i      (rsp_valid),
    .bank_data_i       (rsp_data),
    .bank_conflict_i   (rsp_conflict),
    .bank_true_i       (rsp_true),
    .bank_reader_i     (rsp_reader),
    .bank_overflow_i   (rsp_overflow),
    .bank_race_i       (rsp_race),
    .access_wavefront_o(access_wavefront),
    .access_lanes_o    (access_lanes),
    .conflict_lanes_o  (conflict_lanes),
    .first_lanes_o     (first_lanes),
    .overflow_o        (overflow),
    .done_i            (ctrl_done),
    .settled_i         (settled_next),
    .tcm_i             (tcm_next),
    .exec_i            (exec_next),
    .mode_i            (mode_next),
    .outcome_i         (outcome_next),
    .aborted_i         (aborted_next),
    .rsp_valid_o,
    .rsp_ready_i,
    .rsp_wavefront_o,
    .rsp_error_o,
    .rsp_data_o,
    .rsp_conflict_o,
    .rsp_true_o,
    .rsp_reader_o,
    .rsp_overflow_o,
    .rsp_race_o,
    .rsp_tcm_o,
    .rsp_exec_o,
    .rsp_outcome_o,
    .rsp_mode_o,
    .rsp_aborted_o,
    .busy_o            (answers_busy)
  );

  assign busy_o = answers_busy || issue_valid || bank_busy != '0 || ctrl_busy;

  // Wavefronts that have a request without an answer, for the assertion
  logic [Wavefronts-1:0] requested_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      requested_q <= '0;
    end else begin
      if (rsp_valid_o && rsp_ready_i) requested_q[rsp_wavefront_o] <= 1'b0;
      if (accept) requested_q[req_wavefront_i] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      for (int unsigned w = 0; w < Wavefronts; w++) begin
        a_alloc_at_rest :
        assert (!(alloc_valid_i && alloc_group_i == group_of(WfWidth'(w)) && (requested_q[w] || mode[w] != ModeNone)));
      end
    end
  end

endmodule

`default_nettype wire
