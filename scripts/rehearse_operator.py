"""rehearse_operator.py [--quick] [--presses N] [--side-by-side N] [--delays MS…] [--losses %…] [--paces MS…] [--takeovers N] [--only-takeovers]
[--pictures FOLDER]:
tests the operator's page in Chromium over slow and lossy networks.

For each delay (added to the round trip), share of lost requests (half before the service sees them, half after it has answered)
and pace, a page presses Next and Back 1,000 times, three of ten times Back, while a colleague moves the concert three times. At
the end the position of the concert must be the result of all presses that the page did not visibly refuse. The number of
refused presses is read from the page, and the log of the service must contain each counted press once. Before, a person takes over from the automatic advance 100 times, by T and
by Next; the time from the key to the visible confirmation is measured on this page and on a colleague's, and must be at most 100 ms. Then
single rules are tested: double taps, reloads, undo, colleagues, visible elements.

Those of one pace run side by side at the pace of life, which takes a quarter of an hour for all. More side by side are faster, and
measure the machine rather than the network.
Exit status 1 if a check fails.
"""
import argparse
import base64
import http.client
import json
import os
import re
import sys
import time

from browser import Browser
from relay import Relay
from served import EVENING, PASSWORD, Served

PRESSES = """
window.rehearse = async (count, pace, seed) => {
  const tally = window.tally = { Next: 0, Back: 0, refusals: [], told: [], most: 0, isDone: false };
  let state = seed;
  const chance = share => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296 < share;
  new MutationObserver(changes => {
    for (const change of changes) for (const node of change.addedNodes) tally.refusals.push(node.textContent);
  }).observe(document.getElementById('refusals'), { childList: true });
  new MutationObserver(() => {
    const words = document.getElementById('notice').textContent;
    if (/tap|Not done|Held/.test(words)) tally.told.push(words);
  }).observe(document.getElementById('notice'), { childList: true, characterData: true, subtree: true });
  new MutationObserver(() => {
    tally.most = Math.max(tally.most, parseInt(document.getElementById('waiting').textContent) || 0);
  }).observe(document.getElementById('waiting'), { childList: true, characterData: true, subtree: true });
  for (let number = 0; number < count; number += 1) {
    const id = chance(0.3) ? 'back' : 'next';
    const button = document.getElementById(id), box = button.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, button: 0, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    for (const name of ['pointerdown', 'pointerup']) {
      button.dispatchEvent(new PointerEvent(name, { ...at, pointerId: number, pointerType: 'touch' }));
    }
    button.dispatchEvent(new MouseEvent('click', { ...at, detail: 1 }));
    tally[id === 'next' ? 'Next' : 'Back'] += 1;
    await new Promise(done => setTimeout(done, pace));
  }
  tally.isDone = true;
};
"""
WAITING = "(JSON.parse(sessionStorage.getItem('operator'))?.queue?.moves ?? []).length"
LIMIT = 3600


