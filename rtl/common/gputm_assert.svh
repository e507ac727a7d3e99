// Assertions, covers and checks of parameters, one line each. A file that uses them has, after its head comment,
//
//   `include "gputm_assert.svh"
//
// and its tool has the include directory rtl/common. The names begin with GPUTM_ since a macro holds for all files that are
// read after it, and other libraries have an ASSERT with other arguments.
//
// name:    label of the check: a_ of an assertion, b_ of a cover (tb/coverage), u_check_ of a stream
// expr:    what holds at each rising edge outside of reset
// message: arguments of $error in parentheses: ("fifo_sync: %0d words", count_q)
// clk:     clock
// rst:     reset, high while nothing is checked
//
// GPUTM_ASSERT_I is one statement; the others are items of a module.
//
// With GPUTM_ASSERTS_OFF defined there are none, for tools that do not read them; parameters are checked nevertheless.

`ifndef GPUTM_ASSERT_SVH
`define GPUTM_ASSERT_SVH

`ifdef GPUTM_ASSERTS_OFF
`define GPUTM_ASSERT_I(name, expr, message = ("%m"))
`define GPUTM_ASSERT(name, expr, message = ("%m"), clk = clk_i, rst = !rst_ni)
`define GPUTM_ASSERT_IF(name, expr, enable, message = ("%m"), clk = clk_i, rst = !rst_ni)
`define GPUTM_COVER(name, expr, clk = clk_i, rst = !rst_ni)
`define GPUTM_STREAM(name, valid, ready, data = 1'b0, clk = clk_i, rst_n = rst_ni)
`else

// `expr` holds wherever the statement runs, as in an always_comb.
`define GPUTM_ASSERT_I(name, expr, message = ("%m")) \
  name :                                             \
  assert (expr)                                      \
  else $error message;

// `expr` holds.
`define GPUTM_ASSERT(name, expr, message = ("%m"), clk = clk_i, rst = !rst_ni) \
  always_ff @(posedge clk) begin                                               \
    if (!(rst)) begin                                                          \
      `GPUTM_ASSERT_I(name, expr, message)                                     \
    end                                                                        \
  end

// `expr` holds when `enable` does, and is evaluated only then.
`define GPUTM_ASSERT_IF(name, expr, enable, message = ("%m"), clk = clk_i, rst = !rst_ni) \
  always_ff @(posedge clk) begin                                                          \
    if (!(rst) && (enable)) begin                                                         \
      `GPUTM_ASSERT_I(name, expr, message)                                                \
    end                                                                                   \
  end

// `expr` holds at some edge in some test.
`define GPUTM_COVER(name, expr, clk = clk_i, rst = !rst_ni) \
  always_ff @(posedge clk) begin                            \
    if (!(rst)) begin                                       \
      name : cover (expr);                                  \
    end                                                     \
  end

// An offer of a ready/valid stream stays, with the same data, until it is taken. A stream without data needs no `data`.
`define GPUTM_STREAM(name, valid, ready, data = 1'b0, clk = clk_i, rst_n = rst_ni) \
  stream_check #(                                                                  \
    .Width($bits(data))                                                            \
  ) name (                                                                         \
    .clk_i  (clk),                                                                 \
    .rst_ni (rst_n),                                                               \
    .valid_i(valid),                                                               \
    .ready_i(ready),                                                               \
    .data_i (data)                                                                 \
  );
`endif

// Ends the elaboration unless `legal`, a constant that functions of param_pkg report about, is true.
`define GPUTM_ASSERT_PARAMS(legal)         \
  if (!(legal)) begin : gen_refused       \
    $error("%m: parameters are refused"); \
  end

`endif
