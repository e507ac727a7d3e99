// Proves for conflict_table, with 2 lanes, 2 partitions of 4 rows of 2 words, 2 banks and any initial contents of the memory: a
// look-up has one answer, in order, after 7 cycles and one for each pass if none is ahead of it; a lane of a marked look-up hits
// exactly if its word is announced, for a symbolic word; an announcement during the look-up may be seen or missed.
//
// bound: abc bmc3 24
// cover: 24
// bug: conflict_table/last_pass_only abc bmc3 24
// bug: conflict_table/kept_for_the_next abc bmc3 24
// bug: conflict_table/partitions_alike abc bmc3 24
// bug: conflict_table/leaders_only abc bmc3 24
// bug: conflict_table/rows_add_up abc bmc3 24

`default_nettype none

module conflict_table_formal (
  input wire logic            clk_i,
  input wire logic            row_valid_i,
  input wire logic            row_partition_i,
  input wire logic [1:0]      row_i,
  input wire logic [1:0]      row_words_i,
  input wire logic            access_valid_i,
  input wire logic [1:0]      access_lanes_i,
  input wire logic [1:0]      access_partition_i,
  input wire logic [1:0][2:0] access_addr_i,
  input wire logic            mark_i,              // watch this look-up
  input wire logic [3:0]      word_i               // partition, row and word, constant
);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic row_ready, access_ready, hit_valid, busy;
  logic [1:0] hit_lanes;

  conflict_table #(
    .Lanes     (2),
    .Partitions(2),
    .Rows      (4),
    .Words     (2),
    .Banks     (2),
    .AddrWidth (3)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .row_valid_i,
    .row_ready_o    (row_ready),
    .row_partition_i,
    .row_i,
    .row_words_i,
    .access_valid_i,
    .access_ready_o (access_ready),
    .access_lanes_i,
    .access_partition_i,
    .access_addr_i,
    .hit_valid_o    (hit_valid),
    .hit_lanes_o    (hit_lanes),
    .memory_report_o(),
    .busy_o         (busy)
  );

  stream_assume #(
    .Width(5)
  ) u_assume_row (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(row_valid_i),
    .ready_i(row_ready),
    .data_i ({row_partition_i, row_i, row_words_i})
  );

  stream_assume #(
    .Width(10)
  ) u_assume_access (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(access_valid_i),
    .ready_i(access_ready),
    .data_i ({access_lanes_i, access_partition_i, access_addr_i})
  );

  logic [3:0] word_q;
  always_ff @(posedge clk_i) begin
    word_q <= word_i;
    if (rst_n) m_chosen_once : assume (word_i == word_q);
  end

  // The word's bit, and the values that it has had since the marked look-up was accepted.
  logic announced, bit_q = 1'b0, set_q = 1'b0, clear_q = 1'b0;
  assign announced = row_valid_i && row_ready && {row_partition_i, row_i} == word_i[3:1];

  // Look-ups under way, and those ahead of the marked one.
  logic [3:0] under_way_q = '0, ahead_q = '0;
  logic marked_q = 1'b0, alone_q = 1'b0, accepted;
  logic [1:0] lanes_q, ours_q;
  logic [3:0] age_q, passes_q;
  assign accepted = access_valid_i && access_ready;

  logic two_passes;
  logic [1:0][2:0] slot;
  for (genvar lane = 0; lane < 2; lane++) begin : gen_slot
    assign slot[lane] = {access_partition_i[lane], access_addr_i[lane][2:1]};
  end
  assign two_passes = access_lanes_i == 2'b11 && slot[0][0] == slot[1][0] && slot[0] != slot[1];

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (announced) bit_q <= row_words_i[word_i[0]];
      under_way_q <= under_way_q + 4'(accepted) - 4'(hit_valid);
      if (hit_valid) a_asked : assert (under_way_q != '0);
      if (!busy) a_all_answered : assert (under_way_q == '0);

      age_q <= age_q + 1'b1;
      if (announced) begin
        set_q   <= set_q || row_words_i[word_i[0]];
        clear_q <= clear_q || !row_words_i[word_i[0]];
      end
      if (accepted && mark_i && !marked_q) begin
        marked_q <= 1'b1;
        alone_q  <= under_way_q == '0;
        ahead_q  <= under_way_q - 4'(hit_valid);
        lanes_q  <= access_lanes_i;
        passes_q <= two_passes ? 4'd2 : 4'd1;
        age_q    <= 4'd1;
        for (int unsigned lane = 0; lane < 2; lane++) begin
          ours_q[lane] <= access_lanes_i[lane] && {slot[lane], access_addr_i[lane][0]} == word_i;
        end
        set_q   <= announced ? bit_q || row_words_i[word_i[0]] : bit_q;
        clear_q <= announced ? !bit_q || !row_words_i[word_i[0]] : !bit_q;
      end else if (marked_q && hit_valid) begin
        ahead_q <= ahead_q - 1'b1;
        if (ahead_q == '0) begin
          marked_q <= 1'b0;
          if (alone_q) a_latency : assert (age_q == 4'd7 + passes_q);
          for (int unsigned lane = 0; lane < 2; lane++) begin
            if (!lanes_q[lane]) assert (!hit_lanes[lane]);
            if (ours_q[lane]) assert (hit_lanes[lane] ? set_q : clear_q);
          end
          c_hit : cover (ours_q == 2'b01 && hit_lanes == 2'b01 && passes_q == 4'd2);
          c_both : cover (ours_q == 2'b11 && hit_lanes == 2'b11);
          c_missed : cover (ours_q == 2'b01 && set_q && clear_q && !hit_lanes[0]);
        end
      end
    end
  end

endmodule

`default_nettype wire
