// The times of the steps of a replay, from the first, in milliseconds at a speed. Long pauses are shortened to `pause`.
function replaySchedule(times, speed, pause = 10000) {
  let due = 0;
  return times.map((time, index) => {
    if (index > 0) due += Math.min(pause, Math.max(0, time - times[index - 1])) / speed;
    return due;
  });
}

// The page.

const rows = [...document.querySelectorAll('#log tbody tr')].reverse();
const replay = document.getElementById('replay');
if (rows.length > 1) {
  const button = document.createElement('button'), speed = document.createElement('select'), shown = document.createElement('output');
  speed.setAttribute('aria-label', 'Speed of the replay');
  for (const factor of [1, 2, 5, 20, 100]) speed.append(new Option(`${factor} ×`, factor, factor === 5, factor === 5));
  button.className = 'quiet';
  button.textContent = 'Replay';
  replay.append(button, speed, shown);
  replay.hidden = false;
  let timers = [];
  const stop = () => {
    timers.forEach(clearTimeout);
    timers = [];
    button.textContent = 'Replay';
  };
  const show = row => {
    document.querySelector('#log tr.now')?.classList.remove('now');
    row.classList.add('now');
    row.scrollIntoView({ block: 'center' });
    shown.textContent = `${row.querySelector('strong').textContent} · ${row.cells[2].textContent}`;
  };
  button.addEventListener('click', () => {
    if (timers.length) return stop();
    button.textContent = 'Stop';
    const due = replaySchedule(rows.map(row => Date.parse(row.querySelector('time').dateTime)), Number(speed.value));
    timers = rows.map((row, index) => setTimeout(() => {
      show(row);
      if (index === rows.length - 1) stop();
    }, due[index]));
  });
}
