// Answers of a local memory: collects the banks' results for the passes of a memory request, and
// gives one answer a cycle to the wavefronts, with data and masks.
//
// An answer is chosen in the cycle in which its request finishes, round robin if several do, and is on the
// outputs in the next. Waiting commits go first: an access that has read a commit's results finishes later,
// and is answered after it. A refused access and a withdrawal finish in the cycle after their acceptance.
//
// The banks' results are registered first, in front of the path from banks to lanes, and are the decision
// (decided_o) of the next cycle. An access finishes, and its answer is chosen, when its last bank answers, with any
// result: in the first cycle of the answer the registers and the masks, and the results kept of earlier passes, give
// its contents. If they show a conflict for which the banks have to restore rows, the answer is withdrawn in that
// cycle, and chosen again in the cycle after the walk's grant. So an access without a conflict waits for no verdict.
//
// A plain store is posted: it has no answer, but a pulse when the banks have decided its last pass, with the
// lanes that met an owned row. Its wavefront does not wait for it. Passes come in the order of their requests,
// and those of a request follow each other, so that one register collects these lanes for all wavefronts.
//
// Lanes: of a wavefront, a power of two. PassLanes: divides Lanes. Banks: a power of two. Wavefronts: at
// least 2. Rows: words of a bank. RowSerial: see tx_mode_ctrl. Prompt: all banks answer a pass in the next
// cycle, without a check of their valid. Protection: of the words of answers (ecc_pkg); an answer with a word that could
// not be corrected is not offered. The types follow from the sizes; a parent hands its own down.

`include "gputm_assert.svh"
`include "localtm_types.svh"

