// Proposes a short name while the title is typed, until the editor writes another one.
const title = document.querySelector('#title');
const slug = document.querySelector('#slug');
const proposal = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  .replace(/ß/g, 'ss').split(/[^a-z0-9]+/).filter(Boolean).join('-').slice(0, 63);
let isOwn = slug.value !== '' && slug.value !== proposal(title.value);
title.addEventListener('input', () => { if (!isOwn) slug.value = proposal(title.value); });
slug.addEventListener('input', () => { isOwn = slug.value !== ''; });
