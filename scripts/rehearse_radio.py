"""rehearse_radio.py [--pictures FOLDER]: a listener plays a station's channels and an episode in Chromium, from the page /player/radio of the running
product. A stream server of this script sends a tone as endless MP3 at the speed of playback, and an episode as a file with ranges. Checks that the
channel plays and its tone is heard in the decoded output, that a pause continues at live, that Next is the next channel, that the audio goes on while
the listener browses, that an episode seeks, and that a stream server that fails is named on the page. Then plays a channel and an episode of the demo
of `tutti run`, and decodes both with ffmpeg. Exit status 1 if anything differs."""
import argparse
import http.server
import os
import re
import subprocess
import sys
import threading
import time

from browser import Browser
from demo import Demo
from hear_tracks import Listener, check, failures
from listen_together import NOTE, press, until
from served import PASSWORD, Served

PLAYER = '/api/v1/me/player'
STATE = '''(() => { const it = [...window.played].find(one => !one.paused);
return it ? {time: it.currentTime, decoded: it.webkitAudioDecodedByteCount, url: it.currentSrc, duration: it.duration} : null; })()'''


def tone(frequency, seconds):
    """A tone as MP3 of 128 kbit/s."""
    return subprocess.run(
        ['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', f'sine=frequency={frequency}:duration={seconds}', '-b:a', '128k', '-f', 'mp3', 'pipe:1'],
        capture_output=True, check=True).stdout


class Station(http.server.ThreadingHTTPServer):
    """The stream server of a station: /one and /two are live, and /episode.mp3 is a file."""
    daemon_threads = True

    def __init__(self):
        super().__init__(('127.0.0.1', 0), Handler)
        self.live = {'/one': tone(440, 10), '/two': tone(660, 10)}
        self.episode = tone(330, 60)
        self.requests, self.fails = [], False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path):
        return f'http://127.0.0.1:{self.server_address[1]}{path}'


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        station = self.server
        station.requests.append(self.path)
        if station.fails:
            return self.send_error(503)
        if self.path in station.live:
            return self.stream(station.live[self.path])
        if self.path == '/episode.mp3':
            return self.file(station.episode)
        return self.send_error(404)

    def stream(self, sound):
        self.send_response(200)
        self.send_header('Content-Type', 'audio/mpeg')
        self.send_header('Access-Control-Allow-Origin', '*')
        self.end_headers()
        began, sent = time.monotonic(), 0
        try:
            while not self.server.fails:
                # Two seconds ahead of playback, as stream servers do.
                if sent < (time.monotonic() - began + 2) * 16_000:
                    start = sent % len(sound)
                    self.wfile.write(sound[start:start + 4000])
                    sent += len(sound[start:start + 4000])
                else:
                    time.sleep(0.05)
        except OSError:
            pass

    def file(self, sound):
        asked = re.fullmatch(r'bytes=(\d+)-(\d*)', self.headers.get('Range', ''))
        start = int(asked[1]) if asked else 0
        end = min(int(asked[2]) + 1 if asked and asked[2] else len(sound), len(sound))
        self.send_response(206 if asked else 200)
        self.send_header('Content-Type', 'audio/mpeg')
        self.send_header('Access-Control-Allow-Origin', '*')
        self.send_header('Accept-Ranges', 'bytes')
        self.send_header('Content-Length', str(end - start))
        if asked:
            self.send_header('Content-Range', f'bytes {start}-{end - 1}/{len(sound)}')
        self.end_headers()
        try:
            self.wfile.write(sound[start:end])
        except OSError:
            pass

    def log_message(self, *_):
        pass


def fill(programmer, station):
    """Makes two channels with a stream, one without, and a show with an episode on demand."""
    for slug, name, bearers in (('one', 'Lantern Wave', ['/one']), ('two', 'Moss FM', ['/two']), ('mute', 'Greenroom', [])):
        programmer.json('POST', '/api/v1/admin/channels', {
            'slug': slug, 'name': name, 'timeZone': 'Europe/Prague',
            'bearers': [{'uri': station.url(path), 'mediaType': 'audio/mpeg', 'bitrate': 128} for path in bearers]})
    show = programmer.json('POST', '/api/v1/admin/shows', {'title': 'The Tuning Fork'})['id']
    episode = programmer.json('POST', '/api/v1/admin/episodes', {'show': show, 'title': 'What is an A?'})['id']
    programmer.json('POST', f'/api/v1/admin/episodes/{episode}/versions', {
        'durationMs': 60_000, 'availableFrom': '2026-01-01T00:00:00Z',
        'media': [{'url': station.url('/episode.mp3'), 'mediaType': 'audio/mpeg', 'bitrate': 128}]})


