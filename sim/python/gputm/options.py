"""Options that several calls share, in the form of the extension module."""
from collections.abc import Callable, Mapping
from pathlib import Path

# Values of keys: numbers, or names of choices
Settings = Mapping[str, int | str]
# Called with the cycles (core cycles) and the part of the threads that has ended (0 to 1)
Progress = bool | Callable[[int, float], object]


def machine_options(config: str | Path, settings: Settings | None, seed: int | None) -> dict:
    return {"config": str(config), "settings": [f"{key}={value}" for key, value in (settings or {}).items()], "seed": seed}


def run_options(tm: str, check_history: bool, threads: int, profile: bool, progress: Progress) -> dict:
    return {"tm": tm, "check_history": check_history, "threads": threads, "profile": profile, "progress_line": progress is True}
