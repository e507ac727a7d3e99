"""Batches of damaged ELF files, each of which `gputm exec` and `gputm launch` must refuse or run to an end (tb/fuzz/mutants)."""

import launched

PROGRAMS = 100  # files per batch and command


def run(tools, seed, number, place, without=None):
    """(files, runs, errors) of the batch of that number. Files with an error stay in `place`."""
    mutants = tools.build / "tb/fuzz/mutants"
    first = number * PROGRAMS
    command = [mutants / "mutated_elfs", mutants / "mutants_bare.elf", mutants / "mutants_kernels.elf", first + PROGRAMS, first, 1, place]
    files, wrong = launched.run(command, place, PROGRAMS, without, seed)
    return files, 2 * files, wrong
