// The review: a press on the chart goes to that step, and the present move stays in sight.
'use strict';
document.addEventListener('click', event => {
  const point = event.target.closest?.('.story-chart [data-step]');
  if (point) document.getElementById('move-' + point.dataset.step)?.click();
});
let told = document.querySelector('.mv') !== null;  // what is there at first stays where it is
document.addEventListener('part', event => {
  if (event.target.id !== 'review') return;
  if (told) document.querySelector('.mv[aria-current=step]')?.scrollIntoView({block: 'nearest'});
  told = true;
});
