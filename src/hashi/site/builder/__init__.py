"""What `hashi site FOLDER` does: it writes the game as a folder of files for any web space.

What it takes: the package itself, the libraries that are installed beside it, and from registries
alone Pyodide (npm, `pyodide.py`), Cython and a compiler for WebAssembly (PyPI, `modules.py`). What
must be made by the browser's Python, such as byte code, is made by it in Node.js (`packing.py`).
Nothing in the folder is loaded from anywhere else.
"""
