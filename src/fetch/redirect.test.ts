import { expect, test } from 'vitest';
import { isRedirect, redirectFrom } from './redirect.ts';

const from = new URL('https://site.example/a');
const visited = (count: number) => new Set(Array.from({ length: count }, (_, i) => `https://site.example/${i}`));

test.each([300, 304, 305, 306, 309, 200, null])('%j is no redirect', (status) => {
  expect(isRedirect(status)).toBe(false);
});

test.each([301, 302, 303, 307, 308])('%d is one', (status) => expect(isRedirect(status)).toBe(true));

test.each([
  [['/b'], 5, 'https://site.example/b'],
  [['//other.example/#part'], 1, 'https://other.example/'],
])('%j leads on after %d URLs', (locations, count, href) => {
  const redirect = redirectFrom(from, locations, visited(count));
  expect(redirect).toMatchObject({ ok: true, location: locations[0] });
  expect(redirect.ok && redirect.url.href).toBe(href);
});

test.each<[readonly string[], number, string, string]>([
  [[], 1, 'bad_redirect', 'sent a redirect that does not say where to.'],
  [[''], 1, 'bad_redirect', 'sent a redirect that does not say where to.'],
  [['/b', '/c'], 1, 'bad_redirect', 'sent a redirect to several places at once.'],
  [['https://['], 1, 'bad_redirect', 'sent a redirect to something that is not a URL.'],
  [['/0#again'], 1, 'redirect_loop', 'sent a redirect back to a URL that led to it.'],
  [['/b'], 6, 'too_many_redirects', 'sent another redirect after 5 had been followed.'],
])('%j leads nowhere after %d URLs: %s', (locations, count, kind, what) => {
  expect(redirectFrom(from, locations, visited(count))).toEqual({
    ok: false,
    failure: { kind, stage: null, limit: null, vendor: null, message: `site.example ${what}` },
  });
});
