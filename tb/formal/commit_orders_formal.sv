// The three orders of "Logical validation-commit indivisibility" (IEEE Micro 2012) at one commit unit, for a symbolic word and
// two transactions X before Y in the ring, whose ids wrap between them:
//   Y's last validation read of the word is accepted by the L2 after X's write of it;
//   Y's write is accepted after X's write;
//   X's validation reads are answered before Y's write is accepted.
// And end to end: a transaction that gets ReplyPass has logged the word's value after all passing writers with smaller
// ids; every write of a passing transaction, and no other write, arrives before the transaction retires. The L2 lets a
// read take its value at any time from acceptance to response, and responds in any order.
//
// The ring, its stages and the read validator (two tags) are the originals. The stand-ins in commit_orders/ reduce ids
// to three bits, a word and its address to one bit, the last writer history to its contract, and logs in the pool to
// one word. Bounded, in a small environment: two transactions, each in its entry's first lap, with at most one read and
// then one write (of any word), or a skip; logs without gaps, the first one at once; replies taken at once; no other
// stores. Free: the start of the other log, values, responses, the time of the L2's acceptances, and final outcomes and
// their times. The RTL's own assertions are left out because they take most of the time; commit_unit_formal and the
// modules' tests check them.
//
// The depth reaches X's earliest write (34th cycle), and Y's behind a read by X. With `chain`, X only writes the word
// and has its final outcome at once, and reads are accepted at once: this reaches Y's outcome after its revalidation
// (44th cycle). `swift`, without any delay, covers this and Y's retirement.
//
// leave: u_commit_unit.*.a_*
// bound: abc bmc3 37
// cover: 38
// bug: hazard_detector/rcid_off_by_one abc bmc3 37
// bug: revalidation_stage/no_wait abc bmc3 37
// bug: revalidation_stage/no_demotion abc bmc3 37
// bug: outcome_stage/answers_not_awaited abc bmc3 37
// bug: commit_stage/final_not_awaited abc bmc3 37
// bug: commit_stage/retired_before_write abc bmc3 37
//
// with: chain Writer=1
// leave: u_commit_unit.*.a_*
// bound: abc bmc3 47
// bug: read_validator/last_read_decides abc bmc3 47
//
// with: swift Writer=1 Swift=1
// leave: u_commit_unit.*.a_*
// cover: 55

