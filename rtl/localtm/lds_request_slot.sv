// A register of lds_issue for a memory request, with the lanes that passes have not served yet.
//
// It takes the request at the port whenever it is its turn and it has room: the presence of a valid
// request is known later, and only decides whether the register is valid. It has room if it is empty,
// or, unless Staged, in the cycle of the last pass over its lanes. A pass is made of the lanes in the
// register, or of those at the port in the cycle of their acceptance. Whether it is made is known
// last, since it depends on every bank (pass_i); so the next state is computed for both cases.
//
// Lanes: of a wavefront. Staged: as lds_issue. The type follows from the sizes; a parent hands its own down.

`include "gputm_assert.svh"
`include "localtm_types.svh"

`default_nettype none

module lds_request_slot
  import localtm_pkg::*;
#(
  parameter int unsigned Lanes  = 64,
  parameter bit          Staged = 1'b0,

  parameter type request_t = `LOCALTM_REQUEST(Lanes, 2, 9)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // The port
  input  wire logic             req_valid_i,
  input  wire request_t         req_i,
  input  wire logic [Lanes-1:0] req_lost_i,  // lanes of its wavefront that have conflicted
  input  wire logic             fills_i,     // this register takes the next request
  output      logic             loads_o,     // it takes the request at the port, if there is one

  // Passes
  input  wire logic             pass_i,            // a pass is made of one of the following
  input  wire logic             pass_here_i,       // pass of the lanes in this register
  input  wire logic             pass_ends_i,       // pass_here_i: it serves all remaining lanes
  input  wire logic             pass_port_i,       // pass of the lanes at the port
  input  wire logic             pass_port_ends_i,  // pass_port_i: it serves all of them
  input  wire logic [Lanes-1:0] pass_lanes_i,      // lanes that it serves

  // The register
  input  wire logic [Lanes-1:0] lost_i,        // lanes of the register's wavefront that have conflicted
  output      logic             valid_o,
  output      logic             valid_next_o,  // valid_o in the next cycle
  output      logic             left_o,        // lanes are left after this cycle's pass
  output      request_t         request_o      // exec: the remaining lanes
);

  logic valid_q;
  request_t request_q;

  // [0] without and [1] with the pass
  logic [1:0] left_if, loads_if, valid_if;
  logic [1:0][Lanes-1:0] exec_if;

  always_comb begin
    for (int unsigned made = 0; made < 2; made++) begin
      left_if[made]  = valid_q && !(made == 1 && pass_here_i && pass_ends_i);
      loads_if[made] = fills_i && !(Staged ? valid_q : left_if[made]);
      valid_if[made] = left_if[made] ||
          req_valid_i && loads_if[made] && !(made == 1 && pass_port_i && pass_port_ends_i);
      exec_if[made] = loads_if[made]
          ? req_i.exec & ~(made == 1 && pass_port_i ? pass_lanes_i : req_lost_i)
          : request_q.exec & ~lost_i & ~(made == 1 && pass_here_i ? pass_lanes_i : '0);
    end
  end

  assign left_o       = left_if[pass_i];
  assign loads_o      = loads_if[pass_i];
  assign valid_next_o = valid_if[pass_i];
  assign valid_o      = valid_q;
  assign request_o    = request_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_next_o;
  end

  always_ff @(posedge clk_i) begin
    if (loads_o) request_q <= req_i;
    request_q.exec <= exec_if[pass_i];
  end

  `GPUTM_ASSERT(a_one_source, !(pass_here_i && pass_port_i),
                ("lds_request_slot: a pass is made of the lanes in the register and of those at the port"))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_taken_with_the_last_pass, valid_q && req_valid_i && loads_o)
  `GPUTM_COVER(b_served_at_the_port, req_valid_i && loads_o && !valid_next_o)

endmodule

`default_nettype wire
