// The local memory of a compute unit with transactions (GPU-LocalTM paper, sections 3.1 to 3.3): banks, the crossbar from
// lanes to banks, the masks and modes of every wavefront, and the allocations of the work-groups.
//
// A request is one instruction of a wavefront: a memory access of the lanes in EXEC (inside a
// transaction, of those that are not in TCM), a begin, a commit, the withdrawal of lanes, or a
// barrier, which is only checked. A wavefront has one request at a time; the answer returns the
// lanes' data, and the new TCM and EXEC. Requests of different wavefronts overlap.
//
// Posted stores: a store outside of transactions that is not refused has no answer (req_posted_o). The wavefront
// may make further accesses at once; they find its values, since passes reach the banks in the order of their
// requests. All other requests wait until stored_valid_o has reported each of its stores, since barriers and
// transactions need them to be complete. Stores complete in their order, and before later accesses are answered.
//
// Memory:  the unit makes passes over PassLanes lanes until every lane has been served; in a pass a bank
//          serves one lane, or outside of transactions all that load one word or store to it (lds_issue).
//          Passes and walks reach all banks in one order. A pass with a busy bank waits, with all that
//          follows. Pipelined banks take a pass a cycle; the answer comes 3 cycles after a request with
//          one pass (Staged: 6), one cycle later for each further pass, and one if the wavefront has lanes
//          in TCM. Banks of a study (studies/lds_bank_paper) add the excess over 1 of the slowest bank's cycles.
// Begin:   answered in the next cycle, unless it has to wait for another wavefront's serialization
//          or for the release of the rows that its wavefront's last attempt has committed.
// Commit:  answered in the next cycle; the release is queued behind the requests that came before.
// Conflict: the lane's TCM bit is set and all banks restore the lane's rows; the walk overtakes passes that have not
//          reached the banks, and the answer is given when it has been issued, at least 3 cycles later than without.
//          StallLeaving: it overtakes these, too (lds_restore_first); conflicts wait for it (lds_stalled_access).
// Withdrawal: the same for running lanes of EXEC: aborted by another system, which decides the
// transaction (ours).
// A barrier and refused requests are answered in the next cycle (an access a cycle later), and wait for no memory
// request. Answers are given in an order in which each commit precedes the answers of accesses that saw its results.
//
// Lanes: of a wavefront, a power of two, at least 2. PassLanes: a power of two, at least 2, at most Lanes. Wavefronts:
// of the unit, at least 2, a power of two times WorkGroups. Banks: a power of two, at least 2. Rows: words of a bank,
// a power of two. RowSerial: as tx_mode_ctrl. Staged: registers behind the request, the choice of its lanes and in
// front of the crossbar, and one for walks, for a higher clock: an access takes three cycles more, at the same rate,
// and so does a walk; requests that wait for a walk take one more. Protection: of memories (ecc_pkg); after a word that
// could not be corrected, no answer leaves, and no store is said to be complete (docs/protection.md). WatchdogCycles:
// longer than a wavefront that others wait for may be without a request. Others: as lds_tx_bank.

`include "gputm_assert.svh"
`include "localtm_types.svh"

