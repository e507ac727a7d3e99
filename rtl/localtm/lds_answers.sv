// Answers of a local memory: collects what the banks say about the passes of a memory request, and gives one answer a
// cycle to the wavefronts, with data and masks.
//
// An answer is chosen in the cycle in which its request is finished, round robin if several are, and is on the outputs in
// the next. Commits that wait come first: whoever has read what a commit has left finishes later, and is answered after it.
//
// Lanes: of a wavefront, a power of two. PassLanes: divides Lanes. Banks: a power of two. Wavefronts: at least 2. Rows: words
// of a bank. RowSerial: see tx_mode_ctrl.

`default_nettype none

module lds_answers
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned PassLanes  = 32,
  parameter  int unsigned Banks      = 32,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Rows       = 512,
  parameter  bit          RowSerial  = 1'b0,
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned BankWidth  = $clog2(Banks),
  localparam int unsigned RowWidth   = $clog2(Rows),
  localparam int unsigned Parts      = Lanes / PassLanes,
  localparam int unsigned PartWidth  = Parts == 1 ? 1 : $clog2(Parts)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,

  // Requests that the unit accepts
  input  wire logic               accept_i,
  input  wire logic [WfWidth-1:0] accept_wavefront_i,
  input  wire lds_op_e            accept_op_i,
  input  wire lds_error_e         accept_error_i,
  input  wire logic               accept_begin_i,  // of an attempt

  // Passes that the banks accept; only when pass_ready_o
  input  wire logic                                pass_i,
  output      logic                                pass_ready_o,
  input  wire logic [WfWidth-1:0]                  pass_wavefront_i,
  input  wire logic                                pass_last_i,  // of its request
  input  wire logic [PartWidth-1:0]                pass_part_i,
  input  wire logic [PassLanes-1:0]                pass_served_i,
  input  wire logic [PassLanes-1:0][BankWidth-1:0] pass_bank_i,
  input  wire logic [Banks-1:0]                    pass_bank_valid_i,
  input  wire logic [Banks-1:0][RowWidth-1:0]      pass_row_i,

  // Banks
  input  wire logic [Banks-1:0]  bank_valid_i,
  input  wire word_t [Banks-1:0] bank_data_i,
  input  wire logic [Banks-1:0]  bank_conflict_i,
  input  wire logic [Banks-1:0]  bank_true_i,
  input  wire logic [Banks-1:0]  bank_reader_i,
  input  wire logic [Banks-1:0]  bank_overflow_i,
  input  wire logic [Banks-1:0]  bank_race_i,

  // Accesses that the banks decide in this cycle, and tx_mode_ctrl's state behind it
  output      logic        [WfWidth-1:0]          access_wavefront_o,
  output      logic        [Lanes-1:0]            access_lanes_o,
  output      logic        [Lanes-1:0]            conflict_lanes_o,
  output      logic        [Lanes-1:0]            first_lanes_o,  // of these, the first of the attempt with their rows
  output      logic                               overflow_o,  // some conflict is for want of a backup
  input  wire logic        [Wavefronts-1:0]            done_i,  // begins and commits that finish
  input  wire logic        [Wavefronts-1:0]            settled_i,
  input  wire logic        [Wavefronts-1:0][Lanes-1:0] tcm_i,
  input  wire logic        [Wavefronts-1:0][Lanes-1:0] exec_i,
  input  wire tx_mode_e    [Wavefronts-1:0]            mode_i,
  input  wire tx_outcome_e [Wavefronts-1:0]            outcome_i,
  input  wire logic        [Wavefronts-1:0]            aborted_i,

  output      logic               rsp_valid_o,
  input  wire logic               rsp_ready_i,
  output      logic [WfWidth-1:0] rsp_wavefront_o,
  output lds_error_e              rsp_error_o,
  output word_t     [Lanes-1:0]   rsp_data_o,
  output      logic [Lanes-1:0]   rsp_conflict_o,
  output      logic [Lanes-1:0]   rsp_true_o,
  output      logic [Lanes-1:0]   rsp_reader_o,
  output      logic [Lanes-1:0]   rsp_overflow_o,
  output      logic [Lanes-1:0]   rsp_race_o,
  output      logic [Lanes-1:0]   rsp_tcm_o,
  output      logic [Lanes-1:0]   rsp_exec_o,
  output tx_outcome_e             rsp_outcome_o,
  output tx_mode_e                rsp_mode_o,
  output      logic               rsp_aborted_o,

  output      logic               busy_o  // some wavefront waits for an answer
);

  // The pass that the banks work on
  logic run_valid_q, run_last_q, run_done;
  logic [WfWidth-1:0]                  run_wavefront_q;
  logic [PartWidth-1:0]                run_part_q;
  logic [PassLanes-1:0]                run_served_q;
  logic [PassLanes-1:0][BankWidth-1:0] run_bank_q;
  logic [Banks-1:0] run_awaited_q, run_awaited;
  logic [PassLanes-1:0] answered, part_conflict, part_true, part_reader, part_overflow, part_race;
  logic [Lanes-1:0] true_lanes, reader_lanes, overflow_lanes, race_lanes;

  assign run_awaited  = run_awaited_q & ~bank_valid_i;
  assign run_done     = run_valid_q && run_awaited == '0;
  assign pass_ready_o = !run_valid_q || run_done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_valid_q   <= 1'b0;
      run_awaited_q <= '0;
    end else begin
      run_valid_q   <= pass_i || run_valid_q && !run_done;
      run_awaited_q <= pass_i ? pass_bank_valid_i : run_awaited;
    end
  end

  always_ff @(posedge clk_i) begin
    if (pass_i) begin
      run_wavefront_q <= pass_wavefront_i;
      run_last_q      <= pass_last_i;
      run_part_q      <= pass_part_i;
      run_served_q    <= pass_served_i;
      run_bank_q      <= pass_bank_i;
    end
  end

  always_comb begin
    for (int unsigned lane = 0; lane < PassLanes; lane++) begin
      answered[lane]      = run_valid_q && run_served_q[lane] && bank_valid_i[run_bank_q[lane]];
      part_conflict[lane] = answered[lane] && bank_conflict_i[run_bank_q[lane]];
      part_true[lane]     = answered[lane] && bank_true_i[run_bank_q[lane]];
      part_reader[lane]   = answered[lane] && bank_reader_i[run_bank_q[lane]];
      part_overflow[lane] = answered[lane] && bank_overflow_i[run_bank_q[lane]];
      part_race[lane]     = answered[lane] && bank_race_i[run_bank_q[lane]];
    end
  end

  assign access_wavefront_o = run_wavefront_q;
  assign access_lanes_o     = Lanes'(answered) << (Lanes'(run_part_q) * PassLanes);
  assign conflict_lanes_o   = Lanes'(part_conflict) << (Lanes'(run_part_q) * PassLanes);
  assign true_lanes         = Lanes'(part_true) << (Lanes'(run_part_q) * PassLanes);
  assign reader_lanes       = Lanes'(part_reader) << (Lanes'(run_part_q) * PassLanes);
  assign overflow_lanes     = Lanes'(part_overflow) << (Lanes'(run_part_q) * PassLanes);
  assign overflow_o         = part_overflow != '0;
  assign race_lanes         = Lanes'(part_race) << (Lanes'(run_part_q) * PassLanes);

  if (RowSerial) begin : gen_leaders
    logic [Banks-1:0]     first;
    logic [PassLanes-1:0] part_first;

    lds_row_leaders #(
      .Banks     (Banks),
      .Wavefronts(Wavefronts),
      .Rows      (Rows)
    ) u_leaders (
      .clk_i,
      .rst_ni,
      .begin_i          (accept_begin_i),
      .begin_wavefront_i(accept_wavefront_i),
      .pass_i,
      .pass_wavefront_i,
      .pass_row_i,
      .conflict_i       (bank_valid_i & bank_conflict_i),
      .first_o          (first)
    );

    always_comb begin
      for (int unsigned lane = 0; lane < PassLanes; lane++) begin
        part_first[lane] = answered[lane] && first[run_bank_q[lane]];
      end
    end
    assign first_lanes_o = Lanes'(part_first) << (Lanes'(run_part_q) * PassLanes);
  end else begin : gen_no_leaders
    assign first_lanes_o = '0;

    logic unused;
    assign unused = ^pass_row_i ^ accept_begin_i;
  end

  // What the answers will say, for each wavefront; stays: neither begins nor commits, or is refused
  logic [Wavefronts-1:0] finished_q, finishes, stays_q, stays_d, commit_q, commit_d;
  logic [Wavefronts-1:0][Lanes-1:0] conflict_q, conflict_d, true_q, true_d, race_q, race_d;
  logic [Wavefronts-1:0][Lanes-1:0] reader_q, reader_d, overflow_q, overflow_d;
  lds_error_e [Wavefronts-1:0] error_q, error_d;
  logic [Wavefronts-1:0] ready, ready_commits, grant;
  logic select, select_any;
  logic [WfWidth-1:0] select_wavefront;

  for (genvar w = 0; w < Wavefronts; w++) begin : gen_wavefront
    logic accepted, at_once;

    // Nothing to be done but an answer
    assign accepted    = accept_i && accept_wavefront_i == WfWidth'(w);
    assign at_once     = accepted && (accept_error_i != ErrorNone || accept_op_i == OpBarrier);
    assign finishes[w] = run_done && run_last_q && run_wavefront_q == WfWidth'(w) || at_once || done_i[w];

    always_comb begin
      stays_d[w]    = stays_q[w];
      commit_d[w]   = commit_q[w];
      error_d[w]    = error_q[w];
      conflict_d[w] = conflict_q[w];
      true_d[w]     = true_q[w];
      reader_d[w]   = reader_q[w];
      overflow_d[w] = overflow_q[w];
      race_d[w]     = race_q[w];
      if (accepted) begin
        stays_d[w]    = accept_op_i < OpBegin || accept_op_i == OpBarrier || accept_error_i != ErrorNone;
        commit_d[w]   = accept_op_i == OpCommit && accept_error_i == ErrorNone;
        error_d[w]    = accept_error_i;
        conflict_d[w] = '0;
        true_d[w]     = '0;
        reader_d[w]   = '0;
        overflow_d[w] = '0;
        race_d[w]     = '0;
      end else if (run_wavefront_q == WfWidth'(w)) begin
        conflict_d[w] = conflict_q[w] | conflict_lanes_o;
        true_d[w]     = true_q[w] | true_lanes;
        reader_d[w]   = reader_q[w] | reader_lanes;
        overflow_d[w] = overflow_q[w] | overflow_lanes;
        race_d[w]     = race_q[w] | race_lanes;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        finished_q[w] <= 1'b0;
        stays_q[w]    <= 1'b0;
        commit_q[w]   <= 1'b0;
        error_q[w]    <= ErrorNone;
        conflict_q[w] <= '0;
        true_q[w]     <= '0;
        reader_q[w]   <= '0;
        overflow_q[w] <= '0;
        race_q[w]     <= '0;
      end else begin
        finished_q[w] <= (finishes[w] || finished_q[w]) && !(select && grant[w]);
        stays_q[w]    <= stays_d[w];
        commit_q[w]   <= commit_d[w];
        error_q[w]    <= error_d[w];
        conflict_q[w] <= conflict_d[w];
        true_q[w]     <= true_d[w];
        reader_q[w]   <= reader_d[w];
        overflow_q[w] <= overflow_d[w];
        race_q[w]     <= race_d[w];
      end
    end
  end

  assign ready         = (finished_q | finishes) & settled_i;
  assign ready_commits = ready & finished_q & commit_q;

  rr_arbiter #(
    .Requests(Wavefronts)
  ) u_order (
    .clk_i,
    .rst_ni,
    .req_i   (ready_commits != '0 ? ready_commits : ready),
    .valid_o (select_any),
    .grant_o (grant),
    .index_o (select_wavefront),
    .accept_i(select)
  );

  assign select = select_any && (!rsp_valid_o || rsp_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rsp_valid_o <= 1'b0;
    else rsp_valid_o <= select || rsp_valid_o && !rsp_ready_i;
  end

  always_ff @(posedge clk_i) begin
    if (select) begin
      rsp_wavefront_o <= select_wavefront;
      rsp_error_o     <= error_d[select_wavefront];
      rsp_conflict_o  <= conflict_d[select_wavefront];
      rsp_true_o      <= true_d[select_wavefront];
      rsp_reader_o    <= reader_d[select_wavefront];
      rsp_overflow_o  <= overflow_d[select_wavefront];
      rsp_race_o      <= race_d[select_wavefront];
      rsp_tcm_o       <= tcm_i[select_wavefront];
      rsp_exec_o      <= exec_i[select_wavefront];
      rsp_outcome_o   <= stays_d[select_wavefront] ? OutcomeContinue : outcome_i[select_wavefront];
      rsp_mode_o      <= mode_i[select_wavefront];
      rsp_aborted_o   <= commit_d[select_wavefront] && aborted_i[select_wavefront];
    end
  end

  // The lanes' words, in a RAM for each lane
  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_results
    ram_1r1w_fwd #(
      .Width(WordBits),
      .Depth(Wavefronts)
    ) u_result (
      .clk_i,
      .write_i(answered[lane%PassLanes] && run_part_q == PartWidth'(lane / PassLanes)),
      .waddr_i(run_wavefront_q),
      .wdata_i(bank_data_i[run_bank_q[lane%PassLanes]]),
      .read_i (select),
      .raddr_i(select_wavefront),
      .rdata_o(rsp_data_o[lane])
    );
  end

  logic [Wavefronts-1:0] waiting_q;  // have a request without an answer

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
    end else begin
      if (rsp_valid_o && rsp_ready_i) waiting_q[rsp_wavefront_o] <= 1'b0;
      if (accept_i) waiting_q[accept_wavefront_i] <= 1'b1;
    end
  end

  assign busy_o = waiting_q != '0;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_one_request : assert (!(accept_i && waiting_q[accept_wavefront_i]));
    end
  end

endmodule

`default_nettype wire
