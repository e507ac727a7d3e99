// Proves for retirement_fence, with two waiting retirements and two writes in flight: each retirement comes out once,
// after the answers to the writes accepted ahead of it and after older retirements; each other reply comes out once;
// and every output was an input.
//
// bound: abc bmc3 14
// cover: 14
// bug: retirement_fence/not_held abc bmc3 14
// bug: retirement_fence/one_write_short abc bmc3 14
// bug: retirement_fence/numbers_too_short abc bmc3 14
// bug: retirement_fence/reply_lost abc bmc3 14

`default_nettype none

module retirement_fence_formal
  import kilo_pkg::*;
  import commit_unit_pkg::*;
(
  input wire logic        clk_i,
  input wire logic        accepted_i,
  input wire logic        answered_i,
  input wire logic        in_valid_i,
  input wire reply_kind_e in_kind_i,
  input wire cid_t        in_id_i,
  input wire logic        out_ready_i,
  input wire reply_t      watched_i     // watched reply, constant; it enters at most once
);

  localparam int unsigned Writes = 2;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic in_ready, out_valid, busy;
  reply_kind_e out_kind;
  cid_t out_id;

  retirement_fence #(
    .Retirements(2),
    .Writes     (Writes)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .accepted_i,
    .answered_i,
    .in_valid_i,
    .in_ready_o     (in_ready),
    .in_kind_i,
    .in_id_i,
    .out_valid_o    (out_valid),
    .out_ready_i,
    .out_kind_o     (out_kind),
    .out_id_o       (out_id),
    .memory_errors_o(),
    .busy_o         (busy)
  );

  stream_assume #(
    .Width($bits(reply_t))
  ) u_assume_in (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(in_valid_i),
    .ready_i(in_ready),
    .data_i ({in_kind_i, in_id_i})
  );

  logic taken, given, watched, watched_gone;
  // Writes in flight, and those ahead of the watched retirement, including a write accepted in its cycle.
  logic [1:0] flying_q = '0, owed_q = '0;
  logic [2:0] inside_q = '0;  // replies inside
  logic watching_q = 1'b0, seen_q = 1'b0;
  reply_t watched_q;
  logic started_q = 1'b0;
  logic [1:0] older_q = '0;  // retirements inside when the watched one entered
  logic [1:0] retirements_q = '0;

  assign taken        = in_valid_i && in_ready;
  assign given        = out_valid && out_ready_i;
  assign watched      = taken && {in_kind_i, in_id_i} == watched_i;
  assign watched_gone = given && watching_q && {out_kind, out_id} == watched_i;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    watched_q <= watched_i;
    if (started_q) m_constant : assume (watched_i == watched_q);
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      m_writes : assume ((!answered_i || flying_q != '0) && (!accepted_i || flying_q < 2'(Writes)));
      m_kind : assume (in_kind_i <= ReplyResendWrites);
      if (in_valid_i && seen_q) m_unique : assume ({in_kind_i, in_id_i} != watched_i);

      flying_q      <= flying_q + 2'(accepted_i) - 2'(answered_i);
      inside_q      <= inside_q + 3'(taken) - 3'(given);
      retirements_q <= retirements_q + 2'(taken && in_kind_i == ReplyRetired) -
                       2'(given && out_kind == ReplyRetired);
      if (answered_i && owed_q != '0) owed_q <= owed_q - 1'b1;
      if (given && out_kind == ReplyRetired && older_q != '0) older_q <= older_q - 1'b1;
      if (watched) begin
        seen_q     <= 1'b1;
        watching_q <= 1'b1;
        owed_q     <= flying_q - 2'(answered_i) + 2'(accepted_i);
        older_q    <= retirements_q - 2'(given && out_kind == ReplyRetired);
      end
      if (watched_gone) watching_q <= 1'b0;

      a_nothing_invented : assert (!out_valid || inside_q != '0);
      a_busy : assert (busy == (inside_q != '0));
      if (out_valid && watching_q && out_kind == ReplyRetired && {out_kind, out_id} == watched_i) begin
        a_answered : assert (owed_q == '0);
        a_in_order : assert (older_q == '0);
        c_waited : cover (out_ready_i);
      end
      if (seen_q && !watching_q && out_valid) a_once : assert ({out_kind, out_id} != watched_i);
      if (watching_q) a_kept : assert (inside_q != '0);
      c_overtaken : cover (watching_q && watched_i.kind == ReplyRetired && given && out_kind == ReplyPass);
    end
  end

  // It comes out: without a reason to wait it is held no longer than the queues take.
  logic [3:0] idle_q = '0;
  always_ff @(posedge clk_i) begin
    if (rst_n && watching_q && owed_q == '0 && out_ready_i && !in_valid_i && !watched_gone) idle_q <= idle_q + 1'b1;
    else idle_q <= '0;
    if (rst_n) a_comes : assert (idle_q < 4'd8);
  end

endmodule

`default_nettype wire
