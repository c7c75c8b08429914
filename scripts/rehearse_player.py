"""rehearse_player.py [--transfers N] [--rounds N] [--pictures FOLDER] [--fresh] [--build FOLDER]: one account on three devices, two Chromium and
Examples/tutti-player, with the running product and tracks of SoundCloud's stand-in.

Plays from /library and listens to the notes. Hands playback from device to device, and measures what the taking device plays against what the
giving device had played. Presses on all devices at once. Cuts a network off and lets it return. Lets a track end. After each, all
devices must agree: both pages show the state of the server, and only the device of the session is heard. --pictures takes pictures of the five
states. --fresh clones the repository instead, builds it (or uses the build of --build), starts `make run`, signs in as `listener`, presses Play on
/library, and prints the seconds until sound is heard. Exit status 1 if anything differs."""
import argparse
import datetime
import os
import pathlib
import queue
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from browser import Browser
from hear_tracks import Listener, check, failures
from hearing import NOTES, SECOND, note
from listen_together import press, until
from served import PASSWORD, Served, free_port
from stand_in import StandIn

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRACKS = [f'soundcloud:tracks:{number}' for number in (100_001, 100_018, 100_003)]
PLAYER = '/api/v1/me/player'
SIZES = {'desktop': (1280, 800), 'phone': (390, 844)}
# The greatest error of a hand-off in ms.
LIMIT = 50
# The audio element belongs to a closure of the page's script, so the page notes the elements that play, and their positions every 20 ms.
NOTE = '''
window.played = new Set();
window.samples = [];
window.starts = [];
const play = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function () {
  if (!window.played.has(this)) {
    window.played.add(this);
    this.addEventListener('playing', () => window.starts.push([Date.now(), this.currentTime * 1000]));
  }
  return play.call(this);
};
window.sounding = () => [...window.played].find(one => !one.paused && !one.ended && one.readyState > 2 && !one.seeking);
setInterval(() => {
  const it = window.sounding();
  if (it) window.samples.push([Date.now(), it.currentTime * 1000]);
  if (window.samples.length > 3000) window.samples.splice(0, 1000);
}, 20);
'''
# The loudness and the loudest frequency of the element that plays, with its position, measured on the decoded samples.
HEAR = '''(async () => {
  const it = window.sounding?.();
  if (!it) return null;
  const ear = window.ear ??= new AudioContext();
  await Promise.race([ear.resume(), new Promise(done => setTimeout(done, 1000))]);
  if (ear.state !== 'running') return null;
  const source = ear.createMediaStreamSource(it.captureStream()), meter = ear.createAnalyser();
  meter.fftSize = 16384;
  meter.smoothingTimeConstant = 0;
  source.connect(meter);
  await new Promise(done => setTimeout(done, 600));
  const wave = new Float32Array(meter.fftSize), tones = new Float32Array(meter.frequencyBinCount);
  meter.getFloatTimeDomainData(wave);
  meter.getFloatFrequencyData(tones);
  source.disconnect();
  const loudest = tones.reduce((best, value, index) => value > tones[best] ? index : best, 1);
  return { rms: Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length),
           frequency: loudest * ear.sampleRate / meter.fftSize, position: it.currentTime, paused: it.paused };
})()'''


