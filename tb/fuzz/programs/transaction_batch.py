"""Batches of random kernels with transactions: one source, compiled in one way for RV32 or RV64, run on every platform."""

import launched
import toolchain
import transaction_kernels

PROGRAMS = 50  # programs per batch
# Every TM system with every warp width.
WIDTHS = [1, 32, 64]
SYSTEMS = ["ideal", "kilo", "warptm", "getm", "serial"]
PLATFORMS = [f"{system}:{width}" for system in SYSTEMS for width in WIDTHS]


def run(tools, seed, number, place, without=None):
    """(programs, launches, errors) of the batch of that number. Its files stay in `place`."""
    name = f"{seed}_{number}"
    source, elf, library = place / "kernels.cpp", place / "kernels.elf", place / "kernels.so"
    tools = tools.of_width(toolchain.xlen(number))
    source.write_text(transaction_kernels.source(name, PROGRAMS))
    tools.host_library(source, library)
    tools.kernels(source, elf, toolchain.level(number), ["-DFUZZ_WITHOUT_TRANSACTIONS"] if without == "transactions" else [])
    command = [tools.build / "tb/fuzz/programs/run_kernels", elf, library, str(PROGRAMS), str(seed + number), *PLATFORMS]
    launches, wrong = launched.run(command, place, PROGRAMS * len(PLATFORMS), without)
    return PROGRAMS, launches, [f"{toolchain.level(number)}, {tools.xlen} bits: {line}" for line in wrong]
