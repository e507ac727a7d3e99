// Induction invariants of lds_reader_filters for a bank's proof (2 wavefronts of 2 lanes, filters of 2 bits): every
// filter belongs to a member that the walk does not remove, and the numbers and names still count the members that the
// walk has yet to remove. Part of lds_ownership_state.

`default_nettype none

module lds_readers_state (
  input wire logic clk_i,
  input wire logic rst_ni,
  input wire logic looked_up_i,
  input wire logic rests_i
);

  wire       clearing   = u_dut.u_ownership.gen_readers.u_readers.u_lanes.initialising_q;
  wire       clear      = u_dut.u_ownership.gen_readers.u_readers.u_lanes.init_q;
  wire       first      = u_dut.u_ownership.gen_readers.u_readers.u_lanes.first_q;
  wire       wavefront  = u_dut.u_ownership.gen_readers.u_readers.u_lanes.wavefront_q;
  wire [1:0] left       = u_dut.u_ownership.gen_readers.u_readers.u_lanes.left_q;
  wire [1:0] lanes      = u_dut.u_ownership.gen_readers.u_readers.u_lanes.lanes;
  wire [1:0] read       = u_dut.u_ownership.gen_readers.u_readers.stored;  // the filter that was read last
  wire       drop       = u_dut.u_ownership.gen_readers.u_readers.drop_q;
  wire [1:0] drop_owner = u_dut.u_ownership.gen_readers.u_readers.drop_owner_q;

  logic [1:0][1:0] member;  // wavefront, lane
  logic [3:0][1:0] stored;

  for (genvar w = 0; w < 2; w++) begin : gen_member
    assign member[w] = u_dut.u_ownership.gen_readers.u_readers.u_lanes.u_members.gen_forward.u_ram.u_ram.mem[w];
  end
  for (genvar owner = 0; owner < 4; owner++) begin : gen_stored
    assign stored[owner] = u_dut.u_ownership.gen_readers.u_readers.u_filters.gen_forward.u_ram.u_ram.mem[owner];
  end

  logic [1:0][2:0] count;
  logic [1:0][1:0] names;

  always_comb begin
    for (int unsigned b = 0; b < 2; b++) begin
      count[b] = 3'(drop && read[b]);
      names[b] = drop && read[b] ? drop_owner : '0;
      for (int unsigned lane = 0; lane < 2; lane++) begin
        if (lanes[lane] && stored[{wavefront, lane[0]}][b]) begin
          count[b] += 3'd1;
          names[b] ^= {wavefront, lane[0]};
        end
      end
      for (int unsigned owner = 0; owner < 4; owner++) begin
        if (u_model.filter_q[owner][b]) begin
          count[b] += 3'd1;
          names[b] ^= 2'(owner);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      for (int unsigned owner = 0; owner < 4; owner++) begin
        if (clearing) begin
          assert (32'(clear) <= owner / 2 || member[owner[1]] == '0);
        end else begin
          assert (u_model.filter_q[owner] == (
              member[owner[1]][owner[0]] && !(first && wavefront == owner[1] && left[owner[0]]) ? stored[owner] : '0));
        end
      end
      if (clearing) a_cleared : assert (u_model.filter_q == '0 && u_model.closed_q <= 4'(clear) + 4'd1);
      a_one_thing : assert ($countones({u_model.access_q, first || left != '0 || drop, clearing}) <= 1);
      a_rests : assert (!(rests_i && (first || left != '0)));
      a_counts : assert (u_dut.u_ownership.gen_readers.u_readers.count_q == count);
      a_names : assert (u_dut.u_ownership.gen_readers.u_readers.names_q == names);
      if (looked_up_i) begin
        a_looked_up :
        assert (u_dut.u_ownership.gen_readers.u_readers.owner_q == u_model.owner_q &&
            u_dut.u_ownership.gen_readers.u_readers.bit_q == u_model.row_q[0] &&
            u_dut.u_ownership.gen_readers.u_readers.mask_q == 2'b1 << u_model.row_q[0] &&
            u_dut.u_ownership.gen_readers.u_readers.u_lanes.lane_q == u_model.owner_q[0] && wavefront == u_model.owner_q[1] &&
            read == stored[u_model.owner_q]);
      end
      if (looked_up_i || first)
        a_members_read : assert (u_dut.u_ownership.gen_readers.u_readers.u_lanes.members == member[wavefront]);
      if (lanes != '0) a_left : assert (u_model.closed_q + 4'($countones(lanes)) <= 4'd2);
    end
  end

endmodule

`default_nettype wire
