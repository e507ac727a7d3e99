// A small system on chip around KILO TM: transaction generators in the place of cores, the commit-id vendor, and memory
// partitions (four by default), each a commit unit with a RAM. It needs only a clock: it runs transfers between
// accounts until each generator has committed the given number, then sums all balances and compares the sum with the
// initial one.
//
//   tx_traffic_generator x Generators --loads--> stream_crossbar --> account_memory x Units ---answers--> generators
//                                     --logs---> stream_crossbar --> commit_unit    x Units --+-- reads and writes of its account_memory
//                                     --finals-> stream_crossbar --> commit_unit              |
//                                     <--replies-- stream_crossbar <--------------------------+
//                                     --requests--> cid_vendor --grants--> generators
//   balance_sweep --loads--> (as a generator)
//   unit_control: gates of the requests, turned outcomes; AXI4-Lite
//
// Words are interleaved over the partitions by their lowest bits. A reply goes to the generator that owns its id.
//
// No deadlock: replies are always taken by the generators, so that the units never wait for them;
// final outcomes have a crossbar of their own and do not wait for logs; and each generator sends
// its id to every unit, as words or as a skip, before it waits for anything that depends on it.
//
// Software may stop and drain the system, abort after an error, and read counters (docs/integration/control.md); after reset it
// runs without any. Its errors are those of soc_pkg. With Protection wrong bits of commit units' memories and of the accounts
// are corrected, or reported before they can change a balance. A unit that has lost a word needs a reset; a transaction that
// meets a lost balance fails.
//
// Throughput: each generator has one transaction at a time.
//
// RingEntries: of a commit unit, also the vendor's window; at least Generators. The pool of a unit
// has twice the buffers that the live transactions need, so that no log has to be resent.

`include "gputm_assert.svh"

`default_nettype none

module kilo_soc
  import kilo_pkg::*;
  import commit_unit_pkg::*;
  import soc_pkg::*;
  import unit_control_pkg::*;
