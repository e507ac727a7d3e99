// Types that the GETM blocks share (HPCA 2018).

`default_nettype none

package getm_pkg;

  // Number of a granule among all of the device's memory
  parameter int unsigned GranuleBits = 30;

  // Logical time: a counter of the core, with the numbers of core and warp below it, so that each attempt of a warp has a
  // time of its own (docs/getm.md)
  parameter int unsigned CounterBits = 32;
  parameter int unsigned CoreBits = 8;
  parameter int unsigned WarpBits = 6;
  parameter int unsigned TimeBits = CounterBits + CoreBits + WarpBits;

  // Stored words of a granule that are reserved at a time, and that one operation reserves or releases
  parameter int unsigned ReservedBits = 12;
  parameter int unsigned WordsBits = 8;

  // Operation on a granule
  typedef enum logic [1:0] {
    GranuleLoad,
    GranuleStore,    // check and reservation; the value stays in the log
    GranuleRelease,  // words of a store are committed or given up
    GranuleNone      // nothing: keeps its place in the order of operations
  } granule_op_e;

  // Access of a warp to granules
  typedef enum logic [1:0] {
    AccessPlain,   // outside of transactions: no check
    AccessLoad,
    AccessStore,
    AccessRelease  // the reserved words of a commit or of aborted lanes
  } access_kind_e;

  typedef enum logic [1:0] {
    VerdictPass,
    VerdictAbort,  // the attempt has come too late, or there was no room
    VerdictStall   // an earlier attempt has reserved the granule and may still write it
  } verdict_e;

  // What happens to granules, for counters
  typedef struct packed {
    logic hit;              // a load or store finds an entry
    logic miss;             // it finds none
    logic too_late;         // it is refused, as the attempt has come too late
    logic no_room;          // it is refused for want of an entry, or of a larger counter
    logic unrecorded_load;  // it passes without an entry
    logic stashed;          // it has an entry in the stash
    logic evicted;          // an entry leaves the table
    logic relocated;        // an entry leaves the stash, or changes places with another
  } table_events_t;

  // What happens to accesses
  typedef struct packed {
    logic          begins;         // the check of an access begins
    logic          again;          // this access has waited
    logic          stalls;         // an access waits
    logic          stall_refused;  // no entry was free for an access that would have to wait
    table_events_t granule;
  } access_events_t;

endpackage

`default_nettype wire
