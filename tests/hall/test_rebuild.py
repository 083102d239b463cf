"""``rebuild_results`` and ``verify_audit``: nothing to say where all is well, and an error elsewhere."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from ledger.models import Act, ActPayload
from scoring.models import Deal, MatchResult
from scoring.services.results import confirm_match
from scoring.services.rounds import close_round
from tests.events import make_match, play, play_out
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME, settings.TERMINAL_LANGUAGE = tmp_path, "en"


@pytest.fixture
def match() -> Match:
    """Two deals, the match finished and confirmed, its round open."""
    match = make_match()
    play_out(match, winner=1)
    confirm_match(match, by=None)
    return match


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def alter_result(match: Match) -> None:
    result = MatchResult.objects.get(match=match)
    result.score["games"][0]["raw"]["1"] = 999
    result.save()


def test_nothing_differs_where_nothing_was_touched(match: Match) -> None:
    printed = run("rebuild_results", match.tournament.slug)
    assert printed == "2 deals judged, 1 results derived, 0 differences\n"


def test_altered_result_is_told_and_stays(match: Match) -> None:
    alter_result(match)
    out = StringIO()
    with pytest.raises(CommandError, match="ruling"):
        call_command("rebuild_results", match.tournament.slug, stdout=out)
    assert f"round 1, table 1 ({match.code}): another result follows" in out.getvalue()
    assert MatchResult.objects.get().score["games"][0]["raw"]["1"] == 999


def test_altered_verdict_is_told(match: Match) -> None:
    deal = Deal.objects.order_by("number")[0]
    assert deal.outcome
    deal.outcome["points"]["1"] = 20
    deal.save()
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("rebuild_results", match.tournament.slug, stdout=out)
    assert "game 1, deal 1: the engine judges it otherwise today" in out.getvalue()


def test_missing_result_is_told(match: Match) -> None:
    MatchResult.objects.all().delete()
    with pytest.raises(CommandError):
        run("rebuild_results", match.tournament.slug)


def test_open_round_adopts_when_told_to(match: Match) -> None:
    alter_result(match)
    assert "0 differences" in run("rebuild_results", match.tournament.slug, "--adopt")
    assert MatchResult.objects.get().score["games"][0]["raw"]["1"] == 160


def test_closed_round_never_adopts(match: Match) -> None:
    close_round(match.round)
    alter_result(match)
    with pytest.raises(CommandError, match="ruling"):
        run("rebuild_results", match.tournament.slug, "--adopt")
    assert MatchResult.objects.get().score["games"][0]["raw"]["1"] == 999


def test_unknown_event_is_refused() -> None:
    with pytest.raises(CommandError, match="event_unknown"):
        run("rebuild_results", "nowhere")
    with pytest.raises(CommandError, match="event_unknown"):
        run("verify_audit", "nowhere")


def test_chains_hold(match: Match) -> None:
    printed = run("verify_audit").splitlines()
    acts = Act.objects.filter(scope=match.tournament.uuid).count()
    assert printed[0].startswith("installation: ")
    assert printed[1] == f"{match.tournament.slug}: {acts} acts, the chain holds; erased payloads: 0"


def test_erased_payload_leaves_the_chain_whole(match: Match) -> None:
    ActPayload.objects.filter(act__kind="pair_entered").delete()
    assert "the chain holds; erased payloads: 2" in run("verify_audit", match.tournament.slug)


def test_altered_act_breaks_the_chain() -> None:
    match = make_match()
    deal = play(match, "sheet,s1,1,7,led")
    Act.objects.filter(uuid=deal.uuid).update(kind="redeal")
    out = StringIO()
    with pytest.raises(CommandError, match="Compare"):
        call_command("verify_audit", match.tournament.slug, stdout=out)
    assert "was altered" in out.getvalue()
