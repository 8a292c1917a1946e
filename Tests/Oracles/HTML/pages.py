"""Makes pages out of what HTML scanners get wrong, from a seed."""

import html.entities
import random

NAMES = ["al:ios:url", "al:ios:app_name", "al:android:package", "al:web:url", "al:ios", "al:", "og:title", "al"]
RAW = ["script", "style", "xmp", "iframe", "noembed", "noframes", "title", "textarea"]
INLINE = ["span", "b", "i", "a", "em", "x-y", "font", "nobr"]
BLOCKS = ["div", "p", "section", "ul", "li", "h1", "head", "body", "html", "pre", "form", "button", "center", "dl", "dd"]
REFERENCES = sorted(html.entities.html5)
NUMBERS = [0, 9, 13, 38, 60, 65, 128, 129, 150, 159, 160, 233, 0xD800, 0xFFFE, 0x1F600, 0x110000, 2**32 + 65, 2**70]
SPACE = [" ", "\n", "\t", "\f", "\r\n", "\r", "  ", "/", " / "]
ODD_VALUES = ["://a?b=1&c=2", "<b>", "-->", "</script>", "\r\n", "\r", "\0", "\u00fc", "/", " ", "\u00a0", "\u2028"]
ODD_VALUES += ["&", "&#", "&#x;", "&;", "=", "`", "<", "\U0001f600", "'", '"', "&amp", "&lt=", "&notit;", "&notin;"]
SOUP = ["<", "<", "<", ">", ">", "/", "!", "-", "--", "'", '"', "=", " ", "\n", "\0", "?", "&", ";", "#", "x", "]"]
SOUP += ["meta ", "<meta ", "property", " property=", "content", " content=", "al:ios:url", '"al:ios:url"', "'al:'"]
SOUP += ["script", "<script>", "</script", "</script>", "title", "<title>", "</title>", "<!--", "-->", "--!>", "<!"]
SOUP += ["<textarea", "</textarea", "style", "<style ", "</style", "<xmp", "</xmp>", "\u00e9", "\u65e5", "\U0001f600"]
SOUP += ["<![CDATA[", "]]>", "<!doctype ", "&amp;", "&copy", "&#x41", "&not", "in;", "<p>", "</p>", "<svg", "</svg>"]
SCRIPT = ["<!--", "-->", "--", "-", "<script>", "<script ", "</script>", "</scriptx>", "<scriptx>", "<!-", "<", "x", ">"]
SCRIPT += ["</SCRIPT ", "--!>", "<!---->", "<SCRIPT/", "</script/", "<!--<script", "</", "<!-->", "<!--->", "\0"]
FOREIGN_SOUP = [f"<{name}>" for name in "svg math g title desc foreignObject mi annotation-xml style script p font x".split()]
FOREIGN_SOUP += [f"</{name}>" for name in "svg math title desc foreignObject style p font".split()]
FOREIGN_SOUP += ["<svg>", "<svg>", "<g/>", "<style/>", "<title/>", "<font size=1>", "<![CDATA[", "]]>", "x"]


