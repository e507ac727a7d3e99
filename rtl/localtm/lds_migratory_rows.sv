// The migratory rows of one bank, when readers share: transactions that read such a row are expected to write it,
// one after the other, and so a read takes ownership at once (ours; from caches' protocols for migratory sharing:
// Cox and Fowler, "Adaptive Cache Coherency for Detecting Migratory Shared Data", ISCA 1993; Stenström, Brorsson
// and Sandberg, "An Adaptive Cache Coherence Protocol Optimized for Migratory Sharing", ISCA 1993). One bit a row:
//
//   set      at reset: nothing is known of the row. A needless ownership by a read stops others at their
//            reads, if at all; needless sharing by two, which then both write, undoes their work up to then
//   set      by a transaction's write, also a refused one: the next reader of the row is expected to write it
//   cleared  when a transaction takes the row by a read; its write sets it again. So a transaction that
//            commits without having written leaves the row to readers that share
//   set      when the row is restored: an undone attempt has not shown that it would not have written, and it
//            had taken the row by a write, or by a read of a migratory row
//
// The prediction affects only speed: a read that takes a row meets the conditions of a write. Plain
// accesses and allocations do not change it.
//
// Look-up: migratory_o is valid from the cycle after lookup_i on until the next look-up; set_i or clear_i in one of these
//          cycles changes the row's bit, which a look-up in the same cycle sees already.
// Restore: restore_i sets the bit of restore_row_i. Not together with set_i or clear_i.
// After reset every bit is set, one a cycle; ready_o rises then.
//
// Rows: bits, at least 2.

`include "gputm_assert.svh"

`default_nettype none

module lds_migratory_rows #(
  parameter  int unsigned Rows     = 256,
  localparam int unsigned RowWidth = $clog2(Rows)
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  output      logic                ready_o,

  input  wire logic                lookup_i,
  input  wire logic [RowWidth-1:0] lookup_row_i,
  output      logic                migratory_o,
  input  wire logic                set_i,          // a transaction writes the row, or its write was refused
  input  wire logic                clear_i,        // a transaction takes the row by a read

  input  wire logic                restore_i,
  input  wire logic [RowWidth-1:0] restore_row_i
);

  // Initialisation after reset
  logic initialising_q;
  logic [RowWidth-1:0] init_q, row_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      initialising_q <= 1'b1;
      init_q         <= '0;
    end else if (initialising_q) begin
      initialising_q <= init_q != RowWidth'(Rows - 1);
      init_q         <= init_q + 1'b1;
    end
  end
  assign ready_o = !initialising_q;

  always_ff @(posedge clk_i) begin
    if (lookup_i) row_q <= lookup_row_i;
  end

  ram_1r1w_fwd #(
    .Width      (1),
    .Depth      (Rows),
    .QuickEnable(1'b1),
    .LateMatch  (1'b1)
  ) u_bits (
    .clk_i,
    .write_i    (initialising_q || set_i || clear_i || restore_i),
    .waddr_i    (initialising_q ? init_q : restore_i ? restore_row_i : row_q),
    .wdata_i    (initialising_q || set_i || restore_i),
    .read_i     (lookup_i),
    .raddr_i    (lookup_row_i),
    .rdata_o    (migratory_o),
    .forwarded_o(),
    .ram_rdata_o(),
    .new_rdata_o()
  );

  `GPUTM_ASSERT(a_ready, ready_o || !(lookup_i || set_i || clear_i || restore_i),
                ("lds_migratory_rows: used before row %0d is initialised", init_q))
  `GPUTM_ASSERT(a_one_change, $countones({set_i, clear_i, restore_i}) <= 1,
                ("lds_migratory_rows: set %b, clear %b, restore %b of row %0d", set_i, clear_i, restore_i, row_q))

endmodule

`default_nettype wire
