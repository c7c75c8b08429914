"""openapi.py [--check | --split FILE]: openapi.yaml, the description of the interface, and its parts beside the source.

Sources/Web/OpenAPI/openapi.yaml has the general members: title, tags, permissions, security schemes. Every other part,
Sources/MODULE/OpenAPI/TAG.yaml, has the module's paths of one tag and the components that no other part uses;
`shared.yaml` has the components that several parts use. Parts are split and joined as text, so that comments and formatting are
kept. The indentation must be two spaces. --check compares openapi.yaml with the joined parts. --split FILE writes the parts
from a whole document: an operation goes
to the module whose source names it, and a component to the lowest part that all its users know. Operations of an existing part
stay in it.
"""
import argparse
import collections
import difflib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WHOLE = ROOT / 'openapi.yaml'
HEAD = ROOT / 'Sources' / 'Web' / 'OpenAPI' / 'openapi.yaml'
NOTE = '# Written by scripts/openapi from Sources/*/OpenAPI/*.yaml; change it there.\n'
KINDS = ['parameters', 'schemas', 'headers', 'responses']
METHODS = {'get', 'put', 'post', 'delete', 'patch'}
# A slice may use what the slices below it describe.
BELOW = {
    'INotes': {'ConcertNotes'}, 'ConcertEditing': {'ConcertNotes'}, 'RadioImports': {'Radio'}, 'RadioExports': {'Radio'}, 'MusicLibrary': {'SoundCloud'},
    'Subsonic': {'MusicLibrary', 'SoundCloud'},
}
WIDTH = 110


class Fault(Exception):
    pass


def blocks(lines, indent, name):
    """[(key, its lines)] of a mapping at this indentation; comments and blank lines belong to the key that follows."""
    found, waiting = [], []
    key = re.compile(' ' * indent + r"('?)([^\s#'].*?)\1:(\s|$)")
    for line in lines:
        depth = len(line) - len(line.lstrip())
        if at := key.match(line):
            found.append((at[2], waiting + [line]))
            waiting = []
        elif not line.strip() or line.lstrip().startswith('#') and depth <= indent:
            waiting.append(line)
        elif depth > indent and found:
            found[-1][1].extend(waiting + [line])
            waiting = []
        else:
            raise Fault(f'{name}: "{line.strip()}" stands where a key with {indent} spaces before it is expected')
    if found:
        found[-1][1].extend(waiting)
    return found


def trimmed(block):
    """Without blank lines around it, and without a heading above it: the joined document has its own."""
    start = next(i for i, line in enumerate(block) if line.strip() and not line.lstrip().startswith('# ---'))
    end = max(i for i, line in enumerate(block) if line.strip())
    return block[start:end + 1]


def body(block):
    """The lines below a block's key."""
    start = next(i for i, line in enumerate(block) if line.strip() and not line.lstrip().startswith('#'))
    return block[start + 1:]


class Part:
    """One file of parts: its paths, and its components by kind, each a list of (key, lines)."""

    def __init__(self, name):
        self.name, self.paths, self.components = name, [], {kind: [] for kind in KINDS}

    @classmethod
    def read(cls, file):
        part = cls(file.relative_to(ROOT).as_posix())
        for key, block in blocks(file.read_text(encoding='utf-8').splitlines(True), 0, part.name):
            if key == 'paths':
                part.paths = blocks(body(block), 2, part.name)
            elif key == 'components':
                for kind, members in blocks(body(block), 2, part.name):
                    if kind not in KINDS:
                        raise Fault(f'{part.name}: components are {", ".join(KINDS)}, found "{kind}"')
                    part.components[kind] = blocks(body(members), 4, part.name)
            else:
                raise Fault(f'{part.name}: a part has "paths" and "components", found "{key}"')
        return part

    def text(self, title):
        lines = [f'# {title}\n', '# A part of openapi.yaml, which scripts/openapi writes.\n']
        if self.paths:
            lines += ['paths:\n'] + [line for _, block in self.paths for line in block]
        if any(self.components.values()):
            lines += ['components:\n']
            for kind in KINDS:
                if self.components[kind]:
                    lines += [f'  {kind}:\n'] + [line for _, block in self.components[kind] for line in block]
        return ''.join(lines)


def rule(name):
    return f'  # --- {name} '.ljust(WIDTH, '-') + '\n'


def tags(head):
    return re.findall(r'^  - name: (\S+)$', ''.join(head), re.MULTILINE)


def files(order):
    """The parts in the order of the document: by tag, then by module, shared components last."""
    found = [file for file in sorted(ROOT.glob('Sources/*/OpenAPI/*.yaml')) if file != HEAD]
    known = order + ['shared']
    for file in found:
        if file.stem not in known:
            raise Fault(f'{file.relative_to(ROOT)}: a part is named after a tag, or "shared"; the tags are {", ".join(order)}')
    return sorted(found, key=lambda file: (known.index(file.stem), file.as_posix()))


