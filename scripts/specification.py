"""Writes docs/specification/coverage.md: the modules that implement each number of docs/specification, and the tests that check
it.

A citation is the word "spec" followed by numbers: `(spec R12)`, `(spec N21-N24, I7)`, `Spec Decided 4: …`. It may go on
in the next line of a comment. Tests/ArchitectureTests/SpecificationTests.swift compares the written table with the sources.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / 'docs' / 'specification'
PAGES = ['concert', 'radio', 'library', 'player', 'http', 'operations', 'security', 'decided']
MARKERS = {
    '*Not built yet.*': 'not built yet',
    '*Background.*': 'background',
    '*Built, no test of its own.*': 'built, no test of its own',
}
NUMBER = r'(?:Decided [0-9]+|[A-Z][0-9]+(?:\.[0-9]+)?)'
CITATION = re.compile(rf'\b[Ss]pec ({NUMBER}(?:(?:, | and |-){NUMBER})*)')


def requirements():
    """{number: (page, status)} in the order of the pages."""
    found = {}
    for page in PAGES:
        text = (FOLDER / f'{page}.md').read_text(encoding='utf-8')
        for block in re.split(r'\n\n+', text):
            begin = re.match(rf'\*\*({NUMBER})\.\*\* ', block)
            if not begin:
                continue
            if begin[1] in found:
                sys.exit(f'{page}.md: {begin[1]} is there twice')
            found[begin[1]] = (page, next((word for mark, word in MARKERS.items() if mark in block), ''))
    return found


def numbers(citation):
    """The numbers of `N21-N24, I7`, ranges written out."""
    for part in re.split(r', | and ', citation):
        first, _, last = part.partition('-')
        if not last:
            yield first
            continue
        stem, low = re.fullmatch(r'(\D+|\D+[0-9]+\.)([0-9]+)', first).groups()
        high = re.fullmatch(re.escape(stem) + r'([0-9]+)', last)[1]
        for number in range(int(low), int(high) + 1):
            yield f'{stem}{number}'


def citations(text):
    """Every number that a file cites."""
    joined = re.sub(r'\n *(?:/// ?|// ?|-- ?|# ?)?', ' ', text)
    return {number for found in CITATION.findall(joined) for number in numbers(found)}


def places(folder, is_test):
    """{number: the folders of modules, or the files of tests, that cite it}."""
    found = {}
    for path in sorted((ROOT / folder).rglob('*.swift')):
        text = path.read_text(encoding='utf-8')
        if is_test and '@Test' not in text:
            continue
        name = path.relative_to(ROOT / folder)
        place = name.with_suffix('').as_posix() if is_test else '/'.join(name.parts[:-1][:2])
        for number in citations(text):
            found.setdefault(number, []).append(place)
    return {number: sorted(set(value)) for number, value in found.items()}


def table(known, modules, tests):
    lines = [
        '# Coverage', '',
        'Written by `scripts/specification`; do not edit. Modules are folders of `Sources` that cite the number, tests are files of',
        '`Tests` (without `.swift`) that cite it.',
    ]
    for page in PAGES:
        lines += ['', f'## [{page}.md]({page}.md)', '', '| number | modules | tests |', '| --- | --- | --- |']
        for number, (home, status) in known.items():
            if home != page:
                continue
            where = ', '.join(modules.get(number, [])) or '–'
            held = ', '.join(tests.get(number, [])) or status or '–'
            lines.append(f'| {number} | {where} | {held} |')
    return '\n'.join(lines) + '\n'


def faults(known, modules, tests):
    for place in (modules, tests):
        for number in place:
            if number not in known:
                yield f'{number} is cited by {", ".join(place[number])} and is not in docs/specification'
    for number, (page, status) in known.items():
        if status and number in tests:
            yield f'{page}.md: {number} is marked "{status}" and is cited by {", ".join(tests[number])}'
        if not status and number not in tests:
            yield f'{page}.md: {number} is cited by no test and has no marker'


def main():
    known = requirements()
    modules, tests = places('Sources', False), places('Tests', True)
    written = table(known, modules, tests)
    wrong = list(faults(known, modules, tests))
    path = FOLDER / 'coverage.md'
    if '--check' not in sys.argv[1:]:
        path.write_text(written, encoding='utf-8')
    elif not path.exists() or path.read_text(encoding='utf-8') != written:
        wrong.append('docs/specification/coverage.md is not what the tree says; run scripts/specification')
    for fault in wrong:
        print(fault, file=sys.stderr)
    print(f'{len(known)} numbers, {sum(number in tests for number in known)} cited by tests, {len(wrong)} faults')
    sys.exit(1 if wrong else 0)


main()
