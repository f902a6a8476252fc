"""The entry point of `muster` and `python -m builder`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end with its status."""
    from builder.cli.main import run

    sys.exit(run())


if __name__ == "__main__":
    main()
