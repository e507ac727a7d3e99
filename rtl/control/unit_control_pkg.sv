// What a unit tells its control plane (unit_control).

`default_nettype none

package unit_control_pkg;

  parameter int unsigned EventBits = 11;  // of a number of events in a cycle
  typedef logic [EventBits-1:0] events_t;

  // Events of a cycle
  typedef struct packed {
    events_t commits;    // transactions that have committed
    events_t conflicts;  // that have failed by a conflict
    events_t overflows;  // that have failed for lack of room
    events_t aborts;     // that have failed since abort_o asks for it
    events_t stalls;     // inputs that wait
  } unit_events_t;

  typedef logic [3:0] error_cause_t;
  // Causes 1 .. 13 are the unit's.
  parameter error_cause_t ErrorStuck = 4'd14;
  parameter error_cause_t ErrorTest = 4'd15;

  typedef struct packed {
    error_cause_t cause;
    logic [31:0]  addr;   // byte address, or a place as the unit says, or 0
    logic [31:0]  id;     // of the transaction, or 0
  } unit_error_t;

endpackage

`default_nettype wire
