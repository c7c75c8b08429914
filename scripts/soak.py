"""soak.py [MINUTES] [--rig FILE]: `tutti run` of the release build under load and abuse, with its resources watched each second.

A private PostgreSQL, the demo tenant, and a booklet of 9 MiB. The clients: phones of 2013, an operator, event streams that
come and go, complete and aborted downloads, malformed requests, clients that are too slow, and the conformance rig in a loop if
it is beside this repository. The response times of one well-behaved client are measured before and during the load.

After a fifth of the time as warm-up all clients pause until the server is quiet, and its resources are recorded as the mark. At
the end, after a quiet
minute, descriptors must be back at the mark or below, threads and memory within their margins of it.
"""
import argparse
import os
import random
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RIG = os.path.join(os.path.dirname(ROOT), 'shared', 'rigs', 'http_conformance.py')
EVENING = os.path.join(ROOT, 'Sources', 'App', 'Resources', 'Demo', 'evening')
BOOKLET = '/images/AppAssets/ProgramNotes.pdf'
# The allocator keeps some freed memory; a leak grows with time instead.
RSS_MARGIN = 16 << 20
# Dispatch ends a thread after five seconds without work, but its idle threads take turns: as many stay as were ever busy at
# once, a handful more or less.
THREAD_MARGIN = 6


