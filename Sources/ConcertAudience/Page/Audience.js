// The audience page. The rules up to the comment "The page." use neither page nor network nor clock, so that they can be tested without a page.

// The index of the row in force at a measure: of a note, a section or a key. -1 before the first.
function indexAt(rows, measure) {
  let index = rows.length - 1;
  while (index >= 0 && rows[index].measure > measure) index -= 1;
  return index;
}

function ordinal(number) {
  const ending = number % 100 > 10 && number % 100 < 14 ? 'th' : ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
  return number + ending;
}

// The number of a measure as printed, and which time it is heard if it is heard more than once.
function printedAt(piece, measure) {
  const { printed, passes } = piece.measureTable;
  const number = printed[measure - 1] ?? String(measure), pass = passes[measure - 1] ?? 1;
  const isRepeated = pass > 1 || printed.some((other, index) => other === number && passes[index] > 1);
  return { number, time: isRepeated ? `${ordinal(pass)} time` : '' };
}

// The share of the piece that has been played at the beginning of a measure, by the reference recording: 0 to 1.
function shareAt(piece, measure) {
  const { startsMs } = piece.measureTable, start = startsMs[0] ?? 0, length = piece.end.atMs - start;
  const at = measure > startsMs.length ? piece.end.atMs : startsMs[Math.max(0, measure - 1)] ?? start;
  return length > 0 ? Math.min(1, Math.max(0, (at - start) / length)) : 0;
}

// The bars of a waveform as the data of a path in a box of 1000 by 100.
function barsOf(piece, wave) {
  return wave.measures.map((measure, index) => {
    const left = shareAt(piece, measure) * 1000, width = (shareAt(piece, measure + 1) * 1000 - left) * 0.8;
    const half = Math.max(1, Math.min(1, wave.values[index]) * 46);
    return `M${left.toFixed(1)} ${(50 - half).toFixed(1)}h${width.toFixed(1)}v${(2 * half).toFixed(1)}h-${width.toFixed(1)}z`;
  }).join('');
}

// The track to read: the preferred one, else one in its language and level, else one in a language of the browser, else the first.
function chosenTrack(tracks, wanted, languages = []) {
  const base = tag => (tag ?? '').toLowerCase().split('-')[0];
  const find = test => tracks.find(test);
  if (wanted) {
    const same = find(track => track.name === wanted.name && track.language === wanted.language && track.level === wanted.level)
      ?? find(track => track.name === wanted.name)
      ?? (wanted.language && find(track => track.language === wanted.language && track.level === wanted.level))
      ?? (wanted.language && find(track => base(track.language) === base(wanted.language)));
    if (same) return same;
  }
  for (const language of languages) {
    const own = find(track => track.language && base(track.language) === base(language));
    if (own) return own;
  }
  return tracks[0];
}

// The addresses of the pictures in the notes, as long as their sum stays within a limit of bytes: first those of the tracks that are read, in
// the order of the notes, then those of the other tracks.
function picturesToKeep(pieces, pictures, trackOf, limit) {
  const addresses = tracks => tracks.flatMap(track => track.annotations.flatMap(note => note.text.map(part => part.url)));
  const read = pieces.flatMap(piece => piece.tracks.length ? addresses([trackOf(piece)]) : []);
  const others = pieces.flatMap(piece => addresses(piece.tracks)), bytes = new Map(pictures.map(file => [file.url, file.bytes]));
  let sum = 0;
  return [...new Set([...read, ...others])].filter(url => {
    if (!bytes.has(url) || sum + bytes.get(url) > limit) return false;
    sum += bytes.get(url);
    return true;
  });
}

// The direction of texts in a language, 'rtl' or 'ltr': by the script in the tag, or else by the usual script of the language. Undefined
// without a language. `TextDirection` on the server has the same list.
const RIGHT_TO_LEFT = {
  languages: 'ar arc ary arz azb bal ckb dv fa he iw ji khw ks mzn nqo pnb ps sd sdh skr syr ug ur yi'.split(' '),
  scripts: 'adlm arab aran hebr mand nkoo rohg samr syrc thaa yezi'.split(' '),
};
function directionOf(language) {
  const [, base, script] = /^([a-z]+)(?:-[a-z]{3})*(?:-([a-z]{4}))?(?:-|$)/.exec((language ?? '').toLowerCase()) ?? [];
  if (!base) return undefined;
  return (script ? RIGHT_TO_LEFT.scripts.includes(script) : RIGHT_TO_LEFT.languages.includes(base)) ? 'rtl' : 'ltr';
}

// The number of notes to turn by after an arrow key: 1, -1, or 0 after another key. The arrow in the direction of reading turns to the next note.
function turnOfKey(key, direction) {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return 0;
  return (key === 'ArrowRight') === (direction !== 'rtl') ? 1 : -1;
}

// The number of notes to turn by after a swipe, given in pixels across and down. A swipe against the direction of reading turns to the next note.
function turnOfSwipe(across, down, direction) {
  if (Math.abs(across) < 60 || Math.abs(across) < 2 * Math.abs(down)) return 0;
  return across < 0 === (direction !== 'rtl') ? 1 : -1;
}

// The measure on the screen: the live measure, or a measure to which the reader has turned. A move changes only the live measure.
class Reading {
  live = null;
  pinned = null;

