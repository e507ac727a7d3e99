// lds_bank_pipelined at a reduced size (2 wavefronts of 2 lanes, 4 rows for transactions, filters of 2 bits) against
// any commands, compared with an ownership state (lds_bank_model): every verdict must agree, including false conflicts.
// A plain access to an owned row is carried out; the row's restore undoes it.
//
// Exact, SharedReaders, Migratory, UndoEntries, Epochs: the bank's parameters. WorkItemLists: the bank has lists of
// work-items (a study). Which rows are migratory is free (lds_bank/lds_migratory_rows).
//
// Without options: a row has at most one owner, the work-item whose access was taken. Exactly the accesses to another's
// row, or to a row whose bit is set in another's filter, conflict. After a restore a row holds its value from before
// the owner's transaction, after a release the value that the owner wrote.
//
// SharedReaders: a write is taken only if the row has no other owner and its bit is in no other work-item's filter of
// reads, so never when another work-item has read it; what a transaction has seen of a row stays until its end; a walk
// empties exactly the filters of its lanes. Migratory: the same, but any read may take its row as a write does, for
// whatever reason.
//
// UndoEntries: an access conflicts only with the owner, or by overflow when 2 rows are owned, and then changes nothing;
// the number of entries in use is that of owned rows. Epochs: an access conflicts only with the owner, although a
// commit visits no rows; a commit names all lanes of its wavefront that own rows, and the bank takes the next command
// within 8 cycles. WorkItemLists: as without options.
//
// prove: smtbmc yices 3
// cover: 12
// bug: lds_filters/not_cleared abc bmc3 16
// bug: lds_filters/not_set abc bmc3 16
// bug: lds_listed_rows/list_stays abc bmc3 16
// bug: lds_listed_rows/lane_lost abc bmc3 16
// bug: lds_listed_rows/insertion_missed abc bmc3 16
// bug: lds_bank_pipelined/open_while_walking abc bmc3 16
// bug: lds_bank_pipelined/backup_too_late abc bmc3 16
//
// with: exact Exact=1
// prove: smtbmc yices 3
// cover: 12
// bug: lds_listed_rows/lane_lost abc bmc3 16
//
// with: work_item_lists WorkItemLists=1 study=work_item_lists
// prove: smtbmc yices 3
// cover: 12
// bug: lds_owned_rows/not_released abc bmc3 16
// bug: lds_owned_rows/link_broken abc bmc3 16
// bug: lds_walk_lanes/stale_list abc bmc3 16
//
// with: shared_readers SharedReaders=1
// prove: smtbmc yices 3
// cover: 12
// bug: lds_ownership/writer_ignores_readers abc bmc3 14
// bug: lds_reader_filters/counted_twice abc bmc3 14
// bug: lds_reader_filters/stale_filter abc bmc3 14
// bug: lds_reader_filters/name_stays abc bmc3 14
// bug: lds_lane_memory/walk_takes_all abc bmc3 14
//
// with: exact_shared_readers Exact=1 SharedReaders=1
// prove: smtbmc yices 3
// cover: 12
// bug: lds_ownership/writer_ignores_readers abc bmc3 14
//
// with: migratory SharedReaders=1 Migratory=1
// prove: smtbmc yices 3
// cover: 12
// bug: lds_ownership/migratory_read_ignores_readers abc bmc3 14
//
// with: epochs Exact=1 Epochs=1
// prove: smtbmc yices 3
// cover: 24
// bug: lds_epochs/never_ends abc bmc3 16
// bug: lds_epochs/stale_counts abc bmc3 16
// bug: lds_epochs/not_awaited abc bmc3 20
// bug: lds_owned_rows/restore_ends_epoch abc bmc3 16
// bug: lds_walk_lanes/members_stay abc bmc3 20
//
// with: undo_log Exact=1 UndoEntries=2
// prove: abc pdr
// cover: 12
// bug: lds_undo_log/overwrites_when_full abc bmc3 12
// bug: lds_undo_log/stale_entry abc bmc3 12
// bug: lds_bank_pipelined/log_backup_too_late abc bmc3 12

