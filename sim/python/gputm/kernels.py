"""Launches of kernels of one's own, with NumPy arrays as buffers."""
import itertools
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy

from . import _native
from .options import Progress, Settings, machine_options, run_options
from .results import Result

# Number types of kernels (u32, f32 ...) by NumPy's names
TYPES = {f"{kind}{bits}": f"{short}{bits}" for kind, short, widths in (("uint", "u", (8, 16, 32, 64)), ("int", "i", (8, 16, 32, 64)),
                                                                        ("float", "f", (32, 64))) for bits in widths} | {"bool": "bool"}


def type_of(name: str, dtype: numpy.dtype) -> str:
    if dtype.name not in TYPES or not dtype.isnative:
        raise TypeError(f"argument {name}: is of {dtype}; kernels have {', '.join(TYPES)}, little-endian")
    return TYPES[dtype.name]


@dataclass(frozen=True)
class Local:
    """OpenCL: the argument of a pointer to local memory, which each work-group has of its own."""

    bytes: int


def text(name: str, value: object) -> str:
    if isinstance(value, (float, numpy.floating)):
        return repr(float(value))
    if isinstance(value, (int, numpy.integer, numpy.bool_)):
        return str(int(value))
    raise TypeError(f"argument {name}: is a {type(value).__name__}; kernels have numbers, NumPy arrays and, in OpenCL, vectors (tuples) and Local")


def number(name: str, value: object) -> tuple:
    """A number of Python's has the type of the kernel's parameter, one of NumPy's its own."""
    if isinstance(value, Local):
        return name, "local", [str(value.bytes)]
    if isinstance(value, tuple) and value:
        return name, "", [text(name, one) for one in value]
    return name, type_of(name, value.dtype) if isinstance(value, numpy.generic) else "", [text(name, value)]


def buffer(name: str, array: numpy.ndarray) -> tuple:
    kind = type_of(name, array.dtype)
    return name, kind, list(array.shape), numpy.ascontiguousarray(array).reshape(-1).view(numpy.uint8), array.flags.writeable


def refuse_shared_memory(arrays: dict[str, numpy.ndarray]) -> None:
    for (one, first), (other, second) in itertools.combinations(arrays.items(), 2):
        if numpy.shares_memory(first, second):
            raise ValueError(f"arguments {one} and {other} share memory; each buffer is memory of its own on the device")


def extent(name: str, size: int | Sequence[int]) -> str:
    sizes = [size] if isinstance(size, (int, numpy.integer)) else list(size)
    try:
        return "x".join(str(operator.index(one)) for one in sizes)
    except TypeError:
        raise TypeError(f"{name}: {size!r} is not a number, or one to three in a tuple") from None


def launch(program: str | Path, kernel: str, grid: int | Sequence[int] = 1, block: int | Sequence[int] = 32,
           args: Sequence[object] | Mapping[str, object] = (), *, tm: str = "kilo", config: str | Path = "fx5800",
           set: Settings | None = None, seed: int | None = None, shared_bytes: int = 0, xlen: int | None = None, cflags: str = "",
           offset: int | Sequence[int] | None = None, check_history: bool = True, profile: bool = False, threads: int = 0, progress: Progress = True) -> Result:
    """Calls a kernel in every thread of a grid, as `gputm launch` does (docs/guide/launch.md).

    program: C++ (.cpp, .cc, .cxx, .c++, .C, .c), which is compiled with Debian's riscv64-unknown-elf-g++, OpenCL C (.cl; clang 19 and
    libclc), or an ELF file.
    kernel: its name in C++, or its symbol. grid: blocks; block: threads of a block; each a number, or up to three (x, y, z).
    args: the kernel's arguments in its order; a mapping gives them names for messages.
      A number of Python's takes the type of the kernel's parameter; one of NumPy's must have it.
      A NumPy array of any shape is a pointer to device memory with its contents, in C order; its dtype is the type that the
      parameter points to (float32 for `f32*`). After the launch the memory is copied back to the array, unless the parameter is
      a pointer to const. If the launch fails, no array changes.
      OpenCL: a tuple of numbers is a vector; Local(bytes) is the argument of a pointer to local memory.
    shared_bytes: shared memory of a block, in bytes, besides the kernel's own. xlen: 32 or 64, bits of registers and pointers (None: 32 for
    C++, 64 for OpenCL). cflags: of the compiler, words as in a shell. offset: OpenCL's of the global ids.
    Others: as of run().

    Raises Error (TypeError, ValueError) for arguments that do not fit, RunError for a fault in the kernel."""
    named = args.items() if isinstance(args, Mapping) else ((f"args[{index}]", value) for index, value in enumerate(args))
    given: list[tuple] = []
    arrays: dict[str, numpy.ndarray] = {}
    for name, value in named:
        if isinstance(value, numpy.ndarray):
            arrays[name] = value
            given.append(buffer(name, value))
        else:
            given.append(number(name, value))
    refuse_shared_memory(arrays)
    options = machine_options(config, set, seed) | run_options(tm, check_history, threads, profile, progress) | {
        "grid": extent("grid", grid), "block": extent("block", block), "shared_bytes": shared_bytes, "xlen": xlen, "cflags": cflags,
        "offset": "" if offset is None else extent("offset", offset)}
    result, contents = _native.launch(str(program), kernel, options, given, progress)
    for array, data in zip(arrays.values(), contents, strict=True):
        if data is not None:
            array[...] = numpy.frombuffer(data, array.dtype).reshape(array.shape)
    return Result.read(result)
