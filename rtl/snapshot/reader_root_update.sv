// What a reclaim pass over the scalable reader list leaves to do. The pass reports the leaves of its row that became
// empty or small, one a way at most; for each of them the root is found and
//
//   loses the leaf, if that is empty (the pass has freed the leaf's own row);
//   becomes a plain entry again, if the leaf is its only one; then the leaf is removed.
//
// Latency: four cycles for each leaf, four more where a leaf is removed, and one.
//
// Ways: of the table. BlockWidth: bits of a block's number. IdWidth: bits of a transaction id. LeafWidth: log2 of the
// transactions of a leaf.

`default_nettype none

module reader_root_update
  import reader_list_pkg::*;
#(
  parameter  int unsigned Ways       = 4,
  parameter  int unsigned BlockWidth = 30,
  parameter  int unsigned IdWidth    = 10,
  parameter  int unsigned LeafWidth  = 5,
  localparam int unsigned WayWidth   = $clog2(Ways),
  localparam int unsigned LeafIds    = 2 ** LeafWidth,
  localparam int unsigned LeafIndex  = IdWidth - LeafWidth,
  localparam int unsigned Leaves     = 2 ** LeafIndex,
  localparam int unsigned EntryWidth = entry_width(BlockWidth, IdWidth, LeafWidth),
  localparam int unsigned KeyWidth   = key_width(BlockWidth, IdWidth, LeafWidth)
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,

  input  wire logic [Ways-1:0]                 report_i,      // these leaves; starts, when it is not zero
  input  wire logic [Ways-1:0][EntryWidth-1:0] leaf_i,        // without the dead
  output      logic                            done_o,

  // The next entry to find, and stage B with it.
  output      logic                            step_o,
  output      logic [KeyWidth-1:0]             step_key_o,
  input  wire logic                            b_valid_i,
  input  wire logic [Leaves-1:0]               b_leaves_i,    // of a root
  output      logic                            put_o,         // put_entry_o takes the place of what was found
  output      logic [EntryWidth-1:0]           put_entry_o
);

  typedef enum logic [1:0] {
    Idle,
    Next,   // the next leaf
    Root,   // its root is being found
    Remove  // the leaf itself is being found
  } state_e;

  typedef struct packed {
    logic [BlockWidth-1:0] block;
    logic [LeafIndex-1:0]  leaf;
    logic [LeafIds-1:0]    readers;
  } report_t;

  // The reports that have not been seen to, and the first of them.
  state_e state_q, state_d;
  logic [Ways-1:0] left_q;
  report_t [Ways-1:0] reported, report_q;
  logic [WayWidth-1:0] way;
  report_t             report;
  logic                start;

  assign start = report_i != '0;

  for (genvar i = 0; i < Ways; i++) begin : gen_way
    reader_kind_e kind;

    reader_entry_decode #(
      .BlockWidth(BlockWidth),
      .IdWidth   (IdWidth),
      .LeafWidth (LeafWidth)
    ) u_decode (
      .entry_i  (leaf_i[i]),
      .block_o  (reported[i].block),
      .kind_o   (kind),
      .count_o  (),
      .ids_o    (),
      .leaves_o (),
      .leaf_o   (reported[i].leaf),
      .readers_o(reported[i].readers),
      .key_o    ()
    );

    always_ff @(posedge clk_i) begin
      if (rst_ni && report_i[i]) begin
        a_reports_leaves :
        assert (kind == ReaderLeaf)
        else $error("reader_root_update: way %0d reports an entry of kind %0d, which is no leaf", i, kind);
      end
    end
  end

  always_comb begin
    way = '0;
    for (int unsigned i = 0; i < Ways; i++) begin
      if (left_q[Ways-1-i]) way = WayWidth'(Ways - 1 - i);
    end
  end
  assign report = report_q[way];

  // What becomes of the root.
  logic [Leaves-1:0] leaf_bit;
  logic empty, only_leaf, see_root;

  assign empty     = report.readers == '0;
  assign only_leaf = b_leaves_i == leaf_bit;
  assign see_root  = state_q == Root && b_valid_i;

  always_comb begin
    for (int unsigned i = 0; i < Leaves; i++) leaf_bit[i] = LeafIndex'(i) == report.leaf;
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:    if (start) state_d = Next;
      Next:    state_d = left_q != '0 ? Root : Idle;
      Root:    if (b_valid_i) state_d = !empty && only_leaf ? Remove : Next;
      Remove:  if (b_valid_i) state_d = Next;
      default: state_d = Idle;
    endcase
  end

  assign done_o     = state_q == Next && left_q == '0;
  assign step_o     = (state_q == Next && left_q != '0) || (see_root && !empty && only_leaf);
  assign step_key_o = state_q == Next ? {1'b0, LeafIndex'(0), report.block} : {1'b1, report.leaf, report.block};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Idle;
    else state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    if (state_q == Idle) begin
      left_q   <= report_i;
      report_q <= reported;
    end else if (see_root) begin
      left_q <= left_q & (left_q - 1'b1);
    end
  end

  // The readers of a small leaf, of whom there are at most PlainIds, as a plain entry names them.
  logic [CountWidth-1:0]            plain_count;
  logic [PlainIds-1:0][IdWidth-1:0] plain_ids;

  always_comb begin
    plain_count = '0;
    plain_ids   = '0;
    for (int unsigned i = 0; i < LeafIds; i++) begin
      if (report.readers[i]) begin
        for (int unsigned place = 0; place < PlainIds; place++) begin
          if (plain_count == CountWidth'(place)) plain_ids[place] = {report.leaf, LeafWidth'(i)};
        end
        plain_count = plain_count + 1'b1;
      end
    end
  end

  reader_kind_e put_kind;

  assign put_o = (see_root && (empty || only_leaf)) || (state_q == Remove && b_valid_i);
  always_comb begin
    put_kind = empty ? ReaderRoot : ReaderPlain;
    if (state_q == Remove) put_kind = ReaderUnused;
  end

  reader_entry_encode #(
    .BlockWidth(BlockWidth),
    .IdWidth   (IdWidth),
    .LeafWidth (LeafWidth)
  ) u_encode (
    .kind_i   (put_kind),
    .block_i  (report.block),
    .count_i  (plain_count),
    .ids_i    (plain_ids),
    .leaves_i (b_leaves_i & ~leaf_bit),
    .leaf_i   ('0),
    .readers_i('0),
    .entry_o  (put_entry_o)
  );

  always_ff @(posedge clk_i) begin
    if (rst_ni && start) begin
      a_one_row_at_a_time :
      assert (state_q == Idle)
      else $error("reader_root_update: leaves %b are reported while %b are left", report_i, left_q);
    end
    if (rst_ni && see_root) begin
      a_root_names_leaf :
      assert ((b_leaves_i & leaf_bit) != '0)
      else $error("reader_root_update: the root of block %0d does not name leaf %0d", report.block, report.leaf);
    end
  end

endmodule

`default_nettype wire
