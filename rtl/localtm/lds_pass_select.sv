// Which lanes access which banks in one pass: each bank serves the lowest of the lanes that want it.
//
// Combinational: a parallel prefix over the lanes, one bit for each bank.
//
// PassLanes: lanes that a pass looks at, a power of two. Banks: a power of two.

`default_nettype none

module lds_pass_select #(
  parameter  int unsigned PassLanes = 32,
  parameter  int unsigned Banks     = 32,
  localparam int unsigned BankWidth = $clog2(Banks),
  localparam int unsigned LaneWidth = $clog2(PassLanes)
) (
  input  wire logic [PassLanes-1:0]                active_i,
  input  wire logic [PassLanes-1:0][BankWidth-1:0] bank_i,
  output      logic [PassLanes-1:0]                served_o,
  output      logic [Banks-1:0]                    bank_valid_o,
  output      logic [Banks-1:0][LaneWidth-1:0]     bank_lane_o
);

  logic [PassLanes-1:0][Banks-1:0] want, upto, granted;
  logic [LaneWidth-1:0][Banks-1:0] lane_bits;

  always_comb begin
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      want[lane] = active_i[lane] ? Banks'(1) << bank_i[lane] : '0;
    end

    // upto[lane]: banks that lanes 0..lane want. Descending, so that each step reads the step before.
    upto = want;
    for (int unsigned step = 1; step < PassLanes; step *= 2) begin
      for (int unsigned lane = PassLanes - 1; lane >= step; lane--) upto[lane] |= upto[lane-step];
    end

    granted[0] = want[0];
    for (int unsigned lane = 1; lane < PassLanes; lane++) granted[lane] = want[lane] & ~upto[lane-1];
    for (int unsigned lane = 0; lane < PassLanes; lane++) served_o[lane] = |granted[lane];
    bank_valid_o = upto[PassLanes-1];

    lane_bits = '0;
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      for (int unsigned b = 0; b < LaneWidth; b++) begin
        if (lane[b]) lane_bits[b] |= granted[lane];
      end
    end
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      for (int unsigned b = 0; b < LaneWidth; b++) bank_lane_o[bank][b] = lane_bits[b][bank];
    end
  end

  // Combinational, and so checked whenever it changes.
  always_comb begin
    a_one_lane_a_bank :
    assert ($countones(served_o) == $countones(bank_valid_o))
    else $error("lds_pass_select: lanes %b use banks %b", served_o, bank_valid_o);
  end

endmodule

`default_nettype wire
