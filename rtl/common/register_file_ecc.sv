// register_file with protection (ecc_pkg, docs/protection.md). Without it, it is that register file and nothing else.
//
// Latency:    as register_file's: the word is checked and corrected in the cycle of its address. error_o comes a cycle later.
// Throughput: one read and one write each cycle.
//
// Errors are reported of reads with check_i, of words that have been written since reset; once while the same word is read.
// bad_o says with rdata_o that it is not to be used.
//
// Width: bits a word, at most 256 with Secded. Depth: words, at least 2. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module register_file_ecc
  import ecc_pkg::*;
#(
  parameter  int unsigned Width      = 32,
  parameter  int unsigned Depth      = 4,
  parameter  int unsigned Protection = None,
  localparam int unsigned AddrWidth  = $clog2(Depth)
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  input  wire logic                 write_i,
  input  wire logic [AddrWidth-1:0] waddr_i,
  input  wire logic [Width-1:0]     wdata_i,

  input  wire logic                 check_i,  // the word is used
  input  wire logic [AddrWidth-1:0] raddr_i,
  output      logic [Width-1:0]     rdata_o,
  output      logic                 bad_o,    // with check_i: rdata_o is not to be used

  output      ram_error_t           error_o
);

  localparam bit [1:0] Legal = {
    param_pkg::in_range("register_file_ecc: Protection", Protection, None, Secded, 3),
    param_pkg::in_range("register_file_ecc: Width", Width, 1, Protection == Secded ? MaxWidth : 65535, 3)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned CodeWidth = Width + checks_of(Protection, Width);

  logic [CodeWidth-1:0] wcode, rcode;

  register_file #(
    .Width(CodeWidth),
    .Depth(Depth)
  ) u_file (
    .clk_i,
    .write_i,
    .waddr_i,
    .wdata_i(wcode),
    .raddr_i,
    .rdata_o(rcode)
  );

  if (Protection == None) begin : gen_none
    assign wcode   = wdata_i;
    assign rdata_o = rcode;
    assign bad_o   = 1'b0;
    assign error_o = '0;
    wire unused = ^{rst_ni, check_i};
  end else begin : gen_checked
    logic wrong, uncorrectable, counts, error;
    logic [Depth-1:0] written_q;

    if (Protection == Secded) begin : gen_secded
      assign wcode[Width-1:0] = wdata_i;
      secded_enc #(
        .Width(Width)
      ) u_enc (
        .data_i (wdata_i),
        .check_o(wcode[CodeWidth-1:Width])
      );
      secded_dec #(
        .Width(Width)
      ) u_dec (
        .data_i         (rcode[Width-1:0]),
        .check_i        (rcode[CodeWidth-1:Width]),
        .data_o         (rdata_o),
        .syndrome_o     (),
        .error_o        (wrong),
        .uncorrectable_o(uncorrectable)
      );
    end else begin : gen_parity
      assign wcode         = {^wdata_i, wdata_i};
      assign rdata_o       = rcode[Width-1:0];
      assign wrong         = ^rcode;
      assign uncorrectable = wrong;
    end

    assign counts = check_i && written_q[raddr_i];
    assign error  = counts && wrong;
    assign bad_o  = counts && uncorrectable;

    logic error_q, bad_q, same_word, reported, fatal, valid_q, fatal_q;
    logic [AddrWidth-1:0] word_q;

    assign same_word = raddr_i == word_q;
    assign fatal     = bad_o && !(bad_q && same_word);
    assign reported  = fatal || error && !(error_q && same_word);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        written_q <= '0;
        error_q   <= 1'b0;
        bad_q     <= 1'b0;
        valid_q   <= 1'b0;
        fatal_q   <= 1'b0;
      end else begin
        if (write_i) written_q[waddr_i] <= 1'b1;
        error_q <= error;
        bad_q   <= bad_o;
        valid_q <= reported;
        fatal_q <= fatal;
      end
    end
    always_ff @(posedge clk_i) word_q <= raddr_i;
    assign error_o = '{valid: valid_q, fatal: fatal_q, row: valid_q ? RowBits'(word_q) : '0};
  end

endmodule

`default_nettype wire
