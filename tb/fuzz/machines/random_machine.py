"""Random machines: the keys of `gputm list --keys`, most of them within small, fast machines, some at the edges of their ranges."""

import re
import subprocess

MODES = [0.02, 0.1, 0.1, 0.3]  # how much of a machine is at the edges
# Limits of a run, not of a machine; and sizes that a program needs, which the case sets.
LEFT = {"run.max_stuck_cycles", "run.max_cycles", "run.seed", "core.shared_memory_bytes", "core.private_bytes", "tx.log_entries"}
# Machines on which small programs take little time; ours.
SMALL = {"core.count": (1, 4), "core.max_blocks": (1, 8), "core.max_warps": (1, 16), "interconnect.concentration": (1, 2), "partition.count": (1, 4),
         "core.div_latency": (1, 16), "core.mul_latency": (1, 16), "core.alu_latency": (1, 8), "core.branch_latency": (1, 8), "core.fpu_latency": (1, 8),
         "core.fpdiv_latency": (1, 16), "core.double_latency": (1, 8), "core.double_div_latency": (1, 16), "memory.min_latency": (20, 500), "l2.commit_unit_latency": (1, 250), "interconnect.latency": (1, 20),
         "core.shared_latency": (1, 40), "l1.latency": (1, 30), "clock.core_mhz": (500, 1500), "clock.interconnect_mhz": (300, 1500),
         "clock.memory_mhz": (300, 1500), "kilo.commit_unit_mhz": (300, 1500), "snapshot.commit_unit_mhz": (300, 1500), "serial.handoff_latency": (0, 500),
         "kilo.vendor_latency": (1, 100), "kilo.eapg_pause_cycles": (1, 4000), "kilo.eapg_interval": (0, 1000), "tx.register_checkpoint_cycles": (0, 20), "tx.backoff_cycles": (0, 100), "l1.bytes": (128, 65536),
         "l2.bytes": (128, 65536), "dram.starvation_limit": (1, 4000), "localtm.backoff": (0, 100), "tx.serialize_after": (0, 20),
         "snapshot.alone_after": (0, 32), "lock.warp_limit": (0, 4), "core.max_threads": (1, 4096)}
QUEUES = {"core.lsu_queue", "l1.mshrs", "l1.request_queue", "interconnect.input_packets", "interconnect.output_packets", "l2.mshrs", "l2.mshr_merges",
          "l2.commit_unit_reads", "l2.stall_slots", "l2.reply_queue", "dram.queue", "dram.return_queue", "kilo.fill_queue", "kilo.control_queue",
          "snapshot.queue"}
# Few values of parameters of the RTL, each of which is a unit that is built.
FEW = {"warptm.access_bytes": [4, 32], "snapshot.increment": [10, 10, 1, 1000], "snapshot.propagation_depth": [16, 16, 0],
       "kilo.ring_entries": [0, 0, 2048, 5000], "kilo.pool_buffers": [0, 0, 64], "kilo.read_tags": [0, 0, 16],
       "kilo.history_entries": [0, 0, 0, 32], "kilo.history_buckets": [0, 0, 0, 16], "kilo.recent_words": [0, 0, 256],
       "getm.table_rows": [256, 256, 64], "getm.stash_entries": [8], "getm.filter_buckets": [256], "getm.stall_entries": [16, 16, 4],
       "getm.granule_bytes": [8, 8, 16], "localtm.undo_entries": [0, 0, 16], "localtm.filter_bits": [8, 8, 32], "localtm.epochs": [0, 0, 4]}
OF_SYSTEM = {"kilo": ["kilo"], "warptm": ["kilo", "warptm"], "getm": ["getm"], "ideal": ["ideal"], "lock": ["lock"], "serial": ["serial"], "snapshot": ["snapshot"],
             "snapshot_oracle": ["snapshot"], "snapshot_plain": ["snapshot"], "localtm": ["localtm"], "unified": ["kilo", "localtm"]}


