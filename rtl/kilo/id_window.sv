// One sequence of ids, of which at most Size are alive: granted and not retired. Tells whether the beat at the head of the
// requests fits, and whether the one behind it will, so that a grant compares nothing.
//
// Latency:    retired ids are room two cycles after retire_valid_i.
// Throughput: one grant each cycle.
//
// Size: ids alive, at most half of the id space. Width: bits of an id. CountWidth: bits of a count. Successive: the next beat
// may be one for this sequence when the head is, so both counts have to fit.

`include "gputm_assert.svh"

`default_nettype none

module id_window #(
  parameter int unsigned Size       = kilo_pkg::MaxLiveIds,
  parameter int unsigned Width      = kilo_pkg::CidBits,
  parameter int unsigned CountWidth = 7,
  parameter bit          Successive = 1'b0
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic [CountWidth-1:0] head_count_i,  // ids requested by the head
  input  wire logic [CountWidth-1:0] next_count_i,  // ids requested by the beat behind it
  output      logic                  head_fits_o,   // room for the head in the next cycle
  output      logic                  next_fits_o,   // room for the beat behind it, once the head is granted
  input  wire logic                  take_i,        // the head is granted, and its ids are of this sequence
  output      logic [Width-1:0]      next_id_o,     // first id that is not granted

  input  wire logic             retire_valid_i,  // update of retire_id_i
  input  wire logic [Width-1:0] retire_id_i,     // oldest id that has not retired
  output      logic [Width-1:0] retired_o,       // the last update
  output      logic             empty_o          // no id is alive, and all are counted as room
);

  logic [Width-1:0] next_id_q, retired_q;
  logic [Width-1:0] room_q;   // ids that may be granted
  logic [Width-1:0] freed_q;  // ids of the last update, not yet in room_q

  logic [Width:0] both;       // one bit more: the sum of two counts may be the whole id space

  assign both        = (Width + 1)'(next_count_i) + (Successive ? (Width + 1)'(head_count_i) : '0);
  assign head_fits_o = Width'(head_count_i) <= room_q;
  assign next_fits_o = both <= (Width + 1)'(room_q);
  assign next_id_o   = next_id_q;
  assign retired_o   = retired_q;
  assign empty_o     = room_q == Width'(Size);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_id_q <= '0;
      retired_q <= '0;
      freed_q   <= '0;
      room_q    <= Width'(Size);
    end else begin
      if (take_i) next_id_q <= next_id_q + Width'(head_count_i);
      if (retire_valid_i) retired_q <= retire_id_i;
      freed_q <= retire_valid_i ? retire_id_i - retired_q : '0;
      // The grant is known late.
      room_q  <= take_i ? room_q + (freed_q - Width'(head_count_i)) : room_q + freed_q;
    end
  end

  logic [Width-1:0] alive, alive_and_room;  // ids granted and not retired
  assign alive          = next_id_q - retired_q;
  assign alive_and_room = alive + room_q + freed_q;

  `GPUTM_ASSERT(a_room, alive_and_room == Width'(Size),
                ("id_window: room for %0d and %0d ids, %0d are alive", room_q, freed_q, alive))
  `GPUTM_ASSERT(a_window, alive <= Width'(Size), ("id_window: %0d ids are alive, at most %0d fit", alive, Size))
  `GPUTM_ASSERT_IF(a_take_fits, Width'(head_count_i) <= room_q, take_i,
                   ("id_window: %0d ids are granted, %0d fit", head_count_i, room_q))
  `GPUTM_ASSERT_IF(a_retire_in_window, retire_id_i - retired_q <= alive, retire_valid_i,
                   ("id_window: retires to %0d, next id %0d", retire_id_i, next_id_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_no_ids_left, room_q == '0)
  `GPUTM_COVER(b_ids_wrap, next_id_q < retired_q)

endmodule

`default_nettype wire
