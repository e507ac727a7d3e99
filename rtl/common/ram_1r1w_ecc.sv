// ram_1r1w, or ram_1r1w_fwd, with protection (ecc_pkg, docs/protection.md). Without it, it is that RAM and nothing else.
// A word is written as a whole: there is no partial write, so none needs a read.
//
// Latency:    as the RAM's. The word is checked and corrected in the cycle in which the RAM returns it: a user that
//             has logic behind the RAM registers rdata_o first. error_o comes a cycle later.
// Throughput: one read and one write each cycle.
//
// Errors are reported of reads with check_i: of rows that have been written. bad_o says with rdata_o, while that
// stays, that it is not to be used.
//
// Width: bits a row, at most 256 with Secded. Depth: rows, at least 2. Protection: of ecc_pkg. Forward: a read of the
// row that is written returns the new data (ram_1r1w_fwd), with QuickEnable and LateMatch; one wrong bit of such a word,
// which comes from a register, is found and not corrected. MayCollide: of ram_1r1w.

`include "gputm_assert.svh"

`default_nettype none

module ram_1r1w_ecc
  import ecc_pkg::*;
#(
  parameter  int unsigned Width       = 32,
  parameter  int unsigned Depth       = 256,
  parameter  int unsigned Protection  = None,
  parameter  bit          Forward     = 1'b0,
  parameter  bit          QuickEnable = 1'b0,
  parameter  bit          LateMatch   = 1'b0,
  parameter  bit          MayCollide  = 1'b0,
  localparam int unsigned AddrWidth   = $clog2(Depth)
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,

  input  wire logic                 write_i,
  input  wire logic [AddrWidth-1:0] waddr_i,
  input  wire logic [Width-1:0]     wdata_i,

  input  wire logic                 read_i,
  input  wire logic                 check_i,  // with read_i: the row has been written
  input  wire logic [AddrWidth-1:0] raddr_i,
  output      logic [Width-1:0]     rdata_o,
  output      logic                 bad_o,    // rdata_o is not to be used

  output      ram_error_t           error_o
);

  localparam bit [1:0] Legal = {
    param_pkg::in_range("ram_1r1w_ecc: Protection", Protection, None, Secded, 3),
    param_pkg::in_range("ram_1r1w_ecc: Width", Width, 1, Protection == Secded ? MaxWidth : 65535, 3)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  localparam int unsigned Checks = checks_of(Protection, Width);
  localparam int unsigned CodeWidth = Width + Checks;

  logic [CodeWidth-1:0] wcode, rcode, ram_code, new_code;
  logic forwarded;  // the row is new_code, else ram_code

  if (Forward) begin : gen_forward
    ram_1r1w_fwd #(
      .Width      (CodeWidth),
      .Depth      (Depth),
      .QuickEnable(QuickEnable),
      .LateMatch  (LateMatch)
    ) u_ram (
      .clk_i,
      .write_i,
      .waddr_i,
      .wdata_i    (wcode),
      .read_i,
      .raddr_i,
      .rdata_o    (rcode),
      .forwarded_o(forwarded),
      .ram_rdata_o(ram_code),
      .new_rdata_o(new_code)
    );
  end else begin : gen_plain
    assign forwarded = 1'b0;
    assign rcode     = ram_code;
    assign new_code  = ram_code;
    ram_1r1w #(
      .Width     (CodeWidth),
      .Depth     (Depth),
      .MayCollide(MayCollide)
    ) u_ram (
      .clk_i,
      .write_i,
      .waddr_i,
      .wdata_i(wcode),
      .read_i,
      .raddr_i,
      .rdata_o(ram_code)
    );
  end

  if (Protection == None) begin : gen_none
    assign wcode   = wdata_i;
    assign rdata_o = rcode;
    assign bad_o   = 1'b0;
    assign error_o = '0;
    wire unused = ^{rst_ni, check_i, forwarded, ram_code, new_code};
  end else begin : gen_checked
    logic uncorrectable, held_q;
    logic [Checks-1:0] syndrome;

    if (Protection == Secded) begin : gen_secded
      assign wcode[Width-1:0] = wdata_i;
      secded_enc #(
        .Width(Width)
      ) u_enc (
        .data_i (wdata_i),
        .check_o(wcode[CodeWidth-1:Width])
      );

      // The RAM's own row is decoded, as its output is late. A forwarded one comes from a register, where a wrong bit is
      // found, but not corrected: a code word has an even number of ones, and so has the syndrome of a loss.
      logic [Width-1:0] corrected;
      logic [Checks-1:0] ram_syndrome;
      logic ram_uncorrectable, new_wrong;

      secded_dec #(
        .Width(Width)
      ) u_dec (
        .data_i         (ram_code[Width-1:0]),
        .check_i        (ram_code[CodeWidth-1:Width]),
        .data_o         (corrected),
        .syndrome_o     (ram_syndrome),
        .error_o        (),
        .uncorrectable_o(ram_uncorrectable)
      );

      assign new_wrong     = ^new_code;
      assign rdata_o       = forwarded ? new_code[Width-1:0] : corrected;
      assign syndrome      = forwarded ? Checks'({2{new_wrong}}) : ram_syndrome;
      assign uncorrectable = forwarded ? new_wrong : ram_uncorrectable;
      wire unused = ^rcode;
    end else begin : gen_parity
      assign wcode         = {^wdata_i, wdata_i};
      assign rdata_o       = rcode[Width-1:0];
      assign syndrome      = ^rcode;
      assign uncorrectable = syndrome;
      wire unused = ^{forwarded, ram_code, new_code};
    end

    // The word is bad until the next read.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) held_q <= 1'b0;
      else if (read_i) held_q <= check_i;
    end
    assign bad_o = held_q && uncorrectable;

    // The error is reported once. Whether it is one is seen from the syndrome in its register: a RAM's output is late.
    logic checked_q, valid;
    logic [AddrWidth-1:0] row_q, reported_row_q;
    logic [Checks-1:0] syndrome_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        checked_q  <= 1'b0;
        syndrome_q <= '0;
      end else begin
        checked_q  <= read_i && check_i;
        syndrome_q <= checked_q ? syndrome : '0;
      end
    end
    always_ff @(posedge clk_i) begin
      if (read_i) row_q <= raddr_i;
      if (checked_q) reported_row_q <= row_q;
    end
    assign valid   = syndrome_q != '0;
    assign error_o = '{
            valid: valid,
            fatal: valid && (Protection == Parity || !(^syndrome_q)),
            row: valid ? RowBits'(reported_row_q) : '0
        };
  end

endmodule

`default_nettype wire
