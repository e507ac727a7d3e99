// One bank of local memory with transactions, pipelined: one access a cycle, of any kind. With a
// backup for every row, data and backup lie at the same row of two memories with a read and a write
// port each, and plain work-groups use both for data; with an undo log, one memory has all rows and
// another the log's backups. The ownership state is in lds_ownership.
//
// Access:     accepted in one cycle, answered in the next, written in the one after that; the result is forwarded to the
//             next access of the same row, so that no access stalls for another.
// Walk:       releases (commit) or restores the rows of some lanes of a wavefront, and clears their filters of reads. The
//             bank takes the next command max(R, F) cycles after the walk. R: with n rows that all lanes of the
//             wavefront have, n + 1; 1 if n is 0. With lists of work-items (Epochs, studies/work_item_lists) and with an
//             undo log, n is of the walk's lanes; R is n + 2 then with the log, and with the one row that the access in
//             the cycle before has claimed. F: with m filters of reads, m + 1. Then no filter has a bit of these lanes
//             any more, and no row of theirs an owner. With Epochs a release, which names all lanes of its wavefront
//             that own rows, takes 1 cycle; half of Rows and 4 at most if the wavefront's epochs have run out.
// A transaction's access that conflicts changes nothing. A plain access to an owned row is carried out and flagged.
// After reset the bank takes no command until the records are cleared, one a cycle.
//
// Lanes: of a wavefront. Wavefronts: of the unit, at least 2, a power of two times WorkGroups. Rows: words of the bank, a
// power of two, at least 4.
// FilterBits, Exact, SharedReaders, Migratory, UndoEntries, Epochs: see lds_ownership. Protection: of words, backups and the
// ownership state's memories (ecc_pkg). All words are cleared after reset then, along with the records. What comes of a
// word that could not be corrected, the user has to stop in the cycle of errors_o, the one after rsp_valid_o
// (docs/protection.md).

`include "gputm_assert.svh"

`default_nettype none

module lds_bank_pipelined
  import localtm_pkg::*;
