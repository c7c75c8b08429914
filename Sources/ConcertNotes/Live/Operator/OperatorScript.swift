/// The script of the operator page. The page works without it; with it a press takes effect without a reload,
/// the page follows what others do, and the loss of the connection is told loudly.
///
/// It draws nothing itself: every change comes as regions of the same page, made by the server.
enum OperatorScript {
    static let text: StaticString = #"""
        const byId = id => document.getElementById(id);
        const pause = ms => new Promise(done => setTimeout(done, ms));
        const regions = { 'Tutti-Regions': '1' };
        // Each request ends after four seconds at most: silence is an answer too.
        const soon = () => { const end = new AbortController(); setTimeout(() => end.abort(), 4000); return end.signal; };
        const link = byId('link');
        const title = document.title;
        let busy = false, pressed = null, lastStep = 0, asked = false, asking = false;

        // The connection, told when it is lost and when it is back.
        function lost(words) {
          if (link.textContent !== words) link.textContent = words;
          if (link.hidden) { link.hidden = false; navigator.vibrate?.([200, 100, 200]); }
          document.title = '⚠ ' + title;
        }
        function found() {
          if (link.hidden) return;
          link.hidden = true;
          document.title = title;
        }

        // Puts each region of an answer in its place; what has the focus keeps it.
        function show(html) {
          const page = new DOMParser().parseFromString(html, 'text/html');
          if (!page.getElementById('now')) throw new Error('no page of ours');
          if (!page.getElementById('steps') !== !byId('steps')) return location.reload();
          const focus = document.activeElement?.id;
          const piece = byId('now').dataset.piece;
          for (const region of page.querySelectorAll('[data-region]')) {
            const old = byId(region.id);
            if (!old || old.outerHTML === region.outerHTML) continue;
            // A screen reader hears what changes in an element that stays.
            if (region.getAttribute('role') === 'status') {
              old.className = region.className;
              old.textContent = region.textContent;
            } else old.replaceWith(document.adoptNode(region));
          }
          const select = byId('jump-piece');
          if (select && piece !== byId('now').dataset.piece && document.activeElement !== select) {
            select.value = byId('now').dataset.piece;
          }
          if (focus && document.activeElement?.id !== focus) byId(focus)?.focus({ preventScroll: true });
        }

        // Asks for the page as it is; calls that come meanwhile are one more call.
        async function refresh() {
          asked = true;
          if (asking) return;
          asking = true;
          while (asked) {
            asked = false;
            try {
              const answer = await fetch('/operator', { headers: regions, cache: 'no-store', signal: soon() });
              if (loggedOut(answer)) break;
              show(await answer.text());
              answer.ok ? found() : lost('The server has lost its database. The hall keeps the last position.');
            } catch { lost('No connection to the server. The hall keeps the last position shown here.'); }
          }
          asking = false;
        }

        function loggedOut(answer) {
          if (!answer.redirected || new URL(answer.url).pathname === '/operator') return false;
          lost('You are logged out: load this page again to log in. The hall keeps its position.');
          return true;
        }

        // One press: sent until an answer comes, always under the same key, so that it takes effect once.
        async function send(form, button) {
          if (busy) return;
          busy = true;
          const body = new URLSearchParams(new FormData(form));
          if (button?.name) body.set(button.name, button.value);
          const bits = crypto.getRandomValues(new Uint32Array(4));
          body.set('key', Array.from(bits, n => n.toString(36)).join('-'));
          button?.setAttribute('aria-busy', 'true');
          const until = Date.now() + 10000;
          let answer = null;
          do {
            try {
              answer = await fetch(form.action, { method: 'POST', body, headers: regions, signal: soon() });
              if (answer.status < 502 || answer.status > 504) break;
            } catch { answer = null; }
            lost('Not done yet: the server does not answer. Trying again.');
            await pause(500);
          } while (Date.now() < until);
          try {
            if (!answer) {
              lost('Not done: the server did not answer. The hall keeps the last position. Press again when this is gone.');
              refresh();
            } else if (!loggedOut(answer)) {
              show(await answer.text());
              if (answer.status < 500) found();
              if (answer.ok && form.id === 'message') form.reset();
              if (answer.ok && form.id === 'jump') byId('jump-measure').value = '';
            }
          } catch { lost('Not done: the answer cannot be read. Load this page again.'); }
          byId(button?.id)?.removeAttribute('aria-busy');
          button?.removeAttribute('aria-busy');
          busy = false;
        }

