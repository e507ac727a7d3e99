// Reclaims the memory of the dead in the reader list: a pass visits the next rows of each way, removes the dead
// and frees empty entries; Passes passes visit all rows. An operation reads rows in up to three of the four banks
// of each way; the pass reads one of another bank in the same cycle. In the next the row comes from the RAM, then
// its dead are looked up, then they are removed, and then it is written. So it costs operations nothing, except
// when they keep some way from its remaining rows: after ReclaimShare of them the pass has a slot alone.
//
// Between its read and its write a row is touched by an operation that writes it, and by one that reads it, and may
// write it later. Reads of earlier operations have had their writes by then. A touched row is visited again, and so
// is a row if an operation writes its bank in the cycle of its own write. Where operations use one row all the time,
// that would never end: after Tries futile visits, not counting each row's first, operations wait for a while.
//
// Leaves that became empty or small are to be compacted (reader_update), which is a separate operation, one of each way
// at a time. While there are others, one is offered in 16 cycles, unless compact_burst_i is high, and a leaf found too
// soon is left to the next pass: an empty one does no harm.
//
// The first row waits for the operations that were accepted before, because a reader may have died since.
//
// Latency:    four cycles from the read of a row to its write.
// Throughput: one row of each way each cycle in which rows can be read; about a tenth of them twice.
//
// Accepted: operations that the reader list holds. The other parameters are reader_list's.

`include "gputm_assert.svh"

`default_nettype none

module reader_reclaimer
  import reader_list_pkg::*;