def joined():
    """openapi.yaml as the parts make it."""
    head = dict(blocks(HEAD.read_text(encoding='utf-8').splitlines(True), 0, HEAD.name))
    first = next(iter(head))
    head[first] = [line for line in head[first] if not line.startswith('#')]
    parts = [Part.read(file) for file in files(tags(head['tags']))]
    seen = {}

    def once(key, part):
        if key in seen:
            raise Fault(f'{key} stands in {seen[key]} and in {part.name}')
        seen[key] = part.name

    lines = [NOTE]
    for key, block in head.items():
        if key != 'components':
            lines += block
    lines += ['\n', 'paths:\n']
    for part in parts:
        if part.paths:
            lines.append(rule(part.name))
        for path, block in part.paths:
            once(path, part)
            lines += block
    lines += ['\n', 'components:\n'] + body(head['components'])
    for kind in KINDS:
        lines += ['\n', f'  {kind}:\n']
        for part in parts:
            if part.components[kind]:
                lines.append('  ' + rule(part.name)[:-3] + '\n')
            for name, block in part.components[kind]:
                once(f'#/components/{kind}/{name}', part)
                lines += block
    return ''.join(lines)


def references(lines):
    return {(kind, name) for kind, name in re.findall(r'#/components/(\w+)/([\w.-]+)', ''.join(lines))}


def split(file):
    whole = dict(blocks(pathlib.Path(file).read_text(encoding='utf-8').splitlines(True), 0, file))
    order = tags(whole['tags'])
    known = {path: part for part in map(Part.read, files(order)) for path, _ in part.paths}
    named = collections.defaultdict(set)
    for source in ROOT.glob('Sources/*/**/*.swift'):
        for word in re.findall(r'"(\w+)"', source.read_text(encoding='utf-8')):
            named[word].add(source.relative_to(ROOT).parts[1])

    paths = []
    for path, block in blocks(body(whole['paths']), 2, file):
        block = trimmed(block)
        operations = [''.join(lines) for key, lines in blocks(body(block), 4, file) if key in METHODS]
        names = [re.search(r'^      operationId: (\w+)$', text, re.MULTILINE)[1] for text in operations]
        tag = re.search(r'^      tags: \[(\w+)', operations[0], re.MULTILINE)[1]
        paths.append((path, block, names, tag))
    home = {}
    for tag in order:
        votes = collections.Counter(module for _, _, names, at in paths if at == tag for name in names
                                    if len(named[name]) == 1 for module in named[name])
        home[tag] = max(sorted(votes), key=votes.get) if votes else 'Web'
    parts = {}

    def part(module, stem):
        return parts.setdefault((module, stem), Part(f'Sources/{module}/OpenAPI/{stem}.yaml'))

    for path, block, names, tag in paths:
        modules = named[names[0]]
        module = home[tag] if home[tag] in modules or not modules else sorted(modules)[0]
        if path in known:
            module, tag = known[path].name.split('/')[1], pathlib.Path(known[path].name).stem
        part(module, tag).paths.append((path, block))

    components = {}
    for kind, block in blocks(body(whole['components']), 2, file):
        for name, lines in blocks(body(block), 4, file):
            components[kind, name] = trimmed(lines)
    users = {}

    def use(key, user):
        if key in components and user not in users.setdefault(key, set()):
            users[key].add(user)
            for other in references(components[key]):
                use(other, user)

    for place, one in parts.items():
        for other in {other for _, block in one.paths for other in references(block)}:
            use(other, place)
    ways = [(key, lines) for key, lines in components.items() if key[0] == 'securitySchemes']
    for (kind, name), lines in components.items():
        if kind == 'securitySchemes':
            continue
        places = users.get((kind, name), set())
        modules = {module for module, _ in places}
        modules -= {module for module in modules if BELOW.get(module, set()) & modules}
        if len(places) == 1:
            module, stem = next(iter(places))
        elif len(modules) == 1:
            module, stem = next(iter(modules)), 'shared'
        else:
            module, stem = 'Web', 'shared'
        part(module, stem).components[kind].append((name, lines))

    for old in ROOT.glob('Sources/*/OpenAPI/*.yaml'):
        old.unlink()
    HEAD.parent.mkdir(parents=True, exist_ok=True)
    head = ['# What belongs to the whole interface.\n', '# A part of openapi.yaml, which scripts/openapi writes.\n']
    for key, block in whole.items():
        if key not in ('paths', 'components'):
            head += [line for line in trimmed(block) if line != NOTE]
    head += ['components:\n', '  securitySchemes:\n'] + [line for _, lines in ways for line in lines]
    HEAD.write_text(''.join(head), encoding='utf-8')
    for (module, stem), one in sorted(parts.items()):
        target = ROOT / one.name
        target.parent.mkdir(parents=True, exist_ok=True)
        title = f'Components that several parts of {module} use.' if stem == 'shared' else f'Operations of {module}: {stem}.'
        if (module, stem) == ('Web', 'shared'):
            title = 'Components that the parts of several modules use.'
        target.write_text(one.text(title), encoding='utf-8')
    return len(parts) + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true', help='write nothing; exit status 1 where openapi.yaml differs')
    parser.add_argument('--split', metavar='FILE', help='write the parts from this document')
    options = parser.parse_args()
    if options.split:
        print(f'{split(options.split)} parts')
    text = joined()
    old = WHOLE.read_text(encoding='utf-8')
    if text == old:
        return
    if options.check:
        sys.stderr.writelines(difflib.unified_diff(
            old.splitlines(True)[:], text.splitlines(True), 'openapi.yaml', 'what its parts make', n=1))
        sys.exit('openapi.yaml is not what Sources/*/OpenAPI/*.yaml make: change those, and run scripts/openapi')
    WHOLE.write_text(text, encoding='utf-8')
    print(f'openapi.yaml: {len(text.splitlines())} lines')


if __name__ == '__main__':
    try:
        main()
    except Fault as fault:
        sys.exit(str(fault))
