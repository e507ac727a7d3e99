// Crossbar of ready/valid streams: each source offers a word to one sink, each sink takes from the sources in turn.
//
// Every sink has an rr_arbiter over the sources that request it, and a register slice behind that. A word is chosen
// only in a cycle in which the slice takes it, so the choice may move while the slice is full, and no path leads from
// a sink's ready to a source's. Words from one source to one sink keep their order; there is no order between sinks.
//
// Latency:    a word chosen in the cycle of its offer is offered to its sink in the next.
// Throughput: one word a cycle at each sink, from any mix of sources.
// Fairness:   a word is taken after at most Sources - 1 other words of its sink.
//
// Sources: at least 2. Sinks: at least 1. Width: bits a word.

`include "gputm_assert.svh"

`default_nettype none

module stream_crossbar #(
  parameter int unsigned Sources = 4,
  parameter int unsigned Sinks   = 4,
  parameter int unsigned Width   = 32
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // From the sources
  input  wire logic [Sources-1:0]            in_valid_i,
  output logic      [Sources-1:0]            in_ready_o,
  input  wire logic [Sources-1:0][Sinks-1:0] in_sink_i,  // sink of the word, one-hot
  input  wire logic [Sources-1:0][Width-1:0] in_data_i,  // word

  // To the sinks
  output logic      [Sinks-1:0]              out_valid_o,
  input  wire logic [Sinks-1:0]              out_ready_i,
  output logic      [Sinks-1:0][Sources-1:0] out_source_o,  // source of the word, one-hot
  output logic      [Sinks-1:0][Width-1:0]   out_data_o  // the word
);

  logic [Sinks-1:0][Sources-1:0] taken;

  for (genvar sink = 0; sink < Sinks; sink++) begin : gen_sink
    logic [Sources-1:0] request, grant;
    logic chosen, ready;
    logic [Width-1:0] word;

    always_comb begin
      for (int unsigned source = 0; source < Sources; source++) begin
        request[source] = in_valid_i[source] && in_sink_i[source][sink];
      end
    end

    rr_arbiter #(
      .Requests(Sources)
    ) u_arbiter (
      .clk_i,
      .rst_ni,
      .req_i   (request),
      .valid_o (chosen),
      .grant_o (grant),
      .index_o (),
      .accept_i(ready)
    );

    always_comb begin
      word = '0;
      for (int unsigned source = 0; source < Sources; source++) word |= in_data_i[source] & {Width{grant[source]}};
    end

    skid_buffer #(
      .Width(Sources + Width)
    ) u_slice (
      .clk_i,
      .rst_ni,
      .in_valid_i (chosen && ready),
      .in_ready_o (ready),
      .in_data_i  ({grant, word}),
      .out_valid_o(out_valid_o[sink]),
      .out_ready_i(out_ready_i[sink]),
      .out_data_o ({out_source_o[sink], out_data_o[sink]})
    );

    assign taken[sink] = grant & {Sources{ready}};

    // Coverage points (tb/coverage)
    `GPUTM_COVER(b_sources_meet, (request & (request - 1'b1)) != '0)
    `GPUTM_COVER(b_sink_waits, chosen && !ready)
  end

  always_comb begin
    in_ready_o = '0;
    for (int unsigned sink = 0; sink < Sinks; sink++) in_ready_o |= taken[sink];
  end

  for (genvar source = 0; source < Sources; source++) begin : gen_check_sink
    `GPUTM_ASSERT_IF(a_one_sink, in_sink_i[source] != '0 && (in_sink_i[source] & (in_sink_i[source] - 1'b1)) == '0,
                     in_valid_i[source],
                     ("stream_crossbar: the word of source %0d is for sinks %b", source, in_sink_i[source]))
  end

  // Handshake assertions
  for (genvar source = 0; source < Sources; source++) begin : gen_check_in
    `GPUTM_STREAM(u_check_in, in_valid_i[source], in_ready_o[source], {in_sink_i[source], in_data_i[source]})
  end
  for (genvar sink = 0; sink < Sinks; sink++) begin : gen_check_out
    `GPUTM_STREAM(u_check_out, out_valid_o[sink], out_ready_i[sink], {out_source_o[sink], out_data_o[sink]})
  end

endmodule

`default_nettype wire
