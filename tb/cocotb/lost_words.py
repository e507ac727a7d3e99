"""cocotb's tests of kilo_soc with SECDED: a wrong bit of an account is corrected; a lost balance, and a word that a commit unit has lost, are errors
of the control plane with their place, and nothing commits that rests on them."""
import random

import cocotb
from cocotb.triggers import ClockCycles

from control_plane import ERROR, ERROR_ADDR, ERROR_ID, IRQ_ENABLE, PATIENCE, VALID, System

ERROR_UNIT, ERROR_ACCOUNT = 2, 3
UNITS, ACCOUNTS = 4, 16
CODE_BITS = 39  # of a balance


def accounts_of(dut, unit):
    return dut.gen_partition[unit].u_memory.u_ram.gen_forward.u_ram.u_ram.mem


def flip(memory, row, bits):
    memory[row].value = int(memory[row].value) ^ sum(1 << bit for bit in bits)


async def lose_a_word(system, memory):
    """Two bits of each word turn, until one of them is read."""
    wrong = [None] * len(memory)
    begun = system.cycles
    while not system.dut.irq_o.value:
        assert system.cycles - begun < PATIENCE, "no word is read"
        for row, left in enumerate(wrong):
            if int(memory[row].value) != left:
                flip(memory, row, [0, 1])
                wrong[row] = int(memory[row].value) ^ 3
        await ClockCycles(system.dut.clk_i, 20)


async def wait_for_error(system):
    begun = system.cycles
    while not await system.read(ERROR) & VALID:
        assert system.cycles - begun < PATIENCE, "no error"
    await ClockCycles(system.dut.clk_i, 3)
    assert system.dut.irq_o.value
    return await system.read(ERROR) >> 4 & 15


@cocotb.test()
async def corrected(dut):
    """A wrong bit in each account, at random times: the balances add up, and nothing is said."""
    system = System(dut)
    transfers = 60
    await system.reset(transfers)
    system.start()
    for account in random.sample(range(ACCOUNTS), ACCOUNTS):
        await ClockCycles(dut.clk_i, random.randrange(20, 200))
        flip(accounts_of(dut, account % UNITS), account // UNITS, [random.randrange(CODE_BITS)])
    await system.finish(transfers)
    assert await system.read(ERROR) == 0


@cocotb.test()
async def lost_balance(dut):
    """The error names the account; the system drains, and is found in the same state after the error is cleared."""
    for _ in range(4):
        system = System(dut)
        await system.reset(200)
        await system.write(IRQ_ENABLE, 1)
        system.start()
        await ClockCycles(dut.clk_i, random.randrange(200, 1500))
        account = random.randrange(ACCOUNTS)
        flip(accounts_of(dut, account % UNITS), account // UNITS, random.sample(range(CODE_BITS), 2))
        for _ in range(2):
            assert await wait_for_error(system) == ERROR_ACCOUNT
            assert await system.read(ERROR_ADDR) == 4 * account
            await system.drain()
            assert not dut.done_o.value
            await system.write(ERROR, VALID)


@cocotb.test()
async def lost_words_of_a_unit(dut):
    """The unit stops: what it had begun does not commit. After a reset the system runs as always."""
    for unit in range(UNITS):
        system = System(dut)
        await system.reset(200)
        await system.write(IRQ_ENABLE, 1)
        system.start()
        await ClockCycles(dut.clk_i, random.randrange(200, 1500))
        await lose_a_word(system, dut.gen_partition[unit].u_commit_unit.u_buffer_pool.gen_bank[0].u_bank.mem)
        assert await wait_for_error(system) == ERROR_UNIT
        assert await system.read(ERROR_ADDR) >> 24 == unit and await system.read(ERROR_ID) == 0
        await ClockCycles(dut.clk_i, 200)
        commits = system.commits
        await ClockCycles(dut.clk_i, 1000)
        assert system.commits == commits and not dut.done_o.value
    system = System(dut)
    await system.reset(20)
    system.start()
    await system.finish(20)
