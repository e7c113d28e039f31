import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const readText = (html: string) => readPage(html, 'https://example.com/page').text;
const BUTTON = '<button>Yes</button>';

describe('what lies over a page is not its text', () => {
  test.each([
    ['id=consent', BUTTON],
    ['class="gdpr"', '<a href="#">Fine</a>'],
    ['id=cookie', '<span class="close">×</span>'],
    ['class="age-gate"', BUTTON],
    ['id="ageVerification"', '<a role=button href="/in">Enter</a>'],
    ['class="modal"', BUTTON],
    ['class="welcome-popup"', BUTTON],
    ['class="p-4 fixed bottom-4 right-0"', BUTTON],
  ])('a wall or window: <div %s>', (names, control) => {
    expect(readText(`<div ${names}><p>Please read this first. ${control}</div><h1>Tides</h1><p>High and low.`)).toBe(
      'Tides\nHigh and low.',
    );
  });

  test('a wall has a heading of its own', () => {
    const wall = `<div class="age-gate"><h1>Are you 18?</h1><p>Only adults may read on.</p>${BUTTON}</div>`;
    expect(readText(`${wall}<p>High and low.`)).toBe('High and low.');
  });

  test.each(['offcanvas', 'mobile-menu', 'off-canvas'])('a menu that is not shown at first: %s', (name) => {
    expect(readText(`<div class="${name}"><b>Menu</b><ul><li>Home<li>Tides</ul></div><p>High and low.`)).toBe(
      'High and low.',
    );
  });
});

describe('what only has such a name is text', () => {
  const goods = '<h2>Cookies</h2><p>Baked daily.</p><button>Into the basket</button>';
  test.each([
    ['a section without a control', '<div id="consent"><p>Consent of patients.</p></div>', 'Consent of patients.'],
    ['goods', `<div class="cookies">${goods}</div>`, 'Cookies\nBaked daily.'],
    ['one of the goods', `<div class="cookie">${goods}</div>`, 'Cookies\nBaked daily.'],
    ['the content of the page', `<div class="gdpr"><main><p>All.</p>${BUTTON}</main></div>`, 'All.'],
    [
      'a part of an article',
      `<article><p>Ask.</p><div id="consent"><p>Form.</p>${BUTTON}</div></article>`,
      'Ask.\nForm.',
    ],
    ['a card with the only h1', `<div class="modal"><h1>Log in</h1><p>Welcome.</p>${BUTTON}</div>`, 'Log in\nWelcome.'],
    [
      'a window that a control of the page opens',
      `<button data-bs-target="#w">More</button><div class="modal" id="w"><p>Details.</p>${BUTTON}</div>`,
      'Details.',
    ],
    ['what fills the window', `<div class="fixed top-0 bottom-0"><p>All.</p>${BUTTON}</div>`, 'All.'],
    ['what is around a menu', '<div class="off-canvas-wrapper"><p>All.</p></div>', 'All.'],
    [
      'a menu with a paragraph',
      `<div class="mobile-menu"><p>${'High water comes twice a day. '.repeat(4)}</p></div>`,
      'High water comes twice a day. '.repeat(4).trim(),
    ],
  ])('%s', (_, html, text) => expect(readText(html)).toBe(text));
});
