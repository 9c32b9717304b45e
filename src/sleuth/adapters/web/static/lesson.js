// Learn: for a class on a projector, by keys, and to any step.
'use strict';
document.addEventListener('click', event => {
  if (!event.target.closest('[data-full]')) return;
  const root = document.documentElement, large = root.classList.toggle('projector');
  for (const button of all('[data-full]')) button.setAttribute('aria-pressed', String(large));
  if (large) root.requestFullscreen?.().catch(() => {});  // where the browser refuses, the type is larger all the same
  else if (document.fullscreenElement) document.exitFullscreen();
});
document.addEventListener('fullscreenchange', () => {
  if (document.fullscreenElement) return;
  document.documentElement.classList.remove('projector');
  for (const button of all('[data-full]')) button.setAttribute('aria-pressed', 'false');
});
// Arrows step, wherever the focus is, but for fields and boards that need them.
const STEPS = {ArrowLeft: '#back', ArrowRight: '#step', Home: '#first', End: '#last'};
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !STEPS[event.key] || event.target.closest?.('input,select,textarea,.press')) return;
  const button = one(STEPS[event.key]);
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
});
