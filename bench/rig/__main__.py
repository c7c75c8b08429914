"""Runs the comparison: python3 -m rig --help."""

import argparse
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from . import floors, load, machine, report, systems, workloads
from .content import Content
from .results import Results
from .server import Absent, program

ROOT = systems.ROOT


def options():
    parser = argparse.ArgumentParser(
        prog="bench/run", description="The product beside nginx, Hummingbird and the LAMP server it replaces, in alternating rounds.",
        epilog="workloads: " + " ".join(workloads.NAMES))
    parser.add_argument("--rounds", type=int, help="rounds; each visits every system once for each workload (5)")
    parser.add_argument("--seconds", type=int, help="seconds of a throughput run (3)")
    parser.add_argument("--stream-seconds", type=float, help="seconds of an event stream run (5)")
    parser.add_argument("--quick", action="store_true", help="one round of 1 s: whether it works, not how fast")
    parser.add_argument("--workloads", default="", help="names or beginnings of names, with commas; all when absent")
    parser.add_argument("--systems", default="", help="tutti,http-probe,nginx,hummingbird,lamp,from-database; all when absent")
    parser.add_argument("--json", type=pathlib.Path, help="file for every sample and verdict")
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared",
                        help="folder with data/concert and rigs/perf/lamp (../shared)")
    parser.add_argument("--demo", action="store_true", help="the demo concert even where ../shared/data/concert is there")
    parser.add_argument("--setting", action="append", default=[], metavar="TUTTI_NAME=VALUE",
                        help="a setting of the product besides its defaults; may be repeated")
    parser.add_argument("--no-build", action="store_true", help="take Hummingbird as it was built last")
    chosen = parser.parse_args()
    defaults = (1, 1, 2.5) if chosen.quick else (5, 3, 5.0)
    for name, value in zip(("rounds", "seconds", "stream_seconds"), defaults):
        if getattr(chosen, name) is None:
            setattr(chosen, name, value)
    return chosen


def say(text):
    print(text, file=sys.stderr, flush=True)


def allow_descriptors():
    """Before anything starts: the servers and clients inherit it, and not all of them raise it by themselves."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def begins(name, words):
    return not words or any(name.startswith(word) for word in words.split(",") if word)


def build(chosen, results):
    """Our clients always; Hummingbird unless told otherwise. `make bench` has built the product and its programs."""
    load.build_clients()
    if chosen.no_build:
        return
    package = systems.Hummingbird.folder_of_package
    say(f"building {package.relative_to(ROOT)}")
    try:
        swift = os.environ.get("SWIFT") or program("swift")
        subprocess.run(
            [swift, "build", "--configuration", "release", "--package-path", package], check=True, stdout=sys.stderr,
            timeout=3600)
    except (Absent, subprocess.SubprocessError) as error:
        results.notes.append(f"{package.relative_to(ROOT)} does not build: {error}")


class Stage:
    """The servers that run side by side."""

    def __init__(self, chosen, scratch, results):
        self.chosen, self.scratch, self.results = chosen, scratch, results
        self.servers = []
        self.absent = {}
        self.walls = None

    def open(self, wants_walls):
        concert = self.chosen.shared.resolve() / "data" / "concert"
        if self.chosen.demo or not concert.is_dir():
            concert = None
        product = systems.Product(self.scratch, concert, self.chosen.setting)
        self._start(product)
        self.content = Content(product, self.scratch)
        product.data_path = self.content.data_path
        for path, fields in product.paths().values():
            product.await_answer(path, fields)
        for name, make in (
            ("from-database", lambda: systems.PiecesFromDatabase(self.scratch, product)),
            ("http-probe", lambda: systems.Probe(self.scratch)),
            ("nginx", lambda: systems.Nginx(self.scratch, self.content)),
            ("hummingbird", lambda: systems.Hummingbird(self.scratch, self.content)),
            ("lamp", lambda: systems.Lamp(self.scratch, self.content, self.chosen.shared.resolve())),
        ):
            if begins(name, self.chosen.systems):
                self._attempt(name, lambda make=make: self._start(make()))
        if wants_walls:
            self._attempt("walls", self._raise_walls)
        self._compare()

    def _attempt(self, name, action):
        try:
            action()
        except (Absent, subprocess.SubprocessError, OSError) as error:
            self.absent[name] = str(error)
            self.results.notes.append(f"{name} is absent: {error}")
            say(f"{name} is absent: {error}")

    def _start(self, server):
        say(f"starting {server.name}")
        server.start()
        self.servers.append(server)

    def _raise_walls(self):
        say("starting a database for the wall")
        self.walls = systems.Walls(self.scratch)

    def _compare(self):
        """Nobody is measured on other content than the product's."""
        for server in self.servers:
            if server.name in ("nginx", "hummingbird"):
                paths = server.paths()
                for kind, fields, wanted in (
                    ("small", {}, self.content.pieces), ("big", {}, self.content.data),
                    ("big", {"Accept-Encoding": "gzip"}, self.content.packed)):
                    if server.ask(paths[kind][0], fields)[2] != wanted:
                        raise SystemExit(f"{server.name} does not serve the product's bytes")
            if server.name == "lamp":
                size = len(server.ask(server.paths()["big"][0])[2])
                if not 0.7 < size / len(self.content.data) < 1.4:
                    raise SystemExit(f"the LAMP twin's document has {size} bytes: not the same work")

    def close(self):
        if self.walls:
            self.walls.stop()
        for server in reversed(self.servers):
            server.stop()


