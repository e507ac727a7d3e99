// commit_unit_pkg at a reduced size. Whether a value differs is the L2's free choice, so one bit of data is as good as
// 32.

`default_nettype none

package commit_unit_pkg;
  localparam int unsigned DataWidth = 1;
  localparam int unsigned SkipWidth = 2;
  typedef logic [DataWidth-1:0] data_t;
  typedef struct packed {
    kilo_pkg::word_addr_t addr;
    data_t                data;
  } log_word_t;
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
  // Where an entry of the ring stands; for waves only, since it follows from the pointers.
  typedef enum logic [2:0] {
    EntryFill             = 3'd0,  // its log has not arrived completely
    EntryHazardDetection  = 3'd1,
    EntryValidationWait   = 3'd2,
    EntryRevalidation     = 3'd3,
    EntryLocalOutcome     = 3'd4,  // awaits answers of the L2
    EntryFinalOutcomeWait = 3'd5,
    EntryCommit           = 3'd6
  } entry_state_e;

endpackage

`default_nettype wire
