// The commit unit's words at a reduced size: four words of a byte each.

`default_nettype none

package kilo_pkg;

  parameter int unsigned CidBits = 4;
  parameter int unsigned MinCidBits = 4;
  parameter int unsigned WordAddrBits = 2;
  parameter int unsigned DataWidth = 8;

  typedef logic [CidBits-1:0] cid_t;
  typedef logic [WordAddrBits-1:0] word_addr_t;

endpackage

`default_nettype wire
