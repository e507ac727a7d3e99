# Writes "hello" to the terminal and exits with status 42.
    .globl _start
_start:
    li a0, 1
    la a1, text
    li a2, 6
    li a7, 64
    ecall
    li a0, 42
    li a7, 93
    ecall
text:
    .ascii "hello\n"
