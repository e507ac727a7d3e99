// Limits the read- and write-set buffers that the ring's entries hold, under one of the four allocation schemes
// of the MICRO 2011 paper, section 6.4.2: grants or refuses a buffer to a log. A refused log has overflown
// (section 4.5.3), as when the pool is empty. For studies of the number of buffers that a unit needs: the pool
// has at least `limit_i` buffers, so each granted one exists, and buffers that a scheme would keep stay unused.
//
//   AllocateAll       an entry holds two from its first operation, also a skip, until it retires
//   AllocateAccessed  as AllocateAll, but only entries that have a log here
//   AllocateUsed      one for each log that has words, until the entry retires
//   AllocateNeeded    as AllocateUsed, but until the log's buffer returns to the pool: no field is needed
//
// Under the first two, an entry that did not get both buffers holds none, and both its logs have overflown.
//
// Latency: the grant comes in the operation's cycle. An entry's buffers are free two cycles after the retire
// pointer has passed it, which is before its slot has another operation. Throughput: an operation a cycle.
// Owns the ring's field holding, which each operation on an entry writes, so at least once in each lap.
//
// Entries: ring slots. Buffers: the pool's.

`include "gputm_assert.svh"

`default_nettype none

module buffer_budget
  import commit_unit_pkg::*;
  import buffer_budget_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  parameter  int unsigned Buffers    = 512,
  localparam int unsigned CountWidth = $clog2(Buffers + 1)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input wire ring_init_t    init_i,
  input wire ring_pointer_t retire_i,

  // Static
  input wire allocation_e   allocation_i,
  input wire buffer_count_t limit_i,       // 2 .. Buffers

  // Own field, in the cycle after the read
  input  wire ring_read_t read_i,
  output holding_t        holding_o,

  // An operation of the fill unit on an entry, with the field as the previous operation left it
  input  wire logic        op_valid_i,  // an operation is performed in this cycle
  input  wire ring_index_t op_index_i,
  input  wire logic        op_first_i,  // first on this entry in this lap: op_holding_i is of the previous lap
  input  wire logic        op_skip_i,
  input  wire logic        op_wants_i,  // first word of a log
  input  wire holding_t    op_holding_i,
  output logic             op_grant_o,  // the log may have a buffer
  output holding_t         op_holding_o,

  input wire logic free_valid_i  // a buffer returns to the pool
);

  logic [CountWidth-1:0] left_q;  // buffers that no entry holds
  logic one_left, two_left, pairs, freed;
  holding_t had, taken, spent, returned;

  assign one_left = left_q != '0;
  assign two_left = left_q[CountWidth-1:1] != '0;
  assign pairs    = allocation_i inside {AllocateAll, AllocateAccessed};
  assign had      = op_first_i ? '0 : op_holding_i;

  // Independent of op_wants_i, which arrives late at users: they combine the two themselves.
  always_comb begin
    if (!pairs) op_grant_o = one_left;
    else op_grant_o = op_first_i ? two_left : had != '0;
  end

  always_comb begin
    taken = '0;
    if (!pairs) taken = 2'(op_wants_i && one_left);
    else if (op_first_i && two_left && (!op_skip_i || allocation_i == AllocateAll)) taken = 2'd2;
  end
  assign spent        = op_valid_i ? taken : '0;
  assign op_holding_o = allocation_i == AllocateNeeded ? '0 : had + taken;

  // Retired entries, visited one a cycle behind the retire pointer
  ring_pointer_t released;
  logic release_entry, release_q;
  holding_t held;

  assign release_entry = released.slot != retire_i.slot;

  ring_pointer #(
    .Entries(Entries)
  ) u_released (
    .clk_i,
    .rst_ni,
    .init_i,
    .advance_i(release_entry),
    .pointer_o(released),
    .error_o  ()
  );

  ring_ram #(
    .Entries  (Entries),
    .Width    ($bits(holding_t)),
    .ReadPorts(2)
  ) u_holding (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (op_valid_i),
    .windex_i(op_index_i),
    .wdata_i (op_holding_o),
    .read_i  ({read_i, ring_read_t'{enable: release_entry, index: released.slot.index}}),
    .rdata_o ({holding_o, held}),
    .errors_o()
  );

  assign returned = release_q ? held : '0;
  assign freed    = free_valid_i && allocation_i == AllocateNeeded;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q    <= '0;
      release_q <= 1'b0;
    end else if (init_i.active) begin
      left_q    <= CountWidth'(limit_i);
      release_q <= 1'b0;
    end else begin
      left_q    <= left_q - CountWidth'(spent) + CountWidth'(returned) + CountWidth'(freed);
      release_q <= release_entry;
    end
  end

  `GPUTM_ASSERT_IF(a_limit_in_pool, 32'(limit_i) >= 2 && 32'(limit_i) <= Buffers, !init_i.active,
                   ("buffer_budget: a limit of %0d buffers in a pool of %0d", limit_i, Buffers))
  `GPUTM_ASSERT_IF(a_within_limit, CountWidth'(spent) <= left_q, !init_i.active,
                   ("buffer_budget: %0d buffers are taken when %0d are left", spent, left_q))
  `GPUTM_ASSERT_IF(a_only_held, left_q <= CountWidth'(limit_i), !init_i.active,
                   ("buffer_budget: %0d buffers are left of %0d", left_q, limit_i))
  `GPUTM_ASSERT_IF(a_released_before_reuse, !op_valid_i || !release_entry || op_index_i != released.slot.index,
                   !init_i.active, ("buffer_budget: entry %0d begins before its former buffers are free", op_index_i))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_entry_gets_no_buffer, !init_i.active && op_valid_i && op_wants_i && !op_grant_o)
  `GPUTM_COVER(b_skip_holds_buffers, !init_i.active && op_valid_i && op_skip_i && op_holding_o != '0)

endmodule

`default_nettype wire
