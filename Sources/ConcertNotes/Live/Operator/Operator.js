// The unanswered moves, in order. The first `sent` of them have been sent, with keys and a revision that stay the same
// when they are sent again; the others are sent after the answer.
class MoveQueue {
  static limit = 50;
  constructor(saved) {
    this.moves = saved?.moves ?? [];
    this.sent = saved?.sent ?? 0;
    this.tries = saved?.tries ?? 0;
    this.revision = saved?.revision ?? 0;
  }
  get waiting() { return this.moves.length; }
  // Adds a press. The page may show an older revision than that of the last answer; the newer one counts.
  add(move, shown) {
    if (!this.moves.length) this.revision = Math.max(shown, this.revision);
    this.moves.push(move);
  }
  // The moves to send: those sent without an answer, or all steps at the head, or one other move.
  next() {
    if (!this.moves.length) return null;
    if (!this.sent) {
      this.sent = Math.max(1, this.steps().length);
      this.tries = 0;
    }
    return { moves: this.moves.slice(0, this.sent), revision: this.revision };
  }
  unanswered() { this.tries += 1; }
  // Takes an answer with the number of moves made and the revision after them. Returns the refused moves: with the first
  // refused one also all after it, since the operator did not know of the refusal.
  answered({ made, revision, refused }) {
    this.moves.splice(0, made);
    this.sent = this.tries = 0;
    if (made) this.revision = revision;
    return refused ? this.drop() : [];
  }
  // The steps at the head, sent or not, which the page sends once more when it is left.
  steps() {
    const end = this.moves.findIndex(move => !move.by);
    return this.moves.slice(0, Math.min(MoveQueue.limit, end < 0 ? this.moves.length : end));
  }
  drop() {
    const gone = this.moves;
    this.moves = [];
    // After a refusal the page shows the current position, and the earlier revision no longer counts.
    this.sent = this.tries = this.revision = 0;
    return gone;
  }
  // Whether the same move to a place or a state was pressed less than a second ago, which is a double tap.
  isDouble(move, last) {
    return !move.by && last?.what === move.what && move.at - last.at < 1000;
  }
}

// Two contacts of one kind with one button within this time are one press: the finger or the switch has bounced.
class BounceRule {
  static ms = 80;
  isBounce(kind, button, time) {
    const last = this.last;
    this.last = { kind, button, time };
    return last !== undefined && last.kind === kind && last.button === button && time - last.time < BounceRule.ms;
  }
}

