// Retire (MICRO 2011 paper, section 4.5, step 9): an entry leaves the ring when its writes are ordered before all later
// reads of the L2 slice; the core of a transaction with a log here is told.
//
// Latency: one cycle to the pointer, two to the reply. Throughput: one entry a cycle.
//
// Entries: ring slots.

`default_nettype none

module retire_stage
  import kilo_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  localparam int unsigned IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic           sweep_i,
  input  wire cid_t           first_id_i,
  output cid_t                retire_id_o,
  output logic [IndexWidth:0] retire_slot_o,

  // From the commit stage
  input  wire logic done_valid_i,
  output logic      done_ready_o,
  input  wire logic done_skip_i,

  // Reply
  output logic      reply_valid_o,
  input  wire logic reply_ready_i,
  output cid_t      reply_id_o
);

  logic retire;
  assign retire = done_valid_i && done_ready_o;

  ring_pointer #(
    .Entries(Entries)
  ) u_retire (
    .clk_i,
    .rst_ni,
    .load_i     (sweep_i),
    .load_id_i  (first_id_i),
    .advance_i  (retire),
    .slot_o     (retire_slot_o),
    .slot_next_o(),
    .id_o       (retire_id_o)
  );

  fifo_sync #(
    .Width(CidBits),
    .Depth(2)
  ) u_replies (
    .clk_i,
    .rst_ni,
    .in_valid_i (done_valid_i && !done_skip_i),
    .in_ready_o (done_ready_o),
    .in_data_i  (retire_id_o),
    .out_valid_o(reply_valid_o),
    .out_ready_i(reply_ready_i),
    .out_data_o (reply_id_o),
    .count_o    ()
  );

endmodule

`default_nettype wire
