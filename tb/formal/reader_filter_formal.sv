// Holds for reader_filter at the paper's size, for any entry, any dead ids and present generations, and a symbolic
// transaction: it is a reader of the output entry exactly if it is one of the input entry, of the present generation and
// not dead; a leaf keeps its number, a root
// keeps everything, and an entry with readers does not become unused.
//
// prove: smtbmc yices 2
// cover: 3
// bug: reader_filter/last_plain_kept 3
// bug: reader_filter/old_leaf_lives 3

`default_nettype none

module reader_filter_formal
  import reader_list_pkg::*;
(
  input wire logic          clk_i,
  input wire logic [12:0]   tag_i,      // the symbolic transaction: {generation, id}
  input wire logic [1023:0] dead_i,
  input wire logic [31:0][2:0] gen_i,
  input wire logic [1:0]    kind_i,
  input wire logic [40:0]   content_i
);

  reader_kind_e kind_in, kind_q, kind;
  logic [40:0] content_q, content;
  logic [12:0] tag_q;
  logic past_q = 1'b0, dies_q;  // the output is of the previous cycle's input; the transaction was dead then

  assign kind_in = reader_kind_e'(kind_i);

  reader_filter #(
    .IdWidth  (10),
    .LeafWidth(5),
    .GenWidth (3)
  ) u_dut (
    .clk_i,
    .dead_i,
    .gen_i,
    .kind_i   (kind_in),
    .content_i,
    .kind_o   (kind),
    .content_o(content)
  );

  function automatic logic has(reader_kind_e entry_kind, logic [40:0] entry, logic [12:0] tag);
    logic found;
    found = 1'b0;
    if (entry_kind == ReaderPlain) begin
      for (int unsigned i = 0; i < PlainIds; i++) begin
        if (entry[39+:CountWidth] > CountWidth'(i) && entry[i*13+:13] == tag) found = 1'b1;
      end
    end
    if (entry_kind == ReaderLeaf) found = entry[32+:8] == tag[12:5] && ((entry[31:0] >> tag[4:0]) & 32'd1) == 32'd1;
    return found;
  endfunction

  always_ff @(posedge clk_i) begin
    past_q    <= 1'b1;
    kind_q    <= kind_in;
    content_q <= content_i;
    tag_q     <= tag_i;
    dies_q    <= dead_i[tag_i[9:0]] || gen_i[tag_i[9:5]] != tag_i[12:10];
  end

  always_ff @(posedge clk_i) begin
    if (past_q) begin
      a_exactly_the_living : assert (has(kind, content, tag_q) == (has(kind_q, content_q, tag_q) && !dies_q));
      a_kind : assert (kind == kind_q || (kind_q == ReaderPlain && kind == ReaderUnused));
      if (kind == ReaderPlain) a_plain_has_readers : assert (content[39+:CountWidth] != '0);
      if (kind == ReaderLeaf) a_same_leaf : assert (content[32+:8] == content_q[32+:8]);
      if (kind_q == ReaderRoot) a_root_untouched : assert (content == content_q);
    end
    c_moved_together :
    cover (past_q && kind == ReaderPlain && content_q[39+:CountWidth] == 2'd3 && content[39+:CountWidth] == 2'd2 &&
           content[12:0] == content_q[25:13]);
  end

endmodule

`default_nettype wire
