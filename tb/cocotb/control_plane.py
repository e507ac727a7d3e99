"""cocotb's tests of unit_control in kilo_soc, by an AXI4-Lite master of cocotbext-axi with pauses on its channels: counters against the
system's own pulses; quiesce, abort and faults at random times, after which the system drains, stands still, goes on and ends with the right
sum. The registers are those of docs/integration/control.md."""
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp

CTRL, STATUS, ERROR, ERROR_ADDR, ERROR_ID, WATCHDOG, IRQ_STATE, IRQ_ENABLE, TEST = range(0x00, 0x24, 4)
COMMITS, ABORTS_CONFLICT, ABORTS_CAPACITY, ABORTS_CONTROL, STALLS = range(0x40, 0x54, 4)
ENABLE, ABORT_ALL, ABORT_ON_ERROR = 1, 2, 4
IDLE, DRAINED, ABORTING, READY = 1, 2, 4, 8
VALID, MORE = 1, 2
STUCK, TESTED = 14, 15
GENERATORS = 4
PATIENCE = 4000  # cycles, of a system that drains or that ends a few transfers


def pauses(percent):
    while True:
        yield random.randrange(100) < percent


class System:
    def __init__(self, dut, percent=30):
        self.dut, self.commits, self.aborts, self.cycles = dut, 0, 0, 0
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        self.bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk_i, dut.rst_ni, reset_active_level=False)
        write, read = self.bus.write_if, self.bus.read_if
        for channel in (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel):
            channel.set_pause_generator(pauses(percent))

    async def reset(self, transfers):
        self.dut.start_i.value = 0
        self.dut.seed_i.value = random.getrandbits(32)
        self.dut.transfers_i.value = transfers
        self.dut.rst_ni.value = 0
        await ClockCycles(self.dut.clk_i, 4)
        self.dut.rst_ni.value = 1
        await RisingEdge(self.dut.clk_i)
        cocotb.start_soon(self.watch())

    def start(self):
        self.dut.start_i.value = 1

    async def watch(self):
        while True:
            await RisingEdge(self.dut.clk_i)
            self.cycles += 1
            self.commits += int(self.dut.committed_o.value).bit_count()
            self.aborts += int(self.dut.aborted_o.value).bit_count()

    async def read(self, register, expected=AxiResp.OKAY):
        answer = await self.bus.read(register, 4)
        assert answer.resp == expected, f"read of {register:#x}: {answer.resp!r}"
        return int.from_bytes(answer.data, "little")

    async def write(self, register, value, expected=AxiResp.OKAY):
        answer = await self.bus.write(register, value.to_bytes(4, "little"))
        assert answer.resp == expected, f"write of {register:#x}: {answer.resp!r}"

    async def drain(self):
        """Waits until it is drained; then nothing moves, for longer than an attempt takes."""
        begun = self.cycles
        while not await self.read(STATUS) & DRAINED:
            assert self.cycles - begun < PATIENCE, "does not drain"
        # A generator tells of its end when its replies have come.
        await ClockCycles(self.dut.clk_i, 20)
        ended = self.commits, self.aborts
        await ClockCycles(self.dut.clk_i, 400)
        assert (self.commits, self.aborts) == ended, "a transaction ends in a drained system"
        status = await self.read(STATUS)
        assert status & (IDLE | DRAINED | READY) == IDLE | DRAINED | READY, f"status {status:#x}"
        assert sum([await self.read(counter) for counter in (ABORTS_CONFLICT, ABORTS_CONTROL)]) == self.aborts
        assert await self.read(COMMITS) == self.commits

    async def finish(self, transfers):
        moved, commits = self.cycles, self.commits
        while not self.dut.done_o.value:
            await RisingEdge(self.dut.clk_i)
            if self.commits != commits:
                moved, commits = self.cycles, self.commits
            assert self.cycles - moved < PATIENCE, "does not go on"
        assert self.dut.sum_right_o.value and not self.dut.error_o.value
        assert self.commits == GENERATORS * transfers
        assert await self.read(COMMITS) == self.commits
        assert await self.read(ABORTS_CONFLICT) + await self.read(ABORTS_CONTROL) == self.aborts
        assert await self.read(ABORTS_CAPACITY) == 0


@cocotb.test()
async def registers(dut):
    """Values after reset, and what cannot be read or written."""
    system = System(dut)
    await system.reset(0)
    begun = system.cycles
    while not await system.read(STATUS) & READY:
        assert system.cycles - begun < PATIENCE
    await ClockCycles(dut.clk_i, 40)
    expected = {CTRL: ENABLE | ABORT_ON_ERROR, STATUS: IDLE | READY}
    for register in [*range(CTRL, TEST, 4), *range(COMMITS, STALLS + 4, 4)]:
        assert await system.read(register) == expected.get(register, 0), f"register {register:#x}"
    for register in (TEST, TEST + 4, COMMITS - 4, STALLS + 4, 0x7c):
        await system.read(register, AxiResp.SLVERR)
    for register in (STATUS, ERROR_ADDR, ERROR_ID, TEST + 4, STALLS + 4):
        await system.write(register, 0xFFFF_FFFF, AxiResp.SLVERR)
    await system.write(WATCHDOG, 0xA1B2C3D4)
    assert await system.read(WATCHDOG) == 0xB2C3D4
    await system.bus.write(WATCHDOG + 1, b"\x77")
    assert await system.read(WATCHDOG) == 0xB277D4
    await system.write(IRQ_ENABLE, 0xFFFF_FFFF)
    assert await system.read(IRQ_ENABLE) == 3
    assert not dut.irq_o.value


