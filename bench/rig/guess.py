"""Guesses the password of one account and measures the effect on its owner and on the concert: bench/guess --help."""

import argparse
import http.client
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from . import load, machine, report, systems
from .__main__ import allow_descriptors, say
from .server import HOST, PIECES, Absent

LOGIN = "owner"
# The longest wait of an owner on an unknown device (docs/decisions/0020), and the duration of the attempts.
BOUND = 120 + 5
LIVE = "/api/v1/live"


def log_in(server, source, password, device_token=None):
    """One try from an address of the loopback: status, Retry-After, content and seconds."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(source, 0))
    try:
        body = {"login": LOGIN, "password": password}
        if device_token:
            body["deviceToken"] = device_token
        connection.request("POST", "/api/v1/sessions", json.dumps(body), {"Host": HOST, "Content-Type": "application/json"})
        answer = connection.getresponse()
        content = answer.read()
        return answer.status, int(answer.headers.get("Retry-After", 0)), content, time.monotonic() - begun
    finally:
        connection.close()


class Guessers:
    """Several threads that use the addresses in turn and ignore `Retry-After`."""

    def __init__(self, server, guesses, addresses, threads, rate):
        self.server, self.guesses, self.addresses, self.rate = server, guesses, addresses, rate
        self.lock = threading.Lock()
        self.next, self.statuses, self.begun = 0, {}, time.monotonic()
        self.threads = [threading.Thread(target=self._run, daemon=True) for _ in range(threads)]
        for thread in self.threads:
            thread.start()

    def _run(self):
        while True:
            with self.lock:
                number, self.next = self.next, self.next + 1
            if number >= self.guesses:
                return
            time.sleep(max(0, self.begun + number / self.rate - time.monotonic()))
            place = number % self.addresses
            try:
                status = log_in(self.server, f"127.{1 + place // 62500}.{place // 250 % 250}.{place % 250 + 1}", f"guess {number}")[0]
            except OSError as error:
                status = type(error).__name__
            with self.lock:
                self.statuses[status] = self.statuses.get(status, 0) + 1

    @property
    def are_there(self):
        return any(thread.is_alive() for thread in self.threads)


class Reader:
    """A well-behaved client at a fixed rate."""

    def __init__(self, server, path, rate, seconds):
        self.process = subprocess.Popen(
            [load.CLIENTS / "steady", str(server.port), str(rate), str(seconds), HOST, path],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def end(self):
        words = self.process.communicate(timeout=60)[0].split()
        return dict(zip(words[::2], map(int, words[1::2])))

    def whole(self):
        self.process.wait()
        return self.end()


def stranger(server, password, outcome):
    """The owner at an unknown address and on an unknown device, who waits as `Retry-After` says."""
    begun, tries = time.monotonic(), 0
    while time.monotonic() - begun < BOUND + 60:
        tries += 1
        status, wait, _, _ = log_in(server, "127.250.0.1", password)
        if status == 201:
            outcome.update({"seconds": time.monotonic() - begun, "tries": tries})
            return
        time.sleep(wait or 1)


def measure(server, chosen, password, token):
    quiet = {path: Reader(server, path, chosen.steady, chosen.quiet).whole() for path in (PIECES, LIVE)}
    before = machine.resident(server.roots)
    cpu = machine.cpu_seconds(server.roots)
    readers = {path: Reader(server, path, chosen.steady, 600) for path in (PIECES, LIVE)}
    guessers = Guessers(server, chosen.guesses, chosen.addresses, chosen.threads, chosen.rate)
    outcome, known, peak = {}, [], before
    owner = None
    while guessers.are_there:
        time.sleep(0.2)
        peak = {pid: max(size, peak.get(pid, 0)) for pid, size in machine.resident(server.roots).items()}
        if guessers.next >= (len(known) + 1) * chosen.guesses // 11:
            known.append(log_in(server, f"127.251.0.{len(known) + 1}", password, token)[::3])
        if owner is None and guessers.next >= chosen.guesses // 4:
            owner = threading.Thread(target=stranger, args=(server, password, outcome), daemon=True)
            owner.start()
    seconds = time.monotonic() - guessers.begun
    during = {path: reader.end() for path, reader in readers.items()}
    if owner:
        owner.join()
    return {
        "seconds": seconds, "statuses": guessers.statuses, "cpu": machine.cpu_seconds(server.roots) - cpu, "quiet": quiet,
        "during": during, "stranger": outcome, "known": known, "before": sum(before.values()), "peak": sum(peak.values()),
        "after": sum(machine.resident(server.roots).values()),
    }


def show(result, chosen):
    rows = []
    for path in (PIECES, LIVE):
        quiet, during = result["quiet"][path], result["during"][path]
        rows.append([
            path, *(report.number(part[key] / 1000) for part in (quiet, during) for key in ("p50", "p99")),
            quiet["errors"] + during["errors"]])
    print(report.table(["read beside it", "quiet p50 ms", "p99", "during p50 ms", "p99", "errors"], rows))
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(result["statuses"].items(), key=str))
    print(f"\n{chosen.guesses} guesses in {report.number(result['seconds'])} s from {chosen.addresses} addresses: {statuses}; "
          f"{report.number(result['cpu'])} s of the server's CPU")
    print("owner's known device: " + ", ".join(f"{status} after {seconds:.2f} s" for status, seconds in result["known"]))
    stranger_seconds = result["stranger"].get("seconds")
    print(f"owner from an unknown address: in after {report.number(stranger_seconds)} s and "
          f"{result['stranger'].get('tries', '-')} tries")
    mib = {key: result[key] / 2**20 for key in ("before", "peak", "after")}
    print("resident memory of tutti: " + ", ".join(f"{key} {value:.1f} MiB" for key, value in mib.items()))
    held = stranger_seconds is not None and stranger_seconds <= BOUND and all(status == 201 for status, _ in result["known"])
    print("held" if held else "NOT HELD", f": the known device got in each time, the stranger within {BOUND} s", sep="")
    return held


def options():
    parser = argparse.ArgumentParser(
        prog="bench/guess", description="Wrong passwords from many addresses against one account of a release tutti.")
    parser.add_argument("--guesses", type=int, default=10_000)
    parser.add_argument("--addresses", type=int, default=5000, help="addresses of 127.0.0.0/8 that they come from (5000)")
    parser.add_argument("--threads", type=int, default=32, help="guesses at once (32)")
    parser.add_argument("--rate", type=int, default=150, help="guesses a second at most (150)")
    parser.add_argument("--quiet", type=int, default=5, help="seconds of each quiet measurement before (5)")
    parser.add_argument("--steady", type=int, default=200, help="requests a second of each well-behaved client (200)")
    parser.add_argument("--json", type=pathlib.Path, help="file for everything measured")
    parser.add_argument("--setting", action="append", default=[], metavar="TUTTI_NAME=VALUE",
                        help="a setting of the product besides its defaults; may be repeated")
    return parser.parse_args()


def main():
    chosen = options()
    allow_descriptors()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    load.build_clients()
    facts = machine.description()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="tutti-guess-"))
    scratch.chmod(0o755)
    server = systems.Product(scratch, None, chosen.setting)
    try:
        server.start()
        added = server.command("user", "add", "--tenant", server.tenant, "--login", LOGIN, "--role", "operator")
        password = next(line for line in added.splitlines() if line.startswith("password: ")).removeprefix("password: ")
        status, _, content, seconds = log_in(server, "127.0.0.1", password)
        if status != 201:
            raise Absent(f"the owner cannot log in: {status} {content[:200]!r}")
        say(f"  a log-in takes {seconds:.2f} s")
        result = measure(server, chosen, password, json.loads(content)["deviceToken"])
    finally:
        server.stop()
        shutil.rmtree(scratch, ignore_errors=True)
    print("\n".join(f"{name}: {value}" for name, value in facts.items()))
    print(f"tutti: {server.version}\n")
    held = show(result, chosen)
    if chosen.json:
        chosen.json.write_text(json.dumps({"environment": facts, "result": result}, indent=1))
    return 0 if held else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Absent as absent:
        sys.exit(f"bench/guess: {absent}")
