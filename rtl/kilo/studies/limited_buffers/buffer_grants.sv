// Grants buffers of the pool to logs under an allocation scheme and a limit (buffer_budget), in the place of
// rtl/kilo/buffer_grants.sv. For simulation only: the scheme and the limit come from the command line of the simulation,
// +allocation=<number of allocation_e> and +buffer_limit=<2 .. Buffers>.

`include "gputm_assert.svh"

`default_nettype none

module buffer_grants
  import commit_unit_pkg::*;
  import buffer_budget_pkg::*;
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

  int unsigned allocation, limit;
  initial begin
    if ($value$plusargs("allocation=%d", allocation) == 0 || $value$plusargs("buffer_limit=%d", limit) == 0) begin
      $fatal(1, "buffer_grants: +allocation= and +buffer_limit= are needed");
    end
  end

  holding_t holding, holding_q, holding_new;
  always_ff @(posedge clk_i) if (move_i) holding_q <= same_i ? holding_new : holding;

  buffer_budget #(
    .Entries(Entries),
    .Buffers(Buffers)
  ) u_buffer_budget (
    .clk_i,
    .rst_ni,
    .init_i,
    .retire_i,
    .allocation_i(allocation_e'(allocation)),
    .limit_i     (buffer_count_t'(limit)),
    .read_i,
    .holding_o   (holding),
    .op_valid_i,
    .op_index_i,
    .op_first_i,
    .op_skip_i,
    .op_wants_i,
    .op_holding_i(holding_q),
    .op_grant_o,
    .op_holding_o(holding_new),
    .free_valid_i
  );

  `GPUTM_ASSERT(a_buffer_within_limit, !op_valid_i || !op_wants_i || !op_grant_o || alloc_valid_i,
                ("buffer_grants: a log of entry %0d may have a buffer, but the pool is empty", op_index_i))

endmodule

`default_nettype wire
