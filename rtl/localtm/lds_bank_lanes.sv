// The banks that take part in a pass, and the lane of each: the lowest or the highest one that requests
// it. Combinational, from the lanes' banks, and not from the comparisons by which lds_pass_select finds
// the served lanes, which would be later. The choice between the two lanes comes last.
//
// PassLanes: lanes considered in a pass, a power of two. Banks: a power of two.

`default_nettype none

module lds_bank_lanes #(
  parameter  int unsigned PassLanes = 32,
  parameter  int unsigned Banks     = 32,
  localparam int unsigned BankWidth = $clog2(Banks),
  localparam int unsigned LaneWidth = $clog2(PassLanes)
) (
  input  wire logic [PassLanes-1:0]                active_i,      // lanes that request a bank
  input  wire logic                                highest_i,     // a bank serves its highest lane, else its lowest
  input  wire logic [PassLanes-1:0][BankWidth-1:0] bank_i,        // bank that each lane requests
  output      logic [Banks-1:0]                    bank_valid_o,
  output      logic [Banks-1:0][LaneWidth-1:0]     bank_lane_o    // lane of a participating bank
);

  logic [Banks-1:0] wanted, granted;
  logic [1:0][Banks-1:0] bank_valid;
  logic [1:0][LaneWidth-1:0][Banks-1:0] lane_bits;

  always_comb begin
    bank_valid = '0;
    lane_bits  = '0;
    for (int unsigned side = 0; side < 2; side++) begin
      for (int unsigned i = 0; i < PassLanes; i++) begin
        automatic int unsigned lane = side == 0 ? i : PassLanes - 1 - i;
        wanted  = Banks'(active_i[lane]) << bank_i[lane];
        granted = wanted & ~bank_valid[side];
        bank_valid[side] |= wanted;
        for (int unsigned b = 0; b < LaneWidth; b++) begin
          if (lane[b]) lane_bits[side][b] |= granted;
        end
      end
    end
    bank_valid_o = bank_valid[0];
    for (int unsigned bank = 0; bank < Banks; bank++) begin
      for (int unsigned b = 0; b < LaneWidth; b++) bank_lane_o[bank][b] = lane_bits[highest_i][b][bank];
    end
  end

endmodule

`default_nettype wire
