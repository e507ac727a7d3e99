// Commit-id vendor (MICRO 2011 paper, section 4.5; credits of 4.5.1 keep its window from being the limit): hands out
// contiguous commit ids to the cores and tracks which ids have retired in every memory partition.
//
// Ids wrap. They are unique among live ids: a request waits while it would stretch the distance from
// the oldest unretired id beyond RingSize, the number of entries of a commit unit. Requests are
// chosen round robin; the chosen one waits at the head, so that a large request does not starve.
//
// Latency:    a request that is chosen at once is accepted in its first cycle and granted two cycles later; with more than
//             32 cores three cycles later.
// Throughput: one grant each cycle.
// retired_everywhere_o follows the slowest partition's pointer within 2 * Partitions + 3 cycles:
// the pointers are scanned one a cycle, and compared one cycle later. It is never ahead of a
// partition. Requests see retired ids one cycle after that.
//
// Cores: requesters, at least 2. Partitions: at least 2; a port without a unit is tied to another's.
// MaxCount: ids a request, at most RingSize. RingSize: entries, at most half of the id space (commit units
// take MaxLiveIds). FirstCid: first id that is handed out, also the partitions' retire pointer after reset.

`include "gputm_assert.svh"

`default_nettype none

module cid_vendor #(
  parameter  int unsigned Cores      = 30,
  parameter  int unsigned Partitions = 8,
  parameter  int unsigned MaxCount   = 64,
  parameter  int unsigned RingSize   = kilo_pkg::MaxLiveIds,
  parameter  int unsigned CidWidth   = kilo_pkg::CidBits,     // bits of a commit id
  parameter  int unsigned FirstCid   = 0,
  localparam int unsigned CountWidth = $clog2(MaxCount + 1),
  localparam int unsigned CoreWidth  = $clog2(Cores)
) (
  input  wire logic                                 clk_i,
  input  wire logic                                 rst_ni,

  input  wire logic [Cores-1:0]                     req_valid_i,
  output      logic [Cores-1:0]                     req_ready_o,
  input  wire logic [Cores-1:0][CountWidth-1:0]     req_count_i,   // ids requested by each core, 1..MaxCount

  output      logic                                 grant_valid_o,  // pulse, which cannot be refused
  output      logic [CoreWidth-1:0]                 grant_core_o,  // number of the core that made the request
  output      logic [CidWidth-1:0]                  grant_cid_o,   // first of the granted ids

  input  wire logic [Partitions-1:0]                retire_valid_i,  // update of retire_cid_i
  input  wire logic [Partitions-1:0][CidWidth-1:0]  retire_cid_i,  // oldest id that has not retired in each partition

  output      logic [CidWidth-1:0]                  retired_everywhere_o,  // every older id has retired everywhere
  output      logic                                 busy_o  // work is left without new requests
);

  localparam bit [5:0] Legal = {
    param_pkg::in_range("cid_vendor: Cores", Cores, 2, 1024, 1),
    param_pkg::in_range("cid_vendor: Partitions", Partitions, 2, 256, 1),
    param_pkg::in_range("cid_vendor: MaxCount", MaxCount, 1, RingSize, 1),
    param_pkg::in_range("cid_vendor: RingSize", RingSize, MaxCount, param_pkg::power(CidWidth - 1), 1),
    param_pkg::in_range("cid_vendor: CidWidth", CidWidth, 2, 31, 1),
    param_pkg::in_range("cid_vendor: FirstCid", FirstCid, 0, param_pkg::power(CidWidth) - 1, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // With more than FlatCores cores a request is chosen twice: within a cluster of up to ClusterCores,
  // then, from a register slice, among the clusters. So the clock does not fall with the number of cores.
  localparam int unsigned FlatCores = 32;
  localparam int unsigned ClusterCores = 16;
  localparam int unsigned Sources = Cores > FlatCores ? (Cores + ClusterCores - 1) / ClusterCores : Cores;
  localparam int unsigned SourceWidth = $clog2(Sources);
  localparam int unsigned SourceCores = (Cores + Sources - 1) / Sources;  // cores of a source; fewer in the last one

  logic [Sources-1:0] source_valid, source_ready;
  logic [Sources-1:0][CountWidth-1:0] source_count;

  // Choice: one request moves to the head.
  logic choose, chosen;
  logic [Sources-1:0]    choice;
  logic [SourceWidth-1:0] choice_source;
  logic [CoreWidth-1:0]  choice_core;
  logic                  head_valid_q;
  logic [CoreWidth-1:0]  head_core_q;
  logic [CountWidth-1:0] head_count;
  logic                  grant;

  if (SourceCores == 1) begin : gen_flat
    assign source_valid = req_valid_i;
    assign req_ready_o  = source_ready;
    assign source_count = req_count_i;
    assign choice_core  = choice_source;
  end else begin : gen_clusters
    logic [Sources-1:0][CoreWidth-1:0] source_core;
    logic unused_source;

    assign unused_source = ^choice_source;
    always_comb begin
      choice_core = '0;
      for (int unsigned source = 0; source < Sources; source++) begin
        choice_core |= source_core[source] & {CoreWidth{choice[source]}};
      end
    end

    for (genvar cluster = 0; cluster < Sources; cluster++) begin : gen_cluster
      localparam int unsigned First = cluster * SourceCores;
      localparam int unsigned Size = Cores - First < SourceCores ? Cores - First : SourceCores;
      cid_request_cluster #(
        .Cores     (Size),
        .First     (First),
        .CoreWidth (CoreWidth),
        .CountWidth(CountWidth)
      ) u_cluster (
        .clk_i,
        .rst_ni,
        .req_valid_i(req_valid_i[First+:Size]),
        .req_ready_o(req_ready_o[First+:Size]),
        .req_count_i(req_count_i[First+:Size]),
        .out_valid_o(source_valid[cluster]),
        .out_ready_i(source_ready[cluster]),
        .out_core_o (source_core[cluster]),
        .out_count_o(source_count[cluster])
      );
    end
  end

  assign choose = !head_valid_q || grant;

  rr_arbiter #(
    .Requests(Sources)
  ) u_arbiter (
    .clk_i,
    .rst_ni,
    .req_i   (source_valid),
    .valid_o (chosen),
    .grant_o (choice),
    .index_o (choice_source),
    .accept_i(choose)
  );

  assign source_ready = choice & {Sources{choose}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) head_valid_q <= 1'b0;
    else if (choose) head_valid_q <= chosen;
  end

  // The choice is one-hot: the count is gathered while the number is still being encoded, and the
  // last step of the encoding, over groups of sources, follows the register.
  localparam int unsigned Groups = 4;
  logic [Groups-1:0][CountWidth-1:0] choice_count, head_count_q;

  always_comb begin
    choice_count = '0;
    for (int unsigned source = 0; source < Sources; source++) begin
      choice_count[source%Groups] |= source_count[source] & {CountWidth{choice[source]}};
    end
  end

  always_ff @(posedge clk_i) begin
    if (choose) begin
      head_core_q  <= choice_core;
      head_count_q <= choice_count;
    end
  end

  always_comb begin
    head_count = '0;
    for (int unsigned group = 0; group < Groups; group++) head_count |= head_count_q[group];
  end

  // Grant: the head's ids, once they fit into the window. The window's free ids are counted, so
  // that a grant is one comparison; retired ids are added a cycle after they are known.
  logic [CidWidth-1:0] next_cid_q, oldest_q;
  logic [CidWidth-1:0] room_q, freed_q;

  assign grant = head_valid_q && CidWidth'(head_count) <= room_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      grant_valid_o <= 1'b0;
      next_cid_q    <= CidWidth'(FirstCid);
      room_q        <= CidWidth'(RingSize);
    end else begin
      grant_valid_o <= grant;
      if (grant) begin
        next_cid_q <= next_cid_q + CidWidth'(head_count);
        room_q     <= room_q + freed_q - CidWidth'(head_count);
      end else begin
        room_q <= room_q + freed_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    grant_core_o <= head_core_q;
    grant_cid_o  <= next_cid_q;
  end

  // Scan: the smallest distance of a partition's pointer from the oldest id. The oldest id is the reference because
  // distances of up to RingSize, half of the id space, have to be told apart. One cycle measures a pointer's
  // distance, the next one compares it; the last comparison moves the oldest id, and then the next scan begins.
  localparam int unsigned PartitionWidth = $clog2(Partitions);

  logic [Partitions-1:0][CidWidth-1:0] retired_q;
  logic [PartitionWidth-1:0]           scan_q;
  logic                                scan_last;
  logic scanning_q, updated_q;
  logic first_q, last_q;  // distance_q is of the first, of the last pointer
  logic [CidWidth-1:0] distance_q, least_q, least;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned p = 0; p < Partitions; p++) retired_q[p] <= CidWidth'(FirstCid);
    end else begin
      for (int unsigned p = 0; p < Partitions; p++) begin
        if (retire_valid_i[p]) retired_q[p] <= retire_cid_i[p];
      end
    end
  end

  assign scan_last = scan_q == PartitionWidth'(Partitions - 1);
  assign least     = first_q || distance_q < least_q ? distance_q : least_q;

  // A scan runs to its end; pointers that move during it start another.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scan_q     <= '0;
      scanning_q <= 1'b0;
      updated_q  <= 1'b0;
      last_q     <= 1'b0;
      oldest_q   <= CidWidth'(FirstCid);
      freed_q    <= '0;
    end else begin
      updated_q  <= |retire_valid_i || (updated_q && scanning_q);
      scanning_q <= scanning_q ? !scan_last : updated_q;
      if (scanning_q) scan_q <= scan_last ? '0 : scan_q + 1'b1;
      last_q  <= scanning_q && scan_last;
      freed_q <= last_q ? least : '0;
      if (last_q) oldest_q <= oldest_q + least;
    end
  end

  always_ff @(posedge clk_i) begin
    first_q    <= scan_q == '0;
    distance_q <= retired_q[scan_q] - oldest_q;
    least_q    <= least;
  end

  assign retired_everywhere_o = oldest_q;
  assign busy_o = |req_valid_i || |source_valid || head_valid_q || grant_valid_o || scanning_q || updated_q || last_q ||
                  freed_q != '0;

  // Ids handed out and not known to have retired everywhere, at most RingSize
  logic [CidWidth-1:0] alive, alive_and_room;
  assign alive          = next_cid_q - oldest_q;
  assign alive_and_room = alive + room_q + freed_q;

  `GPUTM_ASSERT(a_room, alive_and_room == CidWidth'(RingSize),
                ("cid_vendor: room for %0d and %0d ids, %0d are alive", room_q, freed_q, alive))
  `GPUTM_ASSERT(a_window, alive <= CidWidth'(RingSize),
                ("cid_vendor: %0d ids are alive, the rings have %0d entries", alive, RingSize))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_no_ids_left, head_valid_q && alive == CidWidth'(RingSize))
  `GPUTM_COVER(b_ids_wrap, next_cid_q < oldest_q)
  for (genvar p = 0; p < Partitions; p++) begin : gen_check_retire
    `GPUTM_ASSERT_IF(a_retire_in_window, retire_cid_i[p] - oldest_q <= alive, retire_valid_i[p],
                     ("cid_vendor: partition %0d retires to %0d, next id %0d", p, retire_cid_i[p], next_cid_q))
  end
  `GPUTM_ASSERT_IF(a_count_in_range, 32'(head_count) - 32'd1 < MaxCount, head_valid_q,
                   ("cid_vendor: core %0d asks for %0d ids, not 1 .. %0d", head_core_q, head_count, MaxCount))

  // Handshake assertions
  for (genvar core = 0; core < Cores; core++) begin : gen_check
    `GPUTM_STREAM(u_check_req, req_valid_i[core], req_ready_o[core], req_count_i[core])
  end

endmodule

`default_nettype wire