class Service:
    """`tutti run` with its own data folder and ports."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix='tutti-soak-')
        os.chmod(self.folder, 0o755)
        self.port, self.admin = free_port(), free_port()
        self.environment = dict(
            PATH=os.environ['PATH'], TMPDIR=self.folder, TUTTI_DATA_DIR=self.folder + '/data',
            TUTTI_HTTP=f'127.0.0.1:{self.port}', TUTTI_ADMIN=f'127.0.0.1:{self.admin}',
            TUTTI_MULTICAST_GROUP=f'239.255.{random.randint(64, 127)}.{random.randint(1, 254)}',
            TUTTI_PASSWORD_COST='10', TUTTI_LOG_FORMAT='json')
        self.log = open(self.folder + '/service.log', 'w')
        self.process = subprocess.Popen(
            [self.program(), 'run'], env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if line == 'ready\n':
                break
        else:
            sys.exit('the service did not become ready: see ' + self.folder)
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.command('user', 'add', '--tenant', 'demo', '--login', 'soak', '--role', 'operator', '--password-stdin',
                     input='the water wears away the stone\n')
        self.token = self.command('token', 'create', '--tenant', 'demo', '--login', 'soak').strip()
        self.bring_booklet()

    @staticmethod
    def program():
        return os.path.join(ROOT, '.build', 'release', 'tutti')

    def command(self, *arguments, input=''):
        done = subprocess.run([self.program(), *arguments], env=self.environment, input=input, text=True,
                              capture_output=True)
        if done.returncode != 0:
            self.end()
            sys.exit(f'{arguments}: {done.stderr}')
        return done.stdout

    def bring_booklet(self):
        """Imports the demo's evening again, with a large booklet."""
        copy = os.path.join(self.folder, 'evening')
        shutil.copytree(EVENING, copy)
        with open(os.path.join(copy, 'images', 'AppAssets', 'ProgramNotes.pdf'), 'wb') as booklet:
            booklet.write(b'%PDF-1.4\n' + random.Random(1).randbytes(9 << 20) + b'\n%%EOF\n')
        self.command('import', 'concert', copy, '--tenant', 'demo', '--activate')
        shutil.rmtree(copy)

    def resources(self):
        """Resident bytes, descriptors and threads."""
        process = f'/proc/{self.process.pid}'
        with open(process + '/statm') as statm:
            resident = int(statm.read().split()[1]) * os.sysconf('SC_PAGESIZE')
        return resident, len(os.listdir(process + '/fd')), len(os.listdir(process + '/task'))

    def end(self):
        """Ends the service in an orderly way and leaves nothing behind; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return status


class Clients:
    """All clients of the service, each on a thread that ends when `running` is cleared."""

    def __init__(self, service, rig_path=RIG):
        self.service, self.rig_path = service, rig_path
        self.running = threading.Event()
        self.counts = {}
        self.lock = threading.Lock()
        self.threads = []
        pieces = self.get('/getPieces.php')[1].decode().split(';')
        quoted = [urllib.parse.quote(piece) for piece in pieces]
        self.phone_paths = ['/getPieces.php', '/glossary.xml', '/images/AppAssets/Splash32.png', '/images/journey.png',
                            '/nothing'] + ['/getData.php?database1=' + piece for piece in quoted]

    def get(self, path, *lines, connection=None):
        """Status and content of a GET, on a new connection, or on the given one, which stays open."""
        own = connection is None
        connection = connection or self.connect()
        try:
            connection.sendall(request('GET', path, *lines, *(['Connection: close'] if own else [])))
            return read_response(connection)
        finally:
            if own:
                connection.close()

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.service.port), timeout=30)

    def start(self):
        self.running.set()
        kinds = [self.phone] * 3 + [self.operator, self.streams, self.download, self.abort, self.malformed, self.slow]
        if os.path.exists(self.rig_path):
            kinds.append(self.rig)
        self.threads = [threading.Thread(target=self.repeat, args=(kind,), daemon=True) for kind in kinds]
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.running.clear()
        for thread in self.threads:
            thread.join(120)

    def repeat(self, kind):
        while self.running.is_set():
            try:
                kind()
                self.count(kind.__name__)
            except OSError:
                # A server that is full or cuts abusers off is what this is about; the well-behaved client is judged.
                self.count(kind.__name__ + ' cut off')

    def count(self, name):
        with self.lock:
            self.counts[name] = self.counts.get(name, 0) + 1

    def phone(self):
        with self.connect() as connection:
            for path in random.sample(self.phone_paths, 4):
                self.get(path, 'Accept-Encoding: gzip', connection=connection)
                time.sleep(0.005)

    def operator(self):
        body = b'{"by":1}' if random.random() < 0.9 else b'{"by":-3}'
        with self.connect() as connection:
            connection.sendall(request(
                'POST', '/api/v1/live/steps', 'Authorization: Bearer ' + self.service.token,
                'Content-Type: application/json', f'Content-Length: {len(body)}', 'Connection: close') + body)
            read_response(connection)
        time.sleep(0.1)

    def streams(self):
        """Opens streams, reads some events, and closes them; every second connection is reset."""
        connections = []
        try:
            for _ in range(20):
                connections.append(self.connect())
                connections[-1].sendall(request('GET', '/api/v1/live/events'))
            for connection in connections:
                connection.recv(4096)
            self.pause(random.uniform(0.5, 3))
            for connection in connections[::2]:
                reset(connection)
        finally:
            for connection in connections:
                connection.close()

    def download(self):
        status, content = self.get(BOOKLET)
        if status != 200 or len(content) < 9 << 20:
            self.count('download WRONG')
        self.pause(0.3)

    def abort(self):
        connection = self.connect()
        connection.sendall(request('GET', BOOKLET, *random.choice([[], ['Range: bytes=0-99,500000-5000000']])))
        connection.recv(random.choice([1, 4096, 1 << 18]))
        reset(connection)
        connection = self.connect()
        connection.sendall(b'POST /api/v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{')
        reset(connection)
        time.sleep(0.05)

    def malformed(self):
        with self.connect() as connection:
            connection.sendall(random.choice([
                b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' + os.urandom(200), b'GET / HTTP/9.9\r\n\r\n',
                b'GET /' + b'a' * 20000 + b' HTTP/1.1\r\n', os.urandom(500) + b'\r\n\r\n',
                b'POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
                b'GET / HTTP/1.1\r\nHost: a\r\n' + b'X: y\r\n' * 200 + b'\r\n']))
            while connection.recv(65536):
                pass
        time.sleep(0.02)

    def slow(self):
        """Clients that send a head or a body slowly, or read the booklet byte by byte, until the server closes their
        connection."""
        connections = []
        try:
            for index in range(30):
                connection = self.connect()
                if index % 3 == 2:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                    connection.sendall(request('GET', BOOKLET))
                elif index % 3 == 1:
                    connection.sendall(request('POST', '/api/v1/sessions', 'Content-Length: 5000'))
                else:
                    connection.sendall(b'GET / HTTP/1.1\r\n')
                connection.settimeout(0.01)
                connections.append(connection)
            for _ in range(25):
                for index, connection in enumerate(connections):
                    try:
                        connection.recv(1) if index % 3 == 2 else connection.send(b'X')
                    except OSError:
                        pass
                if not self.pause(1):
                    return
        finally:
            for connection in connections:
                connection.close()

    def rig(self):
        rig = subprocess.run(
            [sys.executable, self.rig_path, '127.0.0.1', str(self.service.port), '--path', '/healthz', '--static-path',
             '/glossary.xml', '--large-path', BOOKLET, '--security', '--no-slow'], capture_output=True, text=True)
        last = (rig.stdout.strip().splitlines() or ['nothing'])[-1]
        self.count('rig: ' + last)
        self.pause(5)

    def pause(self, seconds):
        """Waits for a time; returns whether to continue."""
        end = time.monotonic() + seconds
        while self.running.is_set() and time.monotonic() < end:
            time.sleep(0.05)
        return self.running.is_set()


class Witness(threading.Thread):
    """The well-behaved client: one small request after the other on one connection, a hundred a second."""

    def __init__(self, clients):
        super().__init__(daemon=True)
        self.clients, self.times, self.errors = clients, [], 0

    def run(self):
        connection = None
        while True:
            began = time.monotonic()
            try:
                connection = connection or self.clients.connect()
                if self.clients.get('/getPieces.php', connection=connection)[0] != 200:
                    self.errors += 1
                self.times.append(time.monotonic() - began)
            except OSError:
                self.errors += 1
                connection = None
            time.sleep(0.01)

    def taken(self):
        """The times since the last question, in milliseconds: median and the 99th of a hundred."""
        times, self.times = self.times, []
        cuts = statistics.quantiles(times, n=100)
        return f'p50 {cuts[49] * 1000:.2f} ms, p99 {cuts[98] * 1000:.2f} ms of {len(times)}'


class Sampler(threading.Thread):
    """Reads the service's resources each second and keeps the maximum of each."""

    def __init__(self, service):
        super().__init__(daemon=True)
        self.service, self.peak = service, (0, 0, 0)

    def run(self):
        while self.service.process.poll() is None:
            try:
                self.peak = tuple(map(max, self.peak, self.service.resources()))
            except OSError:
                return
            time.sleep(1)


