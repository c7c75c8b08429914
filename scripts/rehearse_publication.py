"""Rehearses publications under load: the concert is on the air, wrk asks for the document of a piece on 64 connections, and an
editor writes the next number into every annotation of the piece and publishes, again and again. Readers of their own check that
every document has one number only, that the number never falls, and that it is the published number in the end.

    scripts/rehearse-publication               the release build, 20 seconds
    SECONDS=60 scripts/rehearse-publication    longer
"""
import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
from urllib.parse import quote

import served

SECONDS = int(os.environ.get('SECONDS', '20'))
READERS = 4


def send(port, method, path, token=None, body=None):
    """Sends a request. Returns the status, the fields and the content."""
    fields = {'Authorization': f'Bearer {token}'} if token else {}
    if body is not None:
        fields['Content-Type'] = 'application/json'
        body = json.dumps(body)
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=30)
    try:
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


class Editor:
    """Writes numbers into the annotations of the first piece and publishes."""

    def __init__(self, port, token):
        self.port, self.token = port, token
        self.concert = self.get('/concerts')['items'][0]['id']
        piece = self.get(f'/concerts/{self.concert}/pieces')['items'][0]
        track = self.get(f'/pieces/{piece["id"]}/tracks')['items'][0]
        self.name = piece['name']
        self.annotations = f'/pieces/{piece["id"]}/tracks/{track["id"]}/annotations'
        self.track = track['name']
        self.measures = [annotation['measure'] for annotation in self.get(self.annotations)['items']]

    def get(self, path):
        return self.ask('GET', path)

    def ask(self, method, path, body=None):
        status, _, content = send(self.port, method, '/api/v1/admin' + path, self.token, body)
        if status >= 300:
            sys.exit(f'{method} {path} is answered with {status}: {content.decode()}')
        return json.loads(content)

    def publish(self, number):
        entries = [{'measure': measure, 'text': f'number {number}'} for measure in self.measures]
        self.ask('PUT', self.annotations, {'annotations': entries})
        self.ask('PUT', f'/concerts/{self.concert}/publication', {'whileOnAir': True})


class Reader(threading.Thread):
    """Reads the document again and again, and keeps what is wrong with it."""

    def __init__(self, port, path):
        super().__init__(daemon=True)
        self.port, self.path = port, path
        self.count, self.last, self.faults, self.isDone = 0, 0, [], False

    def run(self):
        while not self.isDone:
            status, _, content = send(self.port, 'GET', self.path)
            numbers = {int(number) for number in re.findall(rb'number (\d+)', content)}
            if status != 200 or len(numbers) != 1:
                self.faults.append(f'{status} with the numbers {sorted(numbers)}')
            elif (number := numbers.pop()) < self.last:
                self.faults.append(f'{number} after {self.last}')
            else:
                self.last = number
            self.count += 1


def main():
    with served.Served(TUTTI_RATE_ADDRESS='1000000:1000000', TUTTI_RATE_TENANT='1000000:1000000',
                       TUTTI_RATE_ACCOUNT='1000000:1000000') as product:
        editor = Editor(product.port, product.tokens['editor'])
        editor.publish(1)
        path = f'/getData.php?database1={quote(editor.name)}'
        readers = [Reader(product.port, path) for _ in range(READERS)]
        for reader in readers:
            reader.start()
        load = subprocess.Popen(
            ['wrk', '-t2', '-c64', f'-d{SECONDS}s', '--timeout', '10s', product.url + path], stdout=subprocess.PIPE,
            text=True)
        published = 1
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            published += 1
            editor.publish(published)
        told = load.communicate(timeout=SECONDS + 60)[0]
        # The last publication reaches the memory of the server by a notification.
        end = time.monotonic() + 10
        while any(reader.last < published for reader in readers) and time.monotonic() < end:
            time.sleep(0.05)
        for reader in readers:
            reader.isDone = True
        for reader in readers:
            reader.join(30)
        faults = [fault for reader in readers for fault in reader.faults]
        errors = [line.strip() for line in told.splitlines() if 'Non-2xx' in line or 'Socket errors' in line]
        requests = re.search(r'(\d+) requests in', told)[1]
        print(f'{published} publications, {requests} requests of wrk, {sum(reader.count for reader in readers)} documents read')
        for line in errors + faults[:20]:
            print(line)
        if any(reader.last != published for reader in readers):
            faults.append('not every reader saw the last publication')
        if errors or faults:
            sys.exit(f'{len(errors)} errors, {len(faults)} wrong documents')
        print('0 errors, 0 mixed documents')


if __name__ == '__main__':
    main()
