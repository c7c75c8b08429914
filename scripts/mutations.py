"""mutations.py [--all] [--only WORD]: breaks the isolation of tenants in one place at a time; a test must then fail. Faults of
the schema (a missing policy, a policy that is not forced, a second policy) are made in the tests' template of the database,
without compiling. Faults of the sources (a statement without its tenant, a permission with one role more or less) are compiled
and then reverted. A statement without its tenant is harmless while the policy exists. Therefore it is tested without policies,
where the statements alone must isolate tenants; the first run checks that they do. Prints a table; exit status 1 if a fault was
not detected, or a test failed without a fault. A sample of the tables by
default, every table with --all.
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SWIFT = os.environ.get('SWIFT', 'swift')
SQL = 'migrations/sql'
MATRIX = r'AppTests\.MatrixTests'
WALL = r'AppTests\.(MatrixTests|TableAttackTests)|TenancyTests\.(WallTests|CatalogueLintTests/theLintAcceptsTheSchema)'
PERMISSIONS = r'AppTests\.PermissionTests'
WALL_DOWN = """do $$ declare t regclass; begin
    for t in select oid from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') loop
        execute format('alter table %s disable row level security', t);
    end loop;
end $$;"""
# The tables of the sample: content, accounts, live state, and a table that is only written.
SAMPLE = ['app.user_account', 'app.session', 'app.concert', 'app.hall_message', 'app.live', 'app.audit_event']

# A file, the text of one statement in it, and the same without its tenant.
PREDICATES = [
    ('Sources/Accounts/Session/SessionStore.swift',
     '             where s.tenant_id = \\(tenant)\n               and s.token_hash = \\(secret.hash)',
     '             where s.token_hash = \\(secret.hash)'),
    ('Sources/Accounts/User/UserStore.swift',
     '             where tenant_id = \\(tenant)\n               and login_key = lower(\\(login))\n               and disabled_at is null',
     '             where login_key = lower(\\(login))\n               and disabled_at is null'),
    ('Sources/ConcertNotes/Live/Messages/AudienceMessageStore.swift',
     '                     where tenant_id = \\(tenant)\n                       and message_id = \\(id.rawValue)\n'
     '                       and expires_at',
     '                     where message_id = \\(id.rawValue)\n                       and expires_at'),
]
TABLE = 'Sources/Web/Routing/Permission.swift'


def tables():
    names = []
    for file in sorted(os.listdir(os.path.join(ROOT, SQL))):
        names += re.findall(r"raise_wall\('(app\.\w+)'", open(os.path.join(ROOT, SQL, file)).read())
    return names


def test(pattern, template_sql=''):
    """Whether all passed, and the first test that did not."""
    done = subprocess.run(
        [SWIFT, 'test', '--skip-build', '--disable-xctest', '--filter', pattern], cwd=ROOT, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=dict(os.environ, TUTTI_TEST_TEMPLATE_SQL=template_sql))
    output = re.sub(r'\x1b\[[0-9;]*m', '', done.stdout)
    failed = sorted(set(re.findall(r'✘ Test (\w+)\(', output)))
    if done.returncode and not failed:
        sys.exit(f'the tests did not run:\n{output[-2000:]}')
    if not re.search(r'Test run with [1-9]', output):
        sys.exit(f'no test ran: {pattern}')
    return done.returncode == 0, failed


def build():
    done = subprocess.run([SWIFT, 'build', '--build-tests'], cwd=ROOT, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        errors = [line for line in done.stdout.splitlines() if 'error:' in line]
        sys.exit('a fault does not compile:\n' + '\n'.join(errors[:10]))


class Fault:
    """Replaces a text of a source file during a `with` block."""

    def __init__(self, path, old, new):
        self.path, self.old, self.new = os.path.join(ROOT, path), old, new
        self.whole = open(self.path).read()
        if self.whole.count(old) != 1:
            sys.exit(f'{path} does not have the text to exchange exactly once:\n{old}')

    def __enter__(self):
        open(self.path, 'w').write(self.whole.replace(self.old, self.new))

    def __exit__(self, *_):
        open(self.path, 'w').write(self.whole)


def schema_faults(every):
    kinds = [
        ('no policy', 'drop policy tenant_wall on {};'),
        ('not forced', 'alter table {} no force row level security;'),
        ('switched off', 'alter table {} disable row level security;'),
        ('a second policy', 'create policy careless on {} to app_rt using (true);'),
        ('tenant may be changed', 'grant update (tenant_id) on {} to app_rt;'),
    ]
    for number, table in enumerate(tables() if every else SAMPLE):
        # Of the sample each loses its policy and is not forced, the first one has the other faults as well.
        for kind, sql in kinds if every or number == 0 else kinds[:2]:
            yield f'{table}: {kind}', sql.format(table)
    yield 'a table of control is open', 'grant select on control.tenant_host to app_rt;'
    yield 'a sequence is open', 'grant usage on sequence control.identifier_seq to app_rt;'
    yield 'a key without its tenant', 'create unique index careless on app.concert (title);'
    yield ('a foreign key without its tenant', 'create unique index careless on app.work (work_id); '
           'alter table app.piece add foreign key (work_id) references app.work (work_id);')


def permission_faults():
    """The rows of the permission table: each list of roles with one role less, and with one more."""
    rows = re.findall(r'^.*\[\.[\w, .]*\.admin\].*$', open(os.path.join(ROOT, TABLE)).read(), re.M)
    if not rows:
        sys.exit(f'no row is recognised in {TABLE}')
    row = rows[0]
    roles = re.search(r'\[(\.[\w, .]*)\]', row).group(1)
    kept = ', '.join(roles.split(', ')[1:])
    yield 'a permission with a role less', row, row.replace(roles, kept)
    yield 'a permission with a role more', row, row.replace(roles, '.listener, ' + roles)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--all', action='store_true', help='every table, not a sample')
    parser.add_argument('--only', choices=['schema', 'sources'])
    options = parser.parse_args()
    unnoticed = 0

    def tell(what, is_right, failed, since):
        nonlocal unnoticed
        unnoticed += not is_right
        by = ', '.join(failed[:2]) + (f' and {len(failed) - 2} more' if len(failed) > 2 else '')
        print(f'{"ok  " if is_right else "FAIL"} {what:48} {by or "-":70} {time.time() - since:4.0f} s', flush=True)

    build()
    print(f'     {"fault":48} {"noticed by":70}')
    since = time.time()
    passed, failed = test(WALL)
    tell('none: everything passes', passed, failed, since)
    since = time.time()
    passed, failed = test(MATRIX, WALL_DOWN)
    tell('no policy at all: the statements alone hold', passed, failed, since)
    if options.only != 'sources':
        for what, sql in schema_faults(options.all):
            since = time.time()
            passed, failed = test(WALL, sql)
            tell(what, not passed, failed, since)
    if options.only != 'schema':
        for path, old, new in PREDICATES:
            since = time.time()
            with Fault(path, old, new):
                build()
                passed, failed = test(MATRIX, WALL_DOWN)
            tell(f'{os.path.basename(path)}: no tenant', not passed, failed, since)
        for what, old, new in permission_faults():
            since = time.time()
            with Fault(TABLE, old, new):
                build()
                passed, failed = test(PERMISSIONS)
            tell(what, not passed, failed, since)
        build()
    if unnoticed:
        sys.exit(f'{unnoticed} of the above are wrong')


if __name__ == '__main__':
    main()
