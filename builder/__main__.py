"""The entry point of `muster` and `python -m builder`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end with its status; Ctrl-C while modules are imported says no more than later."""
    try:
        from builder.cli.main import run

        status = run()
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    main()
