// The environment required by riscv-tests, at user level: a test ends with exit status 0, or its number times
// two plus one.
#pragma once

#define RVTEST_RV32U
#define RVTEST_RV64U
#define RVTEST_RV32UF
#define RVTEST_RV64UF

#define TESTNUM gp

#define RVTEST_CODE_BEGIN \
  .text;                  \
  .globl _start;          \
  _start:
#define RVTEST_CODE_END

#define RVTEST_EXIT \
  li a7, 93;        \
  ecall
#define RVTEST_PASS \
  li a0, 0;         \
  RVTEST_EXIT
#define RVTEST_FAIL    \
  slli a0, TESTNUM, 1; \
  ori a0, a0, 1;       \
  RVTEST_EXIT

#define RVTEST_DATA_BEGIN .balign 16;
#define RVTEST_DATA_END
