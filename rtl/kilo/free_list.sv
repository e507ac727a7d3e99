// A pool of numbers 0 .. Depth-1: allocates and takes back one of each a cycle, in first-in first-out order.
//
// Never used numbers come from a counter, so nothing has to be initialised; returned ones come from a FIFO
// in RAM. A returned number can be allocated again three cycles later. With `empty_o`, nothing can be
// allocated until a number is returned; with neither `alloc_valid_o` nor `empty_o`, a number is on its way.
//
// Depth: pool size. Protection: of ecc_pkg, for the returned numbers; its counters have a parity bit, if any.

`include "gputm_assert.svh"

`default_nettype none

module free_list #(
  parameter  int unsigned Depth      = 512,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned Width      = $clog2(Depth)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  output logic             alloc_valid_o,
  input  wire logic        alloc_ready_i,
  output logic [Width-1:0] alloc_o,
  output logic             empty_o,

  input  wire logic             free_valid_i,
  input  wire logic [Width-1:0] free_i,

  output ecc_pkg::ram_error_t error_o
);

  logic [Width:0] fresh_q, fresh_d;  // next never used number; Depth when all have been used
  logic [Width-1:0] write_q, write_d, read_q, read_d;
  logic [Width:0] stored_q, stored_d;  // numbers in the FIFO
  logic             read_valid_q;
  logic [Width-1:0] read_data;
  logic fresh_left_q, empty_q;  // some numbers are unused; no number is left at all
  logic last_fresh, becomes_empty, pop;

  logic next_valid, next_ready;  // to the output registers
  logic [Width-1:0] next_number;

  assign next_valid  = fresh_left_q || read_valid_q;
  assign next_number = fresh_left_q ? fresh_q[Width-1:0] : read_data;
  assign empty_o     = empty_q && !alloc_valid_o;
  assign pop         = next_ready && !fresh_left_q && read_valid_q;
  assign last_fresh  = next_ready && fresh_q == (Width + 1)'(Depth - 1);

  // Whether the FIFO is empty after this cycle, without a path through the sum.
  assign becomes_empty = !free_valid_i && (stored_q == '0 || (stored_q == (Width + 1)'(1) && pop));

  function automatic logic [Width-1:0] next(logic [Width-1:0] position);
    return position == Width'(Depth - 1) ? '0 : position + 1'b1;
  endfunction

  assign fresh_d  = fresh_q + (Width + 1)'(next_ready && fresh_left_q);
  assign write_d  = free_valid_i ? next(write_q) : write_q;
  assign read_d   = pop ? next(read_q) : read_q;
  assign stored_d = stored_q + (Width + 1)'(free_valid_i) - (Width + 1)'(pop);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fresh_q      <= '0;
      fresh_left_q <= 1'b1;
      empty_q      <= 1'b0;
      write_q      <= '0;
      read_q       <= '0;
      stored_q     <= '0;
      read_valid_q <= 1'b0;
    end else begin
      fresh_q      <= fresh_d;
      fresh_left_q <= fresh_left_q && !last_fresh;
      empty_q      <= (!fresh_left_q || last_fresh) && becomes_empty;
      write_q      <= write_d;
      read_q       <= read_d;
      stored_q     <= stored_d;
      read_valid_q <= stored_q != (Width + 1)'(pop);  // a word stored in this cycle cannot be read in it
    end
  end

  ecc_pkg::ram_error_t number_error, counter_error;

  ram_1r1w_ecc #(
    .Width     (Width),
    .Depth     (Depth),
    .Protection(Protection)
  ) u_returned (
    .clk_i,
    .rst_ni,
    .write_i(free_valid_i),
    .waddr_i(write_q),
    .wdata_i(free_i),
    .read_i (stored_q != (Width + 1)'(pop)),
    .check_i(1'b1),
    .raddr_i(read_d),
    .rdata_o(read_data),
    .bad_o  (),
    .error_o(number_error)
  );

  register_parity #(
    .Width     (4 * Width + 2),
    .Protection(Protection)
  ) u_parity (
    .clk_i,
    .rst_ni,
    .value_i({fresh_q, write_q, read_q, stored_q}),
    .next_i ({fresh_d, write_d, read_d, stored_d}),
    .error_o(counter_error)
  );
  assign error_o = number_error | counter_error;

  // The RAM's output takes half a cycle on an FPGA, and the users' logic behind it another half.
  skid_buffer #(
    .Width(Width)
  ) u_next (
    .clk_i,
    .rst_ni,
    .in_valid_i (next_valid),
    .in_ready_o (next_ready),
    .in_data_i  (next_number),
    .out_valid_o(alloc_valid_o),
    .out_ready_i(alloc_ready_i),
    .out_data_o (alloc_o)
  );

  // Accounting: only allocated numbers are returned.
  `GPUTM_ASSERT(a_only_handed_out, !free_valid_i || stored_q < fresh_q,
                ("free_list: %0d is returned, but all of the %0d ever handed out are back", free_i, fresh_q))

  // Handshake assertions
  `GPUTM_STREAM(u_check_alloc, alloc_valid_o, alloc_ready_i, alloc_o)

endmodule

`default_nettype wire