class Key:
    def __init__(self, name, text, default):
        self.name = name
        self.group = name.split(".")[0]
        self.power = "power of two" in text
        span = re.match(r"(\d+)\.\.(\d+)", text)
        self.choices = None if span else [choice.strip() for choice in text.split("\\|")]
        self.least, self.most = (int(n) for n in span.groups()) if span else (0, 0)
        self.default = default

    def edge(self, rng):
        """A value of the range, its ends first."""
        if self.choices:
            return rng.choice(self.choices)
        if self.power:
            return 1 << rng.randrange((self.least or 1).bit_length() - 1, self.most.bit_length())
        kind = rng.randrange(6)
        if kind == 0:
            return self.least
        if kind == 1:
            return min(self.least + rng.randrange(1, 4), self.most)
        if kind == 2:
            return self.most - (rng.randrange(2) if self.most > self.least else 0)
        # Small and large values are equally likely.
        high = rng.randrange(max(self.least, 1).bit_length(), self.most.bit_length() + 1)
        return min(max(rng.randrange(1 << high), self.least), self.most)

    def usual(self, rng):
        if self.choices:
            return rng.choice([self.choices[0], self.default, rng.choice(self.choices)])
        if self.name == "tx.watchdog_cycles":
            return rng.choice([100, 101, 1000, 10000, 100000])
        if self.name in SMALL:
            low, high = SMALL[self.name]
            if self.power:
                return 1 << rng.randrange((low or 1).bit_length() - 1, high.bit_length())
            return rng.randrange(max(low, self.least), min(high, self.most) + 1)
        if self.power:
            return min(max(int(int(self.default) * rng.choice([0.25, 0.5, 1, 1, 1, 2])), self.least), self.most)
        return min(max(int(int(self.default) * rng.choice([0.25, 0.5, 1, 1, 1, 2])), self.least), self.most)


def read_keys(gputm):
    """By name, from the table that the command writes."""
    text = subprocess.run([gputm, "list", "--keys", "--markdown"], capture_output=True, text=True, check=True).stdout
    keys, group = {}, None
    for line in text.splitlines():
        if head := re.match(r"## `\[(\w+)\]`", line):
            group = head[1]
        elif group and (row := re.match(r"\| `(\w+)` \|", line)):
            cells = re.split(r"(?<!\\)\|", line)
            name = f"{group}.{row[1]}"
            keys[name] = Key(name, cells[3].split(";")[0].strip(), cells[4].strip())
    return keys


def caches(rng, values):
    """Sizes that are lines x ways x a power of two."""
    for cache, most in (("l1", 16777216), ("l2", 67108864)):
        line, ways = values[f"{cache}.line_bytes"], values[f"{cache}.ways"]
        sets = min(1 << rng.randrange(0, 7), most // (line * ways))
        values[f"{cache}.bytes"] = max(line * ways * (1 << sets.bit_length() - 1), 128)


def random_machine(rng, keys, system):
    """The settings of a machine, by key, consistent with the documented relations between keys."""
    edges = rng.choice(MODES)
    values = {}
    for name, key in keys.items():
        if name in LEFT or key.group in {g for groups in OF_SYSTEM.values() for g in groups} and key.group not in OF_SYSTEM[system]:
            continue
        values[name] = key.edge(rng) if rng.random() < edges else key.usual(rng)
    width = rng.choice([1, 2, 4, 8, 16, 32, 32, 32, 64, 64])
    values["core.warp_width"] = width
    if rng.randrange(5) == 0:
        # Tiny queues, all of them.
        for name in QUEUES & set(values):
            values[name] = keys[name].least + (rng.randrange(3) == 0)
    values["core.simd_width"] = min(values["core.simd_width"], width)
    values["core.max_threads"] = rng.choice([4096, min(width * values["core.max_warps"], 4096), values["core.max_threads"]])
    values["l1.line_bytes"] = min(values["l1.line_bytes"], values["l2.line_bytes"])
    values["partition.interleave_bytes"] = max(values["partition.interleave_bytes"], values["l2.line_bytes"])
    values["dram.row_bytes"] = max(values["dram.row_bytes"], values["l2.line_bytes"])
    values["interconnect.concentration"] = min(values["interconnect.concentration"], values["core.count"])
    caches(rng, values)
    for name, few in FEW.items():
        if name in values:
            values[name] = rng.choice(few)
    if system in ("localtm", "unified"):
        values["tx.serialize_after"] = 0
    # Very different clock rates take long: only sometimes, and not so long that the runs look like hangs.
    slowest = max(values[name] for name in values if name.endswith("_mhz")) // (16 if rng.randrange(10) else 256)
    for name in values:
        if name.endswith("_mhz"):
            values[name] = max(values[name], slowest, 1)
    if rng.randrange(3):
        values = {name: value for name, value in values.items() if name in BASIC or name.endswith("_mhz") or rng.randrange(3)}
    return values


# Without them a machine is that of a paper, with 30 cores.
BASIC = {name for name in SMALL if not name.startswith(("tx.", "kilo.", "snapshot.", "localtm.", "serial.", "l1.", "l2."))} | {
    "core.warp_width", "core.simd_width", "l1.line_bytes", "l1.ways", "l1.bytes", "l2.line_bytes", "l2.ways", "l2.bytes",
    "partition.interleave_bytes", "dram.row_bytes"}
