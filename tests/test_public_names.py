"""Every public name says what it is; where it takes or gives arrays, it says their shape."""

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import chessdash

PACKAGE = Path(chessdash.__file__).parent
ARRAYS = ("IntArray", "FloatArray", "BoolArray", "NDArray")
SCRIPTS = ("chessdash.pages", "chessdash._app", "chessdash.__main__", "chessdash.store.migrations.")
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_app" not in path.parts)
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, Definition]]:
    """Public functions and classes of a module, and the public methods of those classes."""
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{prefix}{node.name}.")


def takes_arrays(node: Definition) -> bool:
    """Whether an annotation of the parameters or of the result names an array."""
    if isinstance(node, ast.ClassDef):
        return False
    parts = [node.returns, *(a.annotation for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs))]
    return any(name in ast.unparse(part) for part in parts if part is not None for name in ARRAYS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_docstrings(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "the module says nothing of itself"
    silent = [name for name, node in public(tree.body) if not ast.get_docstring(node)]
    assert not silent
    shapeless = [
        name
        for name, node in public(tree.body)
        if takes_arrays(node)
        and not any(mark in (ast.get_docstring(node) or "") for mark in ("shape", "(..., ", "(B", "(P", "(R", "(N"))
    ]
    assert not shapeless, "these take or give arrays and do not say their shape"


def test_every_module_imports():
    """The library's modules, not the pages nor the migrations, which are scripts."""
    for module in pkgutil.walk_packages(chessdash.__path__, "chessdash."):
        if not module.name.startswith(SCRIPTS):
            importlib.import_module(module.name)


def test_names_are_lazy_and_there():
    code = "import sys, chessdash; print(sorted({'numpy', 'pandas', 'gettext'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    names = [name for name in dir(chessdash) if not name.startswith("_")]
    assert 10 <= len(names) <= 21
    for name in names:
        value = getattr(chessdash, name)
        assert callable(value) and inspect.getdoc(value), name
    with pytest.raises(AttributeError, match="standing"):
        chessdash.standing  # noqa: B018
    assert not hasattr(chessdash, "numpy")


def test_types_and_lazy_names_are_the_same():
    """What type checkers see under TYPE_CHECKING is what __getattr__ gives."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {a.asname: n.module for n in block.body if isinstance(n, ast.ImportFrom) for a in n.names}
    assert {name: f"chessdash.{home}" for name, home in chessdash._HOME.items()} == seen


def test_a_module_does_not_hide_the_function_of_its_name():
    importlib.import_module("chessdash.standings")
    importlib.import_module("chessdash.tiebreaks.registry")
    assert inspect.isfunction(chessdash.standings) and inspect.isfunction(chessdash.tiebreaks)


def test_every_sentence_stands_once():
    """A code stands in one subject only, and every template can be filled."""
    from chessdash.text import SUBJECTS, templates

    tables = [importlib.import_module(f"chessdash.text.{subject}").SENTENCES for subject in SUBJECTS]
    assert sum(map(len, tables)) == len(templates())
