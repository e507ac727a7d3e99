// kilo_pkg and commit_unit_pkg at a reduced size: ids of 4 bits, 1-bit addresses and data. Whether a value differs is
// the L2's free choice, so one bit of data is as good as 32.

`default_nettype none

package kilo_pkg;
  parameter int unsigned CidBits = 4;
  parameter int unsigned WordAddrBits = 1;
  typedef logic [CidBits-1:0] cid_t;
  typedef logic [WordAddrBits-1:0] word_addr_t;
  function automatic logic cid_before(cid_t a, cid_t b);
    cid_t distance;
    distance = a - b;
    return distance[CidBits-1];
  endfunction
endpackage

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
endpackage

`default_nettype wire
