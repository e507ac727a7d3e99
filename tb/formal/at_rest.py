"""The Yosys command `at_rest INPUT ... -free PATTERN ...` for a flat top module, with reset in the first cycle: while busy_o, the named
inputs and all inputs named *valid* are low, a clock edge changes no register, except those of names that match a pattern. Nor do
busy_o and named outputs rise after it without an input. One assertion a register."""
from fnmatch import fnmatchcase

from pyosys import libyosys as ys


def name_of(signal):
    return next((chunk.wire.name.str().lstrip("\\") for chunk in (signal.extract(0, 1).as_chunk(),) if chunk.wire), "")


class AtRest(ys.Pass):
    def __init__(self):
        super().__init__("at_rest", "assert that registers stay while busy_o is low")

    def execute(self, args, design):
        args = [str(arg) for arg in args][1:]
        at = args.index("-free")
        inputs, free = args[:at], args[at + 1:]
        top = design.top_module()
        inputs += [wire.name.str()[1:] for wire in top.wires_.values() if wire.port_input and "valid" in wire.name.str()]

        def port(name):
            return ys.SigSpec(top.wire(ys.IdString("\\" + name)))

        def wire(name, width=1):
            return ys.SigSpec(top.addWire(ys.IdString("\\at_rest_" + name), width))

        clock = port("clk_i")
        first = top.Initstate(ys.IdString("\\at_rest_initstate"))
        running = top.Not(ys.IdString("\\at_rest_running"), first)
        top.connect(port("rst_ni"), running)
        top.wire(ys.IdString("\\rst_ni")).port_input = False
        busy, offered = port("busy_o"), first
        for name in inputs:
            other = ys.IdString(f"\\at_rest_or_{name}")
            if top.wire(ys.IdString("\\" + name)).port_input:
                offered = top.LogicOr(other, offered, port(name))
            else:
                busy = top.LogicOr(other, busy, port(name))
        moves = top.Or(ys.IdString("\\at_rest_or"), busy, offered)
        rested = wire("rested")
        top.addDff(ys.IdString("\\at_rest_rested_q"), clock, top.Not(ys.IdString("\\at_rest_not"), moves), rested)
        rested = top.And(ys.IdString("\\at_rest_check"), rested, running)
        checked = 0
        for number, cell in enumerate(list(top.cells_.values())):
            if not cell.type.str().startswith(("$dff", "$adff", "$sdff", "$aldff", "$_")) or "at_rest" in cell.name.str():
                continue
            q = cell.getPort(ys.IdString("\\Q"))
            name = name_of(q)
            if any(fnmatchcase(name, pattern) for pattern in free):
                continue
            before = wire(f"before_{number}", q.size())
            top.addDff(ys.IdString(f"\\at_rest_before_q_{number}"), clock, q, before)
            same = top.Eq(ys.IdString(f"\\at_rest_same_{number}"), q, before)
            top.addAssert(ys.IdString(f"\\at_rest:{name or cell.name.str()}:{number}"), same, rested)
            checked += 1
        idle = top.Or(ys.IdString("\\at_rest_idle"), top.Not(ys.IdString("\\at_rest_not_busy"), busy), offered)
        for name in [wire.name.str()[1:] for wire in top.wires_.values() if wire.port_input and wire.name.str() != "\\clk_i"]:
            before = wire(f"before_{name}", port(name).size())
            top.addDff(ys.IdString(f"\\at_rest_before_q_{name}"), clock, port(name), before)
            idle = top.Or(ys.IdString(f"\\at_rest_or_changed_{name}"), idle, top.Ne(ys.IdString(f"\\at_rest_changed_{name}"), port(name), before))
        top.addAssert(ys.IdString("\\at_rest:busy_o"), idle, rested)
        top.fixup_ports()
        ys.log(f"{checked} registers are checked\n")


AT_REST = AtRest()