  // Takes a position of the server; null off the air. Returns whether the position is new. On a slow network, old answers arrive late.
  // A lower revision with a later time comes from a restored database.
  take(position, revision = position?.revision ?? 0) {
    const isOld = this.revision !== undefined && revision <= this.revision;
    if (isOld && !(position && this.live && Date.parse(position.at) > Date.parse(this.live.at))) return false;
    this.revision = revision;
    this.live = position;
    return true;
  }

  // The server has no concert on the air, at an unknown revision.
  takeNothing() {
    const isNews = this.live !== null;
    this.live = null;
    return isNews;
  }

  // The measure on the screen, or null without a concert.
  get shown() {
    return this.pinned ?? (this.live && { piece: this.live.piece, measure: this.live.measure });
  }

  get isFollowing() { return !this.pinned; }

  pin(piece, measure) { this.pinned = { piece, measure }; }

  follow() { this.pinned = null; }

  // Turns to the next or the previous note. `order` has the names of the pieces; `notesOf` returns the notes of a piece, or
  // undefined before they are loaded. Returns whether there is another note.
  turn(by, order, notesOf) {
    const shown = this.shown;
    if (!shown) return false;
    const notes = notesOf(shown.piece) ?? [], target = notes[indexAt(notes, shown.measure) + by];
    if (target && (by > 0 || target.measure < shown.measure)) {
      this.pin(shown.piece, target.measure);
    } else {
      const piece = order[order.indexOf(shown.piece) + by];
      if (piece === undefined) return false;
      const others = notesOf(piece) ?? [];
      this.pin(piece, by > 0 ? 1 : others[others.length - 1]?.measure ?? 1);
    }
    // The note on the air follows again.
    const live = this.live;
    if (live && live.state !== 'ended' && live.piece === this.pinned.piece) {
      const rows = notesOf(live.piece) ?? [];
      if (rows.length && indexAt(rows, live.measure) === indexAt(rows, this.pinned.measure)) this.follow();
    }
    return true;
  }
}

// The piece that has just ended, until the concert goes on.
class Ending {
  ended = null;

  // Takes an event `endOfPiece`, which comes before the position of the same revision.
  take({ piece, revision }) { this.ended = { piece, revision }; }

  // The name of the piece that ended with a position, if the position is the beginning of another piece, or else null.
  before(position) {
    const { ended } = this, isNext = ended && position && position.revision === ended.revision && position.piece !== ended.piece;
    return isNext && position.state !== 'ended' ? ended.piece : null;
  }
}

// The two lines above the measure, with the summaries of the piece on the screen and of the piece that has just ended: composer and work,
// and the movement. A work of one movement repeats its title as movement.
function titleLines({ composer, work, movement }, ended) {
  if (!ended) return [`${composer}, ${work}`, movement];
  const isSameWork = ended.composer === composer && ended.work === work;
  const short = piece => isSameWork ? piece.movement : piece.work === piece.movement ? piece.work : `${piece.work}: ${piece.movement}`;
  return [`End of ${short(ended)}`, `Next: ${short({ work, movement })}`];
}

// Whether the page is connected, from the events of the stream, the answers to requests, and the time.
class Link {
  static patience = 6000;
  isStreaming = false;
  heardAt = null;
  failedAt = null;
  streamed = 0;
  polled = { revision: 0, at: 0 };

  heard(now) {
    this.heardAt = now;
    this.failedAt = null;
  }

  failed(now) { this.failedAt ??= now; }

  // An event of the stream.
  event(revision, now) {
    this.isStreaming = true;
    this.streamed = revision;
    this.heard(now);
  }

  // The answer to a request for the position.
  answer(revision, now) {
    if (revision !== this.polled.revision) this.polled = { revision, at: now };
    this.heard(now);
  }

  // A stream that delivers nothing although the position has moved is opened again.
  isStalled(now) {
    return this.isStreaming && this.polled.revision > this.streamed && now - this.polled.at > 4000;
  }

  // The time to the next request, in milliseconds. With a stream, requests only check that the stream delivers.
  get pause() { return this.isStreaming && this.failedAt === null ? 15000 : 2000; }

  state(now, isOnline = true) {
    if (!isOnline || this.failedAt !== null && now - this.failedAt >= Link.patience) return 'lost';
    return this.heardAt === null ? 'connecting' : 'live';
  }
}

// The messages to the audience. `now` is the time of the server.
class Messages {
  static automatic = 8000;
  all = new Map();
  closed = new Set();

  take(message, now) {
    const arrived = this.all.get(message.id)?.arrived ?? now;
    this.all.set(message.id, { ...message, arrived });
  }

  close(id) { this.closed.add(id); }

  // The newest message to show, or undefined.
  shown(now) {
    return [...this.all.values()].filter(message => !this.closed.has(message.id) && now < Date.parse(message.expiresAt)
      && !(message.style === 'AUTO' && now - message.arrived >= Messages.automatic)).pop();
  }
}

// The terms of the glossary in a text: whole words without regard to case, the longest first, each once.
class Glossary {
  constructor(items) {
    this.items = items;
    this.byWord = new Map();
    for (const item of items) {
      const words = Glossary.words(item.name).map(word => word.folded);
      if (!words.length) continue;
      this.byWord.set(words[0], [...this.byWord.get(words[0]) ?? [], { words, item }]);
    }
    for (const terms of this.byWord.values()) terms.sort((one, other) => other.words.length - one.words.length);
  }

