// The chart of the parts: it follows the question that is on the board, before that is asked.
'use strict';
const PARTS_AFTER = 150;  // milliseconds after the last key
let partsTimer = 0, partsUnderWay = null, partsShown = '', partsHovered = null;
const partsBox = () => one('[data-parts]');
const partsState = state => { document.documentElement.dataset.chart = state; };
// What is on the board: an action that is pointed at, else the slots once all are full, else parts that were pressed.
const partsQuestion = () => {
  if (partsHovered?.isConnected) return {action: partsHovered.dataset.action, pending: ''};
  const board = one('.board[data-ask]');
  if (!board) return null;
  const pending = pendingOf(board);
  if (slotsOf(board).length ? !full(board) : !Object.keys(pending).length) return null;
  return {action: '', pending: JSON.stringify(pending)};
};
const partsLater = () => {
  const box = partsBox();
  if (!box) { clearTimeout(partsTimer); partsUnderWay?.abort(); partsState('still'); return; }
  box.resting ??= box.innerHTML;
  const question = partsQuestion(), key = JSON.stringify(question);
  if (key === box.shown) return;
  box.shown = key;
  clearTimeout(partsTimer);
  partsUnderWay?.abort();  // an old answer is of no use
  partsState('waits');
  if (!question) { partsFill(box, box.resting); partsState('still'); return; }
  partsTimer = setTimeout(() => partsAsk(box, question), PARTS_AFTER);
};
const partsAsk = async (box, question) => {
  const stop = partsUnderWay = new AbortController();
  try {
    const reply = await fetch(box.dataset.parts, {method: 'POST', body: bodyOf(null, question), signal: stop.signal});
    const text = reply.status === 200 && !reply.headers.get('X-Refused') ? await reply.text() : box.resting;
    if (stop.signal.aborted) return;
    partsFill(box, text);
  } catch (error) {
    if (error.name === 'AbortError') return;  // a newer question is under way
    box.shown = '';  // no connection: the next key asks again
  }
  partsState('still');
};
// Bars slide from where they were; a fold that is open stays so.
const partsFill = (box, text) => {
  const before = all('.split > li > i', box).map(bar => bar.style.height), open = one('details[open]', box);
  box.innerHTML = text;
  const fold = one('details', box);
  if (open && fold) fold.open = true;
  const bars = all('.split > li > i', box), after = bars.map(bar => bar.style.height);
  bars.forEach((bar, place) => { bar.style.height = before[place] || '0%'; });
  void box.offsetWidth;
  bars.forEach((bar, place) => { bar.style.height = after[place]; });
};
const partsPoint = press => {
  const action = press?.closest('.board[data-ask]') && press.dataset.action !== undefined ? press : null;
  if (action !== partsHovered) { partsHovered = action; partsLater(); }
};
document.addEventListener('slots', partsLater);
document.addEventListener('part', () => { partsHovered = null; partsLater(); });
document.addEventListener('pointerover', event => { if (event.pointerType === 'mouse') partsPoint(event.target.closest?.('.press')); });
let touched = false;  // a finger brings the focus along, and means nothing by it
document.addEventListener('pointerdown', event => { touched = event.pointerType === 'touch'; }, true);
document.addEventListener('keydown', () => { touched = false; }, true);
document.addEventListener('focusin', event => { if (!touched && event.target.matches?.(':focus-visible')) partsPoint(event.target.closest('.press')); });
// By touch, the first press shows what a question would tell, and the second asks it.
document.addEventListener('asks', event => {
  if (!event.target.closest('[data-twice]') || !partsBox() || partsHovered === event.target) return;
  event.preventDefault();
  partsPoint(event.target);
  toast('Press it again to ask it.');
});
partsLater();
