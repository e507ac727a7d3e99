// Stands in for a core: makes random transfers between accounts and carries each through KILO TM's
// protocol (MICRO 2011 paper, sections 4.1 and 4.5), one at a time, until the given number has committed.
//
// A transfer reads three accounts, moves a share of `from`'s balance to `to`, and writes both; the
// third account determines the share (soc_pkg::amount_of). So the sum over all accounts never
// changes, and a single stale value changes what is written. The steps of an attempt:
//
//   Load, Answer   loads the three words from memory, one after another, without conflict detection
//   Ask, Grant     requests a commit id and gets it
//   Log            sends each unit its words, reads first, or a skip
//   Locals         awaits the local outcome of each unit with words: the attempt passes if all pass
//   Finals         sends the final outcome to these units
//   Retirements    awaits their retirements of the id: its writes are in memory
//
// A failed attempt is repeated with the same accounts, but everything is loaded again, under a new id. A transfer has
// at most three reads and two writes, which a unit's buffers hold; so logs are never requested again: error_o reports
// such a request.
//
// Latency: one attempt takes 3 loads, a grant, a beat for each word and each untouched unit, and the
// units' latencies to their local outcomes and to retirement. Throughput: one attempt at a time.
//
// Accounts: words used, a power of two, to 1024. Units: commit units over which words are
// interleaved, a power of two, at least 2.

`include "gputm_assert.svh"

`default_nettype none

