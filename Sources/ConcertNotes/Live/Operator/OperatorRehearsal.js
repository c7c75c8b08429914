// The link that a key follows in a rehearsal.
function rehearsalStep(key) {
  return { ' ': 'rehearse-next', ArrowRight: 'rehearse-next', PageDown: 'rehearse-next', ArrowLeft: 'rehearse-back',
    PageUp: 'rehearse-back' }[key] ?? null;
}

// The page.

const follow = async (link, isPlaying) => {
  if (!link?.href) return false;
  const answer = await fetch(link.href, { cache: 'no-store' });
  if (!answer.ok || answer.redirected) { location.assign(link.href); return false; }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.getElementById('rehearsal').replaceWith(document.adoptNode(page.getElementById('rehearsal')));
  history.replaceState(null, '', link.href);
  controls();
  return isPlaying;
};
addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('select, summary')) return;
  const id = rehearsalStep(event.key);
  if (!id || event.key === ' ' && event.target.closest('button, a')) return;
  event.preventDefault();
  if (!event.repeat) follow(document.getElementById(id));
});
// Plays at the times of the reference recording.
let timer = 0, factor = 1;
function controls() {
  const line = document.getElementById('rehearse-play'), button = document.createElement('button');
  const speed = document.createElement('select');
  line.hidden = Number(document.getElementById('rehearsal').dataset.ms) <= 0;
  button.className = 'quiet';
  button.textContent = timer ? 'Stop' : 'Play at the times of the recording';
  speed.setAttribute('aria-label', 'Speed');
  for (const value of [0.5, 1, 2, 4, 8]) speed.append(new Option(`${value} ×`, value, value === factor, value === factor));
  speed.addEventListener('change', () => { factor = Number(speed.value); });
  button.addEventListener('click', () => {
    if (timer) { clearTimeout(timer); timer = 0; button.textContent = 'Play at the times of the recording'; }
    else { button.textContent = 'Stop'; play(); }
  });
  line.replaceChildren(button, speed);
}
function play() {
  timer = setTimeout(async () => {
    if (await follow(document.getElementById('rehearse-next'), true)) play();
    else { timer = 0; controls(); }
  }, Number(document.getElementById('rehearsal').dataset.ms) / factor);
}
controls();
