"""hear_tracks.py [--listeners N]: plays tracks of SoundCloud's stand-in through the running product, as a browser and a podcast program do, and
decodes what arrives with ffmpeg: the length within 50 ms, and the note of every second. Then N listeners play at once while the memory of the
server is watched. Exit status 1 if anything differs."""
import argparse
import array
import http.client
import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree

from hearing import RATE, SECOND, fault, heard, note
from served import Served
from stand_in import StandIn

failures = []


def check(wrong, what):
    """Notes an outcome; `wrong` is why it is wrong, or an empty text."""
    print(f'  {"ok    " if not wrong else "FAILED"} {what}{": " + wrong if wrong else ""}', flush=True)
    if wrong:
        failures.append(what)


class Listener:
    def __init__(self, service):
        self.url = service.url
        self.token = service.log_in('listener')

    def ask(self, method, path, content=None, fields=None):
        request = urllib.request.Request(
            self.url + path, method=method, data=None if content is None else json.dumps(content).encode(),
            headers={'Authorization': 'Bearer ' + self.token, 'Content-Type': 'application/json', **(fields or {})})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def json(self, method, path, content=None):
        status, _, body = self.ask(method, path, content)
        if status >= 300:
            sys.exit(f'{method} {path}: {status} {body.decode()}')
        return json.loads(body or b'null')

    def connect(self):
        target = urllib.parse.urlsplit(self.json('POST', '/api/v1/me/connections/soundcloud')['authorizeUrl'])
        connection = http.client.HTTPConnection(target.hostname, target.port)
        connection.request('GET', f'{target.path}?{target.query}')
        back = urllib.parse.urlsplit(connection.getresponse().headers['Location'])
        self.json('GET', f'{back.path}?{back.query}')


def hear(listener, number):
    """Plays a track whole, and from its middle."""
    streams = listener.json('GET', f'/api/v1/tracks/{number}/streams')
    duration = streams['durationMs']
    status, fields, sound = listener.ask('GET', f'/api/v1/tracks/{number}/audio')
    check('' if status == 200 else str(status), f'track {number}: {fields["Content-Type"]}, {len(sound)} bytes')
    check(fault(sound, number, duration), f'heard, {duration} ms')
    _, _, low = listener.ask('GET', f'/api/v1/tracks/{number}/audio?maxBitRate=100')
    check(fault(low, number, duration), f'heard with 96 kbit/s, {len(low)} bytes')
    whole = b''
    for begin in range(0, len(sound), 700_000):
        status, _, part = listener.ask(
            'GET', f'/api/v1/tracks/{number}/audio', fields={'Range': f'bytes={begin}-{begin + 699_999}'})
        whole += part if status == 206 else b''
    check('' if whole == sound else f'{len(whole)} bytes', 'ranges join to the same bytes')
    begin = duration // 2000
    check(seek(listener, number, begin), f'heard from second {begin} by a player that seeks')
    return duration


def seek(listener, number, begin):
    """Why twelve seconds from the middle, read by ffmpeg over HTTP, are not the right ones."""
    done = subprocess.run(
        ['ffmpeg', '-v', 'error', '-headers', f'Authorization: Bearer {listener.token}\r\n', '-ss', str(begin),
         '-i', f'{listener.url}/api/v1/tracks/{number}/audio', '-t', '12', '-ac', '1', '-ar', str(RATE), '-f', 's16le', 'pipe:1'],
        capture_output=True, check=False)
    if done.returncode:
        return done.stderr.decode(errors='replace')[:300]
    notes = heard(array.array('h', done.stdout), begin)
    wrong = [second for second, found in notes if found != note(second, number)]
    return f'{len(notes)} notes, wrong in {wrong}' if wrong or len(notes) < 10 else ''


def feed(listener, number):
    """Plays the episode of a station's feed, without the account."""
    station = listener.json('POST', '/api/v1/me/podcasts/stations', {'name': 'Night'})['id']
    listener.json('POST', '/api/v1/me/library/tracks', {'track': f'soundcloud:tracks:{number}'})
    listener.json('PUT', f'/api/v1/me/podcasts/stations/{station}/tracks/soundcloud:tracks:{number}')
    address = listener.json('PUT', f'/api/v1/me/podcasts/stations/{station}/feed')['url']
    document = xml.etree.ElementTree.fromstring(urllib.request.urlopen(address, timeout=60).read())
    found = document.find('.//enclosure')
    if found is None:
        return check('no enclosure', 'the feed of a station')
    with urllib.request.urlopen(found.get('url'), timeout=120) as answer:
        sound, kind = answer.read(), answer.headers['Content-Type']
    check('' if kind == found.get('type') else kind, f'the enclosure is {kind}')
    duration = listener.json('GET', f'/api/v1/tracks/{number}/streams')['durationMs']
    check(fault(sound, number, duration), f'an episode of {duration} ms is heard by its feed')
    return None


def memory(process):
    with open(f'/proc/{process}/status', encoding='ascii') as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith('VmRSS'))


def crowd(service, listeners, count, number):
    """Many connections that read at the rate of playing, and the memory meanwhile."""
    target = urllib.parse.urlsplit(service.url)
    done, lock = [], threading.Lock()

    def play(listener):
        connection = http.client.HTTPConnection(target.hostname, target.port, timeout=300)
        connection.request('GET', f'/api/v1/tracks/{number}/audio', headers={'Authorization': 'Bearer ' + listener.token})
        answer = connection.getresponse()
        total = 0
        while piece := answer.read(64 * 1024):
            total += len(piece)
            time.sleep(0.1)
        with lock:
            done.append(total if answer.status == 200 else -answer.status)

    before = memory(service.process.pid)
    threads = [threading.Thread(target=play, args=(listeners[place % len(listeners)],)) for place in range(count)]
    for thread in threads:
        thread.start()
    seen = []
    while any(thread.is_alive() for thread in threads):
        seen.append(memory(service.process.pid))
        time.sleep(0.5)
    check('' if len(set(done)) == 1 and done[0] > 0 else str(sorted(set(done))[:5]), f'{count} listeners at once')
    print(f'  memory: {before} MB before, at most {max(seen)} MB, {seen[-1]} MB at the end', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--listeners', type=int, default=0)
    count = parser.parse_args().listeners
    with StandIn() as upstream, Served(TUTTI_SECRET_KEY='00' * 32, **upstream.settings) as service:
        listener = Listener(service)
        listener.connect()
        for number in (100_001, 100_017):
            duration = hear(listener, number)
            print(f'  ({duration / 1000 / SECOND:.0f} notes)')
        status, fields, sound = listener.ask('GET', '/api/v1/tracks/100032/audio')
        check('' if status == 200 and fields['Content-Type'] == 'audio/mpeg' and len(sound) > 400_000 else str(status), 'a preview')
        status, _, body = listener.ask('GET', '/api/v1/tracks/100049/audio')
        check('' if status == 409 else str(status), f'a blocked track: {json.loads(body)["code"]}')
        feed(listener, 100_034)
        if count:
            listeners = [listener]
            for place in range((count - 1) // 8):
                login = f'l{place}'
                service.command('user', 'add', '--tenant', service.tenant, '--login', login, '--role', 'listener',
                                '--password-stdin', input='seven grey pianos\n')
                other = Listener.__new__(Listener)
                other.url, other.token = service.url, service.log_in(login)
                other.connect()
                listeners.append(other)
            crowd(service, listeners, count, 100_001)
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    os.environ.setdefault('PYTHONDONTWRITEBYTECODE', '1')
    main()
