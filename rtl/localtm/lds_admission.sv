// Checks the requests of wavefronts: the allocations of the work-groups, and the error for which a request is refused.
//
// An allocation is valid from the next cycle on; one that is too large leaves the work-group
// without rows. The verdict on a request is combinational.
//
// Lanes: of a wavefront. Banks: a power of two, at least 2. Wavefronts: of the unit, a power of two
// times WorkGroups. Rows: words of a bank, a power of two. TxRows: rows that transactions can use.
// The type follows from the sizes; a parent hands its own down.

`include "gputm_assert.svh"
`include "localtm_types.svh"

`default_nettype none

module lds_admission
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Banks      = 32,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned WorkGroups = 1,
  parameter  int unsigned Rows       = 512,
  parameter  int unsigned TxRows     = 256,
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned GroupWidth = WorkGroups == 1 ? 1 : $clog2(WorkGroups),
  localparam int unsigned RowWidth   = $clog2(Rows),

  parameter type tx_state_t = `LOCALTM_TX_STATE(Lanes)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic                  alloc_valid_i,
  input  wire logic [GroupWidth-1:0] alloc_group_i,
  input  wire logic [RowWidth-1:0]   alloc_base_i,           // first row in every bank
  input  wire logic [RowWidth:0]     alloc_rows_i,           // rows in every bank
  input  wire logic                  alloc_transactional_i,  // the rows' backups are allocated, too
  output lds_error_e                 alloc_error_o,

  input  wire logic [WfWidth-1:0]  req_wavefront_i,
  input  wire lds_op_e             req_op_i,
  input  wire logic [Lanes-1:0]    req_exec_i,
  input  wire addr_t [Lanes-1:0]   req_addr_i,
  input  wire tx_state_t           req_state_i,      // state of the wavefront's transaction
  output lds_error_e               req_error_o,
  output lds_error_e               req_control_error_o,  // error of a request without lanes' addresses
  output      logic [RowWidth-1:0] req_base_o        // first row of the work-group
);

  localparam int unsigned GroupShift = $clog2(Wavefronts / WorkGroups);
  localparam int unsigned RowOffset = 2 + $clog2(Banks);  // position of the row in an address
  // Rows in addresses are compared with an allocation's number of rows, at the wider of both widths.
  localparam int unsigned CompareWidth = AddrBits - RowOffset > RowWidth ? AddrBits - RowOffset : RowWidth + 1;

  typedef struct packed {
    logic                transactional;
    logic [RowWidth-1:0] base;
    logic [RowWidth:0]   rows;
  } allocation_t;

  // Allocations
  allocation_t [WorkGroups-1:0] allocation_q;
  allocation_t                  allocation;    // allocation of the request's work-group
  logic [RowWidth+1:0]          alloc_end;

  assign alloc_end     = (RowWidth+2)'(alloc_base_i) + (RowWidth+2)'(alloc_rows_i);
  assign alloc_error_o = alloc_valid_i && alloc_end > (RowWidth+2)'(alloc_transactional_i ? TxRows : Rows)
                         ? ErrorTooLarge : ErrorNone;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      allocation_q <= '0;
    end else if (alloc_valid_i) begin
      allocation_q[alloc_group_i] <= '{
          transactional: alloc_transactional_i && alloc_error_o == ErrorNone,
          base: alloc_base_i,
          rows: alloc_error_o == ErrorNone ? alloc_rows_i : '0
      };
    end
  end

  // Requests: addresses are those of the participating lanes.
  logic [Lanes-1:0] active, unaligned, outside;
  logic [1:0] misaligned;  // address bits that have to be clear

  assign allocation = allocation_q[GroupWidth'({1'b0, req_wavefront_i}>>GroupShift)];
  assign req_base_o = allocation.base;
  assign active     = req_exec_i & ~(req_state_i.in_tx ? req_state_i.tcm : '0);

  assign misaligned = req_op_i == OpStoreByte ? 2'b00 : req_op_i == OpStoreHalf ? 2'b01 : 2'b11;

  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_check
    assign unaligned[lane] = active[lane] && (req_addr_i[lane][1:0] & misaligned) != '0;
    assign outside[lane]   = active[lane] && CompareWidth'(req_addr_i[lane][AddrBits-1:RowOffset]) >=
                                             CompareWidth'(allocation.rows);
  end

  always_comb begin
    req_control_error_o = ErrorNone;
    if (req_op_i == OpBarrier) begin
      if (req_state_i.in_tx) req_control_error_o = ErrorBarrierInTx;
    end else if (req_op_i == OpCommit || req_op_i == OpWithdraw) begin
      if (!req_state_i.in_tx) req_control_error_o = ErrorCommitOutside;
    end else if (!allocation.transactional) begin
      req_control_error_o = ErrorPlainGroup;
    end else if (req_state_i.depth_full) begin
      req_control_error_o = ErrorTooDeep;
    end

    req_error_o = req_control_error_o;
    if (req_op_i < OpBegin) begin
      req_error_o = unaligned != '0 ? ErrorUnaligned : outside != '0 ? ErrorOutOfRange : ErrorNone;
    end
  end

  for (genvar group = 0; group < WorkGroups; group++) begin : gen_check_group
    `GPUTM_ASSERT_IF(a_rows_in_memory, 32'(allocation_q[group].base) + 32'(allocation_q[group].rows) <= Rows,
                     allocation_q[group].rows != '0,
                     ("lds_admission: group %0d has rows to %0d of %0d", group,
                      32'(allocation_q[group].base) + 32'(allocation_q[group].rows), Rows))
  end

endmodule

`default_nettype wire
