#!/usr/bin/env python3
"""Makes a DocC catalogue of the documents for GitHub, so that the site has the same text.

    guides.py CATALOGUE [REPOSITORY]

Documentation/README.md is the first page: its lists of links become groups of pages. A link to another document stays
a link, with the anchor that DocC gives the heading; so does one to an article, or to the sources of a library, which is
one to its documentation. What is not on the site, such as an example, is shown as its path in the repository.
"""

import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parents[2]).resolve()
INDEX = "Documentation/README.md"
# The documents that are pages of the site.
PAGES = ["CHANGELOG.md", "Documentation/*.md", "Documentation/*.json", "Specification/*.md"]
# What README.md is called in the address of the page.
HOME = "Guides"

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
# Code in a line, which has no links.
CODE = re.compile(r"(`+)(?!`)(.*?)(?<!`)\1(?!`)", re.DOTALL)
ENTRY = re.compile(r"^- \[[^\]]*\]\([^)]*\)$")


def name(page):
    """The page's name in addresses of the site: item-semantics.md is ItemSemantics."""
    if page == INDEX:
        return HOME
    words = re.split(r"[-_]", pathlib.Path(page).stem)
    return "".join(word[0].upper() + word[1:] for word in words) if len(words) > 1 else words[0].replace("CHANGELOG", "Changelog")


def plain(heading):
    """A heading as text: without code marks, emphasis and the targets of links."""
    return re.sub(r"[`*]", "", LINK.sub(r"\2", heading)).strip()


def slug(heading):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", plain(heading).lower()).replace(" ", "-")


def fragment(heading):
    """The anchor that DocC gives a heading."""
    return "-".join(re.sub(r"[^\w\s-]", "", plain(heading)).split())


def outside_code(text):
    """The text in parts, with whether each may have links: not in blocks of code."""
    parts, block = [], None
    for line in text.splitlines(keepends=True):
        fence = re.match(r"\s*(```+)", line)
        if block is None and fence:
            block = fence[1]
            parts.append((line, False))
        elif block is not None:
            parts.append((line, False))
            if line.strip() == block:
                block = None
        elif parts and parts[-1][1]:
            parts[-1] = (parts[-1][0] + line, True)
        else:
            parts.append((line, True))
    return parts


def document(page):
    """The text of a page: that of a document, or a JSON Schema with its title and description."""
    text = (ROOT / page).read_text()
    if not page.endswith(".json"):
        return text
    schema = json.loads(text)
    # DocC would make a dash of two hyphens, as before the name of an option.
    title, description = (schema[key].replace("--", r"\-\-") for key in ("title", "description"))
    return f"# {title}\n\n{description}\n\n## The schema\n\n```json\n{text.rstrip()}\n```\n"


def headings(page):
    text = "".join(part for part, is_text in outside_code(document(page)) if is_text)
    return re.findall(r"^#+ (.*)$", text, re.MULTILINE)


class Catalogue:
    """The documents, and what their links become."""

    def __init__(self):
        self.pages = sorted(
            str(path.relative_to(ROOT)) for pattern in PAGES for path in ROOT.glob(pattern)
        )
        self.anchors = {page: {slug(h): fragment(h) for h in headings(page)} for page in self.pages}
        self.images = set()
        self.problems = []

    def link(self, page, is_image, text, target):
        if "://" in target:
            return None
        path, _, anchor = target.partition("#")
        full = (ROOT / page).parent / path if path else ROOT / page
        file = str(full.resolve().relative_to(ROOT))
        if is_image:
            self.images.add(file)
            return f"![{text}]({pathlib.Path(file).name})"
        if file in self.anchors:
            if anchor and anchor not in self.anchors[file]:
                self.problems.append(f"{page}: {target} has no such heading")
            place = "#" + self.anchors[file].get(anchor, anchor) if anchor else ""
            return f"[{text}](doc:{name(file)}{place})"
        article = re.fullmatch(r"Sources/\w+/(\w+)(?:/Documentation\.docc(?:/(\w+)\.md)?)?", file)
        if article and (ROOT / f"API/{article[1]}.txt").exists():
            module, page_name = article[1], article[2]
            rest = f"/{page_name}" if page_name and page_name != module else ""
            return f"[{text}](doc:/{module}{rest})"
        if not full.exists():
            self.problems.append(f"{page}: {target} does not exist")
        same = text.strip("`") in (file, target, path)
        return f"`{file}`" if same else f"{text} (`{file}`)"

    def converted(self, page):
        def inline(text):
            spans = {}

            def hide(match):
                spans[f"\x00{len(spans)}\x00"] = match[0]
                return list(spans)[-1]

            def replaced(match):
                shown = self.link(page, bool(match[1]), match[2], match[3])
                return match[0] if shown is None else shown

            text = LINK.sub(replaced, CODE.sub(hide, text))
            # Code in the text of a link was hidden before the link was, so it may be nested.
            for mark in reversed(spans):
                text = text.replace(mark, spans[mark])
            return text

        text = document(page)
        if page == INDEX:
            text = grouped(text)
        # A title is no place for code: the navigator would show the marks.
        title, _, rest = text.partition("\n")
        text = title.replace("`", "") + "\n" + rest
        return "".join(inline(part) if is_text else part for part, is_text in outside_code(text))


def grouped(text):
    """The index with its sections of nothing but links as groups of pages."""
    sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    start, groups = [], []
    for section in sections:
        title, _, body = section.partition("\n")
        lines = [line for line in body.splitlines() if line]
        if section.startswith("## ") and lines and all(ENTRY.match(line) for line in lines):
            targets = [LINK.search(line)[3] for line in lines]
            documents = [str((ROOT / INDEX).parent.joinpath(t).resolve().relative_to(ROOT)) for t in targets]
            groups.append("\n".join([f"#{title}", "", *(f"- <doc:{name(page)}>" for page in documents)]) + "\n")
        else:
            start.append(section)
    head, _, rest = "".join(start).partition("\n")
    mark = "@Metadata {\n    @TechnologyRoot\n}\n"
    return f"{head}\n\n{mark}{rest.rstrip()}\n\n## Topics\n\n" + "\n".join(groups)


def main(folder):
    catalogue = Catalogue()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for page in catalogue.pages:
        (folder / f"{name(page)}.md").write_text(catalogue.converted(page))
    for image in catalogue.images:
        shutil.copy(ROOT / image, folder)
    index = (ROOT / INDEX).read_text()
    for page in catalogue.pages:
        path = pathlib.Path(page)
        target = path.name if path.parent.name == "Documentation" else f"../{page}"
        if page != INDEX and f"]({target})" not in index:
            catalogue.problems.append(f"{INDEX} does not list {page}")
    sys.exit("\n".join(catalogue.problems) or 0)


main(pathlib.Path(sys.argv[1]))
