// Clue: a turn is chosen step by step, parts of the page are tabs on a phone, and arrows move in the notebook.
'use strict';
(() => {
  const every = (selector, root = document) => [...root.querySelectorAll(selector)];
  const input = (form, name) => form.querySelector(`input[name="${name}"]:checked`);
  const picked = (form, name) => input(form, name)?.value || '';
  const slot = (form, name) => form.querySelector(`[data-step="${name}"]`);
  let pointed = false;

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
  };
  const begin = form => draw(form, following(form));
  document.addEventListener('part', event => {
    for (const form of every('form[data-steps]', event.target)) {
      begin(form);
      if ('filled' in form.dataset) form.scrollIntoView({block: 'start'});
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
    const tab = event.target.closest('[data-tab]:not(body)');
    if (tab) {
      document.body.dataset.tab = tab.dataset.tab;
      for (const other of every('button[data-tab]')) other.setAttribute('aria-pressed', String(other === tab));
      scrollTo(0, 0);
    }
  });
  document.addEventListener('change', event => {
    const form = event.target.closest('form[data-steps]');
    if (form) draw(form, pointed || !wanted(form, form.dataset.open) ? following(form) : form.dataset.open);
  });

  // Enter takes a choice and goes on; arrows choose within a group, as radio buttons do.
  document.addEventListener('keydown', event => {
    const chip = event.target.closest('[data-pick] input[type=radio]'), cell = event.target.closest('button.cell');
    if (event.key !== 'Tab') pointed = false;
    if (chip && chip.form.matches('[data-steps]') && event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      chip.checked = true;
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
