"""The pages of a coverage report: an index, and one page for each source with its text, unreached lines, signals without all
toggles, and bins. They need no other files."""
import html
import shutil
from collections import defaultdict

from counts import Share, bins_of

STYLE = """
body { font: 14px/1.45 system-ui, sans-serif; margin: 2em; color: #1a1a1a; background: #fff }
table { border-collapse: collapse }
th, td { padding: .2em .8em; text-align: right }
td:first-child, th:first-child { text-align: left }
th { border-bottom: 1px solid #888 } tr.total td { font-weight: 600; border-top: 1px solid #ccc }
.full { background: #d9f2d9 } .most { background: #eef7d9 } .some { background: #fdeccb } .few { background: #f9d5d0 }
.source { font: 12px/1.35 ui-monospace, monospace; width: 100% }
.source td { padding: 0 .6em; white-space: pre; vertical-align: top }
.source td:nth-child(1), .source td:nth-child(2) { color: #777; text-align: right; width: 1% }
.source td { text-align: left }
.missed { background: #f9c9c2 } .explained { background: #fdeccb }
.note { color: #a33; white-space: pre-wrap } .met { color: #277 }
"""
KINDS = {"lines": "line_share", "toggles": "toggle_share", "bins": "bin_share"}


def page(title, body):
    return (f"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{html.escape(title)}</title>\n"
            f"<style>{STYLE}</style></head><body>\n<h1>{html.escape(title)}</h1>\n{body}</body></html>\n")


def cell(share):
    value = share.value()
    if value is None:
        return "<td>-</td>"
    colour = "full" if share.hit == share.total else "most" if value >= 0.99 else "some" if value >= 0.9 else "few"
    return f"<td class=\"{colour}\" title=\"{share.hit} of {share.total}\">{percent(share)}</td>"


def percent(share):
    """Never rounded up to 100 %."""
    return f"{int(share.value() * 10000) / 100:.2f} %"


def shares_of(sources):
    sources = list(sources)
    return [sum((getattr(source, kind)() for source in sources), Share()) for kind in KINDS.values()]


def row(name, shares, kind=""):
    return f"<tr{kind}><td>{name}</td>{''.join(map(cell, shares))}</tr>\n"


def name_of(path):
    return path.replace("/", "_") + ".html"


def index_page(sources, problems):
    folders = defaultdict(dict)
    for path, source in sorted(sources.items()):
        folders[path.rsplit("/", 1)[0]][path] = source
    head = f"<tr><th>file</th>{''.join(f'<th>{kind}</th>' for kind in KINDS)}</tr>\n"
    rows = row("all", shares_of(sources.values()), " class=\"total\"")
    for folder, files in folders.items():
        rows += row(html.escape(folder), shares_of(files.values()), " class=\"total\"")
        for path, source in files.items():
            rows += row(f"<a href=\"{name_of(path)}\">{html.escape(path.rsplit('/', 1)[1])}</a>", shares_of([source]))
    listed = "".join(f"<li>{html.escape(problem)}</li>\n" for problem in problems)
    explained = sum(len(source.explained) for source in sources.values())
    verdict = f"<h2>Open</h2><ul>\n{listed}</ul>\n" if problems else "<p>All bins and lines are reached.</p>\n"
    return page("RTL coverage", f"<table>{head}{rows}</table>\n<p>Without {explained} lines that are explained in "
                                f"tb/coverage/unreached.toml.</p>\n{verdict}")


def source_page(path, text, source):
    notes = defaultdict(list)
    for (line, signal), toggles in source.toggles.items():
        if missed := [name for name, count in toggles.items() if count == 0]:
            shown = ", ".join(name.removeprefix(signal) or name for name in missed[:6]) + (", ..." if len(missed) > 6 else "")
            notes[line].append(("note", f"{signal}: {len(missed)} of {len(toggles)} toggles never: {shown}"))
    for name, line in bins_of(text).items():
        count = source.bins.get(name, 0)
        notes[line].append(("met" if count else "note", f"{name}: {count} times" if count else f"{name}: never"))
    rows = ""
    for number, line in enumerate(text.splitlines(), 1):
        count = source.lines.get(number)
        colour, said = "", notes[number]
        if count == 0:
            reason = source.explained.get(number)
            colour = " class=\"explained\"" if reason else " class=\"missed\""
            said = said + ([("note", reason)] if reason else [])
        remarks = "".join(f"<div class=\"{kind}\">{html.escape(remark)}</div>" for kind, remark in said)
        rows += (f"<tr{colour}><td id=\"{number}\">{number}</td><td>{'' if count is None else count}</td>"
                 f"<td>{html.escape(line)}{remarks}</td></tr>\n")
    head = f"<tr><th></th>{''.join(f'<th>{kind}</th>' for kind in KINDS)}</tr>\n{row('', shares_of([source]))}"
    return page(path, f"<p><a href=\"index.html\">all files</a></p><table>{head}</table>\n"
                      f"<table class=\"source\">{rows}</table>\n")


def write_report(folder, sources, texts, problems):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sources = {path: source for path, source in sources.items() if path in texts}
    (folder / "index.html").write_text(index_page(sources, problems))
    for path, source in sources.items():
        (folder / name_of(path)).write_text(source_page(path, texts[path], source))
