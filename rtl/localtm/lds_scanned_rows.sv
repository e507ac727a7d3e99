// Which rows of one bank are owned, and by which work-item (GPU-LocalTM paper, section 3.2), without lists: a walk looks at
// four records a cycle. Ports, look-up, entries and initialisation are those of
// lds_owned_rows.
//
// Walk: the first entry appears three cycles after walk_i at the earliest; a group of four neighbouring rows takes a cycle,
//       or one for each of its entries, if they are more. walking_o falls 2 cycles after the sum of these, unless
//       a stall of the entries delays it; the next cycle, if the lanes own nothing.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2. Rows: records, more than 4.

`default_nettype none

module lds_scanned_rows #(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned Rows       = 256,
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

  input  wire logic                  walk_i,
  input  wire logic [WfWidth-1:0]    walk_wavefront_i,
  input  wire logic [Lanes-1:0]      walk_lanes_i,
  output      logic                  walking_o,
  output      logic                  fetch_o,
  output      logic [RowWidth-1:0]   fetch_row_o,
  output      logic                  entry_valid_o,
  output      logic [RowWidth-1:0]   entry_row_o,
  output      logic [OwnerWidth-1:0] entry_owner_o,
  input  wire logic                  entry_ready_i
);

  localparam int unsigned Parallel = 4;
  localparam int unsigned Groups = (Rows + Parallel - 1) / Parallel;
  localparam int unsigned IdxWidth = $clog2(Parallel);
  localparam int unsigned GrpWidth = RowWidth - IdxWidth;

  if (Rows <= Parallel) begin : gen_check_rows
    $error("lds_scanned_rows: Rows=%0d must be more than the %0d that are looked at in a cycle", Rows, Parallel);
  end

  typedef struct packed {
    logic                  owned;
    logic [OwnerWidth-1:0] owner;
  } record_t;

  // Initialisation after reset
  logic                initialising_q;
  logic [GrpWidth-1:0] init_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      initialising_q <= 1'b1;
      init_q    <= '0;
    end else if (initialising_q) begin
      initialising_q <= init_q != GrpWidth'(Groups - 1);
      init_q    <= init_q + 1'b1;
    end
  end

  // Look-up
  logic [RowWidth-1:0]    row_q;
  logic [OwnerWidth-1:0]  owner_q;
  record_t [Parallel-1:0] records;

  always_ff @(posedge clk_i) begin
    if (lookup_i) begin
      row_q   <= lookup_row_i;
      owner_q <= lookup_owner_i;
    end
  end
  assign owned_o = records[row_q[IdxWidth-1:0]].owned;
  assign owner_o = records[row_q[IdxWidth-1:0]].owner;

  // Work-items that own something here, so that a walk without rows need not scan
  logic lanes_ready, start;

  lds_lane_memory #(
    .Lanes     (Lanes),
    .Wavefronts(Wavefronts)
  ) u_lanes (
    .clk_i,
    .rst_ni,
    .ready_o     (lanes_ready),
    .lookup_i,
    .lookup_owner_i,
    .member_o    (),
    .insert_i,
    .walk_i,
    .walk_wavefront_i,
    .walk_lanes_i,
    .lane_req_o  (start),
    .lane_owner_o(),
    .lane_gnt_i  (1'b0),
    .lane_skip_i (1'b1)
  );

  assign ready_o = !initialising_q && lanes_ready;

  // Walk: groups still to be read, the group that is looked at, and the entry that is offered
  logic scan_q, read_group;
  logic [WfWidth-1:0]    wavefront_q;
  logic [Lanes-1:0]      lanes_q;
  logic [GrpWidth-1:0] next_q, group_q, read_at;
  logic group_valid_q, group_done;
  logic [Parallel-1:0] match, offered_q, pick;
  logic [IdxWidth-1:0] pick_index;
  logic entry_valid_q, entry_taken, entry_free;
  logic [RowWidth-1:0]   entry_row_q;
  logic [OwnerWidth-1:0] entry_owner_q;

  assign entry_taken = entry_valid_q && entry_ready_i;
  assign entry_free  = !entry_valid_q || entry_taken;
  assign group_done  = match == '0 || (match & ~pick) == '0 && entry_free;
  assign read_group  = start || scan_q && (!group_valid_q || group_done);
  assign read_at     = start ? '0 : next_q;

  always_comb begin
    pick_index = '0;
    for (int unsigned i = 0; i < Parallel; i++) begin
      match[i] = group_valid_q && !offered_q[i] && records[i].owned &&
                 records[i].owner[OwnerWidth-1:LaneWidth] == wavefront_q && lanes_q[records[i].owner[LaneWidth-1:0]];
    end
    pick = match & (~match + 1'b1);
    for (int unsigned i = 0; i < Parallel; i++) begin
      if (pick[i]) pick_index |= IdxWidth'(i);
    end
  end

  assign fetch_o       = match != '0 && entry_free;
  assign fetch_row_o   = {group_q, pick_index};
  assign entry_valid_o = entry_valid_q;
  assign entry_row_o   = entry_row_q;
  assign entry_owner_o = entry_owner_q;
  assign walking_o     = start || scan_q || group_valid_q || entry_valid_q && !entry_taken;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scan_q        <= 1'b0;
      group_valid_q <= 1'b0;
      entry_valid_q <= 1'b0;
    end else begin
      group_valid_q <= read_group || group_valid_q && !group_done;
      entry_valid_q <= fetch_o || entry_valid_q && !entry_taken;
      if (read_group) scan_q <= read_at != GrpWidth'(Groups - 1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (walk_i) begin
      wavefront_q <= walk_wavefront_i;
      lanes_q     <= walk_lanes_i;
    end
    if (read_group) begin
      group_q   <= read_at;
      next_q    <= read_at + 1'b1;
      offered_q <= '0;
    end else if (fetch_o) begin
      offered_q <= offered_q | pick;
    end
    if (fetch_o) begin
      entry_row_q   <= fetch_row_o;
      entry_owner_q <= records[pick_index].owner;
    end
  end

  // Records, neighbouring rows in memories of their own
  record_t             record_write;
  logic [RowWidth-1:0] record_row;

  assign record_write = '{owned: insert_i, owner: insert_i ? owner_q : '0};
  assign record_row   = insert_i ? row_q : entry_row_q;

  for (genvar i = 0; i < Parallel; i++) begin : gen_records
    ram_1r1w_fwd #(
      .Width($bits(record_t)),
      .Depth(Groups)
    ) u_records (
      .clk_i,
      .write_i(initialising_q || (insert_i || entry_taken) && record_row[IdxWidth-1:0] == IdxWidth'(i)),
      .waddr_i(initialising_q ? init_q : record_row[RowWidth-1:IdxWidth]),
      .wdata_i(record_write),
      .read_i (lookup_i || read_group),
      .raddr_i(lookup_i ? lookup_row_i[RowWidth-1:IdxWidth] : read_at),
      .rdata_o(records[i])
    );
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_walk_or_lookup :
      assert (!(walk_i && lookup_i) && !((walk_i || lookup_i) && walking_o))
      else $error("lds_scanned_rows: walk %b and look-up %b while walking %b", walk_i, lookup_i, walking_o);
      a_ready :
      assert (ready_o || !(walk_i || lookup_i || insert_i))
      else $error("lds_scanned_rows: used before group %0d is initialised", init_q);
      a_insert_free :
      assert (!(insert_i && owned_o))
      else $error("lds_scanned_rows: row %0d of work-item %0d is given to %0d", row_q, owner_o, owner_q);
    end
  end

  // Streams keep their promises.
  stream_check #(
    .Width($bits({entry_row_o, entry_owner_o}))
  ) u_check_entry (
    .clk_i,
    .rst_ni,
    .valid_i(entry_valid_o),
    .ready_i(entry_ready_i),
    .data_i ({entry_row_o, entry_owner_o})
  );

endmodule

`default_nettype wire
