// Checks the size of a file before it is sent, shows the picture, and crops it if the editor draws a frame. The preview is below the
// button, so that the button does not move.
const accept = new Set(['image/png', 'image/jpeg']);
for (const form of document.querySelectorAll('form.upload')) {
  const input = form.querySelector('input[type=file]');
  const note = document.createElement('output');
  input.after(note);
  input.addEventListener('change', async () => {
    form.querySelector('canvas')?.remove();
    form.querySelector('.crop')?.remove();
    const files = [...input.files];
    const total = files.reduce((sum, file) => sum + file.size, 0);
    const large = files.find(file => file.size > Number(input.dataset.limit));
    note.className = large ? 'bad' : '';
    const megabytes = bytes => `${(bytes / 2 ** 20).toFixed(2)} MiB`;
    note.textContent = large ? `${large.name} has ${megabytes(large.size)}; at most ${megabytes(input.dataset.limit)} are allowed.` : '';
    if (files.length > 1 && !large) note.textContent = `${files.length} files, ${Math.ceil(total / 1000)} kB.`;
    input.setCustomValidity(large ? note.textContent : '');
    if (large || files.length !== 1 || !accept.has(files[0].type)) return;
    const picture = await createImageBitmap(files[0]).catch(() => null);
    if (!picture || input.files[0] !== files[0]) return;
    const pixels = picture.width * picture.height;
    note.textContent = `${picture.width} × ${picture.height} pixels, ${Math.ceil(files[0].size / 1000)} kB.`;
    if (pixels > Number(input.dataset.pixels)) {
      note.className = 'bad';
      note.textContent += ` At most ${Number(input.dataset.pixels) / 1e6} million pixels are allowed: scale the picture down.`;
      input.setCustomValidity(note.textContent);
    }
    crop(form, input, note, picture, files[0]);
  });
}

// Draws the picture; a frame drawn with the pointer becomes the new picture.
function crop(form, input, note, picture, file) {
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, 480 / picture.width, 360 / picture.height);
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet crop';
  button.textContent = 'Crop to the frame';
  button.hidden = true;
  form.append(canvas, button);
  const pen = canvas.getContext('2d');
  let frame = null;
  let start = null;
  const draw = () => {
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    if (!frame) return;
    pen.fillStyle = '#0008';
    pen.beginPath();
    pen.rect(0, 0, canvas.width, canvas.height);
    pen.rect(frame.x, frame.y, frame.w, frame.h);
    pen.fill('evenodd');
  };
  const place = event => {
    const box = canvas.getBoundingClientRect();
    const within = (value, most) => Math.min(Math.max(value, 0), most);
    return {
      x: within((event.clientX - box.left) * canvas.width / box.width, canvas.width),
      y: within((event.clientY - box.top) * canvas.height / box.height, canvas.height),
    };
  };
  canvas.addEventListener('pointerdown', event => { start = place(event); canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener('pointermove', event => {
    if (!start) return;
    const end = place(event);
    frame = { x: Math.min(start.x, end.x), y: Math.min(start.y, end.y), w: Math.abs(end.x - start.x), h: Math.abs(end.y - start.y) };
    draw();
  });
  canvas.addEventListener('pointerup', () => { start = null; button.hidden = !frame || frame.w < 8 || frame.h < 8; });
  button.addEventListener('click', () => {
    const part = document.createElement('canvas');
    part.width = Math.round(frame.w / scale);
    part.height = Math.round(frame.h / scale);
    part.getContext('2d').drawImage(
      picture, frame.x / scale, frame.y / scale, part.width, part.height, 0, 0, part.width, part.height);
    part.toBlob(blob => {
      if (!blob) return;
      const files = new DataTransfer();
      files.items.add(new File([blob], file.name, { type: file.type }));
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    }, file.type, 0.92);
  });
  draw();
}
