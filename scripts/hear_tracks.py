"""hear_tracks.py [--listeners N [--seconds N]] [--self-test]: plays tracks of SoundCloud's stand-in through the running product, as a browser, a seeking
player and a podcast program do, and decodes what arrives with ffmpeg. The length must be right within 50 ms, and the whole sound must be the one that was
drawn, sample by sample and over the boundaries of the parts (scripts/waveform.py states the rules). The podcast program is Debian's `podget`: it reads the
secret address of a station's feed and downloads the enclosure.

--listeners lets N listeners play a track of an hour at once for --seconds (120), at four times the rate of playing. Each must receive the bytes of the
file, and the memory of the server must stay flat: the median of the last quarter of the run is at most 5 % and 4 MB above the median of the second
quarter. The first quarter is left out, because buffers and connections are made then.

--self-test damages sounds instead (a missing or doubled frame, exchanged parts, and others), and proves that each of them is refused. Exit status 1 if
anything differs."""
import argparse
import http.client
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from hearing import SECOND
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


def listen(what, sound, number, duration, **options):
    """Compares a sound with the drawn one. Only this needs numpy, which the scripts that use the listener of this one do not have."""
    import waveform
    found = waveform.compare(sound, number, duration, **options)
    check(found.fault, f'{what}: {found}')


def hear(listener, number):
    """Plays a track whole, and from its middle."""
    streams = listener.json('GET', f'/api/v1/tracks/{number}/streams')
    duration = streams['durationMs']
    status, fields, sound = listener.ask('GET', f'/api/v1/tracks/{number}/audio')
    check('' if status == 200 else str(status), f'track {number}: {fields["Content-Type"]}, {len(sound)} bytes, {duration} ms')
    listen('heard', sound, number, duration)
    _, _, low = listener.ask('GET', f'/api/v1/tracks/{number}/audio?maxBitRate=100')
    listen(f'heard with 96 kbit/s, {len(low)} bytes', low, number, duration)
    whole = b''
    for begin in range(0, len(sound), 700_000):
        status, _, part = listener.ask(
            'GET', f'/api/v1/tracks/{number}/audio', fields={'Range': f'bytes={begin}-{begin + 699_999}'})
        whole += part if status == 206 else b''
    check('' if whole == sound else f'{len(whole)} bytes', 'ranges join to the same bytes')
    begin = duration // 2000
    listen(
        f'heard from second {begin} by a player that seeks', f'{listener.url}/api/v1/tracks/{number}/audio', number, duration, start=begin,
        options=('-headers', f'Authorization: Bearer {listener.token}\r\n', '-ss', str(begin)))
    return duration, sound


def feed(listener, number):
    """Downloads the episode of a station's feed with podget, which knows the address of the feed only."""
    program = shutil.which('podget')
    if program is None:
        sys.exit('podget is needed to read the feed: apt-get install podget')
    station = listener.json('POST', '/api/v1/me/podcasts/stations', {'name': 'Night'})['id']
    listener.json('POST', '/api/v1/me/library/tracks', {'track': f'soundcloud:tracks:{number}'})
    listener.json('PUT', f'/api/v1/me/podcasts/stations/{station}/tracks/soundcloud:tracks:{number}')
    address = listener.json('PUT', f'/api/v1/me/podcasts/stations/{station}/feed')['url']
    duration = listener.json('GET', f'/api/v1/tracks/{number}/streams')['durationMs']
    with tempfile.TemporaryDirectory(prefix='tutti-podget-') as name:
        folder = pathlib.Path(name)

        def podget(*arguments):
            return subprocess.run(
                [program, '--dir_config', folder, *arguments], env=dict(os.environ, HOME=name, TMPDIR=name), stdin=subprocess.DEVNULL,
                capture_output=True, timeout=600, check=False)
        podget('--create-config', 'podgetrc')
        (folder / 'serverlist').write_text(f'{address} Podcasts Night\n', encoding='utf-8')
        done = podget('--config', 'podgetrc', '--library', folder / 'library', '--no-playlist', '--verbosity', '2')
        files = [path for path in (folder / 'library').rglob('*') if path.is_file() and 'LOG' not in str(path)]
        if len(files) != 1:
            return check(f'{files} {done.stdout.decode()[-600:]} {done.stderr.decode()[-300:]}', 'podget downloads the episode')
        check('', f'podget downloads {files[0].name}, {files[0].stat().st_size} bytes')
        return listen(f'the episode of {duration} ms by podget', files[0].read_bytes(), number, duration)


