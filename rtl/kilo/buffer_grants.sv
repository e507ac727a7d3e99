// Grants buffers of the pool to logs: always, as long as the pool has one. The study of the MICRO 2011 paper's section
// 6.4.2 puts another module in this place, which limits them (studies/limited_buffers).
//
// Latency: the grant comes in the operation's cycle.

`default_nettype none

module buffer_grants
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries = 1920,  // ring slots
  parameter int unsigned Buffers = 512    // buffers of the pool
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input wire ring_init_t    init_i,
  input wire ring_pointer_t retire_i,

  // Operation of the fill unit's fourth stage: its entry was read in the cycle before
  input wire ring_read_t read_i,  // read of the entry, in the third stage
  input wire logic       move_i,  // the stages advance
  input wire logic       same_i,  // its entry is that of the operation in the last stage

  // Operation of the last stage
  input  wire logic        op_valid_i,  // an operation is performed in this cycle
  input  wire ring_index_t op_index_i,  // its entry
  input  wire logic        op_first_i,  // first on this entry in this lap
  input  wire logic        op_skip_i,   // skip
  input  wire logic        op_wants_i,  // first word of a log
  output logic             op_grant_o,  // the log may have a buffer

  input wire logic alloc_valid_i,  // the pool has a buffer
  input wire logic free_valid_i    // a buffer returns to the pool
);

  assign op_grant_o = 1'b1;

  logic unused;
  assign unused = &{1'b0, clk_i, rst_ni, init_i, retire_i, read_i, move_i, same_i, op_valid_i, op_index_i, op_first_i,
                    op_skip_i, op_wants_i, alloc_valid_i, free_valid_i, Entries[0], Buffers[0]};

endmodule

`default_nettype wire
