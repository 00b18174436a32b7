'use strict';
(() => {
  const root = document.documentElement;
  root.classList.add('scripted');

  // Copy buttons.
  const copy = text => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    return Promise.resolve();
  };
  document.addEventListener('click', event => {
    const button = event.target.closest('button.copy');
    if (!button) return;
    copy(button.parentElement.querySelector('pre').textContent).then(() => {
      button.textContent = 'copied';
      setTimeout(() => { button.textContent = 'copy'; }, 1500);
    });
  });

  // A link to what is folded opens it.
  const unfold = () => {
    let target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let e = target; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', unfold);
  unfold();

  // A live page: what comes replaces what is there, and leaves folds and the focus as they are.
  const live = document.querySelector('[data-live]');
  if (!live) return;
  const show = (part, text) => {
    const folds = new Map([...part.querySelectorAll('details[id]')].map(e => [e.id, e.open]));
    const focus = part.contains(document.activeElement) && document.activeElement.closest('[id]');
    const fresh = new DOMParser().parseFromString(text, 'text/html').body;
    part.replaceChildren(...fresh.childNodes);
    for (const e of part.querySelectorAll('details[id]')) if (folds.has(e.id)) e.open = folds.get(e.id);
    const again = focus && document.getElementById(focus.id);
    if (again && again !== part) (again.querySelector('summary') || again).focus({ preventScroll: true });
  };
  const selected = part => {
    const selection = getSelection();
    return selection && !selection.isCollapsed && part.contains(selection.anchorNode);
  };
  // What somebody is about to copy stays until it is not selected any more.
  const waiting = new Map();
  const showAll = () => {
    for (const [id, text] of waiting) {
      const part = document.getElementById(id);
      // A part that was not there before stands under a heading, which the page brings along.
      if (!part && text) return location.reload();
      if (part && selected(part)) continue;
      if (part) show(part, text);
      waiting.delete(id);
    }
  };
  document.addEventListener('selectionchange', showAll);
  const source = new EventSource(live.dataset.live);
  source.onmessage = event => {
    for (const [id, text] of Object.entries(JSON.parse(event.data))) waiting.set(id, text);
    showAll();
    live.textContent = 'live';
  };
  source.onerror = () => { live.textContent = 'no connection: trying again'; };
})();
