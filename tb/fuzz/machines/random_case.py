"""A case: a random program of interpreter.py, or a workload, on a random machine under a TM system. A case is a dictionary, which JSON keeps."""

import random

import interpreter as ip
import random_machine
import workload_sizes

SYSTEMS = {"kilo": 5, "warptm": 5, "getm": 5, "snapshot": 3, "snapshot_oracle": 1, "snapshot_plain": 1, "localtm": 3, "unified": 3, "ideal": 1, "serial": 1,
           "lock": 1}
LOCAL = {"localtm", "unified"}
ELFS = ["O2", "O2", "O0", "O3"]
MOST_THREADS = 256
WORKLOADS = 6  # one case of this many is a workload
MOST_OPERATIONS = [300, 800, 800, 2000, 6000]  # operations of all threads together


def kinds(rng, system, shared):
    allowed = [ip.COMPUTE, ip.LOAD, ip.STORE, ip.ADD, ip.LOAD_BYTE, ip.STORE_BYTE, ip.LOAD_HALF, ip.STORE_HALF, ip.READ_BACK, ip.SKIP, ip.REPEAT,
               ip.PRIVATE, ip.NESTED, ip.EITHER]
    if system not in LOCAL:
        allowed.append(ip.RETRY)
    if shared:
        allowed.append(ip.ATOMIC)
    few = rng.sample(allowed, rng.randrange(1, len(allowed) + 1))
    chosen = [rng.choice(few) for _ in range(16)]
    # A program that mostly retries does not end.
    return [kind if kind != ip.RETRY or n == 0 else ip.LOAD for n, kind in enumerate(chosen)]


def random_program(rng, system, grid, block, most_operations):
    flags = 0 if system == "lock" else ip.TRANSACTIONS
    for flag in (ip.UNIFORM, ip.UNEVEN, ip.SOMETIMES, ip.ATOMICS, ip.EXCHANGES):
        flags |= flag if rng.randrange(3) == 0 else 0
    if system not in LOCAL and rng.randrange(3) == 0:
        flags |= ip.ABORTS
    if system == "localtm":
        flags |= ip.SHARED_FIRST | ip.SHARED_SECOND
    elif system == "unified":
        flags |= rng.choice([0, ip.SHARED_FIRST, ip.SHARED_SECOND, ip.SHARED_FIRST | ip.SHARED_SECOND])
    all_shared = flags & (ip.SHARED_FIRST | ip.SHARED_SECOND) == ip.SHARED_FIRST | ip.SHARED_SECOND
    if (grid == 1 or all_shared) and rng.randrange(3) == 0:
        flags |= ip.PHASES
    words = rng.choice([1, 2, 3, 8, 64, 500, 1000])
    hot = rng.randrange(1, min(words, 8) + 1)
    operations = rng.choice([1, 2, 4, 8, 16, 40])
    budget = most_operations // (grid * block * operations)
    if budget == 0:
        operations = max(most_operations // (grid * block), 1)
    return ip.Program(seed=rng.randrange(1 << 32), transactions=rng.randrange(1, min(max(budget, 1), 6) + 1), operations=operations,
                      kinds=kinds(rng, system, all_shared), hot=hot, stride=rng.randrange(1, words // hot + 1), hot_share=rng.choice([0, 2, 8, 16]),
                      words=words, flags=flags)


def random_case(seed, number, keys, systems):
    rng = random.Random(f"machines {seed} {number}")
    system = rng.choices(systems, [SYSTEMS[name] for name in systems])[0]
    settings = random_machine.random_machine(rng, keys, system)

    def value(name):
        return int(settings.get(name, keys[name].default))

    width = value("core.warp_width")
    most = min(value("core.max_threads"), value("core.max_warps") * width, MOST_THREADS)
    if system in LOCAL:
        most = min(most, 4 * width)
    block = rng.choice([most, rng.randrange(1, most + 1), min(width, most)])
    grid = rng.randrange(1, max(min(MOST_THREADS // block, 6), 1) + 1)
    # Very different clock rates, long latencies, or too small a cache take long.
    clocks = [value(name) for name in settings if name.endswith("_mhz")]
    core = value("clock.core_mhz")
    slow = max(clocks) > 8 * core or core > 64 * min(clocks) or value("l1.bytes") < 1024 or value("core.alu_latency") > 200
    case = {"seed": seed, "number": number, "system": system, "threads": rng.choice([1, 1, 1, 1, 2, 3, 7, 64]), "settings": settings}
    if rng.randrange(WORKLOADS) == 0:
        settings["tx.log_entries"] = 2048
        settings["core.shared_memory_bytes"] = workload_sizes.MOST_SHARED
        return {**case, "workload": workload_sizes.random_workload(rng, system, min(block, 64))}
    program = random_program(rng, system, grid, block, rng.choice(MOST_OPERATIONS) // (8 if slow else 1))
    rows = program.log_rows(min(width, block))
    rows += 1
    settings["tx.log_entries"] = min(rows if rng.randrange(2) else rows + rng.randrange(1, 256), 8192)
    shared = program.shared_bytes(block)
    settings["core.shared_memory_bytes"] = min(shared + rng.choice([0, 0, 16384, 65536]), 1048576)
    # Unoptimised code has all of its variables in memory, and needs a cache.
    elf = rng.choice(ELFS) if value("l1.bytes") >= 4096 else "O2"
    settings["core.private_bytes"] = rng.choice([1024, 1024, 4096, 4096, 8192, 65536])
    return {**case, "elf": elf, "grid": grid, "block": block, "program": program.values()}