#(
  parameter int unsigned Lanes = 64,  // lanes of a wavefront
  parameter int unsigned Wavefronts = 4,  // wavefronts of the unit, at least 2, a power of two times WorkGroups
  parameter int unsigned WorkGroups = 1,  // work-groups that share the bank
  parameter int unsigned Rows = 512,  // words of the bank, a power of two, at least 4
  parameter int unsigned FilterBits = 8,  // bits of a work-item's conflict filter, a power of two
  parameter bit Exact = 1'b0,  // conflicts by the row's owner, not by filters
  parameter bit SharedReaders = 1'b0,  // reads take no ownership: many may read a row
  parameter bit Migratory = 1'b0,  // with SharedReaders: reads own rows that are expected to be written
  parameter int unsigned UndoEntries = 0,  // backups, in a log; 0: one for every row
  parameter int unsigned Epochs = 0,  // bits of an epoch, which a release ends; 0: a release walks
  parameter int unsigned Protection = ecc_pkg::None,  // of memories: none, parity, or correction
  localparam int unsigned LaneWidth = $clog2(Lanes),
  localparam int unsigned WfWidth = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth,
  localparam int unsigned RowWidth = $clog2(Rows)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  cmd_valid_i,
  output      logic                  cmd_ready_o,
  input  wire logic                  cmd_walk_i,       // walk, else access
  input  wire logic                  cmd_restore_i,    // walk: restore, else release
  input  wire logic [WfWidth-1:0]    cmd_wavefront_i,  // walk: wavefront of the rows
  input  wire logic [Lanes-1:0]      cmd_lanes_i,      // walk: lanes of the rows
  input  wire lds_op_e               cmd_op_i,         // access, as the rest: load, store or atomic
  input  wire logic                  cmd_tx_i,         // access by a transaction
  input  wire logic [OwnerWidth-1:0] cmd_owner_i,      // wavefront, lane
  input  wire logic [RowWidth-1:0]   cmd_row_i,  // row of the bank
  input  wire word_t                 cmd_data_i,  // value to store, or the atomic's operand
  input  wire logic [3:0]            cmd_bytes_i,  // bytes of the word that a store writes

  output      logic                  rsp_valid_o,  // answer to an access, which cannot be refused
  output      word_t                 rsp_data_o,       // value before the access
  output      logic                  rsp_conflict_o,  // the access was refused, without effect
  output      logic                  rsp_true_o,       // conflict: the row has an owner, it is not the filter's mistake
  output      logic                  rsp_reader_o,     // conflict: with a filter of reads
  output      logic                  rsp_overflow_o,   // conflict: no backup is free
  output      logic                  rsp_race_o,       // plain access to an owned row

  output ecc_pkg::ram_error_t [BankMemories-1:0] errors_o,  // places: localtm_pkg

  output      logic                  busy_o  // a walk or an access is in progress, or records are being cleared
);

  localparam int unsigned TxRows = lds_tx_bank_pkg::tx_rows(Rows, UndoEntries);
  localparam int unsigned TxRowWidth = $clog2(TxRows);
  localparam int unsigned AtWidth = UndoEntries == 0 ? TxRowWidth : $clog2(UndoEntries);

  localparam bit [7:0] Legal = {
    param_pkg::in_range("lds_bank_pipelined: Protection", Protection, ecc_pkg::None, ecc_pkg::Secded, 1),
    param_pkg::power_of_two("lds_bank_pipelined: Lanes", Lanes, 2, 256, 1),
    param_pkg::power_times("lds_bank_pipelined: Wavefronts", Wavefronts, WorkGroups, 2, 64, 1),
    param_pkg::in_range("lds_bank_pipelined: WorkGroups", WorkGroups, 1, Wavefronts, 1),
    param_pkg::power_of_two("lds_bank_pipelined: Rows", Rows, 4, 65536, 1),
    param_pkg::power_of_two("lds_bank_pipelined: FilterBits", FilterBits, 2, Rows, 1),
    param_pkg::holds(
        "lds_bank_pipelined: UndoEntries",
        64'(UndoEntries),
        UndoEntries == 0 || UndoEntries >= 2 && UndoEntries <= Rows - 2,
        "0, or 2 .. Rows - 2",
        1
    ),
    param_pkg::in_range("lds_bank_pipelined: Epochs", Epochs, 0, 8, 1)
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  logic walking, access, walk;

  // With protection, reads find words of the code: all are cleared after reset.
  localparam int unsigned WordRows = UndoEntries == 0 ? TxRows : Rows;
  logic clearing;
  logic [$clog2(WordRows)-1:0] clear_row;

  if (Protection == ecc_pkg::None) begin : gen_no_clear
    assign clearing  = 1'b0;
    assign clear_row = '0;
  end else begin : gen_clear
    ram_clear #(
      .Rows(WordRows)
    ) u_clear (
      .clk_i,
      .rst_ni,
      .clear_i   (1'b0),
      .clearing_o(clearing),
      .row_o     (clear_row)
    );
  end

  // All banks of a unit wait for this. It includes readiness of the records: until they are ready they count as a walk.
  assign cmd_ready_o = !walking && !clearing;
  assign access      = cmd_valid_i && cmd_ready_o && !cmd_walk_i;
  assign walk        = cmd_valid_i && cmd_ready_o && cmd_walk_i;

  // Second cycle of an access
  logic access_q, tx_q, writes_q, follows_q;
  lds_op_e               op_q;
  logic [RowWidth-1:0]   row_q;
  word_t                 operand_q;
  logic [3:0]            bytes_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) access_q <= 1'b0;
    else access_q <= access;
  end

  // Whether an access comes is known late, after all banks' ready; without one these are ignored.
  always_ff @(posedge clk_i) begin
    if (cmd_ready_o) begin
      op_q      <= cmd_op_i;
      writes_q  <= cmd_op_i != OpLoad;
      tx_q      <= cmd_tx_i;
      row_q     <= cmd_row_i;
      operand_q <= cmd_data_i;
      bytes_q   <= cmd_bytes_i;
      follows_q <= cmd_row_i == row_q;  // same row as the previous access
    end
  end

  // Verdict and walk
  logic fetch, entry_valid;
  verdict_t verdict;
  logic [AtWidth-1:0] claim_at, fetch_at;
  logic [TxRowWidth-1:0] entry_row;

  lds_ownership #(
    .Lanes        (Lanes),
    .Wavefronts   (Wavefronts),
    .WorkGroups   (WorkGroups),
    .Rows         (TxRows),
    .FilterBits   (FilterBits),
    .Exact        (Exact),
    .SharedReaders(SharedReaders),
    .Migratory    (Migratory),
    .UndoEntries  (UndoEntries),
    .Epochs       (Epochs),
    .Protection   (Protection)
  ) u_ownership (
    .clk_i,
    .rst_ni,
    .ready_o         (),
    .lookup_i        (access),
    .lookup_row_i    (cmd_row_i[TxRowWidth-1:0]),
    .lookup_owner_i  (cmd_owner_i),
    .write_i         (writes_q),
    .verdict_o       (verdict),
    .decide_i        (access_q && tx_q),
    .claim_at_o      (claim_at),
    .walk_offered_i  (cmd_walk_i),
    .walk_i          (walk),
    .walk_restore_i  (cmd_restore_i),
    .walk_wavefront_i(cmd_wavefront_i),
    .walk_lanes_i    (cmd_lanes_i),
    .walking_o       (walking),
    .fetch_o         (fetch),
    .fetch_at_o      (fetch_at),
    .entry_valid_o   (entry_valid),
    .entry_at_o      (),
    .entry_row_o     (entry_row),
    .entry_ready_i   (1'b1),
    .errors_o        ({errors_o[MembersPlace], errors_o[ReadersPlace], errors_o[HeadsPlace], errors_o[RecordsPlace]})
  );
  assign errors_o[BankMemories-1:MembersPlace+1] = '0;

  // Effects of the access
  logic conflict, claim, write, tx_row;
  word_t stored, old, backup_word;

  assign conflict = tx_q && verdict.conflict;
  assign claim    = access_q && tx_q && verdict.claim;
  assign write    = access_q && writes_q && !conflict;

  // Third cycle of an access: a claimed row's backup, and the write
  logic write_3_q, claim_3_q;
  lds_op_e             op_3_q;
  logic [RowWidth-1:0] row_3_q;
  word_t old_3_q, operand_3_q, new_word;
  logic [3:0]         bytes_3_q;
  logic [AtWidth-1:0] claim_at_3_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_3_q <= 1'b0;
      claim_3_q <= 1'b0;
    end else begin
      write_3_q <= write;
      claim_3_q <= claim;
    end
  end

  always_ff @(posedge clk_i) begin
    op_3_q       <= op_q;
    row_3_q      <= row_q;
    old_3_q      <= old;
    operand_3_q  <= operand_q;
    bytes_3_q    <= bytes_q;
    claim_at_3_q <= claim_at;
  end

  lds_alu u_alu (
    .op_i     (op_3_q),
    .old_i    (old_3_q),
    .operand_i(operand_3_q),
    .bytes_i  (bytes_3_q),
    .write_o  (),
    .changes_o(),
    .value_o  (),
    .new_o    (new_word)
  );

  // The RAM was read before the previous access wrote.
  assign old = follows_q && write_3_q ? new_word : stored;

  assign rsp_valid_o    = access_q;
  assign rsp_data_o     = old;
  assign rsp_conflict_o = conflict;
  assign rsp_true_o     = conflict && verdict.owned;
  assign rsp_reader_o   = conflict && verdict.reader;
  assign rsp_overflow_o = conflict && verdict.overflow;
  assign rsp_race_o     = !tx_q && tx_row && verdict.owned;

  // A restore writes the backup that the walk's fetch has read.
  logic restore_q, restore;

  always_ff @(posedge clk_i) begin
    if (walk) restore_q <= cmd_restore_i;
  end
  assign restore = entry_valid && restore_q;

  if (UndoEntries == 0) begin : gen_halves
    logic  upper_3;
    word_t data_word;

    assign upper_3 = row_3_q[RowWidth-1];
    assign tx_row  = !row_q[RowWidth-1];
    assign stored  = tx_row ? data_word : backup_word;

    ram_1r1w_ecc #(
      .Width      (WordBits),
      .Depth      (TxRows),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1),
      .LateMatch  (1'b1)
    ) u_data (
      .clk_i,
      .rst_ni,
      .write_i(clearing || restore || write_3_q && !upper_3),
      .waddr_i(clearing ? clear_row : restore ? entry_row : row_3_q[TxRowWidth-1:0]),
      .wdata_i(clearing ? '0 : restore ? backup_word : new_word),
      .read_i (access),
      .check_i(!cmd_row_i[RowWidth-1]),
      .raddr_i(cmd_row_i[TxRowWidth-1:0]),
      .rdata_o(data_word),
      .bad_o  (),
      .error_o(errors_o[WordsPlace])
    );

    ram_1r1w_ecc #(
      .Width      (WordBits),
      .Depth      (TxRows),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1),
      .LateMatch  (1'b1)
    ) u_backup (
      .clk_i,
      .rst_ni,
      .write_i(clearing || claim_3_q || write_3_q && upper_3),
      .waddr_i(clearing ? clear_row : claim_3_q ? claim_at_3_q : row_3_q[TxRowWidth-1:0]),
      .wdata_i(clearing ? '0 : claim_3_q ? old_3_q : new_word),
      .read_i (access || fetch),
      .check_i(fetch || cmd_row_i[RowWidth-1]),
      .raddr_i(fetch ? fetch_at : cmd_row_i[TxRowWidth-1:0]),                               // an access is known later
      .rdata_o(backup_word),
      .bad_o  (),
      .error_o(errors_o[BackupsPlace])
    );
  end else begin : gen_log
    assign tx_row = 1'b1;

    ram_1r1w_ecc #(
      .Width      (WordBits),
      .Depth      (Rows),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1),
      .LateMatch  (1'b1)
    ) u_data (
      .clk_i,
      .rst_ni,
      .write_i(clearing || restore || write_3_q),
      .waddr_i(clearing ? clear_row : restore ? entry_row : row_3_q),
      .wdata_i(clearing ? '0 : restore ? backup_word : new_word),
      .read_i (access),
      .check_i(1'b1),
      .raddr_i(cmd_row_i),
      .rdata_o(stored),
      .bad_o  (),
      .error_o(errors_o[WordsPlace])
    );

    // Each backup is written before it is fetched.
    ram_1r1w_ecc #(
      .Width      (WordBits),
      .Depth      (UndoEntries),
      .Protection (Protection),
      .Forward    (1'b1),
      .QuickEnable(1'b1),
      .LateMatch  (1'b1)
    ) u_backup (
      .clk_i,
      .rst_ni,
      .write_i(claim_3_q),
      .waddr_i(claim_at_3_q),
      .wdata_i(old_3_q),
      .read_i (fetch),
      .check_i(1'b1),
      .raddr_i(fetch_at),
      .rdata_o(backup_word),
      .bad_o  (),
      .error_o(errors_o[BackupsPlace])
    );
  end

  // A walk's last row is restored, and its list is taken, in a cycle in which the next command may come.
  logic walked_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) walked_q <= 1'b0;
    else walked_q <= walk || walking;
  end

  // An error is in errors_o, and then in the user's report, after the word has been read.
  logic checked;
  if (Protection == ecc_pkg::None) begin : gen_unchecked
    assign checked = 1'b0;
  end else begin : gen_checked
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) checked <= 1'b0;
      else checked <= access_q || walked_q;
    end
  end
  assign busy_o = access_q || write_3_q || claim_3_q || walked_q || checked || !cmd_ready_o;

  `GPUTM_ASSERT(a_tx_rows, !(access_q && tx_q) || tx_row,
                ("lds_bank_pipelined: a transaction accesses row %0d, a backup's", row_q))
  `GPUTM_ASSERT(a_backup_before_fetch, !(fetch && access_q),
                ("lds_bank_pipelined: backup %0d is fetched before that of row %0d is written", fetch_at, row_q))
  `GPUTM_ASSERT(a_write_before_restore, !(restore && write_3_q),
                ("lds_bank_pipelined: row %0d is restored in the cycle of a write of row %0d", entry_row, row_3_q))

  // Handshake assertions
  // Beside an access, a walk's fields may change.
  `GPUTM_STREAM(u_check_cmd, cmd_valid_i, cmd_ready_o, {
                cmd_walk_i, cmd_walk_i ? {cmd_restore_i, cmd_wavefront_i, cmd_lanes_i} : '0, cmd_op_i, cmd_tx_i,
                cmd_owner_i, cmd_row_i, cmd_data_i, cmd_bytes_i})

endmodule

`default_nettype wire
