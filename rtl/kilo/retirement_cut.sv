// The watermark of a vendor of ids by partition: positions older than it have retired in every partition.
//
// A cut is the state of all counters at one moment between two requests: the next position, and the next id of each
// partition. Once every partition has retired to its id of the cut, all older positions have, which is published; then
// the next cut is taken. So a position costs nothing here, in any partition.
//
// Latency: retired_everywhere_o follows three cycles after retired_i of the last partition reaches its id of the cut; the next
//          cut is taken at least one cycle later, as soon as counters_valid_i allows. An open cut hides positions behind it.
//
// Partitions: memory partitions. CidWidth: bits of an id. PositionWidth: bits of a position.
// At most 2 ** (CidWidth - 1) ids are alive in a partition.

`include "gputm_assert.svh"

`default_nettype none

module retirement_cut #(
  parameter int unsigned Partitions    = 8,
  parameter int unsigned CidWidth      = kilo_pkg::CidBits,
  parameter int unsigned PositionWidth = 16
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input wire logic                                counters_valid_i,  // position_i and cids_i are of whole requests
  input wire logic [PositionWidth-1:0]            position_i,        // next position
  input wire logic [Partitions-1:0][CidWidth-1:0] cids_i,            // next id of each partition
  input wire logic [Partitions-1:0][CidWidth-1:0] retired_i,         // oldest id that has not retired in each partition

  output logic                                cut_valid_o,          // pulse: a cut has been taken
  output logic [PositionWidth-1:0]            cut_position_o,       // next position at the cut
  output logic [Partitions-1:0][CidWidth-1:0] cut_cids_o,           // next id of each partition at the cut
  output logic [PositionWidth-1:0]            retired_everywhere_o,  // every older position has retired everywhere
  output logic                                busy_o                 // a cut is open, or to be taken
);

  logic open_q, changed_q;  // waiting for the partitions; positions have been granted since the cut
  logic take, reached_all;
  logic [Partitions-1:0] reached_q, reached;  // partitions that have retired to the cut

  // A change in the last cycle waits for the next one. changed_q is not of the last cut in the first cycle of an open one only.
  assign take        = !open_q && changed_q && counters_valid_i;
  assign reached_all = &reached_q;
  assign busy_o      = open_q || changed_q || cut_valid_o;

  // A partition is seen in every cycle until it reaches its id. Then it is less than the ids alive ahead of it, so the sign
  // of the distance tells both apart.
  always_comb begin
    for (int unsigned p = 0; p < Partitions; p++) begin
      reached[p] = 1'((retired_i[p] - cut_cids_o[p]) >> (CidWidth - 1)) == 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q               <= 1'b0;
      changed_q            <= 1'b0;
      cut_valid_o          <= 1'b0;
      cut_position_o       <= '0;
      reached_q            <= '0;
      retired_everywhere_o <= '0;
    end else begin
      changed_q   <= position_i != cut_position_o;
      cut_valid_o <= take;
      if (take) begin
        open_q         <= 1'b1;
        cut_position_o <= position_i;
        reached_q      <= '0;
      end else begin
        reached_q <= reached_q | reached;
        if (open_q && reached_all) begin
          open_q               <= 1'b0;
          retired_everywhere_o <= cut_position_o;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) cut_cids_o <= cids_i;
  end

  `GPUTM_ASSERT(a_closed_is_published, open_q || retired_everywhere_o == cut_position_o,
                ("retirement_cut: closed at %0d, published %0d", cut_position_o, retired_everywhere_o))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_cut_waits_for_a_request, !open_q && changed_q && !counters_valid_i)
  `GPUTM_COVER(b_positions_wrap, take && position_i < cut_position_o)

endmodule

`default_nettype wire
