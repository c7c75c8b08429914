"""axe.py [--show] [--pictures FOLDER] [--look LOOK] [--only VISITS ...]: checks every page of a running service with axe-core in Chromium, in the
states that visitors see, on a phone and on a desktop, light and dark.

visits.py lists the visits. These are failures, with exit status 1: a page of the route table without a visit, a violation of
WCAG 2.2 A and AA or of axe-core's best practices, a page that is wider than its screen (WCAG 2.2 §1.4.10), and markup that is
escaped twice and shown as text. --show also prints how many rules passed, and --pictures stores pictures of the pages for
review.
"""
import argparse
import itertools
import os
import re
import sys

import axe_playwright_python

from browser import Browser
from demo import Demo
from served import Served, pages
from stand_in import StandIn
from visits import Visits

AXE = os.path.join(os.path.dirname(axe_playwright_python.__file__), 'axe.min.js')
SCREENS = {'phone': (390, 844), 'desk': (1280, 800)}
LOOKS = ('light', 'dark')


# Routes that return no page: one redirects, one returns a part of a page, and the others are files.
NO_PAGES = [
    'getLibraryPage', 'getOperatorSources', 'getOperatorEvents', 'getStylesheet', 'getFavicon', 'getGlossaryTable', 'getPieceProofPDF',
    'getOperatorLogTable', 'getOperatorReportTable', 'getAudienceManifest', 'getAudienceServiceWorker', 'getAudienceFile',
    'getAudienceIcon', 'getPlayerBar', 'getPlayerScript', 'getSharedScript', 'getLibraryArtwork']


def findings(browser, width):
    """The number of rules that pass, and the violations."""
    # The content security policy of the pages forbids foreign scripts, but not a debugger's evaluation.
    browser.evaluate(open(AXE).read())
    done = browser.evaluate(
        "axe.run(document, {runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa',"
        " 'best-practice']}}).then(r => ({passes: r.passes.length, violations: r.violations.map(v => ({id: v.id,"
        " impact: v.impact, help: v.help, nodes: v.nodes.map(n => n.html.slice(0, 200))}))}))", waits=True)
    # A phone zooms out until all is seen, and innerWidth grows with that: the screen's own width does not.
    wide = browser.evaluate(
        f"document.documentElement.scrollWidth <= {width} ? null : [...document.querySelectorAll('main *, header *')]"
        f".filter(e => e.getBoundingClientRect().right > {width}).map(e => e.outerHTML.slice(0, 200))")
    if wide is not None:
        done['violations'].append({'id': 'wide', 'impact': 'serious', 'help': 'The page is wider than the screen',
                                   'nodes': wide})
    shown = browser.evaluate(r"(document.body.innerText.match(/<[^>\n]*>/g) || [])")
    if shown:
        done['violations'].append({'id': 'markup', 'impact': 'serious', 'help': 'Markup is shown as text', 'nodes': shown})
    return done['passes'], done['violations']


def prefer(browser, look):
    """Sets the preferences of the reader's system. Without motion, so that no colour is measured during a transition."""
    browser.call('Emulation.setEmulatedMedia', features=[
        {'name': 'prefers-color-scheme', 'value': look}, {'name': 'prefers-reduced-motion', 'value': 'reduce'}])


def visits(service, browser, cloud, only):
    """Every page in the order of the visits, and the gallery of components, which only the demo has. With names of visits, only these."""
    if only:
        for name in only:
            yield from getattr(Visits(service, browser, cloud), name)()
        return
    yield from Visits(service, browser, cloud).all()
    with Demo() as demo:
        for path in ['/design', '/design?look=hall', '/']:
            browser.open(demo.url + path)
            yield 'demo ' + path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--show', action='store_true', help='say how many rules passed on each page')
    parser.add_argument('--pictures', metavar='FOLDER', help='keep a PNG of each page on each screen')
    parser.add_argument('--look', choices=LOOKS, help='what the reader prefers; both without it')
    parser.add_argument('--only', nargs='+', default=[], metavar='VISITS', help='methods of visits.py, such as editors')
    options = parser.parse_args()
    looks = [options.look] if options.look else LOOKS
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    looked, found, seen = 0, {}, set()
    with (StandIn() as cloud,
          Served(TUTTI_MAIL_COMMAND='/bin/true', TUTTI_MAIL_FROM='hall@example.org', **cloud.settings) as service):
        browser = Browser()
        prefer(browser, looks[0])
        try:
            browser.open('data:text/html,<input>')
            if not findings(browser, 9999)[1]:
                sys.exit('axe-core finds nothing on a page that is nothing but a field without a name')
            for name in visits(service, browser, cloud, options.only):
                seen.add(browser.evaluate('location.pathname'))
                for look, (screen, (width, height)) in itertools.product(looks, SCREENS.items()):
                    prefer(browser, look)
                    browser.size(width, height)
                    passes, violations = findings(browser, width)
                    looked += 1
                    if options.show:
                        print(f'{name:40} {screen:6} {look:5} {passes} rules pass', flush=True)
                    if options.pictures:
                        browser.picture(os.path.join(
                            options.pictures, f'{looked:03} {name} {screen} {look}.png'.replace('/', '-')))
                    for violation in violations:
                        found[violation['impact']] = found.get(violation['impact'], 0) + 1
                        print(f'{name} ({screen}, {look}): {violation["id"]} ({violation["impact"]}): {violation["help"]}')
                        for node in violation['nodes'][:3]:
                            print(f'    {node}', flush=True)
                prefer(browser, looks[0])
        finally:
            browser.close()
    missed = [path for path in (route['path'] for route in pages() if route['operation'] not in NO_PAGES)
              if not any(re.fullmatch(re.sub(r'\{[^}]+\}', '[^/]+', path), other) for other in seen)]
    missed = [] if options.only else missed
    for path in missed:
        print(f'{path} was not visited')
    counts = ', '.join(f'{count} {impact}' for impact, count in sorted(found.items())) or '0'
    print(f'{looked} looks, {counts} findings')
    if found or missed or not looked:
        sys.exit(1)


if __name__ == '__main__':
    main()