def run(chosen, stage, results):
    known = [workload for workload in workloads.ALL if begins(workload.name, chosen.workloads)]
    start = time.monotonic()
    for number in range(chosen.rounds):
        for workload in known:
            taking = [
                server for server in stage.servers if workload.takes(server) and begins(server.name, chosen.systems)]
            for position in range(len(taking)):
                server = taking[(position + number) % len(taking)]
                try:
                    sample = workload.sample(server, chosen)
                except (Absent, subprocess.SubprocessError, OSError) as error:
                    results.notes.append(f"round {number + 1}, {workload.title}, {server.name}: {error}")
                    say(f"  {workload.name} {server.name}: {error}")
                    continue
                results.add(workload.name, server.name, number, sample)
                figures = {
                    key: round(sample[key], 2) for key in ("rps", "last", "bytes", "median", "cpu") if key in sample}
                trouble = f" errors {sample['errors']}" if sample["errors"] else ""
                say(f"  {number + 1}/{chosen.rounds} {workload.name} {server.name} {figures}{trouble}")
                time.sleep(0.2)
        if stage.walls:
            try:
                rates = stage.walls.rates(chosen.seconds)
            except Absent as error:
                results.notes.append(f"round {number + 1}, walls: {error}")
                continue
            for way, rate in rates.items():
                results.add("walls", way, number, {"rps": rate, "errors": {}})
            say(f"  {number + 1}/{chosen.rounds} walls {rates}")
        say(f"round {number + 1} of {chosen.rounds} is over after {time.monotonic() - start:.0f} s")
    return known


def main():
    chosen = options()
    allow_descriptors()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    results = Results()
    build(chosen, results)
    facts = machine.description()
    scratch = tempfile.mkdtemp(prefix="tutti-bench-")
    os.chmod(scratch, 0o755)
    stage = Stage(chosen, scratch, results)
    begun = time.monotonic()
    try:
        stage.open(begins(workloads.WALLS, chosen.workloads))
        known = run(chosen, stage, results)
    finally:
        stage.close()
        shutil.rmtree(scratch, ignore_errors=True)
    versions = "; ".join(f"{server.name} {server.version}" for server in stage.servers)
    lines = [
        *facts.items(), ("systems", versions), ("content", stage.content.description()),
        ("rounds", f"{chosen.rounds} of {chosen.seconds} s, alternating, "
                   f"{(time.monotonic() - begun) / 60:.0f} minutes in all; wrk and the servers share the cores"),
        ("left out", "; ".join(f"{name}: {why}" for name, why in stage.absent.items()) or "nothing"),
    ]
    floor, goal = ([bound.judge(results) for bound in bounds] for bounds in (floors.floors(), floors.goals()))
    if chosen.json:
        chosen.json.write_text(json.dumps(
            {"environment": dict(lines), "samples": results.samples, "floors": floor, "goals": goal,
             "notes": results.notes}, indent=1, ensure_ascii=False))
    print(report.everything(
        lines, results, stage.servers, known, floor, goal, bool(chosen.workloads or chosen.systems)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
