/// A script for the page of an import and the list of imports, which updates the visible page every two seconds while an import is running. At the
/// end of its import, the page of an import is reloaded.
enum ImportScript {
    static let text: StaticString = #"""
        async function look() {
          if (!document.hidden) try {
            const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
            if (!answer.ok || answer.redirected) return location.reload();
            const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
            const shown = document.getElementById('live'), news = page.getElementById('live');
            // The page of a finished import is laid out differently: load it whole.
            if (!news) return location.reload();
            // The part that has the keyboard focus stays as it is.
            if (shown.innerHTML !== news.innerHTML && !shown.contains(document.activeElement)) {
              shown.replaceChildren(...news.childNodes);
            }
            if (!page.querySelector('[data-running]')) return;
          } catch {}
          setTimeout(look, 2000);
        }
        setTimeout(look, 2000);
        """#
}
