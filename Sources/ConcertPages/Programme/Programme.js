// Pieces can be dragged to another place. Dropping a piece sends the new order, as the buttons do.
const form = document.querySelector('#order');
const list = document.querySelector('.programme .lines');
const order = () => [...list.children].map(line => line.id.replace('piece-', '')).join(',');
if (form && list && list.children.length > 1) {
  const before = order();
  let dragged;
  for (const line of list.children) {
    line.draggable = true;
    line.addEventListener('dragstart', event => {
      dragged = line;
      line.classList.add('dragged');
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', line.id);
    });
    line.addEventListener('dragend', () => {
      line.classList.remove('dragged');
      dragged = undefined;
      if (order() === before) return;
      form.elements.order.value = order();
      form.submit();
    });
    line.addEventListener('dragover', event => {
      if (!dragged) return;
      event.preventDefault();
      const box = line.getBoundingClientRect();
      if (line !== dragged) line[event.clientY < box.top + box.height / 2 ? 'before' : 'after'](dragged);
    });
  }
  list.addEventListener('drop', event => event.preventDefault());
}
