// The page: parts that the server sends anew, boards that answer a press at once, keys, messages. It knows no game.
'use strict';
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const stored = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value); } catch { /* private */ } },
};

// Messages.
let toastTimer = 0;
const toast = text => {
  const box = one('.toast');
  box.textContent = text;
  box.classList.add('on');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove('on'), Math.max(2600, 60 * text.length));
};

// Copying. Browsers give a clipboard to safe addresses only (https, this machine); elsewhere a field that is selected does,
// and where nothing does the text is shown, to be copied by hand.
const copyText = async (text, done = 'Copied.') => {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
    return;
  } catch { /* there is none, or it is not allowed */ }
  const field = document.createElement('textarea'), had = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.className = 'copied';
  field.setAttribute('aria-hidden', 'true');
  (had?.closest?.('dialog') || document.body).append(field);
  field.select();
  let copied = false;
  try { copied = document.execCommand('copy'); } catch { /* nor that */ }
  field.remove();
  had?.focus({preventScroll: true});
  if (copied) toast(done); else byHand(text);
};
const byHand = text => {
  const dialog = document.createElement('dialog'), title = document.createElement('h2'), field = document.createElement('textarea'), close = document.createElement('button');
  dialog.className = 'by-hand';
  title.id = 'by-hand';
  title.textContent = 'This browser does not let pages copy. Here is the text:';
  dialog.setAttribute('aria-labelledby', title.id);
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-labelledby', title.id);
  close.type = 'button'; close.className = 'btn sm'; close.textContent = 'Close'; close.dataset.close = '';
  dialog.append(title, field, close);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
};

