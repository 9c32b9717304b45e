// A room: its parts come anew whenever somebody guesses; the clock goes on; full screen.
'use strict';
document.addEventListener('DOMContentLoaded', () => {  // page.js is there by then
  const room = one('[data-live]');
  if (!room) return;
  let ahead = room.dataset.now ? room.dataset.now * 1000 - Date.now() : 0;  // of this clock, the server's is
  const mine = () => {
    const me = room.dataset.me;
    if (me) for (const item of all('[data-name]', room)) item.classList.toggle('me', item.dataset.name === me);
  };
  const tick = () => {
    for (const clock of all('[data-clock]')) {
      const end = clock.dataset.ended ? clock.dataset.ended * 1000 : Date.now() + ahead;
      const seconds = Math.max(0, Math.floor((end - clock.dataset.begun * 1000) / 1000));
      const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60, text = String(seconds % 60).padStart(2, '0');
      clock.textContent = hours ? `${hours}:${String(minutes).padStart(2, '0')}:${text}` : `${minutes}:${text}`;
    }
  };
  const solved = () => new Set(all('.live li.solved').map(item => item.dataset.name));
  const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
  const stop = new AbortController();
  addEventListener('pagehide', () => stop.abort());
  addEventListener('pageshow', event => { if (event.persisted) location.reload(); });
  const follow = async () => {
    for (let failures = 0; !stop.signal.aborted;) {
      const version = one('[data-version]')?.dataset.version || 0;
      const url = new URL(one('[data-live]').dataset.live, location);
      url.searchParams.set('after', version);
      try {
        const reply = await fetch(url, {signal: stop.signal});
        if (reply.status === 404) return;  // the room has ended
        if (!reply.ok) throw new Error(reply.status);
        failures = 0;
        if (reply.status === 204) continue;
        const text = await reply.text(), before = solved();
        ahead = reply.headers.get('X-Now') * 1000 - Date.now();
        if (Number(one('[data-version]')?.dataset.version || 0) > Number(version)) continue;  // what was pressed brought it
        fill(text, typedNow());
        for (const item of all('.live li.solved')) if (!before.has(item.dataset.name)) item.classList.add('pulse');
        mine(); tick();
        await sleep(150);  // of many guesses at once, one picture
      } catch {
        if (stop.signal.aborted) return;
        await sleep(Math.min(5000, 500 * 2 ** failures++));
      }
    }
  };
  document.addEventListener('click', event => {
    if (!event.target.closest('[data-full]')) return;
    if (document.fullscreenElement) document.exitFullscreen(); else document.documentElement.requestFullscreen?.();
  });
  document.addEventListener('part', () => { mine(); tick(); });
  mine(); tick();
  setInterval(tick, 1000);
  follow();
});
