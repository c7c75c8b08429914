// A shared session in the browser: it plays what the session says, in step with the devices of the other members.
//
// The device estimates the session's clock from requests to /api/v1/me/player/clock, computes the position that the session has now, and
// corrects its own position: by the speed of playback below a second, by a seek above.

/** The greatest change of the speed, which nobody hears as a change of tempo. */
export const range = 0.03;
/** The difference in milliseconds from which the element seeks. */
export const seekFrom = 1000;
/** The difference in milliseconds below which nothing is corrected: the resolution with which browsers report a position. */
export const tolerance = 5;
/** The error that a clock gains in a millisecond, for an old sample. */
const wander = 0.00005;

/**
 * Returns a sample of the clock: the offset that leads from the device's clock to the session's clock, and the bound of its error.
 *
 * @param sentAt when the request was sent, and @param receivedAt when the response arrived, in milliseconds by the device's clock
 * @param clock the response of getPlayerClock
 */
export function sample(sentAt, receivedAt, clock) {
  const server = (clock.receivedAtUs + clock.sentAtUs) / 2000;
  return { offset: server - (sentAt + receivedAt) / 2, bound: (receivedAt - sentAt) / 2, at: receivedAt };
}

/** Returns the sample with the smallest bound now; null without samples. A sample's bound grows with its age. */
export function best(samples, now) {
  const aged = samples.map(one => ({ ...one, bound: one.bound + (now - one.at) * wander }));
  return aged.reduce((least, one) => !least || one.bound < least.bound ? one : least, null);
}

/** Returns the position of a session in milliseconds at a time of its clock. Before `asOf`, the time of a start, the position stays. */
export function positionAt(session, time) {
  const passed = session.audio === 'playing' ? Math.max(0, time - Date.parse(session.asOf)) : 0;
  return Math.min(session.positionMs + passed, session.durationMs ?? Infinity);
}

/**
 * Returns how an element that plays comes into step: by a seek, or by a speed.
 *
 * @param difference the position of the element minus that of the session, in milliseconds
 */
export function correction(difference) {
  if (Math.abs(difference) >= seekFrom) return { seek: true, rate: 1 };
  if (Math.abs(difference) <= tolerance) return { seek: false, rate: 1 };
  return { seek: false, rate: Math.min(1 + range, Math.max(1 - range, 1 - difference / 1500)) };
}

/**
 * Returns what the audio element must do: 'load', 'prepare', 'start', 'pause' or 'unload', or nothing.
 *
 * @param session the session as getSharedSession returns it; null outside a session
 * @param isListening whether this tab plays the session
 * @param local what the element does: {attempt, track, isPaused}; track null if nothing is loaded
 */
export function task(session, isListening, local) {
  if (!session || !isListening || !session.track || session.track.isBlocked) return local.track === null ? null : 'unload';
  if (session.audio === 'paused' || session.audio === 'stopped') return local.isPaused ? null : 'pause';
  if (local.track !== session.track.id) return 'load';
  if (local.attempt !== session.attempt) return 'prepare';
  return session.audio === 'playing' && local.isPaused ? 'start' : null;
}

/** Returns the median of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

// The page.

/**
 * Follows the listener's shared session, if there is one.
 *
 * @param page what the script of the player offers: token(), claim(), note(text), refusal(response), redraw(), read() and failure(code)
 */
