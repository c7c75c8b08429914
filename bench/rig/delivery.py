"""Measures the time from an operator's step to every listener: bench/delivery --help."""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from . import load, machine, systems
from .__main__ import allow_descriptors, say
from .server import HOST, PIECES, Absent, program

GROUP = "239.255.77.7"
# The goals in ms (docs/decisions/0070), on two cores.
PACKET_P99, STREAMS, STREAMS_P99 = 5, 10_000, 150
# The processor time of a delivery, over that of a bare loop that does nothing else.
CPU_FACTOR = 1.25


def options():
    parser = argparse.ArgumentParser(
        prog="bench/delivery", description="From the operator's POST to the packet, and to the last of many event streams.")
    parser.add_argument("--streams", default="1000,5000,10000", help="numbers of event streams, with commas (1000,5000,10000)")
    parser.add_argument("--steps", type=int, default=1000, help="steps for each number (1000)")
    parser.add_argument(
        "--pause", type=int, default=150,
        help="ms between a delivery and the next step (150); an emitter limits the packets of faster changes")
    parser.add_argument("--quick", action="store_true", help="1,000 streams and 50 steps: whether it works, not how fast")
    parser.add_argument("--quiet", action="store_true", help="without others who fetch the page, the notes and a picture meanwhile")
    parser.add_argument("--limit", type=pathlib.Path, help="source of a bare loop that sends streams, for the processor time of a delivery")
    parser.add_argument("--build", default="release", choices=["release", "debug"])
    parser.add_argument("--json", type=pathlib.Path, help="file for all figures")
    chosen = parser.parse_args()
    if chosen.quick:
        chosen.streams, chosen.steps = "1000", 50
    return chosen


class Others(threading.Thread):
    """Visitors who open the page, load the notes of a piece and a picture, about fifty requests a second."""

    def __init__(self, server, paths):
        super().__init__(daemon=True)
        self.server, self.paths, self.ends, self.count, self.failed = server, paths, threading.Event(), 0, 0

    def run(self):
        while not self.ends.wait(0.02):
            try:
                status = self.server.ask(self.paths[self.count % len(self.paths)])[0]
            except OSError:
                status = 0
            self.count += 1
            self.failed += status != 200

    def end(self):
        self.ends.set()
        self.join()
        return self.count, self.failed


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def shown(name, values):
    values = [value / 1e6 for value in values]
    return (f"  {name:<28} p50 {percentile(values, .5):8.2f}  p99 {percentile(values, .99):8.2f}  "
            f"max {max(values):8.2f} ms")


