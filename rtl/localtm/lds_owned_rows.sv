// The owned rows of one bank, and the owning work-item of each (GPU-LocalTM paper, sections 3.2 and
// 3.3), with a linked list of rows for each work-item, so that commit and restore touch owned rows only.
//
// Look-up:  the row's record is on the outputs in the cycle after lookup_i and stays there until the next look-up or
//           walk. insert_i in one of these cycles makes the row the work-item's.
// Walk:     walk_i names lanes of one wavefront; their rows appear one after the other on entry_*, each for at least one
//           cycle, until it is taken, which releases the row. The first appears two cycles after walk_i (three, if the
//           only one is inserted in walk_i's cycle), then one a cycle. fetch_* announces a row one cycle ahead, so that
//           a memory can be read along.
//           walking_o falls in the cycle in which the last entry is taken (the next cycle, if there is none), and then
//           look-up or walk may start.
// That a row is the last one of its list is stored with the link to it, not only in its own record:
// so a register tells whether the walk ends, which all banks of a unit wait for.
// That a walk or look-up starts is known late, which of the two would start is known early: that selects addresses.
// Epochs:   a walk that does not restore has no entries, but ends its wavefront's epoch (lds_epochs): none of its rows
//           counts as owned any more. walk_lanes_i are all of its lanes that own rows. Look-up or walk may start in the
//           next cycle, unless its epochs have run out: then Rows + 4 after walk_i, at the latest. Records are read for
//           the sweep in between, so that a look-up's record is on the outputs in the next cycle only, the only one for
//           its insert_i.
// After reset every record is cleared, one a cycle; ready_o rises then, and walking_o is set until it has.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2. Rows: records. Epochs: bits of a
// wavefront's epoch; 0: none, and every walk offers its rows as entries. Protection: of records and list heads (ecc_pkg).
// The heads are cleared with the records then, so that initialisation takes as many cycles as the larger memory has rows.

`include "gputm_assert.svh"

`default_nettype none

