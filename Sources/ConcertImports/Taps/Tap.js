/** The times of measures from taps. Each tap is an anchor, and the times between anchors are interpolated. Uses neither page nor clock. */
class Taps {
  /** starts: the times before the taps in milliseconds, with the end of the piece last; sections: the indices at which sections begin. */
  constructor(starts, sections = []) {
    this.before = starts.slice();
    this.sections = sections.filter(index => index >= 0 && index < starts.length - 1);
    this.anchors = new Map();
    this.history = [];
    this.cursor = 0;
  }

  /** The index that the next tap times, at or after the cursor; the number of times if there is none. */
  next(unit) {
    if (unit === 'measure') return this.cursor;
    const end = this.before.length - 1;
    for (const index of [...this.sections, end].sort((a, b) => a - b)) if (index >= this.cursor) return index;
    return this.before.length;
  }

  /**
   * Records a tap and moves the cursor after it. Removes later taps that the new tap contradicts, because the piece is tapped again.
   * Returns false for a tap after the end, and for a tap that leaves less than one millisecond per measure after an earlier tap.
   */
  tap(milliseconds, unit) {
    const index = this.next(unit);
    const time = Math.round(milliseconds);
    if (index >= this.before.length || time < index) return false;
    for (const [other, earlier] of this.anchors) if (other < index && time - earlier < index - other) return false;
    this.history.push({ anchors: new Map(this.anchors), cursor: this.cursor });
    for (const [other, later] of this.anchors) if (other > index && later - time < other - index) this.anchors.delete(other);
    this.anchors.set(index, time);
    this.cursor = index + 1;
    return true;
  }

  undo() {
    const last = this.history.pop();
    if (!last) return false;
    this.anchors = last.anchors;
    this.cursor = last.cursor;
    return true;
  }

  clear() {
    this.anchors.clear();
    this.history = [];
    this.cursor = 0;
  }

  /** Moves one time, which becomes an anchor. Returns false if the time would pass a neighbour. */
  nudge(index, milliseconds) {
    const times = this.times();
    const time = times[index] + milliseconds;
    if (time < 0 || (index > 0 && time <= times[index - 1])) return false;
    if (index + 1 < times.length && time >= times[index + 1]) return false;
    // The neighbours keep their times.
    for (const near of [index - 1, index + 1]) {
      if (near >= 0 && near < times.length && !this.anchors.has(near)) this.anchors.set(near, times[near]);
    }
    this.anchors.set(index, time);
    return true;
  }

  /** Removes the anchor of a time, which is then interpolated. Returns false if the time has no anchor. */
  release(index) { return this.anchors.delete(index); }

  /** All times, each later than the one before. Times between two anchors keep their proportions; other times move with the nearest anchor. */
  times() {
    const indices = [...this.anchors.keys()].sort((a, b) => a - b);
    if (!indices.length) return this.before.slice();
    const result = this.before.slice();
    const first = indices[0], last = indices[indices.length - 1];
    const scale = indices.length > 1 ? this.rate(first, last) : 1;
    for (let i = 0; i < first; i++) result[i] = this.anchors.get(first) - (this.before[first] - this.before[i]);
    if (first > 0 && result[0] < 0) {
      // The first tap is too early for the times before it, so they share the available time equally.
      const share = this.anchors.get(first) / first;
      for (let i = 0; i < first; i++) result[i] = i * share;
    }
    for (let i = last; i < result.length; i++) {
      result[i] = this.anchors.get(last) + (this.before[i] - this.before[last]) * scale;
    }
    for (let k = 0; k + 1 < indices.length; k++) {
      const a = indices[k], b = indices[k + 1];
      const [from, to] = [this.anchors.get(a), this.anchors.get(b)];
      const span = this.before[b] - this.before[a];
      for (let i = a; i < b; i++) {
        const part = span > 0 ? (this.before[i] - this.before[a]) / span : (i - a) / (b - a);
        result[i] = from + (to - from) * part;
      }
    }
    for (let i = 0; i < result.length; i++) {
      result[i] = Math.round(result[i]);
      if (i > 0 && result[i] <= result[i - 1]) result[i] = result[i - 1] + 1;
    }
    return result;
  }

  rate(first, last) {
    const span = this.before[last] - this.before[first];
    return span > 0 ? (this.anchors.get(last) - this.anchors.get(first)) / span : 1;
  }
}

