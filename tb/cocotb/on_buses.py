"""cocotb's tests of commit_unit_axi: logs, controls and replies by AXI4-Stream sources and a sink, memory by an AXI4 RAM, all of
cocotbext-axi, with pauses on every channel. The expected results are those of a model in Python of the meaning of transactions:
ids in order, a transaction passes if its reads are the values left by older ones."""
import os
import random
import struct

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiBus, AxiRam, AxiSlave, AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

READ, WRITE, SKIP = range(3)
FINAL_PASS, FINAL_FAIL, RESEND = range(3)
PASS, FAIL, RETIRED, RESEND_READS, RESEND_WRITES = range(5)
BASE = int(os.environ["BUS_BASE"])
MEMORY = 1 << 16  # bytes
SPAN = 12  # words that transactions use
PATIENCE = 20  # microseconds without a reply
SLVERR = 2


def beat(payload, ident, kind, last=False):
    return struct.pack("<QHBB4x", payload, ident & 0xFFFF, kind | last << 2, 0)


def word_beat(kind, ident, word, data, last):
    return beat(word * 4 << 32 | data, ident, kind, last)


def pauses(percent):
    while True:
        yield random.randrange(100) < percent


def long_pauses():
    """Stalls of thousands of cycles."""
    while True:
        stall, run = random.randrange(1000, 4000), random.randrange(400)
        yield from (True for _ in range(stall))
        yield from (False for _ in range(run))


