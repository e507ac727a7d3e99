// Proves for leaf_enumerator, with leaves of 4, random stalls and any initial contents of the fifo's RAM: the
// transactions of the leaves are named once each, ascending, in the order of the leaves, and the last leaf of a look-up
// ends it, even without readers. After a skip, one more of the leaf is named, and while the skip lasts only the first
// reader of the look-up's last leaf.
//
// bound: abc bmc3 16
// cover: 16
// bug: leaf_enumerator/last_reader_lost abc bmc3 16
// bug: leaf_enumerator/next_leaf_skipped abc bmc3 16
// bug: leaf_enumerator/last_leaf_left_out abc bmc3 16
// bug: leaf_enumerator/next_look_up_left_out abc bmc3 16

`default_nettype none

module leaf_enumerator_formal (
  input wire logic       clk_i,
  input wire logic       leaf_valid_i,
  input wire logic [1:0] leaf_i,
  input wire logic [3:0] readers_i,
  input wire logic       last_i,
  input wire logic       id_ready_i,
  input wire logic       skip_i
);

  localparam int unsigned Depth = 2;

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic id_valid, id_reader, id_last, busy;
  logic [3:0] id;
  logic [1:0] count;

  leaf_enumerator #(
    .IdWidth  (4),
    .LeafWidth(2),
    .Depth    (Depth)
  ) u_dut (
    .clk_i,
    .rst_ni      (rst_n),
    .leaf_valid_i(leaf_valid_i && rst_n),
    .leaf_i,
    .readers_i,
    .last_i,
    .id_valid_o  (id_valid),
    .id_ready_i,
    .id_reader_o (id_reader),
    .id_o        (id),
    .id_last_o   (id_last),
    .skip_i,
    .count_o     (count),
    .busy_o      (busy),
    .error_o     ()
  );

  // The leaves that have not been named completely, oldest first, with the rest of the first.
  logic [2:0][6:0] left_q = '0;
  logic [1:0]      leaves_q = '0;
  logic [3:0] expected, first, rest;
  logic push, pop, drop;
  logic [1:0] removed;     // leaves that are completed
  logic holds_q = 1'b0;    // the first leaf is being named
  logic ended_q = 1'b1;    // the leaf before it was its look-up's last
  logic skipped_q = 1'b0;  // one more transaction of the first leaf follows
  logic skip_next, next_there, next_last;

  assign push  = leaf_valid_i && rst_n;
  assign first = left_q[0][3:0];
  assign rest  = first & (first - 1'b1);
  assign pop   = id_valid && id_ready_i && (rest == '0 || skipped_q);

  // The leaf that is started now, and whether it is omitted.
  assign next_there = holds_q ? leaves_q > 2'd1 : leaves_q != '0;
  assign next_last  = holds_q ? left_q[1][6] : left_q[0][6];
  assign skip_next  = skip_i && !(holds_q && left_q[0][6]);
  assign drop       = (pop || !holds_q) && next_there && skip_next && !next_last;
  assign removed    = 2'(pop) + 2'(drop);

  always_comb begin
    expected = first == '0 ? '0 : {left_q[0][5:4], 2'd0};
    for (int unsigned i = 0; i < 4; i++) begin
      if (first[i] && !rest[i]) expected = {left_q[0][5:4], 2'(i)};
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) assume ((readers_i != '0 || last_i) && count < 2'(Depth));
    leaves_q <= leaves_q + 2'(push) - removed;
    if (id_valid && id_ready_i) begin
      left_q[0][3:0] <= rest;
      skipped_q      <= skip_i && !pop;
    end
    if (pop || !holds_q) begin
      holds_q   <= next_there && !drop;
      skipped_q <= skip_next;
    end
    left_q <= left_q >> (7 * removed);
    if (id_valid && id_ready_i && !pop) left_q[0][3:0] <= rest;
    for (int unsigned i = 0; i < 3; i++) begin
      if (push && 2'(i) == leaves_q - removed) left_q[i] <= {last_i, leaf_i, readers_i};
    end
    if (rst_n) begin
      if (id_valid) a_next_reader : assert (leaves_q != '0 && id == expected && id_reader == (first != '0));
      if (id_valid) a_end_of_a_look_up : assert (id_last == (left_q[0][6] && (rest == '0 || skipped_q)));
      if (!busy) a_all_named : assert (leaves_q == '0);
      c_skipped : cover (pop && skipped_q && rest != '0 && leaves_q == 2'd2);
      c_two_leaves : cover (pop && leaves_q == 2'd2 && left_q[0][3:0] == 4'b1000 && left_q[1][5:4] == 2'd1);
    end
  end

endmodule

`default_nettype wire
