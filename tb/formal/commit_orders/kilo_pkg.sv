// kilo_pkg at a reduced size: ids of 3 bits; two words, of one bit each; eight buffers.

`default_nettype none

package kilo_pkg;
  parameter int unsigned CidBits = 3;
  parameter int unsigned MinCidBits = 3;
  parameter int unsigned MaxLiveIds = 4;
  parameter int unsigned WordAddrBits = 1;
  parameter int unsigned DataWidth = 1;
  parameter int unsigned SkipWidth = 2;
  parameter int unsigned BufferIdBits = 3;
  parameter int unsigned WordCountBits = 2;
  parameter int unsigned ReadCountBits = 4;
  typedef logic [CidBits-1:0] cid_t;
  typedef logic [WordAddrBits-1:0] word_addr_t;
  function automatic logic cid_before(cid_t a, cid_t b);
    cid_t distance;
    distance = a - b;
    return distance[CidBits-1];
  endfunction
endpackage

`default_nettype wire
