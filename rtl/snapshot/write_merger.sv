// Merges words of commits into accesses of sectors: consecutive words of a set in one sector are one access.
//
// Words come in the order of their sets, also those that are not written, since they can be the last of a set; a
// beat without a word can end a set, too. An access leaves when a word comes that is not in it, or with the last
// beat of its set. A set's last access can be without words. Whether a word is in the sector of the previous
// written one is compared a cycle before it matters: words come late from their RAM. A beat goes on where there is
// room for an access, also if it is only merged with one, so that the source of words does not wait for that comparison.
//
// Latency:    from a set's last beat to its access 2 cycles; other accesses leave a cycle after the first word that is not in them.
// Throughput: a beat in and an access out each cycle.
//
// IdWidth: bits of a set's number. SectorWords: of an access, a power of two, at least 2.
// BlockWidth: bits of a block address; a block is a word. DataWidth: bits of a word.

`include "gputm_assert.svh"

`default_nettype none

module write_merger #(
  parameter  int unsigned IdWidth     = 5,
  parameter  int unsigned SectorWords = 8,
  parameter  int unsigned BlockWidth  = snapshot_pkg::BlockBits,
  parameter  int unsigned DataWidth   = 32,
  localparam int unsigned PartWidth   = $clog2(SectorWords),
  localparam int unsigned SectorWidth = BlockWidth - PartWidth
) (
  input  wire logic                                  clk_i,
  input  wire logic                                  rst_ni,

  input  wire logic                                  beat_valid_i,
  output      logic                                  beat_ready_o,
  input  wire logic [IdWidth-1:0]                    beat_id_i,      // number of the set
  input  wire logic                                  beat_last_i,    // last beat of the set
  input  wire logic                                  beat_writes_i,  // a word is written
  input  wire logic [BlockWidth-1:0]                 beat_block_i,   // address of the word
  input  wire logic [DataWidth-1:0]                  beat_data_i,    // value of the word

  output      logic                                  access_valid_o,
  input  wire logic                                  access_ready_i,
  output      logic [IdWidth-1:0]                    access_id_o,      // number of the set
  output      logic                                  access_last_o,    // last access of the set
  output      logic                                  access_writes_o,  // the access has words
  output      logic [SectorWidth-1:0]                access_sector_o,  // number of the sector
  output      logic [SectorWords-1:0]                access_mask_o,    // words to store
  output      logic [SectorWords-1:0][DataWidth-1:0] access_data_o,    // values of these words

  output      logic                                  busy_o            // an access has begun, or a beat waits
);

  typedef logic [IdWidth-1:0] id_t;
  typedef logic [SectorWidth-1:0] sector_t;
  typedef struct packed {
    id_t                                   id;
    logic                                  last;
    logic                                  writes;
    logic [SectorWords-1:0]                mask;
    logic [SectorWords-1:0][DataWidth-1:0] data;
  } access_t;

  `GPUTM_ASSERT_PARAMS(param_pkg::power_of_two("write_merger: SectorWords", SectorWords, 2, 256, 2))

  // ---- A beat, compared with the previous written word ----
  logic word_valid_q, word_last_q, writes_q, same_q, word_taken;
  id_t word_id_q;
  logic [PartWidth-1:0] part_q;
  logic [DataWidth-1:0] data_q;
  sector_t beat_sector, word_sector_q, held_sector_q;

  assign beat_sector  = beat_block_i[BlockWidth-1:PartWidth];
  assign beat_ready_o = !word_valid_q || word_taken;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) word_valid_q <= 1'b0;
    else if (beat_ready_o) word_valid_q <= beat_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (beat_valid_i && beat_ready_o) begin
      word_id_q     <= beat_id_i;
      word_last_q   <= beat_last_i;
      writes_q      <= beat_writes_i;
      same_q        <= beat_sector == (writes_q ? word_sector_q : held_sector_q);
      word_sector_q <= beat_sector;
      part_q        <= beat_block_i[PartWidth-1:0];
      data_q        <= beat_data_i;
    end
  end

  // ---- The access with which words are merged ----
  logic held_valid_q, merges;
  access_t held_q, held_d;

  assign merges         = held_valid_q && !held_q.last && (!writes_q || same_q);
  assign access_valid_o = held_valid_q && (held_q.last || (word_valid_q && !merges));
  assign word_taken     = !held_valid_q || access_ready_i;

  always_comb begin
    held_d = held_q;
    if (!merges) held_d.mask = '0;
    held_d.id     = word_id_q;
    held_d.last   = word_last_q;
    held_d.writes = writes_q || (merges && held_q.writes);
    if (writes_q) begin
      held_d.mask[part_q] = 1'b1;
      held_d.data[part_q] = data_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_valid_q <= 1'b0;
    else if (word_valid_q && word_taken) held_valid_q <= merges || writes_q || word_last_q;
    else if (access_valid_o && access_ready_i) held_valid_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (word_valid_q && word_taken) begin
      held_q <= held_d;
      if (writes_q) held_sector_q <= word_sector_q;
    end
  end

  assign access_id_o     = held_q.id;
  assign access_last_o   = held_q.last;
  assign access_writes_o = held_q.writes;
  assign access_sector_o = held_sector_q;
  assign access_mask_o   = held_q.mask;
  assign access_data_o   = held_q.data;
  assign busy_o          = word_valid_q || held_valid_q;

  `GPUTM_ASSERT(a_writes_words, !held_valid_q || held_q.writes == (held_q.mask != '0),
                ("write_merger: an access of set %0d with words %b writes, or does not", held_q.id, held_q.mask))
  `GPUTM_ASSERT(a_accesses_of_one_set, !(held_valid_q && word_valid_q) || held_q.last || word_id_q == held_q.id,
                ("write_merger: a word of set %0d comes before the end of set %0d", word_id_q, held_q.id))

  // Handshake assertions
  `GPUTM_STREAM(u_check_beat, beat_valid_i, beat_ready_o, {beat_id_i, beat_last_i, beat_writes_i, beat_block_i,
                                                           beat_data_i})
  `GPUTM_STREAM(u_check_access, access_valid_o, access_ready_i, {access_id_o, access_last_o, access_writes_o,
                                                                 access_sector_o, access_mask_o, access_data_o})

endmodule

`default_nettype wire
