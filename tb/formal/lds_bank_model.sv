// Obligations of a bank of the local memory and of its user, for the bank's proofs. The user holds a command until it
// is taken (assumed). The model has the ownership state, which follows from commands and answers alone (the owner of
// each row, the literal filter of reads of each work-item); for a symbolic row its word, its readers, and what a
// symbolic work-item has seen there; and the properties of each answer. An access takes effect when it is answered,
// before a walk that is accepted in the same cycle. Loads, stores of any bytes and an atomic are modelled; all bits of
// a word behave alike, so one is followed.

`default_nettype none

module lds_bank_model #(
  parameter int unsigned TxRows        = 4,  // rows for transactions, at most 4
  parameter int unsigned Exact         = 0,  // the bank's parameter, as are the following
  parameter int unsigned SharedReaders = 0,
  parameter int unsigned UndoEntries   = 0,
  parameter int unsigned StoresAnswer  = 1   // the answer to a plain store has the word before it
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic [1:0]            symbolic_row_i,
  input  wire logic [1:0]            symbolic_owner_i,
  // The offered command
  input  wire logic                  valid_i,
  input  wire logic                  ready_i,
  input  wire logic                  walk_i,
  input  wire logic                  restore_i,
  input  wire logic                  wavefront_i,
  input  wire logic [1:0]            lanes_i,
  input  wire logic                  write_i,
  input  wire logic                  atomic_i,
  input  wire logic                  tx_i,
  input  wire logic [1:0]            owner_i,
  input  wire logic [1:0]            row_i,
  input  wire logic [31:0]           data_i,
  input  wire logic [3:0]            bytes_i,
  input  wire logic                  migratory_i,  // a read in the row of the access takes the row
  // The answer
  input  wire logic                  rsp_valid_i,
  input  wire logic                  rsp_data_i,
  input  wire logic                  rsp_conflict_i,
  input  wire logic                  rsp_true_i,
  input  wire logic                  rsp_reader_i,
  input  wire logic                  rsp_overflow_i,
  input  wire logic                  rsp_race_i
);

  // The symbolic row and work-item are constant, and offers are held.
  logic [1:0] symbolic_row_q, symbolic_owner_q;
  logic known_q = 1'b0;
  logic waiting_q = 1'b0;
  logic [49:0] offer, offer_q;

  assign offer = {walk_i, restore_i, wavefront_i, lanes_i, write_i, atomic_i, tx_i, owner_i, row_i, data_i, bytes_i};

  always_ff @(posedge clk_i) begin
    known_q          <= 1'b1;
    symbolic_row_q   <= symbolic_row_i;
    symbolic_owner_q <= symbolic_owner_i;
    waiting_q        <= rst_ni && valid_i && !ready_i;
    offer_q          <= offer;
    if (known_q) m_constant : assume (symbolic_row_i == symbolic_row_q && symbolic_owner_i == symbolic_owner_q);
    if (waiting_q) m_held : assume (valid_i && offer == offer_q);
  end

  logic [3:0] closed_q = '0;  // cycles for which no command can be taken
  always_ff @(posedge clk_i) closed_q <= ready_i ? '0 : closed_q + 1'b1;

  // The access that is to be answered
  wire  accept   = rst_ni && valid_i && ready_i;
  logic access_q = 1'b0;
  logic write_q, atomic_q, tx_q, data_q, byte_q;
  logic [1:0] owner_q, row_q;

  always_ff @(posedge clk_i) begin
    access_q <= accept && !walk_i || access_q && !rsp_valid_i && rst_ni;
    if (accept && !walk_i) begin
      write_q  <= write_i;
      atomic_q <= atomic_i;
      tx_q     <= tx_i;
      owner_q  <= owner_i;
      row_q    <= row_i;
      data_q   <= data_i[0];
      byte_q   <= bytes_i[0];
    end
  end

  // The ownership state
  logic [TxRows-1:0] owned_q = '0, owned_d;
  logic [TxRows-1:0][1:0] holder_q, holder_d;
  logic [3:0][1:0] filter_q = '0, filter_d;  // filter of reads of each work-item
  logic [3:0] reads_q = '0, reads_d;  // work-items that have read the symbolic row without owning it
  logic defined_q = 1'b0, word_q, word_d;
  logic before_q, before_d;  // the word before the owner's transaction
  logic seen_q = 1'b0, seen_d;  // the symbolic work-item has accessed the symbolic row
  logic sight_q, sight_d;  // the word as it left it

  // The expected answer
  wire owned       = owned_q[row_q];
  wire other_owner = owned && holder_q[row_q] != owner_q;
  wire answer      = rst_ni && access_q && rsp_valid_i;
  wire mine        = answer && row_q == symbolic_row_i;
  wire tells       = StoresAnswer != 0 || tx_q || !write_q || atomic_q;  // the answer has the word before the access
  wire alone       = write_q || SharedReaders == 0 || migratory_i;
  wire takes       = !owned && alone;
  logic owner_conflict, reader_conflict, full, conflict;

  always_comb begin
    owner_conflict  = 1'b0;
    reader_conflict = 1'b0;
    for (int unsigned row = 0; row < TxRows; row++) begin
      if (owned_q[row] && holder_q[row] != owner_q && (Exact != 0 ? row_q == 2'(row) : row_q[0] == row[0])) begin
        owner_conflict = 1'b1;
      end
    end
    for (int unsigned other = 0; other < 4; other++) begin
      if (owner_q != 2'(other) && filter_q[other][row_q[0]]) reader_conflict = alone && !owned;
    end
    full     = UndoEntries != 0 && $countones(owned_q) == UndoEntries;
    conflict = tx_q && (owner_conflict || reader_conflict || takes && full);
  end

  // The access takes effect before a walk that is accepted in the cycle of its answer.
  wire done = answer && !conflict;
  wire walk = accept && walk_i;
  logic filled, restored;

  always_comb begin
    owned_d  = owned_q;
    holder_d = holder_q;
    filter_d = filter_q;
    reads_d  = reads_q;
    word_d   = mine && tells ? rsp_data_i : word_q;
    before_d = before_q;
    seen_d   = seen_q;
    sight_d  = sight_q;
    restored = 1'b0;
    if (done) begin
      if (tx_q && takes) begin
        owned_d[row_q]  = 1'b1;
        holder_d[row_q] = owner_q;
        if (mine) before_d = word_d;
      end
      if (tx_q && !owned && !takes) begin
        filter_d[owner_q][row_q[0]] = 1'b1;
        if (mine) reads_d[owner_q] = 1'b1;
      end
      if (mine && write_q) word_d = atomic_q ? word_d ^ data_q : byte_q ? data_q : word_d;
      if (mine && tx_q && owner_q == symbolic_owner_i) {seen_d, sight_d} = {1'b1, word_d};
      if (mine && !tx_q && write_q) seen_d = 1'b0;  // weak isolation
    end
    filled = $countones(owned_d) == (UndoEntries != 0 ? UndoEntries : TxRows);
    for (int unsigned row = 0; row < TxRows; row++) begin
      if (walk && owned_d[row] && holder_d[row][1] == wavefront_i && lanes_i[holder_d[row][0]]) begin
        owned_d[row] = 1'b0;
        if (symbolic_row_i == 2'(row)) restored = restore_i;
      end
    end
    if (restored) word_d = before_d;
    for (int unsigned lane = 0; lane < 2; lane++) begin
      if (walk && lanes_i[lane]) begin
        filter_d[{wavefront_i, lane[0]}] = '0;
        reads_d[{wavefront_i, lane[0]}]  = 1'b0;
        if (symbolic_owner_i == {wavefront_i, lane[0]}) seen_d = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      owned_q   <= owned_d;
      holder_q  <= holder_d;
      filter_q  <= filter_d;
      reads_q   <= reads_d;
      defined_q <= defined_q || mine && (tells || byte_q);
      word_q    <= word_d;
      before_q  <= before_d;
      seen_q    <= seen_d;
      sight_q   <= sight_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) a_asked : assert (!rsp_valid_i || access_q);
    if (answer) begin
      a_verdict : assert (rsp_conflict_i == conflict && rsp_true_i == (conflict && owned));
      a_reader : assert (rsp_reader_i == (conflict && !owner_conflict && reader_conflict));
      a_overflow : assert (rsp_overflow_i == (conflict && !owner_conflict && !reader_conflict));
      a_race : assert (rsp_race_i == (!tx_q && owned));
      if (mine && defined_q && tells) a_word : assert (rsp_data_i == word_q);
      if (tx_q && other_owner) a_one_owner : assert (rsp_conflict_i);
      if (mine && tx_q && write_q && !rsp_conflict_i) begin
        a_only_reader_writes : assert ((reads_q & ~(4'b1 << owner_q)) == '0);
      end
      if (mine && tx_q && seen_q && owner_q == symbolic_owner_i && !rsp_conflict_i) begin
        a_sight_stays : assert (rsp_data_i == sight_q);
      end
    end
    // Everything that can be owned, released by one walk
    if (rst_ni) c_restored : cover (restored && word_q != before_q && filled && owned_d == '0);
  end

endmodule

`default_nettype wire