def moves(browser, what, after=None, seconds=2):
    """Checks that the element plays: its time moves by the time that passes, and it decodes audio. `after` is a state of what played before:
    another address must play now."""
    def playing():
        state = browser.evaluate(STATE)
        return state and (not after or state['url'] != after['url']) and state
    before = until(f'{what} plays', playing)
    if not before:
        return None
    began = time.monotonic()
    time.sleep(seconds)
    now, passed = browser.evaluate(STATE), time.monotonic() - began
    moved = now and now['time'] - before['time']
    wrong = '' if now and abs(moved - passed) < 0.5 and now['decoded'] > before['decoded'] else f'{before} {now}'
    check(wrong, f'{what}: {moved or 0:.2f} s of audio in {passed:.2f} s')
    return now


# A script may read the decoded output of audio from another origin only if it is requested with CORS, which this stream server allows.
READABLE = '''
const original = window.Audio;
window.Audio = function () { const it = new original(); it.crossOrigin = 'anonymous'; return it; };
'''
# The loudest frequency and the loudness of the element's decoded output, in 0.34 s.
TONE = '''(async () => {
  const it = [...window.played].find(one => !one.paused);
  if (!it) return null;
  const ear = window.ear ??= new AudioContext(), meter = ear.createAnalyser();
  await ear.resume();
  meter.fftSize = 16384;
  meter.smoothingTimeConstant = 0;
  const source = ear.createMediaStreamSource(it.captureStream());
  source.connect(meter);
  await new Promise(done => setTimeout(done, 900));
  const wave = new Float32Array(meter.fftSize), tones = new Float32Array(meter.frequencyBinCount);
  meter.getFloatTimeDomainData(wave);
  meter.getFloatFrequencyData(tones);
  source.disconnect();
  const loudest = tones.reduce((best, value, index) => value > tones[best] ? index : best, 1);
  return [loudest * ear.sampleRate / meter.fftSize, Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length)];
})()'''


def hears(browser, what, frequency):
    """Checks that the decoded output of the element is the tone of the stream server."""
    found = browser.evaluate(TONE, waits=True)
    is_right = found and abs(found[0] - frequency) < 6 and found[1] > 0.02
    check('' if is_right else str(found), f'{what}: a tone of {frequency} Hz is heard')


def button(title):
    return f"main button[aria-label='Play {title}']"


def decode(what, url, *options):
    """Checks that ffmpeg decodes five seconds without an error, and that they are not silent."""
    done = subprocess.run(
        ['ffmpeg', '-nostdin', '-hide_banner', '-xerror', *options, '-i', url, '-t', '5', '-af', 'volumedetect', '-f', 'null', '-'],
        capture_output=True, text=True, timeout=120, check=False)
    level = re.search(r'mean_volume: (-?[0-9.]+) dB', done.stderr)
    length = re.findall(r'time=(\S+)', done.stderr)
    wrong = done.returncode or re.search('error|invalid|missing', done.stderr, re.I) or not level or float(level[1]) < -50
    check(done.stderr if wrong else '', f'{what}: ffmpeg decodes {length[-1] if length else None} with {level and level[1]} dB')


