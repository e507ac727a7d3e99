// Memory of the scalable reader list: one RAM a way, each with a hash function of its own (as in a ZCache or a cuckoo
// directory, ISCA 2017 paper, section 4.2), so that entries which meet in one way part in the others.
//
// Rows: hash_rows_o follows key_i combinationally. Rows need not be a power of two: a hash of HashExtra more bits is
// scaled, which leaves rows equally likely within 1 / 2^HashExtra.
// Latency:    a row read in one cycle is on entry_o in the next and stays there until the next read.
// Throughput: one row of each way read and one written each cycle; a read sees a write of the same cycle.
//
// Ways: 2 or more. Rows: of a way, 2 or more. KeyWidth, EntryWidth: bits.

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
  input  wire logic [Ways-1:0][EntryWidth-1:0] entry_i
);

  localparam int unsigned HashExtra = 4;
  localparam int unsigned HashWidth = RowWidth + HashExtra;

  for (genvar way = 0; way < Ways; way++) begin : gen_way
    logic [HashWidth-1:0]          hash;
    logic [HashWidth+RowWidth-1:0] scaled;

    h3_hash #(
      .KeyWidth (KeyWidth),
      .HashWidth(HashWidth),
      .Seed     (32 + way)
    ) u_hash (
      .key_i,
      .hash_o(hash)
    );

    // The highest row is at most (2^HashWidth - 1) * Rows / 2^HashWidth, below Rows.
    assign scaled           = (HashWidth + RowWidth)'(hash) * (HashWidth + RowWidth)'(Rows);
    assign hash_rows_o[way] = scaled[HashWidth +: RowWidth];

    logic unused_scaled;
    assign unused_scaled = ^scaled[HashWidth-1:0];

    ram_1r1w_fwd #(
      .Width(EntryWidth),
      .Depth(Rows)
    ) u_ram (
      .clk_i,
      .write_i(write_i[way]),
      .waddr_i(write_rows_i[way]),
      .wdata_i(entry_i[way]),
      .read_i,
      .raddr_i(read_rows_i[way]),
      .rdata_o(entry_o[way])
    );
  end

endmodule

`default_nettype wire
