"""Measures the players of many listeners, and what is left of them after kill -9: bench/player --help."""

import argparse
import contextlib
import ctypes
import hashlib
import http.client
import json
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from . import load, machine, systems
from .__main__ import allow_descriptors, say
from .server import HOST, Absent

RIG = pathlib.Path(__file__).resolve().parent
PATH = "/api/v1/me/player"
# The goal in ms for 2,000 events a second on two cores.
P99_LIMIT = 50
# Of prctl(2): children of children that end become this program's.
PR_SET_CHILD_SUBREAPER = 36


def options():
    parser = argparse.ArgumentParser(
        prog="bench/player", description="Events of many players: latencies, lost changes, and what is left after kill -9.")
    parser.add_argument("--sessions", type=int, default=5000, help="listeners, each with a player and a connection (5000)")
    parser.add_argument("--rate", type=int, default=2000, help="events a second (2000)")
    parser.add_argument("--seconds", type=int, default=30, help="seconds that are measured, after ten to warm up (30)")
    parser.add_argument("--tracks", type=int, default=10, help="tracks in each queue, 6 to 10000 (10)")
    parser.add_argument("--streams", type=int, default=500, help="listeners who also have an event stream (500)")
    parser.add_argument("--kills", type=int, default=1, help="runs that end with kill -9 of the server and its database (1)")
    parser.add_argument("--quick", action="store_true", help="200 sessions, 200 events a second, 5 seconds: whether it works, not how fast")
    parser.add_argument("--programs", type=pathlib.Path, help="folder of another build to measure")
    parser.add_argument("--setting", action="append", default=[], metavar="TUTTI_NAME=VALUE",
                        help="a setting of the product besides its defaults; may be repeated")
    parser.add_argument("--json", type=pathlib.Path, help="file for all figures")
    chosen = parser.parse_args()
    if chosen.quick:
        chosen.sessions, chosen.rate, chosen.seconds, chosen.streams = 200, 200, 5, 20
    return chosen


