# Runs one after another what the kernel `programs` runs in a thread each, on one lane or on any RISC-V Linux.
    .globl _start
_start:
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    call bare_main
    li a7, 93
    ecall
