// Which banks take part in a pass, and the lane of each: of those that are the first at their banks (lds_pass_select).
// Combinational.
//
// PassLanes: lanes that a pass looks at, a power of two. Banks: a power of two.

`default_nettype none

module lds_bank_lanes #(
  parameter  int unsigned PassLanes = 32,
  parameter  int unsigned Banks     = 32,
  localparam int unsigned BankWidth = $clog2(Banks),
  localparam int unsigned LaneWidth = $clog2(PassLanes)
) (
  input  wire logic [PassLanes-1:0]                first_i,       // at most one for a bank
  input  wire logic [PassLanes-1:0][BankWidth-1:0] bank_i,        // that a lane wants
  output      logic [Banks-1:0]                    bank_valid_o,
  output      logic [Banks-1:0][LaneWidth-1:0]     bank_lane_o    // of a bank that takes part
);

  logic [Banks-1:0] granted;
  logic [LaneWidth-1:0][Banks-1:0] lane_bits;

  always_comb begin
    bank_valid_o = '0;
    lane_bits    = '0;
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      granted = Banks'(first_i[lane]) << bank_i[lane];
      bank_valid_o |= granted;
      for (int unsigned b = 0; b < LaneWidth; b++) begin
        if (lane[b]) lane_bits[b] |= granted;
      end
    end
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      for (int unsigned b = 0; b < LaneWidth; b++) bank_lane_o[bank][b] = lane_bits[b][bank];
    end
  end

endmodule

`default_nettype wire
