// timestamp_propagation with its type of lists, which a top module cannot be given: slots of TxnWidth bits, PropagationSuccs of them.

`default_nettype none

module timestamp_propagation_top
  import snapshot_pkg::*;
#(
  parameter  int unsigned TxnWidth  = 3,
  parameter  int unsigned TimestampWidth = 8,
  parameter  int unsigned PropagationDepth  = 3,
  parameter  int unsigned PropagationSuccs = 2,
  localparam int unsigned ListWidth = 1 + $clog2(PropagationSuccs + 1) + PropagationSuccs * TxnWidth
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic                     start_i,
  input  wire logic     [TxnWidth-1:0]  pred_i,
  input  wire logic                     pred_former_i,
  input  wire logic     [TxnWidth-1:0]  succ_i,
  input  wire logic     [TimestampWidth-1:0] above_i,
  output logic                          done_o,
  output verdict_e                 verdict_o,

  output logic                          read_o,
  output logic          [TxnWidth-1:0]  raddr_o,
  input  wire logic     [TimestampWidth-1:0] cts_i,
  input  wire logic     [TimestampWidth-1:0] pdts_i,
  input  wire logic     [TimestampWidth-1:0] former_cts_i,
  input  wire slot_state_t              state_i,
  input  wire logic     [ListWidth-1:0] list_i,
  output logic                          write_o,
  output logic          [TxnWidth-1:0]  waddr_o,
  output logic          [TimestampWidth-1:0] cts_o,
  output logic          [TimestampWidth-1:0] pdts_o
);

  typedef struct packed {
    logic                               overflow;
    logic [$clog2(PropagationSuccs + 1)-1:0]   count;
    logic [PropagationSuccs-1:0][TxnWidth-1:0] txns;
  } list_t;

  timestamp_propagation #(
    .TxnWidth (TxnWidth),
    .TimestampWidth(TimestampWidth),
    .PropagationDepth (PropagationDepth),
    .PropagationSuccs(PropagationSuccs),
    .list_t   (list_t)
  ) u_propagation (
    .*
  );

endmodule

`default_nettype wire
