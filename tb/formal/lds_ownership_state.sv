// Induction invariants of a bank's ownership state: the contents of lds_ownership (u_dut.u_ownership of the harness)
// agree with lds_bank_model (u_model of the harness). Every owned row is in a list (lds_listed_state,
// lds_linked_state), filters are supersets, and reads are in the filters of reads (lds_readers_state). The undo log is
// not included: abc's pdr finds its invariants.
//
// Names of the harness's instances are resolved upwards.

`default_nettype none

module lds_ownership_state #(
  parameter int unsigned Rows          = 4,  // records, 3 or 4
  parameter int unsigned Cycles        = 1,  // cycles per row of a walk, 1 or 2
  parameter int unsigned Exact         = 0,  // the bank's parameter, as are the following
  parameter int unsigned SharedReaders = 0,
  parameter int unsigned WorkItemLists = 0,
  parameter int unsigned Epochs        = 0
) (
  input  wire logic       clk_i,
  input  wire logic       rst_ni,
  input  wire logic       looked_up_i,  // the verdict is that of the model's access
  input  wire logic       claimed_i,    // the access has claimed its row and is not answered
  input  wire logic       rests_i,      // no walk is in progress
  input  wire logic       half_i,       // the first of an entry's two cycles is over
  output      logic [3:0] leaving_o     // rows released in the current walk
);

  localparam int unsigned TxRows = 4;

  logic clearing;
  logic [TxRows-1:0] rows;  // rows that have an owner, or are being released
  logic [TxRows-1:0][1:0] owners;

  if (WorkItemLists == 0 && Epochs == 0) begin : gen_listed
    lds_listed_state #(
      .Rows  (Rows),
      .Cycles(Cycles)
    ) u_state (
      .clk_i,
      .rst_ni,
      .looked_up_i,
      .rests_i,
      .half_i,
      .clearing_o(clearing),
      .owned_o   (rows),
      .owners_o  (owners),
      .leaving_o
    );
  end else begin : gen_linked
    lds_linked_state #(
      .Rows  (Rows),
      .Epochs(Epochs),
      .Cycles(Cycles)
    ) u_state (
      .clk_i,
      .rst_ni,
      .looked_up_i,
      .rests_i,
      .half_i,
      .clearing_o(clearing),
      .owned_o   (rows),
      .owners_o  (owners),
      .leaving_o
    );
  end

  // The model's state, including a claim that it has not seen yet
  logic [TxRows-1:0] owned;
  logic [TxRows-1:0][1:0] holder;

  always_comb begin
    owned  = u_model.owned_q;
    holder = u_model.holder_q;
    if (claimed_i) begin
      owned[u_model.row_q]  = 1'b1;
      holder[u_model.row_q] = u_model.owner_q;
    end
  end

  wire symbolic_owned = u_model.owned_q[u_model.symbolic_row_i];

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (clearing) begin
        a_nothing : assert (owned == '0);
      end else begin
        a_owned : assert (owned == (rows & ~leaving_o));
        for (int unsigned row = 0; row < TxRows; row++) assert (!owned[row] || holder[row] == owners[row]);
      end
      if (claimed_i) a_claimed : assert (u_model.takes && !u_model.conflict);
      if (looked_up_i) a_same : assert (u_dut.u_ownership.owner_q == u_model.owner_q);
      if (u_model.seen_q) begin
        a_seen :
        assert (u_model.defined_q && u_model.sight_q == u_model.word_q &&
            (symbolic_owned ? u_model.holder_q[u_model.symbolic_row_i] == u_model.symbolic_owner_i :
                              u_model.reads_q[u_model.symbolic_owner_i]));
      end
    end
  end

  if (Exact == 0) begin : gen_filter
    wire [1:0]      bits     = u_dut.u_ownership.gen_filters.u_filters.held_q;
    wire [1:0][1:0] bit_owner = u_dut.u_ownership.gen_filters.u_filters.holder_q;

    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        if (clearing) begin
          a_none : assert (bits == '0);
        end else begin
          for (int unsigned b = 0; b < 2; b++) begin
            assert (!bits[b] || rows[b] && owners[b] == bit_owner[b] || rows[b+2] && owners[b+2] == bit_owner[b]);
            assert (!(rows[b] && rows[b+2]) || owners[b] == owners[b+2]);
            assert (!(owned[b] || owned[b+2]) || bits[b]);
          end
        end
        if (looked_up_i) a_bit : assert (u_dut.u_ownership.gen_filters.bit_q == u_model.row_q[0]);
      end
    end
  end

  if (SharedReaders != 0) begin : gen_readers
    lds_readers_state u_state (
      .clk_i,
      .rst_ni,
      .looked_up_i,
      .rests_i
    );

    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        a_cleared_first : assert (clearing || !u_dut.u_ownership.gen_readers.u_readers.u_lanes.initialising_q);
        for (int unsigned reader = 0; reader < 4; reader++) begin
          assert (!u_model.reads_q[reader] || u_model.filter_q[reader][u_model.symbolic_row_i[0]]);
          // An owned row has been read by its owner alone.
          assert (!(owned[u_model.symbolic_row_i] && u_model.reads_q[reader]) || holder[u_model.symbolic_row_i] == 2'(reader));
        end
      end
    end
  end else begin : gen_no_readers
    always_ff @(posedge clk_i) begin
      if (rst_ni) a_no_readers : assert (u_model.filter_q == '0 && u_model.reads_q == '0);
    end
  end

endmodule

`default_nettype wire
