"""A private `tutti run` for the scripts in this folder: its own ports, data folder and PostgreSQL, one tenant with a concert on
the air and an account of each role. It ends with the `with` block and removes its files."""
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EVENING = os.path.join(ROOT, 'Sources', 'App', 'Resources', 'Demo', 'evening')
ROLES = ['listener', 'editor', 'programmer', 'operator', 'admin']
PASSWORD = 'seven grey pianos'


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def pages(method='GET'):
    """The routes of pages and their forms, which openapi.yaml does not describe, as `tutti routes` lists them."""
    listed = subprocess.run([Served.program(), 'routes'], capture_output=True, text=True, timeout=120, check=True).stdout
    return [route for route in json.loads(listed) if route['isPage'] and route['method'] == method]


class Served:
    def __init__(self, tenant='hall', **settings):
        self.tenant = tenant
        self.folder = tempfile.mkdtemp(prefix='tutti-served-')
        os.chmod(self.folder, 0o755)
        self.port, self.admin = free_port(), free_port()
        self.url = f'http://127.0.0.1:{self.port}'
        self.environment = dict(
            PATH=os.environ['PATH'], TMPDIR=self.folder, TUTTI_DATA_DIR=self.folder + '/data',
            TUTTI_HTTP=f'127.0.0.1:{self.port}', TUTTI_ADMIN=f'127.0.0.1:{self.admin}', TUTTI_DEFAULT_TENANT=tenant,
            TUTTI_MULTICAST_GROUP=f'239.255.{random.randint(64, 127)}.{random.randint(1, 254)}',
            TUTTI_PASSWORD_COST='10', TUTTI_LOG_FORMAT='json', **settings)
        self.tokens = {}

    def __enter__(self):
        self.log = open(self.folder + '/service.log', 'w')
        self.process = subprocess.Popen(
            [self.program(), 'run', '--no-demo'], env=self.environment, stdout=subprocess.PIPE, stderr=self.log,
            text=True)
        for line in self.process.stdout:
            if line == 'ready\n':
                break
        else:
            print(open(self.log.name).read(), file=sys.stderr)
            self.__exit__()
            sys.exit('the service did not become ready')
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        try:
            self.prepare()
            self.wait_for_tenant()
        except BaseException:
            self.__exit__()
            raise
        return self

    def prepare(self):
        """Makes the tenant with its concert and its accounts, by commands."""
        self.command('tenant', 'add', self.tenant, '--name', 'The Hall', '--host', f'{self.tenant}.example')
        self.command('import', 'concert', EVENING, '--tenant', self.tenant, '--activate')
        self.add_accounts()

    def add_accounts(self):
        for role in ROLES:
            self.command('user', 'add', '--tenant', self.tenant, '--login', role, '--role', role,
                         '--password-stdin', input=PASSWORD + '\n')
            self.new_token(role)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_token(self, role):
        self.tokens[role] = self.command('token', 'create', '--tenant', self.tenant, '--login', role).strip()
        return self.tokens[role]

    def wait_for_tenant(self):
        # The server remembers an unknown host for some seconds after a request.
        for _ in range(200):
            try:
                urllib.request.urlopen(self.url + '/api/v1/live', timeout=10).read()
                return
            except OSError:
                time.sleep(0.1)
        sys.exit('the tenant is not served')

    @staticmethod
    def program():
        named = os.environ.get('TUTTI')
        for path in [named] if named else ['.build/release/tutti', '.build/debug/tutti']:
            if os.access(os.path.join(ROOT, path), os.X_OK):
                return os.path.join(ROOT, path)
        sys.exit('there is no program: make build, or name one in TUTTI')

    def command(self, *arguments, input=None):
        done = subprocess.run([self.program(), *arguments], env=self.environment, input=input, text=True,
                              stdin=None if input else subprocess.DEVNULL, capture_output=True, timeout=120)
        if done.returncode:
            raise SystemExit(f'tutti {" ".join(arguments)}: {done.stdout}{done.stderr}')
        return done.stdout

    def log_in(self, login):
        """A device's access token, by password."""
        request = urllib.request.Request(
            self.url + '/api/v1/sessions', method='POST', headers={'Content-Type': 'application/json'},
            data=json.dumps({'login': login, 'password': PASSWORD}).encode())
        return json.load(urllib.request.urlopen(request, timeout=30))['accessToken']
