"""A description of the machine that a benchmark runs on."""

from __future__ import annotations

import platform
from pathlib import Path

from hashi.arrays.cores import cores


def machine() -> str:
    """Return the processor, the usable cores, the system and the version of Python."""
    version = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {cores()} cores, {platform.system()}, {version}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
