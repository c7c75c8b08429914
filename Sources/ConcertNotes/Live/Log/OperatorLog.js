// The times of the steps in a replay at speed 1, from the first, in milliseconds. Long pauses are shortened to `pause`.
function replayOffsets(times, pause = 10000) {
  let offset = 0;
  return times.map((time, index) => {
    if (index > 0) offset += Math.min(pause, Math.max(0, time - times[index - 1]));
    return offset;
  });
}

// Follows the steps of a log. The speed may change at any time; the replay continues at the step that it has reached.
class Replay {
  static slowest = 0.25;
  static fastest = 100;
  constructor(times, speed) { Object.assign(this, { offsets: replayOffsets(times), speed, reached: 0, since: null }); }
  start(now) { Object.assign(this, { reached: 0, since: now }); }
  stop() { this.since = null; }
  get isRunning() { return this.since !== null; }
  // Takes a speed in the allowed range; any other value leaves the speed unchanged.
  setSpeed(speed, now) {
    if (!(speed >= Replay.slowest && speed <= Replay.fastest)) return;
    if (this.isRunning) Object.assign(this, { reached: this.offset(now), since: now });
    this.speed = speed;
  }
  offset(now) { return this.reached + (now - this.since) * this.speed; }
  // The index of the step on show.
  step(now) {
    const offset = this.offset(now);
    let low = 0, high = this.offsets.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.offsets[middle] <= offset) low = middle; else high = middle - 1;
    }
    return low;
  }
}

// Reads a CSV table with a header (RFC 4180) as objects with the names of the columns.
function readTable(text) {
  const records = [];
  let cells = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && quoted === undefined && plain === '' && !cells.length) break;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(cells);
    cells = [];
  }
  const [names, ...rows] = records;
  return rows.map(row => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}

// A step in words, such as "m. 12, pass 2 · running".
function stepWords({ printedMeasure, pass, state }) {
  return `m. ${printedMeasure}${Number(pass) > 1 ? `, pass ${pass}` : ''} · ${state}`;
}

// The page.

const panel = document.getElementById('replay'), table = document.querySelector('a[href^="/operator/log.csv"]');
if (panel && table) {
  const made = (tag, values) => Object.assign(document.createElement(tag), values);
  const button = made('button', { type: 'button', className: 'quiet', textContent: 'Replay the whole concert' });
  const speed = made('input', {
    type: 'number', id: 'replay-speed', min: Replay.slowest, max: Replay.fastest, step: 'any', value: 5 });
  const label = made('label', { htmlFor: speed.id, textContent: 'Speed ×' });
  const presets = [1, 2, 5, 20, 100].map(factor => made('button', {
    type: 'button', className: 'quiet', textContent: `${factor} ×`, onclick: () => { speed.value = factor; hasten(); } }));
  const shown = made('output'), words = made('p', { className: 'faint' });
  panel.append(button, label, speed, ...presets, shown, words);
  panel.hidden = false;
  let entries = null, replay = null, timer = 0, at = -1;
  const stop = () => {
    clearInterval(timer);
    replay?.stop();
    button.textContent = 'Replay the whole concert';
  };
  // Shows the step, and marks its row if this page has the row.
  const show = index => {
    if (index === at) return;
    at = index;
    const entry = entries[index];
    shown.textContent = stepWords(entry);
    words.textContent = `${entry.piece}. Step ${index + 1} of ${entries.length}. Pauses are shortened to 10 seconds.`;
    document.querySelector('#log tr.now')?.classList.remove('now');
    const row = document.querySelector(`#log time[datetime="${entry.at}"]`)?.closest('tr');
    row?.classList.add('now');
    row?.scrollIntoView({ block: 'center' });
  };
  const hasten = () => {
    const isValid = speed.checkValidity() && speed.value !== '';
    speed.setAttribute('aria-invalid', String(!isValid));
    if (isValid) replay?.setSpeed(Number(speed.value), performance.now());
  };
  const load = async () => {
    const answer = await fetch(table.href, { cache: 'no-store' });
    if (!answer.ok || answer.redirected) throw new Error('no log');
    return readTable(await answer.text());
  };
  speed.addEventListener('input', hasten);
  button.addEventListener('click', async () => {
    if (replay?.isRunning) return stop();
    button.disabled = true;
    try {
      entries = await load();
      replay = new Replay(entries.map(entry => Date.parse(entry.at)), 5);
    } catch {
      replay = null;
      words.textContent = 'The log cannot be loaded. Check the connection, then press “Replay the whole concert” again.';
    }
    button.disabled = false;
    if (!replay || !entries.length) return;
    hasten();
    button.textContent = 'Stop';
    at = -1;
    replay.start(performance.now());
    timer = setInterval(() => {
      const index = replay.step(performance.now());
      show(index);
      if (index === entries.length - 1) stop();
    }, 50);
  });
}
