/// The script of the widget, which fetches the page after an event and replaces the changed content.
enum WidgetScript {
    static let text: StaticString = #"""
        const content = document.getElementById('content');
        let busy = false, again = false;

        async function show() {
          if (busy) { again = true; return; }
          busy = true;
          try {
            const answer = await fetch(location.href, { cache: 'no-cache' });
            if (answer.ok) {
              const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
              const fresh = page.getElementById('content');
              const said = content.querySelector('[role=status]'), says = fresh?.querySelector('[role=status]');
              if (fresh && fresh.innerHTML !== content.innerHTML) {
                // A screen reader announces changes only within an element that stays.
                if (said && says) {
                  if (said.innerHTML !== says.innerHTML) said.replaceChildren(...says.childNodes);
                  const image = content.querySelector('img'), picture = fresh.querySelector('img');
                  if (image.src !== picture.src) { image.src = picture.src; image.alt = picture.alt; }
                  content.querySelector('.next')?.remove();
                  const next = fresh.querySelector('.next');
                  if (next) content.append(next);
                } else content.replaceChildren(...fresh.childNodes);
              }
            }
          } catch {
            // Keep the content; the event stream reconnects by itself and then sends what is on.
          }
          busy = false;
          if (again) { again = false; show(); }
        }

        const events = new EventSource('/api/v1/events?channels=' + document.body.dataset.channel);
        for (const name of ['now', 'airing', 'lineup']) events.addEventListener(name, show);

        """#
}
