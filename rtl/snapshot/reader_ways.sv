// Memory of the scalable reader list: a hash function for each way (as in a ZCache or a cuckoo directory, ISCA 2017
// paper, section 4.2), so that entries which meet in one way part in the others; and two RAMs a way, the banks, for even
// and odd rows, so that a second row can be read and written in the other bank in the same cycle.
//
// Rows: hash_rows_o follows key_i combinationally (hash_row).
// Latency:    a row read in one cycle is on entry_o in the next and stays there until the next read of its bank.
// Throughput: in each bank of each way one row read and one written each cycle; a read sees a write of the same cycle.
//             Of the two sides, that of the operations and that of the reclaimer, each has one read and one write a
//             way, never in the same bank.
//
// Ways: 2 or more. Rows: of a way, even, 4 or more. KeyWidth, EntryWidth: bits.

`default_nettype none

module reader_ways #(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned Rows       = 21964,
  parameter  int unsigned KeyWidth   = 36,
  parameter  int unsigned EntryWidth = 69,
  localparam int unsigned RowWidth   = $clog2(Rows)
) (
  input  wire logic                            clk_i,

  input  wire logic [KeyWidth-1:0]             key_i,
  output      logic [Ways-1:0][RowWidth-1:0]   hash_rows_o,

  input  wire logic                            read_i,
  input  wire logic [Ways-1:0][RowWidth-1:0]   read_rows_i,
  output      logic [Ways-1:0][EntryWidth-1:0] entry_o,
  input  wire logic [Ways-1:0]                 write_i,
  input  wire logic [Ways-1:0][RowWidth-1:0]   write_rows_i,
  input  wire logic [Ways-1:0][EntryWidth-1:0] entry_i,

  input  wire logic [Ways-1:0]                 reclaim_read_i,
  input  wire logic [Ways-1:0][RowWidth-1:0]   reclaim_read_rows_i,
  output      logic [Ways-1:0][EntryWidth-1:0] reclaim_entry_o,
  input  wire logic [Ways-1:0]                 reclaim_write_i,
  input  wire logic [Ways-1:0][RowWidth-1:0]   reclaim_write_rows_i,
  input  wire logic [Ways-1:0][EntryWidth-1:0] reclaim_entry_i
);

  if (Ways < 2) begin : gen_check_ways
    $error("reader_ways: Ways=%0d must be at least 2", Ways);
  end
  if (Rows < 4 || Rows % 2 != 0) begin : gen_check_rows
    $error("reader_ways: Rows=%0d must be even and at least 4", Rows);
  end

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    hash_row #(
      .KeyWidth(KeyWidth),
      .Rows    (Rows),
      .Seed    (32 + way)
    ) u_hash (
      .key_i,
      .row_o(hash_rows_o[way])
    );

    logic [1:0][EntryWidth-1:0] rdata;
    logic bank_q, reclaim_bank_q;  // of the rows read last

    for (genvar bank = 0; bank < 2; bank++) begin : gen_bank
      logic read, reclaim_read, write, reclaim_write;

      assign read         = read_i && read_rows_i[way][0] == 1'(bank);
      assign reclaim_read  = reclaim_read_i[way] && reclaim_read_rows_i[way][0] == 1'(bank);
      assign write        = write_i[way] && write_rows_i[way][0] == 1'(bank);
      assign reclaim_write = reclaim_write_i[way] && reclaim_write_rows_i[way][0] == 1'(bank);

      ram_1r1w_fwd #(
        .Width(EntryWidth),
        .Depth(Rows / 2)
      ) u_ram (
        .clk_i,
        .write_i(write || reclaim_write),
        .waddr_i(write ? write_rows_i[way][RowWidth-1:1] : reclaim_write_rows_i[way][RowWidth-1:1]),
        .wdata_i(write ? entry_i[way] : reclaim_entry_i[way]),
        .read_i (read || reclaim_read),
        .raddr_i(read ? read_rows_i[way][RowWidth-1:1] : reclaim_read_rows_i[way][RowWidth-1:1]),
        .rdata_o(rdata[bank])
      );

      always_ff @(posedge clk_i) begin
        a_one_read :
        assert (!(read && reclaim_read))
        else $error("reader_ways: rows %0d and %0d are read in one bank", read_rows_i[way], reclaim_read_rows_i[way]);
        a_one_write :
        assert (!(write && reclaim_write))
        else
          $error("reader_ways: rows %0d and %0d are written in one bank", write_rows_i[way], reclaim_write_rows_i[way]);
      end
    end

    always_ff @(posedge clk_i) begin
      if (read_i) bank_q <= read_rows_i[way][0];
      if (reclaim_read_i[way]) reclaim_bank_q <= reclaim_read_rows_i[way][0];
    end
    assign entry_o[way]        = rdata[bank_q];
    assign reclaim_entry_o[way] = rdata[reclaim_bank_q];
  end

endmodule

`default_nettype wire
