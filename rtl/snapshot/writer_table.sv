// Writer table (ISCA 2017 paper, sections 4.2 and 4.3): the transactions that write each block, the one that is running
// and those that committed while somebody who may depend on them still runs. So a block may have several.
//
// Each block has one row in each of Parts sub-tables, by a hash function each, of Ways entries. An insertion takes the
// first free entry of the row with the most; where none is free it reports overflow and changes nothing. Unlike
// relocation this takes one cycle, always; the price is the load at which it overflows (docs/snapshot/tables.md).
//
// Writers leave when they are dead, and a reclaim pass frees their entries, as in reader_list: dead_i takes effect on
// each operation that is accepted later; what was dead from before a pass's first cycle to its last, is in no entry
// after it.
//
// Every operation is a look-up; its answer names the writers that the block had before it. Answers come in order.
//
// Latency:    four cycles to an answer.
// Throughput: one operation each cycle, each sees the effect of all earlier ones; one cycle in ReclaimShare goes to a
//             reclaim pass, more when there are no operations. After reset, and for Rows cycles, operations wait while the
//             rows are emptied.
//
// Storage with the default sizes: 3000 entries of 41 bits, 15 kB; the paper's 40 bits leave no code for a free entry.
//
// Parts (2 or more), Ways (1 or more): their product is the most writers of a block. Rows: of a sub-table, 2 or more. BlockWidth,
// IdWidth: bits. ReclaimShare: 2 or more.

