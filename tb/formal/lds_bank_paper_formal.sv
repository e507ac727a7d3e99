// lds_bank_paper at a reduced size (2 wavefronts of 2 lanes, 3 rows for transactions, filters of 2 bits) against any
// commands: the properties of lds_bank_model, and that the bank takes the next command within 10 cycles. With an undo
// log of 2 entries, 4 of the 6 rows. Plain accesses are to these rows, too: the others hold backups and owners.
//
// Exact, UndoEntries: the bank's parameters. WorkItemLists: the bank has lists of work-items (a study). Shared readers are proven for the pipelined bank alone.
//
// prove: smtbmc yices 3
// cover: 20
// bug: lds_bank_paper/neighbours_overwritten 14
// bug: lds_bank_paper/released_before_restored 18
//
// with: exact Exact=1
// prove: smtbmc yices 3
// cover: 20
// bug: lds_bank_paper/owner_of_the_neighbour 14
//
// with: work_item_lists WorkItemLists=1 study=work_item_lists
// prove: smtbmc yices 3
// cover: 20
// bug: lds_owned_rows/link_broken 18
//
// with: shared_readers SharedReaders=1
// leave: *c_restored
// prove: smtbmc yices 3
// cover: 16
// bug: lds_ownership/writer_ignores_readers 16
//
// with: migratory SharedReaders=1 Migratory=1
// prove: smtbmc yices 3
// cover: 20
// bug: lds_ownership/migratory_read_ignores_readers 16
//
// with: undo_log Exact=1 UndoEntries=2
// prove: abc pdr
// cover: 20
// bug: lds_undo_log/stale_entry abc bmc3 18

