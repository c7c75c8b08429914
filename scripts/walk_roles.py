"""walk-roles [--means mouse touch keyboard plain] [--roles NAME ...] [--pictures FOLDER]: performs the main tasks of each role,
starting at `/` on its own demo, without typing an address.

Each walk is done four times: by mouse on a desktop, by touch on a phone, by the keyboard alone, and by mouse with scripts
switched
off (`plain`). A control is found by its accessible name, must be visible when it is pressed, and must not be covered by another
one; the keyboard reaches it with the tab key. At the end of a walk the page must show the result.

Prints how many steps each walk took (a press, a field filled in, a choice) and, by keyboard, how many additional presses of the
tab key. Exit status 1 if a walk was not completed.
"""
import argparse
import datetime
import json
import os
import re
import sys
import time

from browser import Browser
from demo import Demo

SCREENS = {'mouse': (1280, 800), 'touch': (390, 844), 'keyboard': (1280, 800), 'plain': (1280, 800)}

# Finds the control whose accessible name is what is asked for, and keeps it as `window.found`: one of that very name before one
# that begins with it, one of the page before one of its bar.
FIND = r"""
(([kind, name, form]) => {
  const kinds = {press: 'a[href], button, summary, input[type=checkbox], input[type=radio]', field: 'input, textarea, select'};
  const said = it => (it.getAttribute('aria-label')
    || [...(it.labels || [])].map(label => label.innerText).join(' ') || it.innerText || it.value || '')
    .replace(/\s+/g, ' ').trim().toLowerCase();
  const wanted = name.toLowerCase();
  const isSent = it => !form || [...(it.form?.elements || [])].some(one => one.tagName === 'BUTTON' && said(one).startsWith(form));
  const all = [...document.querySelectorAll(kinds[kind])].filter(it => it.type !== 'hidden' && !it.disabled && isSent(it)
    && it.checkVisibility({visibilityProperty: true}) && it.getClientRects().length);
  const rank = it => {
    const words = said(it);
    const score = words === wanted ? 0 : words.startsWith(wanted) ? 1 : words.includes(wanted) ? 2 : 9;
    return score + (it.closest('main') ? 0 : 0.5);
  };
  const best = all.filter(it => rank(it) < 9).sort((one, other) => rank(one) - rank(other))[0];
  window.found = best;
  return best ? {tag: best.tagName, type: best.type || '', count: all.length} : null;
})(%s)
"""


