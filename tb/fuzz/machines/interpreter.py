"""Programs of interpreter.cpp: random ones, and their expected behaviour, computed independently of the simulator.

A thread's values follow from its program and the values that its transactions read. The latter come from the history of the
run, which is then replayed in its serial order: every read, and the final memory, must agree with the replay."""

import struct

WORD = 0xFFFFFFFF
(TRANSACTIONS, UNIFORM, UNEVEN, SOMETIMES, ABORTS, PHASES, ATOMICS, EXCHANGES, SHARED_FIRST, SHARED_SECOND) = (1 << n for n in range(10))
(COMPUTE, LOAD, STORE, ADD, LOAD_BYTE, STORE_BYTE, LOAD_HALF, STORE_HALF, READ_BACK, SKIP, REPEAT, PRIVATE, NESTED, RETRY, EITHER,
 ATOMIC) = range(16)
# Rows of a warp's read log and of its write log that an operation takes.
ROWS = {LOAD: (1, 0), STORE: (0, 1), ADD: (1, 1), LOAD_BYTE: (1, 0), STORE_BYTE: (1, 1), LOAD_HALF: (1, 0), STORE_HALF: (1, 1), READ_BACK: (1, 2),
        EITHER: (1, 1), ATOMIC: (1, 1)}
REPEATS = 2  # repetitions of a transaction
ATOMIC_WORDS = 9


class Wrong(Exception):
    """A deviation of a run from its program."""


def mix(a):
    a ^= a >> 16
    a = a * 0x7FEB352D & WORD
    a ^= a >> 15
    a = a * 0x846CA68B & WORD
    return a ^ a >> 16


class Program:
    """The kernel's input words."""

    NAMES = ["seed", "transactions", "operations", "kinds", "hot", "stride", "hot_share", "words", "flags"]

    def __init__(self, **values):
        for name in self.NAMES:
            setattr(self, name, values[name])

    def values(self):
        return {name: getattr(self, name) for name in self.NAMES}

    def has(self, flag):
        return self.flags & flag != 0

    def bytes(self):
        kinds = [sum(kind << 4 * n for n, kind in enumerate(self.kinds[i:i + 8])) for i in (0, 8)]
        return struct.pack("<10I", self.seed, self.transactions, self.operations, *kinds, self.hot, self.stride, self.hot_share, self.words,
                           self.flags)

    def shared_bytes(self, block):
        """Shared memory of a block: its regions, and a word per thread if they exchange values."""
        regions = self.has(SHARED_FIRST) + self.has(SHARED_SECOND)
        return 4 * (regions * self.words + (block if self.has(EXCHANGES) else 0))

    def log_rows(self, lanes):
        """Rows needed in the read log and the write log of a warp, at most: each access of the warp takes a row."""
        apart = {SKIP, EITHER} & set(self.kinds) or self.flags & (UNEVEN | SOMETIMES) or not self.has(UNIFORM)
        if apart:
            each = max(max(ROWS.get(kind, (0, 0))) for kind in self.kinds)
            again = REPEATS * 3 if REPEAT in self.kinds else 0
            return max(each * (self.operations + again) * lanes, 1)
        most = 1
        for t in range(self.transactions):
            base = mix(self.seed ^ t * 0x85EBCA6B & WORD)
            rows = [0, 0]
            repeats, i = REPEATS, 0
            while i < self.operations:
                hashed = mix(base + i * 0x632BE5AB + repeats & WORD)
                kind = self.kinds[(hashed >> 3 & 1) * 8 + (hashed & 7)]
                rows = [a + b for a, b in zip(rows, ROWS.get(kind, (0, 0)))]
                if kind == REPEAT and repeats != 0:
                    repeats -= 1
                    i -= min(i, hashed >> 13 & 3)
                i += 1
            most = max(most, *rows)
        return most


def initial(program):
    """Sizes of both regions in global memory."""
    return [mix(program.seed + 77 + n) for n in range(2 * program.words)]


