"""Copies of the package, in which defects are tried; the working tree is never touched."""

import os
import pathlib
import re
import shutil
import subprocess


def shell(root, command, *arguments):
    """What a command of the shell prints that uses the scripts of the package."""
    scripts = "source scripts/build-flags.inc.sh; source scripts/reduced-package.inc.sh"
    return subprocess.run(
        ["bash", "-euc", f"{scripts}; {command}", "bash", *arguments],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def trait(root, target):
    """The trait that the sources of a test target stand behind, if there is one.

    That of the bridge that it tests, or the one in the `#if` that begins all of its files.
    """
    lines = (root / "scripts/bridges.txt").read_text(encoding="utf-8").splitlines()
    bridges = [line.split()[:2] for line in lines if line.strip() and not line.startswith("#")]
    for product, name in bridges:
        if target == f"{product}Tests":
            return name
    files = list((root / "Tests" / target).rglob("*.swift"))
    conditions = [file.read_text(encoding="utf-8").split("\n", 1)[0] for file in files]
    for name in sorted({name for _, name in bridges}):
        if files and all(re.match(rf"#if {name}\b", condition) for condition in conditions):
            return name
    return None


class Tree:
    """A copy of some folders of the package."""

    def __init__(self, root, path, folders):
        self.root = pathlib.Path(root)
        self.path = pathlib.Path(path)
        self.folders = folders
        self.changed = []

    def synchronize(self):
        """Copies what has changed since the last time, so that little is built anew."""
        names = subprocess.run(
            ["git", "ls-files", "-coz", "--exclude-standard", "--", *self.folders],
            cwd=self.root,
            check=True,
            capture_output=True,
        ).stdout.split(b"\0")
        wanted = set()
        for name in filter(None, map(os.fsdecode, names)):
            source = self.root / name
            if source.is_symlink() or source.is_file():
                wanted.add(name)
                self.copy(name)
        for folder in self.folders:
            for directory, inner, files in os.walk(self.path / folder):
                inner[:] = [name for name in inner if name != ".build"]
                for file in map(pathlib.Path(directory).joinpath, files):
                    if str(file.relative_to(self.path)) not in wanted:
                        file.unlink()

    def copy(self, name):
        """Copies one file, unless it is as it should be."""
        source, copy = self.root / name, self.path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            if not copy.is_symlink() or os.readlink(copy) != os.readlink(source):
                copy.unlink(missing_ok=True)
                copy.symlink_to(os.readlink(source))
        else:
            write(copy, source.read_bytes())
            shutil.copymode(source, copy)

    def apply(self, entry):
        """Puts a defect into the copy."""
        texts = entry.changed(lambda path: (self.path / path).read_text(encoding="utf-8"))
        for path, text in texts.items():
            self.changed.append(path)
            write(self.path / path, text.encode())

    def restore(self):
        """Takes the defect out again."""
        for name in self.changed:
            self.copy(name)
        self.changed = []


class TestTree(Tree):
    """A copy for one test target, with what it depends on and no other target."""

    def __init__(self, root, path, target):
        super().__init__(root, path, ["Sources", "Tests"])
        self.target = target

    def synchronize(self):
        self.path.mkdir(parents=True, exist_ok=True)
        super().synchronize()
        manifest = shell(self.root, 'reduced_manifest . "$1"', self.target)
        write(self.path / "Package.swift", manifest.encode())


def write(path, data):
    """Writes a file unless it has this content: what is not newer is not built again."""
    if not path.is_file() or path.read_bytes() != data:
        path.write_bytes(data)
