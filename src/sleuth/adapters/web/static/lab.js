// The lab: another game brings other fields, figures go to the clipboard as pictures.
'use strict';
document.addEventListener('change', event => {
  const field = event.target.closest('[data-pick]');
  if (field) send(field.form.getAttribute('action'), field.form, {act: 'pick'});
});
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
    const svg = await (await fetch(figure.dataset.copyFigure)).text();
    try {
      await navigator.clipboard.write([new ClipboardItem({'image/png': await pictureOf(svg)})]);
      toast('Copied as a picture.');
    } catch {
      navigator.clipboard?.writeText(svg).then(() => toast('Copied as SVG.'), () => toast('This browser does not let pages copy. Take the SVG file.'));
    }
  }
  if (event.target.closest('[data-copy-address]')) navigator.clipboard?.writeText(location.href).then(() => toast('Copied.'), () => toast(location.href));
});