def request(method, path, *lines):
    return '\r\n'.join([f'{method} {path} HTTP/1.1', 'Host: 127.0.0.1', *lines, '', '']).encode()


def read_response(connection):
    data = b''
    while b'\r\n\r\n' not in data:
        data += received(connection)
    head, _, content = data.partition(b'\r\n\r\n')
    lines = head.decode('latin-1').split('\r\n')
    length = next((int(line[15:]) for line in lines if line.lower().startswith('content-length:')), 0)
    parts, have = [content], len(content)
    while have < length:
        parts.append(received(connection))
        have += len(parts[-1])
    return int(lines[0].split()[1]), b''.join(parts)


def received(connection):
    data = connection.recv(1 << 18)
    if not data:
        raise ConnectionError('ended')
    return data


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    connection.close()


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def quiet(service, seconds):
    """The resources after so long without clients: the least of the last ten seconds, as the witness comes and goes."""
    time.sleep(max(0, seconds - 10))
    samples = []
    for _ in range(10):
        time.sleep(1)
        samples.append(service.resources())
    return tuple(map(min, zip(*samples)))


def soak(service, seconds, rig_path):
    clients = Clients(service, rig_path)
    witness, sampler = Witness(clients), Sampler(service)
    witness.start()
    sampler.start()
    start = quiet(service, 10)
    print('well-behaved client, quiet   ', witness.taken(), flush=True)

    def load(seconds):
        clients.start()
        time.sleep(seconds)
        print('well-behaved client, loaded  ', witness.taken(), flush=True)
        clients.stop()
        witness.taken()

    load(seconds / 5)
    mark = quiet(service, 30)
    load(seconds * 4 / 5)
    end = quiet(service, 60)

    print(f'{"":12}{"start":>12}{"mark":>12}{"peak":>12}{"end":>12}')
    for index, (name, unit) in enumerate([('RSS, MiB', 1 << 20), ('descriptors', 1), ('threads', 1)]):
        row = [resources[index] / unit for resources in (start, mark, sampler.peak, end)]
        print(f'{name:12}' + ''.join(f'{value:12.1f}' if unit > 1 else f'{value:12.0f}' for value in row))
    print('; '.join(f'{count} {name}' for name, count in sorted(clients.counts.items())))

    faults = []
    if end[0] > mark[0] + RSS_MARGIN:
        faults.append(f'RSS is more than {RSS_MARGIN >> 20} MiB above its mark')
    if end[1] > mark[1]:
        faults.append('descriptors are above their mark')
    if end[2] > mark[2] + THREAD_MARGIN:
        faults.append(f'threads are more than {THREAD_MARGIN} above their mark')
    if witness.errors > 0:
        faults.append(f'the well-behaved client met {witness.errors} errors')
    faults += [name for name in clients.counts if 'WRONG' in name]
    faults += [name for name in clients.counts if name.startswith('rig: ') and ', 0 failed' not in name]
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('minutes', nargs='?', type=float, default=10)
    parser.add_argument('--rig', default=RIG, help='the conformance rig, run in a loop where it exists')
    arguments = parser.parse_args()
    service = Service()
    try:
        faults = soak(service, arguments.minutes * 60, arguments.rig)
    finally:
        status = service.end()
    if status != 0:
        faults.append(f'the service ended with {status}')
    print('clean' if not faults else '\n'.join(faults))
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
