"""check-readme [PROGRAMS]: runs README.md word for word beside its own demo, and opens every page that README links to.

PROGRAMS is the folder with `tutti` (.build/release, else .build/debug). It runs every line of the blocks marked `sh`, in one
shell, in a folder with the content of a fresh clone; then the commands in the first column of the table of "Try it", for a few
seconds each; then it requests every address of this machine, which must answer 200. Only the port 8080 is replaced, since this
demo has another port. Exit status 0: everything works as README says.
"""
import http.client
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'scripts'))
from served import free_port  # noqa: E402

# Seconds after which a command that does not end is stopped.
A_WHILE = 5


def programs():
    named = sys.argv[1:2]
    for folder in [pathlib.Path(name) for name in named] or [ROOT / '.build/release', ROOT / '.build/debug']:
        if os.access(folder / 'tutti', os.X_OK):
            return folder.resolve()
    sys.exit('there is no program: run `make build`, or name the folder of tutti')


def blocks(text):
    """The lines of the blocks marked `sh`, each with its number."""
    lines, inside = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith('```'):
            inside = line == '```sh'
        elif inside:
            lines.append((number, line))
    return lines


def table(text):
    """The commands in the first column of the table of "Try it"."""
    section = text.split('\n## Try it\n')[1].split('\n## ')[0]
    rows = re.findall(r'^\| (.*?) \|', section, re.M)
    return [row[1:-1] for row in rows if row.startswith('`') and row.endswith('`')]


def addresses(text):
    """Every address of this machine that a reader can open, once; addresses in commands are tested with the commands."""
    return sorted(set(re.findall(r'[<(](http://(?:127\.0\.0\.1|[a-z.]*localhost):8080[^\s<>)]*)[>)]', text)))


class Demo:
    """`tutti run` as README starts it, with its own ports and data folder."""

    def __init__(self, folder, programs):
        self.port, admin = free_port(), free_port()
        self.environment = dict(
            PATH=os.environ['PATH'], HOME=folder, TMPDIR=folder, TUTTI_DATA_DIR=folder + '/data',
            TUTTI_HTTP=f'127.0.0.1:{self.port}', TUTTI_ADMIN=f'127.0.0.1:{admin}',
            TUTTI_MULTICAST_PORT=str(free_port()), TUTTI_PASSWORD_COST='10')
        self.log = open(folder + '/service.log', 'w')
        self.process = subprocess.Popen(
            [programs / 'tutti', 'run'], env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if line == 'ready\n':
                return
        sys.exit('the demo did not become ready:\n' + open(self.log.name).read()[-3000:])

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def words(self, text):
        return text.replace(':8080', f':{self.port}')

    def shell(self, script, folder, **options):
        return subprocess.run(['bash', '-c', script], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)

    def for_a_while(self, script, folder):
        """The status and output of a command that may run forever; without a status if it was stopped. It is stopped with
        SIGKILL, because it may have inherited ignored signals."""
        process = subprocess.Popen(['bash', '-c', script], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            output, status = process.communicate(timeout=A_WHILE)[0], process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, status = process.communicate()[0], None
        return status, output.decode('utf-8', 'replace')

    def status(self, address):
        """The status of a page and its text, redirects followed; `*.localhost` is this machine, as in browsers."""
        for _ in range(5):
            parts = urllib.parse.urlsplit(address)
            connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60)
            connection.request('GET', parts.path + ('?' + parts.query if parts.query else ''),
                               headers={'Host': parts.netloc})
            answer = connection.getresponse()
            if answer.status not in (301, 302, 303, 307, 308):
                return answer.status, answer.read(1 << 20).decode('utf-8', 'replace')
            address = urllib.parse.urljoin(address, answer.getheader('Location'))
        return 'redirects for ever', ''


def clone(folder, programs):
    """A folder with the content of a fresh clone after `make run`, as far as README's commands need it."""
    os.makedirs(folder + '/.build')
    os.symlink(programs, folder + '/.build/release')
    for name in ('Sources', 'deploy', 'docs', 'openapi.yaml', 'README.md'):
        os.symlink(ROOT / name, f'{folder}/{name}')


def check(demo, text, folder):
    faults = []
    script = 'set -euo pipefail\n'
    for number, line in blocks(text):
        script += f'echo "README.md:{number}: $ "{shell_quoted(line)}\n{demo.words(line)}\n'
    begun = time.monotonic()
    done = demo.shell(script, folder, timeout=600)
    print(done.stdout, end='')
    print(f'{len(blocks(text))} lines of commands in {time.monotonic() - begun:.1f} s')
    if done.returncode:
        return [f'the last command above ended with status {done.returncode}']
    for command in table(text):
        if shutil.which(command.split()[0], path=f'{folder}/.build/release:' + os.environ['PATH']) is None:
            print(f'not tried, its program is not installed: {command}')
            continue
        script = f'export PATH="$PWD/.build/release:$PATH"\nexec {demo.words(command)}'
        status, output = demo.for_a_while(script, folder)
        print(f'$ {command}\n{output[:200].strip()}', flush=True)
        # None: the command was stopped after its time.
        if status not in (0, None):
            faults.append(f'`{command}` ended with status {status}: {output[-500:]}')
    for address in addresses(text):
        status, page = demo.status(demo.words(address))
        print(status, address)
        if status != 200:
            faults.append(f'{address} answers {status}')
        if 'philharmonic.localhost:8080/getPieces' in address and 'Dvořák' not in page:
            faults.append(f'{address} is not the page of the concert that README makes')
    return faults


def shell_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def main():
    text = (ROOT / 'README.md').read_text()
    folder = tempfile.mkdtemp(prefix='tutti-readme-')
    os.chmod(folder, 0o755)
    found = programs()
    demo = None
    try:
        clone(folder + '/tutti', found)
        demo = Demo(folder, found)
        faults = check(demo, text, folder + '/tutti')
    finally:
        if demo:
            demo.end()
        shutil.rmtree(folder, ignore_errors=True)
    if not blocks(text) or not table(text) or not addresses(text):
        faults.append('README.md has no commands, no table or no addresses: this script no longer finds them')
    for fault in faults:
        print(f'README.md: {fault}', file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
