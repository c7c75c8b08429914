"""rehearse_player.py [--transfers N] [--rounds N] [--only PART] [--pictures FOLDER] [--fresh] [--build FOLDER]: one account on three devices, two
Chromium and Examples/tutti-player, with the running product and tracks of SoundCloud's stand-in.

Plays from /library and listens to the notes. Uses every control of the page: the slider by keyboard, by a click and by dragging, Next, the keys, a double
tap, a reload after which one press continues, and the media controls of the desktop, which Chromium offers on D-Bus (MPRIS) and which reach the
page by its Media Session. Plays without script. Hands playback from device to device, and measures what the taking device plays against what the giving
device had played. Presses on all devices at once. Cuts a network off and lets it return. Lets a track end. After each, all devices must agree: both pages
show the state of the server, and only the device of the session is heard.

"Heard" means: the element's own decoded output, taken by `captureStream` into an AnalyserNode, has the frequency of the note that the track has at the
element's position. Each measurement lies within one note. "Plays" means only that the element is not paused, has data, and does not seek. Headless
Chromium has no loudspeaker, so the path from the element to the loudspeaker is not tested.

--pictures takes pictures of the five states. --fresh clones the repository instead, builds it (or uses the build of --build), starts `make run`, signs in
as `listener`, presses Play on /library, and prints the seconds until sound is heard. Exit status 1 if anything differs."""
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
from media_controls import MediaControls
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
# The loudness and the loudest frequency of the decoded output of an element, with its position. The window of 0.34 s ends at 0.8 of a note, so that
# it has one note only. ELEMENT is an expression; SECOND is the length of a note in seconds.
HEAR = '''(async () => {
  const it = ELEMENT;
  if (!it || it.paused) return null;
  const ear = window.ear ??= new AudioContext();
  await Promise.race([ear.resume(), new Promise(done => setTimeout(done, 1000))]);
  if (ear.state !== 'running') return null;
  const source = ear.createMediaStreamSource(it.captureStream()), meter = ear.createAnalyser();
  meter.fftSize = 16384;
  meter.smoothingTimeConstant = 0;
  source.connect(meter);
  let wait = 0.8 * SECOND - it.currentTime % SECOND;
  while (wait < 0.5) wait += SECOND;
  await new Promise(done => setTimeout(done, wait * 1000));
  const wave = new Float32Array(meter.fftSize), tones = new Float32Array(meter.frequencyBinCount), position = it.currentTime;
  meter.getFloatTimeDomainData(wave);
  meter.getFloatFrequencyData(tones);
  source.disconnect();
  const loudest = tones.reduce((best, value, index) => value > tones[best] ? index : best, 1);
  return { rms: Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length),
           frequency: loudest * ear.sampleRate / meter.fftSize, position, paused: it.paused };
})()'''
# The codes of keys (UI Events), and their numbers in the DevTools protocol.
KEYS = {' ': 'Space', 'ArrowRight': 'ArrowRight', 'ArrowLeft': 'ArrowLeft', 'n': 'KeyN', 'p': 'KeyP', 'End': 'End', 'Home': 'Home', 'PageUp': 'PageUp'}
CODES = {' ': 32, 'ArrowRight': 39, 'ArrowLeft': 37, 'n': 78, 'p': 80, 'End': 35, 'Home': 36, 'PageUp': 33}


