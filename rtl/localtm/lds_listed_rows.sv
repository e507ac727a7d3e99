// The owned rows of one bank, and the owning work-item of each (GPU-LocalTM paper, sections 3.2 and 3.3), with a linked
// list of rows for each wavefront. Ports, look-up and initialisation are those of lds_owned_rows, which has a list for
// each work-item; the heads of those lists, and the set of non-empty lists, are more logic than the rest of a bank.
//
// Walk: takes the list of its wavefront and goes through it from the youngest row, one a cycle. Rows of
//       its lanes are entries: each is offered until it is taken, which releases it. The others are put
//       into the list again, each in front of those before it, so that a walk reverses the order of the
//       remaining rows. The first row is examined two cycles after walk_i, whenever it was inserted.
//       fetch_* announces each row one cycle before it is examined, when it is not known yet whether it
//       is an entry. walking_o falls in the cycle in which the last row of the list is taken or put
//       back (the next cycle, if the wavefront has none), and then look-up or walk may start.
// The link to a row holds its owner's lane, and whether it is the last one of the list: so registers tell
// whether the examined row is an entry, and whether the walk goes on, and neither waits for the row's record.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2. Rows: records. Protection: of the records (ecc_pkg).

`include "gputm_assert.svh"

`default_nettype none

module lds_listed_rows #(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Rows       = 256,
  parameter  int unsigned Protection = ecc_pkg::None,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth,
  localparam int unsigned RowWidth   = $clog2(Rows)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  output      logic                  ready_o,

  input  wire logic                  lookup_i,
  input  wire logic [RowWidth-1:0]   lookup_row_i,
  input  wire logic [OwnerWidth-1:0] lookup_owner_i,
  output      logic                  owned_o,
  output      logic [OwnerWidth-1:0] owner_o,
  input  wire logic                  insert_i,

  input  wire logic                  walk_offered_i,  // walk_i or lookup_i, if any, will be a walk; unused here
  input  wire logic                  walk_i,
  input  wire logic [WfWidth-1:0]    walk_wavefront_i,
  input  wire logic [Lanes-1:0]      walk_lanes_i,
  output      logic                  walking_o,
  output      logic                  fetch_o,
  output      logic [RowWidth-1:0]   fetch_row_o,
  output      logic                  entry_valid_o,
  output      logic [RowWidth-1:0]   entry_row_o,
  output      logic [OwnerWidth-1:0] entry_owner_o,
  input  wire logic                  entry_ready_i,

  output ecc_pkg::ram_error_t [1:0]  errors_o         // records; the other one is always 0
);

  typedef struct packed {
    logic                 last;  // last row of its list
    logic [LaneWidth-1:0] lane;  // lane of the owner
    logic [RowWidth-1:0]  row;
  } link_t;

  typedef struct packed {
    logic                  owned;
    logic [OwnerWidth-1:0] owner;
    link_t                 next;   // next row; undefined in the last one
  } record_t;

  logic unused;
  assign unused = walk_offered_i;

  // Initialisation after reset
  logic initialising_q, initialising_d;
  logic [RowWidth-1:0] init_q;

  assign initialising_d = initialising_q && init_q != RowWidth'(Rows - 1);
  assign ready_o        = !initialising_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      initialising_q <= 1'b1;
      init_q         <= '0;
    end else begin
      initialising_q <= initialising_d;
      if (initialising_q) init_q <= init_q + 1'b1;
    end
  end

  // Look-up
  logic [RowWidth-1:0]   row_q;
  logic [OwnerWidth-1:0] owner_q;
  record_t               record;  // record of the looked-up row, or of the examined one in a walk

  always_ff @(posedge clk_i) begin
    if (lookup_i) begin
      row_q   <= lookup_row_i;
      owner_q <= lookup_owner_i;
    end
  end

  assign owned_o = record.owned;
  assign owner_o = record.owner;

  // The lists, and the row added to the front of one: the inserted row, or one of a walk that is not an entry
  logic [Wavefronts-1:0] listed_q;  // wavefronts with non-empty lists
  link_t [Wavefronts-1:0] head_q;
  logic put;
  logic [RowWidth-1:0]   put_row;
  logic [OwnerWidth-1:0] put_owner;
  logic [WfWidth-1:0]    put_wavefront;

  // Walk
  logic               start_q;  // the list is taken
  logic               visit_q;  // a row is examined
  logic               entry_q;  // the row is an entry
  logic               done;     // the row is taken or put back
  logic               visits;   // the next row is examined in the next cycle
  link_t at_q, next;
  logic               walking_q;
  logic [WfWidth-1:0] wavefront_q;
  logic [Lanes-1:0]   lanes_q;

  assign done   = visit_q && (!entry_q || entry_ready_i);
  assign next   = start_q ? head_q[wavefront_q] : record.next;
  assign visits = start_q ? listed_q[wavefront_q] : done && !at_q.last;

  assign fetch_o       = visits;
  assign fetch_row_o   = next.row;
  assign entry_valid_o = entry_q;
  assign entry_row_o   = at_q.row;
  assign entry_owner_o = {wavefront_q, at_q.lane};
  // Whether the walk goes on is known a cycle before, except for an entry that is not taken: all
  // banks of a unit wait for it. Records that are still being cleared count as a walk.
  assign walking_o     = walking_q || entry_q && !entry_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q   <= 1'b0;
      walking_q <= 1'b1;
      visit_q   <= 1'b0;
      entry_q   <= 1'b0;
    end else begin
      start_q   <= walk_i;
      walking_q <= initialising_d || (visits ? !next.last : visit_q && !done && !at_q.last) ||
          walk_i && (listed_q[walk_wavefront_i] || put && put_wavefront == walk_wavefront_i);
      visit_q   <= visits || visit_q && !done;
      entry_q   <= visits && lanes_q[next.lane] || entry_q && !entry_ready_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!walking_o) begin  // as if a walk began: whether one does is known late
      wavefront_q <= walk_wavefront_i;
      lanes_q     <= walk_lanes_i;
    end
    if (visits) at_q <= next;
  end

  assign put           = insert_i || visit_q && !entry_q;
  assign put_row       = visit_q ? at_q.row : row_q;
  assign put_owner     = visit_q ? entry_owner_o : owner_q;
  assign put_wavefront = put_owner[OwnerWidth-1:LaneWidth];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      listed_q <= '0;
    end else begin
      if (start_q) listed_q[wavefront_q] <= 1'b0;
      if (put) listed_q[put_wavefront] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (put)
      head_q[put_wavefront] <= '{last: !listed_q[put_wavefront], lane: put_owner[LaneWidth-1:0], row: put_row};
  end

  // Records. The insertion is known late: the written data are the same without it, and do not wait for it.
  record_t record_write;
  logic clears;

  assign clears       = initialising_q || entry_q;
  assign record_write = clears ? '0 : '{owned: 1'b1, owner: put_owner, next: head_q[put_wavefront]};

  ram_1r1w_ecc #(
    .Width      ($bits(record_t)),
    .Depth      (Rows),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1),
    .LateMatch  (1'b1)
  ) u_records (
    .clk_i,
    .rst_ni,
    .write_i(initialising_q || insert_i || done),
    .waddr_i(initialising_q ? init_q : put_row),
    .wdata_i(record_write),
    .read_i (lookup_i || visits),
    .check_i(1'b1),
    .raddr_i(walking_q ? next.row : lookup_row_i),  // a look-up is known later
    .rdata_o(record),
    .bad_o  (),
    .error_o(errors_o[0])
  );
  assign errors_o[1] = '0;

  `GPUTM_ASSERT(a_walk_or_lookup, !(walk_i && lookup_i) && !((walk_i || lookup_i) && walking_o),
                ("lds_listed_rows: walk %b and look-up %b while walking %b", walk_i, lookup_i, walking_o))
  `GPUTM_ASSERT(a_walking_while_rows_are_left, walking_o == (!ready_o || visits || visit_q && !done),
                ("lds_listed_rows: walking %b with row %0d looked at %b", walking_o, at_q.row, visit_q))
  `GPUTM_ASSERT(a_ready, ready_o || !(walk_i || lookup_i || insert_i),
                ("lds_listed_rows: used before row %0d is initialised", init_q))
  `GPUTM_ASSERT(a_insert_free, !(insert_i && owned_o),
                ("lds_listed_rows: row %0d of work-item %0d is given to %0d", row_q, record.owner, owner_q))
  `GPUTM_ASSERT(a_insert_at_rest, !(insert_i && (start_q || visit_q)),
                ("lds_listed_rows: row %0d is inserted in a walk", row_q))
  `GPUTM_ASSERT(
      a_walk_own, !visit_q || record.owned && record.owner == entry_owner_o,
      ("lds_listed_rows: row %0d, list of %0d, owned %b by %0d", at_q.row, entry_owner_o, record.owned, record.owner))
  // Coverage points (tb/coverage)
  `GPUTM_COVER(b_walk_finds_no_list, start_q && !listed_q[wavefront_q])
  `GPUTM_COVER(b_walk_takes_what_is_inserted_with_it,
               walk_i && insert_i && put_wavefront == walk_wavefront_i && !listed_q[put_wavefront])
  `GPUTM_COVER(b_rows_are_put_back, visit_q && !entry_q && listed_q[wavefront_q])
  `GPUTM_COVER(b_last_row_is_put_back_as_the_next_walk_begins,
               walk_i && visit_q && !entry_q && put_wavefront == walk_wavefront_i)

  // Handshake assertions
  `GPUTM_STREAM(u_check_entry, entry_valid_o, entry_ready_i, {entry_row_o, entry_owner_o})

endmodule

`default_nettype wire
