import { expect, test } from 'vitest';
import { looksLikeHtml } from './html-shape.ts';

test.each([
  ['a doctype', '<!DOCTYPE html><title>Not found</title>'],
  ['a doctype after a byte order mark and white space', '\ufeff\n  <!doctype html>\n<html>'],
  ['a page after a comment', '<!-- build 42 -->\n<!-- cached -->\n<html lang="en"><body>'],
  ['XHTML after its declaration', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">'],
  ['upper-case tags', '<HTML><BODY>gone</BODY></HTML>'],
  ['a shell without a doctype', '<script src="/a.js"></script><div id="root"></div>'],
  ['a fragment', '<div class="error">Page not found</div>'],
  ['a fragment that ends as a page', '<center><h1>404</h1></center>\n- nginx\n</body></html>'],
])('takes %s for HTML', (_, body) => {
  expect(looksLikeHtml(body)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a title', '# Example\n\n> About it\n'],
  ['a comment and then a title', '<!-- generated 2030-01-01 -->\n# Example\n\n- [Docs](https://example.com/docs)'],
  ['a comment that never ends', '<!-- # Example'],
  ['Markdown that begins with a centred logo', '<p align="center"><img src="a.png"></p>\n\n# Example\n'],
  ['Markdown that shows HTML', '# Example\n\n```html\n<!DOCTYPE html><html></html>\n```\n'],
  ['robots.txt', 'User-agent: *\nDisallow: /\n'],
  ['robots.txt with a comment that names HTML', '# <html>\nUser-agent: *\n'],
  ['an autolink', '<https://example.com>\n'],
  ['an unknown tag', '<https\n'],
])('takes %s for text', (_, body) => {
  expect(looksLikeHtml(body)).toBe(false);
});

test('is quick with a body of nothing but white space or comments', () => {
  expect(looksLikeHtml(' '.repeat(5_000_000))).toBe(false);
  expect(looksLikeHtml('<!---->'.repeat(1_000_000))).toBe(false);
});
