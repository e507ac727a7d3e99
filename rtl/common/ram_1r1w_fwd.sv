// ram_1r1w with forwarding: a read of the row that is written in the same cycle returns the new data.
//
// Latency:    the row addressed in a cycle with read_i is on rdata_o in the next cycle and stays there until the
//             next read. Writes of later cycles do not change it.
// Throughput: one read and one write each cycle.
//
// Width: bits a row. Depth: rows, at least 2. QuickEnable: the RAM is read also when the new data are forwarded,
// so that its enable does not wait for the comparison of the rows. LateMatch: no register waits for it, either;
// the rows are compared in the cycle in which the RAM returns its data. For late addresses and enables.

`include "gputm_assert.svh"

`default_nettype none

module ram_1r1w_fwd #(
  parameter  int unsigned Width       = 32,
  parameter  int unsigned Depth       = 256,
  parameter  bit          QuickEnable = 1'b0,
  parameter  bit          LateMatch   = 1'b0,          // rows are compared a cycle later; needs QuickEnable
  localparam int unsigned AddrWidth   = $clog2(Depth)
) (
  input  wire logic                 clk_i,

  input  wire logic                 write_i,
  input  wire logic [AddrWidth-1:0] waddr_i,
  input  wire logic [Width-1:0]     wdata_i,

  input  wire logic                 read_i,
  input  wire logic [AddrWidth-1:0] raddr_i,
  output      logic [Width-1:0]     rdata_o,

  // For logic that is to be in front of the choice between the two: what rdata_o is made from
  output logic             forwarded_o,  // rdata_o is new_rdata_o, else ram_rdata_o
  output logic [Width-1:0] ram_rdata_o,
  output logic [Width-1:0] new_rdata_o
);

  logic             forward;    // with LateMatch: a row is written
  logic [Width-1:0] wdata_q;

  localparam bit [2:0] Legal = {
    param_pkg::in_range("ram_1r1w_fwd: Width", Width, 1, 65536, 3),
    param_pkg::in_range("ram_1r1w_fwd: Depth", Depth, 2, 2 ** 24, 3),
    param_pkg::holds(
        "ram_1r1w_fwd: LateMatch", 64'(LateMatch), !LateMatch || QuickEnable, "0 where QuickEnable is 0", 3
    )
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  assign forward = write_i && read_i && (LateMatch || waddr_i == raddr_i);

  ram_1r1w #(
    .Width     (Width),
    .Depth     (Depth),
    .MayCollide(QuickEnable)
  ) u_ram (
    .clk_i,
    .write_i,
    .waddr_i,
    .wdata_i,
    .read_i (read_i && (QuickEnable || !forward)),
    .raddr_i,
    .rdata_o(ram_rdata_o)
  );

  // Data path only: rdata_o before the first read is undefined, as in any RAM.
  logic forwarded_q;

  always_ff @(posedge clk_i) begin
    if (read_i) forwarded_q <= forward;
    if (QuickEnable ? read_i : forward) wdata_q <= wdata_i;
  end

  if (LateMatch) begin : gen_late
    logic [AddrWidth-1:0] waddr_q, raddr_q;

    always_ff @(posedge clk_i) begin
      if (read_i) begin
        waddr_q <= waddr_i;
        raddr_q <= raddr_i;
      end
    end
    assign forwarded_o = forwarded_q && waddr_q == raddr_q;
  end else begin : gen_early
    assign forwarded_o = forwarded_q;
  end

  assign new_rdata_o = wdata_q;
  assign rdata_o     = forwarded_o ? new_rdata_o : ram_rdata_o;

  `GPUTM_ASSERT(a_row_in_ram, !write_i || 32'(waddr_i) < Depth,
                ("ram_1r1w_fwd: row %0d of %0d is written", waddr_i, Depth), clk_i, 1'b0)

endmodule

`default_nettype wire
