// Proves for memory_to_axi, with two tags, three writes in flight, two words per beat of the bus, and any memory that
// follows AXI: a read returns a value that the word had between the read's acceptance and its response, behind every
// write accepted before it; writes reach memory in the order of acceptance, once, at their own byte of the bus, and their
// addresses and data are offered at once, neither waiting for the other; any answer may be an error, which fails a read
// and no other, and the first one is reported; and the rules of the bus hold (axi_check).
//
// The memory performs a write at some time between its transfer and its answer, in address order, since all writes have
// one id. A read takes its value at some time between its address and its answer, in any order.
//
// bound: abc bmc3 12
// cover: 14
// bug: axi_word_reads/write_overtaken abc bmc3 12
// bug: axi_word_reads/first_place abc bmc3 12
// bug: axi_word_writes/address_lost abc bmc3 12
// bug: axi_word_writes/all_strobes abc bmc3 12
// bug: axi_word_writes/answered_when_sent abc bmc3 12
// bug: writes_in_flight/youngest_overlooked abc bmc3 12
// bug: writes_in_flight/one_too_many abc bmc3 12
// bug: axi_word_writes/address_sent_twice abc bmc3 12
// bug: memory_to_axi/failed_reads_count abc bmc3 12
// bug: memory_to_axi/last_error_kept abc bmc3 12
// bug: memory_to_axi/read_hides_write abc bmc3 12

