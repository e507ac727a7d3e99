// Byte address of a word on the bus, and whether the bus can address it: an address beyond the bus's
// width is replaced by that of word 0 and reported, since a wrapped one would be another word's.
//
// Combinational. BusAddrWidth: bits of a byte address of the bus. BaseAddress: address of word 0.

`default_nettype none

module axi_word_address
  import kilo_pkg::*;
#(
  parameter int unsigned        BusAddrWidth = 32,
  parameter logic        [63:0] BaseAddress  = '0
) (
  input  wire word_addr_t              word_i,     // number of the word
  output      logic [BusAddrWidth-1:0] address_o,  // address of its first byte, or of word 0
  output      logic                    outside_o   // the word is beyond the bus's addresses
);

  localparam int unsigned ByteBits = $clog2(DataWidth / 8);

  logic [64:0] address;

  assign address   = 65'(BaseAddress) + (65'(word_i) << ByteBits);
  assign outside_o = address[64:BusAddrWidth] != '0;
  assign address_o = outside_o ? BusAddrWidth'(BaseAddress) : address[BusAddrWidth-1:0];

endmodule

`default_nettype wire
