// Enhances the pages of a piece. Links and forms of a page are answered in place: the new page is fetched, and its content
// replaces the old, so that the scroll position, the focus and the texts of other forms stay. Every page works without it.
const byId = id => document.getElementById(id);
const main = () => byId('main');

const status = document.createElement('p');
status.className = 'hidden';
status.setAttribute('role', 'status');
document.body.append(status);
function say(text) { status.textContent = text; }

function isChanged(form) {
  return form.querySelector('[aria-invalid]') !== null
    || [...form.elements].some(field => field.type !== 'hidden' && field.defaultValue !== undefined
      && field.value !== field.defaultValue);
}
function isUnsaved(except) {
  return [...document.querySelectorAll('form.keep')].some(form => form !== except && isChanged(form));
}

// The texts of forms that were not sent, by the id of their field.
function unsaved(except) {
  return [...document.querySelectorAll('form.keep')].filter(form => form !== except && isChanged(form))
    .flatMap(form => [...form.elements].filter(field => field.id && field.type !== 'hidden').map(field => [field.id, field.value]));
}

// Shows the answer of a request in place of the page.
let requests = 0;
async function show(url, options, { form, keepsTexts } = {}) {
  const request = requests += 1;
  let response, text;
  try {
    response = await fetch(url, options);
    text = await response.text();
  } catch {
    const problem = 'The server cannot be reached. This page was not updated.' + (isUnsaved() ? ' Your text is still in the form.' : '');
    say(problem);
    alert(problem);
    return;
  }
  if (request !== requests) return;
  const page = new DOMParser().parseFromString(text, 'text/html');
  const next = page.getElementById('main');
  const path = new URL(response.url).pathname;
  if (!next || !path.startsWith('/cms/')) { location.assign(response.url); return; }
  if (response.status === 404 || response.status >= 500) { say(next.textContent.trim()); alert(next.textContent.trim()); return; }
  const focus = document.activeElement?.id;
  const index = form ? [...document.querySelectorAll('form.keep')].indexOf(form) : -1;
  const field = document.activeElement?.matches('button') ? '' : document.activeElement?.name;
  const [top, listTop, rulerLeft] = [scrollY, document.querySelector('.notelist')?.scrollTop, byId('ruler')?.scrollLeft];
  const texts = keepsTexts ? unsaved(form) : [];
  main().replaceWith(document.adoptNode(next));
  document.title = page.title;
  for (const [id, value] of texts) if (byId(id)) byId(id).value = value;
  const list = document.querySelector('.notelist');
  if (list && listTop !== undefined) list.scrollTop = listTop;
  if (byId('ruler') && rulerLeft !== undefined) byId('ruler').scrollLeft = rulerLeft;
  scrollTo(0, top);
  enhance();
  if (response.ok) {
    history.replaceState(null, '', response.url.replace(/(?<=[?&])(notice|undo)=[^&#]*&?/g, '').replace(/[?&]+(?=#|$)/, ''));
  }
  const target = (focus && byId(focus)) || document.querySelectorAll('form.keep')[index]?.elements[field || 'text'];
  (response.ok ? target : document.querySelector('[aria-invalid]') ?? target)?.focus({ preventScroll: response.ok });
  const notice = document.querySelector('#main .notice.good, #main .notice.bad');
  if (notice) say(notice.textContent.trim());
}

function mayLeave() { return !isUnsaved() || confirm('Discard the text that is not saved?'); }

addEventListener('beforeunload', event => { if (isUnsaved()) event.preventDefault(); });

document.addEventListener('click', event => {
  const link = event.target.closest('#main a');
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href?.baseVal ?? link.href, location);
  if (url.pathname !== location.pathname) return;
  event.preventDefault();
  if (!mayLeave()) return;
  const isFar = link.closest('.notelist') && byId('panel').getBoundingClientRect().bottom < 80;
  show(url).then(() => { if (isFar) byId('panel').scrollIntoView(); });
});

document.addEventListener('submit', event => {
  const form = event.target.closest('#main form');
  if (!form || event.defaultPrevented) return;
  if (form.method === 'get') {
    const url = new URL(form.action);
    if (url.pathname !== location.pathname) return;
    event.preventDefault();
    if (!mayLeave()) return;
    url.search = new URLSearchParams(new FormData(form, event.submitter));
    show(url);
    return;
  }
  event.preventDefault();
  const isRow = form.classList.contains('keep') && document.querySelector('.pairs') !== null;
  if (!isRow && isUnsaved(form) && !confirm('Discard the text that is not saved?')) return;
  show(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form, event.submitter)) }, { form, keepsTexts: isRow });
});

// The ruler: a click or an arrow chooses a measure.
let waiting;
function choose(measure) {
  const ruler = byId('ruler');
  const count = Number(ruler.dataset.count);
  const next = Math.min(Math.max(1, measure), count);
  if (next === Number(ruler.dataset.measure)) return;
  if (!mayLeave()) {
    byId('ruler-range').value = ruler.dataset.measure;
    return;
  }
  ruler.dataset.measure = next;
  byId('cursor').setAttribute('x', `${(next - 1) * 100 / count}%`);
  byId('ruler-range').value = next;
  clearTimeout(waiting);
  const url = new URL(ruler.dataset.path, location);
  url.search = new URLSearchParams({ track: ruler.dataset.track, measure: next });
  waiting = setTimeout(() => show(url), 120);
}

function enhance() {
  const ruler = byId('ruler');
  if (!ruler || ruler.dataset.path !== location.pathname) return;
  // The keyboard and screen readers move a slider of the browser; its focus is shown on the ruler.
  const range = document.createElement('input');
  Object.assign(range, { type: 'range', id: 'ruler-range', className: 'hidden', min: 1, max: ruler.dataset.count });
  range.value = ruler.dataset.measure;
  range.setAttribute('aria-label', 'Select a measure');
  range.addEventListener('input', () => choose(Number(range.value)));
  ruler.removeAttribute('tabindex');
  ruler.prepend(range);
  ruler.addEventListener('click', event => {
    if (event.target.closest('a')) return;
    const drawing = ruler.querySelector('svg').getBoundingClientRect();
    choose(Math.floor((event.clientX - drawing.left) / drawing.width * Number(ruler.dataset.count)) + 1);
    range.focus({ preventScroll: true });
  });
  const [frame, cursor] = [ruler.getBoundingClientRect(), byId('cursor').getBoundingClientRect()];
  if (cursor.left < frame.left || cursor.right > frame.right) {
    ruler.scrollLeft += cursor.left - frame.left - frame.width / 2;
  }
  const list = document.querySelector('.notelist');
  const open = list?.querySelector('[aria-current]') ?? list?.querySelector('.shown');
  if (open && list.scrollHeight > list.clientHeight) {
    const [outer, inner] = [list.getBoundingClientRect(), open.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
    if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
  }
}

document.addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.target.closest('#main form')?.requestSubmit();
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select')) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && byId('ruler-range')) choose(Number(byId('ruler').dataset.measure) + by);
  else if (by) byId(by < 0 ? 'previous' : 'next')?.click();
  else return;
  event.preventDefault();
});

// The cursor in a saved text is the place at which a note is split.
document.addEventListener('selectionchange', () => {
  const [text, at] = [document.activeElement, byId('split-at')];
  if (!at || text?.id !== 'text' || text.value !== text.defaultValue) return;
  const before = Array.from(text.value.slice(0, text.selectionStart)).length;
  at.value = before > 0 && before < Array.from(text.value).length ? before : '';
});

enhance();