module lds_owned_rows #(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Rows       = 256,
  parameter  int unsigned Epochs     = 0,
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

  input  wire logic                  walk_offered_i,  // walk_i or lookup_i, if any, will be a walk
  input  wire logic                  walk_i,
  input  wire logic                  walk_restore_i,  // the walk does not end its wavefront's epoch, with Epochs
  input  wire logic [WfWidth-1:0]    walk_wavefront_i,
  input  wire logic [Lanes-1:0]      walk_lanes_i,
  output      logic                  walking_o,
  output      logic                  fetch_o,
  output      logic [RowWidth-1:0]   fetch_row_o,
  output      logic                  entry_valid_o,
  output      logic [RowWidth-1:0]   entry_row_o,
  output      logic [OwnerWidth-1:0] entry_owner_o,
  input  wire logic                  entry_ready_i,

  output ecc_pkg::ram_error_t [1:0]  errors_o         // records, list heads
);

  typedef struct packed {
    logic                  owned;
    logic [OwnerWidth-1:0] owner;
    logic                  next_last;  // the next row is the last one of its work-item's list
    logic [RowWidth-1:0]   next;
  } record_t;

  typedef struct packed {
    logic                last;  // only row of its work-item's list
    logic [RowWidth-1:0] row;
  } head_t;

  // Initialisation after reset
  localparam int unsigned Heads = Wavefronts * Lanes;
  localparam int unsigned InitRows = Protection != ecc_pkg::None && Heads > Rows ? Heads : Rows;
  localparam int unsigned InitWidth = $clog2(InitRows);
  logic initialising_q, initialising_d;
  logic [InitWidth-1:0] init_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      initialising_q <= 1'b1;
      init_q    <= '0;
    end else begin
      initialising_q <= initialising_d;
      if (initialising_q) init_q <= init_q + 1'b1;
    end
  end
  assign initialising_d = initialising_q && init_q != InitWidth'(InitRows - 1);
  assign ready_o        = !initialising_q;

  // Look-up
  logic [RowWidth-1:0]   row_q;
  logic [OwnerWidth-1:0] owner_q;
  record_t               record;
  head_t                 head;
  logic live, ending;  // the record's epoch has not ended; a wavefront's epoch waits to end

  always_ff @(posedge clk_i) begin
    if (lookup_i) begin
      row_q   <= lookup_row_i;
      owner_q <= lookup_owner_i;
    end
  end
  assign owned_o = record.owned && live;
  assign owner_o = record.owner;

  // Work-items with a list in this bank, and the lanes of the walk with lists to come
  logic list_walk, release_epoch, named, has, lanes_left, lane_req, lane_free, lane_gnt;
  logic [OwnerWidth-1:0] lane_owner;

  assign release_epoch = Epochs != 0 && walk_i && !walk_restore_i;
  assign list_walk     = walk_i && !release_epoch;

  lds_walk_lanes #(
    .Lanes     (Lanes),
    .Wavefronts(Wavefronts)
  ) u_lanes (
    .clk_i,
    .rst_ni,
    .owner_i     (owner_q),
    .member_o    (has),
    .insert_i,
    .walk_i      (list_walk),
    .walk_wavefront_i,
    .walk_lanes_i,
    .release_i   (release_epoch),
    .named_o     (named),
    .left_o      (lanes_left),
    .lane_req_o  (lane_req),
    .lane_owner_o(lane_owner),
    .lane_free_i (lane_free)
  );

  // Walk: the head of the next list, and the offered entry
  logic head_valid_q, head_use;
  logic [OwnerWidth-1:0] head_owner_q;
  logic entry_valid_q, entry_last_q, entry_taken, entry_next;
  logic [RowWidth-1:0]   entry_row_q;
  logic [OwnerWidth-1:0] entry_owner_q;

  assign entry_taken = entry_valid_q && entry_ready_i;
  assign entry_next  = entry_taken && !entry_last_q;
  assign head_use    = head_valid_q && (!entry_valid_q || entry_taken && entry_last_q);
  assign lane_free  = !head_valid_q || head_use;
  assign lane_gnt   = lane_req && lane_free;

  assign fetch_o       = entry_next || head_use;
  assign fetch_row_o   = entry_next ? record.next : head.row;
  assign entry_valid_o = entry_valid_q;
  assign entry_row_o   = entry_row_q;
  assign entry_owner_o = entry_owner_q;
  // Whether the walk goes on is known a cycle before, except for an entry that is not taken: all banks
  // of a unit wait for it. While lanes are left, the next list's head is present, except for a row
  // inserted as the walk begins: it is the first. Records that are still being cleared count as a walk.
  logic walking_q, inserted_late, head_valid_d, entry_last_d;

  assign inserted_late = list_walk && insert_i && owner_q[OwnerWidth-1:LaneWidth] == walk_wavefront_i &&
                         walk_lanes_i[owner_q[LaneWidth-1:0]];
  assign head_valid_d  = lane_gnt || head_valid_q && !head_use;
  assign entry_last_d  = entry_next ? record.next_last : head.last;
  assign walking_o     = walking_q || entry_valid_q && !entry_ready_i || ending;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walking_q     <= 1'b1;
      head_valid_q  <= 1'b0;
      entry_valid_q <= 1'b0;
    end else begin
      walking_q     <= initialising_d || inserted_late || head_valid_d ||
          (fetch_o ? !entry_last_d : entry_valid_q && !entry_taken && !entry_last_q);
      head_valid_q  <= head_valid_d;
      entry_valid_q <= fetch_o || entry_valid_q && !entry_taken;
    end
  end

  always_ff @(posedge clk_i) begin
    if (lane_gnt) head_owner_q <= lane_owner;
    if (head_use) entry_owner_q <= head_owner_q;
    if (fetch_o) begin
      entry_row_q  <= fetch_row_o;
      entry_last_q <= entry_last_d;
    end
  end

  // Records, with their epochs, and list heads
  localparam int unsigned StoredBits = $bits(record_t) + Epochs;

  record_t record_write;
  logic [RowWidth-1:0] record_row, read_row;
  logic [StoredBits-1:0] stored, stored_write;
  logic sweep_gnt, clear;
  logic [RowWidth-1:0] clear_row;

  always_comb begin
    record_write = '0;
    record_row   = InitRows == Rows || 32'(init_q) < Rows ? RowWidth'(init_q) : '0;
    if (insert_i) begin
      record_row   = row_q;
      record_write = '{
          owned: 1'b1,
          owner: owner_q,
          next_last: head.last,
          next: head.row
      };
    end else if (entry_taken) begin
      record_row = entry_row_q;
    end else if (clear) begin
      record_row = clear_row;
    end
  end

  if (Epochs != 0) begin : gen_epochs
    logic sweep;
    logic [RowWidth-1:0] sweep_row;
    logic [Epochs-1:0] insert_epoch;

    lds_epochs #(
      .Wavefronts(Wavefronts),
      .Rows      (Rows),
      .Bits      (Epochs)
    ) u_epochs (
      .clk_i,
      .rst_ni,
      .end_i             (release_epoch && named),
      .end_wavefront_i   (walk_wavefront_i),
      .ending_o          (ending),
      .insert_wavefront_i(owner_q[OwnerWidth-1:LaneWidth]),
      .insert_epoch_o    (insert_epoch),
      .record_owned_i    (record.owned && ready_o),
      .record_wavefront_i(record.owner[OwnerWidth-1:LaneWidth]),
      .record_epoch_i    (stored[StoredBits-1:$bits(record_t)]),
      .live_o            (live),
      .sweep_o           (sweep),
      .sweep_row_o       (sweep_row),
      .sweep_gnt_i       (sweep_gnt),
      .clear_o           (clear),
      .clear_row_o       (clear_row)
    );

    // In a walk the records are the lists', until the last one is taken.
    assign sweep_gnt    = sweep && !lookup_i && !walking_q && !entry_valid_q;
    assign read_row     = fetch_o ? fetch_row_o : lookup_i ? lookup_row_i : sweep_row;
    assign stored_write = {insert_epoch, record_write};
    assign record       = stored[$bits(record_t)-1:0];

    logic looked_up_q;  // for the assertion

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) looked_up_q <= 1'b0;
      else looked_up_q <= lookup_i;
    end

    `GPUTM_ASSERT(a_insert_at_once, looked_up_q || !insert_i,
                  ("lds_owned_rows: row %0d is inserted later than a cycle after its look-up", row_q))
    `GPUTM_ASSERT(a_one_write, $countones({insert_i, entry_taken, clear}) <= 1,
                  ("lds_owned_rows: insert %b, entry %b and sweep %b write records", insert_i, entry_taken, clear))
  end else begin : gen_no_epochs
    logic unused;
    assign unused       = walk_restore_i || named || sweep_gnt;
    assign live         = 1'b1;
    assign ending       = 1'b0;
    assign sweep_gnt    = 1'b0;
    assign clear        = 1'b0;
    assign clear_row    = '0;
    assign read_row     = fetch_o ? fetch_row_o : lookup_row_i;  // a look-up is known later
    assign stored_write = record_write;
    assign record       = stored;
  end

  ram_1r1w_ecc #(
    .Width      (StoredBits),
    .Depth      (Rows),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1),
    .LateMatch  (1'b1)
  ) u_records (
    .clk_i,
    .rst_ni,
    .write_i(initialising_q || insert_i || entry_taken || clear),
    .waddr_i(record_row),
    .wdata_i(stored_write),
    .read_i (lookup_i || fetch_o || sweep_gnt),
    .check_i(1'b1),
    .raddr_i(read_row),
    .rdata_o(stored),
    .bad_o  (),
    .error_o(errors_o[0])
  );

  logic clear_heads;
  assign clear_heads = Protection != ecc_pkg::None && initialising_q;

  ram_1r1w_ecc #(
    .Width      ($bits(head_t)),
    .Depth      (Heads),
    .Protection (Protection),
    .Forward    (1'b1),
    .QuickEnable(1'b1),
    .LateMatch  (1'b1)
  ) u_heads (
    .clk_i,
    .rst_ni,
    .write_i(insert_i || clear_heads),
    .waddr_i(clear_heads ? OwnerWidth'(init_q) : owner_q),
    .wdata_i(clear_heads ? '0 : {!has, row_q}),
    .read_i(lookup_i || walk_i || lanes_left && lane_free),  // also if the walk finds no lane, which is known later
    .check_i(1'b1),
    .raddr_i(lanes_left || walk_offered_i ? lane_owner : lookup_owner_i),
    .rdata_o(head),
    .bad_o(),
    .error_o(errors_o[1])
  );

  `GPUTM_ASSERT(a_walk_or_lookup, !(walk_i && lookup_i) && !((walk_i || lookup_i) && walking_o),
                ("lds_owned_rows: walk %b and look-up %b while walking %b", walk_i, lookup_i, walking_o))
  logic list_left;
  assign list_left = head_valid_q || entry_valid_q && !(entry_taken && entry_last_q) || ending;
  `GPUTM_ASSERT(a_walking_while_lanes_are_left, walking_o == (!ready_o || lanes_left || list_left),
                ("lds_owned_rows: walking %b with lanes left %b", walking_o, lanes_left))
  `GPUTM_ASSERT(a_offered, !(walk_i && !walk_offered_i) && !(lookup_i && walk_offered_i),
                ("lds_owned_rows: walk %b and look-up %b where walk %b is offered", walk_i, lookup_i, walk_offered_i))
  `GPUTM_ASSERT(a_ready, ready_o || !(walk_i || lookup_i || insert_i),
                ("lds_owned_rows: used before row %0d is initialised", init_q))
  `GPUTM_ASSERT(a_insert_free, !(insert_i && owned_o),
                ("lds_owned_rows: row %0d of work-item %0d is given to %0d", row_q, record.owner, owner_q))
  `GPUTM_ASSERT(
      a_walk_own, !entry_valid_q || owned_o && record.owner == entry_owner_o,
      ("lds_owned_rows: row %0d, list of %0d, owned %b by %0d", entry_row_q, entry_owner_o, record.owned, record.owner))

  // Handshake assertions
  `GPUTM_STREAM(u_check_entry, entry_valid_o, entry_ready_i, {entry_row_o, entry_owner_o})

endmodule

`default_nettype wire
