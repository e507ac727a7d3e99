// Messages between the modules of the small system on chip, without those commit unit messages that
// this system never needs (a skip names one id; logs are not resent), and the record of a transfer.

`default_nettype none

package soc_pkg;

  import kilo_pkg::*;
  import commit_unit_pkg::*;

  typedef struct packed {
    fill_kind_e kind;  // FillSkip: id has no log at this unit
    logic       last;  // last word of id's log
    cid_t       id;
    log_word_t  word;  // value read, or value to be written
  } soc_fill_t;

  typedef struct packed {
    control_kind_e kind;  // ControlFinalPass or ControlFinalFail
    cid_t          id;
  } soc_final_t;

  // An attempt of a transfer: the accounts and their balances as read by the attempt
  typedef struct packed {
    cid_t      id;
    log_word_t rate;  // read only: its lowest two bits select the share
    log_word_t to;
    log_word_t from;
  } transfer_t;

  // Causes of errors of the system, in its control plane
  // An illegal reply. id: the generator's
  parameter unit_control_pkg::error_cause_t ErrorReply = 4'd1;
  // A commit unit has lost a word, and stopped. addr: a lost_place_t
  parameter unit_control_pkg::error_cause_t ErrorUnit = 4'd2;
  // The balance of an account is lost. addr: its byte address
  parameter unit_control_pkg::error_cause_t ErrorAccount = 4'd3;

  // Place of a lost word in a commit unit
  typedef struct packed {
    logic [7:0]                     partition;
    logic [ecc_pkg::MemoryBits-1:0] memory;     // as commit_unit numbers them
    logic [ecc_pkg::RowBits-1:0]    row;
  } lost_place_t;

  // The share that is moved: 1/2, 1/4, 1/8 or 1/16 of the balance, so that a balance never falls
  // below zero and the result depends on every value read.
  function automatic data_t amount_of(data_t balance, logic [1:0] rate);
    return balance >> (3'(rate) + 3'd1);
  endfunction

endpackage

`default_nettype wire