// Parts. A POST answers with elements, each of which takes the place of the one with its id.
let queue = Promise.resolve(), running = null;
const bodyOf = (form, extra) => {
  const data = new URLSearchParams();
  const state = document.getElementById('state');
  if (state) for (const [name, value] of new FormData(state)) data.set(name, value);
  const board = one('.board[data-ask]');
  if (board) {
    const pending = pendingOf(board), marks = marksOf(board);
    if (Object.keys(pending).length) data.set('pending', JSON.stringify(pending));
    if (marks) data.set('marks', marks);
  }
  if (form && form !== state) for (const [name, value] of new FormData(form)) data.set(name, value);
  for (const [name, value] of Object.entries(extra || {})) data.set(name, value);
  return data;
};
const fill = (text, had) => {
  const template = document.createElement('template');
  template.innerHTML = text;
  const focus = remembered(), now = typedNow();
  for (const part of [...template.content.children]) {
    const old = part.id && document.getElementById(part.id);
    if (!old) continue;
    for (const fold of all('details[open][id]', old)) { const same = one('#' + CSS.escape(fold.id), part); if (same) same.open = true; }
    old.replaceWith(part);
    ready(part);
  }
  if (String(now) !== String(had)) retype(now);
  all('.board[data-ask]').forEach(echo);
  refocus(focus);
  const news = one('[data-news]');  // on a phone it stands below the board
  if (news) intoSight(news);
};
const intoSight = part => { const {top} = part.getBoundingClientRect(); if (top < 60 || top > innerHeight / 2) part.scrollIntoView({block: 'start'}); };
let waiting = 0;
const busy = more => { waiting += more; document.documentElement.dataset.busy = String(waiting > 0); };
const send = (url, form, extra, {push = true, by = null, quiet = false, had = typedNow()} = {}) => {
  busy(1);
  const body = bodyOf(form, extra);
  const work = async () => {
    for (const field of all('#state [data-late]')) body.set(field.name, field.value);  // what the answer before this one changed
    const stop = new AbortController();
    running = stop;
    const ticket = crypto.getRandomValues(new Uint32Array(4)).join('-');  // under which one can ask how far it is
    const notice = quiet ? 0 : setTimeout(() => working(stop, ticket), 1000);
    const dim = quiet ? 0 : setTimeout(() => all('[data-waits]').forEach(part => part.classList.add('waiting')), 300);
    if (by) by.setAttribute('aria-busy', 'true');
    try {
      const reply = await fetch(url, {method: 'POST', body, signal: stop.signal, headers: {'X-Ticket': ticket}});
      const go = reply.headers.get('X-Go'), where = reply.headers.get('X-Address');
      if (go && where) history.replaceState({}, '', where);
      if (go) { location.assign(go); return true; }
      if (!reply.ok || reply.headers.get('X-Refused')) { if (!quiet) refused((await reply.json().catch(() => ({}))).error || 'The server did not understand.'); return false; }
      fill(await reply.text(), had);
      if (where && where !== location.pathname + location.search) { history[push ? 'pushState' : 'replaceState']({}, '', where); shown = location.pathname + location.search; }
      return true;
    } catch (error) {
      if (!quiet) toast(error.name === 'AbortError' ? 'Stopped.' : 'The server does not answer. Try again in a moment.');
      return false;
    } finally {
      clearTimeout(notice); clearTimeout(dim);
      running = null;
      busy(-1);
      one('.working')?.remove();
      all('.waiting').forEach(part => part.classList.remove('waiting'));
      if (by) by.removeAttribute('aria-busy');
    }
  };
  queue = queue.then(work, work);  // one after the other: what is shown is what came last
  return queue;
};
const refused = text => {
  toast(text);
  const board = one('.board[data-ask]');
  if (board) { board.classList.remove('shake'); void board.offsetWidth; board.classList.add('shake'); }
};
const working = (stop, ticket) => {
  const box = document.createElement('div'), said = document.createElement('span'), bar = document.createElement('progress');
  const place = one('[data-progress]');
  box.className = 'working';
  box.setAttribute('role', 'status');
  said.textContent = 'Working…';
  bar.max = 1;
  bar.setAttribute('aria-label', 'How much of this part is done');
  bar.hidden = true;
  const cancel = document.createElement('button');
  cancel.type = 'button'; cancel.className = 'btn sm'; cancel.textContent = 'Cancel';
  cancel.addEventListener('click', () => stop.abort());
  box.append(said, bar, cancel);
  (place || document.body).append(box);
  howFar(box, said, bar, ticket);
};
// How far long work is: asked for as long as its box is there.
const howFar = async (box, said, bar, ticket) => {
  while (box.isConnected) {
    const reply = await fetch('/progress/' + ticket).catch(() => null);
    const now = reply?.status === 200 ? await reply.json().catch(() => null) : null;
    if (now) {
      const share = now.share === null ? '' : `, ${Math.floor(100 * now.share)}%`;
      said.textContent = `${now.what[0].toUpperCase()}${now.what.slice(1)}${share}: ${now.left_text}.`;
      bar.hidden = now.share === null;
      bar.value = now.share ?? 0;
      Object.assign(box.dataset, {share: now.share ?? '', part: now.part});
    }
    await new Promise(resolve => setTimeout(resolve, 400));
  }
};
addEventListener('pagehide', () => running?.abort());
let shown = location.pathname + location.search;
addEventListener('popstate', () => { if (location.pathname + location.search !== shown) location.reload(); });  // a place on this page is no other page
document.addEventListener('submit', event => {
  const form = event.target.closest('form[data-swap]');
  if (!form) return;
  event.preventDefault();
  const by = event.submitter;
  if (by?.getAttribute('aria-busy') === 'true' || (waiting && 'once' in form.dataset)) return;
  const sure = by?.dataset.sure || form.dataset.sure;
  if (sure && !confirm(sure)) return;
  const extra = by?.name ? {[by.name]: by.value} : {};
  send(by?.getAttribute('formaction') || form.getAttribute('action'), form, extra, {by, push: form.dataset.swap !== 'still'})
    .then(ok => form.classList.toggle('failed', !ok));  // what waits for its part can be tried again
  backToBoard(by);
});
document.addEventListener('change', event => {
  if (event.target.form?.matches('[data-change]')) event.target.form.requestSubmit();
});
// A form with data-every sends itself for as long as it is there and somebody looks; with data-quiet, behind the scenes.
const every = form => setTimeout(async () => {
  if (!form.isConnected) return;
  const {swap, quiet} = form.dataset, waits = document.hidden || running;
  if (waits || await send(form.action, form, {}, {push: swap !== 'still', quiet: quiet !== undefined}) || quiet !== undefined) every(form);
}, 1000 * form.dataset.every);

