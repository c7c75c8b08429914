"""SoundCloud's stand-in for the scripts in this folder: a child process on its own port, and the settings of a service that
uses it. It ends with the `with` block."""
import json
import os
import subprocess
import sys
import threading
import urllib.request

from served import Served, free_port


class StandIn:
    def __init__(self, likes=120):
        self.likes = likes
        self.url = f'http://127.0.0.1:{free_port()}'
        self.settings = dict(TUTTI_SOUNDCLOUD_API=self.url, TUTTI_SOUNDCLOUD_AUTH=self.url,
                             TUTTI_SOUNDCLOUD_CLIENT_ID='script', TUTTI_SOUNDCLOUD_CLIENT_SECRET='script')

    def __enter__(self):
        program = os.path.join(os.path.dirname(Served.program()), 'soundcloud-stand-in')
        if not os.access(program, os.X_OK):
            sys.exit(f'there is no {program}: it is built with the tests')
        self.process = subprocess.Popen([program, self.url.rsplit(':', 1)[1], str(self.likes)], stdout=subprocess.PIPE,
                                        text=True)
        for line in self.process.stdout:
            if '_AUTH' in line:
                threading.Thread(target=self.process.stdout.read, daemon=True).start()
                return self
        sys.exit('the stand-in did not become ready')

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)

    def control(self, act, **members):
        """Plans faults by the number of the request, ends tokens, withdraws all that was granted."""
        request = urllib.request.Request(f'{self.url}/_control/{act}', method='POST', data=json.dumps(members).encode(),
                                         headers={'Content-Type': 'application/json'})
        urllib.request.urlopen(request, timeout=30).read()
