"""Random kernels with transactions, in C++ for the device and for the host. The final memory of a kernel does not depend on
the order of its transactions (shared_words.h); its control flow, and the places where transactions begin, nest and end, are
random and differ from lane to lane."""

import random

LONGEST = 30  # statements that a thread executes in one function, about
LONGEST_TRANSACTION = 12
DEEPEST = 3  # nested blocks
VARIABLES = ["a", "b", "c", "d"]
INSIDE, OUTSIDE, ANYWHERE = range(3)
INLINE = ["__attribute__((noinline)) ", "inline __attribute__((always_inline)) ", ""]


class Scope:
    """The context of a statement."""

    def __init__(self, **values):
        self.depth = 0  # blocks around it
        self.repeats = 1  # how often it may be executed, at most
        self.open = 0  # tx_begin() of this function without tx_commit()
        self.transaction = False  # inside a transaction
        self.block = False  # whether it is in the body of a tm::atomic
        self.value = False  # whether that body returns a value
        self.loop = False  # whether break and continue are possible without leaving a transaction
        self.pairs = True  # whether it may change pairs
        self.atomics = True  # outside of transactions, including those of callers
        self.__dict__.update(values)

    def inside(self, **values):
        return Scope(**{**self.__dict__, "depth": self.depth + 1, **values})


class Function:
    """One that kernels call."""

    def __init__(self, name, place, cost, recursive=False, size=0):
        self.name = name
        self.place = place  # INSIDE or OUTSIDE of transactions, or ANYWHERE
        self.cost = cost
        self.recursive = recursive
        self.size = size  # size of a table of functions; 0: a single function


