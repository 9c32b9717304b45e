// The lab: another game brings other fields, figures go to the clipboard as pictures.
'use strict';
const refusal = async reply => (await reply?.json().catch(() => null))?.error || 'The server does not answer. Try again in a moment.';
// It does not wait for a study that is under way; and whoever begins another study no longer wants that one.
document.addEventListener('change', async event => {
  const form = event.target.closest('[data-pick]')?.form;
  if (!form) return;
  const reply = await fetch(form.getAttribute('action'), {method: 'POST', body: bodyOf(form, {act: 'pick'})}).catch(() => null);
  if (!reply?.ok || reply.headers.get('X-Refused')) { toast(await refusal(reply)); return; }
  fill(await reply.text(), typedNow());
});
document.addEventListener('submit', event => { if (event.target.id === 'lab-form') running?.abort(); }, true);
const pictureOf = async svg => {
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
  await image.decode();
  const [, , width, height] = /viewBox="([\d. ]+)"/.exec(svg)[1].split(' ').map(Number);
  const canvas = document.createElement('canvas');
  canvas.width = 3 * width; canvas.height = 3 * height;
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
};
document.addEventListener('click', async event => {
  const figure = event.target.closest('[data-copy-figure]');
  if (figure) {
    const reply = await fetch(figure.dataset.copyFigure).catch(() => null);
    if (!reply?.ok) { toast(await refusal(reply)); return; }
    const svg = await reply.text();
    try {
      await navigator.clipboard.write([new ClipboardItem({'image/png': await pictureOf(svg)})]);
      toast('Copied as a picture.');
    } catch {
      copyText(svg, 'Copied as SVG.');
    }
  }
  if (event.target.closest('[data-copy-address]')) copyText(location.href);
});
