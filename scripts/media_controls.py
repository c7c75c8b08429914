"""The media controls of the desktop, for the scripts in this folder. Chromium offers its Media Session on D-Bus as an MPRIS player, as a desktop's lock
screen, media keys and headphones use it. This is a private session bus, so that no desktop is needed. Start it before the browsers, because a
browser reads the address of the bus when it starts."""
import json
import os
import shutil
import subprocess
import sys

PATH, PLAYER = '/org/mpris/MediaPlayer2', 'org.mpris.MediaPlayer2.Player'


class MediaControls:
    def __init__(self):
        for program, package in (('dbus-daemon', 'dbus'), ('busctl', 'systemd')):
            if not shutil.which(program):
                sys.exit(f'{program} is needed for the media controls: apt-get install {package}')
        self.process = subprocess.Popen(
            ['dbus-daemon', '--session', '--nofork', '--print-address'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        self.known = os.environ.get('DBUS_SESSION_BUS_ADDRESS')
        os.environ['DBUS_SESSION_BUS_ADDRESS'] = self.address

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        if self.known is None:
            del os.environ['DBUS_SESSION_BUS_ADDRESS']
        else:
            os.environ['DBUS_SESSION_BUS_ADDRESS'] = self.known

    def bus(self, verb, browser, *arguments):
        name = f'org.mpris.MediaPlayer2.chromium.instance{browser.process.pid}'
        done = subprocess.run(
            ['busctl', f'--address={self.address}', '--json=short', verb, name, PATH, PLAYER, *arguments], capture_output=True, text=True,
            timeout=30, check=False)
        return json.loads(done.stdout) if done.returncode == 0 and done.stdout.strip() else None

    def press(self, browser, method, *arguments):
        """Calls a method such as `PlayPause`; the arguments are a signature and its values, as busctl has them."""
        self.bus('call', browser, method, *arguments)

    def value(self, browser, name):
        """A property such as `PlaybackStatus`; None while the browser offers no player."""
        told = self.bus('get-property', browser, name)
        return told and told['data']

    def metadata(self, browser):
        """The metadata by their names, such as `xesam:title`."""
        return {name: entry['data'] for name, entry in (self.value(browser, 'Metadata') or {}).items()}
