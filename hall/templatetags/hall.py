"""What templates may ask for by name: tiles, figures, dates of the hall, the other languages."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import translate_url
from django.utils.dateformat import format as format_date
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from hall.figures import figure, signed
from hall.listing import colon, listed, separator
from hall.phrases import fault_words
from hall.round_names import aside_name, coming_name, origin_words, round_name
from hall.ruling_words import ruling_words
from hall.stage_names import stage_name
from hall.title_roles import title_role
from hall.undo_words import undo_key
from hall.words import (
    COMBINATIONS,
    ENDINGS,
    FORMATS,
    MARKS,
    MATCH_STATES,
    NEEDS,
    RANKING,
    TILES,
    WEEKDAY_DATES,
    KeyWords,
    StateWords,
    Words,
)
from scoring.selectors.bracket_sheet import Line
from scoring.selectors.brackets import has_bracket
from scoring.selectors.needs import Need
from scoring.selectors.team_standings import has_teams
from tournaments.enums import Format, MatchState, RankingKey
from tournaments.models import Stage, Tournament

register = template.Library()
register.filter("figure", figure)
register.filter("signed", signed)
register.filter("fault_words", fault_words)
register.filter("aside_name", aside_name)
register.filter("listed", listed)
register.filter("ruling_words", ruling_words)
register.simple_tag(separator)
register.simple_tag(colon)
register.simple_tag(undo_key)
register.filter("has_bracket", has_bracket)
register.filter("has_teams", has_teams)
register.filter("round_name", round_name)
register.filter("coming_name", coming_name)
register.filter("stage_name", stage_name)
register.filter("title_role", title_role)

SHOWN_LANGUAGES = {"ja": "日本語", "en": "EN", "ru": "RU"}


@dataclass(frozen=True, slots=True)
class LanguageLink:
    code: str
    shown: str
    href: str
    current: bool


@register.simple_tag(takes_context=True)
def language_links(context: template.Context) -> list[LanguageLink]:
    """This page in every language; the home page where this one has none, as after an error."""
    request = context.get("request")
    here = request.get_full_path() if isinstance(request, HttpRequest) else "/"
    current = get_language()
    return [
        LanguageLink(code, SHOWN_LANGUAGES.get(code, code), _same_page(here, code), code == current)
        for code, _name in settings.LANGUAGES
    ]


def _same_page(path: str, code: str) -> str:
    there = translate_url(path, code)
    return there if there.startswith(f"/{code}/") else f"/{code}/"


@register.simple_tag
def tile(face: str | int, size: str = "") -> SafeString:
    """The five-sided piece of a digit 1–9, or its blank back for anything else."""
    key = str(face) if str(face) in TILES else "back"
    character, name = TILES[key]
    return format_html(
        '<svg class="tile {}" viewBox="0 0 100 112" role="img" aria-label="{}">'
        '<use href="{}#tile-{}"></use></svg>',
        size,
        f"{character} {name}".strip(),
        static("img/tiles.svg"),
        key,
    )


@register.simple_tag
def origin_of(stage: Stage, line: Line) -> str:
    """Whose winner or loser will stand on a line of the bracket."""
    return origin_words(stage, line.origin, line.table) if line.origin else ""


@register.filter
def event_date(tournament: Tournament) -> str:
    """The local day of the event with its weekday."""
    formats = WEEKDAY_DATES.get(get_language() or "", WEEKDAY_DATES["en"])
    return format_date(tournament.local_start, formats)


@register.filter
def event_time(tournament: Tournament) -> str:
    """The start on the hall's clock with the zone's name: 13:00 JST."""
    return f"{tournament.local_start:%H:%M} {_zone_name(tournament.local_start)}"


@register.filter
def hall_time(moment: datetime | None, tournament: Tournament) -> str:
    """Hours and minutes on the clock of the hall."""
    return f"{moment.astimezone(ZoneInfo(tournament.venue_timezone)):%H:%M}" if moment else ""


@register.filter
def hall_moment(moment: datetime, tournament: Tournament) -> str:
    """Day and time on the clock of the hall, with the zone's name."""
    local = moment.astimezone(ZoneInfo(tournament.venue_timezone))
    return f"{date_format(local)} {local:%H:%M} {_zone_name(local)}"


def _zone_name(moment: datetime) -> str:
    name = moment.tzname() or "UTC"
    return f"UTC{name}" if name[:1] in "+-" else name


@register.filter
def key_words(key: RankingKey) -> KeyWords:
    return RANKING[key]


@register.filter
def format_word(stage_format: str) -> Words:
    return FORMATS[Format(stage_format)]


@register.filter
def match_state(state: str) -> StateWords:
    return MATCH_STATES[MatchState(state)]


@register.filter
def need_words(need: Need) -> StateWords:
    return NEEDS[need]


@register.filter
def mark_sign(mark: str) -> str:
    return MARKS[mark][0] if mark in MARKS else ""


@register.filter
def mark_word(mark: str) -> Words:
    return MARKS[mark][1] if mark in MARKS else ""


@register.filter
def ending(ended_by: str) -> Words:
    return ENDINGS.get(ended_by, "")


@register.filter
def combination(special: str) -> Words:
    return COMBINATIONS.get(special, special)