`default_nettype none

module lds_bank_paper_formal
  import localtm_pkg::*;
#(
  parameter int unsigned Exact         = 0,
  parameter int unsigned SharedReaders = 0,
  parameter int unsigned Migratory     = 0,
  parameter int unsigned UndoEntries   = 0,
  parameter int unsigned WorkItemLists = 0
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

  localparam int unsigned Rows = 8;
  localparam int unsigned TxRows = UndoEntries == 0 ? 3 : 4;  // rows that are accessed

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic ready, rsp_valid, rsp_conflict, rsp_true, rsp_reader, rsp_overflow, rsp_race;
  word_t   rsp_data;
  lds_op_e op;

  assign op = !write_i ? OpLoad : atomic_i ? OpAmoXor : OpStore;

  lds_bank_paper #(
    .Lanes        (2),
    .Wavefronts   (2),
    .WorkGroups   (1),
    .Rows         (Rows),
    .FilterBits   (2),
    .Exact        (Exact),
    .SharedReaders(SharedReaders),
    .Migratory    (Migratory),
    .UndoEntries  (UndoEntries)
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
    .cmd_row_i      (3'(row_i)),
    .cmd_data_i     (data_i),
    .cmd_bytes_i    (bytes_i),
    .rsp_valid_o    (rsp_valid),
    .rsp_data_o     (rsp_data),
    .rsp_conflict_o (rsp_conflict),
    .rsp_true_o     (rsp_true),
    .rsp_reader_o   (rsp_reader),
    .rsp_overflow_o (rsp_overflow),
    .rsp_race_o     (rsp_race),
    .busy_o         ()
  );

  // An access is answered cycles after its verdict, which depends on the guess.
  logic migratory_q;
  wire  migratory = Migratory != 0 && (u_dut.state_q.decide ? u_dut.u_ownership.migratory : migratory_q);
  always_ff @(posedge clk_i) migratory_q <= migratory;

  always_ff @(posedge clk_i) m_rows : assume (row_i < 3'(TxRows) && symbolic_row_i < 3'(TxRows));

  lds_bank_model #(
    .TxRows       (TxRows),
    .Exact        (Exact),
    .SharedReaders(SharedReaders),
    .UndoEntries  (UndoEntries),
    .StoresAnswer (0)
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
    .migratory_i   (migratory),
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
      a_opens : assert (u_model.closed_q <= 4'd9);
      if (ready) a_answered : assert (!u_model.access_q || rsp_valid);
    end
  end

  // Induction invariants of the bank's registers and array: the ownership state, the array's bytes of owners, and the
  // symbolic row's words, which an access changes before it is answered.
  if (UndoEntries == 0) begin : gen_state
    localparam int unsigned OwnerRow = 2 * TxRows;

    wire plain       = u_dut.state_q.plain;
    wire atomic      = u_dut.state_q.atomic;
    wire decide      = u_dut.state_q.decide;
    wire owner_load  = u_dut.state_q.owner_load;
    wire owner_store = u_dut.state_q.owner_store;
    wire owner_write = u_dut.state_q.owner_write;
    wire write       = u_dut.state_q.write;
    wire done        = u_dut.state_q.done;
    wire claimed     = (owner_write || write || done) && u_model.tx_q && !u_model.owned_q[u_model.row_q];
    wire plain_store = !u_model.tx_q && u_model.write_q && !u_model.atomic_q;
    wire half        = u_dut.backup_q && u_dut.entry_valid;
    logic [3:0] leaving;

    lds_ownership_state #(
      .Rows         (TxRows),
      .Cycles       (2),
      .Exact        (Exact),
      .SharedReaders(SharedReaders),
      .WorkItemLists(WorkItemLists)
    ) u_state (
      .clk_i,
      .rst_ni     (rst_n),
      .looked_up_i(plain || atomic || decide || done && !u_model.tx_q),
      .claimed_i  (claimed),
      .rests_i    (!u_dut.state_q.walk),
      .half_i     (half),
      .leaving_o  (leaving)
    );

    // Bit 0 of words, and whole bytes of owners
    wire word   = u_dut.gen_array[0].u_array.mem[symbolic_row_i][0];
    wire backup = u_dut.gen_array[0].u_array.mem[3'(TxRows)+3'(symbolic_row_i)][0];
    wire old    = u_dut.old_q[0];
    wire mine   = u_model.row_q == symbolic_row_i;
    logic [3:0][7:0] owners;

    for (genvar b = 0; b < 4; b++) begin : gen_owners
      assign owners[b] = u_dut.gen_array[b].u_array.mem[OwnerRow];
    end

    // Word after the access
    function automatic logic changed(logic word);
      return !u_model.write_q ? word : u_model.atomic_q ? word ^ u_model.data_q : u_model.byte_q ? u_model.data_q : word;
    endfunction

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        a_access : assert (u_model.access_q == !(u_dut.state_q.idle || u_dut.state_q.walk));
        if (u_model.access_q) begin
          a_same :
          assert (u_dut.tx_q == u_model.tx_q && u_dut.writes_q == u_model.write_q && u_dut.row_q == 3'(u_model.row_q) &&
              u_dut.owner_q == u_model.owner_q && u_dut.byte_q == 4'b1 << u_model.row_q && u_dut.tx_row_q &&
              u_dut.operand_q[0] == u_model.data_q && u_dut.bytes_q[0] == u_model.byte_q &&
              u_dut.op_q == (!u_model.write_q ? OpLoad : u_model.atomic_q ? OpAmoXor : OpStore));
        end
        if (plain || atomic || decide) a_taken : assert (u_model.closed_q == 4'd0);
        if (owner_load || owner_store || owner_write) a_second : assert (u_model.closed_q == 4'd1);
        if (write || done) a_third : assert (u_model.closed_q <= (write ? 4'd2 : 4'd3));
        a_plain : assert (!plain || !u_model.tx_q && !u_model.write_q);
        a_atomic : assert (!atomic || !u_model.tx_q && u_model.write_q && u_model.atomic_q);
        a_tx : assert (!(decide || owner_load || owner_store || owner_write || write) || u_model.tx_q);
        a_owner_load : assert (!owner_load || !u_model.write_q && u_model.owned_q[u_model.row_q]);
        a_owner_store : assert (!owner_store || u_model.write_q && u_model.owned_q[u_model.row_q]);
        a_claims : assert (!(owner_write || write) || claimed);
        a_write : assert (!write || u_model.write_q);

        // Bytes of owners
        for (int unsigned row = 0; row < TxRows; row++) begin
          assert (!u_model.owned_q[row] || owners[row] == 8'(u_model.holder_q[row]));
        end
        if (claimed && !owner_write) a_owner : assert (owners[u_model.row_q] == 8'(u_model.owner_q));
        if (owner_load || owner_store) a_owners_read : assert (u_dut.port_rdata == owners);

        // Words
        if ((plain || atomic || decide) && mine) a_read : assert (u_dut.port_rdata[0] == word);
        if ((owner_load || owner_store || owner_write || write) && mine) a_old : assert (old == word);
        if (owner_store || owner_write || write) begin
          a_value : assert ((u_dut.changes_q[0] && u_model.write_q ? u_dut.value_q[0] : old) == changed(old));
        end
        if (done && mine) begin
          a_done : assert (plain_store ? !u_model.byte_q || word == u_model.data_q : word == changed(old));
        end
        if (claimed && mine) a_backup_of_claim : assert (backup == old);
        if (half && u_dut.entry_row == symbolic_row_i) a_backup_read : assert (u_dut.port_rdata[0] == backup);
        if (u_model.owned_q[symbolic_row_i]) a_holds : assert (u_model.defined_q && u_model.before_q == backup);
        if (u_model.defined_q) begin
          a_word :
          assert (done && mine ? plain_store ? word == changed(
              u_model.word_q
          ) : old == u_model.word_q : u_model.word_q == (leaving[symbolic_row_i] && u_dut.restore_q ? backup : word));
        end
      end
    end
  end

  if (SharedReaders != 0) begin : gen_shared_readers
    always_ff @(posedge clk_i) begin
      if (u_model.answer && u_model.mine) begin
        c_three_readers : cover (rsp_reader && $countones(u_model.reads_q) == 3);
        c_reader_writes :
        cover (u_model.tx_q && u_model.write_q && u_model.takes && !rsp_conflict && u_model.reads_q != '0);
        if (Migratory != 0) begin
          c_reader_takes :
          cover (u_model.tx_q && !u_model.write_q && u_model.takes && !rsp_conflict && u_model.reads_q != '0);
        end
      end
    end
  end

endmodule

`default_nettype wire