`default_nettype none

module commit_orders_formal
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Transactions = 2,     // ids that get a log or a skip, at most
  parameter bit          Writer       = 1'b0,  // the oldest id only writes the word; reads are accepted at once
  parameter bit          Swift        = 1'b0   // no delays in the environment
) (
  input wire logic          clk_i,
  input wire cid_t          older_i,            // X and Y, constant
  input wire cid_t          younger_i,
  input wire logic          fill_valid_i,
  input wire fill_kind_e    fill_kind_i,
  input wire logic          fill_last_i,
  input wire cid_t          fill_id_i,
  input wire word_addr_t    fill_addr_i,
  input wire data_t         fill_data_i,
  input wire logic          final_valid_i,
  input wire logic          final_pass_i,
  input wire cid_t          final_id_i,
  input wire logic          reply_ready_i,
  // Choices of the L2
  input wire data_t         first_value_i,      // initial value of the word
  input wire logic          l2_read_ready_i,
  input wire logic          l2_response_valid_i,
  input wire logic          l2_response_tag_i,
  input wire data_t         l2_response_data_i,
  input wire logic          l2_write_ready_i
);

  localparam int unsigned Entries = 4;
  localparam int unsigned Tags = 2;
  localparam int unsigned Ids = 2 ** CidBits;
  localparam cid_t FirstId = cid_t'(7);  // the ids wrap after this one
  localparam word_addr_t Word = '1;  // the symbolic word; only the history distinguishes words

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic fill_ready, control_ready, reply_valid, l2_read_valid, l2_read_tag, l2_write_valid, l2_write_last, ready;
  reply_kind_e reply_kind;
  control_kind_e final_kind;
  cid_t reply_id, retire_id;
  word_addr_t l2_read_addr, l2_write_addr;
  data_t l2_write_data;

  assign final_kind = final_pass_i ? ControlFinalPass : ControlFinalFail;

  commit_unit #(
    .RingEntries(Entries),
    .Buffers    (2 * Entries),
    .Cfg        ('{buffer_words: 2, buffer_banks: 2, history_ways: 4, history_arrays: 4}),
    .ReadTags   (Tags)
  ) u_commit_unit (
    .clk_i,
    .rst_ni             (rst_n),
    .first_id_i         (FirstId),
    .fill_valid_i,
    .fill_ready_o       (fill_ready),
    .fill_kind_i,
    .fill_last_i,
    .fill_id_i,
    .fill_addr_i,
    .fill_data_i,
    .fill_skips_i       (SkipWidth'(1)),
    .control_valid_i    (final_valid_i),
    .control_ready_o    (control_ready),
    .control_kind_i     (final_kind),
    .control_last_i     (1'b0),
    .control_id_i       (final_id_i),
    .control_addr_i     ('0),
    .control_data_i     ('0),
    .reply_valid_o      (reply_valid),
    .reply_ready_i,
    .reply_kind_o       (reply_kind),
    .reply_id_o         (reply_id),
    .l2_read_valid_o    (l2_read_valid),
    .l2_read_ready_i,
    .l2_read_tag_o      (l2_read_tag),
    .l2_read_addr_o     (l2_read_addr),
    .l2_response_valid_i,
    .l2_response_tag_i,
    .l2_response_data_i,
    .l2_response_error_i(1'b0),
    .l2_write_valid_o   (l2_write_valid),
    .l2_write_ready_i,
    .l2_write_addr_o    (l2_write_addr),
    .l2_write_data_o    (l2_write_data),
    .l2_write_last_o    (l2_write_last),
    .head_id_o          (),
    .hazard_id_o        (),
    .wait_id_o          (),
    .revalidate_id_o    (),
    .outcome_id_o       (),
    .commit_id_o        (),
    .retire_id_o        (retire_id),
    .memory_report_o    (),
    .stuck_o            (),
    .ready_o            (ready),
    .busy_o             ()
  );

  logic fill, final_taken, reply, read, write, response;
  assign fill        = fill_valid_i && fill_ready;
  assign final_taken = final_valid_i && control_ready;
  assign reply       = reply_valid && reply_ready_i;
  assign read        = l2_read_valid && l2_read_ready_i;
  assign write       = l2_write_valid && l2_write_ready_i;
  assign response    = l2_response_valid_i;

  // Constants
  cid_t older_q, younger_q, distance;
  logic started_q = 1'b0;
  assign distance = younger_i - older_i;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    {older_q, younger_q} <= {older_i, younger_i};
    if (started_q) m_constant : assume (older_i == older_q && younger_i == younger_q);
  end
  always_comb begin
    assume (distance != '0 && cid_t'(older_i - FirstId) < cid_t'(younger_i - FirstId));
    assume (32'(cid_t'(younger_i - FirstId)) < Transactions);
  end

  // --- The transactions. An id is used once within the bound.

  logic [Ids-1:0] begun_q = '0, complete_q = '0;
  logic [Ids-1:0] has_read_q = '0, has_write_q = '0;  // its log has a read, or a write, of any word
  logic [Ids-1:0] reads_q = '0, writes_q = '0;  // its log reads, or writes, the symbolic word
  data_t [Ids-1:0] value_q, data_q;  // value read, and value to write, of the symbolic word
  logic [Ids-1:0] passed_q = '0, failed_q = '0;  // local outcome
  logic [Ids-1:0] final_q = '0, final_pass_q = '0, written_q = '0;

  logic [Tags-1:0] accepted_q = '0;  // reads that the L2 has to answer

  cid_t fill_age, fill_number;
  assign fill_age    = fill_id_i - retire_id;
  assign fill_number = fill_id_i - FirstId;

  always_comb begin
    assume (fill_kind_i inside {FillRead, FillWrite, FillSkip});
    if (fill_valid_i) begin
      assume (fill_age < cid_t'(Entries) && 32'(fill_number) < Transactions);
      assume (!complete_q[fill_id_i]);
      assume (fill_kind_i != FillSkip || !begun_q[fill_id_i]);
      assume (fill_kind_i != FillRead || !has_read_q[fill_id_i]);
      assume (fill_kind_i != FillWrite || !has_write_q[fill_id_i]);
    end
    // The first message comes as early as possible, a log without gaps and with its read first.
    if (ready && begun_q == '0) assume (fill_valid_i);
    if (ready && (begun_q & ~complete_q) != '0) assume (fill_valid_i && begun_q[fill_id_i]);
    if (fill_valid_i) assume (fill_kind_i != FillRead || !begun_q[fill_id_i]);
    assume (reply_ready_i);
    if (Writer) assume (l2_read_ready_i);
    if (Swift) begin
      assume (l2_write_ready_i && l2_response_valid_i == (accepted_q != '0));
      if (ready && 32'($countones(complete_q)) < Transactions) assume (fill_valid_i);
      if ((passed_q | failed_q) != final_q) assume (final_valid_i);
    end
    if (Writer) begin
      if (ready && begun_q == '0) begin
        assume (fill_id_i == FirstId && fill_kind_i == FillWrite && fill_last_i && fill_addr_i == Word);
      end
      if (passed_q[FirstId] && !final_q[FirstId]) begin
        assume (final_valid_i && final_pass_i && final_id_i == FirstId);
      end
    end
    if (final_valid_i) begin
      assume ((passed_q[final_id_i] || failed_q[final_id_i]) && !final_q[final_id_i]);
      assume (!final_pass_i || passed_q[final_id_i]);
    end
  end

  stream_assume #(
    .Width($bits(fill_t))
  ) u_assume_fill (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(fill_valid_i),
    .ready_i(fill_ready),
    .data_i ({fill_kind_i, fill_last_i, fill_id_i, fill_addr_i, fill_data_i, SkipWidth'(1)})
  );
  stream_assume #(
    .Width(1 + CidBits)
  ) u_assume_final (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(final_valid_i),
    .ready_i(control_ready),
    .data_i ({final_pass_i, final_id_i})
  );

  // --- The transaction of an access, which the ports do not show: a read's id goes with its tag, a write belongs to
  // the log being read.

  typedef struct packed {
    logic [$clog2(Entries)-1:0] index;
    logic                       failed_value;
    log_word_t                  word;
  } request_t;  // as read_validator declares it

  request_t request;
  logic issue, issue_tag;
  cid_t issue_id, read_id, response_id, write_id;
  logic [$clog2(Entries)-1:0] issue_age;
  cid_t [Tags-1:0] id_of_tag_q;
  assign request     = u_commit_unit.u_read_validator.chosen;
  assign issue       = u_commit_unit.u_read_validator.issue;
  assign issue_tag   = u_commit_unit.u_read_validator.tag;
  assign write_id    = u_commit_unit.u_commit_stage.u_log_reader.id_q;
  assign issue_age   = request.index - 2'(retire_id - FirstId);
  assign issue_id    = retire_id + cid_t'(issue_age);
  assign read_id     = id_of_tag_q[l2_read_tag];
  assign response_id = id_of_tag_q[l2_response_tag_i];

  // --- The L2: a read takes its value at some time from acceptance to response.

  logic memory_valid_q = 1'b0;
  data_t memory_q, memory;
  logic [Tags-1:0] watches_q = '0;
  logic [Tags-1:0][1:0] may_q = '0;  // possible answers 0 and 1
  logic hits;
  assign memory = memory_valid_q ? memory_q : first_value_i;
  assign hits   = write && l2_write_addr == Word;

  always_comb begin
    if (response) begin
      assume (accepted_q[l2_response_tag_i]);
      assume (!watches_q[l2_response_tag_i] || may_q[l2_response_tag_i][l2_response_data_i]);
    end
  end

  always_ff @(posedge clk_i) begin
    memory_valid_q <= 1'b1;
    memory_q       <= hits ? l2_write_data : memory;
    if (rst_n) begin
      if (issue) id_of_tag_q[issue_tag] <= issue_id;
      for (int unsigned tag = 0; tag < Tags; tag++) begin
        if (hits) may_q[tag][l2_write_data] <= 1'b1;
      end
      if (response) accepted_q[l2_response_tag_i] <= 1'b0;
      if (read) begin
        accepted_q[l2_read_tag]    <= 1'b1;
        watches_q[l2_read_tag]     <= l2_read_addr == Word;
        may_q[l2_read_tag]         <= '0;
        may_q[l2_read_tag][memory] <= 1'b1;
        if (hits) may_q[l2_read_tag][l2_write_data] <= 1'b1;
      end
    end
  end

  // --- The word in the serial order of the ids.

  cid_t serial_id_q = FirstId;  // one cycle behind the retire pointer: older ids are in serial_q
  data_t serial_q, serial, before_reply;
  logic older_undecided;
  assign serial = memory_valid_q ? serial_q : first_value_i;

  always_comb begin
    before_reply    = serial;
    older_undecided = 1'b0;
    for (int age = 0; age < int'(Entries); age++) begin
      if (cid_t'(age) < cid_t'(reply_id - serial_id_q) && writes_q[serial_id_q+cid_t'(age)]) begin
        if (final_pass_q[serial_id_q+cid_t'(age)]) before_reply = data_q[serial_id_q+cid_t'(age)];
        else if (!failed_q[serial_id_q+cid_t'(age)] && !final_q[serial_id_q+cid_t'(age)]) older_undecided = 1'b1;
      end
    end
  end

  logic retires, leaves_value;
  assign retires      = ready && serial_id_q != retire_id;
  assign leaves_value = retires && writes_q[serial_id_q] && final_pass_q[serial_id_q];

  // --- X and Y

  logic x_wrote_q = 1'b0, y_wrote_q = 1'b0;
  logic y_behind_x_q = 1'b0;  // Y's last read of the word was accepted after X's write
  logic y_revalidated_q = 1'b0, y_read_q = 1'b0;
  logic x_reading_q = 1'b0;  // a read of the word by X is in flight
  logic x_writes, y_writes, x_reads, y_reads;
  assign x_writes = hits && write_id == older_i;
  assign y_writes = hits && write_id == younger_i;
  assign x_reads  = read && l2_read_addr == Word && read_id == older_i;
  assign y_reads  = read && l2_read_addr == Word && read_id == younger_i;

  always_ff @(posedge clk_i) begin
    serial_q <= leaves_value ? data_q[serial_id_q] : serial;
    if (rst_n) begin
      if (fill) begin
        begun_q[fill_id_i]    <= 1'b1;
        complete_q[fill_id_i] <= fill_kind_i == FillSkip || fill_last_i;
        if (fill_kind_i == FillRead) begin
          has_read_q[fill_id_i] <= 1'b1;
          reads_q[fill_id_i]    <= fill_addr_i == Word;
          value_q[fill_id_i]    <= fill_data_i;
        end
        if (fill_kind_i == FillWrite) begin
          has_write_q[fill_id_i] <= 1'b1;
          writes_q[fill_id_i]    <= fill_addr_i == Word;
          data_q[fill_id_i]      <= fill_data_i;
        end
      end
      if (final_taken) begin
        final_q[final_id_i]      <= 1'b1;
        final_pass_q[final_id_i] <= final_pass_i;
      end
      if (reply && reply_kind == ReplyPass) passed_q[reply_id] <= 1'b1;
      if (reply && reply_kind == ReplyFail) failed_q[reply_id] <= 1'b1;
      if (hits) written_q[write_id] <= 1'b1;
      if (retires) serial_id_q <= serial_id_q + 1'b1;

      if (x_writes) x_wrote_q <= 1'b1;
      if (y_writes) y_wrote_q <= 1'b1;
      if (y_reads) begin
        y_behind_x_q <= x_wrote_q;
        y_read_q     <= 1'b1;
        y_revalidated_q    <= y_read_q;
      end
      if (x_reads) x_reading_q <= 1'b1;
      if (response && watches_q[l2_response_tag_i] && response_id == older_i) x_reading_q <= 1'b0;

      // A write belongs to the transaction's log, and is allowed.
      if (hits) begin
        a_own_write : assert (writes_q[write_id] && final_pass_q[write_id] && !written_q[write_id]);
        a_own_data : assert (l2_write_data == data_q[write_id]);
      end
      if (leaves_value) a_all_written : assert (written_q[serial_id_q]);

      // The orders
      if (x_writes) a_y_read_behind_write : assert (!(passed_q[younger_i] && reads_q[younger_i]));
      if (reply && reply_kind == ReplyPass && reply_id == younger_i && reads_q[younger_i] && x_wrote_q) begin
        a_y_validated_behind_write : assert (y_behind_x_q);
      end
      if (x_writes) a_writes_in_order : assert (!y_wrote_q);
      if (y_writes) a_x_has_validated : assert (!x_reading_q);
      if (x_reads) a_x_validates_first : assert (!y_wrote_q);

      // The values
      if (reply && reply_kind == ReplyPass && reads_q[reply_id]) begin
        a_older_decided : assert (!older_undecided);
        a_serial_value : assert (value_q[reply_id] == before_reply);
      end
    end
  end

  // Reachability
  if (Swift) begin : gen_chain
    logic y_outcome;
    assign y_outcome = reply && reply_id == younger_i && y_revalidated_q && y_behind_x_q;
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        c_y_passes_behind_x : cover (y_outcome && reply_kind == ReplyPass);
        c_y_fails_behind_x : cover (y_outcome && reply_kind == ReplyFail);
        c_y_retires_behind_x : cover (y_outcome && reply_kind == ReplyRetired && final_pass_q[younger_i]);
      end
    end
  end else if (!Writer) begin : gen_pair
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        c_both_write : cover (y_writes && x_wrote_q);
        c_y_writes_behind_read : cover (y_writes && reads_q[older_i] && final_pass_q[older_i]);
        c_lane_fails : cover (x_wrote_q && final_q[younger_i] && !final_pass_q[younger_i] && passed_q[younger_i]);
      end
    end
  end

  wire unused = ^{l2_write_last, issue};

endmodule

`default_nettype wire
