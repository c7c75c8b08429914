"""schemathesis.py [--as WHO]… [-- ARGUMENT…]: compares a running service with openapi.yaml by Schemathesis, and sends requests
to the pages and forms of the route table, which must never fail.

Requests are sent without credentials, as an account of each role and as a platform administrator. Every response must be
documented, no 5xx may occur except a documented 501 or 503, and content must match its schema. Half of the identifiers in
requests exist (known.py). The seed is
fixed; `-- --max-examples 300 --seed 7` digs deeper elsewhere. Exit status 1 when anything is found.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import urllib.request

import yaml

from known import PLATFORM, Known
from served import EVENING, ROLES, ROOT, Served, pages

CALLERS = ['nobody', *ROLES, PLATFORM]
CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
# A stream does not end, and the tool waits for the end of each answer: EventBroadcasterTests, LiveEventsTests and
# PlayingFeedTests and AlertHubTests hold them.
STREAMS = ['getLiveEvents', 'getRadioEvents', 'getAlertEvents', 'getOperatorEvents']
# On the admin address, which is none of the tenant's.
ELSEWHERE = ['getMetrics']
# Operations that remove items that other operations need. They have a separate run after the others.
REMOVALS = [
    'deleteSession', 'postAccountSessionEnd', 'deleteToken', 'deleteStream', 'deleteUpgradeRule', 'deleteAccount',
    'postAccountDelete', 'deleteInvitation', 'postInvitationEnd', 'withdrawMessage', 'postOperatorWithdrawal',
    'deleteAppPassword', 'postClientEnd', 'deleteAiringAlert', 'deleteShowAlert', 'deleteAlertCalendarLink',
    'eraseTenant', 'removeTenantHost', 'postPlatformTenantHostRemoval', 'endLive', 'postOperatorConcertEnd',
]
# Each of these ends the caller's session, or all others. They are last.
FAREWELLS = [
    'deleteOtherSessions', 'postAccountOtherSessionsEnd', 'deleteCurrentSession', 'postLogout',
    'deleteCurrentPlatformSession', 'postPlatformLogout',
]
# What there is no argument for.
# - The methods that are tried where no path has them. Not TRACE: the server knows no such method and says so by 501
#   (RFC 9110 section 15.6.2), which "no 5xx" would take for a fault.
# - Identifiers out of earlier answers are not used: among them is the account that asks, and its tenant.
# - A 501 and a 503 are no faults where the document has them: a method of Subsonic's that is not there, a server without an
#   application at SoundCloud.
SETTINGS = """[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", 501, 503]
[phases.coverage]
unexpected-methods = ["GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS"]
[phases.coverage.extra-data-sources]
responses = false
[phases.examples.extra-data-sources]
responses = false
[phases.fuzzing.extra-data-sources]
responses = false
"""


def settings(values):
    """The settings file, which gives half of the path parameters an existing identifier."""
    lines = [SETTINGS]
    lines += [f'[dictionaries.{name}]\nvalues = {json.dumps(known)}\n' for name, known in values.items()]
    lines.append('[dictionaries.apps]\nvalues = ["ios", "android"]\n[dictionaries.versions]\nvalues = ["1.0", "2.3"]\n')
    lines.append('[parameters]\n')
    # Sometimes an app that must be replaced.
    lines.append('"header.App-Platform" = { dictionary = "apps", probability = 0.2 }\n')
    lines.append('"header.App-Version" = { dictionary = "versions", probability = 0.2 }\n')
    lines += [f'"path.{name}" = {{ dictionary = "{name}", probability = 0.5 }}\n' for name in values]
    return ''.join(lines)


def document():
    """openapi.yaml with the pages and forms beside it."""
    with open(os.path.join(ROOT, 'openapi.yaml')) as file:
        whole = yaml.safe_load(file)
    with open(os.path.join(ROOT, 'Tests', 'AppTests', 'Wall', 'inputs.yaml')) as file:
        inputs = yaml.safe_load(file)
    for route in pages('GET') + pages('POST'):
        entry = inputs.get(route['operation'], {})
        parameters = [{'name': name, 'in': 'path', 'required': True, 'schema': {'type': 'string', 'minLength': 1}}
                      for name in re.findall(r'\{(\w+)\}', route['path'])]
        parameters += [{'name': name, 'in': 'query', 'schema': {'type': 'string'}} for name in entry.get('query', [])]
        operation = {'operationId': route['operation'], 'parameters': parameters,
                     'responses': {'default': {'description': 'A page, or on to another.'}}}
        for kind, media in [('form', 'application/x-www-form-urlencoded'), ('parts', 'multipart/form-data')]:
            if kind in entry:
                operation['requestBody'] = {'content': {media: {'schema': form(entry[kind])}}}
        whole['paths'].setdefault(route['path'], {})[route['method'].lower()] = operation
    return whole


def form(fields):
    """The schema of a form: its fields as strings, with the values that are known."""
    properties = {name: {'type': 'string', **(value if isinstance(value, dict) else
                                              {} if value is None else {'examples': [str(value)]})}
                  for name, value in fields.items()}
    return {'type': 'object', 'properties': properties,
            'required': [name for name, value in fields.items() if value is not None]}


def run(service, who, title, operations, arguments):
    command = [os.path.join(os.path.dirname(sys.executable), 'schemathesis'),
               '--config-file', service.folder + '/schemathesis.toml', 'run', service.folder + '/document.json',
               '--url', service.url, '--checks', CHECKS, '--seed', '20261121', '--max-examples', '30', '--no-shrink',
               '--continue-on-failure', '--phases', 'examples,coverage,fuzzing', '--request-timeout', '30',
               '--max-redirects', '0', '--suppress-health-check', 'all', '--warnings', 'off', '--no-color',
               '--generation-database', 'none', *operations]
    if who != 'nobody':
        # Invented credentials would go in place of these.
        command += ['--header', f'Authorization: Bearer {service.tokens[who]}',
                    '--generation-with-security-parameters', 'false']
    print(f'=== as {title}', flush=True)
    return subprocess.run(command + arguments, cwd=service.folder).returncode == 0


def named(option, names):
    return [word for name in names for word in (option, name)]


def run_as(who, service, known, arguments):
    """Runs everything as one caller. Returns whether no fault was found."""
    # Whoever was before may have taken it off the air.
    service.command('concert', 'activate', os.path.basename(EVENING), '--tenant', service.tenant)
    with open(service.folder + '/schemathesis.toml', 'w') as file:
        file.write(settings(known.values(who)))
    with open(service.folder + '/document.json', 'w') as file:
        json.dump(document(), file)
    parts = [
        (who, named('--exclude-operation-id', STREAMS + ELSEWHERE + REMOVALS + FAREWELLS)),
        (f'{who}, taking away', named('--include-operation-id', REMOVALS)),
        (f'{who}, saying farewell', named('--include-operation-id', FAREWELLS)),
    ]
    fine = True
    for title, operations in parts:
        before = counted(service)
        if who != 'nobody' and not known.still_asks(who):
            sys.exit(f'{who} is no longer who it was')
        fine = run(service, who, title, operations, arguments) and fine
        if service.process.poll() is not None:
            sys.exit('the service has ended')
        tell(counted(service) - before)
    return fine


def counted(service):
    """How many answers there were, by route, method and status."""
    text = urllib.request.urlopen(f'http://127.0.0.1:{service.admin}/metrics', timeout=30).read().decode()
    counts = collections.Counter()
    for labels, value in re.findall(r'^tutti_http_requests_total{(.*)} (\d+)$', text, re.MULTILINE):
        label = dict(re.findall(r'(\w+)="([^"]*)"', labels))
        counts[label['route'], label['method'], label['code']] += int(value)
    return counts


def tell(counts):
    """Prints how often each status occurred, because a run with only refusals proves nothing."""
    statuses = collections.Counter()
    for (_, _, status), count in counts.items():
        statuses[status] += count
    print('--- answers:', ', '.join(f'{status}: {count}' for status, count in sorted(statuses.items())), flush=True)


def described():
    """Route and method of each operation, page and form."""
    paths = document()['paths']
    return {(path, method.upper()) for path, operations in paths.items() for method in operations}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--as', dest='callers', action='append', choices=CALLERS)
    parser.add_argument('arguments', nargs='*', help='more for Schemathesis, after --')
    options = parser.parse_args()
    with Served() as service:
        callers = options.callers or CALLERS
        known = Known(service, callers)
        failed = [who for who in callers if not run_as(who, service, known, options.arguments)]
        counts = counted(service)
    done = {(route, method) for route, method, status in counts if status < '400'}
    for route, method in sorted({(route, method) for route, method, _ in counts} & described() - done):
        print('never done:', method, route)
    if failed:
        sys.exit(f'found something as {", ".join(failed)}')


if __name__ == '__main__':
    main()
