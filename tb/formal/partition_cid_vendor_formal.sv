// Proves for partition_cid_vendor, with two cores and two partitions, one a beat, over any number of wraps: a request is granted
// whole before the next; positions and the ids of each partition are granted contiguous in that order; at most RingSize ids are
// alive in a partition, and positions fit their window; a position is reported as retired everywhere only when each partition
// has retired all ids of older requests. By induction: the second half describes the registers.
//
// prove: smtbmc yices 2
// cover: 24
// bug: partition_cid_vendor/position_of_each_beat 12
// bug: partition_cid_vendor/partitions_unlimited 20
// bug: partition_cid_vendor/positions_unlimited 24
// bug: partition_cid_vendor/cut_inside_a_request 16
// bug: burst_arbiter/mixed 12
// bug: id_window/window_off_by_one 20
// bug: retirement_cut/any_partition 20
// bug: retirement_cut/reached_kept 24

`default_nettype none

module partition_cid_vendor_formal #(
  parameter bit AnyState = 1'b0  // start in any state that the assertions allow, for enclosing harnesses
) (
  input wire logic            clk_i,
  input wire logic [1:0]      req_valid_i,
  input wire logic [1:0][1:0] req_counts_i,
  input wire logic [1:0][1:0] req_lanes_i,
  input wire logic [1:0]      retire_valid_i,
  input wire logic [1:0][2:0] retire_ids_i,    // ids by which each partition's retire pointer advances
  input wire logic            watch_i          // the watched boundary between requests is this one
);

  localparam int unsigned CidWidth = 3;
  localparam int unsigned RingSize = 4;  // half of the id space, the maximum
  localparam int unsigned PositionWidth = 4;
  localparam int unsigned PositionWindow = 6;
  // Numbers of ids and positions have a bit more, so that an excess is visible.
  typedef logic [CidWidth:0] ids_t;
  typedef logic [PositionWidth:0] positions_t;

  logic rst_n = AnyState;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic [1:0] req_ready;
  logic grant_valid, grant_core, grant_row, grant_last;
  logic [CidWidth-1:0] grant_cid;
  logic [PositionWidth-1:0] grant_position, everywhere, cut_position;
  logic [1:0][CidWidth-1:0] retire_cid, cut_cids;
  logic cut_valid, busy;

  partition_cid_vendor #(
    .Cores        (2),
    .Partitions   (2),
    .MaxCount     (2),
    .RowPartitions(1),
    .RingSize     (RingSize),
    .CidWidth     (CidWidth),
    .PositionWidth(PositionWidth)
  ) u_dut (
    .clk_i,
    .rst_ni              (rst_n),
    .req_valid_i         (rst_n ? req_valid_i : 2'b00),
    .req_ready_o         (req_ready),
    .req_counts_i,
    .req_lanes_i,
    .grant_valid_o       (grant_valid),
    .grant_core_o        (grant_core),
    .grant_row_o         (grant_row),
    .grant_last_o        (grant_last),
    .grant_cids_o        (grant_cid),
    .grant_position_o    (grant_position),
    .retire_valid_i      (rst_n ? retire_valid_i : 2'b00),
    .retire_cid_i        (retire_cid),
    .cut_valid_o         (cut_valid),
    .cut_position_o      (cut_position),
    .cut_cids_o          (cut_cids),
    .retired_everywhere_o(everywhere),
    .busy_o              (busy)
  );

  // A core sends the two beats of a request, and the next request after its last grant.
  logic [1:0] up_q, second_q, sent_q;  // offered and not accepted; first, both beats accepted
  logic [1:0][1:0] counts_now_q, lanes_q;  // of the offer
  logic [1:0][1:0][1:0] counts_q;  // by core and beat

  // Reference
  logic whole_q, open_core_q;  // no request is granted in part, or the one of this core
  logic [PositionWidth-1:0] position_q, position, everywhere_q, published;
  positions_t unpublished_q, unpublished;
  logic [1:0][CidWidth-1:0] next_q, next, retired_q, retired;
  ids_t [1:0] alive_q, granted, retires, alive;
  // A watched boundary: positions before it that are not published, ids before it that have not retired
  logic watched_q;
  positions_t watched_positions_q;
  ids_t [1:0] watched_ids_q;

  assign position    = position_q + (grant_valid && !grant_row ? PositionWidth'(lanes_q[grant_core]) : '0);
  assign published   = everywhere - everywhere_q;
  assign unpublished = unpublished_q + positions_t'(PositionWidth'(position - position_q));

  function automatic ids_t without(ids_t number, ids_t retiring);
    return number < retiring ? '0 : number - retiring;
  endfunction

  always_comb begin
    for (int unsigned p = 0; p < 2; p++) begin
      granted[p]    = grant_valid && grant_row == 1'(p) ? ids_t'(counts_q[grant_core][p]) : '0;
      retires[p]    = rst_n && retire_valid_i[p] ? ids_t'(retire_ids_i[p]) : '0;
      next[p]       = next_q[p] + CidWidth'(granted[p]);
      retired[p]    = retired_q[p] + CidWidth'(retires[p]);
      alive[p]      = alive_q[p] + granted[p];
      retire_cid[p] = retired[p];
    end
  end

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      up_q          <= '0;
      second_q      <= '0;
      sent_q        <= '0;
      whole_q       <= 1'b1;
      position_q    <= '0;
      everywhere_q  <= '0;
      unpublished_q <= '0;
      next_q        <= '0;
      retired_q     <= '0;
      alive_q       <= '0;
      watched_q     <= 1'b0;
    end else begin
      next_q        <= next;
      position_q    <= position;
      retired_q     <= retired;
      everywhere_q  <= everywhere;
      unpublished_q <= unpublished - positions_t'(published);
      for (int unsigned p = 0; p < 2; p++) alive_q[p] <= alive[p] - retires[p];
      up_q <= req_valid_i & ~req_ready;
      for (int unsigned core = 0; core < 2; core++) begin
        if (req_valid_i[core] && req_ready[core]) begin
          second_q[core] <= !second_q[core];
          sent_q[core]   <= second_q[core];
        end
      end
      if (grant_valid) begin
        whole_q <= grant_last;
        if (grant_last) sent_q[grant_core] <= 1'b0;
      end
      if (watched_q) watched_q <= watched_positions_q > positions_t'(published);
      else watched_q <= watch_i && whole_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (grant_valid) open_core_q <= grant_core;
    counts_now_q <= req_counts_i;
    for (int unsigned core = 0; core < 2; core++) begin
      if (req_valid_i[core]) lanes_q[core] <= req_lanes_i[core];
      if (req_valid_i[core] && req_ready[core]) counts_q[core][second_q[core]] <= req_counts_i[core];
    end
    watched_positions_q <= (watched_q ? watched_positions_q : unpublished_q) - positions_t'(published);
    for (int unsigned p = 0; p < 2; p++) begin
      watched_ids_q[p] <= without(watched_q ? watched_ids_q[p] : alive_q[p], retires[p]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      for (int unsigned p = 0; p < 2; p++) begin
        // Only ids that were granted retire.
        assume (retires[p] <= alive[p]);
      end
      for (int unsigned core = 0; core < 2; core++) begin
        if (req_valid_i[core]) begin
          assume (req_lanes_i[core] inside {2'd1, 2'd2} && req_counts_i[core] <= req_lanes_i[core]);
        end
        if (sent_q[core]) assume (!req_valid_i[core]);
        if (second_q[core] && req_valid_i[core]) assume (req_lanes_i[core] == lanes_q[core]);
        if (up_q[core]) begin
          assume (req_valid_i[core] && req_counts_i[core] == counts_now_q[core] && req_lanes_i[core] == lanes_q[core]);
        end
      end
      if (grant_valid) begin
        a_row : assert (grant_row == !whole_q && grant_last == grant_row);
        a_request_whole : assert (whole_q || grant_core == open_core_q);
        a_requested : assert (grant_row ? sent_q[grant_core] : sent_q[grant_core] || second_q[grant_core]);
        a_contiguous : assert (grant_cid == next_q[grant_row]);
        if (!grant_row) begin
          a_position : assert (grant_position == position_q);
        end
      end
      a_positions : assert (unpublished <= positions_t'(PositionWindow));
      a_published : assert (positions_t'(published) <= unpublished_q);
      a_never_ahead : assert (!watched_q || watched_positions_q > positions_t'(published) || watched_ids_q == '0);
      if (cut_valid) begin
        a_cut : assert (whole_q && cut_position == position_q && cut_cids == next_q);
      end
      a_busy : assert (busy || unpublished == '0 && alive == '0 && sent_q == '0 && second_q == '0 && whole_q);
      c_ring_full : cover (alive_q[0] == ids_t'(RingSize) && everywhere_q != '0);
      c_positions_full : cover (unpublished_q == positions_t'(PositionWindow));
    end
  end

  // Induction. Beats inside the vendor, the oldest first: the head, and the words of both arbiters' buffers
  typedef struct packed {
    logic       valid;
    logic       core;
    logic [1:0] lanes, count;
  } beat_t;
  localparam int unsigned Places = 5;
  beat_t [Places-1:0] beat;
  // State in front of each place and behind the last one
  logic [Places:0] row;              // number of the next beat in its request
  logic [Places:0] open_core;        // core of the last beat
  logic [1:0][Places:0] last_beats;  // each core: the second beat of its request is older

  assign beat[0] = {u_dut.head_valid_q, u_dut.head_q};
  assign beat[1] = {u_dut.u_clusters.u_bursts.u_beats.out_valid_q, u_dut.u_clusters.u_bursts.u_beats.out_data_q};
  assign beat[2] = {u_dut.u_clusters.u_bursts.u_beats.skid_valid_q, u_dut.u_clusters.u_bursts.u_beats.skid_data_q};
  assign beat[3] = {u_dut.gen_cluster[0].u_cores.u_bursts.u_beats.out_valid_q,
                    u_dut.gen_cluster[0].u_cores.u_bursts.u_beats.out_data_q};
  assign beat[4] = {u_dut.gen_cluster[0].u_cores.u_bursts.u_beats.skid_valid_q,
                    u_dut.gen_cluster[0].u_cores.u_bursts.u_beats.skid_data_q};

  // Granted, but visible only now
  logic visible_last;
  assign visible_last = grant_valid && grant_last;

  always_comb begin
    row          = '0;
    open_core    = '0;
    row[0]       = !u_dut.whole_q;
    open_core[0] = grant_core;
    for (int unsigned core = 0; core < 2; core++) begin
      last_beats[core]    = '0;
      last_beats[core][0] = visible_last && grant_core == 1'(core);
    end
    for (int unsigned i = 0; i < Places; i++) begin
      row[i+1]       = row[i] ^ beat[i].valid;
      open_core[i+1] = beat[i].valid ? beat[i].core : open_core[i];
      for (int unsigned core = 0; core < 2; core++) begin
        last_beats[core][i+1] = last_beats[core][i] || beat[i].valid && row[i] && beat[i].core == 1'(core);
      end
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_beat
    always_ff @(posedge clk_i) begin
      if (rst_n && beat[i].valid) begin
        a_beat : assert (beat[i].lanes == lanes_q[beat[i].core] && beat[i].count == counts_q[beat[i].core][row[i]]);
        a_second : assert (!row[i] || beat[i].core == open_core[i] && !last_beats[beat[i].core][i]);
      end
    end
  end
  for (genvar core = 0; core < 2; core++) begin : gen_core
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        a_sent : assert (sent_q[core] == last_beats[core][Places]);
        a_second : assert (second_q[core] == (row[Places] && open_core[Places] == 1'(core)));
        a_one_request : assert (!(sent_q[core] && second_q[core]));
        a_lanes : assert (!(sent_q[core] || second_q[core]) || lanes_q[core] inside {2'd1, 2'd2});
        a_first_count : assert (!(sent_q[core] || second_q[core]) || counts_q[core][0] <= lanes_q[core]);
        a_second_count : assert (!sent_q[core] || counts_q[core][1] <= lanes_q[core]);
      end
    end
  end

  logic [1:0][CidWidth-1:0] room, freed;
  for (genvar p = 0; p < 2; p++) begin : gen_partition
    assign room[p]  = u_dut.gen_partition[p].u_ids.room_q;
    assign freed[p] = u_dut.gen_partition[p].u_ids.freed_q;
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        a_next : assert (u_dut.gen_partition[p].u_ids.next_id_q == next[p]);
        a_retired : assert (u_dut.gen_partition[p].u_ids.retired_q == retired_q[p]);
        a_alive : assert (CidWidth'(alive[p]) == next[p] - retired_q[p] && alive_q[p] <= alive[p]);
        a_ring : assert (alive[p] <= ids_t'(RingSize));
        a_room : assert (ids_t'(room[p]) + ids_t'(freed[p]) + alive[p] == ids_t'(RingSize));
      end
    end
  end

  // The last cut: positions before it that are not published, ids before it that have not retired
  positions_t cut_positions_q;
  ids_t [1:0] cut_ids_q;
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      cut_positions_q <= '0;
      cut_ids_q       <= '0;
    end else begin
      cut_positions_q <= (u_dut.u_cut.take ? unpublished : cut_positions_q) - positions_t'(published);
      for (int unsigned p = 0; p < 2; p++) begin
        cut_ids_q[p] <= without(u_dut.u_cut.take ? alive[p] : cut_ids_q[p], retires[p]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      a_head_row : assert (u_dut.head_row_q == row[0] && u_dut.next_row_q == row[1]);
      a_no_head : assert (u_dut.head_valid_q || u_dut.head_q == '0);
      a_grant_last : assert (grant_last == grant_row);
      a_whole : assert (u_dut.whole_q == (grant_valid ? grant_last : whole_q));
      a_open_core : assert (whole_q || open_core_q == grant_core);
      // Arbiters
      a_clusters : assert (u_dut.u_clusters.gen_beats.beat_q == row[3] && u_dut.u_clusters.u_bursts.first_q == !row[3]);
      a_cores :
      assert (u_dut.gen_cluster[0].u_cores.gen_beats.beat_q == row[5]
                        && u_dut.gen_cluster[0].u_cores.u_bursts.first_q == !row[5]);
      a_owner : assert (!row[5] || u_dut.gen_cluster[0].u_cores.u_bursts.owner_q[open_core[5]]);
      // Windows
      a_next_position : assert (u_dut.u_positions.next_id_q == position);
      a_retired_position : assert (u_dut.u_positions.retired_q == everywhere_q);
      a_unpublished : assert (PositionWidth'(unpublished) == position - everywhere_q && unpublished_q <= unpublished);
      a_position_room :
      assert (positions_t'(u_dut.u_positions.room_q) + positions_t'(u_dut.u_positions.freed_q) + unpublished
              == positions_t'(PositionWindow));
      a_fits : assert (u_dut.fits_q != '1 || CidWidth'(u_dut.head_q.counts[0]) <= room[u_dut.head_row_q]);
      a_position_fits :
      assert (!u_dut.position_fits_q || row[0] || PositionWidth'(u_dut.head_q.lanes) <= u_dut.u_positions.room_q);
      // Cut
      a_cut_before : assert (cut_positions_q <= unpublished_q);
      a_cut_at : assert (cut_positions_q != unpublished_q || whole_q && cut_ids_q == alive_q);
      a_cut_position : assert (cut_position == PositionWidth'(everywhere_q + PositionWidth'(cut_positions_q)));
      if (u_dut.u_cut.open_q) begin
        a_open : assert (published == '0 && cut_positions_q != '0);
      end else begin
        a_closed : assert (positions_t'(published) == cut_positions_q && cut_ids_q == '0);
        a_changed : assert (!u_dut.u_cut.changed_q || position != cut_position);
      end
      if (cut_valid) begin
        a_taken : assert (u_dut.u_cut.open_q && cut_ids_q == alive_q && cut_positions_q == unpublished_q);
      end
      // Watched boundary
      if (watched_q) begin
        a_watched : assert (watched_positions_q <= unpublished_q);
      end
    end
  end

  for (genvar p = 0; p < 2; p++) begin : gen_cut
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        a_cut_ids : assert (cut_ids_q[p] <= alive_q[p]);
        if (u_dut.u_cut.open_q && u_dut.u_cut.reached_q[p]) begin
          a_reached : assert (cut_ids_q[p] == '0);
        end else if (u_dut.u_cut.open_q && cut_ids_q[p] != '0) begin
          a_before : assert (cut_cids[p] - retired_q[p] == CidWidth'(cut_ids_q[p]));
        end else if (u_dut.u_cut.open_q) begin
          a_beyond : assert (retired_q[p] - cut_cids[p] < CidWidth'(RingSize));
        end
        if (watched_q) begin
          a_watched_ids : assert (watched_ids_q[p] <= alive_q[p]);
          a_watched_cut : assert (watched_positions_q > cut_positions_q || watched_ids_q[p] <= cut_ids_q[p]);
        end
      end
    end
  end

endmodule

`default_nettype wire