class Writer:
    """The body of one function."""

    def __init__(self, rng, functions):
        self.rng = rng
        self.functions = functions
        self.names = 0
        self.cost = 0
        self.counters = []  # of the enclosing loops

    def one_in(self, count):
        return self.rng.randrange(count) == 0

    def name(self, kind):
        self.names += 1
        return f"{kind}{self.names}"

    # Expressions of the thread's own values; no part of them has effects, and none is undefined.

    def atom(self):
        rng = self.rng
        pick = rng.randrange(10)
        if pick < 6:
            return rng.choice(VARIABLES)
        if pick == 6 and self.counters:
            return rng.choice(self.counters)
        if pick == 7:
            return f"local[{rng.choice(VARIABLES)} & 3]"
        return f"{rng.choice([0, 1, 2, 3, 7, 0xff, 0x7fffffff, 0x80000000, rng.randrange(1 << 32)])}u"

    def expression(self, depth=2):
        rng = self.rng
        if depth == 0 or self.one_in(5):
            return self.atom()
        x, y = self.expression(depth - 1), self.expression(depth - 1)
        return rng.choice([
            f"({x} + {y})", f"({x} - {y})", f"({x} * {y})", f"({x} ^ {y})", f"({x} & {y})", f"({x} | {y})", f"(~{x})",
            f"({x} << ({y} & 31))", f"({x} >> ({y} & 31))", f"u32(i32({x}) >> ({y} & 31))",
            f"({x} < {y} ? {self.atom()} : {self.atom()})", f"u32(i32({x}) < i32({y}))", f"u32({x} == {y})",
            f"u32(u64({x}) * {y} >> 32)", f"({x} / ({y} | 1))", f"({x} % ({y} | 1))", f"u32(i32({x} >> 1) / i32(({y} >> 1) | 1))",
            f"u32(float({x} & 0xffff) * 1.5f + float({y} & 0xff))", f"u32(static_cast<unsigned char>({x}))",
            f"u32(i32(static_cast<short>({x})))", f"u32(__builtin_clz({x} | 1))",
        ])

    def condition(self):
        rng = self.rng
        return rng.choice([
            f"({self.atom()} & {1 << rng.randrange(6)}) != 0", f"{self.expression(1)} < {self.expression(1)}",
            "(draw(t) & 1) != 0", f"draw(t) % {rng.randrange(2, 6)} == 0", f"{self.atom()} % 3 == 1",
            f"(thread_id() & {1 << rng.randrange(5)}) != 0", f"({self.condition_part()}) && ({self.condition_part()})",
            f"({self.condition_part()}) || ({self.condition_part()})",
        ])

    def condition_part(self):
        return f"({self.expression(1)} & {1 << self.rng.randrange(4)}) != 0"

    # Statements. Each is a list of lines.

    def block(self, scope, most=3):
        lines = []
        for _ in range(self.rng.randrange(1, most + 1)):
            lines += self.statement(scope)
        return ["{", *("  " + line for line in lines), "}"]

    def statement(self, scope):
        self.cost += scope.repeats
        room = (LONGEST_TRANSACTION if scope.transaction else LONGEST) - scope.repeats
        simple = scope.depth >= DEEPEST or self.cost > 2 * LONGEST or room <= 0
        choices = [(self.assignment, 3), (self.shared if scope.transaction else self.private, 5)]
        if not simple:
            choices += [(self.branch, 4), (self.counted_loop, 2), (self.open_loop, 2), (self.switch, 2), (self.call, 4)]
            choices += [(self.transaction, 2 if scope.transaction else 7)]
            if scope.transaction and scope.pairs:
                choices += [(self.either_order, 1), (self.watched_pair, 1)]
        if scope.depth > 0 and not simple:
            choices += [(self.leave, 2)]
        functions, weights = zip(*choices)
        return self.rng.choices(functions, weights)[0](scope)

    def assignment(self, _scope):
        rng = self.rng
        if self.one_in(3):
            return [f"local[{self.atom()} & 3] {rng.choice(['+=', '^=', '=', '-='])} {self.expression()};"]
        return [f"{rng.choice(VARIABLES)} {rng.choice(['+=', '^=', '=', '-=', '='])} {self.expression()};"]

    def private(self, scope):
        rng = self.rng
        if scope.atomics and self.one_in(4):
            return [f"atomic_add(&t.words[kCounters + {self.atom()} % kCounterCount], {self.expression()});"]
        return [rng.choice([f"keep(t, {self.atom()}, {self.expression()});", f"{rng.choice(VARIABLES)} = draw(t);"])]

    def shared(self, scope):
        at, value = self.rng.choice([self.atom(), "draw(t)"]), self.expression()
        updates = ["add", "flip", "raise", "add_byte", "keep"]
        if scope.pairs:
            updates += ["move", "churn", "move", "churn", "follow"]
        return [f"{self.rng.choice(updates)}(t, {at}, {value});"]

    def branch(self, scope):
        inner = scope.inside()
        lines = [f"if ({self.condition()})", *self.block(inner)]
        if self.one_in(2):
            lines += ["else", *self.block(inner)]
        return lines

    def either_order(self, scope):
        """Both sides have the same effect, so the choice may depend on the other threads."""
        first, second = self.shared(scope.inside(pairs=False)), self.shared(scope.inside(pairs=False))
        if any("draw" in line or "keep" in line for line in first + second):
            return first
        return [f"if (chance(t, {self.atom()})) {{", *first, *second, "} else {", *second, *first, "}"]

    def watched_pair(self, scope):
        """Nothing else may come between the two reads of a pair."""
        kind, words = self.rng.choice(["pair", "loose_pair"]), self.name("p")
        seen = self.name("s")
        inner = scope.inside(pairs=False, loop=False, transaction=True)
        return ["{", f"u32* const {words} = {kind}(t, {self.atom()});", f"const u32 {seen} = {words}[0];",
                *self.shared(inner), *self.branch(inner.inside(depth=DEEPEST)), f"if ({seen} + {words}[1] != 0) ++t.broken;", "}"]

    def repeated(self, scope, trips):
        return scope.inside(repeats=scope.repeats * trips, loop=True)

    def trips(self, scope):
        return self.rng.randrange(2, 6) if scope.repeats <= 4 else 2

    def counted_loop(self, scope):
        trips, i = self.trips(scope), self.name("i")
        bound = self.rng.choice([f"{trips}", f"1 + {self.expression(1)} % {trips}", f"draw(t) % {trips + 1}"])
        self.counters.append(i)
        body = self.block(self.repeated(scope, trips))
        self.counters.pop()
        bounded = self.name("n")
        return ["{", f"const u32 {bounded} = {bound};", f"for (u32 {i} = 0; {i} < {bounded}; ++{i})", *body, "}"]

    def open_loop(self, scope):
        trips, left = self.trips(scope), self.name("w")
        body = self.block(self.repeated(scope, trips))
        start = ["{", f"u32 {left} = 1 + {self.expression(1)} % {trips};"]
        kind = self.rng.randrange(3)
        if kind == 0:
            return [*start, f"while ({left}-- != 0)", *body, "}"]
        if kind == 1:
            return [*start, f"do {{ --{left};", *body, f"}} while ({left} < 0x10000 && {left} != 0);", "}"]
        return [*start, "while (true) {", f"if ({left}-- == 0) break;", *body, "}", "}"]

    def switch(self, scope):
        cases = self.rng.randrange(3, 8)
        lines = [f"switch ({self.rng.choice(['draw(t)', self.expression(1)])} % {cases}) {{"]
        for case in range(cases):
            if case + 1 < cases or self.one_in(2):
                lines.append(f"case {case}:")
            else:
                lines.append("default:")
            lines += self.block(scope.inside(), 2)
            lines.append(self.rng.choice(["break;", "break;", "break;", "[[fallthrough]];"]) if case + 1 < cases else "break;")
        return [*lines, "}"]

    def call(self, scope):
        places = [ANYWHERE, INSIDE] if scope.transaction else [ANYWHERE, OUTSIDE] if scope.atomics else [ANYWHERE]
        most = (LONGEST_TRANSACTION if scope.transaction else LONGEST) / scope.repeats
        callable_now = [f for f in self.functions if f.place in places and f.cost <= most]
        if not callable_now:
            return self.assignment(scope)
        function = self.rng.choice(callable_now)
        self.cost += function.cost * scope.repeats
        result, first, second = self.rng.choice(VARIABLES), self.expression(1), self.expression(1)
        if function.recursive:
            return [f"{result} = {function.name}(t, {first}, {self.rng.choice([second + ' % 4', '3', 'draw(t) % 3'])});"]
        if function.size:
            return [f"{result} = {function.name}[{self.rng.choice(['draw(t)', first])} % {function.size}](t, {first}, {second});"]
        return [f"{result} = {function.name}(t, {first}, {second});"]

    # Transactions: scopes in which `open` counts those that tx_begin() began in this function.

    def transaction(self, scope):
        forms = [self.atomic_block, self.atomic_value, self.begin_and_commit, self.begin_and_commit]
        if not scope.transaction:
            forms += [self.begun_on_either_side, self.begun_in_function, self.committed_in_turns]
        inner = scope.inside(transaction=True, loop=False)
        return self.rng.choice(forms)(inner)

    def atomic_block(self, scope):
        return ["tm::atomic([&] {", *self.block(scope.inside(block=True, value=False, open=0)), "});"]

    def atomic_value(self, scope):
        inner = scope.inside(block=True, value=True, open=0)
        body = self.block(inner)
        return [f"{self.rng.choice(VARIABLES)} = tm::atomic([&]() -> u32 {{", *body, f"return {self.expression()};", "});"]

    def begin_and_commit(self, scope):
        inner = scope.inside(open=scope.open + 1)
        return ["tx_begin();", *self.block(inner), *self.ends(inner)]

    def begun_on_either_side(self, scope):
        inner = scope.inside(open=scope.open + 1)
        return [f"if ({self.condition()}) {{", *self.assignment(scope), "tx_begin();", *self.shared(scope), "} else {", "tx_begin();",
                *self.shared(scope), "}", *self.block(inner), *self.ends(inner)]

    def begun_in_function(self, scope):
        return ["begin_apart();", *self.block(scope.inside(open=scope.open + 1)),
                f"if ({self.condition()}) commit_apart(); else", "{", *self.shared(scope), "tx_commit();", "}"]

    def committed_in_turns(self, scope):
        i = self.name("i")
        turn = self.rng.choice(["2", self.atom() + " % 4", "draw(t) % 3"])
        chosen = self.name("n")
        return ["{", f"const u32 {chosen} = {turn};", "tx_begin();", f"for (u32 {i} = 0; {i} < 3; ++{i}) {{", *self.shared(scope),
                f"if ({i} == {chosen}) {{", "tx_commit();", *self.private(scope), "tx_begin();", "}", "}", "tx_commit();", "}"]

    def ends(self, scope):
        """The commit of the innermost transaction begun by tx_begin(), in one place or several."""
        if self.one_in(2):
            return ["tx_commit();"]
        after = self.assignment(scope)
        return [f"if ({self.condition()}) {{", *self.shared(scope), "tx_commit();", *after, "} else", "{", "tx_commit();", "}"]

    def leave(self, scope):
        """An early exit: from the loop, the transaction's block, or the function."""
        if scope.block and scope.open == 0:
            way = f"return {self.expression(1)};" if scope.value else "return;"
        elif scope.loop:
            way = self.rng.choice(["break;", "continue;"])
        elif scope.block or not self.one_in(3):
            return self.assignment(scope)
        else:
            way = f"{'tx_commit(); ' * scope.open}goto end;"
        return [f"if ({self.condition()}) {{ {way} }}"]