def memory(process):
    with open(f'/proc/{process}/status', encoding='ascii') as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith('VmRSS'))


# The bytes in a second of a listener: four times the rate of playing of 160 kbit/s.
PACE = 4 * 20_000


def crowd(service, listeners, count, number, sound, seconds):
    """Many connections that read at four times the rate of playing, and the memory of the server during that time."""
    target = urllib.parse.urlsplit(service.url)
    wrong, totals, lock, ends = [], [], threading.Lock(), time.monotonic() + seconds

    def play(listener):
        connection = http.client.HTTPConnection(target.hostname, target.port, timeout=300)
        total, why = 0, ''
        try:
            connection.request('GET', f'/api/v1/tracks/{number}/audio', headers={'Authorization': 'Bearer ' + listener.token})
            answer = connection.getresponse()
            begun = time.monotonic()
            while not why and time.monotonic() < ends:
                piece = answer.read(16 * 1024)
                if answer.status != 200 or piece != sound[total:total + 16 * 1024]:
                    why = f'{answer.status} after {total} bytes'
                total += len(piece)
                if total == len(sound):
                    break
                time.sleep(max(0, begun + total / PACE - time.monotonic()))
        except OSError as error:
            why = f'{error} after {total} bytes'
        connection.close()
        with lock:
            totals.append(total)
            wrong.extend([why] if why else [])

    before = memory(service.process.pid)
    threads = [threading.Thread(target=play, args=(listeners[place % len(listeners)],)) for place in range(count)]
    for thread in threads:
        thread.start()
    seen = []
    while time.monotonic() < ends - 1:
        seen.append(memory(service.process.pid))
        time.sleep(0.5)
    for thread in threads:
        thread.join()
    check(f'{len(wrong)} of {count}, such as {wrong[0]}' if wrong else '',
          f'{count} listeners at once for {seconds} s receive the bytes of the file, each {min(totals) / 20_000:.0f} to {max(totals) / 20_000:.0f} s of the track')
    quarter = len(seen) // 4
    middle, end = statistics.median(seen[quarter:2 * quarter]), statistics.median(seen[-quarter:])
    check('' if end <= middle * 1.05 + 4 else 'it grows',
          f'memory stays flat: {before} MB before, {middle:.0f} MB in the second quarter, {end:.0f} MB in the last one, at most {max(seen)} MB')


def prove(cases):
    for claim, wrong in cases:
        check(wrong, claim)


def main():
    import waveform
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--listeners', type=int, default=0)
    parser.add_argument('--seconds', type=int, default=120, help='how long the listeners play (120)')
    parser.add_argument('--self-test', action='store_true', help='only the comparison itself, without the product')
    options = parser.parse_args()
    if options.self_test:
        prove(waveform.self_test())
        sys.exit(1 if failures else 0)
    with StandIn() as upstream, Served(TUTTI_SECRET_KEY='00' * 32, **upstream.settings) as service:
        listener = Listener(service)
        listener.connect()
        for number in (100_001, 100_017):
            duration, sound = hear(listener, number)
            print(f'  ({duration / 1000 / SECOND:.0f} notes)')
            if number == 100_001:
                prove(waveform.self_test_of_parts(sound, number, duration))
        status, fields, preview = listener.ask('GET', '/api/v1/tracks/100032/audio')
        check('' if status == 200 and fields['Content-Type'] == 'audio/mpeg' and len(preview) > 400_000 else str(status), 'a preview')
        status, _, body = listener.ask('GET', '/api/v1/tracks/100049/audio')
        check('' if status == 409 else str(status), f'a blocked track: {json.loads(body)["code"]}')
        feed(listener, 100_034)
        if options.listeners:
            listeners = [listener]
            for place in range((options.listeners - 1) // 8):
                login = f'l{place}'
                service.command('user', 'add', '--tenant', service.tenant, '--login', login, '--role', 'listener',
                                '--password-stdin', input='seven grey pianos\n')
                other = Listener.__new__(Listener)
                other.url, other.token = service.url, service.log_in(login)
                other.connect()
                listeners.append(other)
            crowd(service, listeners, options.listeners, 100_017, sound, options.seconds)
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    os.environ.setdefault('PYTHONDONTWRITEBYTECODE', '1')
    main()