// The focus stays where it was, or goes back to the board.
const remembered = () => {
  const now = document.activeElement;
  if (!now || now === document.body) return null;
  const press = now.closest('.board .press');
  if (press) return {label: press.dataset.slot ? null : press.dataset.label || press.getAttribute('aria-label'), key: press.dataset.key, place: all('.press', press.closest('.board')).indexOf(press)};
  return {id: now.id, name: now.name, text: now.tagName === 'BUTTON' ? now.textContent.trim() : '', value: now.selectionStart !== undefined && now.value};
};
const refocus = last => {
  if (!last || document.activeElement !== document.body) return;
  let same = null;
  if ('place' in last) {
    const presses = all('.board .press');
    same = presses.find(p => last.key && p.dataset.key === last.key) || presses.find(p => last.label && (p.dataset.label || p.getAttribute('aria-label')) === last.label) || presses[last.place] || presses[0];
  } else same = (last.id && document.getElementById(last.id)) || all('button').find(b => last.text && b.textContent.trim() === last.text) || one('.board[data-ask] .press[tabindex="0"]');
  same?.focus({preventScroll: true});
};
const backToBoard = by => {
  if (by && one('.board[data-ask]') && by.tagName === 'BUTTON' && !by.closest('dialog')) by.blur();
};

// Boards. Presses by pointer and keys; slots and signs change here first.
const slotsOf = board => all('.slot', board);
const valueIn = slot => one('.face:not(.sent)', slot)?.dataset.value || '';
// Who types fast is ahead of the server: what was sent stays in sight, and what was typed since is kept for the next row.
const typedNow = () => { const board = one('.board[data-ask]'); return board ? slotsOf(board).map(valueIn).filter(Boolean) : []; };
const retype = values => {
  const board = one('.board[data-ask]');
  if (!board) return;
  for (const slot of slotsOf(board)) if (valueIn(slot)) empty(slot);
  for (const value of values) { const press = all('.press[data-value]', board).find(p => p.dataset.value === value); if (press) put(board, press); }
};
const sendSlots = board => {
  const act = board.dataset.act || 'ask';
  send(board.dataset.ask, null, {act}, {had: []}).then(ok => { if (!ok) all('.slot', board).forEach(slot => { if (!valueIn(slot)) one('.face.sent', slot)?.classList.remove('sent'); }); echo(board); });
  all('.slot > .face', board).forEach(face => face.classList.add('sent'));
};
let chosen = null;  // parts that were pressed, and are not drawn yet
const pendingOf = board => {
  const pending = JSON.parse(chosen || board.dataset.pending || '{}');
  for (const slot of slotsOf(board)) { if (valueIn(slot)) pending[slot.dataset.slot] = valueIn(slot); else delete pending[slot.dataset.slot]; }
  return pending;
};
const signsOf = (board, step) => all('.cycle[data-mark]', board).filter(c => (c.dataset.step || '') === step).sort((a, b) => a.dataset.mark - b.dataset.mark).map(c => c.dataset.sign).join('');
const marksOf = board => signsOf(board, '');
const empty = slot => { one('.face', slot)?.remove(); named(slot); };
const named = slot => slot.setAttribute('aria-label', (slot.dataset.label ||= slot.getAttribute('aria-label')) + (valueIn(slot) ? ', ' + valueIn(slot) : ''));
const put = (board, press) => {
  const slot = slotsOf(board).find(s => !valueIn(s));
  if (!slot) return;
  const face = one('.face', press).cloneNode(true);
  face.dataset.value = press.dataset.value;
  const outer = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  outer.setAttribute('class', 'face');
  outer.dataset.value = press.dataset.value;
  outer.setAttribute('transform', `translate(${slot.dataset.x - face.dataset.x} ${slot.dataset.y - face.dataset.y})`);
  face.setAttribute('class', 'fresh drop');
  outer.append(face);
  one('.face.sent', slot)?.remove();
  slot.append(outer);
  named(slot);
};
const full = board => slotsOf(board).length && slotsOf(board).every(valueIn);
const echo = board => {
  for (const press of all('[data-does=send]', board)) press.setAttribute('aria-disabled', String(!full(board)));
  for (const press of all('[data-use-full]')) press.hidden = !full(board);
  board.dispatchEvent(new CustomEvent('slots', {bubbles: true}));  // for the chart that follows what is typed
};
const turn = cycle => {
  const signs = cycle.dataset.signs.split(' ');
  show(cycle, signs[(signs.indexOf(cycle.dataset.sign) + 1) % signs.length]);
};
const show = (cycle, sign) => {
  const signs = cycle.dataset.signs.split(' ');
  if (!signs.includes(sign)) return;
  cycle.dataset.sign = sign;
  for (const look of all(':scope > .is', cycle)) {
    look.classList.toggle('on', look.dataset.is === sign);
    look.classList.toggle('fresh', look.dataset.is === sign);
    look.classList.toggle('flip', look.dataset.is === sign);
  }
  cycle.setAttribute('aria-label', `${cycle.dataset.label}, ${cycle.dataset.words.split('|')[signs.indexOf(sign)]}`);
};
let later = 0;
const pressed = press => {
  const board = press.closest('.board'), data = press.dataset;
  if (!board.dataset.ask || press.getAttribute('aria-disabled') === 'true') return;
  if (press.classList.contains('cycle')) {
    turn(press);
    if (data.own) keepOwn(board);
    else if (data.step) {  // an earlier answer: the advice follows once the taps have stopped
      clearTimeout(later);
      later = setTimeout(() => send(board.dataset.ask, null, {act: 'edit', step: data.step, marks: signsOf(board, data.step)}), 350);
    }
  } else if ('value' in data && data.value !== undefined) { put(board, press); echo(board); }
  else if (data.slot !== undefined) { if (valueIn(press)) empty(press); echo(board); }
  else if (data.does === 'take') { const last = slotsOf(board).filter(valueIn).pop(); if (last) empty(last); echo(board); }
  else if (data.does === 'send') { if (full(board)) sendSlots(board); }
  else if (data.part !== undefined) {
    const [slot, ...rest] = data.part.split(':'), pending = pendingOf(board), value = rest.join(':');
    if (value) pending[slot] = value; else delete pending[slot];
    const mine = chosen = JSON.stringify(pending);
    send(board.dataset.ask, null, {act: 'part', pending: mine}).then(() => { if (chosen === mine) chosen = null; });
  } else if (data.answer !== undefined) { if (!waiting) send(board.dataset.ask, null, {act: 'answer', answer: data.answer}); }
  else if (data.action !== undefined) {
    if (!press.dispatchEvent(new CustomEvent('asks', {bubbles: true, cancelable: true}))) return;  // it is only looked at
    press.classList.add('going'); send(board.dataset.ask, null, {act: board.dataset.act || 'ask', action: data.action, pending: ''});
  }
};
document.addEventListener('click', event => {
  const press = event.target.closest?.('.board .press');
  if (press) { focusOn(press); pressed(press); }
});

