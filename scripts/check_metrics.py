"""`/metrics` of a private `tutti run` through `promtool check metrics`, and the names that must be in it."""
import re
import subprocess
import sys
import urllib.request

from served import Served

WANTED = [
    'process_cpu_seconds_total', 'process_resident_memory_bytes', 'process_virtual_memory_bytes', 'process_open_fds',
    'process_max_fds', 'process_start_time_seconds', 'tutti_build_info', 'tutti_ready', 'tutti_schema_migrations',
    'tutti_log_lines_dropped_total', 'tutti_db_pool_connections', 'tutti_db_pool_wait_seconds',
    'tutti_http_connections', 'tutti_http_event_streams', 'tutti_http_requests_total',
]


def main():
    with Served() as served:
        urllib.request.urlopen(served.url + '/api/v1/live', timeout=10).read()
        with urllib.request.urlopen(f'http://127.0.0.1:{served.admin}/metrics', timeout=10) as answer:
            text = answer.read()
    types = dict(re.findall(rb'^# TYPE (\S+) (\S+)$', text, re.MULTILINE))
    missing = [name for name in WANTED if name.encode() not in types]
    done = subprocess.run(['promtool', 'check', 'metrics'], input=text, capture_output=True)
    sys.stdout.buffer.write(done.stdout + done.stderr)
    print(f'{len(types)} metrics, {len(missing)} missing {missing}; promtool ended with {done.returncode}')
    sys.exit(1 if missing or done.returncode else 0)


main()
