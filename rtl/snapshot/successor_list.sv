// The list of a predecessor's successors with one appended, for timestamp_propagation. A full list keeps its contents
// and flags that there are more; so does the list of a former occupant, which has no slot of its own any more.
//
// The dependency right ahead may have added its successor to the list (`newer_i`): that list is
// known later than the table's, so the successor is searched for in the older one.
//
// Latency: combinational; newer_i is selected and appended to, not searched.
//
// TxnWidth: bits of a slot. PropagationSuccs: successors in a list, 1 or more.

`include "gputm_assert.svh"

`default_nettype none

module successor_list #(
  parameter  int unsigned TxnWidth         = snapshot_pkg::TxnBits,
  parameter  int unsigned PropagationSuccs = 8,
  localparam int unsigned CountWidth       = $clog2(PropagationSuccs + 1),
  localparam int unsigned ListWidth        = 1 + CountWidth + PropagationSuccs * TxnWidth
) (
  // Lists: overflow flag, number of successors, and their slots, the first in the lowest bits
  input  wire logic [ListWidth-1:0] list_i,
  input  wire logic                 newer_valid_i,
  input  wire logic [ListWidth-1:0] newer_i,      // list_i with newer_succ_i, or with overflow set
  input  wire logic                 newer_same_i, // its additional successor, if any, is succ_i
  input  wire logic [TxnWidth-1:0]  succ_i,
  input  wire logic                 succ_former_i,
  output      logic [ListWidth-1:0] list_o
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("successor_list: PropagationSuccs", PropagationSuccs, 1, 64, 2))

  typedef struct packed {
    logic                                      overflow;
    logic [CountWidth-1:0]                     count;
    logic [PropagationSuccs-1:0][TxnWidth-1:0] txns;
  } list_t;

  list_t older, list;
  logic listed;

  assign older = list_i;

  always_comb begin
    listed = newer_valid_i && newer_same_i;
    for (int unsigned i = 0; i < PropagationSuccs; i++) begin
      listed |= CountWidth'(i) < older.count && older.txns[i] == succ_i;
    end
  end

  always_comb begin
    list = newer_valid_i ? newer_i : older;
    if (succ_former_i) begin
      list.overflow = 1'b1;
    end else if (!listed) begin
      if (list.count == CountWidth'(PropagationSuccs)) begin
        list.overflow = 1'b1;
      end else begin
        for (int unsigned i = 0; i < PropagationSuccs; i++) begin
          if (CountWidth'(i) == list.count) list.txns[i] = succ_i;
        end
        list.count = list.count + 1'b1;
      end
    end
  end

  assign list_o = list;

endmodule

`default_nettype wire
