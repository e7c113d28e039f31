import { describe, expect, test } from 'vitest';
import { readPage } from '../html/read-page.ts';
import { isErrorPage, pageHash } from './error-page.ts';

const facts = (html: string) => readPage(html, 'https://example.com/x');
const titled = (title: string, body = '<p>Go back to the home page.') => facts(`<title>${title}</title>${body}`);

describe('an error page', () => {
  test.each([
    '404',
    'Error 404',
    '404 Not Found',
    '404: This page could not be found',
    'Page not found – Acme',
    'Acme | Page Not Found',
    'Seite nicht gefunden - Acme',
    'Page introuvable | Acme',
    'Página no encontrada | Acme',
    'Acme — Página não encontrada',
    'Pagina non trovata · Acme',
    'Pagina niet gevonden',
    'Sayfa bulunamadı',
    'ページが見つかりません | Acme',
    '페이지를 찾을 수 없습니다',
    '页面不存在 - Acme',
    'خطأ 404 | الصفحة غير موجودة',
    'Страница не найдена — Acme',
    'Сторінку не знайдено | Acme',
    'Nie znaleziono strony | Acme',
    'Stránka nenalezena',
    'Sidan hittades inte - Acme',
    'הדף לא נמצא | Acme',
    'Không tìm thấy trang',
    'Chyba 404',
  ])('says so in its title: %s', (title) => {
    expect(isErrorPage(titled(title), null)).toBe(true);
  });

  test('says so in its first H1', () => {
    expect(isErrorPage(titled('Acme', '<h1>Oops! That page can’t be found.</h1>'), null)).toBe(true);
  });

  test.each(['Page not found – Acme', '未找到页面 – Acme', 'ページが見つかりません | Acme'])(
    'may have a long menu in its text: %s',
    (title) => {
      const menu = `<div>${'<a href="/x">Products and services</a> '.repeat(120)}</div>`;
      expect(isErrorPage(titled(title, menu), null)).toBe(true);
    },
  );

  test('is the page that a URL without a page gives', () => {
    const given = titled('Acme', '<p>We looked everywhere.');
    expect(isErrorPage(titled('Acme', '<p>We looked everywhere.'), pageHash(given))).toBe(true);
    expect(isErrorPage(titled('Acme', '<p>We looked at you.'), pageHash(given))).toBe(false);
    expect(isErrorPage(titled('About', '<p>We looked everywhere.'), pageHash(given))).toBe(false);
  });
});

describe('no error page', () => {
  test.each(['404 Media', 'How to fix error 404', 'Lost and found', 'Acme', 'Errors', ''])(
    'is one titled %j',
    (title) => expect(isErrorPage(titled(title), null)).toBe(false),
  );

  test('is a long text about an error', () => {
    const long = `<p>${'The server found nothing at this address. '.repeat(40)}`;
    expect(isErrorPage(titled('404 Not Found | HTTP reference', long), null)).toBe(false);
    expect(isErrorPage(titled('Acme | Page not found', long), null)).toBe(false);
  });
});