class File:
    """A source file of kernels k0, k1 and so on, and the functions that they call."""

    def __init__(self, seed, count):
        self.rng = random.Random(f"transactions {seed}")
        self.count = count
        self.functions = []
        self.lines = [f"// Made by tb/fuzz/programs/run: seed {seed}.", '#include "shared_words.h"', "", "using namespace fuzz;", "",
                      'extern "C" {', *(f"void k{number}(const Arguments* arguments);" for number in range(count)), "}", "",
                      "__attribute__((noinline)) static void begin_apart() { tx_begin(); }",
                      "__attribute__((noinline)) static void commit_apart() { tx_commit(); }", ""]

    def write_body(self, writer, scope, statements, first):
        self.lines += [f"  u32 a = {first}, b = a * 5 + 1, c = b ^ (a >> 3), d = c + b;",
                       "  u32 local[4] = {a, b, c, d};"]
        for _ in range(statements):
            self.lines += ["  " + line for line in writer.statement(scope)]

    def add_function(self, number):
        rng = self.rng
        place = rng.choice([INSIDE, OUTSIDE, ANYWHERE])
        recursive = rng.randrange(3) == 0
        name = f"f{number}"
        scope = Scope(transaction=place == INSIDE, atomics=place == OUTSIDE, repeats=4 if recursive else 1, depth=1)
        writer = Writer(rng, [f for f in self.functions if f.cost < 6])
        qualifier = INLINE[0] if recursive else rng.choice(INLINE)
        self.lines += [f"static {qualifier}u32 {name}(Thread& t, u32 x, u32 y) {{"]
        self.write_body(writer, scope, rng.randrange(1, 3), "x + y * 7")
        if recursive:
            last = writer.shared(scope) if place == INSIDE else writer.private(scope)
            self.lines += [f"  if (y != 0) a ^= {name}(t, b + c, y - 1);", *("  " + line for line in last)]
        self.lines += ["end: __attribute__((unused));", "  return a + 3 * b + local[c & 3] + d;", "}", ""]
        self.functions.append(Function(name, place, writer.cost + 1, recursive))

    def add_table(self, number):
        """Function pointers that compilers cannot resolve."""
        rng = self.rng
        place = rng.choice([INSIDE, OUTSIDE, ANYWHERE])
        fit = [f for f in self.functions if f.place == place and not f.recursive and not f.size]
        if len(fit) < 2:
            return
        chosen = rng.sample(fit, min(len(fit), rng.randrange(2, 5)))
        name = f"table{number}"
        self.lines += [f"static u32 (*volatile {name}[])(Thread&, u32, u32) = {{{', '.join(f.name for f in chosen)}}};", ""]
        self.functions.append(Function(name, place, max(f.cost for f in chosen), size=len(chosen)))

    def add_kernel(self, number):
        rng = self.rng
        writer = Writer(rng, self.functions[-12:])
        self.lines += [f"KERNEL void k{number}(const Arguments* arguments) {{", "  Thread t = start(arguments);"]
        self.write_body(writer, Scope(), rng.randrange(2, 4), "draw(t)")
        # A kernel without any transaction would test little.
        self.lines += ["  " + line for line in writer.transaction(Scope())]
        if rng.randrange(4) == 0:
            self.lines += ["end:", "  barrier();", *["  " + line for line in writer.transaction(Scope(depth=DEEPEST))]]
        else:
            self.lines += ["end: __attribute__((unused));"]
        self.lines += ["  end(t, a + 3 * b + local[c & 3] + d);", "}", ""]

    def text(self):
        for number in range(self.count):
            for part in range(self.rng.randrange(0, 3)):
                self.add_function(f"{number}_{part}")
            self.add_table(number)
            self.add_kernel(number)
        return "\n".join(self.lines) + "\n"


def source(seed, count):
    """The text of a file of `count` kernels; the same for the same seed."""
    return File(seed, count).text()
