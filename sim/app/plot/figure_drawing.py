"""Draws a figure's table as SVG. The same table gives the same bytes."""
import matplotlib

matplotlib.use("svg")

from matplotlib import pyplot  # noqa: E402

from .figure_data import MEAN  # noqa: E402

# Colours that differ for colour-blind readers, too (Okabe and Ito).
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#f0e442", "#999999"]
STYLE = {"svg.hashsalt": "gputm", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
         "axes.spines.right": False, "axes.axisbelow": True}
PAPER = {"color": "black", "zorder": 4}


def colour(number):
    return COLOURS[number % len(COLOURS)]


def unique(column):
    return list(dict.fromkeys(column))


def spread(rows):
    """Distances from the median to both ends."""
    return [(rows["median"] - rows["low"]).to_numpy(), (rows["high"] - rows["median"]).to_numpy()]


def draw_paper(axes, places, rows, label):
    """Diamonds for the paper's numbers, lines for its ranges. Returns whether there is one."""
    drawn = False
    for place, (_, row) in zip(places, rows.iterrows()):
        if row["paper_low"] != row["paper_low"] or row["paper_low"] is None:
            continue
        axes.plot([place, place], [row["paper_low"], row["paper_high"]], marker="D", markersize=4, linewidth=1.5,
                  label=None if drawn or not label else "paper", **PAPER)
        drawn = True
    return drawn


def places_in_groups(table):
    """(series, its rows, where they stand, width) with the series of one x beside each other."""
    series, xs = unique(table["series"]), unique(table["x"])
    width = 0.8 / len(series)
    for number, name in enumerate(series):
        rows = table[table["series"] == name]
        places = [xs.index(x) - 0.4 + (number + 0.5) * width for x in rows["x"]]
        yield name, rows, places, width


def draw_bars(axes, figure, table):
    labelled = False
    for number, (name, rows, places, width) in enumerate(places_in_groups(table)):
        axes.bar(places, rows["median"], width * 0.92, label=name, color=colour(number), yerr=spread(rows), capsize=2,
                 ecolor="#444444", error_kw={"linewidth": 0.8})
        labelled |= draw_paper(axes, places, rows, not labelled)
    axes.set_xticks(range(table["x"].nunique()), unique(table["x"]))


def draw_stacks(axes, figure, table):
    first = table[table["part"] == figure.parts[0]]
    names = []
    for name, rows, places, width in places_in_groups(first):
        height = [0.0] * len(rows)
        for number, part in enumerate(figure.parts):
            values = table[(table["series"] == name) & (table["part"] == part)].set_index("x")["median"]
            values = [values.get(x, 0.0) for x in rows["x"]]
            axes.bar(places, values, width * 0.92, bottom=height, color=colour(number),
                     label=figure.shown(part) if not names else None)
            height = [low + value for low, value in zip(height, values)]
        names += [(place, name) for place in places]
    axes.set_xticks([place for place, _ in names], [name for _, name in names], rotation=90, fontsize=7)
    below = axes.secondary_xaxis(-0.2)
    below.set_xticks(range(first["x"].nunique()), unique(first["x"]))
    below.tick_params(length=0)
    below.spines["bottom"].set_visible(False)


def draw_lines(axes, figure, table):
    xs = unique(table["x"])
    numbers = {x: float(x) for x in xs} if figure.x_scale else {x: place for place, x in enumerate(xs)}
    labelled = False
    for number, name in enumerate(unique(table["series"])):
        rows = table[table["series"] == name]
        places = [numbers[x] for x in rows["x"]]
        style = {"color": "black", "linestyle": "--"} if name == MEAN else {"color": colour(number)}
        axes.errorbar(places, rows["median"], yerr=spread(rows), marker="o", markersize=3.5, capsize=2, linewidth=1.2,
                      label=name, **style)
        labelled |= draw_paper(axes, places, rows, not labelled)
    if figure.x_scale:
        axes.set_xscale(figure.x_scale)
    else:
        axes.set_xticks(range(len(xs)), xs)


def draw(figure, table, results, path):
    try:
        with pyplot.rc_context(STYLE):
            canvas, axes = pyplot.subplots(figsize=(7.6, 3.9), layout="constrained")
            {"bar": draw_bars, "line": draw_lines, "stack": draw_stacks}[figure.kind](axes, figure, table)
            axes.set_yscale(figure.scale)
            axes.set_ylabel(figure.label or figure.value)
            axes.set_xlabel(figure.x_label or (figure.x if figure.kind == "line" else ""))
            axes.set_title(figure.title or figure.name, fontsize=10, loc="left")
            axes.grid(axis="y", color="#dddddd", linewidth=0.6)
            canvas.legend(loc="outside right upper", frameon=False, fontsize=8)
            canvas.supxlabel(f"gputm: {results.origin()}; median and spread of the seeds", fontsize=6.5, color="#666666",
                             x=0.01, ha="left")
            canvas.savefig(path, format="svg", metadata={"Date": None, "Creator": "gputm plot"})
            pyplot.close(canvas)
    except ValueError as error:
        raise ValueError(f"figure {figure.name}: {error}") from None