class Walk:
    """One person at one screen, on the way to one goal."""

    def __init__(self, browser, url, means):
        self.browser, self.url, self.means = browser, url, means
        self.steps = self.tabs = 0
        self.browser.call('Network.clearBrowserCookies')
        self.browser.call('Emulation.setScriptExecutionDisabled', value=means == 'plain')
        self.browser.call('Emulation.setTouchEmulationEnabled', enabled=means == 'touch')
        self.browser.size(*SCREENS[means])
        self.browser.open(url + '/')

    def text(self):
        return re.sub(r'\s+', ' ', self.browser.evaluate('document.body.innerText'))

    def number(self, selector):
        return int(self.browser.evaluate(f'document.querySelector({json.dumps(selector)}).innerText'))

    def sees(self, *words):
        self.until(lambda: all(word in self.text() for word in words), f'a page that says {words}')

    def until(self, condition, name):
        """Waits for an expected state."""
        for _ in range(100):
            try:
                if condition():
                    return
            except (RuntimeError, ValueError):
                pass  # The page goes away as it is asked.
            time.sleep(0.1)
        raise Lost(f'waited in vain for {name}')

    def has(self, name, kind='press'):
        return self.browser.evaluate(FIND % json.dumps([kind, name, ''])) is not None

    def find(self, kind, name, form=''):
        for _ in range(50):
            try:
                found = self.browser.evaluate(FIND % json.dumps([kind, name, form.lower()]))
            except RuntimeError:
                found = None
            if found:
                return found
            time.sleep(0.1)
        raise Lost(f'nothing to {kind} is called “{name}”')

    def press(self, name):
        self.find('press', name)
        self.act(name)

    def fill(self, label, words, form=''):
        """Replaces the content of a field; a date or a time is set as the browser's picker sets it. `form` is the button of the
        field's form, where several fields have the label."""
        found = self.find('field', label, form)
        self.steps += 1
        if found['type'] in ('date', 'time', 'color', 'datetime-local'):
            self.browser.evaluate(f"""(value => {{
              found.focus(); found.value = value;
              for (const event of ['input', 'change']) found.dispatchEvent(new Event(event, {{bubbles: true}}));
            }})({json.dumps(words)})""")
            return
        self.reach(label)
        self.browser.call('Input.dispatchKeyEvent', type='rawKeyDown', key='a', code='KeyA', modifiers=2,
                          commands=['selectAll'])
        self.browser.call('Input.insertText', text=words)

    def choose(self, label, option, form=''):
        """An option of a list, by the words that it begins with; in the form of a button where there are several of that label."""
        self.find('field', label, form)
        self.steps += 1
        chosen = self.browser.evaluate(f"""(wanted => {{
          const option = [...found.options].find(it => it.innerText.trim().startsWith(wanted));
          if (!option) return null;
          found.focus(); found.value = option.value;
          for (const event of ['input', 'change']) found.dispatchEvent(new Event(event, {{bubbles: true}}));
          return option.innerText;
        }})({json.dumps(option)})""")
        if chosen is None:
            raise Lost(f'“{label}” has no choice “{option}”')

    def area(self, name):
        """One of the areas in the bar, which is a menu on a phone."""
        if self.has('Area:') and self.means == 'touch':
            self.press('Area:')
        self.press(name)

    def act(self, name):
        """Presses `window.found`, and waits if another page follows."""
        self.steps += 1
        self.browser.evaluate('window.isOld = true')
        if self.means == 'keyboard':
            self.reach(name)
            toggles = self.browser.evaluate('found.matches("input")')
            key, code, text = (' ', 32, ' ') if toggles else ('Enter', 13, '\r')
            self.browser.call('Input.dispatchKeyEvent', type='keyDown', key=key, windowsVirtualKeyCode=code, text=text)
            self.browser.call('Input.dispatchKeyEvent', type='keyUp', key=key, windowsVirtualKeyCode=code)
        else:
            self.reach(name)
        self.settle()

    def reach(self, name):
        """Brings the focus to `window.found`: by the tab key, or with a press at its middle."""
        if self.means == 'keyboard':
            for _ in range(400):
                if self.browser.evaluate('document.activeElement === found'):
                    return
                self.tabs += 1
                self.browser.call('Input.dispatchKeyEvent', type='rawKeyDown', key='Tab', windowsVirtualKeyCode=9)
                self.browser.call('Input.dispatchKeyEvent', type='keyUp', key='Tab', windowsVirtualKeyCode=9)
            raise Lost(f'the tab key does not lead to “{name}”')
        x, y, isFree = self.browser.evaluate("""(() => {
          const pressed = found.labels && found.labels.length && found.matches('[type=checkbox], [type=radio]')
            ? found.labels[0] : found;
          pressed.scrollIntoView({block: 'center', behavior: 'instant'});
          const box = pressed.getClientRects()[0];
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          const there = document.elementFromPoint(x, y);
          return [x, y, there !== null && (pressed.contains(there) || there.contains(pressed))];
        })()""")
        if not isFree:
            raise Lost(f'“{name}” lies under something else')
        if self.means == 'touch':
            self.browser.call('Input.dispatchTouchEvent', type='touchStart', touchPoints=[{'x': x, 'y': y}])
            self.browser.call('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])
            return
        for kind in ('mouseMoved', 'mousePressed', 'mouseReleased'):
            self.browser.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', clickCount=1)

    def settle(self):
        """Until the next page is whole, or nothing has begun to load for a third of a second."""
        for turn in range(400):
            try:
                isOld, state = self.browser.evaluate('[window.isOld === true, document.readyState]')
                if state == 'complete' and (not isOld or turn >= 7):
                    return
            except RuntimeError:
                pass  # The page goes away as it is asked.
            time.sleep(0.05)
        raise Lost('the next page does not come')

    def sign_in(self, login, password):
        self.press('Sign in')
        self.fill('Login', login)
        self.fill('Password', password)
        self.press('Sign in')


def tomorrow():
    return str(datetime.date.today() + datetime.timedelta(days=1))


class Lost(Exception):
    """A control of a walk was not found."""


def operator(walk, passwords):
    """Steps one measure and sends a message to the hall."""
    walk.sign_in('operator', passwords['operator'])
    walk.area('Operator')
    measure = walk.number('#now .measure strong')
    walk.press('Next')
    walk.until(lambda: walk.number('#now .measure strong') == measure + 1, 'the next measure')
    walk.fill('Title', 'Interval')
    walk.fill('Text', f'Twenty minutes {walk.means}')
    walk.press('Send to all screens')
    walk.sees(f'Twenty minutes {walk.means}', 'Withdraw')
    walk.press('Schedule and view messages')
    walk.sees('Message log')
    walk.fill('Day', tomorrow())
    walk.fill('Time', '19:30')
    walk.fill('Text', f'The doors open {walk.means}')
    walk.press('Schedule message')
    walk.sees('Message scheduled.')
    walk.press('Cancel')
    walk.sees('Message cancelled.')


def administrator(walk, passwords):
    """Invites an editor and changes the colour of the pages."""
    walk.sign_in('admin', passwords['admin'])
    walk.press('Accounts')
    walk.choose('Role', 'editor', form='Create invitation link')
    walk.press('Create invitation link')
    walk.sees('/links/')
    walk.press('Administration')
    walk.press('Settings')
    walk.fill('Colour', {'mouse': '#66aaff', 'touch': '#ff99cc', 'keyboard': '#66dd99', 'plain': '#ddaa66'}[walk.means])
    walk.press('Save')
    walk.sees('Settings saved.')


def programmer(walk, passwords):
    """Makes a channel, a show on it and a weekly rule, and moves one broadcast."""
    channel, show = f'Channel {walk.means}', f'Show {walk.means}'
    walk.sign_in('programmer', passwords['programmer'])
    walk.area('Station')
    walk.press('New channel')
    walk.fill('Name', channel)
    walk.fill('Short name', f'channel-{walk.means}')
    walk.press('Create channel')
    walk.sees('The channel has been created.')
    walk.press('Shows')
    walk.press('New show')
    walk.fill('Title', show)
    walk.press(channel)
    walk.press('Create show')
    walk.sees('The show has been created.')
    walk.area('Station')
    walk.press(channel)
    walk.press('Rules')
    walk.press('New rule')
    walk.choose('Show', show)
    walk.press('Mon')
    walk.fill('Start time', '10:00')
    walk.fill('Minutes', '60')
    walk.press('Create rule')
    walk.sees('Rule created.')
    walk.press('Mon')
    walk.fill('Start time', '11:30')
    walk.press('Save')
    walk.sees('Broadcast saved.', '11:30')


def editor(walk, passwords):
    """Makes a concert with a piece, its measures, sections and notes, looks at the preview and publishes."""
    title, work = f'Evening {walk.means}', f'Symphony {walk.means}'
    walk.sign_in('editor', passwords['editor'])
    walk.area('Concerts')
    walk.press('New concert')
    walk.fill('Title', title)
    walk.press('Create concert')
    walk.sees('Concert created.')
    walk.fill('Composer', 'Strauss')
    walk.fill('Work', work)
    walk.press('Add piece')
    walk.sees('Piece added.')
    walk.press(work)
    walk.sees('No measures yet')
    walk.press('Add measures')
    walk.fill('Rows: measure, start, printed number, pass', '\n'.join(f'{number},{number * 2}' for number in range(1, 13)))
    walk.fill('Time of the end', '30')
    walk.press('Save measures')
    walk.sees('Measures saved.')
    walk.press('Structure')
    walk.fill('Rows: measure, label', '1 Theme\n7 Second theme')
    walk.press('Add sections')
    walk.sees('Sections added.')
    walk.press('Tracks')
    walk.fill('Name', 'The Music', form='Add track')
    walk.press('Add track')
    walk.sees('Track added.')
    walk.press('Notes')
    walk.fill('Text in track “The Music”', f'It begins, {walk.means}.')
    walk.press('Add note and write another')
    walk.sees('Note added.')
    walk.fill('Text in track “The Music”', 'The theme rises.')
    walk.press('Add note')
    walk.sees('Note 2 of 2')
    walk.press('Delete note')
    walk.press('Delete this note')
    walk.sees('Note deleted.')
    walk.press('Undo')
    walk.sees('Deletion undone.', 'Note 2 of 2')
    walk.press('Preview')
    walk.sees('iNotes app (2013)', f'It begins, {walk.means}.')
    walk.press('Next note')
    walk.sees('iNotes app (2013)', 'The theme rises.')
    walk.press(title)
    walk.press('Publish')
    walk.sees('Published. Phones show the new content whenever they show this concert.')


def listener(walk, passwords):
    """Confirms an uncertain track, corrects one, merges two artists and undoes a correction."""
    walk.sign_in('listener', passwords['listener'])
    walk.press('Songs')
    walk.press('Uncertain tracks')
    walk.press('Confirm filing')
    walk.sees('Filing confirmed.')
    walk.press('File differently')
    walk.fill('Artists', 'Tomas Reed')
    walk.press('Save')
    walk.sees('Correction saved.')
    walk.press('Artists')
    walk.press('Aurora Vale')
    walk.press('Merge with another artist')
    walk.press('Merge into')
    walk.press('Merge artists')
    walk.sees('Artists merged.')
    walk.press('Corrections')
    walk.press('Undo')
    walk.press('Undo correction')
    walk.sees('Correction undone.')


def platform(walk, passwords):
    """Makes a tenant with the link that invites its first administrator."""
    walk.press('For developers and administrators')
    walk.press('Platform')
    walk.fill('Login', 'platform')
    walk.fill('Password', passwords['platform'])
    walk.press('Sign in')
    walk.fill('Short name', f'north-{walk.means}')
    walk.fill('Name', f'North {walk.means}')
    walk.fill('Host', f'north-{walk.means}.example')
    walk.fill('First administrator', f'anna@north-{walk.means}.example')
    walk.press('Add')
    walk.sees('/links/')

WALKS = [operator, administrator, programmer, editor, listener, platform]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--means', nargs='+', choices=list(SCREENS), default=list(SCREENS))
    parser.add_argument('--roles', nargs='+', choices=[walk.__name__ for walk in WALKS])
    parser.add_argument('--pictures', metavar='FOLDER', help='keep what was on the screen at the end of each walk')
    options = parser.parse_args()
    lost = 0
    with Demo() as service:
        browser = Browser()
        try:
            for means in options.means:
                for role in WALKS:
                    if options.roles and role.__name__ not in options.roles:
                        continue
                    walk = Walk(browser, service.url, means)
                    try:
                        role(walk, service.passwords)
                        said = f'{walk.steps} steps' + (f', {walk.tabs} tabs' if walk.tabs else '')
                    except Lost as reason:
                        lost += 1
                        said = f'LOST after {walk.steps} steps at {browser.evaluate("location.href")}: {reason}'
                    print(f'{role.__name__:14} {means:9} {said}', flush=True)
                    if options.pictures:
                        os.makedirs(options.pictures, exist_ok=True)
                        browser.picture(f'{options.pictures}/{role.__name__}-{means}.png')
        finally:
            browser.close()
    sys.exit(1 if lost else 0)


if __name__ == '__main__':
    main()
