"""newcomer [--source REPOSITORY] [--build FOLDER] [--picture FILE]: follows README in a fresh clone, as a newcomer does, and
measures the time.

Clones the repository (this one), builds and starts the demo with `make run`, runs the commands of "Your own concert" unchanged, signs
in with the printed password in Chromium at a phone's size, and presses *next* once. Prints the duration of each step; the build is
part of `make run`. --build uses the build folder of another clone instead of building, to test this script itself in a minute.
--picture keeps a photograph of the page. Chromium is Debian's package `chromium`.
"""
import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'scripts'))
from browser import Browser  # noqa: E402

PHONE = (390, 844)


class Steps:
    """The steps and their durations."""

    def __init__(self):
        self.taken = []

    def take(self, name, act):
        print(f'== {name}', flush=True)
        begun = time.monotonic()
        result = act()
        self.taken.append((name, time.monotonic() - begun))
        return result

    def show(self):
        for name, seconds in self.taken:
            print(f'{seconds:8.1f} s  {name}')
        print(f'{sum(seconds for _, seconds in self.taken):8.1f} s  in all')


def run(command, folder, **options):
    done = subprocess.run(command, cwd=folder, shell=isinstance(command, str), executable=None, **options)
    if done.returncode:
        sys.exit(f'{command} ended with status {done.returncode}')
    return done


def own_concert(clone):
    """The commands of README's first block, and the page that they lead to."""
    section = (clone / 'README.md').read_text().split('\n## Your own concert\n')[1]
    page = re.search(r'<(http://[^>]*localhost:8080/operator)>', section)[1]
    return re.search(r'```sh\n(.*?)```', section, re.S)[1], page


def start(clone, environment, build):
    command = ['make', 'run'] if build is None else ['.build/release/tutti', 'run']
    process = subprocess.Popen(command, cwd=clone, env=environment, stdout=subprocess.PIPE, text=True,
                               start_new_session=True)
    for line in process.stdout:
        print(line, end='')
        if line == 'ready\n':
            return process
    sys.exit('`make run` ended before it was ready')


def type_commands(commands, clone, environment):
    """Runs them; the password that they print."""
    done = subprocess.run(['bash', '-euxo', 'pipefail', '-c', commands], cwd=clone, env=environment, text=True,
                          stdout=subprocess.PIPE)
    print(done.stdout, end='')
    if done.returncode:
        sys.exit(f'the commands ended with status {done.returncode}')
    return re.search(r'^password: (\S+)$', done.stdout, re.M)[1]


def operate(browser, page, password, picture):
    """Signs in as README says and presses *next*; ends when the page shows the second measure."""
    browser.size(*PHONE)
    browser.open(page)
    browser.send_form('form[action^="/login"]', login='anna', password=password)
    before = browser.evaluate('document.body.innerText')
    if 'Dvořák' not in before:
        sys.exit(f'{page} does not show the concert:\n{before[:500]}')
    browser.evaluate('[...document.querySelectorAll("button")].find(it => /next/i.test(it.innerText)).click()')
    for _ in range(200):
        time.sleep(0.1)
        try:
            after = browser.evaluate('document.body.innerText')
        except RuntimeError:
            continue  # The page goes away as it is asked.
        if after != before:
            break
    else:
        sys.exit(f'*next* changes nothing on {page}:\n{before[:500]}')
    if picture:
        browser.picture(picture)
    print(after[:300])


def main():
    wishes = argparse.ArgumentParser()
    wishes.add_argument('--source', default=str(ROOT))
    wishes.add_argument('--build')
    wishes.add_argument('--picture')
    wishes = wishes.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix='tutti-newcomer-'))
    os.chmod(folder, 0o755)
    clone, steps, process, browser = folder / 'tutti', Steps(), None, None
    environment = dict(os.environ, TUTTI_DATA_DIR=str(folder / 'data'))
    try:
        steps.take('clone', lambda: run(['git', 'clone', '--quiet', wishes.source, str(clone)], folder))
        if wishes.build:
            (clone / '.build').mkdir()
            (clone / '.build/release').symlink_to(pathlib.Path(wishes.build).resolve())
        process = steps.take('make run, until it is ready', lambda: start(clone, environment, wishes.build))
        commands, page = own_concert(clone)
        password = steps.take('the commands of "Your own concert"',
                              lambda: type_commands(commands, clone, environment))
        browser = Browser()
        steps.take(f'{page} in Chromium, {PHONE[0]} by {PHONE[1]}',
                   lambda: operate(browser, page, password, wishes.picture))
        steps.show()
    finally:
        if browser:
            browser.close()
        if process:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


main()
