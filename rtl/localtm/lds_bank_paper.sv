// One bank of local memory with transactions as the paper has it: words, their backups and their owners' bytes share one
// array with one port (GPU-LocalTM paper, section 3.2). Array rows 0.. hold TxRows words, the next TxRows rows their
// backups, the next TxRows / 4 the owners, four bytes a row. With an undo log the array has UndoEntries backups and no
// owners, which the log has. Plain work-groups use all rows for words.
//
// Access:  takes so many cycles of the port, is answered in the cycle after the last of them, and then the next command
//          may be accepted. In brackets: with an undo log, whose owners need no cycle.
//            plain load or store 1, plain atomic 2;
//            transactional: conflict 1, found by the owner's byte 2 (1); shared load 1; new load 3 (2): read, backup,
//            owner; new store or atomic 4 (3); repeated load 2 (1): the owner's byte is looked at; repeated store or
//            atomic 3 (2).
// Walk:    releases (commit) or restores the rows of some lanes of a wavefront, and clears their filters of reads, as
//          lds_bank_pipelined; but a restored row takes two cycles, so that n rows by links or log take 2 n + 2.
// Which rows are owned, and how a walk finds them, is kept apart from the array, in lds_ownership.
//
// Parameters and ports: as lds_bank_pipelined. Lanes * Wavefronts is at most 256 unless there is a log: an owner is a byte.
// Rows: at least 8. UndoEntries: at most Rows - 2.

