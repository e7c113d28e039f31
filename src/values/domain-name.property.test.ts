import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mangled } from '../../test/support/arbitraries.ts';
import { runs } from '../../test/support/properties.ts';
import { DOMAIN_WORDS } from '../../test/support/words.ts';
import { isDomainName, parseDomainName } from './domain-name.ts';

describe('any text', () => {
  test('is a public host name in the form that it keeps, or refused in one sentence', () => {
    fc.assert(
      fc.property(mangled(DOMAIN_WORDS, 8), (text) => {
        const parsed = parseDomainName(text);
        if (!parsed.ok) {
          expect(parsed.problem).toMatch(/^[^\n]+\.$/);
          expect(parsed.problem.length).toBeLessThan(250);
          return;
        }
        const { domain } = parsed;
        expect(domain).toMatch(/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]+$/);
        expect(isIP(domain)).toBe(0);
        expect(new URL(`https://${domain}/`).hostname).toBe(domain);
        expect(parseDomainName(domain)).toEqual(parsed);
      }),
      runs(3_000),
    );
  });

  test('is also where private targets are allowed what a URL has for its host', () => {
    fc.assert(
      fc.property(mangled(DOMAIN_WORDS, 8), (text) => {
        const parsed = parseDomainName(text, { allowPrivate: true });
        if (!parsed.ok) return;
        const url = new URL(`ws://${parsed.domain}/`);
        expect(`${url.hostname}${url.port === '' ? '' : `:${url.port}`}`).toBe(parsed.domain.replace(/:80$/, ''));
        expect(parseDomainName(parsed.domain, { allowPrivate: true })).toEqual(parsed);
        expect(isDomainName(parsed.domain)).toBe(true);
      }),
      runs(1_000),
    );
  });
});

test('a name is the same in upper case, with a dot at its end, as a URL and among white space', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,10}$/);
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
      const name = `${labels.join('.')}.com`;
      const expected = { ok: true, domain: name };
      for (const text of [name, name.toUpperCase(), `${name}.`, `https://${name}/`, ` ${name}\n`]) {
        expect(parseDomainName(text)).toEqual(expected);
      }
    }),
    runs(),
  );
});
