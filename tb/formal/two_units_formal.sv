// Two commit units and their id vendor, with cores that do anything the streams' rules allow: what may be sent to a
// unit for an id follows from the vendor's grants and both units' replies. Proved: no id is granted while a unit has an
// older entry in its place, so a ring never overflows. The properties that commit_unit_formal proves of each unit are
// assumed.
//
// inside: commit_unit
// prove: smtbmc yices 2
// bug: cid_vendor/no_window abc bmc3 20
// bug: cid_vendor/window_off_by_one abc bmc3 20

`default_nettype none

module two_units_formal
  import kilo_pkg::*;
  import commit_unit_pkg::*;
#(
  parameter bit AnyState = 1'b0  // start in any state that the assertions allow, for enclosing harnesses
) (
  input wire logic                clk_i,
  input wire logic [1:0]          req_valid_i,
  input wire logic [1:0][1:0]     req_count_i,
  input wire logic [1:0]          fill_valid_i,
  input wire fill_kind_e [1:0]    fill_kind_i,
  input wire logic [1:0]          fill_last_i,
  input wire cid_t [1:0]          fill_id_i,
  input wire word_addr_t [1:0]    fill_addr_i,
  input wire data_t [1:0]         fill_data_i,
  input wire logic [1:0]          control_valid_i,
  input wire control_kind_e [1:0] control_kind_i,
  input wire logic [1:0]          control_last_i,
  input wire cid_t [1:0]          control_id_i,
  input wire word_addr_t [1:0]    control_addr_i,
  input wire data_t [1:0]         control_data_i,
  input wire logic [1:0]          reply_ready_i,
  input wire logic [1:0]          l2_response_valid_i,
  input wire data_t [1:0]         l2_response_data_i,
  input wire logic [1:0]          l2_write_ready_i
);

  localparam int unsigned Entries = 4;
  localparam cid_t FirstId = cid_t'(6);

  logic rst_n = AnyState;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  commit_unit_formal #(
    .AnyState(AnyState)
  ) u_inside_0 (
    .clk_i,
    .fill_valid_i       (fill_valid_i[0]),
    .fill_kind_i        (fill_kind_i[0]),
    .fill_last_i        (fill_last_i[0]),
    .fill_id_i          (fill_id_i[0]),
    .fill_addr_i        (fill_addr_i[0]),
    .fill_data_i        (fill_data_i[0]),
    .control_valid_i    (control_valid_i[0]),
    .control_kind_i     (control_kind_i[0]),
    .control_last_i     (control_last_i[0]),
    .control_id_i       (control_id_i[0]),
    .control_addr_i     (control_addr_i[0]),
    .control_data_i     (control_data_i[0]),
    .reply_ready_i      (reply_ready_i[0]),
    .l2_response_valid_i(l2_response_valid_i[0]),
    .l2_response_data_i (l2_response_data_i[0]),
    .l2_write_ready_i   (l2_write_ready_i[0])
  );
  commit_unit_formal #(
    .AnyState(AnyState)
  ) u_inside_1 (
    .clk_i,
    .fill_valid_i       (fill_valid_i[1]),
    .fill_kind_i        (fill_kind_i[1]),
    .fill_last_i        (fill_last_i[1]),
    .fill_id_i          (fill_id_i[1]),
    .fill_addr_i        (fill_addr_i[1]),
    .fill_data_i        (fill_data_i[1]),
    .control_valid_i    (control_valid_i[1]),
    .control_kind_i     (control_kind_i[1]),
    .control_last_i     (control_last_i[1]),
    .control_id_i       (control_id_i[1]),
    .control_addr_i     (control_addr_i[1]),
    .control_data_i     (control_data_i[1]),
    .reply_ready_i      (reply_ready_i[1]),
    .l2_response_valid_i(l2_response_valid_i[1]),
    .l2_response_data_i (l2_response_data_i[1]),
    .l2_write_ready_i   (l2_write_ready_i[1])
  );

  // State and replies of the units, by unit.
  localparam int unsigned Ids = 2 ** CidBits;
  logic [1:0] ready;
  cid_t [1:0] retire_id, retire_id_q;  // now and one cycle ago
  logic [1:0][Ids-1:0] begun, complete, replied, passed, final_given;
  assign ready = {u_inside_1.ready, u_inside_0.ready};
  assign retire_id   = {ready[1] ? u_inside_1.retire_id : FirstId, ready[0] ? u_inside_0.retire_id : FirstId};
  assign begun = {u_inside_1.begun_q, u_inside_0.begun_q};
  assign complete = {u_inside_1.complete_q, u_inside_0.complete_q};
  assign replied = {u_inside_1.replied_q, u_inside_0.replied_q};
  assign passed = {u_inside_1.passed_q, u_inside_0.passed_q};
  assign final_given = {u_inside_1.final_q, u_inside_0.final_q};

  assign retire_id_q = {u_inside_1.retire_id_q, u_inside_0.retire_id_q};

  logic [1:0] req_ready;
  cid_t grant_cid, next, everywhere;
  logic grant_valid, grant_core;

  cid_vendor #(
    .Cores     (2),
    .Partitions(2),
    .MaxCount  (2),
    .RingSize  (Entries),
    .FirstCid  (6)
  ) u_vendor (
    .clk_i,
    .rst_ni              (rst_n),
    .req_valid_i         (rst_n ? req_valid_i : 2'b00),
    .req_ready_o         (req_ready),
    .req_count_i,
    .grant_valid_o       (grant_valid),
    .grant_core_o        (grant_core),
    .grant_cid_o         (grant_cid),
    .retire_valid_i      (ready),
    .retire_cid_i        (retire_id),
    .retired_everywhere_o(everywhere),
    .busy_o              ()
  );
  assign next = u_vendor.next_cid_q;  // first id not granted yet

  for (genvar core = 0; core < 2; core++) begin : gen_core
    stream_assume #(
      .Width(2)
    ) u_assume_request (
      .clk_i,
      .rst_ni (rst_n),
      .valid_i(req_valid_i[core]),
      .ready_i(req_ready[core]),
      .data_i (req_count_i[core])
    );
    always_comb if (req_valid_i[core]) assume (req_count_i[core] inside {2'd1, 2'd2});
  end

  // Whether an id has been granted, has retired at a unit, and the unit has sent all its replies before the final
  // outcome. A skip has no reply.
  function automatic logic alive_at(cid_t id, cid_t retire);
    return cid_t'(id - retire) < cid_t'(next - retire);
  endfunction
  function automatic logic said(cid_t id, cid_t retire, logic [Ids-1:0] begun_there, logic [Ids-1:0] complete_there,
                                logic [Ids-1:0] replied_there);
    return !alive_at(id, retire) || (complete_there[id] && (!begun_there[id] || replied_there[id]));
  endfunction
  function automatic logic all_said(cid_t id);
    return said(id, retire_id[0], begun[0], complete[0], replied[0]) &&
        said(id, retire_id[1], begun[1], complete[1], replied[1]);
  endfunction

  // Cores send logs of granted ids, and a final outcome after both units' replies; it passes if both did.
  for (genvar unit = 0; unit < 2; unit++) begin : gen_unit
    always_comb begin
      if (fill_valid_i[unit]) assume (alive_at(fill_id_i[unit], retire_id[unit]));
      if (control_valid_i[unit] && control_kind_i[unit] != ControlResend) begin
        assume (all_said(control_id_i[unit]));
        assume ((control_kind_i[unit] == ControlFinalPass) ==
                ((passed[0][control_id_i[unit]] || !begun[0][control_id_i[unit]]) &&
                 (passed[1][control_id_i[unit]] || !begun[1][control_id_i[unit]])));
      end
    end
  end

  // Proved by induction: the vendor's pointers are between its own value of retired everywhere and the units' retire
  // pointers, and ids not granted yet have no history at a unit.
  cid_t [1:0] reported;  // pointers last reported to the vendor
  assign reported = u_vendor.retired_q;

  for (genvar unit = 0; unit < 2; unit++) begin : gen_invariants
    cid_t heard, gone;
    assign heard = reported[unit] - everywhere;
    assign gone  = retire_id[unit] - everywhere;
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        a_ring_holds_all : assert (cid_t'(next - retire_id[unit]) <= cid_t'(Entries));
        a_never_ahead : assert (heard <= gone && gone <= u_vendor.alive);
        a_heard : assert (cid_t'(gone - heard) <= cid_t'(ready[unit]));
      end
    end
  end

  for (genvar unit = 0; unit < 2; unit++) begin : gen_histories
    for (genvar id = 0; id < Ids; id++) begin : gen_id
      logic leaves;  // id that has just retired
      assign leaves = retire_id[unit] != retire_id_q[unit] && retire_id_q[unit] == cid_t'(id);
      always_ff @(posedge clk_i) begin
        if (rst_n) begin
          a_no_history :
          assert (alive_at(cid_t'(id), retire_id[unit]) || leaves || (!begun[unit][id] && !complete[unit][id]));
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      a_room : assert (6'(u_vendor.room_q) + 6'(u_vendor.freed_q) + 6'(u_vendor.alive) == 6'(Entries));
      a_scan_idle : assert (u_vendor.scanning_q || u_vendor.scan_q == '0);
      a_scan_last_ends : assert (!(u_vendor.last_q && u_vendor.scanning_q));
      if (u_vendor.scan_q == 1'b1) begin
        a_scan_first :
        assert (u_vendor.first_q && !u_vendor.last_q && u_vendor.distance_q <= cid_t'(reported[0] - everywhere));
      end
      if (u_vendor.last_q) begin
        a_scan_both :
        assert (!u_vendor.first_q && u_vendor.least_q <= cid_t'(reported[0] - everywhere) &&
                u_vendor.distance_q <= cid_t'(reported[1] - everywhere));
      end
      if (u_vendor.head_valid_q) begin
        a_head : assert (u_vendor.head_count inside {2'd1, 2'd2});
      end
    end
  end

endmodule

`default_nettype wire