`default_nettype none

module lds_answers
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned PassLanes  = 32,
  parameter  int unsigned Banks      = 32,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Rows       = 512,
  parameter  bit          RowSerial  = 1'b0,
  parameter  bit          Prompt     = 1'b0,                // banks answer a pass in the next cycle
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned Parts      = Lanes / PassLanes,
  localparam int unsigned BankWidth  = $clog2(Banks),
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned RowWidth   = $clog2(Rows),

  parameter type route_t      = `LOCALTM_ROUTE(PassLanes, BankWidth),
  parameter type decided_t    = `LOCALTM_DECIDED(Lanes, WfWidth),
  parameter type tx_attempt_t = `LOCALTM_TX_ATTEMPT(Lanes)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Requests. Those that need only an answer are accepted in the cycle in which they are offered.
  input  wire logic               offer_i,
  input  wire logic               accept_i,            // arrives later than offer_i
  input  wire logic [WfWidth-1:0] accept_wavefront_i,
  input  wire lds_op_e            accept_op_i,
  input  wire lds_error_e         accept_error_i,
  input  wire lds_error_e         accept_control_error_i,  // error of a request that is no access; arrives earlier
  input  wire logic               accept_begin_i,      // begin of an attempt
  input  wire logic               accept_posted_i,     // store without an answer

  // Passes that the banks accept; only when pass_ready_o
  input  wire logic                           pass_i,
  output      logic                           pass_ready_o,
  input  wire logic [WfWidth-1:0]             pass_wavefront_i,
  input  wire logic [Lanes-1:0]               pass_lanes_i,       // lanes that it serves
  input  wire route_t                         pass_route_i,
  input  wire logic [Banks-1:0]               pass_bank_valid_i,
  input  wire logic [Banks-1:0][LaneWidth-1:0] pass_bank_lane_i,   // the only lane served, of a transaction
  input  wire logic [Banks-1:0][RowWidth-1:0] pass_row_i,

  // Banks
  input  wire logic [Banks-1:0]         answer_coming_i,  // earlier: valid, unless an access waits for a restore
  input  wire logic                     answer_stalls_i,  // one of these waits for a restore
  input  wire logic [Banks-1:0]         answer_valid_i,
  input  wire bank_answer_t [Banks-1:0] answer_i,

  // The banks' decisions of the previous cycle, and their effects on the wavefronts' transactions (tx_mode_ctrl)
  output decided_t                       decided_o,
  input  wire logic [Wavefronts-1:0]     done_i,     // a begin or commit is finished in this cycle
  input  wire logic [Wavefronts-1:0]     settled_i,  // no conflict waits for its walk
  input  wire logic [Wavefronts-1:0][Lanes-1:0] owners_i,  // lanes of decided_o that need a walk if they conflict
  input  wire tx_attempt_t [Wavefronts-1:0] attempt_i,   // masks before decided_o

  output      logic               rsp_valid_o,
  input  wire logic               rsp_ready_i,
  output      logic [WfWidth-1:0] rsp_wavefront_o,
  output lds_error_e              rsp_error_o,
  output word_t     [Lanes-1:0]   rsp_data_o,
  output      logic [Lanes-1:0]   rsp_conflict_o,
  output      logic [Lanes-1:0]   rsp_true_o,
  output      logic [Lanes-1:0]   rsp_reader_o,
  output      logic [Lanes-1:0]   rsp_overflow_o,
  output      logic [Lanes-1:0]   rsp_race_o,
  output      logic [Lanes-1:0]   rsp_tcm_o,
  output      logic [Lanes-1:0]   rsp_exec_o,
  output tx_outcome_e             rsp_outcome_o,
  output tx_mode_e                rsp_mode_o,
  output      logic               rsp_aborted_o,

  // A posted store is complete
  output      logic               stored_valid_o,      // pulse
  output      logic [WfWidth-1:0] stored_wavefront_o,  // wavefront of the store
  output      logic [Lanes-1:0]   stored_race_o,       // lanes that met an owned row

  // Wavefronts that may request a restore in the next cycle, unless an abort comes first
  output      logic [Wavefronts-1:0] may_lose_o,

  output ecc_pkg::ram_error_t        error_o,    // of a lane's words; row: wavefront
  output      logic               busy_o  // a wavefront waits for an answer, or the banks work on a store
);

  // The banks' results by lanes
  typedef struct packed {
    logic [Lanes-1:0] conflict;
    logic [Lanes-1:0] owned;
    logic [Lanes-1:0] reader;
    logic [Lanes-1:0] overflow;
    logic [Lanes-1:0] race;
  } lane_flags_t;

  // The pass in the banks
  logic run_valid_q, run_done;
  logic   [WfWidth-1:0] run_wavefront_q;
  logic   [Lanes-1:0]   run_lanes_q;
  route_t               run_q;
  logic [Banks-1:0] run_awaited_q, run_awaited;
  logic [Banks-1:0][LaneWidth-1:0] run_bank_lane_q;

  assign run_awaited  = run_awaited_q & ~answer_valid_i;
  assign run_done     = run_valid_q && (Prompt || (run_awaited_q & ~answer_coming_i) == '0 && !answer_stalls_i);
  // No pass comes while accesses wait for a restore, so this need not check for one.
  assign pass_ready_o = Prompt || !run_valid_q || (run_awaited_q & ~answer_coming_i) == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_valid_q   <= 1'b0;
      run_awaited_q <= '0;
    end else begin
      run_valid_q   <= pass_i || run_valid_q && !run_done;
      run_awaited_q <= pass_i ? pass_bank_valid_i : run_awaited;
    end
  end

  // Whether a pass comes is known late; it does not matter where none has to be kept for longer than a cycle.
  always_ff @(posedge clk_i) begin
    if (Prompt || pass_i) begin
      run_wavefront_q <= pass_wavefront_i;
      run_lanes_q     <= pass_lanes_i;
      run_q           <= pass_route_i;
      run_bank_lane_q <= pass_bank_lane_i;
    end
  end

  // The banks' results of the previous cycle, and their pass
  logic [Banks-1:0] said_valid, said_first;
  bank_answer_t [Banks-1:0]     said;
  logic         [WfWidth-1:0]   said_wavefront;
  logic         [Lanes-1:0]     said_lanes;
  route_t                       said_route;

  // Whether a walk becomes necessary, by banks and not by lanes: a bank's verdict about a
  // transaction concerns one lane.
  logic [Banks-1:0] bank_hits;
  logic said_hit;

  always_comb begin
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      bank_hits[bank] = answer_valid_i[bank] && answer_i[bank].conflict &&
          owners_i[run_wavefront_q][run_bank_lane_q[bank]];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      said_valid <= '0;
      said_hit   <= 1'b0;
    end else begin
      said_valid <= answer_valid_i;
      said_hit   <= bank_hits != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    said           <= answer_i;
    said_wavefront <= run_wavefront_q;
    said_lanes     <= run_lanes_q;
    said_route     <= run_q;
  end

  assign may_lose_o = said_hit ? Wavefronts'(1'b1) << said_wavefront : '0;

  if (RowSerial) begin : gen_leaders
    logic [Banks-1:0] said_conflict;

    always_comb begin
      for (int unsigned bank = 0; bank < Banks; bank++) said_conflict[bank] = said_valid[bank] && said[bank].conflict;
    end

    lds_row_leaders #(
      .Banks     (Banks),
      .Wavefronts(Wavefronts),
      .Rows      (Rows)
    ) u_leaders (
      .clk_i,
      .rst_ni,
      .begin_i          (accept_begin_i),
      .begin_wavefront_i(accept_wavefront_i),
      .pass_i,
      .pass_wavefront_i,
      .pass_row_i,
      .conflict_i       (said_conflict),
      .first_o          (said_first)
    );
  end else begin : gen_no_leaders
    assign said_first = '0;

    logic unused;
    assign unused = ^pass_row_i ^ accept_begin_i;
  end

  // The results by lanes: equal for all lanes of a column
  typedef struct packed {
    logic [PassLanes-1:0] conflict;
    logic [PassLanes-1:0] owned;
    logic [PassLanes-1:0] reader;
    logic [PassLanes-1:0] overflow;
    logic [PassLanes-1:0] race;
  } column_flags_t;

  logic [PassLanes-1:0] column_answered, column_first;
  bank_answer_t [PassLanes-1:0] column_answer;
  column_flags_t column_flags;
  logic [Lanes-1:0] answered, first;
  lane_flags_t flags;

  always_comb begin
    for (int unsigned column = 0; column < PassLanes; column++) begin
      column_answer[column]         = said[said_route.bank[column]];
      column_answered[column]       = said_valid[said_route.bank[column]];
      column_first[column]          = said_first[said_route.bank[column]];
      column_flags.conflict[column] = column_answer[column].conflict;
      column_flags.owned[column]    = column_answer[column].owned;
      column_flags.reader[column]   = column_answer[column].reader;
      column_flags.overflow[column] = column_answer[column].overflow;
      column_flags.race[column]     = column_answer[column].race;
    end
    answered       = said_lanes & {Parts{column_answered}};
    first          = answered & {Parts{column_first}};
    flags.conflict = answered & {Parts{column_flags.conflict}};
    flags.owned    = answered & {Parts{column_flags.owned}};
    flags.reader   = answered & {Parts{column_flags.reader}};
    flags.overflow = answered & {Parts{column_flags.overflow}};
    flags.race     = answered & {Parts{column_flags.race}};
  end

  assign decided_o = '{
          wavefront: said_wavefront,
          lanes: answered,
          conflict: flags.conflict,
          first: first,
          overflow: flags.overflow != '0
      };

  // Contents of the pending answers, for each wavefront
  typedef struct packed {
    logic        stays;   // neither begins nor commits, or is refused
    logic        commit;
    lds_error_e  error;
    lane_flags_t flags;
  } pending_t;

  pending_t [Wavefronts-1:0] pending_q, pending_d;
  logic [Wavefronts-1:0] finished_q, finishes, runs, commits;
  logic [1:0][Wavefronts-1:0] finished_if;  // in the next cycle; [1]: the banks are done with a pass
  logic at_once, at_once_early, refuted;
  pending_t answered_request;

  // Requests that need only an answer; a withdrawal's waits for the walk that restores its lanes
  // (settled_i). Those for which this is known late finish in the next cycle.
  assign at_once = offer_i && (accept_error_i != ErrorNone || accept_op_i == OpBarrier || accept_op_i == OpWithdraw);
  assign at_once_early = offer_i && accept_op_i >= OpBegin &&
                         (accept_control_error_i != ErrorNone || accept_op_i == OpBarrier);

  for (genvar w = 0; w < Wavefronts; w++) begin : gen_wavefront
    logic offered;

    assign offered     = offer_i && accept_wavefront_i == WfWidth'(w);
    assign runs[w]     = run_valid_q && run_q.last && !run_q.posted && run_wavefront_q == WfWidth'(w);
    assign finishes[w] = offered && at_once_early || done_i[w];
    assign commits[w]  = pending_q[w].commit;

    always_comb begin
      pending_d[w] = pending_q[w];
      if (offered) begin  // acceptance is known later; until then the wavefront has no other request
        pending_d[w] = '{
            stays: accept_op_i != OpBegin && accept_op_i != OpCommit || accept_error_i != ErrorNone,
            commit: accept_op_i == OpCommit && accept_error_i == ErrorNone,
            error: accept_error_i,
            flags: '0
        };
      end else if (said_wavefront == WfWidth'(w) && !said_route.posted) begin
        pending_d[w].flags = pending_q[w].flags | flags;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        finished_q[w] <= 1'b0;
        pending_q[w]  <= '0;
      end else begin
        finished_q[w] <= finished_if[run_done][w] || offered && at_once && !at_once_early ||
            refuted && rsp_wavefront_o == WfWidth'(w);
        pending_q[w]  <= pending_d[w];
      end
    end
  end

  // Posted stores: a register collects the lanes of the verdicts, and is cleared behind the last one.
  logic [Lanes-1:0] races_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stored_valid_o <= 1'b0;
      races_q        <= '0;
    end else begin
      stored_valid_o <= run_done && run_q.last && run_q.posted;
      if (said_route.posted) races_q <= stored_valid_o ? '0 : stored_race_o;
    end
  end

  assign stored_wavefront_o = said_wavefront;
  assign stored_race_o      = races_q | flags.race;

  // The choice, round robin after the previous one. Whether the banks are done with a pass is known
  // last: its consequences are computed for both cases.
  logic [Wavefronts-1:0] settled, waiting_commits;
  logic select;
  logic [1:0] select_if;
  logic [1:0][Wavefronts-1:0] candidates, choice, after_if;
  logic [1:0][WfWidth-1:0] wavefront_if;
  logic [Wavefronts-1:0] after_q;  // wavefronts behind the previous one

  function automatic logic [Wavefronts-1:0] below(int unsigned wavefront);
    return (Wavefronts'(1) << wavefront) - 1'b1;
  endfunction

  // The lowest, without a carry chain
  function automatic logic [Wavefronts-1:0] first_of(logic [Wavefronts-1:0] requests, logic [Wavefronts-1:0] after);
    logic [Wavefronts-1:0] from, lowest;
    from = (requests & after) != '0 ? requests & after : requests;
    for (int unsigned w = 0; w < Wavefronts; w++) lowest[w] = from[w] && (from & below(w)) == '0;
    return lowest;
  endfunction

  function automatic logic [Wavefronts-1:0] behind(logic [Wavefronts-1:0] one);
    logic [Wavefronts-1:0] others;
    for (int unsigned w = 0; w < Wavefronts; w++) others[w] = (one & below(w)) != '0;
    return others;
  endfunction

  function automatic logic [WfWidth-1:0] number_of(logic [Wavefronts-1:0] one);
    logic [WfWidth-1:0] number;
    number = '0;
    for (int unsigned w = 0; w < Wavefronts; w++) begin
      if (one[w]) number |= WfWidth'(w);
    end
    return number;
  endfunction

  assign settled          = settled_i & ~may_lose_o;
  assign waiting_commits  = finished_q & commits & settled;
  assign candidates[0]    = (finished_q | finishes) & settled;
  assign candidates[1]    = (finished_q | finishes | runs) & settled;

  always_comb begin
    for (int unsigned done = 0; done < 2; done++) begin
      choice[done]       = first_of(waiting_commits != '0 ? waiting_commits : candidates[done], after_q);
      select_if[done]    = candidates[done] != '0 && (!rsp_valid_o || rsp_ready_i);
      finished_if[done]  = (finished_q | finishes | (done == 1 ? runs : '0)) & ~(select_if[done] ? choice[done] : '0);
      after_if[done]     = select_if[done] ? behind(choice[done]) : after_q;
      wavefront_if[done] = select_if[done] ? number_of(choice[done]) : rsp_wavefront_o;
    end
  end

  assign select = select_if[run_done];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) after_q <= '0;
    else after_q <= after_if[run_done];
  end

  // An answer that the banks' results withdraw has not been taken.
  logic chosen_q, says_more;
  logic [Lanes-1:0] kept_bad;  // lanes with a lost word in the answer

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) chosen_q <= 1'b0;
    else chosen_q <= select || rsp_valid_o && !rsp_ready_i;
  end

  assign says_more   = said_valid != '0 && said_wavefront == rsp_wavefront_o && !said_route.posted;
  assign refuted     = chosen_q && said_hit && said_wavefront == rsp_wavefront_o;
  assign rsp_valid_o = chosen_q && !refuted && kept_bad == '0;

  // The masks are taken in the first cycle of the answer on the outputs; later an abort can change them.
  logic fresh_q;
  tx_attempt_t masks, masks_q;
  lane_flags_t said_flags, rsp_flags;

  assign said_flags = says_more ? flags : '0;
  assign rsp_flags  = answered_request.flags | said_flags;
  assign answered_request = pending_q[rsp_wavefront_o];

  always_comb begin
    masks = masks_q;
    if (fresh_q) begin
      masks     = attempt_i[rsp_wavefront_o];
      masks.tcm = masks.tcm | said_flags.conflict;
    end
  end

  always_ff @(posedge clk_i) begin
    fresh_q <= select;
    masks_q <= masks;
    rsp_wavefront_o <= wavefront_if[run_done];
  end

  assign rsp_error_o    = answered_request.error;
  assign rsp_conflict_o = rsp_flags.conflict;
  assign rsp_true_o     = rsp_flags.owned;
  assign rsp_reader_o   = rsp_flags.reader;
  assign rsp_overflow_o = rsp_flags.overflow;
  assign rsp_race_o     = rsp_flags.race;
  assign rsp_tcm_o      = masks.tcm;
  assign rsp_exec_o     = masks.exec;
  assign rsp_outcome_o  = answered_request.stays ? OutcomeContinue : masks.outcome;
  assign rsp_mode_o     = masks.mode;
  assign rsp_aborted_o  = answered_request.commit && masks.aborted;

  // The lanes' words, a file for each lane; the newest results are on their way into it, and bypass it.
  ecc_pkg::ram_error_t [Lanes-1:0] errors;
  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_results
    word_t said_word, kept_word;
    logic bypass;

    assign said_word        = column_answer[lane%PassLanes].data;
    assign bypass           = says_more && answered[lane];
    assign rsp_data_o[lane] = bypass ? said_word : kept_word;

    register_file_ecc #(
      .Width     (WordBits),
      .Depth     (Wavefronts),
      .Protection(Protection)
    ) u_result (
      .clk_i,
      .rst_ni,
      .write_i(answered[lane] && !said_route.posted),
      .waddr_i(said_wavefront),
      .wdata_i(said_word),
      .check_i(chosen_q && !refuted && !bypass),
      .raddr_i(rsp_wavefront_o),
      .rdata_o(kept_word),
      .bad_o  (kept_bad[lane]),
      .error_o(errors[lane])
    );
  end

  always_comb begin
    error_o = '0;
    for (int unsigned lane = 0; lane < Lanes; lane++) error_o |= errors[lane];
  end

  // Wavefronts with an unanswered request. Acceptance is known late, and recorded a cycle later.
  logic [Wavefronts-1:0] waiting, waiting_q;
  logic accepted_q;
  logic [WfWidth-1:0] accepted_wavefront_q;

  assign waiting = waiting_q | (accepted_q ? Wavefronts'(1'b1) << accepted_wavefront_q : '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q  <= '0;
      accepted_q <= 1'b0;
    end else begin
      waiting_q  <= waiting & ~(rsp_valid_o && rsp_ready_i ? Wavefronts'(1'b1) << rsp_wavefront_o : '0);
      accepted_q <= accept_i && !accept_posted_i;
    end
  end

  always_ff @(posedge clk_i) accepted_wavefront_q <= accept_wavefront_i;

  assign busy_o = waiting != '0 || run_valid_q || said_valid != '0 || stored_valid_o;

  `GPUTM_ASSERT(a_one_request, !(offer_i && waiting[accept_wavefront_i]) && !(accept_i && !offer_i),
                ("lds_answers: wavefront %0d has a second request", accept_wavefront_i))
  `GPUTM_ASSERT(a_posted_is_in_order, !accept_posted_i || !at_once,
                ("lds_answers: a store of wavefront %0d is posted and answered at once", accept_wavefront_i))
  `GPUTM_ASSERT(a_accepted_at_once, !at_once || accept_i,
                ("lds_answers: request of wavefront %0d waits but needs no bank", accept_wavefront_i))
  `GPUTM_ASSERT(a_done, run_done == (run_valid_q && run_awaited == '0),
                ("lds_answers: banks %b are awaited, and the pass is done: %b", run_awaited, run_done))
  `GPUTM_ASSERT(a_answer_expected, (answer_valid_i & ~run_awaited_q) == '0,
                ("lds_answers: banks %b answer while %b are awaited", answer_valid_i, run_awaited_q))
  `GPUTM_ASSERT(a_pass_ready, !pass_i || !run_valid_q || run_done,
                ("lds_answers: a pass of wavefront %0d while banks %b are awaited", pass_wavefront_i, run_awaited))
  `GPUTM_ASSERT(a_answer_awaited, !rsp_valid_o || waiting[rsp_wavefront_o],
                ("lds_answers: answer to wavefront %0d without a request", rsp_wavefront_o))
  // An abort may have come between.
  `GPUTM_ASSERT(a_hits_of_lanes, (flags.conflict & owners_i[said_wavefront]) == '0 || said_hit,
                ("lds_answers: lanes %b conflict and have rows, and no bank hit", flags.conflict))
  `GPUTM_ASSERT(a_refuted_at_once, !refuted || fresh_q,
                ("lds_answers: answer to wavefront %0d is withdrawn after it was offered", rsp_wavefront_o))
  `GPUTM_ASSERT(a_decided_before_the_answer,
                !(rsp_valid_o && run_valid_q && !run_q.posted && run_wavefront_q == rsp_wavefront_o),
                ("lds_answers: wavefront %0d is answered, and banks still work for it", rsp_wavefront_o))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_race, flags.race != '0)
  `GPUTM_COVER(b_store_races, stored_valid_o && stored_race_o != '0)
  `GPUTM_COVER(b_store_of_several_passes_races, said_route.posted && !said_route.last && flags.race != '0)
  `GPUTM_COVER(b_answer_behind_a_store, stored_valid_o && waiting[stored_wavefront_o])
  `GPUTM_COVER(b_commit_overtakes, select && waiting_commits != '0 && waiting_commits != candidates[run_done])
  `GPUTM_COVER(b_restore_is_awaited, candidates[0] != (finished_q | finishes))
  `GPUTM_COVER(b_answer_is_withdrawn, refuted)
  `GPUTM_COVER(b_unaligned, accept_i && accept_error_i == ErrorUnaligned)
  `GPUTM_COVER(b_out_of_range, accept_i && accept_error_i == ErrorOutOfRange)
  `GPUTM_COVER(b_barrier_in_a_transaction, accept_i && accept_error_i == ErrorBarrierInTx)
  `GPUTM_COVER(b_commit_outside, accept_i && accept_error_i == ErrorCommitOutside)
  `GPUTM_COVER(b_begin_in_a_plain_group, accept_i && accept_error_i == ErrorPlainGroup)
  `GPUTM_COVER(b_too_many_begins, accept_i && accept_error_i == ErrorTooDeep)

  // Handshake assertions
  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, {
                rsp_wavefront_o, rsp_error_o, rsp_data_o, rsp_conflict_o, rsp_true_o, rsp_reader_o, rsp_overflow_o,
                rsp_race_o, rsp_tcm_o, rsp_exec_o, rsp_outcome_o, rsp_mode_o, rsp_aborted_o})

endmodule

`default_nettype wire
