import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { anyText, mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { parseHexColor } from '../../values/color.ts';
import { badge, parseBadgeLabel } from './badge-svg.ts';

/** The names of the elements of a well-formed XML document. @throws Error on one that is not */
function listElements(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => names.push(name));
  parser.write(xml).close();
  return names;
}

const PARTS = [
  'svg',
  'title',
  'linearGradient',
  'stop',
  'stop',
  'stop',
  'stop',
  'path',
  'path',
  'rect',
  'g',
  'text',
  'text',
  'text',
  'text',
];

describe('any text', () => {
  test('is a colour of six digits, or none', () => {
    fc.assert(
      fc.property(fc.oneof(mangled(['#', 'f', '0', 'A', 'g', 'fff', '123456']), anyText), (text) => {
        const color = parseHexColor(text);
        if (color === null) return;
        expect(color).toMatch(/^#[0-9a-f]{6}$/);
        expect(parseHexColor(color)).toBe(color);
        expect(parseHexColor(color.slice(1).toUpperCase())).toBe(color);
      }),
      runs(1_000),
    );
  });

  test('is a label of one line, or none', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const label = parseBadgeLabel(text);
        if (label === null) return;
        expect(label).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(parseBadgeLabel(label)).toBe(label);
      }),
      runs(1_000),
    );
  });
});

test('any badge is one picture of well-formed XML under 2 KB, whatever its label and domain', () => {
  const style = fc.record({
    theme: fc.constantFrom('dark', 'light'),
    size: fc.constantFrom('normal', 'compact'),
    label: anyText.map((text) => parseBadgeLabel(text.slice(0, 16)) ?? parseBadgeLabel('<"&\'>') ?? undefined),
    color: fc.stringMatching(/^[0-9a-f]{6}$/).map((text) => parseHexColor(text) ?? undefined),
  });
  const scored = fc.option(
    fc.record({
      score: fc.nat(100),
      rubricVersion: fc.constant(2),
      verdict: fc.constantFrom(null, 'good' as const, 'middling' as const, 'poor' as const),
      few: fc.constantFrom(null, { judged: 12, chosen: 25 }),
      finishedAt: fc.constant('2026-11-01T00:00:00.000Z'),
    }),
  );
  fc.assert(
    fc.property(fc.domain(), scored, style, (domain, score, { label, color, ...rest }) => {
      const svg = badge(domain, score, {
        ...rest,
        ...(label === undefined ? {} : { label }),
        ...(color === undefined ? {} : { color }),
      });
      expect(listElements(svg)).toEqual(PARTS);
      if (domain.length < 100) expect(Buffer.byteLength(svg)).toBeLessThan(2_048);
    }),
    runs(),
  );
});
