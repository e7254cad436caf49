"""Runs every subject of this folder and prints a line a row; status 1 where a goal is missed."""

import os
import sys
from importlib import import_module
from pathlib import Path

for library in ("OMP", "OPENBLAS", "MKL"):  # figures are those of one core, as in the processes of the pool
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def main() -> int:
    """All rows of every module that has any."""
    missed = 0
    for path in sorted(Path(__file__).parent.glob("[a-z]*.py")):
        subject = import_module(f"benchmarks.{path.stem}")
        for row in subject.rows() if hasattr(subject, "rows") else ():
            print(row, flush=True)
            missed += not row.met
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
