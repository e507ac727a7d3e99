// Number of warps of each core inside transactions, found by trial (docs/guide/transactions.md): the concurrency control of
// the KILO TM paper (section 4.6) with a limit that finds itself. One for the GPU, beside the commit-id vendor, to which the
// cores tell the ends of their attempts.
//
// Commits a cycle are measured in windows of two attempts of each warp inside. After a pause about half as many warps more are
// tried, or a third less. A trial that gains a 32nd stays; the next one follows after Pause windows in its direction, or at
// once if it has gained a quarter and none has failed yet. After a trial without gain the next one goes the other way, after
// twice as many windows. If later windows have fewer commits a cycle than the number before had, that one comes back. After
// each change, one attempt of each warp inside is not measured.
//
// Only cycles and attempts in which the limit matters count: half of the warps that it allows are inside, or half as many wait
// as are inside.
//
// Throughput: an attempt each cycle.
// Latency:    inside_i and waiting_i count from the next cycle on. warps_o changes two cycles after the attempt that ends a
//             window, or CountWidth + 3 cycles where windows are compared: two products are made a bit a cycle. Attempts that
//             end meanwhile count for the next window.
//
// Windows of 2^32 cycles or more count as 2^32 - 1.

`include "gputm_assert.svh"

`default_nettype none