// The player's own marks stay in this browser, by play.
const keepOwn = board => {
  const marks = {};
  for (const cycle of all('.cycle[data-own]', board)) { if (cycle.dataset.sign !== cycle.dataset.signs.split(' ')[0]) marks[cycle.dataset.own] = cycle.dataset.sign; }
  stored.set('sleuth-own-' + board.dataset.own, JSON.stringify(marks));
};
const showOwn = board => {
  const marks = JSON.parse(stored.get('sleuth-own-' + board.dataset.own) || '{}');
  for (const cycle of all('.cycle[data-own]', board)) {
    if (!(cycle.dataset.own in marks)) continue;
    show(cycle, marks[cycle.dataset.own]);
    all('.fresh', cycle).forEach(look => look.classList.remove('fresh', 'flip'));
  }
};

// One tab stop a board; arrows move inside it; the ring is drawn inside the frame.
const focusOn = press => {
  const board = press.closest('.board');
  for (const other of all('.press', board)) other.setAttribute('tabindex', other === press ? '0' : '-1');
  press.focus({preventScroll: true});
};
const ringed = press => {
  all('.board .ring').forEach(ring => ring.remove());
  if (!press?.matches(':focus-visible')) return;
  const svg = press.ownerSVGElement, box = press.getBBox(), view = svg.viewBox.baseVal;
  const ring = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const x = Math.max(box.x, 1.5), y = Math.max(box.y, 1.5);
  const place = {x, y, width: Math.min(box.x + box.width, view.width - 1.5) - x, height: Math.min(box.y + box.height, view.height - 1.5) - y, rx: 7};
  for (const [name, value] of Object.entries(place)) ring.setAttribute(name, value);
  ring.setAttribute('class', 'ring');
  svg.append(ring);
};
document.addEventListener('focusin', event => ringed(event.target.closest?.('.board .press')));
document.addEventListener('focusout', () => all('.board .ring').forEach(ring => ring.remove()));
const ARROWS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};
const neighbour = (press, [dx, dy]) => {
  const middle = e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const [x, y] = middle(press);
  let best = null, least = Infinity;
  for (const other of all('.press', press.closest('.board'))) {
    if (other === press) continue;
    const [ox, oy] = middle(other), along = (ox - x) * dx + (oy - y) * dy, across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along > 2 && along + 3 * across < least) { least = along + 3 * across; best = other; }
  }
  return best;
};

