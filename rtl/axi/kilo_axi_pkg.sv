// Beats of a commit unit's AXI4-Streams, and the constant attributes of its AXI4 master (AMBA AXI
// and ACE protocol specification; AMBA 4 AXI4-Stream protocol specification).
//
// Fields begin at bytes, so that a processor can build a beat as a struct. Unnamed bits are written as 0.

`default_nettype none

package kilo_axi_pkg;

  parameter int unsigned RequestBits = 128;  // bits of a fill or control beat
  parameter int unsigned AnswerBits = 32;  // bits of a reply beat
  parameter int unsigned MaxCidBits = 16;  // a narrower commit id has zeros above it
  typedef logic [MaxCidBits-1:0] beat_id_t;

  // A fill or a control. The end of a log is marked in the beat, not by the end of an AXI4-Stream
  // packet: a packet may mix words of several transactions.
  typedef struct packed {
    logic [44:0] zero;
    logic        last;     // last word of id's log
    logic [1:0]  kind;     // fill_kind_e, or control_kind_e
    beat_id_t    id;
    logic [63:0] payload;  // bytes 0-3: the word, 4-7: its byte address; of a skip, ids without a log here
  } request_beat_t;

  typedef struct packed {
    logic [12:0] zero;
    logic [2:0]  kind;  // reply_kind_e
    beat_id_t    id;
  } answer_beat_t;

  // A transfer that failed.
  typedef struct packed {
    logic        write;  // a write, else a read
    logic [1:0]  resp;   // SLVERR or DECERR of the answer; DECERR: a word that the bus cannot address
    logic [15:0] tag;    // tag of the read
    kilo_pkg::word_addr_t addr;  // number of the word
  } bus_error_t;

  parameter logic [1:0] AxiSlvErr = 2'b10;
  parameter logic [1:0] AxiDecErr = 2'b11;

  // Every transfer is one word.
  parameter logic [7:0] AxiOneBeat = 8'd0;
  parameter logic [1:0] AxiBurstIncr = 2'b01;
  parameter logic AxiNormalAccess = 1'b0;  // not exclusive
  // Normal, non-cacheable, non-bufferable: the memory itself answers a write, when every later read sees it.
  parameter logic [3:0] AxiNonBufferable = 4'b0010;
  parameter logic [2:0] AxiUnprivilegedData = 3'b010;  // non-secure
  parameter logic [3:0] AxiNoQos = 4'd0;

endpackage

`default_nettype wire
