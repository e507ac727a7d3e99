// For lds_reader_filters at a reduced size, against any look-ups, reads and walks: who else reads is what a literal filter
// for each work-item says, which its reads fill, and a walk of its lane, and no other, empties; and walks end.
//
// prove: abc pdr
// cover: 14
// bug: lds_reader_filters/counted_twice abc bmc3 12
// bug: lds_reader_filters/stale_filter abc bmc3 12
// bug: lds_reader_filters/name_stays abc bmc3 12
// bug: lds_lane_memory/walk_takes_all abc bmc3 12

`default_nettype none

module lds_reader_filters_formal (
  input wire logic       clk_i,
  input wire logic       lookup_i,
  input wire logic       bit_i,
  input wire logic [1:0] owner_i,
  input wire logic       read_i,       // the look-up's access is a read that is carried out
  input wire logic       walk_i,
  input wire logic       wavefront_i,
  input wire logic [1:0] lanes_i
);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic ready, other, walking;

  wire lookup = lookup_i && ready && !walking && rst_n;
  wire walk   = walk_i && !lookup_i && ready && !walking && rst_n;

  logic       access_q = 1'b0;
  logic bit_q, read_q;
  logic [1:0] owner_q;

  always_ff @(posedge clk_i) begin
    access_q <= lookup;
    if (lookup) {bit_q, owner_q, read_q} <= {bit_i, owner_i, read_i};
  end

  lds_reader_filters #(
    .Lanes     (2),
    .Wavefronts(2),
    .WorkGroups(1),
    .FilterBits(2)
  ) u_dut (
    .clk_i,
    .rst_ni          (rst_n),
    .ready_o         (ready),
    .lookup_i        (lookup),
    .lookup_bit_i    (bit_i),
    .lookup_owner_i  (owner_i),
    .other_o         (other),
    .set_i           (access_q && read_q),
    .walk_i          (walk),
    .walk_wavefront_i(wavefront_i),
    .walk_lanes_i    (lanes_i),
    .walking_o       (walking)
  );

  logic [3:0][1:0] filter_q = '0, filter_d;
  logic expected;

  always_comb begin
    filter_d = filter_q;
    if (access_q && read_q) filter_d[owner_q][bit_q] = 1'b1;
    for (int unsigned lane = 0; lane < 2; lane++) begin
      if (walk && lanes_i[lane]) filter_d[{wavefront_i, lane[0]}] = '0;
    end
    expected = 1'b0;
    for (int unsigned o = 0; o < 4; o++) begin
      if (owner_q != 2'(o) && filter_q[o][bit_q]) expected = 1'b1;
    end
  end

  logic [1:0] walking_q = '0;  // cycles

  always_ff @(posedge clk_i) begin
    filter_q  <= filter_d;
    walking_q <= walking ? walking_q + 1'b1 : '0;
    if (rst_n) begin
      if (access_q) a_other_readers : assert (other == expected);
      a_walk_ends : assert (walking_q <= 2'd2);
      c_all : cover (filter_q == '1);
      c_only_reader : cover (access_q && !other && filter_q[owner_q][bit_q] && $countones(filter_q) > 1);
    end
  end

  // What relates the design's state to these, without which no induction ends: a filter is that of a member that the
  // walk does not take out, and the numbers still count those that the walk has yet to leave.
  wire            drop    = u_dut.drop_q;
  wire [1:0]      read    = u_dut.stored;  // the filter that was read last
  wire            first   = u_dut.u_lanes.first_q;
  wire            wf      = u_dut.u_lanes.wavefront_q;
  wire [1:0]      left    = u_dut.u_lanes.left_q;
  wire [1:0]      offered = u_dut.u_lanes.lanes;
  logic      [1:0][1:0] member;  // wavefront, lane
  logic      [3:0][1:0] stored;
  logic      [1:0][2:0] count;
  logic      [1:0][1:0] names;

  for (genvar w = 0; w < 2; w++) begin : gen_member
    assign member[w] = u_dut.u_lanes.u_members.u_ram.mem[w];
  end
  for (genvar o = 0; o < 4; o++) begin : gen_stored
    assign stored[o] = u_dut.u_filters.u_ram.mem[o];
  end

  always_comb begin
    for (int unsigned b = 0; b < 2; b++) begin
      count[b] = 3'(drop && read[b]);
      names[b] = drop && read[b] ? u_dut.drop_owner_q : '0;
      for (int unsigned lane = 0; lane < 2; lane++) begin
        count[b] += 3'(offered[lane] && stored[{wf, lane[0]}][b]);
        if (offered[lane] && stored[{wf, lane[0]}][b]) names[b] ^= {wf, lane[0]};
      end
      for (int unsigned o = 0; o < 4; o++) begin
        count[b] += 3'(filter_q[o][b]);
        if (filter_q[o][b]) names[b] ^= 2'(o);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n && ready) begin
      for (int unsigned o = 0; o < 4; o++) begin
        assert (filter_q[o] == (member[o[1]][o[0]] && !(first && wf == o[1] && left[o[0]]) ? stored[o] : '0));
      end
      a_counts : assert (u_dut.count_q == count);
      a_names : assert (u_dut.names_q == names);
      if (access_q) begin
        a_looked_up : assert ({u_dut.owner_q, u_dut.bit_q, wf, u_dut.u_lanes.lane_q} == {owner_q, bit_q, owner_q});
        a_read : assert (read == stored[owner_q]);
        a_no_walk : assert (!first && left == '0 && !drop);
      end
      if (access_q || first) a_members_read : assert (u_dut.u_lanes.members == member[wf]);
    end
  end

endmodule

`default_nettype wire
