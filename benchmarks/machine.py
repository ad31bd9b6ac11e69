"""The machine that a benchmark ran on, in words."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> str:
    """Processor, number of cores, system and version of Python."""
    version = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, {version}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
