// Types of the commit unit (KILO TM, MICRO 2011 paper, section 4.5 and figure 5): its messages, the fields of
// a ring entry, and the bundles that connect its stages. Messages are numbered as in sim/tm/commit_messages.h.
//
// Types are wide enough for every size of the unit, so that a bundle has one type. A module that
// stores a number keeps only the bits that its parameters need; synthesis drops the others.

`default_nettype none

package commit_unit_pkg;

  import kilo_pkg::*;

  typedef logic [DataWidth-1:0] data_t;

  typedef struct packed {
    word_addr_t addr;
    data_t      data;
  } log_word_t;

  // Check bits of a log word, of address and value (log_word_enc)
  parameter int unsigned AddrChecks = ecc_pkg::checks_of(ecc_pkg::Secded, WordAddrBits);
  parameter int unsigned DataChecks = ecc_pkg::checks_of(ecc_pkg::Secded, DataWidth);
  typedef struct packed {
    logic [AddrChecks-1:0] addr;
    logic [DataChecks-1:0] data;
  } word_check_t;

  typedef logic [BufferIdBits-1:0] buffer_id_t;  // number of a buffer in the pool
  typedef logic [WordCountBits-1:0] word_count_t;  // words of a buffer, and a word's place in it
  typedef logic [ReadCountBits-1:0] read_count_t;  // reads of the L2, counted on from lap to lap

  // Shape of the pool and of the last writer history
  typedef struct packed {
    int unsigned buffer_words;    // words of a buffer
    int unsigned buffer_banks;    // banks of the pool's memory
    int unsigned history_ways;    // ways of the history's lookup table, a power of two
    int unsigned history_arrays;  // sub-arrays of the history's bloom filter
  } cfg_t;

  parameter cfg_t DefaultCfg = '{buffer_words: 8, buffer_banks: 4, history_ways: 4, history_arrays: 4};

  // Whether a commit unit can work with its parameters (param_pkg)

  function automatic bit sizes_are_legal(int unsigned entries, int unsigned buffers, int unsigned tags,
                                         int unsigned history_entries, int unsigned buckets, cfg_t cfg);
    bit [7:0] legal;
    legal = {
      param_pkg::in_range("commit_unit: CidBits", CidBits, MinCidBits, 31, 1),
      param_pkg::in_range("commit_unit: RingEntries", entries, 4, 2 ** (CidBits - 1), 1),
      param_pkg::in_range("commit_unit: Buffers", buffers, 2, 2 ** BufferIdBits, 1),
      param_pkg::in_range("commit_unit: ReadTags", tags, 2, 2 ** ReadCountBits - 8, 1),
      param_pkg::power_of_two(
          "commit_unit: HistoryEntries", history_entries, 2 * cfg.history_ways, 8192 * cfg.history_ways, 1
      ),
      param_pkg::power_of_two("commit_unit: Cfg.history_ways", cfg.history_ways, 1, 16, 1),
      param_pkg::in_range("commit_unit: Cfg.history_arrays", cfg.history_arrays, 1, 16, 1),
      param_pkg::power_of_two("commit_unit: HistoryBuckets", buckets, 2, 8192, 1)
    };
    return legal == '1;
  endfunction

  // Messages between a core and the unit.

  typedef enum logic [1:0] {
    FillRead  = 2'd0,
    FillWrite = 2'd1,
    FillSkip  = 2'd2
  } fill_kind_e;

  typedef enum logic [1:0] {
    ControlFinalPass = 2'd0,
    ControlFinalFail = 2'd1,
    ControlResend    = 2'd2
  } control_kind_e;

  typedef enum logic [2:0] {
    ReplyPass         = 3'd0,
    ReplyFail         = 3'd1,
    ReplyRetired      = 3'd2,
    ReplyResendReads  = 3'd3,
    ReplyResendWrites = 3'd4
  } reply_kind_e;

  typedef struct packed {
    fill_kind_e           kind;
    logic                 last;   // last word of id's log
    cid_t                 id;     // skip: commit ID of bit 0 of skips
    log_word_t            word;   // value read, or value to be written
    logic [SkipWidth-1:0] skips;  // skip: ids without a log here
  } fill_t;

  typedef struct packed {
    control_kind_e kind;
    logic          last;
    cid_t          id;
    log_word_t     word;
  } control_t;

  typedef struct packed {
    reply_kind_e kind;
    cid_t        id;
  } reply_t;

  // The ring: a pointer's position, and the initialisation of the fields

  typedef logic [CidBits-2:0] ring_index_t;

  typedef struct packed {
    logic        phase;  // toggles from lap to lap
    ring_index_t index;
  } ring_slot_t;

  typedef struct packed {
    cid_t       id;
    ring_slot_t slot;
  } ring_pointer_t;

  typedef struct packed {  // read port of a ring_ram
    logic        enable;
    ring_index_t index;
  } ring_read_t;

  typedef struct packed {
    logic        active;
    ring_index_t index;     // entry that is initialised in this cycle
    cid_t        first_id;  // initial id of every pointer
  } ring_init_t;

  // The fields of a ring entry, by the module that writes them

  typedef struct packed {  // fill_unit
    logic        phase;        // phase of the lap in which it was written
    logic        complete;     // the log is complete, or there is no log here
    logic        skip;         // there is no log here
    logic        failed_base;  // verdict.failed when the entry began
    read_count_t issued;       // value of verdict.done when all reads sent so far are answered
  } progress_t;

  typedef struct packed {  // fill_unit: read log and write log
    logic        overflow;  // the buffer does not hold all words
    word_count_t count;     // words in the buffer; 0: no buffer
    buffer_id_t  buffer;
  } log_t;

  typedef struct packed {  // read_validator
    read_count_t done;    // reads answered
    logic        failed;  // toggles when a value differs
  } verdict_t;

  typedef struct packed {  // hazard_detector
    logic skip;
    logic hazard;
    cid_t ycid;
  } hazard_t;

  typedef struct packed {  // revalidation_stage
    logic        skip;
    logic        failed_base;
    read_count_t expected;     // value of verdict.done when all reads are answered
  } await_t;

  typedef struct packed {  // early_outcome_stage
    logic replied;  // the local outcome has been sent
  } early_t;

  typedef struct packed {  // outcome_stage
    logic skip;
  } outcome_t;

  typedef struct packed {  // final_outcomes
    logic given;  // toggles with each final outcome
    logic pass;
  } final_t;

  // Buffer pool: a reader's request and its response. A request may be withdrawn or change until it is granted.

  typedef struct packed {
    logic        req;
    buffer_id_t  buffer;
    word_count_t place;
  } log_read_req_t;

  typedef struct packed {
    logic      gnt;
    log_word_t word;  // two cycles after gnt
  } log_read_rsp_t;

  typedef struct packed {
    buffer_id_t  buffer;
    word_count_t place;
    log_word_t   word;
  } log_store_t;

  // Log readers: job, resulting beats, and the words of a log that the core resends

  typedef struct packed {
    cid_t id;              // commit ID of the log
    logic fetch;           // its words are to be streamed
    logic release_buffer;  // its buffer returns to the pool
    log_t log;             // location of the log
  } log_job_t;

  typedef struct packed {
    logic      has_word;  // low: the job has no words
    logic      last;      // last beat of its job
    log_word_t word;
  } log_beat_t;

  typedef struct packed {
    logic waiting;  // the words of id's log are awaited
    cid_t id;
  } resend_wait_t;

  typedef struct packed {
    logic      last;
    log_word_t word;
  } resend_t;

  // A word to be compared with memory
  typedef struct packed {
    ring_index_t index;
    logic        failed_value;  // new value of verdict.failed if the word differs
    log_word_t   word;
  } validation_t;

  // State of a ring entry; for waves only, since it follows from the pointers
  typedef enum logic [2:0] {
    EntryFill             = 3'd0,  // its log is incomplete
    EntryHazardDetection  = 3'd1,
    EntryValidationWait   = 3'd2,
    EntryRevalidation     = 3'd3,
    EntryLocalOutcome     = 3'd4,  // awaits answers of the L2
    EntryFinalOutcomeWait = 3'd5,
    EntryCommit           = 3'd6
  } entry_state_e;

endpackage

`default_nettype wire
