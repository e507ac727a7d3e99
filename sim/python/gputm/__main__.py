"""The command gputm, with this Python for its figures."""
import os
import sys
from pathlib import Path


def main() -> None:
    os.environ.setdefault("GPUTM_PYTHON", sys.executable)
    command = Path(__file__).parent / "bin/gputm"
    os.execv(command, ["gputm", *sys.argv[1:]])


if __name__ == "__main__":
    main()
