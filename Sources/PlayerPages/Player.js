// The player in the browser. The script plays the audio of the listener's session, reports the state of playback, and shows the session in the bar
// and on the page /player.
//
// The server makes all decisions. After every change, the script compares the session with the audio element and performs the missing action, so a
// lost response, a second tab or a reload has no lasting effect.

/** The maximum difference between the positions of the session and of the element for which the element does not seek, in milliseconds. */
export const drift = 1500;

/**
 * Returns the next action of the audio element for a session: 'load', 'play', 'pause', 'seek' or 'unload'; null for no action.
 *
 * @param player the session as `getPlayer` returns it
 * @param me the device of this browser; null if another tab plays
 * @param local the state of the element: {attempt, revision, isPaused, positionMs}; attempt 0 if nothing is loaded
 * @param positionMs the position of the session now
 */
export function step(player, me, local, positionMs) {
  if (me === null || player.device !== me || !player.track || player.audio === 'stopped') return local.attempt ? 'unload' : null;
  if (player.audio === 'paused') return local.attempt && !local.isPaused ? 'pause' : null;
  if (local.attempt !== player.attempt) return 'load';
  if (player.audio === 'loading') return local.isPaused ? null : 'pause';
  if (local.revision !== player.revision && !player.track.isLive && Math.abs(positionMs - local.positionMs) > drift) return 'seek';
  return local.isPaused ? 'play' : null;
}

/** Returns the estimated position of a session at a time, in milliseconds. The position advances only while audio plays; 0 for a live stream. */
export function estimate(player, receivedAt, now) {
  if (player.positionMs === undefined) return 0;
  const passed = player.audio === 'playing' ? (now - receivedAt) * player.rate : 0;
  return Math.min(player.positionMs + Math.max(0, passed), player.durationMs ?? Infinity);
}

/**
 * Returns a sample of the server's clock: the offset from the device's clock to the server's clock, and the bound of its error, which is half of the
 * round trip (RFC 5905).
 *
 * @param sentAt when the request was sent, and @param receivedAt when the response arrived, in milliseconds by the device's clock
 * @param asOf the server's time in the response
 */
export function sample(sentAt, receivedAt, asOf) {
  return { offset: Date.parse(asOf) - (sentAt + receivedAt) / 2, bound: (receivedAt - sentAt) / 2, at: receivedAt };
}

/** Returns the sample with the smaller bound. A bound grows with its age by 0.05 ms a second, because clocks run at different speeds. */
export function better(known, next) {
  return known && known.bound + (next.at - known.at) * 0.00005 < next.bound ? known : next;
}

