"""Rehearses a backup on the product: 200 writes a second for some seconds, a backup in their middle, a restore into an empty
data folder, and a comparison of the restored server's responses with the original's, byte for byte: the documents of old phones
and
of other programs, every GET of openapi.yaml that needs only a sign-in, and each item of the lists among them.
`tutti restore` compares every table with the backup's snapshot by itself; that the backup was taken in the middle of the
writes is checked here.

    scripts/rehearse-backup             the release build, about a minute
    RATE=50 scripts/rehearse-backup     fewer writes a second
"""
import collections
import concurrent.futures
import datetime
import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from urllib.parse import quote

import served

RATE = int(os.environ.get('RATE', '200'))
SECONDS = 12
DOCUMENTS = ['/getPieces.php', '/images/AppAssets/ProgramNotes.pdf']
# Documents that change with the writes or with time: the backup contains an earlier state of them.
MOVING = ['/api/nowplaying', '/status-json.xsl', '/api/v1/live', '/api/v1/messages', '/api/v1/admin/audit', '/api/v1/platform', '/metrics', '/operator', '/operate']


def described():
    """The paths of the GETs in openapi.yaml, in its order, then those of pages."""
    paths, path = [], None
    with open(os.path.join(served.ROOT, 'openapi.yaml')) as description:
        for line in description:
            if found := re.match(r'  (/\S*):$', line):
                path = found[1]
            elif path and line == '    get:\n':
                paths.append(path)
    paths += [page['path'] for page in served.pages()]
    return [path for path in paths if not any(path.startswith(moving) for moving in MOVING)]


def ask(port, path, tokens, host):
    role = 'admin' if path.startswith('/api/v1/admin') else 'listener' if path.startswith('/api/v1/me') else None
    fields = {'Host': host} if host else {}
    if role in tokens:
        fields['Authorization'] = f'Bearer {tokens[role]}'
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=30)
    connection.request('GET', path, headers=fields)
    answer = connection.getresponse()
    # Streams of events have no end.
    endless = (answer.getheader('Content-Type') or '').startswith('text/event-stream')
    found = answer.status, b'' if endless else answer.read()
    connection.close()
    return found


def documents(port, tokens, host=None):
    """Paths with their responses, if two requests give the same response; without tokens only public documents."""
    known = described()
    paths = DOCUMENTS + [path for path in known if '{' not in path]
    found = {}
    for path in paths:
        found[path] = ask(port, path, tokens, host)
        status, body = found[path]
        if path == '/getPieces.php':
            paths += [f'/getData.php?database1={quote(name)}' for name in body.decode().split(';') if name]
        item = next((other for other in known if re.fullmatch(re.escape(path) + r'/\{\w+\}', other)), None)
        if item and status == 200 and body.startswith(b'{'):
            lists = [value for value in json.loads(body).values() if isinstance(value, list)]
            paths += [f'{path}/{quote(str(entry["id"]))}' for entries in lists for entry in entries
                      if isinstance(entry, dict) and 'id' in entry]
        if ask(port, path, tokens, host) != found[path]:
            del found[path]
    return {path: answer for path, answer in found.items() if answer[0] == 200}


