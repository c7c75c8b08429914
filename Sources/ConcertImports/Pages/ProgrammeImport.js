// Keeps the chosen file from the preview to the import. The server keeps no file before the import, so without this script the page of
// the preview asks for it again.
document.addEventListener('submit', async event => {
  const form = event.target.closest('form.folder');
  const file = form?.querySelector('input[type=file]');
  if (!file?.files.length || event.submitter?.value !== 'preview') return;
  event.preventDefault();
  event.submitter.disabled = true;
  let response, text;
  try {
    response = await fetch(form.action, { method: 'POST', body: new FormData(form, event.submitter) });
    text = await response.text();
  } catch {
    event.submitter.disabled = false;
    document.getElementById('file-hint').textContent = 'The server cannot be reached, or the file has changed. Choose the file again.';
    return;
  }
  const page = new DOMParser().parseFromString(text, 'text/html');
  const next = page.getElementById('main');
  const field = next?.querySelector('form.folder input[type=file]');
  if (!field) { location.assign(response.url); return; }
  document.getElementById('main').replaceWith(document.adoptNode(next));
  document.title = page.title;
  field.replaceWith(file);
  const hint = document.getElementById('file-hint');
  if ('kept' in hint.dataset) hint.textContent = 'The file of the preview is selected.';
  scrollTo(0, 0);
  document.querySelector('form.folder button')?.focus({ preventScroll: true });
});
