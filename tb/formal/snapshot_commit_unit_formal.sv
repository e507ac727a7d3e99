// Proves for snapshot_commit_unit, with two sets, buffers of two words, two lanes and any refusals of places, for a
// symbolic word: if its lane commits, the word is written once, with its value, at its place, before its set is done;
// otherwise never. Place requests and replies are taken at once. A set that is sent again takes longer than the bound.
//
// bound: abc bmc3 16
// cover: 18
// bug: snapshot_commit_unit/lanes_ignored abc bmc3 16
// bug: write_merger/words_before_lost abc bmc3 16
// bug: snapshot_commit_unit/stale_place abc bmc3 16
// bug: snapshot_commit_unit/dropped_words_kept abc bmc3 16
// bug: snapshot_commit_unit/write_not_awaited abc bmc3 16

`default_nettype none

module snapshot_commit_unit_formal
  import versioned_memory_pkg::*;
(
  input wire logic       clk_i,
  input wire logic       set_valid_i,
  input wire set_beat_e  set_kind_i,
  input wire logic       set_id_i,
  input wire logic       set_data_i,
  input wire logic [1:0] set_lanes_i,    // lanes that commit
  input wire logic       place_valid_i,
  input wire logic       place_found_i,
  input wire logic       write_ready_i,
  input wire logic       watch_i         // watch the word that is taken
);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  // The cores' view of each set: a set that has ended commits or is dropped; one that commits may be requested again.
  typedef enum logic [2:0] {
    Filling,
    Ended,
    Committing,
    Resending,
    Resent
  } phase_e;
  phase_e [1:0] phase_q = '0;
  logic [1:0][2:0] count_q = '0, total_q = '0;
  logic [1:0] epoch_q = '0;  // chosen so that consecutive sets write different blocks

  logic set_ready, ask_valid, write_valid, reply_valid, busy;
  logic [3:0] set_block, ask_block;
  logic [2:0] write_sector;
  logic [1:0] write_mask, reply_regions;
  logic [1:0][0:0] write_data;
  set_reply_e reply_kind;
  logic reply_set, taken;

  // Lanes take turns, and two of them share a sector.
  assign set_block = {epoch_q[set_id_i], set_id_i, count_q[set_id_i][1:0]};
  assign taken     = set_valid_i && set_ready;

  // Unanswered asks; a sector's place is another sector.
  logic [2:0][3:0] asked_q = '0;
  logic [1:0] asked_count_q = '0;
  logic [2:0] asked_sector;
  assign asked_sector = asked_q[0][3:1];

  snapshot_commit_unit #(
    .Sets         (2),
    .Words        (2),
    .Lanes        (2),
    .SectorWords  (2),
    .BlockWidth   (4),
    .DataWidth    (1),
    .CountWidth   (3),
    .Regions      (2),
    .PlaceRequests(2),
    .RetryCycles  (1)
  ) u_dut (
    .clk_i,
    .rst_ni           (rst_n),
    .set_valid_i,
    .set_ready_o      (set_ready),
    .set_kind_i,
    .set_id_i,
    .set_lane_i       (count_q[set_id_i][0]),
    .set_block_i      (set_block),
    .set_data_i,
    .set_words_i      (count_q[set_id_i]),
    .set_lanes_i      (set_kind_i == SetEnd ? 2'b11 : set_lanes_i),
    .place_req_valid_o(ask_valid),
    .place_req_ready_i(1'b1),
    .place_req_block_o(ask_block),
    .place_valid_i,
    .place_result_i   (place_found_i ? PlaceValid : PlaceNotYet),
    .place_block_i    ({asked_sector ^ 3'b101, 1'b0}),
    .place_versioned_i(1'b1),
    .place_region_i   (asked_sector[1]),
    .write_valid_o    (write_valid),
    .write_ready_i,
    .write_sector_o   (write_sector),
    .write_mask_o     (write_mask),
    .write_data_o     (write_data),
    .reply_valid_o    (reply_valid),
    .reply_ready_i    (1'b1),
    .reply_kind_o     (reply_kind),
    .reply_set_o      (reply_set),
    .reply_regions_o  (reply_regions),
    .busy_o           (busy),
    .memory_report_o  ()
  );

  stream_assume #(
    .Width(2 + 1 + 1 + 2)
  ) u_assume_set (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(set_valid_i),
    .ready_i(set_ready),
    .data_i ({set_kind_i, set_id_i, set_data_i, set_lanes_i})
  );

  logic
      watching_q = 1'b0, watched_set_q = 1'b0, committed_q = 1'b0, commits_q = 1'b0, written_q = 1'b0, merged_q = 1'b0;
  logic [1:0] watched_place_q = '0;
  logic watched_data_q = 1'b0;
  logic [2:0] watched_sector;
  logic       writes_watched;
  phase_e     phase;
  assign phase          = phase_q[set_id_i];
  assign watched_sector = {epoch_q[watched_set_q], watched_set_q, watched_place_q[1]} ^ 3'b101;
  assign writes_watched = write_valid && write_sector == watched_sector && write_mask[watched_place_q[0]];

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (set_valid_i) begin
        if (set_kind_i == SetWord)
          m_word :
          assume ((phase == Filling && count_q[set_id_i] != 3'd4) ||
                           (phase == Resending && count_q[set_id_i] != total_q[set_id_i]));
        if (set_kind_i == SetEnd)
          m_end : assume (phase == Filling || (phase == Resending && count_q[set_id_i] == total_q[set_id_i]));
        if (set_kind_i == SetCommit) m_commit : assume (phase == Ended);
        if (set_kind_i == SetDrop) m_drop : assume (phase == Filling || phase == Ended);
        if (set_kind_i == SetWord && phase == Resending && watching_q && set_id_i == watched_set_q &&
            count_q[set_id_i][1:0] == watched_place_q)
          m_same_word : assume (set_data_i == watched_data_q);
      end
      if (place_valid_i) m_asked : assume (asked_count_q != '0);

      if (taken) begin
        unique case (set_kind_i)
          SetWord: count_q[set_id_i] <= count_q[set_id_i] + 1'b1;
          SetEnd: begin
            phase_q[set_id_i] <= phase == Filling ? Ended : Resent;
            total_q[set_id_i] <= count_q[set_id_i];
          end
          SetCommit: phase_q[set_id_i] <= Committing;
          default: begin
            phase_q[set_id_i] <= Filling;
            count_q[set_id_i] <= '0;
          end
        endcase
      end
      if (reply_valid) begin
        if (reply_kind == SetResend)
          a_asked_for_again :
          assert (phase_q[reply_set] == Committing && total_q[reply_set] > 3'd2);
          else a_done : assert (phase_q[reply_set] == (total_q[reply_set] > 3'd2 ? Resent : Committing));
      end
      if (reply_valid) begin
        count_q[reply_set] <= '0;
        phase_q[reply_set] <= reply_kind == SetResend ? Resending : Filling;
        if (reply_kind == SetDone) epoch_q[reply_set] <= !epoch_q[reply_set];
      end

      if (place_valid_i) asked_q <= {4'b0, asked_q[2:1]};
      if (ask_valid) asked_q[asked_count_q-2'(place_valid_i)] <= ask_block;
      asked_count_q <= asked_count_q + 2'(ask_valid) - 2'(place_valid_i);

      if (!watching_q) begin
        if (taken && set_kind_i == SetWord && phase == Filling && watch_i) begin
          watching_q      <= 1'b1;
          watched_set_q   <= set_id_i;
          watched_place_q <= count_q[set_id_i][1:0];
          watched_data_q  <= set_data_i;
          committed_q     <= 1'b0;
          commits_q       <= 1'b0;
          written_q       <= 1'b0;
        end
      end else begin
        if (taken && set_id_i == watched_set_q && set_kind_i == SetDrop) watching_q <= 1'b0;
        if (taken && set_id_i == watched_set_q && set_kind_i == SetCommit) begin
          committed_q <= 1'b1;
          commits_q   <= set_lanes_i[watched_place_q[0]];
        end
        if (writes_watched) begin
          a_if_its_lane_commits : assert (committed_q && commits_q);
          a_once : assert (!written_q);
          a_its_value : assert (write_data[watched_place_q[0]] == watched_data_q);
          if (write_ready_i) written_q <= 1'b1;
          if (write_ready_i && write_mask == 2'b11) merged_q <= 1'b1;
        end
        if (reply_valid && reply_kind == SetDone && reply_set == watched_set_q) begin
          a_written : assert (written_q == commits_q);
          a_region : assert (!commits_q || reply_regions[watched_set_q]);
          watching_q <= 1'b0;
          c_merged : cover (merged_q && written_q);
        end
      end
      if (reply_valid || write_valid || ask_valid) a_works : assert (busy);
    end
  end

endmodule

`default_nettype wire
