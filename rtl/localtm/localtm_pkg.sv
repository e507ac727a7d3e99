// Types and sizes that the GPU-LocalTM blocks share.

`default_nettype none

package localtm_pkg;

  // Local memory consists of words of 32 bits; consecutive words lie in consecutive banks.
  parameter int unsigned WordBits = 32;
  // Byte addresses inside a work-group's allocation: 64 kB.
  parameter int unsigned AddrBits = 16;

  typedef logic [WordBits-1:0] word_t;
  typedef logic [AddrBits-1:0] addr_t;

  // Operation of a wavefront's request. Everything below OpBegin accesses memory; atomics are those of RISC-V's
  // A extension and return the old value. Loads are of words: the requester extracts a byte or a halfword.
  typedef enum logic [4:0] {
    OpLoad      = 5'd0,
    OpStore     = 5'd1,
    OpAmoSwap   = 5'd2,
    OpAmoAdd    = 5'd3,
    OpAmoXor    = 5'd4,
    OpAmoAnd    = 5'd5,
    OpAmoOr     = 5'd6,
    OpAmoMin    = 5'd7,
    OpAmoMax    = 5'd8,
    OpAmoMinu   = 5'd9,
    OpAmoMaxu   = 5'd10,
    OpStoreByte = 5'd11,
    OpStoreHalf = 5'd12,
    OpBegin     = 5'd13,
    OpCommit    = 5'd14,
    OpBarrier   = 5'd15,     // only checked: an error inside a transaction
    OpWithdraw  = 5'd16      // the lanes leave the attempt, as after a conflict
  } lds_op_e;

  function automatic logic stores(lds_op_e op);
    return op == OpStore || op == OpStoreByte || op == OpStoreHalf;
  endfunction

  // Bytes of its word that a store writes, from the lowest bits of its address; all of them for other operations
  function automatic logic [3:0] stored_bytes(lds_op_e op, logic [1:0] offset);
    if (op == OpStoreByte) return 4'b0001 << offset;
    if (op == OpStoreHalf) return 4'b0011 << offset;
    return '1;
  endfunction

  // A store's operand, replicated in every place that it may be stored to
  function automatic word_t stored_word(lds_op_e op, word_t data);
    logic [15:0] half;
    half = op == OpStoreByte ? {2{data[7:0]}} : data[15:0];
    return {op == OpStoreByte || op == OpStoreHalf ? half : data[31:16], half};
  endfunction

  // Reason of a refusal; a refused request has no effect.
  typedef enum logic [2:0] {
    ErrorNone,
    ErrorUnaligned,      // byte address that is not a multiple of the access size
    ErrorOutOfRange,     // beyond the work-group's allocation
    ErrorBarrierInTx,
    ErrorCommitOutside,  // commit or withdrawal without begin
    ErrorPlainGroup,     // begin in a work-group that has no transactional allocation
    ErrorTooLarge,       // allocation of more rows than the banks have
    ErrorTooDeep         // begin inside a transaction, more of them than tx_mode_ctrl can count
  } lds_error_e;

  // Mode of the wavefront's current attempt (section 3.1)
  typedef enum logic [1:0] {
    ModeNone,             // outside of a transaction
    ModeTx,
    ModeWavefrontSerial,  // one lane of the wavefront
    ModeWorkGroupSerial   // one lane of the work-group
  } tx_mode_e;

  // Effect of an answer on the wavefront's control flow
  typedef enum logic [1:0] {
    OutcomeContinue,  // EXEC stays
    OutcomeEnter,     // begin: EXEC and TCM of the attempt
    OutcomeExit,      // commit: all lanes have committed, EXEC is that of the first begin
    OutcomeRestart    // commit: go back to the begin with EXEC = the lanes that conflicted
  } tx_outcome_e;

  // Purpose of a walk
  typedef enum logic [1:0] {
    WalkRelease,  // the lanes commit
    WalkRestore,  // the lanes have conflicted
    WalkAbort     // another wavefront serializes the work-group; restores, too
  } walk_e;

  // Verdict of a bank's ownership state on a transaction's access
  typedef struct packed {
    logic conflict;  // the access is not carried out
    logic reader;    // conflict: it needs the row exclusively, and another work-item has its bit in a filter of reads
    logic overflow;  // conflict: no room for a backup
    logic owned;     // the row has an owner
    logic claim;     // the row becomes the work-item's: word and owner are backed up
  } verdict_t;

  // A bank's answer to an access
  typedef struct packed {
    word_t data;      // value before the access; undefined after a store without a backup
    logic  conflict;
    logic  owned;     // conflict: the row has an owner, so that the conflict is no mistake of a filter
    logic  reader;    // conflict: with a filter of reads
    logic  overflow;  // conflict: no backup is free
    logic  race;      // an access outside of a transaction to an owned row
  } bank_answer_t;

  // Memories of a bank, by their places in its errors_o. A unit's memory is bank * BankMemories + place
  // (docs/protection.md); the last place, of the first bank, has the words of answers.
  parameter int unsigned BankMemories = 8;
  parameter int unsigned WordsPlace = 0;
  parameter int unsigned BackupsPlace = 1;
  parameter int unsigned RecordsPlace = 2;
  parameter int unsigned HeadsPlace = 3;
  parameter int unsigned ReadersPlace = 4;
  parameter int unsigned MembersPlace = 5;
  parameter int unsigned AnswersPlace = 7;

  // Whether an lds_tx_unit can work with its parameters (param_pkg)

  function automatic bit lanes_are_legal(int unsigned lanes, int unsigned pass_lanes, int unsigned wavefronts,
                                         int unsigned work_groups);
    bit [3:0] legal;
    legal = {
      param_pkg::power_of_two("lds_tx_unit: Lanes", lanes, 2, 256),
      param_pkg::power_of_two("lds_tx_unit: PassLanes", pass_lanes, 2, lanes),
      param_pkg::power_times("lds_tx_unit: Wavefronts", wavefronts, work_groups, 2, 64),
      param_pkg::in_range("lds_tx_unit: WorkGroups", work_groups, 1, wavefronts)
    };
    return legal == '1;
  endfunction

  function automatic bit banks_are_legal(int unsigned banks, int unsigned rows, int unsigned filter_bits,
                                         int unsigned undo_entries, int unsigned epochs, int unsigned least_rows,
                                         int unsigned most_epoch_bits);
    bit [4:0] legal;
    legal = {
      param_pkg::power_of_two("lds_tx_unit: Banks", banks, 2, 256),
      param_pkg::power_of_two("lds_tx_unit: Rows", rows, least_rows, 65536),
      param_pkg::power_of_two("lds_tx_unit: FilterBits", filter_bits, 2, rows),
      param_pkg::holds(
          "lds_tx_unit: UndoEntries",
          64'(undo_entries),
          undo_entries == 0 || undo_entries >= 2 && undo_entries <= rows - 2,
          "0, or 2 .. Rows - 2"
      ),
      param_pkg::in_range("lds_tx_unit: Epochs", epochs, 0, most_epoch_bits)
    };
    return legal == '1;
  endfunction

  function automatic bit protection_is_legal(int unsigned protection, int unsigned banks, int unsigned watchdog_cycles);
    bit [2:0] legal;
    legal = {
      param_pkg::in_range("lds_tx_unit: Protection", protection, ecc_pkg::None, ecc_pkg::Secded),
      param_pkg::in_range("lds_tx_unit: WatchdogCycles", watchdog_cycles, 0, 2 ** 24 - 1),
      param_pkg::holds(
          "lds_tx_unit: Banks",
          64'(banks),
          protection == ecc_pkg::None || banks * BankMemories <= 2 ** ecc_pkg::MemoryBits,
          "at most 32 with Protection: its report numbers memories with 8 bits"
      )
    };
    return legal == '1;
  endfunction

  function automatic bit stages_are_legal(bit staged, bit stall_leaving, bit prompt, bit stalls);
    bit [1:0] legal;
    legal = {
      param_pkg::holds(
          "lds_tx_unit: Staged",
          64'(staged),
          !staged || prompt && !stall_leaving,
          "0 with StallLeaving=1, or with banks that take longer"
      ),
      param_pkg::holds(
          "lds_tx_unit: StallLeaving",
          64'(stall_leaving),
          !stall_leaving || stalls,
          "0 with banks that cannot stall an access"
      )
    };
    return legal == '1;
  endfunction

endpackage

`default_nettype wire
