// Boards: presses by pointer and keys, and the focus that stays where it was when a board is drawn anew.
(() => {
  const press = e => e.target.closest && e.target.closest('.board [data-action],.board [data-part]');
  const described = t => [t.getAttribute('aria-label'), t.dataset.part, t.dataset.action];
  let last = null;
  document.addEventListener('click', e => { const t = press(e); if (t) last = described(t); }, true);
  document.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const t = press(e);
    const sends = e.key === 'Enter' || e.key === ' ';
    if (t && sends) {
      e.preventDefault();
      if (!e.repeat) t.dispatchEvent(new MouseEvent('click', {bubbles: true}));
      return;
    }
    if (e.target.closest('input,textarea,select,[contenteditable]')) return;
    if (sends && e.target.closest('button,a,summary,[role=button],[tabindex]')
        && e.target !== document.body) return;
    // Who types fast is ahead of the drawing: what a key means is looked up when those before it are done.
    const usual = /^[\p{L}\p{N}]$/u.test(e.key) || e.key === 'Enter' || e.key === 'Backspace';
    const board = [...document.querySelectorAll('.board.live')].find(
      b => b.querySelector(usual ? '[data-key]' : '[data-key="' + CSS.escape(e.key) + '"]'));
    if (!board) return;
    e.preventDefault();
    if (!e.repeat || e.key !== 'Enter')
      board.dispatchEvent(new CustomEvent('sleuthkey', {bubbles: true, detail: e.key}));
  });
  new MutationObserver(() => {
    if (!last || document.activeElement !== document.body) return;
    const all = [...document.querySelectorAll('.board [data-action],.board [data-part]')];
    const same = all.find(t => t.getAttribute('aria-label') === last[0])
      || all.find(t => last[1] && t.dataset.part && t.dataset.part.split(':')[1] === last[1].split(':')[1])
      || all.find(t => last[2] && t.dataset.action === last[2]);
    if (same) same.focus({preventScroll: true});
  }).observe(document.documentElement, {childList: true, subtree: true});
})();
// The second press of a double click counts only for what the first one pressed, not for what came into its place.
(() => {
  const name = t => t.getAttribute('aria-label') || t.textContent;
  let last = null, called = null;
  document.addEventListener('click', e => {
    const t = e.target.closest && e.target.closest('button,a,[role=button],.board');
    if (!t) return;
    const same = t === last || (name(t) === called && !t.classList.contains('chip'));
    if (e.detail > 1 && !same) { e.preventDefault(); e.stopImmediatePropagation(); return; }
    last = t; called = name(t);
  }, true);
})();
// A text that was refused comes back into its field, unless something else was typed meanwhile.
const sleuthFill = (field, text) => { field.value = text; field.dispatchEvent(new Event('input')); };
const sleuthSend = (field, emit) => { const sent = field.value; emit(sent); sleuthFill(field, ''); field.dataset.sent = sent; };
const sleuthBack = (id, text) => {
  const field = document.querySelector(`input#c${id},#c${id} input`);
  if (field && field.dataset.sent === text) sleuthFill(field, text);
};
document.addEventListener('input', e => { if (e.isTrusted) delete e.target.dataset.sent; }, true);
// A text that stays in this browser: what was typed is there again after a reload.
const sleuthKeep = (id, name) => {
  const field = document.querySelector(`#c${id} textarea,textarea#c${id}`);
  if (!field) { setTimeout(sleuthKeep, 20, id, name); return; }
  try {
    const kept = localStorage.getItem(name);
    if (kept !== null && kept !== field.value) sleuthFill(field, kept);
    field.addEventListener('input', () => { try { localStorage.setItem(name, field.value); } catch { /* private */ } });
  } catch { /* a browser that keeps nothing */ }
};
// Light or dark: as the system says, or as the person chose in this browser.
const sleuthMode = turn => {
  if (!/body--(light|dark)/.test(document.body?.className)) { setTimeout(sleuthMode, 20, turn); return; }
  try {
    const system = matchMedia('(prefers-color-scheme: dark)').matches;
    if (turn) {
      const dark = !document.body.classList.contains('body--dark');
      if (dark === system) localStorage.removeItem('sleuth-dark'); else localStorage.setItem('sleuth-dark', dark);
      setDark(dark);
    } else if (localStorage.getItem('sleuth-dark') === String(!system)) setDark(!system);
  } catch (e) { if (turn) setDark(!document.body.classList.contains('body--dark')); }  // nothing may be kept here
};
sleuthMode(false);
// Who goes to another page waits for nothing here any more.
addEventListener('pagehide', () => { try { emitEvent('sleuthleft'); } catch (e) {} });