`default_nettype none

module lds_bank_paper
  import localtm_pkg::*;
#(
  parameter  int unsigned Lanes         = 64,                   // of a wavefront
  parameter  int unsigned Wavefronts    = 4,                    // at least 2, a power of two times WorkGroups
  parameter  int unsigned WorkGroups    = 1,                    // that share the bank
  parameter  int unsigned Rows          = 512,                  // words of the bank, a power of two, at least 8
  parameter  int unsigned FilterBits    = 8,                    // of a work-item's conflict filter, a power of two
  parameter  bit          Exact         = 1'b0,                 // conflicts by the row's owner, not by filters
  parameter  bit          SharedReaders = 1'b0,                 // reads take no ownership: many may read a row
  parameter  int unsigned UndoEntries   = 0,                    // backups, in a log; 0: one for every row
  parameter  bit          ScanWalk      = 1'b0,                 // walks look at four rows a cycle, without links
  localparam int unsigned LaneWidth     = $clog2(Lanes),
  localparam int unsigned WfWidth       = $clog2(Wavefronts),
  localparam int unsigned OwnerWidth    = WfWidth + LaneWidth,
  localparam int unsigned RowWidth      = $clog2(Rows)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,

  input  wire logic                  cmd_valid_i,
  output      logic                  cmd_ready_o,
  input  wire logic                  cmd_walk_i,  // else an access
  input  wire logic                  cmd_restore_i,  // walk: restore, else release
  input  wire logic [WfWidth-1:0]    cmd_wavefront_i,  // walk: whose rows
  input  wire logic [Lanes-1:0]      cmd_lanes_i,  // walk: whose rows
  input  wire lds_op_e               cmd_op_i,  // access, as the rest: a load, a store or an atomic
  input  wire logic                  cmd_tx_i,  // by a transaction
  input  wire logic [OwnerWidth-1:0] cmd_owner_i,  // wavefront, lane
  input  wire logic [RowWidth-1:0]   cmd_row_i,  // word of the bank
  input  wire word_t                 cmd_data_i,  // to be stored, or the atomic's operand
  input  wire logic [3:0]            cmd_bytes_i,  // of the word that a store writes

  output      logic                  rsp_valid_o,  // answer to an access, which cannot be refused
  output      word_t                 rsp_data_o,  // value before the access
  output      logic                  rsp_conflict_o,  // the access was not carried out
  output      logic                  rsp_true_o,  // conflict: the row has an owner, it is not the filter's mistake
  output      logic                  rsp_reader_o,  // conflict: with a filter of reads
  output      logic                  rsp_overflow_o,  // conflict: no backup is free
  output      logic                  rsp_race_o,  // plain access to an owned row

  output      logic                  busy_o  // a walk or an access is under way, or records are being cleared
);

  localparam int unsigned TxRows = tx_rows(Rows, 1'b1, UndoEntries);
  localparam int unsigned TxRowWidth = $clog2(TxRows);
  localparam int unsigned AtWidth = UndoEntries == 0 ? TxRowWidth : $clog2(UndoEntries);
  localparam bit OwnerBytes = UndoEntries == 0;

  if (Rows < 8 || (Rows & (Rows - 1)) != 0) begin : gen_check_rows
    $error("lds_bank_paper: Rows=%0d must be a power of two, at least 8", Rows);
  end
  if (Wavefronts < 2 || Wavefronts % WorkGroups != 0 ||
      (Wavefronts / WorkGroups & (Wavefronts / WorkGroups - 1)) != 0) begin : gen_check_wavefronts
    $error(
        "lds_bank_paper: Wavefronts=%0d must be at least 2 and a power of two times WorkGroups=%0d",
        Wavefronts,
        WorkGroups
    );
  end
  if (OwnerBytes && Lanes * Wavefronts > 256) begin : gen_check_owners
    $error("lds_bank_paper: Lanes=%0d * Wavefronts=%0d must be at most 256, whose owners are bytes", Lanes, Wavefronts);
  end
  if (UndoEntries > Rows - 2) begin : gen_check_undo_entries
    $error("lds_bank_paper: UndoEntries=%0d must leave two of Rows=%0d, which they are taken from", UndoEntries, Rows);
  end

  // What the port does next for the access or walk that is under way
  typedef enum logic [2:0] {
    StateIdle,
    StateDecide,      // the word has been read
    StateOwnerRead,   // the owner's byte has been read
    StateOwnerWrite,  // the backup has been written
    StateWrite,       // all but the new word has been written
    StateDone,        // answer
    StateWalk
  } state_e;

  state_e state_q, state_d;
  logic records_ready, walking, accept, access, walk, answer;

  assign accept = cmd_valid_i && cmd_ready_o;
  assign access = accept && !cmd_walk_i;
  assign walk   = accept && cmd_walk_i;

  lds_op_e op_q;
  logic tx_q, restore_q, tx_row_q;
  logic [OwnerWidth-1:0] owner_q;
  logic [RowWidth-1:0]   row_q;
  word_t                 operand_q;
  logic [3:0]            bytes_q;

  always_ff @(posedge clk_i) begin
    if (access) begin
      op_q      <= cmd_op_i;
      tx_q      <= cmd_tx_i;
      owner_q   <= cmd_owner_i;
      row_q     <= cmd_row_i;
      tx_row_q  <= cmd_row_i < RowWidth'(TxRows);
      operand_q <= cmd_data_i;
      bytes_q   <= cmd_bytes_i;
    end
    if (walk) restore_q <= cmd_restore_i;
  end

  // Verdict and walk
  logic alu_write, decide, entry_valid, entry_ready, fetch;
  verdict_t verdict;
  logic [AtWidth-1:0] claim_at, fetch_at, entry_at;
  logic [TxRowWidth-1:0] entry_row;

  assign decide = state_q == StateDecide && tx_q;

  lds_ownership #(
    .Lanes        (Lanes),
    .Wavefronts   (Wavefronts),
    .WorkGroups   (WorkGroups),
    .Rows         (TxRows),
    .FilterBits   (FilterBits),
    .Exact        (Exact),
    .OwnerKnown   (!OwnerBytes),
    .SharedReaders(SharedReaders),
    .UndoEntries  (UndoEntries),
    .ScanWalk     (ScanWalk)
  ) u_ownership (
    .clk_i,
    .rst_ni,
    .ready_o         (records_ready),
    .lookup_i        (access && cmd_row_i < RowWidth'(TxRows)),
    .lookup_row_i    (cmd_row_i[TxRowWidth-1:0]),
    .lookup_owner_i  (cmd_owner_i),
    .write_i         (alu_write),
    .verdict_o       (verdict),
    .decide_i        (decide),
    .claim_at_o      (claim_at),
    .walk_offered_i  (walk),
    .walk_i          (walk),
    .walk_wavefront_i(cmd_wavefront_i),
    .walk_lanes_i    (cmd_lanes_i),
    .walking_o       (walking),
    .fetch_o         (fetch),
    .fetch_at_o      (fetch_at),
    .entry_valid_o   (entry_valid),
    .entry_at_o      (entry_at),
    .entry_row_o     (entry_row),
    .entry_ready_i   (entry_ready)
  );

  // The array: four byte-wide memories behind one port, so that an owner's byte can be written alone, and the bytes of
  // a plain store without reading their word.
  logic port_read, port_write;
  logic [RowWidth-1:0] port_row;
  logic [3:0]          port_bytes;
  word_t port_wdata, port_rdata;

  for (genvar byte_number = 0; byte_number < 4; byte_number++) begin : gen_array
    ram_1r1w #(
      .Width(8),
      .Depth(Rows)
    ) u_array (
      .clk_i,
      .write_i(port_write && port_bytes[byte_number]),
      .waddr_i(port_row),
      .wdata_i(port_wdata[8*byte_number+:8]),
      .read_i (port_read),
      .raddr_i(port_row),
      .rdata_o(port_rdata[8*byte_number+:8])
    );
  end

  function automatic logic [RowWidth-1:0] backup_row(logic [AtWidth-1:0] at);
    return RowWidth'(TxRows) + RowWidth'(at);
  endfunction
  function automatic logic [RowWidth-1:0] owner_row(logic [TxRowWidth-1:0] row);
    return RowWidth'(2 * TxRows) + (RowWidth'(row) >> 2);
  endfunction

  // The owner's byte is looked at when the verdict leaves open whose the row is.
  logic [7:0] owner_byte;
  logic mine, check_owner;

  assign owner_byte  = port_rdata[8*row_q[1:0]+:8];
  assign mine        = owner_byte == 8'(owner_q);
  assign check_owner = OwnerBytes && !verdict.conflict && verdict.owned;

  // The word that was read, kept while the port does other things
  word_t old_q, old, new_word;

  assign old = state_q == StateDecide ? port_rdata : old_q;
  always_ff @(posedge clk_i) begin
    if (state_q == StateDecide) old_q <= port_rdata;
  end

  lds_alu u_alu (
    .op_i     (op_q),
    .old_i    (old),
    .operand_i(operand_q),
    .bytes_i  (bytes_q),
    .write_o  (alu_write),
    .new_o    (new_word)
  );

  // Restoring: the port reads the entry's backup, then writes it; the first entry's is read while its record is.
  logic backup_q, restore_read, restore_write;

  assign restore_write = restore_q && entry_valid && backup_q;
  assign restore_read  = restore_q && state_q == StateWalk && !restore_write && (entry_valid || fetch);

  // Whether the cycle answers the access, so that the port is free for the next command.
  always_comb begin
    unique case (state_q)
      StateDecide:    answer = tx_q ? verdict.conflict || !verdict.claim && !check_owner && !alu_write : !alu_write;
      StateOwnerRead: answer = !mine || !alu_write;
      StateDone:      answer = 1'b1;
      default:        answer = 1'b0;
    endcase
  end

  assign entry_ready  = entry_valid && (!restore_q || backup_q);
  assign cmd_ready_o = records_ready &&
                       (state_q == StateIdle || answer || state_q == StateWalk && !walking && !restore_write);

  always_comb begin
    state_d    = state_q;
    port_read  = 1'b0;
    port_write = 1'b0;
    port_row   = row_q;
    port_bytes = '1;
    port_wdata = new_word;

    unique case (state_q)
      StateDecide: begin
        if (tx_q && check_owner) begin
          port_read = 1'b1;
          port_row  = owner_row(row_q[TxRowWidth-1:0]);
          state_d   = StateOwnerRead;
        end else if (tx_q && verdict.claim) begin
          port_write = 1'b1;
          port_row   = backup_row(claim_at);
          port_wdata = old;
          if (OwnerBytes) state_d = StateOwnerWrite;
          else state_d = alu_write ? StateWrite : StateDone;
        end else if (alu_write && !(tx_q && verdict.conflict)) begin
          port_write = 1'b1;
          state_d    = StateDone;
        end
      end
      StateOwnerRead: begin
        if (mine && alu_write) begin
          port_write = 1'b1;
          state_d    = StateDone;
        end
      end
      StateOwnerWrite: begin
        port_write = 1'b1;
        port_row   = owner_row(row_q[TxRowWidth-1:0]);
        port_bytes = 4'b0001 << row_q[1:0];
        port_wdata = {4{8'(owner_q)}};
        state_d    = alu_write ? StateWrite : StateDone;
      end
      StateWrite: begin
        port_write = 1'b1;
        state_d    = StateDone;
      end
      StateWalk: begin
        port_read  = restore_read;
        port_write = restore_write;
        port_row   = restore_write ? RowWidth'(entry_row) : backup_row(entry_valid ? entry_at : fetch_at);
        port_wdata = port_rdata;
      end
      default: ;
    endcase

    // The next command begins when the port is free: an access with its word.
    if (cmd_ready_o) begin
      state_d = StateIdle;
      if (walk) state_d = StateWalk;
      if (access) begin
        port_row   = cmd_row_i;
        port_write = !cmd_tx_i && cmd_op_i == OpStore;
        port_read  = !port_write;
        port_bytes = cmd_bytes_i;
        port_wdata = cmd_data_i;
        state_d    = port_write ? StateDone : StateDecide;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= StateIdle;
      backup_q <= 1'b0;
    end else begin
      state_q  <= state_d;
      backup_q <= restore_read;
    end
  end

  assign rsp_valid_o    = answer;
  assign rsp_data_o     = old;
  assign rsp_conflict_o = decide && verdict.conflict || tx_q && state_q == StateOwnerRead && !mine;
  assign rsp_true_o     = rsp_conflict_o && verdict.owned;
  assign rsp_reader_o   = rsp_conflict_o && verdict.reader;
  assign rsp_overflow_o = rsp_conflict_o && verdict.overflow;
  assign rsp_race_o     = !tx_q && tx_row_q && verdict.owned;
  assign busy_o         = state_q != StateIdle || !records_ready;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_one_port :
      assert (!(port_read && port_write))
      else $error("lds_bank_paper: the array's port reads and writes row %0d in state %0d", port_row, state_q);
      a_tx_rows :
      assert (!decide || tx_row_q)
      else $error("lds_bank_paper: a transaction accesses row %0d of %0d", row_q, TxRows);
    end
  end

  // Streams keep their promises.
  stream_check #(
    .Width($bits(
        {
          cmd_walk_i,
          cmd_restore_i,
          cmd_wavefront_i,
          cmd_lanes_i,
          cmd_op_i,
          cmd_tx_i,
          cmd_owner_i,
          cmd_row_i,
          cmd_data_i,
          cmd_bytes_i
        }
    ))
  ) u_check_cmd (
    .clk_i,
    .rst_ni,
    .valid_i(cmd_valid_i),
    .ready_i(cmd_ready_o),
    .data_i({
      cmd_walk_i,
      cmd_restore_i,
      cmd_wavefront_i,
      cmd_lanes_i,
      cmd_op_i,
      cmd_tx_i,
      cmd_owner_i,
      cmd_row_i,
      cmd_data_i,
      cmd_bytes_i
    })
  );

endmodule

`default_nettype wire
