// Final outcomes (MICRO 2011 paper, section 4.5, step 7): takes them from the control stream in any order, lane by
// lane, and leaves each in its ring entry for the commit stage.
//
// The bit `given` changes with each final outcome; the commit stage remembers how it stood when it last took one from
// the slot. So nothing has to be cleared, and slots that pass a lap without a final outcome do no harm.
//
// Latency: two cycles. Throughput: one a cycle; never refused once the ring has been swept.
// Owns the ring's field final.
//
// Entries: ring slots. Types: the fields as commit_unit declares them.

`default_nettype none

module final_outcomes
  import kilo_pkg::*;
#(
  parameter  int unsigned Entries    = 1920,
  parameter  type         final_t    = logic,
  localparam int unsigned IndexWidth = $clog2(Entries)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic                  sweep_i,        // of the ring after reset
  input  wire logic [IndexWidth-1:0] sweep_index_i,

  input  wire cid_t                retire_id_i,
  input  wire logic [IndexWidth:0] retire_slot_i,
  input  wire cid_t                commit_id_i,
  input  wire cid_t                outcome_id_i,

  input  wire logic valid_i,
  input  wire cid_t id_i,
  input  wire logic pass_i,

  // Own field, for the commit stage
  input  wire logic [IndexWidth-1:0] commit_index_i,
  output final_t                     commit_final_o,

  output logic active_o
);

  logic [IndexWidth:0] slot;
  logic valid_q, pass_q;
  logic [IndexWidth-1:0] index_q;
  final_t final_now, final_new;

  ring_slot #(
    .Entries(Entries)
  ) u_slot (
    .retire_id_i,
    .retire_slot_i,
    .id_i,
    .slot_o(slot)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      index_q <= slot[IndexWidth-1:0];
      pass_q  <= pass_i;
    end
  end

  assign active_o  = valid_q;
  assign final_new = '{given: !final_now.given, pass: pass_q};

  ring_ram #(
    .Entries  (Entries),
    .Width    ($bits(final_t)),
    .ReadPorts(2)
  ) u_final (
    .clk_i,
    .sweep_i,
    .sweep_index_i,
    .we_i    (valid_q),
    .windex_i(index_q),
    .wdata_i (final_new),
    .re_i    ({valid_i, 1'b1}),
    .rindex_i({slot[IndexWidth-1:0], commit_index_i}),
    .rdata_o ({final_now, commit_final_o})
  );

  // A final outcome follows the local one, and there is one for each entry with a log.
  always_ff @(posedge clk_i) begin
    if (rst_ni && valid_i) begin
      a_after_local_outcome : assert (cid_before(id_i, outcome_id_i));
      a_before_commit : assert (!cid_before(id_i, commit_id_i));
    end
  end

endmodule

`default_nettype wire