class Attempt:
    """A transaction that commits: memory as its reads have found it, and its own writes."""

    def __init__(self, record):
        self.found = {}
        self.wrong = None
        for address, value in record["reads"]:
            if self.found.setdefault(address, value) != value:
                self.wrong = f"reads {self.found[address]:#x} and then {value:#x} at {address:#x}"
        self.own = {}
        self.used = set()

    def load(self, address):
        address &= ~3
        if address in self.own:
            return self.own[address]
        if address not in self.found:
            raise Wrong(f"does not read {address:#x}, as its program does")
        self.used.add(address)
        return self.found[address]

    def store(self, address, value):
        self.own[address] = value & WORD

    def load_part(self, address, size):
        return self.load(address) >> (address & 3) * 8 & ((1 << size * 8) - 1)

    def store_part(self, address, size, value):
        mask = (1 << size * 8) - 1
        shift = (address & 3) * 8
        self.store(address & ~3, self.load(address) & ~(mask << shift) | (value & mask) << shift)


class Thread:
    def __init__(self, run, number):
        self.run = run
        self.number = number
        self.a = mix(run.program.seed + number & WORD)
        self.own = [number + i for i in range(8)]
        self.block = number // run.block
        self.commits = run.commits.get(number, [])
        self.committed = 0

    def word(self, hashed):
        program = self.run.program
        scaled = hashed * 0x9E3779B1 & WORD
        if (hashed >> 8 & 15) < program.hot_share:
            at = (scaled * program.hot >> 32) * program.stride
        else:
            at = scaled * program.words >> 32
        return self.run.region(self.block, hashed >> 12 & 1) + 4 * at

    def transaction(self, attempt, base, operations, a, own):
        program = self.run.program
        repeats = REPEATS
        i = 0
        while i < operations:
            hashed = mix(base + i * 0x632BE5AB + repeats & WORD)
            kind = program.kinds[(hashed >> 3 & 1) * 8 + (hashed & 7)]
            place = mix(hashed ^ self.number) if program.has(UNIFORM) else hashed
            at = self.word(place)
            byte, half = at + (place >> 13 & 3), at + 2 * (place >> 13 & 1)
            if kind == COMPUTE:
                a = a * 5 + hashed
            elif kind == LOAD:
                a = a * 31 + attempt.load(at)
            elif kind == STORE:
                attempt.store(at, a ^ hashed)
            elif kind == ADD:
                attempt.store(at, attempt.load(at) + hashed)
            elif kind == LOAD_BYTE:
                a = a * 31 + attempt.load_part(byte, 1)
            elif kind == STORE_BYTE:
                attempt.store_part(byte, 1, a ^ hashed >> 16)
            elif kind == LOAD_HALF:
                a = a * 31 + attempt.load_part(half, 2)
            elif kind == STORE_HALF:
                attempt.store_part(half, 2, a ^ hashed >> 16)
            elif kind == READ_BACK:
                attempt.store(at, a)
                attempt.store_part(byte, 1, hashed >> 16)
                a = a * 31 + attempt.load(at)
            elif kind == SKIP:
                i += a & 1
            elif kind == REPEAT:
                if repeats != 0:
                    repeats -= 1
                    i -= min(i, hashed >> 13 & 3)
            elif kind == PRIVATE:
                own[hashed >> 13 & 7] ^= a
                a = a * 31 + own[hashed >> 16 & 7]
            elif kind == EITHER:
                if a & 2:
                    a = a * 31 + attempt.load(at)
                else:
                    attempt.store(self.word(mix(hashed ^ a)), a)
            elif kind == ATOMIC:
                old = attempt.load(at)
                attempt.store(at, old + hashed)
                a = a * 31 + old
            a &= WORD
            i += 1
        return a

    def step(self, t):
        """The transaction of that number, and nothing after it."""
        program = self.run.program
        every = mix(program.seed ^ t * 0x85EBCA6B & WORD)
        mine = mix(every + self.number * 0x9E3779B1 + 1 & WORD)
        self.mine = mine
        if not program.has(TRANSACTIONS) or program.has(SOMETIMES) and mine & 3 == 0:
            return
        if program.has(ABORTS) and mine >> 4 & 3 == 0:
            self.a = self.a * 5 + 1 & WORD
            return
        operations = mine * (program.operations + 1) >> 32 if program.has(UNEVEN) else program.operations
        if self.committed == len(self.commits):
            raise Wrong(f"thread {self.number}: {self.committed} commits, and its program has more transactions")
        record = self.commits[self.committed]
        self.committed += 1
        attempt = Attempt(record)
        try:
            own = list(self.own)
            self.a = self.transaction(attempt, every if program.has(UNIFORM) else mine, operations, self.a, own)
            self.own = own
            writes = dict(map(tuple, record["writes"]))
            if attempt.wrong:
                raise Wrong(attempt.wrong)
            if writes != attempt.own:
                raise Wrong(f"writes {writes}, its program {attempt.own}")
            if set(attempt.found) != attempt.used:
                raise Wrong(f"reads {set(attempt.found) - attempt.used}, its program does not")
        except Wrong as wrong:
            raise Wrong(f"thread {self.number} transaction {t} (attempt {record['attempt']}): {wrong}") from None
        self.run.committed(record)