  static words(text) {
    return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(match => ({
      folded: match[0].toUpperCase().toLowerCase().normalize(), start: match.index, end: match.index + match[0].length }));
  }

  // Returns the text as parts: `text`, and `item` where the text is a term.
  parts(text, seen = new Set()) {
    const words = Glossary.words(text), parts = [];
    let end = 0;
    for (let index = 0; index < words.length; index += 1) {
      const term = (this.byWord.get(words[index].folded) ?? []).find(({ words: wanted, item }) =>
        !seen.has(item.name) && wanted.every((word, offset) => words[index + offset]?.folded === word && (offset === 0
          || /^[\s'’-]+$/.test(text.slice(words[index + offset - 1].end, words[index + offset].start)))));
      if (!term) continue;
      seen.add(term.item.name);
      const last = words[index + term.words.length - 1];
      if (words[index].start > end) parts.push({ text: text.slice(end, words[index].start) });
      parts.push({ text: text.slice(words[index].start, last.end), item: term.item });
      end = last.end;
      index += term.words.length - 1;
    }
    if (end < text.length) parts.push({ text: text.slice(end) });
    return parts;
  }
}

// The times at which steps appeared on this screen, and the offset of the server's clock, for a report without anything about the reader.
class Shown {
  static limit = 50;
  steps = [];
  transport = null;
  offset = null;
  trip = Infinity;
  // The first position of a stream, or of a page, is not news.
  known = null;

  // An answer with the server's time. The shortest round trip tells the offset best; each later trip may be a little longer, since clocks drift.
  clock(serverTime, begun, ended) {
    const trip = ended - begun;
    if (!Number.isFinite(serverTime) || trip < 0 || trip > this.trip * 1.05 + 1) return;
    this.trip = trip;
    this.offset = serverTime - (begun + ended) / 2;
  }

  // A stream has opened: its first position is what the server had before.
  opened() { this.known = null; }

  // A position has arrived. Returns whether the time at which it appears counts.
  arrived(revision) {
    const isNews = this.known !== null && revision > this.known;
    this.known = Math.max(this.known ?? 0, revision);
    return isNews;
  }

  // A step is on the screen. Steps of another transport are sent apart.
  add(revision, transport, now) {
    if (transport !== this.transport) this.steps = [];
    this.transport = transport;
    this.steps.push({ revision, shownAtMs: Math.round(now) });
    this.steps.splice(0, this.steps.length - Shown.limit);
  }

  // Returns the report and forgets its steps; null without steps or a clock.
  take(track) {
    if (!this.steps.length || this.offset === null) return null;
    const steps = this.steps;
    this.steps = [];
    return { transport: this.transport, clockOffsetMs: Math.round(this.offset), steps, ...track && { track } };
  }
}

// The keys of a section: the key at its beginning, then each change before the next section.
function keysOf(piece, index) {
  const { structure, keys } = piece, start = structure[index].measure, end = structure[index + 1]?.measure ?? Infinity;
  const first = indexAt(keys, start);
  return keys.filter((key, place) => place === first || key.measure > start && key.measure < end);
}

// The words for the keys of a section: "C minor / E♭ major (3 flats); from m. 17: …".
function keysWords(piece, index) {
  const { measure: start } = piece.structure[index];
  return keysOf(piece, index).map(({ measure, name }) => {
    const { number, time } = printedAt(piece, measure);
    return measure > start ? `from m. ${number}${time ? `, ${time}` : ''}: ${name}` : name;
  }).join('; ');
}

// The name of a key without its accidentals, which do not fit beside the measure: "A major / F♯ minor (3 sharps)".
const keyWords = name => name.replace(/ \([^)]*\)$/, '');

// The words for the state of the concert.
function stateWords(state) {
  return { ready: 'Begins soon', running: '', held: 'Paused', blackout: 'Blackout', ended: 'Ended' }[state]
    ?? 'No concert is on the air';
}

// The sentence above the programme. The server writes the same.
function welcomeWords(state) {
  return {
    ready: 'The concert begins soon. The notes follow the music automatically.',
    ended: 'The concert has ended. You can still read all notes.',
    off: 'No concert is on the air. This page updates automatically when a concert begins.',
  }[state] ?? 'The notes follow the music automatically.';
}

// The sentences about a screen that the page cannot keep on: what is the cause, and what the reader can do. Empty if the screen stays on.
function awakeWords(isSecure, isSupported, isRefused) {
  const cause = !isSecure ? 'browsers keep it on only for pages whose address begins with https://'
    : !isSupported ? 'this browser cannot keep it on'
    : isRefused ? 'the device does not let the browser keep it on, for example to save power' : '';
  return cause && `The screen of this device may turn off while you read: ${cause}. Before the concert, choose the longest time in the `
    + 'settings of the device, under "Auto-Lock" on an iPhone or "Screen timeout" on most Android phones.';
}

function connectionWords(state, since) {
  return { connecting: 'Connecting…', live: 'Connected' }[state] ?? `Not connected · as of ${since}`;
}

// The classes and the letters of the picture that stands for a name. `Artwork` on the server draws the same.
function placeholder(name) {
  let hash = 0x811C9DC5;
  for (const byte of new TextEncoder().encode(name.toLowerCase())) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  const number = ((hash ^ hash >>> 15) >>> 0) % 48;
  const letters = (name.match(/[\p{L}\p{N}'’]+/gu) ?? []).map(word => word.match(/[\p{L}\p{N}]/u)?.[0]).filter(Boolean);
  return { kind: `art small h${number % 12} p${Math.floor(number / 12) % 4}`, letters: letters.slice(0, 2).join('').toUpperCase() };
}

// The page.

const byId = id => document.getElementById(id);
const reading = new Reading(), link = new Link(), messages = new Messages(), measured = new Shown(), ending = new Ending();
let concert = null, glossary = new Glossary([]), view = null, drawn = {}, clock = 0, size = 2, brightness = 2;
const pieces = new Map(), waves = new Map(), loading = new Set();
const serverNow = () => Date.now() + clock;

function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== null) made.setAttribute(key, value);
  made.append(...content);
  return made;
}
function drawing(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
function write(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

// Preferences are kept on this device only.
const preference = {
  get(key) { try { return JSON.parse(localStorage.getItem(`live.${key}`)); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(`live.${key}`, JSON.stringify(value)); } catch {} },
};

// Network.

async function ask(path, limit = 8000) {
  const stop = new AbortController(), timer = setTimeout(() => stop.abort(), limit);
  try {
    const begun = Date.now();
    const answer = await fetch(path, { signal: stop.signal, cache: 'no-cache', credentials: 'omit' });
    if (answer.headers.has('Server-Time')) measured.clock(Number(answer.headers.get('Server-Time')), begun, Date.now());
    if (!answer.ok) throw Object.assign(new Error(path), { status: answer.status });
    return { json: await answer.json(), date: Date.parse(answer.headers.get('Date')) };
  } finally {
    clearTimeout(timer);
  }
}
// The last state, for a page that is opened without a network.
const LAST = '/api/v1/live';
async function keepLast(position) {
  try {
    await (await caches.open('live-state')).put(LAST, new Response(JSON.stringify(position)));
  } catch {}
}
async function stored(path) {
  try { return await (await caches.match(path, { ignoreVary: true }))?.json(); } catch { return undefined; }
}

// Loads the concert, or its new revision, without losing the reader's place.
let checking = false;
async function loadConcert() {
  if (checking) return;
  checking = true;
  try {
    let answer;
    try {
      answer = (await ask('/api/v1/concert')).json;
    } catch (error) {
      // A concert that is over, or was read before, can still be read.
      if (concert) return;
      answer = await stored('/api/v1/concert');
      if (!answer) return;
    }
    if (concert?.id === answer.id && concert.revision === answer.revision) return;
    const isOther = concert && concert.id !== answer.id;
    concert = answer;
    pieces.clear();
    waves.clear();
    loading.clear();
    if (isOther) reading.follow();
    drawn = { isComplete: drawn.isComplete };
    drawProgramme();
    draw();
    ask('/api/v1/glossary').then(({ json }) => {
      glossary = new Glossary(json.items);
      drawGlossary();
      drawn.note = null;
      draw();
    }).catch(() => {});
    keepConcert();
    // Devices load the rest at different times.
    setTimeout(loadOthers, 2000 + Math.random() * 8000);
  } finally {
    checking = false;
  }
}
const summaryOf = name => concert?.pieces.find(piece => piece.name === name);

// Loads a piece and its waveform, and draws again when they have arrived.
async function load(name) {
  const summary = summaryOf(name), revision = concert?.revision;
  if (!summary || pieces.has(name) || loading.has(name)) return;
  loading.add(name);
  try {
    const [piece, wave] = await Promise.all([ask(summary.url, 15000), ask(`${summary.url}/waveform`, 15000).catch(() => null)]);
    if (concert?.revision !== revision) return;
    pieces.set(name, piece.json);
    if (wave) waves.set(name, wave.json);
    drawn.structure = null;
    draw();
    if (byId('settings').open) drawSettings();
  } catch {
    setTimeout(() => { if (reading.shown?.piece === name) load(name); }, 2000);
  } finally {
    loading.delete(name);
  }
}
// The other pieces follow one after the other, so that the whole concert can be read when the network fails.
let isPrefetching = false;
async function loadOthers() {
  if (isPrefetching) return;
  isPrefetching = true;
  for (let begun; begun !== concert;) {
    begun = concert;
    for (const { name } of concert.pieces) await load(name);
    await keepPictures();
  }
  isPrefetching = false;
}
// Without a service worker, the page keeps the pictures in memory: an element that has loaded its picture shows it without a network.
const PICTURE_BYTES = 8_000_000, keptPictures = new Map();
async function keepPictures() {
  if (navigator.serviceWorker?.controller || navigator.connection?.saveData) return;
  const begun = concert, wanted = picturesToKeep([...pieces.values()], concert.pictures, trackOf, PICTURE_BYTES);
  for (const url of keptPictures.keys()) if (!wanted.includes(url)) keptPictures.delete(url);
  for (const url of wanted) {
    if (concert !== begun) return;
    if (keptPictures.has(url)) continue;
    const image = element('img', { src: url });
    await new Promise(done => { image.onload = image.onerror = done; });
    if (image.naturalWidth) keptPictures.set(url, image);
  }
  if (concert === begun && pieces.size === concert.pieces.length) {
    write('kept', 'The notes of the whole concert are loaded, and can be read without a network while this page stays open.');
  }
}

const pinnedOrLive = () => reading.shown?.piece;
const trackOf = piece => chosenTrack(piece.tracks, preference.get('track'), navigator.languages);
const notesOf = name => pieces.has(name) ? trackOf(pieces.get(name)).annotations : undefined;

// Live events. The browser resumes the stream with Last-Event-ID; without a stream, the page asks every two seconds.
let stream = null;
function listen() {
  stream?.close();
  stream = new EventSource('/api/v1/live/events');
  const on = (name, handle) => stream.addEventListener(name, event => {
    link.event(Number(event.lastEventId.split('.')[0]), Date.now());
    handle(JSON.parse(event.data));
    drawSoon();
  });
  on('position', position => {
    if (took(position, position.revision)) appearing(position.revision, 'sse');
  });
  on('offAir', ({ revision }) => took(null, revision));
  on('endOfPiece', event => ending.take(event));
  on('message', message => messages.take(message, serverNow()));
  stream.onopen = () => {
    link.isStreaming = true;
    measured.opened();
    link.heard(Date.now());
    loadConcert();
    drawSoon();
  };
  const opened = stream;
  stream.onerror = () => {
    link.isStreaming = false;
    link.failed(Date.now());
    pollSoon(500);
    // After an error of the server the browser does not try again.
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => { if (stream === opened) listen(); }, 3000);
    drawSoon();
  };
}
function took(position, revision) {
  const before = reading.live?.state;
  if (!(revision === undefined ? reading.takeNothing() : reading.take(position, revision))) return false;
  if (before !== position?.state) view = null;
  keepLast(position);
  if (position && concert && !summaryOf(position.piece)) loadConcert();
  if (position && !concert) loadConcert();
  return true;
}

// Reports how late notes appear, if the reader allows it. A page in the background shows nothing, and a reader who has turned away reads elsewhere.
function appearing(revision, transport) {
  if (!measured.arrived(revision) || !preference.get('measure') || document.hidden || !reading.isFollowing) return;
  // The frame after the next one is drawn when the first is on the screen.
  requestAnimationFrame(() => requestAnimationFrame(() => measured.add(revision, transport, Date.now())));
}
function reportShown() {
  const piece = pieces.get(reading.live?.piece), report = preference.get('measure') && measured.take(piece && trackOf(piece)?.name);
  if (!report) return;
  fetch('/api/v1/live/shown', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(report),
    credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true }).catch(() => {});
}
// Devices report at different times.
setTimeout(() => setInterval(reportShown, 20000), Math.random() * 20000);
addEventListener('pagehide', reportShown);
let pollTimer = 0, polling = false;
function pollSoon(pause = link.pause) {
  clearTimeout(pollTimer);
  pollTimer = setTimeout(poll, pause);
}
async function poll() {
  if (polling) return;
  polling = true;
  try {
    const { json, date } = await ask('/api/v1/live');
    if (date && Math.abs(date - Date.now()) > 5000) clock = date - Date.now();
    link.answer(json.revision, Date.now());
    if (took(json, json.revision)) appearing(json.revision, 'poll');
  } catch (error) {
    if (error.status === 404) {
      link.heard(Date.now());
      if (!link.isStreaming) took(null);
    } else {
      link.failed(Date.now());
    }
  }
  polling = false;
  if (link.isStalled(Date.now())) listen();
  drawSoon();
  pollSoon();
}

// Drawing. Events that arrive together are drawn once.
let isDue = false;
function drawSoon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => { isDue = false; draw(); });
  // A page in the background gets no frames.
  if (document.hidden) setTimeout(() => { if (isDue) { isDue = false; draw(); } }, 100);
}

const clockText = time => new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

function draw() {
  const now = Date.now(), live = reading.live, shown = reading.shown, name = shown?.piece;
  const state = live?.state ?? 'off', piece = pieces.get(name), summary = summaryOf(name);
  const connection = link.state(now, navigator.onLine);
  document.body.dataset.state = state;
  document.body.dataset.link = connection;
  write('connection', connectionWords(connection, clockText(link.heardAt ?? (live ? Date.parse(live.at) : now))));
  const automatic = shown && (reading.pinned || !['ready', 'ended', 'off'].includes(state)) ? 'note' : 'programme';
  document.body.dataset.view = view ?? automatic;
  byId('to-programme').setAttribute('aria-pressed', String((view ?? automatic) === 'programme'));
  byId('note').setAttribute('aria-live', connection === 'live' ? 'polite' : 'off');
  write('welcome', welcomeWords(state));
  drawMessage();
  drawBlackout(state, connection);

  // The position. Until the concert and the first piece have arrived, the page keeps the content that the server wrote.
  if (!concert) return;
  if (piece) drawn.isComplete = true;
  else if (name && !drawn.isComplete) { load(name); return; }
  write('title', concert.title);
  const isEarly = !shown || reading.isFollowing && !['running', 'held', 'blackout'].includes(state);
  const ended = reading.isFollowing ? summaryOf(ending.before(live)) : undefined;
  const [work, movement] = summary ? titleLines(summary, ended) : [shown ? name : '', ''];
  write('work', work);
  write('movement', movement);
  write('ending', ended && state !== 'blackout' ? `${work}. ${movement}` : '');
  const printed = piece && shown ? printedAt(piece, shown.measure)
    : { number: !reading.pinned && live ? live.printedMeasure : shown ? String(shown.measure) : '', time: '' };
  write('measure', isEarly ? '' : printed.number);
  byId('measure-label').hidden = isEarly || !shown;
  write('pass', isEarly ? '' : printed.time);
  write('state', reading.isFollowing ? stateWords(state) : 'Not live');
  const section = piece?.structure[indexAt(piece.structure, shown.measure)];
  const key = piece?.keys[indexAt(piece.keys, shown.measure)];
  write('section', isEarly ? '' : section?.label ?? '');
  byId('swatch').setAttribute('fill', section && !isEarly ? section.colour : 'none');
  write('key', isEarly ? '' : keyWords(key?.name ?? ''));
  if (!name) { drawTurns(null); return; }
  if (!piece) load(name);
  drawStructure(name, piece, shown);
  drawNote(name, piece, shown);
}

function drawNote(name, piece, shown) {
  const track = piece && trackOf(piece), notes = track?.annotations ?? [], index = indexAt(notes, shown.measure);
  drawTurns(piece && { notes, index, name });
  if (!piece) return;
  // Before its first note a track opens with the first.
  const note = notes[Math.max(0, index)], key = [concert.id, concert.revision, name, track.id, note?.measure].join();
  if (drawn.note === key) return;
  drawn.note = key;
  const article = byId('note'), seen = new Set(), taken = new Set();
  const direction = directionOf(track.language);
  article.lang = track.language ?? '';
  article.dir = direction ?? 'auto';
  article.replaceChildren(...(note?.text ?? []).map(segment => segment.text !== undefined && segment.text !== null
    ? textOf(segment.text, seen, direction) : pictureOf(segment, taken, direction)));
  byId('stage').scrollTop = 0;
  byId('turns').dir = directionRead();
}
// The direction in which the note on the screen is read. Without a known language, each paragraph has the direction of its first letter.
function directionRead() {
  return getComputedStyle(byId('note').querySelector('p') ?? byId('note')).direction;
}
function textOf(text, seen, direction) {
  return element('p', { dir: direction ? null : 'auto' }, ...glossary.parts(text, seen).map(part => part.item
    ? element('button', { type: 'button', class: 'term', 'data-term': part.item.name }, part.text) : part.text));
}
function pictureOf({ url, picture, caption }, taken, direction) {
  const size = concert.pictures.find(file => file.name === picture);
  // An element has one place only: a second time in the same note, the picture gets an element of its own.
  const image = !taken.has(url) && keptPictures.get(url) || element('img', { src: url });
  taken.add(url);
  for (const [name, value] of Object.entries({ alt: caption || picture, width: size?.width, height: size?.height })) {
    if (value) image.setAttribute(name, value);
  }
  if (size?.height) image.style.setProperty('--ratio', (size.width / size.height).toFixed(4));
  return element('figure', {}, image, element('figcaption', { dir: direction ? null : 'auto' }, caption ?? ''));
}

function drawTurns(at) {
  const order = concert?.pieces.map(piece => piece.name) ?? [], place = at ? order.indexOf(at.name) : -1;
  byId('earlier').disabled = !at || at.index <= 0 && place <= 0;
  byId('later').disabled = !at || at.index >= at.notes.length - 1 && place >= order.length - 1;
  write('count', at?.notes.length ? `Note ${Math.max(0, at.index) + 1} of ${at.notes.length}` : '');
  const back = byId('back-to-live'), live = reading.live;
  back.hidden = reading.isFollowing;
  byId('count').hidden = !reading.isFollowing;
  const isOnAir = live && !['ready', 'ended'].includes(live.state);
  write('back-words', isOnAir ? 'Back to live' : 'Back to the programme');
  write('back-measure', isOnAir ? `m. ${live.printedMeasure}` : '');
}

function drawStructure(name, piece, shown) {
  const live = reading.live, isLive = live?.piece === name && live.state !== 'ready';
  const key = [concert?.revision, name, waves.has(name), Boolean(piece)].join();
  if (drawn.structure !== key) {
    drawn.structure = key;
    const strip = byId('strip');
    const blocks = (piece?.structure ?? []).map((section, index, all) => {
      const x = shareAt(piece, section.measure) * 1000, end = index + 1 < all.length ? shareAt(piece, all[index + 1].measure) * 1000 : 1000;
      return drawing('rect', { x: x.toFixed(1), width: Math.max(0, end - x).toFixed(1), height: 100, fill: section.colour });
    });
    const wave = piece && waves.get(name);
    if (wave?.measures.length) blocks.push(drawing('path', { d: barsOf(piece, wave), class: 'wave' }));
    for (const { measure } of piece?.keys.slice(1) ?? []) {
      const x = (shareAt(piece, measure) * 1000).toFixed(1);
      blocks.push(drawing('line', { class: 'key', x1: x, x2: x, y1: 0, y2: 100 }));
    }
    blocks.push(drawing('rect', { id: 'played', class: 'played', height: 100, width: 0 }));
    blocks.push(drawing('line', { id: 'playhead', y1: 0, y2: 100, x1: 0, x2: 0 }));
    strip.replaceChildren(...blocks);
    byId('sections').replaceChildren(...(piece?.structure ?? []).map((section, index) => {
      const swatch = drawing('svg', { class: 'swatch', viewBox: '0 0 4 4', 'aria-hidden': 'true' });
      swatch.append(drawing('rect', { width: 4, height: 4, fill: section.colour }));
      const number = printedAt(piece, section.measure), keys = keysWords(piece, index);
      return element('li', {}, element('button', { type: 'button', 'data-measure': section.measure, 'data-index': index },
        swatch, element('span', { dir: 'auto' }, section.label),
        element('small', {}, `m. ${number.number}${number.time ? `, ${number.time}` : ''}`),
        ...keys ? [element('small', { class: 'keys' }, keys)] : []));
    }));
  }
  if (!piece) return;
  const at = (isLive ? shareAt(piece, live.measure) : reading.pinned ? shareAt(piece, shown.measure) : 0) * 1000;
  byId('played').setAttribute('width', at.toFixed(1));
  byId('playhead').style.transform = `translateX(${at.toFixed(1)}px)`;
  const current = indexAt(piece.structure, shown.measure);
  for (const button of byId('sections').querySelectorAll('button')) {
    if (Number(button.dataset.index) === current && !(reading.isFollowing && live?.state === 'ready')) {
      button.setAttribute('aria-current', 'true');
    } else {
      button.removeAttribute('aria-current');
    }
  }
}

function artwork(name) {
  const { kind, letters } = placeholder(name);
  return element('i', { class: kind, 'aria-hidden': 'true' }, letters);
}

function drawProgramme() {
  const works = [];
  for (const piece of concert.pieces) {
    const last = works[works.length - 1];
    if (last && last.composer === piece.composer && last.work === piece.work) last.pieces.push(piece);
    else works.push({ composer: piece.composer, work: piece.work, pieces: [piece] });
  }
  byId('programme-title').textContent = concert.title;
  byId('pieces').replaceChildren(...works.map(work => element('li', {},
    element('p', { class: 'composer', dir: 'auto' }, artwork(work.composer), ' ', work.composer), element('h3', { dir: 'auto' }, work.work),
    element('ul', {}, ...work.pieces.map(piece => element('li', {},
      element('button', { type: 'button', 'data-piece': piece.name, dir: 'auto' }, piece.movement)))))));
}

function drawGlossary() {
  byId('glossary-list').replaceChildren(...[...glossary.items].sort((one, other) => one.name.localeCompare(other.name))
    .map(item => element('li', {}, element('button', { type: 'button', 'data-term': item.name, dir: 'auto' }, item.name))));
  byId('to-glossary').disabled = !glossary.items.length;
}

function drawBlackout(state, connection) {
  const dark = byId('blackout'), isDark = state === 'blackout' && reading.isFollowing && connection !== 'lost';
  if (dark.hidden === !isDark) return;
  dark.hidden = !isDark;
  for (const part of document.querySelectorAll('header, main, footer')) part.inert = isDark;
}

let showing = null;
function drawMessage() {
  const message = messages.shown(serverNow());
  if (showing === message?.id) return;
  showing = message?.id ?? null;
  const box = byId('message');
  if (!message) { box.replaceChildren(); return; }
  const content = [];
  if (message.title) content.push(element('strong', { dir: 'auto' }, message.title));
  if (message.body) content.push(element('p', { dir: 'auto' }, message.body));
  if (message.style === 'LINK' && /^https?:/.test(message.url ?? '')) {
    content.push(element('a', { class: 'button', href: message.url, target: '_blank', rel: 'noopener noreferrer' },
      message.buttonText || 'Open the link'));
  }
  content.push(element('button', { type: 'button', class: 'quiet', 'data-close': message.id },
    message.style === 'LINK' ? 'Close' : message.buttonText || 'Close'));
  box.replaceChildren(element('div', { class: 'message' }, ...content));
}

// The track picker and the type size.
const levels = { introductory: 'introductory', intermediate: 'intermediate', advanced: 'advanced' };
function languageName(tag) {
  try { return new Intl.DisplayNames(undefined, { type: 'language' }).of(tag) ?? tag; } catch { return tag; }
}
function drawSettings() {
  const piece = pieces.get(pinnedOrLive()) ?? pieces.values().next().value;
  const chosen = piece && trackOf(piece);
  byId('tracks').replaceChildren(...(piece?.tracks ?? []).map((track, index) => {
    const about = [track.language && languageName(track.language), levels[track.level]].filter(Boolean).join(', ');
    const input = element('input', { type: 'radio', name: 'track', value: index });
    input.checked = track === chosen;
    return element('label', {}, input, element('span', { lang: track.language, dir: 'auto' }, track.name),
      element('small', {}, about));
  }));
  byId('size').value = String(size);
  byId('brightness').value = String(brightness);
  byId('awake').disabled = !('wakeLock' in navigator);
  if (byId('awake').disabled) byId('awake').checked = false;
  byId('report').checked = Boolean(preference.get('measure'));
}
function setSize(value) {
  size = Math.min(5, Math.max(1, value));
  document.documentElement.dataset.size = size;
  preference.set('size', size);
}
function setBrightness(value) {
  brightness = Math.min(4, Math.max(1, value));
  document.documentElement.dataset.brightness = brightness;
  preference.set('brightness', brightness);
}

function showTerm(name) {
  const item = glossary.items.find(other => other.name === name);
  if (!item) return;
  write('term-name', item.name);
  const content = [element('p', { dir: 'auto' }, item.description)];
  if (item.history) content.push(element('p', { class: 'faint', dir: 'auto' }, item.history));
  if (item.picture) content.push(element('img', { src: item.picture, alt: item.name }));
  byId('term-content').replaceChildren(...content);
  byId('term-category').textContent = item.category;
  if (!byId('term').open) byId('term').showModal();
}

function goLive() {
  reading.follow();
  view = null;
  draw();
}
function turn(by) {
  if (!reading.turn(by, concert?.pieces.map(piece => piece.name) ?? [], notesOf)) return;
  view = null;
  if (!reading.isFollowing) view = 'note';
  draw();
}

addEventListener('click', event => {
  const target = event.target.closest('button');
  if (!target) return;
  const { piece, measure, term, close } = target.dataset;
  if (target.id === 'earlier') turn(-1);
  if (target.id === 'later') turn(1);
  if (target.id === 'back-to-live') { goLive(); byId('stage').focus(); }
  if (target.id === 'to-programme') { view = document.body.dataset.view === 'programme' ? 'note' : 'programme'; draw(); }
  if (target.id === 'to-glossary') byId('glossary').showModal();
  if (target.id === 'to-settings') { drawSettings(); byId('settings').showModal(); }
  if (target.id === 'smaller') { setSize(size - 1); byId('size').value = size; }
  if (target.id === 'larger') { setSize(size + 1); byId('size').value = size; }
  if (target.matches('[data-dismiss]')) target.closest('dialog').close();
  if (piece) { reading.pin(piece, 1); view = 'note'; draw(); }
  if (measure) { reading.pin(reading.shown.piece, Number(measure)); view = 'note'; draw(); }
  if (term) showTerm(term);
  if (close) { messages.close(close); draw(); byId('stage').focus(); }
});
addEventListener('change', event => {
  if (event.target.name === 'track') {
    const { name, language, level } = (pieces.get(pinnedOrLive()) ?? pieces.values().next().value).tracks[event.target.value];
    preference.set('track', { name, language, level });
    draw();
  }
  if (event.target.id === 'awake') stayAwake();
  if (event.target.id === 'report') preference.set('measure', event.target.checked);
});
addEventListener('input', event => {
  if (event.target.id === 'size') setSize(Number(event.target.value));
  if (event.target.id === 'brightness') setBrightness(Number(event.target.value));
});
// The arrow keys turn, Home and Escape return to live, unless another element uses them.
addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, select, dialog, summary')) return;
  const by = turnOfKey(event.key, directionRead());
  if (by) turn(by);
  else if (event.key === 'Home' || event.key === 'Escape') goLive();
  else return;
  event.preventDefault();
});
// A swipe turns.
let touch = null;
addEventListener('touchstart', event => {
  const { clientX, clientY } = event.touches[0];
  touch = event.touches.length === 1 && event.target.closest('#stage') ? { clientX, clientY } : null;
}, { passive: true });
addEventListener('touchend', event => {
  if (!touch) return;
  const { clientX, clientY } = event.changedTouches[0], across = clientX - touch.clientX, down = clientY - touch.clientY;
  touch = null;
  const by = turnOfSwipe(across, down, directionRead());
  if (by) turn(by);
});