def demo():
    """The demo's own sound, in Chromium and decoded by ffmpeg."""
    with Demo() as service:
        listener = Listener.__new__(Listener)
        listener.url, listener.token = service.url, service.new_token('listener')
        browser = Browser('--autoplay-policy=no-user-gesture-required')
        try:
            browser.size(1280, 800)
            browser.call('Page.addScriptToEvaluateOnNewDocument', source=NOTE)
            browser.open(service.url + '/login')
            browser.send_form('main form', login='listener', password=service.passwords['listener'])
            browser.open(service.url + '/player/radio')
            time.sleep(1)
            press(browser, button('Lantern Wave'))
            channel = moves(browser, "the demo's channel", seconds=6)
            press(browser, '[value=next]')
            channel = moves(browser, "the demo's next channel", after=channel)
            press(browser, button('What is an A?'))
            moves(browser, "the demo's episode", after=channel)
            listener.json('PUT', PLAYER + '/seek', {'positionMs': 1_800_000})
            until("the demo's episode seeks", lambda: (browser.evaluate(STATE) or {'time': 0})['time'] >= 1_800)
            episode = moves(browser, "the demo's episode from 30:00")
            check('' if episode and abs(episode['duration'] - 3_600) < 1 else str(episode), "the demo's episode has its duration")
        finally:
            browser.close()
        for item in listener.json('GET', '/api/v1/channels')['items']:
            decode(item['name'], f'{service.url}/api/v1/channels/{item["id"]}/audio')
        decode('an episode from 30:00', service.url + '/demo/radio/episodes/tuning-fork-1.mp3', '-ss', '1800')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--pictures')
    options = parser.parse_args()
    station = Station()
    with Served() as service:
        people = {}
        for role in ('listener', 'programmer'):
            people[role] = Listener.__new__(Listener)
            people[role].url, people[role].token = service.url, service.tokens[role]
        listener = people['listener']
        fill(people['programmer'], station)
        browser = Browser('--autoplay-policy=no-user-gesture-required')

        def picture(name):
            if options.pictures:
                for size, look in (((390, 844), 'phone'), ((1280, 800), 'desktop')):
                    browser.size(*size)
                    for scheme in ('light', 'dark'):
                        browser.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme}])
                        time.sleep(0.3)
                        browser.picture(os.path.join(options.pictures, f'{name}-{look}-{scheme}.png'))

        try:
            browser.size(1280, 800)
            browser.call('Page.addScriptToEvaluateOnNewDocument', source=NOTE + READABLE)
            browser.open(service.url + '/login')
            browser.send_form('main form', login='listener', password=PASSWORD)
            browser.open(service.url + '/')
            check('' if browser.evaluate("!!document.querySelector('a[href=\"/player/radio\"]')") else 'no link', 'the start page links to the radio')
            browser.open(service.url + '/player/radio')
            names = browser.evaluate("[...document.querySelectorAll('main form strong')].map(one => one.textContent)")
            check('' if names == ['Lantern Wave', 'Moss FM', 'What is an A?'] else str(names), 'channels with a stream and the episode are listed')
            time.sleep(1)
            press(browser, button('Lantern Wave'))
            one = moves(browser, 'the channel')
            hears(browser, 'the channel', 440)
            check('' if one and one['url'].endswith('/audio') or one and '/one' in one['url'] else str(one), 'the address leads to the stream server')
            player = listener.json('GET', PLAYER)
            live = player['audio'] == 'playing' and player['track']['isLive'] and player['behindMs'] == 0
            check('' if live else str(player), 'the server knows that the channel plays live')
            picture('radio')
            browser.size(1280, 800)
            press(browser, '#player-bar a.now')
            until('the page of the player', lambda: browser.evaluate("location.pathname === '/player'"))
            moves(browser, 'the channel, after browsing')
            picture('player')
            browser.size(1280, 800)
            asked = station.requests.count('/one')
            press(browser, '[value=pause]')
            until('it is paused', lambda: browser.evaluate(STATE) is None)
            time.sleep(5)
            press(browser, '[value=play]')
            moves(browser, 'the channel, after a pause')
            hears(browser, 'the channel, after a pause', 440)
            again = station.requests.count('/one')
            check('' if again > asked else f'{asked} {again}', 'after a pause the stream is requested again, at live')
            press(browser, '[value=next]')
            until('the next channel', lambda: listener.json('GET', PLAYER)['track']['title'] == 'Moss FM')
            second = moves(browser, 'the next channel', after=one)
            hears(browser, 'the next channel', 660)
            browser.open(service.url + '/player/radio')
            time.sleep(1)
            press(browser, button('What is an A?'))
            moves(browser, 'the episode', after=second)
            listener.json('PUT', PLAYER + '/seek', {'positionMs': 40_000})
            until('the episode seeks', lambda: (browser.evaluate(STATE) or {'time': 0})['time'] >= 40)
            episode = moves(browser, 'the episode from 0:40')
            hears(browser, 'the episode', 330)
            check('' if episode and abs(episode['duration'] - 60) < 1 else str(episode), 'the episode has its duration')
            press(browser, button('Moss FM'))
            moves(browser, 'a channel after the episode', after=episode)
            station.fails = True
            until('the failure is known', lambda: 'lastError' in listener.json('GET', PLAYER))
            time.sleep(1)
            text = browser.evaluate("document.querySelector('#player-bar .fault')?.textContent ?? ''")
            check('' if 'audio' in text else text, f'the bar says: {text}')
            picture('failed')
        finally:
            browser.close()
            station.shutdown()
    demo()
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    os.environ.setdefault('PYTHONDONTWRITEBYTECODE', '1')
    main()
