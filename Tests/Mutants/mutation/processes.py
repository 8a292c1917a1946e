"""Runs a program with a time limit, and ends all that it has started."""

import os
import signal
import subprocess
import threading


def descendants(process):
    """The processes that a process has started, directly or not."""
    table = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout
    children = {}
    for line in table.splitlines():
        child, parent = map(int, line.split())
        children.setdefault(parent, []).append(child)
    found = []
    waiting = [process]
    while waiting:
        inner = children.get(waiting.pop(), [])
        found += inner
        waiting += inner
    return found


def end(process):
    """Kills a process and its descendants, of which some are in process groups of their own."""
    for one in [*descendants(process.pid), process.pid]:
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run(command, directory, log, limit=None, environment=None, begins=None, until=None):
    """Runs a program, and appends what it prints to a log.

    Returns its exit status, which is `None` if it took longer than `limit` seconds, counted from
    the first line for which `begins` returns true: what comes before, such as waiting for another
    build, does not count. A line for which `until` returns true ends the program; it is the last
    one in the log.
    """
    process = subprocess.Popen(
        command,
        cwd=directory,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    late = threading.Event()

    def stop():
        late.set()
        end(process)

    timer = threading.Timer(limit, stop) if limit else None
    if timer and not begins:
        timer.start()
    try:
        with open(log, "ab") as output:
            for line in process.stdout:
                output.write(line)
                text = line.decode(errors="replace")
                if timer and begins and begins(text):
                    timer.start()
                    begins = None
                if until and until(text):
                    end(process)
                    break
        status = process.wait()
    finally:
        if timer:
            timer.cancel()
        if process.poll() is None:
            end(process)
            process.wait()
        process.stdout.close()
    return None if late.is_set() else status