/** Returns a time in milliseconds as text: "3:45", or "1:02:03" from one hour on. */
export function clock(milliseconds) {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  const two = number => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Returns the code of the HTTP interface for the code of a MediaError (HTML). */
export function failure(code) {
  return { 2: 'unreachable', 3: 'undecodable', 4: 'refused' }[code] ?? 'failed';
}

/**
 * Returns the code of the HTTP interface for audio that the server refused.
 *
 * @param status the status of the response, and @param code the code of its problem document; undefined for another document
 */
export function refusal(status, code) {
  const known = { 'not-connected': 'not-connected', 'too-many-streams': 'too-many-streams', 'no-audio': 'not-found' }[code];
  if (known) return known;
  if (status === 404 || status === 410) return 'not-found';
  return status >= 500 ? 'unreachable' : 'refused';
}

/**
 * Returns whether the next track should play after a failure of audio: if the track or its source failed, another track is left, and not every
 * track of the queue has failed. A failure that every track shares, such as a missing connection, is left to the listener.
 *
 * @param failed the number of tracks that have failed in a row, the last one included
 */
export function goesOn(player, error, failed) {
  if (!player?.queue || ['not-connected', 'too-many-streams', 'offline'].includes(error)) return false;
  const isLast = player.queue.index + 1 >= player.queue.length;
  return failed < player.queue.length && (!isLast || player.repeat === 'all');
}

/** Returns whether a path is a page of the library or the player, between which audio continues to play. */
export function staysIn(path) {
  return /^\/(library|player)(\/|$)/.test(path) && !/^\/player\/(bar|player\.js|shared\.js|join\/.*)$|\/playlist\.|\.(csv|json|zip)$/.test(path);
}

// The page.

const bar = typeof document === 'undefined' ? null : document.getElementById('player-bar');
if (bar) start();

function start() {
  const nonce = document.querySelector('script[nonce]')?.nonce ?? '';
  const token = () => document.querySelector('input[name=csrf]')?.value ?? '';
  const tab = Math.random().toString(36).slice(2, 10);
  const audio = new Audio();
  audio.preload = 'auto';
  let player = null;
  let receivedAt = 0;
  let stream = null;
  // Whether this tab plays for the browser. Two tabs share one device, and only one of them is heard.
  let isSpeaker = false;
  let local = { attempt: 0, revision: 0, isReported: false };
  let shown = '';
  let queue = Promise.resolve();
  let isDragging = false;
  // The best sample of the server's clock.
  let serverClock = null;
  // The position from which the audio was last started or moved, until its position is reported; null afterwards. The server's estimate begins with
  // the report `streamReady` or with the seek, but the audio is heard a moment later.
  let begunAt = null;
  // The revision of the stalled session for which the end of the stall was reported last.
  let stall = 0;
  // The number of tracks that have failed one after the other.
  let failed = 0;
  // The shared session of the listener, once its script is loaded.
  let together = null;

  const device = (() => {
    try {
      const known = localStorage.getItem('tutti-player-device');
      if (known) return known;
      const made = `web-${Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, '0')).join('')}`;
      localStorage.setItem('tutti-player-device', made);
      return made;
    } catch {
      return `web-${tab}`;
    }
  })();
  const me = () => isSpeaker ? device : null;
  const position = () => player ? estimate(player, receivedAt, performance.now()) : 0;

  // MARK: Requests

  /** Sends requests one after the other, so that reports arrive in the order in which they were made. */
  function send(path, options, begin = () => {}) {
    const sent = queue.then(() => { begin(); return fetch(path, { ...options, headers: { 'X-CSRF-Token': token(), ...options.headers } }); });
    queue = sent.catch(() => {});
    return sent;
  }

  async function report(event, more = {}) {
    const body = JSON.stringify({ event, device, ...more });
    let sentAt = 0;
    try {
      const options = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
      const response = await send('/api/v1/me/player/events', options, () => { sentAt = performance.now(); });
      const receivedAt = performance.now();
      if (!response.ok) return void await read();
      const next = await response.json();
      serverClock = better(serverClock, sample(sentAt, receivedAt, next.asOf));
      apply(next);
    } catch {
      // A report has the number of its attempt, so a late report does no harm. Without the report, the end of a track would be forgotten.
      setTimeout(() => event !== 'position' && more.attempt === local.attempt ? report(event, more) : read(), 2000);
    }
  }

  async function read() {
    try {
      // A stored response would have the position of an earlier time, because the entity tag identifies the revision only.
      const response = await fetch('/api/v1/me/player', { cache: 'no-store' });
      if (response.ok) apply(await response.json());
    } catch { /* The next event of the stream contains the session. */ }
  }

  async function register() {
    const system = navigator.userAgentData?.platform ?? (/(Windows|Android|iPhone|iPad|Mac OS|Linux)/.exec(navigator.userAgent)?.[1] ?? 'computer');
    const browser = /(Firefox|Edg|Chrome|Safari)/.exec(navigator.userAgent)?.[1]?.replace('Edg', 'Edge') ?? 'Browser';
    const body = JSON.stringify({ name: `${browser} on ${system}`, abilities: ['play', 'rate', 'live'] });
    await send(`/api/v1/me/player/devices/${device}`, { method: 'PUT', body, headers: { 'Content-Type': 'application/json' } }).catch(() => {});
  }

  // MARK: Following the session

  function apply(next) {
    if (player && next.revision < player.revision) return;
    // The server ends an attempt that this browser has not answered in time, for example because the source is silent.
    const isOverdue = local.attempt && next.lastError?.code === 'no-answer' && player?.audio === 'loading' && next.audio !== 'loading';
    player = next;
    receivedAt = performance.now();
    follow();
    show();
    endStall();
    if (isOverdue) goOn('no-answer');
  }

  /**
   * Reports that audio is heard although the session has stalled. After a seek, the audio may start before the server has answered that it stalled.
   * A revision is reported once in ten seconds at most, so that a busy server that refuses the report is not asked again at once.
   */
  function endStall() {
    const isAudible = local.attempt === player.attempt && !audio.paused && !audio.seeking && audio.readyState > HTMLMediaElement.HAVE_CURRENT_DATA;
    if (player.audio !== 'stalled' || player.device !== me() || !isAudible || stall === player.revision) return;
    stall = player.revision;
    report('bufferFilled', { attempt: local.attempt });
  }
  setInterval(() => { stall = 0; if (player) endStall(); }, 10000);

  function follow() {
    const isMine = { attempt: local.attempt, revision: local.revision, isPaused: audio.paused, positionMs: audio.currentTime * 1000 };
    const todo = step(player, me(), isMine, position());
    local.revision = player.revision;
    switch (todo) {
      case 'unload': unload(); break;
      case 'pause': audio.pause(); break;
      case 'load': load(); break;
      case 'seek': audio.currentTime = position() / 1000; play(); break;
      case 'play': play(); break;
    }
    session();
  }

  function unload() {
    local = { attempt: 0, revision: player?.revision ?? 0, isReported: false };
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
  }

  function load() {
    const at = position() / 1000;
    local = { attempt: player.attempt, revision: player.revision, isReported: player.audio !== 'loading' };
    if (!player.track.audioUrl) return void fail('not-found');
    audio.src = player.track.audioUrl;
    // A live stream begins at live.
    if (!player.track.isLive) audio.currentTime = at;
    audio.load();
  }

  function play() {
    audio.playbackRate = player.rate;
    audio.play().catch(error => {
      // Browsers refuse to play audio before the first press on a page.
      if (error.name === 'NotAllowedError') press('pause').then(() => note('Press Play to continue here.'));
    });
  }

  audio.addEventListener('canplay', () => {
    if (!local.attempt) return;
    if (!local.isReported) {
      local.isReported = true;
      report('streamReady', { attempt: local.attempt });
    } else if (player.audio === 'playing' || player.audio === 'stalled') play();
  });
  audio.addEventListener('error', async () => {
    if (!local.attempt || !audio.getAttribute('src')) return;
    const attempt = local.attempt;
    const error = await reason(audio.getAttribute('src'), audio.error?.code);
    if (attempt === local.attempt) fail(error);
  });

  /**
   * Returns the reason for an error of the element. The element does not say why the server refused the audio, so the server is asked again.
   * Returns 'offline' if the server cannot be reached either.
   */
  async function reason(path, code) {
    try {
      const response = await fetch(path, { headers: { Range: 'bytes=0-0' }, cache: 'no-store', redirect: 'manual' });
      if (response.ok) await response.body?.cancel();
      if (response.ok || response.type === 'opaqueredirect') return code === 4 && response.ok ? 'undecodable' : failure(code);
      return refusal(response.status, (await response.json().catch(() => ({}))).code);
    } catch {
      return 'offline';
    }
  }

  /** Reports that the current audio failed, and plays the next track if that can help. */
  async function fail(error) {
    const event = player.audio === 'loading' ? 'streamFailed' : 'streamLost';
    await report(event, { attempt: local.attempt, error: error === 'offline' ? 'unreachable' : error });
    goOn(error);
  }

  /** Plays the next track after a failure, unless the player already loads a track or a shared session decides. */
  function goOn(error) {
    failed += 1;
    if (together?.isMember() || player.device !== me() || player.audio === 'loading' || !goesOn(player, error, failed)) return;
    note(`${player.track?.title ?? 'The track'} could not be played. Playback continues with the next item of the queue.`);
    report('next', { play: true });
  }
  audio.addEventListener('waiting', () => { if (local.attempt && player?.audio === 'playing') report('bufferEmpty', { attempt: local.attempt }); });
  audio.addEventListener('playing', () => {
    begunAt = audio.currentTime;
    failed = 0;
    if (local.attempt && player?.audio === 'stalled') report('bufferFilled', { attempt: local.attempt });
  });
  audio.addEventListener('timeupdate', () => {
    if (begunAt === null || Math.abs(audio.currentTime - begunAt) < 0.15 || audio.paused || audio.seeking) return;
    begunAt = null;
    reportPosition();
  });
  audio.addEventListener('ended', () => {
    if (!local.attempt) return;
    // A live stream ends only if its server closes the connection.
    if (player.track?.isLive) report('streamLost', { attempt: local.attempt, error: 'unreachable' });
    else report('trackEnded', { attempt: local.attempt });
  });

  function reportPosition() {
    if (!isSpeaker || !local.attempt || player?.audio !== 'playing' || audio.paused || audio.seeking) return;
    const place = player.track.isLive ? { behindMs: 0 } : { positionMs: Math.round(audio.currentTime * 1000) };
    const at = serverClock ? { at: new Date(performance.now() + serverClock.offset).toISOString() } : {};
    report('position', { attempt: local.attempt, ...place, ...at });
  }
  setInterval(reportPosition, 10000);

  // MARK: The tabs of one browser

  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tutti-player');
  tabs?.addEventListener('message', ({ data }) => {
    if (data.ask && isSpeaker) tabs.postMessage({ here: tab, to: data.ask });
    if (data.here && data.to === tab) clearTimeout(election);
    if (data.claim && data.claim !== tab && isSpeaker) { isSpeaker = false; unload(); together?.rest(); }
  });
  const election = setTimeout(claim, 200);
  tabs?.postMessage({ ask: tab });

  function claim() {
    clearTimeout(election);
    if (isSpeaker) return;
    isSpeaker = true;
    tabs?.postMessage({ claim: tab });
    if (player) follow();
  }

  // MARK: Presses

  async function press(event, more = {}) {
    claim();
    if (together?.isMember()) return together.press(event, more);
    const body = new URLSearchParams({ csrf: token(), device, event, ...more });
    await submit('/player/events', body);
  }

  const added = { '/player/queue/next': 'Track added after the current track.', '/player/queue/last': 'Track added to the end of the queue.' };

  async function submit(path, body) {
    try {
      const response = await send(path, { method: 'POST', body, redirect: 'manual' });
      if (response.type !== 'opaqueredirect' && !response.ok) note(await sentence(response));
      else if (added[path]) note(added[path]);
    } catch {
      note('The server cannot be reached. Check the connection, then press again.');
    }
    await read();
  }

  async function sentence(response) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    return page.querySelector('main p')?.textContent ?? 'Nothing was changed.';
  }

  /** Shows a sentence for eight seconds. The role "status" makes screen readers announce the sentence. */
  function note(text) {
    let line = document.getElementById('player-note');
    if (!line) {
      line = Object.assign(document.createElement('p'), { id: 'player-note', className: 'player-note' });
      line.setAttribute('role', 'status');
      document.body.append(line);
    }
    line.textContent = text;
    line.hidden = false;
    clearTimeout(line.timer);
    line.timer = setTimeout(() => { line.hidden = true; }, 8000);
  }

  let tap = 0;
  document.addEventListener('submit', event => {
    const form = event.target;
    const path = new URL(event.submitter?.hasAttribute('formaction') ? event.submitter.formAction : form.action).pathname;
    if (path.startsWith('/player/')) form.closest('details.confirm')?.removeAttribute('open');
    if (together?.submits(path)) {
      event.preventDefault();
      const body = new URLSearchParams(new FormData(form, event.submitter));
      body.set('csrf', token());
      together.submit(path, body);
    } else if (/^\/player\/(?!join\/)/.test(path)) {
      event.preventDefault();
      claim();
      const body = new URLSearchParams(new FormData(form, event.submitter));
      body.set('device', device);
      body.set('csrf', token());
      const name = body.get('event');
      clearTimeout(tap);
      // A second tap within 250 ms plays or pauses in place of both taps.
      if (name === 'tapText' || name === 'tapAnywhere') tap = setTimeout(() => submit(path, body), 250);
      else submit(path, body);
    } else if (isHeard() && staysIn(path) && form.method === 'post') {
      event.preventDefault();
      const fields = new FormData(form, event.submitter);
      const body = form.enctype === 'multipart/form-data' ? fields : new URLSearchParams(fields);
      visit(path, { method: 'POST', body });
    } else if (isHeard() && staysIn(path)) {
      event.preventDefault();
      visit(`${path}?${new URLSearchParams(new FormData(form, event.submitter))}`);
    }
  });
  document.addEventListener('dblclick', event => {
    if (!event.target.closest('.player .text')) return;
    clearTimeout(tap);
    press('doubleTap');
  });

  document.addEventListener('input', event => { if (event.target.matches('.position')) { isDragging = true; tick(event.target); } });
  document.addEventListener('change', event => {
    if (!event.target.matches('.position')) return;
    isDragging = false;
    press('seek', { positionMs: event.target.value });
  });

  function toggle() {
    if (together?.isMember()) return together.toggle();
    press(player?.audio === 'playing' || player?.audio === 'loading' || player?.audio === 'stalled' ? 'pause' : 'play');
  }
  const place = () => together?.isMember() ? together.position() : position();
  function jump(by) {
    if (together?.isMember()) return void press('seek', { positionMs: Math.round(Math.max(0, place() + by)) });
    if (player?.track && player.positionMs !== undefined) press('seek', { positionMs: Math.round(Math.max(0, position() + by)) });
  }
  document.addEventListener('keydown', event => {
    if (location.pathname !== '/player' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest('input, button, a, select, textarea, summary')) return;
    const act = { ' ': toggle, n: () => press('next'), p: () => press('previous'), ArrowLeft: () => jump(-10000), ArrowRight: () => jump(10000) }[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  // MARK: The lock screen and headphones

  const media = navigator.mediaSession;
  for (const [name, act] of Object.entries({
    play: () => press('play'), pause: () => press('pause'), nexttrack: () => press('next'), previoustrack: () => press('previous'),
    seekto: ({ seekTime }) => press('seek', { positionMs: Math.round(seekTime * 1000) }),
    seekbackward: ({ seekOffset }) => jump(-(seekOffset ?? 10) * 1000), seekforward: ({ seekOffset }) => jump((seekOffset ?? 10) * 1000),
  })) try { media?.setActionHandler(name, act); } catch { /* The browser does not support this action. */ }

  function session() {
    if (!media || !player?.track || player.device !== me()) return;
    const { title, artist } = player.track;
    if (media.metadata?.title !== title) media.metadata = new MediaMetadata({ title, artist: artist ?? '' });
    picture();
    media.playbackState = player.audio === 'playing' ? 'playing' : 'paused';
    if (!player.durationMs) media.setPositionState();
    else media.setPositionState({ duration: player.durationMs / 1000, playbackRate: player.rate || 1, position: position() / 1000 });
  }

  /** Adds the picture that the bar or the page shows to the lock screen. The picture of a new track appears when its bar or page has loaded. */
  function picture() {
    const image = document.querySelector('.player img.art, .player-bar .now img.art');
    if (!image || !media?.metadata || !player?.track || player.device !== me()) return;
    const src = image.src.replace(/\?size=\d+$/, '?size=500');
    const { title, artist, artwork } = media.metadata;
    const name = image.closest('.player, .now').querySelector('strong')?.textContent;
    if (name === title && artwork[0]?.src !== src) media.metadata = new MediaMetadata({ title, artist, artwork: [{ src }] });
  }

  // MARK: Display

  function show() {
    const state = [player.revision, player.state, player.audio, player.track?.id].join();
    if (state !== shown) {
      shown = state;
      if (bar.dataset.page === undefined) refresh(bar, '/player/bar', text => text);
      const view = document.getElementById('player-view');
      if (view) refresh(view, location.pathname + location.search, text => new DOMParser().parseFromString(text, 'text/html').getElementById('player-view')?.innerHTML ?? '');
    }
    tick();
  }

  async function refresh(element, path, content) {
    const asked = shown;
    try {
      const response = await fetch(path);
      if (!response.ok) return;
      const html = content(await response.text());
      if (asked !== shown) return;
      const focused = element.contains(document.activeElement) ? document.activeElement : null;
      const mark = focused && [focused.tagName, focused.name, focused.className];
      // An open confirmation stays open while other members change the session.
      const open = [...element.querySelectorAll('details.confirm[open] p[id]')].map(question => question.id);
      element.innerHTML = html;
      for (const id of open) element.querySelector(`p[id="${id}"]`)?.closest('details').setAttribute('open', '');
      element.hidden = html.trim() === '' || element.dataset.page !== undefined;
      // A disabled slider could not get the focus back.
      for (const slider of element.querySelectorAll('.position')) slider.disabled = false;
      if (mark) [...element.querySelectorAll(mark[0])].find(other => other.name === mark[1] && other.className === mark[2])?.focus();
      for (const name of element.querySelectorAll(`[data-device="${device}"]`)) name.append(' (this browser)');
      for (const time of element.querySelectorAll('time')) time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
      tick();
      picture();
      together?.look();
    } catch { /* The next change requests the content again. */ }
  }

  function tick(source) {
    if (!player?.track && !together?.isMember()) return;
    for (const slider of document.querySelectorAll('.position')) {
      if (!isDragging && slider !== source) slider.value = place();
      const text = clock(Number(slider.value));
      slider.setAttribute('aria-valuetext', `${text} of ${clock(Number(slider.max))}`);
      const words = slider.parentElement.querySelector('.elapsed');
      if (words && words.textContent !== text) words.textContent = text;
    }
    for (const words of document.querySelectorAll('.times:not(:has(.position)) .elapsed')) words.textContent = clock(place());
  }
  setInterval(() => { if (!isDragging && (player?.audio === 'playing' || together?.isPlaying())) tick(); }, 500);

  // MARK: Navigation while audio plays

  function isHeard() { return together?.isHeard() || isSpeaker && player?.device === device && player.audio !== 'stopped' && player.audio !== 'paused'; }

  document.addEventListener('click', event => {
    const link = event.target.closest('a[href]');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin || !staysIn(link.pathname) || !isHeard()) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    visit(link.pathname + link.search + link.hash);
  });
  addEventListener('popstate', () => { if (isHeard()) visit(location.href, {}, true); else location.reload(); });

  let visited = 0;
  async function visit(path, options = {}, isBack = false) {
    const number = ++visited;
    let response, text;
    try {
      response = await fetch(path, { headers: { Accept: 'text/html' }, ...options });
      text = await response.text();
    } catch {
      return note('The page could not be loaded. Check the connection, then try again.');
    }
    if (number !== visited) return;
    const target = new URL(response.url);
    const page = new DOMParser().parseFromString(text, 'text/html');
    if (!response.headers.get('Content-Type')?.startsWith('text/html') || !page.getElementById('player-bar')) return void location.assign(path);
    if (!target.hash) target.hash = new URL(path, location.href).hash;
    if (!isBack) history.pushState(null, '', target.pathname + target.search + target.hash);
    replace(page);
    const place = target.hash ? document.getElementById(decodeURIComponent(target.hash.slice(1))) : null;
    if (place) place.scrollIntoView(); else if (!isBack) scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  /** Replaces the page's styles and content, except for the bar, the note and the scripts that already run. Runs the new page's inline scripts. */
  function replace(page) {
    document.title = page.title;
    document.body.className = page.body.className;
    for (const style of document.querySelectorAll('head style')) style.remove();
    for (const style of page.querySelectorAll('head style')) {
      const own = document.createElement('style');
      own.nonce = nonce;
      own.textContent = style.textContent;
      document.head.append(own);
    }
    const kept = element => element === bar || element.id === 'player-note' || element.tagName === 'SCRIPT';
    for (const element of [...document.body.children]) if (!kept(element)) element.remove();
    const next = [...page.body.children].filter(element => element.id !== 'player-bar' && element.tagName !== 'SCRIPT');
    bar.before(...next.map(element => document.importNode(element, true)));
    const other = page.getElementById('player-bar');
    if (other.dataset.page !== undefined) bar.dataset.page = ''; else delete bar.dataset.page;
    for (const script of page.querySelectorAll('body > script:not([src])')) {
      const own = document.createElement('script');
      own.type = 'module';
      own.nonce = nonce;
      own.textContent = script.textContent;
      document.body.append(own);
    }
    shown = '';
    bar.hidden = bar.dataset.page !== undefined;
    if (player) show();
  }

  // MARK: The stream of changes

  function listen() {
    const isWanted = document.visibilityState === 'visible' || isSpeaker && local.attempt;
    if (isWanted && !stream) {
      stream = new EventSource('/api/v1/me/player/stream');
      stream.addEventListener('player', event => apply(JSON.parse(event.data)));
      // A browser repeats a stream that a network cut has ended, but not a stream that the server has refused.
      stream.addEventListener('error', event => {
        if (event.target.readyState !== EventSource.CLOSED || event.target !== stream) return;
        stream = null;
        setTimeout(listen, 5000);
      });
    } else if (!isWanted && stream) {
      stream.close();
      stream = null;
    }
  }
  document.addEventListener('visibilitychange', listen);
  addEventListener('pagehide', () => { reportPosition(); stream?.close(); stream = null; });
  addEventListener('pageshow', event => { if (event.persisted) { listen(); read(); } });
  register();
  listen();
  const redraw = () => { shown = ''; if (player) show(); };
  import('/player/shared.js').then(script => {
    together = script.follow({ token, claim, note, refusal: sentence, redraw, read, failure });
  }).catch(() => { /* Without the script, a shared session is a page with forms. */ });
}