class Generator:
    """Makes pages, the same for the same seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.serial = 0

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, probability):
        return self.random.random() < probability

    def some(self, maximum, make):
        return "".join(make() for _ in range(self.random.randint(0, maximum)))

    def page(self):
        """One page. Those with noscript have nothing that is left to the judge who reads it as if scripts were off."""
        self.has_noscript = self.chance(0.4)
        if self.chance(0.25):
            return self.some(60, lambda: self.pick(SOUP)) + self.some(1, self.meta)
        page = self.some(1, self.declaration)
        page += self.some(30, lambda: self.piece(0))
        return page + self.some(1, self.cut)

    def piece(self, depth):
        kinds = [self.meta] * 6 + [self.comment, self.raw, self.script, self.text, self.broken, self.declaration]
        if depth < 3:
            kinds.append(lambda: self.inline(depth + 1))
            if not self.has_noscript:
                kinds += [lambda: self.template(depth + 1)] * 2
        if depth == 0:
            kinds += [self.block, self.svg, self.math, self.soup]
            if not self.has_noscript:
                kinds += [self.table, self.select]
        return self.pick(kinds)()

    def space(self):
        return self.pick(SPACE) if self.chance(0.2) else " "

    def case(self, word):
        if self.chance(0.85):
            return word
        return "".join(self.pick([letter.lower(), letter.upper()]) for letter in word)

    def reference(self):
        if self.chance(0.6):
            name = self.pick(REFERENCES)
            if self.chance(0.3):
                name = name.rstrip(";")
            if self.chance(0.1):
                name = name[: self.random.randint(1, len(name))]
            return "&" + name + self.pick(["", "", "=", "x", "1", ";", " ", "&"])
        number = self.pick(NUMBERS) + self.random.randint(0, 3)
        body = f"{number}" if self.chance(0.5) else f"{self.pick('xX')}{number:x}"
        return "&#" + self.pick(["", "", "", "000"]) + body + self.pick([";", ";", "", "g", " "])

    def value(self):
        self.serial += 1
        value = f"v{self.serial}"
        return value + self.some(3, lambda: self.reference() if self.chance(0.3) else self.pick(ODD_VALUES))

    def quoted(self, value):
        kind = self.random.random()
        if kind < 0.7:
            return '"' + value.replace('"', "'") + '"'
        if kind < 0.85:
            return "'" + value.replace("'", '"') + "'"
        for character in " \t\r\n\f>":
            value = value.replace(character, "_")
        return value.lstrip("\"'") or "u"

    def attribute(self, name, value):
        if self.chance(0.05):
            return self.case(name)
        equals = "=" if self.chance(0.9) else self.pick([" =", "= ", "\n=\n", "=\t", "\r=", "=\f"])
        return self.case(name) + equals + self.quoted(value)

    def meta(self):
        name = self.pick(NAMES)
        if self.chance(0.1):
            name = name.replace(":", "&colon;" if self.chance(0.5) else "&#58;")
        if self.chance(0.05):
            name = self.pick([" ", "\n", ""]) + self.case(name) + self.pick([" ", "\r", "x"])
        attributes = [self.attribute("property" if self.chance(0.85) else "name", name)]
        if self.chance(0.9):
            attributes.append(self.attribute("content", self.value()))
        if self.chance(0.3):
            other = self.pick(["id", "name", "data-x", "content", "property", "=", '"', "a<b", "\0", "propert\u0130", "x" * 17])
            attributes.append(self.attribute(other, self.value()))
        if self.chance(0.4):
            self.random.shuffle(attributes)
        glue = "" if self.chance(0.05) else self.space()
        end = self.pick([">", ">", ">", "/>", " />", " >", "/ >", "\n>"])
        return f"<{self.case('meta')}{self.space()}{glue.join(attributes)}{end}"

    def comment(self):
        opening = self.pick(["<!--", "<!--", "<!--", "<!", "<?", "</ ", "<!-", "<![CDATA["])
        closing = self.pick(["-->", "-->", "--!>", ">", "--->", "-- >", "->", "]]>", "--!-->", "--!->"])
        inside = self.pick(["", "-", "--", ">", "->", "x", self.meta(), "<!--", "--!", "a--b", "--!x", "\0"])
        rest = "" if self.chance(0.2) else "-->"
        return opening + inside + closing + rest

    def raw(self):
        name = self.pick(RAW + ["noscript"] * 3 if self.has_noscript else RAW)
        closing = f"</{name}>"
        if self.chance(0.4):
            closing = self.pick([f"</{name} a='>'>", f"</{name}/>", f"</{self.case(name)}\n>", f"</{name}x>", f"</{name}\0>"])
        inside = self.pick([self.meta(), "<!--" + self.meta(), f"</{name}x>", "</", "<", f"< /{name}>", "x", f"</{name}"])
        end = "" if self.chance(0.03) else closing + f"</{name}>"
        return f"<{self.case(name)}{self.pick(['', ' a=1', '/', ' x'])}>{inside}{end}"

    def script(self):
        inside = self.some(6, lambda: self.meta() if self.chance(0.1) else self.pick(SCRIPT))
        return f"<script>{inside}</script>" + self.pick(["", "-->", "--></script>"])

    def template(self, depth):
        def content():
            return self.pick([self.meta, self.text, self.comment])() if depth > 1 else self.piece(depth)

        end = "" if self.chance(0.05) else "</template>"
        return f"<{self.case('template')}>{self.some(4, content)}{end}"

    def inline(self, depth):
        name = self.pick(INLINE)
        inside = self.some(3, lambda: self.piece(depth))
        return f"<{name}>{inside}" + ("" if self.chance(0.2) else f"</{name}>")

    def block(self):
        name = self.pick(BLOCKS)
        return self.pick([f"<{name}>", f"</{name}>", f"<{name} class='>'>", f"<{name}/>"])

    def svg(self):
        def content():
            return self.pick(
                ["<path d='M0'/>", "<g><path/></g>", "<![CDATA[" + self.meta() + "]]>", "<title>t</title>", "<title/>"]
                + ["<style/>", "<script/>", f"<desc>{self.meta()}</desc>", f"<foreignObject>{self.meta()}</foreignObject>"]
                + ["<style>.a{}</style>", "<!--" + self.meta() + "-->", "<a href='#'>x</a>", "<![CDATA[>]]]>", "<![CDATA>"]
                + [f"<foreignObject><div>{self.raw()}</div></foreignObject>", f"<title><b>{self.meta()}</b></title>", "<font/>"]
            )

        if self.chance(0.3):
            return self.some(12, lambda: self.pick(FOREIGN_SOUP) if self.chance(0.8) else self.meta())
        return f"<svg>{self.some(4, content)}" + self.pick(["</svg>", "</svg>", "</SVG>", self.meta()])

    def math(self):
        def content():
            return self.pick(
                ["<mi>x</mi>", f"<mtext>{self.meta()}</mtext>", "<![CDATA[" + self.meta() + "]]>", "<mglyph/>", "<style/>"]
                + [f"<annotation-xml encoding='{self.case('text/html')}'>{self.raw()}</annotation-xml>", "<mi><mglyph/></mi>"]
                + [f"<annotation-xml><svg><desc>{self.meta()}</desc></svg></annotation-xml>", "<title></title>", "<font/>"]
            )

        return f"<math>{self.some(3, content)}" + self.pick(["</math>", "</math>", self.meta()])

    def table(self):
        """A table, out of which a tree moves the tags; the pages with one are compared without order."""
        cell = self.pick([self.meta, self.text, self.comment, self.script, self.raw])
        parts = ["<tr>", "<td>", "</td>", "<tbody>", "<caption>", "<colgroup>", cell(), self.meta()]
        return "<table>" + self.some(5, lambda: self.pick(parts)) + "</table>"

    def select(self):
        """A choice; older standards ignored most of what is in it."""
        return self.pick(["<select><option>x</select>", f"<select>{self.meta()}</select>", f"<select><option>{self.meta()}</select>"])

    def text(self):
        return self.pick(["x", "a < b", "&amp;", "1 <2", "<<", "</", "<>", "</>", "\u65e5\u672c", "\0", "'", '"', "<3", "]]>"])

    def broken(self):
        return self.pick(
            ["<meta", "<meta property", "<meta property=", "< meta property='al:ios:url'>", "<metax property='al:ios:url'>"]
            + ["</meta property='al:ios:url' content='end'>", "<me\0ta property=al:ios:url>", "<meta property='al:ios:url\">"]
            + ["<div class=\"<meta property='al:ios:url'>\">", "<a title='>' b=\">\">", "<div\"'=<>", "<p =>", "<x / / y=/>"]
            + ["<meta property=al:ios:url content=a://b?x=1&copy=2&lang=de/>", "<meta/property='al:ios:url'/content=x/>"]
            + ["<meta<property=al:ios:url>", "<meta property=al:ios:url content=>", "<meta property= content=al:ios:url>"]
            + ["<meta property=al:ios:url content=''content='2'>", "<meta property=al:ios:url content='a''b'>", "<METAproperty=al:>"]
        )

    def soup(self):
        return self.some(12, lambda: self.pick(SOUP))

    def declaration(self):
        return self.pick(
            ["<!doctype html>", "<!DOCTYPE html PUBLIC \">\" '>'>", "<!doctype>", "<!ELEMENT x>", "<?xml version='1.0'?>"]
        )

    def cut(self):
        if self.chance(0.2):
            return "<plaintext>" + self.meta() + "</plaintext>" + self.meta()
        meta = self.meta()
        return meta[: self.random.randint(0, len(meta))]