class Page:
    """A browser of the account, which notes what it plays."""

    def __init__(self, name, url, login, password):
        self.name, self.url = name, url
        self.browser = Browser()
        self.browser.size(*SIZES[name])
        self.browser.call('Page.addScriptToEvaluateOnNewDocument', source=NOTE)
        self.browser.open(url + '/login')
        self.browser.send_form('main form', login=login, password=password)

    def open(self, path):
        self.browser.open(self.url + path)
        # A browser plays audio only after the first press of a person on a page.
        self.browser.call('Runtime.evaluate', expression='document.body.click()', userGesture=True)
        until(f'{path} has a device', lambda: self.device)
        # The tabs of a browser agree within 200 ms on the one that is heard.
        time.sleep(0.6)

    @property
    def device(self):
        return self.browser.evaluate("localStorage.getItem('tutti-player-device')")

    @property
    def is_heard(self):
        return self.browser.evaluate('!!window.sounding()')

    @property
    def state(self):
        return self.browser.evaluate("document.querySelector('#player-view .player')?.dataset.state ?? ''")

    def press(self, selector):
        press(self.browser, selector)

    def samples(self):
        return self.browser.evaluate('window.samples')

    def starts(self):
        return self.browser.evaluate('window.starts')

    def cut(self, is_cut):
        self.browser.call('Network.emulateNetworkConditions', offline=is_cut, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def hears(self, number=None):
        """Why the page does not play sound, or not the note that a track has there; an empty text if it does."""
        heard = None
        for _ in range(3):
            heard = self.browser.evaluate(HEAR, waits=True)
            if heard is None:
                return 'nothing plays'
            # A window across two notes has two of them.
            second = int((heard['position'] - 0.2) / SECOND)
            wanted = [note(second, number), note(max(0, second - 1), number)] if number else range(len(NOTES))
            if heard['rms'] > 0.005 and any(abs(heard['frequency'] - NOTES[one]) < 8 for one in wanted):
                return ''
        return str(heard)


class Line:
    """Examples/tutti-player on the account."""

    device = 'command-line'

    def __init__(self, url, login, password):
        program = os.path.join(os.path.dirname(Served.program()), 'tutti-player')
        if not os.access(program, os.X_OK):
            sys.exit(f'there is no {program}: swift build --product tutti-player')
        self.process = subprocess.Popen(
            [program, '--server', url, '--login', login, '--device', self.device], env=dict(os.environ, TUTTI_PASSWORD=password),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=lambda: [self.lines.put(line.rstrip('\n')) for line in self.process.stdout], daemon=True).start()
        self.lines.get(timeout=60)

    def type(self, command):
        """The answer to a command: the last line that it prints."""
        while not self.lines.empty():
            self.lines.get()
        self.process.stdin.write(command + '\n')
        answer = self.lines.get(timeout=30)
        time.sleep(0.05)
        while answer.startswith('refused') or not self.lines.empty():
            answer = self.lines.get(timeout=30)
        return answer

    @property
    def state(self):
        return self.type('state').split(',')[0]

    def position(self):
        """The position in ms and the time of the machine's clock at which it holds."""
        told = re.match(r'(\d+) ms at (\d+)', self.type('position'))
        return int(told[1]), int(told[2])

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)


def time_of(text):
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00')).timestamp() * 1000


def at(samples, moment):
    """The position at a moment: between the two samples around it, or after the last one before it."""
    before = [one for one in samples if one[0] <= moment]
    after = [one for one in samples if one[0] > moment]
    if not before:
        return None
    (t0, p0), follows = before[-1], after[0] if after else None
    if follows and follows[0] - t0 < 200:
        return p0 + (follows[1] - p0) * (moment - t0) / (follows[0] - t0)
    return p0 + moment - t0 if moment - t0 < 200 else None