#(
  parameter int unsigned Ways = 4,
  parameter int unsigned Rows = 21964,
  parameter int unsigned BlockWidth = 30,
  parameter int unsigned IdWidth = 10,
  parameter int unsigned LeafWidth = 5,
  parameter int unsigned GenWidth = 3,
  parameter int unsigned ReclaimShare = 24,
  parameter int unsigned Passes = 8,
  parameter int unsigned Accepted = 8,
  localparam int unsigned Ids = 2 ** IdWidth,
  localparam int unsigned LeafIndex = IdWidth - LeafWidth,
  localparam int unsigned Leaves = 2 ** LeafIndex,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth, GenWidth),
  localparam int unsigned RowWidth = $clog2(Rows),
  localparam int unsigned IndexWidth = RowWidth - 2  // index of a row in its bank
) (
  input  wire logic                                       clk_i,
  input  wire logic                                       rst_ni,

  input  wire logic                                       initialise_i,     // empties a row of each bank a cycle
  output      logic [RowWidth-3:0]                        initial_index_o,  // row that is emptied
  output      logic                                       initial_last_o,

  input  wire logic                                       start_i,          // starts a pass, while reclaiming_o is low
  output      logic                                       reclaiming_o,
  input  wire logic                                       done_i,           // an operation has finished
  input  wire logic                                       idle_i,           // no operation is left

  // The pass reads a row
  output      logic                                       stall_o,       // no operation may be issued
  input  wire logic                                       op_valid_i,    // an operation reads in this cycle
  input  wire logic [Ways-1:0][Banks-1:0]                 op_banks_i,    // banks that it reads
  input  wire logic [Probes-1:0]                          op_read_i,     // probes that it reads
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]  op_rows_i,     // rows that it reads
  output      logic [Ways-1:0][Banks-1:0]                 read_o,        // bank that the pass reads
  output      logic [Ways-1:0][Banks-1:0][IndexWidth-1:0] read_index_o,  // row in each bank, if that is read

  // The cycle after the read: the row is there
  input  wire logic [Ids-1:0]                             dead_i,
  input  wire logic [Leaves-1:0][GenWidth-1:0]            gen_i,  // present generation of each leaf's transactions
  input  wire logic [Ways-1:0][EntryWidth-1:0]            entry_i,

  // Writes of an operation now, in the rows that it has read before
  input  wire logic [Probes-1:0][Ways-1:0]                op_write_i,
  input  wire logic [Probes-1:0][RowWidth-1:0]            op_write_row_i,   // row in the written way

  // Three cycles after the row was there: it is written
  output      logic [Ways-1:0]                            write_o,
  output      logic [Ways-1:0][RowWidth-1:0]              write_rows_o,
  output      logic [Ways-1:0][EntryWidth-1:0]            entry_o,

  // A leaf to be compacted
  output      logic                                       compact_valid_o,
  output      logic [BlockWidth-1:0]                      compact_block_o,
  output      logic [LeafIndex-1:0]                       compact_leaf_o,
  input  wire logic                                       compact_issue_i,  // the compaction is issued
  input  wire logic                                       compact_back_i,   // the compaction has returned, done or not
  input  wire logic                                       compact_done_i,   // the leaf needs no further compaction
  input  wire logic                                       compact_wait_i,   // no leaf is left to the next pass
  input  wire logic                                       compact_burst_i   // compactions may follow each other at once
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned ShareWidth = $clog2(ReclaimShare);
  localparam int unsigned OlderWidth = $clog2(Accepted + 1);
  localparam int unsigned Steps = 4;  // steps of a visit, after the read: the row comes, look-up, filter, write
  localparam int unsigned Again = 8;  // rows of a way to be visited again, including those in flight
  localparam int unsigned Tries = 32;
  localparam int unsigned ExclusiveCycles = 16;  // they end, and the waiting rows are visited twice

  localparam int unsigned Indices = Rows / Banks;
  localparam int unsigned Part = (Indices + Passes - 1) / Passes;  // indices of a bank in a pass

  typedef logic [IndexWidth-1:0] index_t;
  typedef logic [RowWidth-1:0] row_t;

  typedef struct packed {
    logic [BlockWidth-1:0]                        block;
    reader_kind_e                                 kind;
    logic [content_width(IdWidth, LeafWidth, GenWidth)-1:0] content;
  } entry_t;

  // Half of the sum is that of each half, counted up to one more than a plain entry holds.
  function automatic logic at_most_plain(logic [LeafIds-1:0] readers);
    logic [2*LeafIds-1:0][CountWidth:0] sums;
    sums = '0;
    for (int unsigned i = 0; i < LeafIds; i++) sums[LeafIds+i] = (CountWidth + 1)'(readers[i]);
    for (int unsigned i = LeafIds - 1; i > 0; i--) begin
      sums[i] = sums[2*i] + sums[2*i+1];
      if (sums[2*i][CountWidth] || sums[2*i+1][CountWidth] || sums[i][CountWidth]) begin
        sums[i] = (CountWidth + 1)'(PlainIds + 1);
      end
    end
    return !sums[1][CountWidth];
  endfunction

  // The pass as a whole
  logic [Ways-1:0] way_done, waits, futile, compact_valid_q;
  logic [$clog2(Tries)-1:0] tries_q;  // futile visits, except the first of their row
  logic [$clog2(ExclusiveCycles)-1:0] exclusive_q;  // remaining cycles without operations
  logic [ShareWidth-1:0] share_q;  // operations that have kept some way waiting
  logic [OlderWidth-1:0] older_q;  // operations that may come before the first row
  logic reclaiming_q, started_q, begin_rows, ends;
  logic compacting_q;  // a leaf is being compacted
  logic [3:0] share_left_q;  // remaining cycles until the next leaf
  index_t initial_q;
  index_t last_q;  // last index of the pass

  assign reclaiming_o = reclaiming_q;
  assign begin_rows   = reclaiming_q && !started_q && (older_q == '0 || idle_i);
  assign ends         = reclaiming_q && started_q && way_done == '1 && compact_valid_q == '0 && !compacting_q;
  assign stall_o      = share_q == ShareWidth'(ReclaimShare - 1) || exclusive_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reclaiming_q <= 1'b0;
      started_q    <= 1'b0;
      older_q      <= OlderWidth'(Accepted);
      share_q      <= '0;
      tries_q      <= '0;
      exclusive_q  <= '0;
      last_q       <= index_t'(Indices - 1);
    end else begin
      if (op_read_i == '0 || !started_q) share_q <= '0;
      else if (waits != '0 && !stall_o) share_q <= share_q + 1'b1;
      if (futile != '0) tries_q <= tries_q + 1'b1;
      if (futile != '0 && tries_q == '1) exclusive_q <= '1;
      else if (exclusive_q != '0) exclusive_q <= exclusive_q - 1'b1;
      if (!reclaiming_q && start_i) begin
        if (last_q == index_t'(Indices - 1)) last_q <= index_t'(Part - 1);
        else last_q <= last_q >= index_t'(Indices - Part) ? index_t'(Indices - 1) : last_q + index_t'(Part);
      end
      if (!reclaiming_q) begin
        reclaiming_q <= start_i;
      end else if (!started_q) begin
        if (done_i && older_q != '0) older_q <= older_q - 1'b1;
        started_q <= begin_rows;
      end
      // Without a pass nothing counts: the clock may stop.
      if (ends) begin
        reclaiming_q <= 1'b0;
        started_q    <= 1'b0;
        older_q      <= OlderWidth'(Accepted);
        share_q      <= '0;
        exclusive_q  <= '0;
      end
    end
  end

  // Leaves to be compacted: one of each way
  logic [Ways-1:0] report, compact_first;
  logic [Ways-1:0][BlockWidth-1:0] report_block, compact_block_q;
  logic [Ways-1:0][LeafIndex-1:0] report_leaf, compact_leaf_q;

  assign compact_first   = compact_valid_q & ~(compact_valid_q - 1'b1);
  assign compact_valid_o = compact_valid_q != '0 && !compacting_q && (compact_burst_i || share_left_q == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      compacting_q <= 1'b0;
      share_left_q <= '0;
    end else begin
      if (compact_issue_i) compacting_q <= 1'b1;
      if (compact_issue_i) share_left_q <= '1;
      else if (ends) share_left_q <= '0;
      else if (share_left_q != '0) share_left_q <= share_left_q - 1'b1;
      if (compact_back_i) compacting_q <= 1'b0;
    end
  end

  always_comb begin
    compact_block_o = '0;
    compact_leaf_o  = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (compact_first[way]) begin
        compact_block_o |= compact_block_q[way];
        compact_leaf_o |= compact_leaf_q[way];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) compact_valid_q <= '0;
    else compact_valid_q <= (compact_valid_q & ~(compact_done_i ? compact_first : '0)) | report;
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned way = 0; way < Ways; way++) begin
      if (report[way]) begin
        compact_block_q[way] <= report_block[way];
        compact_leaf_q[way]  <= report_leaf[way];
      end
    end
  end

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    // Rows still to be visited, from next_q on, of each bank; and those to be visited again
    logic [Banks-1:0] left_q, readable;
    index_t [Banks-1:0] next_q;
    row_t [Again-1:0] again_q, again_d;
    logic [$clog2(Again+1)-1:0] agains_q, agains_d;
    logic [1:0] bank, last_bank_q;
    logic [Banks-1:0] reads;
    logic read, read_again, free_again, repeats;
    row_t row;

    // A slot is free in a bank that the operation does not read.
    always_comb begin
      readable = op_valid_i ? ~op_banks_i[way] : '1;
      bank     = '0;  // in turn
      for (int unsigned i = Banks; i > 0; i--) begin
        if (left_q[2'(last_bank_q+2'(i))] && readable[2'(last_bank_q+2'(i))]) bank = last_bank_q + 2'(i);
      end
    end

    assign free_again = agains_q < ($clog2(Again + 1))'(Again - Steps);
    assign read_again = agains_q != '0 && readable[again_q[0][1:0]];
    assign read       = (left_q & readable) != '0 && free_again && !read_again;
    assign row        = read_again ? again_q[0] : {next_q[bank], bank};

    // The row of each bank is known before the bank that can be read.
    always_comb begin
      for (int unsigned i = 0; i < Banks; i++) begin
        reads[i]             = read && bank == 2'(i);
        read_o[way][i]       = reads[i] || (read_again && again_q[0][1:0] == 2'(i));
        read_index_o[way][i] = agains_q != '0 && again_q[0][1:0] == 2'(i) ? again_q[0][RowWidth-1:2] : next_q[i];
      end
    end

    assign waits[way] = (left_q != '0 || agains_q != '0) && !read && !read_again;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        left_q      <= '0;
        next_q      <= '0;
        last_bank_q <= '0;
      end else begin
        if (read) last_bank_q <= bank;
        if (begin_rows) left_q <= '1;
        for (int unsigned i = 0; i < Banks; i++) begin
          if (reads[i]) next_q[i] <= next_q[i] == index_t'(Indices - 1) ? '0 : next_q[i] + 1'b1;
          if (reads[i] && next_q[i] == last_q) left_q[i] <= 1'b0;
        end
      end
    end

    // A visit: the row comes, its dead are looked up and removed, and it is written, unless touched meanwhile.
    logic [Steps:1] valid_q, touched_q, revisit_q;
    logic [Steps-1:1] touched;
    row_t [Steps:1] row_q;

    always_comb begin
      touched = '0;
      for (int unsigned step = 1; step < Steps; step++) begin
        if (step > 1) touched[step] = touched_q[step];
        for (int unsigned probe = 0; probe < Probes; probe++) begin
          if (op_read_i[probe] && op_rows_i[probe][way] == row_q[step]) touched[step] = 1'b1;
          if (op_write_i[probe][way] && op_write_row_i[probe] == row_q[step]) touched[step] = 1'b1;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= '0;
      else valid_q <= {valid_q[Steps-1:1], read || read_again};
    end

    always_ff @(posedge clk_i) begin
      row_q     <= {row_q[Steps-1:1], row};
      revisit_q <= {revisit_q[Steps-1:1], read_again};
      touched_q <= {touched, 1'b0};
    end

    // The second step to the last
    logic done_changed_q, done_compact_q, wanted;
    entry_t entry_q, full_q, live, done_q;
    logic [LeafIds-1:0] readers;

    assign live.block = full_q.block;

    reader_filter #(
      .IdWidth  (IdWidth),
      .LeafWidth(LeafWidth),
      .GenWidth (GenWidth)
    ) u_filter (
      .clk_i,
      .dead_i,
      .gen_i,
      .kind_i   (entry_q.kind),
      .content_i(entry_q.content),
      .kind_o   (live.kind),
      .content_o(live.content)
    );

    assign readers = live.content[LeafIds-1:0];

    always_ff @(posedge clk_i) begin
      entry_q        <= entry_i[way];
      full_q         <= entry_q;
      done_q         <= live.kind == ReaderUnused ? '0 : live;
      done_changed_q <= live != full_q;
      done_compact_q <= live.kind == ReaderLeaf && at_most_plain(readers);
    end

    // The row must have no other use.
    logic taken;

    always_comb begin
      taken = touched_q[Steps] || (done_compact_q && compact_valid_q[way] && compact_wait_i);
      for (int unsigned probe = 0; probe < Probes; probe++) begin
        if (op_write_i[probe][way] && op_write_row_i[probe][1:0] == row_q[Steps][1:0]) taken = 1'b1;
      end
    end

    assign wanted            = valid_q[Steps] && (done_changed_q || done_compact_q);
    assign repeats           = wanted && taken;
    assign futile[way]       = wanted && touched_q[Steps] && revisit_q[Steps];
    assign write_o[way]      = valid_q[Steps] && done_changed_q && !taken;
    assign write_rows_o[way] = row_q[Steps];
    assign entry_o[way]      = done_q;
    assign report[way]       = valid_q[Steps] && done_compact_q && !taken && !compact_valid_q[way];
    assign report_block[way] = done_q.block;
    assign report_leaf[way]  = done_q.content[LeafIds+:LeafIndex];

    always_comb begin
      again_d  = again_q;
      agains_d = agains_q;
      if (read_again) begin
        again_d  = again_q >> RowWidth;
        agains_d = agains_d - 1'b1;
      end
      if (repeats) begin
        for (int unsigned i = 0; i < Again; i++) begin
          if (($clog2(Again + 1))'(i) == agains_d) again_d[i] = row_q[Steps];
        end
        agains_d = agains_d + 1'b1;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) agains_q <= '0;
      else agains_q <= agains_d;
    end
    always_ff @(posedge clk_i) again_q <= again_d;

    assign way_done[way] = left_q == '0 && agains_q == '0 && valid_q == '0;

    `GPUTM_ASSERT_IF(a_room_for_another_visit, agains_q != ($clog2(Again + 1))'(Again) || read_again, repeats,
                     ("reader_reclaimer: row %0d of way %0d cannot be visited again", row_q[Steps], way))
    `GPUTM_COVER(b_row_is_visited_again, repeats)
  end

  // Rows that are emptied
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) initial_q <= '0;
    else if (initialise_i) initial_q <= initial_last_o ? '0 : initial_q + 1'b1;
  end
  assign initial_index_o = initial_q;
  assign initial_last_o  = initial_q == index_t'(Indices - 1);

  `GPUTM_ASSERT_IF(a_one_pass_at_a_time, !reclaiming_q, start_i,
                   ("reader_reclaimer: a pass starts while one is under way"))

  `GPUTM_ASSERT_IF(a_begins_without_work, way_done == '1 && compact_valid_q == '0 && share_q == '0, !started_q,
                   ("reader_reclaimer: rows are visited before the pass begins"))
  `GPUTM_ASSERT_IF(
      a_rests_without_a_pass,
      !started_q && older_q == OlderWidth'(Accepted) && exclusive_q == '0 && share_left_q == '0 && !compacting_q,
      !reclaiming_q, ("reader_reclaimer: something is left of the last pass"))

  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_pass_takes_its_share, stall_o && waits != '0)
  `GPUTM_COVER(b_pass_is_exclusive, exclusive_q != '0)
  `GPUTM_COVER(b_leaf_compacted, compact_done_i)

endmodule

`default_nettype wire
