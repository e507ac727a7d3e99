"""Small sizes of the workloads of `gputm run`, which check their own results."""

BLOCKS = (1, 4)
ALL = {
    "ht-h": {"entries": (4, 64), "blocks": BLOCKS},
    "ht-l": {"entries": (64, 1000), "blocks": BLOCKS},
    "atm": {"accounts": (2, 100), "transfers": (1, 200), "blocks": BLOCKS},
    "cl": {"garments": (1, 2), "constraints": (6, 60)},
    "bh": {"bodies": (1, 60), "blocks": BLOCKS},
    "ap": {"baskets": (1, 60), "items": (3, 40), "patterns": (1, 20), "basket_items": (1, 6), "support": (1, 5), "slots": (1, 64)},
    "list": {"elements": (1, 40)},
    "bst": {"elements": (60, 100), "removals": (0, 60)},
    "bst2": {"elements": (30, 100), "insertions": (0, 30), "removals": (0, 30)},
    "rbtree": {"elements": (30, 100), "insertions": (0, 30), "removals": (0, 30)},
    "graphcut": {"vertices": (3, 20), "edges": (20, 40), "threads": (1, 32)},
    "vacation": {"transactions": (1, 60), "rows": (1, 50), "customers": (1, 20), "queries": (1, 4)},
    "vacation2": {"transactions": (1, 60), "rows": (1, 50), "customers": (1, 8), "queries": (1, 4)},
    "list-mix": {"elements": (10, 40), "insertions": (1, 20), "removals": (0, 10)},
    "queue": {"rounds": (1, 3), "blocks": BLOCKS},
    "skew": {"threads": (1, 96), "rounds": (1, 4), "pairs": (1, 8)},
    "receipts": {"threads": (1, 96), "rounds": (1, 4), "prices": (0, 10)},
    "rings": {"threads": (1, 96), "rounds": (1, 4), "ring": (2, 10)},
    "lds-ht": {"buckets": (1, 64), "blocks": (1, 2), "rounds": (1, 3)},
    "lds-km": {"centres": (1, 64), "blocks": (1, 2), "rounds": (1, 3)},
    "lds-ga": {"population": (2, 64), "blocks": (1, 2), "rounds": (1, 3)},
    "tiered-ht": {"buckets": [1, 2, 16], "back_buckets": [64, 256], "blocks": BLOCKS, "inserts": (1, 2)},
    "frontier": {"vertices": (2, 100), "bins": [1, 8], "queues": [1, 8], "blocks": (1, 2)},
}
LOCAL = ["lds-ht", "lds-km", "lds-ga"]
BOTH = ["tiered-ht", "frontier"]
# Workloads whose results distinguish snapshot isolation from a serial order.
ANOMALIES = ["skew", "receipts", "rings"]
BLOCK_IS = {"graphcut": "block", "skew": "block", "receipts": "block", "rings": "block"}
MOST_SHARED = 32768


def random_workload(rng, system, block):
    if system == "localtm":
        names = LOCAL
    elif system == "unified":
        names = [name for name in ALL if name not in ANOMALIES]
    elif system == "snapshot_plain":
        names = [name for name in ALL if name not in LOCAL + BOTH + ANOMALIES]
    else:
        names = [name for name in ALL if name not in LOCAL + BOTH]
    name = rng.choice(names)
    sizes = {key: rng.choice(span) if isinstance(span, list) else rng.randint(*span) for key, span in ALL[name].items()}
    sizes[BLOCK_IS.get(name, "threads")] = block
    return {"name": name, "seed": rng.randrange(1 << 32), "sizes": sizes}
