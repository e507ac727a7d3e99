// Number of warps of each core inside transactions, found by trial (docs/guide/transactions.md): the concurrency control of
// the KILO TM paper (section 4.6) with a limit that finds itself. One for the GPU, beside the commit-id vendor, to which the
// cores tell the ends of their attempts.
//
// Commits a cycle are measured in windows of two attempts of each warp inside. After Pause windows about half as many warps
// more are tried, or a third less. A trial that gains a 32nd stays, and the next one follows in its direction; after another
// one the next goes the other way, after twice as many windows. While more than one lane aborts for two that commit, no more
// warps are tried. After each change, one attempt of each warp inside is not measured.
//
// Throughput: an attempt each cycle.
// Latency:    warps_o changes two cycles after the attempt that ends a window, or CountWidth + 3 cycles after one that ends a
//             trial: two products are made a bit a cycle. Attempts that end meanwhile count for the next window.
//
// Windows of 2^32 cycles or more count as 2^32 - 1.

`include "gputm_assert.svh"

`default_nettype none

module limit_control #(
  parameter  int unsigned Cores      = 32,
  parameter  int unsigned Warps      = 48,                 // of a core
  parameter  int unsigned Lanes      = 32,                 // of a warp
  localparam int unsigned WarpsWidth = $clog2(Warps + 1),
  localparam int unsigned LanesWidth = $clog2(Lanes + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  begin_i,    // a launch begins
  input  wire logic [WarpsWidth-1:0] first_i,    // its first number of warps, 1..Warps

  input  wire logic                  ended_i,    // an attempt of a warp has ended
  input  wire logic [LanesWidth-1:0] lanes_i,    // its lanes
  input  wire logic [LanesWidth-1:0] commits_i,  // of these, lanes that have committed

  output      logic [WarpsWidth-1:0] warps_o     // warps of a core that may be inside transactions, 1..Warps
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("limit_control: Cores", Cores, 1, 256, 32))
  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("limit_control: Warps", Warps, 1, 64, 48))
  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("limit_control: Lanes", Lanes, 1, 64, 32))

  localparam int unsigned AttemptsWidth = $clog2(2 * Cores * Warps + 1);
  localparam int unsigned CountWidth = $clog2(2 * Cores * Warps * Lanes + 1);
  localparam int unsigned CyclesWidth = 32;
  localparam int unsigned ProductWidth = CountWidth + CyclesWidth;
  localparam int unsigned GainShift = 5;  // a trial must gain a 32nd
  localparam int unsigned Pause = 8;
  localparam int unsigned MostPause = 64;
  localparam int unsigned PauseWidth = $clog2(MostPause + 1);
  localparam int unsigned StepWidth = $clog2(CountWidth + 1);

  typedef struct packed {
    logic [CountWidth-1:0]  lanes;
    logic [CountWidth-1:0]  commits;
    logic [CyclesWidth-1:0] cycles;
  } window_t;

  typedef enum logic [1:0] {
    kMeasures,
    kMultiplies,
    kDecides
  } state_e;

  // The window being filled. Its last attempt may have to wait for the decision on the one before.
  logic [AttemptsWidth-1:0] attempts_q, attempts, due;
  window_t window_q, window;
  logic settling_q, closes;
  state_e state_q;

  assign attempts       = attempts_q + 1'b1;
  assign due            = (settling_q ? AttemptsWidth'(Cores) : AttemptsWidth'(2 * Cores)) * AttemptsWidth'(warps_o);
  assign closes         = ended_i && attempts >= due && state_q == kMeasures;
  assign window.lanes   = window_q.lanes + CountWidth'(ended_i ? lanes_i : '0);
  assign window.commits = window_q.commits + CountWidth'(ended_i ? commits_i : '0);
  assign window.cycles  = window_q.cycles == '1 ? '1 : window_q.cycles + 1'b1;

  // The closed window, and the last one with the number of warps that a trial is compared with
  window_t closed_q;
  logic [CountWidth-1:0]  base_commits_q;
  logic [CyclesWidth-1:0] base_cycles_q;

  // GainShift: (2^5 commits of the trial) x (cycles of the base) > (2^5 + 1) x commits of the base x cycles of the trial
  logic [ProductWidth-1:0] ours_q, theirs_q, our_factor_q, their_factor_q;
  logic [CountWidth-1:0] our_bits_q, their_bits_q;
  logic [StepWidth-1:0]    step_q;
  logic                    gains;

  assign gains = ((ProductWidth + GainShift + 1)'(ours_q) << GainShift) >
                 ((ProductWidth + GainShift + 1)'(theirs_q) << GainShift) + (ProductWidth + GainShift + 1)'(theirs_q);

  // The search
  logic trial_q, up_q, up, many_abort, settles;
  logic [WarpsWidth-1:0] base_q, base, next, more, less;
  logic [PauseWidth-1:0] pause_q, next_pause_q;
  logic tries;  // another number, from `base` on

  assign settles    = state_q == kDecides;
  assign many_abort = {closed_q.lanes - closed_q.commits, 1'b0} > {1'b0, closed_q.commits};
  assign base       = trial_q && gains ? warps_o : base_q;
  assign tries      = trial_q ? gains : pause_q == '0;
  assign up         = !many_abort && (base == WarpsWidth'(1) || (up_q && base != WarpsWidth'(Warps)));
  assign more       = WarpsWidth'(32'(base) < 4 ? 1 : 32'(base) / 2);
  assign less       = WarpsWidth'(32'(base) < 6 ? 1 : 32'(base) / 3);
  always_comb begin
    if (up) next = more > WarpsWidth'(Warps) - base ? WarpsWidth'(Warps) : base + more;
    else next = base == WarpsWidth'(1) ? base : base - less;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      attempts_q <= '0;
      window_q   <= '0;
    end else if (begin_i || closes) begin
      attempts_q <= '0;
      window_q   <= '0;
    end else begin
      if (ended_i) attempts_q <= attempts;
      window_q <= window;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= kMeasures;
    end else if (begin_i) begin
      state_q <= kMeasures;
    end else begin
      unique case (state_q)
        kMeasures:   if (closes && !settling_q) state_q <= trial_q ? kMultiplies : kDecides;
        kMultiplies: if (step_q == StepWidth'(CountWidth - 1)) state_q <= kDecides;
        default:     state_q <= kMeasures;
      endcase
    end
  end

  // Both products a bit a cycle
  always_ff @(posedge clk_i) begin
    if (closes) begin
      closed_q       <= window;
      ours_q         <= '0;
      theirs_q       <= '0;
      our_factor_q   <= ProductWidth'(base_cycles_q);
      their_factor_q <= ProductWidth'(window.cycles);
      our_bits_q     <= window.commits;
      their_bits_q   <= base_commits_q;
      step_q         <= '0;
    end else begin
      if (our_bits_q[0]) ours_q <= ours_q + our_factor_q;
      if (their_bits_q[0]) theirs_q <= theirs_q + their_factor_q;
      our_factor_q   <= our_factor_q << 1;
      their_factor_q <= their_factor_q << 1;
      our_bits_q     <= our_bits_q >> 1;
      their_bits_q   <= their_bits_q >> 1;
      step_q         <= step_q + 1'b1;
    end
    if (settles && (!trial_q || gains)) begin
      base_commits_q <= closed_q.commits;
      base_cycles_q  <= closed_q.cycles;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      warps_o      <= WarpsWidth'(1);
      base_q       <= WarpsWidth'(1);
      trial_q      <= 1'b0;
      up_q         <= 1'b1;
      settling_q   <= 1'b1;
      pause_q      <= PauseWidth'(Pause);
      next_pause_q <= PauseWidth'(Pause);
    end else if (begin_i) begin
      warps_o      <= first_i;
      base_q       <= first_i;
      trial_q      <= 1'b0;
      up_q         <= 1'b1;
      settling_q   <= 1'b1;
      pause_q      <= PauseWidth'(Pause);
      next_pause_q <= PauseWidth'(Pause);
    end else if (settles) begin
      base_q  <= base;
      trial_q <= tries && next != base;
      if (tries) begin
        up_q       <= up;
        warps_o    <= next;
        settling_q <= next != base;
        if (trial_q) next_pause_q <= PauseWidth'(Pause);
      end else if (trial_q) begin  // without gain
        up_q         <= !up_q;
        warps_o      <= base_q;
        settling_q   <= 1'b1;
        pause_q      <= next_pause_q;
        next_pause_q <= next_pause_q > PauseWidth'(MostPause / 2) ? PauseWidth'(MostPause) : next_pause_q << 1;
      end else begin
        pause_q <= pause_q - 1'b1;
      end
    end else if (closes) begin
      settling_q <= 1'b0;
    end
  end

  `GPUTM_ASSERT(a_some_warps, warps_o != '0 && 32'(warps_o) <= Warps,
                ("limit_control: %0d warps of %0d", warps_o, Warps))
  `GPUTM_ASSERT(a_first_legal, !begin_i || (first_i != '0 && 32'(first_i) <= Warps),
                ("limit_control: first number %0d", first_i))
  `GPUTM_ASSERT(a_commits_of_lanes, !ended_i || (commits_i <= lanes_i && 32'(lanes_i) <= Lanes),
                ("limit_control: %0d commits of %0d lanes", commits_i, lanes_i))

endmodule

`default_nettype wire
