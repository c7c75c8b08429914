"""axe.py [--show]: every page of a running service, as nobody and as an account of each role, through axe-core in Chromium.

Pages are those operations of openapi.yaml that answer HTML to a GET and need nothing in their path. What axe-core finds
against WCAG 2.2 A and AA or its best practices is a failure; exit status 1 then. --show also prints how many rules passed on
each page.
"""
import argparse
import base64
import json
import os
import re
import secrets
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import axe_playwright_python
import yaml

from served import PASSWORD, ROLES, ROOT, Served

AXE = os.path.join(os.path.dirname(axe_playwright_python.__file__), 'axe.min.js')
# A phone in the dark, as most are held to these pages.
VIEWPORT = '412,915'


class Browser:
    """Headless Chromium, spoken to over its DevTools' socket."""

    def __init__(self):
        program = next((path for name in ('chromium', 'chromium-browser', 'google-chrome') if (path := shutil.which(name))),
                       None)
        if program is None:
            sys.exit('Chromium is needed: apt-get install chromium')
        self.folder = tempfile.mkdtemp(prefix='tutti-axe-')
        self.process = subprocess.Popen(
            [program, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
             f'--user-data-dir={self.folder}', f'--window-size={VIEWPORT}', '--force-dark-mode=false',
             '--remote-debugging-port=0', 'about:blank'],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = os.path.join(self.folder, 'DevToolsActivePort')
        for _ in range(300):
            if os.path.exists(port_file) and open(port_file).read().count('\n'):
                break
            time.sleep(0.1)
        else:
            self.close()
            sys.exit('Chromium did not start')
        self.port = int(open(port_file).readline())
        page = next(tab for tab in json.load(urllib.request.urlopen(f'http://127.0.0.1:{self.port}/json/list'))
                    if tab['type'] == 'page')
        self.count = 0
        self.connect(urllib.parse.urlsplit(page['webSocketDebuggerUrl']).path)
        for domain in ('Page', 'Network', 'Runtime'):
            self.call(f'{domain}.enable')
        # The pages' own policy forbids foreign scripts; axe-core is one.
        self.call('Page.setBypassCSP', enabled=True)

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, path):
        """RFC 6455, as much of it as one patient client needs."""
        self.socket = socket.create_connection(('127.0.0.1', self.port), timeout=60)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.socket.sendall((f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n'
                             f'Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n').encode())
        self.file = self.socket.makefile('rb')
        assert b' 101 ' in self.file.readline()
        while self.file.readline() != b'\r\n':
            pass

    def send(self, text):
        data, mask = text.encode(), secrets.token_bytes(4)
        length = (bytes([0x80 | len(data)]) if len(data) < 126 else
                  b'\xfe' + struct.pack('>H', len(data)) if len(data) < 65536 else b'\xff' + struct.pack('>Q', len(data)))
        masked = bytearray(data)
        for index in range(len(masked)):
            masked[index] ^= mask[index & 3]
        self.socket.sendall(b'\x81' + length + mask + bytes(masked))

    def receive(self):
        whole = b''
        while True:
            first, second = self.file.read(2)
            length = second & 127
            if length == 126:
                length, = struct.unpack('>H', self.file.read(2))
            elif length == 127:
                length, = struct.unpack('>Q', self.file.read(8))
            whole += self.file.read(length)
            if first & 0x80:
                return json.loads(whole)

    def call(self, method, **parameters):
        self.count += 1
        self.send(json.dumps({'id': self.count, 'method': method, 'params': parameters}))
        while True:
            message = self.receive()
            if message.get('id') == self.count:
                if 'error' in message:
                    raise RuntimeError(f'{method}: {message["error"]}')
                return message['result']

    def open(self, url):
        self.call('Page.navigate', url=url)
        for _ in range(300):
            state = self.evaluate('[document.readyState, location.href]')
            if state and state[0] == 'complete' and state[1] != 'about:blank':
                return
            time.sleep(0.05)
        sys.exit(f'{url} does not load')

    def evaluate(self, expression, waits=False):
        result = self.call('Runtime.evaluate', expression=expression, awaitPromise=waits, returnByValue=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(result['exceptionDetails'].get('exception', {}).get('description', 'a script failed'))
        return result['result'].get('value')


def pages():
    """The paths of pages without anything to fill in, from openapi.yaml."""
    document = yaml.safe_load(open(os.path.join(ROOT, 'openapi.yaml')))

    def resolved(node):
        while '$ref' in node:
            target = document
            for step in node['$ref'][2:].split('/'):
                target = target[step]
            node = target
        return node

    for path, item in document['paths'].items():
        operation = item.get('get')
        if operation is None or '{' in path:
            continue
        answer = resolved(operation.get('responses', {}).get('200', {}))
        if any(kind.startswith('text/html') for kind in answer.get('content', {})):
            yield path


def session(service, role):
    """The session's cookie of a browser that logs in, as the form does."""
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    request = urllib.request.Request(
        service.url + '/login', data=urllib.parse.urlencode({'login': role, 'password': PASSWORD}).encode(),
        headers={'Origin': service.url})
    try:
        answer = urllib.request.build_opener(Stay).open(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    found = re.search(r'([^=;]*session)=([^;]+)', answer.headers.get('Set-Cookie', ''))
    if answer.status != 303 or not found:
        sys.exit(f'{role} cannot log in: {answer.status}')
    return found.groups()


def findings(browser):
    browser.evaluate(open(AXE).read())
    done = browser.evaluate(
        "axe.run(document, {runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa',"
        " 'best-practice']}}).then(r => ({passes: r.passes.length, violations: r.violations.map(v => ({id: v.id,"
        " impact: v.impact, help: v.help, nodes: v.nodes.map(n => n.html.slice(0, 200))}))}))", waits=True)
    return done['passes'], done['violations']


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--show', action='store_true', help='say how many rules passed on each page')
    options = parser.parse_args()
    looked, found = 0, 0
    with Served() as service:
        browser = Browser()
        try:
            browser.open('data:text/html,<input>')
            if not findings(browser)[1]:
                sys.exit('axe-core finds nothing on a page that is nothing but a field without a name')
            for who in ['nobody', *ROLES]:
                browser.call('Network.clearBrowserCookies')
                if who != 'nobody':
                    name, value = session(service, who)
                    browser.call('Network.setCookie', name=name, value=value, url=service.url, path='/')
                for path in pages():
                    browser.open(service.url + path)
                    shown = browser.evaluate('location.pathname')
                    passes, violations = findings(browser)
                    looked += 1
                    if options.show:
                        print(f'{who:10} {path:24} {shown if shown != path else "":16} {passes} rules pass')
                    for violation in violations:
                        found += 1
                        print(f'{who} at {path}: {violation["id"]} ({violation["impact"]}): {violation["help"]}')
                        for node in violation['nodes'][:3]:
                            print(f'    {node}')
        finally:
            browser.close()
    print(f'{looked} pages looked at, {found} findings')
    if found or not looked:
        sys.exit(1)


if __name__ == '__main__':
    main()
