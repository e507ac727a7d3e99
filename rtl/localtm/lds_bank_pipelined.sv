// One bank of local memory with transactions, pipelined: data and backup lie at the same row of two memories with a read
// and a write port each, the row's owner in a third. Plain work-groups use both halves for data.
//
// Access:     accepted in one cycle, answered in the next, in which its writes take effect: one a cycle, whatever it is.
// Walk:       releases (commit) or restores the rows of some lanes of a wavefront. With n such rows the bank takes the
//             next command n + 2 cycles after the walk (the next cycle if n is 0). Then no filter has a bit of these
//             lanes any more, and no row of theirs an owner.
// An access by a transaction that conflicts changes nothing. A plain access to an owned row is carried out and flagged.
// After reset the bank takes no command for TxRows cycles, in which the records are cleared.
//
// Lanes: of a wavefront. Wavefronts: of the unit, a multiple of WorkGroups, at least 2. Rows: words of the bank.
// FilterBits: bits of a work-item's filter. Exact: conflicts are found by the row's owner instead of filters.

`default_nettype none

module lds_bank_pipelined
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes      = 64,
  parameter  int unsigned Wavefronts = 4,
  parameter  int unsigned WorkGroups = 1,
  parameter  int unsigned Rows       = 512,
  parameter  int unsigned FilterBits = 8,
  parameter  int unsigned Exact      = 0,
  localparam int unsigned LaneWidth  = $clog2(Lanes),
  localparam int unsigned WfWidth    = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth,
  localparam int unsigned RowWidth   = $clog2(Rows)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  cmd_valid_i,
  output      logic                  cmd_ready_o,
  input  wire logic                  cmd_walk_i,       // else an access
  input  wire logic                  cmd_restore_i,    // walk: restore, else release
  input  wire logic [WfWidth-1:0]    cmd_wavefront_i,  // walk
  input  wire logic [Lanes-1:0]      cmd_lanes_i,      // walk
  input  wire lds_op_e               cmd_op_i,         // access, as the rest
  input  wire logic                  cmd_tx_i,         // by a transaction
  input  wire logic [OwnerWidth-1:0] cmd_owner_i,      // wavefront, lane
  input  wire logic [RowWidth-1:0]   cmd_row_i,
  input  wire word_t                 cmd_data_i,

  output      logic                  rsp_valid_o,
  output      word_t                 rsp_data_o,       // value before the access
  output      logic                  rsp_conflict_o,
  output      logic                  rsp_true_o,       // conflict: the row has an owner, it is not the filter's mistake
  output      logic                  rsp_race_o,       // plain access to an owned row

  output      logic                  busy_o
);

  localparam int unsigned TxRows     = tx_rows(Rows, 1'b0);
  localparam int unsigned TxRowWidth = $clog2(TxRows);

  logic records_ready, walking, access, walk;

  assign cmd_ready_o = records_ready && !walking;
  assign access      = cmd_valid_i && cmd_ready_o && !cmd_walk_i;
  assign walk        = cmd_valid_i && cmd_ready_o && cmd_walk_i;

  // Second cycle of an access
  logic                  access_q, tx_q, upper_q;
  lds_op_e               op_q;
  logic [OwnerWidth-1:0] owner_q;
  logic [TxRowWidth-1:0] row_q;
  word_t                 operand_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) access_q <= 1'b0;
    else access_q <= access;
  end

  always_ff @(posedge clk_i) begin
    if (access) begin
      op_q      <= cmd_op_i;
      tx_q      <= cmd_tx_i;
      upper_q   <= cmd_row_i[RowWidth-1];
      owner_q   <= cmd_owner_i;
      row_q     <= cmd_row_i[TxRowWidth-1:0];
      operand_q <= cmd_data_i;
    end
  end

  // Owners and the walk
  logic                  owned, fetch, entry_valid, claim;
  logic [OwnerWidth-1:0] row_owner, entry_owner;
  logic [TxRowWidth-1:0] fetch_row, entry_row;

  lds_owned_rows #(
    .Lanes     (Lanes),
    .Wavefronts(Wavefronts),
    .Rows      (TxRows)
  ) u_owned_rows (
    .clk_i,
    .rst_ni,
    .ready_o         (records_ready),
    .lookup_i        (access),
    .lookup_row_i    (cmd_row_i[TxRowWidth-1:0]),
    .lookup_owner_i  (cmd_owner_i),
    .owned_o         (owned),
    .owner_o         (row_owner),
    .insert_i        (claim),
    .walk_i          (walk),
    .walk_wavefront_i(cmd_wavefront_i),
    .walk_lanes_i    (cmd_lanes_i),
    .walking_o       (walking),
    .fetch_o         (fetch),
    .fetch_row_o     (fetch_row),
    .entry_valid_o   (entry_valid),
    .entry_row_o     (entry_row),
    .entry_owner_o   (entry_owner),
    .entry_take_i    (1'b1)
  );

  // Conflict detection
  logic other;

  if (Exact != 0) begin : gen_exact
    assign other = owned && row_owner != owner_q;

    logic unused;
    assign unused = ^entry_owner;
  end else begin : gen_filters
    logic self;

    lds_filters #(
      .Lanes     (Lanes),
      .Wavefronts(Wavefronts),
      .WorkGroups(WorkGroups),
      .FilterBits(FilterBits)
    ) u_filters (
      .clk_i,
      .rst_ni,
      .bit_i       (row_q[$clog2(FilterBits)-1:0]),
      .owner_i     (owner_q),
      .other_o     (other),
      .self_o      (self),
      .set_i       (claim),
      .drop_i      (entry_valid),
      .drop_bit_i  (entry_row[$clog2(FilterBits)-1:0]),
      .drop_owner_i(entry_owner)
    );

    always_ff @(posedge clk_i) begin
      // A filter is a superset of the rows that its work-item owns.
      if (rst_ni && access_q && tx_q && owned) a_superset : assert (row_owner == owner_q ? self : other);
    end
  end

  // What the access does
  logic  conflict, alu_write, write;
  word_t old, new_word, data_word, backup_word;

  assign old      = upper_q ? backup_word : data_word;
  assign conflict = tx_q && other;
  assign claim    = access_q && tx_q && !other && !owned;
  assign write    = access_q && alu_write && !conflict;

  lds_alu u_alu (
    .op_i     (op_q),
    .old_i    (old),
    .operand_i(operand_q),
    .write_o  (alu_write),
    .new_o    (new_word)
  );

  assign rsp_valid_o    = access_q;
  assign rsp_data_o     = old;
  assign rsp_conflict_o = conflict;
  assign rsp_true_o     = conflict && owned;
  assign rsp_race_o     = !tx_q && !upper_q && owned;

  // Restoring writes what the walk's fetch has read from the backup.
  logic restore_q, restore;

  always_ff @(posedge clk_i) begin
    if (walk) restore_q <= cmd_restore_i;
  end
  assign restore = entry_valid && restore_q;

  ram_1r1w_fwd #(
    .Width(WordBits),
    .Depth(TxRows)
  ) u_data (
    .clk_i,
    .write_i(restore || write && !upper_q),
    .waddr_i(restore ? entry_row : row_q),
    .wdata_i(restore ? backup_word : new_word),
    .read_i (access),
    .raddr_i(cmd_row_i[TxRowWidth-1:0]),
    .rdata_o(data_word)
  );

  ram_1r1w_fwd #(
    .Width(WordBits),
    .Depth(TxRows)
  ) u_backup (
    .clk_i,
    .write_i(claim || write && upper_q),
    .waddr_i(row_q),
    .wdata_i(claim ? old : new_word),
    .read_i (access || fetch),
    .raddr_i(access ? cmd_row_i[TxRowWidth-1:0] : fetch_row),
    .rdata_o(backup_word)
  );

  assign busy_o = access_q || walking || !records_ready;

  always_ff @(posedge clk_i) begin
    if (rst_ni && access_q) begin
      a_tx_rows : assert (!(tx_q && upper_q));
    end
  end

endmodule

`default_nettype wire