// Keys: on a board, and letters from anywhere that is no field. What was typed belongs to the board, and so does its Enter.
let typed = false;
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target, key = event.key;
  const press = at.closest?.('.board .press');
  if (press && ARROWS[key]) { event.preventDefault(); const next = neighbour(press, ARROWS[key]); if (next) { focusOn(next); next.scrollIntoView({block: 'nearest'}); } return; }
  if (at.closest?.('input:not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable],dialog')) return;
  const board = one('.board[data-ask]');
  const does = key.length === 1 ? key.toLowerCase() : key;
  const known = board && all('[data-key]', board).find(p => p.dataset.key.toLowerCase() === does.toLowerCase());
  const button = all('[data-key]').find(b => !b.closest('.board') && b.dataset.key.toLowerCase() === does.toLowerCase() && !b.disabled && b.checkVisibility());
  const cycle = press?.classList.contains('cycle') && /^[1-9]$/.test(key) && press.dataset.signs.split(' ')[key - 1];
  if (cycle) { event.preventDefault(); while (press.dataset.sign !== cycle) turn(press); return; }
  const done = key === 'Enter' && (typed || (button && press?.classList.contains('cycle')));  // signs turn by space
  if (press && (key === 'Enter' || key === ' ') && !done) { event.preventDefault(); if (!event.repeat) pressed(press); return; }
  const onButton = at.closest?.('button,a,summary,[role=button]') && !press;
  if (onButton && (key === ' ' || (key === 'Enter' && !typed))) return;
  if (known) {
    event.preventDefault();
    typed = does !== 'Enter';
    if (!event.repeat || does !== 'Enter') pressed(known);
    return;
  }
  if (button) { event.preventDefault(); if (!event.repeat) button.click(); return; }
  if (board && ARROWS[key] && !onButton) { event.preventDefault(); const first = one('.press[tabindex="0"]', board); if (first) focusOn(first); }
  if (key === '?' && one('#keys')) { one('#keys').showModal?.(); }
});

