// Control of the scalable reader list: decides what becomes of the rows in stage B of reader_list. An operation that one
// look at its block's rows answers is done here; one that takes several steps is handed to reader_placement or
// reader_enumeration, and what a reclaim pass leaves to do to reader_root_update. A step finds one entry: it is issued,
// and two cycles later its rows are in stage B. What the states are for is told at list_state_e.
//
// The parameters are reader_list's.

`default_nettype none

module reader_list_control
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  parameter  int unsigned MaxMoves   = 64,
  localparam int unsigned WayWidth   = $clog2(Ways),
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth),
  localparam int unsigned KeyWidth   = key_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic                               clk_i,
  input  wire logic                               rst_ni,

  input  wire logic                               initialised_i,  // after reset: the last row is being emptied
  output      list_state_e                        state_o,
  output      logic                               runs_on_o,      // ListRun, and still in the next cycle

  input  wire logic [Ways-1:0]                    report_i,       // a reclaim pass left these empty or small
  input  wire logic [Ways-1:0][EntryWidth-1:0]    reported_i,     // leaves; stage B is empty then

  // Stage B: rows of an operation or of a step.
  input  wire logic                               b_valid_i,
  input  wire logic                               b_insert_i,     // of an operation, with block and id
  input  wire logic [BlockWidth-1:0]              b_block_i,
  input  wire logic [IdWidth-1:0]                 b_id_i,
  input  wire logic [KeyWidth-1:0]                b_key_i,        // what is being found
  input  wire logic [Ways-1:0][EntryWidth-1:0]    b_entry_i,      // without the dead
  input  wire logic [Ways-1:0]                    hit_i,          // at most one
  input  wire logic [Ways-1:0]                    free_i,
  output      logic                               b_done_o,
  output      logic                               put_o,          // put_entry_o is written to put_way_o
  output      logic [WayWidth-1:0]                put_way_o,
  output      logic [EntryWidth-1:0]              put_entry_o,

  // The next step. step_valid_i: one is between issue and stage B.
  output      logic                               step_issue_o,
  output      logic [KeyWidth-1:0]                step_key_o,
  input  wire logic                               step_valid_i,

  output      logic                               rsp_valid_o,
  input  wire logic                               rsp_ready_i,
  output      logic                               rsp_last_o,
  output      logic                               rsp_reader_o,
  output      logic                               rsp_overflow_o,
  output      logic [IdWidth-1:0]                 rsp_id_o
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned LeafIndex = IdWidth - LeafWidth;
  localparam int unsigned Leaves = 2 ** LeafIndex;

  typedef struct packed {
    logic               last;
    logic               reader;
    logic               overflow;
    logic [IdWidth-1:0] id;
  } rsp_t;

  list_state_e state_q, state_d;

  assign state_o   = state_q;
  assign runs_on_o = state_q == ListRun && state_d == ListRun;

  // What stage B has found.
  logic [WayWidth-1:0] hit_way, free_way;
  logic hit, any_free, is_plain, is_root;
  reader_kind_e found_kind;
  logic [CountWidth-1:0] found_count;
  logic [PlainIds-1:0][IdWidth-1:0] found_ids;
  logic [Leaves-1:0]    found_leaves;
  logic [LeafIndex-1:0] found_leaf;
  logic [LeafIds-1:0]   found_readers;

  always_comb begin
    hit_way  = '0;
    free_way = '0;
    for (int unsigned way = 0; way < Ways; way++) begin
      if (hit_i[way]) hit_way |= WayWidth'(way);
      if (free_i[Ways-1-way]) free_way = WayWidth'(Ways - 1 - way);
    end
  end

  reader_entry_decode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_found (
    .entry_i  (b_entry_i[hit_way]),
    .block_o  (),
    .kind_o   (found_kind),
    .count_o  (found_count),
    .ids_o    (found_ids),
    .leaves_o (found_leaves),
    .leaf_o   (found_leaf),
    .readers_o(found_readers),
    .key_o    ()
  );

  assign hit      = |hit_i;
  assign any_free = |free_i;
  assign is_plain = hit && found_kind == ReaderPlain;
  assign is_root  = hit && found_kind == ReaderRoot;

  // The operation in work: in its first cycle that of stage B, then kept, since stage B takes the next one meanwhile.
  logic [BlockWidth-1:0] block_q, block;
  logic [IdWidth-1:0] id_q, id;
  logic [Leaves-1:0]  own_leaf;  // a bit for the leaf of the reader that is inserted
  logic               overflow_q;

  assign block = state_q == ListRun ? b_block_i : block_q;
  assign id    = state_q == ListRun ? b_id_i : id_q;

  always_comb begin
    for (int unsigned i = 0; i < Leaves; i++) own_leaf[i] = LeafIndex'(i) == b_id_i[LeafWidth+:LeafIndex];
  end

  // The readers of a plain entry: whether the one to insert is among them, and the one to name.
  logic [CountWidth-1:0] beat_q;  // readers of a plain entry already named
  logic [IdWidth-1:0] beat_id;
  logic present, last_plain;

  always_comb begin
    present = 1'b0;
    beat_id = '0;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      if (beat_q == CountWidth'(i)) beat_id = found_ids[i];
      if (CountWidth'(i) < found_count && found_ids[i] == b_id_i) present = 1'b1;
    end
  end
  assign last_plain = !is_plain || beat_q == found_count - 1'b1;

  // What the operation in stage B comes to.
  reader_task_e op_task;

  always_comb begin
    op_task = ReaderNothing;
    if (state_q == ListRun && b_valid_i) begin
      if (is_root && !b_insert_i) op_task = ReaderLookUpRoot;
      else if (is_root) op_task = (found_leaves & own_leaf) != '0 ? ReaderInsertLeaf : ReaderNewLeaf;
      else if (!b_insert_i) op_task = ReaderLookUp;
      else if (is_plain && !present && found_count == CountWidth'(PlainIds)) op_task = ReaderPromote;
      else if (!hit && !any_free) op_task = ReaderRelocate;
      else op_task = ReaderInsert;
    end
  end

  // Operations of several steps.
  logic placed, leaves_placed, overflow, place_step, place_put;
  logic [Leaves-1:0]     placed_leaves;
  logic [KeyWidth-1:0]   place_key;
  logic [WayWidth-1:0]   place_way;
  logic [EntryWidth-1:0] place_entry;

  reader_placement #(
    .Ways      (Ways),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth),
    .MaxMoves  (MaxMoves)
  ) u_placement (
    .clk_i,
    .rst_ni,
    .start_plain_i  (op_task == ReaderRelocate),
    .start_leaves_i (op_task inside {ReaderNewLeaf, ReaderPromote}),
    .promote_i      (!is_root),
    .plain_ids_i    (found_ids),
    .block_i        (block),
    .id_i           (id),
    .placed_o       (placed),
    .leaves_placed_o(leaves_placed),
    .overflow_o     (overflow),
    .leaves_o       (placed_leaves),
    .step_o         (place_step),
    .step_key_o     (place_key),
    .b_valid_i,
    .b_key_i,
    .b_entry_i,
    .b_hit_way_i    (hit_way),
    .b_any_free_i   (any_free),
    .b_free_way_i   (free_way),
    .put_o          (place_put),
    .put_way_o      (place_way),
    .put_entry_o    (place_entry)
  );

  logic enumerated, enumerate_step, id_valid, rsp_room;
  logic [KeyWidth-1:0] enumerate_key;
  logic [IdWidth-1:0]  leaf_id;

  reader_enumeration #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_enumeration (
    .clk_i,
    .rst_ni,
    .start_i    (op_task == ReaderLookUpRoot),
    .leaves_i   (found_leaves),
    .active_i   (state_q == ListEnumerate),
    .block_i    (block_q),
    .done_o     (enumerated),
    .step_o     (enumerate_step),
    .step_key_o (enumerate_key),
    .step_valid_i,
    .b_valid_i,
    .b_leaf_i   (found_leaf),
    .b_readers_i(found_readers),
    .id_valid_o (id_valid),
    .id_ready_i (rsp_room),
    .id_o       (leaf_id)
  );

  logic updated, update_step, update_put;
  logic [KeyWidth-1:0]   update_key;
  logic [EntryWidth-1:0] update_entry;

  reader_root_update #(
    .Ways      (Ways),
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_root_update (
    .clk_i,
    .rst_ni,
    .report_i,
    .leaf_i     (reported_i),
    .done_o     (updated),
    .step_o     (update_step),
    .step_key_o (update_key),
    .b_valid_i,
    .b_leaves_i (found_leaves),
    .put_o      (update_put),
    .put_entry_o(update_entry)
  );

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      ListInitialise: if (initialised_i) state_d = ListRun;
      ListRun: begin
        unique case (op_task)
          ReaderLookUpRoot: state_d = ListEnumerate;
          ReaderInsertLeaf: state_d = ListLeaf;
          ReaderNewLeaf, ReaderPromote, ReaderRelocate: state_d = ListPlace;
          default:          if (report_i != '0) state_d = ListUpdate;
        endcase
      end
      ListPlace: begin
        if (placed || overflow) state_d = ListRespond;
        if (leaves_placed) state_d = ListRoot;
      end
      // The commonest of all has no time to lose.
      ListLeaf:      if (b_valid_i) state_d = rsp_room ? ListRun : ListRespond;
      ListRoot:      if (b_valid_i) state_d = ListRespond;
      ListEnumerate: if (enumerated && rsp_room) state_d = ListRun;
      ListUpdate:    if (updated) state_d = ListRun;
      ListRespond:   if (rsp_room) state_d = ListRun;
      default:       state_d = ListRun;
    endcase
  end

  // The next step; that of an enumeration at once.
  logic step_q, step_d;
  logic [KeyWidth-1:0] step_key_q, step_key_d;

  assign step_issue_o = step_q || enumerate_step;
  assign step_key_o   = state_q == ListEnumerate ? enumerate_key : step_key_q;

  always_comb begin
    step_d     = place_step || update_step;
    step_key_d = state_q == ListUpdate ? update_key : place_key;
    if (op_task == ReaderInsertLeaf) begin
      step_d     = 1'b1;
      step_key_d = {1'b1, b_id_i[LeafWidth+:LeafIndex], b_block_i};
    end else if (leaves_placed) begin
      step_d     = 1'b1;
      step_key_d = {1'b0, LeafIndex'(0), block_q};
    end
  end

  // What is written: in one's own turn an entry with the new reader, or with the new leaves.
  logic                             own_put;
  reader_kind_e                     own_kind;
  logic [CountWidth-1:0]            own_count;
  logic [PlainIds-1:0][IdWidth-1:0] own_ids;
  logic [LeafIds-1:0]               own_readers;
  logic [EntryWidth-1:0]            own_entry;

  always_comb begin
    own_kind  = ReaderPlain;
    own_count = is_plain ? found_count + 1'b1 : CountWidth'(1);
    own_ids   = is_plain ? found_ids : '0;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      if ((is_plain ? found_count : '0) == CountWidth'(i)) own_ids[i] = b_id_i;
    end
    for (int unsigned i = 0; i < LeafIds; i++) begin
      own_readers[i] = found_readers[i] || LeafWidth'(i) == id_q[LeafWidth-1:0];
    end
    if (state_q == ListLeaf) own_kind = ReaderLeaf;
    if (state_q == ListRoot) own_kind = ReaderRoot;
    own_put = (state_q inside {ListLeaf, ListRoot} && b_valid_i) ||
              (op_task == ReaderInsert && rsp_room && !(is_plain && present));
  end

  reader_entry_encode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_own_entry (
    .kind_i   (own_kind),
    .block_i  (block),
    .count_i  (own_count),
    .ids_i    (own_ids),
    .leaves_i (placed_leaves | (is_root ? found_leaves : '0)),
    .leaf_i   (found_leaf),
    .readers_i(own_readers),
    .entry_o  (own_entry)
  );

  assign put_o = own_put || place_put || update_put;

  always_comb begin
    put_way_o   = hit_way;
    put_entry_o = own_entry;
    if (state_q == ListRun && !is_plain) put_way_o = free_way;
    if (state_q == ListPlace) begin
      put_way_o   = place_way;
      put_entry_o = place_entry;
    end else if (state_q == ListUpdate) begin
      put_entry_o = update_entry;
    end
  end

  // Answers.
  logic rsp_push;
  rsp_t rsp, rsp_out;

  always_comb begin
    rsp_push = 1'b0;
    rsp      = '{last: 1'b1, reader: 1'b0, overflow: 1'b0, id: '0};
    if (op_task inside {ReaderInsert, ReaderLookUp} || (state_q == ListLeaf && b_valid_i)) rsp_push = 1'b1;
    if (op_task == ReaderLookUp) rsp = '{last: last_plain, reader: is_plain, overflow: 1'b0, id: beat_id};
    if (state_q == ListRespond) begin
      rsp_push     = 1'b1;
      rsp.overflow = overflow_q;
    end
    if (state_q == ListEnumerate) begin
      rsp_push = id_valid || enumerated;
      if (!enumerated) rsp = '{last: 1'b0, reader: 1'b1, overflow: 1'b0, id: leaf_id};
    end
  end

  fifo_sync #(
    .Width($bits(rsp_t)),
    .Depth(4)
  ) u_answers (
    .clk_i,
    .rst_ni,
    .in_valid_i (rsp_push),
    .in_ready_o (rsp_room),
    .in_data_i  (rsp),
    .out_valid_o(rsp_valid_o),
    .out_ready_i(rsp_ready_i),
    .out_data_o (rsp_out),
    .count_o    ()
  );

  assign rsp_last_o     = rsp_out.last;
  assign rsp_reader_o   = rsp_out.reader;
  assign rsp_overflow_o = rsp_out.overflow;
  assign rsp_id_o       = rsp_out.id;

  // A step, and an operation that goes on in steps, leave stage B at once.
  always_comb begin
    b_done_o = rsp_push && rsp_room && rsp.last;
    if (state_q != ListRun || state_d != ListRun) b_done_o = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= ListInitialise;
      step_q  <= 1'b0;
      beat_q  <= '0;
    end else begin
      state_q <= state_d;
      step_q  <= step_d;
      if (!b_valid_i || b_done_o) beat_q <= '0;
      else if (rsp_push && rsp_room) beat_q <= beat_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    step_key_q <= step_key_d;
    block_q    <= block;
    id_q       <= id;
    if (state_q == ListRun) overflow_q <= 1'b0;
    else if (overflow) overflow_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && report_i != '0) begin
      a_report_alone :
      assert (state_q == ListRun && !b_valid_i)
      else $error("reader_list_control: ways %b are reported in state %0d", report_i, state_q);
    end
    if (rst_ni && b_valid_i) begin
      if (state_q inside {ListLeaf, ListEnumerate}) begin
        a_leaf_of_root_is_there :
        assert (hit && found_kind == ReaderLeaf)
        else $error("reader_list_control: the leaf with key %h is not there", b_key_i);
      end
      if (state_q == ListRoot) begin
        a_block_is_there :
        assert (hit)
        else $error("reader_list_control: block %0d is not there to become a root", block_q);
      end
    end
  end

  // ---- Streams keep their promises --------------------------------------------------------------------------------

  stream_check #(
    .Width($bits(rsp_t))
  ) u_check_rsp (
    .clk_i,
    .rst_ni,
    .valid_i(rsp_valid_o),
    .ready_i(rsp_ready_i),
    .data_i (rsp_out)
  );

endmodule

`default_nettype wire
