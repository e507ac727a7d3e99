// Induction invariants of lds_listed_rows for a bank's proof (2 wavefronts of 2 lanes, 4 rows at most): every owned row
// is in one wavefront's list, or among those that a walk has still to visit. Part of lds_ownership_state.

`default_nettype none

module lds_listed_state #(
  parameter int unsigned Rows   = 4,  // records, 3 or 4
  parameter int unsigned Cycles = 1   // cycles per entry, 1 or 2
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic            looked_up_i,
  input  wire logic            rests_i,
  input  wire logic            half_i,       // the first of an entry's two cycles is over
  output      logic            clearing_o,
  output      logic [3:0]      owned_o,
  output      logic [3:0][1:0] owners_o,
  output      logic [3:0]      leaving_o     // rows released in the current walk
);

  localparam int unsigned TxRows = 4;

  typedef struct packed {
    logic       last;
    logic       lane;
    logic [1:0] row;
  } link_t;

  typedef struct packed {
    logic       owned;
    logic [1:0] owner;
    link_t      next;
  } record_t;

  wire          start     = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.start_q;
  wire          visit     = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.visit_q;
  wire link_t   at        = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.at_q;
  wire          wavefront = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.wavefront_q;
  wire [1:0]    lanes     = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.lanes_q;
  wire record_t record    = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.record;
  wire [1:0]    listed    = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.listed_q;
  wire link_t [1:0] heads = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.head_q;
  wire [1:0]    clear_row = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.init_q;

  assign clearing_o = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.initialising_q;

  // The rows of a list from a link on. ok: they belong to the wavefront, have the lanes in their links, and the list
  // ends.
  function automatic logic [TxRows:0] follow(logic live, link_t link, logic wavefront, record_t [TxRows-1:0] records);
    logic ok;
    logic [TxRows-1:0] rows;
    ok   = 1'b1;
    rows = '0;
    for (int unsigned i = 0; i < TxRows; i++) begin
      if (live) begin
        ok = ok && records[link.row].owned && records[link.row].owner == {wavefront, link.lane} && !rows[link.row];
        rows[link.row] = 1'b1;
        live = !link.last;
        link = records[link.row].next;
      end
    end
    return {ok && !live, rows};
  endfunction

  record_t [TxRows-1:0] records;
  logic [TxRows-1:0] in_list, left;
  logic [2:0] ok;

  for (genvar row = 0; row < TxRows; row++) begin : gen_rows
    if (row < Rows) begin : gen_record
      assign records[row] = u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.u_records.gen_forward.u_ram.u_ram.mem[row];
    end else begin : gen_none
      assign records[row] = '0;
    end
    assign owned_o[row]   = records[row].owned;
    assign owners_o[row]  = records[row].owner;
    assign leaving_o[row] = (start || visit) && records[row].owned && records[row].owner[1] == wavefront &&
                            lanes[records[row].owner[0]];
  end

  always_comb begin
    logic [1:0][TxRows-1:0] lists;
    for (int unsigned w = 0; w < 2; w++) begin
      {ok[w], lists[w]} = follow(listed[w], heads[w], w[0], records);
    end
    in_list = lists[0] | lists[1];
    {ok[2], left} = follow(visit, at, wavefront, records);
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_one_thing : assert ($countones({u_model.access_q, start, visit, clearing_o}) <= 1);
      a_rests : assert (!(rests_i && (start || visit)));
      if (looked_up_i) begin
        a_looked_up :
        assert (record == records[u_model.row_q] && u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.row_q == u_model.row_q &&
            u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.owner_q == u_model.owner_q);
      end
      if (clearing_o) begin
        a_cleared : assert (u_model.closed_q <= 4'(clear_row) + 4'd1 && listed == '0);
        for (int unsigned row = 0; row < TxRows; row++) assert (row >= 32'(clear_row) || !owned_o[row]);
      end else begin
        a_lists : assert (ok == '1 && (left & in_list) == '0 && owned_o == (left | in_list));
      end
      if (start) a_start : assert (u_model.closed_q == '0);
      if (visit) begin
        a_left : assert (u_model.closed_q + 4'(Cycles * $countones(left)) - 4'(half_i) <= 4'(4 * Cycles + 1));
        a_put_back : assert ((leaving_o & in_list) == '0);
        a_at : assert (record == records[at.row]);
      end
      a_entry : assert (u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.entry_q == (visit && lanes[at.lane]));
    end
  end

endmodule

`default_nettype wire