// What a new part needs.
const ready = root => {
  const boards = root.matches?.('.board') ? [root] : all('.board', root);
  for (const board of boards) {
    const presses = all('.press', board);
    presses.forEach((press, place) => press.setAttribute('tabindex', place ? '-1' : '0'));
    if (!board.dataset.ask) presses.forEach(press => { press.removeAttribute('tabindex'); press.removeAttribute('role'); });
    if (board.dataset.own) showOwn(board);
    for (const slot of slotsOf(board)) named(slot);
    echo(board);
  }
  for (const form of [...(root.matches?.('[data-every]') ? [root] : []), ...all('form[data-every]', root)]) every(form);
  for (const kept of [...(root.matches?.('[data-keep]') ? [root] : []), ...all('[data-keep]', root)]) {
    const value = stored.get(kept.dataset.keep);
    if ('sent' in kept.dataset) stored.set(kept.dataset.keep, kept.value);  // the server wrote it
    else if (value !== null && !kept.value) kept.value = value;
    kept.addEventListener('input', () => stored.set(kept.dataset.keep, kept.value));
  }
  for (const form of all('form[data-auto]', root)) form.requestSubmit();  // after what is kept is in its place
  for (const field of all('select[data-lists]', root)) offerLists(field);
  one('[data-focus]', root)?.focus();
  for (const list of all('[data-end]', root)) list.scrollTop = list.scrollHeight;
  root.dispatchEvent(new CustomEvent('part', {bubbles: true}));  // for the script of a single page
  for (const play of [...(root.matches?.('[data-recent]') ? [root] : []), ...all('[data-recent]', root)]) recent(play);
};

// Lists of words that this browser knows: one that was seen once is offered again.
const MAX_LISTS = 20;
const offerLists = field => {
  let known = [];
  try { known = JSON.parse(stored.get('sleuth-lists') || '[]'); } catch { /* not ours */ }
  const own = all('option[data-own]', field).map(option => option.value), names = [...new Set([...own, ...known])].slice(0, MAX_LISTS);
  if (own.length) stored.set('sleuth-lists', JSON.stringify(names));
  for (const name of names) {
    const words = name.replace(/-[0-9a-f]{16}$/, '').replaceAll('-', ' ');
    if (!all('option', field).some(option => option.value === name)) field.add(new Option(words[0].toUpperCase() + words.slice(1), name));
  }
};

// What is no play, but can be carried on: the server is told once, and whenever its line changes.
let noted = '';
const recent = ({dataset: {recent, game, line}}) => {
  if (noted === recent + line) return;
  noted = recent + line;
  busy(1);
  fetch('/me/recent', {method: 'POST', keepalive: true, body: new URLSearchParams({recent, game, line})}).catch(() => { noted = ''; }).finally(() => busy(-1));
};

// Light or dark.
document.addEventListener('click', event => {
  if (event.target.closest('[data-theme-turn]')) {
    const root = document.documentElement, system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (root.dataset.theme || system) === 'dark' ? 'light' : 'dark';
    if (next === system) delete root.dataset.theme; else root.dataset.theme = next;
    stored.set('sleuth-theme', next === system ? null : next);
  }
  if (event.target.closest('[data-sends]')) { const press = one('.board[data-ask] [data-does=send]'); if (press) pressed(press); }
  const copy = event.target.closest('[data-copy]');
  if (copy) copyText(copy.dataset.copy);
  const opens = event.target.closest('[data-dialog]');
  if (opens) document.getElementById(opens.dataset.dialog)?.showModal();
  const closes = event.target.closest('[data-close]');
  if (closes) closes.closest('dialog')?.close();
});
// The second press of a double click counts only for what the first one pressed, not for what came into its place.
let lastPressed = null, lastName = '';
document.addEventListener('click', event => {
  const target = event.target.closest?.('button,a,.press');
  if (!target) return;
  const name = target.dataset.label || target.getAttribute('aria-label') || target.textContent.trim();
  if (event.detail > 1 && target !== lastPressed && name !== lastName) { event.preventDefault(); event.stopImmediatePropagation(); return; }
  lastPressed = target; lastName = name;
}, true);
// A file that a person chooses is read here, and sent as text.
document.addEventListener('change', event => {
  const field = event.target.closest('input[type=file][data-into]');
  const file = field?.files[0];
  if (file) file.text().then(text => { const into = document.getElementById(field.dataset.into); into.value = text; into.dispatchEvent(new Event('input', {bubbles: true})); });
});
ready(document.body);
