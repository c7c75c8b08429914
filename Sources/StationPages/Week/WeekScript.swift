/// The script that moves broadcasts by pointer and keyboard. A drop posts to the form of the broadcast's page, and a refused move is undone.
enum WeekScript {
    static let text: StaticString = #"""
        const grid = document.getElementById('grid7'), said = document.getElementById('said');
        const columns = [...grid.querySelectorAll('.col')].map(box => ({
          box, list: box.querySelector('ul'), start: +box.dataset.start, end: +box.dataset.end }));
        const minute = 60000, step = 5 * minute, day = 1440 * minute;
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone: grid.dataset.zone, weekday: 'short', hour: '2-digit',
          minute: '2-digit' });
        const words = (start, end) => clock.format(start) + ' to ' + clock.format(end).slice(-5);
        const snapped = (time, by = step) => Math.round(time / by) * by;
        const isShown = () => grid.offsetParent !== null;
        let held = null, stillDown = null, last = 0;

        function say(text, isBad) {
          said.textContent = '';
          said.className = isBad ? 'bad' : '';
          said.textContent = text;
          clearTimeout(last);
          if (!isBad && text) last = setTimeout(() => { if (!held) said.textContent = ''; }, 8000);
        }

        // Milliseconds per pixel of the column, at any zoom.
        const scale = column => (column.end - column.start) / column.box.getBoundingClientRect().height;
        const columnOf = time => columns.find(c => c.start <= time && time < c.end);

        // Picks up a broadcast; a copy shows its new place.
        function take(piece) {
          if (held) drop();
          const start = +piece.dataset.start, end = +piece.dataset.end;
          const ghost = piece.cloneNode(true);
          ghost.removeAttribute('id');
          ghost.removeAttribute('title');
          ghost.setAttribute('aria-hidden', 'true');
          ghost.tabIndex = -1;
          ghost.style.setProperty('--lines', getComputedStyle(piece).getPropertyValue('--lines'));
          ghost.classList.add('ghost');
          ghost.style.setProperty('--hue', getComputedStyle(piece).getPropertyValue('--hue'));
          piece.classList.add('taken');
          grid.classList.add('moving');
          held = { piece, ghost, first: start, start, end, was: end };
          place(start, end);
        }

        function place(start, end) {
          const column = columnOf(start);
          if (!column || end - start < step || end - start > 7 * day) return;
          Object.assign(held, { start, end });
          if (held.ghost.parentNode?.parentNode !== column.list) {
            held.ghost.parentNode?.remove();
            column.list.append(document.createElement('li'));
            column.list.lastChild.append(held.ghost);
          }
          held.ghost.style.setProperty('--start', (start - column.start) / 1000);
          held.ghost.style.setProperty('--length', (Math.min(end, column.end) - start) / 1000);
          const time = held.ghost.querySelector('.time');
          if (time) time.textContent = clock.format(start).slice(-5) + '–' + clock.format(end).slice(-5);
        }

        // Puts the broadcast back.
        function drop() {
          if (!held) return;
          held.ghost.parentNode?.remove();
          held.piece.classList.remove('taken');
          grid.classList.remove('moving');
          held = null;
        }

        // Asks whether a change applies to this broadcast or to all later ones of its rule.
        function scope(piece, text) {
          if (!piece.dataset.rule) return Promise.resolve('one');
          const dialog = document.getElementById('scope');
          document.getElementById('scope-words').textContent = piece.dataset.name + ': ' + text + '.';
          dialog.returnValue = '';
          dialog.showModal();
          return new Promise(done => dialog.addEventListener('close', () => done(dialog.returnValue), { once: true }));
        }

        async function commit() {
          const { piece, start, end, first, was } = held;
          if (start === first && end === was) { drop(); say(''); return; }
          const text = words(start, end);
          held.isSent = true;
          const chosen = await scope(piece, text);
          if (!chosen) { drop(); say('Nothing was changed.'); piece.focus(); return; }
          const body = new URLSearchParams({
            csrf: document.querySelector('#drag [name=csrf]').value, revision: piece.dataset.revision, scope: chosen,
            start: new Date(start).toISOString(), minutes: String((end - start) / minute) });
          let reason = 'The server did not respond. The broadcast may still have moved: reload the page to check.';
          try {
            const answer = await fetch(piece.pathname, { method: 'POST', body, redirect: 'manual' });
            if (answer.type === 'opaqueredirect') {
              sessionStorage.setItem('week', JSON.stringify([location.href, piece.pathname, piece.dataset.name + ' is now scheduled for ' + text + '.']));
              location.reload();
              return;
            }
            const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
            reason = page.querySelector('.notice.bad')?.textContent
              ?? 'The server refused the change. Reload the page and try again.';
            reason = reason.trim() + ' The broadcast is back at its previous time.';
            if (answer.status === 412)
              reason = 'The broadcast has changed since this page was loaded. Nothing was saved: reload the page and try again.';
          } catch {}
          drop();
          say(reason, true);
          piece.focus({ preventScroll: true });
        }

        // A mouse drags immediately; a finger must rest first, so that it can still scroll.
        grid.addEventListener('pointerdown', event => {
          const piece = event.target.closest('.piece.movable');
          if (!piece || event.button !== 0 || held?.isSent) return;
          const column = columnOf(+piece.dataset.start), isLength = !!event.target.closest('.grip');
          stillDown = { piece, x: event.clientX, y: event.clientY, isLength, id: event.pointerId,
            into: column ? (event.clientY - column.box.getBoundingClientRect().top) * scale(column) + column.start
              - (isLength ? +piece.dataset.end : +piece.dataset.start) : 0 };
          if (event.pointerType !== 'mouse') stillDown.timer = setTimeout(begin, 350);
        });
        function begin() {
          clearTimeout(stillDown.timer);
          stillDown.isDragging = true;
          take(stillDown.piece);
          say('');
        }
        addEventListener('pointermove', event => {
          if (!stillDown || event.pointerId !== stillDown.id) return;
          const far = Math.hypot(event.clientX - stillDown.x, event.clientY - stillDown.y);
          if (!stillDown.isDragging) {
            if (far < 5) return;
            if (stillDown.timer) { clearTimeout(stillDown.timer); stillDown = null; return; }
            begin();
          }
          const over = columns.find(c => { const r = c.box.getBoundingClientRect(); return r.left <= event.clientX && event.clientX < r.right; });
          const column = stillDown.isLength ? columnOf(held.first) : over;
          if (!column) return;
          const time = column.start + (event.clientY - column.box.getBoundingClientRect().top) * scale(column);
          if (stillDown.isLength) place(held.first, Math.max(held.first + step, snapped(time - stillDown.into)));
          else {
            const start = Math.min(Math.max(snapped(time - stillDown.into), column.start), column.end - step);
            place(start, start + held.was - held.first);
          }
          if (event.clientY < 70) scrollBy(0, -12); else if (event.clientY > innerHeight - 40) scrollBy(0, 12);
        });
        addEventListener('pointerup', event => {
          if (!stillDown || event.pointerId !== stillDown.id) return;
          clearTimeout(stillDown.timer);
          const wasDragging = stillDown.isDragging;
          stillDown = null;
          if (!wasDragging) return;
          // Ignore the click that follows a drag with a mouse. Touch has none.
          const stop = click => click.preventDefault();
          addEventListener('click', stop, { capture: true });
          setTimeout(() => removeEventListener('click', stop, { capture: true }), 50);
          setTimeout(commit);
        });
        addEventListener('pointercancel', () => { if (stillDown) { clearTimeout(stillDown.timer); stillDown = null; drop(); } });
        addEventListener('touchmove', event => { if (held) event.preventDefault(); }, { passive: false });
        grid.addEventListener('contextmenu', event => { if (stillDown?.isDragging) event.preventDefault(); });
        grid.addEventListener('dragstart', event => event.preventDefault());

        // Keys.
        grid.addEventListener('keydown', event => {
          const piece = event.target.closest('.piece');
          if (!piece || event.ctrlKey || event.metaKey || held?.isSent) return;
          const key = event.key.toLowerCase();
          if (key === 'n' || key === 'p') {
            const all = [...grid.querySelectorAll('.piece:not(.ghost)')];
            all[all.indexOf(piece) + (key === 'n' ? 1 : -1)]?.focus();
            return;
          }
          if (key === 'escape' && held) {
            stillDown = null; drop(); say('Nothing was changed.'); event.preventDefault();
            return;
          }
          if (key === 'enter' && held) { event.preventDefault(); commit(); return; }
          const by = { arrowup: -1, arrowdown: 1, arrowleft: -1, arrowright: 1 }[key];
          if (!by || !piece.classList.contains('movable')) return;
          event.preventDefault();
          if (held?.piece !== piece) take(piece);
          const amount = by * (event.shiftKey ? 3 * step : step);
          if (key === 'arrowleft' || key === 'arrowright') {
            const from = columns.indexOf(columnOf(held.start)), to = columns[from + by];
            if (to) place(to.start + Math.min(held.start - columns[from].start, to.end - to.start - step),
              to.start + Math.min(held.start - columns[from].start, to.end - to.start - step) + held.end - held.start);
          } else if (event.altKey) place(held.start, held.end + amount);
          else place(held.start + amount, held.end + amount);
          held.ghost.scrollIntoView({ block: 'nearest' });
          say(words(held.start, held.end) + '. Enter saves the new time, and Esc cancels the change.');
        });
        grid.addEventListener('focusout', () => { if (held && !stillDown && !held.isSent) drop(); });
        addEventListener('keydown', event => {
          if (event.key === 'Escape' && stillDown?.isDragging) {
            clearTimeout(stillDown.timer); stillDown = null; drop(); say('Nothing was changed.');
          }
        });

        // A click in a gap opens the form with that start time.
        grid.addEventListener('click', event => {
          const gap = event.target.closest('.gap');
          if (!gap || event.detail === 0) return;
          const column = columnOf(+gap.dataset.start);
          const time = column.start + (event.clientY - column.box.getBoundingClientRect().top) * scale(column);
          const start = Math.min(Math.max(Math.floor(time / (3 * step)) * 3 * step, +gap.dataset.start), +gap.dataset.end - minute);
          const url = new URL(gap.href);
          url.searchParams.set('start', new Date(start).toISOString());
          url.searchParams.set('end', new Date(Math.min(start + 60 * minute, +gap.dataset.end)).toISOString());
          gap.href = url;
        });

        // Moves the line of the current time.
        const line = document.getElementById('now0');
        setInterval(() => {
          const column = columnOf(Date.now());
          if (!line || !column) return;
          if (line.parentNode !== column.box) column.box.prepend(line);
          line.style.setProperty('--start', (Date.now() - column.start) / 1000);
        }, 20000);

        // After a move, shows its result and restores the focus; otherwise scrolls to the current time.
        const kept = JSON.parse(sessionStorage.getItem('week') ?? 'null');
        sessionStorage.removeItem('week');
        if (kept?.[0] === location.href) {
          [...grid.querySelectorAll('.piece')].find(a => a.pathname === kept[1])?.focus({ preventScroll: true });
          say(kept[2]);
        } else if (line && isShown() && !location.hash && scrollY === 0) {
          const top = line.getBoundingClientRect().top;
          if (top > innerHeight * .8) scrollTo(0, top - innerHeight * .4);
        }
        """#
}
