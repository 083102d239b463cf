"""Brings the database to the state this code expects, and keeps what was there before."""

from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from hall.errors import DatabaseIsNewer


def bring_up_to_date() -> Path | None:
    """Every migration is applied; returns where the database as it was before lies, if it was kept.

    Raises DatabaseIsNewer, and touches nothing, when a newer Banzuke has written it.
    """
    executor = MigrationExecutor(connection)
    loader = executor.loader
    unknown = sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
    if unknown:
        raise DatabaseIsNewer(unknown=[f"{app} {name}" for app, name in unknown])
    if not executor.migration_plan(loader.graph.leaf_nodes()):
        return None
    kept = _keep_copy() if loader.applied_migrations else None
    call_command("migrate", interactive=False, verbosity=0)
    return kept


def _keep_copy() -> Path | None:
    """A consistent copy of the SQLite file; PostgreSQL is kept by its own tools."""
    if connection.vendor != "sqlite":
        return None
    folder = settings.HOME / "before-upgrade"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = Path(folder, f"{timezone.now():%Y%m%d-%H%M%S-%f}.sqlite3")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])
    return path
