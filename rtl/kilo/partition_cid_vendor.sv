// Commit-id vendor with a sequence of ids for each memory partition: a partition gets ids only of lanes that touch it, dense and
// without skips. A position orders all transactions of the GPU.
//
// A core requests for a warp, with the number of its lanes that touch each partition, in Rows beats of RowPartitions partitions
// each. A request is granted whole before the next one, so all partitions commit in the order of positions.
//
// Requests are chosen round robin, in clusters of up to 16 cores and then among the clusters. A beat waits until its ids
// fit into the rings of its partitions, a first beat also for its positions; others wait behind it. Older
// transactions never wait for younger ones, and all ids in the rings are of older requests: they retire, and the beat proceeds.
// The beats that the request has already been granted do not delay that.
//
// Watermark (retirement_cut): all counters are copied between two requests; once every partition has retired to its id of that cut,
// retired_everywhere_o is the position of the cut.
//
// Latency:    without competitors, a request is accepted in its first or second cycle, and granted four or five cycles later; further
//             beats are granted four cycles after their acceptance.
// Throughput: one beat each cycle. A beat that waits is granted four cycles after the retire_valid_i that makes room.
//
// Cores: requesters, to 256. Partitions: memory partitions, to 64. MaxCount: lanes of a request, at most RingSize.
// RowPartitions: partitions of a beat. RingSize: ids alive in a partition, at most half of the id space
// (commit units take MaxLiveIds). Ids and positions start at 0.

`include "gputm_assert.svh"

`default_nettype none

