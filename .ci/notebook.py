#!/usr/bin/env python3
"""Executes a notebook in a folder and says how many cells ran and how many pictures they drew.

    .ci/notebook.py FILE.ipynb FOLDER
"""
import sys

import nbclient
import nbformat


def main(file, folder):
    notebook = nbformat.read(file, as_version=4)
    # An exception in a cell ends it.
    nbclient.NotebookClient(notebook, timeout=900, resources={"metadata": {"path": folder}}).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [output for cell in code for output in cell.outputs]
    pictures = sum("image/png" in output.get("data", {}) for output in outputs)
    print(f"{len(code)} cells ran, {pictures} pictures")


main(*sys.argv[1:])
