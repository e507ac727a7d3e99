# gputm_add_kernel(<name> <source.cpp> ... [RV64] [OPTIONS <compiler option> ...])
#
# Compiles device C++, with C's library for the device (picolibc), to the ELF file <binary dir>/<name>.elf for RV32IMAF, or with
# RV64 for RV64IMAFD, with -O2 unless the options say otherwise (docs/guide/kernels.md). The target <name> carries the path in its GPUTM_ELF property.
find_program(GPUTM_DEVICE_CXX riscv64-unknown-elf-g++ REQUIRED)
# Folder of gputm.h, crt0.S and link.ld: in the source tree, unless the installed package has set it.
if(NOT DEFINED GPUTM_DEVICE_DIR)
  set(GPUTM_DEVICE_DIR ${CMAKE_CURRENT_LIST_DIR}/../sim/workloads/device)
endif()
# C's libraries for rv32imf and rv64iafd: Debian has none for rv32imaf and rv64imafd; none has compressed instructions.
find_path(GPUTM_DEVICE_LIBC picolibc.specs PATHS /usr/lib/picolibc/riscv64-unknown-elf NO_DEFAULT_PATH REQUIRED)
# `gputm launch` compiles with the same flags and libraries (sim/launch). GCC's uint32_t is unsigned long, for which
# printf("%u") gives a warning: here it is unsigned int, as on other machines. The assembler warns of GCC's sections
# (gputm/shared.h).
set(GPUTM_DEVICE_COMMON_FLAGS
    -std=c++20 -O2 -g -fno-exceptions -fno-rtti -fno-use-cxa-atexit -nostdlib -nostartfiles
    -isystem ${GPUTM_DEVICE_LIBC}/include -fno-builtin-printf -fno-math-errno
    -ffp-contract=off -msmall-data-limit=0 -Wall -Wextra -Wl,--no-warn-rwx-segments -Wa,--no-warn -fno-jump-tables
    -U__UINT32_TYPE__ "-D__UINT32_TYPE__=unsigned int" -U__INT32_TYPE__ -D__INT32_TYPE__=int)
set(GPUTM_DEVICE_FLAGS -march=rv32imaf -mabi=ilp32f ${GPUTM_DEVICE_COMMON_FLAGS})
# Programs are linked above 2 GiB, which code of the model medlow does not reach in 64 bits.
set(GPUTM_DEVICE_FLAGS_RV64 -march=rv64imafd -mabi=lp64d -mcmodel=medany ${GPUTM_DEVICE_COMMON_FLAGS})
# After all other options. GCC may copy a warp collective into the preceding branches, where lanes execute it separately, and
# the check of a lock loop, after which waiting lanes run before those that hold the lock (docs/guide/kernels.md). The macro tells
# device_types.h that the command line has these options.
set(GPUTM_DEVICE_LOCKSTEP_FLAGS
    -DGPUTM_LOCKSTEP_FLAGS -fno-thread-jumps -fno-gcse -fno-reorder-blocks -fno-tracer -fno-split-paths -fno-unswitch-loops
    -fno-split-loops -fno-version-loops-for-strides -fno-unroll-loops -fno-unroll-all-loops -fno-peel-loops -fno-modulo-sched)
set(GPUTM_DEVICE_COMMON_LIBRARIES -Wl,--start-group -lm -lc -lgcc -Wl,--end-group)
set(GPUTM_DEVICE_LIBRARIES -L${GPUTM_DEVICE_LIBC}/lib/rv32imf/ilp32f ${GPUTM_DEVICE_COMMON_LIBRARIES})
set(GPUTM_DEVICE_LIBRARIES_RV64 -L${GPUTM_DEVICE_LIBC}/lib/rv64iafd/lp64d ${GPUTM_DEVICE_COMMON_LIBRARIES})

function(gputm_add_kernel name)
  set(elf ${CMAKE_CURRENT_BINARY_DIR}/${name}.elf)
  cmake_parse_arguments(PARSE_ARGV 1 KERNEL "RV64" "" "OPTIONS")
  set(width)
  if(KERNEL_RV64)
    set(width _RV64)
  endif()
  set(sources)
  foreach(source ${KERNEL_UNPARSED_ARGUMENTS})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  add_custom_command(
    OUTPUT ${elf}
    COMMAND ${GPUTM_DEVICE_CXX} ${GPUTM_DEVICE_FLAGS${width}} ${KERNEL_OPTIONS} ${GPUTM_DEVICE_LOCKSTEP_FLAGS} -I${GPUTM_DEVICE_DIR}
            -isystem ${GPUTM_DEVICE_DIR}/libc -T${GPUTM_DEVICE_DIR}/link.ld
            -fdebug-prefix-map=${GPUTM_DEVICE_DIR}=gputm -fdebug-prefix-map=${GPUTM_DEVICE_DIR}/gputm=gputm
            -MMD -MF ${elf}.d -MT ${elf} ${GPUTM_DEVICE_DIR}/crt0.S ${sources} ${GPUTM_DEVICE_LIBRARIES${width}} -o ${elf}
    DEPENDS ${sources} ${GPUTM_DEVICE_DIR}/crt0.S ${GPUTM_DEVICE_DIR}/link.ld
    DEPFILE ${elf}.d
    COMMENT "Device kernel ${name}.elf"
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${elf})
  set_target_properties(${name} PROPERTIES GPUTM_ELF ${elf})
endfunction()
