// Reads every account once, in order, and sums the balances: the check at the end of a run, without any further writes.
//
// Latency: Accounts loads one after another, each with its latency through memory; one more cycle for the comparison.
//
// Accounts: words 0 to Accounts - 1, at least 2. Units: partitions over which they are interleaved,
// a power of two, at least 2. Expected: expected sum, modulo 2^32.

`include "gputm_assert.svh"

`default_nettype none

module balance_sweep
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter  int unsigned Accounts     = 1024,
  parameter  int unsigned Units        = 4,
  parameter  int unsigned Expected     = 1024 * 1024,
  localparam int unsigned AccountWidth = $clog2(Accounts),
  localparam int unsigned UnitWidth    = $clog2(Units)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input wire logic start_i,  // begins the sweep, once; may stay high

  // Loads, one at a time
  output logic             load_valid_o,
  input  wire logic        load_ready_i,
  output logic [Units-1:0] load_unit_o,  // partition of the word, one-hot
  output word_addr_t       load_addr_o,  // number of the word
  input  wire logic        answer_valid_i,  // the load's answer, which is always taken
  input  wire data_t       answer_data_i,  // the word

  output logic [AccountWidth-1:0] account_o,  // account of the answered balance
  output data_t                   sum_o,  // sum of the balances so far
  output logic                    done_o,  // the sweep is over
  output logic                    right_o  // with done_o: the sum is Expected
);

  `GPUTM_ASSERT_PARAMS(param_pkg::power_of_two("balance_sweep: Units", Units, 2, Accounts, 2))

  typedef enum logic [1:0] {
    SweepRest   = 2'd0,
    SweepLoad   = 2'd1,
    SweepAnswer = 2'd2,
    SweepDone   = 2'd3
  } state_e;

  state_e state_q;
  logic [AccountWidth-1:0] account_q;
  data_t sum_q;
  logic last, right_q;

  assign last = account_q == AccountWidth'(Accounts - 1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= SweepRest;
      account_q <= '0;
      sum_q     <= '0;
    end else begin
      unique case (state_q)
        SweepRest: if (start_i) state_q <= SweepLoad;
        SweepLoad: if (load_ready_i) state_q <= SweepAnswer;
        SweepAnswer: begin
          if (answer_valid_i) begin
            state_q   <= last ? SweepDone : SweepLoad;
            account_q <= account_q + 1'b1;
            sum_q     <= sum_q + answer_data_i;
          end
        end
        default: state_q <= SweepDone;
      endcase
    end
  end

  logic done_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) done_q <= 1'b0;
    else done_q <= state_q == SweepDone;
  end
  always_ff @(posedge clk_i) right_q <= sum_q == data_t'(Expected);

  assign load_valid_o = state_q == SweepLoad;
  assign load_unit_o  = Units'(1'b1) << UnitWidth'(account_q);
  assign load_addr_o  = WordAddrBits'(account_q);
  assign account_o    = account_q;
  assign sum_o        = sum_q;
  assign done_o       = done_q;
  assign right_o      = right_q;

  `GPUTM_ASSERT(a_answer_is_due, !answer_valid_i || state_q == SweepAnswer,
                ("balance_sweep: unexpected answer at account %0d", account_q))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_load_waits, load_valid_o && !load_ready_i)
  `GPUTM_COVER(b_right, done_o && right_o)
  `GPUTM_COVER(b_wrong, done_o && !right_o)

  // Handshake assertions
  `GPUTM_STREAM(u_check_load, load_valid_o, load_ready_i, {load_unit_o, load_addr_o})

endmodule

`default_nettype wire