class Run:
    """A run that has ended: its history (lines of JSON that were read), and what its buffers hold."""

    def __init__(self, program, grid, block, history, buffers, serializable=True):
        self.program = program
        self.grid = grid
        self.block = block
        self.out = buffers["out"]
        self.buffers = buffers
        self.serializable = serializable
        self.final = None
        self.commits = {}
        for number, line in enumerate(history):
            line["line"] = number
            if "final" in line:
                self.final = dict(map(tuple, line["final"]))
            elif line["outcome"] == "commit":
                self.commits.setdefault(line["thread"], []).append(line)
        for commits in self.commits.values():
            commits.sort(key=lambda line: line["attempt"])
        self.global_base, self.shared_base = self.out[0], self.out[1]
        # The history has 64 kB of addresses for each block.
        self.memory = {self.global_base + 4 * n: value for n, value in enumerate(initial(program))}
        self.waiting = []
        self.orders = set()

    def region(self, block, number):
        program = self.program
        bytes_of = 4 * program.words
        if not program.has((SHARED_FIRST, SHARED_SECOND)[number]):
            return self.global_base + number * bytes_of
        return self.shared_base + block % 4096 * 0x10000 + (bytes_of if number and program.has(SHARED_FIRST) else 0)

    def value(self, address):
        return self.memory.get(address, 0)

    def committed(self, record):
        self.waiting.append(record)

    def replay(self):
        """The commits since the last call, in serial order."""
        self.waiting.sort(key=lambda line: (line["order"], not (line.get("silent") or line.get("local")), line["line"]))
        for record in self.waiting:
            who = f"thread {record['thread']} attempt {record['attempt']} (order {record['order']})"
            if not record.get("silent") and not record.get("local"):
                if record["order"] in self.orders:
                    raise Wrong(f"{who}: the order appears twice")
                self.orders.add(record["order"])
            if self.serializable:
                for address, value in record["reads"]:
                    if self.value(address) != value:
                        raise Wrong(f"{who}: reads {value:#x} at {address:#x}, where the order has {self.value(address):#x}")
            for address, value in record["writes"]:
                self.memory[address] = value
        self.waiting = []

    def phases(self, threads):
        """Plain accesses between barriers: of one block, or to shared memory."""
        program = self.program
        self.replay()
        for thread in threads:
            thread.a = thread.a * 31 + self.value(thread.word(thread.mine ^ 0x5BD1E995)) & WORD
        every = mix(program.seed ^ self.transaction * 0x85EBCA6B & WORD)
        for block in range(self.grid):
            for base in {self.region(block, 0), self.region(block, 1)}:
                for i in range(program.words):
                    if mix(every + i & WORD) & 3 == 0:
                        at = base + 4 * i
                        self.memory[at] = self.value(at) + threads[block * self.block + i % self.block].a & WORD

    def exchange(self, threads):
        every = mix(self.program.seed ^ self.transaction * 0x85EBCA6B & WORD)
        before = [thread.a for thread in threads]
        for n, thread in enumerate(threads):
            start = n // self.block * self.block
            other = start + (n - start + 1 + (every & 31)) % self.block
            thread.a = thread.a * 31 + before[other] & WORD

    def check(self):
        """Raises Wrong."""
        program = self.program
        count = self.grid * self.block
        threads = [Thread(self, number) for number in range(count)]
        hashes = []
        for t in range(program.transactions):
            self.transaction = t
            for thread in threads:
                thread.step(t)
            hashes += [thread.mine for thread in threads]
            if program.has(EXCHANGES):
                self.exchange(threads)
            if program.has(PHASES):
                self.phases(threads)
            for thread in threads:
                found = self.out[2 + t * count + thread.number]
                if found != thread.a:
                    raise Wrong(f"thread {thread.number} has {found:#x} after transaction {t}, its program {thread.a:#x}")
        for thread in threads:
            if thread.committed != len(thread.commits):
                raise Wrong(f"thread {thread.number}: {len(thread.commits)} commits, its program has {thread.committed} transactions")
        self.replay()
        if self.serializable:
            self.check_memory()
        if program.has(ATOMICS):
            self.check_atomics(hashes)

    def check_memory(self):
        program = self.program
        for address, value in (self.final or {}).items():
            # Words outside of the regions are stored to plainly.
            if address in self.memory and self.memory[address] != value:
                raise Wrong(f"the history ends with {value:#x} at {address:#x}, its order with {self.memory[address]:#x}")
        for n, value in enumerate(self.buffers["global"]):
            expected = self.value(self.global_base + 4 * n)
            if value != expected:
                raise Wrong(f"word {n} of global memory holds {value:#x}, expected {expected:#x}")
        each = (program.has(SHARED_FIRST) + program.has(SHARED_SECOND)) * program.words
        for n in range(self.grid * each):
            expected = self.value(self.shared_base + n // each % 4096 * 0x10000 + n % each * 4)
            if self.buffers["finals"][n] != expected:
                raise Wrong(f"word {n % each} of shared memory of block {n // each} holds {self.buffers['finals'][n]:#x}, expected {expected:#x}")

    def check_atomics(self, hashes):
        words = [0] * ATOMIC_WORDS
        bytes_of, halves = [0] * 4, [0] * 2
        for hashed in hashes:
            kind = hashed & 7
            if kind == 0:
                words[1] ^= hashed
            elif kind == 1:
                words[2] = max(words[2], hashed)
            elif kind == 2:
                bytes_of[hashed >> 8 & 3] += 1
            elif kind == 3:
                halves[hashed >> 8 & 1] += hashed >> 16
            elif kind == 4:
                words[5] += 1
            elif kind == 5:
                words[6] = words[6] * 3 + 1 & WORD
            elif kind == 6:
                signed = struct.unpack("<ii", struct.pack("<II", words[7], hashed))
                words[7] = min(signed) & WORD
            else:
                words[8] |= 1 << (hashed >> 8 & 31)
        words[0] = len(hashes)
        words[3] = struct.unpack("<I", bytes(value & 0xFF for value in bytes_of))[0]
        words[4] = struct.unpack("<I", struct.pack("<HH", *(value & 0xFFFF for value in halves)))[0]
        words[5] = struct.unpack("<I", struct.pack("<f", words[5]))[0]
        for n, (found, expected) in enumerate(zip(self.buffers["atomics"], words)):
            if found != expected:
                raise Wrong(f"atomics: word {n} holds {found:#x}, expected {expected:#x}")
        if sorted(self.buffers["tickets"]) != list(range(len(hashes))):
            raise Wrong("atomics: the values before of additions of 1 are not all different")
