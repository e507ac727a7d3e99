// Protection of memories: the kinds, the check matrix of the code, and the errors that RAMs report (docs/protection.md).
//
// The code corrects one wrong bit of a word and detects two (M.-Y. Hsiao, "A Class of Optimal Minimum Odd-weight-column
// SEC-DED Codes", IBM Journal 1970). Each column of its check matrix has exactly three ones, so that a bit is corrected
// by one LUT of four inputs: the bit and three bits of the syndrome. The columns are the rotations of one another, which
// gives each check bit the same number of data bits, within three.

`default_nettype none

package ecc_pkg;

  // Values of `Protection`, a number, since tools set numbers on their command lines
  parameter int unsigned None = 0;
  parameter int unsigned Parity = 1;  // one bit a word: an error is detected
  parameter int unsigned Secded = 2;  // an error is corrected, two are detected

  parameter int unsigned MaxWidth = 256;  // data bits of a word
  parameter int unsigned MaxChecks = 13;
  parameter int unsigned RowBits = 16;
  parameter int unsigned MemoryBits = 8;
  parameter int unsigned CountBits = 8;

  // Error of a RAM, in the second cycle after the read; all zero without an error
  typedef struct packed {
    logic               valid;
    logic               fatal;  // the word could not be corrected
    logic [RowBits-1:0] row;    // row of the memory
  } ram_error_t;

  // What a top reports of its memories since reset
  typedef struct packed {
    logic                  valid;          // there was an error
    logic                  fatal;          // one could not be corrected: the unit has stopped
    logic [MemoryBits-1:0] memory;         // memory of the first error, or of the first fatal one
    logic [RowBits-1:0]    row;            // its row
    logic [CountBits-1:0]  corrected;      // reads that were corrected, at most 255
    logic [CountBits-1:0]  uncorrectable;  // reads that could not be corrected, at most 255
  } ram_report_t;

  // Check bits of a word: the least number with enough columns of three ones
  function automatic int unsigned checks_of(int unsigned protection, int unsigned width);
    int unsigned checks;
    if (protection == None) return 0;
    if (protection == Parity) return 1;
    checks = 3;
    for (int unsigned i = 0; i < MaxChecks; i++) begin
      if (checks * (checks - 1) * (checks - 2) / 6 < width) checks = checks + 1;
    end
    return checks;
  endfunction

  typedef logic [MaxWidth-1:0] mask_t;

  // Data bits of a check bit. A column has ones at i, i + a and i + b, modulo the number of check bits. Of the three
  // rotations of its gaps (a, b - a, checks - b), the one with the smallest first is taken; if all are equal, a third
  // of the places are different.
  function automatic mask_t data_bits(int unsigned checks, int unsigned width, int unsigned check);
    mask_t mask;
    int unsigned column;
    mask   = '0;
    column = 0;
    for (int unsigned a = 1; a < checks; a++) begin
      for (int unsigned b = a + 1; b < checks; b++) begin
        for (int unsigned i = 0; i < checks; i++) begin
          if ((a <= b - a && a < checks - b) || (a == b - a && a == checks - b && i < a)) begin
            if (column < width && column < MaxWidth) begin
              mask[column] = check == i || check == (i + a) % checks || check == (i + b) % checks;
            end
            column = column + 1;
          end
        end
      end
    end
    return mask;
  endfunction

endpackage

`default_nettype wire
