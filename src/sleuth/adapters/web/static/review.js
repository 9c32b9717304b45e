// The review: a press on the chart goes to that step, and the present move stays in sight.
'use strict';
document.addEventListener('click', event => {
  const point = event.target.closest?.('.story-chart [data-step]');
  if (point) document.getElementById('move-' + point.dataset.step)?.click();
});
// The present move in sight: in its list, where that scrolls by itself, else on the page once somebody has stepped.
const inSight = stepped => {
  const now = document.querySelector('.mv[aria-current=step]'), list = now?.closest('.moves');
  if (!now) return;
  if (getComputedStyle(list).overflowY === 'auto') list.scrollTop = now.offsetTop - (list.clientHeight - now.offsetHeight) / 2;
  else if (stepped) now.scrollIntoView({block: 'nearest'});
};
let told = document.querySelector('.mv') !== null;  // what is there at first stays where it is
inSight(false);
document.addEventListener('part', event => {
  if (event.target.id !== 'review') return;
  inSight(told);
  told = true;
});
