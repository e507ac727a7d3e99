// Proves for access_merger, with blocks of two words, two open accesses and a merge timeout of 2 cycles: each read is
// answered once, by an access to its block that the L2 accepted after the read, and in bounded time. When a
// transaction's last write is accepted, the L2 holds every word as the transactions so far have written it.
//
// bound: abc bmc3 14
// cover: 14
// bug: access_merger/last_not_awaited abc bmc3 14
// bug: access_merger/blocks_mixed abc bmc3 14
// bug: access_merger/chain_ends_early abc bmc3 14
// bug: access_merger/waits_for_ever abc bmc3 14

`default_nettype none

module access_merger_formal (
  input wire logic            clk_i,
  input wire logic            read_valid_i,
  input wire logic [1:0]      read_tag_i,
  input wire logic [2:0]      read_addr_i,
  input wire logic            write_valid_i,
  input wire logic            write_last_i,
  input wire logic [2:0]      write_addr_i,
  input wire logic [1:0]      write_data_i,
  input wire logic            l2_read_ready_i,
  input wire logic            l2_response_valid_i,
  input wire logic [1:0]      l2_response_tag_i,
  input wire logic [1:0][1:0] l2_response_data_i,
  input wire logic            l2_write_ready_i,
  input wire logic            watch_i,              // watch the read that is accepted now
  input wire logic [2:0]      word_i                // word whose writes are watched, constant
);

  localparam int unsigned MergeTimeout = 2;
  localparam int unsigned Tags = 4;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic read_ready, response_valid, write_ready, l2_read_valid, l2_response_ready, l2_write_valid, busy;
  logic [1:0] response_tag, response_data, l2_read_tag, l2_read_block, l2_write_block, l2_write_mask;
  logic [1:0][1:0] l2_write_data;

  access_merger #(
    .Words       (2),
    .Accesses    (2),
    .MergeTimeout(MergeTimeout),
    .Tags        (Tags),
    .AddrWidth   (3),
    .DataWidth   (2)
  ) u_dut (
    .clk_i,
    .rst_ni             (rst_n),
    .read_valid_i,
    .read_ready_o       (read_ready),
    .read_tag_i,
    .read_addr_i,
    .response_valid_o   (response_valid),
    .response_tag_o     (response_tag),
    .response_data_o    (response_data),
    .write_valid_i,
    .write_ready_o      (write_ready),
    .write_last_i,
    .write_addr_i,
    .write_data_i,
    .l2_read_valid_o    (l2_read_valid),
    .l2_read_ready_i,
    .l2_read_tag_o      (l2_read_tag),
    .l2_read_block_o    (l2_read_block),
    .l2_response_valid_i,
    .l2_response_ready_o(l2_response_ready),
    .l2_response_tag_i,
    .l2_response_data_i,
    .l2_write_valid_o   (l2_write_valid),
    .l2_write_ready_i,
    .l2_write_block_o   (l2_write_block),
    .l2_write_mask_o    (l2_write_mask),
    .l2_write_data_o    (l2_write_data),
    .memory_report_o    (),
    .busy_o             (busy)
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
  stream_assume #(
    .Width(6)
  ) u_assume_write (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(write_valid_i),
    .ready_i(write_ready),
    .data_i ({write_last_i, write_addr_i, write_data_i})
  );
  stream_assume #(
    .Width(6)
  ) u_assume_l2_response (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(l2_response_valid_i),
    .ready_i(l2_response_ready),
    .data_i ({l2_response_tag_i, l2_response_data_i})
  );

  logic taken, sent, answered, written;
  assign taken    = read_valid_i && read_ready;
  assign sent     = l2_read_valid && l2_read_ready_i;
  assign answered = l2_response_valid_i && l2_response_ready;
  assign written  = l2_write_valid && l2_write_ready_i;

  // Tags in use, and L2 accesses with their blocks. since_q: accepted after the watched read.
  logic [Tags-1:0] used_q = '0, at_l2_q = '0, since_q = '0;
  logic [Tags-1:0][1:0] block_q;

  // The watched read, and the access that the response belongs to, two cycles after the L2 answered it.
  logic watching_q = 1'b0, done_q = 1'b0, sent_q = 1'b0;
  logic [1:0] tag_q;
  logic [2:0] addr_q;
  logic [3:0] waited_q = '0;
  logic right_q = 1'b0, right_out_q = 1'b0;
  logic [1:0] value_q, value_out_q;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (read_valid_i) m_free_tag : assume (!used_q[read_tag_i]);
      if (l2_response_valid_i) m_awaited : assume (at_l2_q[l2_response_tag_i]);

      if (taken) used_q[read_tag_i] <= 1'b1;
      if (response_valid) begin
        a_in_use : assert (used_q[response_tag]);
        used_q[response_tag] <= 1'b0;
      end
      if (sent) begin
        a_named_once : assert (!at_l2_q[l2_read_tag] && used_q[l2_read_tag]);
        at_l2_q[l2_read_tag] <= 1'b1;
        block_q[l2_read_tag] <= l2_read_block;
        since_q[l2_read_tag] <= watching_q;
      end
      if (answered) at_l2_q[l2_response_tag_i] <= 1'b0;

      if (taken && watch_i && !watching_q && !done_q) begin
        watching_q <= 1'b1;
        tag_q      <= read_tag_i;
        addr_q     <= read_addr_i;
        since_q    <= '0;
      end
      if (answered) begin
        right_q <= since_q[l2_response_tag_i] && block_q[l2_response_tag_i] == addr_q[2:1];
        value_q <= l2_response_data_i[addr_q[0]];
      end
      right_out_q <= right_q;
      value_out_q <= value_q;
      if (watching_q) begin
        if (sent && l2_read_block == addr_q[2:1]) sent_q <= 1'b1;
        if (!sent_q && l2_read_ready_i) waited_q <= waited_q + 1'b1;
        a_not_for_ever : assert (waited_q <= 4'(MergeTimeout + 4));
        if (response_valid && response_tag == tag_q) begin
          a_value : assert (right_out_q && response_data == value_out_q);
          watching_q <= 1'b0;
          done_q     <= 1'b1;
          c_alone : cover (used_q == 4'd1 << tag_q);
        end
        c_joined : cover (sent && l2_read_block == addr_q[2:1] && l2_read_tag != tag_q);
      end
      a_rests : assert (busy || used_q == '0 || at_l2_q != '0);
    end
  end

  // A word in the L2, and its value after the transactions so far.
  logic [2:0] word_q;
  logic [1:0] stored_q = '0, meant_q = '0, stored, meant;
  always_comb begin
    stored = stored_q;
    meant  = meant_q;
    if (written && l2_write_block == word_q[2:1] && l2_write_mask[word_q[0]]) stored = l2_write_data[word_q[0]];
    if (write_valid_i && write_ready && write_addr_i == word_q) meant = write_data_i;
  end
  always_ff @(posedge clk_i) begin
    word_q <= word_i;
    if (rst_n) begin
      m_word_stays : assume (word_i == word_q);
      stored_q <= stored;
      meant_q  <= meant;
      if (write_valid_i && write_ready && write_last_i) begin
        a_written : assert (stored == meant);
        c_two_words : cover (written && l2_write_mask == 2'b11);
      end
    end
  end

endmodule

`default_nettype wire
