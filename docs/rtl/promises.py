"""What a page says beside the module's own header: the testplan (tb/testplans), behaviour in errors, limits, memories for a
compiler of macros, and the version of the interface. For docs/make_pages."""
import hashlib
import inspect
import json
import re

import rtl_memories
from rtl_sources import FILES, ROOT, lines_of_tops, sources_of
from rtl_testplans import AT_REST

INTERFACES = ROOT / "docs/rtl/interfaces.json"


def link(path, text):
    return f"[{text}]({'../../' + path if not path.startswith('docs/') else '../' + path.removeprefix('docs/')})"


def names(values):
    return ", ".join(f"`{value}`" for value in values)


def harness_of(proof, evidence):
    """A proof's file; a variant is in the file of the longest name before it."""
    if proof.endswith(".at_rest"):
        return AT_REST
    found = [name for name in evidence.harnesses if proof == name or proof.startswith(name + "_")]
    return f"tb/formal/{max(found, key=len)}_formal.sv"


def testplan(top, plan, evidence):
    """The table of features."""
    yield "\n## Testplan\n\n| feature | tests | proofs | bins | seeded bugs |\n|---|---|---|---|---|"
    for feature in plan["feature"]:
        parts = feature.get("parts", [])
        tests = [names(feature["tests"])] if feature.get("tests") else []
        tests += [f"CTest's `{name}`" for name in feature.get("scripts", [])]
        tests += [f"of {', '.join(link(f'tb/unit/{evidence.modules[part][0]}/{part}', part) for part in parts)}"] if parts else []
        proofs = [link(harness_of(proof, evidence), proof) for proof in feature.get("proofs", [])]

        def own(kind, known):
            """Those named, and how many the parts have; a part that is a top has its modules', too."""
            of_parts = sum(len(known[module]) for part in parts for module in (evidence.used_by(part) if part in evidence.tops else [part]))
            return "; ".join(filter(None, [names(feature.get(kind, [])), f"{of_parts} of parts" if of_parts else ""]))
        yield f"| {feature['name']} | {'; '.join(tests)} | {', '.join(proofs)} | {own('bins', evidence.bins)} | {own('bugs', evidence.bugs)} |"
    yield f"\nFrom {link(f'tb/testplans/{top}.toml', f'{top}.toml')}, which lint compares with what exists."


def errors_and_limits(plan):
    yield f"\n## Errors and limits\n\n- {plan['errors']}"
    yield "\n".join(f"- Limit: {limit}." for limit in plan["limits"])


def size_of(top):
    """The parameters whose memories are listed: the first line of tops.txt that is not `slow`, or the last."""
    lines = [(parameters, marks) for name, parameters, marks in lines_of_tops() if name == top]
    return next((parameters for parameters, marks in lines if "slow" not in marks), lines[-1][0])


def known_shapes(top):
    """Yosys takes seconds for each top: kept in .cache while the sources stay."""
    causes = [size_of(top), inspect.getsource(rtl_memories), *((ROOT / source).read_text() for source in sources_of(top))]
    key = hashlib.sha256(json.dumps(causes).encode()).hexdigest()
    file = ROOT / f".cache/memories/{top}.json"
    kept = json.loads(file.read_text()) if file.exists() else {}
    if kept.get("key") != key:
        kept = {"key": key, "shapes": rtl_memories.shapes_of(top, size_of(top))}
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(kept))
    return kept["shapes"]


def memories(top):
    """A row for each shape: how many, and where."""
    shapes = {}
    for name, words, bits, module in known_shapes(top):
        where = re.sub(r"\[\d+\]", "[]", name.strip('"').lstrip("\\")).removesuffix(".mem").removesuffix(".u_ram")
        shapes.setdefault((words, bits, module), []).append(where)
    if not shapes:
        yield "\n## Memories\n\nNone."
        return
    count, total = sum(map(len, shapes.values())), sum(words * bits * len(where) for (words, bits, _), where in shapes.items())
    yield (f"\n## Memories\n\n<details><summary>{count} {'memory' if count == 1 else 'memories'}, {total:,} bits, with "
           f"{', '.join(size_of(top)) or 'the defaults'}</summary>\n\n| words | bits | number | module | instances |\n|--:|--:|--:|---|---|")
    for (words, bits, module), where in sorted(shapes.items(), reverse=True):
        yield f"| {words} | {bits} | {len(where)} | `{module}` | {names(sorted(set(where)))} |"
    yield "\n</details>"


def interface_hash(header, types):
    """Of what an instance depends on: parameters, ports and their types, without comments."""
    text = [(p.name, p.type, re.sub(r"//[^\n]*|\s+", " ", p.default).strip()) for p in header.parameters]
    text += [(port.name, port.direction, port.type) for port in header.ports]
    text += [re.sub(r"\s+", " ", re.sub(r"//[^\n]*", "", declaration)).strip() for declaration in types]
    return hashlib.sha256(json.dumps(text).encode()).hexdigest()[:12]


def interfaces():
    """{top: [version, hash]}"""
    return json.loads(INTERFACES.read_text()) if INTERFACES.exists() else {}


def written(found):
    return "{\n" + ",\n".join(f'  "{top}": {json.dumps(found[top])}' for top in sorted(found)) + "\n}\n"


def with_new_interfaces(hashes, raised):
    """The file's text: tops that are new get version 1, those that are `raised` the next one, and those that are gone leave."""
    old = interfaces()
    found = {}
    for top, value in hashes.items():
        version, known = old.get(top, [1, value])
        found[top] = [version + 1, value] if top in raised and known != value else [version, known]
    return written(found)


def interface_problems(hashes):
    """Interfaces that have changed without a new version, and versions that CHANGELOG.md does not name."""
    changelog = (ROOT / "CHANGELOG.md").read_text()
    for top, (version, known) in interfaces().items():
        if top in hashes and hashes[top] != known:
            yield (f"{FILES[top].relative_to(ROOT)}: its parameters, ports or types are no longer those of interface {version}: "
                   f"`docs/make_pages --new-interface {top}`, and a line with `{top}` and `interface {version + 1}` in CHANGELOG.md")
        if version > 1 and not re.search(rf"`{top}`[^\n]*\binterface {version}\b", changelog):
            yield f"CHANGELOG.md has no line with `{top}` and interface {version}"
