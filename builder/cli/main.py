"""Entry of the command line: runs a command or a screen, and gives the exit status."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence

from builder.errors import Finding, InputError, MusterError, Place, Severity

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C ended."""

FAULT = 70
"""The exit status where the program itself is at fault (`EX_SOFTWARE` of sysexits.h)."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and say how it ended.

    0 fine, 1 findings of severity error, 2 unusable input or usage, 70 a fault of the program, 130 Ctrl-C.
    """
    _write_utf8()
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Whoever read our output (`head`, a pager) has seen enough: nothing is wrong.
        _discard_output()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _discard_output()
        what = "it cannot be used" if error.filename else "the output cannot be written"
        at = Place(file=os.fsdecode(error.filename) if error.filename else None)
        _report(Finding(Severity.ERROR, "file", f"{what}: {error.strerror or error}", at=at))
        return 2
    # The last resort: whatever nobody foresaw becomes one message, and its traceback a file for whoever mends it.
    except Exception as error:
        _discard_output()
        _report(Finding(Severity.ERROR, "fault", _reported(error)))
        return FAULT


def _run(arguments: list[str]) -> int:
    try:
        # Whoever opens the screens waits for nothing that only commands need: to import Click takes as long as they do.
        if _names_a_screen(arguments):
            from builder.tui.start import on_terminal, open_app

            if on_terminal():
                return open_app(*arguments[1:])
        from builder.cli.commands import call

        return call(arguments)
    except InputError as error:
        for finding in error.findings:
            _report(finding)
        return 2
    except MusterError as error:
        _report(Finding(Severity.ERROR, "refused", str(error)))
        return 2


def _names_a_screen(arguments: list[str]) -> bool:
    """Whether nothing is asked for but the library, or an army on its screen."""
    return arguments[:1] in ([], ["tui"]) and len(arguments) <= 2 and not any(arg.startswith("-") for arg in arguments)


def _report(finding: Finding) -> None:
    from builder.cli.output import report_finding

    report_finding(finding)


def _reported(error: Exception) -> str:
    """Return what is told of a fault of the program, whose traceback is written to a file that can be handed on."""
    import traceback

    from builder.resources import state_folder

    what = f"Muster has a fault and stopped ({type(error).__name__}). Please report it"
    text = "".join(traceback.format_exception(error))
    try:
        state_folder().mkdir(parents=True, exist_ok=True)
        report = state_folder() / "fault.txt"
        report.write_text(f"muster {' '.join(sys.argv[1:])}\n\n{text}", encoding="utf-8", errors="replace")
    except OSError:
        return f"{what} with this:\n{text}"
    return f"{what} with the file {report}, and with what you did."


def _write_utf8() -> None:
    """Write UTF-8 into files and pipes, whatever the system's habit; what cannot be written is shown as `?`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="replace")


def _discard_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not stumble over it at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
