// Selects the responses of the L2 that may fill the table of recent words (recent_words): those of words
// that have not been written since the read was sent, so that each filled value is memory's present one.
//
// Each read to the L2 allocates the next of Fills places, in rotation; the place's previous read can then fill
// nothing. A change of a row, of any word, releases the places of the row's reads. A response fills its row if its
// read still owns the place and the table has no other write in the cycle of the fill; otherwise it is dropped.
//
// Latency: two cycles from a response to its fill. Throughput: a read, a change and a response each cycle.
//
// With protection, places and records have a parity bit. With one that is wrong the response is dropped.
//
// Fills: places, a power of two, 2 or more. Tags: reads in flight. RowWidth, AddrWidth, DataWidth:
// bits of a row's number, of a word's number, of a word. Protection: of ecc_pkg; Secded is parity, too.

`include "gputm_assert.svh"

`default_nettype none

module recent_fills #(
  parameter  int unsigned Fills      = 64,
  parameter  int unsigned Tags       = 512,
  parameter  int unsigned RowWidth   = 9,
  parameter  int unsigned AddrWidth  = 30,
  parameter  int unsigned DataWidth  = 32,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned TagWidth   = $clog2(Tags),
  localparam int unsigned PlaceWidth = $clog2(Fills)
) (
  input wire logic clk_i,
  input wire logic rst_ni,

  // A read sent to the L2 in this cycle or later
  input wire logic                 sent_i,  // a read is sent
  input wire logic [ TagWidth-1:0] sent_tag_i,  // tag of the read
  input wire logic [AddrWidth-1:0] sent_addr_i,  // number of the word
  input wire logic [ RowWidth-1:0] sent_row_i,   // row of the word

  // A write or store to a word of this row, in this cycle or the previous one
  input wire logic                changed_i,  // a row has changed
  input wire logic [RowWidth-1:0] changed_row_i,  // number of the row
  input wire logic                changed_all_i,  // all rows have changed; the table is then emptied

  // Responses of the L2
  input wire logic                 response_valid_i,  // a response is there
  input wire logic [ TagWidth-1:0] response_tag_i,  // tag of the read
  input wire logic [DataWidth-1:0] response_data_i,  // the word

  // A fill of the table, dropped if the table has another write in this cycle
  output logic                 fill_valid_o,  // a fill is there
  output logic [ RowWidth-1:0] fill_row_o,  // row of the word
  output logic [AddrWidth-1:0] fill_addr_o,   // number of the word
  output logic [DataWidth-1:0] fill_data_o,   // the word

  output ecc_pkg::ram_error_t [1:0] errors_o,  // a place, or a record, was lost

  output logic busy_o  // low: no register changes until an input does
);

  `GPUTM_ASSERT_PARAMS(param_pkg::power_of_two("recent_fills: Fills", Fills, 2, 4096, 2))

  localparam int unsigned Kind = Protection == ecc_pkg::None ? ecc_pkg::None : ecc_pkg::Parity;

  typedef logic [TagWidth-1:0] tag_t;
  typedef logic [AddrWidth-1:0] addr_t;
  typedef logic [DataWidth-1:0] data_t;
  typedef logic [RowWidth-1:0] row_t;
  typedef logic [PlaceWidth-1:0] place_t;

  // Places, and their reads
  logic [Fills-1:0] own_q, own_d;  // the place's read may still fill
  row_t [Fills-1:0] row_q;
  place_t next_q;

  always_comb begin
    own_d = own_q;
    for (int unsigned i = 0; i < Fills; i++) if (changed_i && row_q[i] == changed_row_i) own_d[i] = 1'b0;
    if (changed_all_i) own_d = '0;
    if (sent_i) own_d[next_q] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      own_q  <= '0;
      next_q <= '0;
    end else begin
      own_q <= own_d;
      if (sent_i) next_q <= next_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) if (sent_i) row_q[next_q] <= sent_row_i;

  // A response's place, in the next cycle; the record of its read, in the one after
  logic   placed_q;
  tag_t   placed_tag_q;
  data_t  placed_data_q;
  place_t placed;
  logic   place_bad;

  ram_1r1w_ecc #(
    .Width     (PlaceWidth),
    .Depth     (Tags),
    .Protection(Kind)
  ) u_places (
    .clk_i,
    .rst_ni,
    .write_i(sent_i),
    .waddr_i(sent_tag_i),
    .wdata_i(next_q),
    .read_i (response_valid_i),
    .check_i(1'b1),
    .raddr_i(response_tag_i),
    .rdata_o(placed),
    .bad_o  (place_bad),
    .error_o(errors_o[0])
  );

  logic   noted_q;
  tag_t   noted_tag_q;
  data_t  noted_data_q;
  place_t noted_place_q;
  tag_t   own_tag;
  addr_t  own_addr;
  logic   note_bad;

  ram_1r1w_ecc #(
    .Width     (TagWidth + AddrWidth),
    .Depth     (Fills),
    .Protection(Kind),
    .Forward   (1'b1)
  ) u_notes (
    .clk_i,
    .rst_ni,
    .write_i(sent_i),
    .waddr_i(next_q),
    .wdata_i({sent_tag_i, sent_addr_i}),
    .read_i (placed_q),
    .check_i(!place_bad),
    .raddr_i(placed),
    .rdata_o({own_tag, own_addr}),
    .bad_o  (note_bad),
    .error_o(errors_o[1])
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      placed_q <= 1'b0;
      noted_q  <= 1'b0;
    end else begin
      placed_q <= response_valid_i;
      noted_q  <= placed_q && !place_bad;
    end
  end
  always_ff @(posedge clk_i) begin
    if (response_valid_i) begin
      placed_tag_q  <= response_tag_i;
      placed_data_q <= response_data_i;
    end
    if (placed_q) begin
      noted_tag_q   <= placed_tag_q;
      noted_data_q  <= placed_data_q;
      noted_place_q <= placed;
    end
  end

  // The place may have a later read by now, even of the same tag: that one is sent after this, so it is not here.
  assign fill_row_o   = row_q[noted_place_q];
  assign fill_addr_o  = own_addr;
  assign fill_data_o  = noted_data_q;
  assign fill_valid_o = noted_q && own_q[noted_place_q] && own_tag == noted_tag_q && !note_bad &&
                        !(changed_i && changed_row_i == fill_row_o);
  assign busy_o       = placed_q || noted_q;

endmodule

`default_nettype wire