def hears(browser, element, number=None):
    """Why an element does not give sound, or not the note that a track has there; an empty text if it does."""
    heard = None
    for _ in range(4):
        heard = browser.evaluate(HEAR.replace('ELEMENT', element).replace('SECOND', str(SECOND)), waits=True)
        if heard is None:
            return 'nothing plays'
        within = heard['position'] % SECOND / SECOND
        if not 0.5 < within < 0.98:
            # A late timer: the window may have two notes.
            continue
        wanted = [note(int(heard['position'] / SECOND), number)] if number else range(len(NOTES))
        if heard['rms'] > 0.005 and any(abs(heard['frequency'] - NOTES[one]) < 6 for one in wanted):
            return ''
    return str(heard)


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
        """Why the page is not heard, or not with the note that a track has there; an empty text if it is."""
        return hears(self.browser, 'window.sounding?.()', number)

    def place(self):
        """The position of the element that plays, in ms."""
        return self.browser.evaluate('(window.sounding()?.currentTime ?? -1) * 1000')

    def key(self, name):
        """Presses a key, as a person does: the focused element gets the key first."""
        told = dict(key=name, code=KEYS[name], windowsVirtualKeyCode=CODES[name])
        text = dict(text=name) if len(name) == 1 else {}
        self.browser.call('Input.dispatchKeyEvent', type='keyDown', **told, **text)
        self.browser.call('Input.dispatchKeyEvent', type='keyUp', **told)

    def box(self, selector):
        """The place of an element in the window: left, top, width and height."""
        return self.browser.evaluate(f"""(() => {{
          const it = document.querySelector({selector!r});
          it.scrollIntoView({{block: 'center'}});
          const box = it.getBoundingClientRect();
          return [box.left, box.top, box.width, box.height];
        }})()""")

    def mouse(self, kind, x, y, clicks=1):
        self.browser.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', buttons=0 if kind == 'mouseReleased' else 1, clickCount=clicks)

    def click(self, selector, part=0.5, clicks=1):
        """Presses the mouse on an element, `part` of its width from the left."""
        left, top, width, height = self.box(selector)
        for count in range(1, clicks + 1):
            for kind in ('mousePressed', 'mouseReleased'):
                self.mouse(kind, left + width * part, top + height / 2, count)

    def drag(self, selector, start, end):
        """Drags the mouse over an element from one part of its width to another."""
        left, top, width, height = self.box(selector)
        self.mouse('mousePressed', left + width * start, top + height / 2)
        for step in range(1, 9):
            self.mouse('mouseMoved', left + width * (start + (end - start) * step / 8), top + height / 2)
        self.mouse('mouseReleased', left + width * end, top + height / 2)


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
        """The position in ms and the time of the machine's clock at which it holds. The line reads the clock a moment after the position, and later
        on a busy machine, so the best of three answers counts."""
        told = [re.match(r'(\d+) ms at (\d+)', self.type('position')) for _ in range(3)]
        return max(((int(one[1]), int(one[2])) for one in told), key=lambda one: one[0] - one[1])

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
        self.media = MediaControls()
        self.pages = [Page(name, service.url, 'listener', PASSWORD) for name in SIZES]
        self.line = Line(service.url, 'listener', PASSWORD)

    def close(self):
        for page in self.pages:
            page.browser.close()
        self.line.close()
        self.media.close()

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
                    check('', f'{what}: all devices agree after {time.monotonic() - begun - 0.7:.1f} s on {self.player()["state"]}')
                    return self.heard(what)
            time.sleep(0.1)
        return check(why, f'{what}: all devices agree')

    def number(self):
        """The number of the track of the session."""
        return int(self.player()['track']['id'].rsplit(':', 1)[1])

    def heard(self, what):
        """Checks that the page that plays is heard, if one does."""
        player = self.player()
        page = next((page for page in self.pages if page.device == player['device']), None)
        if page and player['audio'] == 'playing':
            number = self.number()
            check(page.hears(number), f'{what}: track {number} is heard on the {page.name}')

    def library(self):
        """Play on /library, heard; the next page goes on."""
        page = self.pages[0]
        page.open('/library/songs')
        begun = time.monotonic()
        page.press('.lines button[name=track], button[form=play]')
        until('the song plays', lambda: page.is_heard)
        print(f'  Play on /library/songs: heard after {time.monotonic() - begun:.2f} s', flush=True)
        time.sleep(1)
        self.heard('Play')
        for other in self.pages:
            if other is not page:
                other.open('/player')
        # The link keeps the page, so that the audio goes on.
        page.press('.player-bar a.now')
        until('the page of the player', lambda: page.state)
        self.heard('from page to page')

    def wait(self, what, test, wanted=None):
        """Waits for a state of the session and of the page, and then for the sound. `wanted` is the position in ms, and the error that it may have."""
        page = self.pages[0]
        def test_both():
            player = self.player()
            is_near = not wanted or abs(page.place() - wanted[0]) <= wanted[1]
            return test(player) and is_near and page.is_heard == (player['audio'] == 'playing') and player
        if not (player := until(what, test_both, seconds=20)):
            player = self.player()
            print(f'    {player["audio"]} at {player["positionMs"]} ms of {player["track"]["id"]}, the element is at {page.place():.0f} ms, wanted {wanted}',
                  flush=True)
            return
        if wanted and player['audio'] == 'playing':
            check('', f'{what}: the element plays at {page.place() / 1000:.1f} s')
            # The report of the position follows.
            until(f'{what}: the server knows the position', lambda: abs(self.server_place() - page.place()) < 1000, seconds=20)
        if player['audio'] == 'playing':
            # The element may still wait for data after a seek.
            until(f'{what}: it goes on', lambda: self.player()['audio'] == 'playing', seconds=20)
            self.heard(what)
        else:
            check('' if page.place() < 0 else 'it plays', f'{what}: the page is silent')

    def server_place(self):
        """The position that the server estimates now, in ms by the clock of the machine."""
        player = self.player()
        passed = time.time() * 1000 - time_of(player['asOf']) if player['audio'] == 'playing' else 0
        return player['positionMs'] + passed

    def slider(self, bar):
        """Seeks by the slider of a page: by keyboard, by a click, and by dragging."""
        page, selector = self.pages[0], f'{bar} .position'
        duration = self.player()['durationMs']
        page.browser.evaluate(f'document.querySelector({selector!r}).focus()')
        begun, at = time.monotonic(), page.place()
        for _ in range(3):
            page.key('PageUp')
            time.sleep(0.7)
        wanted = at + (time.monotonic() - begun) * 1000 + duration * 0.3
        self.wait(f'{bar}: three times Page Up on the slider', lambda player: player['audio'] == 'playing' and self.server_place() > at + duration * 0.25, (wanted, 4000))
        page.click(selector, 0.8)
        self.wait(f'{bar}: a click at 80 % of the slider', lambda player: player['audio'] == 'playing' and self.server_place() > duration * 0.7, (duration * 0.8 + 2000, duration * 0.06))
        page.drag(selector, 0.8, 0.2)
        self.wait(f'{bar}: the slider is dragged to 20 %', lambda player: player['audio'] == 'playing' and self.server_place() < duration * 0.3, (duration * 0.2 + 2000, duration * 0.06))

    def next(self, what, act):
        before = self.player()
        act()
        wanted = (before['queue']['index'] + 1) % len(TRACKS)
        self.wait(what, lambda player: player['queue']['index'] == wanted and player['audio'] == 'playing', (1000, 2500))

    def pause(self, what, act):
        act()
        self.wait(what, lambda player: player['audio'] == 'paused')

    def play(self, what, act, wanted=None):
        act()
        self.wait(what, lambda player: player['audio'] == 'playing', wanted)

    def move(self, what, act, milliseconds):
        page = self.pages[0]
        at, begun = page.place(), time.monotonic()
        act()
        until(what, lambda: page.is_heard and abs(page.place() - at) > abs(milliseconds) - 3000, seconds=20)
        self.wait(what, lambda player: player['audio'] == 'playing', (at + milliseconds + (time.monotonic() - begun) * 1000, 2500))

    def controls(self):
        """Every control of the page, each of which must be heard afterwards."""
        page = self.pages[0]
        page.open('/library/songs')
        self.start()
        self.slider('#player-bar')
        self.next('#player-bar: Next', lambda: page.click('#player-bar [value=next]'))
        page.press('#player-bar a.now')
        until('the page of the player', lambda: page.state)
        if self.player()['state'] == 'collapsedPlay':
            page.click('.player .text')
            until('it is expanded', lambda: page.state == 'expandedPlay')
        self.slider('.player')
        self.next('.player: Next', lambda: page.click('.player [value=next]'))
        self.keys()
        self.double_taps()
        self.reload()
        self.desktop()

    def keys(self):
        page = self.pages[0]
        page.browser.evaluate('document.activeElement.blur()')
        self.pause('the key Space', lambda: page.key(' '))
        self.play('the key Space again', lambda: page.key(' '))
        for _ in range(2):
            self.move('the key Right', lambda: page.key('ArrowRight'), 10_000)
        self.move('the key Left', lambda: page.key('ArrowLeft'), -10_000)
        self.next('the key N', lambda: page.key('n'))
        before = self.player()['queue']['index']
        page.key('p')
        self.wait('the key P', lambda player: player['queue']['index'] == (before - 1) % len(TRACKS) and player['audio'] == 'playing')

    def double_taps(self):
        """A double tap plays or pauses, and neither expands nor collapses the player."""
        page = self.pages[0]
        for what, act in (('a double tap pauses', self.pause), ('a double tap plays', self.play)):
            before = page.browser.evaluate("document.querySelector('.player').classList.contains('expanded')")
            act(what, lambda: page.click('.player .text', clicks=2))
            time.sleep(0.5)
            after = page.browser.evaluate("document.querySelector('.player').classList.contains('expanded')")
            check('' if before == after else f'{before} {after}', f'{what}: the size of the player stays')

    def reload(self):
        """A browser plays nothing after a reload before a press, so one press continues, at the position of the reload."""
        page = self.pages[0]
        self.person.json('PUT', PLAYER + '/seek', {'positionMs': 60_000})
        until('the track plays from 1:00', lambda: page.place() > 60_000 and self.player()['audio'] == 'playing', seconds=20)
        before, at = self.player(), page.place()
        page.browser.leave(lambda: page.browser.call('Page.reload'), 'the reload')
        begun = time.monotonic()
        until('after a reload the session is paused, or plays', lambda: page.device and (page.is_heard or self.player()['audio'] == 'paused'))
        paused = self.player()
        check('' if paused['track']['id'] == before['track']['id'] and paused['queue']['index'] == before['queue']['index'] else str(paused),
              'after a reload the track is the same')
        if paused['audio'] == 'paused':
            passed = (time.monotonic() - begun) * 1000
            check('' if -1000 < paused['positionMs'] - at < passed + 3000 else f'{at:.0f} {paused["positionMs"]}',
                  f'a reload at {at / 1000:.1f} s leaves the session at {paused["positionMs"] / 1000:.1f} s')
            until('after a reload the button says Play', lambda: page.browser.evaluate("document.querySelector('.player .main')?.value === 'play'"))
            self.play('one press after a reload', lambda: page.click('.player .main'), (paused['positionMs'], 2500))
        else:
            self.heard('a reload, without a press')

    def desktop(self):
        """The media controls of the desktop, by the page's Media Session."""
        page = self.pages[0]
        controls, browser = self.media, page.browser

        def shows(what):
            def test():
                track, found = self.player()['track'], controls.metadata(browser)
                status = {'playing': 'Playing'}.get(self.player()['audio'], 'Paused')
                return found.get('xesam:title') == track['title'] and found.get('xesam:artist') == [track['artist']] \
                    and controls.value(browser, 'PlaybackStatus') == status
            if until(f'{what}: the desktop shows the track and the state', test, seconds=20):
                found = controls.metadata(browser)
                check('', f'{what}: the desktop shows "{found["xesam:title"]}" of {found["xesam:artist"][0]}, '
                      f'{found.get("mpris:length", 0) / 1e6:.0f} s, {controls.value(browser, "PlaybackStatus")}'
                      f'{", with a picture" if found.get("mpris:artUrl") else ""}')
            else:
                print(f'    {controls.metadata(browser)} {controls.value(browser, "PlaybackStatus")}', flush=True)

        shows('before')
        duration = controls.metadata(browser).get('mpris:length', 0) / 1000
        check('' if abs(duration - self.player()['durationMs']) < 50 else f'{duration}', 'the desktop knows the duration')
        self.pause('Pause of the desktop', lambda: controls.press(browser, 'Pause'))
        shows('Pause')
        self.play('Play of the desktop', lambda: controls.press(browser, 'Play'))
        self.pause('PlayPause of the desktop', lambda: controls.press(browser, 'PlayPause'))
        self.play('PlayPause of the desktop again', lambda: controls.press(browser, 'PlayPause'))
        self.next('Next of the desktop', lambda: controls.press(browser, 'Next'))
        shows('Next')
        identifier = controls.metadata(browser).get('mpris:trackid', '/')
        controls.press(browser, 'SetPosition', 'ox', identifier, '60000000')
        self.wait('SetPosition of the desktop', lambda player: player['audio'] == 'playing', (62_000, 5000))
        self.move('Seek of the desktop', lambda: controls.press(browser, 'Seek', 'x', '10000000'), 10_000)
        before = self.player()['queue']['index']
        controls.press(browser, 'Previous')
        self.wait('Previous of the desktop', lambda player: player['audio'] == 'playing'
                  and (player['queue']['index'] != before or player['positionMs'] < 30_000))

    def plain(self):
        """The page of the player without script: a player of the browser for the current track, and a link to each other track."""
        self.person.json('PUT', PLAYER + '/queue', {'tracks': TRACKS, 'device': self.pages[0].device})
        self.person.json('PUT', PLAYER + '/pause', {})
        tracks = [int(track.rsplit(':', 1)[1]) for track in TRACKS]
        browser = Browser()
        try:
            browser.open(self.pages[0].url + '/login')
            browser.send_form('main form', login='listener', password=PASSWORD)
            browser.call('Emulation.setScriptExecutionDisabled', value=True)
            browser.open(self.pages[0].url + '/player')
            if browser.evaluate("!!document.querySelector('.player.collapsed')"):
                browser.leave(lambda: browser.evaluate("document.querySelector('.player .text').click()"), 'the form that expands the player')
            box = browser.evaluate("(() => { const it = document.querySelector('.player audio'); it?.scrollIntoView({block: 'center'}); "
                                   "const box = it?.getBoundingClientRect(); return box ? [box.left, box.top, box.height] : null })()")
            if not box:
                return check('no element', 'without script the page has a player of the browser')
            # The button of the browser's own controls.
            for kind in ('mousePressed', 'mouseReleased'):
                browser.call('Input.dispatchMouseEvent', type=kind, x=box[0] + 28, y=box[1] + box[2] / 2, button='left', clickCount=1)
            until('without script the player of the browser plays', lambda: browser.evaluate("document.querySelector('.player audio').currentTime > 0.3"))
            # The page was loaded without its script. The script of the measurement runs from now on.
            browser.call('Emulation.setScriptExecutionDisabled', value=False)
            check(hears(browser, "document.querySelector('.player audio')", self.number()), f'without script track {self.number()} is heard')
            browser.call('Emulation.setScriptExecutionDisabled', value=True)
            browser.open(self.pages[0].url + '/player')
            links = browser.evaluate("[...document.querySelectorAll('.lines noscript a, .lines-form noscript a')].map(one => one.pathname)")
            named = [number for number in tracks for link in links if str(number) in link]
            check('' if named == tracks else str(links), f'without script each of {len(tracks)} tracks has a link')
            other = next(number for number in tracks if number != self.number())
            browser.leave(lambda: browser.call('Runtime.evaluate', userGesture=True, expression=f'document.querySelector(\'noscript a[href*="{other}"]\').click()'), 'the link')
            browser.call('Emulation.setScriptExecutionDisabled', value=False)
            until('the link plays', lambda: browser.evaluate("document.querySelector('video, audio')?.currentTime > 0.3"))
            check(hears(browser, "document.querySelector('video, audio')", other), f'without script the link of track {other} is heard')
        finally:
            browser.close()
        return None

    def start(self):
        """The three tracks, playing on the first page."""
        self.person.json('PUT', PLAYER + '/queue', {'tracks': TRACKS, 'device': self.pages[0].device})
        self.person.json('PUT', PLAYER + '/repeat', {'mode': 'all'})
        self.person.json('POST', PLAYER + '/transfer', {'device': self.pages[0].device, 'play': True})
        until('the first page plays', lambda: self.pages[0].is_heard)

    def hand_over(self, giver, taker):
        """Errors in ms: of the position at which the taker begins and of the server's, both against what the giver had played; and of the taker's
        position later against the server's. The line plays no audio. As a giver, its own clock tells what it had played. As a taker, it begins where
        the server says, and only the later position is its own."""
        told = giver.position() if isinstance(giver, Line) else None
        answer = self.person.json('POST', PLAYER + '/transfer', {'device': taker.device})
        moment = time_of(answer['asOf'])
        given = told[0] + moment - told[1] if told else self.place(giver, moment)
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
        errors = {}
        devices = [*self.pages, self.line]
        giver = self.pages[0]
        for turn in range(self.options.transfers):
            time.sleep(1 + 2 * self.random.random())
            taker = devices[(turn + 1) % 3]
            kind = ' to '.join('line' if isinstance(device, Line) else 'page' for device in (giver, taker))
            if found := self.hand_over(giver, taker):
                errors.setdefault(kind, []).append(found)
            if not isinstance(taker, Line) and turn < 3:
                self.heard(f'hand-off from {kind}')
            giver = taker
        for place, what in enumerate(('the taking device begins', 'the server estimates', 'the taking device plays later, against the server,')):
            for kind, pairs in errors.items():
                found = [one[place] for one in pairs]
                greatest = max(map(abs, found))
                print(f'  {kind}: {what}: median {statistics.median(map(abs, found)):.1f} ms, greatest {greatest:.1f} ms, '
                      f'mean {statistics.mean(found):+.1f} ms, {len(found)} hand-offs', flush=True)
                check('' if greatest <= LIMIT else f'{greatest:.1f} ms', f'within {LIMIT} ms, {kind}: {what}')
        # Paused playback stays paused on another device, at the same position.
        self.person.json('PUT', PLAYER + '/pause', {})
        before = self.player()
        taker = next(page for page in self.pages if page.device != before['device'])
        after = self.person.json('POST', PLAYER + '/transfer', {'device': taker.device})
        same = ('positionMs', 'audio', 'queue', 'track')
        check('' if all(before[name] == after[name] for name in same) else f'{before} {after}', 'a paused player stays paused at its position')
        self.agree('after the transfers')

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
        time.sleep(1)
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
            parts = {'library': rehearsal.library, 'controls': rehearsal.controls, 'plain': rehearsal.plain, 'transfers': lambda: (rehearsal.start(), rehearsal.transfers()),
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
    parser.add_argument('--only', default='', help='one part: controls, plain, transfers, taps, cuts or end')
    parser.add_argument('--pictures', help='folder for pictures of the states')
    parser.add_argument('--fresh', action='store_true', help='the demo of a fresh clone instead')
    parser.add_argument('--build', help='with --fresh: the build folder of another clone instead of building')
    options = parser.parse_args()
    (fresh if options.fresh else rehearse)(options)
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    os.environ.setdefault('PYTHONDONTWRITEBYTECODE', '1')
    main()
