/// The script of the widget: a word that something else is on fetches the page's content again, made by the server.
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
                // A screen reader hears what changes in an element that stays.
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
            // What is shown stays; the stream comes back by itself and tells what is on then.
          }
          busy = false;
          if (again) { again = false; show(); }
        }

        const events = new EventSource('/api/v1/events?channels=' + document.body.dataset.channel);
        for (const name of ['now', 'airing', 'lineup']) events.addEventListener(name, show);

        """#
}
