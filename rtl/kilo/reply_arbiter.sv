// Merges the stages' messages to the cores into the reply stream. Older entries go first: commit's resend request,
// retirement, revalidation's, local outcome, hazard detection's. No message waits for ever: while an older entry's
// stage waits, it sends nothing more.
//
// Latency: one cycle. Throughput: one message a cycle.

`default_nettype none

module reply_arbiter
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter int unsigned Sources = 5
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  input  wire logic        [Sources-1:0] valid_i,  // source 0 first
  output logic             [Sources-1:0] ready_o,
  input  wire reply_kind_e [Sources-1:0] kind_i,
  input  wire cid_t        [Sources-1:0] id_i,

  output logic        reply_valid_o,
  input  wire logic   reply_ready_i,
  output reply_kind_e reply_kind_o,
  output cid_t        reply_id_o
);

  reply_kind_e kind;
  cid_t        id;
  logic        ready;
  logic        [$bits(reply_kind_e)-1:0] kind_bits;

  always_comb begin
    kind    = kind_i[0];
    id      = id_i[0];
    ready_o = '0;
    for (int source = int'(Sources) - 1; source >= 0; source--) begin
      if (valid_i[source]) begin
        kind            = kind_i[source];
        id              = id_i[source];
        ready_o         = '0;
        ready_o[source] = ready;
      end
    end
  end

  fifo_sync #(
    .Width($bits(reply_kind_e) + CidBits),
    .Depth(2)
  ) u_replies (
    .clk_i,
    .rst_ni,
    .in_valid_i (valid_i != '0),
    .in_ready_o (ready),
    .in_data_i  ({kind, id}),
    .out_valid_o(reply_valid_o),
    .out_ready_i(reply_ready_i),
    .out_data_o ({kind_bits, reply_id_o}),
    .count_o    ()
  );
  assign reply_kind_o = reply_kind_e'(kind_bits);

endmodule

`default_nettype wire