#(
  parameter  int unsigned Generators     = 4,                // transaction generators, at least 2
  parameter  int unsigned Units          = 4,                // partitions, a power of two, at least 2
  parameter  int unsigned Accounts       = 1024,             // accounts, a power of two, to 1024
  parameter  int unsigned InitialBalance = 65536,            // initial balance of each account
  parameter  int unsigned RingEntries    = 16,               // ring entries of each commit unit
  parameter  int unsigned HistoryEntries = 32,               // lookup table of the last writer history, a power of two
  parameter  int unsigned HistoryBuckets = 32,               // buckets of a bloom filter's sub-array, a power of two
  parameter  int unsigned FirstCid       = 0,                // first commit id
  parameter  int unsigned Protection     = 0,                // of memories: none, parity, or correction (ecc_pkg)
  localparam int unsigned AccountWidth   = $clog2(Accounts)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // Static from start_i on
  input wire logic        start_i,  // runs once; may stay high
  input wire logic [31:0] seed_i,  // seed of all random numbers
  input wire logic [31:0] transfers_i,  // transfers that each generator has to commit

  // The result
  output logic        done_o,  // all transfers have committed, and the balances are summed
  output logic        sum_right_o,  // with done_o: the sum is the initial one
  output logic        error_o,  // illegal reply; held until reset
  output logic [31:0] commits_o,  // committed transfers so far
  output logic [31:0] aborts_o,  // failed attempts so far

  // AXI4-Lite slave, with the names of the specification: registers of unit_control
  input  wire logic [6:0]  s_axil_awaddr,   // byte address of a register
  input  wire logic [2:0]  s_axil_awprot,   // ignored
  input  wire logic        s_axil_awvalid,  // address of a write is offered
  output logic             s_axil_awready,  // write address is taken
  input  wire logic [31:0] s_axil_wdata,    // data of the write
  input  wire logic [3:0]  s_axil_wstrb,    // strobes of its bytes
  input  wire logic        s_axil_wvalid,   // data of a write are offered
  output logic             s_axil_wready,   // write data are taken
  output logic [1:0]       s_axil_bresp,    // SLVERR: no register, or one that is only read
  output logic             s_axil_bvalid,   // answer to a write
  input  wire logic        s_axil_bready,   // it is taken
  input  wire logic [6:0]  s_axil_araddr,   // byte address of a register
  input  wire logic [2:0]  s_axil_arprot,   // ignored
  input  wire logic        s_axil_arvalid,  // address of a read is offered
  output logic             s_axil_arready,  // read address is taken
  output logic [31:0]      s_axil_rdata,    // the register
  output logic [1:0]       s_axil_rresp,    // SLVERR: no register, or one that is only written
  output logic             s_axil_rvalid,   // answer to a read
  input  wire logic        s_axil_rready,   // it is taken
  output logic             irq_o,           // interrupt of unit_control

  // Events, for a log or a test
  output logic      [Generators-1:0]   committed_o,  // pulse: the generator's transfer has committed
  output logic      [Generators-1:0]   aborted_o,  // pulse: its attempt has failed
  output transfer_t [Generators-1:0]   transfer_o,  // the attempt, with either pulse
  output logic                         balance_valid_o,  // pulse: the sweep has read an account
  output logic      [AccountWidth-1:0] balance_account_o,  // number of the account
  output data_t                        balance_o  // its balance
);

  localparam int unsigned Sources = Generators + 1;  // sources of loads: the last one is the sweep
  localparam int unsigned Sweep = Generators;
  // Buffers of a commit unit: a transfer has at most three reads and two writes.
  localparam cfg_t Cfg = '{buffer_words: 4, buffer_banks: 2, history_ways: 2, history_arrays: 2};
  localparam int unsigned ReadTags = 8;
  localparam int unsigned TagWidth = $clog2(ReadTags);
  localparam int unsigned CoreWidth = $clog2(Generators);
  localparam int unsigned Buffers = 4 * Generators;

  localparam bit [8:0] Legal = {
    param_pkg::in_range("kilo_soc: Generators", Generators, 2, RingEntries),
    param_pkg::power_of_two("kilo_soc: Units", Units, 2, 64),
    param_pkg::power_of_two("kilo_soc: Accounts", Accounts, 2 * Units, 1024),
    param_pkg::in_range("kilo_soc: InitialBalance", InitialBalance, 0, 32'hffff_ffff / (Accounts == 0 ? 1 : Accounts)),
    param_pkg::in_range("kilo_soc: RingEntries", RingEntries, 4, 1024),
    param_pkg::power_of_two("kilo_soc: HistoryEntries", HistoryEntries, 4, 2 ** 14),
    param_pkg::power_of_two("kilo_soc: HistoryBuckets", HistoryBuckets, 2, 2 ** 13),
    param_pkg::in_range("kilo_soc: FirstCid", FirstCid, 0, 2 ** CidBits - 1),
    param_pkg::in_range("kilo_soc: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // Between generators and units; names as at the generators
  logic [Sources-1:0] load_valid, load_ready, answer_valid;
  logic [Sources-1:0][Units-1:0] load_unit;
  word_addr_t [Sources-1:0] load_addr;
  data_t [Sources-1:0] answer_data;
  logic [Generators-1:0] req_valid, req_ready, gated_valid, gated_ready, grant_here;
  logic grant_valid;
  logic [CoreWidth-1:0] grant_core;
  cid_t grant_cid;
  logic [Generators-1:0] fill_valid, fill_ready, final_valid, final_ready, reply_valid, reply_ready;
  logic [Generators-1:0][Units-1:0] fill_unit, final_unit, reply_unit;
  soc_fill_t [Generators-1:0] fill;
  soc_final_t [Generators-1:0] final_outcome;
  reply_kind_e [Generators-1:0] reply_kind, told_kind;
  logic [Generators-1:0] told_valid, told_ready, turned;
  logic [Generators-1:0] live, generator_done, generator_error;
  cid_t [Generators-1:0] id;

  // At the units
  logic [Units-1:0] unit_load_valid, unit_load_ready, unit_answer_valid;
  logic [Units-1:0][Sources-1:0] unit_load_source, unit_answer_source;
  word_addr_t [Units-1:0] unit_load_addr;
  data_t [Units-1:0] unit_answer_data;
  logic [Units-1:0] unit_fill_valid, unit_fill_ready, unit_final_valid, unit_final_ready;
  soc_fill_t [Units-1:0] unit_fill;
  soc_final_t [Units-1:0] unit_final;
  logic [Units-1:0] unit_reply_valid, unit_reply_ready;
  logic [Units-1:0][Generators-1:0] unit_reply_owner;
  reply_kind_e [Units-1:0] unit_reply_kind;
  cid_t [Units-1:0] unit_reply_id, retire_id;
  logic [Units-1:0] memory_ready, unit_ready, unit_busy;
  ecc_pkg::ram_report_t [Units-1:0] unit_report;
  ecc_pkg::ram_error_t [Units-1:0] account_error;

  // Control
  logic admit, aborts;
  cid_t retired_everywhere;

  // The run begins when all memories are initialised.
  logic start_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) start_q <= 1'b0;
    else start_q <= start_i && &memory_ready && &unit_ready;
  end

  for (genvar g = 0; g < Generators; g++) begin : gen_generator
    tx_traffic_generator #(
      .Accounts(Accounts),
      .Units   (Units)
    ) u_generator (
      .clk_i,
      .rst_ni,
      .start_i       (start_q),
      .seed_i        (seed_i ^ 32'(64'h9e37_79b9 * 64'(g))),
      .transfers_i,
      .load_valid_o  (load_valid[g]),
      .load_ready_i  (load_ready[g]),
      .load_unit_o   (load_unit[g]),
      .load_addr_o   (load_addr[g]),
      .answer_valid_i(answer_valid[g]),
      .answer_data_i (answer_data[g]),
      .req_valid_o   (req_valid[g]),
      .req_ready_i   (req_ready[g]),
      .grant_valid_i (grant_here[g]),
      .grant_cid_i   (grant_cid),
      .fill_valid_o  (fill_valid[g]),
      .fill_ready_i  (fill_ready[g]),
      .fill_unit_o   (fill_unit[g]),
      .fill_o        (fill[g]),
      .final_valid_o (final_valid[g]),
      .final_ready_i (final_ready[g]),
      .final_unit_o  (final_unit[g]),
      .final_o       (final_outcome[g]),
      .reply_valid_i (told_valid[g]),
      .reply_ready_o (told_ready[g]),
      .reply_unit_i  (reply_unit[g]),
      .reply_kind_i  (told_kind[g]),
      .live_o        (live[g]),
      .id_o          (id[g]),
      .committed_o   (committed_o[g]),
      .aborted_o     (aborted_o[g]),
      .transfer_o    (transfer_o[g]),
      .done_o        (generator_done[g]),
      .error_o       (generator_error[g])
    );

    assign grant_here[g] = grant_valid && grant_core == CoreWidth'(g);

    stream_gate u_requests (
      .clk_i,
      .rst_ni,
      .open_i     (admit),
      .in_valid_i (req_valid[g]),
      .in_ready_o (req_ready[g]),
      .out_valid_o(gated_valid[g]),
      .out_ready_i(gated_ready[g])
    );

    outcome_abort u_outcomes (
      .clk_i,
      .rst_ni,
      .abort_i    (aborts),
      .aborted_o  (turned[g]),
      .in_valid_i (reply_valid[g]),
      .in_ready_o (reply_ready[g]),
      .in_kind_i  (reply_kind[g]),
      .out_valid_o(told_valid[g]),
      .out_ready_i(told_ready[g]),
      .out_kind_o (told_kind[g])
    );
  end

  cid_vendor #(
    .Cores     (Generators),
    .Partitions(Units),
    .MaxCount  (2),            // one is requested
    .RingSize  (RingEntries),
    .FirstCid  (FirstCid)
  ) u_vendor (
    .clk_i,
    .rst_ni,
    .req_valid_i         (gated_valid),
    .req_ready_o         (gated_ready),
    .req_count_i         ({Generators{2'd1}}),
    .grant_valid_o       (grant_valid),
    .grant_core_o        (grant_core),
    .grant_cid_o         (grant_cid),
    .retire_valid_i      (unit_ready),
    .retire_cid_i        (retire_id),
    .retired_everywhere_o(retired_everywhere),
    .busy_o              ()
  );

  // Four crossbars, one for each kind of message
  stream_crossbar #(
    .Sources(Sources),
    .Sinks  (Units),
    .Width  (WordAddrBits)
  ) u_loads (
    .clk_i,
    .rst_ni,
    .in_valid_i  (load_valid),
    .in_ready_o  (load_ready),
    .in_sink_i   (load_unit),
    .in_data_i   (load_addr),
    .out_valid_o (unit_load_valid),
    .out_ready_i (unit_load_ready),
    .out_source_o(unit_load_source),
    .out_data_o  (unit_load_addr)
  );

  stream_crossbar #(
    .Sources(Generators),
    .Sinks  (Units),
    .Width  ($bits(soc_fill_t))
  ) u_fills (
    .clk_i,
    .rst_ni,
    .in_valid_i  (fill_valid),
    .in_ready_o  (fill_ready),
    .in_sink_i   (fill_unit),
    .in_data_i   (fill),
    .out_valid_o (unit_fill_valid),
    .out_ready_i (unit_fill_ready),
    .out_source_o(),
    .out_data_o  (unit_fill)
  );

  stream_crossbar #(
    .Sources(Generators),
    .Sinks  (Units),
    .Width  ($bits(soc_final_t))
  ) u_finals (
    .clk_i,
    .rst_ni,
    .in_valid_i  (final_valid),
    .in_ready_o  (final_ready),
    .in_sink_i   (final_unit),
    .in_data_i   (final_outcome),
    .out_valid_o (unit_final_valid),
    .out_ready_i (unit_final_ready),
    .out_source_o(),
    .out_data_o  (unit_final)
  );

  stream_crossbar #(
    .Sources(Units),
    .Sinks  (Generators),
    .Width  ($bits(reply_kind_e))
  ) u_replies (
    .clk_i,
    .rst_ni,
    .in_valid_i  (unit_reply_valid),
    .in_ready_o  (unit_reply_ready),
    .in_sink_i   (unit_reply_owner),
    .in_data_i   (unit_reply_kind),
    .out_valid_o (reply_valid),
    .out_ready_i (reply_ready),
    .out_source_o(reply_unit),
    .out_data_o  (reply_kind)
  );

  // Owner of a reply's id; source of an answered load (each source waits for at most one)
  always_comb begin
    for (int unsigned unit = 0; unit < Units; unit++) begin
      for (int unsigned g = 0; g < Generators; g++) begin
        unit_reply_owner[unit][g] = live[g] && id[g] == unit_reply_id[unit];
      end
    end
    answer_valid = '0;
    answer_data  = '0;
    for (int unsigned source = 0; source < Sources; source++) begin
      for (int unsigned unit = 0; unit < Units; unit++) begin
        if (unit_answer_valid[unit] && unit_answer_source[unit][source]) begin
          answer_valid[source] = 1'b1;
          answer_data[source] |= unit_answer_data[unit];
        end
      end
    end
  end

  for (genvar p = 0; p < Units; p++) begin : gen_partition
    logic read_valid, read_ready, response_valid, response_error, write_valid, write_ready;
    logic [TagWidth-1:0] read_tag, response_tag;
    word_addr_t read_addr, write_addr;
    data_t response_data, write_data;
    logic fill_valid_here, fill_ready_here;
    soc_fill_t fill_here;
    logic reply_here_valid, reply_here_ready;
    reply_t reply_here, reply_there;

    // A commit unit's ready comes late, and the crossbar is far.
    late_ready_buffer #(
      .Width($bits(soc_fill_t))
    ) u_fill (
      .clk_i,
      .rst_ni,
      .in_valid_i (unit_fill_valid[p]),
      .in_ready_o (unit_fill_ready[p]),
      .in_data_i  (unit_fill[p]),
      .out_valid_o(fill_valid_here),
      .out_ready_i(fill_ready_here),
      .out_data_o (fill_here)
    );

    commit_unit #(
      .RingEntries   (RingEntries),
      .Buffers       (Buffers),
      .ReadTags      (ReadTags),
      .HistoryEntries(HistoryEntries),
      .HistoryBuckets(HistoryBuckets),
      .Protection    (Protection),
      .Cfg           (Cfg)
    ) u_commit_unit (
      .clk_i,
      .rst_ni,
      .first_id_i         (cid_t'(FirstCid)),
      .fill_valid_i       (fill_valid_here),
      .fill_ready_o       (fill_ready_here),
      .fill_kind_i        (fill_here.kind),
      .fill_last_i        (fill_here.last),
      .fill_id_i          (fill_here.id),
      .fill_addr_i        (fill_here.word.addr),
      .fill_data_i        (fill_here.word.data),
      .fill_skips_i       (SkipWidth'(1)),
      .control_valid_i    (unit_final_valid[p]),
      .control_ready_o    (unit_final_ready[p]),
      .control_kind_i     (unit_final[p].kind),
      .control_last_i     (1'b0),
      .control_id_i       (unit_final[p].id),
      .control_addr_i     ('0),
      .control_data_i     ('0),
      .reply_valid_o      (reply_here_valid),
      .reply_ready_i      (reply_here_ready),
      .reply_kind_o       (reply_here.kind),
      .reply_id_o         (reply_here.id),
      .l2_read_valid_o    (read_valid),
      .l2_read_ready_i    (read_ready),
      .l2_read_tag_o      (read_tag),
      .l2_read_addr_o     (read_addr),
      .l2_response_valid_i(response_valid),
      .l2_response_tag_i  (response_tag),
      .l2_response_data_i (response_data),
      .l2_response_error_i(response_error),
      .l2_write_valid_o   (write_valid),
      .l2_write_ready_i   (write_ready),
      .l2_write_addr_o    (write_addr),
      .l2_write_data_o    (write_data),
      .l2_write_last_o    (),
      .head_id_o          (),
      .hazard_id_o        (),
      .wait_id_o          (),
      .revalidate_id_o    (),
      .outcome_id_o       (),
      .commit_id_o        (),
      .retire_id_o        (retire_id[p]),
      .memory_report_o    (unit_report[p]),
      .stuck_o            (),                     // the control plane has a watchdog
      .ready_o            (unit_ready[p]),
      .busy_o             (unit_busy[p])
    );

    // Behind the register, the id is compared with those of all generators.
    skid_buffer #(
      .Width($bits(reply_t))
    ) u_reply (
      .clk_i,
      .rst_ni,
      .in_valid_i (reply_here_valid),
      .in_ready_o (reply_here_ready),
      .in_data_i  (reply_here),
      .out_valid_o(unit_reply_valid[p]),
      .out_ready_i(unit_reply_ready[p]),
      .out_data_o (reply_there)
    );
    assign {unit_reply_kind[p], unit_reply_id[p]} = reply_there;

    account_memory #(
      .Words         (Accounts / Units),
      .Partitions    (Units),
      .Partition     (p),
      .TagWidth      (TagWidth),
      .SourceWidth   (Sources),
      .InitialBalance(InitialBalance),
      .Protection    (Protection)
    ) u_memory (
      .clk_i,
      .rst_ni,
      .read_valid_i    (read_valid),
      .read_ready_o    (read_ready),
      .read_tag_i      (read_tag),
      .read_addr_i     (read_addr),
      .response_valid_o(response_valid),
      .response_tag_o  (response_tag),
      .response_data_o (response_data),
      .response_error_o(response_error),
      .load_valid_i    (unit_load_valid[p]),
      .load_ready_o    (unit_load_ready[p]),
      .load_source_i   (unit_load_source[p]),
      .load_addr_i     (unit_load_addr[p]),
      .answer_valid_o  (unit_answer_valid[p]),
      .answer_source_o (unit_answer_source[p]),
      .answer_data_o   (unit_answer_data[p]),
      .write_valid_i   (write_valid),
      .write_ready_o   (write_ready),
      .write_addr_i    (write_addr),
      .write_data_i    (write_data),
      .memory_error_o  (account_error[p]),
      .ready_o         (memory_ready[p])
    );
  end

  balance_sweep #(
    .Accounts(Accounts),
    .Units   (Units),
    .Expected(Accounts * InitialBalance)
  ) u_sweep (
    .clk_i,
    .rst_ni,
    .start_i       (&generator_done),
    .load_valid_o  (load_valid[Sweep]),
    .load_ready_i  (load_ready[Sweep]),
    .load_unit_o   (load_unit[Sweep]),
    .load_addr_o   (load_addr[Sweep]),
    .answer_valid_i(answer_valid[Sweep]),
    .answer_data_i (answer_data[Sweep]),
    .account_o     (balance_account_o),
    .sum_o         (),
    .done_o,
    .right_o       (sum_right_o)
  );
  assign balance_valid_o = answer_valid[Sweep];
  assign balance_o       = answer_data[Sweep];

  // Counters, a cycle after the pulses
  function automatic events_t ones(logic [Generators-1:0] bits);
    events_t count;
    count = '0;
    for (int unsigned g = 0; g < Generators; g++) count += events_t'(bits[g]);
    return count;
  endfunction

  logic [31:0] commits_q, aborts_q;
  logic error_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      commits_q <= '0;
      aborts_q  <= '0;
      error_q   <= 1'b0;
    end else begin
      commits_q <= commits_q + 32'(ones(committed_o));
      aborts_q  <= aborts_q + 32'(ones(aborted_o));
      error_q   <= |generator_error;
    end
  end

  // A transaction is inside from its request until its id has retired everywhere.
  logic [Generators-1:0] asks_q, turned_q, generator_error_q, new_error;
  logic [Units-1:0] unit_lost, unit_lost_q, account_lost;
  cid_t next_id_q, retired_q;
  logic open, progress;
  unit_events_t events;
  unit_error_t  error;

  assign open     = gated_valid != '0 || asks_q != '0 || next_id_q != retired_everywhere;
  assign progress = (unit_fill_valid & unit_fill_ready) != '0 || (unit_final_valid & unit_final_ready) != '0 ||
                    (reply_valid & reply_ready) != '0 || grant_valid || retired_everywhere != retired_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asks_q            <= '0;
      turned_q          <= '0;
      generator_error_q <= '0;
      unit_lost_q       <= '0;
      next_id_q         <= cid_t'(FirstCid);
      retired_q         <= cid_t'(FirstCid);
    end else begin
      asks_q            <= (asks_q & ~grant_here) | (gated_valid & gated_ready);
      turned_q          <= (turned_q & ~grant_here) | turned;
      generator_error_q <= generator_error;
      unit_lost_q       <= unit_lost;
      if (grant_valid) next_id_q <= grant_cid + 1'b1;
      retired_q <= retired_everywhere;
    end
  end

  assign new_error = generator_error & ~generator_error_q;
  always_comb begin
    error = '{cause: ErrorReply, addr: '0, id: '0};
    for (int unsigned g = 0; g < Generators; g++) begin
      if (new_error[g]) error.id = 32'(id[g]);
    end
    for (int unsigned p = 0; p < Units; p++) begin
      unit_lost[p]    = unit_report[p].fatal;
      account_lost[p] = account_error[p].fatal;
      if (account_lost[p])
        error = '{cause: ErrorAccount, addr: 32'(DataWidth / 8 * (Units * account_error[p].row + p)), id: '0};
    end
    for (int unsigned p = 0; p < Units; p++) begin
      if (unit_lost[p] && !unit_lost_q[p]) begin
        error = '{
            cause: ErrorUnit,
            addr: lost_place_t'{partition: 8'(p), memory: unit_report[p].memory, row: unit_report[p].row},
            id: '0
        };
      end
    end
    events = '{
        commits: ones(committed_o),
        conflicts: ones(aborted_o & ~turned_q),
        overflows: '0,
        aborts: ones(aborted_o & turned_q),
        stalls: ones(fill_valid & ~fill_ready)
    };
  end

  unit_control u_control (
    .clk_i,
    .rst_ni,
    .s_axil_awaddr,
    .s_axil_awprot,
    .s_axil_awvalid,
    .s_axil_awready,
    .s_axil_wdata,
    .s_axil_wstrb,
    .s_axil_wvalid,
    .s_axil_wready,
    .s_axil_bresp,
    .s_axil_bvalid,
    .s_axil_bready,
    .s_axil_araddr,
    .s_axil_arprot,
    .s_axil_arvalid,
    .s_axil_arready,
    .s_axil_rdata,
    .s_axil_rresp,
    .s_axil_rvalid,
    .s_axil_rready,
    .ready_i      (&memory_ready && &unit_ready),
    .busy_i       (unit_busy != '0),
    .open_i       (open),
    .progress_i   (progress),
    .oldest_id_i  (32'(retired_everywhere)),
    .events_i     (events),
    .error_valid_i(new_error != '0 || account_lost != '0 || (unit_lost & ~unit_lost_q) != '0),
    .error_i      (error),
    .admit_o      (admit),
    .abort_o      (aborts),
    .irq_o
  );

  assign commits_o = commits_q;
  assign aborts_o  = aborts_q;
  assign error_o   = error_q;

  `GPUTM_ASSERT(a_sum_is_right, !done_o || sum_right_o,
                ("kilo_soc: the balances do not add up to %0d", Accounts * InitialBalance))

endmodule

`default_nettype wire
