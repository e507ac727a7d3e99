// Proves for latest_times with two sub-arrays of two buckets, for a symbolic granule, while the pipeline is held at random: a
// look-up is not below what was inserted for the granule up to its own cycle, and no look-up is below an earlier one.
// One sub-array keeps this for any number of cycles.
//
// bound: abc bmc3 14
// deep: abc bmc3 16
// cover: 14
// bug: latest_times/own_insertion_unseen abc bmc3 14
// bug: latest_times/written_unseen abc bmc3 14
// bug: latest_times/not_raised abc bmc3 14
// with: single SubArrays=1 GranuleWidth=1
// prove: abc pdr

`default_nettype none

module latest_times_formal #(
  parameter int unsigned SubArrays    = 2,
  parameter int unsigned GranuleWidth = 2
) (
  input wire logic       clk_i,
  input wire logic       clear_i,
  input wire logic       en_i,
  input wire logic       insert_i,
  input wire logic [GranuleWidth-1:0] insert_granule_i,
  input wire logic [1:0] insert_time_i,
  input wire logic [GranuleWidth-1:0] granule_i,
  input wire logic [GranuleWidth-1:0] watched_i          // granule, constant
);

  localparam int unsigned Latency = 5;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic ready;
  logic [1:0] found;

  latest_times #(
    .SubArrays   (SubArrays),
    .Buckets     (2),
    .GranuleWidth(GranuleWidth),
    .TimeWidth   (2)
  ) u_dut (
    .clk_i,
    .rst_ni  (rst_n),
    .clear_i,
    .ready_o (ready),
    .en_i,
    .insert_i,
    .insert_granule_i,
    .insert_time_i,
    .granule_i,
    .time_o  (found),
    .errors_o()
  );

  // Latest time that was inserted for the granule, with that of this cycle
  logic [GranuleWidth-1:0] watched_q;
  logic [1:0] latest, latest_q = '0, answer_q = '0;
  assign latest = insert_i && insert_granule_i == watched_q && insert_time_i > latest_q ? insert_time_i : latest_q;

  // Look-ups of the granule in the pipeline, and what they must not be below; insertions in it
  logic [Latency-1:0] asked_q = '0, inserted_q = '0;
  logic [Latency-1:0][1:0] least_q;

  always_ff @(posedge clk_i) begin
    watched_q <= watched_i;
    if (rst_n) begin
      m_constant : assume (watched_i == watched_q);
      m_ready : assume (!insert_i || (en_i && ready && !clear_i));
      m_clears_alone : assume (!clear_i || inserted_q == '0);
      if (clear_i || !ready) begin
        asked_q  <= '0;
        latest_q <= '0;
        answer_q <= '0;
      end else if (en_i) begin
        latest_q <= latest;
        asked_q  <= {asked_q[Latency-2:0], granule_i == watched_q};
        least_q  <= {least_q[Latency-2:0], latest};
      end
      if (en_i) inserted_q <= {inserted_q[Latency-2:0], insert_i};
      if (asked_q[Latency-1] && ready) begin
        a_not_below : assert (found >= least_q[Latency-1]);
        a_never_falls : assert (found >= answer_q);
        answer_q <= found;
        c_exact : cover (found == 2'd2 && least_q[Latency-1] == 2'd2);
        c_above : cover (found == 2'd2 && least_q[Latency-1] == 2'd1);
      end
    end else begin
      m_no_operation : assume (!insert_i && !clear_i);
    end
  end

endmodule

`default_nettype wire
