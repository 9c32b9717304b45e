// The review: a press on the chart goes to that step, and the present move stays in sight.
'use strict';
document.addEventListener('click', event => {
  const point = event.target.closest?.('.story-chart [data-step]');
  if (point) document.getElementById('move-' + point.dataset.step)?.click();
});
document.addEventListener('part', event => {
  if (event.target.id !== 'review') return;
  const list = document.querySelector('.moves'), now = document.querySelector('.mv[aria-current=step]');
  if (now && list.scrollHeight > list.clientHeight + 1) list.scrollTop = now.offsetTop - list.clientHeight / 3;
  else if (event.target.isConnected && document.documentElement.dataset.busy) now?.scrollIntoView({block: 'nearest'});
});