class Rehearsal:
    def __init__(self, service, person, options):
        self.person, self.options, self.random = person, options, random.Random(options.seed)
        self.pages = [Page(name, service.url, 'listener', PASSWORD) for name in SIZES]
        self.line = Line(service.url, 'listener', PASSWORD)

    def close(self):
        for page in self.pages:
            page.browser.close()
        self.line.close()

    def player(self):
        return self.person.json('GET', PLAYER)

    def event(self, name, **members):
        return self.person.json('POST', PLAYER + '/events', {'event': name, 'device': self.pages[0].device, **members})

    def difference(self):
        """Why the devices do not agree; an empty text if they do."""
        player = self.player()
        if player['audio'] in ('loading', 'stalled'):
            return f"{player['audio']} on {player['device']}"
        found = {page.name: (page.state, page.is_heard) for page in self.pages}
        wanted = {page.name: (player['state'], player['audio'] == 'playing' and player['device'] == page.device) for page in self.pages}
        (found['line'], wanted['line']) = (self.line.state, player['state'])
        after = self.player()
        if (after['revision'], after['attempt']) != (player['revision'], player['attempt']):
            return 'it changes'
        return '' if found == wanted else f'{found} instead of {wanted}'

    def agree(self, what):
        begun, why = time.monotonic(), ''
        while time.monotonic() - begun < 20:
            why = self.difference()
            if not why:
                # Agreement holds when nothing changes any more.
                time.sleep(0.7)
                why = self.difference()
                if not why:
                    return check('', f'{what}: all devices agree after {time.monotonic() - begun - 0.7:.1f} s on {self.player()["state"]}')
            time.sleep(0.1)
        return check(why, f'{what}: all devices agree')

    def library(self):
        """Play on /library, heard; the next page goes on."""
        page = self.pages[0]
        page.open('/library/songs')
        begun = time.monotonic()
        page.press('.lines button[name=track], button[form=play]')
        until('the song plays', lambda: page.is_heard)
        print(f'  Play on /library/songs: heard after {time.monotonic() - begun:.2f} s', flush=True)
        number = int(self.player()['track']['id'].rsplit(':', 1)[1])
        time.sleep(1)
        check(page.hears(number), f'the samples have the notes of track {number}')
        for other in self.pages:
            if other is not page:
                other.open('/player')
        # The link keeps the page, so that the audio goes on.
        page.press('.player-bar a.now')
        until('the page of the player', lambda: page.state)
        check('' if page.is_heard else 'silent', 'the audio goes on from page to page')

    def start(self):
        """The three tracks, playing on the first page."""
        self.person.json('PUT', PLAYER + '/queue', {'tracks': TRACKS, 'device': self.pages[0].device})
        self.person.json('PUT', PLAYER + '/repeat', {'mode': 'all'})
        self.person.json('POST', PLAYER + '/transfer', {'device': self.pages[0].device, 'play': True})
        until('the first page plays', lambda: self.pages[0].is_heard)

    def hand_over(self, giver, taker):
        """Errors in ms: of the position at which the taker begins and of the server's, both against what the giver had played; and of the taker's
        position later against the server's."""
        answer = self.person.json('POST', PLAYER + '/transfer', {'device': taker.device})
        moment = time_of(answer['asOf'])
        given = self.place(giver, moment)
        if isinstance(taker, Line):
            until('the taker plays', lambda: self.player()['audio'] == 'playing')
            begun = answer['positionMs']
        else:
            begun = until('the taker plays', lambda: next((place for when, place in taker.starts() if when >= moment), None))
        time.sleep(1.5)
        now = self.player()
        later = self.place(taker, time_of(now['asOf']))
        if None in (given, begun, later):
            return check(f'{given} {begun} {later}', 'positions of a hand-off')
        return begun - given, answer['positionMs'] - given, later - now['positionMs']

    def place(self, device, moment):
        """The position of a device at a moment."""
        if isinstance(device, Line):
            position, when = device.position()
            return position - when + moment
        time.sleep(0.1)
        return at(device.samples(), moment)

    def transfers(self):
        errors = []
        devices = [*self.pages, self.line]
        giver = self.pages[0]
        for turn in range(self.options.transfers):
            time.sleep(1 + 2 * self.random.random())
            # The line plays no audio: its position when it gives is that of the server, so it only takes in between.
            taker = devices[(turn + 1) % 3]
            found = self.hand_over(giver, taker) if not isinstance(giver, Line) else self.from_line(taker)
            if found and not isinstance(giver, Line):
                errors.append(found)
            giver = taker
        for place, what in enumerate(('the taking device begins', 'the server estimates', 'the taking device plays later, against the server,')):
            found = [one[place] for one in errors]
            print(f'  {what}: median {statistics.median(map(abs, found)):.1f} ms, greatest {max(map(abs, found)):.1f} ms, '
                  f'mean {statistics.mean(found):+.1f} ms, {len(found)} hand-offs', flush=True)
            check('' if max(map(abs, found)) <= LIMIT else f'{max(map(abs, found)):.1f} ms', f'within {LIMIT} ms: {what}')
        # Paused playback stays paused on another device, at the same position.
        self.person.json('PUT', PLAYER + '/pause', {})
        before = self.player()
        taker = next(page for page in self.pages if page.device != before['device'])
        after = self.person.json('POST', PLAYER + '/transfer', {'device': taker.device})
        same = ('positionMs', 'audio', 'queue', 'track')
        check('' if all(before[name] == after[name] for name in same) else f'{before} {after}', 'a paused player stays paused at its position')
        self.agree('after the transfers')

    def from_line(self, taker):
        self.person.json('POST', PLAYER + '/transfer', {'device': taker.device})
        until('the taker plays', lambda: taker.is_heard)
        time.sleep(1.5)

    def taps(self):
        """Presses on all devices at the same moment, and one state in the end."""
        buttons = ['.player .main', '.player .text', '.player [value=next]', '.player [value=previous]']
        commands = ['double', 'tap', 'text', 'play', 'pause', 'next', 'previous', f'transfer {self.line.device}']
        disagreed = 0
        for turn in range(self.options.rounds):
            chosen = [(page, self.random.choice(buttons)) for page in self.pages]
            command = self.random.choice(commands)
            def tap(page, selector):
                page.browser.call('Runtime.evaluate', userGesture=True,
                                  expression=f'(document.querySelector({selector!r}) ?? document.querySelector(".player .text")).click()')
            threads = [threading.Thread(target=tap, args=pair) for pair in chosen]
            threads.append(threading.Thread(target=self.line.type, args=(command,)))
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            # A tap on the text waits 250 ms for a second tap.
            time.sleep(0.4)
            begun, why = time.monotonic(), 'x'
            while why and time.monotonic() - begun < 20:
                why = self.difference()
                time.sleep(0.1)
            if why:
                disagreed += 1
                print(f'    round {turn}: {[selector for _, selector in chosen]}, {command}: {why}', flush=True)
        check(f'{disagreed} times' if disagreed else '', f'{self.options.rounds} rounds of presses on three devices at once end in one state')

    def cuts(self):
        first, second = self.pages
        self.start()
        self.person.json('POST', PLAYER + '/transfer', {'device': second.device, 'play': True})
        until('the phone plays', lambda: second.is_heard)
        second.cut(True)
        self.person.json('POST', PLAYER + '/transfer', {'device': first.device, 'play': True})
        self.person.json('POST', PLAYER + '/next', {})
        until('the desktop plays', lambda: first.is_heard)
        time.sleep(6)
        second.cut(False)
        self.agree('the network of the playing phone was cut while the desktop took over')
        second.cut(True)
        press(second.browser, '.player .main')
        time.sleep(3)
        second.cut(False)
        self.agree('a press without a network')
        # The end of a track without a network: its report arrives later.
        self.start()
        self.person.json('PUT', PLAYER + '/seek', {'positionMs': self.player()['durationMs'] - 4000})
        until('the desktop is near the end', lambda: (first.samples() or [[0, 0]])[-1][1] > self.player()['durationMs'] - 4000)
        before = self.player()
        first.cut(True)
        time.sleep(7)
        first.cut(False)
        until('the next track plays', lambda: first.is_heard and self.player()['queue']['index'] == (before['queue']['index'] + 1) % len(TRACKS))
        self.agree('a track ended while the network was cut')
        self.person.json('POST', PLAYER + '/transfer', {'device': self.line.device, 'play': True})
        until('the command line plays', lambda: self.player()['audio'] == 'playing')
        self.line.process.send_signal(signal.SIGSTOP)
        self.person.json('POST', PLAYER + '/transfer', {'device': first.device, 'play': True})
        until('the desktop plays', lambda: first.is_heard)
        time.sleep(3)
        self.line.process.send_signal(signal.SIGCONT)
        self.agree('the command line was stopped for a while')

    def end(self):
        """A track ends by itself, and the next one follows."""
        page = self.pages[0]
        self.start()
        duration = self.player()['durationMs']
        self.person.json('PUT', PLAYER + '/seek', {'positionMs': duration - 3000})
        until('near the end', lambda: (page.samples() or [[0, 0]])[-1][1] > duration - 3000)
        before = self.player()
        until('the next track', lambda: self.player()['queue']['index'] == (before['queue']['index'] + 1) % len(TRACKS) and page.is_heard)
        samples = page.samples()
        fall = next((index for index in range(len(samples) - 1, 0, -1) if samples[index][1] < samples[index - 1][1] - 1000), None)
        if fall is None:
            return check('no new track in the samples', 'a track ends')
        print(f'  the track ended at {samples[fall - 1][1]:.0f} of {duration} ms; the next one is heard after '
              f'{samples[fall][0] - samples[fall - 1][0]:.0f} ms', flush=True)
        check('' if duration - samples[fall - 1][1] < 150 else f'{samples[fall - 1][1]} of {duration}', 'the track is played to its end')
        number = int(self.player()['track']['id'].rsplit(':', 1)[1])
        time.sleep(1)
        check(page.hears(number), f'track {number} follows and is heard')
        return self.agree('after the end of a track')

    def pictures(self, folder):
        """The five states on both pages, then the bar of the library, light and dark."""
        os.makedirs(folder, exist_ok=True)
        speaker = 'speaker'
        self.person.json('PUT', f'{PLAYER}/devices/{speaker}', {'name': 'Kitchen speaker'})
        self.person.json('PUT', PLAYER + '/pause', {})
        self.person.json('POST', PLAYER + '/transfer', {'device': speaker, 'play': False})
        if self.player()['state'] == 'expanded':
            self.event('tapText')
        self.shoot(folder, 'silent')
        self.event('tapAnywhere')
        self.shoot(folder, 'expanded')
        attempt = self.event('tapPlay')['attempt']
        self.shoot(folder, 'beginPlay')
        self.person.json('POST', PLAYER + '/events', {'event': 'streamReady', 'device': speaker, 'attempt': attempt})
        self.shoot(folder, 'expandedPlay')
        self.event('tapText')
        self.shoot(folder, 'collapsedPlay')
        for page in self.pages:
            page.browser.open(page.url + '/library/songs')
            until('the bar', lambda: page.browser.evaluate("!document.getElementById('player-bar').hidden"))
            time.sleep(0.5)
        self.take(folder, 'library-playing')
        self.person.json('PUT', PLAYER + '/pause', {})
        time.sleep(1)
        self.take(folder, 'library-paused')

    def shoot(self, folder, state):
        for page in self.pages:
            until(f'{page.name} shows {state}', lambda: page.state == state)
        time.sleep(0.3)
        self.take(folder, state)

    def take(self, folder, name):
        for page in self.pages:
            wide = page.browser.evaluate('document.documentElement.scrollWidth')
            if wide > SIZES[page.name][0]:
                check(f'{wide} px', f'{name} is as wide as the {page.name}')
            for look in ('light', 'dark'):
                page.browser.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': look}])
                page.browser.picture(os.path.join(folder, f'{name}-{page.name}-{look}.png'), height=SIZES[page.name][1])