module partition_cid_vendor #(
  parameter  int unsigned Cores         = 32,
  parameter  int unsigned Partitions    = 8,
  parameter  int unsigned MaxCount      = 64,
  parameter  int unsigned RowPartitions = 8,
  parameter  int unsigned RingSize      = kilo_pkg::MaxLiveIds,
  parameter  int unsigned CidWidth      = kilo_pkg::CidBits,                                 // bits of a partition's id
  parameter  int unsigned PositionWidth = 16,                                                // bits of a position
  localparam int unsigned CountWidth    = $clog2(MaxCount + 1),
  localparam int unsigned CoreWidth     = Cores > 1 ? $clog2(Cores) : 1,
  localparam int unsigned Rows          = (Partitions + RowPartitions - 1) / RowPartitions,
  localparam int unsigned RowWidth      = Rows > 1 ? $clog2(Rows) : 1
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  input  wire logic [Cores-1:0]                                    req_valid_i,
  output      logic [Cores-1:0]                                    req_ready_o,
  input  wire logic [Cores-1:0][RowPartitions-1:0][CountWidth-1:0] req_counts_i,  // lanes that touch each partition
  input  wire logic [Cores-1:0][CountWidth-1:0]                    req_lanes_i,   // lanes of the warp, 1..MaxCount

  output      logic                                   grant_valid_o,    // pulse, which cannot be refused
  output      logic [CoreWidth-1:0]                   grant_core_o,     // number of the core that made the request
  output      logic [RowWidth-1:0]                    grant_row_o,      // number of the beat in its request
  output      logic                                   grant_last_o,     // last beat of the request
  output      logic [RowPartitions-1:0][CidWidth-1:0] grant_cids_o,     // first id in each partition
  output      logic [PositionWidth-1:0]               grant_position_o, // position of the warp's first lane

  input  wire logic [Partitions-1:0]               retire_valid_i,  // update of retire_cid_i
  input  wire logic [Partitions-1:0][CidWidth-1:0] retire_cid_i,    // oldest id that has not retired in each partition

  output      logic                                cut_valid_o,           // pulse: a cut has been taken
  output      logic [PositionWidth-1:0]            cut_position_o,        // next position at the last cut
  output      logic [Partitions-1:0][CidWidth-1:0] cut_cids_o,            // next id of each partition at it
  output      logic [PositionWidth-1:0]            retired_everywhere_o,  // every older position has retired everywhere
  output      logic                                busy_o                 // requests, or positions alive
);

  localparam bit [6:0] Legal = {
    param_pkg::in_range("partition_cid_vendor: Cores", Cores, 1, 256),
    param_pkg::in_range("partition_cid_vendor: Partitions", Partitions, 1, 64),
    param_pkg::in_range("partition_cid_vendor: MaxCount", MaxCount, 1, RingSize),
    param_pkg::in_range("partition_cid_vendor: RowPartitions", RowPartitions, 1, 64),
    param_pkg::in_range("partition_cid_vendor: RingSize", RingSize, MaxCount, param_pkg::power(CidWidth - 1)),
    param_pkg::in_range("partition_cid_vendor: CidWidth", CidWidth, 2, 31),
    param_pkg::in_range("partition_cid_vendor: PositionWidth", PositionWidth, $clog2(MaxCount) + 2, 31)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned MaxClusterCores = 16;
  localparam int unsigned Clusters = (Cores + MaxClusterCores - 1) / MaxClusterCores;
  localparam int unsigned ClusterCores = (Cores + Clusters - 1) / Clusters;  // fewer in the last cluster
  localparam int unsigned PositionWindow = param_pkg::power(PositionWidth - 1) - MaxCount;  // positions alive, at most

  typedef struct packed {
    logic [CoreWidth-1:0]                     core;
    logic [CountWidth-1:0]                    lanes;
    logic [RowPartitions-1:0][CountWidth-1:0] counts;
  } beat_t;

  // Choice. The beat that leaves it is behind the head, which takes it late.
  logic [Clusters-1:0] cluster_valid, cluster_ready;
  beat_t [Clusters-1:0] cluster_beat;
  logic next_valid, load;
  beat_t next;

  for (genvar cluster = 0; cluster < Clusters; cluster++) begin : gen_cluster
    localparam int unsigned First = cluster * ClusterCores;
    localparam int unsigned Size = Cores - First < ClusterCores ? Cores - First : ClusterCores;
    beat_t [Size-1:0] beat;

    for (genvar core = 0; core < Size; core++) begin : gen_core
      assign beat[core] = '{
              core: CoreWidth'(First + core),
              lanes: req_lanes_i[First+core],
              counts: req_counts_i[First+core]
          };
    end
    beat_arbiter #(
      .Requests(Size),
      .Beats   (Rows),
      .Width   ($bits(beat_t))
    ) u_cores (
      .clk_i,
      .rst_ni,
      .req_valid_i(req_valid_i[First+:Size]),
      .req_ready_o(req_ready_o[First+:Size]),
      .req_data_i (beat),
      .out_valid_o(cluster_valid[cluster]),
      .out_ready_i(cluster_ready[cluster]),
      .out_data_o (cluster_beat[cluster])
    );
  end

  beat_arbiter #(
    .Requests(Clusters),
    .Beats   (Rows),
    .Width   ($bits(beat_t))
  ) u_clusters (
    .clk_i,
    .rst_ni,
    .req_valid_i(cluster_valid),
    .req_ready_o(cluster_ready),
    .req_data_i (cluster_beat),
    .out_valid_o(next_valid),
    .out_ready_i(load),
    .out_data_o (next)
  );

  // Head: granted when its ids fit, which has been compared one cycle before.
  logic head_valid_q, grant, head_first, head_last;
  beat_t head_q;
  logic [RowWidth-1:0] head_row_q, next_row_q;
  logic [RowPartitions-1:0] head_fits, next_fits, fits_q;  // by partition of the beat
  logic head_position_fits, next_position_fits, position_fits_q;
  logic whole_q;  // all granted requests are granted whole

  assign grant      = head_valid_q && fits_q == '1 && position_fits_q;
  assign load       = !head_valid_q || grant;
  assign head_first = head_row_q == '0;
  assign head_last  = head_row_q == RowWidth'(Rows - 1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_valid_q <= 1'b0;
      next_row_q   <= '0;
      whole_q      <= 1'b1;
    end else begin
      if (load) head_valid_q <= next_valid;
      if (load && next_valid) next_row_q <= next_row_q == RowWidth'(Rows - 1) ? '0 : next_row_q + 1'b1;
      if (grant) whole_q <= head_last;
    end
  end

  // Without a beat, the head has no counts: the next beat is compared with the sum of both.
  always_ff @(posedge clk_i) begin
    if (load) begin
      head_q      <= next_valid ? next : '0;
      head_row_q  <= next_row_q;
    end
    fits_q          <= load ? next_fits : head_fits;
    position_fits_q <= load ? next_position_fits || next_row_q != '0 : head_position_fits || !head_first;
  end

  // Ids of the partitions
  logic [Partitions-1:0][CidWidth-1:0] next_cids, retired_cids;
  logic [Partitions-1:0] partition_head_fits, partition_next_fits, partition_empty;
  logic [RowPartitions-1:0][CidWidth-1:0] row_cids;

  for (genvar p = 0; p < Partitions; p++) begin : gen_partition
    id_window #(
      .Size      (RingSize),
      .Width     (CidWidth),
      .CountWidth(CountWidth),
      .Successive(Rows == 1)
    ) u_ids (
      .clk_i,
      .rst_ni,
      .head_count_i  (head_q.counts[p%RowPartitions]),
      .next_count_i  (next.counts[p%RowPartitions]),
      .head_fits_o   (partition_head_fits[p]),
      .next_fits_o   (partition_next_fits[p]),
      .take_i        (grant && head_row_q == RowWidth'(p / RowPartitions)),
      .next_id_o     (next_cids[p]),
      .retire_valid_i(retire_valid_i[p]),
      .retire_id_i   (retire_cid_i[p]),
      .retired_o     (retired_cids[p]),
      .empty_o       (partition_empty[p])
    );
  end

  always_comb begin
    head_fits = '1;
    next_fits = '1;
    row_cids  = '0;
    for (int unsigned p = 0; p < Partitions; p++) begin
      if (head_row_q == RowWidth'(p / RowPartitions)) begin
        head_fits[p%RowPartitions] &= partition_head_fits[p];
        row_cids[p%RowPartitions] |= next_cids[p];
      end
      if (next_row_q == RowWidth'(p / RowPartitions)) next_fits[p%RowPartitions] &= partition_next_fits[p];
    end
  end

  // Positions
  logic [PositionWidth-1:0] next_position, unused_retired_position;
  logic position_empty;

  id_window #(
    .Size      (PositionWindow),
    .Width     (PositionWidth),
    .CountWidth(CountWidth),
    .Successive(Rows == 1)
  ) u_positions (
    .clk_i,
    .rst_ni,
    .head_count_i  (head_q.lanes),
    .next_count_i  (next.lanes),
    .head_fits_o   (head_position_fits),
    .next_fits_o   (next_position_fits),
    .take_i        (grant && head_first),
    .next_id_o     (next_position),
    .retire_valid_i(1'b1),
    .retire_id_i   (retired_everywhere_o),
    .retired_o     (unused_retired_position),
    .empty_o       (position_empty)
  );

  logic cut_busy;

  retirement_cut #(
    .Partitions   (Partitions),
    .CidWidth     (CidWidth),
    .PositionWidth(PositionWidth)
  ) u_cut (
    .clk_i,
    .rst_ni,
    .counters_valid_i(whole_q),
    .position_i      (next_position),
    .cids_i          (next_cids),
    .retired_i       (retired_cids),
    .cut_valid_o,
    .cut_position_o,
    .cut_cids_o,
    .retired_everywhere_o,
    .busy_o          (cut_busy)
  );

  // Grants
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) grant_valid_o <= 1'b0;
    else grant_valid_o <= grant;
  end

  always_ff @(posedge clk_i) begin
    grant_row_o  <= head_row_q;
    grant_last_o <= head_last;
    grant_cids_o <= row_cids;
    if (grant) grant_core_o <= head_q.core;
    if (grant && head_first) grant_position_o <= next_position;
  end

  assign busy_o = |req_valid_i || |cluster_valid || next_valid || head_valid_q || grant_valid_o || !position_empty ||
                  !(&partition_empty) || cut_busy;

  // Requests
  logic [RowPartitions-1:0] excess;  // partitions with more lanes than the warp has, or that do not exist

  always_comb begin
    for (int unsigned p = 0; p < RowPartitions; p++) begin
      excess[p] = head_q.counts[p] > head_q.lanes;
      if (head_last && p >= Partitions - (Rows - 1) * RowPartitions && head_q.counts[p] != '0) excess[p] = 1'b1;
    end
  end

  `GPUTM_ASSERT_IF(a_lanes_in_range, 32'(head_q.lanes) - 32'd1 < MaxCount, head_valid_q,
                   ("partition_cid_vendor: core %0d has %0d lanes, not 1 .. %0d", head_q.core, head_q.lanes, MaxCount))
  `GPUTM_ASSERT_IF(
      a_counts_in_range, excess == '0, head_valid_q,
      ("partition_cid_vendor: core %0d, beat %0d: too many ids, partitions %b", head_q.core, head_row_q, excess))
  `GPUTM_ASSERT_IF(a_request_whole, head_q.core == grant_core_o, head_valid_q && !whole_q,
                   ("partition_cid_vendor: core %0d in the request of core %0d", head_q.core, grant_core_o))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_partition_full, head_valid_q && fits_q != '1)
  `GPUTM_COVER(b_positions_full, head_valid_q && !position_fits_q)

  // Handshake assertions
  for (genvar core = 0; core < Cores; core++) begin : gen_check
    `GPUTM_STREAM(u_check_req, req_valid_i[core], req_ready_o[core], {req_lanes_i[core], req_counts_i[core]})
  end

endmodule

`default_nettype wire
