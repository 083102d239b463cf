from django.urls import path

from scoring.api import acts, corrections, entries, matches, reads, rounds, rulings

EVENT = "events/<slug:slug>"
DRAW = f"{EVENT}/draws/<uuid:draw>"
MATCH = "matches/<slug:code>"

urlpatterns = [
    path(f"{EVENT}/entries", reads.EntryListApi.as_view()),
    path(f"{EVENT}/entries/<int:number>", reads.EntryApi.as_view()),
    path(f"{EVENT}/pairs/<int:number>/withdraw", entries.EntryWithdrawApi.as_view()),
    path(f"{EVENT}/rounds", reads.RoundListApi.as_view()),
    path(f"{EVENT}/rounds/<int:number>", reads.RoundApi.as_view()),
    path(f"{EVENT}/standings", reads.StandingsApi.as_view()),
    path(f"{EVENT}/cross-table", reads.CrossTableApi.as_view()),
    path(f"{EVENT}/hall", rounds.HallApi.as_view()),
    path(f"{EVENT}/draws", rounds.RoundDrawApi.as_view()),
    path(f"{DRAW}/redraw", rounds.RoundRedrawApi.as_view()),
    path(f"{DRAW}/publish", rounds.RoundPublishApi.as_view()),
    path(f"{DRAW}/close", rounds.RoundCloseApi.as_view()),
    path(f"{EVENT}/close", rounds.EventCloseApi.as_view()),
    path(MATCH, reads.MatchApi.as_view()),
    path(f"{MATCH}/desk", matches.MatchDeskApi.as_view()),
    path(f"{MATCH}/acts/<uuid:uuid>", acts.ActPutApi.as_view()),
    path(f"{MATCH}/deals/<uuid:uuid>", acts.DealPutApi.as_view()),
    path(f"{MATCH}/deals/<uuid:uuid>/correct", matches.DealCorrectApi.as_view()),
    path(f"{MATCH}/confirm", matches.MatchConfirmApi.as_view()),
    path(f"{MATCH}/reopen", matches.MatchReopenApi.as_view()),
    path(f"{MATCH}/corrections", corrections.MatchCorrectApi.as_view()),
    path(f"{MATCH}/totals", matches.TotalsSetApi.as_view()),
    path(f"{MATCH}/forfeit", matches.ForfeitSetApi.as_view()),
    path(f"{MATCH}/outcome/withdraw", matches.OutcomeWithdrawApi.as_view()),
    path(f"{MATCH}/resolve", matches.DisputeResolveApi.as_view()),
    path(f"{MATCH}/rulings", rulings.RulingMakeApi.as_view()),
    path(f"{MATCH}/rulings/<uuid:uuid>/cancel", rulings.RulingCancelApi.as_view()),
    path(f"{MATCH}/undo", rulings.UndoApi.as_view()),
]
