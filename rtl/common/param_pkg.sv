// Checks of a module's parameters, which end the elaboration with one line: module, parameter, value and
// legal values. A module has its checks at the top of its body:
//
//   `GPUTM_ASSERT_PARAMS(param_pkg::in_range("fifo_sync: Depth", Depth, 2, 65536))
//
// A check reports by $fatal while its constant is evaluated. An $error in a generate block alone
// comes after the errors that an illegal value causes elsewhere (casts to no bits, endless loops),
// and with some tools not at all; the macro has one for the tools that ignore $fatal in a constant function.

`default_nettype none

package param_pkg;

  // Text, right-aligned. Not all tools support strings in constant functions.
  parameter int unsigned TextBytes = 160;
  typedef logic [8*TextBytes-1:0] text_t;

  function automatic text_t joined(text_t head, text_t tail);
    text_t text;
    text = head;
    for (int i = TextBytes - 1; i >= 0; i--) begin
      if (tail[8*i+:8] != '0) text = {text[8*TextBytes-9:0], tail[8*i+:8]};
    end
    return text;
  endfunction

  function automatic text_t number(logic [63:0] value);
    text_t digits;
    logic [63:0] rest;
    digits = '0;
    rest   = value;
    for (int i = 0; i < 20; i++) begin
      if (i == 0 || rest != '0) digits[8*i+:8] = 8'd48 + 8'(rest % 64'd10);
      rest = rest / 64'd10;
    end
    return digits;
  endfunction

  // The text left-aligned, followed by spaces: a tool may print a leading zero byte as a space.
  function automatic text_t aligned(text_t text);
    text_t left;
    left = text;
    for (int i = 0; i < TextBytes; i++) begin
      if (left[8*TextBytes-1-:8] == '0) left = {left[8*TextBytes-9:0], " "};
    end
    return left;
  endfunction

  function automatic text_t span(logic [63:0] low, logic [63:0] high);
    return joined(joined(number(low), " .. "), number(high));
  endfunction

  // Returns `legal`, or ends the elaboration. `name` is "module: Parameter", `what` are the legal values. A tool may
  // report only one of the failures at a place, so there is a place for each level, to include the outermost
  // module's: 0 for modules that no other one contains, 1 for tops inside these, 2 for their parts, 3 for rtl/common.
  function automatic bit holds(text_t name, logic [63:0] value, bit legal, text_t what, int unsigned level = 0);
    text_t text;
    if (!legal) begin
      text = aligned(joined(joined(joined(name, "="), number(value)), joined(" must be ", what)));
      case (level)
        0: $fatal(1, "%s", text);
        1: $fatal(1, "%s", text);
        2: $fatal(1, "%s", text);
        default: $fatal(1, "%s", text);
      endcase
    end
    return legal;
  endfunction

  function automatic bit in_range(text_t name, int unsigned value, int unsigned low, int unsigned high,
                                  int unsigned level = 0);
    return holds(name, 64'(value), value >= low && value <= high, span(64'(low), 64'(high)), level);
  endfunction

  function automatic bit is_power(int unsigned value);
    return value != 0 && (value & (value - 1)) == 0;
  endfunction

  function automatic bit power_of_two(text_t name, int unsigned value, int unsigned low, int unsigned high,
                                      int unsigned level = 0);
    return holds(
        name,
        64'(value),
        value >= low && value <= high && is_power(
            value
        ),
        joined(
            "a power of two, ", span(64'(low), 64'(high))
        ),
        level
    );
  endfunction

  function automatic bit multiple(text_t name, int unsigned value, int unsigned factor, int unsigned low,
                                  int unsigned high, int unsigned level = 0);
    bit legal;
    legal = value >= low && value <= high;
    if (factor != 0 && value % factor != 0) legal = 1'b0;
    return holds(
        name,
        64'(value),
        legal,
        joined(
            joined(joined("a multiple of ", number(64'(factor))), ", "), span(64'(low), 64'(high))
        ),
        level
    );
  endfunction

  // A power of two times `factor`
  function automatic bit power_times(text_t name, int unsigned value, int unsigned factor, int unsigned low,
                                     int unsigned high, int unsigned level = 0);
    bit legal;
    legal = value >= low && value <= high;
    if (factor != 0 && (value % factor != 0 || !is_power(value / factor))) legal = 1'b0;
    return holds(
        name,
        64'(value),
        legal,
        joined(
            joined(joined("a power of two times ", number(64'(factor))), ", "), span(64'(low), 64'(high))
        ),
        level
    );
  endfunction

  // An address of `width` bits that is a multiple of `bytes`
  function automatic bit address(text_t name, logic [63:0] value, int unsigned width, int unsigned bytes,
                                 int unsigned level = 0);
    logic [63:0] last;
    bit legal;
    last  = width > 63 ? '1 : (64'd1 << width) - 64'd1;
    legal = value <= last;
    if (bytes != 0) begin
      last = last - 64'(bytes) + 64'd1;
      if (value % 64'(bytes) != '0) legal = 1'b0;
    end
    return holds(
        name, value, legal, joined(joined(joined("a multiple of ", number(64'(bytes))), ", "), span(64'd0, last)), level
    );
  endfunction

  // 2 ** width, at most 2 ** 31, and the largest number of `width` bits: limits of ranges that follow from a width
  function automatic int unsigned power(int unsigned width);
    return width > 31 ? 32'h8000_0000 : 32'd1 << width;
  endfunction

  function automatic int unsigned ones(int unsigned width);
    return width > 31 ? '1 : (32'd1 << width) - 32'd1;
  endfunction

endpackage

`default_nettype wire