`default_nettype none

module writer_table #(
  parameter  int unsigned Parts        = 3,
  parameter  int unsigned Ways         = 4,
  parameter  int unsigned Rows         = 250,
  parameter  int unsigned BlockWidth   = snapshot_pkg::BlockBits,
  parameter  int unsigned IdWidth      = snapshot_pkg::TxnBits,
  parameter  int unsigned ReclaimShare = 16,
  localparam int unsigned Writers      = Parts * Ways,
  localparam int unsigned UsedWidth    = $clog2(Writers * Rows + 1)
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,

  input  wire logic                            op_valid_i,
  output      logic                            op_ready_o,
  input  wire logic                            op_insert_i,     // op_id_i becomes a writer of the block
  input  wire logic [BlockWidth-1:0]           op_block_i,
  input  wire logic [IdWidth-1:0]              op_id_i,         // insertion: must not be dead

  output      logic                            rsp_valid_o,
  input  wire logic                            rsp_ready_i,
  output      logic                            rsp_overflow_o,  // insertion: no room, it is not a writer
  output      logic [Writers-1:0]              rsp_writer_o,    // which of rsp_id_o are writers of the block
  output      logic [Writers-1:0][IdWidth-1:0] rsp_id_o,

  input  wire logic [2**IdWidth-1:0]           dead_i,          // transactions that are writers no longer
  input  wire logic                            reclaim_i,         // start, while reclaiming_o is low
  output      logic                            reclaiming_o,

  output      logic [UsedWidth-1:0]            used_o,          // entries in use, those of the dead included
  output      logic                            busy_o           // the rows are being emptied
);

  localparam int unsigned RowWidth = $clog2(Rows);
  localparam int unsigned WayWidth = Ways == 1 ? 1 : $clog2(Ways);
  localparam int unsigned FreeWidth = $clog2(Ways + 1);
  localparam int unsigned PartWidth = $clog2(Parts);
  localparam int unsigned ShareWidth = $clog2(ReclaimShare);

  if (Parts < 2 || Ways < 1) begin : gen_check_ways
    $error("writer_table: Parts=%0d must be at least 2, and Ways=%0d at least 1", Parts, Ways);
  end
  if (ReclaimShare < 2) begin : gen_check_reclaim_share
    $error("writer_table: ReclaimShare=%0d must be at least 2", ReclaimShare);
  end

  typedef logic [RowWidth-1:0] row_t;

  typedef struct packed {
    logic                  valid;
    logic [BlockWidth-1:0] block;
    logic [IdWidth-1:0]    id;
  } entry_t;

  typedef struct packed {
    logic                  insert;
    logic [BlockWidth-1:0] block;
    logic [IdWidth-1:0]    id;
  } op_t;

  typedef struct packed {
    logic                            overflow;
    logic [Writers-1:0]              writer;
    logic [Writers-1:0][IdWidth-1:0] id;
  } rsp_t;

  // Operations come in through a register slice, so that op_ready_o is a register.
  logic in_valid, in_ready;
  op_t in_op;

  skid_buffer #(
    .Width($bits(op_t))
  ) u_in (
    .clk_i,
    .rst_ni,
    .in_valid_i (op_valid_i),
    .in_ready_o (op_ready_o),
    .in_data_i  ({op_insert_i, op_block_i, op_id_i}),
    .out_valid_o(in_valid),
    .out_ready_i(in_ready),
    .out_data_o (in_op)
  );

  // Stage A: the operation waits with its rows.
  logic initialising_q, a_valid_q, a_issue, take;
  op_t a_op_q;
  row_t [Parts-1:0] a_rows_q, hash_rows, read_rows;

  assign in_ready = !initialising_q && (!a_valid_q || a_issue);
  assign take     = in_valid && in_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) a_valid_q <= 1'b0;
    else if (take || a_issue) a_valid_q <= take;
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      a_op_q   <= in_op;
      a_rows_q <= hash_rows;
    end
  end

  // Reclaim pass: the next row, and its turn. The rows are emptied after reset with the same counter.
  logic reclaiming_q, rows_left_q, reclaim_issue, reclaim_last;
  row_t                  reclaim_row_q;
  logic [ShareWidth-1:0] share_q;  // operations since the pass's last row
  logic b_valid_q, b_reclaim_q, b_free;

  assign reclaiming_o  = reclaiming_q;
  assign busy_o      = initialising_q;
  assign reclaim_last  = reclaim_row_q == row_t'(Rows - 1);
  assign reclaim_issue = b_free && rows_left_q && (!a_valid_q || share_q == ShareWidth'(ReclaimShare - 1));
  assign a_issue     = b_free && a_valid_q && !reclaim_issue;
  assign read_rows   = reclaim_issue ? {Parts{reclaim_row_q}} : a_rows_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      initialising_q  <= 1'b1;
      reclaiming_q  <= 1'b0;
      rows_left_q <= 1'b0;
      reclaim_row_q <= '0;
      share_q     <= '0;
    end else begin
      if (reclaim_last) initialising_q <= 1'b0;
      if (!reclaiming_q) begin
        reclaiming_q  <= reclaim_i;
        rows_left_q <= reclaim_i;
      end else if (!rows_left_q && !(b_valid_q && b_reclaim_q)) begin
        reclaiming_q <= 1'b0;
      end
      if (reclaim_issue || initialising_q) reclaim_row_q <= reclaim_last ? '0 : reclaim_row_q + 1'b1;
      if (reclaim_issue && reclaim_last) rows_left_q <= 1'b0;
      if (reclaim_issue || !rows_left_q) share_q <= '0;
      else if (a_issue) share_q <= share_q + 1'b1;
    end
  end

  // Stage B: the rows are there. An operation waits until its answer is taken.
  op_t b_op_q;
  row_t [Parts-1:0] b_rows_q, write_rows;
  entry_t [Parts-1:0][Ways-1:0] raw, write_entry;
  logic [Parts-1:0][Ways-1:0] write, live, match, own;
  logic rsp_ready, b_done;
  rsp_t rsp;

  assign b_done = b_reclaim_q || rsp_ready;
  assign b_free = !b_valid_q || b_done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) b_valid_q <= 1'b0;
    else if (b_free) b_valid_q <= a_issue || reclaim_issue;
  end

  always_ff @(posedge clk_i) begin
    if (a_issue || reclaim_issue) begin
      b_op_q    <= a_op_q;
      b_reclaim_q <= reclaim_issue;
      b_rows_q  <= read_rows;
    end
  end

  for (genvar part = 0; part < Parts; part++) begin : gen_part
    hash_row #(
      .KeyWidth(BlockWidth),
      .Rows    (Rows),
      .Seed    (48 + part)
    ) u_hash (
      .key_i(in_op.block),
      .row_o(hash_rows[part])
    );

    for (genvar way = 0; way < Ways; way++) begin : gen_way
      ram_1r1w_fwd #(
        .Width($bits(entry_t)),
        .Depth(Rows)
      ) u_ram (
        .clk_i,
        .write_i(write[part][way]),
        .waddr_i(write_rows[part]),
        .wdata_i(write_entry[part][way]),
        .read_i (a_issue || reclaim_issue),
        .raddr_i(read_rows[part]),
        .rdata_o(raw[part][way])
      );

      assign live[part][way]  = raw[part][way].valid && !dead_i[raw[part][way].id];
      assign match[part][way] = live[part][way] && raw[part][way].block == b_op_q.block;
      assign own[part][way]   = match[part][way] && raw[part][way].id == b_op_q.id;
      assign rsp.id[part*Ways+way]     = raw[part][way].id;
      assign rsp.writer[part*Ways+way] = match[part][way];
    end
  end

  // The row with the most free entries, and the first of them.
  logic [PartWidth-1:0] put_part;
  logic [FreeWidth-1:0] most_free, free;
  logic [WayWidth-1:0]  put_way;
  logic                 put;

  always_comb begin
    put_part  = '0;
    most_free = '0;
    for (int unsigned part = 0; part < Parts; part++) begin
      free = '0;
      for (int unsigned way = 0; way < Ways; way++) free = free + FreeWidth'(!live[part][way]);
      if (free > most_free) begin
        put_part  = PartWidth'(part);
        most_free = free;
      end
    end
    put_way = '0;
    for (int unsigned way = Ways; way > 0; way--) begin
      if (!live[put_part][way-1]) put_way = WayWidth'(way - 1);
    end
  end

  assign rsp.overflow = b_op_q.insert && own == '0 && most_free == '0;
  assign put          = b_valid_q && !b_reclaim_q && rsp_ready && b_op_q.insert && own == '0 && most_free != '0;

  always_comb begin
    write_rows = initialising_q ? {Parts{reclaim_row_q}} : b_rows_q;
    for (int unsigned part = 0; part < Parts; part++) begin
      for (int unsigned way = 0; way < Ways; way++) begin
        write_entry[part][way] = '0;
        write[part][way] = initialising_q || (b_valid_q && b_reclaim_q && raw[part][way].valid && !live[part][way]);
        if (put && put_part == PartWidth'(part) && put_way == WayWidth'(way)) begin
          write_entry[part][way] = '{valid: 1'b1, block: b_op_q.block, id: b_op_q.id};
          write[part][way]       = 1'b1;
        end
      end
    end
  end

  logic [UsedWidth-1:0] used_q, used_d;

  always_comb begin
    used_d = used_q;
    for (int unsigned part = 0; part < Parts; part++) begin
      for (int unsigned way = 0; way < Ways; way++) begin
        if (write[part][way]) begin
          used_d = used_d + UsedWidth'(write_entry[part][way].valid) - UsedWidth'(raw[part][way].valid);
        end
      end
    end
    if (initialising_q) used_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) used_q <= '0;
    else used_q <= used_d;
  end
  assign used_o = used_q;

  // An answer is offered in the cycle in which it is taken, because until then it follows dead_i.
  rsp_t rsp_out;

  skid_buffer #(
    .Width($bits(rsp_t))
  ) u_answer (
    .clk_i,
    .rst_ni,
    .in_valid_i (b_valid_q && !b_reclaim_q && rsp_ready),
    .in_ready_o (rsp_ready),
    .in_data_i  (rsp),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i),
    .out_data_o (rsp_out)
  );

  assign rsp_overflow_o = rsp_out.overflow;
  assign rsp_writer_o   = rsp_out.writer;
  assign rsp_id_o       = rsp_out.id;

  always_ff @(posedge clk_i) begin
    if (rst_ni && b_valid_q && !b_reclaim_q) begin
      a_one_entry_per_writer :
      assert ((own & (own - 1'b1)) == '0)
      else $error("writer_table: entries %b are of writer %0d of block %0d", own, b_op_q.id, b_op_q.block);
    end
    if (rst_ni && op_valid_i && op_insert_i) begin
      a_writer_lives :
      assert (!dead_i[op_id_i])
      else $error("writer_table: the dead transaction %0d writes block %0d", op_id_i, op_block_i);
    end
  end

  // ---- Streams keep their promises --------------------------------------------------------------------------------

  stream_check #(
    .Width($bits(op_t))
  ) u_check_op (
    .clk_i,
    .rst_ni,
    .valid_i(op_valid_i),
    .ready_i(op_ready_o),
    .data_i ({op_insert_i, op_block_i, op_id_i})
  );

  stream_check #(
    .Width($bits(rsp_t))
  ) u_check_rsp (
    .clk_i,
    .rst_ni,
    .valid_i(rsp_valid_o),
    .ready_i(rsp_ready_i),
    .data_i ({rsp_overflow_o, rsp_writer_o, rsp_id_o})
  );

endmodule

`default_nettype wire
