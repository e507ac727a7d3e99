// Removes the dead readers, and those of former generations, from an entry of the scalable reader list. A plain entry
// without readers is unused; a leaf without readers stays a leaf, because its root names it.
//
// The dead are looked up in one cycle, and removed in the next.
//
// Latency:    one cycle.
// Throughput: an entry each cycle.
//
// IdWidth: bits of a transaction id. LeafWidth: log2 of the transactions of a leaf. GenWidth: bits of a generation.

`default_nettype none

module reader_filter
  import reader_list_pkg::*;
#(
  parameter  int unsigned IdWidth      = 10,
  parameter  int unsigned LeafWidth    = 5,
  parameter  int unsigned GenWidth     = 3,
  localparam int unsigned Ids          = 2 ** IdWidth,
  localparam int unsigned LeafIndex    = IdWidth - LeafWidth,                         // bits of a leaf's number
  localparam int unsigned Leaves       = 2 ** LeafIndex,
  localparam int unsigned ContentWidth = content_width(IdWidth, LeafWidth, GenWidth)
) (
  input  wire logic                            clk_i,

  input  wire logic         [Ids-1:0]                     dead_i,
  input  wire logic         [Leaves-1:0][GenWidth-1:0]    gen_i,    // present generation of each leaf's transactions
  input  wire reader_kind_e                    kind_i,
  input  wire logic         [ContentWidth-1:0] content_i,
  output      reader_kind_e                    kind_o,
  output      logic         [ContentWidth-1:0] content_o
);

  localparam int unsigned LeafIds = 2 ** LeafWidth;
  localparam int unsigned TagWidth = GenWidth + IdWidth;
  localparam int unsigned CountLsb = PlainIds * TagWidth;

  // Live readers
  reader_kind_e kind_q;
  logic [ContentWidth-1:0] content_q;
  logic [PlainIds-1:0] plain_lives_q;
  logic [LeafIds-1:0] live_leaf_q;
  logic [LeafIndex-1:0] leaf;

  logic leaf_is_present;  // of the present generation
  logic [PlainIds-1:0][TagWidth-1:0] tags;
  logic [PlainIds-1:0] plain_is_present;

  assign leaf            = content_i[LeafIds+:LeafIndex];
  assign leaf_is_present = content_i[LeafIds+LeafIndex+:GenWidth] == gen_i[leaf];
  assign tags            = content_i[CountLsb-1:0];

  always_comb begin
    for (int unsigned i = 0; i < PlainIds; i++) begin
      plain_is_present[i] = tags[i][IdWidth+:GenWidth] == gen_i[tags[i][LeafWidth+:LeafIndex]];
    end
  end

  always_ff @(posedge clk_i) begin
    kind_q    <= kind_i;
    content_q <= content_i;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      plain_lives_q[i] <= CountWidth'(i) < content_i[CountLsb+:CountWidth] && plain_is_present[i] &&
                          !dead_i[tags[i][IdWidth-1:0]];
    end
    live_leaf_q <= content_i[LeafIds-1:0] & ~dead_i[IdWidth'(leaf)*IdWidth'(LeafIds)+:LeafIds] &
                   {LeafIds{leaf_is_present}};
  end

  // The live readers of a plain entry, compacted
  logic [CountWidth-1:0]   live_count;
  logic [ContentWidth-1:0] live_plain;

  always_comb begin
    live_plain = '0;
    live_count = '0;
    for (int unsigned i = 0; i < PlainIds; i++) begin
      if (plain_lives_q[i]) begin
        for (int unsigned place = 0; place < PlainIds; place++) begin
          if (live_count == CountWidth'(place)) begin
            live_plain[place*TagWidth+:TagWidth] = content_q[i*TagWidth+:TagWidth];
          end
        end
        live_count = live_count + 1'b1;
      end
    end
    live_plain[CountLsb+:CountWidth] = live_count;
  end

  always_comb begin
    kind_o    = kind_q;
    content_o = content_q;
    unique case (kind_q)
      ReaderPlain: begin
        if (plain_lives_q == '0) kind_o = ReaderUnused;
        content_o = live_plain;
      end
      ReaderLeaf: content_o[LeafIds-1:0] = live_leaf_q;
      default: ;
    endcase
  end

endmodule

`default_nettype wire
