// Proves for temporal_table, with 2 buckets in one sub-array, ids of 5 bits and any initial contents of the memory: the
// interval of a granule begins after its last writer, for any granule, while ids retire and wrap.
//
// bound: abc bmc3 26
// cover: 26
// bug: temporal_table/writer_included abc bmc3 26
// bug: temporal_table/forgotten_is_never abc bmc3 26

`default_nettype none

module temporal_table_formal (
  input wire logic       clk_i,
  input wire logic       retire_i,     // retire the oldest id
  input wire logic       op_valid_i,
  input wire logic       op_insert_i,
  input wire logic [1:0] op_addr_i,
  input wire logic [4:0] op_cid_i,
  input wire logic [1:0] granule_i     // granule, constant
);

  localparam int unsigned CidWidth = 5;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  // The retire pointer, and unwrapped ids.
  logic [6:0] retired_q = 7'd56;
  logic op_ready, rsp_valid, rsp_current, busy;
  logic [CidWidth-1:0] rsp_first, rsp_last;

  temporal_table #(
    .SubArrays(1),
    .Buckets  (2),
    .AddrWidth(2),
    .CidWidth (CidWidth)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .retire_cid_i   (retired_q[CidWidth-1:0]),
    .op_valid_i,
    .op_ready_o     (op_ready),
    .op_insert_i,
    .op_addr_i,
    .op_cid_i,
    .rsp_valid_o    (rsp_valid),
    .rsp_current_o  (rsp_current),
    .rsp_first_cid_o(rsp_first),
    .rsp_last_cid_o (rsp_last),
    .memory_report_o(),
    .busy_o         (busy)
  );

  stream_assume #(
    .Width(1 + 2 + CidWidth)
  ) u_assume_op (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(op_valid_i),
    .ready_i(op_ready),
    .data_i ({op_insert_i, op_addr_i, op_cid_i})
  );

  logic [1:0] granule_q;
  always_ff @(posedge clk_i) begin
    granule_q <= granule_i;
    if (rst_n) m_chosen_once : assume (granule_i == granule_q);
  end

  // Unwrapped id of an operation: the next to retire, or up to three before it.
  logic [6:0] op_id;
  logic [CidWidth-1:0] op_back;
  assign op_back = retired_q[CidWidth-1:0] - op_cid_i;
  assign op_id   = retired_q - 7'(op_back);

  logic       taken;
  logic [6:0] writer_q = 7'd0;          // last writer of the granule, or none for long
  logic [6:0] last_d1_q, last_d2_q, last_d3_q, writer_d1_q, writer_d2_q, writer_d3_q;
  logic asked_d1_q = 1'b0, asked_d2_q = 1'b0, asked_d3_q = 1'b0;
  assign taken = op_valid_i && op_ready;

  // Unwrapped begin of the interval: at most a window and some ids before the retire pointer.
  logic [CidWidth-1:0] first_back;
  logic [6:0]          first;
  assign first_back = retired_q[CidWidth-1:0] + 1'b1 - rsp_first;
  assign first      = retired_q + 7'd1 - 7'(first_back);

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      // A writer is the oldest id that has not retired; a load's pointer is from one of the last cycles.
      if (op_valid_i) m_ids : assume (op_insert_i ? op_back == '0 : op_back <= 5'd3);
      m_retires : assume (!retire_i || !(op_valid_i && op_insert_i));
      if (retire_i) retired_q <= retired_q + 1'b1;
      if (taken && op_insert_i && op_addr_i == granule_i) writer_q <= op_id;

      asked_d1_q  <= taken && !op_insert_i && op_addr_i == granule_i;
      writer_d1_q <= writer_q;
      last_d1_q   <= op_id;
      asked_d2_q  <= asked_d1_q;
      writer_d2_q <= writer_d1_q;
      last_d2_q   <= last_d1_q;
      asked_d3_q  <= asked_d2_q;
      writer_d3_q <= writer_d2_q;
      last_d3_q   <= last_d2_q;
      if (asked_d3_q) begin
        a_answers : assert (rsp_valid);
        a_end : assert (rsp_last == last_d3_q[CidWidth-1:0]);
        a_begins_behind_the_writer : assert (first > writer_d3_q);
        c_current : cover (rsp_current && writer_d3_q != '0 && first == writer_d3_q + 7'd1);
        c_empty : cover (!rsp_current);
        c_forgotten : cover (writer_d3_q != '0 && writer_d3_q + 7'd6 < retired_q && rsp_current);
      end
    end
  end

endmodule

`default_nettype wire
