"""schemathesis.py [--as WHO]… [-- ARGUMENT…]: openapi.yaml against a running service, by Schemathesis.

As nobody and as an account of each role: no answer that the document does not have, no 5xx but a documented 503, and
content that fits its schema. The seed is fixed; `-- --max-examples 300 --seed 7` digs deeper elsewhere. Exit status 1 when
anything is found.
"""
import argparse
import os
import subprocess
import sys

from served import ROLES, ROOT, Served

CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
# A stream does not end, and the tool waits for the end of each answer: EventBroadcasterTests and LiveEventsTests hold it.
STREAMS = ['getLiveEvents']
# On the admin address, which is none of the tenant's.
ELSEWHERE = ['getMetrics']
# Each ends the session that asks, after which all else is 401. Asked in a run of their own, at the end.
FAREWELLS = ['deleteCurrentSession', 'postLogout']
# What there is no argument for: the methods that are tried where no path has them. Not TRACE: the server knows no such
# method and says so by 501 (RFC 9110 section 15.6.2), which "no 5xx" would take for a fault.
SETTINGS = """[phases.coverage]
unexpected-methods = ["GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS"]
"""


def run(service, who, operations, token, arguments):
    command = [os.path.join(os.path.dirname(sys.executable), 'schemathesis'),
               '--config-file', service.folder + '/schemathesis.toml', 'run', os.path.join(ROOT, 'openapi.yaml'),
               '--url', service.url, '--checks', CHECKS, '--seed', '20261121', '--max-examples', '30', '--no-shrink',
               '--continue-on-failure', '--phases', 'examples,coverage,fuzzing', '--request-timeout', '30',
               '--max-redirects', '0', '--suppress-health-check', 'all', '--warnings', 'off', '--no-color',
               '--generation-database', 'none', *operations]
    if token:
        # Invented credentials would go in place of these.
        command += ['--header', f'Authorization: Bearer {token}', '--generation-with-security-parameters', 'false']
    print(f'=== as {who}', flush=True)
    return subprocess.run(command + arguments, cwd=service.folder).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--as', dest='callers', action='append', choices=['nobody', *ROLES])
    parser.add_argument('arguments', nargs='*', help='more for Schemathesis, after --')
    options = parser.parse_args()
    failed = []
    with Served() as service:
        with open(service.folder + '/schemathesis.toml', 'w') as file:
            file.write(SETTINGS)

        def excluding(names):
            return [word for name in names for word in ('--exclude-operation-id', name)]

        for who in options.callers or ['nobody', *ROLES]:
            token = None if who == 'nobody' else service.tokens[who]
            status = run(service, who, excluding(STREAMS + ELSEWHERE + FAREWELLS), token, options.arguments)
            if status == 0:
                farewells = [word for name in FAREWELLS for word in ('--include-operation-id', name)]
                status = run(service, f'{who}, saying farewell', farewells, token, options.arguments)
            if status:
                failed.append(who)
            if service.process.poll() is not None:
                sys.exit('the service has ended')
    if failed:
        sys.exit(f'found something as {", ".join(failed)}')


if __name__ == '__main__':
    main()