// The screen stays on where the browser allows it.
let lock = null;
async function stayAwake() {
  const isWanted = byId('awake').checked, isSupported = 'wakeLock' in navigator;
  let isRefused = false;
  if (!isWanted) {
    lock?.release();
    lock = null;
  } else if (isSupported) {
    // A page in the background gets no lock, and asks again when it is shown.
    try { lock = await navigator.wakeLock.request('screen'); } catch { isRefused = !document.hidden; }
  }
  const words = awakeWords(isSecureContext, isSupported, isRefused);
  write('awake-words', words);
  write('awake-hint', words);
}
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  stayAwake();
  pollSoon(0);
  draw();
});
addEventListener('online', () => { listen(); pollSoon(0); drawSoon(); });
addEventListener('offline', () => { link.failed(Date.now()); drawSoon(); });
setInterval(() => { if (link.failedAt !== null || showing) drawSoon(); }, 1000);
// A new revision of the notes is noticed within a minute.
setInterval(() => { if (!document.hidden && concert) loadConcert(); }, 60000);

// The service worker keeps the page and the concert for the time without a network.
async function keepConcert() {
  try {
    const worker = (await navigator.serviceWorker?.ready)?.active;
    if (!worker) return;
    // The first screen is drawn first.
    setTimeout(() => worker.postMessage({ keep: true }), 1500);
  } catch {}
}
navigator.serviceWorker?.addEventListener('message', event => {
  if (event.data?.kept) write('kept', 'The whole concert is stored on this device and can be read without a network.');
});
navigator.serviceWorker?.register('/live/service-worker.js', { scope: '/live' }).catch(() => {});

setSize(preference.get('size') ?? 2);
setBrightness(preference.get('brightness') ?? 2);
stayAwake();
listen();
pollSoon(0);
loadConcert().then(async () => {
  if (reading.revision === undefined) {
    const last = await stored(LAST);
    if (last && reading.revision === undefined) {
      // Shown until the server answers; any answer replaces it.
      reading.live = last;
      draw();
    }
  }
});
