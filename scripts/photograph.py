"""photograph.py [--folder FOLDER] [--only WORD]: takes pictures of the main pages and of the design system, light, dark and in
the look `hall`, on a phone and on a desktop, from a private `tutti run --demo`. Prints a line for each picture: the height of
the header, and the size of the page with its files. A header that is
higher than 96 px and a page that is wider than its screen are failures: exit status 1 then.
"""
import argparse
import os
import sys

from browser import Browser
from demo import Demo
from served import PASSWORD

SCREENS = {'phone': (390, 844), 'desktop': (1280, 800)}
HEADER_LIMIT = 96
PAGES = [
    ('visitor', ['/', '/login', '/design']),
    ('listener', ['/', '/library/songs', '/library/artists', '/library/albums', '/library/podcasts', '/library/stream',
                  '/library/profile', '/account']),
    ('programmer', ['/', '/station', '/station/shows', '/station/imports']),
    ('editor', ['/', '/cms', '/cms?view=calendar', '/cms/new', 'CONCERT', 'CONCERT/revisions', 'CONCERT/assets', 'CONCERT/import',
                'PIECE', 'PIECE/tracks', 'PIECE/structure', 'PIECE/measures', 'PIECE/preview?measure=20', 'PIECE/translations',
                'PIECE/proof', 'PIECE/import', 'PIECE/tap', '/cms/pictures', '/cms/glossary', '/cms/glossary/report']),
    ('operator', ['/', '/operator', '/operator/messages']),
    ('admin', ['/', '/admin', '/admin/accounts', '/admin/tenant', '/admin/audit', '/admin/requests']),
    ('platform', ['/platform']),
]


def sign_in(browser, service, who):
    browser.call('Network.clearBrowserCookies')
    if who == 'visitor':
        return
    path, login = ('/platform/login', 'keeper') if who == 'platform' else ('/login', who)
    browser.open(service.url + path)
    browser.send_form(f'form[action="{path}"]', login=login, password=service.passwords.get(login, PASSWORD))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--folder', default='.build/photographs', help='where the pictures go')
    parser.add_argument('--only', default='', metavar='WORD', help='pages whose path or visitor contains it')
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    failures = 0
    with Demo() as service:
        browser = Browser()
        try:
            for who, paths in PAGES:
                paths = [path for path in paths if options.only in f'{who} {path}']
                if not paths:
                    continue
                sign_in(browser, service, who)
                places = of_concert(browser, service) if who == 'editor' else {}
                for path in paths:
                    first, _, rest = path.partition('/')
                    address = f'{places[first]}/{rest}'.rstrip('/') if first in places else path
                    failures += photograph(browser, service, options.folder, who, path, address)
        finally:
            browser.close()
    if failures:
        sys.exit(f'{failures} failures')


def of_concert(browser, service):
    """The paths of the demo's concert and of its first piece, for an editor."""
    browser.open(service.url + '/cms')
    concert = browser.evaluate("document.querySelector('main a[href^=\"/cms/concerts/\"]').pathname")
    browser.open(service.url + concert)
    return {'CONCERT': concert, 'PIECE': browser.evaluate("document.querySelector('.programme a[href^=\"/cms/pieces/\"]').pathname")}


def photograph(browser, service, folder, who, path, address):
    failures = 0
    looks = ['light', 'dark', 'hall'] if path == '/design' else ['light', 'dark']
    for look in looks:
        preference = 'light' if look == 'light' else 'dark'
        browser.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': preference}])
        for screen, (width, height) in SCREENS.items():
            browser.size(width, height)
            browser.open(service.url + address + ('?look=hall' if look == 'hall' else ''))
            header, wide, bytes_, loaded = browser.evaluate("""(() => {
              const bars = [...document.querySelectorAll('body > header, body > header ~ nav:not(main *)')]
                .filter(bar => getComputedStyle(bar).position !== 'fixed').map(bar => bar.getBoundingClientRect().bottom);
              const page = performance.getEntriesByType('navigation')[0];
              const parts = performance.getEntriesByType('resource').map(part => part.encodedBodySize);
              return [Math.round(Math.max(0, ...bars)), document.documentElement.scrollWidth,
                      page.decodedBodySize, parts.reduce((sum, size) => sum + size, 0)];
            })()""")
            name = f'{who} {path} {screen} {look}'.replace('/', '-').replace(' -', ' ').replace('  ', ' start ')
            browser.picture(os.path.join(folder, name.replace(' ', '_') + '.png'), height=None if path == '/design' else height)
            print(f'{who:10} {path:18} {screen:8} {look:6} header {header:4} px, {bytes_:7} bytes and {loaded:7} loaded',
                  flush=True)
            if header > HEADER_LIMIT:
                failures += 1
                print(f'    the header is higher than {HEADER_LIMIT} px')
            if wide > width:
                failures += 1
                print(f'    the page is {wide} px wide')
    return failures


if __name__ == '__main__':
    main()
