"""An RTL top in cocotb: reset, then idle cycles. Without an input nothing is offered at any output, and the top comes to rest."""
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

RESET_CYCLES = 3
IDLE_CYCLES = 20
LONGEST_CLEARING = 20_000  # cycles that the largest memories take


def ports(dut, ending):
    """Handles of the ports whose names end so."""
    return [handle for handle in dut if handle._name.endswith(ending)]


@cocotb.test()
async def reset_and_idle(dut):
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.rst_ni.value = 0
    for handle in ports(dut, "_i"):
        if handle._name != "clk_i":
            handle.value = 0
    for _ in range(RESET_CYCLES):
        await RisingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    busy = ports(dut, "busy_o")
    for cycle in range(LONGEST_CLEARING):
        await FallingEdge(dut.clk_i)
        offered = [handle._name for handle in ports(dut, "_valid_o") if int(handle.value) != 0]
        assert not offered, f"cycle {cycle}: {', '.join(offered)} without any input"
        if cycle >= IDLE_CYCLES and not any(int(handle.value) for handle in busy):
            return
    assert False, f"busy_o is high after {LONGEST_CLEARING} cycles"
