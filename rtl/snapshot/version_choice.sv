// Chooses the version of a region that an access reads or writes, and the one that is made next
// (ISCA 2017 paper, section 3): the decisions of version_index_table, which has their rules.
//
// The order of the versions is a matrix of bits: of each two readable versions, the younger one. The youngest
// of a set is the one without a younger one in the set; that is a sum of products, no chain of comparisons.
//
// A row comes in one cycle, and the request for it follows in the next, when the versions with references are known.
// So all that does not need these is decided in the first cycle: the newest version, the one for a plain access or a
// write, and the one before each version, to be closed if that version is recycled. The second cycle only selects.
//
// Latency:    1 cycle from a row to the sets and choices; combinational from references to the due version.
// Throughput: one row a cycle.
//
// Versions: of a region, a power of two, at least 2. TimeWidth: bits of a creation time.

`default_nettype none

module version_choice
  import versioned_memory_pkg::*;
#(
  parameter int unsigned Versions  = 8,
  parameter int unsigned TimeWidth = 32
) (
  input  wire logic                                   clk_i,

  // A row, and its access
  input  wire version_state_e [Versions-1:0]          state_i,
  input  wire logic [Versions-1:0]                    closed_i,      // no transaction may begin to read it
  input  wire logic [Versions-1:0][Versions-1:0]      younger_i,     // [i][j]: readable version i is younger than j
  input  wire logic [Versions-1:0][TimeWidth-1:0]     created_i,
  input  wire access_kind_e                           kind_i,
  input  wire logic [TimeWidth-1:0]                   moment_i,      // time of the snapshot

  // In the next cycle
  output      logic [Versions-1:0]                    readable_o,
  output      logic [Versions-1:0]                    writable_o,
  output      logic [Versions-1:0]                    copying_o,
  output      logic [Versions-1:0]                    newest_o,      // newest of the readable ones: exactly one
  output      logic [Versions-1:0]                    chosen_o,      // version for the access, or none
  input  wire logic [Versions-1:0]                    unread_i,      // versions without references
  output      logic [Versions-1:0]                    due_o,         // version to be made next, or none
  output      logic [Versions-1:0]                    before_due_o   // if a readable one is due: the version before it
);

  typedef logic [Versions-1:0] versions_t;

  function automatic versions_t lowest(versions_t set);
    return set & (~set + 1'b1);
  endfunction
  // Of a set of readable versions, the youngest one; with `oldest`, the oldest
  function automatic versions_t extreme(versions_t set, logic [Versions-1:0][Versions-1:0] younger, logic oldest);
    extreme = set;
    for (int unsigned i = 0; i < Versions; i++) begin
      for (int unsigned j = 0; j < Versions; j++) begin
        if (set[j] && (oldest ? younger[i][j] : younger[j][i])) extreme[i] = 1'b0;
      end
    end
  endfunction

  // ---- Without times and references ----
  versions_t readable, writable, copying, free, newest;
  logic reads;

  always_comb begin
    for (int unsigned v = 0; v < Versions; v++) begin
      readable[v] = state_i[v] == VersionReadable;
      writable[v] = state_i[v] == VersionWritable;
      copying[v]  = state_i[v] == VersionCopying;
      free[v]     = state_i[v] == VersionFree;
    end
  end
  assign newest = extreme(readable, younger_i, 1'b0);
  assign reads  = kind_i == AccessRead || kind_i == AccessFirstRead;

  versions_t fixed_q;        // for an access that does not read by time
  versions_t allowed_q;      // for one that does, if it is the latest in time
  versions_t in_time_q;
  versions_t spare_q;        // a free version
  versions_t recyclable_q;   // version to recycle if it is unread and none is free
  logic [Versions-1:0][Versions-1:0] younger_q;
  logic [Versions-1:0][Versions-1:0] before_q;  // the version before each readable one

  always_ff @(posedge clk_i) begin
    readable_o   <= readable;
    writable_o   <= writable;
    copying_o    <= copying;
    newest_o     <= newest;
    fixed_q      <= '0;
    allowed_q    <= '0;
    if (kind_i == AccessPlain) fixed_q <= newest;
    if (kind_i == AccessWrite) fixed_q <= writable;
    if (reads) allowed_q <= kind_i == AccessFirstRead ? ~closed_i : '1;
    spare_q      <= lowest(free);
    recyclable_q <= free == '0 ? readable & ~newest : '0;
    younger_q    <= younger_i;
    for (int unsigned v = 0; v < Versions; v++) begin
      in_time_q[v] <= readable[v] && created_i[v] <= moment_i;
      before_q[v]  <= readable[v] ? extreme(readable & younger_i[v], younger_i, 1'b0) : '0;
    end
  end

  // ---- With times and references ----
  assign chosen_o = fixed_q | (extreme(in_time_q, younger_q, 1'b0) & allowed_q);
  assign due_o    = spare_q | extreme(recyclable_q & unread_i, younger_q, 1'b1);
  always_comb begin
    before_due_o = '0;
    for (int unsigned v = 0; v < Versions; v++) if (due_o[v]) before_due_o |= before_q[v];
  end

endmodule

`default_nettype wire
