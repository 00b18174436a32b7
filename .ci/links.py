#!/usr/bin/env python3
"""Checks every link of a folder of HTML pages: the file is there, and so is the place in it.

    .ci/links.py target/book
"""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links of a page, and the places that links may lead to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.add(value)
            elif name == "id":
                self.places.add(value)


def main(folder):
    root = pathlib.Path(folder).resolve()
    # print.html is all pages in one, and 404.html is served at any depth.
    pages = {path: Page(path.read_text()) for path in root.rglob("*.html") if path.name not in ("print.html", "404.html")}
    wrong, count = [], 0
    for path, page in sorted(pages.items()):
        for link in sorted(page.links):
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                continue
            count += 1
            target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            if target.is_dir() and (target / "index.html").exists():
                target = target / "index.html"
            place = urllib.parse.unquote(url.fragment)
            if not target.exists():
                wrong.append(f"{path.relative_to(root)}: {link}: there is no such file")
            elif place and target in pages and place not in pages[target].places:
                wrong.append(f"{path.relative_to(root)}: {link}: there is no such place")
    if wrong or not count:
        sys.exit("\n".join(wrong or [f"{folder} has no links"]))
    print(f"{count} links in {len(pages)} pages lead somewhere")


main(*sys.argv[1:])
