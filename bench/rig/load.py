"""The load: wrk for throughput, and our own small clients for phones, idle connections and event streams. Each returns one
sample: a dictionary of numbers, including `errors` and `cpu`."""

import pathlib
import re
import select
import statistics
import subprocess
import time

from . import machine
from .server import HOST, Absent, program

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "bench" / "load"
CLIENTS = ROOT / ".build" / "bench"

# One process of ours holds this many phones at most; for more, several begin at one instant.
PHONES_EACH = 5_000
# How long the last phone may take, in seconds.
DOORS_LIMIT = 60


def build_clients():
    CLIENTS.mkdir(parents=True, exist_ok=True)
    for name in ("phones", "connections", "steady", "delivery", "player"):
        source, client = SOURCES / f"{name}.c", CLIENTS / name
        newest = max(path.stat().st_mtime for path in (source, SOURCES / "response.h"))
        if not client.exists() or client.stat().st_mtime < newest:
            subprocess.run(
                [program("cc"), "-O2", "-Wall", "-Wextra", "-Werror", "-o", client, source], check=True, timeout=120)


UNITS = {"us": 1e-3, "ms": 1.0, "s": 1e3, "m": 6e4}


def _milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * UNITS[unit]


def wrk(server, path, fields, connections, seconds, depth=0):
    """Requests a second, latencies, and the server's CPU time for each request."""
    threads = min(2, machine.cores(), connections)
    words = [program("wrk"), f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "10s"]
    for name, value in {"Host": HOST, **fields}.items():
        words += ["-H", f"{name}: {value}"]
    if depth:
        words += ["-s", SOURCES / "pipeline.lua"]
    words.append(f"http://127.0.0.1:{server.port}{path}")
    if depth:
        words += ["--", depth]
    server.before_sample()
    before = machine.cpu_seconds(server.roots)
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=seconds + 60, check=False)
    used = machine.cpu_seconds(server.roots) - before
    text = done.stdout
    requests = re.search(r"(\d+) requests in ([\d.]+)(m?s)", text)
    if done.returncode or not requests:
        raise Absent(f"wrk fails: {done.stderr.strip() or text.strip()}")
    count = int(requests[1])
    sockets = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", text)
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    errors = dict(zip(("connect", "read", "write", "timeout"), map(int, sockets.groups()))) if sockets else {}
    if refused:
        errors["status"] = int(refused[1])
    return {
        "rps": float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), "requests": count,
        "logged": server.logged(count),
        "cpu": used * 1e6 / max(count, 1), "cores": used / seconds,
        "p50": _milliseconds(re.search(r"(?m)^\s+50%\s+(\S+)", text)[1]),
        "p99": _milliseconds(re.search(r"(?m)^\s+99%\s+(\S+)", text)[1]),
        "errors": {name: number for name, number in errors.items() if number},
    }


def doors(server, first, second, phones):
    """Phones that all connect at once: the times until the median phone and the last one were served, in ms."""
    shares = -(-phones // PHONES_EACH)
    start = time.monotonic_ns() + 300_000_000
    server.before_sample()
    before = machine.cpu_seconds(server.roots)
    clients = [
        subprocess.Popen(
            [CLIENTS / "phones", str(server.port), str(phones * (n + 1) // shares - phones * n // shares), str(start),
             HOST, first, second, str(DOORS_LIMIT)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        for n in range(shares)]
    served, errors, client_cpu = [], {}, 0
    for client in clients:
        lines = client.communicate(timeout=DOORS_LIMIT + 30)[0].splitlines()
        if client.returncode or not lines:
            raise Absent(f"the phones end with status {client.returncode}")
        words = lines[0].split()
        totals = dict(zip(words[::2], map(int, words[1::2])))
        client_cpu += totals.pop("cpu")
        totals.pop("served")
        for name, number in totals.items():
            if number:
                errors[name] = errors.get(name, 0) + number
        served += [tuple(int(word) / 1e6 for word in line.split()) for line in lines[1:]]
    used = machine.cpu_seconds(server.roots) - before
    both = [second for _, second in served]
    return {
        "phones": phones, "served": len(served), "errors": errors, "cpu": used * 1e6 / phones,
        "client cpu": client_cpu / phones, "first answer": statistics.median(f for f, _ in served) if served else 0,
        "median": statistics.median(both) if both else 0, "last": max(both, default=0),
    }


class Held:
    """Connections that stay open until `end`."""

    def __init__(self, server, path, kind, count, seconds=90):
        self.client = subprocess.Popen(
            [CLIENTS / "connections", str(server.port), str(count), kind, HOST, path], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        ready, _, _ = select.select([self.client.stdout], [], [], seconds)
        words = self.client.stdout.readline().split() if ready else []
        if words[:1] != ["ready"]:
            self.client.kill()
            self.client.wait()
            raise Absent(f"{count} connections did not open within {seconds} s")
        self.opened = float(words[1])

    def end(self):
        """The lines about events, and how many connections the server has closed."""
        lines = self.client.communicate(timeout=60)[0].splitlines()
        words = lines[-1].split()
        return [tuple(map(int, line.split())) for line in lines[:-1]], int(words[1]), int(words[3])


def idle(server, path, count):
    """Growth of resident memory for each connection that stays open after one response, in bytes.

    Of the processes that were there before and after: one that comes meanwhile for other reasons, such as a worker of
    the database, is not a connection's.
    """
    server.restart()
    # What the first requests bring into memory is no connection's either.
    warm = Held(server, path, "idle", 50)
    time.sleep(0.3)
    warm.end()
    time.sleep(0.7)
    server.before_sample()
    before = machine.resident(machine.tree(server.roots))
    held = Held(server, path, "idle", count)
    time.sleep(1.5)
    after = machine.resident(machine.tree(server.roots))
    _, closed, _ = held.end()
    growth = sum(after[pid] - size for pid, size in before.items() if pid in after)
    return {
        "connections": count, "bytes": growth / count, "opened": held.opened, "resident": sum(after.values()),
        "errors": {"closed": closed} if closed else {},
    }


def streams(server, path, count, seconds):
    """Event streams: from the publication of an event to its receipt by the last stream, in ms."""
    held = Held(server, path, "streams", count)
    time.sleep(0.5)
    server.before_sample()
    before, start = machine.cpu_seconds(server.roots), time.monotonic_ns()
    time.sleep(seconds)
    used, end = machine.cpu_seconds(server.roots) - before, time.monotonic_ns()
    resident = sum(machine.resident(machine.tree(server.roots)).values())
    events, closed, client_cpu = held.end()
    # Only those whose whole journey lies in the time that was measured.
    inside = [event for event in events if start <= event[0] and event[0] + 240_000_000 <= end]
    complete = [last / 1e6 for _, received, _, last in inside if received == count]
    deliveries = sum(received for _, received, _, _ in inside)
    if not complete:
        raise Absent(f"none of {len(inside)} events reached all {count} streams")
    return {
        "streams": count, "events": len(inside), "complete": len(complete), "median": statistics.median(complete),
        "worst": max(complete), "cpu": used * 1e6 / max(deliveries, 1), "resident": resident,
        "client cpu": client_cpu / max(sum(event[1] for event in events), 1),
        # No error: a stream that is behind gets the newest event and not each one.
        "incomplete": len(inside) - len(complete), "errors": {"closed": closed} if closed else {},
    }
