// Reclaims the memory of the dead in the reader list: a pass visits each row of each way, takes the dead out and frees
// what is empty. An operation, or a step of one, reads one row of each way, in one of its two banks; the pass reads the
// next row of the other bank in the same cycle, and writes it back a cycle later. So it costs operations nothing, except
// when
//
//   one bank of a way is done and operations keep to the other: after ReclaimShare of them the pass has a slot alone;
//   a row has leaves that became empty or small: their roots must change as well, which takes the control. If an
//   operation is under way, the row is left as it is and visited again in a slot of its own.
//
// A slot is a cycle in which the next operation may be read; the dead are looked at then, and stay the same until the
// next one. Since operations see no dead, what a pass takes out between their steps makes no difference to them. Its
// first row waits for the operations that were accepted before, because a reader may have died since.
//
// Latency:    one row of each way each cycle in which rows can be read; Rows or a few more in all.
//
// The parameters are reader_list's.

`default_nettype none

module reader_reclaimer
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways         = 4,
  parameter  int unsigned Rows         = 21964,
  parameter  int unsigned BlockWidth   = 30,
  parameter  int unsigned IdWidth      = 10,
  parameter  int unsigned LeafWidth    = 5,
  parameter  int unsigned ReclaimShare = 32,
  localparam int unsigned Ids          = 2 ** IdWidth,
  localparam int unsigned EntryWidth   = entry_width(BlockWidth, IdWidth, LeafWidth),
  localparam int unsigned RowWidth     = $clog2(Rows)
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,

  input  wire logic                            initialise_i,     // after reset: a row of each bank is emptied a cycle
  output      logic [RowWidth-2:0]             initial_index_o,  // this one
  output      logic                            initial_last_o,

  input  wire logic                            start_i,          // while reclaiming_o is low
  output      logic                            reclaiming_o,
  input  wire logic                            in_steps_i,       // the control is at work, perhaps on what was reported

  input  wire logic                            slot_i,
  output      logic                            steal_o,          // not for an operation
  input  wire logic                            rows_free_i,      // rows can be read
  input  wire logic                            idle_i,           // no operation waits for a slot
  input  wire logic                            op_read_i,        // an operation or a step reads some
  input  wire logic [Ways-1:0]                 op_banks_i,       // of these banks
  output      logic [Ways-1:0]                 read_o,
  output      logic [Ways-1:0][RowWidth-1:0]   read_rows_o,

  // The cycle after: the rows are there.
  input  wire logic [Ids-1:0]                  dead_i,
  input  wire logic [Ways-1:0][EntryWidth-1:0] entry_i,
  input  wire logic                            op_active_i,      // an operation is under way
  output      logic [Ways-1:0]                 write_o,
  output      logic [Ways-1:0][RowWidth-1:0]   write_rows_o,
  output      logic [Ways-1:0][EntryWidth-1:0] entry_o,
  output      logic [Ways-1:0][EntryWidth-1:0] live_o,           // without the dead
  output      logic [Ways-1:0]                 report_o          // live_o is a leaf that became empty or small
);

  localparam int unsigned IndexWidth = RowWidth - 1;  // of a row in its bank
  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned ShareWidth = $clog2(ReclaimShare);
  localparam int unsigned Accepted = 3;  // operations that can wait for a slot
  localparam int unsigned OlderWidth = $clog2(Accepted + 1);

  typedef logic [IndexWidth-1:0] index_t;

  typedef struct packed {
    logic [BlockWidth-1:0]                        block;
    reader_kind_e                                 kind;
    logic [content_width(IdWidth, LeafWidth)-1:0] content;
  } entry_t;

  function automatic logic at_most_plain(logic [LeafIds-1:0] readers);
    for (int unsigned i = 0; i < PlainIds; i++) readers &= readers - 1'b1;
    return readers == '0;
  endfunction

  // Rows that are still to be visited, from next_q on, of each bank.
  logic   [Ways-1:0][1:0]          left_q;
  index_t [Ways-1:0][1:0]          next_q;
  logic [Ways-1:0] bank, can, waits, revisit, revisit_q, valid_q;
  logic   [Ways-1:0][RowWidth-1:0] rows_q;
  logic   [ShareWidth-1:0]         share_q;  // operations that have kept some way waiting
  logic   [OlderWidth-1:0]         older_q;  // operations that may come before the first row
  logic reclaiming_q, started_q;
  index_t initial_q;

  assign steal_o = revisit_q != '0 || (left_q != '0 && share_q == ShareWidth'(ReclaimShare - 1));

  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) begin
      bank[way]        = op_read_i ? !op_banks_i[way] : !left_q[way][0];
      can[way]         = left_q[way][bank[way]];
      waits[way]       = left_q[way] != '0 && !can[way];
      read_o[way]      = revisit_q != '0 ? slot_i && revisit_q[way] : rows_free_i && can[way] && revisit == '0;
      read_rows_o[way] = revisit_q != '0 ? rows_q[way] : {next_q[way][bank[way]], bank[way]};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q     <= '0;
      next_q     <= '0;
      share_q    <= '0;
      revisit_q    <= '0;
      valid_q    <= '0;
      reclaiming_q <= 1'b0;
      started_q  <= 1'b0;
      older_q    <= '0;
    end else begin
      valid_q <= read_o;
      if (revisit != '0) revisit_q <= revisit;
      else if (slot_i) revisit_q <= '0;
      if (left_q == '0 || (slot_i && steal_o)) share_q <= '0;
      else if (slot_i && op_read_i && waits != '0) share_q <= share_q + 1'b1;
      for (int unsigned way = 0; way < Ways; way++) begin
        if (read_o[way] && revisit_q == '0) begin
          next_q[way][bank[way]] <= next_q[way][bank[way]] + 1'b1;
          if (next_q[way][bank[way]] == index_t'(Rows / 2 - 1)) begin
            next_q[way][bank[way]] <= '0;
            left_q[way][bank[way]] <= 1'b0;
          end
        end
      end
      if (!reclaiming_q) begin
        reclaiming_q <= start_i;
        started_q  <= 1'b0;
        older_q    <= OlderWidth'(Accepted);
      end else if (!started_q) begin
        if (slot_i && older_q != '0) older_q <= older_q - 1'b1;
        if (slot_i && (older_q == '0 || idle_i)) begin
          started_q <= 1'b1;
          left_q    <= '1;
        end
      end else if (left_q == '0 && revisit_q == '0 && valid_q == '0 && !in_steps_i) begin
        reclaiming_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned way = 0; way < Ways; way++) begin
      if (read_o[way]) rows_q[way] <= read_rows_o[way];
    end
  end
  assign reclaiming_o = reclaiming_q;

  // What is written back.
  for (genvar way = 0; way < Ways; way++) begin : gen_filter
    entry_t entry, live;
    logic unused, small_leaf;

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

    assign small_leaf        = live.kind == ReaderLeaf && at_most_plain(live.content[LeafIds-1:0]);
    assign revisit[way]      = valid_q[way] && small_leaf && op_active_i;
    assign report_o[way]     = valid_q[way] && small_leaf && !op_active_i;
    assign unused            = live.kind == ReaderUnused ||
                               (live.kind == ReaderLeaf && live.content[LeafIds-1:0] == '0);
    assign live_o[way]       = live;
    assign entry_o[way]      = unused ? '0 : live;
    assign write_o[way]      = valid_q[way] && !revisit[way] &&
                               (unused ? entry.kind != ReaderUnused : live != entry);
    assign write_rows_o[way] = rows_q[way];
  end

  // Rows that are emptied.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) initial_q <= '0;
    else if (initialise_i) initial_q <= initial_last_o ? '0 : initial_q + 1'b1;
  end
  assign initial_index_o = initial_q;
  assign initial_last_o  = initial_q == index_t'(Rows / 2 - 1);

  always_ff @(posedge clk_i) begin
    if (rst_ni && start_i) begin
      a_one_pass_at_a_time :
      assert (!reclaiming_q)
      else $error("reader_reclaimer: a pass starts while rows %b are left of the one before", left_q);
    end
    for (int unsigned way = 0; way < Ways; way++) begin
      if (rst_ni && read_o[way] && op_read_i) begin
        assert (read_rows_o[way][0] != op_banks_i[way])
        else $error("reader_reclaimer: row %0d of way %0d is in the operation's bank", read_rows_o[way], way);
      end
    end
  end

endmodule

`default_nettype wire