def rehearse(options):
    with StandIn() as upstream, Served(TUTTI_SECRET_KEY='00' * 32, **upstream.settings) as service:
        person = Listener(service)
        person.connect()
        for track in TRACKS:
            person.json('POST', '/api/v1/me/library/tracks', {'track': track})
        rehearsal = Rehearsal(service, person, options)
        try:
            parts = {'library': rehearsal.library, 'transfers': lambda: (rehearsal.start(), rehearsal.transfers()),
                     'taps': lambda: (rehearsal.start(), rehearsal.taps()), 'cuts': rehearsal.cuts, 'end': rehearsal.end}
            for name, part in parts.items():
                if options.only in ('', name) or name == 'library':
                    print(f'== {name}', flush=True)
                    part()
            if options.pictures:
                rehearsal.pictures(options.pictures)
        finally:
            rehearsal.close()


def fresh(options):
    """`make run` in a fresh clone, until a listener hears a song of /library."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix='tutti-fresh-'))
    os.chmod(folder, 0o755)
    clone, page, process, taken = folder / 'tutti', None, None, []

    def step(name, act):
        print(f'== {name}', flush=True)
        begun = time.monotonic()
        result = act()
        taken.append((name, time.monotonic() - begun))
        return result

    def build():
        if options.build:
            (clone / '.build').mkdir()
            (clone / '.build/release').symlink_to(pathlib.Path(options.build).resolve())
        else:
            subprocess.run(['make', 'programs'], cwd=clone, check=True)

    passwords, port = {}, free_port()

    def start():
        environment = dict(os.environ, TUTTI_DATA_DIR=str(folder / 'data'), TUTTI_HTTP=f'127.0.0.1:{port}', TUTTI_ADMIN='off')
        command = ['.build/release/tutti', 'run'] if options.build else ['make', 'run']
        child = subprocess.Popen(command, cwd=clone, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True,
                                 stderr=open(folder / 'log', 'w', encoding='utf-8') if options.build else None)
        for line in child.stdout:
            if told := re.search(r'(\S+)\s+password\s+(\S+)', line):
                passwords[told[1]] = told[2]
            if line == 'ready\n':
                threading.Thread(target=child.stdout.read, daemon=True).start()
                return child
        sys.exit('`make run` ended before it was ready')

    try:
        step('clone', lambda: subprocess.run(['git', 'clone', '--quiet', str(ROOT), str(clone)], check=True))
        step('build', build)
        process = step('start', start)
        page = step('sign in as `listener`', lambda: Page('phone', f'http://127.0.0.1:{port}', 'listener', passwords['listener']))
        step('/library', lambda: page.open('/library'))
        step('press Play, until it plays', lambda: (
            page.press('button[name=track], button[form=play]'), until('it plays', lambda: page.is_heard)))
        time.sleep(1)
        check(page.hears(), 'sound is heard')
        place = page.browser.evaluate('window.sounding()?.currentTime ?? 0')
        time.sleep(2)
        moved = page.browser.evaluate('window.sounding()?.currentTime ?? 0') - place
        check('' if 1.5 < moved < 3 else f'{moved:.1f} s', 'two seconds are played in two seconds')
        if options.pictures:
            os.makedirs(options.pictures, exist_ok=True)
            page.browser.picture(os.path.join(options.pictures, 'fresh.png'), height=SIZES['phone'][1])
        for name, seconds in taken:
            print(f'{seconds:8.1f} s  {name}')
    finally:
        if page:
            page.browser.close()
        if process:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--transfers', type=int, default=18, help='hand-offs from device to device (18)')
    parser.add_argument('--rounds', type=int, default=20, help='rounds of presses at once (20)')
    parser.add_argument('--seed', type=int, default=1, help='seed of the presses and pauses (1)')
    parser.add_argument('--only', default='', help='one part: transfers, taps, cuts or end')
    parser.add_argument('--pictures', help='folder for pictures of the states')
    parser.add_argument('--fresh', action='store_true', help='the demo of a fresh clone instead')
    parser.add_argument('--build', help='with --fresh: the build folder of another clone instead of building')
    options = parser.parse_args()
    (fresh if options.fresh else rehearse)(options)
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    os.environ.setdefault('PYTHONDONTWRITEBYTECODE', '1')
    main()
