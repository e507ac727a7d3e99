// Answers of the scalable reader list, in the order of the operations: one beat of an insertion; of a look-up one for
// each live reader, first those of the plain entry, then those of the leaves; at least one. The dead readers are removed
// from the found entries, in a separate cycle.
//
// Look-ups with unread leaves wait here: their leaves are read one after the other, in the order of the look-ups. The
// block of a look-up is busy until then: no insertion may change it, and its leaves are not compacted.
//
// The rest of a look-up can be skipped: then at most one more reader of the leaf that is being named follows, one of the
// last leaf, and up to four in flight at that time. Leaves that the look-up still lacks are not read, except for the
// last, which follows at once.
//
// Latency:    three cycles from the found entries to the first beat, five from a leaf to its first one; two from a
//             look-up to the request for its first leaf.
// Throughput: one beat a cycle; one leaf requested each cycle, also of look-ups that follow each other.
//
// BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a
// leaf. GenWidth: bits of a generation. LookUps: look-ups that wait for leaves, a power of two. Ahead: operations and leaves that may still come after
// their room has gone, 1 or more. Protection: of ecc_pkg.

`include "gputm_assert.svh"

`default_nettype none

module reader_answers
  import reader_list_pkg::*;
#(
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned GenWidth   = 3,
  parameter  int unsigned LookUps    = 16,
  parameter  int unsigned Ahead      = 4,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned Ids        = 2 ** IdWidth,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned Leaves     = 2 ** LeafIndex,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth, GenWidth)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  // Entries found by an operation
  output      logic                  op_room_o,    // another operation may be issued
  input  wire logic                  answer_i,
  input  wire logic                  overflow_i,   // insertion
  input  wire logic                  has_plain_i,  // look-up: there is a plain entry
  input  wire logic [EntryWidth-1:0] plain_i,
  input  wire logic                  has_root_i,   // look-up: there are leaves
  input  wire logic [EntryWidth-1:0] root_i,

  // The next leaf to read
  output      logic                  leaf_request_o,  // withdrawn while there is no room for leaves
  input  wire logic                  leaf_issue_i,
  output      logic [BlockWidth-1:0] leaf_block_o,
  output      logic [LeafIndex-1:0]  leaf_number_o,
  output      logic                  leaf_last_o,     // last leaf of its look-up

  // A leaf that has been read
  input  wire logic                  leaf_valid_i,
  input  wire logic                  has_leaf_i,  // the leaf is still there
  input  wire logic [EntryWidth-1:0] leaf_i,
  input  wire logic                  last_i,      // last of its look-up

  output      logic                  enumerating_o,  // a look-up has unread leaves
  input  wire logic [BlockWidth-1:0] check_block_i,
  output      logic                  check_busy_o,   // a look-up of this block has unread leaves

  input  wire logic [Ids-1:0]        dead_i,
  input  wire logic [Leaves-1:0][GenWidth-1:0] gen_i,  // present generation of each leaf's transactions

  output      logic                  rsp_valid_o,
  input  wire logic                  rsp_ready_i,
  output      logic                  rsp_last_o,
  output      logic                  rsp_reader_o,
  output      logic                  rsp_overflow_o,
  output      logic [IdWidth-1:0]    rsp_id_o,
  input  wire logic                  rsp_skip_i,  // skips the rest of the oldest operation's answer
  output      logic                  busy_o,      // there are answers

  output      ecc_pkg::ram_error_t [2:0] errors_o  // look-ups, answers, leaves
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned TagWidth = GenWidth + IdWidth;
  localparam int unsigned PtrWidth = $clog2(LookUps);
  localparam int unsigned HeldWidth = PtrWidth + 1;
  localparam int unsigned Depth = 16;  // answers, and leaves
  localparam int unsigned DepthWidth = $clog2(Depth + 1);

  `GPUTM_ASSERT_PARAMS(param_pkg::power_of_two("reader_answers: LookUps", LookUps, 2, 1024, 2))

  typedef struct packed {
    logic [BlockWidth-1:0]                        block;
    reader_kind_e                                 kind;
    logic [content_width(IdWidth, LeafWidth, GenWidth)-1:0] content;
  } entry_t;

  typedef struct packed {
    logic [CountWidth-1:0]             count;
    logic [PlainIds-1:0][TagWidth-1:0] tags;
  } plain_t;

  typedef struct packed {
    logic [GenWidth-1:0]  gen;
    logic [LeafIndex-1:0] leaf;
    logic [LeafIds-1:0]   readers;
  } leaf_t;

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
  entry_t plain_entry, root_entry, leaf_entry;
  plain_t plain;
  leaf_t leaf;

  assign plain_entry = plain_i;
  assign root_entry  = root_i;
  assign leaf_entry  = leaf_i;
  assign plain       = plain_entry.content[$bits(plain_t)-1:0];
  assign leaf        = leaf_entry.content[$bits(leaf_t)-1:0];

  // ---- Look-ups with unread leaves ----------------------------------------------------------------------------------

  logic push, finished, skip_leaves, leaf_room;
  logic [LookUps-1:0][BlockWidth-1:0] block_q;
  logic [LookUps-1:0] held_q;
  logic [PtrWidth-1:0] oldest_q, next_q;
  logic [HeldWidth-1:0] count_q, issued_q;  // look-ups held; of these, all leaves have been issued

  // The look-up that is being issued, and those behind it
  logic queue_ready, queued, queue_pop, current_q;
  logic [HeldWidth-1:0] waiting;
  logic single_q;  // at most one leaf is unread
  logic skip_q;  // only the last leaf is still needed
  logic [BlockWidth-1:0] queued_block;
  logic [Leaves-1:0] queued_leaves, queued_final, unread_q, unread_rest, final_q;  // final: the last leaf

  assign push     = answer_i && has_root_i;
  assign finished = leaf_valid_i && last_i;

  fifo_parity #(
    .Width     (BlockWidth + Leaves),
    .Depth     (LookUps),
    .Protection(Protection)
  ) u_look_ups (
    .clk_i,
    .rst_ni,
    .in_valid_i (push),
    .in_ready_o (queue_ready),
    .in_data_i  ({root_entry.block, root_entry.content[Leaves-1:0]}),
    .out_valid_o(queued),
    .out_ready_i(queue_pop),
    .out_data_o ({queued_block, queued_leaves}),
    .count_o    (waiting),
    .error_o    (errors_o[0])
  );

  assign unread_rest = unread_q & (unread_q - 1'b1);
  assign queue_pop   = !current_q || (leaf_issue_i && single_q);

  assign leaf_request_o = current_q && leaf_room;
  assign leaf_last_o    = single_q;
  assign enumerating_o  = count_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) current_q <= 1'b0;
    else if (queue_pop) current_q <= queued;
  end

  always_comb begin
    queued_final = '0;
    for (int unsigned i = 0; i < Leaves; i++) begin
      if (queued_leaves[i]) begin
        queued_final    = '0;
        queued_final[i] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (queue_pop) begin
      leaf_block_o <= queued_block;
      unread_q     <= queued_leaves;
      final_q      <= queued_final;
      single_q     <= (queued_leaves & (queued_leaves - 1'b1)) == '0;
    end else if (leaf_issue_i) begin
      unread_q <= skip_q ? final_q : unread_rest;
      single_q <= skip_q || (unread_rest & (unread_rest - 1'b1)) == '0;
    end
  end

  always_comb begin
    leaf_number_o = '0;
    for (int unsigned i = 0; i < Leaves; i++) begin
      if (unread_q[i] && !unread_rest[i]) leaf_number_o |= LeafIndex'(i);
    end
    check_busy_o = 1'b0;
    for (int unsigned i = 0; i < LookUps; i++) begin
      if (held_q[i] && block_q[i] == check_block_i) check_busy_o = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q   <= '0;
      oldest_q <= '0;
      next_q   <= '0;
      count_q  <= '0;
    end else begin
      if (push) held_q[next_q] <= 1'b1;
      if (finished) held_q[oldest_q] <= 1'b0;
      next_q   <= next_q + PtrWidth'(push);
      oldest_q <= oldest_q + PtrWidth'(finished);
      count_q  <= count_q + HeldWidth'(push) - HeldWidth'(finished);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) block_q[next_q] <= root_entry.block;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) issued_q <= '0;
    else issued_q <= issued_q + HeldWidth'(current_q && leaf_issue_i && single_q) - HeldWidth'(finished);
  end

  // The oldest look-up is the one being issued unless all of its leaves have been issued.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) skip_q <= 1'b0;
    else skip_q <= skip_leaves && issued_q == '0 && !(current_q && leaf_issue_i && single_q);
  end

  // ---- Live readers of the found entries ----------------------------------------------------------------------------

  logic answer_valid_q, leaf_valid_q, last_q;
  answer_t answer_q, living;
  logic [PlainIds-1:0][GenWidth-1:0] gens_q;  // of the plain entry's readers
  logic [GenWidth-1:0] leaf_gen_q;
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
    answer_q.has_leaves <= has_root_i;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      answer_q.reader[i] <= has_plain_i && CountWidth'(i) < plain.count;
      answer_q.ids[i]    <= plain.tags[i][IdWidth-1:0];
      gens_q[i]          <= plain.tags[i][IdWidth+:GenWidth];
    end
    leaf_gen_q <= leaf.gen;
    leaf_q     <= leaf.leaf;
    last_q     <= last_i;
    readers_q  <= has_leaf_i ? leaf.readers : '0;
  end

  always_comb begin
    living = answer_q;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      living.reader[i] = answer_q.reader[i] && !dead_i[answer_q.ids[i]] &&
                         gens_q[i] == gen_i[answer_q.ids[i][LeafWidth+:LeafIndex]];
    end
    living_readers = readers_q & ~dead_i[IdWidth'(leaf_q)*IdWidth'(LeafIds)+:LeafIds] &
                     {LeafIds{leaf_gen_q == gen_i[leaf_q]}};
  end

  // ---- Readers that wait to be named --------------------------------------------------------------------------------

  logic answers_ready, next_valid, next_pop;
  answer_t next;
  logic [DepthWidth-1:0] answers, leaves;
  logic leaf_id_valid, leaf_id_ready, leaves_busy, next_id_valid, next_id_ready, skip_leaf;
  rsp_t leaf_rsp, next_id_rsp;

  fifo_parity #(
    .Width     ($bits(answer_t)),
    .Depth     (Depth),
    .Protection(Protection)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .in_valid_i (answer_valid_q),
    .in_ready_o (answers_ready),
    .in_data_i  (living),
    .out_valid_o(next_valid),
    .out_ready_i(next_pop),
    .out_data_o (next),
    .count_o    (answers),
    .error_o    (errors_o[1])
  );

  leaf_enumerator #(
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .Depth     (Depth),
    .Protection(Protection)
  ) u_leaves (
    .clk_i,
    .rst_ni,
    .leaf_valid_i(leaf_valid_q && (living_readers != '0 || last_q)),
    .leaf_i      (leaf_q),
    .readers_i   (living_readers),
    .last_i      (last_q),
    .id_valid_o  (next_id_valid),
    .id_ready_i  (next_id_ready),
    .id_reader_o (next_id_rsp.reader),
    .id_o        (next_id_rsp.id),
    .id_last_o   (next_id_rsp.last),
    .skip_i      (skip_leaf),
    .count_o     (leaves),
    .busy_o      (leaves_busy),
    .error_o     (errors_o[2])
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

  assign skip_leaves = rsp_skip_i && lasts_q == '0 && next_valid && next.has_leaves && last_leaves_q == '0;

  assign op_room_o = answers + DepthWidth'(Ahead) < DepthWidth'(Depth) && 32'(count_q) + Ahead <= LookUps;
  assign leaf_room = leaves + DepthWidth'(Ahead) < DepthWidth'(Depth);

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

  `GPUTM_ASSERT_IF(a_look_up_room, queue_ready && count_q != HeldWidth'(LookUps), push,
                   ("reader_answers: a look-up of block %0d comes when all is full", root_entry.block))
  `GPUTM_ASSERT_IF(a_has_leaves, root_entry.content[Leaves-1:0] != '0, push,
                   ("reader_answers: block %0d comes without leaves", root_entry.block))
  `GPUTM_ASSERT(
      a_look_ups_counted, 32'(count_q) == 32'(waiting) + 32'(current_q) + 32'(issued_q) && 32'(count_q) <= LookUps,
      ("reader_answers: %0d look-ups, of which %0d wait and %0d have been issued", count_q, waiting, issued_q))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_leaves_skipped, skip_q && current_q && leaf_issue_i && (unread_rest & (unread_rest - 1'b1)) != '0)
  `GPUTM_ASSERT_IF(a_finished_what_was_issued, held_q[oldest_q] && issued_q != '0, finished,
                   ("reader_answers: block %0d is finished with leaves left", block_q[oldest_q]))

  // ---- Handshake assertions -----------------------------------------------------------------------------------------

  `GPUTM_STREAM(u_check_rsp, rsp_valid_o, rsp_ready_i, rsp_out)
  `GPUTM_STREAM(u_check_leaf, current_q, leaf_issue_i, {leaf_block_o, leaf_number_o, leaf_last_o})

endmodule

`default_nettype wire