def served_within(request, seconds=30):
    """Waits until a document is answered with 200 and something in it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if urllib.request.urlopen(request, timeout=10).read():
                return
        except OSError:
            pass
        time.sleep(0.1)
    sys.exit(f'{request.full_url} is not answered')


def guide():
    """Two channels and their next two days, as XMLTV."""
    first = datetime.datetime.now(datetime.timezone.utc).replace(minute=0, second=0, microsecond=0)
    lines = ['<tv>'] + [f'<channel id="{name}"><display-name>{name}</display-name></channel>' for name in ('aurora', 'nocturne')]
    for hour in range(48):
        start, stop = [(first + datetime.timedelta(hours=hour + more)).strftime('%Y%m%d%H%M%S +0000') for more in (0, 1)]
        for name in ('aurora', 'nocturne'):
            lines.append(f'<programme channel="{name}" start="{start}" stop="{stop}"><title>Hour {hour}</title>'
                         f'<desc>What {name} plays.</desc><category>Music</category></programme>')
    return '\n'.join(lines + ['</tv>'])


class Writers:
    """Moves the live position and sends messages at a rate that does not wait for the answers of those before."""

    def __init__(self, port, token):
        self.port, self.token = port, token
        self.done = threading.Event()
        self.acknowledged, self.refused = 0, collections.Counter()
        self.lock = threading.Lock()
        self.local = threading.local()

    def write(self, number):
        try:
            connection = getattr(self.local, 'connection', None)
            if connection is None:
                connection = self.local.connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=30)
            connection.request('POST', '/api/v1/live/steps', json.dumps({'by': 1 if number % 2 else -1}),
                               {'Authorization': f'Bearer {self.token}', 'Content-Type': 'application/json'})
            answer = connection.getresponse()
            body = answer.read()
            refusal = None if answer.status == 200 else f'{answer.status} {json.loads(body).get("code")}'
        except (OSError, ValueError) as error:
            self.local.connection = None
            refusal = type(error).__name__
        with self.lock:
            if refusal is None:
                self.acknowledged += 1
            else:
                self.refused[refusal] += 1

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            start, number = time.monotonic(), 0
            while not self.done.is_set() and number < RATE * SECONDS * 10:
                pool.submit(self.write, number)
                number += 1
                time.sleep(max(0, start + number / RATE - time.monotonic()))
            self.seconds, self.number = time.monotonic() - start, number


def move(source, position):
    request = urllib.request.Request(
        source.url + '/api/v1/live', json.dumps(position).encode(), method='PUT',
        headers={'Authorization': f'Bearer {source.tokens["operator"]}', 'Content-Type': 'application/json'})
    urllib.request.urlopen(request, timeout=30).read()


def main():
    faults = []
    with served.Served() as source:
        with open(source.folder + '/guide.xml', 'w') as file:
            file.write(guide())
        source.command('import', 'xmltv', file.name, '--tenant', source.tenant)
        path = source.folder + '/rehearsal.tar'
        # From the middle of a piece: sixteen writers at once may go back more often than forth for a while.
        move(source, {'measure': 100})
        writers = Writers(source.port, source.tokens['operator'])
        thread = threading.Thread(target=writers.run)
        thread.start()
        time.sleep(SECONDS / 4)
        before = writers.acknowledged
        started = time.monotonic()
        print(source.command('backup', path).strip())
        took = time.monotonic() - started
        after = writers.acknowledged
        time.sleep(SECONDS / 4)
        writers.done.set()
        thread.join()
        print(f'backup: {took:.1f} s, {os.path.getsize(path) >> 10} KiB; writes: {writers.acknowledged} acknowledged, '
              f'{dict(writers.refused) or "none"} refused, {writers.number / writers.seconds:.0f} a second; '
              f'{after - before} of them during the backup')
        if after - before < 1:
            faults.append('nothing was written while the backup was taken')
        if writers.refused:
            faults.append('writes were refused')
        expected = documents(source.port, source.tokens)
        # Some documents carry the server's address.
        source.stop()
        environment = dict(source.environment, TUTTI_DATA_DIR=source.folder + '/restored')
        started = time.monotonic()
        restore = subprocess.run([source.program(), 'restore', path], env=environment, capture_output=True, text=True)
        print(restore.stdout.strip() or restore.stderr.strip())
        print(f'restore: {time.monotonic() - started:.1f} s')
        if restore.returncode != 0:
            sys.exit(f'the restore ended with {restore.returncode}')
        with open(source.folder + '/restored.log', 'w') as log:
            server = subprocess.Popen([source.program(), 'run', '--no-demo'], env=environment, stdout=subprocess.PIPE,
                                      stderr=log, text=True)
            try:
                if not any(line == 'ready\n' for line in server.stdout):
                    sys.exit('the restored server did not become ready:\n' + open(log.name).read())
                found = documents(source.port, source.tokens)
            finally:
                server.terminate()
                server.wait(60)
        for name in sorted(set(expected) | set(found)):
            if expected.get(name) != found.get(name):
                faults.append(f'{name} differs')
        print(f'{len(expected)} documents compared, {sum(len(body) for _, body in expected.values())} bytes')
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