class FaultyMemory:
    """Answers accesses to the words of `bad` with SLVERR, without effect; a read is of all words of a beat."""

    def __init__(self):
        self.words, self.bad, self.written = {}, set(), []

    def words_at(self, address, length):
        first = address % MEMORY // 4
        words = range(first, first + length // 4)
        if not self.bad.isdisjoint(words):
            raise OSError(f"words {words}")
        return words

    async def read(self, address, length):
        return b"".join(self.words.get(word, 0).to_bytes(4, "little") for word in self.words_at(address, length))

    async def write(self, address, data):
        assert len(data) == 4
        self.written.append(address % MEMORY // 4)
        for word in self.words_at(address, len(data)):
            self.words[word] = int.from_bytes(data, "little")


class Machine:
    """The unit, its memory (`target`: a slave with this content, instead of a RAM) and its streams."""

    def __init__(self, dut, percent, target=None):
        self.dut = dut
        self.patience = PATIENCE
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        reset = dict(reset=dut.rst_ni, reset_active_level=False)
        self.fills = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis_fill"), dut.clk_i, **reset)
        self.controls = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis_control"), dut.clk_i, **reset)
        self.replies = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis_reply"), dut.clk_i, **reset)
        bus = AxiBus.from_prefix(dut, "m_axi")
        self.ram = AxiSlave(bus, dut.clk_i, target=target, **reset) if target else AxiRam(bus, dut.clk_i, size=MEMORY, **reset)
        if percent:
            write, read = self.ram.write_if, self.ram.read_if
            for channel in (self.fills, self.controls, self.replies, write.aw_channel, write.w_channel, write.b_channel,
                            read.ar_channel, read.r_channel):
                channel.set_pause_generator(pauses(percent))

    async def start(self, first_id):
        self.dut.first_id_i.value = first_id
        self.dut.rst_ni.value = 0
        await ClockCycles(self.dut.clk_i, 4)
        self.dut.rst_ni.value = 1
        while not self.dut.ready_o.value:
            await RisingEdge(self.dut.clk_i)

    # AxiRam wraps addresses at its size; the base is a multiple of it.
    def word(self, word):
        return self.ram.read_dword(word * 4)

    def set_word(self, word, data):
        self.ram.write_dword(word * 4, data)

    async def reply(self):
        frame = await with_timeout(self.replies.recv(), self.patience, "us")
        assert len(frame.tdata) == 4, "a reply is a packet of four bytes"
        value = int.from_bytes(frame.tdata, "little")
        assert value >> 19 == 0
        return value >> 16, value & 0xFFFF


class Transaction:
    def __init__(self, ident, reads, writes):
        self.ident, self.reads, self.writes = ident, reads, writes
        self.outcome = None

    def log(self):
        words = [(READ, *read) for read in self.reads] + [(WRITE, *write) for write in self.writes]
        return [word_beat(kind, self.ident, word, data, number == len(words) - 1)
                for number, (kind, word, data) in enumerate(words)]

    def again(self, entries):
        return b"".join(word_beat(RESEND, self.ident, word, data, number == len(entries) - 1)
                        for number, (word, data) in enumerate(entries))


def transactions(machine, first_id, count):
    """Random transactions; one read in eight has a value other than memory's."""
    for number in range(count):
        reads = [(word, machine.word(word) ^ (random.randrange(8) == 0)) for word in random.sample(range(SPAN), random.randrange(4))]
        length = random.choice([0, 1, 1, 2, 3, 10])  # 10: longer than a buffer, and sent again
        writes = [(random.randrange(SPAN), random.getrandbits(32)) for _ in range(length if reads else max(length, 1))]
        yield Transaction((first_id + number) & 0xFFFF, reads, writes)


async def run_group(machine, group, memory):
    """Sends the logs of the group, words of several ids mixed; answers the unit until all ids have retired."""
    logs = [transaction.log() for transaction in group]
    beats = b""
    while any(logs):
        beats += random.choice([log for log in logs if log]).pop(0)
    await machine.fills.send(AxiStreamFrame(beats))
    by_id = {transaction.ident: transaction for transaction in group}
    retired = []
    while len(retired) < len(group):
        kind, ident = await machine.reply()
        transaction = by_id[ident]
        if kind in (PASS, FAIL):
            assert transaction.outcome is None, "a second outcome"
            transaction.outcome = kind
            # Some that pass here fail at another partition.
            transaction.commits = kind == PASS and random.randrange(10) != 0
            await machine.controls.send(AxiStreamFrame(beat(0, ident, FINAL_PASS if transaction.commits else FINAL_FAIL)))
        elif kind == RETIRED:
            retired.append(ident)
            assert transaction.outcome is not None
            # Its last writes are in memory now, unless a younger transaction has overwritten them.
            if transaction.commits:
                for word, data in dict(transaction.writes).items():
                    younger = {data for other in group[group.index(transaction) + 1:] for at, data in other.writes if at == word}
                    assert machine.word(word) in younger | {data}, f"id {ident} has retired, and word {word} is not written"
        else:
            await machine.controls.send(AxiStreamFrame(transaction.again(transaction.reads if kind == RESEND_READS
                                                                         else transaction.writes)))
    assert retired == [transaction.ident for transaction in group], "retired out of order"
    # In the order of ids: a pass has read the values left by older ones; a fail has read another value at some time.
    for transaction in group:
        if transaction.outcome == PASS:
            assert all(memory[word] == data for word, data in transaction.reads), f"id {transaction.ident} passed"
        if transaction.commits:
            memory.update(transaction.writes)
    assert all(machine.word(word) == data for word, data in memory.items()), "memory is not as replayed"
    return [transaction.outcome for transaction in group]


async def run_histories(dut, percent, first_id, groups, manner=None):
    """`manner`: sets how the memory takes addresses and data."""
    machine = Machine(dut, percent)
    if manner:
        manner(machine)
    memory = {word: random.getrandbits(32) for word in range(SPAN)}
    for word, data in memory.items():
        machine.set_word(word, data)
    await machine.start(first_id)
    outcomes = []
    for _ in range(groups):
        outcomes += await run_group(machine, list(transactions(machine, first_id + len(outcomes), 24)), memory)
    assert outcomes.count(PASS) > groups and outcomes.count(FAIL) > groups, outcomes
    assert not dut.error_o.value
    await ClockCycles(dut.clk_i, 40)
    assert not dut.busy_o.value, "busy with nothing to do"
    assert int(dut.retire_id_o.value) == (first_id + len(outcomes)) & 0xFFFF


@cocotb.test()
async def histories_at_full_speed(dut):
    await run_histories(dut, 0, 0, 12)


@cocotb.test()
async def histories_with_pauses(dut):
    await run_histories(dut, 40, 0xFFC0, 12)


@cocotb.test()
async def skips(dut):
    """Ids without a log here retire silently."""
    machine = Machine(dut, 30)
    machine.set_word(3, 77)
    await machine.start(100)
    await machine.fills.send(AxiStreamFrame(beat(0b1111_0111, 100, SKIP) + word_beat(READ, 103, 3, 77, True)))
    assert await machine.reply() == (PASS, 103)
    await machine.controls.send(AxiStreamFrame(beat(0, 103, FINAL_PASS)))
    assert await machine.reply() == (RETIRED, 103)
    await ClockCycles(dut.clk_i, 60)
    assert int(dut.retire_id_o.value) == 108 and machine.replies.empty()


@cocotb.test()
async def a_write_without_an_answer(dut):
    """While memory has not answered a write, its transaction is not told to have retired, and its word is not read."""
    machine = Machine(dut, 0)
    await machine.start(0)
    machine.ram.write_if.b_channel.pause = True
    await machine.fills.send(AxiStreamFrame(word_beat(WRITE, 0, 5, 41, True)))
    assert await machine.reply() == (PASS, 0)
    await machine.controls.send(AxiStreamFrame(beat(0, 0, FINAL_PASS)))
    await ClockCycles(dut.clk_i, 200)
    assert machine.word(5) == 41 and machine.replies.empty()
    await machine.fills.send(AxiStreamFrame(word_beat(READ, 1, 5, 41, True)))
    await ClockCycles(dut.clk_i, 200)
    assert machine.replies.empty()
    machine.ram.write_if.b_channel.pause = False
    assert await machine.reply() == (RETIRED, 0)
    assert await machine.reply() == (PASS, 1)


def in_each_cycle(machine, pauses_of):
    """Sets the memory's pauses in each cycle, from what is offered."""
    async def run():
        while True:
            pauses_of(machine.dut, machine.ram.write_if, machine.ram.read_if)
            await RisingEdge(machine.dut.clk_i)
    cocotb.start_soon(run())


@cocotb.test()
async def addresses_wait_for_data(dut):
    """AWREADY comes only after WVALID."""
    def pause(dut, write, _read):
        write.aw_channel.pause = not dut.m_axi_wvalid.value
    await run_histories(dut, 0, 0, 4, lambda machine: in_each_cycle(machine, pause))


@cocotb.test()
async def data_wait_for_addresses(dut):
    """WREADY comes only after AWVALID."""
    def pause(dut, write, _read):
        write.w_channel.pause = not dut.m_axi_awvalid.value
    await run_histories(dut, 0, 0, 4, lambda machine: in_each_cycle(machine, pause))


@cocotb.test()
async def writes_starve_reads(dut):
    """Nothing is read while a write is offered or has no answer."""
    def pause(dut, write, read):
        writes = bool(dut.m_axi_awvalid.value or dut.m_axi_wvalid.value or not write.aw_channel.empty() or not write.w_channel.empty())
        read.ar_channel.pause = read.r_channel.pause = writes
    await run_histories(dut, 30, 0, 4, lambda machine: in_each_cycle(machine, pause))


@cocotb.test()
async def stalls_of_thousands_of_cycles(dut):
    def stall(machine):
        machine.patience = 20 * PATIENCE
        write, read = machine.ram.write_if, machine.ram.read_if
        for channel in (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel):
            channel.set_pause_generator(long_pauses())
    await run_histories(dut, 0, 0, 2, stall)


@cocotb.test()
async def bus_errors(dut):
    """A failed read fails its transaction; a failed write is sent once, and its transaction retires. The first error is reported."""
    memory = FaultyMemory()
    machine = Machine(dut, 30, memory)
    await machine.start(0)

    async def run(ident, beats, outcome):
        await machine.fills.send(AxiStreamFrame(beats))
        assert await machine.reply() == (outcome, ident)
        await machine.controls.send(AxiStreamFrame(beat(0, ident, FINAL_PASS if outcome == PASS else FINAL_FAIL)))
        assert await machine.reply() == (RETIRED, ident)

    def report():
        info = int(dut.error_info_o.value)
        return bool(info >> 48), info >> 46 & 3, info & (1 << 30) - 1

    # Words of three beats, also on a bus of 16 bytes
    memory.words = {5: 41, 10: 42, 1023: 43, 1024: 44}
    await run(0, word_beat(READ, 0, 5, 41, False) + word_beat(READ, 0, 1023, 43, False) + word_beat(READ, 0, 1024, 44, True), PASS)
    assert not dut.error_o.value
    memory.bad = {5}
    # The data beside an error are 0, as in this log.
    await run(1, word_beat(READ, 1, 10, 42, False) + word_beat(READ, 1, 5, 0, True), FAIL)
    assert dut.error_o.value and report() == (False, SLVERR, 5)
    memory.bad = {10}
    await run(2, word_beat(READ, 2, 5, 41, False) + word_beat(WRITE, 2, 10, 1, False) + word_beat(WRITE, 2, 1023, 2, True), PASS)
    assert memory.written == [10, 1023] and memory.words[10] == 42 and memory.words[1023] == 2
    assert report() == (False, SLVERR, 5), "not the first one"
    await ClockCycles(dut.clk_i, 60)
    assert not dut.busy_o.value and machine.replies.empty()
    # A reset forgets it; the next error is of a write.
    await machine.start(0)
    assert not dut.error_o.value
    await run(0, word_beat(WRITE, 0, 10, 1, True), PASS)
    assert dut.error_o.value and report() == (True, SLVERR, 10)