`default_nettype none

module memory_to_axi_formal
  import kilo_pkg::*;
  import kilo_axi_pkg::*;
(
  input wire logic             clk_i,
  input wire logic             read_valid_i,
  input wire logic             read_tag_i,
  input wire word_addr_t       read_addr_i,
  input wire logic             write_valid_i,
  input wire word_addr_t       write_addr_i,
  input wire logic [7:0]       write_data_i,
  // Choices of the memory
  input wire logic             aw_ready_i,
  input wire logic             w_ready_i,
  input wire logic             ar_ready_i,
  input wire logic             perform_i,      // the oldest write takes effect
  input wire logic [1:0]       sample_i,       // the reads with these tags take their values
  input wire logic             b_valid_i,
  input wire logic             r_valid_i,
  input wire logic [1:0]       r_id_i,
  input wire logic [1:0][7:0]  r_rest_i,       // remaining bytes on the bus
  input wire logic [1:0]       resp_i,
  input wire word_addr_t       watched_i       // watched word, constant
);

  localparam int unsigned Writes = 3;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic read_ready, response_valid, response_tag, response_error, write_ready, accepted, answered, error, busy;
  bus_error_t error_info;
  logic [7:0] response_data;
  logic [1:0] awid, arid, wstrb;
  logic [11:0] awaddr, araddr;
  logic [7:0] awlen, arlen;
  logic [2:0] awsize, arsize, awprot, arprot;
  logic [1:0] awburst, arburst;
  logic [3:0] awcache, arcache, awqos, arqos;
  logic awlock, arlock, awvalid, arvalid, wvalid, wlast, bready, rready;
  logic [15:0] wdata;
  logic [1:0][7:0] rdata;

  memory_to_axi #(
    .TagWidth    (1),
    .Writes      (Writes),
    .BusWidth    (16),
    .BusAddrWidth(12),
    .BaseAddress (64'h100)
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
    .response_error_o(response_error),
    .write_valid_i,
    .write_ready_o   (write_ready),
    .write_addr_i,
    .write_data_i,
    .accepted_o      (accepted),
    .answered_o      (answered),
    .m_axi_awid      (awid),
    .m_axi_awaddr    (awaddr),
    .m_axi_awlen     (awlen),
    .m_axi_awsize    (awsize),
    .m_axi_awburst   (awburst),
    .m_axi_awlock    (awlock),
    .m_axi_awcache   (awcache),
    .m_axi_awprot    (awprot),
    .m_axi_awqos     (awqos),
    .m_axi_awvalid   (awvalid),
    .m_axi_awready   (aw_ready_i),
    .m_axi_wdata     (wdata),
    .m_axi_wstrb     (wstrb),
    .m_axi_wlast     (wlast),
    .m_axi_wvalid    (wvalid),
    .m_axi_wready    (w_ready_i),
    .m_axi_bid       ('0),
    .m_axi_bresp     (resp_i),
    .m_axi_bvalid    (b_valid_i),
    .m_axi_bready    (bready),
    .m_axi_arid      (arid),
    .m_axi_araddr    (araddr),
    .m_axi_arlen     (arlen),
    .m_axi_arsize    (arsize),
    .m_axi_arburst   (arburst),
    .m_axi_arlock    (arlock),
    .m_axi_arcache   (arcache),
    .m_axi_arprot    (arprot),
    .m_axi_arqos     (arqos),
    .m_axi_arvalid   (arvalid),
    .m_axi_arready   (ar_ready_i),
    .m_axi_rid       (r_id_i),
    .m_axi_rdata     (rdata),
    .m_axi_rresp     (resp_i),
    .m_axi_rlast     (1'b1),
    .m_axi_rvalid    (r_valid_i),
    .m_axi_rready    (rready),
    .error_o         (error),
    .error_info_o    (error_info),
    .memory_error_o  (),
    .busy_o          (busy)
  );

  stream_assume #(
    .Width(1 + WordAddrBits)
  ) u_assume_read (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(read_valid_i),
    .ready_i(read_ready),
    .data_i ({read_tag_i, read_addr_i})
  );
  stream_assume #(
    .Width(WordAddrBits + 8)
  ) u_assume_write (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(write_valid_i),
    .ready_i(write_ready),
    .data_i ({write_addr_i, write_data_i})
  );

  word_addr_t watched_q;
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    watched_q <= watched_i;
    if (started_q) m_constant : assume (watched_i == watched_q);
  end

  // --- The unit's view: writes accepted and not performed, oldest at 0, and the number of writes to the watched word.

  logic [3:0][WordAddrBits+7:0] due_q = '0;
  logic [2:0] due_count_q = '0;
  logic [5:0] written_q = '0;  // accepted writes to the watched word
  logic [1:0] in_flight_q = '0;  // tags in use
  logic [1:0][5:0] behind_q = '0;  // written_q at the acceptance of the tag's read
  logic [1:0][WordAddrBits-1:0] word_q = '0;  // word that the tag reads

  // --- The memory: accepted addresses and data, oldest at 0.

  logic [3:0][11:0] addresses_q = '0;
  logic [3:0][17:0] data_q = '0;
  logic [2:0] address_count_q = '0, data_count_q = '0, answers_q = '0;
  logic [5:0] performed_q = '0;  // performed writes to the watched word
  logic [7:0] memory_q = '0;  // value of the watched word
  logic [1:0] asked_q = '0, sampled_q = '0, place_q = '0, watches_q = '0;
  logic [1:0][7:0] value_q = '0;
  logic [1:0][5:0] seen_q = '0;  // performed_q when the read took its value

  logic performs, takes_address, takes_data, takes_read, hits;
  logic [7:0] stored;
  word_addr_t stored_word;
  assign performs      = perform_i && address_count_q != '0 && data_count_q != '0;
  assign takes_address = awvalid && aw_ready_i;
  assign takes_data    = wvalid && w_ready_i;
  assign takes_read    = arvalid && ar_ready_i;
  assign stored_word   = addresses_q[0][1:0];
  assign stored        = stored_word[0] ? data_q[0][17:10] : data_q[0][9:2];
  assign hits          = performs && stored_word == watched_i;

  // An answer for the watched word has it in its place.
  always_comb begin
    rdata = r_rest_i;
    if (watches_q[r_id_i[1]]) rdata[place_q[r_id_i[1]]] = value_q[r_id_i[1]];
  end

  logic [2:0] due_after, addresses_after, data_after;
  assign due_after       = due_count_q - 3'(performs);
  assign addresses_after = address_count_q - 3'(performs);
  assign data_after      = data_count_q - 3'(performs);

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (performs) begin
        due_q       <= due_q >> (WordAddrBits + 8);
        addresses_q <= addresses_q >> 12;
        data_q      <= data_q >> 18;
      end
      if (accepted) due_q[due_after[1:0]] <= {write_addr_i, write_data_i};
      if (takes_address) addresses_q[addresses_after[1:0]] <= awaddr;
      if (takes_data) data_q[data_after[1:0]] <= {wdata, wstrb};
      due_count_q     <= due_after + 3'(accepted);
      address_count_q <= addresses_after + 3'(takes_address);
      data_count_q    <= data_after + 3'(takes_data);
      answers_q       <= answers_q + 3'(performs) - 3'(b_valid_i);
      if (accepted && write_addr_i == watched_i) written_q <= written_q + 1'b1;
      if (hits) begin
        performed_q <= performed_q + 1'b1;
        memory_q    <= stored;
      end
      for (int unsigned tag = 0; tag < 2; tag++) begin
        if (sample_i[tag]) begin
          sampled_q[tag] <= 1'b1;
          value_q[tag]   <= memory_q;
          seen_q[tag]    <= performed_q;
        end
      end
      if (takes_read) begin
        asked_q[arid[1]]   <= 1'b1;
        place_q[arid[1]]   <= araddr[0];
        watches_q[arid[1]] <= araddr == 12'h100 + 12'(watched_i);
      end
      if (r_valid_i) begin
        asked_q[r_id_i[1]]   <= 1'b0;
        sampled_q[r_id_i[1]] <= 1'b0;
      end
      if (response_valid) in_flight_q[response_tag] <= 1'b0;
      if (read_valid_i && read_ready) begin
        in_flight_q[read_tag_i] <= 1'b1;
        behind_q[read_tag_i]    <= written_q;
        word_q[read_tag_i]      <= read_addr_i;
      end

      // Obligations of the unit and the memory
      if (read_valid_i) m_tag_once : assume (!in_flight_q[read_tag_i]);
      m_sample : assume ((sample_i & ~(asked_q & ~sampled_q)) == '0);
      if (r_valid_i) m_answer : assume (sampled_q[r_id_i[1]] && r_id_i[0] == place_q[r_id_i[1]]);
      m_answer_write : assume (!b_valid_i || answers_q != '0);

      // Writes
      if (performs) begin
        a_in_order : assert (due_count_q != '0 && {stored_word, stored} == due_q[0]);
        a_address : assert (addresses_q[0][11:2] == 10'h40);
        a_own_byte : assert (data_q[0][1:0] == (stored_word[0] ? 2'b10 : 2'b01));
      end
      a_ready_for_answers : assert (bready && rready);

      // Reads
      if (response_valid) begin
        a_asked : assert (in_flight_q[response_tag]);
      end
    end
  end

  // A response comes a cycle after its answer; its state is kept until then.
  logic [5:0] answer_seen_q = '0;
  logic [7:0] answer_value_q = '0;
  logic answer_watched_q = 1'b0;
  logic [5:0] lead;
  always_ff @(posedge clk_i) begin
    answer_seen_q    <= seen_q[r_id_i[1]];
    answer_value_q   <= value_q[r_id_i[1]];
    answer_watched_q <= r_valid_i && watches_q[r_id_i[1]];
  end
  assign lead = answer_seen_q - behind_q[response_tag];

  logic watched_response;
  assign watched_response = response_valid && word_q[response_tag] == watched_i;

  always_ff @(posedge clk_i) begin
    if (rst_n && watched_response) begin
      a_word : assert (answer_watched_q && response_data == answer_value_q);
      a_behind_older_writes : assert (!lead[5]);
      c_behind_two : cover (behind_q[response_tag] == 6'd2);
      c_a_younger_write : cover (lead == 6'd1 && behind_q[response_tag] == 6'd1);
    end
    if (rst_n) begin
      c_data_first : cover (takes_data && data_count_q == 3'd1 && address_count_q == '0);
      c_out_of_order : cover (r_valid_i && asked_q == 2'b11 && in_flight_q == 2'b11);
    end
  end

  // --- Addresses and data of accepted writes that the memory has not taken

  logic [2:0] owed_addresses_q = '0, owed_data_q = '0;
  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      owed_addresses_q <= owed_addresses_q + 3'(accepted) - 3'(takes_address);
      owed_data_q      <= owed_data_q + 3'(accepted) - 3'(takes_data);
      a_address_offered : assert (awvalid == (owed_addresses_q != '0));
      a_data_offered : assert (wvalid == (owed_data_q != '0));
    end
  end

  // --- Errors: words of the writes without an answer, oldest at 0; the first error, and whether it is reported yet.

  logic [3:0][WordAddrBits-1:0] unanswered_q = '0;
  logic [2:0] unanswered_after;
  logic fails, failed_q = 1'b0, erred_q = 1'b0, told_q = 1'b0;
  bus_error_t first_q = '0;
  assign fails            = (b_valid_i || r_valid_i) && resp_i[1];
  assign unanswered_after = answers_q - 3'(b_valid_i);

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (b_valid_i) unanswered_q <= unanswered_q >> WordAddrBits;
      if (performs) unanswered_q[unanswered_after[1:0]] <= stored_word;
      failed_q <= resp_i[1];
      erred_q   <= erred_q || fails;
      told_q   <= erred_q;
      if (fails && !erred_q) begin
        first_q <= b_valid_i ?
        '{write: 1'b1, resp: resp_i, tag: '0, addr: unanswered_q[0]}
        :
        '{write: 1'b0, resp: resp_i, tag: 16'(r_id_i[1]), addr: word_q[r_id_i[1]]};
      end
      if (response_valid) a_fails : assert (response_error == failed_q);
      a_reported : assert (error == told_q);
      a_first_error : assert (!told_q || error_info == first_q);
      c_second_error : cover (told_q && fails);
    end
  end

  wire unused = ^{answered, busy, awid, awlen, awsize, awprot, awburst, awcache, awqos, awlock, wlast, arlen,
                  arsize, arprot, arburst, arcache, arqos, arlock};

endmodule

`default_nettype wire