`default_nettype none

module lds_tx_unit
  import localtm_pkg::*;
#(
  parameter int unsigned Lanes          = 64,    // lanes of a wavefront, a power of two, at least 2
  parameter int unsigned PassLanes      = 32,
  parameter int unsigned Banks          = 32,    // banks, a power of two, at least 2
  parameter int unsigned Wavefronts     = 4,
  parameter int unsigned WorkGroups     = 1,     // work-groups that share the memory, each with its own allocation
  parameter int unsigned Rows           = 512,   // words of a bank, a power of two
  parameter int unsigned FilterBits     = 8,     // bits of a work-item's conflict filter in a bank, a power of two
  parameter bit          Exact          = 1'b0,  // conflicts by the row's owner, not by filters
  parameter bit          SharedReaders  = 1'b0,  // reads take no ownership: many may read a row
  parameter bit          Migratory      = 1'b0,  // with SharedReaders: reads own rows that are expected to be written
  parameter int unsigned UndoEntries    = 0,     // backups of a bank, in a log; 0: one for every row
  parameter int unsigned Epochs         = 0,     // bits of an epoch, which a release ends; 0: a release walks
  parameter bit          StallLeaving   = 1'b0,  // conflicts during a restore are decided after it
  parameter bit          RowSerial      = 1'b0,  // wavefront serialization begins with the first lanes of their rows
  parameter bit          Staged         = 1'b0,  // three more registers in an access's path, for a higher clock
  parameter int unsigned Protection     = 0,     // of memories: none, parity, or correction (ecc_pkg)
  parameter int unsigned WatchdogCycles = 0,     // standstill that stuck_o reports; 0: none

  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned GroupWidth = WorkGroups == 1 ? 1 : $clog2(WorkGroups),
  localparam int unsigned RowWidth   = $clog2(Rows)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Allocation of a work-group, while none of its wavefronts has a request or a transaction
  input  wire logic                  alloc_valid_i,  // pulse, which is answered in the same cycle
  input  wire logic [GroupWidth-1:0] alloc_group_i,  // work-group
  input  wire logic [RowWidth-1:0]   alloc_base_i,           // first row in every bank
  input  wire logic [RowWidth:0]     alloc_rows_i,           // rows in every bank, 4 * Banks bytes each
  input  wire logic                  alloc_transactional_i,  // the rows' backups are allocated, too
  output lds_error_e                 alloc_error_o,  // ErrorNone: the allocation has been made

  // Requests
  input  wire logic                  req_valid_i,
  output      logic                  req_ready_o,
  output      logic                  req_posted_o,  // the request is a store without an answer, once it is taken
  input  wire logic [WfWidth-1:0]    req_wavefront_i,  // requesting wavefront, which has no unanswered request
  input  wire lds_op_e               req_op_i,  // an access, a begin, a commit, a withdrawal or a barrier
  input  wire logic [Lanes-1:0]      req_exec_i,  // participating lanes
  input  wire addr_t [Lanes-1:0]     req_addr_i,  // byte address in the work-group's allocation
  input  wire word_t [Lanes-1:0]     req_data_i,  // value to store, or the atomic's operand

  // Answers
  output      logic                  rsp_valid_o,
  input  wire logic                  rsp_ready_i,
  output      logic [WfWidth-1:0]    rsp_wavefront_o,  // wavefront of the answered request
  output lds_error_e                 rsp_error_o,  // reason of a refusal, without effect
  output word_t     [Lanes-1:0]      rsp_data_o,  // words before the access
  output      logic [Lanes-1:0]      rsp_conflict_o,  // lanes with a conflicting access
  output      logic [Lanes-1:0]      rsp_true_o,      // lanes of these with an owner of their row
  output      logic [Lanes-1:0]      rsp_reader_o,    // lanes stopped by another one's filter of reads
  output      logic [Lanes-1:0]      rsp_overflow_o,  // lanes for which no backup was free
  output      logic [Lanes-1:0]      rsp_race_o,      // lanes outside of a transaction that met an owned row
  output      logic [Lanes-1:0]      rsp_tcm_o,  // lanes that have conflicted in this attempt
  output      logic [Lanes-1:0]      rsp_exec_o,      // valid unless the outcome is OutcomeContinue
  output tx_outcome_e                rsp_outcome_o,   // OutcomeContinue for refused requests
  output tx_mode_e                   rsp_mode_o,  // mode of the attempt
  output      logic                  rsp_aborted_o,   // commit: the attempt was aborted by another wavefront

  // A posted store is complete, for its wavefront's barriers and transactions
  output      logic                  stored_valid_o,  // pulse
  output      logic [WfWidth-1:0]    stored_wavefront_o,  // wavefront of the store
  output      logic [Lanes-1:0]      stored_race_o,  // lanes that met an owned row

  // Commands that the banks take in this cycle, in the order of their effects: for histories, counters and tests
  output      logic                  event_pass_o,  // the banks take a pass of accesses
  output      logic                  event_walk_o,  // the banks begin a walk
  output walk_e                      event_kind_o,     // kind of the walk
  output      logic [WfWidth-1:0]    event_wavefront_o,  // wavefront of the pass or walk
  output      logic [Lanes-1:0]      event_lanes_o,  // lanes of the pass or the walk

  // Faults
  output ecc_pkg::ram_report_t       memory_report_o,  // errors of memories, with Protection
  output      logic                  stuck_o,  // there is work, and nothing has moved for WatchdogCycles cycles

  output      logic                  busy_o  // work is left without new requests
);

  localparam int unsigned BankWidth = $clog2(Banks);
  localparam int unsigned LaneWidth = $clog2(Lanes);
  localparam int unsigned GroupShift = $clog2(Wavefronts / WorkGroups);
  localparam int unsigned TxRows = lds_tx_bank_pkg::tx_rows(Rows, UndoEntries);

  localparam bit [3:0] Legal = {
    protection_is_legal(Protection, Banks, WatchdogCycles),
    lanes_are_legal(Lanes, PassLanes, Wavefronts, WorkGroups),
    banks_are_legal(
        Banks, Rows, FilterBits, UndoEntries, Epochs, lds_tx_bank_pkg::LeastRows, lds_tx_bank_pkg::MostEpochBits
    ),
    stages_are_legal(Staged, StallLeaving, lds_tx_bank_pkg::Prompt, lds_tx_bank_pkg::Stalls)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // Types between the parts below
  typedef `LOCALTM_REQUEST(Lanes, WfWidth, RowWidth) request_t;
  typedef `LOCALTM_WALK(Lanes, WfWidth) walk_t;
  typedef `LOCALTM_ISSUE(Lanes, WfWidth) issue_t;
  typedef `LOCALTM_ROUTE(PassLanes, BankWidth) route_t;
  typedef `LOCALTM_DECIDED(Lanes, WfWidth) decided_t;
  typedef `LOCALTM_TX_STATE(Lanes) tx_state_t;
  typedef `LOCALTM_TX_ATTEMPT(Lanes) tx_attempt_t;
  // Acceptance: a memory request may have to wait for the previous one; other and refused requests overtake it.
  logic accept, begin_accepted, commit_accepted, withdraw_accepted, is_memory, memory_ready;
  lds_error_e req_error, control_error;
  tx_state_t                        req_state;
  request_t                         request;
  tx_state_t       [Wavefronts-1:0] state;
  logic [Wavefronts-1:0][Lanes-1:0] tcm;

  lds_admission #(
    .Lanes     (Lanes),
    .Banks     (Banks),
    .Wavefronts(Wavefronts),
    .WorkGroups(WorkGroups),
    .Rows      (Rows),
    .TxRows    (TxRows),
    .tx_state_t(tx_state_t)
  ) u_admission (
    .clk_i,
    .rst_ni,
    .alloc_valid_i,
    .alloc_group_i,
    .alloc_base_i,
    .alloc_rows_i,
    .alloc_transactional_i,
    .alloc_error_o,
    .req_wavefront_i,
    .req_op_i,
    .req_exec_i,
    .req_addr_i,
    .req_state_i        (req_state),
    .req_error_o        (req_error),
    .req_control_error_o(control_error),
    .req_base_o         (request.base)
  );

  assign req_state   = state[req_wavefront_i];
  assign is_memory   = req_op_i < OpBegin;
  assign req_ready_o = !is_memory || req_error != ErrorNone || memory_ready;
  assign accept      = req_valid_i && req_ready_o;

  assign req_posted_o = stores(req_op_i) && !req_state.in_tx && req_error == ErrorNone;

  assign request.wavefront = req_wavefront_i;
  assign request.op        = req_op_i;
  assign request.tx        = req_state.in_tx;
  assign request.exec      = req_exec_i;
  assign request.addr      = req_addr_i;
  assign request.data      = req_data_i;

  // These never wait. Inside a transaction, commits and withdrawals are valid.
  assign begin_accepted    = req_valid_i && req_op_i == OpBegin && control_error == ErrorNone;
  assign commit_accepted   = req_valid_i && req_op_i == OpCommit && req_state.in_tx;
  assign withdraw_accepted = req_valid_i && req_op_i == OpWithdraw && req_state.in_tx;

  // Masks and modes
  logic older, walk_req, walk_gnt, ctrl_busy;
  logic [Wavefronts-1:0] ctrl_done, ctrl_settled, masked, may_lose;
  logic [Wavefronts-1:0][Lanes-1:0] owners;
  tx_mode_e [Wavefronts-1:0] mode;
  tx_attempt_t [Wavefronts-1:0] attempt;
  decided_t decided;
  walk_t walk, made_walk_next;
  walk_t [1:0] made_walk, issue_walk;  // duplicated for every other bank

  // A commit's walk waits for the passes of the requests in flight when it comes.
  localparam int unsigned Slots = Staged ? 2 : 1;  // request registers for these
  logic [Slots-1:0] left, hold_release_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hold_release_q <= '0;
    else hold_release_q <= commit_accepted ? left : left & hold_release_q;
  end

  tx_mode_ctrl #(
    .Lanes       (Lanes),
    .Wavefronts  (Wavefronts),
    .WorkGroups  (WorkGroups),
    .RowSerial   (RowSerial),
    .decided_t   (decided_t),
    .walk_t      (walk_t),
    .tx_state_t  (tx_state_t),
    .tx_attempt_t(tx_attempt_t)
  ) u_mode_ctrl (
    .clk_i,
    .rst_ni,
    .begin_i       (begin_accepted),
    .commit_i      (commit_accepted),
    .withdraw_i    (withdraw_accepted),
    .wavefront_i   (req_wavefront_i),
    .exec_i        (req_exec_i),
    .decided_i     (decided),
    .older_i       (older),
    .hold_release_i(hold_release_q != '0),
    .walk_req_o    (walk_req),
    .walk_gnt_i    (walk_gnt),
    .walk_o        (walk),
    .state_o       (state),
    .masked_o      (masked),
    .mode_o        (mode),
    .done_o        (ctrl_done),
    .settled_o     (ctrl_settled),
    .owners_o      (owners),
    .attempt_o     (attempt),
    .busy_o        (ctrl_busy)
  );

  for (genvar w = 0; w < Wavefronts; w++) begin : gen_tcm
    assign tcm[w] = state[w].tcm;
  end

  // Order of passes and walks
  logic made_valid, made_ready, made_walk_req, made_walk_gnt;
  logic issue_valid, issue_ready, issue_go, issue_busy, pass_ready, answers_busy, all_open, undoable;
  logic restore, restoring;  // StallLeaving: a restore overtakes made; a restore is or will be on its way
  issue_t made, issue;
  route_t route;
  logic [Banks-1:0] made_bank_valid, made_banks_next, issue_bank_valid, bank_ready, bank_open, walk_waits;
  logic  [Banks-1:0][LaneWidth-1:0] issue_bank_lane;
  logic  [Banks-1:0][RowWidth-1:0]  issue_row;
  word_t [Banks-1:0]                issue_data;
  logic  [Banks-1:0][3:0]           issue_bytes;

  lds_issue #(
    .Lanes     (Lanes),
    .PassLanes (PassLanes),
    .Banks     (Banks),
    .Wavefronts(Wavefronts),
    .Rows      (Rows),
    .Staged    (Staged),
    .request_t (request_t),
    .walk_t    (walk_t),
    .issue_t   (issue_t),
    .route_t   (route_t)
  ) u_issue (
    .clk_i,
    .rst_ni,
    .req_valid_i       (req_valid_i && is_memory && req_error == ErrorNone),
    .req_ready_o       (memory_ready),
    .req_i             (request),
    .older_o           (older),
    .left_o            (left),
    .tcm_i             (tcm),
    .masked_i          (masked),
    .walk_req_i        (made_walk_req),
    .walk_gnt_o        (made_walk_gnt),
    .walk_i            (walk),
    .issue_valid_o     (made_valid),
    .issue_ready_i     (made_ready),
    .issue_o           (made),
    .issue_walk_o      (made_walk[0]),
    .issue_other_walk_o(made_walk[1]),
    .issue_walk_next_o (made_walk_next),
    .issue_bank_valid_o(made_bank_valid),
    .issue_banks_next_o(made_banks_next),
    .issue_bank_lane_o (issue_bank_lane),
    .issue_row_o       (issue_row),
    .issue_data_o      (issue_data),
    .issue_bytes_o     (issue_bytes),
    .issue_route_o     (route),
    .busy_o            (issue_busy)
  );

  lds_restore_first #(
    .StallLeaving(StallLeaving),
    .Wavefronts  (Wavefronts),
    .walk_t      (walk_t),
    .issue_t     (issue_t)
  ) u_restore_first (
    .clk_i,
    .rst_ni,
    .walk_req_i      (walk_req),
    .walk_gnt_o      (walk_gnt),
    .walk_i          (walk),
    .may_lose_i      (may_lose),
    .made_req_o      (made_walk_req),
    .made_gnt_i      (made_walk_gnt),
    .made_valid_i    (made_valid),
    .made_ready_o    (made_ready),
    .made_i          (made),
    .made_walk_i     (made_walk),
    .made_walk_next_i(made_walk_next),
    .offer_o         (issue_valid),
    .take_i          (issue_ready),
    .issue_o         (issue),
    .issue_walk_o    (issue_walk),
    .restore_o       (restore),
    .restoring_o     (restoring)
  );

  assign issue_bank_valid = made_bank_valid | {Banks{restore}};

  // An issued pass or walk goes to all of its banks in the same cycle. Staged: a ready bank stays so until
  // it takes a walk, so a register holds its ready, and a cycle later another one the ready of all needed
  // banks; and the bank has the walk in a register of its own, since the lanes have a long way to so many.
  if (Staged) begin : gen_open
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {bank_open, all_open} <= '0;
      else begin
        bank_open <= bank_ready & ~walk_waits & ~{Banks{event_walk_o}};
        all_open  <= (bank_open | ~made_banks_next) == '1 && !event_walk_o;
      end
    end
  end else begin : gen_ready
    wire unused = ^made_banks_next;
    assign bank_open = bank_ready;
    assign all_open  = (bank_open | ~issue_bank_valid) == '1;
  end

  assign issue_ready = all_open && (issue.is_walk || pass_ready);
  assign issue_go    = issue_valid && issue_ready;

  // Banks
  logic [Banks-1:0] answer_coming, may_stall, answer_valid, bank_busy;
  ecc_pkg::ram_error_t [Banks-1:0][BankMemories-1:0] bank_errors;
  bank_answer_t [Banks-1:0] answer;

  // A serialized work-group is not undone, and so needs no backups, which could run out.
  assign undoable = !(UndoEntries != 0 && mode[issue.wavefront] == ModeWorkGroupSerial);

  for (genvar bank = 0; bank < Banks; bank++) begin : gen_banks
    walk_t walk_now;
    logic  walks;

    if (Staged) begin : gen_walk
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) walks <= 1'b0;
        else walks <= event_walk_o;
      end

      // Loaded whenever the bank is open; so it differs from the registers of other banks, and is not merged with them.
      always_ff @(posedge clk_i) begin
        if (bank_open[bank]) walk_now <= issue_walk[bank%2];
      end

      assign walk_waits[bank] = walks;
    end else begin : gen_no_walk
      assign walk_now         = issue_walk[bank%2];
      assign walks            = event_walk_o;
      assign walk_waits[bank] = 1'b0;
    end

    lds_tx_bank #(
      .Lanes        (Lanes),
      .Wavefronts   (Wavefronts),
      .WorkGroups   (WorkGroups),
      .Rows         (Rows),
      .FilterBits   (FilterBits),
      .Exact        (Exact),
      .SharedReaders(SharedReaders),
      .Migratory    (Migratory),
      .UndoEntries  (UndoEntries),
      .Epochs       (Epochs),
      .StallLeaving (StallLeaving),
      .Protection   (Protection)
    ) u_bank (
      .clk_i,
      .rst_ni,
      .restoring_i    (restoring),
      .cmd_valid_i    (event_pass_o && issue_bank_valid[bank] || walks),
      .cmd_ready_o    (bank_ready[bank]),
      .cmd_walk_i     (Staged ? walks : issue.is_walk),
      .cmd_restore_i  (walk_now.kind != WalkRelease),
      .cmd_wavefront_i(walk_now.wavefront),
      .cmd_lanes_i    (walk_now.lanes),
      .cmd_op_i       (issue.op),
      .cmd_tx_i       (issue.tx && undoable),
      .cmd_owner_i    ({issue.wavefront, issue_bank_lane[bank]}),
      .cmd_row_i      (issue_row[bank]),
      .cmd_data_i     (issue_data[bank]),
      .cmd_bytes_i    (issue_bytes[bank]),
      .rsp_coming_o   (answer_coming[bank]),
      .rsp_may_stall_o(may_stall[bank]),
      .rsp_valid_o    (answer_valid[bank]),
      .rsp_data_o     (answer[bank].data),
      .rsp_conflict_o (answer[bank].conflict),
      .rsp_true_o     (answer[bank].owned),
      .rsp_reader_o   (answer[bank].reader),
      .rsp_overflow_o (answer[bank].overflow),
      .rsp_race_o     (answer[bank].race),
      .errors_o       (bank_errors[bank]),
      .busy_o         (bank_busy[bank])
    );
  end

  assign event_pass_o      = issue_go && !issue.is_walk;
  assign event_walk_o      = issue_go && issue.is_walk;
  assign event_kind_o      = issue_walk[0].kind;
  assign event_wavefront_o = issue.is_walk ? issue_walk[0].wavefront : issue.wavefront;
  assign event_lanes_o     = issue.is_walk ? issue_walk[0].lanes : issue.lanes;

  logic stop, answer_offered, answer_taken, store_done;
  ecc_pkg::ram_error_t answers_error;

  lds_answers #(
    .Lanes       (Lanes),
    .PassLanes   (PassLanes),
    .Banks       (Banks),
    .Wavefronts  (Wavefronts),
    .Rows        (Rows),
    .RowSerial   (RowSerial),
    .Prompt      (lds_tx_bank_pkg::Prompt && !StallLeaving),
    .Protection  (Protection),
    .route_t     (route_t),
    .decided_t   (decided_t),
    .tx_attempt_t(tx_attempt_t)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .offer_i               (req_valid_i),
    .accept_i              (accept),
    .accept_wavefront_i    (req_wavefront_i),
    .accept_op_i           (req_op_i),
    .accept_error_i        (req_error),
    .accept_control_error_i(control_error),
    .accept_begin_i        (begin_accepted && !req_state.in_tx),
    .accept_posted_i       (req_posted_o),
    .pass_i                (event_pass_o),
    .pass_ready_o          (pass_ready),
    .pass_wavefront_i      (issue.wavefront),
    .pass_lanes_i          (issue.lanes),
    .pass_route_i          (route),
    .pass_bank_valid_i     (issue_bank_valid),
    .pass_bank_lane_i      (issue_bank_lane),
    .pass_row_i            (issue_row),
    .answer_coming_i       (answer_coming),
    .answer_stalls_i       (restoring && may_stall != '0),
    .answer_valid_i        (answer_valid),
    .answer_i              (answer),
    .decided_o             (decided),
    .done_i                (ctrl_done),
    .settled_i             (ctrl_settled),
    .owners_i              (owners),
    .attempt_i             (attempt),
    .rsp_valid_o           (answer_offered),
    .rsp_ready_i           (answer_taken),
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
    .stored_valid_o        (store_done),
    .stored_wavefront_o,
    .stored_race_o,
    .may_lose_o            (may_lose),
    .error_o               (answers_error),
    .busy_o                (answers_busy)
  );

  assign busy_o = answers_busy || issue_busy || restoring || (bank_busy | walk_waits) != '0 || ctrl_busy;

  // After a word that could not be corrected, nothing is answered any more. An answer on offer stays until it is taken.
  if (Protection == ecc_pkg::None) begin : gen_unprotected
    assign stop            = 1'b0;
    assign memory_report_o = '0;

    logic unused;
    assign unused = ^{bank_errors, answers_error};
  end else begin : gen_protected
    ecc_pkg::ram_error_t [Banks-1:0][BankMemories-1:0] memory_errors;

    always_comb begin
      memory_errors                  = bank_errors;
      memory_errors[0][AnswersPlace] = answers_error;
    end

    error_report #(
      .Memories  (Banks * BankMemories),
      .Protection(Protection)
    ) u_error_report (
      .clk_i,
      .rst_ni,
      .errors_i(memory_errors),
      .stop_o  (stop),
      .report_o(memory_report_o)
    );
  end

  stream_gate u_rsp_gate (
    .clk_i,
    .rst_ni,
    .open_i     (!stop),
    .in_valid_i (answer_offered),
    .in_ready_o (answer_taken),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i)
  );
  assign stored_valid_o = store_done && !stop;

  // Watchdog: there is work while a request or a store is under way. It counts cycles, so the clock must run.
  if (WatchdogCycles == 0) begin : gen_no_watchdog
    assign stuck_o = 1'b0;
  end else begin : gen_watchdog
    watchdog #(
      .Width($clog2(WatchdogCycles + 1))
    ) u_watchdog (
      .clk_i,
      .rst_ni,
      .limit_i   ($clog2(WatchdogCycles + 1)'(WatchdogCycles)),
      .busy_i    (busy_o || req_valid_i),
      .progress_i(accept || (rsp_valid_o && rsp_ready_i) || stored_valid_o || issue_go),
      .stuck_o
    );
  end

  // Wavefronts with an unanswered request, and incomplete stores, for the assertions
  localparam int unsigned StoreCountBits = 8;  // more than the registers between here and the banks hold
  logic [Wavefronts-1:0] requested_q;
  logic [Wavefronts-1:0][StoreCountBits-1:0] stores_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {requested_q, stores_q} <= '0;
    else begin
      if (rsp_valid_o && rsp_ready_i) requested_q[rsp_wavefront_o] <= 1'b0;
      if (accept && !req_posted_o) requested_q[req_wavefront_i] <= 1'b1;
      for (int unsigned w = 0; w < Wavefronts; w++) begin
        stores_q[w] <= stores_q[w] + StoreCountBits'(accept && req_posted_o && req_wavefront_i == WfWidth'(w)) -
            StoreCountBits'(stored_valid_o && stored_wavefront_o == WfWidth'(w));
      end
    end
  end

  for (genvar w = 0; w < Wavefronts; w++) begin : gen_check
    `GPUTM_ASSERT_IF(a_group_at_rest, !requested_q[w] && stores_q[w] == '0 && mode[w] == ModeNone,
                     alloc_valid_i && alloc_group_i == GroupWidth'(w >> GroupShift),
                     ("lds_tx_unit: group %0d gets rows, and its wavefront %0d is not at rest", alloc_group_i, w))
  end
  `GPUTM_ASSERT(a_only_accesses_behind_stores, !req_valid_i || is_memory || stores_q[req_wavefront_i] == '0,
                ("lds_tx_unit: wavefront %0d has stores under way, and asks for %0d", req_wavefront_i, req_op_i))
  `GPUTM_ASSERT(a_stores_are_known, !stored_valid_o || stores_q[stored_wavefront_o] != '0,
                ("lds_tx_unit: wavefront %0d has no incomplete store", stored_wavefront_o))
  `GPUTM_COVER(b_access_behind_a_store, accept && stores_q[req_wavefront_i] != '0)
  `GPUTM_ASSERT(a_open_bank_is_ready,
                (bank_open & ~bank_ready) == '0 && (!issue_valid || !all_open || (bank_open | ~issue_bank_valid) == '1),
                ("lds_tx_unit: banks %b count as ready, but %b are", bank_open, bank_ready))

  // Handshake assertions
  `GPUTM_STREAM(u_check_req, req_valid_i, req_ready_o, {req_wavefront_i, req_op_i, req_exec_i, req_addr_i, req_data_i})

  // The other ports of an answer come from lds_answers alone, which checks them.
  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {rsp_wavefront_o, rsp_error_o})

endmodule

`default_nettype wire
