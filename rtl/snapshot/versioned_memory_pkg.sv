// Types of versioned memory (ISCA 2017 paper, section 3), shared by version_index_table,
// row_copy_unit and snapshot_commit_unit.

`default_nettype none

package versioned_memory_pkg;

  // Life of a version. S4 of the paper, recycled, is VersionFree.
  typedef enum logic [1:0] {
    VersionFree,
    VersionCopying,   // S1: the newest readable version is being copied to it
    VersionWritable,  // S2: commits write to it
    VersionReadable   // S3: it has a creation time and does not change any more
  } version_state_e;

  typedef enum logic [1:0] {
    AccessPlain,      // outside transactions: of a region, the newest readable version
    AccessRead,       // in a transaction: the latest version that is not younger than its snapshot
    AccessFirstRead,  // the same, and the version is counted as referenced until it is released
    AccessWrite       // by a commit: the writable version
  } access_kind_e;

  typedef enum logic [1:0] {
    PlaceValid,      // the access goes to the block of the reply
    PlaceRecycled,   // no version is as old as the snapshot any more: the transaction begins again on a newer one
    PlaceNotYet      // no version is writable yet: its copy is being made, or waits for a version to be released
  } place_e;

  typedef enum logic [2:0] {
    RegionTaken,
    RegionFull,        // the table has no entry left
    RegionTooLarge,    // its versions do not fit in a subarray
    RegionMisaligned,  // the region's start is not a multiple of the space of all its versions
    RegionOverlaps     // its space overlaps the space of another region
  } region_result_e;

  // Beats of a warp's write set to a commit unit
  typedef enum logic [1:0] {
    SetWord,    // a word of a lane
    SetEnd,     // all words have been sent
    SetCommit,  // some of its lanes commit: their words are to be written
    SetDrop     // no lane commits: the set is dropped
  } set_beat_e;

  typedef enum logic {
    SetDone,   // all committing words have been written; the set is free for the warp's next one
    SetResend  // it does not fit into the buffer: its words and its end are sent again, and written as they come
  } set_reply_e;

endpackage

`default_nettype wire
