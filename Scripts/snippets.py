#!/usr/bin/env python3
"""Compiles the Swift code that documents and comments show, as a reader has it.

    Scripts/snippets.py [DOCUMENT…]      all of them, or some: articles, and files of Sources

All blocks of a document, in order, are one program: main.swift. A block whose first line is the name of a file, such as
`// Vault.swift`, is that file, and `// Package.swift` is a part of a manifest. The block in a comment on a public
declaration is a program of its own, which imports its module. Nothing is added to the code but that.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCUMENTS = ["README.md", "Documentation/*.md", "Sources/*/*/Documentation.docc/*.md"]
# Modules that this package does not depend on: files that import one are left out.
ELSEWHERE = {"AsyncHTTPClient": "Examples/MutualTLS compiles these calls"}
# What is around a part of a manifest, by its first word.
MANIFESTS = {
    "dependencies:": ('let package = Package(name: "App",', ")"),
    "targets:": ('let package = Package(name: "App",', ")"),
    ".package(": ("let packages: [Package.Dependency] = [", "]"),
    ".product(": ("let products: [Target.Dependency] = [", "]"),
    "": ("", ""),
}


def blocks(lines, mark=""):
    """The Swift blocks in some lines, each with the number of its first line.

    With a mark, only lines that begin with it count: those of a comment.
    """
    block, first = None, 0
    for number, line in enumerate(lines, 1):
        line = line.strip() if mark else line
        text = line[len(mark) :].removeprefix(" ") if mark else line
        if not line.startswith(mark) or text.rstrip() == "```":
            if block is not None:
                yield first, block
            block = None
        elif text.rstrip() == "```swift":
            block, first = [], number + 1
        elif block is not None:
            block.append(text)


def declaration(lines, number):
    """The declaration on which the comment is that contains a line; empty unless it is public or an extension.

    The interface of keepers counts as public.
    """
    rest = (line.strip() for line in lines[number - 1 :])
    found = next((line for line in rest if not re.match(r"///|@(?!_spi)|\)|$", line)), "")
    return found if re.match(r"(@_spi\(\w+\) )?(public|open|extension)\b", found) else ""


def program(path):
    """The files that a document or a source shows, by name, each with its blocks."""
    lines = (ROOT / path).read_text().splitlines()
    files = {}
    for number, block in blocks(lines, "///" if path.endswith(".swift") else ""):
        if path.endswith(".swift"):
            if not (shown := declaration(lines, number)):
                continue
            name = f"main{number}.swift"
            if path.startswith("Sources/"):
                spi = re.match(r"@_spi\(\w+\) |", shown)[0]
                block[0] = f"{spi}import {pathlib.Path(path).parts[2]}; {block[0]}"
        else:
            named = re.fullmatch(r"// (\S+\.swift)", block[0])
            name = pathlib.Path(named[1]).name if named else "main.swift"
        files.setdefault(name, []).append((number, block))
    return files


def absent(parts):
    """Whether a file imports a module that is not there."""
    return any(line.removeprefix("import ") in ELSEWHERE for _, block in parts for line in block)


def unknown_products(path, part):
    """What a part of a manifest asks of this package, and what the package does not have."""
    number, block = part
    manifest = (ROOT / "Package.swift").read_text()
    asked = re.findall(r'\.product\(\s*name: "(\w+)",\s*package: "PortableKeychain"', "\n".join(block))
    return [
        f"{path}:{number}: error: there is no product {name}\n"
        for name in asked
        if f'.library(name: "{name}"' not in manifest
    ]


def written(folder, path, name, parts):
    """A file for the compiler, whose errors then are about the lines of the document."""
    text = ["import PackageDescription"] if name == "Package.swift" else []
    for number, block in parts:
        after = ""
        if name == "Package.swift":
            # In place of the line that names the file: the lines keep their numbers.
            code = next(line.strip() for line in block[1:] if line.strip())
            block[0], after = next(v for k, v in MANIFESTS.items() if code.startswith(k))
        text += [f'#sourceLocation(file: "{path}", line: {number})', *block, after, "#sourceLocation()"]
    file = folder / name
    file.write_text("\n".join(text) + "\n")
    return str(file)


def module_flags():
    """Builds the modules; the options with which the compiler finds them."""
    flags = subprocess.run(ROOT / "Scripts/module-flags.sh", stdout=subprocess.PIPE, text=True, check=False)
    if flags.returncode:
        sys.exit("The modules do not compile.")
    return flags.stdout.splitlines()


class Compiler:
    def __init__(self, paths):
        # What imports nothing needs no modules; examples of sources import their own.
        imports = any(path.startswith("Sources/") or "import " in (ROOT / path).read_text() for path in paths)
        self.flags = module_flags() if imports else []
        swift = subprocess.run(["bash", "-c", 'readlink -f "$(command -v swift)"'], stdout=subprocess.PIPE, text=True)
        self.tools = pathlib.Path(swift.stdout.strip()).parent

    def errors(self, files, options):
        """What the compiler says about some files, up to the analysis of data flow and concurrency."""
        command = [self.tools / "swiftc", "-swift-version", "6", "-emit-sil", "-o", "/dev/null", "-wmo"]
        run = subprocess.run(
            [*command, "-module-name", "Article", *options, *files],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
        )
        return run.stdout if run.returncode else ""

    def check(self, path):
        """The number of blocks in a document, and what is wrong with them."""
        files = program(path)
        count = sum(len(parts) for parts in files.values())
        said = []
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for number, part in enumerate(files.pop("Package.swift", [])):
                place = folder / f"manifest{number}"
                place.mkdir()
                said += unknown_products(path, part)
                manifest = [written(place, path, "Package.swift", [part])]
                interface = self.tools.parent / "lib/swift/pm/ManifestAPI"
                said.append(self.errors(manifest, ["-I", interface, "-package-description-version", "6.1.0"]))
            if path.endswith(".swift"):
                # Each comment is a program.
                for name, parts in files.items():
                    said.append(self.errors([written(folder, path, name, parts)], self.flags))
            else:
                known = {name: parts for name, parts in files.items() if not absent(parts)}
                sources = [written(folder, path, name, parts) for name, parts in known.items()]
                said.append(self.errors(sources, self.flags) if sources else "")
        return count, "".join(said)


def main(chosen):
    modules = sorted(path.stem for path in ROOT.glob("API/*.txt"))
    sources = [path for module in modules for path in sorted(ROOT.glob(f"Sources/*/{module}/**/*.swift"))]
    documents = [path for pattern in DOCUMENTS for path in sorted(ROOT.glob(pattern))]
    paths = chosen or [
        str(path.relative_to(ROOT)) for path in documents + sources if "```swift" in path.read_text()
    ]
    compiler = Compiler(paths)
    failures, total = 0, 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (count, said) in zip(paths, pool.map(compiler.check, paths)):
            total += count
            if said:
                failures += 1
                print(f"== {path}\n{said}")
    print(f"{total} blocks of code in {len(paths)} files; {failures} of the files do not compile.")
    sys.exit(1 if failures or not total else 0)


main(sys.argv[1:])
