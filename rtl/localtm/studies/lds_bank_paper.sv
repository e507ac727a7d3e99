// One bank of local memory with transactions as in the paper: words, their backups and their owners' bytes
// share one array with one port (GPU-LocalTM paper, section 3.2). Array rows 0.. hold TxRows words, the next
// TxRows rows their backups, the next TxRows / 4 the owners, four bytes a row. With an undo log the array
// has UndoEntries backups and no owners, which are in the log. Plain work-groups use all rows for words.
//
// Access:  takes the following port cycles, is answered in the cycle after the last of them, and then the next command
//          may be accepted. In brackets: with an undo log, as its owners need no cycle.
//            plain load or store 1, plain atomic 2;
//            transactional: conflict 1, found by the owner's byte 2 (1); shared load 1; new load 3 (2): read, backup,
//            owner; new store or atomic 4 (3); repeated load 2 (1): the owner's byte is read; repeated store or
//            atomic 3 (2).
// Walk:    as lds_bank_pipelined; but a restored row takes two cycles, so that n rows take 2 n + 1 (2 n + 2), or if the
//          list has N rows, of other lanes, too, N + n + 1, less one for each row with a next one that is not restored.
// The ownership of rows, and the lists for walks, are outside of the array, in lds_ownership.
//
// Parameters and ports: as lds_bank_pipelined. Lanes * Wavefronts is at most 256 unless there is a
// log: an owner is a byte. Rows: at least 8. UndoEntries: at most Rows - 2.

`include "gputm_assert.svh"

`default_nettype none

module lds_bank_paper
  import localtm_pkg::*;
