"""What is asked of a page as it stands in a browser; each check gives what is wrong, line by line."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from sleuth.show.svg.palette import contrast

AXE = Path(sys.prefix) / "axe.min.js"
LEAST_CONTRAST = 4.5


def grave(driver: Chrome) -> list[str]:
    """What axe-core calls serious or critical."""
    if not driver.execute_script("return 'axe' in window"):
        driver.execute_script(AXE.read_text(encoding="utf-8"))
    return list(driver.execute_async_script(GRAVE))


def require_axe() -> None:
    """Skip the test where axe-core is not there."""
    if not AXE.is_file():
        pytest.skip(f"there is no {AXE.name} here (make axe)")


def sideways(driver: Chrome) -> list[str]:
    """What is wider than the screen, or scrolls sideways and is no row of chips."""
    return list(driver.execute_script(SIDEWAYS))


def headings(driver: Chrome) -> list[str]:
    """The levels of the headings, if there is not one first of all or one is left out; a language but English."""
    levels, language = driver.execute_script(HEADINGS)
    steps = all(after - before <= 1 for before, after in pairwise(levels))
    faults = [] if levels.count(1) == 1 and levels[0] == 1 and steps else [str(levels)]
    return [*faults, *([f"the language is {language!r}"] if language != "en" else [])]


def nameless(driver: Chrome) -> list[str]:
    """What can be used and has no name."""
    return list(driver.execute_script(NAMELESS))


def small(driver: Chrome) -> list[str]:
    """What is too small for a finger: keys, the squares of large boards and the sheet of a notebook may be smaller."""
    return list(driver.execute_script(SMALL))


def sizeless(driver: Chrome) -> list[str]:
    """What can be used and is shown, and has no width or no height: nobody sees it, and nobody can press it."""
    return list(driver.execute_script(SIZELESS))


def covered(driver: Chrome) -> list[str]:
    """What can be used and cannot be pressed in its middle, since something else lies there."""
    return list(driver.execute_script(COVERED))


def faint(driver: Chrome) -> list[str]:
    """The text that is hard to read on what lies under it."""
    texts = driver.execute_script(TEXTS)
    return [f"{text}: {ink} on {paper}" for text, ink, paper in texts if contrast(ink, paper) < LEAST_CONTRAST]


GRAVE = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ['violations']}).then(report => done(report.violations
  .filter(one => ['serious', 'critical'].includes(one.impact))
  .flatMap(one => one.nodes.map(node => `${one.id} (${one.help}): ${node.html.slice(0, 200)}`))
), error => done([String(error)]));
"""
SIDEWAYS = """
const whole = document.documentElement.scrollWidth, width = screen.width;
return [...(whole > width ? [`the page: ${whole}`] : []), ...[...document.querySelectorAll('body *')].filter(
  e => e.scrollWidth > e.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)
    && e.checkVisibility() && !e.matches('input,textarea,pre,.chips')
).map(e => e.className + ': ' + e.innerText.slice(0, 200))];
"""
HEADINGS = """
return [
  [...document.querySelectorAll('h1,h2,h3,h4')].filter(e => !e.closest('[hidden]')).map(e => +e.tagName[1]),
  document.documentElement.lang
];
"""
NAMELESS = """
return [...document.querySelectorAll('main a, main button, main input:not([type=hidden]), main select, main textarea')]
  .filter(e => e.checkVisibility() && !e.ariaHidden)
  .filter(e => !(e.innerText || e.textContent || '').trim() && !e.labels?.length && !e.ariaLabel)
  .map(e => e.outerHTML);
"""
SMALL = """
const pressed = 'button, summary, .btn, .chip, nav a, header a, .board[data-ask] .press';
const squares = e => e.closest('svg')?.querySelectorAll('rect').length || 0;
const least = e => e.matches('.board [data-key], .keys *') ? [33, 44] : squares(e) > 40 ? [30, 30]
  : e.closest('table') ? [28, 28] : e.closest('p') ? [0, 20] : [44, 44];
return [...document.querySelectorAll(pressed)].filter(e => e.checkVisibility() && !e.closest('.sr')).flatMap(e => {
  const {width, height} = e.getBoundingClientRect(), [wide, high] = least(e);
  const name = e.textContent.trim().slice(0, 20) || e.getAttribute('aria-label');
  const small = width && (width < wide - .5 || height < high - .5);
  return small ? [`${name}: ${width.toFixed(0)} x ${height.toFixed(0)}`] : [];
});
"""
SIZELESS = """
const used = 'a[href], button, summary, input:not([type=hidden]), select, textarea, .board[data-ask] .press';
return [...document.querySelectorAll(used)].filter(e => e.checkVisibility()).flatMap(e => {
  const {width, height} = e.getBoundingClientRect();
  const name = e.getAttribute('aria-label') || e.textContent.trim() || e.name;
  return width > 0 && height > 0 ? [] : [`${name.slice(0, 60)}: ${width.toFixed(0)} x ${height.toFixed(0)}`];
});
"""
COVERED = """
const used = 'a[href], button, summary, input:not([type=hidden]), select, textarea';
const shown = e => e.checkVisibility({opacityProperty: true}) && !e.closest('.sr');
const faults = [...document.querySelectorAll(used)].filter(shown).flatMap(e => {
  e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
  const [{left, top, width, height}] = e.getClientRects();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!width || !height || !there || e.contains(there) || there.closest('label')?.control === e) return [];
  const name = e.getAttribute('aria-label') || e.textContent.trim() || e.name;
  return [`${name.slice(0, 60)}: ${there.outerHTML.slice(0, 120)}`];
});
scrollTo(0, 0);
return faults;
"""
TEXTS = """
const hex = c => {
  const m = c.match(/[\\d.]+/g).map((v, i) => c.startsWith('color(') && i < 3 ? 255 * v : Number(v));
  if (m.length > 3 && m[3] === 0) return null;
  return '#' + m.slice(0, 3).map(v => Math.round(v).toString(16).padStart(2, '0')).join('');
};
const under = e => {
  for (; e; e = e.parentElement) { const c = hex(getComputedStyle(e).backgroundColor); if (c) return c; }
  return '#ffffff';
};
return [...document.querySelectorAll('body *')].filter(
  e => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !e.closest('svg,.sr,.skip,noscript,:disabled,[aria-disabled=true]')
    && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
).map(e => [e.textContent.trim().slice(0, 40), hex(getComputedStyle(e).color) || '#000000', under(e)]);
"""