class Desk:
    """A separate tenant with a concert on the air, an operator and a colleague."""

    def __init__(self, service, number):
        self.service, self.slug = service, f'desk{number}'
        self.host = f'{self.slug}.localhost'
        service.command('tenant', 'add', self.slug, '--name', f'Desk {number}', '--host', self.host,
                        '--multicast', f'239.255.70.1:{20000 + number}')
        service.command('import', 'concert', EVENING, '--tenant', self.slug, '--activate')
        for login in ('olive', 'bob'):
            service.command('user', 'add', '--tenant', self.slug, '--login', login, '--role', 'operator',
                            '--password-stdin', input=PASSWORD + '\n')
        self.token = service.command('token', 'create', '--tenant', self.slug, '--login', 'bob').strip()
        self.relay = Relay(service.port, number)
        self.url = f'http://{self.host}:{self.relay.port}'
        self.lengths = {}
        for line in self.query('select name, measure_count from app.piece order by position').splitlines():
            name, length = line.rsplit('|', 1)
            self.lengths[name] = int(length)

    def query(self, statement):
        return self.service.command('psql', '--', '-qAt', '-v', 'ON_ERROR_STOP=1', input=f"""
            select set_config('app.tenant_id', (select tenant_id::text from control.resolve_host('{self.host}')), false);
            {statement};""").split('\n', 1)[1].strip()

    def api(self, method, path, body=None):
        connection = http.client.HTTPConnection('127.0.0.1', self.service.port, timeout=60)
        connection.request(method, path, body and json.dumps(body), {
            'Host': self.host, 'Authorization': f'Bearer {self.token}', 'Content-Type': 'application/json'})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f'{method} {path}: {answer.status} {text}')
        return json.loads(text)

    def move(self, by):
        return self.api('POST', '/api/v1/live/steps', {'by': by})

    def measure(self):
        """The place in the programme as one number."""
        live = self.api('GET', '/api/v1/live')
        names = list(self.lengths)
        return sum(self.lengths[name] for name in names[:names.index(live['piece'])]) + live['measure']

    def log_in(self, tab, login='olive'):
        tab.open(self.url + '/login')
        # A signed-in user is redirected.
        if tab.evaluate('document.querySelector(\'form[action="/login"]\') !== null'):
            tab.send_form('form[action="/login"]', login=login, password=PASSWORD)
        tab.open(self.url + '/operator')


class Combination:
    """One page with its delay, loss and pace; it is made ready on a good network, and presses from `begin` on."""

    def __init__(self, desk, tab, delay, loss, pace, presses):
        self.desk, self.tab, self.presses = desk, tab, presses
        self.delay, self.loss, self.pace = delay, loss, pace
        self.moves, self.faults = 0, []
        desk.relay.delay = desk.relay.loss = 0
        tab.size(390, 844)
        desk.log_in(tab)
        tab.evaluate("sessionStorage.clear()")
        desk.api('PUT', '/api/v1/live', {'piece': list(desk.lengths)[0], 'measure': 60})
        tab.open(desk.url + '/operator')
        self.start, self.first = desk.measure(), desk.api('GET', '/api/v1/live')['revision']

    def begin(self):
        relay, seed = self.desk.relay, self.delay * 7 + self.loss * 31 + self.pace
        relay.delay, relay.loss = self.delay / 1000, self.loss / 100
        relay.requests = relay.lost = 0
        self.tab.evaluate(PRESSES + f'rehearse({self.presses}, {self.pace}, {seed}); 1')
        self.begun = time.time()

    def look(self):
        """Lets the colleague move when it is time. Returns whether all is pressed and answered."""
        tally = self.tab.evaluate('({...tally, waiting: ' + WAITING + '})')
        done = tally['Next'] + tally['Back']
        while self.moves < 3 and done > self.presses * (self.moves + 1) / 4:
            self.desk.move(7)
            self.moves += 1
        if tally['isDone'] and not tally['waiting']:
            self.tally = tally
            self.seconds = time.time() - self.begun
            return True
        return False

    def judge(self):
        tally, desk = self.tally, self.desk
        refused = {'Next': 0, 'Back': 0}
        for words in tally['refusals']:
            for count, name in re.findall(r'(\d+) × (Next|Back)', words.split(':')[0]):
                refused[name] += int(count)
        made = {name: tally[name] - refused[name] for name in refused}
        expected = self.start + 7 * self.moves + made['Next'] - made['Back']
        found = desk.measure()
        logged = int(desk.query(
            f"""select count(*) from app.live_change c join app.user_account u on u.user_id = c.user_id
                 where u.login = 'olive' and c.revision > {self.first}"""))
        if found != expected:
            self.faults.append(f'the concert is at {found}, the page leads to {expected}')
        if logged != sum(made.values()):
            self.faults.append(f'{logged} presses in the log, {sum(made.values())} by the page')
        if tally['told'] or tally['Next'] + tally['Back'] != self.presses:
            self.faults.append(f'{tally["Next"] + tally["Back"]} presses, told {tally["told"][:3]}')
        desk.relay.delay = desk.relay.loss = 0
        live = desk.api('GET', '/api/v1/live')['revision']
        if not until(lambda: self.tab.evaluate("Number(document.getElementById('now').dataset.at)") == live):
            self.faults.append('the page shows another position than the hall')
        print(f'{self.delay:6} {self.loss:5} {self.pace:5} {tally["Next"]:5} {tally["Back"]:5} {sum(made.values()):5} '
              f'{sum(refused.values()):7} {len(tally["refusals"]):8} {tally["most"]:7} {desk.relay.requests:8} '
              f'{desk.relay.lost:5} {expected:8} {found:6} {self.seconds:7.0f}  '
              f'{"; ".join(self.faults) or "right"}', flush=True)