def measure(server, token, count, chosen, others):
    server.before_sample()
    others = Others(server, others) if others else None
    process = subprocess.Popen(
        [load.CLIENTS / "delivery", str(server.port), HOST, token, str(count), str(chosen.steps), str(chosen.pause), GROUP,
         str(server.admin), "/api/v1/live/events", "/api/v1/live/steps"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    ready = process.stdout.readline()
    if not ready.startswith("ready"):
        raise Absent(f"the streams did not open: {process.stderr.read().strip()}")
    if others:
        others.start()
    used_before, stolen_before, start = machine.cpu_seconds(server.roots), machine.stolen_seconds(), time.monotonic()
    output, errors = process.communicate(timeout=chosen.steps * 15 + 120)
    used = machine.cpu_seconds(server.roots) - used_before
    stolen = machine.stolen_seconds() - stolen_before
    whole = (time.monotonic() - start) * machine.cores()
    fetched, failed = others.end() if others else (0, 0)
    if process.returncode:
        raise Absent(f"the client ended: {errors.strip()}")
    *lines, last = output.splitlines()
    rows = [[int(word) for word in line.split()] for line in lines]
    complete = [row for row in rows if row[4] == count]
    deliveries = sum(row[4] for row in rows)
    sample = {
        "streams": count, "steps": len(rows), "complete": len(complete), "answer": [row[0] for row in rows],
        "packet": [row[1] for row in rows if row[1]], "first": [row[2] for row in complete],
        "last": [row[3] for row in complete], "cpu": used * 1e6 / max(1, deliveries), "fetched": fetched, "failed": failed,
        "closed": int(last.split()[1])}
    print(f"{count} streams, {len(rows)} steps, {len(complete)} complete, "
          f"{fetched} requests of others ({failed} failed), {sample['closed']} streams ended by the server")
    for name, key in (("operator's answer", "answer"), ("packet received", "packet"), ("first stream", "first"),
                      ("last stream", "last")):
        if sample[key]:
            print(shown(name, sample[key]))
    print(f"  processor time of a delivery {sample['cpu']:6.2f} µs, with all other work of the server")
    print(f"  the host gave others {stolen:.1f} of {whole:.0f} s of processor time", flush=True)
    return sample


class Steps(threading.Thread):
    """An operator who moves the concert at the pace of the bare loop: four times a second."""

    def __init__(self, server, token):
        super().__init__(daemon=True)
        self.server, self.ends, self.refused = server, threading.Event(), 0
        self.fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def run(self):
        due, number = time.monotonic(), 0
        while not self.ends.wait(max(0, due - time.monotonic())):
            number += 1
            content = json.dumps({"by": 1 if number % 2 else -1})
            self.refused += self.server.ask("/api/v1/live/steps", self.fields, method="POST", content=content)[0] != 200
            due += 0.25


def streaming_cost(port, path, roots, count, steps=None):
    """The processor time of a delivery at four events a second, in µs, with the same client for the product and the bare loop."""
    held = subprocess.Popen(
        [load.CLIENTS / "connections", str(port), str(count), "streams", HOST, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    held.stdout.readline()
    if steps:
        steps.start()
    time.sleep(1)
    before = machine.cpu_seconds(roots)
    time.sleep(10)
    used = machine.cpu_seconds(roots) - before
    if steps:
        steps.ends.set()
        steps.join()
        if steps.refused:
            raise Absent(f"{steps.refused} steps were refused")
    held.communicate(timeout=60)
    return used * 1e6 / (10 * 4 * count)


def compare_with_bare_loop(server, token, source, count, folder):
    """The processor times of a delivery of the product and of the bare loop, three times in turn."""
    binary, port = pathlib.Path(folder) / "limit", machine.free_port()
    subprocess.run([program("cc"), "-O2", "-pthread", "-o", binary, source], check=True, timeout=120)
    bare = subprocess.Popen([binary, str(port), str(machine.cores())], stdout=subprocess.DEVNULL)
    product, floor = [], []
    try:
        time.sleep(0.5)
        for _ in range(3):
            product.append(streaming_cost(server.port, "/api/v1/live/events", server.roots, count, Steps(server, token)))
            floor.append(streaming_cost(port, "/events", [bare.pid], count))
    finally:
        bare.terminate()
        bare.wait(10)
    return product, floor


def pictures(server):
    text = json.dumps(json.loads(server.ask("/api/v1/concert")[2]))
    return re.findall(r'"(/images/[^"]+)"', text)[:1]


def main():
    chosen = options()
    allow_descriptors()
    load.build_clients()
    systems.RELEASE = systems.ROOT / ".build" / chosen.build
    folder = tempfile.mkdtemp(prefix="tutti-delivery-")
    pathlib.Path(folder).chmod(0o755)
    server = systems.Product(folder, None, [
        f"TUTTI_MULTICAST_GROUP={GROUP}", "TUTTI_MULTICAST_INTERFACE=127.0.0.1"])
    held = True
    try:
        server.start()
        server.command("user", "add", "--tenant", server.tenant, "--login", "desk", "--role", "operator")
        token = server.command("token", "create", "--tenant", server.tenant, "--login", "desk").strip()
        names = server.ask(PIECES)[2].decode().split(";")
        others = [] if chosen.quiet else [
            "/live", "/getData.php?database1=" + urllib.parse.quote(names[0]), PIECES, *pictures(server)]
        samples = []
        for count in (int(word) for word in chosen.streams.split(",")):
            samples.append(measure(server, token, count, chosen, others))
        syncs = machine.sync_times(folder)
        print(f"a commit waits for the disk: fdatasync p50 {percentile(syncs, .5):.2f}, p99 {percentile(syncs, .99):.2f}, "
              f"max {syncs[-1]:.1f} ms ({len(syncs)} writes after the steps)")
        packets = [value for sample in samples for value in sample["packet"]]
        if packets:
            p99 = percentile(packets, .99) / 1e6
            held &= p99 <= PACKET_P99
            print(f"{'held' if p99 <= PACKET_P99 else 'NOT HELD'}: packet p99 {p99:.2f} ms, at most {PACKET_P99}")
        for sample in samples:
            if sample["streams"] == STREAMS and sample["last"]:
                p99 = percentile(sample["last"], .99) / 1e6
                held &= p99 <= STREAMS_P99
                print(f"{'held' if p99 <= STREAMS_P99 else 'NOT HELD'}: last of {STREAMS} streams p99 {p99:.1f} ms, at most {STREAMS_P99}")
        if chosen.limit:
            product, bare = compare_with_bare_loop(server, token, chosen.limit, samples[-1]["streams"], folder)
            factor = sum(product) / sum(bare)
            held &= factor <= CPU_FACTOR
            print(f"{'held' if factor <= CPU_FACTOR else 'NOT HELD'}: a delivery takes {sum(product) / 3:.2f} µs of processor time "
                  f"({', '.join(f'{value:.2f}' for value in product)}), {factor:.2f} times the {sum(bare) / 3:.2f} µs of a bare loop "
                  f"({', '.join(f'{value:.2f}' for value in bare)}), at most {CPU_FACTOR}")
        if chosen.json:
            chosen.json.write_text(json.dumps(samples))
    except Absent as error:
        say(f"not measured: {error}")
        held = False
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0 if held or chosen.quick else 1


sys.exit(main())
