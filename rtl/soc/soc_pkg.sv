// What the modules of the small system on chip say to each other: messages from a generator to a commit unit, without what this
// system never needs of the unit's own (a skip names one id; logs are not sent again), and the record of a transfer.

`default_nettype none

package soc_pkg;

  import kilo_pkg::*;
  import commit_unit_pkg::*;

  typedef struct packed {
    fill_kind_e kind;  // FillSkip: id has no log at this unit
    logic       last;  // the log of id is complete
    cid_t       id;
    log_word_t  word;  // the value read, or to be written
  } soc_fill_t;

  typedef struct packed {
    control_kind_e kind;  // ControlFinalPass or ControlFinalFail
    cid_t          id;
  } soc_final_t;

  // An attempt of a transfer: the accounts and their balances as the attempt has read them.
  typedef struct packed {
    cid_t      id;
    log_word_t rate;  // read only: its lowest two bits say which share is moved
    log_word_t to;
    log_word_t from;
  } transfer_t;

  // The share that is moved: 1/2, 1/4, 1/8 or 1/16 of what is there, so that a balance never falls below zero and the
  // result depends on every value read.
  function automatic data_t amount_of(data_t balance, logic [1:0] rate);
    return balance >> (3'(rate) + 3'd1);
  endfunction

endpackage

`default_nettype wire
