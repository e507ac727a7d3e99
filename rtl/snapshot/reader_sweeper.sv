// Sweep of the reader list: visits each row of each way, takes the dead out and frees what is empty. An operation, or a
// step of one, reads one row of each way, in one of its two banks; the sweep reads the next row of the other bank
// beside it, and writes it back a cycle later. So it costs operations nothing, except when
//
//   one bank of a way is done and operations keep to the other: after SweepShare of them the sweep has a slot alone;
//   a row has leaves that became empty or small: their roots must change as well, which takes the control. If an operation
//   is under way, the row is left as it is and read again in a slot of its own.
//
// A slot is a cycle in which the next operation may be read; the dead are looked at then, and stay the same until the next
// one. Since operations see no dead, what a sweep takes out between their steps makes no difference to them. Its first
// row waits for the operations that were accepted before, because a reader may have died since.
//
// Latency:    one row of each way each cycle in which rows can be read; Rows or a few more in all.
//
// The parameters and types are reader_list's.

`default_nettype none

module reader_sweeper
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned Rows       = 21964,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned SweepShare = 32,
  parameter  type         entry_t    = logic,
  localparam int unsigned Ids        = 2 ** IdWidth,
  localparam int unsigned RowWidth   = $clog2(Rows)
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,

  input  wire logic                            clear_i,       // after reset: a row of each bank is emptied each cycle
  output      logic             [RowWidth-2:0] clear_index_o, // this one
  output      logic                            clear_last_o,

  input  wire logic                            start_i,       // while sweeping_o is low
  output      logic                            sweeping_o,
  input  wire logic                            fixing_i,      // the control has leaves to see to

  input  wire logic                            slot_i,
  output      logic                            steal_o,       // not for an operation
  input  wire logic                            ready_i,       // rows can be read
  input  wire logic                            idle_i,        // no operation waits for a slot
  input  wire logic                            op_read_i,     // an operation or a step reads some
  input  wire logic [Ways-1:0]                 op_banks_i,    // of these banks
  output      logic [Ways-1:0]                 read_o,
  output      logic [Ways-1:0]  [RowWidth-1:0] read_rows_o,

  // The cycle after: the rows are there.
  input  wire logic             [Ids-1:0]      dead_i,
  input  wire entry_t           [Ways-1:0]     entry_i,
  input  wire logic                            op_beside_i,   // an operation is under way
  output      logic [Ways-1:0]                 write_o,
  output      logic [Ways-1:0]  [RowWidth-1:0] write_rows_o,
  output      entry_t           [Ways-1:0]     entry_o,
  output      entry_t           [Ways-1:0]     live_o,        // without the dead
  output      logic [Ways-1:0]                 fix_o          // live_o is a leaf that became empty or small
);

  localparam int unsigned IndexWidth = RowWidth - 1;  // of a row in its bank
  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned ShareWidth = $clog2(SweepShare);
  localparam int unsigned Accepted = 3;  // operations that can wait for a slot
  localparam int unsigned OlderWidth = $clog2(Accepted + 1);

  typedef logic [IndexWidth-1:0] index_t;

  function automatic logic at_most_plain(logic [LeafIds-1:0] readers);
    for (int unsigned i = 0; i < PlainIds; i++) readers &= readers - 1'b1;
    return readers == '0;
  endfunction

  // Rows that are still to be visited, from next_q on, of each bank.
  logic   [Ways-1:0][1:0]          left_q;
  index_t [Ways-1:0][1:0]          next_q;
  logic [Ways-1:0] bank, can, waits, again, again_q, valid_q;
  logic   [Ways-1:0][RowWidth-1:0] rows_q;
  logic   [ShareWidth-1:0]         share_q;  // operations that have kept some way waiting
  logic   [OlderWidth-1:0]         older_q;  // operations that may come before the first row
  logic sweeping_q, started_q;
  index_t clear_q;

  assign steal_o = again_q != '0 || (left_q != '0 && share_q == ShareWidth'(SweepShare - 1));

  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) begin
      bank[way]        = op_read_i ? !op_banks_i[way] : !left_q[way][0];
      can[way]         = left_q[way][bank[way]];
      waits[way]       = left_q[way] != '0 && !can[way];
      read_o[way]      = again_q != '0 ? slot_i && again_q[way] : ready_i && can[way] && again == '0;
      read_rows_o[way] = again_q != '0 ? rows_q[way] : {next_q[way][bank[way]], bank[way]};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q     <= '0;
      next_q     <= '0;
      share_q    <= '0;
      again_q    <= '0;
      valid_q    <= '0;
      sweeping_q <= 1'b0;
      started_q  <= 1'b0;
      older_q    <= '0;
    end else begin
      valid_q <= read_o;
      if (again != '0) again_q <= again;
      else if (slot_i) again_q <= '0;
      if (left_q == '0 || (slot_i && steal_o)) share_q <= '0;
      else if (slot_i && op_read_i && waits != '0) share_q <= share_q + 1'b1;
      for (int unsigned way = 0; way < Ways; way++) begin
        if (read_o[way] && again_q == '0) begin
          next_q[way][bank[way]] <= next_q[way][bank[way]] + 1'b1;
          if (next_q[way][bank[way]] == index_t'(Rows / 2 - 1)) begin
            next_q[way][bank[way]] <= '0;
            left_q[way][bank[way]] <= 1'b0;
          end
        end
      end
      if (!sweeping_q) begin
        sweeping_q <= start_i;
        started_q  <= 1'b0;
        older_q    <= OlderWidth'(Accepted);
      end else if (!started_q) begin
        if (slot_i && older_q != '0) older_q <= older_q - 1'b1;
        if (slot_i && (older_q == '0 || idle_i)) begin
          started_q <= 1'b1;
          left_q    <= '1;
        end
      end else if (left_q == '0 && again_q == '0 && valid_q == '0 && !fixing_i) begin
        sweeping_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned way = 0; way < Ways; way++) begin
      if (read_o[way]) rows_q[way] <= read_rows_o[way];
    end
  end
  assign sweeping_o = sweeping_q;

  // What is written back.
  for (genvar way = 0; way < Ways; way++) begin : gen_filter
    logic unused, small_leaf;

    reader_filter #(
      .IdWidth  (IdWidth),
      .LeafWidth(LeafWidth)
    ) u_filter (
      .dead_i,
      .kind_i   (entry_i[way].kind),
      .content_i(entry_i[way].content),
      .kind_o   (live_o[way].kind),
      .content_o(live_o[way].content)
    );
    assign live_o[way].block = entry_i[way].block;

    assign small_leaf = live_o[way].kind == ReaderLeaf && at_most_plain(live_o[way].content[LeafIds-1:0]);
    assign again[way] = valid_q[way] && small_leaf && op_beside_i;
    assign fix_o[way] = valid_q[way] && small_leaf && !op_beside_i;
    assign unused     = live_o[way].kind == ReaderUnused ||
                        (live_o[way].kind == ReaderLeaf && live_o[way].content[LeafIds-1:0] == '0);
    assign entry_o[way]      = unused ? '0 : live_o[way];
    assign write_o[way]      = valid_q[way] && !again[way] &&
                               (unused ? entry_i[way].kind != ReaderUnused : live_o[way] != entry_i[way]);
    assign write_rows_o[way] = rows_q[way];
  end

  // Rows that are emptied.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clear_q <= '0;
    else if (clear_i) clear_q <= clear_last_o ? '0 : clear_q + 1'b1;
  end
  assign clear_index_o = clear_q;
  assign clear_last_o  = clear_q == index_t'(Rows / 2 - 1);

endmodule

`default_nettype wire
