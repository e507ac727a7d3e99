// Which rows of one bank are owned, and by which work-item (GPU-LocalTM paper, sections 3.2 and 3.3), with a linked list
// of rows for each work-item, so that commit and restore touch owned rows only.
//
// Look-up:  the row's record is on the outputs in the cycle after lookup_i and stays there until the next look-up or
//           walk. insert_i in one of these cycles makes the row the work-item's.
// Walk:     walk_i names lanes of one wavefront; their rows appear one after the other on entry_*, each for at least one
//           cycle, until entry_take_i, which releases the row. The first appears three cycles after walk_i, then one a
//           cycle. fetch_* announces a row one cycle ahead, so that a memory can be read along.
//           walking_o falls in the cycle in which the last entry is taken (the next cycle, if there is none), and then
//           look-up or walk may start.
// After reset every record is cleared, one a cycle; ready_o rises then.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2. Rows: records.

`default_nettype none

module lds_owned_rows #(
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
  input  wire logic                  entry_take_i
);

  typedef struct packed {
    logic                  owned;
    logic [OwnerWidth-1:0] owner;
    logic                  last;   // of its work-item's list
    logic [RowWidth-1:0]   next;
  } record_t;

  function automatic logic [LaneWidth-1:0] lane_index(logic [Lanes-1:0] one_hot);
    lane_index = '0;
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      if (one_hot[lane]) lane_index |= LaneWidth'(lane);
    end
  endfunction

  // Sweep after reset
  logic                sweeping_q;
  logic [RowWidth-1:0] sweep_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sweeping_q <= 1'b1;
      sweep_q    <= '0;
    end else if (sweeping_q) begin
      sweeping_q <= sweep_q != RowWidth'(Rows - 1);
      sweep_q    <= sweep_q + 1'b1;
    end
  end
  assign ready_o = !sweeping_q;

  // Look-up
  logic [RowWidth-1:0]   row_q;
  logic [OwnerWidth-1:0] owner_q;
  record_t               record;
  logic [RowWidth-1:0]   head;

  always_ff @(posedge clk_i) begin
    if (lookup_i) begin
      row_q   <= lookup_row_i;
      owner_q <= lookup_owner_i;
    end
  end
  assign owned_o = record.owned;
  assign owner_o = record.owner;

  // Work-items with a list in this bank
  logic [Wavefronts-1:0][Lanes-1:0] has_q;

  // Walk: lanes to come, the head of the next list, and the entry that is offered
  logic                 walk_q;
  logic [WfWidth-1:0]   wavefront_q;
  logic [Lanes-1:0]     left_q, lanes, pick;
  logic                 head_valid_q, head_fetch, head_use;
  logic [LaneWidth-1:0] head_lane_q, pick_lane;
  logic                 entry_valid_q, entry_taken, entry_next, any_lane;
  logic [RowWidth-1:0]  entry_row_q;
  logic [LaneWidth-1:0] entry_lane_q;

  assign lanes       = walk_q ? left_q & has_q[wavefront_q] : '0;
  assign any_lane    = |lanes;
  assign pick        = lanes & (~lanes + 1'b1);
  assign pick_lane   = lane_index(pick);
  assign entry_taken = entry_valid_q && entry_take_i;
  assign entry_next  = entry_taken && !record.last;
  assign head_use    = head_valid_q && (!entry_valid_q || entry_taken && record.last);
  assign head_fetch  = any_lane && (!head_valid_q || head_use);

  assign fetch_o       = entry_next || head_use;
  assign fetch_row_o   = entry_next ? record.next : head;
  assign entry_valid_o = entry_valid_q;
  assign entry_row_o   = entry_row_q;
  assign entry_owner_o = {wavefront_q, entry_lane_q};
  assign walking_o     = walk_q && (any_lane || head_valid_q || entry_valid_q && !(entry_taken && record.last));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walk_q        <= 1'b0;
      head_valid_q  <= 1'b0;
      entry_valid_q <= 1'b0;
      has_q         <= '0;
    end else begin
      walk_q        <= walk_i || walking_o;
      head_valid_q  <= head_fetch || head_valid_q && !head_use;
      entry_valid_q <= fetch_o || entry_valid_q && !entry_taken;
      if (insert_i) has_q[owner_q[OwnerWidth-1:LaneWidth]][owner_q[LaneWidth-1:0]] <= 1'b1;
      if (entry_taken && record.last) has_q[wavefront_q][entry_lane_q] <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (walk_i) begin
      wavefront_q <= walk_wavefront_i;
      left_q      <= walk_lanes_i;
    end else if (head_fetch) begin
      left_q <= left_q & ~pick;
    end
    if (head_fetch) head_lane_q <= pick_lane;
    if (head_use) entry_lane_q <= head_lane_q;
    if (fetch_o) entry_row_q <= fetch_row_o;
  end

  // Records and list heads
  record_t             record_write;
  logic [RowWidth-1:0] record_row;

  always_comb begin
    record_write = '0;
    record_row   = sweep_q;
    if (insert_i) begin
      record_row   = row_q;
      record_write = '{
          owned: 1'b1,
          owner: owner_q,
          last: !has_q[owner_q[OwnerWidth-1:LaneWidth]][owner_q[LaneWidth-1:0]],
          next: head
      };
    end else if (entry_taken) begin
      record_row = entry_row_q;
    end
  end

  ram_1r1w_fwd #(
    .Width($bits(record_t)),
    .Depth(Rows)
  ) u_records (
    .clk_i,
    .write_i(sweeping_q || insert_i || entry_taken),
    .waddr_i(record_row),
    .wdata_i(record_write),
    .read_i (lookup_i || fetch_o),
    .raddr_i(lookup_i ? lookup_row_i : fetch_row_o),
    .rdata_o(record)
  );

  ram_1r1w_fwd #(
    .Width(RowWidth),
    .Depth(Wavefronts * Lanes)
  ) u_heads (
    .clk_i,
    .write_i(insert_i),
    .waddr_i(owner_q),
    .wdata_i(row_q),
    .read_i (lookup_i || head_fetch),
    .raddr_i(lookup_i ? lookup_owner_i : {wavefront_q, pick_lane}),
    .rdata_o(head)
  );

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_walk_or_lookup : assert (!(walk_i && lookup_i) && !((walk_i || lookup_i) && walking_o));
      a_ready : assert (ready_o || !(walk_i || lookup_i || insert_i));
      a_insert_free : assert (!(insert_i && record.owned));
      a_walk_own : assert (!entry_valid_q || record.owned && record.owner == entry_owner_o);
    end
  end

endmodule

`default_nettype wire
