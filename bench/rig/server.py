"""A server under test: a child process on a free port of 127.0.0.1, in a temporary folder, stopped by its process ID."""

import contextlib
import http.client
import os
import pathlib
import signal
import subprocess
import time

from . import machine

# Every system is asked for this host: the product finds its tenant by it, the others take any.
HOST = "hall.example"

PIECES = "/getPieces.php"


class Absent(Exception):
    """A system that cannot be measured on this machine, with the reason: its rows are left out and the reason is printed."""


class Server:
    """A program that serves HTTP. Subclasses define the processes and the paths."""

    name = ""

    def __init__(self, scratch):
        self.folder = pathlib.Path(scratch) / self.name
        self.folder.mkdir()
        # Servers that were started by root give their workers to another user.
        self.folder.chmod(0o755)
        self.port = 0
        self.processes = []
        self.version = ""

    # What a subclass supplies.

    def launch(self):
        """Starts the processes with `spawn`."""
        raise NotImplementedError

    def paths(self):
        """The path of each kind of content that it has, and the fields that a request for it needs."""
        return {}

    # What others use.

    @property
    def roots(self):
        return [process.pid for process in self.processes if process.poll() is None]

    def start(self):
        self.port = machine.free_port()
        try:
            self.launch()
            for path, fields in self.paths().values():
                self.await_answer(path, fields)
        except BaseException:
            self.stop()
            raise

    def stop(self):
        """SIGTERM, the last started first; SIGKILL for one that is still there after its time."""
        for process in reversed(self.processes):
            if process.poll() is not None:
                continue
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(40)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)
        self.processes = []

    def restart(self):
        self.stop()
        self.start()

    # Whether it writes a line for each request.
    logs = False

    def before_sample(self):
        """Called before each measurement: the log is written in full, but a benchmark's is of no further use."""
        if self.logs:
            os.truncate(self.folder / "log", 0)

    def logged(self, requests):
        """Log lines for each request since then; None for a system without a log."""
        if not self.logs:
            return None
        # What is under way to the file gets a moment.
        time.sleep(0.2)
        with open(self.folder / "log", "rb") as file:
            lines = sum(part.count(b"\n") for part in iter(lambda: file.read(1 << 20), b""))
        return lines / max(requests, 1)

    def spawn(self, *words, environment=None, log="log"):
        file = self.folder / log
        with open(file, "ab") as output:
            process = subprocess.Popen(
                [str(word) for word in words], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                cwd=self.folder, env={**os.environ, **(environment or {})},
                # An interrupted benchmark ends its servers in order, one by one. Not a session: the kernel would share the
                # cores out by session (sched(7), "The autogroup feature"), half for the client whatever it needs.
                process_group=0)
        self.processes.append(process)
        return process

    def log(self, name="log"):
        with contextlib.suppress(OSError):
            return (self.folder / name).read_text(errors="replace")[-2000:]
        return ""

    def ask(self, path, fields=None, timeout=10, method="GET", content=None):
        """Status, fields and content of one answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, content, {"Host": HOST, **(fields or {})})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def await_answer(self, path, fields=None, seconds=60):
        """Waits until the path is answered 200; otherwise reports the response."""
        limit, last = time.monotonic() + seconds, "no answer"
        while time.monotonic() < limit:
            for process in self.processes:
                if process.poll() is not None:
                    raise Absent(f"it ended with status {process.returncode}: {self.log().strip()}")
            try:
                status, _, content = self.ask(path, fields)
                if status == 200:
                    return
                last = f"{status} {content[:200]!r}"
            except (OSError, http.client.HTTPException) as error:
                last = str(error)
            time.sleep(0.1)
        raise Absent(f"{path} is not answered: {last}")


def program(name):
    """The path of a program; those of administrators are looked for as well."""
    for folder in [*os.environ.get("PATH", "").split(":"), "/usr/sbin", "/sbin"]:
        path = pathlib.Path(folder) / name
        if path.is_file() and os.access(path, os.X_OK):
            return path
    raise Absent(f"{name} is not installed")


def output(*words, **options):
    """What a short command says, on both its outputs; its failure is an absence."""
    done = subprocess.run(
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120,
        **{"stdin": subprocess.DEVNULL, **options})
    if done.returncode:
        raise Absent(f"{pathlib.Path(words[0]).name} fails: {done.stdout.strip()[-500:]}")
    return done.stdout
