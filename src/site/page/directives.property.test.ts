import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { DIRECTIVE_WORDS } from '../../../test/support/words.ts';
import { readPage } from '../html/read-page.ts';
import { directivesFor, effectiveDirectives } from './directives.ts';

const NO_FACTS = readPage('', 'https://example.com/');

test('any header and meta give directives with a name, in force only for whom they are addressed to', () => {
  fc.assert(
    fc.property(
      mangled(DIRECTIVE_WORDS),
      mangled(DIRECTIVE_WORDS),
      fc.constantFrom('robots', 'googlebot', 'GPTBot', 'viewport'),
      (header, content, name) => {
        const facts = {
          ...NO_FACTS,
          metas: [{ key: name.toLowerCase(), attribute: 'name' as const, content, line: 1 }],
        };
        const directives = effectiveDirectives({ 'x-robots-tag': header }, facts);
        for (const { name: directive, agent } of directives) {
          expect(directive).toBe(directive.trim().toLowerCase());
          expect(directive).not.toBe('');
          expect(agent).not.toBe('');
        }
        for (const agent of ['*', 'GPTBot', 'googlebot']) {
          const { maxSnippet, ...inForce } = directivesFor(directives, agent);
          for (const directive of [...Object.values(inForce), maxSnippet?.directive ?? null]) {
            if (directive !== null) expect(['*', agent.toLowerCase()]).toContain(directive.agent);
          }
        }
      },
    ),
    runs(500),
  );
});

test('directives that are written are read back, for the agent that they are addressed to', () => {
  const known = fc.constantFrom('noindex', 'nofollow', 'none', 'nosnippet', 'noarchive', 'max-snippet: 20');
  fc.assert(
    fc.property(
      fc.array(known, { minLength: 1 }),
      fc.constantFrom('', 'gptbot: ', 'GPTBot:'),
      fc.constantFrom(',', ', ', ' ,\t'),
      (list, agent, comma) => {
        const read = effectiveDirectives({ 'x-robots-tag': agent + list.join(comma) }, NO_FACTS);
        expect(read.map(({ name, value }) => (value === null ? name : `${name}: ${value}`))).toEqual(list);
        expect(new Set(read.map((one) => one.agent))).toEqual(new Set([agent === '' ? '*' : 'gptbot']));
      },
    ),
    runs(),
  );
});
