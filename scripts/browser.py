"""Headless Chromium for the scripts in this folder, controlled over its DevTools socket: no driver needs installing, and any
installed version works."""
import base64
import json
import os
import secrets
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request


class Browser:
    """One tab. Forms are filled in and sent as a visitor does, with the pages' own policy in force."""

    def __init__(self, *switches):
        program = next((path for name in ('chromium', 'chromium-browser', 'google-chrome') if (path := shutil.which(name))),
                       None)
        if program is None:
            sys.exit('Chromium is needed: apt-get install chromium')
        self.folder = tempfile.mkdtemp(prefix='tutti-axe-')
        self.process = subprocess.Popen(
            [program, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
             f'--user-data-dir={self.folder}', '--force-dark-mode=false', '--hide-scrollbars',
             '--disable-background-timer-throttling', '--disable-renderer-backgrounding',
             '--disable-backgrounding-occluded-windows', '--remote-debugging-port=0', *switches, 'about:blank'],
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

    def tab(self, isVisible=True):
        """Opens another tab: in a separate window, so that it is drawn as a visible page, or in the background."""
        target = self.call('Target.createTarget', url='about:blank', newWindow=isVisible, background=not isVisible)['targetId']
        tab = Browser.__new__(Browser)
        tab.port, tab.count, tab.target = self.port, 0, target
        tab.connect(f'/devtools/page/{target}')
        for domain in ('Page', 'Runtime'):
            tab.call(f'{domain}.enable')
        return tab

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, path):
        """The part of RFC 6455 that one client needs."""
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

    def size(self, width, height):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)

    def open(self, url):
        self.leave(lambda: self.call('Page.navigate', url=url), url)

    def send_form(self, form, files=(), **fields):
        """Fills in the form that the selector finds and presses its first button, or the one that a selector names in
        `press`. Scripts of the page and the browser's validation are bypassed, because the server's response is tested."""
        press = fields.pop('press', 'button')
        for field, path in files:
            document = self.call('DOM.getDocument')['root']['nodeId']
            node = self.call('DOM.querySelector', nodeId=document, selector=f'{form} [name={field}]')['nodeId']
            self.call('DOM.setFileInputFiles', files=[path], nodeId=node)
        filled = json.dumps([form, press, list(fields.items())])
        self.leave(lambda: self.evaluate(
            f"""(([form, press, fields]) => {{
              const it = document.querySelector(form);
              for (const [name, value] of fields) {{
                const field = it.querySelector(`[name="${{name}}"]`);
                if (field.type === 'checkbox') field.checked = value; else field.value = value;
              }}
              it.noValidate = true;
              addEventListener('submit', event => event.stopImmediatePropagation(), {{capture: true}});
              it.requestSubmit([...it.querySelectorAll(press)].find(button => button.form === it));
            }})({filled})"""), form)

    def leave(self, act, name):
        """Performs an action that leads to another page, and waits for the page."""
        self.evaluate('window.isOld = true')
        act()
        for _ in range(400):
            try:
                if self.evaluate('window.isOld !== true && document.readyState === "complete"'):
                    return
            except RuntimeError:
                pass  # The page goes away as it is asked.
            time.sleep(0.05)
        sys.exit(f'{name} leads nowhere')

    def picture(self, path, height=None):
        """The page as a PNG: the whole page, or only its first screen."""
        size = self.call('Page.getLayoutMetrics')['cssContentSize']
        data = self.call('Page.captureScreenshot', captureBeyondViewport=True,
                         clip={'x': 0, 'y': 0, 'width': size['width'], 'height': height or size['height'],
                               'scale': 1})['data']
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))

    def evaluate(self, expression, waits=False):
        result = self.call('Runtime.evaluate', expression=expression, awaitPromise=waits, returnByValue=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(result['exceptionDetails'].get('exception', {}).get('description', 'a script failed'))
        return result['result'].get('value')
