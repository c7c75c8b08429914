"""Checks `/metrics` of a private `tutti run` with `promtool check metrics`, and the presence of all documented names."""
import os
import re
import subprocess
import sys
import time
import urllib.request

from served import ROOT, Served

# The families of docs/metrics.md.
DOCUMENT = os.path.join(ROOT, 'docs', 'metrics.md')
WANTED = re.findall(r'^\| `([a-z_]+)` \|', open(DOCUMENT, encoding='utf-8').read(), re.MULTILINE)


def fetch(served):
    with urllib.request.urlopen(f'http://127.0.0.1:{served.admin}/metrics', timeout=10) as answer:
        return answer.read()


def main():
    with Served() as served:
        for path in ['/api/v1/live', '/getPieces.php', '/api/v1/finder', '/api/v1/channels']:
            urllib.request.urlopen(served.url + path, timeout=10).read()
        # The emitter's first packets are reported a moment later.
        end = time.monotonic() + 30
        while True:
            text = fetch(served)
            types = dict(re.findall(rb'^# TYPE (\S+) (\S+)$', text, re.MULTILINE))
            missing = [name for name in WANTED if name.encode() not in types]
            if not missing or time.monotonic() > end:
                break
            time.sleep(0.2)
    done = subprocess.run(['promtool', 'check', 'metrics'], input=text, capture_output=True)
    sys.stdout.buffer.write(done.stdout + done.stderr)
    print(f'{len(types)} metrics, {len(missing)} missing {missing}; promtool ended with {done.returncode}')
    sys.exit(1 if missing or done.returncode else 0)


main()
