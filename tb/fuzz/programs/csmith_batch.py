"""Batches of csmith's programs, compiled in one way, for RV32 or RV64. `gputm exec` and QEMU run them one after another, in one bare program; on the
GPU, each is run by a lane of its own: lanes of one warp, which is then always diverged, or one lane per warp. All of them
compute the same checksums."""

import random
import struct
import subprocess

import launched
import toolchain

PROGRAMS = 20  # programs of a batch
# Pointers to members of packed structures may be misaligned, which C does not allow either.
OPTIONS = ["--no-argc", "--no-float", "--no-packed-struct", "--max-funcs", "5", "--max-block-depth", "3", "--max-expr-complexity", "6",
           "--max-array-dim", "2", "--max-array-len-per-dim", "5", "--concise"]
INCLUDES = "/usr/include/csmith"
# Without transactions all systems are equivalent; lock has none.
PLATFORMS = ["ideal:1", "ideal:32", "kilo:64", "serial:32", "lock:1", "lock:64"]
SECONDS = 30  # processor time of a batch
MOST_INSTRUCTIONS = 300_000  # per program; longer or endless ones are left out


def compiled_program(tools, seed, number, source, at_level):
    """A program of csmith's, as a function that returns its checksum."""
    # csmith leaves a file in the current folder.
    text = toolchain.run(["csmith", "--seed", seed, *OPTIONS], cwd=source.parent).decode()
    text = text.replace("int main (void)", f"unsigned program{number}(void)")
    before = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);\n    return 0;"
    if before not in text:
        raise toolchain.CompileError(f"csmith --seed {seed}: its main() is not what it was")
    text = text.replace(before, "return crc32_context ^ 0xFFFFFFFFUL;")
    source.write_text("#include <stdio.h>\n#define printf(...) 0\n" + text)
    compiled = source.with_suffix(".o")
    tools.c_object(source, compiled, at_level, [f"-I{INCLUDES}"])
    return compiled


def main_source(numbers):
    names = ", ".join(f"program{number}" for number in numbers)
    return f"""#include <gputm.h>
extern "C" {{
{"".join(f"u32 program{number}();{chr(10)}" for number in numbers)}
void programs(u32* results);
void bare_main();
}}
static u32 (*const kPrograms[])() = {{{names}}};
/// Each thread runs the program of its number.
KERNEL void programs(u32* results) {{ results[thread_id()] = kPrograms[thread_id()](); }}
/// Writes every program's result and how many instructions it took, if the machine counts them.
void bare_main() {{
  for (auto* program : kPrograms) {{
    u32 words[2], start, end;
    asm volatile("csrr %0, 0xC02" : "=r"(start));
    words[0] = program();
    asm volatile("csrr %0, 0xC02" : "=r"(end));
    words[1] = end - start;
    using gputm_device::Register;
    register Register a0 asm("a0") = 1;
    register Register a1 asm("a1") = reinterpret_cast<Register>(words);
    register Register a2 asm("a2") = sizeof words;
    register Register a7 asm("a7") = 64;
    asm volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  }}
}}
"""


def link(tools, place, objects, numbers):
    """The bare program, and the one for the GPU."""
    source = place / "programs.cpp"
    source.write_text(main_source(numbers))
    tools.link([source, *objects], place / "programs.elf")
    tools.link([source, *objects], place / "bare.elf", start=toolchain.HERE / "bare_start.S")


def results(command):
    """(result, instructions) of each program that ended."""
    limited = ["prlimit", f"--cpu={SECONDS}", *(str(word) for word in command)]
    output = subprocess.run(limited, stdin=subprocess.DEVNULL, capture_output=True, check=False).stdout
    return list(struct.iter_unpack("<II", output[:len(output) // 8 * 8]))


def short_programs(tools, place, objects):
    """Numbers of the programs that end soon; the others would take too long on a GPU."""
    numbers = sorted(objects)
    while numbers:
        link(tools, place, [objects[number] for number in numbers], numbers)
        ended = results([tools.build / "gputm", "exec", "--max-instructions", len(numbers) * MOST_INSTRUCTIONS, place / "bare.elf"])
        short = [number for number, (_, instructions) in zip(numbers, ended) if instructions <= MOST_INSTRUCTIONS]
        if len(short) == len(numbers):
            return numbers, [result for result, _ in ended]
        # The program after those that ended did not end; later ones were not tried.
        numbers = short + numbers[len(ended) + 1:]
    return [], []


def run(tools, seed, number, place, without=None):
    """(programs, launches, errors) of the batch of that number. Its files stay in `place`."""
    first = random.Random(f"csmith {seed} {number}").randrange(1 << 31)
    tools = tools.of_width(toolchain.xlen(number))
    qemu = f"qemu-riscv{tools.xlen}"
    objects = {n: compiled_program(tools, first + n, n, place / f"program{n}.c", toolchain.level(number)) for n in range(PROGRAMS)}
    numbers, executed = short_programs(tools, place, objects)
    expected = [result for result, _ in results([qemu, place / "bare.elf"])]
    if without == "host":
        expected = [result ^ 1 for result in expected]
    (place / "results.txt").write_text("".join(f"{result}\n" for result in expected))
    wrong = []
    if len(expected) != len(numbers):
        wrong.append(f"FAILED: {qemu} ran {len(expected)} of {len(numbers)} programs")
    wrong += [f"FAILED program {n} (csmith --seed {first + n}) exec: {found} and {wanted} elsewhere"
              for n, found, wanted in zip(numbers, executed, expected) if found != wanted]
    command = [tools.build / "tb/fuzz/programs/run_programs", place / "programs.elf", place / "results.txt", seed + number, *PLATFORMS]
    launches, found = launched.run(command, place, len(PLATFORMS))
    return len(numbers), launches, [f"{toolchain.level(number)}, {tools.xlen} bits: {line}" for line in wrong + found]
