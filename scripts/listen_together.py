"""listen_together.py [--seconds N] [--pictures FOLDER]: two listeners hear a shared session of the running product, each in a Chromium of its
own, with tracks of SoundCloud's stand-in. Measures the difference of the positions of both audio elements after the start, after a seek, after the
next track, and after one of them was cut off; 50 ms is the limit of the median. Then a member leaves, and his own player must be as it was.
Exit status 1 if anything differs."""
import argparse
import os
import statistics
import sys
import time

from browser import Browser
from hear_tracks import Listener, check, failures
from served import PASSWORD, Served
from stand_in import StandIn

TRACKS = [f'soundcloud:tracks:{number}' for number in (100_001, 100_017)]
SHARED = '/api/v1/me/player/shared'
# The audio element belongs to a closure of the page's script, so the page notes the elements that play.
NOTE = '''
window.played = new Set();
const play = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function () { window.played.add(this); return play.call(this); };
'''
READ = '''(() => { const it = [...window.played].find(one => !one.paused && one.readyState > 2 && !one.seeking);
return it ? [performance.timeOrigin + performance.now(), it.currentTime * 1000, it.playbackRate] : null; })()'''


def member(service, login, size):
    """A browser of an account, on the page of the player."""
    browser = Browser()
    browser.size(*size)
    browser.call('Page.addScriptToEvaluateOnNewDocument', source=NOTE)
    browser.open(service.url + '/login')
    browser.send_form('main form', login=login, password=PASSWORD)
    return browser


def until(what, test, seconds=60):
    for _ in range(seconds * 10):
        if value := test():
            return value
        time.sleep(0.1)
    check('it did not happen', what)
    return None


def press(browser, selector):
    browser.call('Runtime.evaluate', expression=f'document.querySelector({selector!r}).click()', userGesture=True)


def difference(browsers):
    """The position of the second element minus that of the first, at one time of the machine's clock; None while one is silent."""
    first, second = (browser.evaluate(READ) for browser in browsers)
    return None if first is None or second is None else (second[1] - second[0]) - (first[1] - first[0])


def measure(browsers, what, seconds):
    until(f'both play {what}', lambda: difference(browsers) is not None)
    time.sleep(3)
    found = []
    for _ in range(seconds * 5):
        if (value := difference(browsers)) is not None:
            found.append(value)
        time.sleep(0.2)
    if not found:
        return check('nothing was heard', what)
    sizes = sorted(abs(value) for value in found)
    middle, most = statistics.median(sizes), sizes[-1]
    print(f'  {what}: median {middle:.1f} ms, 95 % {sizes[len(sizes) * 95 // 100]:.1f} ms, greatest {most:.1f} ms, '
          f'mean {statistics.mean(found):+.1f} ms, {len(found)} readings', flush=True)
    return check('' if middle <= 50 else f'{middle:.1f} ms', f'in step {what}')


def picture(folder, browser, name):
    if folder:
        browser.picture(os.path.join(folder, name + '.png'))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--seconds', type=int, default=15)
    parser.add_argument('--pictures')
    options = parser.parse_args()
    with StandIn() as upstream, Served(TUTTI_SECRET_KEY='00' * 32, **upstream.settings) as service:
        people = []
        for login in ('listener', 'editor'):
            person = Listener.__new__(Listener)
            person.url, person.token = service.url, service.log_in(login)
            person.connect()
            for track in TRACKS:
                person.json('POST', '/api/v1/me/library/tracks', {'track': track})
            people.append(person)
        ada, ben = people
        ada.json('PUT', '/api/v1/me/player/queue', {'tracks': TRACKS})
        ben.json('PUT', '/api/v1/me/player/queue', {'tracks': TRACKS[::-1], 'positionMs': 7000})
        own = ben.json('GET', '/api/v1/me/player')
        browsers = [member(service, 'listener', (1280, 900)), member(service, 'editor', (390, 844))]
        try:
            ada.json('POST', SHARED, {'name': 'Ada'})
            address = ada.json('POST', SHARED + '/invitations')['url']
            browsers[0].open(service.url + '/player')
            browsers[1].open(service.url + address[address.index('/player/join/'):])
            picture(options.pictures, browsers[1], 'join')
            time.sleep(1)
            browsers[1].leave(lambda: (
                browsers[1].evaluate("document.querySelector('input[name=name]').value = 'Ben'"),
                press(browsers[1], 'main form button')), 'joining')
            for browser in browsers:
                until('the page follows the session', lambda: browser.evaluate(
                    "!!document.querySelector('[data-listen]:not([hidden])')"))
                if not browser.evaluate("document.querySelector('[data-listen]').getAttribute('aria-pressed') === 'true'"):
                    press(browser, '[data-listen]')
            time.sleep(1)
            ada.json('POST', SHARED + '/events', {'event': 'play'})
            measure(browsers, 'after the start', options.seconds)
            for name, browser in zip(('desktop', 'phone'), browsers):
                picture(options.pictures, browser, name)
            ben.json('POST', SHARED + '/events', {'event': 'seek', 'positionMs': 40_000})
            measure(browsers, 'after a seek', options.seconds)
            ada.json('POST', SHARED + '/events', {'event': 'next'})
            measure(browsers, 'after the next track', options.seconds)
            browsers[1].call('Network.emulateNetworkConditions', offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
            time.sleep(5)
            browsers[1].call('Network.emulateNetworkConditions', offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
            measure(browsers, 'after a network cut of 5 s', options.seconds)
            reported = [(one['name'], one.get('differenceUs'), one.get('errorBoundUs')) for one in ada.json('GET', SHARED)['members']]
            print(f'  reported to the server, in microseconds: {reported}', flush=True)
            check('' if all(one[1] is not None for one in reported) else str(reported), 'both report their difference and bound')
            ben.json('DELETE', SHARED)
            until('the page shows that Ben has left', lambda: browsers[1].evaluate(
                "!document.querySelector('[data-shared]') && ![...window.played].some(one => !one.paused)"))
            after = ben.json('GET', '/api/v1/me/player')
            same = ('revision', 'positionMs', 'audio', 'queue', 'track')
            check('' if all(own[name] == after[name] for name in same) else f'{own} {after}', 'Ben has his own player back')
            check('' if browsers[0].evaluate(READ) else 'silent', 'Ada still hears the session')
        finally:
            for browser in browsers:
                browser.close()
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    os.environ.setdefault('PYTHONDONTWRITEBYTECODE', '1')
    main()
