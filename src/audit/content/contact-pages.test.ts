import { expect, test } from 'vitest';
import { pageAt } from '../../../test/support/pages.ts';
import { withContactPages } from './contact-pages.ts';

const page = (path: string, html: string) =>
  pageAt(`https://example.com/${path}`, `<main><h1>${path}</h1>${html}</main>`);
const kindsOf = (...htmls: readonly string[]) =>
  withContactPages(htmls.map((html, i) => page(`p${i}`, html))).map(({ kind }) => kind);

const FIELDS = '<input name=name><input type=tel name=tel><textarea name=note></textarea>';
const FORM = `<p>Join the club.</p><form>${FIELDS}</form>`;
const REACH = '<p>Mail: pier@example.com, telephone: 53 85 50 80</p><p>Monday: 10-19</p>';
const TEXT = `<p>${'We mend ropes and sails of all sizes here. '.repeat(8)}</p>`;

test.each([
  FORM,
  `<p>Join us.</p><form><input id=a><select id=b></select><input type=date id=c></form>`,
  REACH,
  '<p><a href="mailto:pier@example.com">Write</a> or <a href="tel:+4553855080">call us</a></p>',
])('a short page of a form, or of an address and a number, is a contact page: %s', (html) => {
  expect(kindsOf(html)).toEqual(['contact']);
});

test.each([
  '<form><input type=search name=a><input type=hidden name=b><input type=submit name=c></form><input name=d>',
  `<div class="comment-respond"><form>${FIELDS}</form></div><p>We mend ropes.</p>`,
  `<footer><form>${FIELDS}</form></footer><p>We mend ropes.</p>`,
  `${TEXT}${TEXT}${TEXT}<form>${FIELDS}</form>`,
  TEXT + REACH,
  '<p>Mail: pier@example.com</p>',
  '<p>Posted by @pier.com on 2030-01-02 10:30:11</p>',
])('%s is none', (html) => {
  expect(kindsOf(html)).toEqual(['other']);
});

test('what three pages have is of their template', () => {
  expect(kindsOf(FORM, FORM)).toEqual(['contact', 'contact']);
  expect(kindsOf(FORM, FORM, FORM)).toEqual(['other', 'other', 'other']);
  expect(kindsOf(REACH, REACH, REACH)).toEqual(['other', 'other', 'other']);
});

test('pages that book one thing each with the same form are contact pages, if they say little of their own', () => {
  const kinds = (path: string, own: string) =>
    withContactPages(
      [2, 3, 5].map((room) => page(`${path}-${room}`, `<p>${room}</p>${own}${TEXT}${TEXT}${TEXT}${FORM}`)),
    )
      .map(({ kind }) => kind)
      .join();
  expect(kinds('buchen-zimmer', '')).toBe('contact,contact,contact');
  expect(kinds('zimmer', '')).toBe('other,other,other');
  const one = page('book-room-2', `${TEXT}${TEXT}${TEXT}${FORM}`);
  expect(withContactPages([one]).map(({ kind }) => kind)).toEqual(['other']);
  expect(withContactPages([page('room-booking', FORM), page('book-of-tides', TEXT)]).map(({ kind }) => kind)).toEqual([
    'contact',
    'other',
  ]);
});
