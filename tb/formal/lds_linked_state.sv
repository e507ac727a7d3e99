// Induction invariants of lds_owned_rows for a bank's proof (2 wavefronts of 2 lanes, 4 rows at most). Every owned row
// is in the list of its work-item, or among those that a walk has still to visit. With Epochs, of one bit, a row is
// owned while its record's epoch has not ended; the only records older than the sweep's pass are those that the pass
// has still to visit, so none is left when an epoch's number is reused. Part of lds_ownership_state.

// The instance of lds_owned_rows
`ifdef STUDY_WORK_ITEM_LISTS
`define ROWS u_dut.u_ownership.gen_records.gen_listed.u_owned_rows.u_owned_rows
`else
`define ROWS u_dut.u_ownership.gen_records.gen_links.u_owned_rows
`endif

`default_nettype none

module lds_linked_state #(
  parameter int unsigned Rows   = 4,  // records, 3 or 4
  parameter int unsigned Epochs = 0,  // 0 or 1
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
    logic [1:0] row;
  } link_t;

  typedef struct packed {
    logic       owned;
    logic [1:0] owner;
    link_t      next;
  } record_t;

  wire [1:0]    clear_row   = `ROWS.init_q;
  wire          walking     = `ROWS.walking_q;
  wire record_t record      = `ROWS.record;
  wire          entry_valid = `ROWS.entry_valid_q;
  wire          entry_last  = `ROWS.entry_last_q;
  wire [1:0]    entry_row   = `ROWS.entry_row_q;
  wire [1:0]    entry_owner = `ROWS.entry_owner_q;
  wire          head_valid  = `ROWS.head_valid_q;
  wire [1:0]    head_owner  = `ROWS.head_owner_q;
  wire link_t   head        = `ROWS.head;

  // Members after all earlier insertions, takings and departures
  wire          wavefront     = `ROWS.u_lanes.wavefront_q;
  wire [3:0]    member        = `ROWS.u_lanes.member_d;
  wire [1:0]    insert        = `ROWS.u_lanes.insert_q;
  wire [1:0]    inserted      = `ROWS.u_lanes.inserted_q;
  wire [1:0]    inserted_lane = `ROWS.u_lanes.inserted_lane_q;
  wire          taken         = `ROWS.u_lanes.taken_q;
  wire [1:0]    taken_owner   = `ROWS.u_lanes.taken_owner_q;
  wire [1:0]    has_left      = `ROWS.u_lanes.released_q;
  wire          lanes_left    = `ROWS.u_lanes.left_o;
  wire [3:0]    waiting       = lanes_left ? 4'(`ROWS.u_lanes.lanes_q) << {wavefront, 1'b0} : '0;

  assign clearing_o = `ROWS.initialising_q;

  record_t [TxRows-1:0] records;
  link_t [3:0] heads;
  logic [TxRows-1:0] live;  // the record's epoch has not ended

  for (genvar row = 0; row < TxRows; row++) begin : gen_rows
    if (row < Rows) begin : gen_record
      assign records[row] = `ROWS.u_records.gen_forward.u_ram.u_ram.mem[row][5:0];
    end else begin : gen_none
      assign records[row] = '0;
    end
    assign owned_o[row]  = records[row].owned && live[row];
    assign owners_o[row] = records[row].owner;
  end
  for (genvar owner = 0; owner < 4; owner++) begin : gen_heads
    assign heads[owner] = `ROWS.u_heads.gen_forward.u_ram.u_ram.mem[owner];
  end

  // The rows of a list from a link on. ok: they belong to the work-item, and the list ends.
  function automatic logic [TxRows:0] follow(logic listed, link_t link, logic [1:0] owner, logic [TxRows-1:0] owned,
                                             record_t [TxRows-1:0] records);
    logic ok;
    logic [TxRows-1:0] rows;
    ok   = 1'b1;
    rows = '0;
    for (int unsigned i = 0; i < TxRows; i++) begin
      if (listed) begin
        ok = ok && owned[link.row] && records[link.row].owner == owner && !rows[link.row];
        rows[link.row] = 1'b1;
        listed = !link.last;
        link = records[link.row].next;
      end
    end
    return {ok && !listed, rows};
  endfunction

  // Rows of the members' lists, of the list whose head the walk has, and from the walk's entry on
  logic [3:0][TxRows-1:0] lists;
  logic [TxRows-1:0] head_list, entry_list, rows;
  logic [5:0] ok;
  logic apart;  // no row is in two of them

  always_comb begin
    for (int unsigned owner = 0; owner < 4; owner++) begin
      {ok[owner], lists[owner]} = follow(member[owner], heads[owner], 2'(owner), owned_o, records);
    end
    {ok[4], head_list} = follow(head_valid, head, head_owner, owned_o, records);
    {ok[5], entry_list} = follow(entry_valid && !entry_last, record.next, entry_owner, owned_o, records);
    if (entry_valid) begin
      ok[5] = ok[5] && owned_o[entry_row] && owners_o[entry_row] == entry_owner && !entry_list[entry_row];
      entry_list[entry_row] = 1'b1;
    end
    apart = (head_list & entry_list) == '0;
    rows  = head_list | entry_list;
    leaving_o = rows;
    for (int unsigned owner = 0; owner < 4; owner++) begin
      apart = apart && (rows & lists[owner]) == '0;
      rows |= lists[owner];
      if (waiting[owner]) leaving_o |= lists[owner];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_one_thing : assert ($countones({u_model.access_q, lanes_left || head_valid || entry_valid, clearing_o}) <= 1);
      a_rests : assert (!(rests_i && (lanes_left || head_valid || entry_valid)));
      a_walking : assert (walking || !(clearing_o || lanes_left || head_valid));
      if (looked_up_i) begin
        a_looked_up :
        assert (record == records[u_model.row_q] && head == heads[u_model.owner_q] &&
            `ROWS.row_q == u_model.row_q &&
            `ROWS.owner_q == u_model.owner_q);
      end
      if (clearing_o) begin
        a_cleared :
        assert (u_model.closed_q <= 4'(clear_row) + 4'd1 && member == '0 && insert == '0 && !taken && has_left == '0);
        for (int unsigned row = 0; row < TxRows; row++) assert (row >= 32'(clear_row) || !records[row].owned);
      end else begin
        a_lists : assert (ok == '1 && apart && rows == owned_o);
      end
      if (head_valid) a_head : assert (head == heads[head_owner] && !member[head_owner]);
      if (entry_valid) a_entry : assert (record == records[entry_row] && !member[entry_owner]);
      a_waiting : assert ((waiting & ~member) == '0);
      if (lanes_left || head_valid || entry_valid) begin
        a_ends :
        assert (u_model.closed_q + 4'(Cycles * $countones(
            leaving_o
        )) - 4'(half_i) + 4'(!entry_valid) + 4'(!entry_valid && !head_valid) <= 4'(4 * Cycles + 1));
      end
      // The walk has no head yet: it begins with a member that was inserted in the same cycle.
      if (lanes_left && !head_valid && !entry_valid) begin
        a_late :
        assert (insert[wavefront] && inserted[1] == wavefront && $countones(leaving_o) == 1 && u_model.closed_q == '0);
      end
      a_inserted : assert (insert == '0 || insert == 2'b1 << inserted[1] && inserted_lane == 2'b1 << inserted[0]);
      if (taken) a_taken : assert (head_valid && head_owner == taken_owner && has_left == '0);
      if (u_model.access_q) a_nobody_leaves : assert (has_left == '0);
    end
  end

  if (Epochs != 0) begin : gen_epochs
    wire       record_epoch  = `ROWS.stored[6];
    wire       ends          = `ROWS.gen_epochs.u_epochs.ends_q;
    wire       end_wavefront = `ROWS.gen_epochs.u_epochs.wavefront_q;
    wire       waits         = `ROWS.gen_epochs.u_epochs.waits;
    wire [1:0] epoch         = `ROWS.gen_epochs.u_epochs.epoch_q;
    wire [1:0] oldest        = `ROWS.gen_epochs.u_epochs.oldest_q;
    wire [1:0] marked        = `ROWS.gen_epochs.u_epochs.marked_q;
    wire       reading       = `ROWS.gen_epochs.u_epochs.reading_q;
    wire       judging       = `ROWS.gen_epochs.u_epochs.judging_q;
    wire [1:0] sweep_row     = `ROWS.gen_epochs.u_epochs.row_q;
    wire [1:0] judged_row    = `ROWS.gen_epochs.u_epochs.judged_row_q;

    logic [TxRows-1:0] epochs, ahead;  // epochs of the records; records that the pass has still to judge
    logic [2:0] stops;  // cycles until a waiting epoch ends

    for (genvar row = 0; row < TxRows; row++) begin : gen_rows
      wire wavefront = records[row].owner[1];

      assign epochs[row] = `ROWS.u_records.gen_forward.u_ram.u_ram.mem[row][6];
      assign live[row]   = epochs[row] == epoch[wavefront] && !(ends && end_wavefront == wavefront);
      assign ahead[row]  = reading && row >= sweep_row || judging && row == judged_row;

      always_ff @(posedge clk_i) begin
        if (rst_ni && !clearing_o && records[row].owned && epochs[row] != epoch[wavefront]) begin
          a_oldest : assert (epochs[row] == oldest[wavefront]);
          a_pass : assert (!(reading || judging) || ahead[row] || epochs[row] == marked[wavefront]);
        end
      end
    end

    // A pass takes 5 cycles after the one in which it begins; it begins again if it has not marked the current epoch.
    always_comb begin
      stops = 3'd6;
      if (marked[end_wavefront] != oldest[end_wavefront]) begin
        if (reading) stops = 3'd5 - 3'(sweep_row);
        else if (judging) stops = 3'd1;
      end else if (judging && !reading) begin
        stops = 3'd7;
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        for (int unsigned w = 0; w < 2; w++) begin
          assert (!(reading || judging) || marked[w] == epoch[w] || marked[w] == oldest[w]);
        end
        if (judging) begin
          a_judged : assert ({record_epoch, record} == {epochs[judged_row], records[judged_row]});
          a_turns : assert (!u_model.access_q && !clearing_o);
          a_judges : assert (reading ? sweep_row == '0 || judged_row == sweep_row - 2'd1 : judged_row == 2'd3);
        end
        if (clearing_o) a_no_epochs : assert (!ends && epoch == oldest && !reading);
        if (u_model.access_q) a_read : assert (!ends && record_epoch == epochs[u_model.row_q]);
        if (entry_valid) a_entry : assert (record_epoch == epochs[entry_row]);
        if (ends) a_all_have_left : assert (has_left == '0 || has_left == 2'b1 << end_wavefront);
        if (waits) begin
          a_stops : assert (u_model.closed_q + 4'(stops) <= 4'd7);
          a_at_rest : assert (!walking && !lanes_left && !head_valid && !entry_valid);
        end
      end
    end
  end else begin : gen_no_epochs
    assign live = '1;
  end

endmodule

`undef ROWS

`default_nettype wire
