#!/usr/bin/env python3
"""Makes a merged archive of DocC a site for any web server and any path, with a search of its text.

    web.py ARCHIVE

DocC's pages name their scripts from the root of the server; here they name them from their own place. Articles name
guides by their paths in the repository; on the site these are links.
"""

import html
import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
HOME = "documentation/guides/"
# How much of the text of a symbol is searched.
SYMBOL_TEXT = 400
GUIDE = re.compile(r"(?:Documentation|Specification)/([\w-]+)\.md")


def pages(archive):
    for file in sorted((archive / "data/documentation").rglob("*.json")):
        yield file, json.loads(file.read_text())
    landing = archive / "data/documentation.json"
    yield landing, json.loads(landing.read_text())


def with_titles(node, page):
    """The text in some content, where a reference counts as its title."""
    if isinstance(node, list):
        return "".join(with_titles(part, page) for part in node)
    if not isinstance(node, dict):
        return ""
    kind = node.get("type")
    if kind == "reference":
        return page["references"].get(node["identifier"], {}).get("title", "")
    if kind == "codeListing":
        return " ".join(node["code"]) + " "
    if kind in ("text", "codeVoice"):
        return node.get("text", node.get("code", ""))
    inner = [value for key, value in node.items() if isinstance(value, (list, dict)) and key != "metadata"]
    return "".join(with_titles(part, page) for part in inner) + ("" if kind in ("strong", "emphasis") else " ")


def sections(page):
    """The content in parts: an anchor, a heading, and the text below it."""
    parts = [["", "", ""]]
    for section in page.get("primaryContentSections", []):
        for node in section.get("content", []):
            if node.get("type") == "heading":
                parts.append([node["anchor"], node["text"], ""])
            else:
                parts[-1][2] += with_titles(node, page)
    return [part for part in parts if part[1] or part[2].strip()]


def entry(page, url):
    """What is searched of a page: module, kind, title, abstract, and sections."""
    metadata = page["metadata"]
    module = (metadata.get("modules") or [{}])[0].get("name", "")
    parts = [[a, h, re.sub(r"\s+", " ", t).strip()] for a, h, t in sections(page)]
    if metadata.get("role") == "symbol":
        parts = [["", "", " ".join(t for _, _, t in parts)[:SYMBOL_TEXT]]]
    return [url, module, metadata.get("roleHeading", ""), metadata["title"], with_titles(page.get("abstract", []), page), parts]


def links_to_guides(page, guides):
    """Makes references of the paths of guides in a page; says whether there was one."""
    found = False

    def walk(node):
        nonlocal found
        if isinstance(node, list):
            for index, part in enumerate(node):
                path = part.get("code", "") if isinstance(part, dict) and part.get("type") == "codeVoice" else ""
                match = GUIDE.fullmatch(path)
                target = guides.get(match[1].replace("-", "").lower()) if match else None
                if target:
                    identifier, title, url = target
                    page["references"][identifier] = {
                        "type": "topic", "kind": "article", "role": "article", "abstract": [],
                        "identifier": identifier, "title": title, "url": url,
                    }
                    node[index] = {"type": "reference", "identifier": identifier, "isActive": True}
                    found = True
                else:
                    walk(part)
        elif isinstance(node, dict):
            for value in node.values():
                walk(value)

    walk(page.get("primaryContentSections", []))
    return found


def relocate(archive):
    """Names scripts and pictures from the place of each page."""
    for file in archive.rglob("*.html"):
        up = "../" * (len(file.relative_to(archive).parts) - 1)
        page = file.read_text()
        page = page.replace('<script>var baseUrl = "/"</script>', f'<script src="{up}site.js"></script>')
        page = re.sub(r'(src|href)="/(?!/)', rf'\1="{up}', page)
        page = page.replace("</head>", f'<link href="{up}site.css" rel="stylesheet"></head>')
        file.write_text(page)


def main(archive):
    found = list(pages(archive))
    guides = {
        pathlib.Path(page["identifier"]["url"]).name.lower(): (
            page["identifier"]["url"], page["metadata"]["title"], "/" + str(file.relative_to(archive / "data"))[:-5],
        )
        for file, page in found
        if file.parent.name == "guides"
    }
    index = []
    for file, page in found:
        url = str(file.relative_to(archive / "data"))[:-5] + "/"
        if links_to_guides(page, guides):
            file.write_text(json.dumps(page, ensure_ascii=False))
        index.append(entry(page, url))
        # For lists of tabs and results of other people's searches, before the script has run.
        shown = archive / url / "index.html"
        title = html.escape(page["metadata"]["title"])
        shown.write_text(shown.read_text().replace("<title>Documentation</title>", f"<title>{title}</title>"))
    relocate(archive)
    (archive / "search").mkdir(exist_ok=True)
    (archive / "search/index.json").write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")))
    shutil.copy(HERE / "search.html", archive / "search/index.html")
    for name in ["site.js", "site.css", "search.js"]:
        shutil.copy(HERE / name, archive)
    # The renderer asks for it. The title stands in the line above each page.
    (archive / "theme-settings.json").write_text('{"meta": {"title": "PortableKeychain"}}\n')
    (archive / "index.html").write_text(
        f'<!doctype html><meta charset="utf-8"><title>PortableKeychain</title>'
        f'<meta http-equiv="refresh" content="0; url={HOME}"><a href="{HOME}">PortableKeychain</a>\n'
    )


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