module limit_control #(
  parameter  int unsigned Cores      = 32,
  parameter  int unsigned Warps      = 48,                        // of a core
  parameter  int unsigned Lanes      = 32,                        // of a warp
  localparam int unsigned WarpsWidth = $clog2(Warps + 1),
  localparam int unsigned LanesWidth = $clog2(Lanes + 1),
  localparam int unsigned TotalWidth = $clog2(Cores * Warps + 1)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input wire logic                  begin_i,  // the search begins anew
  input wire logic [WarpsWidth-1:0] first_i,  // its first number of warps, 1..Warps

  input wire logic [TotalWidth-1:0] inside_i,   // warps of all cores inside transactions
  input wire logic [TotalWidth-1:0] waiting_i,  // warps of all cores that wait to be inside
  input wire logic                  ended_i,    // an attempt of a warp has ended
  input wire logic [LanesWidth-1:0] commits_i,  // its lanes that have committed

  output      logic [WarpsWidth-1:0] warps_o     // warps of a core that may be inside transactions, 1..Warps
);

  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("limit_control: Cores", Cores, 1, 256, 32))
  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("limit_control: Warps", Warps, 1, 64, 48))
  `GPUTM_ASSERT_PARAMS(param_pkg::in_range("limit_control: Lanes", Lanes, 1, 64, 32))

  localparam int unsigned AttemptsWidth = $clog2(2 * Cores * Warps + 1);
  localparam int unsigned CountWidth = $clog2(2 * Cores * Warps * Lanes + 1);
  localparam int unsigned CyclesWidth = 32;
  localparam int unsigned ProductWidth = CountWidth + CyclesWidth;
  localparam int unsigned GainWidth = ProductWidth + 6;  // of a product times 40
  localparam int unsigned FirstPause = 1;
  localparam int unsigned Pause = 8;
  localparam int unsigned MostPause = 64;
  localparam int unsigned PauseWidth = $clog2(MostPause + 1);
  localparam int unsigned StepWidth = $clog2(CountWidth + 1);

  typedef struct packed {
    logic [CountWidth-1:0]  commits;
    logic [CyclesWidth-1:0] cycles;
  } window_t;

  typedef struct packed {
    logic [WarpsWidth-1:0] warps;
    window_t               window;
  } measured_t;

  typedef enum logic [1:0] {
    kMeasures,
    kMultiplies,
    kDecides
  } state_e;

  // Whether the limit matters
  logic matters_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      matters_q <= 1'b0;
    end else begin
      matters_q <= AttemptsWidth'({inside_i, 1'b0}) >= AttemptsWidth'(Cores) * AttemptsWidth'(warps_o) ||
                   (waiting_i != '0 && {waiting_i, 1'b0} >= {1'b0, inside_i});
    end
  end

  // The window being filled. Its last attempt may have to wait for the decision on the one before.
  logic [AttemptsWidth-1:0] attempts_q, attempts, due;
  window_t window_q, window;
  logic settling_q, counts, closes;
  state_e state_q;

  assign counts = ended_i && matters_q;
  assign attempts = attempts_q + 1'b1;
  assign due            = (settling_q ? AttemptsWidth'(Cores) : AttemptsWidth'(2 * Cores)) * AttemptsWidth'(warps_o);
  assign closes = counts && attempts >= due && state_q == kMeasures;
  assign window.commits = window_q.commits + CountWidth'(counts ? commits_i : '0);
  assign window.cycles = window_q.cycles == '1 ? '1 : window_q.cycles + CyclesWidth'(matters_q);

  // The closed window, the number with which a trial is compared, and the one that this number has replaced
  window_t closed_q;
  measured_t base_q, prior_q;
  logic prior_valid_q;

  // 32 times `ours` above 32, 33 or 40 times `theirs`. Of a trial, `ours` is its commits times the cycles of the base; after
  // that, the commits of the replaced number times the cycles of the window.
  logic [ProductWidth-1:0] ours_q, theirs_q, our_factor_q, their_factor_q;
  logic [CountWidth-1:0] our_bits_q, their_bits_q;
  logic [StepWidth-1:0] step_q;
  logic [GainWidth-1:0] our_32, their_32;
  logic more, gains, gains_much;

  assign our_32     = {1'b0, ours_q, 5'b0};
  assign their_32   = {1'b0, theirs_q, 5'b0};
  assign more       = ours_q > theirs_q;
  assign gains      = our_32 > their_32 + GainWidth'(theirs_q);
  assign gains_much = our_32 > their_32 + GainWidth'({theirs_q, 3'b0});

  // The search
  logic starts_q, trial_q, up_q, up, settles, stays, returns;
  logic [WarpsWidth-1:0] base, next, step_up, step_down;
  logic [PauseWidth-1:0] pause_q, next_pause_q;
  logic tries;  // another number, from `base` on

  assign settles   = state_q == kDecides;
  assign stays     = trial_q && gains;
  assign returns   = !trial_q && prior_valid_q && more;
  assign base      = stays ? warps_o : base_q.warps;
  assign tries     = trial_q ? gains_much && starts_q : !returns && pause_q == '0;
  assign up        = base == WarpsWidth'(1) || (up_q && base != WarpsWidth'(Warps));
  assign step_up   = WarpsWidth'(32'(base) < 4 ? 1 : 32'(base) / 2);
  assign step_down = WarpsWidth'(32'(base) < 6 ? 1 : 32'(base) / 3);
  always_comb begin
    if (up) next = step_up > WarpsWidth'(Warps) - base ? WarpsWidth'(Warps) : base + step_up;
    else next = base == WarpsWidth'(1) ? base : base - step_down;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      attempts_q <= '0;
      window_q   <= '0;
    end else if (begin_i || closes) begin
      attempts_q <= '0;
      window_q   <= '0;
    end else begin
      if (counts) attempts_q <= attempts;
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
        kMeasures:
        if (closes && !settling_q) state_q <= trial_q || prior_valid_q ? kMultiplies : kDecides;
        kMultiplies: if (step_q == StepWidth'(CountWidth - 1)) state_q <= kDecides;
        default: state_q <= kMeasures;
      endcase
    end
  end

  // Both products a bit a cycle
  always_ff @(posedge clk_i) begin
    if (closes) begin
      closed_q       <= window;
      ours_q         <= '0;
      theirs_q       <= '0;
      our_factor_q   <= ProductWidth'(trial_q ? base_q.window.cycles : window.cycles);
      their_factor_q <= ProductWidth'(trial_q ? window.cycles : prior_q.window.cycles);
      our_bits_q     <= trial_q ? window.commits : prior_q.window.commits;
      their_bits_q   <= trial_q ? base_q.window.commits : window.commits;
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
  end

  // The numbers and their windows
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      warps_o       <= WarpsWidth'(1);
      base_q        <= '{warps: WarpsWidth'(1), window: '0};
      prior_q       <= '0;
      prior_valid_q <= 1'b0;
    end else if (begin_i) begin
      warps_o       <= first_i;
      base_q.warps  <= first_i;
      prior_valid_q <= 1'b0;
    end else if (settles) begin
      if (stays) begin
        prior_q       <= base_q;
        prior_valid_q <= 1'b1;
      end
      if (returns) begin
        base_q.warps  <= prior_q.warps;
        prior_valid_q <= 1'b0;
      end
      if (stays) base_q <= '{warps: warps_o, window: closed_q};
      else if (!trial_q && !returns) base_q.window <= closed_q;
      if (returns) warps_o <= prior_q.warps;
      else if (tries) warps_o <= next;
      else if (trial_q && !gains) warps_o <= base_q.warps;
    end
  end

  // When and in which direction the next trial comes
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      starts_q     <= 1'b1;
      trial_q      <= 1'b0;
      up_q         <= 1'b1;
      settling_q   <= 1'b1;
      pause_q      <= PauseWidth'(FirstPause);
      next_pause_q <= PauseWidth'(Pause);
    end else if (begin_i) begin
      starts_q     <= 1'b1;
      trial_q      <= 1'b0;
      up_q         <= 1'b1;
      settling_q   <= 1'b1;
      pause_q      <= PauseWidth'(FirstPause);
      next_pause_q <= PauseWidth'(Pause);
    end else if (settles) begin
      trial_q <= tries && next != base;
      if (tries) up_q <= up;
      if (tries ? next != base : returns || (trial_q && !gains)) settling_q <= 1'b1;
      if (stays) begin
        pause_q      <= PauseWidth'(Pause);
        next_pause_q <= PauseWidth'(Pause);
      end else if (trial_q) begin
        starts_q <= 1'b0;
        up_q <= !up_q;
        pause_q <= next_pause_q;
        next_pause_q <= next_pause_q > PauseWidth'(MostPause / 2) ? PauseWidth'(MostPause) : next_pause_q << 1;
      end else if (returns) begin
        up_q    <= prior_q.warps > warps_o;
        pause_q <= PauseWidth'(Pause);
      end else if (pause_q != '0) begin
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
  `GPUTM_ASSERT(a_commits_of_lanes, !ended_i || 32'(commits_i) <= Lanes,
                ("limit_control: %0d commits of %0d lanes", commits_i, Lanes))

endmodule

`default_nettype wire
