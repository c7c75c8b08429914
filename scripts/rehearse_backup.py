"""Rehearses a backup on the product: 200 writes a second for some seconds, a backup in their middle, a restore into an empty
data folder, and every document of the restored server compared with the source's, byte for byte. `tutti restore` compares
every table with the backup's snapshot by itself; that the backup was taken in the middle of the writes is checked here.

    scripts/rehearse-backup             the release build, about a minute
    RATE=50 scripts/rehearse-backup     fewer writes a second
"""
import concurrent.futures
import http.client
import json
import os
import subprocess
import sys
import threading
import time
from urllib.parse import quote

import served

RATE = int(os.environ.get('RATE', '200'))
SECONDS = 12
DOCUMENTS = ['/getPieces.php', '/getData.xml', '/glossary.xml', '/api/v1/glossary', '/api/v1/channels', '/api/v1/shows',
             '/images/AppAssets/ProgramNotes.pdf', '/playlist.m3u']


def documents(port):
    found = {}
    paths = list(DOCUMENTS)
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=30)
    for path in paths:
        connection.request('GET', path)
        answer = connection.getresponse()
        found[path] = (answer.status, answer.read())
        if path == '/getPieces.php':
            paths += [f'/getData.php?database1={quote(name)}' for name in found[path][1].decode().split(';') if name]
    return found


class Writers:
    """Moves the live position and sends messages at a rate that does not wait for the answers of those before."""

    def __init__(self, port, token):
        self.port, self.token = port, token
        self.done = threading.Event()
        self.acknowledged, self.refused = 0, 0
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
            answer.read()
            right = answer.status == 200
        except OSError:
            self.local.connection = None
            right = False
        with self.lock:
            if right:
                self.acknowledged += 1
            else:
                self.refused += 1

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            start, number = time.monotonic(), 0
            while not self.done.is_set() and number < RATE * SECONDS * 10:
                pool.submit(self.write, number)
                number += 1
                time.sleep(max(0, start + number / RATE - time.monotonic()))
            self.seconds = time.monotonic() - start


def main():
    faults = []
    with served.Served() as source:
        path = source.folder + '/rehearsal.tar'
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
              f'{writers.refused} refused, {(writers.acknowledged + writers.refused) / writers.seconds:.0f} a second; '
              f'{after - before} of them during the backup')
        if after - before < 1:
            faults.append('nothing was written while the backup was taken')
        expected = documents(source.port)
        environment = dict(source.environment, TUTTI_DATA_DIR=source.folder + '/restored')
        started = time.monotonic()
        restore = subprocess.run([source.program(), 'restore', path], env=environment, capture_output=True, text=True)
        print(restore.stdout.strip() or restore.stderr.strip())
        print(f'restore: {time.monotonic() - started:.1f} s')
        if restore.returncode != 0:
            sys.exit(f'the restore ended with {restore.returncode}')
        port, admin = served.free_port(), served.free_port()
        environment.update(TUTTI_HTTP=f'127.0.0.1:{port}', TUTTI_ADMIN=f'127.0.0.1:{admin}')
        with open(source.folder + '/restored.log', 'w') as log:
            server = subprocess.Popen([source.program(), 'run', '--no-demo'], env=environment, stdout=subprocess.PIPE,
                                      stderr=log, text=True)
            try:
                if not any(line == 'ready\n' for line in server.stdout):
                    sys.exit('the restored server did not become ready:\n' + open(log.name).read())
                found = documents(port)
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
