// Types that the WarpTM blocks share (MICRO 2013 paper).

`default_nettype none

package warptm_pkg;

  // Purpose of a row of a warp's logs in two-phase parallel conflict resolution: all rows of the write
  // log are marked first, then those of the read log and once more those of the write log are checked.
  typedef enum logic [1:0] {
    RowMark,       // write log: the lowest lane that writes a word owns it
    RowCheckRead,  // read log: a lane aborts where a lower lane owns the word
    RowCheckWrite  // write log: a lane aborts where another lane owns the word
  } row_op_e;

  // A commit unit's reply, numbered as reply_kind_e of commit_unit_pkg.
  typedef enum logic [2:0] {
    ReplyOpPass,
    ReplyOpFail,
    ReplyOpRetired,
    ReplyOpResendReads,
    ReplyOpResendWrites
  } reply_op_e;

  // Kind of the replies in a packet to a core
  typedef enum logic [1:0] {
    PacketOutcomes,
    PacketRetired,
    PacketResendReads,
    PacketResendWrites
  } packet_kind_e;

endpackage

`default_nettype wire
