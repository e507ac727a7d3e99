// Types of buffer_budget and of the modules around it.

`default_nettype none

package buffer_budget_pkg;

  typedef logic [kilo_pkg::BufferIdBits:0] buffer_count_t;  // buffers of the pool

  // Allocation scheme: which buffers an entry holds, and how long (MICRO 2011 paper, section
  // 6.4.2), numbered as in sim/engines/kilo/allocation.h.
  typedef enum logic [1:0] {
    AllocateAll      = 2'd0,
    AllocateAccessed = 2'd1,
    AllocateUsed     = 2'd2,
    AllocateNeeded   = 2'd3
  } allocation_e;

  typedef logic [1:0] holding_t;  // ring field of buffer_budget: buffers that the entry holds until it retires

endpackage

`default_nettype wire