        addEventListener('submit', event => {
          const form = event.target;
          if (!form.action.includes('/operator/')) return;
          event.preventDefault();
          if (form.id === 'steps') {
            // A bounce of the finger is no second measure.
            if (event.timeStamp - lastStep < 250) return;
            lastStep = event.timeStamp;
          }
          send(form, event.submitter ?? pressed);
        });

        // The space bar and the arrows, wherever nothing else needs them.
        addEventListener('keydown', event => {
          const target = event.target;
          if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
          if (target.closest('input, select, textarea, summary')) return;
          const next = byId('next'), back = byId('back');
          let button = null;
          if (event.key === 'ArrowRight' || event.key === ' ' && (target === next || !target.closest('button, a'))) button = next;
          if (event.key === 'ArrowLeft') button = back;
          if (!button) return;
          event.preventDefault();
          button.click();
        });
        addEventListener('keyup', event => {
          if (event.key === ' ' && event.target === byId('next')) event.preventDefault();
        });
        // After a press with a finger or mouse the space bar is Next again, not that button once more.
        addEventListener('click', event => {
          pressed = event.target.closest('button');
          const button = pressed;
          if (button && event.detail > 0) setTimeout(() => button.blur());
        }, true);
        // A message is one line.
        addEventListener('input', event => {
          if (event.target.id === 'message-body') event.target.value = event.target.value.replace(/[\r\n]+/g, ' ');
        });

        // What others do, and whether the server is there.
        const events = new EventSource('/api/v1/live/events');
        const news = event => {
          found();
          // The page off the air is at revision 0, whatever the event says.
          const at = event.type === 'offAir' ? '0' : event.lastEventId.split('.')[0];
          const isNew = event.type === 'message' || byId('now').dataset.at !== at;
          if (isNew && !busy) refresh();
        };
        for (const name of ['position', 'offAir', 'message']) events.addEventListener(name, news);
        events.onerror = () => ping();
        async function ping() {
          try {
            const answer = await fetch('/api/v1/live', { cache: 'no-store', signal: soon() });
            if (answer.status >= 500) throw new Error('away');
            const live = answer.ok ? await answer.json() : { revision: 0 };
            if (!busy && (!link.hidden || String(live.revision) !== byId('now')?.dataset.at)) await refresh();
          } catch { lost('No connection to the server. The hall keeps the last position shown here.'); }
        }
        setInterval(ping, 5000);
        addEventListener('offline', () => lost('This device is offline. The hall keeps the last position shown here.'));
        addEventListener('online', ping);
        document.addEventListener('visibilitychange', () => { if (!document.hidden) { ping(); stayAwake(); } });

        // Whether old phones hear the concert: asked each second, since nothing else on the page would tell.
        async function lookAtEmitter() {
          if (document.hidden) return;
          try {
            const answer = await fetch('/api/v1/live/emitter', { cache: 'no-store', signal: soon() });
            if (!answer.ok) return;
            const words = (await answer.json()).warning ?? '';
            const warning = byId('emitter');
            if (warning.textContent === words) return;
            warning.textContent = words;
            warning.className = words ? 'notice bad' : 'notice none';
            if (words) navigator.vibrate?.([200, 100, 200]);
          } catch {}
        }
        setInterval(lookAtEmitter, 1000);

        // How long messages stay.
        setInterval(() => {
          for (const left of document.querySelectorAll('[data-seconds]')) {
            const seconds = left.dataset.seconds - 1;
            if (seconds < 0) { refresh(); return; }
            left.dataset.seconds = seconds;
            left.textContent = seconds + ' s';
          }
        }, 1000);

        // The screen stays on, where the browser allows it.
        const stayAwake = () => navigator.wakeLock?.request('screen').catch(() => {});
        stayAwake();

        """#
}
