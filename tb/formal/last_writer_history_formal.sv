// Proves for last_writer_history, at a reduced size and for a symbolic word: the answer to a look-up is never older
// than the word's last writer that has not retired, and never younger than the youngest insertion. This holds through
// eviction, aliasing in table and filter, scrubbing, and any number of wraps of a 5-bit id space. By induction; the
// second half states invariants of the memories and the pipeline. RAMs are registers here, so that induction is one
// query to the SAT solver y2sat: with arrays it does not end in ten minutes.
//
// prove: smtbmc --nopresat yices --delegate=y2sat -- --noincr --logic QF_BV 2
// cover: 50
// bug: last_writer_history/no_scrub abc bmc3 40
// bug: last_writer_table/eviction_lost abc bmc3 24
// bug: last_writer_table/no_update abc bmc3 24
// bug: recency_bloom_filter/older_overwrites abc bmc3 30
// bug: ram_1r1w_fwd/no_forwarding abc bmc3 20

`default_nettype none

module last_writer_history_formal
  import kilo_pkg::lwh_op_e, kilo_pkg::LwhNone, kilo_pkg::LwhLookup, kilo_pkg::LwhInsert, kilo_pkg::LwhScrub,
         kilo_pkg::LwhClear;
(
  input wire logic       clk_i,
  input wire logic [2:0] word_i,            // symbolic word, constant
  input wire logic       op_valid_i,
  input wire logic       op_insert_i,
  input wire logic       watch_i,           // watch the answer to this look-up
  input wire logic [2:0] op_addr_i,
  input wire logic [4:0] op_cid_i,
  input wire logic       retire_i           // the retire pointer advances by one id
);

  localparam int unsigned CidWidth = 5;
  localparam int unsigned Latency = 6;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic op_ready, rsp_valid, rsp_found, busy;
  logic [CidWidth-1:0] retire_q = '0, rsp_cid;

  last_writer_history #(
    .Entries  (4),
    .Ways     (2),
    .SubArrays(2),
    .Buckets  (2),
    .AddrWidth(3),
    .CidWidth (CidWidth)
  ) u_dut (
    .clk_i,
    .rst_ni      (rst_n),
    .retire_cid_i(retire_q),
    .op_valid_i,
    .op_ready_o  (op_ready),
    .op_insert_i,
    .op_addr_i,
    .op_cid_i,
    .rsp_valid_o (rsp_valid),
    .rsp_found_o (rsp_found),
    .rsp_cid_o   (rsp_cid),
    .errors_o    (),
    .busy_o      (busy)
  );

  stream_assume #(
    .Width(1 + 3 + CidWidth)
  ) u_assume_op (
    .clk_i,
    .rst_ni (rst_n),
    .valid_i(op_valid_i),
    .ready_i(op_ready),
    .data_i ({op_insert_i, op_addr_i, op_cid_i})
  );

  logic [2:0] word_q;
  logic       known_q = 1'b0;
  always_ff @(posedge clk_i) begin
    known_q <= 1'b1;
    word_q  <= word_i;
    if (known_q) m_word_is_constant : assume (word_i == word_q);
  end

  // The last writer while it is alive, and the youngest insertion of all.
  typedef struct packed {
    logic                valid;
    logic [CidWidth-1:0] cid;
  } writer_t;

  function automatic logic [CidWidth-1:0] age(logic [CidWidth-1:0] cid, logic [CidWidth-1:0] retire);
    return cid - retire;
  endfunction

  writer_t last_q = '0, newest_q = '0;
  writer_t last, newest;
  logic [CidWidth-1:0] retire;
  logic                accepted;

  assign accepted = op_valid_i && op_ready && rst_n;
  assign retire   = retire_q + CidWidth'(retire_i);

  // Visible to later operations
  always_comb begin
    last   = last_q;
    newest = newest_q;
    if (accepted && op_insert_i) begin
      newest = '{valid: 1'b1, cid: op_cid_i};
      if (op_addr_i == word_i) last = newest;
    end
    if (age(last.cid, retire) >= 5'd16) last.valid = 1'b0;
    if (age(newest.cid, retire) >= 5'd16) newest.valid = 1'b0;
  end

  // The watched look-up: cycles since it was accepted, and the word's last writer then.
  logic [2:0] since_q    = '0;
  writer_t    expected_q = '0;
  logic       wrapped_q  = 1'b0;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      retire_q <= retire;
      last_q   <= last;
      newest_q <= newest;
      if (retire < retire_q) wrapped_q <= 1'b1;
      if (op_valid_i && op_insert_i) begin
        m_live : assume (age(op_cid_i, retire_q) < 5'd16);
        m_in_order : assume (!newest_q.valid || age(op_cid_i, retire_q) >= age(newest_q.cid, retire_q));
      end

      if (since_q == '0) begin
        expected_q <= last;
        if (watch_i && accepted && !op_insert_i && op_addr_i == word_i) since_q <= 3'd1;
      end else begin
        since_q <= since_q == 3'(Latency) ? '0 : since_q + 1'b1;
        if (age(expected_q.cid, retire) >= 5'd16) expected_q.valid <= 1'b0;
      end

      if (since_q == 3'(Latency)) begin
        a_answer : assert (rsp_valid);
        if (expected_q.valid) begin
          a_no_false_negative : assert (rsp_found && age(rsp_cid, retire_q) >= age(expected_q.cid, retire_q));
        end
        if (rsp_found && age(rsp_cid, retire_q) < 5'd16) begin
          a_not_stale : assert (newest_q.valid && age(rsp_cid, retire_q) <= age(newest_q.cid, retire_q));
        end
        c_false_writer : cover (rsp_found && !expected_q.valid && wrapped_q);
        c_from_filter : cover (!u_dut.verdict.hit && expected_q.valid && rsp_cid == expected_q.cid && wrapped_q);
      end
    end
  end

  // ---- Invariants -------------------------------------------------------------------------------------------------

  localparam int unsigned Ways = 2, Sets = 2, SubArrays = 2, Buckets = 2;

  typedef struct packed {
    logic       valid;
    logic [2:0] addr;
    logic [4:0] cid;
  } entry_t;

  // The memories' contents with the write in flight, and the word's place in them.
  entry_t  [Ways-1:0][Sets-1:0]         entry;
  writer_t [SubArrays-1:0][Buckets-1:0] bucket;
  // The RAMs' outputs, with the write in flight
  entry_t  [Ways-1:0]                   read_entry;
  writer_t [SubArrays-1:0]              read_bucket;
  logic                                 set;
  logic    [SubArrays-1:0]              place;

  // The pipeline: the table read (t0) and compared (t1), its result (t2), the filter read (b0) and compared (b1).
  lwh_op_e t0, t1, t2, b0, b1;
  logic [SubArrays-1:0] b0_index, b1_index;
  assign t0 = u_dut.u_table.read_op_q;
  assign t1 = u_dut.u_table.op_q;
  assign t2 = u_dut.table_done;
  assign b0 = u_dut.u_bloom.read_op_q;
  assign b1 = u_dut.u_bloom.op_q;
  assign b0_index = {u_dut.u_bloom.gen_sub_array[1].read_index_q, u_dut.u_bloom.gen_sub_array[0].read_index_q};
  assign b1_index = {u_dut.u_bloom.gen_sub_array[1].index_q, u_dut.u_bloom.gen_sub_array[0].index_q};

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    assign read_entry[way] = u_dut.u_table.write_q[way]
                             && u_dut.u_table.write_index_q == u_dut.u_table.read_index_q ?
                             u_dut.u_table.write_entry_q : u_dut.u_table.gen_way[way].read_entry;
    for (genvar row = 0; row < Sets; row++) begin : gen_row
      assign entry[way][row] = u_dut.u_table.write_q[way] && u_dut.u_table.write_index_q == 1'(row) ?
                               u_dut.u_table.write_entry_q : u_dut.u_table.gen_way[way].u_ram.gen_forward.u_ram.u_ram.mem[row];
    end
  end
  for (genvar i = 0; i < SubArrays; i++) begin : gen_sub_array
    for (genvar row = 0; row < Buckets; row++) begin : gen_row
      assign bucket[i][row] = u_dut.u_bloom.gen_sub_array[i].write_q
                              && u_dut.u_bloom.gen_sub_array[i].write_index_q == 1'(row) ?
                              u_dut.u_bloom.gen_sub_array[i].write_bucket_q :
                              u_dut.u_bloom.gen_sub_array[i].u_ram.gen_forward.u_ram.u_ram.mem[row];
    end
    assign read_bucket[i] = u_dut.u_bloom.gen_sub_array[i].write_q
                            && u_dut.u_bloom.gen_sub_array[i].write_index_q == b0_index[i] ?
                            u_dut.u_bloom.gen_sub_array[i].write_bucket_q :
                            u_dut.u_bloom.gen_sub_array[i].read_bucket;
    h3_hash #(
      .KeyWidth (3),
      .HashWidth(1),
      .Seed     (i)
    ) u_place (
      .key_i (word_i),
      .hash_o(place[i])
    );
  end
  h3_hash #(
    .KeyWidth (3),
    .HashWidth(1),
    .Seed     (16)
  ) u_set (
    .key_i (word_i),
    .hash_o(set)
  );

  // Ids are ordered by their distance from the farthest past: 16 and more are live.
  function automatic logic [CidWidth-1:0] date(logic [CidWidth-1:0] cid, logic [CidWidth-1:0] now);
    return cid - now + 5'd16;
  endfunction

  // A live id is not younger than the youngest insertion.
  function automatic logic plausible(logic [CidWidth-1:0] cid);
    return date(cid, retire_q) < 5'd16 || (newest_q.valid && date(cid, retire_q) <= date(newest_q.cid, retire_q));
  endfunction

  // Scrubs on their way to a row of the table and of the filter, and the rows that wait to be cleared. The scrubber
  // counts four rows: each of the two rows of both memories twice.
  logic [1:0][1:0] table_pending;
  logic [1:0][2:0] bloom_pending;
  logic [1:0] table_uncleared, bloom_uncleared;
  // Lower bound of the ids in a row: the retire pointer at the row's last completed scrub.
  logic [1:0][CidWidth-1:0] table_floor, bloom_floor;

  always_comb begin
    for (int unsigned row = 0; row < 2; row++) begin
      logic [CidWidth-1:0] scrubbed;
      scrubbed = 1'(row) == ~u_dut.block_q[0] ? u_dut.block_q : u_dut.block_q - 1'b1;
      table_pending[row] = 2'(t0 == LwhScrub && u_dut.u_table.read_row_q[0] == 1'(row))
                           + 2'(t1 == LwhScrub && u_dut.u_table.row_q[0] == 1'(row));
      bloom_pending[row] = 3'(table_pending[row]) + 3'(t2 == LwhScrub && u_dut.bloom_row[0] == 1'(row))
                           + 3'(b0 == LwhScrub && b0_index[0] == 1'(row)) + 3'(b1 == LwhScrub && b1_index[0] == 1'(row));
      table_floor[row]   = scrubbed - {2'b00, table_pending[row], 1'b0};
      bloom_floor[row]   = scrubbed - {1'b0, bloom_pending[row], 1'b0};
      table_uncleared[row] = (u_dut.clearing && u_dut.clear_row <= {1'b1, 1'(row)})
                             || (t0 == LwhClear && u_dut.u_table.read_row_q[0] == 1'(row))
                             || (t1 == LwhClear && u_dut.u_table.row_q[0] == 1'(row));
      bloom_uncleared[row] = table_uncleared[row] || (t2 == LwhClear && u_dut.bloom_row[0] == 1'(row))
                             || (b0 == LwhClear && b0_index[0] == 1'(row))
                             || (b1 == LwhClear && b1_index[0] == 1'(row));
    end
  end

  // Sub-array i shows a writer of the word that is not older than `writer`, counting insertions in b0 and b1.
  function automatic logic shown(logic i, logic [CidWidth-1:0] writer, logic insertion_counts);
    logic in_bucket, arriving;
    in_bucket = !bloom_uncleared[place[i]] && bucket[i][place[i]].valid
                && date(bucket[i][place[i]].cid, retire_q) >= date(writer, retire_q);
    arriving  = (b1 == LwhInsert && b1_index[i] == place[i]
                 && date(u_dut.u_bloom.cid_q, retire_q) >= date(writer, retire_q))
                || (b0 == LwhInsert && b0_index[i] == place[i]
                    && date(u_dut.u_bloom.read_cid_q, retire_q) >= date(writer, retire_q));
    return in_bucket || (insertion_counts && arriving);
  endfunction

  logic [CidWidth-1:0] blocks_due;
  assign blocks_due = retire_q - u_dut.block_q;

  logic [Ways-1:0] has_word;
  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) begin
      has_word[way] = entry[way][set].valid && entry[way][set].addr == word_i;
    end
  end

  // Not older than `oldest`, and not from the future.
  function automatic logic recent(logic [CidWidth-1:0] cid, logic [CidWidth-1:0] oldest);
    return date(cid, retire_q) >= oldest && plausible(cid);
  endfunction

  // Operations in t1 find the writer: in the table, on its way to the filter, or through the filter.
  function automatic logic found_behind_t1(logic [CidWidth-1:0] writer);
    logic in_table, behind;
    in_table = entry[has_word[1]][set].cid == writer;
    behind   = (t2 == LwhInsert && u_dut.evict && u_dut.miss_addr == word_i && u_dut.table_cid == writer)
               || (shown(1'b0, writer, 1'b1) && shown(1'b1, writer, 1'b1));
    return has_word != '0 ? in_table : behind;
  endfunction

  // The table's answer to the watched look-up is right; on a miss, the filter will show the writer.
  function automatic logic verdict_holds(logic hit, logic live, logic [CidWidth-1:0] cid, logic [CidWidth-1:0] oldest,
                                         logic insertion_counts);
    logic in_filter;
    in_filter = shown(1'b0, expected_q.cid, insertion_counts) && shown(1'b1, expected_q.cid, insertion_counts);
    return (!hit || !live || recent(
        cid, oldest
    )) && (!expected_q.valid || (hit ? live && cid == expected_q.cid : in_filter));
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      a_model_empty : assert (!last_q.valid && !newest_q.valid && since_q == '0 && retire_q == '0);
    end else begin
      // Clearing precedes everything else.
      if (u_dut.clearing) a_clear_t0 : assert (t0 inside {LwhNone, LwhClear});
      if (u_dut.clearing || t0 == LwhClear) begin
        a_clear_first : assert (!newest_q.valid && !last_q.valid && since_q == '0);
        a_clear_t1 : assert (t1 inside {LwhNone, LwhClear});
      end
      if (u_dut.clearing || t0 == LwhClear || t1 == LwhClear) a_clear_t2 : assert (t2 inside {LwhNone, LwhClear});
      if (u_dut.clearing || t2 == LwhClear || t1 == LwhClear || t0 == LwhClear)
        a_clear_b0 : assert (b0 inside {LwhNone, LwhClear});
      if (u_dut.clearing || b0 == LwhClear || t2 == LwhClear || t1 == LwhClear || t0 == LwhClear)
        a_clear_b1 : assert (b1 inside {LwhNone, LwhClear});

      if (t1 == LwhClear && !(t0 == LwhInsert && u_dut.u_table.read_addr_q == word_i)) begin
        a_clear_last : assert (!last_q.valid);
      end
      if (u_dut.clearing || t0 == LwhClear) begin
        for (int unsigned row = 0; row < 2; row++) begin
          for (int unsigned way = 0; way < Ways; way++) assert (table_uncleared[row] || !entry[way][row].valid);
          for (int unsigned i = 0; i < SubArrays; i++) assert (bloom_uncleared[row] || !bucket[i][row].valid);
        end
      end
      // The rows are cleared in turn, one per cycle.
      if (!u_dut.clearing) a_cleared : assert (u_dut.clear_row == '0);
      if (t0 == LwhClear) a_clear_turn_t0 : assert (u_dut.u_table.read_row_q == u_dut.clear_row - 2'd1);
      if (t1 == LwhClear) begin
        a_clear_turn_t1 : assert (u_dut.u_table.row_q == u_dut.clear_row - 2'd1 - 2'(t0 == LwhClear));
      end
      if (t2 == LwhClear) begin
        a_clear_turn_t2 : assert (u_dut.bloom_row == u_dut.clear_row - 2'd1 - 2'(t0 == LwhClear) - 2'(t1 == LwhClear));
      end
      if (b0 == LwhClear) begin
        a_clear_turn_b0 :
        assert (b0_index[0] == (~u_dut.clear_row[0] ^ (t0 == LwhClear) ^ (t1 == LwhClear) ^ (t2 == LwhClear)));
      end
      if (b1 == LwhClear) begin
        a_clear_turn_b1 :
        assert (b1_index[0] == (~u_dut.clear_row[0] ^ (t0 == LwhClear) ^ (t1 == LwhClear) ^ (t2 == LwhClear)
                                ^ (b0 == LwhClear)));
      end

      // The pipeline carries rows and places, and reads the memories' contents.
      if (t0 inside {LwhScrub, LwhClear}) a_t0_row : assert (u_dut.u_table.read_index_q == u_dut.u_table.read_row_q[0]);
      if (t1 inside {LwhScrub, LwhClear}) a_t1_row : assert (u_dut.u_table.index_q == u_dut.u_table.row_q[0]);
      if (t0 inside {LwhInsert, LwhLookup} && u_dut.u_table.read_addr_q == word_i) begin
        a_t0_set : assert (u_dut.u_table.read_index_q == set);
      end
      if (t1 inside {LwhInsert, LwhLookup} && u_dut.u_table.addr_q == word_i) begin
        a_t1_set : assert (u_dut.u_table.index_q == set);
      end
      if (b0 inside {LwhScrub, LwhClear}) a_b0_row : assert (b0_index[0] == b0_index[1]);
      if (b1 inside {LwhScrub, LwhClear}) a_b1_row : assert (b1_index[0] == b1_index[1]);
      for (int unsigned way = 0; way < Ways; way++) begin
        if (t0 != LwhNone) assert (read_entry[way] == entry[way][u_dut.u_table.read_index_q]);
        if (t1 != LwhNone) assert (u_dut.u_table.entry[way] == entry[way][u_dut.u_table.index_q]);
      end
      for (int unsigned i = 0; i < SubArrays; i++) begin
        if (b0 != LwhNone) assert (read_bucket[i] == bucket[i][b0_index[i]]);
        if (b1 != LwhNone) assert (u_dut.u_bloom.bucket[i] == bucket[i][b1_index[i]]);
      end

      // Scrubbing follows the retire pointer within three ids here, and visits the rows in turn.
      a_scrub_follows : assert (blocks_due <= 5'd3);
      // Due scrubs are known one cycle late.
      a_due : assert (u_dut.scrub_due_q ? blocks_due >= 5'd1 : blocks_due <= 5'd1);
      a_forced : assert (u_dut.scrub_forced_q ? blocks_due >= 5'd2 : blocks_due <= 5'd2);
      if (t0 == LwhScrub) a_turn_t0 : assert (u_dut.u_table.read_row_q == u_dut.block_q[1:0] - 2'd1);
      if (t1 == LwhScrub) begin
        a_turn_t1 : assert (u_dut.u_table.row_q == u_dut.block_q[1:0] - 2'd1 - 2'(t0 == LwhScrub));
      end
      if (t2 == LwhScrub) begin
        a_turn_t2 : assert (u_dut.bloom_row == u_dut.block_q[1:0] - 2'd1 - 2'(t0 == LwhScrub) - 2'(t1 == LwhScrub));
      end
      if (b0 == LwhScrub) begin
        a_turn_b0 :
        assert (b0_index[0] == (~u_dut.block_q[0] ^ (t0 == LwhScrub) ^ (t1 == LwhScrub) ^ (t2 == LwhScrub)));
      end
      if (b1 == LwhScrub) begin
        a_turn_b1 :
        assert (b1_index[0] == (~u_dut.block_q[0] ^ (t0 == LwhScrub) ^ (t1 == LwhScrub) ^ (t2 == LwhScrub)
                                ^ (b0 == LwhScrub)));
      end

      // Every id is recent enough to be unambiguous, and none is from the future.
      for (int unsigned row = 0; row < 2; row++) begin
        for (int unsigned way = 0; way < Ways; way++) begin
          if (entry[way][row].valid && !table_uncleared[row]) begin
            assert (date(entry[way][row].cid, retire_q) >= date(table_floor[row], retire_q));
            assert (plausible(entry[way][row].cid));
          end
        end
        for (int unsigned i = 0; i < SubArrays; i++) begin
          if (bucket[i][row].valid && !bloom_uncleared[row]) begin
            assert (date(bucket[i][row].cid, retire_q) >= date(bloom_floor[row], retire_q));
            assert (plausible(bucket[i][row].cid));
          end
        end
        if (!table_uncleared[row] && entry[0][row].valid && entry[1][row].valid) begin
          assert (entry[0][row].addr != entry[1][row].addr);
        end
      end
      if (t0 == LwhInsert) begin
        a_t0_cid :
        assert (recent(
            u_dut.u_table.read_cid_q, 5'd15
        ) && date(
            u_dut.u_table.read_cid_q, retire_q
        ) >= date(
            u_dut.block_q, retire_q
        ));
      end
      if (t1 == LwhInsert) begin
        a_t1_cid :
        assert (recent(
            u_dut.u_table.cid_q, 5'd14
        ) && date(
            u_dut.u_table.cid_q, retire_q
        ) >= date(
            u_dut.block_q - CidWidth'(t0 == LwhScrub), retire_q
        ));
      end
      if (t2 == LwhInsert && u_dut.evict) a_t2_cid : assert (recent(u_dut.table_cid, 5'd15));
      if (b0 == LwhInsert) a_b0_cid : assert (recent(u_dut.u_bloom.read_cid_q, 5'd14));
      if (b1 == LwhInsert) a_b1_cid : assert (recent(u_dut.u_bloom.cid_q, 5'd13));

      // Invariants of the harness's model
      if (newest_q.valid) begin
        a_newest : assert (date(newest_q.cid, retire_q) >= 5'd16 && u_dut.insert_prev_q == newest_q.cid);
      end else begin
        a_no_newest : assert (u_dut.clearing || date(u_dut.insert_prev_q, retire_q) inside {5'd15, 5'd16});
      end
      if (last_q.valid) begin
        a_last : assert (date(last_q.cid, retire_q) >= 5'd16 && plausible(last_q.cid));
        // Place of the last writer: in flight, in the table, or shown by the filter.
        if (t0 == LwhInsert && u_dut.u_table.read_addr_q == word_i) begin
          a_last_read : assert (u_dut.u_table.read_cid_q == last_q.cid);
        end else if (t1 == LwhInsert && u_dut.u_table.addr_q == word_i) begin
          a_last_arrives : assert (u_dut.u_table.cid_q == last_q.cid);
        end else begin
          a_last_found : assert (found_behind_t1(last_q.cid));
        end
      end

      // The watched look-up, stage by stage.
      if (since_q != '0 && expected_q.valid) a_expected : assert (date(expected_q.cid, retire_q) >= 5'd16);
      unique case (since_q)
        3'd0: ;
        3'd1: begin
          a_watch_1 : assert (t0 == LwhLookup && u_dut.u_table.read_addr_q == word_i && expected_q.valid == last_q.valid
                              && (!last_q.valid || expected_q.cid == last_q.cid));
        end
        3'd2: begin
          a_watch_2 : assert (t1 == LwhLookup && u_dut.u_table.addr_q == word_i);
          if (expected_q.valid) a_watch_2_found : assert (found_behind_t1(expected_q.cid));
        end
        3'd3: begin
          a_watch_3 : assert (t2 == LwhLookup && u_dut.miss_addr == word_i);
          a_watch_3_verdict : assert (verdict_holds(u_dut.hit, u_dut.hit_live, u_dut.table_cid, 5'd15, 1'b1));
        end
        3'd4: begin
          a_watch_4 : assert (b0 == LwhLookup && b0_index == place && u_dut.verdict_q[0].lookup);
          a_watch_4_verdict : assert (verdict_holds(u_dut.verdict_q[0].hit, u_dut.verdict_q[0].live,
                                                    u_dut.verdict_q[0].cid, 5'd14, 1'b1));
        end
        3'd5: begin
          a_watch_5 : assert (b1 == LwhLookup && b1_index == place && u_dut.verdict_q[1].lookup);
          a_watch_5_verdict : assert (verdict_holds(u_dut.verdict_q[1].hit, u_dut.verdict_q[1].live,
                                                    u_dut.verdict_q[1].cid, 5'd13, 1'b0));
        end
        default: a_watch_6 : assert (since_q == 3'(Latency) && u_dut.verdict_q[2].lookup);
      endcase
    end
  end

endmodule

`default_nettype wire