@cocotb.test()
async def counters(dut):
    """They count what the generators say, and wrap."""
    system = System(dut)
    await system.reset(30)
    await system.write(COMMITS, 0xFFFF_FFF0)
    system.start()
    moved = 0
    while not dut.done_o.value:
        await RisingEdge(dut.clk_i)
        moved += 1
        assert moved < 30 * PATIENCE
    assert system.commits == GENERATORS * 30 and dut.sum_right_o.value
    assert await system.read(COMMITS) == system.commits - 0x10
    assert await system.read(ABORTS_CONFLICT) == system.aborts > 0
    assert await system.read(ABORTS_CONTROL) == 0 == await system.read(ABORTS_CAPACITY)
    assert 0 < await system.read(STALLS) < system.cycles * GENERATORS


@cocotb.test()
async def quiesce(dut):
    """No transaction fails for it; the drained system goes on where it was."""
    system = System(dut)
    transfers = 60
    await system.reset(transfers)
    await system.write(IRQ_ENABLE, 2)
    system.start()
    for _ in range(8):
        await ClockCycles(dut.clk_i, random.randrange(40, 400))
        assert not dut.irq_o.value
        await system.write(CTRL, ABORT_ON_ERROR)
        await system.drain()
        assert dut.irq_o.value and await system.read(IRQ_STATE) == 2
        await system.write(IRQ_STATE, 2)
        await system.write(CTRL, ENABLE | ABORT_ON_ERROR)
        assert not await system.read(STATUS) & DRAINED
    assert await system.read(ABORTS_CONTROL) == 0 and not dut.done_o.value
    await system.finish(transfers)


@cocotb.test()
async def abort_all(dut):
    """Transactions without their outcomes fail, are tried again, and the balances add up."""
    system = System(dut)
    transfers = 60
    await system.reset(transfers)
    system.start()
    turned = 0
    for _ in range(8):
        await ClockCycles(dut.clk_i, random.randrange(40, 400))
        await system.write(CTRL, ENABLE | ABORT_ALL)
        commits = system.commits
        assert await system.read(STATUS) & ABORTING
        await system.drain()
        assert system.commits - commits <= GENERATORS, "commits that had no outcome yet"
        turned = await system.read(ABORTS_CONTROL)
        await system.write(CTRL, ENABLE)
    assert turned > 4, turned
    await system.finish(transfers)
    assert await system.read(ABORTS_CONTROL) >= turned


@cocotb.test()
async def fault(dut):
    """An error aborts and drains by itself, until it is cleared; without abort_on_error it is only told."""
    system = System(dut)
    transfers = 60
    await system.reset(transfers)
    await system.write(IRQ_ENABLE, 1)
    system.start()
    for _ in range(6):
        await ClockCycles(dut.clk_i, random.randrange(40, 400))
        assert not dut.irq_o.value and await system.read(ERROR) & (VALID | MORE) == 0
        await system.write(TEST, 1)
        await ClockCycles(dut.clk_i, 3)
        assert dut.irq_o.value
        assert await system.read(ERROR) == VALID | TESTED << 4
        assert await system.read(ERROR_ADDR) == 0 == await system.read(ERROR_ID)
        await system.drain()
        assert await system.read(STATUS) & ABORTING
        await system.write(TEST, 1)
        assert await system.read(ERROR) == VALID | MORE | TESTED << 4
        await system.write(IRQ_STATE, 3)
        await ClockCycles(dut.clk_i, 3)
        assert not dut.irq_o.value
        await system.write(ERROR, VALID)
        assert await system.read(STATUS) & (DRAINED | ABORTING) == 0
        assert await system.read(ERROR) & (VALID | MORE) == 0
        await system.write(CTRL, ENABLE)
        await system.write(TEST, 1)
        commits = system.commits
        await ClockCycles(dut.clk_i, 600)
        assert system.commits > commits and not await system.read(STATUS) & ABORTING
        await system.write(ERROR, VALID)
        await system.write(IRQ_STATE, 1)
        await system.write(CTRL, ENABLE | ABORT_ON_ERROR)
    assert await system.read(ABORTS_CONTROL) > 0
    await system.finish(transfers)


@cocotb.test()
async def watchdog(dut):
    """A limit that the system keeps says nothing; one that it does not keep is an error, with an id that is inside."""
    system = System(dut)
    transfers = 60
    await system.reset(transfers)
    await system.write(WATCHDOG, 2000)
    system.start()
    await ClockCycles(dut.clk_i, 1000)
    assert await system.read(ERROR) == 0
    await system.write(WATCHDOG, 6)
    begun = system.cycles
    while not await system.read(ERROR) & VALID:
        assert system.cycles - begun < PATIENCE
    ended = system.commits + system.aborts
    assert await system.read(ERROR) & 0xF1 == VALID | STUCK << 4
    assert ended - 3 * GENERATORS <= await system.read(ERROR_ID) <= ended + GENERATORS
    await system.drain()
    await system.write(WATCHDOG, 0)
    await system.write(ERROR, VALID)
    await system.finish(transfers)
    assert not await system.read(ERROR) & VALID
