"""The acts of a meeting: play opens, people come and go, the next tables are formed."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hall.forms.act import Act, Done
from hall.forms.reception import PersonAct
from hall.forms.rounds import CloseRound
from hall.listing import listed
from scoring.selectors.desk import desk_stage
from scoring.services.free import form_tables, open_play
from tournaments.models import Tournament
from tournaments.services.reception import mark_present


class OpenPlay(Act[Tournament]):
    def do(self) -> Done:
        stage = desk_stage(self.subject)
        assert stage is not None  # the page is there only with one
        open_play(stage, by=self.by)
        return Done(_("Play is open. Whoever is here waits for a table."))


class FormTables(Act[Tournament]):
    def do(self) -> Done:
        stage = desk_stage(self.subject)
        assert stage is not None  # the page is there only with one
        matches = form_tables(stage, by=self.by)
        tables = listed(match.place for match in matches)
        sentence = ngettext("Table %(tables)s may begin.", "Tables %(tables)s may begin.", len(matches))
        return Done(sentence % {"tables": tables})


class EndEvening(CloseRound):
    """No more tables are formed; the page itself says that the evening is over."""

    def do(self) -> Done:
        super().do()
        return Done()


class ComeOrGo(PersonAct):
    """Somebody is here and waits for a table, or goes home; the list stays where it was."""

    present = forms.BooleanField(required=False)

    def do(self) -> Done:
        mark_present(
            self.subject, person=self.attendance.member, present=self.cleaned_data["present"], by=self.by
        )
        return Done()