// The action of a key on this page; null for keys that keep their usual meaning. Foot-switches and presenters send page keys, arrows or space.
// Some pedals send up, down and Enter, which scroll the page or press a button elsewhere: they count only if nothing has the focus
// (`focus` is "none"), the arrows also on the buttons for Next and Back ("step").
function keyAction(key, focus) {
  const pedal = { ArrowDown: 'next', ArrowUp: 'back', Enter: 'next' }[key];
  if (pedal) return focus === 'none' || focus === 'step' && key !== 'Enter' ? pedal : null;
  return { ' ': 'next', ArrowRight: 'next', PageDown: 'next', ArrowLeft: 'back', PageUp: 'back', h: 'hold', b: 'blackout',
    '.': 'blackout', t: 'take-over', g: 'find', '/': 'find', '?': 'help' }[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

// Measures the time from a press to its event. The event or the answer to the press may arrive first.
class OnAirClock {
  // Takes an event with a revision. Returns the time of the waiting press in milliseconds, or null.
  heard(revision, now) {
    if (revision > (this.last?.revision ?? 0)) this.last = { revision, now };
    if (!this.waiting || revision < this.waiting.revision) return null;
    const delay = now - this.waiting.pressedAt;
    this.waiting = null;
    return delay;
  }
  // Takes the answer to a press. Returns the time of the press if its event has arrived already, or null.
  answered(revision, pressedAt) {
    this.waiting = null;
    if (this.last?.revision >= revision) return Math.max(0, this.last.now - pressedAt);
    this.waiting = { revision, pressedAt };
    return null;
  }
}

// A time such as "84 ms" or "2.3 s".
function spokenDelay(ms) { return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`; }

// Counts the packets of the last minute from the totals that the server reports. A new emitter continues the totals.
class PacketMinute {
  constructor() { this.samples = []; }
  add({ packetsSent: sent, packetsFailed: failed }, now) {
    this.samples.push({ sent, failed, now });
    // One sample from before the minute stays, as the beginning of the minute.
    while (this.samples.length > 2 && this.samples[1].now <= now - 60000) this.samples.shift();
  }
  get counts() {
    const first = this.samples[0], last = this.samples.at(-1);
    if (!first || last === first) return null;
    return { sent: Math.max(0, last.sent - first.sent), failed: Math.max(0, last.failed - first.failed),
      seconds: Math.round((last.now - first.now) / 1000) };
  }
}

// The connection and the packets in one line. The times `lostAt` and `unknownAt` are texts, or null if all is well.
function healthLine({ lostAt, unknownAt, status }) {
  const connection = lostAt ? `Connection interrupted since ${lostAt}` : 'Connected';
  if (unknownAt) return `${connection} · state of the packets unknown since ${unknownAt}`;
  if (!status) return connection;
  if (status.state === 'offAir') return `${connection} · no packets, because no concert is on the air`;
  const packets = { sending: 'packets are sent', failing: 'packets fail', silent: 'no packets are sent' }[status.state];
  return `${connection} · ${packets} · ${status.hasStandby ? 'standby emitter ready' : 'no standby emitter'}`;
}

// The packets of the last minute in words.
function minuteWords(counts) {
  if (!counts) return 'Not known yet';
  const since = counts.seconds < 59 ? ` in ${counts.seconds} s` : '';
  return `${counts.sent} sent, ${counts.failed} failed${since}`;
}

// "1 press", "2 presses".
function presses(count) { return count === 1 ? '1 press' : `${count} presses`; }

// The refused moves, such as "3 × Next, 1 × Back".
function counted(moves) {
  const counts = new Map();
  for (const { name } of moves) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}

// The refusals that the page shows as lines, and the earlier ones, which the page lists behind their number.
function shownRefusals(refused) { return { shown: refused.slice(-2), earlier: refused.slice(0, -2) }; }

// The number of the earlier refusals in words.
function earlierWords(count) {
  return count === 1 ? '1 earlier message about refused presses' : `${count} earlier messages about refused presses`;
}

// The page.

const byId = id => document.getElementById(id);
const word = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), n => n.toString(36)).join('-');
const saved = (() => { try { return JSON.parse(sessionStorage.getItem('operator')) ?? {}; } catch { return {}; } })();
const me = saved.me ?? word();
const regions = { 'Tutti-Regions': me };
const parse = html => new DOMParser().parseFromString(html, 'text/html');
// Aborts a request after a time.
const soon = (ms = 8000) => { const end = new AbortController(); setTimeout(() => end.abort(), ms); return end.signal; };
// The time without an answer, in milliseconds, that counts as a lost connection. It adapts to the network.
let patience = 4000;
// A pause that ends early when the connection is back.
let wake = () => {};
const pause = ms => new Promise(done => { wake = done; setTimeout(done, ms); });

// First in the page, so that the Tab key reaches Next first.
const bar = byId('bar');
document.body.prepend(bar);
const made = (tag, id, role) => {
  const element = document.createElement(tag);
  element.id = id;
  if (role) element.setAttribute('role', role);
  bar.append(element);
  return element;
};
const link = made('p', 'link', 'alert'), refusals = made('div', 'refusals', 'alert');
const earlier = made('details', 'earlier');
earlier.append(document.createElement('summary'), document.createElement('ul'));
const waiting = made('p', 'waiting'), sent = made('p', 'sent'), heard = made('p', 'heard', 'status'), seen = made('button', 'seen');
heard.className = 'hidden';
link.hidden = seen.hidden = earlier.hidden = true;
seen.type = 'button';
seen.textContent = 'Dismiss';
new ResizeObserver(() => document.documentElement.style.setProperty('--bar', bar.offsetHeight + 'px')).observe(bar);

const title = document.title;
const queue = new MoveQueue(saved.queue), bounce = new BounceRule(), onAirClock = new OnAirClock();
let refused = saved.refused ?? [], lastMove = null, pumping = false, pressed = null, asked = false, asking = false;
let shownAt = 0, lostWords = '';
const save = () => {
  const state = { me, login: bar.dataset.login, queue, refused };
  try { sessionStorage.setItem('operator', JSON.stringify(state)); } catch {}
};

// The state of the connection and of the packets, as far as this page knows. Details are drawn even while they are folded.
const packetMinute = new PacketMinute();
let lostAt = null, unknownAt = null, emitterStatus = null, lookMs = null;
const timeOfDay = () => new Date().toLocaleTimeString([], { hour12: false });
function drawHealth() {
  const write = (id, words) => { const element = byId(id); if (element && element.textContent !== words) element.textContent = words; };
  if (!byId('health') || !emitterStatus && !unknownAt && !lostAt) return;
  write('health-line', healthLine({ lostAt, unknownAt, status: emitterStatus }));
  byId('health').classList.toggle('unknown', Boolean(lostAt || unknownAt));
  write('health-connection', lostAt ? `Interrupted since ${lostAt}` : lookMs === null ? 'Connected' : `Connected, last answer after ${spokenDelay(lookMs)}`);
  write('health-minute', minuteWords(packetMinute.counts));
  if (!emitterStatus) return;
  const { holder, hasStandby, packetsSent, packetsFailed, lastPacketAgeMs } = emitterStatus;
  write('health-emitter', holder?.split(' ')[0] ?? 'None');
  write('health-standby', hasStandby ? 'Ready' : 'None');
  write('health-packets', `${packetsSent} sent, ${packetsFailed} failed`);
  write('health-last', lastPacketAgeMs === undefined ? 'None' : `${(Math.max(0, lastPacketAgeMs) / 1000).toFixed(1)} s ago`);
}

// Shows that the connection is lost, until it is back.
function lost(words) {
  lostWords = words;
  lostAt ??= timeOfDay();
  drawHealth();
  if (link.hidden) { link.hidden = false; navigator.vibrate?.([200, 100, 200]); }
  document.title = '⚠ ' + title;
  draw();
}
function found() {
  lostAt = null;
  drawHealth();
  if (link.hidden) return;
  link.hidden = true;
  document.title = title;
}

// A short notice beside the buttons, which disappears after 6 s.
let tellTimer = 0;
function tell(words, kind = 'info') {
  const notice = byId('notice');
  notice.textContent = words;
  notice.className = 'notice ' + (words ? kind : 'none');
  clearTimeout(tellTimer);
  if (words) tellTimer = setTimeout(tell, 6000, '');
}

// Shows moves that were not made, until Dismiss is pressed, or until a later press has counted and 8 s have passed.
function refuse(moves, reason) {
  if (!moves.length) return;
  refused.push({ id: word(), words: `Not done (${counted(moves)}): ${reason}`, at: Date.now() });
  navigator.vibrate?.([200, 100, 200]);
  drawRefusals();
}
function drawRefusals() {
  const { shown, earlier: others } = shownRefusals(refused);
  // Existing lines stay, so that a screen reader announces each only once.
  for (const line of [...refusals.children]) {
    if (!shown.some(refusal => refusal.id === line.dataset.id)) line.remove();
  }
  let later = null;
  for (const { id, words } of [...shown].reverse()) {
    let line = [...refusals.children].find(line => line.dataset.id === id);
    if (!line) {
      line = document.createElement('p');
      line.className = 'notice bad';
      line.dataset.id = id;
      line.textContent = words;
      refusals.insertBefore(line, later);
    }
    later = line;
  }
  earlier.hidden = !others.length;
  earlier.querySelector('summary').textContent = earlierWords(others.length);
  earlier.querySelector('ul').replaceChildren(...others.map(({ words }) => {
    const line = document.createElement('li');
    line.textContent = words;
    return line;
  }));
  seen.hidden = !refused.length;
  save();
}
seen.addEventListener('click', () => { refused = []; drawRefusals(); });

// Shows the number of waiting presses, if they wait noticeably long, and the lost connection.
function draw() {
  const count = queue.waiting;
  const late = count > 1 || count && Date.now() - queue.moves[0].at > 250;
  const words = late ? `${presses(count)} waiting` : '';
  if (waiting.textContent !== words) waiting.textContent = words;
  bar.classList.toggle('waiting', Boolean(late));
  const then = !count ? '' : count === 1 ? ' 1 press is waiting and will be sent when the connection is back.'
    : ` ${count} presses are waiting and will be sent in order when the connection is back.`;
  if (!link.hidden && link.textContent !== lostWords + then) link.textContent = lostWords + then;
}
// Announces to screen readers that presses wait and that no press waits, but not every number.
let spokenCount = 0;
setInterval(() => {
  const count = queue.waiting && Date.now() - queue.moves[0].at > 1000 ? queue.waiting : 0;
  if (count === spokenCount) return;
  heard.textContent = count ? `${presses(count)} waiting` : 'No press is waiting';
  spokenCount = count;
}, 3000);

// Replaces the regions of the page and keeps the focus. While a finger is down, nothing moves. The answer to a request that
// is older than the shown answer is ignored.
const fingers = new Set();
let deferred = null, deferTimer = 0;
function show(page, askedAt) {
  if (!page.getElementById('now')) throw new Error('not the operator page');
  const at = Number(page.getElementById('now').dataset.at);
  if (at && at < Number(byId('now').dataset.at) && askedAt < shownAt) return;
  if (fingers.size) {
    if (!deferred || at >= deferred.at) deferred = { page, at };
    deferTimer ||= setTimeout(() => { fingers.clear(); flush(); }, 1500);
    return;
  }
  shownAt = performance.now();
  if (!page.getElementById('steps') !== !byId('steps')) { save(); return location.reload(); }
  const focus = document.activeElement?.id;
  const piece = byId('now').dataset.piece;
  for (const region of page.querySelectorAll('[data-region]')) {
    if (region.id !== 'notice' && region.id !== 'found') place(region);
  }
  drawUndo();
  drawTimes();
  drawHealth();
  const select = byId('jump-piece');
  if (select && piece !== byId('now').dataset.piece && document.activeElement !== select) {
    select.value = byId('now').dataset.piece;
  }
  if (focus && document.activeElement?.id !== focus) byId(focus)?.focus({ preventScroll: true });
}
function place(region) {
  const old = region && byId(region.id);
  if (!old || old.outerHTML === region.outerHTML) return;
  // The element stays and only its text changes, so that screen readers announce it.
  if (region.getAttribute('role') === 'status') {
    if (old.className !== region.className) old.className = region.className;
    if (old.textContent !== region.textContent) old.textContent = region.textContent;
  } else {
    for (const details of old.querySelectorAll('details[id]')) {
      const next = region.querySelector('#' + details.id);
      if (next) next.open = details.open;
    }
    old.replaceWith(document.adoptNode(region));
  }
}
function flush() {
  const page = deferred?.page;
  deferred = null;
  clearTimeout(deferTimer);
  deferTimer = 0;
  if (page) show(page, performance.now());
}

// Hides Undo after its time, which begins when the page first shows the move.
let undoable = {};
function drawUndo() {
  const undo = byId('undo'), revision = undo?.dataset.revision;
  if (!revision) return;
  if (undoable.revision !== revision) undoable = { revision, until: performance.now() + Number(undo.dataset.ms) };
  const seconds = Math.ceil((undoable.until - performance.now()) / 1000);
  undo.hidden = seconds <= 0;
  let left = undo.querySelector('.left');
  if (!left) {
    left = document.createElement('small');
    left.className = 'left';
    left.setAttribute('aria-hidden', 'true');
    undo.querySelector('.words').before(left);
  }
  if (left.textContent !== `${seconds} s`) left.textContent = `${seconds} s`;
}
setInterval(drawUndo, 250);

// Loads the current page. Calls during a request cause one more request.
async function refresh() {
  asked = true;
  if (asking) return;
  asking = true;
  let misses = 0;
  while (asked) {
    asked = false;
    const askedAt = performance.now();
    try {
      const answer = await fetch('/operator', { headers: regions, cache: 'no-store', signal: soon() });
      if (loggedOut(answer)) break;
      const page = parse(await answer.text());
      // Skipped while presses wait, because their answer contains the page.
      if (!queue.waiting) show(page, askedAt);
      answer.ok ? found() : lost('The server is not available. The phones keep the last position.');
    } catch {
      if (misses++) lost('No connection to the server. The phones keep the last position shown here.');
      else asked = true;
    }
  }
  asking = false;
}

const loggedOutWords = 'You are signed out. Load this page again and sign in. The phones keep the last position.';
function loggedOut(answer) {
  if (!answer.redirected || new URL(answer.url).pathname === '/operator') return false;
  lost(loggedOutWords);
  return true;
}

// Queues a press. It is saved before it is sent, so that a reload of the page loses none.
function add(move) {
  move.key = word();
  move.at = Date.now();
  if (queue.isDouble(move, lastMove)) return tell('Double tap: the press was counted once.');
  lastMove = move;
  confirm('Sending …', 'busy');
  queue.add(move, Number(byId('now').dataset.at));
  save();
  draw();
  setTimeout(draw, 300);
  pump();
}

// Sends the queued moves, one request after the other, and repeats each with the same keys until the server answers.
async function pump() {
  if (pumping) return;
  pumping = true;
  for (let batch; (batch = queue.next());) {
    save();
    draw();
    const askedAt = performance.now();
    const answer = await ask(batch);
    if (answer) settle(answer, askedAt);
    else {
      queue.unanswered();
      save();
      await pause(Math.min(2000, 200 * 2 ** Math.min(queue.tries, 4)));
    }
    draw();
  }
  save();
  pumping = false;
}

// The time from a press to the arrival of its request in milliseconds, for the log: the age of the press, and half of the last round trip.
let roundTrip = 0;
const age = move => Math.round(Math.min(86400000, Math.max(0, Date.now() - move.at) + roundTrip / 2));

// Shows that a press has been sent, and how long it took until it was on the air.
let sentTimer = 0;
function confirm(words, kind) {
  sent.textContent = words;
  sent.className = kind;
  clearTimeout(sentTimer);
  if (kind === 'done') sentTimer = setTimeout(() => { sent.textContent = sent.className = ''; }, 8000);
}
function onAir(delay) { if (delay !== null) confirm(`On air after ${spokenDelay(delay)}`, 'done'); }

// Sends one request. Returns null if it must be sent again.
async function ask({ moves, revision }) {
  const body = new URLSearchParams(moves[0].fields);
  body.set('csrf', document.querySelector('[name=csrf]')?.value ?? '');
  if (moves[0].by) {
    body.set('revision', revision);
    body.set('presses', moves.map(move => `${move.key}:${move.by}`).join(','));
    body.set('ages', moves.map(age).join(','));
  } else {
    body.set('key', moves[0].key);
    body.set('expected', revision);
    body.set('age', age(moves[0]));
  }
  const begun = performance.now();
  try {
    const answer = await fetch(moves[0].by ? '/operator/presses' : moves[0].action, {
      method: 'POST', body, headers: regions, cache: 'no-store', signal: soon(patience), priority: 'high' });
    const text = await answer.text();
    roundTrip = performance.now() - begun;
    patience = Math.min(16000, Math.max(4000, 4 * roundTrip));
    if (answer.status === 503) lost('The server is not available. The phones keep the last position.');
    else if (answer.status === 429) lost('The server is busy. This page will try again.');
    else if (answer.status >= 500) lost('The server reported an error. This page will try again. The phones keep the last position.');
    else return { answer, page: parse(text) };
  } catch {
    if (performance.now() - begun >= patience) patience = Math.min(16000, 2 * patience);
    // The first lost request is sent again immediately; the second counts as a lost connection.
    if (queue.tries) lost('No connection to the server. The phones keep the last position shown here.');
  }
  return null;
}

function settle({ answer, page }, askedAt) {
  const notice = page.getElementById('notice'), outcome = notice?.dataset;
  if (outcome?.made === undefined) {
    // No answer of this page: the operator is signed out, or a proxy answers in place of the server.
    confirm('', '');
    const doubt = queue.tries ? ' The first press may have taken effect: check the measure on the air.' : '';
    const reason = loggedOut(answer) ? loggedOutWords
      : `The server refused the request (${answer.status}). Load this page again, then press again.`;
    return refuse(queue.drop(), reason + doubt);
  }
  found();
  const done = queue.next().moves;
  const gone = queue.answered({
    made: Number(outcome.made), revision: Number(outcome.revision), refused: outcome.refusal !== undefined });
  const count = Number(outcome.made);
  if (count) onAir(onAirClock.answered(Number(outcome.revision), done[count - 1].at));
  if (outcome.refusal !== undefined) {
    if (!count) confirm('', '');
    refuse(gone, notice.textContent.replace(/^Not done: /, ''));
  } else {
    if (onAirClock.waiting) confirm('Sent, not yet on the air', 'busy');
    for (const refusal of refused) refusal.isOver = true;
    if (notice.textContent) tell(notice.textContent, 'good');
    if (done[0].form === 'jump') byId('jump-measure').value = '';
    if (done[0].form === 'found') { byId('find-text').value = ''; byId('found').replaceChildren(); }
  }
  try { show(page, askedAt); } catch { refresh(); }
}

setInterval(() => {
  const left = refused.filter(refusal => !refusal.isOver || Date.now() - refusal.at < 8000);
  if (left.length !== refused.length) { refused = left; drawRefusals(); }
}, 1000);

// Sends messages, concerts and decisions about the leader, and repeats each for up to 30 s until it is answered. The same request sent again counts
// once. A decision names the position and the sources that the page shows, so that a late repeat does not undo a colleague's decision.
const underway = new Map(), unanswered = new Map();
// The path of a form. The property `action` is not read, because it is a button in a form with buttons of this name.
const pathOf = form => new URL(form.getAttribute('action') ?? '', location.href).pathname;
async function send(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  for (const name of ['key', 'revision']) body.delete(name);
  const path = pathOf(form), what = path + '?' + body;
  if (underway.has(what)) return tell('The request is already being sent: the press was counted once.');
  const isDecision = ['/operator/leader', '/operator/advance'].includes(path);
  // Decisions of one form arrive in the order of the presses.
  if (isDecision && [...underway.keys()].some(other => other.startsWith(path + '?'))) {
    return tell('Not done: your last press is still being sent. Press again when the page shows its result.', 'bad');
  }
  const press = { at: Date.now() };
  body.set('key', unanswered.get(what) ?? word());
  if (isDecision) {
    body.set('expected', byId('now').dataset.at);
    body.set('version', byId('sources')?.dataset.version ?? 0);
  }
  underway.set(what, body);
  button?.setAttribute('aria-busy', 'true');
  const until = Date.now() + 30000;
  let answer = null, words;
  do {
    words = 'No connection to the server.';
    if (isDecision) body.set('age', age(press));
    try {
      answer = await fetch(path, { method: 'POST', body, headers: regions, signal: soon(patience) });
      if (answer.status < 500 && answer.status !== 429) break;
      words = answer.status === 429 ? 'The server is busy.' : 'The server is not available.';
    } catch {}
    answer = null;
    lost(words + ' This page will send the request again.');
    await new Promise(done => setTimeout(done, 500));
  } while (Date.now() < until);
  try {
    if (!answer) {
      unanswered.set(what, body.get('key'));
      refuse([{ name: (button ?? form).textContent.trim() }],
        'The server did not confirm the request within 30 seconds. The request may still take effect: '
        + 'check this page when the connection is back. '
        + 'You can press again: the request takes effect only once.');
    } else if (loggedOut(answer)) {
      refuse([{ name: (button ?? form).textContent.trim() }], loggedOutWords);
    } else {
      unanswered.delete(what);
      const page = parse(await answer.text()), notice = page.getElementById('notice');
      if (answer.status < 500) found();
      if (answer.ok) tell(notice.textContent, 'good');
      else refuse([{ name: (button ?? form).textContent.trim() }], notice.textContent.replace(/^Not done: /, ''));
      show(page, performance.now());
      if (answer.ok && form.id === 'message') form.reset();
    }
  } catch {
    refuse([{ name: (button ?? form).textContent.trim() }],
      'The response cannot be read. Load this page again, and check what it shows before you press again.');
  }
  underway.delete(what);
  byId(button?.id)?.removeAttribute('aria-busy');
  button?.removeAttribute('aria-busy');
}

// Finds measures while the operator types. Enter moves the focus to the first match.
let finding = 0;
async function find() {
  const text = byId('find-text').value.trim(), turn = ++finding;
  if (!text) return byId('found').replaceChildren();
  try {
    const answer = await fetch('/operator?' + new URLSearchParams({ find: text }), {
      headers: regions, cache: 'no-store', signal: soon() });
    const found = parse(await answer.text()).getElementById('found');
    if (turn === finding && found) byId('found').replaceWith(document.adoptNode(found));
  } catch {}
}
let findTimer = 0;
addEventListener('input', event => {
  if (event.target.id !== 'find-text') return;
  clearTimeout(findTimer);
  findTimer = setTimeout(find, 200);
});

addEventListener('submit', event => {
  const form = event.target;
  if (form.id === 'find') {
    event.preventDefault();
    clearTimeout(findTimer);
    return find().then(() => byId('found').querySelector('button')?.focus());
  }
  const path = pathOf(form);
  if (!path.startsWith('/operator/')) return;
  event.preventDefault();
  const button = event.submitter ?? pressed;
  if (path === '/operator/steps') return;
  if (!['/operator/jumps', '/operator/state', '/operator/undo'].includes(path)) return send(form, button);
  const fields = Object.fromEntries(new FormData(form));
  if (button?.name) fields[button.name] = button.value;
  for (const name of ['csrf', 'key', ...path === '/operator/undo' ? [] : ['revision']]) delete fields[name];
  const name = form.id === 'found' ? button?.querySelector('strong')?.textContent ?? '' : button?.querySelector('span')?.textContent ?? button?.firstChild?.textContent ?? 'Go to measure';
  add({ name: name.trim(), action: path, fields, form: form.id, what: path + JSON.stringify(fields) });
});

// Next and Back count when the finger is lifted over the button. The click that follows belongs to the same press. A click
// without a pointer comes from the keyboard or a screen reader.
const stepOf = target => target.closest?.('#next, #back');
const down = new Map();
let owed = null;
function count(button, kind, time) {
  const name = button.querySelector('span').textContent;
  if (bounce.isBounce(kind, button.id, time)) return tell(`Double tap: ${name} was counted once.`);
  add({ name, by: Number(button.value) });
}
addEventListener('pointerdown', event => {
  owed = null;
  const button = stepOf(event.target);
  // Next and Back never move, so updates need not wait for a finger on them.
  if (!button) fingers.add(event.pointerId);
  else if (event.button === 0) down.set(event.pointerId, { button, time: event.timeStamp });
}, true);
addEventListener('pointerup', event => {
  lifted(event);
  const press = down.get(event.pointerId);
  down.delete(event.pointerId);
  if (!press) return;
  owed = press.button;
  const box = press.button.getBoundingClientRect();
  const isOver = event.clientX >= box.left && event.clientX <= box.right
    && event.clientY >= box.top && event.clientY <= box.bottom;
  if (isOver) count(press.button, event.pointerType, press.time);
  else tell('Not done: the press ended outside the button. Press again.', 'bad');
}, true);
addEventListener('pointercancel', event => {
  lifted(event);
  if (down.delete(event.pointerId)) tell('Not done: the press was interrupted. Press again.', 'bad');
}, true);
// The page is updated only after the click that follows the lifted finger.
function lifted(event) {
  setTimeout(() => {
    fingers.delete(event.pointerId);
    if (!fingers.size) flush();
  }, 50);
}
addEventListener('click', event => {
  pressed = event.target.closest('button');
  const button = pressed, step = stepOf(event.target);
  // After a press with finger or mouse the space bar means Next again, and not this button.
  if (button && event.detail > 0) setTimeout(() => button.blur());
  if (!step) return;
  event.preventDefault();
  if (owed === step && event.detail > 0) owed = null;
  else count(step, 'key', event.timeStamp);
}, true);

// The keys of the page, unless another element uses them.
addEventListener('keydown', event => {
  const target = event.target;
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest('input, select, textarea, summary')) return;
  const next = byId('next'), back = byId('back');
  if (event.key === 'Enter' && event.repeat && stepOf(target)) return stepped(target, event);
  const action = keyAction(event.key, target === document.body ? 'none' : target === next || target === back ? 'step' : 'other');
  if (!action || event.key === ' ' && target !== next && target.closest('button, a')) return;
  if (action === 'next' || action === 'back') return stepped(action === 'next' ? next : back, event);
  if (event.repeat) return;
  const chosen = {
    hold: () => byId('state-held') ?? byId('state-running'),
    blackout: () => byId('state-blackout') ?? byId('state-running'),
    'take-over': () => byId('take-over'),
  }[action];
  if (action === 'find') byId('find-text')?.focus();
  else if (action === 'help') { if (byId('keys')) byId('keys').open = !byId('keys').open; byId('keys')?.scrollIntoView({ block: 'nearest' }); }
  else chosen()?.click();
  event.preventDefault();
});
function stepped(button, event) {
  if (!button) return;
  event.preventDefault();
  if (event.repeat) tell('The key was held down: the press was counted once.');
  else count(button, 'key', event.timeStamp);
}
addEventListener('keyup', event => {
  if (event.key === ' ' && event.target === byId('next')) event.preventDefault();
});
// A message is one line.
addEventListener('input', event => {
  if (event.target.id === 'message-body') event.target.value = event.target.value.replace(/[\r\n]+/g, ' ');
});

// Follows the moves of others, and notices whether the server answers.
const isMissed = at => at !== Number(byId('now').dataset.at) && !queue.waiting;
let stream = null;
function listen() {
  const events = new EventSource('/operator/events');
  // The next stream is open before the last one is closed.
  events.onopen = () => { if (stream !== events) { stream?.close(); stream = events; } };
  const news = event => {
    found();
    wake();
    // The page off the air has revision 0, unlike the event.
    const at = event.type === 'offAir' ? 0 : Number(event.lastEventId.split('.')[0]);
    if (event.type === 'position') onAir(onAirClock.heard(at, Date.now()));
    if (event.type === 'message' || isMissed(at)) refresh();
  };
  for (const name of ['position', 'offAir', 'message']) events.addEventListener(name, news);
  events.addEventListener('sources', event => sourcesChanged(JSON.parse(event.data)));
  events.onerror = () => {
    report();
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
}
listen();
// A stream ends after 15 minutes, because its session may have ended.
setInterval(() => { if (stream?.readyState === EventSource.OPEN) listen(); }, 600000);

// Reports every few seconds that this page is open, and gets the other operators and the current revision.
let reporting = false, misses = 0;
const presence = () => new URLSearchParams({ csrf: document.querySelector('[name=csrf]')?.value ?? '', page: me });
async function report() {
  if (reporting) return;
  reporting = true;
  try {
    const answer = await fetch('/operator/presence', {
      method: 'POST', body: presence(), headers: regions, cache: 'no-store', signal: soon() });
    if (answer.status >= 500) throw new Error('away');
    const told = parse(await answer.text()), region = told.getElementById('operators');
    if (!loggedOut(answer) && region) {
      place(region);
      place(told.getElementById('followers'));
      wake();
      const at = Number(region.dataset.at);
      if (!queue.waiting && (!link.hidden || isMissed(at))) await refresh();
    }
    misses = 0;
  } catch {
    if (misses++) lost('No connection to the server. The phones keep the last position shown here.');
    else setTimeout(report, 300);
  }
  reporting = false;
}
setInterval(report, 4000);
report();
// Sends the waiting presses once more when the page is left. A press that arrives twice counts once.
addEventListener('pagehide', () => {
  save();
  const body = presence(), steps = queue.steps();
  if (steps.length) {
    const presses = new URLSearchParams(body);
    presses.set('revision', queue.revision);
    presses.set('presses', steps.map(move => `${move.key}:${move.by}`).join(','));
    fetch('/operator/presses', { method: 'POST', body: presses, keepalive: true }).catch(() => {});
  }
  body.set('leaving', '1');
  fetch('/operator/presence', { method: 'POST', body, keepalive: true }).catch(() => {});
});
addEventListener('pageshow', event => { if (event.persisted) { report(); pump(); } });
addEventListener('offline', () => lost('This device is offline. The phones keep the last position shown here.'));
addEventListener('online', () => { wake(); report(); });
document.addEventListener('visibilitychange', () => { if (!document.hidden) { report(); loadSources(); stayAwake(); } });

// Checks every second whether packets reach old phones.
let looking = false;
async function lookAtEmitter() {
  if (document.hidden || looking) return;
  looking = true;
  const begun = performance.now();
  try {
    const answer = await fetch('/api/v1/live/emitter', { cache: 'no-store', signal: soon() });
    if (!answer.ok) throw new Error('no state');
    emitterStatus = await answer.json();
    [lookMs, unknownAt] = [performance.now() - begun, null];
    packetMinute.add(emitterStatus, performance.now());
    const words = emitterStatus.warning ?? '', warning = byId('emitter');
    if (warning.textContent !== words) {
      warning.textContent = words;
      warning.className = words ? 'notice bad' : 'notice none';
      if (words) navigator.vibrate?.([200, 100, 200]);
    }
  } catch {
    unknownAt ??= timeOfDay();
  }
  drawHealth();
  looking = false;
}
setInterval(lookAtEmitter, 1000);

// Follows the sources of the position. Readings of the follower are shown in place; after other changes the region is loaded.
let sourcesMark = null, loadingSources = false, sourcesTimer = 0;
function sourcesChanged({ mark, reading }) {
  sourcesMark = mark;
  const line = byId('follower-reading');
  if (byId('sources')?.dataset.mark !== mark) loadSources();
  else if (line && line.textContent !== reading) line.textContent = reading;
}
async function loadSources() {
  clearTimeout(sourcesTimer);
  const shown = byId('sources')?.dataset.mark;
  if (document.hidden || loadingSources || !shown || sourcesMark === null || shown === sourcesMark) return;
  // The answer to a press contains the region.
  if (underway.size || queue.waiting || fingers.size) return void (sourcesTimer = setTimeout(loadSources, 200));
  loadingSources = true;
  try {
    const answer = await fetch('/operator/sources', { headers: regions, cache: 'no-store', signal: soon() });
    const told = answer.ok && !answer.redirected ? parse(await answer.text()) : null, region = told?.getElementById('sources');
    if (region?.dataset.mark) {
      const warning = told.getElementById('source-warning');
      if (warning.textContent && warning.textContent !== byId('source-warning').textContent) navigator.vibrate?.([200, 100, 200]);
      place(warning);
      if (!fingers.size && !queue.waiting) place(region);
    }
  } catch {}
  loadingSources = false;
  if (byId('sources')?.dataset.mark !== sourcesMark) sourcesTimer = setTimeout(loadSources, 1000);
}

// Counts the time of the piece and of the measure.
let timesAt = performance.now(), timesOf = null;
function drawTimes() {
  const times = document.querySelector('#outlook .times');
  if (!times?.dataset.shown) return;
  if (timesOf !== times) { timesOf = times; timesAt = performance.now(); }
  const passed = performance.now() - timesAt;
  const clock = ms => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;
  const write = (id, from) => {
    const element = byId(id), words = clock(Number(from) * 1000 + passed);
    if (element && element.textContent !== words) element.textContent = words;
  };
  write('shown', times.dataset.shown);
  if (times.dataset.elapsed) write('elapsed', times.dataset.elapsed);
}
setInterval(drawTimes, 500);

// Counts down the time of messages.
setInterval(() => {
  for (const left of document.querySelectorAll('[data-seconds]')) {
    const seconds = left.dataset.seconds - 1;
    if (seconds < 0) { if (!queue.waiting) refresh(); return; }
    left.dataset.seconds = seconds;
    left.textContent = seconds + ' s';
  }
}, 1000);

// The screen stays on, where the browser allows it.
const stayAwake = () => navigator.wakeLock?.request('screen').catch(() => {});
stayAwake();

// Sends the moves that were waiting when the page was left, with the same keys, unless another person has signed in since.
if (saved.login !== undefined && saved.login !== bar.dataset.login) {
  refuse(queue.drop(), `${saved.login} made these presses before you signed in. `
    + 'The first press may have taken effect: check the measure on the air.');
}
drawRefusals();
drawUndo();
draw();
if (byId('notice').textContent) tellTimer = setTimeout(tell, 6000, '');
pump();
