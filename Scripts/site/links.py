#!/usr/bin/env python3
"""Checks every internal link and anchor, picture and script of the built site; fails with their names.

    links.py SITE
"""

import html.parser
import json
import pathlib
import re
import sys
import urllib.parse

# Sections of a page of a symbol, which the renderer names.
RENDERED = {"app-top", "app-main", "topics", "see-also", "relationships", "discussion", "overview", "parameters", "return-value", "mentions"}


def anchors(node):
    """The anchors of the headings in some content."""
    if isinstance(node, dict):
        if "anchor" in node:
            yield node["anchor"]
        for value in node.values():
            yield from anchors(value)
    elif isinstance(node, list):
        for value in node:
            yield from anchors(value)


def identifiers(node):
    """The targets of the links in some content: identifiers of references."""
    if isinstance(node, dict):
        if node.get("type") in ("reference", "image", "video") and "identifier" in node:
            yield node["identifier"]
        for key in ("identifiers",):
            yield from node.get(key, [])
        for key, value in node.items():
            if key not in ("references", "identifier"):
                yield from identifiers(value)
    elif isinstance(node, list):
        for value in node:
            yield from identifiers(value)


class Tags(html.parser.HTMLParser):
    """What an HTML file names."""

    def __init__(self):
        super().__init__()
        self.named = []

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key in ("src", "href") and value:
                self.named.append(value)
            if tag == "meta" and key == "content" and value.startswith("0; url="):
                self.named.append(value.removeprefix("0; url="))


class Site:
    def __init__(self, root):
        self.root = root
        self.pages = {
            "/" + str(file.relative_to(root / "data"))[:-5]: json.loads(file.read_text())
            for file in sorted((root / "data").rglob("*.json"))
        }
        self.anchors = {url: RENDERED | set(anchors(page)) for url, page in self.pages.items()}
        self.problems = []
        self.count = 0

    def check(self, place, url):
        """One link of a page, as the renderer follows it."""
        self.count += 1
        path, _, anchor = url.partition("#")
        if urllib.parse.urlparse(url).scheme in ("http", "https", "mailto"):
            return
        path = path.rstrip("/").lower() or place
        if path not in self.pages:
            self.problems.append(f"{place}: {url} is no page")
        elif anchor and urllib.parse.unquote(anchor) not in self.anchors[path]:
            self.problems.append(f"{place}: {url} has no such anchor")
        elif not (self.root / path[1:] / "index.html").exists():
            self.problems.append(f"{place}: {url} has no index.html")

    def check_pages(self):
        for place, page in self.pages.items():
            references = page.get("references", {})
            for identifier in set(identifiers(page)):
                target = references.get(identifier)
                if target is None:
                    self.problems.append(f"{place}: {identifier} is not resolved")
                elif target.get("type") in ("image", "video"):
                    for variant in target["variants"]:
                        self.count += 1
                        if not (self.root / variant["url"].lstrip("/")).exists():
                            self.problems.append(f"{place}: {variant['url']} does not exist")
                elif "url" in target:
                    self.check(place, target["url"])

    def check_navigator(self):
        index = json.loads((self.root / "index/index.json").read_text())

        def walk(nodes):
            for node in nodes:
                if "path" in node:
                    self.check("the navigator", node["path"])
                walk(node.get("children", []))

        for nodes in index["interfaceLanguages"].values():
            walk(nodes)

    def check_files(self):
        for file in sorted(self.root.rglob("*.html")):
            tags = Tags()
            tags.feed(file.read_text())
            for named in tags.named:
                self.count += 1
                path = urllib.parse.unquote(re.split("[?#]", named)[0])
                target = file.parent / path
                if named.startswith("/") or not target.exists():
                    self.problems.append(f"{file.relative_to(self.root)}: {named} does not exist here")

    def check_search(self):
        for url, *_, parts in json.loads((self.root / "search/index.json").read_text()):
            for anchor, _, _ in parts or [["", "", ""]]:
                self.check("the search", f"/{url}#{anchor}" if anchor else f"/{url}")


def main(root):
    site = Site(root)
    site.check_pages()
    site.check_navigator()
    site.check_files()
    site.check_search()
    for problem in sorted(set(site.problems)):
        print(problem)
    print(f"{site.count} links, {len(site.pages)} pages; {len(set(site.problems))} of the links are broken.")
    sys.exit(1 if site.problems or not site.count else 0)


main(pathlib.Path(sys.argv[1]))