export function follow(page) {
  const audio = new Audio();
  audio.preload = 'auto';
  let session = null;
  let stream = null;
  let samples = [];
  let local = { attempt: 0, track: null, isReported: false };
  let timer = null;
  let differences = [];
  // How long the element takes from play() until its position moves.
  let latency = 30;
  let isCorrecting = false;
  let lastReport = 0;

  const storage = (() => { try { return sessionStorage; } catch { return { getItem: () => null, setItem() {}, removeItem() {} }; } })();
  // The bar of the page /player is hidden and may be old.
  const member = () => (document.getElementById('player-view') ?? document.getElementById('player-bar'))?.querySelector('[data-shared]')?.dataset.shared ?? null;
  const isListening = () => session !== null && storage.getItem('tutti-shared') === String(session.you.member);
  const clock = () => best(samples, performance.now());
  const time = () => { const known = clock(); return known ? performance.now() + known.offset : Date.now(); };
  const position = () => session ? positionAt(session, time()) : 0;

  // MARK: The clock

  async function measure() {
    const sentAt = performance.now();
    try {
      const response = await fetch('/api/v1/me/player/clock', { cache: 'no-store' });
      const receivedAt = performance.now();
      if (!response.ok) return;
      samples = [...samples.slice(-19), sample(sentAt, receivedAt, await response.json())];
    } catch { /* The next measurement may succeed. */ }
  }

  async function measureOften() {
    for (let count = 0; count < 8; count++) await measure();
    act();
  }

  // MARK: The session

  /** Compares the page with the stream: a page that shows a session has a stream of it. */
  function look() {
    const id = member();
    if (id === null && stream) stop();
    if (id !== null && storage.getItem('tutti-shared') === 'next') storage.setItem('tutti-shared', id);
    if (id === null || stream) return void show();
    measureOften();
    stream = new EventSource('/api/v1/me/player/shared/stream');
    stream.addEventListener('shared', event => {
      const next = JSON.parse(event.data);
      const isChanged = session?.revision !== next.revision;
      session = next;
      act();
      if (isChanged) page.redraw();
      show();
    });
    stream.addEventListener('left', () => { stop(); storage.removeItem('tutti-shared'); page.read(); page.redraw(); });
  }

  function stop() {
    stream?.close();
    stream = null;
    session = null;
    act();
  }

  async function report(event, more = {}) {
    const body = JSON.stringify({ event, ...more });
    try {
      const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': page.token() };
      const response = await fetch('/api/v1/me/player/shared/events', { method: 'POST', body, headers });
      if (response.ok && session) { session = await response.json(); act(); }
    } catch { /* The stream brings the session again. */ }
  }

  // MARK: The audio

  function act() {
    const todo = task(session, isListening(), { ...local, isPaused: audio.paused && timer === null });
    switch (todo) {
      case 'unload': unload(); break;
      case 'pause': hold(); break;
      case 'load': load(); break;
      case 'prepare': prepare(); break;
      case 'start': start(); break;
    }
  }

  function hold() {
    clearTimeout(timer);
    timer = null;
    audio.pause();
  }

  function unload() {
    hold();
    local = { attempt: 0, track: null, isReported: false };
    audio.removeAttribute('src');
    audio.load();
  }

  function load() {
    hold();
    local = { attempt: session.attempt, track: session.track.id, isReported: false };
    audio.src = session.track.audioUrl ?? `/api/v1/tracks/${encodeURIComponent(session.track.id)}/audio`;
    audio.currentTime = position() / 1000;
    audio.load();
  }

  /** Goes to the position of a new attempt on the loaded track. */
  function prepare() {
    hold();
    local = { ...local, attempt: session.attempt, isReported: false };
    if (Math.abs(audio.currentTime * 1000 - session.positionMs) > tolerance) audio.currentTime = session.positionMs / 1000;
    ready();
  }

  function ready() {
    if (!session || !local.track || local.isReported || audio.seeking || audio.readyState < 3) return;
    local.isReported = true;
    report('ready', { attempt: local.attempt });
  }
  audio.addEventListener('canplay', () => { ready(); act(); });
  audio.addEventListener('seeked', ready);

  /** Starts at the time that the session names, or at once at the position that the session will have when the sound begins. */
  function start() {
    if (audio.readyState < 3 || audio.seeking) return;
    const wait = Date.parse(session.asOf) - time() - latency;
    if (wait > 0) {
      if (Math.abs(audio.currentTime * 1000 - session.positionMs) > tolerance) audio.currentTime = session.positionMs / 1000;
      clearTimeout(timer);
      timer = setTimeout(() => { timer = null; sound(); }, wait);
      return;
    }
    if (Math.abs(audio.currentTime * 1000 - position()) > 200 && !isCorrecting) {
      isCorrecting = true;
      audio.addEventListener('seeked', () => { isCorrecting = false; if (session?.audio === 'playing') sound(); }, { once: true });
      audio.currentTime = (position() + latency + 50) / 1000;
      return;
    }
    sound();
  }

  function sound() {
    if (!session || session.audio !== 'playing') return;
    differences = [];
    const asked = performance.now();
    const from = audio.currentTime;
    audio.playbackRate = 1;
    audio.play().then(() => {
      const look = () => {
        if (audio.paused) return;
        if (audio.currentTime === from) return void requestAnimationFrame(look);
        const moved = (audio.currentTime - from) * 1000;
        latency = Math.min(300, Math.max(0, (latency + performance.now() - asked - moved) / 2));
      };
      requestAnimationFrame(look);
    }).catch(error => {
      // A browser plays nothing before the first press on a page.
      if (error.name !== 'NotAllowedError') return;
      silence();
      page.note('Press "Listen on this device" to hear the session here.');
    });
  }

  function silence() {
    storage.removeItem('tutti-shared');
    unload();
    report('silent');
    show();
  }

  audio.addEventListener('error', () => {
    if (local.track && audio.getAttribute('src')) report('failed', { attempt: local.attempt, error: page.failure(audio.error?.code) });
  });
  audio.addEventListener('ended', () => { if (local.track) report('ended', { attempt: local.attempt }); });

  /** Corrects the position. A single reading of the position is uncertain, so that the middle of five decides. */
  function correct() {
    if (!session || session.audio !== 'playing' || audio.paused || audio.seeking || audio.readyState < 3 || local.attempt !== session.attempt) return;
    if (time() < Date.parse(session.asOf)) return;
    differences = [...differences.slice(-4), audio.currentTime * 1000 - position()];
    if (differences.length < 5) return;
    const difference = median(differences);
    const { seek, rate } = correction(difference);
    if (seek) {
      differences = [];
      audio.currentTime = (position() + latency) / 1000;
    } else if (audio.playbackRate !== rate) audio.playbackRate = rate;
    document.documentElement.dataset.sharedDifference = difference.toFixed(1);
    if (performance.now() - lastReport < 10000) return;
    lastReport = performance.now();
    report('inStep', { differenceUs: Math.round(difference * 1000), errorBoundUs: Math.round((clock()?.bound ?? 0) * 1000) });
  }
  setInterval(() => { correct(); act(); }, 200);
  setInterval(() => { if (session) { measure(); show(); } }, 15000);

  // MARK: What is shown

  function show() {
    for (const button of document.querySelectorAll('[data-listen]')) {
      button.hidden = session === null;
      button.textContent = isListening() ? 'Stop listening on this device' : 'Listen on this device';
      button.setAttribute('aria-pressed', String(isListening()));
    }
    for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
    const line = document.getElementById('shared-step');
    if (!line || !isListening()) return;
    line.dataset.rule ??= line.textContent;
    const bound = Math.ceil(clock()?.bound ?? 0);
    line.textContent = audio.paused || differences.length < 5 ? line.dataset.rule
      : `${line.dataset.rule} This browser differs from the session by ${Math.round(Math.abs(median(differences)))} ms (± ${bound} ms).`;
  }
  setInterval(() => { if (session) show(); }, 2000);

  document.addEventListener('click', event => {
    const copy = event.target.closest('[data-copy]');
    if (copy) {
      const field = document.getElementById(copy.dataset.copy);
      field.select();
      navigator.clipboard?.writeText(field.value).then(() => page.note('Link copied.'), () => {});
    }
    if (!event.target.closest('[data-listen]') || !session) return;
    if (isListening()) return void silence();
    listen(String(session.you.member));
  });

  /** Plays the session in this tab. */
  function listen(id) {
    page.claim();
    storage.setItem('tutti-shared', id);
    measureOften();
    act();
    show();
  }

  addEventListener('online', measureOften);
  document.addEventListener('visibilitychange', () => { if (session && document.visibilityState === 'visible') { samples = []; measureOften(); } });
  addEventListener('pagehide', () => { stream?.close(); stream = null; });
  addEventListener('pageshow', event => { if (event.persisted) look(); });

  // MARK: Presses

  async function submit(path, body) {
    if (path.endsWith('/start')) storage.setItem('tutti-shared', 'next');
    try {
      const response = await fetch(path, { method: 'POST', body, redirect: 'manual', headers: { 'X-CSRF-Token': page.token() } });
      if (response.type === 'opaqueredirect') { /* Done. */ }
      else if (!response.ok) page.note(await page.refusal(response));
      else if (path.endsWith('/invitation')) return void invite(await response.text());
    } catch {
      page.note('The server cannot be reached. Check the connection, then press again.');
    }
    if (path.endsWith('/leave')) stop();
    page.read();
    page.redraw();
  }

  function invite(text) {
    const made = new DOMParser().parseFromString(text, 'text/html').getElementById('invitation');
    const place = document.getElementById('invitation');
    if (!made || !place) return;
    place.innerHTML = made.innerHTML;
    for (const moment of place.querySelectorAll('time')) moment.textContent = new Date(moment.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
    show();
  }

  const isPlaying = () => session?.audio === 'playing';
  look();
  return {
    look, isPlaying, position,
    isMember: () => session !== null,
    isHeard: () => isListening() && session.audio !== 'paused' && session.audio !== 'stopped',
    /** Stops the sound because another tab plays. */
    rest: () => { if (isListening()) silence(); },
    /** Returns whether this script sends a form. A form that joins is sent by the browser, and this tab plays the session afterwards. */
    submits(path) {
      if (path.startsWith('/player/join/')) storage.setItem('tutti-shared', 'next');
      return path.startsWith('/player/shared/');
    },
    submit,
    press(event, more = {}) {
      const body = new URLSearchParams({ csrf: page.token(), event, ...more });
      if (session?.track && event === 'next') body.set('track', session.track.id);
      return submit('/player/shared/events', body);
    },
    toggle() { return this.press(session.audio === 'paused' || session.audio === 'stopped' ? 'play' : 'pause'); },
  };
}
