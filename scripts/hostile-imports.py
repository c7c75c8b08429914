"""hostile-imports.py [--program FILE] [--seconds N]: runs `tutti run` while two tenants send files that are small but expensive
to read, and a third one sends a small import. It uses a private PostgreSQL with four tenants, on the loopback interface only,
and removes everything at the end. First each file alone:
the growth of the server's resident memory, its processor time, and the response. Then two tenants send the most expensive
ones that pass, for N seconds (20), while a third sends imports of one play and another client requests a page; the same page is
also requested before, without other load. Finally, a client disconnects during an import, and the tenant's next import is
timed.

Fails unless each growth is at most 64 MiB, each refusal takes at most 5 s of processor time, the third tenant is served within
1 s, the page's 99th percentile is at most three times the quiet one (a floor of 10 ms applies), and the last import is not refused.
"""
import argparse
import gzip
import http.client
import io
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLAYS = 'station_slug,recognized_at,artist,title,isrc\r\n'
PLAY = 'one,2026-07-13T12:03:%02dZ,A,B,\r\n'
BODY = 16 << 20


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


class Service:
    """`tutti run` with its own data folder and ports."""

    def __init__(self, program):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix='tutti-hostile-')
        os.chmod(self.folder, 0o755)
        self.port = free_port()
        self.environment = dict(
            PATH=os.environ['PATH'], TMPDIR=self.folder, TUTTI_DATA_DIR=self.folder + '/data',
            TUTTI_HTTP=f'127.0.0.1:{self.port}', TUTTI_ADMIN=f'127.0.0.1:{free_port()}',
            TUTTI_MULTICAST_GROUP=f'239.255.{random.randint(64, 127)}.{random.randint(1, 254)}', TUTTI_PASSWORD_COST='10')
        self.log = open(self.folder + '/service.log', 'w')
        self.process = subprocess.Popen(
            [program, 'run'], env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if line == 'ready\n':
                break
        else:
            sys.exit('the service did not become ready: see ' + self.folder)
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.tokens = {}
        for tenant in ('one', 'two', 'three', 'four'):
            self.command('tenant', 'add', tenant, '--name', tenant, '--host', tenant + '.example')
            self.command('user', 'add', '--tenant', tenant, '--login', 'p', '--role', 'programmer', '--password-stdin',
                         input='the water wears away the stone\n')
            self.tokens[tenant] = self.command('token', 'create', '--tenant', tenant, '--login', 'p').strip()
        time.sleep(3)

    def command(self, *arguments, input=''):
        done = subprocess.run([self.program, *arguments], env=self.environment, input=input, text=True, capture_output=True)
        if done.returncode != 0:
            self.end()
            sys.exit(f'{arguments}: {done.stderr}')
        return done.stdout

    def resident(self):
        with open(f'/proc/{self.process.pid}/statm') as statm:
            return int(statm.read().split()[1]) * os.sysconf('SC_PAGESIZE')

    def processor(self):
        with open(f'/proc/{self.process.pid}/stat') as stat:
            fields = stat.read().rsplit(')', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')

    def send(self, tenant, format, body, path='/api/v1/admin/imports/'):
        """Status, problem code and seconds of an import."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=300)
        begin = time.monotonic()
        connection.request('POST', path + format, body, {
            'Host': tenant + '.example', 'Authorization': 'Bearer ' + self.tokens[tenant], 'Content-Type': 'text/plain'})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        try:
            content = json.loads(text)
        except ValueError:
            content = {}
        fault = (content.get('faults') or content.get('errors') or [{}])[0]
        said = content.get('code') or content.get('outcome') or ''
        return answer.status, f'{said} {json.dumps(fault)[:160] if fault else ""}', time.monotonic() - begin

    def page(self):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60)
        begin = time.monotonic()
        connection.request('GET', '/api/v1/config', headers={'Host': 'four.example'})
        connection.getresponse().read()
        connection.close()
        return time.monotonic() - begin

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def packed(*pieces):
    """Pieces of bytes as one gzip file, held only packed."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode='wb', compresslevel=6, mtime=0) as file:
        for piece in pieces:
            file.write(piece)
    return out.getvalue()


def repeated(piece, count, least=1 << 16):
    """Repeats a piece a number of times, in larger portions."""
    portion = max(1, least // len(piece))
    for _ in range(count // portion):
        yield piece * portion
    yield piece * (count % portion)


def filler(size):
    return b'<!--' + random.Random(1).randbytes(size).hex().encode() + b'-->'


def files():
    """Name, format and content of each file."""
    tv, end = b'<tv>', b'</tv>'
    yield 'one text of 60 MB', 'xmltv', packed(
        tv, filler(400_000), b'<channel id="a"><display-name>', *repeated(b'A' * 1000, 60_000),
        b'</display-name></channel>', end)
    yield 'text of 60 MB in CDATA sections', 'xmltv', packed(
        tv, filler(400_000), b'<channel id="a"><display-name>', *repeated(b'<![CDATA[' + b'A' * 1000 + b']]>', 60_000),
        b'</display-name></channel>', end)
    yield 'a comment of 60 MB', 'xmltv', packed(tv, filler(400_000), b'<!--', *repeated(b'A' * 1000, 60_000), b'-->', end)
    yield 'an attribute of 15 MB', 'xmltv', tv + b'<channel id="' + b'A' * (15 << 20) + b'"/>' + end
    yield 'a gzip bomb', 'xmltv', packed(tv, *repeated(b' ' * 1000, 300_000), end)
    opening = b''.join(
        b'<t ' + b' '.join(b'xmlns:p%d="u%d"' % (d * 250 + i, d * 250 + i) for i in range(250)) + b'>' for d in range(60))
    element = b'<e ' + b' '.join(b'p0:a%d=""' % i for i in range(250)) + b'/>'
    yield 'namespaces', 'xmltv', packed(tv, opening, *repeated(element, 2500), b'</t>' * 60, end)
    yield 'namespaces that pass', 'xmltv', namespaces()
    yield 'small elements', 'opml', packed(b'<opml><body>', filler(100_000), *repeated(b'<a b=""/>', 2_000_000), b'</body></opml>')
    yield 'programmes', 'xmltv', programmes()
    yield 'JSON of small values', 'wmuc', b'[' + b'1,' * (BODY // 2 - 2) + b'1]'
    yield 'one JSON string', 'cro', b'{"data":["' + b'A' * (BODY - 20) + b'"]}'
    yield 'one line of CSV', 'plays', PLAYS.encode() + b'A' * (BODY - 100)
    yield 'commas', 'plays', b',' * (BODY - 10)
    yield 'stations', 'm3u', b''.join(b'http://a/%d\n' % i for i in range(800_000))[:BODY]
    yield 'one line of M3U', 'm3u', b'#' + b'A' * (BODY - 10)
    yield 'tracks', 'tracklists', b'artist,title,sequence,programTitle,episodeTitle,episodeTimestamp\n' + b''.join(
        b'a,b,1,p%d,,2026-05-01T19:30:00Z\n' % i for i in range(400_000))[:BODY - 100]
    yield 'UTF-16', 'xmltv', packed('\ufeff<tv>'.encode('utf-16-le'), *repeated(' '.encode('utf-16-le') * 1000, 30_000),
                                    filler(200_000).decode().encode('utf-16-le'), '</tv>'.encode('utf-16-le'))


def namespaces():
    """As many declarations in scope, and attributes that use the oldest, as are allowed."""
    opening = b'<t ' + b' '.join(b'xmlns:p%d="u"' % i for i in range(64)) + b'>'
    element = b'<e ' + b' '.join(b'p0:a%d=""' % i for i in range(128)) + b'/>'
    return packed(b'<tv>', filler(300_000), opening, *repeated(element, 45_000), b'</t></tv>')


def programmes():
    def one(i):
        day, minute = divmod(i, 1440)
        return (b'<programme channel="c%d" start="202605%02d%02d%02d00 +0000"><title>t%d</title></programme>'
                % (day // 28, day % 28 + 1, minute // 60, minute % 60, i))
    return b'<tv>' + b''.join(one(i) for i in range(90_000)) + b'</tv>'


def watched(service, tenant, format, body):
    """An import, with the highest resident memory meanwhile."""
    before, processor = service.resident(), service.processor()
    highest, running = [before], threading.Event()
    running.set()

    def look():
        while running.is_set():
            highest[0] = max(highest[0], service.resident())
            time.sleep(0.005)
    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        status, said, seconds = service.send(tenant, format, body)
    finally:
        running.clear()
        watcher.join()
    return status, said, seconds, highest[0] - before, service.processor() - processor


def percentile(times, share):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * share))]


def pages(service, seconds):
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        times.append(service.page())
        time.sleep(0.005)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--program', default=os.path.join(ROOT, '.build', 'release', 'tutti'))
    parser.add_argument('--seconds', type=int, default=20)
    options = parser.parse_args()
    service = Service(options.program)
    failures = []
    try:
        service.send('three', 'plays', (PLAYS + PLAY % 0).encode())
        for name, format, body in files():
            status, said, seconds, growth, processor = watched(service, 'one', format, body)
            print(f'{name:34} {len(body):>9} B  {status}  {seconds:6.2f} s  cpu {processor:5.2f} s  +{growth / 2**20:6.1f} MiB  {said}',
                  flush=True)
            if growth > 64 << 20:
                failures.append(f'{name}: {growth / 2**20:.1f} MiB')
            if status != 200 and processor > 5.5:
                failures.append(f'{name}: {processor:.1f} s of processor time')
        quiet = pages(service, 5)
        running = threading.Event()
        running.set()
        bodies = [('xmltv', namespaces()), ('xmltv', programmes())]

        def attack(tenant):
            while running.is_set():
                for format, body in bodies:
                    if running.is_set():
                        service.send(tenant, format, body)
        attackers = [threading.Thread(target=attack, args=(tenant,), daemon=True) for tenant in ('one', 'two')]
        for attacker in attackers:
            attacker.start()
        time.sleep(1)
        attacked, small = [], []
        reader = threading.Thread(target=lambda: attacked.extend(pages(service, options.seconds)))
        reader.start()
        end, number = time.monotonic() + options.seconds, 0
        while time.monotonic() < end:
            number += 1
            small.append(service.send('three', 'plays', (PLAYS + PLAY % (number % 60)).encode()))
            time.sleep(0.5)
        reader.join()
        running.clear()
        for attacker in attackers:
            attacker.join(120)
        slowest = max(seconds for _, _, seconds in small)
        print(f'third tenant: {len(small)} imports, slowest {slowest:.3f} s, statuses {sorted({s for s, _, _ in small})}')
        calm, busy = percentile(quiet, 0.99), percentile(attacked, 0.99)
        print(f'page: quiet p99 {calm * 1000:.2f} ms of {len(quiet)}, attacked p99 {busy * 1000:.2f} ms of {len(attacked)}')
        if slowest > 1 or {status for status, _, _ in small} != {200}:
            failures.append('the third tenant')
        if busy > max(3 * calm, 0.01):
            failures.append('the page')
        # A client that disconnects.
        body = namespaces()
        client = socket.create_connection(('127.0.0.1', service.port))
        client.sendall((f'POST /api/v1/admin/imports/xmltv HTTP/1.1\r\nHost: one.example\r\nAuthorization: Bearer '
                        f'{service.tokens["one"]}\r\nContent-Length: {len(body)}\r\n\r\n').encode() + body)
        time.sleep(0.5)
        client.close()
        status, said, seconds = service.send('one', 'plays', (PLAYS + PLAY % 1).encode())
        print(f'after a client has left: {status} {said} in {seconds:.2f} s')
        if status != 200:
            failures.append('the import after a client has left')
    finally:
        service.end()
    if failures:
        sys.exit('not within the limits: ' + '; '.join(failures))
    print('all within the limits')


if __name__ == '__main__':
    main()
