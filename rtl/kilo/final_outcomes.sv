// Final outcomes (MICRO 2011 paper, section 4.5, step 7): takes them from the control stream in any
// order, lane by lane, and leaves each in its ring entry for the commit stage.
//
// The bit `given` toggles with each final outcome; the commit stage remembers its value at the slot's last
// outcome that it took. So nothing has to be cleared, and laps without a final outcome in a slot do no harm.
//
// Latency: five cycles. Throughput: one a cycle; never refused once the ring has been initialised.
// Owns the ring's field final.
//
// Entries: ring slots. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module final_outcomes
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Entries    = 1920,
  parameter int unsigned Protection = ecc_pkg::None
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire ring_init_t    init_i,
  input  wire ring_pointer_t retire_i,
  input  wire cid_t          commit_id_i,
  input  wire cid_t          local_id_i,   // every older id that has its local outcome has had its reply

  // A reply to the cores that is taken in this cycle, for assertions only
  input  wire logic   reply_valid_i,
  input  wire reply_t reply_i,

  // A final outcome, always taken
  input  wire logic final_valid_i,
  input  wire cid_t final_id_i,
  input  wire logic final_pass_i,

  // Own field, for the commit stage
  input  wire ring_read_t  commit_read_i,
  output final_t           commit_final_o,

  output ecc_pkg::ram_error_t [1:0] errors_o,  // by reader
  output logic active_o
);

  // The entry's slot takes two cycles; its field is read in the third one and written in the fifth.
  localparam int unsigned Stages = 5;
  logic [Stages-1:1] valid_q, pass_q;
  ring_slot_t slot;
  ring_read_t read;
  ring_index_t index_3_q, index_4_q;
  final_t final_now, final_4_q, final_new;

  ring_slot #(
    .Entries(Entries)
  ) u_slot (
    .clk_i,
    .enable_i(1'b1),
    .retire_i,
    .id_i    (final_id_i),
    .slot_o  (slot)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[Stages-2:1], final_valid_i};
  end

  always_ff @(posedge clk_i) begin
    pass_q  <= {pass_q[Stages-2:1], final_pass_i};
    index_3_q <= slot.index;
    index_4_q <= index_3_q;
    final_4_q <= final_now;
  end

  assign read      = '{enable: valid_q[2], index: slot.index};
  assign active_o  = valid_q != '0;
  assign final_new = '{given: !final_4_q.given, pass: pass_q[4]};

  ring_ram #(
    .Entries   (Entries),
    .Width     ($bits(final_t)),
    .ReadPorts (2),
    .Protection(Protection)
  ) u_final (
    .clk_i,
    .rst_ni,
    .init_i,
    .write_i (valid_q[4]),
    .windex_i(index_4_q),
    .wdata_i (final_new),
    .read_i  ({read, commit_read_i}),
    .rdata_o ({final_now, commit_final_o}),
    .errors_o
  );

  final_check #(
    .Entries(Entries)
  ) u_final_check (
    .clk_i,
    .rst_ni,
    .retire_i,
    .final_valid_i,
    .final_id_i,
    .final_pass_i,
    .reply_valid_i,
    .reply_i
  );

  // A final outcome follows the local one; each entry with a log has one.
  `GPUTM_ASSERT_IF(a_after_local_outcome, cid_before(final_id_i, local_id_i), final_valid_i,
                   ("final_outcomes: id %0d before its local outcome, next without one: %0d", final_id_i, local_id_i))
  `GPUTM_ASSERT_IF(a_before_commit, !cid_before(final_id_i, commit_id_i), final_valid_i,
                   ("final_outcomes: id %0d has its final outcome, commit is at %0d", final_id_i, commit_id_i))

endmodule

`default_nettype wire