def until(condition, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False


# Waits for a key and then for words on the page. The time is taken in the frame after the one in which the words are drawn.
CONFIRMED = """
window.confirmed = (isThere, key) => {
  const result = window.result = {};
  const end = () => requestAnimationFrame(() => setTimeout(() => { result.at = Date.now(); }));
  const look = () => { if ((!key || result.from) && isThere()) { watch.disconnect(); end(); } };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  if (key) addEventListener('keydown', () => { result.from = Date.now(); }, { capture: true, once: true });
  else look();
};
"""
LEADER = "(document.querySelector('#sources .leader')?.textContent ?? '')"


class TakeOver:
    """Measures how fast a person takes over from a program, with keys of the browser."""

    def __init__(self, desk, browser, count):
        self.desk, self.count, self.faults = desk, count, []
        self.tab, self.colleague = browser.tab(), Browser()

    def run(self):
        desk, tab, colleague = self.desk, self.tab, self.colleague
        desk.relay.delay = desk.relay.loss = 0
        try:
            for page, login in (tab, 'olive'), (colleague, 'bob'):
                page.size(1280, 800)
                desk.log_in(page, login)
                page.evaluate('sessionStorage.clear()')
                page.open(desk.url + '/operator')
                page.evaluate(CONFIRMED + '1')
            desk.api('PUT', '/api/v1/live', {'piece': list(desk.lengths)[0], 'measure': 60, 'state': 'running'})
            times = {name: [] for name in ('lead of a program shown', 'T: take-over confirmed', 'T: shown to the colleague',
                                           'Next: new measure shown', 'Next: on the air', 'Next: shown to the colleague')}
            for number in range(self.count):
                self.lead(times)
                self.press('t', 84, times, {'T: take-over confirmed': (tab, f"{LEADER}.startsWith('You hold')"),
                                            'T: shown to the colleague': (colleague, f"{LEADER}.startsWith('olive holds')")})
                if number % 20 == 0:
                    desk.api('PUT', '/api/v1/live', {'measure': 60})
                self.lead(times)
                at = tab.evaluate("Number(document.getElementById('now').dataset.at)")
                moved = f"Number(document.getElementById('now').dataset.at) > {at} && {LEADER}.includes('hold')"
                self.press('ArrowRight', 39, times, {'Next: new measure shown': (tab, moved), 'Next: shown to the colleague': (colleague, moved)})
                spoken = re.search(r'On air after (\d+) ms', tab.evaluate("document.getElementById('sent').textContent"))
                if spoken:
                    times['Next: on the air'].append(int(spoken[1]))
            for name, found in times.items():
                found.sort()
                print(f'{name:30} {len(found):4} times, median {found[len(found) // 2]:4} ms, p99 {found[len(found) * 99 // 100]:4} ms, '
                      f'longest {found[-1]:4} ms', flush=True)
            for name in ('T: take-over confirmed', 'Next: new measure shown'):
                if times[name][len(times[name]) * 99 // 100] > 100:
                    self.faults.append(name)
                    print(f'WRONG  {name} later than 100 ms', flush=True)
        finally:
            colleague.close()

    def lead(self, times):
        """Lets the automatic advance lead, and waits until the page says so."""
        self.tab.evaluate(f"confirmed(() => {LEADER}.includes('leads'), false); 1")
        before = time.time() * 1000
        self.desk.api('PUT', '/api/v1/live/auto-advance', {'state': 'running', 'tempo': 0.25})
        times['lead of a program shown'].append(round(self.result(self.tab)['at'] - before))
        until(lambda: self.colleague.evaluate(LEADER + ".includes('leads')"), 10)

    def press(self, key, code, times, pages):
        for number, (page, holds) in enumerate(pages.values()):
            page.evaluate(f'confirmed(() => {holds}, {json.dumps(number == 0)}); 1')
        parameters = dict(key=key, code=key, windowsVirtualKeyCode=code)
        self.tab.call('Input.dispatchKeyEvent', type='rawKeyDown', **parameters)
        self.tab.call('Input.dispatchKeyEvent', type='keyUp', **parameters)
        results = [self.result(page) for page, _ in pages.values()]
        for name, result in zip(pages, results):
            times[name].append(result['at'] - results[0]['from'])

    def result(self, page):
        if not until(lambda: page.evaluate('window.result.at'), 20):
            sys.exit(f'no confirmation: {page.evaluate("document.body.innerText")[:600]}')
        return page.evaluate('window.result')


class Rules:
    """Tests of single presses, with touch and keyboard events of the browser."""

    def __init__(self, desk, browser, pictures):
        self.desk, self.browser, self.pictures, self.faults = desk, browser, pictures, []
        self.tab = browser.tab()

    def picture(self, name):
        if self.pictures:
            with open(os.path.join(self.pictures, name + '.png'), 'wb') as file:
                file.write(base64.b64decode(self.tab.call('Page.captureScreenshot')['data']))

    def hold(self, claim, holds):
        print(f'{"right" if holds else "WRONG":6} {claim}', flush=True)
        if not holds:
            self.faults.append(claim)
            print(f'       at {self.desk.measure()}: {self.text("#bar")!r}', flush=True)
            self.picture('wrong ' + claim)

    def text(self, selector):
        return self.tab.evaluate(f"""(it => it?.getClientRects().length ? it.innerText : '')(
            document.querySelector({json.dumps(selector)}))""")

    def sees(self, selector, words, seconds=60):
        return until(lambda: words in self.text(selector), seconds)

    def touch(self, selector, slip=0):
        x, y = self.tab.evaluate(f"""(box => [box.x + box.width / 2, box.y + box.height / 2])(
            document.querySelector({json.dumps(selector)}).getBoundingClientRect())""")
        self.tab.call('Input.dispatchTouchEvent', type='touchStart', touchPoints=[{'x': x, 'y': y}])
        if slip:
            self.tab.call('Input.dispatchTouchEvent', type='touchMove', touchPoints=[{'x': x, 'y': y - slip}])
        self.tab.call('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])

    def key(self, key, code, repeats=0):
        parameters = dict(key=key, code=key, windowsVirtualKeyCode=code)
        for number in range(repeats + 1):
            self.tab.call('Input.dispatchKeyEvent', type='rawKeyDown', autoRepeat=number > 0, **parameters)
        self.tab.call('Input.dispatchKeyEvent', type='keyUp', **parameters)

    def stands_at(self, measure):
        return until(lambda: self.desk.measure() == measure and self.tab.evaluate(WAITING) == 0)

    def is_in_sight(self, selector):
        return all(self.tab.evaluate(f"""(() => {{
            scrollTo(0, {place});
            const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
        }})()""") for place in (0, 700, 100000))

    def run(self):
        tab, desk = self.tab, self.desk
        desk.relay.delay = desk.relay.loss = 0
        desk.relay.lose = ('request',)
        tab.size(390, 844)
        tab.call('Emulation.setTouchEmulationEnabled', enabled=True)
        desk.log_in(tab)
        tab.evaluate('sessionStorage.clear()')
        desk.api('PUT', '/api/v1/live', {'piece': list(desk.lengths)[0], 'measure': 60})
        tab.open(desk.url + '/operator')
        until(lambda: tab.evaluate("document.body.firstElementChild.id") == 'bar')

        tab.evaluate('document.activeElement.blur()')
        self.key('Tab', 9)
        self.hold('Next is the first stop of the tab key', tab.evaluate('document.activeElement.id') == 'next')

        # A bounce: the browser's own clock tells the times, so the two are sent by the page itself.
        at = desk.measure()
        tab.evaluate(PRESSES + "rehearse(1, 10, 1000).then(() => rehearse(1, 10, 1000)); 1")
        self.hold('a second contact within 80 ms is ignored, and said so',
                  self.sees('#notice', 'counted once') and self.stands_at(at + 1))
        time.sleep(0.2)
        self.touch('#next')
        time.sleep(0.15)
        self.touch('#next')
        self.hold('two presses 150 ms apart are two', self.stands_at(at + 3))
        self.touch('#next', slip=300)
        self.hold('a finger that leaves the button is told that nothing was made',
                  self.sees('#notice', 'the press ended outside the button') and self.stands_at(at + 3))
        self.touch('#next', slip=20)
        self.hold('a finger that slips on the button counts', self.stands_at(at + 4))
        self.key('ArrowRight', 39, repeats=5)
        self.hold('a key that is held counts once, and says so',
                  self.sees('#notice', 'The key was held down') and self.stands_at(at + 5))
        self.key('ArrowLeft', 37)
        self.hold('the arrow to the left is Back', self.stands_at(at + 4))

        self.hold('undo says what it undoes', self.sees('#undo', 'to m.'))
        self.hold('undo is in sight wherever the page is scrolled', self.is_in_sight('#undo-move'))
        self.picture('undo')
        self.touch('#undo-move')
        self.hold('undo takes the move back with one press', self.stands_at(at + 5))
        self.touch('#next')
        self.stands_at(at + 6)
        self.hold('undo is there after a step', until(lambda: self.text('#undo') != ''))
        shown = tab.evaluate("document.querySelector('#undo-form [name=revision]').value")
        desk.move(7)
        tab.evaluate(f"""(form => {{
            form.innerHTML = document.querySelector('#states').innerHTML;
            form.action = '/operator/undo'; form.method = 'post';
            form.querySelector('[name=revision]').value = {shown};
            document.querySelector('main').append(form);
            form.requestSubmit(form.querySelector('button'));
        }})(document.createElement('form'))""")
        self.hold('undo is refused in sight when somebody else has moved since',
                  self.sees('#refusals', 'bob has moved') and self.stands_at(at + 13))
        self.touch('#next')
        self.stands_at(at + 14)
        self.hold('undo goes by itself after 10 s', until(lambda: self.text('#undo') == '', 20))

        tab.evaluate("document.querySelector('#seen').click()")
        desk.relay.loss = 1
        for _ in range(3):
            self.touch('#next')
            time.sleep(0.15)
        self.hold('presses without a connection are shown as a number', self.sees('#waiting', '3 presses waiting'))
        self.hold('the lost connection is told beside the buttons', self.sees('#link', '3 presses are waiting'))
        self.hold('it is in sight wherever the page is scrolled', self.is_in_sight('#link'))
        self.picture('offline')
        time.sleep(6)
        self.hold('it stays', '3 presses are waiting' in self.text('#link') and desk.measure() == at + 14)
        desk.relay.loss = 0
        self.hold('they are made once when it is back', self.stands_at(at + 17) and until(lambda: not self.text('#link')))

        desk.relay.delay = 3
        for _ in range(4):
            self.touch('#next')
            time.sleep(0.15)
        until(lambda: tab.evaluate(WAITING) == 4)
        desk.relay.delay = 0
        tab.open(desk.url + '/operator')
        self.hold('presses that wait survive a reload, and count once', self.stands_at(at + 21))
        time.sleep(4)
        self.hold('and nothing of them comes later', desk.measure() == at + 21)

        desk.relay.loss = 1
        for _ in range(2):
            self.touch('#next')
            time.sleep(0.15)
        self.sees('#waiting', '2 presses waiting')
        desk.move(1)
        desk.relay.loss = 0
        self.hold('presses that wait are refused in sight when somebody else has moved',
                  self.sees('#refusals', 'Not done (2 × Next): bob has moved') and self.stands_at(at + 22))
        self.hold('the refusal is in sight wherever the page is scrolled', self.is_in_sight('#refusals'))
        tab.evaluate('scrollTo(0, 0)')
        self.picture('refused')
        time.sleep(9)
        self.hold('the refusal stays until it is seen', '2 × Next' in self.text('#refusals'))
        tab.evaluate("document.querySelector('#seen').click()")
        self.hold('and then goes', self.text('#refusals') == '')

        # Another browser, since a colleague has other cookies.
        colleague = Browser()
        try:
            colleague.size(1280, 800)
            desk.log_in(colleague, 'bob')
            self.hold('a colleague is seen', self.sees('#operators', 'bob on Linux', 20))
            self.picture('colleague')
            colleague.open('about:blank')
            self.hold('and is gone when they leave', until(lambda: 'bob' not in self.text('#operators'), 20))
        finally:
            colleague.close()

        desk.relay.loss = 1
        self.touch('#next')
        until(lambda: tab.evaluate(WAITING) == 1)
        desk.query("delete from app.session where kind = 'browser'")
        desk.relay.loss = 0
        self.hold('signed out, what waits is refused in sight', self.sees('#refusals', 'You are signed out'))
        self.hold('and not made', desk.measure() == at + 22)
        desk.relay.lose = ('request', 'answer')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--quick', action='store_true', help='100 presses of some combinations')
    parser.add_argument('--presses', type=int)
    parser.add_argument('--side-by-side', type=int, default=12, metavar='N', help='how many combinations at once')
    parser.add_argument('--delays', type=int, nargs='+', metavar='MS')
    parser.add_argument('--losses', type=int, nargs='+', metavar='PERCENT')
    parser.add_argument('--paces', type=int, nargs='+', metavar='MS')
    parser.add_argument('--takeovers', type=int, metavar='N', help='how often a person takes over')
    parser.add_argument('--only-takeovers', action='store_true', help='measure the take-over and test nothing else')
    parser.add_argument('--pictures', metavar='FOLDER', help='keep what was seen')
    options = parser.parse_args()
    presses = options.presses or (100 if options.quick else 1000)
    combinations = [(delay, loss, pace)
                    for pace in options.paces or ([100] if options.quick else [500, 200, 100])
                    for delay in options.delays or ([0, 700] if options.quick else [0, 100, 700, 3000])
                    for loss in options.losses or ([0, 30] if options.quick else [0, 5, 30])]
    if options.only_takeovers:
        combinations = combinations[:1]
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    begun, faults = time.time(), 0
    with Served() as service:
        desks = [Desk(service, number) for number in range(min(options.side_by_side, len(combinations)))]
        browser = Browser()
        try:
            taking = TakeOver(desks[0], browser, options.takeovers or (20 if options.quick else 100))
            taking.run()
            faults += len(taking.faults)
            if options.only_takeovers:
                sys.exit(1 if faults else 0)
            rules = Rules(desks[0], browser, options.pictures)
            rules.run()
            faults += len(rules.faults)
            print(f'\n{presses} presses each, {len(desks)} combinations side by side; a colleague moves three times in each')
            print(f'{"delay":>6} {"loss":>5} {"pace":>5} {"next":>5} {"back":>5} {"made":>5} {"refused":>7} {"notices":>8} '
                  f'{"waiting":>7} {"requests":>8} {"lost":>5} {"expected":>8} {"found":>6} {"seconds":>7}', flush=True)
            tabs = {desk: browser.tab() for desk in desks}
            running = []
            while combinations or running:
                if not running:
                    running = [Combination(desk, tabs[desk], *combination, presses)
                               for desk, combination in zip(desks, combinations)]
                    combinations = combinations[len(running):]
                    for combination in running:
                        combination.begin()
                for combination in list(running):
                    if combination.look():
                        combination.judge()
                        faults += len(combination.faults)
                        running.remove(combination)
                    elif time.time() - combination.begun > LIMIT:
                        sys.exit(f'{combination.delay} ms, {combination.loss} %, {combination.pace} ms: not done in {LIMIT} s')
                time.sleep(0.3)
        finally:
            browser.close()
    print(f'{faults} faults in {time.time() - begun:.0f} s')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
