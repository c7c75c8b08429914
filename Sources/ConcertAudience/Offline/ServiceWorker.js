// The service worker of the audience page. It keeps the page and the concert on the device, so that the whole concert can be read without a
// network after the first visit. The server writes the constant `page` above this text: the version of the page and its files.
// The rules up to the comment "The worker." use neither caches nor network, so that they can be tested without a browser.

const CONCERT = 'live-concert-';
const shellName = version => `live-page-${version}`;
// A cache has the content of one revision. A new revision gets a new cache, and the old one is removed when the new one is complete.
const concertName = (concert, glossary) => `${CONCERT}${concert.id}-${concert.revision}-${glossary.revision}`;

// The paths of all content that the page reads for a concert.
function contentOf(concert) {
  const pieces = concert.pieces.flatMap(piece => [piece.url, `${piece.url}/waveform`]);
  return ['/api/v1/concert', '/api/v1/glossary', ...pieces, ...concert.pictures.map(picture => picture.url)];
}

// The caches that are out of date: of other versions of the page and of other revisions.
const outdated = (names, current) => names.filter(name => name.startsWith(current.startsWith(CONCERT) ? CONCERT : 'live-page-')
  && name !== current);

// The source of an answer: first the 'network' for content that changes under the same path; first the 'cache' for other content;
// undefined for requests that the worker does not answer, such as the position and its events.
function ruleFor(method, path, mode) {
  if (method !== 'GET') return undefined;
  if (mode === 'navigate') return path === '/live' ? 'network' : undefined;
  if (path.startsWith('/live/assets/') || path.startsWith('/images/') && !path.startsWith('/images/AppAssets/')) return 'cache';
  if (path === '/api/v1/concert' || path === '/api/v1/glossary') return 'network';
  if (/^\/api\/v1\/pieces\/[^/]+(\/waveform)?$/.test(path)) return 'network';
  return path === '/live/manifest.webmanifest' || path === '/favicon.svg' ? 'network' : undefined;
}

// The worker.

self.addEventListener('install', event => {
  event.waitUntil((async () => {
    await (await caches.open(shellName(page.version))).addAll(page.files);
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', event => {
  event.waitUntil((async () => {
    for (const name of outdated(await caches.keys(), shellName(page.version))) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', event => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  const rule = origin === self.location.origin ? ruleFor(request.method, pathname, request.mode) : undefined;
  if (rule === 'network') event.respondWith(networkFirst(request, pathname));
  if (rule === 'cache') event.respondWith(cacheFirst(request));
});

const known = request => caches.match(request, { ignoreVary: true });

// The answer of the network, or the stored one if the network fails or needs longer than four seconds.
async function networkFirst(request, path) {
  const stored = await known(path === '/live' ? '/live' : request);
  const answer = fetch(request).then(async answer => {
    if (answer.ok && path === '/live') await (await caches.open(shellName(page.version))).put('/live', answer.clone());
    return answer;
  });
  if (!stored) return answer;
  answer.catch(() => {});
  const late = new Promise(done => setTimeout(done, 4000));
  try {
    const first = await Promise.race([answer, late]);
    return first && first.status < 500 ? first : stored;
  } catch {
    return stored;
  }
}

async function cacheFirst(request) {
  return await known(request) ?? fetch(request);
}

self.addEventListener('message', event => {
  if (event.data?.keep) event.waitUntil(keep(event.source));
});

// Stores the content of the concert on the air that is not stored yet, four files at a time.
let keeping = null;
function keep(client) {
  keeping ??= store().finally(() => { keeping = null; });
  return keeping.then(kept => client?.postMessage({ kept }), () => {});
}
async function store() {
  const [concert, glossary] = await Promise.all(['/api/v1/concert', '/api/v1/glossary'].map(async path => {
    const answer = await fetch(path, { cache: 'no-cache' });
    if (!answer.ok) throw new Error(path);
    return answer.json();
  }));
  const name = concertName(concert, glossary), cache = await caches.open(name), waiting = [];
  for (const path of contentOf(concert)) if (!await cache.match(path, { ignoreVary: true })) waiting.push(path);
  await Promise.all([0, 1, 2, 3].map(async () => {
    for (let path; (path = waiting.shift());) {
      const answer = await fetch(path, { cache: 'no-cache' });
      if (answer.ok) await cache.put(path, answer);
      else if (answer.status !== 404) throw new Error(path);
    }
  }));
  for (const old of outdated(await caches.keys(), name)) await caches.delete(old);
  return { concert: concert.id, revision: concert.revision };
}
