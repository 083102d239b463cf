"""Gather every text of code and templates, keep the three catalogues complete, compile them.

``python .ci/catalogues.py`` writes config/locale/*/LC_MESSAGES/django.po and .mo;
``--check`` changes nothing and exits 1 when a text lacks a translation or one of its plural forms,
a placeholder differs or a .mo is not what its .po compiles to. What somebody marked fuzzy counts as
not translated. Babel does the work; no gettext is needed.
"""

import io
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import django
from babel.messages import Catalog, extract, pofile
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from django.conf import settings
from django.utils.translation.template import templatize

APPS = ["ledger", "clubs", "tournaments", "scoring", "hall", "config"]
LANGUAGES = ["ja", "en", "ru"]
LOCALE = Path("config/locale")
KEYWORDS = {
    **extract.DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "gettext_noop": None,
    "_": None,
}
Written = str | list[str] | tuple[str, ...]
NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)  # a date of today would make every run a change
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sd]|%%|%")  # a bare % would break the text when it is filled


def texts() -> Catalog:
    """Every text that code or template asks for, without places: moving a line changes nothing."""
    catalog = Catalog()
    sources = [path for app in APPS for path in sorted(Path(app).rglob("*.py"))]
    for path in sources:
        add(catalog, path.read_text("utf-8"))
    for path in sorted([*Path("templates").rglob("*.html"), *Path("templates").rglob("*.txt")]):
        add(catalog, templatize(path.read_text("utf-8")))
    return catalog


def add(catalog: Catalog, source: str) -> None:
    found = extract.extract("python", io.BytesIO(source.encode()), keywords=KEYWORDS)
    for _, message, _, context in found:
        if message:
            catalog.add(message, context=context)


def updated(language: str, template: Catalog) -> Catalog:
    """The language's catalogue with exactly the texts in use, its translations kept."""
    path = po_path(language)
    old = pofile.read_po(path.open("rb"), locale=language) if path.exists() else Catalog(locale=language)
    new = Catalog(
        locale=language,
        header_comment=f"# {language}",
        project="Banzuke",
        msgid_bugs_address="-",
        last_translator="-",
        language_team=language,
        creation_date=NO_DATE,
        revision_date=NO_DATE,
        fuzzy=False,
    )
    for message in sorted(template, key=lambda m: (str(m.id), m.context or "")):
        if message.id:
            known = old.get(message.id, message.context)
            new.add(message.id, message.id if language == "en" else kept(known), context=message.context)
    return new


def kept(known: Message | None) -> Written:
    """What the translator wrote; a guess that nobody has looked at (fuzzy) is none."""
    return known.string or "" if known and not known.fuzzy else ""


def faults(language: str, catalog: Catalog) -> list[str]:
    """What is not translated, has too few or too many plural forms, or other placeholders."""
    return [
        f"{language}: {message.id!r}"
        for message in catalog
        if message.id and not is_whole(message, catalog.num_plurals)
    ]


def is_whole(message: Message, plurals: int) -> bool:
    """Every form is there and holds the placeholders of the text, unnamed ones as often.

    A form may stand for many numbers ("21 тур"), so it holds those of the plural text; only a form
    that is the text itself, as in English, may leave one out.
    """
    ids, strings = forms_of(message.id), forms_of(message.string or "")
    wanted = placeholders(ids[-1])
    return len(strings) == (plurals if len(ids) > 1 else 1) and all(
        text and (text in ids or placeholders(text) == wanted) for text in strings
    )


def forms_of(written: Written) -> Sequence[str]:
    return [written] if isinstance(written, str) else written


def placeholders(text: str) -> set[tuple[str, int]]:
    """Each placeholder; of unnamed ones also how many there are."""
    found = PLACEHOLDER.findall(text)
    return {(one, 1 if "(" in one else found.count(one)) for one in found}


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def files_of(catalog: Catalog) -> dict[str, bytes]:
    """The .po and .mo as they must stand on disk."""
    po, mo = io.BytesIO(), io.BytesIO()
    pofile.write_po(po, catalog, omit_header=False, width=96, no_location=True)
    write_mo(mo, catalog)
    return {".po": po.getvalue(), ".mo": mo.getvalue()}


def main() -> int:
    settings.configure(USE_I18N=True)
    django.setup()
    template, problems = texts(), []
    for language in LANGUAGES:
        catalog = updated(language, template)
        problems += faults(language, catalog)
        for ending, content in files_of(catalog).items():
            path = po_path(language).with_suffix(ending)
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            elif not path.exists() or path.read_bytes() != content:
                problems.append(f"{path} is not up to date: run python .ci/catalogues.py")
    print("\n".join(problems) or f"{len(template)} texts in {len(LANGUAGES)} languages, complete")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
