"""The addresses of the desk. No language in them: the desk's language is in a cookie."""

from django.urls import path, register_converter
from django.views.i18n import set_language

from hall.views.bracket import BracketPage
from hall.views.cards import CardsPage
from hall.views.clock import ClockPage
from hall.views.correction import ConsequencesPage, CorrectMatchPage
from hall.views.desk import DeskHome, HallView, TableByNumber
from hall.views.draw import DrawPage
from hall.views.free import FreePage
from hall.views.history import EventHistoryPage, MatchHistoryPage
from hall.views.keying import CorrectionPage, KeyingPage
from hall.views.league import LeagueMatchPage, LeaguePage
from hall.views.links import LinksPage, TableLinkPage
from hall.views.lots import LotsPage, LotsPrint
from hall.views.match_file import MatchFilePage
from hall.views.plan import PlanPage
from hall.views.real_seats import RealSeatsPage
from hall.views.reception import PeopleFound, PersonPage, Reception
from hall.views.record import DeskRecordPage
from hall.views.record_files import DeskRecordFile
from hall.views.rulings import RulingsPage
from hall.views.setup import Accounts, NewEvent, SettingsPage, Society
from hall.views.staff import StaffPage
from hall.views.stages import NewStage, StagePage, StageSettings, StagesPage
from hall.views.teams import TeamsPage
from hall.views.wishes import WishesPage


class MatchCode:
    """The six characters of a match, in either case."""

    regex = "[0-9A-Za-z]{6}"

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return value


register_converter(MatchCode, "match")

# Two words where an event has one: no event's address can hide a page of the desk.
urlpatterns = [
    path("language/", set_language, name="set_language"),
    path("", DeskHome.as_view(), name="desk"),
    path("events/new/", NewEvent.as_view(), name="desk-new-event"),
    path("society/branches/", Society.as_view(), name="desk-society"),
    path("society/accounts/", Accounts.as_view(), name="desk-accounts"),
    path("matches/<match:code>/", KeyingPage.as_view(), name="desk-match"),
    path("matches/<match:code>/file/", MatchFilePage.as_view(), name="desk-match-file"),
    path(
        "matches/<match:code>/record.txt", DeskRecordFile.as_view(), {"form": "txt"}, name="desk-record-txt"
    ),
    path(
        "matches/<match:code>/record.yaml",
        DeskRecordFile.as_view(),
        {"form": "yaml"},
        name="desk-record-yaml",
    ),
    path("matches/<match:code>/record/", DeskRecordPage.as_view(), name="desk-record"),
    path("matches/<match:code>/correction/", CorrectMatchPage.as_view(), name="desk-correction"),
    path("matches/<match:code>/correction/list/", ConsequencesPage.as_view(), name="desk-consequences"),
    path("matches/<match:code>/deals/<uuid:uuid>/", CorrectionPage.as_view(), name="desk-deal"),
    path("matches/<match:code>/history/", MatchHistoryPage.as_view(), name="desk-match-history"),
    path("matches/<match:code>/rulings/", RulingsPage.as_view(), name="desk-rulings"),
    path("<slug:slug>/", HallView.as_view(), name="desk-event"),
    path("<slug:slug>/settings/", SettingsPage.as_view(), name="desk-settings"),
    path("<slug:slug>/reception/", Reception.as_view(), name="desk-reception"),
    path("<slug:slug>/reception/people/", PeopleFound.as_view(), name="desk-people"),
    path("<slug:slug>/reception/people/<uuid:uuid>/", PersonPage.as_view(), name="desk-person"),
    path("<slug:slug>/bracket/", BracketPage.as_view(), name="desk-bracket"),
    path("<slug:slug>/cards/", CardsPage.as_view(), name="desk-cards"),
    path("<slug:slug>/clock/", ClockPage.as_view(), name="desk-clock"),
    path("<slug:slug>/history/", EventHistoryPage.as_view(), name="desk-history"),
    path("<slug:slug>/links/", LinksPage.as_view(), name="desk-links"),
    path("<slug:slug>/links/<int:table>/", TableLinkPage.as_view(), name="desk-table-link"),
    path("<slug:slug>/draw/", DrawPage.as_view(), name="desk-draw"),
    path("<slug:slug>/meeting/", FreePage.as_view(), name="desk-free"),
    path("<slug:slug>/lots/", LotsPage.as_view(), name="desk-lots"),
    path("<slug:slug>/lots/print/", LotsPrint.as_view(), name="desk-lots-print"),
    path("<slug:slug>/seats/", RealSeatsPage.as_view(), name="desk-seats"),
    path("<slug:slug>/plan/", PlanPage.as_view(), name="desk-plan"),
    path("<slug:slug>/league/", LeaguePage.as_view(), name="desk-league"),
    path("<slug:slug>/league/<match:code>/", LeagueMatchPage.as_view(), name="desk-league-match"),
    path("<slug:slug>/teams/", TeamsPage.as_view(), name="desk-teams"),
    path("<slug:slug>/wishes/", WishesPage.as_view(), name="desk-wishes"),
    path("<slug:slug>/staff/", StaffPage.as_view(), name="desk-staff"),
    path("<slug:slug>/stages/", StagesPage.as_view(), name="desk-stages"),
    path("<slug:slug>/stages/new/", NewStage.as_view(), name="desk-new-stage"),
    path("<slug:slug>/stages/<int:number>/", StagePage.as_view(), name="desk-stage"),
    path("<slug:slug>/stages/<int:number>/settings/", StageSettings.as_view(), name="desk-stage-settings"),
    path("<slug:slug>/table/", TableByNumber.as_view(), name="desk-table"),
]
