// Control plane of a transactional unit: registers on AXI4-Lite (AMBA AXI and ACE protocol specification, part B) with which
// software admits transactions or quiesces the unit, aborts and drains it after a fault, reads its first error and its
// counters, and limits how long nothing may move (docs/integration/control.md; the registers: unit_control_regs.rdl).
//
// The unit admits transactions while admit_o is high, and fails those without a local outcome while abort_o is high. It says
// with open_i that a transaction is inside, from its admission until nothing of it is left. It is drained when none is
// admitted and none is inside.
//
// An error is an input's, the watchdog's or a test's, the first of them in a cycle. The first one is kept until software
// clears it; an error in the cycle of the clear leaves ERROR as it is, with `more`.
//
// Latency:    admit_o and abort_o follow a write's data on the bus by 2 cycles, and an error by 1; irq_o 1 more than these.
//             drained is read in the cycle in which open_i is low. Counters follow their events by 1 cycle.
// Throughput: a read or a write every cycle; all events of each cycle.

`include "gputm_assert.svh"

`default_nettype none

module unit_control
  import unit_control_pkg::*;
  import unit_control_regs_pkg::*;
(
  input wire logic clk_i,
  input wire logic rst_ni,

  // AXI4-Lite slave, with the names of the specification
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

  // The unit
  input  wire logic         ready_i,        // it has been initialised
  input  wire logic         busy_i,         // low: no register changes until an input does
  input  wire logic         open_i,         // a transaction is inside
  input  wire logic         progress_i,     // something moves
  input  wire logic [31:0]  oldest_id_i,    // with open_i: the oldest transaction inside
  input  wire unit_events_t events_i,       // what happens
  input  wire logic         error_valid_i,  // pulse: an error
  input  wire unit_error_t  error_i,        // the error
  output logic              admit_o,        // transactions may enter
  output logic              abort_o,        // transactions without a local outcome fail

  output logic irq_o  // interrupt, until software clears its cause
);

  unit_control_regs__in_t  to_regs;
  unit_control_regs__out_t from_regs;

  // Errors
  logic stuck, test, error, more_q;
  unit_error_t first, first_q;

  assign test  = from_regs.TEST.error.value;
  assign error = error_valid_i || stuck || test;
  always_comb begin
    first = '{cause: ErrorTest, addr: '0, id: '0};
    if (stuck) first = '{cause: ErrorStuck, addr: '0, id: oldest_id_i};
    if (error_valid_i) first = error_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) more_q <= 1'b0;
    else more_q <= from_regs.ERROR.valid.value && (more_q || error);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) first_q <= '0;
    else if (error && !from_regs.ERROR.valid.value) first_q <= first;
  end

  // Admission
  logic drained, drained_q;

  assign abort_o = from_regs.CTRL.abort_all.value ||
                   (from_regs.CTRL.abort_on_error.value && from_regs.ERROR.valid.value);
  assign admit_o = from_regs.CTRL.enable.value && !abort_o;
  assign drained = !admit_o && !open_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) drained_q <= 1'b0;
    else drained_q <= drained;
  end

  // Watchdog: a standstill is one error.
  logic still, still_q;

  watchdog #(
    .Width(24)
  ) u_watchdog (
    .clk_i,
    .rst_ni,
    .limit_i(from_regs.WATCHDOG.limit.value),
    .busy_i (open_i),
    .progress_i,
    .stuck_o(still)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) still_q <= 1'b0;
    else still_q <= still;
  end
  assign stuck = still && !still_q;

  // Registers
  always_comb begin
    to_regs.STATUS.idle.next              = !busy_i;
    to_regs.STATUS.drained.next           = drained;
    to_regs.STATUS.aborting.next          = abort_o;
    to_regs.STATUS.ready.next             = ready_i;
    to_regs.ERROR.valid.hwset             = error;
    to_regs.ERROR.more.next               = more_q;
    to_regs.ERROR.cause.next              = first_q.cause;
    to_regs.ERROR_ADDR.value.next         = first_q.addr;
    to_regs.ERROR_ID.value.next           = first_q.id;
    to_regs.IRQ_STATE.error.hwset         = error;
    to_regs.IRQ_STATE.drained.hwset       = drained && !drained_q;
    to_regs.COMMITS.count.incr            = events_i.commits != '0;
    to_regs.COMMITS.count.incrvalue       = events_i.commits;
    to_regs.ABORTS_CONFLICT.count.incr    = events_i.conflicts != '0;
    to_regs.ABORTS_CONFLICT.count.incrvalue = events_i.conflicts;
    to_regs.ABORTS_CAPACITY.count.incr    = events_i.overflows != '0;
    to_regs.ABORTS_CAPACITY.count.incrvalue = events_i.overflows;
    to_regs.ABORTS_CONTROL.count.incr     = events_i.aborts != '0;
    to_regs.ABORTS_CONTROL.count.incrvalue = events_i.aborts;
    to_regs.STALLS.count.incr             = events_i.stalls != '0;
    to_regs.STALLS.count.incrvalue        = events_i.stalls;
  end

  unit_control_regs u_regs (
    .clk     (clk_i),
    .arst_n  (rst_ni),
    .s_axil_awready,
    .s_axil_awvalid,
    .s_axil_awaddr,
    .s_axil_awprot,
    .s_axil_wready,
    .s_axil_wvalid,
    .s_axil_wdata,
    .s_axil_wstrb,
    .s_axil_bready,
    .s_axil_bvalid,
    .s_axil_bresp,
    .s_axil_arready,
    .s_axil_arvalid,
    .s_axil_araddr,
    .s_axil_arprot,
    .s_axil_rready,
    .s_axil_rvalid,
    .s_axil_rdata,
    .s_axil_rresp,
    .hwif_in (to_regs),
    .hwif_out(from_regs)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) irq_o <= 1'b0;
    else begin
      irq_o <= (from_regs.IRQ_STATE.error.value && from_regs.IRQ_ENABLE.error.value) ||
               (from_regs.IRQ_STATE.drained.value && from_regs.IRQ_ENABLE.drained.value);
    end
  end

  // Values of registers that only software reads
  wire unused = ^{from_regs.COMMITS.count.value, from_regs.ABORTS_CONFLICT.count.value,
                  from_regs.ABORTS_CAPACITY.count.value, from_regs.ABORTS_CONTROL.count.value,
                  from_regs.STALLS.count.value};

  `GPUTM_ASSERT(a_none_enters, !(drained_q && !admit_o && open_i),
                ("unit_control: transaction %0d is inside, and none has been admitted", oldest_id_i))
  `GPUTM_ASSERT_IF(a_cause, error_i.cause != '0 && error_i.cause < ErrorStuck, error_valid_i,
                   ("unit_control: an error of cause %0d", error_i.cause))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_errors_at_once, error_valid_i && (stuck || test))
  `GPUTM_COVER(b_drains, drained && !drained_q)
  `GPUTM_COVER(b_waits_for_the_last, !admit_o && open_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_aw, s_axil_awvalid, s_axil_awready, s_axil_awaddr)
  `GPUTM_STREAM(u_check_w, s_axil_wvalid, s_axil_wready, {s_axil_wdata, s_axil_wstrb})
  `GPUTM_STREAM(u_check_b, s_axil_bvalid, s_axil_bready, s_axil_bresp)
  `GPUTM_STREAM(u_check_ar, s_axil_arvalid, s_axil_arready, s_axil_araddr)
  `GPUTM_STREAM(u_check_r, s_axil_rvalid, s_axil_rready, {s_axil_rdata, s_axil_rresp})

endmodule

`default_nettype wire
