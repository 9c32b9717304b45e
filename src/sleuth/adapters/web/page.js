// Boards: presses by pointer and keys, and the focus that stays where it was when a board is drawn anew.
(() => {
  const press = e => e.target.closest && e.target.closest('.board [data-action],.board [data-part]');
  const described = t => [t.getAttribute('aria-label'), t.dataset.part, t.dataset.action];
  let last = null;
  document.addEventListener('click', e => { const t = press(e); if (t) last = described(t); }, true);
  document.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const t = press(e);
    if (t && (e.key === 'Enter' || e.key === ' ')) {
      e.preventDefault(); t.dispatchEvent(new MouseEvent('click', {bubbles: true})); return; }
    if (e.target.closest('input,textarea,select,[contenteditable]')) return;
    if ((e.key === 'Enter' || e.key === ' ') && e.target.closest('button,a,summary,[role=button],[tabindex]')
        && e.target !== document.body) return;
    const key = [...document.querySelectorAll('.board.live')].find(
      b => b.querySelector('[data-key="' + CSS.escape(e.key) + '"],[data-key="Backspace"],[data-key="Enter"]'));
    if (!key || !(e.key.length === 1 || e.key === 'Enter' || e.key === 'Backspace')) return;
    e.preventDefault();
    key.dispatchEvent(new CustomEvent('sleuthkey', {bubbles: true, detail: e.key}));
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
