"""Runs slow attackers against the product and measures the effect on a well-behaved client: bench/slow --help."""

import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from . import load, machine, report, systems
from .__main__ import allow_descriptors, say
from .content import Content
from .server import HOST, PIECES, Absent, program

# Seconds from the moment that all attackers are there to the end of the last: no client that is slow, silent or idle
# stays longer.
BOUND = 20
# A well-behaved client's p99 during an attack, over its quiet value.
FACTOR = 3

ATTACKS = {
    "headers": ("slow headers (-H)", lambda url, data: ["-H", "-u", url + PIECES, "-i", "3", "-x", "24"]),
    "body": ("slow body (-B)", lambda url, data: [
        "-B", "-u", url + "/api/v1/sessions", "-t", "POST", "-f", "application/json", "-s", "8192", "-i", "3", "-x", "10"]),
    "read": ("slow read (-X)", lambda url, data: [
        "-X", "-u", url + data, "-w", "8", "-y", "16", "-n", "3", "-z", "8", "-k", "3"]),
}


class Client:
    """The well-behaved one: small requests at a modest fixed rate."""

    def __init__(self, server, rate, seconds):
        self.process = subprocess.Popen(
            [load.CLIENTS / "steady", str(server.port), str(rate), str(seconds), HOST, PIECES],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def end(self):
        """Stops it: its answers, errors and latencies in us."""
        words = self.process.communicate(timeout=60)[0].split()
        return dict(zip(words[::2], map(int, words[1::2])))

    def whole(self):
        """Lets it run for its time."""
        self.process.wait()
        return self.end()


def descriptors(process):
    """How many a process has open. To list 4,000 takes milliseconds of a core that the client and the server share: since
    Linux 6.2 the folder's size is their number (proc_pid_fd(5))."""
    folder = f"/proc/{process}/fd"
    return os.stat(folder).st_size or len(os.listdir(folder))


class Watch:
    """Counts the server's descriptors every half second, on its own thread."""

    def __init__(self, server):
        self.process = server.roots[0]
        self.before = descriptors(self.process)
        self.begun = time.monotonic()
        self.samples = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while not self.over.wait(0.5):
            self.samples.append((time.monotonic() - self.begun, descriptors(self.process) - self.before))

    def wait_for(self, few):
        """The attackers have left; the server gets 3 s to notice."""
        limit = time.monotonic() + 3
        while time.monotonic() < limit and (not self.samples or self.samples[-1][1] > few):
            time.sleep(0.1)

    def end(self):
        self.over.set()
        self.thread.join()
        return self.samples


def children_cpu():
    """CPU seconds of the clients that have ended; they share the machine with the server."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def take_cores():
    """Gives the attackers the last core; this process and its children use the others. A process that polls 4,000 descriptors
    on a kernel without preemption delays every other process on its core by a millisecond, independently of the server. Returns
    the function that an attacker calls before it starts."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    os.sched_setaffinity(0, cores[:-1])
    return lambda: os.sched_setaffinity(0, cores[-1:])


def attack(server, words, chosen, folder, prepare):
    """The attack as the server sees it: the number of open connections, and the time at which the last was closed.

    slowhttptest's own view would not do: a connection that the server has given up stays open for a reader who takes
    its time with what the kernel still holds, and its statistics end before its last second.
    """
    watch = Watch(server)
    cpu, theirs = machine.cpu_seconds(server.roots), children_cpu()
    done = subprocess.run(
        [str(program("slowhttptest")), *words, "-c", str(chosen.connections), "-r", str(chosen.rate), "-l",
         str(chosen.limit), "-p", "3", "-v", "1"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=folder, timeout=chosen.limit + 60, check=False,
        preexec_fn=prepare)
    cpu, theirs = machine.cpu_seconds(server.roots) - cpu, children_cpu() - theirs
    # The well-behaved client's connections and what the server opens for itself are no attackers.
    few = max(40, chosen.connections // 100)
    watch.wait_for(few)
    samples = watch.end()
    status = re.search(r"Exit status:\s*(.*)", done.stdout)
    peak = max(held for _, held in samples)
    highest = next(at for at, held in samples if held >= peak * 0.99)
    return {
        "held at most": peak, "at": highest,
        "gone": next((at for at, held in samples if at > highest and held <= few), None),
        "seconds": samples[-1][0], "server cpu": cpu, "attackers' cpu": theirs, "samples": samples,
        "attackers' end": re.sub(r"\x1b\[[0-9;]*m", "", status[1]).strip() if status else done.stdout[-200:],
    }


def measure(server, name, chosen, data_path, folder, prepare):
    title, words = ATTACKS[name]
    quiet = Client(server, chosen.steady, chosen.quiet).whole()
    client = Client(server, chosen.steady, chosen.limit + 60)
    # Connections and caches of the client itself are no part of the attack.
    time.sleep(0.5)
    seen = attack(server, words(f"http://127.0.0.1:{server.port}", data_path), chosen, folder, prepare)
    during = client.end()
    time.sleep(1)
    # From the moment that all were there, since each has its bound from its own connection on.
    lasted = seen["gone"] - seen["at"] if seen["gone"] is not None else None
    ratio = during["p99"] / max(quiet["p99"], 1)
    return {
        "attack": title, **seen, "lasted": lasted, "all cut": lasted is not None and lasted <= BOUND, "quiet": quiet,
        "during": during, "p99 ratio": ratio, "p99 held": ratio <= FACTOR,
        "errors": quiet["errors"] + during["errors"],
    }


def options():
    parser = argparse.ArgumentParser(
        prog="bench/slow", description="slowhttptest against the product beside a client at a fixed rate.")
    parser.add_argument("--attacks", default="headers,body,read", help="of headers,body,read")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--connections", type=int, default=4000, help="attackers (4000)")
    parser.add_argument("--rate", type=int, default=1000, help="attackers that come each second (1000)")
    parser.add_argument("--limit", type=int, default=60, help="longest attack in seconds (60)")
    parser.add_argument("--quiet", type=int, default=10, help="seconds of the quiet measurement before each (10)")
    parser.add_argument("--steady", type=int, default=500, help="requests a second of the well-behaved client (500)")
    parser.add_argument("--json", type=pathlib.Path, help="file for everything measured")
    parser.add_argument("--shared", type=pathlib.Path, default=systems.ROOT.parent / "shared")
    parser.add_argument("--demo", action="store_true", help="the demo concert even where ../shared/data/concert is there")
    parser.add_argument("--setting", action="append", default=[], metavar="TUTTI_NAME=VALUE",
                        help="a setting of the product besides its defaults; may be repeated")
    return parser.parse_args()


def main():
    chosen = options()
    allow_descriptors()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    program("slowhttptest")
    load.build_clients()
    facts = machine.description()
    prepare = take_cores()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="tutti-slow-"))
    scratch.chmod(0o755)
    concert = chosen.shared.resolve() / "data" / "concert"
    server = systems.Product(scratch, None if chosen.demo or not concert.is_dir() else concert, chosen.setting)
    results = []
    try:
        server.start()
        content = Content(server, scratch)
        for number in range(chosen.rounds):
            for name in chosen.attacks.split(","):
                result = measure(server, name, chosen, content.data_path, scratch, prepare)
                say(f"  {number + 1}/{chosen.rounds} {({**result, 'samples': len(result['samples'])})}")
                results.append(result)
    finally:
        server.stop()
        shutil.rmtree(scratch, ignore_errors=True)
    print("\n".join(f"{name}: {value}" for name, value in facts.items()))
    print(f"tutti: {server.version}; {chosen.connections} attackers, {chosen.rate} a second; client: {chosen.steady} "
          f"requests a second, p99 in ms\n")
    heading = ["attack", "held at most", "after s", "all gone after s", "quiet p99", "p99 during", "ratio",
               "client late, quiet", "during", "client errors", "server's CPU s", "attackers' CPU s", "verdict"]
    rows = []
    for result in results:
        held = result["all cut"] and result["p99 held"] and not result["errors"]
        rows.append([
            result["attack"], result["held at most"], report.number(result["at"]), report.number(result["gone"]),
            report.number(result["quiet"]["p99"] / 1000), report.number(result["during"]["p99"] / 1000),
            report.number(result["p99 ratio"]), report.number(result["quiet"]["late"] / 1000),
            report.number(result["during"]["late"] / 1000), result["errors"],
            report.number(result["server cpu"]), report.number(result["attackers' cpu"]), "held" if held else "NOT HELD"])
    print(report.table(heading, rows))
    for name in chosen.attacks.split(","):
        ratios = [result["p99 ratio"] for result in results if result["attack"] == ATTACKS[name][0]]
        if len(ratios) > 1:
            print(f"{ATTACKS[name][0]}: median p99 ratio {report.number(statistics.median(ratios))}")
    print(f"\nheld: all gone within {BOUND} s after all were there, p99 within {FACTOR}x, no error of the client\n"
          "client late: p99 of how late the client itself was woken for a request, which is no part of its latency")
    if chosen.json:
        chosen.json.write_text(json.dumps({"environment": facts, "results": results}, indent=1))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Absent as absent:
        sys.exit(f"bench/slow: {absent}")