#(
  parameter int unsigned Lanes = 64,  // lanes of a wavefront
  parameter int unsigned Wavefronts = 4,  // wavefronts of the unit, at least 2, a power of two times WorkGroups
  parameter int unsigned WorkGroups = 1,  // work-groups that share the bank
  parameter int unsigned Rows = 512,  // words of the bank, a power of two, at least 8
  parameter int unsigned FilterBits = 8,  // bits of a work-item's conflict filter, a power of two
  parameter bit Exact = 1'b0,  // conflicts by the row's owner, not by filters
  parameter bit SharedReaders = 1'b0,  // reads take no ownership: many may read a row
  parameter bit Migratory = 1'b0,  // with SharedReaders: reads own rows that are expected to be written
  parameter int unsigned UndoEntries = 0,  // backups, in a log; 0: one for every row
  localparam int unsigned LaneWidth = $clog2(Lanes),
  localparam int unsigned WfWidth = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth = WfWidth + LaneWidth,
  localparam int unsigned RowWidth = $clog2(Rows)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  cmd_valid_i,
  output      logic                  cmd_ready_o,
  input  wire logic                  cmd_walk_i,  // walk, else access
  input  wire logic                  cmd_restore_i,  // walk: restore, else release
  input  wire logic [WfWidth-1:0]    cmd_wavefront_i,  // walk: wavefront of the rows
  input  wire logic [Lanes-1:0]      cmd_lanes_i,  // walk: lanes of the rows
  input  wire lds_op_e               cmd_op_i,  // access, as the rest: load, store or atomic
  input  wire logic                  cmd_tx_i,  // access by a transaction
  input  wire logic [OwnerWidth-1:0] cmd_owner_i,  // wavefront, lane
  input  wire logic [RowWidth-1:0]   cmd_row_i,  // row of the bank
  input  wire word_t                 cmd_data_i,  // value to store, or the atomic's operand
  input  wire logic [3:0]            cmd_bytes_i,  // bytes of the word that a store writes

  output      logic                  rsp_valid_o,  // answer to an access, which cannot be refused
  output      word_t                 rsp_data_o,  // value before the access
  output      logic                  rsp_conflict_o,  // the access was refused, without effect
  output      logic                  rsp_true_o,  // conflict: the row has an owner, it is not the filter's mistake
  output      logic                  rsp_reader_o,  // conflict: with a filter of reads
  output      logic                  rsp_overflow_o,  // conflict: no backup is free
  output      logic                  rsp_race_o,  // plain access to an owned row

  output      logic                  busy_o  // a walk or an access is in progress, or records are being cleared
);

  localparam int unsigned TxRows = lds_bank_paper_pkg::tx_rows(Rows, UndoEntries);
  localparam int unsigned TxRowWidth = $clog2(TxRows);
  localparam int unsigned AtWidth = UndoEntries == 0 ? TxRowWidth : $clog2(UndoEntries);
  localparam bit OwnerBytes = UndoEntries == 0;

  localparam bit [6:0] Legal = {
    param_pkg::power_of_two("lds_bank_paper: Lanes", Lanes, 2, 256, 1),
    param_pkg::power_times("lds_bank_paper: Wavefronts", Wavefronts, WorkGroups, 2, 64, 1),
    param_pkg::in_range("lds_bank_paper: WorkGroups", WorkGroups, 1, Wavefronts, 1),
    param_pkg::power_of_two("lds_bank_paper: Rows", Rows, 8, 65536, 1),
    param_pkg::power_of_two("lds_bank_paper: FilterBits", FilterBits, 2, Rows, 1),
    param_pkg::holds(
        "lds_bank_paper: UndoEntries",
        64'(UndoEntries),
        UndoEntries == 0 || UndoEntries >= 2 && UndoEntries <= Rows - 2,
        "0, or 2 .. Rows - 2",
        1
    ),
    param_pkg::holds(
        "lds_bank_paper: Wavefronts",
        64'(Wavefronts),
        !OwnerBytes || Lanes * Wavefronts <= 256,
        "at most 256 / Lanes: an owner is a byte",
        1
    )
  };
  `GPUTM_ASSERT_PARAMS(Legal == '1)

  // State, one-hot: the port's next action for the current command
  typedef struct packed {
    logic idle;
    logic plain;        // the word of a plain load has been read
    logic atomic;       // the word of a plain atomic has been read
    logic decide;       // the word of a transaction's access has been read
    logic owner_load;   // the owner's byte has been read, for a load
    logic owner_store;  // the owner's byte has been read, for an access that writes
    logic owner_write;  // the backup has been written
    logic write;        // all but the new word has been written
    logic done;         // answer
    logic walk;
  } state_t;

  state_t state_q, state_d;
  logic records_ready, walking, open, access, walk, lookup;
  logic store;  // the next command would be a plain store

  assign access = cmd_valid_i && cmd_ready_o && !cmd_walk_i;
  assign walk   = cmd_valid_i && cmd_ready_o && cmd_walk_i;
  assign store  = !cmd_tx_i && cmd_op_i == OpStore;

  lds_op_e op_q;
  logic tx_q, writes_q, restore_q, tx_row_q;
  logic [OwnerWidth-1:0] owner_q;
  logic [RowWidth-1:0]   row_q;
  word_t                 operand_q;
  logic [3:0] bytes_q, byte_q;  // byte_q: byte of its array row that holds the owner of row_q

  always_ff @(posedge clk_i) begin
    if (access) begin
      op_q      <= cmd_op_i;
      writes_q  <= cmd_op_i != OpLoad;
      tx_q      <= cmd_tx_i;
      owner_q   <= cmd_owner_i;
      row_q     <= cmd_row_i;
      byte_q    <= 4'b0001 << cmd_row_i[1:0];
      tx_row_q  <= cmd_row_i < RowWidth'(TxRows);
      operand_q <= cmd_data_i;
      bytes_q   <= cmd_bytes_i;
    end
    if (walk) restore_q <= cmd_restore_i;
  end

  // Verdict and walk. Acceptance of the next command is known late, since it depends on the
  // verdict; so the records are looked up whenever it may be accepted, and again if it was not.
  logic entry_valid, entry_ready, fetch;
  verdict_t verdict;
  logic [AtWidth-1:0] claim_at, fetch_at, entry_at;
  logic [TxRowWidth-1:0] entry_row;

  assign lookup = cmd_valid_i && open && !cmd_walk_i && cmd_row_i < RowWidth'(TxRows);

  lds_ownership #(
    .Lanes        (Lanes),
    .Wavefronts   (Wavefronts),
    .WorkGroups   (WorkGroups),
    .Rows         (TxRows),
    .FilterBits   (FilterBits),
    .Exact        (Exact),
    .OwnerKnown   (!OwnerBytes),
    .SharedReaders(SharedReaders),
    .Migratory    (Migratory),
    .UndoEntries  (UndoEntries)
  ) u_ownership (
    .clk_i,
    .rst_ni,
    .ready_o         (records_ready),
    .lookup_i        (lookup),
    .lookup_row_i    (cmd_row_i[TxRowWidth-1:0]),
    .lookup_owner_i  (cmd_owner_i),
    .write_i         (writes_q),
    .verdict_o       (verdict),
    .decide_i        (state_q.decide),
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
    .entry_at_o      (entry_at),
    .entry_row_o     (entry_row),
    .entry_ready_i   (entry_ready),
    .errors_o        ()
  );

  // The array: four byte-wide memories behind one port, so that an owner's byte, and the bytes of a
  // plain store, can be written without reading their word.
  logic port_enable;
  logic [RowWidth-1:0] port_row;
  logic [3:0]          port_write;  // bytes of the word to write
  word_t port_wdata, port_rdata;

  for (genvar byte_number = 0; byte_number < 4; byte_number++) begin : gen_array
    ram_1r1w #(
      .Width     (8),
      .Depth     (Rows),
      .MayCollide(1'b1)
    ) u_array (
      .clk_i,
      .write_i(port_enable && port_write[byte_number]),
      .waddr_i(port_row),
      .wdata_i(port_wdata[8*byte_number+:8]),
      .read_i (port_enable),
      .raddr_i(port_row),
      .rdata_o(port_rdata[8*byte_number+:8])
    );
  end

  // The owner's byte is read when the verdict leaves the row's owner open. By its filter the row is the work-item's
  // own, because the bit of another owner would have been a conflict: then the read takes its cycle, and changes
  // nothing. The array's row comes late: each of its bits is compared, bits of other rows' bytes are masked, and the
  // rest is one sum.
  logic [31:0] others;  // bits of that byte that differ from the work-item's
  logic own_byte, mine, check_owner;

  always_comb begin
    for (int unsigned b = 0; b < 4; b++) others[8*b+:8] = byte_q[b] ? port_rdata[8*b+:8] ^ 8'(owner_q) : '0;
  end
  assign own_byte    = others == '0;
  assign mine        = !Exact || own_byte;
  assign check_owner = OwnerBytes && !verdict.conflict && verdict.owned;

  // The word that was read, and its new bytes, kept while the port does other work
  word_t old_q, value_q, value;
  logic [3:0] changes_q, changes;

  always_ff @(posedge clk_i) begin
    if (state_q.decide || state_q.atomic) old_q <= port_rdata;
    if (state_q.decide) begin
      value_q   <= value;
      changes_q <= changes;
    end
  end

  lds_alu u_alu (
    .op_i     (op_q),
    .old_i    (port_rdata),
    .operand_i(operand_q),
    .bytes_i  (bytes_q),
    .write_o  (),
    .changes_o(changes),
    .value_o  (value),
    .new_o    ()
  );

  // Restoring: the port reads the entry's backup, then writes it; the first entry's is read while its record is.
  logic backup_q, restore_read, restore_write;

  assign restore_write = restore_q && state_q.walk && entry_valid && backup_q;
  assign restore_read  = restore_q && state_q.walk && !restore_write && (entry_valid || fetch);
  assign entry_ready   = entry_valid && (!restore_q || backup_q);

  // The access's use of the port. In an open state the next command has the port if the access does not use it.
  logic claims, reads_owner, writes_word, writes_own;

  assign claims      = state_q.decide && verdict.claim;
  assign reads_owner = state_q.decide && check_owner;
  assign writes_word = state_q.atomic || state_q.write ||
                       !OwnerBytes && state_q.decide && writes_q && verdict.owned && !verdict.conflict;
  assign writes_own  = state_q.owner_store && mine;
  assign open        = state_q.idle && records_ready || state_q.plain || state_q.decide || state_q.owner_load ||
                       state_q.owner_store || state_q.done || state_q.walk && !walking && !restore_write;
  assign cmd_ready_o = open && !claims && !reads_owner && !writes_word && !writes_own;

  always_comb begin
    logic written;  // all but the new word
    written = state_q.owner_write || !OwnerBytes && claims;

    state_d.idle        = cmd_ready_o ? !cmd_valid_i : state_q.idle;
    state_d.plain       = access && !cmd_tx_i && cmd_op_i == OpLoad;
    state_d.atomic      = access && !cmd_tx_i && cmd_op_i != OpLoad && cmd_op_i != OpStore;
    state_d.decide      = access && cmd_tx_i;
    state_d.owner_load  = reads_owner && !writes_q;
    state_d.owner_store = reads_owner && writes_q;
    state_d.owner_write = OwnerBytes && claims;
    state_d.write       = written && writes_q;
    state_d.done        = access && store || written && !writes_q || writes_word || writes_own;
    state_d.walk        = cmd_ready_o ? walk : state_q.walk;
  end

  // The port's row and data are those of the next command, an access with its word, unless something else has the
  // port. Verdict and owner's byte come late, and so select last. The port's enable does not wait for them: it
  // reads in every cycle in which it may have to; data read in a cycle with a write or without need are ignored.
  logic [RowWidth-1:0] owner_row, claim_row, restore_row;
  logic [AtWidth-1:0] restore_at;

  assign restore_at  = entry_valid ? entry_at : fetch_at;
  assign claim_row   = RowWidth'(TxRows) + RowWidth'(claim_at);
  assign restore_row = RowWidth'(TxRows) + RowWidth'(restore_at);
  assign owner_row   = RowWidth'(2 * TxRows) + (RowWidth'(row_q[TxRowWidth-1:0]) >> 2);

  always_comb begin
    port_enable = cmd_valid_i && !cmd_walk_i || !state_q.idle && !(state_q.walk && !restore_q);

    port_row = cmd_row_i;
    if (writes_word) port_row = row_q;
    if (reads_owner || state_q.owner_write) port_row = owner_row;
    if (restore_write) port_row = RowWidth'(entry_row);
    if (restore_read) port_row = restore_row;
    if (claims) port_row = claim_row;
    if (writes_own) port_row = row_q;

    port_wdata = cmd_data_i;
    if (state_q.write) port_wdata = value_q;
    if (state_q.owner_write) port_wdata = {4{8'(owner_q)}};
    if (restore_write) port_wdata = port_rdata;
    if (state_q.atomic || state_q.decide && writes_word) port_wdata = value;
    if (claims) port_wdata = port_rdata;
    if (writes_own) port_wdata = value_q;

    port_write = open && !reads_owner && cmd_valid_i && !cmd_walk_i && store ? cmd_bytes_i : '0;
    if (state_q.owner_write) port_write = byte_q;
    if (claims || restore_write) port_write = '1;
    if (writes_word) port_write = state_q.write ? changes_q : changes;
    if (writes_own) port_write = changes_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= '{idle: 1'b1, default: 1'b0};
      backup_q <= 1'b0;
    end else begin
      state_q  <= state_d;
      backup_q <= restore_read;
    end
  end

  // A conflict found by the owner's byte is of an owned row; the verdict may already be the next command's.
  logic owner_conflict;

  assign owner_conflict = (state_q.owner_load || state_q.owner_store) && !mine;
  assign rsp_valid_o    = cmd_ready_o && !state_q.idle && !state_q.walk;
  assign rsp_data_o     = state_q.decide || state_q.plain ? port_rdata : old_q;
  assign rsp_conflict_o = state_q.decide && verdict.conflict || owner_conflict;
  assign rsp_true_o     = state_q.decide && verdict.conflict && verdict.owned || owner_conflict;
  assign rsp_reader_o   = state_q.decide && verdict.reader;
  assign rsp_overflow_o = state_q.decide && verdict.overflow;
  assign rsp_race_o     = !tx_q && tx_row_q && verdict.owned;
  assign busy_o         = !state_q.idle || !records_ready;

  logic [7:0] port_uses;
  assign port_uses = {
    access, claims, reads_owner, writes_word, writes_own, state_q.owner_write, restore_read, restore_write
  };

  `GPUTM_ASSERT(a_one_state, $onehot(state_q), ("lds_bank_paper: state %b", state_q))
  `GPUTM_ASSERT(a_one_port, $onehot0(port_uses),
                ("lds_bank_paper: two want the array's port in state %b, at row %0d", state_q, port_row))
  `GPUTM_ASSERT(a_own_byte, !(state_q.owner_load || state_q.owner_store) || Exact || own_byte,
                ("lds_bank_paper: row %0d of work-item %0d has another's byte in %h", row_q, owner_q, port_rdata))
  `GPUTM_ASSERT(a_tx_rows, !state_q.decide || tx_row_q,
                ("lds_bank_paper: a transaction accesses row %0d of %0d", row_q, TxRows))

  // Handshake assertions
  `GPUTM_STREAM(u_check_cmd, cmd_valid_i, cmd_ready_o, {cmd_walk_i, cmd_restore_i, cmd_wavefront_i, cmd_lanes_i,
                                                        cmd_op_i, cmd_tx_i, cmd_owner_i, cmd_row_i, cmd_data_i,
                                                        cmd_bytes_i})

endmodule

`default_nettype wire
