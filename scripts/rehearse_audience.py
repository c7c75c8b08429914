"""rehearse_audience.py [--pictures FOLDER] [--cut SECONDS] [--streams N] [--pages N]: tests the audience's page in Chromium.

A phone of 390 by 844 opens /live before the concert and follows a whole movement measure by measure; each measure, section and note on its screen
must be the right one. Then the network is cut, while the concert goes on, and returns; it becomes slow (three seconds each way); the reader turns
back by keyboard and returns to live; the page is loaded again without a network, and is read without one on plain HTTP; a new revision of the notes
is published; and the notes are in Hebrew. The page's
accessibility tree, contrasts, target sizes, layout shifts and the bytes of its first screen are checked. At the end five pages and 200 event streams, which
Node.js reads with the page's own rules, follow the concert at once, and then 200 pages in one browser.

Exit status 1 if a check fails. --pictures stores pictures of each state on a phone and on a desktop.
"""
import argparse
import asyncio
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from browser import Browser
from served import EVENING, ROOT, Served

OBSERVE = """
window.shift = 0;
window.shifted = [];
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    window.shift += entry.value;
    window.shifted.push(...entry.sources.map(({ node }) => [node?.nodeName, node?.id, node?.parentNode?.nodeName, node?.parentNode?.id].join(' ')));
  }
}).observe({ type: 'layout-shift', buffered: true });
"""
# The measures that a page has shown, with their times: of a visible page in the frame after they were drawn.
SEEN = OBSERVE + """
window.seen = [];
let shown = '';
new MutationObserver(() => {
  const text = document.getElementById('measure')?.textContent ?? '';
  if (text === shown) return;
  shown = text;
  const note = () => window.seen.push([text, Date.now()]);
  document.hidden ? note() : requestAnimationFrame(note);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
BYTES = """
[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(entry => ({ path: new URL(entry.name).pathname, bytes: entry.transferSize }))
"""
# Texts whose contrast with their background is below 4.5, and controls smaller than 24 by 24 pixels.
CHECKS = """
(() => {
  const channel = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  const light = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
  const ground = element => {
    for (let node = element; node; node = node.parentElement) {
      const colour = numbers(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    return [0, 0, 0];
  };
  const seen = element => { const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    return box.width > 1 && box.height > 1 && style.visibility === 'visible' && !element.closest('[hidden]'); };
  const faults = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!seen(element) || ![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
    if (element.closest(':disabled') || element.closest('.hidden, .skip')) continue;
    const one = light(numbers(getComputedStyle(element).color)), other = light(ground(element));
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)}: ${element.textContent.trim().slice(0, 40)}`);
  }
  for (const element of document.querySelectorAll('a, button, input, summary')) {
    const box = element.getBoundingClientRect();
    // A link inside a sentence may be as high as its line (WCAG 2.2 2.5.8).
    if (seen(element) && !element.matches('.skip') && (box.height < 24 || box.width < 24)) {
      faults.push(`target ${box.width.toFixed(0)} by ${box.height.toFixed(0)}: ${element.textContent.trim().slice(0, 40)}`);
    }
  }
  // A phone zooms out until all is seen, and innerWidth grows with that.
  if (document.documentElement.scrollWidth > screen.width) faults.push('the page is wider than the screen');
  return faults;
})()
"""
STREAMS = """
import http from 'node:http';
const [port, count, host] = [Number(process.argv[1]), Number(process.argv[2]), process.argv[3]];
const newest = new Map();
for (let number = 0; number < count; number += 1) {
  const reading = new Reading();
  http.get({ port, host: '127.0.0.1', path: '/api/v1/live/events', headers: { Host: host }, agent: false }, answer => {
    let rest = '';
    answer.setEncoding('utf8');
    answer.on('data', text => {
      const events = (rest + text).split('\\n\\n');
      rest = events.pop();
      for (const event of events) {
        const field = name => event.split('\\n').find(line => line.startsWith(`${name}: `))?.slice(name.length + 2);
        if (field('event') !== 'position' || !reading.take(JSON.parse(field('data')))) continue;
        const revision = reading.live.revision, all = (newest.get(revision) ?? 0) + 1;
        newest.set(revision, all);
        if (all === count) console.log(`${revision} ${Date.now()}`);
      }
    });
  });
}
"""


class Line:
    """A network between the browser and the service that can be cut and slowed down."""

    def __init__(self, port):
        self.target, self.delay, self.isCut = port, 0.0, False
        self.loop, self.writers = asyncio.new_event_loop(), set()
        started = threading.Event()
        threading.Thread(target=self.run, args=(started,), daemon=True).start()
        started.wait()

    def run(self, started):
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(asyncio.start_server(self.serve, '127.0.0.1', 0))
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        self.loop.run_forever()

    def cut(self):
        self.isCut = True
        self.loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in list(self.writers)])

    def mend(self):
        self.isCut = False

    async def serve(self, reader, writer):
        if self.isCut:
            writer.transport.abort()
            return
        try:
            upstream, service = await asyncio.open_connection('127.0.0.1', self.target)
        except OSError:
            writer.close()
            return
        self.writers |= {writer, service}
        try:
            await asyncio.gather(self.carry(reader, service), self.carry(upstream, writer), return_exceptions=True)
        finally:
            self.writers -= {writer, service}
            for end in (writer, service):
                end.close()

    async def carry(self, reader, writer):
        while data := await reader.read(1 << 16):
            if self.delay:
                await asyncio.sleep(self.delay)
            writer.write(data)
            await writer.drain()
        writer.close()


class Rehearsal:
    def __init__(self, service, options):
        self.service, self.options, self.faults, self.count = service, options, [], 0
        self.line = Line(service.port)
        self.url = f'http://127.0.0.1:{self.line.port}'
        self.browser = Browser()
        self.browser.call('Page.addScriptToEvaluateOnNewDocument', source=OBSERVE)
        self.browser.size(390, 844)
        concert = self.get('/api/v1/concert')
        self.pieces = [self.get(piece['url']) for piece in concert['pieces']]

    # What the service does.

    def get(self, path):
        return json.load(urllib.request.urlopen(self.service.url + path, timeout=30))

    def call(self, method, path, body):
        request = urllib.request.Request(self.service.url + path, method=method, data=json.dumps(body).encode(), headers={
            'Authorization': f'Bearer {self.service.tokens["operator"]}', 'Content-Type': 'application/json'})
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def move(self, piece=None, measure=None, state=None):
        body = {'piece': piece and piece['name'], 'measure': measure, 'state': state}
        return self.call('PUT', '/api/v1/live', {name: value for name, value in body.items() if value is not None})

    # What the page shows.

    def evaluate(self, expression, waits=False):
        return self.browser.evaluate(expression, waits)

    def text(self, name):
        return self.evaluate(f"document.getElementById('{name}')?.innerText ?? ''").strip()

    def note(self):
        return self.evaluate("[...document.querySelectorAll('#note p')].map(p => p.textContent).join(' ')")

    def until(self, condition, what, limit=20):
        """Waits for a condition in the page. Returns the time that it took."""
        start = time.monotonic()
        while time.monotonic() - start < limit:
            try:
                if self.evaluate(condition):
                    return time.monotonic() - start
            except RuntimeError:
                pass  # The page goes away as it is asked.
            time.sleep(0.01)
        self.check(False, f'{what} within {limit} s: {self.evaluate("document.body.innerText")[:600]}')
        return limit

    def check(self, isTrue, what):
        self.count += 1
        if not isTrue:
            self.faults.append(what)
            print('FAULT:', what, flush=True)

    def picture(self, name):
        if not self.options.pictures:
            return
        for screen, (width, height) in {'phone': (390, 844), 'desktop': (1280, 800)}.items():
            self.browser.size(width, height)
            time.sleep(0.3)
            self.browser.picture(f'{self.options.pictures}/{name}-{screen}.png', height)
        self.browser.size(390, 844)

    def expect_right(self, piece, measure):
        """Checks measure, section and note against the piece."""
        table = piece['measureTable']
        self.check(self.text('measure') == table['printed'][measure - 1],
                   f'measure {measure}: the page shows {self.text("measure")}')
        section = [row for row in piece['structure'] if row['measure'] <= measure][-1:]
        if section:
            self.check(self.text('section') == section[0]['label'], f'measure {measure}: section {self.text("section")}')
        notes = piece['tracks'][0]['annotations']
        note = ([row for row in notes if row['measure'] <= measure] or notes)[-1 if measure >= notes[0]['measure'] else 0]
        text = ' '.join(part['text'] for part in note['text'] if part.get('text'))
        self.check(self.note() == text, f'measure {measure}: note {self.note()[:60]!r}, not {text[:60]!r}')

    def shows(self, printed):
        return f"document.getElementById('measure').textContent === {json.dumps(printed)}"

    def look(self, name):
        faults = self.evaluate(CHECKS)
        self.check(faults == [], f'{name}: {faults}')
        self.picture(name)

    # The parts of the rehearsal.

    def before(self):
        self.browser.open(self.url + '/live')
        self.until("document.body.dataset.link === 'live' && document.querySelector('#pieces button') !== null", 'the programme')
        self.check('begins soon' in self.text('welcome'), 'the programme says that the concert begins soon')
        self.look('1-before')
        self.check(self.evaluate('document.cookie') == '', 'the page sets no cookie')

    def first_screen(self):
        """The bytes of the first screen at a note, without anything stored."""
        self.move(self.pieces[0], 1, 'running')
        tab = self.browser
        tab.call('Storage.clearDataForOrigin', origin=self.url, storageTypes='all')
        tab.call('Network.clearBrowserCache')
        tab.open(self.url + '/live')
        self.until("document.querySelector('#sections button') !== null && document.querySelector('#strip .wave') !== null && "
                   + self.shows('1'),
                   'the first screen')
        entries = self.evaluate(BYTES)
        total = sum(entry['bytes'] for entry in entries)
        parts = ', '.join('{} {}'.format(entry['path'].rsplit('/', 1)[-1], entry['bytes']) for entry in entries)
        print(f'first screen: {total} bytes in {len(entries)} requests ({parts})')
        self.check(total <= 60_000, f'the first screen needs {total} bytes')
        # The list is empty if Chromium would offer to install the page.
        errors = self.browser.call('Page.getInstallabilityErrors')['installabilityErrors']
        self.check(errors == [], f'the page can be installed: {errors}')
        icons = self.get('/live/manifest.webmanifest')['icons']
        self.check({(icon['sizes'], icon['purpose']) for icon in icons if icon['type'] == 'image/png'}
                   == {(size, purpose) for size in ('192x192', '512x512') for purpose in ('any', 'maskable')}, f'the icons: {icons}')
        for path, size in [(icon['src'], icon['sizes']) for icon in icons if icon['type'] == 'image/png'] + [
                (self.evaluate("document.querySelector('link[rel=apple-touch-icon]').getAttribute('href')"), '180x180')]:
            drawn = self.evaluate(f"(async () => {{ const image = new Image(); image.src = {json.dumps(path)}; await image.decode();"
                                  "return `${image.naturalWidth}x${image.naturalHeight}`; })()", waits=True)
            self.check(drawn == size, f'{path} has {drawn}')

    def movement(self):
        piece, times = self.pieces[0], []
        for measure in range(1, piece['measures'] + 1):
            printed = piece['measureTable']['printed'][measure - 1]
            before = time.monotonic()
            self.move(piece, measure)
            self.until(self.shows(printed), f'measure {measure}')
            times.append(time.monotonic() - before)
            # The note and the section follow in the same frame.
            self.expect_right(piece, measure)
        times.sort()
        print(f'a movement of {len(times)} measures: from the request to the screen median {times[len(times) // 2] * 1000:.0f} ms, '
              f'longest {times[-1] * 1000:.0f} ms, layout shift {self.evaluate("window.shift"):.4f}')
        self.check(self.evaluate('window.shift') < 0.001, f'the layout shifts by {self.evaluate("window.shift")}: {self.evaluate("[...new Set(window.shifted)]")}')
        measure = next(row['measure'] for row in piece['tracks'][0]['annotations']
                       if any(part.get('picture') for part in row['text']))
        self.move(piece, measure)
        self.until("document.querySelector('#note img')?.complete", 'the picture')
        self.check(self.evaluate("document.querySelector('#note img').naturalWidth") > 0, 'the picture is loaded')
        self.look('2-note')

    def network_cut(self):
        piece = self.pieces[1]
        self.move(piece, 1)
        self.until("document.getElementById('movement').textContent.endsWith(" + json.dumps(piece['movement']) + ')', 'the second movement')
        shown = self.text('measure')
        self.line.cut()
        began = time.monotonic()
        for measure in range(2, 12):
            self.move(piece, measure)
        took = self.until("document.body.dataset.link === 'lost'", 'the words for a lost connection', 15)
        self.check(self.text('connection').startswith('Not connected'), f'the page says {self.text("connection")!r}')
        self.check(self.text('measure') == shown, 'the page keeps the last state')
        self.look('3-not-connected')
        while time.monotonic() - began < self.options.cut:
            time.sleep(0.1)
        self.line.mend()
        back = self.until("document.body.dataset.link === 'live' && " + self.shows(piece['measureTable']['printed'][10]),
                          'the return', 10)
        self.expect_right(piece, 11)
        print(f'network cut for {self.options.cut} s: noticed after {took:.1f} s, right again {back:.1f} s after its return')

    def slow_network(self):
        piece = self.pieces[1]
        self.line.delay = 1.5
        waits = []
        for measure in (12, 13, 14, 20):
            before = time.monotonic()
            self.move(piece, measure)
            self.until(self.shows(piece['measureTable']['printed'][measure - 1]), f'measure {measure} on a slow network', 12)
            waits.append(time.monotonic() - before)
            self.check(self.evaluate("document.body.dataset.link") == 'live', 'a slow network is not a lost one')
        self.browser.call('Page.reload')
        time.sleep(1)
        self.until(self.shows(piece['measureTable']['printed'][19]) + " && document.body.dataset.link === 'live'",
                   'the page on a slow network', 40)
        self.line.delay = 0
        print(f'with 3 s for a request and its answer: measures after {", ".join(f"{wait:.1f}" for wait in waits)} s')

    def key(self, name):
        for kind in ('keyDown', 'keyUp'):
            self.browser.call('Input.dispatchKeyEvent', type=kind, key=name, code=name,
                              windowsVirtualKeyCode={'ArrowLeft': 37, 'ArrowRight': 39, 'Home': 36, 'Escape': 27, 'Tab': 9}[name])

    def turning_back(self):
        piece = self.pieces[0]
        notes = piece['tracks'][0]['annotations']
        self.move(piece, notes[4]['measure'])
        self.until("document.getElementById('count').textContent.startsWith('Note 5 of')", 'the fifth note')
        self.key('ArrowLeft')
        self.key('ArrowLeft')
        self.until("!document.getElementById('back-to-live').hidden", 'the button Back to live')
        pinned = self.note()
        self.check(pinned == ' '.join(p['text'] for p in notes[2]['text'] if p.get('text')), 'the third note is shown')
        self.move(piece, notes[6]['measure'])
        printed = piece['measureTable']['printed'][notes[6]['measure'] - 1]
        self.until(f"document.getElementById('back-measure').textContent.endsWith('m. {printed}')", 'the live measure on the button')
        self.check(self.note() == pinned, 'the place is kept while the concert moves on')
        self.look('4-turned-back')
        self.key('Home')
        self.until(self.shows(printed), 'the return to live')
        self.expect_right(piece, notes[6]['measure'])
        # Only with the keyboard: tabs reach every control in order.
        reached = []
        self.evaluate("document.activeElement.blur()")
        for _ in range(14):
            self.key('Tab')
            reached.append(self.evaluate("document.activeElement.id || document.activeElement.className"))
        for name in ('stage', 'earlier', 'later', 'to-programme', 'to-glossary', 'to-settings'):
            self.check(name in reached, f'Tab reaches {name}: {reached}')

    def dialogs(self):
        self.evaluate("document.getElementById('structure').open = true")
        self.look('5-structure')
        keys = self.evaluate("[...document.querySelectorAll('#sections .keys')].map(keys => keys.textContent)")
        sections = self.pieces[0]['structure']
        self.check(len(keys) == len(sections) and self.pieces[0]['keys'][0]['name'] in keys[0], f'the keys beside the sections: {keys}')
        for key in self.pieces[0]['keys']:
            self.check(any(key['name'] in text for text in keys), f'the key {key["name"]} in the drawer')
        self.check(self.evaluate("document.querySelectorAll('#strip .key').length") == len(self.pieces[0]['keys']) - 1,
                   'the strip marks the changes of key')
        self.evaluate("document.getElementById('structure').open = false")
        for name in ('settings', 'glossary'):
            self.evaluate(f"document.getElementById('to-{name}').click()")
            self.look(f'6-{name}')
            self.key('Escape')
            self.until(f"!document.getElementById('{name}').open", f'{name} closes')
        # Another track, and the first again.
        tracks = self.pieces[0]['tracks']
        self.evaluate("document.getElementById('to-settings').click()")
        for number in (1, 0):
            self.evaluate(f"document.querySelectorAll('#tracks input')[{number}].click()")
            notes = tracks[number]['annotations']
            self.until(f"document.getElementById('count').textContent.endsWith('of {len(notes)}')", f'the track {tracks[number]["name"]}')
            self.check(any(self.text_of(note) == self.note() for note in notes), f'a note of {tracks[number]["name"]}: {self.note()[:60]!r}')
        self.key('Escape')
        # The choice to report delays is kept on the device, and shown as chosen after a reload.
        for chosen in (True, False):
            self.evaluate("document.getElementById('report').click()")
            self.browser.leave(lambda: self.browser.call('Page.reload'), 'the page')
            self.until("document.body.dataset.link === 'live'", 'the page after a reload')
            self.evaluate("document.getElementById('to-settings').click()")
            self.check(self.evaluate("document.getElementById('report').checked") is chosen, f'the choice to report is kept: {chosen}')
            if chosen:
                self.picture('6-settings-reporting')
        self.key('Escape')
        # The glossary may arrive after the position.
        self.until("document.querySelector('.term, #glossary-list button') !== null", 'the glossary after a reload')
        self.evaluate("document.querySelector('.term, #glossary-list button').click()")
        self.look('6-term')
        self.evaluate("document.getElementById('term').close()")
        self.evaluate("document.getElementById('to-programme').click()")
        self.look('7-programme')
        self.evaluate("document.getElementById('to-programme').click()")
        brightness = "getComputedStyle(document.querySelector('#note').appendChild(new Image())).filter"
        self.check(self.evaluate(brightness) == 'brightness(0.5)', 'pictures are dimmed')
        self.evaluate("document.getElementById('brightness').value = 4;"
                      "document.getElementById('brightness').dispatchEvent(new Event('input', { bubbles: true }))")
        self.check(self.evaluate(brightness) == 'brightness(1)', 'pictures at full brightness')
        self.check(self.evaluate("localStorage.getItem('live.brightness')") == '4', 'the brightness is kept on the device')
        self.evaluate("for (const image of document.querySelectorAll('#note > img')) image.remove()")
        self.evaluate("for (let n = 0; n < 3; n += 1) document.getElementById('larger').click()")
        self.look('8-largest')
        self.check(self.evaluate("localStorage.getItem('live.size')") == '5', 'the size is kept on the device')
        self.evaluate("for (let n = 0; n < 3; n += 1) document.getElementById('smaller').click()")

    def accessibility(self):
        nodes = self.browser.call('Accessibility.getFullAXTree')['nodes']
        tree = [(node.get('role', {}).get('value'), node.get('name', {}).get('value', '')) for node in nodes if not node.get('ignored')]
        wanted = [('button', 'Earlier'), ('button', 'Later'), ('button', 'Programme'), ('button', 'Glossary'), ('button', 'Settings'),
                  ('region', 'Note'), ('region', 'Current position'), ('navigation', 'Notes'), ('heading', 'An American Evening'),
                  ('DisclosureTriangle', 'Structure of the piece')]
        for role, name in wanted:
            self.check((role, name) in tree, f'the accessibility tree has {role} {name!r}')
        article = next((node for node in nodes if node.get('role', {}).get('value') == 'article'), None)
        live = {p['name']: p['value'].get('value') for p in (article or {}).get('properties', [])}
        self.check(live.get('live') == 'polite' and live.get('atomic') is True, f'the note is announced politely: {live}')
        print(f'accessibility tree: {len(tree)} nodes')

    def states(self):
        message = self.call('POST', '/api/v1/messages', {'title': 'Welcome', 'body': 'Please keep your phones silent.', 'style': 'BUTTON',
                                                          'buttonText': 'I will'})
        self.until("document.querySelector('#message button')?.textContent === 'I will'", 'the message')
        self.look('9-message')
        self.evaluate("document.querySelector('#message button').click()")
        self.until("!document.querySelector('#message button')", 'the message closes')
        self.call('POST', '/api/v1/messages', {'title': 'Survey', 'body': 'How was it?', 'style': 'LINK', 'url': 'https://survey.example/hall',
                                               'buttonText': 'To the survey'})
        self.until("document.querySelector('#message a')?.textContent === 'To the survey'", 'the message with a link')
        self.check(self.evaluate("[...['href', 'target', 'rel'].map(name => document.querySelector('#message a').getAttribute(name))].join(' ')")
                   == 'https://survey.example/hall _blank noopener noreferrer', 'the link opens in a page of its own')
        self.look('9-link')
        self.evaluate("document.querySelector('#message button').click()")
        self.until("!document.querySelector('#message a')", 'the message with a link closes')
        self.move(state='held')
        self.until("document.getElementById('state').textContent === 'Paused'", 'held')
        self.look('9-held')
        self.move(state='blackout')
        self.until("!document.getElementById('blackout').hidden", 'blackout')
        self.look('9-blackout')
        self.move(state='running')
        self.until("document.getElementById('blackout').hidden", 'the end of the blackout')
        self.move(state='ended')
        self.until("document.body.dataset.view === 'programme' && document.getElementById('welcome').textContent.includes('has ended')", 'the end')
        self.look('9-ended')
        self.move(self.pieces[0], 3, 'running')
        self.until(self.shows('3') + " && document.body.dataset.view === 'note'", 'the resumed concert')
        return message

    def offline(self):
        self.until("document.getElementById('kept').textContent.includes('stored on this device')", 'the concert is stored', 40)
        piece = self.pieces[3]
        self.move(piece, 40)
        printed = piece['measureTable']['printed'][39]
        self.until(self.shows(printed) + " && document.getElementById('movement').textContent.endsWith(" + json.dumps(piece['movement']) + ')',
                   'the fourth movement')
        time.sleep(0.5)
        self.line.cut()
        self.browser.leave(lambda: self.browser.call('Page.reload'), 'the page without a network')
        self.until("document.querySelectorAll('#sections button').length > 0 && " + self.shows(printed), 'the last state without a network', 30)
        self.expect_right(piece, 40)
        self.until("document.body.dataset.link === 'lost'", 'the words', 15)
        other = self.pieces[0]
        self.evaluate(f"document.querySelector('#pieces [data-piece={json.dumps(other['name'])}]').click()")
        self.until(self.shows('1'), 'another piece without a network')
        seen = 0
        for _ in other['tracks'][0]['annotations']:
            if self.evaluate("Boolean(document.querySelector('#note img'))"):
                self.until("document.querySelector('#note img').complete && document.querySelector('#note img').naturalWidth > 0",
                           'a picture without a network')
                seen += 1
            self.key('ArrowRight')
        self.check(seen > 0, 'pictures are seen without a network')
        self.look('A-offline')
        self.line.mend()
        self.until("document.body.dataset.link === 'live'", 'the return of the network', 15)
        self.evaluate("document.getElementById('back-to-live').click()")
        self.until(self.shows(printed), 'live again')
        print(f'offline reload: the last state, all notes of another piece and {seen} pictures')

    def end_of_piece(self):
        """After the last measure the page names the piece that is over and the next one, until the concert goes on."""
        piece, following = self.pieces[0], self.pieces[1]
        self.move(piece, piece['measures'], 'running')
        self.until(self.shows(piece['measureTable']['printed'][-1]), 'the last measure')
        title = self.text('work')
        self.move(following, 1)
        self.until(f"document.getElementById('work').textContent === {json.dumps('End of ' + piece['movement'])}", 'the end of the movement')
        self.check(self.text('movement') == 'Next: ' + following['movement'], f'the next movement: {self.text("movement")}')
        self.expect_right(following, 1)
        self.look('F-end-of-piece')
        self.move(following, 2)
        self.until(f"document.getElementById('work').textContent === {json.dumps(title)}", 'the concert goes on')
        self.check(self.text('movement') == following['movement'], f'the movement: {self.text("movement")}')
        self.check(self.evaluate("document.getElementById('ending').textContent") == '', 'the end is forgotten')

    def plain_http(self):
        """Without HTTPS: the hint about the screen, and pictures without a network or a service worker."""
        service, piece = self.browser, self.pieces[0]
        self.move(piece, 1, 'running')
        self.browser = Browser(f'--host-resolver-rules=MAP {self.service.tenant}.example 127.0.0.1')
        try:
            self.browser.size(390, 844)
            self.browser.open(f'http://{self.service.tenant}.example:{self.line.port}/live')
            self.until("document.body.dataset.link === 'live'", 'the page on plain HTTP')
            self.check(self.evaluate('isSecureContext') is False, 'the page is not secure')
            self.check('begins with https' in self.evaluate("document.getElementById('awake-hint').textContent"), 'the hint in the programme')
            self.evaluate("document.getElementById('to-settings').click()")
            self.check('begins with https' in self.text('awake-words'), 'the hint in the settings')
            self.check(self.evaluate("document.getElementById('awake').disabled && !document.getElementById('awake').checked"),
                       'the screen cannot be kept on')
            self.look('G-plain-http')
            self.key('Escape')
            self.until("document.getElementById('kept').textContent.includes('while this page stays open')", 'the concert is loaded', 40)
            self.line.cut()
            self.until("document.body.dataset.link === 'lost'", 'the lost network', 15)
            seen = 0
            for _ in piece['tracks'][0]['annotations']:
                if self.evaluate("Boolean(document.querySelector('#note img'))"):
                    self.until("document.querySelector('#note img').naturalWidth > 0", 'a picture without a network')
                    seen += 1
                self.key('ArrowRight')
            self.check(seen > 0, 'pictures are seen without a network and a service worker')
            print(f'plain HTTP without a network: {seen} pictures')
        finally:
            self.line.mend()
            self.browser.close()
            self.browser = service

    def swipe(self, across):
        touch = [{'x': 190, 'y': 420}]
        self.browser.call('Input.dispatchTouchEvent', type='touchStart', touchPoints=touch)
        self.browser.call('Input.dispatchTouchEvent', type='touchMove', touchPoints=[{'x': 190 + across, 'y': 424}])
        self.browser.call('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])

    def right_to_left(self):
        """Notes in Hebrew: their direction, and that of keys, swipes and buttons."""
        piece = self.pieces[0]
        notes = piece['tracks'][0]['annotations']
        with tempfile.TemporaryDirectory() as folder:
            copy = f'{folder}/evening'
            shutil.copytree(EVENING, copy)
            with open(f'{copy}/programme.json', encoding='utf-8') as file:
                programme = json.load(file)
            for entry in programme['pieces']:
                entry['tracks'] = [{'name': piece['tracks'][0]['name'], 'language': 'he'}]
            with open(f'{copy}/programme.json', 'w', encoding='utf-8') as file:
                json.dump(programme, file)
            table = glob.glob(f'{copy}/*Mvt1/annotations.tsv')[0]
            with open(table, encoding='utf-8') as file:
                rows = [row.split('\t') for row in file.read().splitlines()]
            for row in rows[2:] if rows[0][0].startswith('#') else rows[1:]:
                row[-1] = 'Allegro ma non troppo: הנושא הראשי חוזר, והפעם בכינור הראשון. ' + row[-1]
            with open(table, 'w', encoding='utf-8') as file:
                file.write(''.join('\t'.join(row) + '\n' for row in rows))
            self.service.command('import', 'concert', copy, '--tenant', self.service.tenant)
        self.move(piece, notes[4]['measure'], 'running')
        self.browser.open(self.url + '/live')
        self.until("document.getElementById('note').dir === 'rtl' && document.getElementById('count').textContent.startsWith('Note 5 of')",
                   'the note in Hebrew')
        self.check(self.evaluate("getComputedStyle(document.querySelector('#note p')).direction") == 'rtl', 'a paragraph is read from the right')
        self.check(self.evaluate("document.getElementById('later').getBoundingClientRect().left"
                                 " < document.getElementById('earlier').getBoundingClientRect().left"), 'Later is at the left')
        self.look('H-right-to-left')

        def at(number):
            return f"document.getElementById('note').textContent.includes({json.dumps(self.text_of(notes[number])[:40])})"
        self.key('ArrowRight')
        self.until(at(3), 'the right arrow turns back')
        self.key('ArrowLeft')
        self.until(at(4), 'the left arrow turns on')
        self.swipe(120)
        self.until(at(5), 'a swipe to the right turns on')
        self.swipe(-120)
        self.until(at(4), 'a swipe to the left turns back')
        self.service.command('import', 'concert', EVENING, '--tenant', self.service.tenant)

    @staticmethod
    def text_of(note):
        return ' '.join(part['text'] for part in note['text'] if part.get('text'))

    def new_revision(self):
        """Notes are changed while a reader has turned back."""
        piece = self.pieces[0]
        self.move(piece, 44)
        self.until(self.shows(piece['measureTable']['printed'][43]), 'measure 44')
        self.key('ArrowLeft')
        self.until("!document.getElementById('back-to-live').hidden", 'turned back')
        shown = self.note()
        with tempfile.TemporaryDirectory() as folder:
            copy = f'{folder}/evening'
            shutil.copytree(EVENING, copy)
            table = glob.glob(f'{copy}/*Mvt1/annotations.tsv')[0]
            with open(table, encoding='utf-8') as file:
                text = file.read()
            beginning = shown[:30]
            self.check(beginning in text, 'the note is in the folder')
            with open(table, 'w', encoding='utf-8') as file:
                file.write(text.replace(beginning, 'Corrected: ' + beginning))
            self.service.command('import', 'concert', copy, '--tenant', self.service.tenant)
        revision = self.get('/api/v1/concert')['revision']
        self.check(revision == 2, f'the revision is {revision}')
        self.line.cut()
        time.sleep(1)
        self.line.mend()
        self.until("document.getElementById('note').textContent.startsWith('Corrected: ')", 'the corrected note', 30)
        self.check(not self.evaluate("document.getElementById('back-to-live').hidden"), 'the place is kept')
        self.until("caches.keys().then(names => window.storedNames = names) && window.storedNames?.filter(n => n.startsWith('live-concert-')).join()"
                   ".includes('-2-') && window.storedNames.filter(n => n.startsWith('live-concert-')).length === 1", 'one stored revision', 40)
        self.evaluate("document.getElementById('back-to-live').click()")

    def crowd(self):
        """Five pages and many event streams follow at once."""
        with open(f'{ROOT}/Sources/ConcertAudience/Page/Audience.js', encoding='utf-8') as file:
            rules = file.read().split('// The page.')[0]
        count, piece = self.options.streams, self.pieces[0]
        tabs = [self.browser.tab() for _ in range(4)]
        for tab in tabs:
            tab.size(390, 844)
            tab.open(self.url + '/live')
        node = subprocess.Popen(['node', '--input-type=module', '--eval', rules + STREAMS, str(self.service.port), str(count),
                                 f'127.0.0.1:{self.service.port}'], stdout=subprocess.PIPE, text=True)
        first = self.get('/api/v1/live')['revision']
        assert int(node.stdout.readline().split()[0]) >= first
        everywhere, pages = [], []
        for measure in range(60, 100):
            printed = piece['measureTable']['printed'][measure - 1]
            before = time.time()
            revision = self.move(piece, measure)['revision']
            while True:
                told, at = node.stdout.readline().split()
                if int(told) >= revision:
                    break
            everywhere.append(int(at) / 1000 - before)
            for tab in [self.browser, *tabs]:
                while not tab.evaluate(self.shows(printed)):
                    if time.time() - before > 20:
                        self.check(False, f'a page does not follow to measure {measure}')
                        break
            pages.append(time.time() - before)
        node.kill()
        for name, times in (f'{count} streams', everywhere), ('5 pages', pages):
            times.sort()
            print(f'{name}: the last one after median {times[len(times) // 2] * 1000:.0f} ms, longest {times[-1] * 1000:.0f} ms')
            self.check(times[-1] < 1, f'{name} follow within a second: {times[-1]:.2f} s')
        for tab in tabs:
            self.browser.call('Target.closeTarget', targetId=tab.target)

    def hall(self):
        """A hall of pages in one browser. Each has a host name of its own, because a browser opens only six connections to one host. Every
        tenth page is visible; the others are tabs in the background, since this machine draws without a graphics card."""
        count, piece = self.options.pages, self.pieces[0]
        self.move(piece, 59)
        # All pages together in a few processes, as in one phone's browser each would have its own.
        browser = Browser('--host-resolver-rules=MAP *.phones.test 127.0.0.1', '--renderer-process-limit=8', '--disable-site-isolation-trials',
                          '--disable-features=IsolateOrigins,site-per-process')
        try:
            tabs = []
            for number in range(count):
                tab = browser.tab(isVisible=number % 10 == 0)
                tab.size(390, 844)
                tab.call('Page.addScriptToEvaluateOnNewDocument', source=SEEN)
                tab.call('Page.navigate', url=f'http://phone{number}.phones.test:{self.service.port}/live')
                tabs.append(tab)
                if number % 10 == 9:
                    self.until_all(tabs[-10:], "document.body?.dataset.link === 'live' && " + self.shows(piece['measureTable']['printed'][58]))
            self.until_all(tabs, "document.body.dataset.link === 'live'")
            last, each = [], []
            for measure in range(60, 90):
                printed = piece['measureTable']['printed'][measure - 1]
                before = time.time() * 1000
                self.move(piece, measure)
                # Pages are asked afterwards, since questions would slow them down.
                time.sleep(1.5)
                seen = [tab.evaluate(f'window.seen.find(([text, at]) => text === {json.dumps(printed)} && at >= {before - 1})?.[1] ?? null')
                        for tab in tabs]
                missing = seen.count(None)
                self.check(missing == 0, f'{missing} of {count} pages do not show measure {measure} after 1.5 s')
                delays = sorted(at - before for at in seen if at is not None)
                each += delays
                last.append(delays[-1] if delays else 1500)
            each.sort()
            last.sort()
            print(f'{count} pages: median {each[len(each) // 2]:.0f} ms, p99 {each[len(each) * 99 // 100]:.0f} ms; '
                  f'the last one after median {last[len(last) // 2]:.0f} ms, longest {last[-1]:.0f} ms')
            self.check(last[-1] < 1000, f'{count} pages follow within a second: {last[-1]:.0f} ms')
            shifts = [tab.evaluate('window.shift') for tab in tabs]
            self.check(max(shifts) < 0.1, f'a page shifts by {max(shifts)}')
        finally:
            browser.close()

    def until_all(self, tabs, condition):
        for tab in tabs:
            end = time.monotonic() + 60
            while time.monotonic() < end:
                try:
                    if tab.evaluate(condition):
                        break
                except RuntimeError:
                    pass  # The page goes away as it is asked.
                time.sleep(0.05)
            else:
                self.check(False, 'a page of the hall does not open')

    def others(self):
        """Without script, without a concert, and the page for the foyer."""
        self.browser.call('Emulation.setScriptExecutionDisabled', value=True)
        self.browser.call('Page.navigate', url=self.url + '/live')
        time.sleep(1.5)
        self.picture('B-without-script')
        self.browser.call('Emulation.setScriptExecutionDisabled', value=False)
        self.check('The notes follow the music' in self.evaluate('document.body.innerText'), 'the programme without script')
        self.browser.open(self.url + '/live/poster')
        self.look('C-poster')
        self.browser.open(self.url + '/')
        self.check(self.evaluate("[...document.querySelectorAll('a')].some(a => a.getAttribute('href') === '/live')"),
                   'the start page leads to the notes in one touch')
        self.picture('D-start')
        self.service.command('concert', 'off-air', '--tenant', self.service.tenant)
        self.browser.open(self.url + '/live')
        self.until("document.body.dataset.link === 'live' && document.body.dataset.state === 'off'", 'off the air')
        self.look('E-off-air')
        self.service.command('concert', 'activate', 'evening', '--tenant', self.service.tenant)
        self.until("document.body.dataset.state === 'ready'", 'a concert begins')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--pictures', metavar='FOLDER', help='keep a PNG of each state on a phone and on a desktop')
    parser.add_argument('--cut', type=float, default=30, help='how many seconds the network is cut')
    parser.add_argument('--streams', type=int, default=200, help='how many event streams follow at once')
    parser.add_argument('--pages', type=int, default=200, help='how many pages follow at once')
    parser.add_argument('--only', nargs='*', help='the parts to rehearse, by their names in the script')
    options = parser.parse_args()
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    parts = ['before', 'first_screen', 'movement', 'network_cut', 'slow_network', 'turning_back', 'dialogs', 'accessibility',
             'states', 'end_of_piece', 'offline', 'plain_http', 'new_revision', 'right_to_left', 'crowd', 'hall', 'others']
    with Served(TUTTI_RATE_ADDRESS='0', TUTTI_RATE_TENANT='0', TUTTI_RATE_ACCOUNT='0') as service:
        glossary = os.path.join(os.path.dirname(EVENING), 'glossary.tsv')
        service.command('import', 'glossary', glossary, '--tenant', service.tenant)
        rehearsal = Rehearsal(service, options)
        try:
            for part in parts:
                if not options.only or part in options.only or part in ('before', 'first_screen'):
                    getattr(rehearsal, part)()
        finally:
            rehearsal.browser.close()
        print(f'{rehearsal.count} checks, {len(rehearsal.faults)} faults')
        sys.exit(1 if rehearsal.faults else 0)


if __name__ == '__main__':
    main()
