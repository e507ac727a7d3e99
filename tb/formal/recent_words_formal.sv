// Proves for recent_words, with two rows, four reads in flight and two places for fills: a read is answered with a
// value that memory has had since the read was accepted, for any writes and stores to the word, and for any time
// between acceptance and response at which the L2's reads take effect. Each read is answered once, and no read is open
// when the unit is not busy.
//
// bound: abc bmc3 14
// cover: 16
// bug: recent_words/hits_beside_stores abc bmc3 16
// bug: recent_words/another_word abc bmc3 16
// bug: recent_words/store_of_the_cycle abc bmc3 16
// bug: recent_words/too_many_stores abc bmc3 20
// bug: recent_fills/change_ignored abc bmc3 16
// bug: recent_fills/change_of_the_cycle abc bmc3 16
// bug: recent_fills/all_ignored abc bmc3 20

`default_nettype none

module recent_words_formal (
  input wire logic            clk_i,
  input wire logic            read_valid_i,
  input wire logic [1:0]      read_tag_i,
  input wire logic [2:0]      read_addr_i,
  input wire logic            wrote_i,
  input wire logic [2:0]      wrote_addr_i,
  input wire logic            wrote_data_i,
  input wire logic            l2_read_ready_i,
  input wire logic            l2_response_valid_i,
  input wire logic [1:0]      l2_response_tag_i,
  input wire logic            l2_response_data_i,
  input wire logic            stored_valid_i,
  input wire logic [1:0]      stored_line_i,
  input wire logic [1:0]      stored_words_i,
  input wire logic            stored_all_i,
  input wire logic            stored_data_i,        // data of other agents' stores to the watched word
  input wire logic [3:0]      effect_i,             // tags of reads that take effect (again) at the L2 in this cycle
  input wire logic            watch_i,              // watch the read accepted now, if it is of the word
  input wire logic [2:0]      word_i                // watched word, constant
);

  localparam int unsigned Tags = 4;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic read_ready, response_valid, l2_read_valid, busy;
  logic [1:0] response_tag, l2_read_tag;
  logic [2:0] l2_read_addr;
  logic response_data;

  recent_words #(
    .Words    (2),
    .Tags     (Tags),
    .AddrWidth(3),
    .DataWidth(1),
    .LineWords(2),
    .Stores   (2),
    .Fills    (2)
  ) u_dut (
    .clk_i,
    .rst_ni          (rst_n),
    .read_valid_i,
    .read_ready_o    (read_ready),
    .read_tag_i,
    .read_addr_i,
    .response_valid_o(response_valid),
    .response_tag_o  (response_tag),
    .response_data_o (response_data),
    .wrote_i,
    .wrote_addr_i,
    .wrote_data_i,
    .l2_read_valid_o (l2_read_valid),
    .l2_read_ready_i,
    .l2_read_tag_o   (l2_read_tag),
    .l2_read_addr_o  (l2_read_addr),
    .l2_response_valid_i,
    .l2_response_tag_i,
    .l2_response_data_i,
    .stored_valid_i,
    .stored_line_i,
    .stored_words_i,
    .stored_all_i,
    .memory_report_o (),
    .busy_o          (busy)
  );

  stream_assume #(
    .Width(5)
  ) u_assume_read (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(read_valid_i),
    .ready_i(read_ready),
    .data_i ({read_tag_i, read_addr_i})
  );

  // The word in memory, and its changes in this cycle: a store comes after a write.
  logic [2:0] word_q;
  logic memory_q = 1'b0, memory, stored;
  assign stored = stored_all_i || (stored_valid_i && stored_line_i == word_q[2:1] && stored_words_i[word_q[0]]);
  always_comb begin
    memory = memory_q;
    if (wrote_i && wrote_addr_i == word_q) memory = wrote_data_i;
    if (stored) memory = stored_data_i;
  end

  // Reads by tag, those of them that are at the L2, and their answers.
  logic taken, sent;
  logic [Tags-1:0] used_q = '0, at_l2_q = '0, of_word_q, value_q, value;
  assign taken = read_valid_i && read_ready;
  assign sent  = l2_read_valid && l2_read_ready_i;
  always_comb begin
    value = value_q;
    for (int unsigned tag = 0; tag < Tags; tag++) if (effect_i[tag]) value[tag] = memory;
  end

  // The watched read, and whether memory has had its answer's value.
  logic watching_q = 1'b0, done_q = 1'b0, guess_q, had_q;
  logic [1:0] tag_q;

  always_ff @(posedge clk_i) begin
    word_q   <= word_i;
    memory_q <= memory;
    value_q  <= value;
    if (rst_n) begin
      m_word_stays : assume (word_i == word_q);
      if (stored_valid_i) m_of_some_word : assume (stored_words_i != '0);
      if (read_valid_i) m_free_tag : assume (!used_q[read_tag_i]);
      if (l2_response_valid_i) begin
        m_awaited : assume (at_l2_q[l2_response_tag_i]);
        if (of_word_q[l2_response_tag_i]) m_value : assume (l2_response_data_i == value[l2_response_tag_i]);
        at_l2_q[l2_response_tag_i] <= 1'b0;
      end

      if (taken) begin
        used_q[read_tag_i]    <= 1'b1;
        of_word_q[read_tag_i] <= read_addr_i == word_q;
      end
      if (response_valid) begin
        a_in_use : assert (used_q[response_tag]);
        used_q[response_tag] <= 1'b0;
      end
      if (sent) begin
        a_named_once : assert (used_q[l2_read_tag] && !at_l2_q[l2_read_tag]);
        a_its_word : assert ((l2_read_addr == word_q) == of_word_q[l2_read_tag]);
        at_l2_q[l2_read_tag] <= 1'b1;
        value_q[l2_read_tag] <= effect_i[l2_read_tag] ? memory : memory_q;
      end

      if (taken && watch_i && read_addr_i == word_q && !watching_q && !done_q) begin
        watching_q <= 1'b1;
        tag_q      <= read_tag_i;
        guess_q    <= effect_i[0];
        had_q      <= memory == effect_i[0] || (memory_q == effect_i[0] && !stored);
      end
      if (watching_q) begin
        had_q <= had_q || memory == guess_q;
        if (response_valid && response_tag == tag_q) begin
          a_had : assert (had_q || memory == guess_q || response_data != guess_q);
          watching_q <= 1'b0;
          done_q     <= 1'b1;
          c_hit : cover (!l2_response_valid_i && response_data);
          c_from_the_l2 : cover (l2_response_valid_i && response_data);
        end
      end
      a_rests : assert (busy || used_q == at_l2_q);
      c_second_read : cover (done_q && response_valid && response_tag == tag_q && !l2_response_valid_i);
    end
  end

endmodule

`default_nettype wire
