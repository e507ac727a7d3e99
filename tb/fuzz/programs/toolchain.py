"""The compilers of device and host, as the build found them (which CMake writes into the build folder)."""

import json
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
# Users' options, without the flags that locks and collectives need.
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "clang"]
TARGETS = {32: ["-march=rv32imaf", "-mabi=ilp32f"], 64: ["-march=rv64imafd", "-mabi=lp64d", "-mcmodel=medany"]}
CLANG = ["-O2", "-ffp-contract=off", "-w"]
ANY_CODE = ["-DGPUTM_LOCKSTEP_FLAGS", "-fthread-jumps", "-fgcse", "-freorder-blocks", "-fjump-tables", "-w"]


def level(number):
    """How the batch of this number is compiled; both widths, in turn, at each level."""
    return LEVELS[number // 2 % len(LEVELS)]


def xlen(number):
    return (32, 64)[number % 2]


class CompileError(Exception):
    pass


def run(command, **options):
    ended = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, check=False, **options)
    if ended.returncode != 0:
        text = ended.stderr.decode(errors="replace")
        raise CompileError(f"{' '.join(map(str, command))}: {ended.returncode}\n{text}")
    return ended.stdout


class Toolchain:
    """Compiles for registers of `xlen` bits."""

    def __init__(self, build, xlen=32):
        self.build = build
        self.xlen = xlen
        width = "" if xlen == 32 else "_rv64"
        values = json.loads((build.joinpath("tb", "fuzz", "programs", "toolchain.json")).read_text())
        self.compiler = values["compiler"]
        self.flags = values["flags" + width].split(";")
        self.libraries = values["libraries" + width].split(";")
        self.clang = values["clang"]
        self.libc = values["libc"]
        self.device = pathlib.Path(values["device"])
        self.host = values["host"]

    def of_width(self, xlen):
        return Toolchain(self.build, xlen)

    def clang_command(self):
        return [self.clang, f"--target=riscv{self.xlen}", *TARGETS[self.xlen], *CLANG]

    def includes(self):
        return [f"-I{self.device}", "-isystem", self.device / "libc", f"-I{HERE}"]

    def link(self, objects, elf, level="-O2", start=None):
        """A device program of objects and sources, with the start-up code of kernels or of the file `start`."""
        run([self.compiler, *self.flags, *ANY_CODE, level, *self.includes(), f"-T{self.device / 'link.ld'}",
             start or self.device / "crt0.S", *objects, *self.libraries, "-o", elf])

    def kernels(self, source, elf, level, options=()):
        """A device program of one source, compiled at one of LEVELS."""
        if level != "clang":
            self.link([*options, source], elf, level)
            return
        compiled = elf.with_suffix(".o")
        run([*self.clang_command(), "-std=c++20", "-fno-exceptions", "-fno-rtti", "-fno-use-cxa-atexit", "-fno-builtin-printf",
             *self.includes(), "-isystem", f"{self.libc}/include", *options, "-c", source, "-o", compiled])
        self.link([compiled], elf)

    def c_object(self, source, compiled, level, options):
        """C code for other machines: signed numbers wrap."""
        compiler = (self.clang_command() if level == "clang" else
                    [self.compiler.replace("g++", "gcc"), *TARGETS[self.xlen], level, "-ffp-contract=off", "-w"])
        run([*compiler, "-fwrapv", "-fno-strict-aliasing", "-isystem", f"{self.libc}/include", *options, "-x", "c", "-c", source, "-o", compiled])

    def host_library(self, source, library):
        run([self.host, "-std=c++20", "-O0", "-w", "-shared", "-fPIC", f"-I{self.build}/tb/fuzz/programs/host_headers", f"-I{HERE}", f"-I{HERE.parent.parent}", f"-I{HERE.parent.parent}/kernels",
             f"-I{self.device}", source, "-o", library])
