// Logical timestamps of every transaction slot (ISCA 2017 paper, sections 4.1 and 4.3), with the whole previous
// interval instead of one PrevTS.
//
// A row is the occupant's interval [CTS, PDTS], that of the slot's former occupants, the slot's state, and for
// propagation a list of the user, the occupant's commit time, and the time of a release (0: none since the slots were
// cleared), both in committed timestamps. A dependency reads two rows, its predecessor's and its successor's, and
// changes the predecessor's PDTS and the successor's CTS: so each field has one write port, and fields read by both
// sides are stored twice. A CTS is stored as the timestamp below it: both ends of a dependency get the same value then.
//
// Latency:    rows addressed in a cycle with read_i are on the outputs in the next cycle and stay there until the
//             next read. A read sees the writes of its own and of all earlier cycles.
// Throughput: two rows read and two written each cycle.
// Clearing takes a cycle for each slot, also after reset; only states and times of release are cleared, with Protection all.
//
// Txns: slots, at least 2. TimestampWidth: bits of a timestamp. HasFormer: whether former occupants have an interval;
// without, no state has `former` set. HasList: whether the fields for propagation exist; ListWidth: bits of a list.
// Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module timestamp_table
  import snapshot_pkg::*;
#(
  parameter  int unsigned Txns           = 2 ** snapshot_pkg::TxnBits,
  parameter  int unsigned TimestampWidth = snapshot_pkg::TimestampBits,
  parameter  bit          HasFormer      = 1'b1,
  parameter  bit          HasList        = 1'b1,
  parameter  int unsigned ListWidth      = 85,
  parameter  int unsigned Protection     = ecc_pkg::None,
  localparam int unsigned Memories       = 10,
  localparam int unsigned TxnWidth       = $clog2(Txns)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic clear_i,    // clears all slots
  output logic      clearing_o, // no read or write may come

  input  wire logic                   read_i,
  input  wire logic   [TxnWidth-1:0]  pred_raddr_i,
  output logic        [TimestampWidth-1:0] pred_below_o,
  output logic        [TimestampWidth-1:0] pred_pdts_o,
  output logic        [TimestampWidth-1:0] pred_former_pdts_o,
  output slot_state_t                 pred_state_o,
  output logic        [ListWidth-1:0] pred_list_o,
  output logic        [TimestampWidth-1:0] pred_committed_o,
  output logic        [TimestampWidth-1:0] pred_released_o,
  input  wire logic   [TxnWidth-1:0]  succ_raddr_i,
  output logic        [TimestampWidth-1:0] succ_below_o,
  output logic        [TimestampWidth-1:0] succ_pdts_o,
  output logic        [TimestampWidth-1:0] succ_former_below_o,

  input wire timestamp_write_t                       write_i,
  input wire logic             [TxnWidth-1:0]        succ_waddr_i,
  input wire logic             [TxnWidth-1:0]        pred_waddr_i,
  input wire logic             [TimestampWidth-1:0]  below_i,
  input wire logic             [TimestampWidth-1:0]  pdts_i,
  input wire logic             [TimestampWidth-1:0]  former_below_i,
  input wire logic             [TimestampWidth-1:0]  former_pdts_i,
  input wire slot_state_t                            state_i,
  input wire logic             [ListWidth-1:0]       list_i,
  input wire logic             [TimestampWidth-1:0]  time_i,  // time of a commit or a release

  output ecc_pkg::ram_error_t [Memories-1:0] errors_o  // none of those that are left out
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("timestamp_table: Txns", Txns, 2, 65536, 2))

  // Clearing
  logic [TxnWidth-1:0] clear_row;

  ram_clear #(
    .Rows(Txns)
  ) u_clear (
    .clk_i,
    .rst_ni,
    .clear_i,
    .clearing_o,
    .row_o(clear_row)
  );

  // A protected word is read by requests that do not use it, too: so it is written before.
  logic clears;
  assign clears = Protection != ecc_pkg::None && clearing_o;

  // The highest bit of a state is `former`.
  localparam int unsigned StateWidth = HasFormer ? $bits(slot_state_t) : $bits(slot_state_t) - 1;
  logic [StateWidth-1:0] state;

  ram_1r1w_ecc #(
    .Width      (StateWidth),
    .Depth      (Txns),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1)
  ) u_state (
    .clk_i,
    .rst_ni,
    .write_i(write_i.state || clearing_o),
    .waddr_i(clearing_o ? clear_row : pred_waddr_i),
    .wdata_i(clearing_o ? '0 : StateWidth'(state_i)),
    .read_i,
    .check_i(1'b1),
    .raddr_i(pred_raddr_i),
    .rdata_o(state),
    .bad_o  (),
    .error_o(errors_o[0])
  );
  assign pred_state_o = slot_state_t'($bits(slot_state_t)'(state));

  // The predecessor's side
  ram_1r1w_ecc #(
    .Width      (TimestampWidth),
    .Depth      (Txns),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1)
  ) u_pred_below (
    .clk_i,
    .rst_ni,
    .write_i(write_i.cts || clears),
    .waddr_i(clears ? clear_row : succ_waddr_i),
    .wdata_i(clears ? '0 : below_i),
    .read_i,
    .check_i(1'b1),
    .raddr_i(pred_raddr_i),
    .rdata_o(pred_below_o),
    .bad_o  (),
    .error_o(errors_o[1])
  );

  ram_1r1w_ecc #(
    .Width      (TimestampWidth),
    .Depth      (Txns),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1)
  ) u_pred_pdts (
    .clk_i,
    .rst_ni,
    .write_i(write_i.pdts || clears),
    .waddr_i(clears ? clear_row : pred_waddr_i),
    .wdata_i(clears ? '0 : pdts_i),
    .read_i,
    .check_i(1'b1),
    .raddr_i(pred_raddr_i),
    .rdata_o(pred_pdts_o),
    .bad_o  (),
    .error_o(errors_o[2])
  );

  if (HasList) begin : gen_list
    ram_1r1w_ecc #(
      .Width      (ListWidth),
      .Depth      (Txns),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1)
    ) u_list (
      .clk_i,
      .rst_ni,
      .write_i(write_i.succs || clears),
      .waddr_i(clears ? clear_row : pred_waddr_i),
      .wdata_i(clears ? '0 : list_i),
      .read_i,
      .check_i(1'b1),
      .raddr_i(pred_raddr_i),
      .rdata_o(pred_list_o),
      .bad_o  (),
      .error_o(errors_o[3])
    );

    ram_1r1w_ecc #(
      .Width      (TimestampWidth),
      .Depth      (Txns),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1)
    ) u_committed (
      .clk_i,
      .rst_ni,
      .write_i(write_i.committed || clears),
      .waddr_i(clears ? clear_row : pred_waddr_i),
      .wdata_i(clears ? '0 : time_i),
      .read_i,
      .check_i(1'b1),
      .raddr_i(pred_raddr_i),
      .rdata_o(pred_committed_o),
      .bad_o  (),
      .error_o(errors_o[4])
    );

    ram_1r1w_ecc #(
      .Width      (TimestampWidth),
      .Depth      (Txns),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1)
    ) u_released (
      .clk_i,
      .rst_ni,
      .write_i(write_i.released || clearing_o),
      .waddr_i(clearing_o ? clear_row : pred_waddr_i),
      .wdata_i(clearing_o ? '0 : time_i),
      .read_i,
      .check_i(1'b1),
      .raddr_i(pred_raddr_i),
      .rdata_o(pred_released_o),
      .bad_o  (),
      .error_o(errors_o[5])
    );
  end else begin : gen_no_list
    logic unused_list;
    assign unused_list      = ^{write_i.succs, write_i.committed, write_i.released, list_i, time_i};
    assign pred_list_o      = '0;
    assign pred_committed_o = '0;
    assign pred_released_o  = '0;
    assign errors_o[5:3]    = '0;
  end

  // The successor's side
  ram_1r1w_ecc #(
    .Width      (TimestampWidth),
    .Depth      (Txns),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1)
  ) u_succ_below (
    .clk_i,
    .rst_ni,
    .write_i(write_i.cts || clears),
    .waddr_i(clears ? clear_row : succ_waddr_i),
    .wdata_i(clears ? '0 : below_i),
    .read_i,
    .check_i(1'b1),
    .raddr_i(succ_raddr_i),
    .rdata_o(succ_below_o),
    .bad_o  (),
    .error_o(errors_o[6])
  );

  ram_1r1w_ecc #(
    .Width      (TimestampWidth),
    .Depth      (Txns),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1)
  ) u_succ_pdts (
    .clk_i,
    .rst_ni,
    .write_i(write_i.pdts || clears),
    .waddr_i(clears ? clear_row : pred_waddr_i),
    .wdata_i(clears ? '0 : pdts_i),
    .read_i,
    .check_i(1'b1),
    .raddr_i(succ_raddr_i),
    .rdata_o(succ_pdts_o),
    .bad_o  (),
    .error_o(errors_o[7])
  );

  // Former occupants: each side reads one end.
  if (HasFormer) begin : gen_former
    ram_1r1w_ecc #(
      .Width      (TimestampWidth),
      .Depth      (Txns),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1)
    ) u_pdts (
      .clk_i,
      .rst_ni,
      .write_i(write_i.former || clears),
      .waddr_i(clears ? clear_row : pred_waddr_i),
      .wdata_i(clears ? '0 : former_pdts_i),
      .read_i,
      .check_i(1'b1),
      .raddr_i(pred_raddr_i),
      .rdata_o(pred_former_pdts_o),
      .bad_o  (),
      .error_o(errors_o[8])
    );

    ram_1r1w_ecc #(
      .Width      (TimestampWidth),
      .Depth      (Txns),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1)
    ) u_below (
      .clk_i,
      .rst_ni,
      .write_i(write_i.former || clears),
      .waddr_i(clears ? clear_row : pred_waddr_i),
      .wdata_i(clears ? '0 : former_below_i),
      .read_i,
      .check_i(1'b1),
      .raddr_i(succ_raddr_i),
      .rdata_o(succ_former_below_o),
      .bad_o  (),
      .error_o(errors_o[9])
    );
  end else begin : gen_no_former
    logic unused_former;
    assign unused_former      = ^{state_i.former, former_below_i, former_pdts_i};
    assign pred_former_pdts_o = '0;
    assign succ_former_below_o  = '0;
    assign errors_o[9:8]        = '0;
  end

  `GPUTM_ASSERT_IF(a_clearing, !read_i && write_i == '0, clearing_o,
                   ("timestamp_table: a read (%0d) or write (%b) while slots are cleared", read_i, write_i))
  `GPUTM_ASSERT_IF(a_no_former, !write_i.former && !(write_i.state && state_i.former), !HasFormer,
                   ("timestamp_table: slot %0d gets a former occupant", pred_waddr_i))

endmodule

`default_nettype wire
