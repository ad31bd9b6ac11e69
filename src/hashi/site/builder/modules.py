"""The compiled modules for browsers: Cython to C, and that to WebAssembly by clang of `ziglang`.

Emscripten is not needed: the modules take memory, tables and every function from the browser's
Python when they are loaded, so that a linker which knows nothing of Emscripten makes them. Python's
stable ABI joins both: headers of any Python since 3.11 will do, with the sizes of the browser's.
Their code may use neither `errno` nor `setjmp`, which differ between WASI and Emscripten.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import runpy
import shutil
import sys
import sysconfig
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hashi.extras import DISTRIBUTION
from hashi.site.builder.problem import NO_COMPILER, CannotBuild
from hashi.site.builder.programs import run
from hashi.translation import COMPILED, PACKAGE, SHARED, path_of, shared, sources, translated

KEPT_FOR = 30 * 86_400.0
"""Seconds for which other modules stay in the cache: builds of other sources may use them."""
SUFFIX = ".abi3.so"
API = "0x030B0000"
"""Python's stable ABI, as of 3.11."""
FEATURES = (
    "mvp+bulk_memory+sign_ext+nontrapping_fptoint+mutable_globals+multivalue+reference_types"
    "+simd128"
)
"""What all browsers since 2023 know of WebAssembly; the compiler's own choice is newer."""
COMPILE = (
    *("cc", "-target", "wasm32-wasi", f"-mcpu={FEATURES}", "-fPIC", "-O3", "-fvisibility=hidden"),
    *("-g0", f"-DPy_LIMITED_API={API}", "-DCYTHON_LIMITED_API=1"),
)
LINK = (
    "wasm-ld",
    "-shared",
    "--experimental-pic",
    "--allow-undefined",
    "--no-entry",
    "--strip-all",
)
SIZES = "_sysconfigdata__emscripten_wasm32-emscripten.py"
"""The module of the browser's standard library that says what its C is like."""


def compiled(pyodide: Path, cache: Path) -> Path:
    """Return a folder with all compiled modules, made where they are not there.

    They lie in it as in the package.
    """
    try:
        tools = f"{version('cython')} {version('ziglang')}"
    except PackageNotFoundError:
        command = f"python -m pip install '{DISTRIBUTION}[site]'"
        raise CannotBuild(NO_COMPILER, command=command) from None
    folder = cache / f"modules-{_digest(tools, pyodide)}"
    if not folder.is_dir():
        work = cache / f"making-{os.getpid()}"
        shutil.rmtree(work, ignore_errors=True)
        _compile_all(pyodide, work)
        with contextlib.suppress(OSError):  # another build has made them meanwhile
            (work / "made").rename(folder)
        shutil.rmtree(work)
        _forget_old(cache, folder)
    return folder


def _forget_old(cache: Path, used: Path) -> None:
    """Forget what no build has made for a month."""
    since = time.time() - KEPT_FOR
    for other in cache.glob("modules-*"):
        if other != used and other.stat().st_mtime < since:
            shutil.rmtree(other, ignore_errors=True)


def _digest(tools: str, pyodide: Path) -> str:
    """Return what tells these modules from any others."""
    whole = hashlib.sha256(f"{tools} {sys.version} {COMPILE} {LINK}".encode())
    whole.update((pyodide / "package.json").read_bytes())
    for name in sorted({name for module in COMPILED for name in sources(module)}):
        whole.update((PACKAGE / name).read_bytes())
    return whole.hexdigest()[:16]


def _compile_all(pyodide: Path, work: Path) -> None:
    headers = work / "headers"
    shutil.copytree(sysconfig.get_path("include"), headers)
    (headers / "pyconfig.h").write_text(pyconfig(pyodide, headers / "pyconfig.h"), "ascii")
    written = {SHARED: shared(work)}
    written |= {module: translated(module, work) for module in COMPILED}
    with ThreadPoolExecutor(os.cpu_count()) as several:
        made = several.map(partial(_compile, headers, work), written.items())
        list(made)


def _compile(headers: Path, work: Path, written: tuple[str, str]) -> None:
    """Compile one module of C, and link it."""
    module, source = written
    zig = [sys.executable, "-m", "ziglang"]
    code = work / f"{module}.o"
    run([*zig, *COMPILE, "-I", str(headers), "-c", source, "-o", str(code)])
    made = work / "made" / f"{path_of(module)}{SUFFIX}"
    made.parent.mkdir(parents=True, exist_ok=True)
    exported = f"--export=PyInit_{module.rpartition('.')[2]}"
    run([*zig, *LINK, exported, str(code), "-o", str(made)])


def pyconfig(pyodide: Path, own: Path) -> str:
    """Return the configuration of the browser's Python for the names that a header has."""
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
        path = own.with_name(SIZES)
        path.write_bytes(library.read(SIZES))
    values = runpy.run_path(str(path))["build_time_vars"]
    names = re.findall(r"#(?:undef|define) (\w+)", own.read_text("utf-8"))
    found = {name: values.get(name) for name in sorted(set(names))}
    return "".join(
        f"#define {name} {value}\n"
        for name, value in found.items()
        if isinstance(value, int) and value
    )
