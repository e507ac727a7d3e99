// Reclaims the memory of the dead in the reader list: a pass visits the next rows of each way, takes the dead out and
// frees what is empty; Passes of them visit all rows. An operation reads rows in up to three of the four banks of each
// way; the pass reads one of another bank in the same cycle, looks up the dead in the next, and writes the row in the
// third. So it costs operations nothing, except when they keep some way from rows that are left: after ReclaimShare of
// them the pass has a slot alone.
//
// A row is visited again when an operation may write what it has read before the pass has written it, or needs the bank.
//
// Leaves that became empty or small are to be tidied (reader_update), which is an operation of its own, one of each way at
// a time. While there are others, one is offered in 16 cycles, if there is no hurry, and a leaf that comes too soon is left
// to the next pass: an empty one does no harm.
//
// The first row waits for the operations that were accepted before, because a reader may have died since.
//
// Latency:    one row of each way each cycle in which rows can be read; about a twentieth of them twice.
//
// Accepted: operations that the reader list holds. The other parameters are reader_list's.

`default_nettype none

module reader_reclaimer
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways         = 4,
  parameter  int unsigned Rows         = 21964,
  parameter  int unsigned BlockWidth   = 30,
  parameter  int unsigned IdWidth      = 10,
  parameter  int unsigned LeafWidth    = 5,
  parameter  int unsigned ReclaimShare = 24,
  parameter  int unsigned Passes       = 8,
  parameter  int unsigned Accepted     = 8,
  localparam int unsigned Ids          = 2 ** IdWidth,
  localparam int unsigned LeafIndex    = IdWidth - LeafWidth,
  localparam int unsigned EntryWidth   = entry_width(BlockWidth, IdWidth, LeafWidth),
  localparam int unsigned RowWidth     = $clog2(Rows)
) (
  input  wire logic                                       clk_i,
  input  wire logic                                       rst_ni,

  input  wire logic                                       initialise_i,     // after reset: a row of each bank a cycle
  output      logic [RowWidth-3:0]                        initial_index_o,  // this one is emptied
  output      logic                                       initial_last_o,

  input  wire logic                                       start_i,          // while reclaiming_o is low
  output      logic                                       reclaiming_o,
  input  wire logic                                       done_i,           // an operation has come to its end
  input  wire logic                                       idle_i,           // none is left

  // The pass reads a row.
  output      logic                                       steal_o,          // no operation is to be issued
  input  wire logic [Probes-1:0]                          op_read_i,        // one reads rows now
  input  wire logic [Ways-1:0][1:0]                       op_banks_i,       // of its plain entry
  output      logic [Ways-1:0]                            read_o,
  output      logic [Ways-1:0][RowWidth-1:0]              read_rows_o,

  // The cycle after: the row is there.
  input  wire logic [Ids-1:0]                             dead_i,
  input  wire logic [Ways-1:0][EntryWidth-1:0]            entry_i,

  // Operations: one that has read these rows, and what the one in front of it writes.
  input  wire logic                                       op_valid_i,
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]  op_rows_i,
  input  wire logic [Probes-1:0][Ways-1:0]                op_write_i,
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]  op_write_rows_i,

  // And another cycle after: it is written.
  output      logic [Ways-1:0]                            write_o,
  output      logic [Ways-1:0][RowWidth-1:0]              write_rows_o,
  output      logic [Ways-1:0][EntryWidth-1:0]            entry_o,

  // A leaf to be tidied.
  output      logic                                       tidy_valid_o,
  output      logic [BlockWidth-1:0]                      tidy_block_o,
  output      logic [LeafIndex-1:0]                       tidy_leaf_o,
  input  wire logic                                       tidy_issue_i,     // it is on its way
  input  wire logic                                       tidy_back_i,      // no more, done or not
  input  wire logic                                       tidy_done_i,      // it has no more to do
  input  wire logic                                       patient_i,        // none is left to the next pass
  input  wire logic                                       hurry_i           // one may follow the other at once
);

  localparam int unsigned Banks = 4;
  localparam int unsigned IndexWidth = RowWidth - 2;  // of a row in its bank
  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned ShareWidth = $clog2(ReclaimShare);
  localparam int unsigned OlderWidth = $clog2(Accepted + 1);
  localparam int unsigned Again = 4;  // rows of a way that wait to be visited again, those on their way included

  localparam int unsigned Indices = Rows / Banks;
  localparam int unsigned Part = (Indices + Passes - 1) / Passes;  // of a bank, in a pass

  typedef logic [IndexWidth-1:0] index_t;
  typedef logic [RowWidth-1:0] row_t;

  typedef struct packed {
    logic [BlockWidth-1:0]                        block;
    reader_kind_e                                 kind;
    logic [content_width(IdWidth, LeafWidth)-1:0] content;
  } entry_t;

  function automatic logic at_most_plain(logic [LeafIds-1:0] readers);
    for (int unsigned i = 0; i < PlainIds; i++) readers &= readers - 1'b1;
    return readers == '0;
  endfunction

  // The pass as a whole.
  logic [Ways-1:0] way_done, waits, tidy_valid_q;
  logic [ShareWidth-1:0] share_q;  // operations that have kept some way waiting
  logic [OlderWidth-1:0] older_q;  // operations that may come before the first row
  logic reclaiming_q, started_q, begin_rows;
  index_t initial_q;
  index_t last_q;  // of the pass

  assign reclaiming_o = reclaiming_q;
  assign begin_rows   = reclaiming_q && !started_q && (older_q == '0 || idle_i);
  assign steal_o      = share_q == ShareWidth'(ReclaimShare - 1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reclaiming_q <= 1'b0;
      started_q    <= 1'b0;
      older_q      <= '0;
      share_q      <= '0;
      last_q       <= index_t'(Indices - 1);
    end else begin
      if (op_read_i == '0 || !started_q) share_q <= '0;
      else if (waits != '0 && !steal_o) share_q <= share_q + 1'b1;
      if (!reclaiming_q && start_i) begin
        if (last_q == index_t'(Indices - 1)) last_q <= index_t'(Part - 1);
        else last_q <= last_q >= index_t'(Indices - Part) ? index_t'(Indices - 1) : last_q + index_t'(Part);
      end
      if (!reclaiming_q) begin
        reclaiming_q <= start_i;
        started_q    <= 1'b0;
        older_q      <= OlderWidth'(Accepted);
      end else if (!started_q) begin
        if (done_i && older_q != '0) older_q <= older_q - 1'b1;
        started_q <= begin_rows;
      end else if (way_done == '1 && tidy_valid_q == '0) begin
        reclaiming_q <= 1'b0;
      end
    end
  end

  // Leaves to be tidied: one of each way.
  logic [Ways-1:0] report, tidy_first;
  logic tidying_q;
  logic [3:0] share_left_q;
  logic [Ways-1:0][BlockWidth-1:0] report_block, tidy_block_q;
  logic [Ways-1:0][LeafIndex-1:0] report_leaf, tidy_leaf_q;

  assign tidy_first   = tidy_valid_q & ~(tidy_valid_q - 1'b1);
  assign tidy_valid_o = tidy_valid_q != '0 && !tidying_q && (hurry_i || share_left_q == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tidying_q    <= 1'b0;
      share_left_q <= '0;
    end else begin
      if (tidy_issue_i) tidying_q <= 1'b1;
      if (tidy_issue_i) share_left_q <= '1;
      else if (share_left_q != '0) share_left_q <= share_left_q - 1'b1;
      if (tidy_back_i) tidying_q <= 1'b0;
    end
  end

  always_comb begin
    tidy_block_o = '0;
    tidy_leaf_o  = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (tidy_first[way]) begin
        tidy_block_o |= tidy_block_q[way];
        tidy_leaf_o |= tidy_leaf_q[way];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) tidy_valid_q <= '0;
    else tidy_valid_q <= (tidy_valid_q & ~(tidy_done_i ? tidy_first : '0)) | report;
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned way = 0; way < Ways; way++) begin
      if (report[way]) begin
        tidy_block_q[way] <= report_block[way];
        tidy_leaf_q[way]  <= report_leaf[way];
      end
    end
  end

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    // Rows that are still to be visited, from next_q on, of each bank; and those to be visited again.
    logic [Banks-1:0] left_q, can;
    index_t [Banks-1:0] next_q;
    row_t [Again-1:0] again_q, again_d;
    logic [$clog2(Again+1)-1:0] agains_q, agains_d;
    logic [1:0] bank, last_bank_q;
    logic read, read_again, free_again, repeats;
    row_t row;

    // A slot is free in a bank that the operation does not read.
    always_comb begin
      for (int unsigned i = 0; i < Banks; i++) begin
        can[i] = !(op_read_i[PlainProbe] && op_banks_i[way] == 2'(i)) &&
                 !(op_read_i[RootProbe] && (op_banks_i[way] ^ 2'd1) == 2'(i)) &&
                 !(op_read_i[LeafProbe] && (op_banks_i[way] ^ 2'd2) == 2'(i));
      end
      bank = '0;  // in turn
      for (int unsigned i = Banks; i > 0; i--) begin
        if (left_q[2'(last_bank_q+2'(i))] && can[2'(last_bank_q+2'(i))]) bank = last_bank_q + 2'(i);
      end
    end

    assign free_again = agains_q < ($clog2(Again + 1))'(Again - 2);
    assign read_again = agains_q != '0 && can[again_q[0][1:0]];
    assign read       = (left_q & can) != '0 && free_again && !read_again;
    assign row        = read_again ? again_q[0] : {next_q[bank], bank};
    assign waits[way] = (left_q != '0 || agains_q != '0) && !read && !read_again;
    assign read_o[way]      = read || read_again;
    assign read_rows_o[way] = row;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        left_q      <= '0;
        next_q      <= '0;
        last_bank_q <= '0;
      end else begin
        if (read) last_bank_q <= bank;
        if (begin_rows) left_q <= '1;
        if (read) begin
          next_q[bank] <= next_q[bank] == index_t'(Indices - 1) ? '0 : next_q[bank] + 1'b1;
          if (next_q[bank] == last_q) left_q[bank] <= 1'b0;
        end
      end
    end

    // The row is there.
    logic valid_q, touched;
    row_t row_q;
    entry_t entry, live;

    assign entry      = entry_i[way];
    assign live.block = entry.block;

    reader_filter #(
      .IdWidth  (IdWidth),
      .LeafWidth(LeafWidth)
    ) u_filter (
      .dead_i,
      .kind_i   (entry.kind),
      .content_i(entry.content),
      .kind_o   (live.kind),
      .content_o(live.content)
    );

    always_comb begin
      touched = 1'b0;
      for (int unsigned probe = 0; probe < Probes; probe++) begin
        if (op_write_i[probe][way] && op_write_rows_i[probe][way] == row_q) touched = 1'b1;
      end
    end

    // The dead have been taken out.
    logic done_valid_q, done_changed_q, done_touched_q, done_tidy_q, wanted;
    row_t done_row_q;
    entry_t done_q;
    logic [LeafIds-1:0] readers;

    assign readers = live.content[LeafIds-1:0];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q      <= 1'b0;
        done_valid_q <= 1'b0;
      end else begin
        valid_q      <= read_o[way];
        done_valid_q <= valid_q;
      end
    end

    always_ff @(posedge clk_i) begin
      row_q          <= row;
      done_row_q     <= row_q;
      done_q         <= live.kind == ReaderUnused ? '0 : live;
      done_changed_q <= live != entry;
      done_touched_q <= touched;
      done_tidy_q    <= live.kind == ReaderLeaf && at_most_plain(readers);
    end

    // Nobody else must still use it.
    logic taken;

    always_comb begin
      taken = done_touched_q || (done_tidy_q && tidy_valid_q[way] && patient_i);
      for (int unsigned probe = 0; probe < Probes; probe++) begin
        if (op_valid_i && op_rows_i[probe][way] == done_row_q) taken = 1'b1;
        if (op_write_i[probe][way] && op_write_rows_i[probe][way][1:0] == done_row_q[1:0]) taken = 1'b1;
      end
    end

    assign wanted            = done_valid_q && (done_changed_q || done_tidy_q);
    assign repeats           = wanted && taken;
    assign write_o[way]      = done_valid_q && done_changed_q && !taken;
    assign write_rows_o[way] = done_row_q;
    assign entry_o[way]      = done_q;
    assign report[way]       = done_valid_q && done_tidy_q && !taken && !tidy_valid_q[way];
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
          if (($clog2(Again + 1))'(i) == agains_d) again_d[i] = done_row_q;
        end
        agains_d = agains_d + 1'b1;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) agains_q <= '0;
      else agains_q <= agains_d;
    end
    always_ff @(posedge clk_i) again_q <= again_d;

    assign way_done[way] = left_q == '0 && agains_q == '0 && !valid_q && !done_valid_q;

    always_ff @(posedge clk_i) begin
      if (rst_ni && repeats) begin
        a_room_for_another_visit :
        assert (agains_q != ($clog2(Again + 1))'(Again) || read_again)
        else $error("reader_reclaimer: row %0d of way %0d cannot be visited again", done_row_q, way);
        b_row_is_visited_again : cover (1'b1);
      end
    end
  end

  // Rows that are emptied.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) initial_q <= '0;
    else if (initialise_i) initial_q <= initial_last_o ? '0 : initial_q + 1'b1;
  end
  assign initial_index_o = initial_q;
  assign initial_last_o  = initial_q == index_t'(Indices - 1);

  always_ff @(posedge clk_i) begin
    if (rst_ni && start_i) begin
      a_one_pass_at_a_time :
      assert (!reclaiming_q)
      else $error("reader_reclaimer: a pass starts while one is under way");
    end
  end

  // What the tests have to reach (tb/coverage).
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      b_pass_takes_its_share : cover (steal_o && waits != '0);
      b_leaf_is_tidied_up : cover (tidy_done_i);
    end
  end

endmodule

`default_nettype wire
