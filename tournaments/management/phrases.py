"""What the command ``draw`` refuses, as sentences: what, where, and the next step."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.phrases import PHRASES as TOURNAMENT_PHRASES

SHOWN = 12
LINE_PHRASES = {
    "not_utf8": _("Byte %(byte)s of this line is not UTF-8. Write the file in UTF-8."),
    "not_json": _("This line is not JSON (%(why)s). Write one object in one line."),
    "nested_too_deep": _("This line has too many brackets in each other. Write one flat object in one line."),
    "line_too_long": _("This line is longer than %(most)s bytes. Send fewer units, or shorter histories."),
    "not_an_object": _("This line is JSON, but no object. Write {…} with id, format and units or persons."),
    "field_missing": _("%(field)s is missing. Add it to the line."),
    "format_has_no_draw": _("“%(format)s” is no format that is drawn here. Use one of: %(formats)s."),
    "not_a_text": _("%(field)s is not a text: %(value)s. Write it in quotation marks."),
    "not_a_list": _("%(field)s is not a list. Write it in square brackets."),
    "not_a_record": _("%(field)s is neither an id nor an object. Write a text, or {…} with an id."),
    "not_a_choice": _("%(field)s cannot be “%(value)s”. Use one of: %(choices)s."),
    "not_a_whole_number": _("%(field)s is not a whole number: %(value)s."),
    "not_a_score": _(
        '%(field)s is not a score: %(value)s. Write a whole number, or halves as a text such as "3/2".'
    ),
    "not_true_or_false": _("%(field)s is neither true nor false: %(value)s."),
    "not_a_pair": _('%(field)s does not name two different ids. Write it as ["a", "b"].'),
    "not_a_shape": _("This table shape is not played. Use [2,2], [1,1,1], [1,1] or [3,3]."),
    "out_of_range": _("%(field)s is %(value)s; it must lie between %(low)s and %(high)s."),
    "unit_twice": _("“%(unit)s” stands in the list twice. Every id may be there once."),
    "met_itself": _("“%(unit)s” stands in its own history. Correct the list of those it has met."),
    "no_lawful_draw": _(
        "No draw keeps every hard rule; in the way: %(units)s. Send the line again with one of these "
        "in relaxed, for this draw only: %(relaxations)s."
    ),
    "too_few_persons": _("A table needs %(needed)s persons; only %(there)s are here. Send more of them."),
    "needs_two_sides": _("This format has tables of two sides, not of %(sides)s. Send another shape."),
    "no_such_round": _(
        "Round %(round)s cannot be drawn; the draw has %(rounds)s rounds. Ask for one of them."
    ),
    "title_needs_two": _("A title match has two units, not %(units)s. Send holder and challenger."),
    "no_blocks": _("%(units)s units make no blocks of four and three; %(works)s would. Send another number."),
    "result_missing": _("Only round 1 is drawn here; later ones need results. Leave round out, or send 1."),
    "answer_too_long": _("The answer would hold %(seats)s seats; %(most)s are the most. Ask for less."),
    "draw_failed": _(
        "The draw failed by a fault of the program (%(fault)s). Please report it with the line."
    ),
}
PHRASES = {**TOURNAMENT_PHRASES, **LINE_PHRASES}


def sentence(code: str, params: Mapping[str, object]) -> str:
    """The phrase of a code with its params, in the language that is set; an unknown code as it is."""
    phrase = PHRASES.get(code)
    if phrase is None:
        return gettext("There is no such draw: %(code)s.") % {"code": code}
    return str(phrase) % {name: shown(value) for name, value in params.items()}


def shown(value: object) -> object:
    """A list as its first items: thousands of ids are for programs, not for a sentence."""
    if not isinstance(value, list | tuple):
        return value
    more = ["…"] if len(value) > SHOWN else []
    return ", ".join(map(str, [*value[:SHOWN], *more]))
