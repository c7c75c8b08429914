"""Writes docs/errors.md: every error code with its statuses and its meaning.

Codes and sections are the cases and marks of APIErrorCode.swift, sentences those of APIErrorCode+Meaning.swift. Statuses are
read from the calls: `APIError(.notFound, code: .noSuchShow, …)`. A call whose code is computed takes it from

- a property of the same file, `var absence: APIError.Code { … }`: the status belongs to all cases in its body;
- a parameter, `func field(_ pointer: String, code: Code, …)`: the status belongs to the codes in the calls of the function.

Tests/WebTests/APIErrorCodeTests.swift compares the written table with the enumeration.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ERRORS = ROOT / 'Sources' / 'Web' / 'Errors'
TABLE = ROOT / 'docs' / 'errors.md'
BEGIN = '''# Error codes

Written by `scripts/error-codes`; do not edit.

An error below `/api/v1` is a problem document (RFC 9457, `application/problem+json`). Its member `code` is one of the codes below, and its
`type` is `urn:tutti:problem:` with the code. A code never changes its meaning, and a program should compare codes only: `title` and
`detail` are for people, and their wording may change. A later version may have more codes; for an unknown code, go by the status. Pages
and plain texts show `detail` without the code.

`detail` says what is wrong with this request and, where possible, what to do next. `faults` lists single members, fields or parameters.
The field `Retry-After`, which most answers with 429 and 503 have, says when to try again.
'''


def text_of(path):
    return path.read_text(encoding='utf-8')


def sections():
    """[(title, [(case, code)])] in the order of the enumeration."""
    found = []
    for line in text_of(ERRORS / 'APIErrorCode.swift').splitlines():
        if mark := re.match(r' *// MARK: (.+)', line):
            found.append((mark[1], []))
        elif case := re.match(r' *case (\w+) = "([a-z0-9-]+)"$', line):
            found[-1][1].append((case[1], case[2]))
    return found


def meanings():
    """{case: sentence}"""
    return dict(re.findall(r'case \.(\w+):\s*"([^"]+)"', text_of(ERRORS / 'APIErrorCode+Meaning.swift')))


def numbers():
    """{name of a status: number}"""
    text = text_of(ROOT / 'Sources' / 'HTTP' / 'Message' / 'Status.swift')
    return {name: int(number) for name, number in re.findall(r'static let (\w+) = Status\(([0-9]+)\)', text)}


def cases(text):
    return re.findall(r'\.(\w+)', text)


def property_cases(text, name):
    """The cases in the body of a computed property of a file; its closing brace stands below `var`."""
    body = re.search(rf'(?ms)^( *)[a-z ]*var {name}: (?:APIError\.)?Code \{{\n(.*?)^\1\}}', text)
    return re.findall(r': \.(\w+)$', body[2], re.MULTILINE) if body else []


def pairs(sources):
    """(status, case, file) of every error."""
    makers = {}
    for path, text in sources.items():
        for call in re.finditer(r'\bAPIError\(\s*([\w.]+), code: ([^,]+),', text):
            status, code = call[1], call[2]
            if code.startswith('.') or '?' in code:
                found = cases(code.partition('?')[2] or code)
            else:
                found = property_cases(text, code.rpartition('.')[2])
            if not found and code == 'code':
                if not status.startswith('.'):
                    continue  # A copy of another error.
                maker = re.findall(r'func (\w+)\([^{]*\bcode: (?:APIError\.)?Code\b', text[:call.start()])
                if maker:
                    makers[maker[-1]] = status[1:]
                    continue
            if not found or not status.startswith('.'):
                yield None, f'{status}, code: {code}', path
            for case in found:
                yield status[1:], case, path
    for name, status in makers.items():
        for path, text in sources.items():
            for call in re.finditer(rf'\.{name}\(\s*[^,()]+, code: ([^,]+),', text):
                for case in cases(call[1]):
                    yield status, case, path


def main():
    listed, sentences, known = sections(), meanings(), numbers()
    names = {case for _, items in listed for case, _ in items}
    sources = {path: text_of(path) for path in sorted((ROOT / 'Sources').rglob('*.swift'))}
    statuses, wrong = {}, []
    for status, case, path in pairs(sources):
        if status in known and case in names:
            statuses.setdefault(case, set()).add(known[status])
        else:
            wrong.append(f'{path.relative_to(ROOT)}: cannot tell the status or the code of APIError({status or ""}{case}')
    lines = [BEGIN]
    for title, items in listed:
        lines += [f'## {title}', '', '| code | status | meaning |', '| --- | --- | --- |']
        for case, code in items:
            if case not in statuses:
                wrong.append(f'{code}: no call of APIError has this code; remove its case')
            if case not in sentences:
                wrong.append(f'{code}: has no sentence')
            numbers_of = ', '.join(map(str, sorted(statuses.get(case, ()))))
            lines.append(f'| `{code}` | {numbers_of} | {sentences.get(case, "")} |')
        lines.append('')
    written = '\n'.join(lines)
    if '--check' not in sys.argv[1:]:
        TABLE.write_text(written, encoding='utf-8')
    elif not TABLE.exists() or text_of(TABLE) != written:
        wrong.append('docs/errors.md is not what the sources say; run scripts/error-codes')
    for fault in wrong:
        print(fault, file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
