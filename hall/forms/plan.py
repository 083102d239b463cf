"""The act on the plan of a rotation."""

from django.utils.translation import gettext as _

from hall.forms.act import Act, Done
from scoring.selectors.desk import desk_stage
from scoring.services.plans import plan_rest
from tournaments.models import Tournament


class PlanRest(Act[Tournament]):
    def do(self) -> Done:
        stage = desk_stage(self.subject)
        assert stage is not None  # the page offers this only where there is one
        plan = plan_rest(stage, by=self.by)
        words = {"round": plan.first_round, "version": plan.version}
        return Done(_("Planned anew from round %(round)s on: version %(version)s.") % words)
