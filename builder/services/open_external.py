"""A folder or a file opened with what the player's system opens it with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def open_place(path: Path) -> bool:
    """Open a folder or a file on the player's desktop. Return False where there is none, as over SSH."""
    if sys.platform == "win32":
        command = "explorer"
    elif sys.platform == "darwin":
        command = "open"
    else:
        command = "xdg-open" if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") else ""
    found = shutil.which(command) if command else None
    if found is None:
        return False
    quiet = subprocess.DEVNULL
    try:
        subprocess.Popen([found, str(path)], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    except OSError:
        return False
    return True