class Players:
    """The listeners on a product, and their access tokens."""

    def __init__(self, server, folder, count, tracks):
        self.server, self.folder = server, pathlib.Path(folder)
        self.tokens = [secrets.token_urlsafe(32) for _ in range(count)]
        self.file = self.folder / "tokens"
        self.file.write_text("".join(token + "\n" for token in self.tokens))
        planted = self.folder / "planted.sql"
        hashes = " ".join(hashlib.sha256(token.encode()).hexdigest() for token in self.tokens)
        planted.write_text(f"\\set hashes '{hashes}'\n")
        self.psql(planted, RIG / "player.sql", tracks=tracks)
        body = {"tracks": [f"soundcloud:tracks:{990_000_000 + number}" for number in range(1, tracks + 1)]}
        self.ask("PUT", "/queue", body)
        self.ask("PUT", "/repeat", {"mode": "all"})
        self.ask("POST", "/events", {"event": "tapAnywhere", "device": "phone"})
        self.copy()

    def copy(self):
        """Gives all listeners the paused player of the account `bench`."""
        self.psql(RIG / "player-copy.sql")

    def psql(self, *files, **variables):
        words = [word for name, value in {"slug": self.server.tenant, **variables}.items() for word in ("-v", f"{name}={value}")]
        words += [word for file in files for word in ("-f", str(file))]
        self.server.command("psql", "--", "-X", "-q", "-v", "ON_ERROR_STOP=1", *words)

    def ask(self, method, path, body=None, token=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            return self.asked(connection, method, path, body, token)
        finally:
            connection.close()

    def asked(self, connection, method, path, body=None, token=None):
        connection.request(method, PATH + path, None if body is None else json.dumps(body), {
            "Host": HOST, "Content-Type": "application/json", "Authorization": "Bearer " + (token or self.server.token)})
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise Absent(f"{method} {PATH}{path}: {answer.status} {content[:300]!r}")
        return json.loads(content)

    def run(self, rate, seconds, streams, warm=10):
        """The client, when its connections are open."""
        client = subprocess.Popen(
            [load.CLIENTS / "player", str(self.server.port), HOST, self.file, str(rate), str(seconds), str(warm), str(streams),
             self.folder / "states"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if client.stdout.readline() != "ready\n":
            raise Absent(f"the players were not read: {client.stderr.read().strip()}")
        return client

    def verify(self):
        """Reads every player and compares it with the last acknowledged change; the number of players that are wrong, and why the first is."""
        wrong, first, beyond = 0, "", 0
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        for line in (self.folder / "states").read_text().splitlines():
            token, revision, attempt, index, state, pending = line.split()
            found = self.asked(connection, "GET", "", token=token)
            ahead = found["revision"] - int(revision)
            same = (found["attempt"], found["queue"]["index"], found["state"]) == (int(attempt), int(index), state)
            # A change that was not acknowledged may have been stored all the same.
            if ahead < 0 or ahead > int(pending) or not ahead and not same:
                wrong += 1
                first = first or f"{line.split(' ', 1)[1]} but {json.dumps(found)[:300]}"
            beyond += ahead > 0
        connection.close()
        return wrong, first, beyond


def figures(lines):
    """The last lines of the client: for each event a dictionary, and the totals."""
    rows = {}
    for line in lines:
        words = line.split()
        if words[0] == "errors":
            return rows, dict(zip(words[::2], map(int, words[1::2])))
        rows[words[0]] = dict(zip(words[1::2], map(int, words[2::2])))
    raise Absent("the client ended early: " + " ".join(lines)[-300:])


def finish(client, seconds):
    output, errors = client.communicate(timeout=seconds + 60)
    if client.returncode:
        raise Absent(f"the client ended: {errors.strip()}")
    if errors.strip():
        say(errors.strip()[:800])
    return figures(output.splitlines())


def measure(players, chosen):
    server = players.server
    server.before_sample()
    client = players.run(chosen.rate, chosen.seconds, chosen.streams)
    time.sleep(10)
    before, begun = machine.cpu_by_name(server.roots), time.monotonic()
    time.sleep(chosen.seconds - 1)
    after, taken = machine.cpu_by_name(server.roots), time.monotonic() - begun
    rows, totals = finish(client, 60)
    used = {name: (after[name] - before.get(name, 0)) / taken for name in after}
    for name in (*list(rows)[:-1], "all"):
        row = rows[name]
        print(f"  {name:<12} {row['count']:>7}  p50 {row['p50'] / 1000:8.2f}  p99 {row['p99'] / 1000:8.2f}  max {row['max'] / 1000:8.2f} ms")
    rate = rows["all"]["count"] / chosen.seconds
    cores = ", ".join(f"{name} {share:.2f}" for name, share in sorted(used.items(), key=lambda item: -item[1]) if share >= 0.01)
    print(f"  {rate:.0f} events a second; cores: {cores}; {sum(used.values()) * 1e6 / max(rate, 1):.0f} µs of processor time for an event")
    print(f"  refused {totals['errors']}, lost {totals['lost']}, revisions nobody sent {totals['jumped']}, "
          f"streams without the last change {totals['behind']}; the client was late by {totals['late'] / 1000:.1f} ms (p99)", flush=True)
    wrong, first, _ = players.verify()
    print(f"  read again: {wrong} of {len(players.tokens)} players differ from their last answer {first}", flush=True)
    return {"rows": rows, "totals": totals, "rate": rate, "cores": used, "wrong": wrong}


def kill(players, chosen, number):
    """Ends the server and its database with SIGKILL under load, starts them again, and reads every player."""
    server = players.server
    players.copy()
    client = players.run(chosen.rate, 60, chosen.streams, warm=0)
    time.sleep(chosen.seconds / 4 + number)
    killed = machine.tree(server.roots)
    for pid in killed:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    _, totals = finish(client, 60)
    for process in server.processes:
        process.wait(30)
    # The server's children are this program's now. PostgreSQL does not start while a process has the number of its old one.
    for pid in killed - {process.pid for process in server.processes}:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)
    server.processes = []
    begun = time.monotonic()
    server.start()
    waited = time.monotonic() - begun
    wrong, first, beyond = players.verify()
    lost = totals["lost"] + totals["jumped"]
    print(f"kill -9 after {totals['sent']} events: served again after {waited:.1f} s; {wrong} of {len(players.tokens)} players differ from "
          f"their last answer, {beyond} have a change without an answer {first}", flush=True)
    return {"sent": totals["sent"], "wrong": wrong, "beyond": beyond, "lost": lost}


def main():
    chosen = options()
    allow_descriptors()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    load.build_clients()
    if chosen.programs:
        systems.RELEASE = chosen.programs.resolve()
    folder = tempfile.mkdtemp(prefix="tutti-player-")
    pathlib.Path(folder).chmod(0o755)
    server = systems.Product(folder, None, chosen.setting)
    held = False
    try:
        server.start()
        players = Players(server, folder, chosen.sessions, chosen.tracks)
        print(f"{chosen.sessions} players with {chosen.tracks} tracks each, {chosen.streams} event streams, {chosen.rate} events a second, "
              f"{machine.cores()} cores; tutti {server.version}", flush=True)
        result = measure(players, chosen)
        kills = [kill(players, chosen, number) for number in range(chosen.kills)]
        p99 = result["rows"]["all"]["p99"] / 1000
        bad = {"refused": result["totals"]["errors"], "lost": result["totals"]["lost"] + sum(run["lost"] for run in kills),
               "wrong after the run": result["wrong"], "wrong after kill -9": sum(run["wrong"] for run in kills)}
        held = p99 <= P99_LIMIT and not any(bad.values()) and result["rate"] >= 0.99 * chosen.rate
        print(f"{'held' if held else 'NOT HELD'}: p99 {p99:.1f} ms, at most {P99_LIMIT}; "
              + ", ".join(f"{name} {count}" for name, count in bad.items()))
        if chosen.json:
            chosen.json.write_text(json.dumps({"run": result, "kills": kills}))
    except Absent as error:
        say(f"not measured: {error}")
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0 if held or chosen.quick else 1


sys.exit(main())
