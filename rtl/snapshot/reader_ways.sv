// Memory of the scalable reader list: a hash function for each way (as in a ZCache or a cuckoo directory, ISCA
// 2017 paper, section 4.2), so that entries which collide in one way differ in the others; and four RAMs a way,
// the banks, selected by a row's last two bits. A block's plain entry, its root and a leaf of it are in three
// different banks of each way, so that all three are looked up in one cycle; in the fourth bank a reclaim pass
// reads another row in the same cycle. It gives the row of every bank, since the bank that it reads is known late.
// The entries in use are counted by the writes.
//
// Rows: hash_rows_o follows block_i and leaf_i combinationally (hash_row), for each probe of reader_list_pkg.
// Latency:    a row read in one cycle is on entry_o in the next and stays there until the next read of its bank.
//             used_o counts the writes until two cycles before.
// Throughput: in each bank of each way one row read and one written each cycle; a read sees a write of the same cycle.
//
// Ways: 2 or more. Rows: of a way, a multiple of four, 8 or more. BlockWidth, LeafIndex (of a leaf's number),
// EntryWidth: bits. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module reader_ways
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned Rows       = 21964,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned LeafIndex  = 5,
  parameter  int unsigned EntryWidth = 73,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned RowWidth   = $clog2(Rows),
  localparam int unsigned IndexWidth = RowWidth - 2,
  localparam int unsigned UsedWidth  = $clog2(Ways * Rows + 1)
) (
  input  wire logic                                        clk_i,
  input  wire logic                                        rst_ni,

  input  wire logic [BlockWidth-1:0]                       block_i,
  input  wire logic [LeafIndex-1:0]                        leaf_i,
  output      logic [Probes-1:0][Ways-1:0][RowWidth-1:0]   hash_rows_o,

  // Operations: the rows of one block and leaf
  input  wire logic [Probes-1:0]                           read_i,
  input  wire logic [Probes-1:0][Ways-1:0][RowWidth-1:0]   read_rows_i,
  output      logic [Probes-1:0][Ways-1:0][EntryWidth-1:0] entry_o,
  input  wire logic [Probes-1:0][Ways-1:0]                 write_i,
  input  wire logic [Probes-1:0]                           write_alloc_i,  // the row was free
  input  wire logic [Probes-1:0][RowWidth-1:0]             write_row_i,    // row in the written way
  input  wire logic [Probes-1:0][EntryWidth-1:0]           entry_i,

  // Reclaim passes: another bank than those
  input  wire logic [Ways-1:0][Banks-1:0]                  reclaim_read_i,       // at most one of a way
  input  wire logic [Ways-1:0][Banks-1:0][IndexWidth-1:0]  reclaim_read_index_i,
  output      logic [Ways-1:0][EntryWidth-1:0]             reclaim_entry_o,
  input  wire logic [Ways-1:0]                             reclaim_write_i,
  input  wire logic [Ways-1:0][RowWidth-1:0]               reclaim_write_rows_i,
  input  wire logic [Ways-1:0][EntryWidth-1:0]             reclaim_entry_i,

  // After reset: this row of every bank is emptied, without other accesses.
  input  wire logic                                        clear_i,
  input  wire logic [IndexWidth-1:0]                       clear_index_i,

  output      logic [UsedWidth-1:0]                        used_o,    // entries in use
  output      logic                                        crowded_o,  // more than half are in use
  output      logic                                        busy_o,     // a write is under way, or still to be counted

  output      ecc_pkg::ram_error_t [Ways-1:0][Banks-1:0]   errors_o
);

  localparam bit [1:0] Legal = {
    param_pkg::in_range("reader_ways: Ways", Ways, 2, 16, 2),
    param_pkg::multiple("reader_ways: Rows", Rows, 4, 8, 2 ** 20, 2)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    logic [RowWidth-1:0] block_row;
    logic [IndexWidth-1:0] leaf_index;

    hash_row #(
      .KeyWidth(BlockWidth),
      .Rows    (Rows),
      .Seed    (32 + way)
    ) u_block_hash (
      .key_i(block_i),
      .row_o(block_row)
    );

    hash_row #(
      .KeyWidth(LeafIndex + BlockWidth),
      .Rows    (Rows / Banks),
      .Seed    (64 + way)
    ) u_leaf_hash (
      .key_i({leaf_i, block_i}),
      .row_o(leaf_index)
    );

    assign hash_rows_o[PlainProbe][way] = block_row;
    assign hash_rows_o[RootProbe][way]  = block_row ^ RowWidth'(1);
    assign hash_rows_o[LeafProbe][way]  = {leaf_index, block_row[1:0] ^ 2'd2};

    logic [Banks-1:0][EntryWidth-1:0] rdata;

    for (genvar bank = 0; bank < Banks; bank++) begin : gen_bank
      logic [Probes:0] reads, writes;  // the last by the reclaimer
      logic read, write;
      logic [IndexWidth-1:0] read_index, write_index;
      logic [EntryWidth-1:0] write_data;

      always_comb begin
        for (int unsigned probe = 0; probe < Probes; probe++) begin
          reads[probe]  = read_i[probe] && read_rows_i[probe][way][1:0] == 2'(bank);
          writes[probe] = write_i[probe][way] && write_row_i[probe][1:0] == 2'(bank);
        end
        reads[Probes]  = reclaim_read_i[way][bank];
        writes[Probes] = reclaim_write_i[way] && reclaim_write_rows_i[way][1:0] == 2'(bank);
        read           = reads != '0;
        read_index     = reclaim_read_index_i[way][bank];
        write          = writes != '0 || clear_i;
        write_index    = reclaim_write_rows_i[way][RowWidth-1:2];
        write_data     = reclaim_entry_i[way];
        for (int unsigned probe = 0; probe < Probes; probe++) begin
          if (reads[probe]) read_index = read_rows_i[probe][way][RowWidth-1:2];
          if (writes[probe]) begin
            write_index = write_row_i[probe][RowWidth-1:2];
            write_data  = entry_i[probe];
          end
        end
        if (clear_i) begin
          write_index = clear_index_i;
          write_data  = '0;
        end
      end

      ram_1r1w_ecc #(
        .Width      (EntryWidth),
        .Depth      (Rows / Banks),
        .Protection (Protection),
        .Forward    (1'b1),
        .QuickEnable(1'b1),
        .LateMatch  (1'b1)
      ) u_ram (
        .clk_i,
        .rst_ni,
        .write_i(write),
        .waddr_i(write_index),
        .wdata_i(write_data),
        .read_i (read),
        .check_i(!clear_i),
        .raddr_i(read_index),
        .rdata_o(rdata[bank]),
        .bad_o  (),
        .error_o(errors_o[way][bank])
      );

      `GPUTM_ASSERT(a_one_read, (reads & (reads - 1'b1)) == '0,
                    ("reader_ways: probes %b read in bank %0d of way %0d", reads, bank, way), clk_i, 1'b0)
      `GPUTM_ASSERT(a_one_write, (writes & (writes - 1'b1)) == '0,
                    ("reader_ways: probes %b write in bank %0d of way %0d", writes, bank, way), clk_i, 1'b0)
    end

    // Of the rows read last
    logic [Probes-1:0][1:0] bank_q;
    logic [1:0]             reclaim_bank_q;

    always_ff @(posedge clk_i) begin
      for (int unsigned probe = 0; probe < Probes; probe++) begin
        if (read_i[probe]) bank_q[probe] <= read_rows_i[probe][way][1:0];
      end
      for (int unsigned bank = 0; bank < Banks; bank++) begin
        if (reclaim_read_i[way][bank]) reclaim_bank_q <= 2'(bank);
      end
    end

    for (genvar probe = 0; probe < Probes; probe++) begin : gen_probe
      assign entry_o[probe][way] = rdata[bank_q[probe]];
    end
    assign reclaim_entry_o[way] = rdata[reclaim_bank_q];
  end

  // Entries in use
  function automatic logic is_unused(logic [EntryWidth-1:0] entry);
    return entry[EntryWidth-BlockWidth-1-:2] == 2'(ReaderUnused);
  endfunction

  logic [Probes-1:0] added_q, removed_q;
  logic [Ways-1:0] reclaimed_q;
  logic [UsedWidth-1:0] used_q, used_d;
  logic crowded;

  always_comb begin
    used_d = used_q;
    for (int unsigned i = 0; i < Probes; i++) used_d += UsedWidth'(added_q[i]) - UsedWidth'(removed_q[i]);
    for (int unsigned way = 0; way < Ways; way++) used_d -= UsedWidth'(reclaimed_q[way]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q      <= '0;
      added_q     <= '0;
      removed_q   <= '0;
      reclaimed_q <= '0;
      crowded_o   <= 1'b0;
    end else begin
      used_q    <= used_d;
      crowded_o <= crowded;
      for (int unsigned i = 0; i < Probes; i++) begin
        added_q[i]   <= write_i[i] != '0 && write_alloc_i[i];
        removed_q[i] <= write_i[i] != '0 && !write_alloc_i[i] && is_unused(entry_i[i]);
      end
      for (int unsigned way = 0; way < Ways; way++) begin
        reclaimed_q[way] <= reclaim_write_i[way] && is_unused(reclaim_entry_i[way]);
      end
    end
  end
  assign crowded = used_q > UsedWidth'(Ways * Rows / 2);
  assign used_o  = used_q;
  assign busy_o  = write_i != '0 || {added_q, removed_q, reclaimed_q} != '0 || crowded_o != crowded;

  `GPUTM_ASSERT(a_used_in_range, used_q <= UsedWidth'(Ways * Rows), ("reader_ways: %0d entries are in use", used_q))

endmodule

`default_nettype wire
