// Proves for cid_vendor, over any number of wraps of a 4-bit id space: grants are contiguous in the order of
// acceptance; at most RingSize ids are alive in a partition, so none of them is granted twice; an id reported as
// retired everywhere has retired in every partition.
//
// prove: smtbmc yices 4
// cover: 40
// bug: cid_vendor/no_window 20
// bug: cid_vendor/not_contiguous 12
// bug: cid_vendor/window_off_by_one 20
// bug: cid_vendor/retired_ahead 20

`default_nettype none

module cid_vendor_formal (
  input wire logic            clk_i,
  input wire logic [1:0]      req_valid_i,
  input wire logic [1:0][1:0] req_count_i,
  input wire logic [1:0]      retire_valid_i,
  input wire logic [1:0][3:0] retire_ids_i     // ids by which each partition's retire pointer advances
);

  localparam int unsigned CidWidth = 4;
  localparam int unsigned RingSize = 8;  // half of the id space, the maximum

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic [1:0] req_ready;
  logic grant_valid, grant_core;
  logic [CidWidth-1:0] grant_cid, everywhere;
  logic busy;
  logic [1:0][CidWidth-1:0] retired_q = '0, retired;

  cid_vendor #(
    .Cores     (2),
    .Partitions(2),
    .MaxCount  (3),
    .RingSize  (RingSize),
    .CidWidth  (CidWidth)
  ) u_dut (
    .clk_i,
    .rst_ni              (rst_n),
    .req_valid_i         (rst_n ? req_valid_i : 2'b00),
    .req_ready_o         (req_ready),
    .req_count_i,
    .grant_valid_o       (grant_valid),
    .grant_core_o        (grant_core),
    .grant_cid_o         (grant_cid),
    .retire_valid_i      (rst_n ? retire_valid_i : 2'b00),
    .retire_cid_i        (retired),
    .retired_everywhere_o(everywhere),
    .busy_o              (busy)
  );

  // A core keeps its request until it is taken and asks again after the grant.
  logic [1:0]      waiting_q = '0;             // accepted, not granted
  logic [1:0][1:0] count_q   = '0;
  logic [1:0]      up_q      = '0;
  logic [1:0][1:0] up_count_q = '0;
  // Ids granted and not retired, by partition; five bits, so that an excess is visible.
  logic [CidWidth-1:0] next_q = '0, next;
  logic [1:0][CidWidth:0] alive_q = '0, alive;

  assign next = next_q + (grant_valid ? CidWidth'(count_q[grant_core]) : '0);

  always_comb begin
    for (int unsigned p = 0; p < 2; p++) begin
      retired[p] = retired_q[p] + (retire_valid_i[p] ? retire_ids_i[p] : 4'd0);
      alive[p]   = alive_q[p] + (grant_valid ? (CidWidth+1)'(count_q[grant_core]) : '0);
    end
  end

  logic wrapped_q = 1'b0;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      next_q <= next;
      for (int unsigned p = 0; p < 2; p++) begin
        // Only ids that were granted retire.
        if (retire_valid_i[p]) assume ((CidWidth + 1)'(retire_ids_i[p]) <= alive[p]);
        retired_q[p] <= retired[p];
        alive_q[p]   <= alive[p] - (retire_valid_i[p] ? (CidWidth+1)'(retire_ids_i[p]) : '0);
        assert (alive[p] <= (CidWidth + 1)'(RingSize));
        assert (CidWidth'(next - everywhere) >= CidWidth'(alive_q[p])
                                         && CidWidth'(next - everywhere) <= CidWidth'(RingSize));
      end
      for (int unsigned core = 0; core < 2; core++) begin
        if (req_valid_i[core]) assume (req_count_i[core] != '0);
        if (waiting_q[core]) assume (!req_valid_i[core]);
        if (up_q[core]) assume (req_valid_i[core] && req_count_i[core] == up_count_q[core]);
        up_q[core]       <= req_valid_i[core] && !req_ready[core];
        up_count_q[core] <= req_count_i[core];
        if (req_valid_i[core] && req_ready[core]) begin
          waiting_q[core] <= 1'b1;
          count_q[core]   <= req_count_i[core];
        end
      end
      if (grant_valid) begin
        waiting_q[grant_core] <= 1'b0;
        a_grant_is_wanted : assert (waiting_q[grant_core]);
        a_contiguous : assert (grant_cid == next_q);
        if (next < next_q) wrapped_q <= 1'b1;
      end
      // Induction invariants: the harness's model agrees with the registers.
      a_next : assert (u_dut.next_cid_q == next);
      a_oldest : assert (u_dut.alive <= CidWidth'(RingSize));
      if (u_dut.head_valid_q) begin
        a_head : assert (waiting_q[u_dut.head_core_q] && count_q[u_dut.head_core_q] == u_dut.head_count);
        if (grant_valid) a_one_request_each : assert (grant_core != u_dut.head_core_q);
      end
      for (int unsigned p = 0; p < 2; p++) begin
        assert (waiting_q[p] == ((u_dut.head_valid_q && u_dut.head_core_q == 1'(p)) || (grant_valid && grant_core == 1'(p))));
        if (waiting_q[p]) assert (count_q[p] != '0);
        assert (u_dut.retired_q[p] == retired_q[p]);
        assert (CidWidth'(alive[p]) == CidWidth'(next - retired_q[p]));
        // Pointers are between the oldest id and the next one.
        assert (CidWidth'(retired_q[p] - everywhere) <= u_dut.alive);
      end
      a_scan_idle : assert (u_dut.scanning_q || u_dut.scan_q == '0);
      a_scan_last_ends : assert (!(u_dut.last_q && u_dut.scanning_q));
      if (u_dut.scan_q == 1'b1) begin
        a_scan_first :
        assert (u_dut.first_q && !u_dut.last_q && u_dut.distance_q <= CidWidth'(retired_q[0] - everywhere));
      end
      if (u_dut.last_q) begin
        a_scan_both :
        assert (!u_dut.first_q && u_dut.least_q <= CidWidth'(retired_q[0] - everywhere)
                               && u_dut.distance_q <= CidWidth'(retired_q[1] - everywhere));
      end
      c_full_window_after_the_wrap : cover (wrapped_q && alive[0] == (CidWidth + 1)'(RingSize) && alive[1] < 2);
    end
  end

endmodule

`default_nettype wire
