// The fields of a small ring's entries, as commit_unit declares them for its size. Verilator cannot choose a top's type
// parameters, so each stage under test has a <stage>_top around it that does.

`default_nettype none

package stage_fields_pkg;

  parameter int unsigned Entries = 5;
  parameter int unsigned Buffers = 4;
  parameter int unsigned BufferWords = 4;
  parameter int unsigned CountWidth = 4;
  parameter int unsigned IndexWidth = 3;
  parameter int unsigned BufferWidth = 2;
  parameter int unsigned WordWidth = 2;

  typedef struct packed {
    logic                  phase;
    logic                  complete;
    logic                  skip;
    logic                  failed_base;
    logic [CountWidth-1:0] issued;
  } progress_t;
  typedef struct packed {
    logic                   overflow;
    logic [WordWidth:0]     count;
    logic [BufferWidth-1:0] buffer;
  } log_t;
  typedef struct packed {
    logic [CountWidth-1:0] done;
    logic                  failed;
  } verdict_t;
  typedef struct packed {
    logic           skip;
    logic           hazard;
    kilo_pkg::cid_t ycid;
  } hazard_t;
  typedef struct packed {
    logic                  skip;
    logic                  failed_base;
    logic [CountWidth-1:0] expected;
  } await_t;
  typedef struct packed {logic skip;} outcome_t;
  typedef struct packed {
    logic given;
    logic pass;
  } final_t;

endpackage

`default_nettype wire
