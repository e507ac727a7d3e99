// Conflict address table of a core, for EAPG (HPCA 2016): the words that committing transactions write, as the memory partitions
// have announced them, looked up by the lanes of a warp.
//
// A row has a bit for each word of a line of memory; lines of a partition share rows by hash (line_row), as in the
// partition's reference_counts. An announcement replaces a row. A look-up has a word for each of its lanes, and returns
// the lanes with a bit that is set. It may miss an announcement that comes during it: the table only predicts.
//
// Rows are in banks, each with one read port, and lanes of one row share its read, so a coalesced access takes a single pass
// (bank_leaders). A look-up takes as many passes as its busiest bank has rows to read.
//
// Latency:    the hits of a look-up follow its acceptance after seven cycles and one for each pass.
// Throughput: a pass a cycle; the next look-up's first one follows the last. Announcements are taken in every cycle. Both
//             streams' ready is low for Partitions * Rows / Banks cycles after reset, while the banks are cleared.
//
// Protection: a row has a parity bit. A lost row counts as one without words until it is announced again: it hides conflicts,
// which validation decides all the same.
//
// Lanes: of a warp, at least 2. Partitions: of memory. Rows: of a partition, a power of two, at least 2 * Banks. Words: of a line,
// a power of two. Banks: a power of two. AddrWidth: bits of a word's number. Protection: of ecc_pkg; Secded is parity, too.

`include "gputm_assert.svh"

`default_nettype none