`default_nettype none

module lds_bank_formal
  import localtm_pkg::*;
#(
  parameter int unsigned Exact         = 0,
  parameter int unsigned SharedReaders = 0,
  parameter int unsigned Migratory     = 0,
  parameter int unsigned UndoEntries   = 0,
  parameter int unsigned WorkItemLists = 0,
  parameter int unsigned Epochs        = 0
) (
  input wire logic       clk_i,
  input wire logic [1:0] symbolic_row_i,    // constant
  input wire logic [1:0] symbolic_owner_i,  // constant
  input wire logic       valid_i,
  input wire logic       walk_i,
  input wire logic       restore_i,
  input wire logic       wavefront_i,
  input wire logic [1:0] lanes_i,
  input wire logic       write_i,
  input wire logic       atomic_i,
  input wire logic       tx_i,
  input wire logic [1:0] owner_i,
  input wire logic [1:0] row_i,
  input wire word_t      data_i,
  input wire logic [3:0] bytes_i
);

  localparam int unsigned TxRows = 4;
  localparam int unsigned Rows = UndoEntries == 0 ? 2 * TxRows : TxRows;
  localparam int unsigned RowWidth = $clog2(Rows);

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic ready, rsp_valid, rsp_conflict, rsp_true, rsp_reader, rsp_overflow, rsp_race, busy;
  word_t   rsp_data;
  lds_op_e op;

  assign op = !write_i ? OpLoad : atomic_i ? OpAmoXor : OpStore;

  lds_bank_pipelined #(
    .Lanes        (2),
    .Wavefronts   (2),
    .WorkGroups   (1),
    .Rows         (Rows),
    .FilterBits   (2),
    .Exact        (Exact),
    .SharedReaders(SharedReaders),
    .Migratory    (Migratory),
    .UndoEntries  (UndoEntries),
    .Epochs       (Epochs)
  ) u_dut (
    .clk_i,
    .rst_ni         (rst_n),
    .cmd_valid_i    (valid_i),
    .cmd_ready_o    (ready),
    .cmd_walk_i     (walk_i),
    .cmd_restore_i  (restore_i),
    .cmd_wavefront_i(wavefront_i),
    .cmd_lanes_i    (lanes_i),
    .cmd_op_i       (op),
    .cmd_tx_i       (tx_i),
    .cmd_owner_i    (owner_i),
    .cmd_row_i      (RowWidth'(row_i)),
    .cmd_data_i     (data_i),
    .cmd_bytes_i    (bytes_i),
    .rsp_valid_o    (rsp_valid),
    .rsp_data_o     (rsp_data),
    .rsp_conflict_o (rsp_conflict),
    .rsp_true_o     (rsp_true),
    .rsp_reader_o   (rsp_reader),
    .rsp_overflow_o (rsp_overflow),
    .rsp_race_o     (rsp_race),
    .errors_o       (),
    .busy_o         (busy)
  );

  lds_bank_model #(
    .TxRows       (TxRows),
    .Exact        (Exact),
    .SharedReaders(SharedReaders),
    .UndoEntries  (UndoEntries)
  ) u_model (
    .clk_i,
    .rst_ni        (rst_n),
    .symbolic_row_i,
    .symbolic_owner_i,
    .valid_i,
    .ready_i       (ready),
    .walk_i,
    .restore_i,
    .wavefront_i,
    .lanes_i,
    .write_i,
    .atomic_i,
    .tx_i,
    .owner_i,
    .row_i,
    .data_i,
    .bytes_i,
    .migratory_i   (Migratory != 0 && u_dut.u_ownership.migratory),
    .rsp_valid_i   (rsp_valid),
    .rsp_data_i    (rsp_data[0]),
    .rsp_conflict_i(rsp_conflict),
    .rsp_true_i    (rsp_true),
    .rsp_reader_i  (rsp_reader),
    .rsp_overflow_i(rsp_overflow),
    .rsp_race_i    (rsp_race)
  );

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      a_answered : assert (rsp_valid == u_model.access_q);
      a_opens : assert (u_model.closed_q <= (Epochs != 0 ? 4'd7 : 4'd5));
    end
  end

  // With Epochs a commit names all lanes that own a row.
  if (Epochs != 0) begin : gen_epochs
    logic others;  // an owning lane is not named
    wire  takes = u_model.done && u_model.tx_q && u_model.takes;

    always_comb begin
      others = 1'b0;
      for (int unsigned row = 0; row < TxRows; row++) begin
        if (u_model.owned_q[row] && u_model.holder_q[row][1] == wavefront_i && !lanes_i[u_model.holder_q[row][0]]) begin
          others = 1'b1;
        end
      end
      if (takes && u_model.owner_q[1] == wavefront_i && !lanes_i[u_model.owner_q[0]]) others = 1'b1;
    end

    wire waits = u_dut.u_ownership.gen_records.gen_links.u_owned_rows.ending;

    always_ff @(posedge clk_i) begin
      m_whole : assume (!(u_model.walk && !restore_i && others));
      if (rst_n) begin
        c_no_epoch_is_free : cover (waits && u_model.owned_q != '0);  // rows of another wavefront
        c_comes_again : cover (u_model.answer && u_model.mine && rsp_conflict && $past(waits, 3));
      end
    end
  end

  // A filter is a superset of its set at any time.
  if (Exact == 0) begin : gen_superset
    wire [1:0]      held   = u_dut.u_ownership.gen_filters.u_filters.held_q;
    wire [1:0][1:0] holder = u_dut.u_ownership.gen_filters.u_filters.holder_q;

    always_ff @(posedge clk_i) begin
      if (rst_n && u_model.owned_q[symbolic_row_i]) begin
        a_superset : assert (held[symbolic_row_i[0]] && holder[symbolic_row_i[0]] == u_model.holder_q[symbolic_row_i]);
      end
      if (u_model.answer) c_false_conflict : cover (rsp_conflict && !rsp_true && !rsp_reader);
    end
  end

  if (SharedReaders != 0) begin : gen_shared_readers
    wire [1:0] lanes  = u_dut.u_ownership.gen_readers.u_readers.u_lanes.u_members.gen_forward.u_ram.u_ram.mem[symbolic_owner_i[1]];
    wire [1:0] filter = u_dut.u_ownership.gen_readers.u_readers.u_filters.gen_forward.u_ram.u_ram.mem[symbolic_owner_i];

    always_ff @(posedge clk_i) begin
      if (rst_n && u_model.reads_q[symbolic_owner_i]) begin
        a_superset : assert (lanes[symbolic_owner_i[0]] && filter[symbolic_row_i[0]]);
      end
      if (u_model.answer && u_model.mine) begin
        c_three_readers : cover (rsp_reader && $countones(u_model.reads_q) == 3);
        c_reader_writes :
        cover (u_model.tx_q && u_model.write_q && u_model.takes && !rsp_conflict && u_model.reads_q != '0);
        c_stays : cover (u_model.seen_q && u_model.reads_q[symbolic_owner_i] && rsp_reader);
        if (Migratory != 0) begin
          c_read_takes :
          cover (u_model.tx_q && !u_model.write_q && u_model.takes && !rsp_conflict && !u_model.defined_q);  // row not written
          c_reader_takes :
          cover (u_model.tx_q && !u_model.write_q && u_model.takes && !rsp_conflict && u_model.reads_q != '0);
          c_read_is_refused : cover (u_model.tx_q && !u_model.write_q && rsp_reader);
        end
      end
    end
  end

  // Induction invariants of the bank's registers and memories: the ownership state, and the symbolic row's words after
  // the answered accesses.
  if (UndoEntries == 0) begin : gen_state
    logic [TxRows-1:0] leaving;

    lds_ownership_state #(
      .Exact        (Exact),
      .SharedReaders(SharedReaders),
      .WorkItemLists(WorkItemLists),
      .Epochs       (Epochs)
    ) u_state (
      .clk_i,
      .rst_ni     (rst_n),
      .looked_up_i(u_model.access_q),
      .claimed_i  (1'b0),
      .rests_i    (u_model.access_q),
      .half_i     (1'b0),
      .leaving_o  (leaving)
    );

    wire read      = u_dut.gen_halves.data_word[0];
    wire in_memory = u_dut.gen_halves.u_data.gen_forward.u_ram.u_ram.mem[symbolic_row_i][0];
    wire in_backup = u_dut.gen_halves.u_backup.gen_forward.u_ram.u_ram.mem[symbolic_row_i][0];
    wire word      = u_dut.write_3_q && u_dut.row_3_q[1:0] == symbolic_row_i ? u_dut.new_word[0] : in_memory;
    wire backup    = u_dut.claim_3_q && u_dut.claim_at_3_q == symbolic_row_i ? u_dut.old_3_q[0] : in_backup;

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        a_access : assert (u_dut.access_q == u_model.access_q);
        if (u_model.access_q) begin
          a_same :
          assert (u_dut.tx_q == u_model.tx_q && u_dut.writes_q == u_model.write_q && u_dut.row_q == {1'b0, u_model.row_q} &&
              u_dut.operand_q[0] == u_model.data_q && u_dut.bytes_q[0] == u_model.byte_q &&
              u_dut.op_q == (!u_model.write_q ? OpLoad : u_model.atomic_q ? OpAmoXor : OpStore) &&
              u_dut.follows_q == (u_dut.row_q == u_dut.row_3_q) && u_dut.u_ownership.claim_at_o == u_model.row_q);
          a_read : assert (u_model.row_q != symbolic_row_i || read == in_memory);
        end
        a_lower_half : assert (!u_dut.write_3_q || !u_dut.row_3_q[2]);
        if (u_dut.entry_valid) begin
          a_backup : assert (u_dut.entry_row != symbolic_row_i || u_dut.backup_word[0] == in_backup);
        end
        a_holds : assert (!u_model.owned_q[symbolic_row_i] || u_model.defined_q && u_model.before_q == backup);
        a_holds_word :
        assert (!u_model.defined_q || u_model.word_q == (leaving[symbolic_row_i] && u_dut.restore_q ? backup : word));
        c_others_stay : cover (u_model.restored && u_model.filled && $countones(u_model.owned_d) == 2);
      end
    end
  end

  if (UndoEntries != 0) begin : gen_undo_log
    wire [UndoEntries-1:0] in_use = u_dut.u_ownership.gen_log.u_undo_log.valid_q;

    always_ff @(posedge clk_i) begin
      // Entries leave one per cycle, and the bank is closed until the last one has left.
      if (rst_n && ready && !u_dut.entry_valid) begin
        a_none_leaks : assert ($countones(in_use) == $countones(u_model.owned_q));
      end
      if (u_model.answer) c_overflow : cover (rsp_overflow && u_model.mine);
    end
  end

endmodule

`default_nettype wire
