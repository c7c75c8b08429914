#!/usr/bin/env python3
"""Hands a server over repeatedly while clients send requests, and counts the failures: there must be none.

    scripts/try-hand-over.py [--restart] [FOLDER]      programs in FOLDER, .build/release by default

Starts a `tutti run` for its database and a `tutti serve` on that, both on loopback ports of their own, asks 12,000 times
by connections for one request and as often by kept ones from 8 clients each, sends SIGUSR2 20 times meanwhile, and ends.
With --restart it holds the listening socket itself, as a service manager does, and ends and starts the server 20 times.
"""
import os, re, shutil, signal, socket, subprocess, sys, tempfile, threading, time

RESTART = "--restart" in sys.argv
FOLDER = os.path.abspath(([word for word in sys.argv[1:] if word != "--restart"] or [".build/release"])[0])
REQUESTS, SWAPS, CLIENTS, BOUND = 12_000, 20, 8, 600


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def start(words, environment, log, door=None):
    command, shared = [f"{FOLDER}/tutti", *words], ()
    if door:
        # The process id is known to the shell that becomes the program (sd_listen_fds(3)).
        shell = f'exec 3<&{door.fileno()}; LISTEN_FDS=1 LISTEN_FDNAMES=http LISTEN_PID=$$ exec "$0" "$@"'
        command, shared = ["/bin/sh", "-c", shell, *command], (door.fileno(),)
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, pass_fds=shared)
    for line in process.stdout:
        if line == b"ready\n":
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return process
    sys.exit(f"tutti {words[0]} did not become ready: see {log.name}")


class Clients:
    def __init__(self, port, keeps):
        self.port, self.keeps, self.lock = port, keeps, threading.Lock()
        self.left, self.answers, self.connections, self.failures = REQUESTS, 0, 0, []
        self.threads = [threading.Thread(target=self.run) for _ in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def run(self):
        while self.left > 0:
            try:
                self.connection()
            except OSError as error:
                with self.lock:
                    self.failures.append(repr(error))

    def connection(self):
        close = b"" if self.keeps else b"Connection: close\r\n"
        with socket.create_connection(("127.0.0.1", self.port), 30) as s:
            with self.lock:
                self.connections += 1
            while True:
                with self.lock:
                    if self.left <= 0:
                        return
                    self.left -= 1
                s.sendall(b"GET /livez HTTP/1.1\r\nHost: a\r\n" + close + b"\r\n")
                answer = b""
                while not answer.endswith(b"\r\n\r\nok\n"):
                    part = s.recv(4096)
                    if not part:
                        raise OSError(f"ended after {len(answer)} bytes")
                    answer += part
                if not answer.startswith(b"HTTP/1.1 200 "):
                    raise OSError(repr(answer[:60]))
                with self.lock:
                    self.answers += 1
                if b"\r\nConnection: close\r\n" in answer:
                    return
                # 24,000 requests are over sooner than 20 programs have started.
                time.sleep(0.01)


def main():
    home = tempfile.mkdtemp(prefix="tutti-hand-over-", dir="/tmp")
    os.chmod(home, 0o755)
    base = {"PATH": os.environ["PATH"], "TMPDIR": home, "TUTTI_LOG_FORMAT": "json", "TUTTI_LOG_LEVEL": "notice"}
    ports = [free_port() for _ in range(4)]
    log = open(f"{home}/log", "wb")
    database = start(["run", "--no-demo"], base | {
        "TUTTI_DATA_DIR": f"{home}/data", "TUTTI_HTTP": f"127.0.0.1:{ports[0]}", "TUTTI_ADMIN": f"127.0.0.1:{ports[1]}",
        "TUTTI_MULTICAST_GROUP": "239.255.99.99", "TUTTI_MULTICAST_PORT": str(ports[0])}, log)
    sockets = open(f"{home}/data/service.lock").read().splitlines()[1]
    where = f"host={sockets} dbname=tutti user="
    served = open(f"{home}/served", "wb")
    settings = base | {
        "DATABASE_URL": where + "app_rt", "TUTTI_OWNER_DATABASE_URL": where + "app_owner",
        "TUTTI_HTTP": f"127.0.0.1:{ports[2]}", "TUTTI_ADMIN": f"127.0.0.1:{ports[3]}"}
    door = socket.create_server(("127.0.0.1", ports[2]), backlog=4096) if RESTART else None
    process = start(["serve"], settings, served, door)
    current = process.pid
    began, groups, swaps = time.time(), [Clients(ports[2], False), Clients(ports[2], True)], 0
    try:
        while RESTART and swaps < SWAPS and time.time() < began + BOUND:
            time.sleep(0.5)
            process.send_signal(signal.SIGTERM)
            process.wait()
            process = start(["serve"], settings, served, door)
            swaps, current = swaps + 1, process.pid
        while swaps < SWAPS and time.time() < began + BOUND:
            os.kill(current, signal.SIGUSR2)
            found = []
            while len(found) <= swaps and time.time() < began + BOUND:
                time.sleep(0.05)
                found = re.findall(r'a successor has taken over.*?"pid":"(\d+)"', open(f"{home}/served").read())
            swaps, current = len(found), int(found[-1]) if found else current
    finally:
        for group in groups:
            if swaps < SWAPS:
                group.left = 0
            for thread in group.threads:
                thread.join()
        os.kill(current, signal.SIGTERM)
        database.send_signal(signal.SIGTERM)
        database.wait()
    failed = 0
    for group in groups:
        failed += len(group.failures)
        print(f"{'kept connections' if group.keeps else 'one request each':17} {group.answers:6} answers "
              f"on {group.connections:6} connections, {len(group.failures)} failed {group.failures[:3]}")
    print(f"{swaps} {'restarts' if RESTART else 'swaps'} in {time.time() - began:.0f} s")
    if failed or swaps < SWAPS:
        sys.exit(f"the logs are in {home}")
    shutil.rmtree(home)


main()
