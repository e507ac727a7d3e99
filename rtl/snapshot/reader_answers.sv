// Answers of the scalable reader list, in the order of the operations: one beat of an insertion; of
// a look-up one for each live reader, first those of the plain entry, then those of the leaves; at
// least one. Removes the dead readers from the found entries, in a separate cycle.
//
// The rest of a look-up can be skipped: then at most one more reader of the leaf that is being
// named follows, and one of the last leaf; and up to four in flight at that time. Leaves that the
// look-up still lacks need not be read.
//
// Latency:    three cycles from the found entries to the first beat, five from a leaf to its first one.
// Throughput: one beat a cycle. The sources keep room for both inputs: see answers_room_o.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the
// transactions of a leaf. Ahead: inputs that may still come after their room has gone, 1 or more.

`include "gputm_assert.svh"

`default_nettype none

module reader_answers
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned Ahead      = 4,
  localparam int unsigned Ids        = 2 ** IdWidth,
  localparam int unsigned LeafIds    = 2 ** LeafWidth,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic                             clk_i,
  input  wire logic                             rst_ni,

  // Entries found by an operation
  output      logic                             answers_room_o,
  input  wire logic                             answer_i,
  input  wire logic                             overflow_i,     // insertion
  input  wire logic                             has_plain_i,    // look-up: there is a plain entry
  input  wire logic [EntryWidth-1:0]            plain_i,
  input  wire logic                             has_leaves_i,   // leaves follow

  // A leaf of the oldest look-up that lacks some
  output      logic                             leaves_room_o,
  input  wire logic                             leaf_valid_i,
  input  wire logic                             has_leaf_i,     // the leaf is still there
  input  wire logic [EntryWidth-1:0]            leaf_i,
  input  wire logic                             last_i,         // last of its look-up
  output      logic                             skip_leaves_o,  // only the last leaf of that look-up is still needed

  input  wire logic [Ids-1:0]                   dead_i,

  output      logic                             rsp_valid_o,
  input  wire logic                             rsp_ready_i,
  output      logic                             rsp_last_o,
  output      logic                             rsp_reader_o,
  output      logic                             rsp_overflow_o,
  output      logic [IdWidth-1:0]               rsp_id_o,
  input  wire logic                             rsp_skip_i,     // skips the rest of the oldest operation's answer
  output      logic                             busy_o          // there are answers
);

  localparam int unsigned Depth = 16;
  localparam int unsigned DepthWidth = $clog2(Depth + 1);

  typedef struct packed {
    logic                             overflow;
    logic                             has_leaves;
    logic [PlainIds-1:0]              reader;  // ids in use
    logic [PlainIds-1:0][IdWidth-1:0] ids;
  } answer_t;

  typedef struct packed {
    logic               last;
    logic               reader;
    logic               overflow;
    logic [IdWidth-1:0] id;
  } rsp_t;

  // Found entries
  logic [CountWidth-1:0] count;
  logic [PlainIds-1:0][IdWidth-1:0] ids;
  logic [LeafIndex-1:0] leaf;
  logic [LeafIds-1:0] readers;

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_plain (
    .entry_i  (plain_i),
    .block_o  (),
    .kind_o   (),
    .count_o  (count),
    .ids_o    (ids),
    .leaves_o (),
    .leaf_o   (),
    .readers_o()
  );

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_leaf (
    .entry_i  (leaf_i),
    .block_o  (),
    .kind_o   (),
    .count_o  (),
    .ids_o    (),
    .leaves_o (),
    .leaf_o   (leaf),
    .readers_o(readers)
  );

  // Look-up of the dead
  logic answer_valid_q, leaf_valid_q, last_q;
  answer_t answer_q, living;
  logic [LeafIndex-1:0] leaf_q;
  logic [LeafIds-1:0] readers_q, living_readers;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answer_valid_q <= 1'b0;
      leaf_valid_q   <= 1'b0;
    end else begin
      answer_valid_q <= answer_i;
      leaf_valid_q   <= leaf_valid_i;
    end
  end

  always_ff @(posedge clk_i) begin
    answer_q.overflow   <= overflow_i;
    answer_q.has_leaves <= has_leaves_i;
    answer_q.ids        <= ids;
    for (int unsigned i = 0; i < PlainIds; i++) answer_q.reader[i] <= has_plain_i && CountWidth'(i) < count;
    leaf_q    <= leaf;
    last_q    <= last_i;
    readers_q <= has_leaf_i ? readers : '0;
  end

  always_comb begin
    living = answer_q;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      living.reader[i] = answer_q.reader[i] && !dead_i[answer_q.ids[i]];
    end
    living_readers = readers_q & ~dead_i[IdWidth'(leaf_q)*IdWidth'(LeafIds)+:LeafIds];
  end

  // Readers that wait to be named
  logic answers_ready, next_valid, next_pop;
  answer_t next;
  logic [DepthWidth-1:0] answers, leaves;
  logic leaf_id_valid, leaf_id_ready, leaves_busy, next_id_valid, next_id_ready, skip_leaf;
  rsp_t leaf_rsp, next_id_rsp;

  fifo_sync #(
    .Width($bits(answer_t)),
    .Depth(Depth)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .in_valid_i (answer_valid_q),
    .in_ready_o (answers_ready),
    .in_data_i  (living),
    .out_valid_o(next_valid),
    .out_ready_i(next_pop),
    .out_data_o (next),
    .count_o    (answers)
  );

  leaf_enumerator #(
    .IdWidth  (IdWidth),
    .LeafWidth(LeafWidth),
    .Depth    (Depth)
  ) u_leaves (
    .clk_i,
    .rst_ni,
    .leaf_valid_i(leaf_valid_q && (living_readers != '0 || last_q)),
    .leaf_i      (leaf_q),
    .readers_i   (living_readers),
    .last_i      (last_q),
    .id_valid_o  (next_id_valid),
    .id_ready_i  (next_id_ready),
    .id_there_o  (next_id_rsp.reader),
    .id_o        (next_id_rsp.id),
    .id_last_o   (next_id_rsp.last),
    .skip_i      (skip_leaf),
    .count_o     (leaves),
    .busy_o      (leaves_busy)
  );

  assign next_id_rsp.overflow = 1'b0;

  // Finding a leaf's next reader takes long.
  skid_buffer #(
    .Width($bits(rsp_t))
  ) u_leaf_id (
    .clk_i,
    .rst_ni,
    .in_valid_i (next_id_valid),
    .in_ready_o (next_id_ready),
    .in_data_i  (next_id_rsp),
    .out_valid_o(leaf_id_valid),
    .out_ready_i(leaf_id_ready),
    .out_data_o (leaf_rsp)
  );

  // A leaf is skipped if it is of the operation that is being answered: no last beat lies between the two.
  logic [1:0] lasts_q, leaf_lasts_q;  // last beats in the one buffer, in the other

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lasts_q      <= '0;
      leaf_lasts_q <= '0;
    end else begin
      lasts_q      <= lasts_q + 2'(next_pop) - 2'(rsp_valid_o && rsp_ready_i && rsp_last_o);
      leaf_lasts_q <= leaf_lasts_q + 2'(next_id_valid && next_id_ready && next_id_rsp.last) -
                      2'(leaf_id_ready && leaf_rsp.last);
    end
  end

  assign skip_leaf = rsp_skip_i && lasts_q == '0 && leaf_lasts_q == '0 && next_valid && next.has_leaves;

  // It lacks leaves unless its last one has come.
  logic [DepthWidth-1:0] last_leaves_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_leaves_q <= '0;
    else
      last_leaves_q <= last_leaves_q + DepthWidth'(leaf_valid_i && last_i) - DepthWidth'(next_pop && next.has_leaves);
  end

  assign skip_leaves_o = rsp_skip_i && lasts_q == '0 && next_valid && next.has_leaves && last_leaves_q == '0;

  assign answers_room_o = answers + DepthWidth'(Ahead) < DepthWidth'(Depth);
  assign leaves_room_o  = leaves + DepthWidth'(Ahead) < DepthWidth'(Depth);

  // The oldest answer's readers still to be named, the first of them, and the leaves' after them
  logic [PlainIds-1:0] named_q, left, rest;
  logic from_leaves, beat_valid, beat_ready, beat;
  rsp_t rsp, rsp_out;

  assign left        = next.reader & ~named_q;
  assign rest        = left & (left - 1'b1);
  assign from_leaves = left == '0 && next.has_leaves;
  assign beat_valid  = next_valid && (!from_leaves || leaf_id_valid);
  assign beat        = beat_valid && beat_ready;

  always_comb begin
    rsp = '{last: rest == '0 && !next.has_leaves, reader: left != '0, overflow: next.overflow, id: '0};
    for (int unsigned i = 0; i < PlainIds; i++) begin
      if (left[i] && !rest[i]) rsp.id |= next.ids[i];
    end
    if (from_leaves) rsp = leaf_rsp;
  end

  assign next_pop      = beat && rsp.last;
  assign leaf_id_ready = beat && from_leaves;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) named_q <= '0;
    else if (next_pop) named_q <= '0;
    else if (beat) named_q <= named_q | (left & ~rest);
  end

  skid_buffer #(
    .Width($bits(rsp_t))
  ) u_rsp (
    .clk_i,
    .rst_ni,
    .in_valid_i (beat_valid),
    .in_ready_o (beat_ready),
    .in_data_i  (rsp),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i),
    .out_data_o (rsp_out)
  );

  assign rsp_last_o     = rsp_out.last;
  assign rsp_reader_o   = rsp_out.reader;
  assign rsp_overflow_o = rsp_out.overflow;
  assign rsp_id_o       = rsp_out.id;
  assign busy_o         = answer_valid_q || leaf_valid_q || next_valid || leaves_busy || rsp_valid_o;

  `GPUTM_ASSERT_IF(a_room, answers_ready, answer_valid_q,
                   ("reader_answers: an answer comes when %0d of %0d places are taken", answers, Depth))

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, rsp_out)

endmodule

`default_nettype wire