module conflict_table #(
  parameter  int unsigned Lanes          = 32,
  parameter  int unsigned Partitions     = 6,
  parameter  int unsigned Rows           = 512,
  parameter  int unsigned Words          = 32,
  parameter  int unsigned Banks          = 8,
  parameter  int unsigned AddrWidth      = 30,
  parameter  int unsigned Protection     = 0,
  localparam int unsigned RowWidth       = $clog2(Rows),
  localparam int unsigned PartitionWidth = Partitions > 1 ? $clog2(Partitions) : 1
) (
  input  wire logic                                 clk_i,
  input  wire logic                                 rst_ni,

  // Announced rows
  input  wire logic                                 row_valid_i,
  output      logic                                 row_ready_o,
  input  wire logic [PartitionWidth-1:0]            row_partition_i,  // partition that announces the row
  input  wire logic [RowWidth-1:0]                  row_i,            // number of the row
  input  wire logic [Words-1:0]                     row_words_i,      // words with writes in flight

  // Look-ups
  input  wire logic                                 access_valid_i,
  output      logic                                 access_ready_o,
  input  wire logic [Lanes-1:0]                     access_lanes_i,   // lanes with a word
  input  wire logic [Lanes-1:0][PartitionWidth-1:0] access_partition_i,  // partition of each lane's word
  input  wire logic [Lanes-1:0][AddrWidth-1:0]      access_addr_i,    // number of each lane's word

  // Hits
  output      logic                                 hit_valid_o,
  output      logic [Lanes-1:0]                     hit_lanes_o,      // lanes with a word that is being written

  output      ecc_pkg::ram_report_t                 memory_report_o,  // lost rows, with Protection; memory: bank

  output      logic                                 busy_o            // a look-up is in progress, or banks are cleared
);

  localparam int unsigned WordWidth = $clog2(Words);
  localparam int unsigned LineWidth = AddrWidth - WordWidth;
  localparam int unsigned BankWidth = $clog2(Banks);
  localparam int unsigned SlotWidth = PartitionWidth + RowWidth;
  localparam int unsigned PlaceWidth = SlotWidth - BankWidth;
  localparam int unsigned Depth = Partitions * Rows / Banks;
  localparam int unsigned DepthWidth = $clog2(Depth);

  localparam int unsigned Kind = Protection == ecc_pkg::None ? ecc_pkg::None : ecc_pkg::Parity;

  localparam bit [6:0] Legal = {
    param_pkg::in_range("conflict_table: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::in_range("conflict_table: Lanes", Lanes, 2, 64, 1),
    param_pkg::in_range("conflict_table: Partitions", Partitions, 1, 64, 1),
    param_pkg::power_of_two("conflict_table: Rows", Rows, 2 * Banks, 65536, 1),
    param_pkg::power_of_two("conflict_table: Words", Words, 2, 64, 1),
    param_pkg::power_of_two("conflict_table: Banks", Banks, 2, 32, 1),
    param_pkg::in_range("conflict_table: AddrWidth", AddrWidth, $clog2(Rows) + $clog2(Words), 64, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // Clearing after reset
  logic                  clearing;
  logic [DepthWidth-1:0] clear_place;

  ram_clear #(
    .Rows(Depth)
  ) u_clear (
    .clk_i,
    .rst_ni,
    .clear_i   (1'b0),
    .clearing_o(clearing),
    .row_o     (clear_place)
  );

  // Passes of a look-up; words travel along as the row's tag.
  typedef logic [Lanes-1:0][WordWidth-1:0] words_t;
  logic [Lanes-1:0][SlotWidth-1:0] slot;
  words_t word;

  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
    logic [RowWidth-1:0] row;

    line_row #(
      .LineWidth(LineWidth),
      .RowWidth (RowWidth)
    ) u_line_row (
      .line_i(access_addr_i[lane][AddrWidth-1:WordWidth]),
      .row_o (row)
    );

    assign slot[lane] = {access_partition_i[lane], row};
    assign word[lane] = access_addr_i[lane][WordWidth-1:0];
  end

  logic leaders_ready, leaders_busy;
  logic pass_valid, pass_last;
  logic [Lanes-1:0] pass_served;
  words_t pass_word;
  logic [Lanes-1:0][BankWidth-1:0] pass_bank;
  logic [Banks-1:0] bank_used;
  logic [Banks-1:0][$clog2(Lanes)-1:0] unused_leader;
  logic [Banks-1:0][PlaceWidth-1:0] bank_place;

  assign access_ready_o = leaders_ready && !clearing;

  bank_leaders #(
    .Lanes    (Lanes),
    .Banks    (Banks),
    .SlotWidth(SlotWidth),
    .TagWidth ($bits(words_t))
  ) u_leaders (
    .clk_i,
    .rst_ni,
    .row_valid_i  (access_valid_i && !clearing),
    .row_ready_o  (leaders_ready),
    .row_tag_i    (word),
    .row_lanes_i  (access_lanes_i),
    .row_slot_i   (slot),
    .pass_go_i    (1'b1),
    .pass_valid_o (pass_valid),
    .pass_last_o  (pass_last),
    .pass_tag_o   (pass_word),
    .pass_served_o(pass_served),
    .pass_bank_o  (pass_bank),
    .bank_used_o  (bank_used),
    .bank_leader_o(unused_leader),
    .bank_place_o (bank_place),
    .busy_o       (leaders_busy)
  );

  // Banks
  logic [SlotWidth-1:0] row_slot;
  logic [Banks-1:0][Words-1:0] bank_words;
  ecc_pkg::ram_error_t [Banks-1:0] lost;

  assign row_ready_o = !clearing;
  assign row_slot    = {row_partition_i, row_i};

  for (genvar bank = 0; bank < Banks; bank++) begin : gen_bank
    logic write, bad;
    logic [Words-1:0] words;
    ecc_pkg::ram_error_t error;
    assign write = row_valid_i && row_slot[BankWidth-1:0] == BankWidth'(bank);

    ram_1r1w_ecc #(
      .Width     (Words),
      .Depth     (Depth),
      .Protection(Kind),
      .Forward   (1'b1)
    ) u_ram (
      .clk_i,
      .rst_ni,
      .write_i(clearing || write),
      .waddr_i(clearing ? clear_place : DepthWidth'(row_slot[SlotWidth-1:BankWidth])),
      .wdata_i(clearing ? '0 : row_words_i),
      .read_i (bank_used[bank]),
      .check_i(1'b1),
      .raddr_i(bank_place[bank][DepthWidth-1:0]),
      .rdata_o(words),
      .bad_o  (bad),
      .error_o(error)
    );
    assign bank_words[bank] = bad ? '0 : words;

    // Nothing is left uncorrected: hits are predictions.
    always_comb begin
      lost[bank]       = error;
      lost[bank].fatal = 1'b0;
    end
  end

  error_report #(
    .Memories  (Banks),
    .Protection(Protection)
  ) u_error_report (
    .clk_i,
    .rst_ni,
    .errors_i(lost),
    .stop_o  (),
    .report_o(memory_report_o)
  );

  // Behind the banks: the bits of the lanes that the pass has served, with those of the passes before
  logic read_valid_q, read_last_q;
  logic [Lanes-1:0] read_served_q, before_q, hits;
  words_t read_word_q;
  logic [Lanes-1:0][BankWidth-1:0] read_bank_q;

  always_comb begin
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      hits[lane] = before_q[lane] || read_served_q[lane] && bank_words[read_bank_q[lane]][read_word_q[lane]];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_valid_q <= 1'b0;
      before_q     <= '0;
      hit_valid_o  <= 1'b0;
    end else begin
      read_valid_q <= pass_valid;
      hit_valid_o  <= read_valid_q && read_last_q;
      if (read_valid_q) before_q <= read_last_q ? '0 : hits;
    end
  end
  always_ff @(posedge clk_i) begin
    read_last_q   <= pass_last;
    read_served_q <= pass_served;
    read_word_q   <= pass_word;
    read_bank_q   <= pass_bank;
    hit_lanes_o   <= hits;
  end

  assign busy_o = clearing || leaders_busy || read_valid_q || hit_valid_o;

  `GPUTM_ASSERT_IF(a_partition, 32'(row_partition_i) < Partitions, row_valid_i && row_ready_o,
                   ("conflict_table: partition %0d announces a row", row_partition_i))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_several_passes, read_valid_q && !read_last_q)
  `GPUTM_COVER(b_lanes_share_a_row, pass_valid && pass_last && (pass_served & (pass_served - 1'b1)) != '0)

  // Handshake assertions
  `GPUTM_STREAM(u_check_row, row_valid_i, row_ready_o, {row_partition_i, row_i, row_words_i})
  `GPUTM_STREAM(u_check_access, access_valid_i, access_ready_o, {access_lanes_i, access_partition_i, access_addr_i})

endmodule

`default_nettype wire