function clockText(milliseconds, places = 3) {
  const seconds = milliseconds / 1000;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(places).padStart(places + 3, '0')}`;
}

// The page.

const root = globalThis.document?.getElementById('tap');
if (root) start(root);

function start(root) {
  const id = name => document.getElementById(name);
  const [table, list, audio] = [id('times'), id('measures'), id('audio')];
  const lines = table.value.split('\n').map(line => line.trim().split(/\s+/)).filter(fields => fields.length >= 2);
  if (lines.length < 2) return;
  const labels = lines.map(fields => fields[0] === 'end' ? 'End' : `${fields[0]} (${fields[1]})`);
  const starts = lines.map(fields => Math.round(Number(fields[fields.length - 1]) * 1000) || 0);
  const sections = root.dataset.sections.split(' ').filter(text => text).map(text => Number(text) - 1);
  const taps = new Taps(starts, sections);
  root.hidden = false;
  id('table').open = false;

  let clockFrom = null, isDirty = false;
  const hasFile = () => !audio.hidden;
  const unit = () => document.querySelector('input[name=unit]:checked').value;
  const position = () => hasFile() ? audio.currentTime * 1000 : clockFrom === null ? null : performance.now() - clockFrom;
  const say = text => { id('status').textContent = text; };

  for (const label of labels) list.add(new Option(label));
  list.selectedIndex = 0;

  function show(selected = list.selectedIndex) {
    const times = taps.times();
    for (let i = 0; i < times.length; i++) {
      const text = `${labels[i]} · ${clockText(times[i])}${taps.anchors.has(i) ? ' · tapped' : ''}`;
      if (list.options[i].text !== text) list.options[i].text = text;
    }
    list.selectedIndex = Math.min(Math.max(selected, 0), times.length - 1);
    const next = taps.next(unit());
    id('next').textContent = next < labels.length ? (labels[next] === 'End' ? 'End of the piece' : `Measure ${labels[next]}`) : 'All measures tapped';
    id('undo-tap').disabled = !taps.history.length;
    id('clear-taps').disabled = !taps.anchors.size;
    id('tap-button').disabled = next >= labels.length;
    table.value = times.map((time, i) => [...lines[i].slice(0, -1), String(time / 1000)].join('\t')).join('\n');
  }

  function tap() {
    const now = position();
    if (now === null) { id('clock-start').focus(); return say('Choose an audio file or start the clock first.'); }
    const index = taps.next(unit());
    if (index >= labels.length) return say('All measures are tapped, so this tap was not counted.');
    if (!taps.tap(now, unit())) {
      return say('This tap was not counted: it must be later than the taps before it, by at least 1 ms for each measure.');
    }
    isDirty = true;
    say(`${labels[index]} at ${clockText(now)}.`);
    show(index);
  }

  function undo() {
    if (taps.undo()) { say('The last tap was undone.'); show(taps.cursor); }
  }

  function nudge(milliseconds) {
    const index = list.selectedIndex;
    if (taps.times()[index] + milliseconds < 0) return say('A measure cannot begin before 0:00.');
    if (!taps.nudge(index, milliseconds)) return say('A measure must begin after the previous measure and before the next measure.');
    isDirty = true;
    say(`${labels[index]} at ${clockText(taps.times()[index])}.`);
    show(index);
    listen();
  }

  function listen() {
    if (!hasFile()) return say('Choose an audio file to listen.');
    audio.currentTime = Math.max(0, taps.times()[list.selectedIndex] / 1000 - 1);
    audio.play();
  }

  id('audio-file').addEventListener('change', event => {
    const file = event.target.files[0];
    if (audio.src) URL.revokeObjectURL(audio.src);
    audio.hidden = !file;
    id('clock').hidden = !!file;
    if (file) audio.src = URL.createObjectURL(file); else audio.removeAttribute('src');
  });
  audio.addEventListener('error', () => say('The browser cannot play this file; choose a file in another format.'));

  id('clock-start').addEventListener('click', event => {
    const runs = clockFrom !== null;
    clockFrom = runs ? null : performance.now();
    event.target.textContent = runs ? 'Start the clock' : 'Stop the clock';
    id('tap-button').focus();
  });
  setInterval(() => { if (clockFrom !== null) id('clock-time').textContent = clockText(performance.now() - clockFrom, 1); }, 100);

  // A tap counts when the key or the finger goes down, not when it is released.
  id('tap-button').addEventListener('pointerdown', event => { if (event.button === 0) { event.preventDefault(); tap(); } });
  id('tap-button').addEventListener('click', event => { if (event.detail === 0 && !event.defaultPrevented) tap(); });
  id('undo-tap').addEventListener('click', undo);
  id('clear-taps').addEventListener('click', () => { taps.clear(); say('All taps were cleared.'); show(0); });
  id('earlier').addEventListener('click', () => nudge(-50));
  id('later').addEventListener('click', () => nudge(50));
  id('listen').addEventListener('click', listen);
  id('remove-tap').addEventListener('click', () => { taps.release(list.selectedIndex); isDirty = true; show(); });
  for (const choice of document.querySelectorAll('input[name=unit]')) choice.addEventListener('change', () => show());
  list.addEventListener('change', () => { taps.cursor = list.selectedIndex; show(); });
  list.addEventListener('keydown', event => {
    const action = { ArrowLeft: () => nudge(-50), ArrowRight: () => nudge(50), Enter: listen }[event.key];
    if (action) { event.preventDefault(); action(); }
  });

  const isTyping = element => element.matches('textarea, input:not([type=radio]), summary, a, audio')
    || (element.matches('button') && element.id !== 'tap-button');
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === ' ') { event.preventDefault(); if (!event.repeat) tap(); }
    if (event.key === 'Backspace') { event.preventDefault(); undo(); }
  });
  // The button's own click by the space bar would tap a second time.
  document.addEventListener('keyup', event => { if (event.key === ' ' && event.target.id === 'tap-button') event.preventDefault(); });

  table.addEventListener('input', () => { isDirty = true; });
  id('times-form').addEventListener('submit', () => { isDirty = false; });
  addEventListener('beforeunload', event => { if (isDirty) event.preventDefault(); });
  show(0);
}