module tx_traffic_generator
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import soc_pkg::*;
#(
  parameter  int unsigned Accounts     = 1024,
  parameter  int unsigned Units        = 4,
  localparam int unsigned AccountWidth = $clog2(Accounts),
  localparam int unsigned UnitWidth    = $clog2(Units)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // Static from start_i on
  input wire logic        start_i,  // starts the transfers, once; may stay high
  input wire logic [31:0] seed_i,  // seed of the random numbers
  input wire logic [31:0] transfers_i,  // transfers to commit

  // Loads, one at a time
  output logic             load_valid_o,
  input  wire logic        load_ready_i,
  output logic [Units-1:0] load_unit_o,  // partition of the word, one-hot
  output word_addr_t       load_addr_o,  // number of the word
  input  wire logic        answer_valid_i,  // the load's answer, which is always taken
  input  wire data_t       answer_data_i,  // the word

  // The commit-id vendor
  output logic            req_valid_o,  // requests one id
  input  wire logic       req_ready_i,
  input  wire logic       grant_valid_i,  // pulse: the id is granted
  input  wire cid_t       grant_cid_i,  // granted id

  // Logs and skips
  output logic             fill_valid_o,
  input  wire logic        fill_ready_i,
  output logic [Units-1:0] fill_unit_o,  // destination unit, one-hot
  output soc_fill_t        fill_o,  // a word, or a skip

  // Final outcomes
  output logic             final_valid_o,
  input  wire logic        final_ready_i,
  output logic [Units-1:0] final_unit_o,  // destination unit, one-hot
  output soc_final_t       final_o,  // the outcome

  // Replies about the id, which are always taken
  input  wire logic             reply_valid_i,
  output logic                  reply_ready_o,
  input  wire logic [Units-1:0] reply_unit_i,  // replying unit, one-hot
  input  wire reply_kind_e      reply_kind_i,  // local outcome, or retirement

  output logic      live_o,  // an id is in use
  output cid_t      id_o,  // id in use
  output logic      committed_o,  // pulse: transfer_o has committed
  output logic      aborted_o,  // pulse: transfer_o has failed, and is tried again
  output transfer_t transfer_o,  // the attempt, with the values that it has read
  output logic      done_o,  // all transfers have committed
  output logic      error_o  // illegal reply; held until reset
);

  localparam bit [1:0] Legal = {
    param_pkg::power_of_two("tx_traffic_generator: Accounts", Accounts, Units, 1024, 2),
    param_pkg::power_of_two("tx_traffic_generator: Units", Units, 2, 64, 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  typedef enum logic [3:0] {
    StateRest        = 4'd0,
    StateDraw        = 4'd1,
    StateLoad        = 4'd2,
    StateAnswer      = 4'd3,
    StateAmount      = 4'd4,
    StateAsk         = 4'd5,
    StateGrant       = 4'd6,
    StateLog         = 4'd7,
    StateLocals      = 4'd8,
    StateFinals      = 4'd9,
    StateRetirements = 4'd10
  } state_e;

  // The accounts of a transfer
  localparam int unsigned From = 0, To = 1, Rate = 2;
  localparam int unsigned Words = 3;
  // The beats of its log: reads of the three, then writes of the first two
  localparam int unsigned Beats = 5;

  typedef logic [AccountWidth-1:0] account_t;

  state_e state_q, state_d;
  account_t [Words-1:0] account_q;
  data_t [Words-1:0] value_q;
  data_t amount_q;
  data_t [1:0] after_q;  // values to write
  cid_t id_q;
  logic started_q;
  logic [31:0] left_q;

  // Random numbers: xorshift with 32 bits of state; each step replaces all of them.
  logic [31:0] random_q, step_1, step_2, random_d;
  assign step_1   = random_q ^ (random_q << 13);
  assign step_2   = step_1 ^ (step_1 >> 17);
  assign random_d = step_2 ^ (step_2 << 5);

  account_t drawn_from, drawn_to, drawn_rate;
  assign drawn_from = AccountWidth'(random_q[9:0]);
  assign drawn_to   = AccountWidth'(random_q[19:10]);
  assign drawn_rate = AccountWidth'(random_q[29:20]);

  logic unused_random;
  assign unused_random = ^random_q;

  // Partitions of the words
  function automatic logic [Units-1:0] one_hot(logic [UnitWidth-1:0] unit);
    return Units'(1'b1) << unit;
  endfunction

  // Beats of the log for a unit
  function automatic logic [Beats-1:0] beats_of(logic [UnitWidth-1:0] unit, account_t [Words-1:0] account);
    logic [Words-1:0] here;
    for (int unsigned word = 0; word < Words; word++) here[word] = UnitWidth'(account[word]) == unit;
    return {here[To], here[From], here};
  endfunction

  logic [Units-1:0] touched;
  always_comb begin
    touched = '0;
    for (int unsigned word = 0; word < Words; word++) touched |= one_hot(UnitWidth'(account_q[word]));
  end

  // Loads: word_q is the one in flight.
  logic [1:0] word_q;
  logic       last_word;
  account_t   load_account;

  assign load_account = account_q[word_q];
  assign last_word    = word_q == 2'(Words - 1);
  assign load_valid_o = state_q == StateLoad;
  assign load_unit_o  = one_hot(UnitWidth'(load_account));
  assign load_addr_o  = WordAddrBits'(load_account);

  // Log: unit by unit, the remaining beats of each; a unit without any gets a skip.
  logic [UnitWidth-1:0] unit_q;
  logic [Beats-1:0] beats_q, beat;
  logic skip, last_beat, fill, last_fill;
  log_word_t fill_word;

  assign beat      = beats_q & (~beats_q + 1'b1);
  assign skip      = beats_q == '0;
  assign last_beat = (beats_q & ~beat) == '0;
  assign fill      = fill_valid_o && fill_ready_i;
  assign last_fill = last_beat && unit_q == UnitWidth'(Units - 1);

  always_comb begin
    fill_word = '0;
    for (int unsigned word = 0; word < Words; word++) begin
      if (beat[word]) fill_word |= {WordAddrBits'(account_q[word]), value_q[word]};
    end
    for (int unsigned word = 0; word < 2; word++) begin
      if (beat[Words+word]) fill_word |= {WordAddrBits'(account_q[word]), after_q[word]};
    end
  end

  assign fill_valid_o = state_q == StateLog;
  assign fill_unit_o  = one_hot(unit_q);
  assign fill_o.kind  = skip ? FillSkip : (beat[Words-1:0] != '0) ? FillRead : FillWrite;
  assign fill_o.last  = last_beat;
  assign fill_o.id    = id_q;
  assign fill_o.word  = fill_word;

  // Replies: the units that have replied
  logic [Units-1:0] replied_q, failed_q, retired_q, due;
  logic reply, is_local, is_retirement, expected;
  logic all_replied, all_retired, failed;

  assign reply         = reply_valid_i && reply_ready_o;
  assign is_local      = reply_kind_i == ReplyPass || reply_kind_i == ReplyFail;
  assign is_retirement = reply_kind_i == ReplyRetired;
  assign due           = is_local ? touched & ~replied_q : is_retirement ? replied_q & ~retired_q : '0;
  assign expected      = (reply_unit_i & due) != '0;
  assign reply_ready_o = 1'b1;
  assign all_replied   = replied_q == touched;
  assign all_retired   = retired_q == touched;
  assign failed        = failed_q != '0;

  // Final outcomes: to the remaining units
  logic [Units-1:0] finals_q, last_final;
  logic final_sent;
  assign final_unit_o  = finals_q & (~finals_q + 1'b1);
  assign last_final    = finals_q & ~final_unit_o;
  assign final_valid_o = state_q == StateFinals;
  assign final_sent    = final_valid_o && final_ready_i;
  assign final_o.kind  = failed ? ControlFinalFail : ControlFinalPass;
  assign final_o.id    = id_q;

  assign req_valid_o   = state_q == StateAsk;
  assign committed_o   = state_q == StateRetirements && all_retired && !failed;
  assign aborted_o     = state_q == StateRetirements && all_retired && failed;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StateRest:        if (start_i && !started_q && transfers_i != '0) state_d = StateDraw;
      StateDraw:        if (drawn_from != drawn_to) state_d = StateLoad;
      StateLoad:        if (load_ready_i) state_d = StateAnswer;
      StateAnswer:      if (answer_valid_i) state_d = last_word ? StateAmount : StateLoad;
      StateAmount:      state_d = StateAsk;
      StateAsk:         if (req_ready_i) state_d = StateGrant;
      StateGrant:       if (grant_valid_i) state_d = StateLog;
      StateLog:         if (fill && last_fill) state_d = StateLocals;
      StateLocals:      if (all_replied) state_d = StateFinals;
      StateFinals:      if (final_sent && last_final == '0) state_d = StateRetirements;
      StateRetirements: begin
        if (all_retired) state_d = failed ? StateLoad : left_q == 32'd1 ? StateRest : StateDraw;
      end
      default:          state_d = StateRest;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StateRest;
      started_q <= 1'b0;
      word_q    <= '0;
      replied_q <= '0;
      failed_q  <= '0;
      retired_q <= '0;
      error_o   <= 1'b0;
    end else begin
      state_q <= state_d;
      if (start_i) started_q <= 1'b1;
      if (state_q == StateAnswer && answer_valid_i) word_q <= last_word ? '0 : word_q + 1'b1;
      if (state_q == StateGrant) begin
        replied_q <= '0;
        failed_q  <= '0;
        retired_q <= '0;
      end else if (reply) begin
        if (is_local) replied_q <= replied_q | reply_unit_i;
        if (reply_kind_i == ReplyFail) failed_q <= failed_q | reply_unit_i;
        if (is_retirement) retired_q <= retired_q | reply_unit_i;
      end
      if (reply && !(expected && live_o)) error_o <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!started_q) begin
      random_q <= seed_i == '0 ? 32'd1 : seed_i;  // a zero state would stay zero
      left_q   <= transfers_i;
    end else begin
      if (state_q == StateDraw) random_q <= random_d;
      if (committed_o) left_q <= left_q - 1'b1;
    end
    if (state_q == StateDraw) account_q <= {drawn_rate, drawn_to, drawn_from};
    if (state_q == StateAnswer && answer_valid_i) value_q[word_q] <= answer_data_i;
    // Settled two cycles after the last answer, before an id can be granted
    amount_q <= amount_of(value_q[From], value_q[Rate][1:0]);
    after_q  <= {value_q[To] + amount_q, value_q[From] - amount_q};
    if (state_q == StateGrant) begin
      id_q    <= grant_cid_i;
      unit_q  <= '0;
      beats_q <= beats_of('0, account_q);
    end else if (fill) begin
      unit_q  <= unit_q + UnitWidth'(last_beat);
      beats_q <= last_beat ? beats_of(unit_q + 1'b1, account_q) : beats_q & ~beat;
    end
    if (state_q == StateLocals) finals_q <= touched;
    else if (final_sent) finals_q <= last_final;
  end

  assign live_o          = state_q inside {StateLog, StateLocals, StateFinals, StateRetirements};
  assign id_o            = id_q;
  assign transfer_o.id   = id_q;
  assign transfer_o.rate = {WordAddrBits'(account_q[Rate]), value_q[Rate]};
  assign transfer_o.to   = {WordAddrBits'(account_q[To]), value_q[To]};
  assign transfer_o.from = {WordAddrBits'(account_q[From]), value_q[From]};
  assign done_o          = started_q && state_q == StateRest;

  `GPUTM_ASSERT(a_reply_is_due, !reply || (expected && live_o),
                ("tx_traffic_generator: reply %0d of units %b to id %0d is not due", reply_kind_i, reply_unit_i, id_q))
  `GPUTM_ASSERT(a_answer_is_due, !answer_valid_i || state_q == StateAnswer,
                ("tx_traffic_generator: unexpected answer in state %0d", state_q))
  `GPUTM_ASSERT(a_grant_is_due, !grant_valid_i || state_q == StateGrant,
                ("tx_traffic_generator: grant of id %0d without a request", grant_cid_i))
  `GPUTM_ASSERT(a_nothing_is_made, state_q != StateLog || value_q[From] + value_q[To] == after_q[From] + after_q[To],
                ("tx_traffic_generator: id %0d changes the sum", id_q))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_account_drawn_twice, state_q == StateDraw && drawn_from == drawn_to)
  `GPUTM_COVER(b_rate_of_the_giver, state_q == StateAmount && account_q[Rate] == account_q[From])
  `GPUTM_COVER(b_all_in_one_unit, state_q == StateAmount && (touched & (touched - 1'b1)) == '0)
  `GPUTM_COVER(b_log_waits, fill_valid_o && !fill_ready_i)
  `GPUTM_COVER(b_local_before_the_log_ends, state_q == StateLog && reply && is_local)
  `GPUTM_COVER(b_final_waits, final_valid_o && !final_ready_i)
  `GPUTM_COVER(b_retired_before_the_last_final, state_q == StateFinals && reply && is_retirement)
  `GPUTM_COVER(b_fails_in_one_unit_of_several, aborted_o && failed_q != touched)
  `GPUTM_COVER(b_commits_after_all, committed_o)

  // Handshake assertions
  `GPUTM_STREAM(u_check_load, load_valid_o, load_ready_i, {load_unit_o, load_addr_o})
  `GPUTM_STREAM(u_check_req, req_valid_o, req_ready_i)
  `GPUTM_STREAM(u_check_fill, fill_valid_o, fill_ready_i, {fill_unit_o, fill_o})
  `GPUTM_STREAM(u_check_final, final_valid_o, final_ready_i, {final_unit_o, final_o})
  `GPUTM_STREAM(u_check_reply, reply_valid_i, reply_ready_o, {reply_unit_i, reply_kind_i})

endmodule

`default_nettype wire
