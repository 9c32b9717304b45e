// Clue: a turn is chosen step by step and kept until it is saved, parts of the page are tabs on a phone, arrows move in the notebook.
'use strict';
(() => {
  const every = (selector, root = document) => [...root.querySelectorAll(selector)];
  const input = (form, name) => form.querySelector(`input[name="${name}"]:checked`);
  const picked = (form, name) => input(form, name)?.value || '';
  const slot = (form, name) => form.querySelector(`[data-step="${name}"]`);
  let pointed = false, wondered = '|';

  // Which steps a turn has: an accusation is answered by nobody, and a card is seen only by those two whom it concerns.
  const wanted = (form, name) => {
    const kind = picked(form, 'kind') || 'suggest', me = form.dataset.me, shower = picked(form, 'shower');
    if (name.startsWith('card-')) return kind !== 'pass';
    if (name === 'shower') return kind === 'suggest';
    if (name === 'shown') return kind === 'suggest' && !!me && !!shower && shower !== 'nobody' && [picked(form, 'who'), shower].includes(me);
    return name !== 'result' || kind === 'accuse';
  };
  const following = form => every('[data-pick]', form).map(group => group.dataset.pick)
    .find(name => slot(form, name) && wanted(form, name) && !picked(form, name)) || '';
  const draw = (form, open) => {
    form.dataset.open = open;
    for (const chip of every('[data-pick="shower"] input', form)) {
      chip.closest('label').hidden = chip.value === picked(form, 'who');
      if (chip.checked && chip.closest('label').hidden) chip.checked = false;
    }
    for (const text of every('[data-from]', form)) text.textContent = picked(form, text.dataset.from) || text.textContent;
    for (const group of every('[data-pick]', form)) {
      const name = group.dataset.pick, step = slot(form, name), chosen = input(form, name);
      group.hidden = !wanted(form, name) || (step && name !== open);
      if (!step) continue;
      const text = step.querySelector('b');
      step.hidden = !wanted(form, name);
      step.setAttribute('aria-expanded', String(name === open));
      step.classList.toggle('none', !chosen);
      text.textContent = chosen ? chosen.closest('label').textContent.trim() : text.dataset.empty;
    }
    passed(form);
  };
  const begin = form => draw(form, following(form));

  // Who passed, in words: those who sit between the asker and the one who showed a card.
  const passed = form => {
    const line = form.querySelector('.passed');
    if (!line) return;
    const seats = every('[data-pick="shower"] input', form).filter(one => one.value !== 'nobody'), names = seats.map(one => one.value);
    const who = names.indexOf(picked(form, 'who')), shower = picked(form, 'shower'), last = names.indexOf(shower);
    const others = who < 0 ? [] : [...seats.slice(who + 1), ...seats.slice(0, who)];
    const before = shower === 'nobody' ? others : last < 0 ? [] : others.slice(0, others.findIndex(one => one.value === shower));
    const said = before.map(one => one.closest('label').textContent.trim());
    line.hidden = !said.length || !wanted(form, 'shower');
    line.textContent = said.length > 1 ? `${said.slice(0, -1).join(', ')} and ${said[said.length - 1]} passed.` : `${said[0] || ''} passed.`;
  };

  // What is tapped of a turn stays in this browser until it is saved, by the log and the place of the turn in it.
  const keyOf = form => `sleuth-clue-turn-${form.dataset.log}`;
  const drafts = form => { try { return JSON.parse(stored.get(keyOf(form)) || '{}'); } catch { return {}; } };
  const keepDrafts = (form, all) => stored.set(keyOf(form), Object.keys(all).length ? JSON.stringify(all) : null);
  const keepChoice = (form, names) => {
    if (!form.dataset.log) return;
    const all = drafts(form), mode = form.dataset.mode || 'new';
    all[mode] = {...all[mode], ...Object.fromEntries(names.map(name => [name, picked(form, name)]))};
    keepDrafts(form, all);
  };
  const CHOICES = ['who', 'kind', 'card-0', 'card-1', 'card-2', 'card-3', 'shower', 'shown', 'result'];
  const restore = form => {
    if (!form.dataset.log) return;
    const all = drafts(form), mode = form.dataset.mode || 'new';
    if ('saved' in form.dataset) delete all[form.dataset.saved || 'new'];
    for (const other of Object.keys(all)) if (other !== 'new' && other !== mode) delete all[other];  // a line that is no longer edited
    keepDrafts(form, all);
    if (mode === 'new' && 'filled' in form.dataset) keepChoice(form, ['who', 'card-0', 'card-1', 'card-2', 'card-3']);
    else for (const [name, value] of Object.entries(all[mode] || {})) {
      const choice = every(`input[name="${CSS.escape(name)}"]`, form).find(one => one.value === value);
      if (choice) choice.checked = true;
    }
  };

  // A log that an earlier version kept in this browser goes to the server, once.
  const OLD = 'sleuth-clue-log';
  const takeOver = () => {
    const form = document.getElementById('take-over'), text = stored.get(OLD);
    if (!form || location.pathname !== '/clue/help' || !text?.trim()) return;
    form.elements.log.value = text;
    form.requestSubmit();
  };
  const tab = name => {
    document.body.dataset.tab = name;
    for (const other of every('button[data-tab]')) other.setAttribute('aria-pressed', String(other.dataset.tab === name));
  };
  // What the others did is told line by line, at a pace one can read; any wish to go on tells the rest at once.
  const PACE = 1100;
  let telling = 0;
  const tellAll = () => {
    clearTimeout(telling);
    delete document.body.dataset.telling;
    for (const line of every('.lg li.untold')) line.classList.remove('untold');
    for (const skip of every('.skip-telling')) skip.hidden = true;
  };
  const tell = list => {
    clearTimeout(telling);
    const lines = every('li.new', list);
    if (lines.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) { tellAll(); return; }
    document.body.dataset.telling = '';
    for (const line of lines) line.classList.add('untold');
    for (const skip of every('.skip-telling')) skip.hidden = false;
    const next = () => {
      const line = lines.shift();
      if (!line) { tellAll(); return; }
      line.classList.remove('untold');
      line.classList.add('told');
      list.scrollTop = list.scrollHeight;
      telling = setTimeout(next, PACE);
    };
    next();
  };
  document.addEventListener('part', event => {
    for (const list of every('.lg.events', event.target)) tell(list);
    if (event.target === document.body) {
      takeOver();
    }
    for (const form of every('form[data-steps]', event.target)) {
      restore(form);
      begin(form);
      if ('filled' in form.dataset) { tab('turn'); intoSight(form); }
    }
    if (event.target.id === 'advice' && !event.target.querySelector('form[data-auto]')) {
      const {suppose, ask} = document.getElementById('state').elements, now = `${suppose?.value || ''}|${ask?.value || ''}`;
      if (now !== '|' && now !== wondered) event.target.scrollIntoView({block: 'nearest'});  // what was asked for is in sight
      wondered = now;
    }
    for (const state of every('#state[data-recent]', event.target)) {
      if (state.elements.id) stored.set(OLD, null);
    }
    for (const table of every('table.nb', event.target)) every('button.cell', table).forEach((cell, place) => { cell.tabIndex = place ? -1 : 0; });
  });
  document.addEventListener('pointerdown', event => { pointed = !!event.target.closest('[data-pick] label'); });
  document.addEventListener('click', event => {
    const step = event.target.closest('[data-step]'), chip = event.target.closest('[data-pick] input');
    if (step) draw(step.closest('form'), step.dataset.step);
    if (chip && pointed) {
      draw(chip.form, following(chip.form));
      (chip.form.querySelector('[data-pick]:not([hidden])') || chip.form.querySelector('.btn.primary')).scrollIntoView({block: 'nearest'});
    }
    const part = event.target.closest('[data-tab]:not(body)'), cell = event.target.closest('[data-fact]'), asked = event.target.closest('.ask-cell');
    if (part) { tab(part.dataset.tab); scrollTo(0, 0); }
    if (cell) askAbout(cell);
    if (event.target.closest('.skip-telling')) tellAll();
    if (asked && event.target.closest('[data-shut]')) asked.hidden = true;
  });
  // A chance in the notebook: what if it were so, or were not?
  const askAbout = cell => {
    const panel = document.querySelector('.ask-cell'), {fact, holder, card} = cell.dataset, you = holder === 'You';
    const held = holder === 'the envelope' ? ['holds', 'does not hold'] : you ? ['have', 'do not have'] : ['has', 'does not have'];
    panel.hidden = false;
    panel.querySelector('[data-who]').textContent = you ? 'you' : holder;
    for (const [name, words, value] of [['[data-yes]', held[0], fact], ['[data-no]', held[1], '!' + fact]]) {
      panel.querySelector(name).textContent = `${words} ${card}`;
      panel.querySelector(name).value = value;
    }
    for (const other of every('.cell.chosen')) other.classList.remove('chosen');
    cell.classList.add('chosen');
    panel.querySelector('[data-yes]').focus({preventScroll: true});
  };
  document.addEventListener('change', event => {
    const form = event.target.closest('form[data-steps]');
    if (form && CHOICES.includes(event.target.name)) keepChoice(form, [event.target.name]);
    if (form) draw(form, pointed || !wanted(form, form.dataset.open) ? following(form) : form.dataset.open);
  });

  // A second press before the first one was answered is the same wish: a turn is saved once, a line taken out once.
  document.addEventListener('submit', event => {
    const form = event.target;
    if (!form.matches('form.turn')) return;
    if ('sending' in form.dataset && document.documentElement.dataset.busy === 'true') { event.preventDefault(); event.stopImmediatePropagation(); }
    else form.dataset.sending = '';
  }, true);

  // Who comes back to the page sees what another device did meanwhile.
  document.addEventListener('visibilitychange', () => {
    const form = document.getElementById('look-again');
    if (!document.hidden && form && document.querySelector('#state [name=id]')?.value) form.requestSubmit();
  });

  // Enter takes a choice and goes on; arrows choose within a group, as radio buttons do.
  document.addEventListener('keydown', event => {
    const chip = event.target.closest('[data-pick] input[type=radio]'), cell = event.target.closest('button.cell');
    if (event.key !== 'Tab') pointed = false;
    if (chip && chip.form.matches('[data-steps]') && event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      chip.checked = true;
      if (CHOICES.includes(chip.name)) keepChoice(chip.form, [chip.name]);
      const name = following(chip.form);
      draw(chip.form, name);
      (chip.form.querySelector(name ? `[data-pick="${name}"] input` : '.btn.primary') || chip).focus();
    }
    const by = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (!cell || !by) return;
    event.preventDefault();
    const rows = every('tbody tr:not(.sec)', cell.closest('table')), row = cell.closest('tr'), column = cell.closest('td').cellIndex;
    const way = by[0] ? [...row.cells].map(td => td.cellIndex === column ? 0 : td) : rows.map(tr => tr === row ? 0 : tr.cells[column]);
    const here = way.indexOf(0), ahead = by[0] + by[1] > 0 ? way.slice(here + 1) : way.slice(0, here).reverse();
    const next = ahead.map(td => td.querySelector('button.cell')).find(Boolean);
    if (next) { cell.tabIndex = -1; next.tabIndex = 0; next.focus(); }
  }, true);
})();
