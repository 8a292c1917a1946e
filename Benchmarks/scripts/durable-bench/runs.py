"""Runs workflows of ten empty steps with DBOS, and prints what that took, as JSON.

Usage: runs.py FOLDER|URL ONE-AFTER-ANOTHER AT-ONCE [FULL|NORMAL]

With a folder, SQLite is used: without the last argument as DBOS comes, with it, with a write-ahead
log and that `synchronous`. With the URL of a server, PostgreSQL is used as DBOS comes.
"""

import json
import sys
import time

from dbos import DBOS
from dbos._dbos import _get_dbos_instance
from sqlalchemy import event, text
from sqlalchemy.engine import Engine

place, one, many = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
is_server = place.startswith("postgresql:")
url = place.replace("/postgres?", "/dbos?") if is_server else f"sqlite:///{place}/dbos.sqlite"
synchronous = sys.argv[4] if len(sys.argv) > 4 else None

if synchronous:

    @event.listens_for(Engine, "connect")
    def tune(connection, _):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")


@DBOS.step()
def step(value: int) -> int:
    return value


@DBOS.workflow()
def ten_steps(value: int) -> int:
    for _ in range(10):
        value = step(value)
    return value


def rate(count: int, work) -> float:
    start = time.perf_counter()
    work(count)
    return count / (time.perf_counter() - start)


def one_after_another(count: int) -> None:
    for number in range(count):
        ten_steps(number)


def at_once(count: int) -> None:
    for handle in [DBOS.start_workflow(ten_steps, number) for number in range(count)]:
        handle.get_result()


DBOS(
    config={
        "name": "bench",
        "system_database_url": url,
        "log_level": "ERROR",
        "run_admin_server": False,
    }
)
DBOS.launch()
pragmas = ["", ""]
if not is_server:
    with _get_dbos_instance()._sys_db.engine.connect() as connection:
        pragmas = [
            str(connection.execute(text(f"PRAGMA {name}")).scalar())
            for name in ("journal_mode", "synchronous")
        ]
one_after_another(10)
result = {
    "journal": pragmas[0],
    "synchronous": {"1": "NORMAL", "2": "FULL"}.get(pragmas[1], pragmas[1]),
    "one": rate(one, one_after_another),
    "many": rate(many, at_once),
}
DBOS.destroy()
print(json.dumps(result))
