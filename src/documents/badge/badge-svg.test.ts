import measure from 'anafanafo';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { BADGE_WIDTHS } from '../../data/read/badge-widths.ts';
import { type HexColor, parseHexColor } from '../../values/color.ts';
import {
  type BadgeLabel,
  type BadgeScore,
  type BadgeSize,
  type BadgeTheme,
  badge,
  parseBadgeLabel,
  textWidth,
} from './badge-svg.ts';

const THEMES: readonly BadgeTheme[] = ['dark', 'light'];
const SIZES: readonly BadgeSize[] = ['normal', 'compact'];
const VARIANTS = THEMES.flatMap((theme) => SIZES.map((size) => ({ theme, size })));
const SCORES = [0, 7, 49, 50, 79, 80, 100];

function scored(score: number): BadgeScore {
  return { score, rubricVersion: 3, verdict: null, few: null, finishedAt: '2026-01-02T23:59:59.999Z' };
}

function label(text: string): BadgeLabel {
  const parsed = parseBadgeLabel(text);
  if (parsed === null) throw new Error(`${text} is not a label.`);
  return parsed;
}

function color(text: string): HexColor {
  const parsed = parseHexColor(text);
  if (parsed === null) throw new Error(`${text} is not a colour.`);
  return parsed;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Every element, with its own text. */
function listElements(svg: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element = { name, attributes, text: '' };
        elements.push(element);
        open.push(element);
      },
      ontext: (text) => {
        const last = open.at(-1);
        if (last !== undefined) last.text += text;
      },
      onclosetag: () => open.pop(),
    },
    { xmlMode: true },
  );
  parser.end(svg);
  expect(open).toEqual([]);
  return elements;
}

interface Shown {
  readonly width: number;
  readonly parts: readonly {
    text: string;
    color: string;
    background: string;
    from: number;
    to: number;
    box: number[];
  }[];
}

/** What can be read, where, on what, from the SVG alone. */
function shown(svg: string): Shown {
  const elements = listElements(svg);
  const width = Number(elements[0]?.attributes['width']);
  const paths = elements.filter(({ name }) => name === 'path');
  const seam = Number(/^M(\d+) 0/.exec(paths[0]?.attributes['d'] ?? '')?.[1]);
  const texts = elements.filter(({ name, attributes }) => name === 'text' && !('fill-opacity' in attributes));
  return {
    width,
    parts: texts.map(({ text, attributes }, i) => {
      const middle = Number(attributes['x']) / 10;
      const half = Number(attributes['textLength']) / 20;
      return {
        text,
        color: attributes['fill'] ?? '',
        background: paths[i]?.attributes['fill'] ?? '',
        from: middle - half,
        to: middle + half,
        box: i === 0 ? [0, seam] : [seam, width],
      };
    }),
  };
}

/** WCAG 2.2: contrast ratio of two colours. */
function contrast(one: string, other: string): number {
  const luminance = (text: string) =>
    [0.2126, 0.7152, 0.0722]
      .map((share, i) => {
        const channel = Number.parseInt(text.slice(1 + 2 * i, 3 + 2 * i), 16) / 255;
        return share * (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
      })
      .reduce((sum, part) => sum + part, 0);
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each(VARIANTS)('the $size badge of theme $theme', (style) => {
  test.each(SCORES)('prints the score %i, readably, inside its box', (score) => {
    const { parts } = shown(badge('example.com', scored(score), style));
    expect(parts.map(({ text }) => text)).toEqual(['AEO', style.size === 'compact' ? `${score}` : `${score}/100`]);
    for (const part of parts) expect(contrast(part.color, part.background)).toBeGreaterThanOrEqual(4.5);
  });

  test('says so when there is no score, readably', () => {
    const { parts } = shown(badge('example.com', null, style));
    expect(parts.map(({ text }) => text)).toEqual(['AEO', 'not audited']);
    for (const part of parts) expect(contrast(part.color, part.background)).toBeGreaterThanOrEqual(4.5);
    const [, red, green, blue] = /^#(..)(..)(..)$/.exec(parts[1]?.background ?? '') ?? [];
    const channels = [red, green, blue].map((channel) => Number.parseInt(channel ?? '', 16));
    expect(Math.max(...channels) - Math.min(...channels)).toBeLessThan(0x10);
  });

  test('has one colour for each band of scores', () => {
    const findBackground = (score: number) => shown(badge('example.com', scored(score), style)).parts[1]?.background;
    expect(findBackground(0)).toBe(findBackground(49));
    expect(findBackground(50)).toBe(findBackground(79));
    expect(findBackground(80)).toBe(findBackground(100));
    const unknown = shown(badge('example.com', null, style)).parts[1]?.background;
    expect(new Set([unknown, ...[0, 50, 80].map(findBackground)]).size).toBe(4);
  });

  test('tells all of it to who cannot see it', () => {
    const [svg, title] = listElements(badge('example.com', scored(91), style));
    const sentence = 'example.com: AEO score 91 of 100, good (rubric version 3, audited 2026-01-02)';
    expect(svg).toMatchObject({ name: 'svg', attributes: { role: 'img', 'aria-label': sentence, height: '20' } });
    expect(title).toMatchObject({ name: 'title', text: sentence });
    expect(listElements(badge('example.com', null, style))[1]?.text).toBe('example.com: AEO not audited');
  });

  test('says of how many pages a score without a verdict is', () => {
    const few = { ...scored(97), verdict: 'unknown' as const, few: { judged: 1, chosen: 5 } };
    const svg = badge('example.com', few, style);
    expect(shown(svg).parts[1]?.text).toBe(style.size === 'compact' ? '97' : '97, 1 of 5 pages');
    expect(listElements(svg)[1]?.text).toContain('AEO score 97 of 100, too few pages read, 1 of 5 chosen pages (');
  });

  test('keeps the longest texts under 2 KB and inside their boxes', () => {
    for (const character of ['"', 'W', '&', '🚀', '漢', 'é', 'ﷺ']) {
      const svg = badge(`${'a'.repeat(249)}.com`, scored(100), {
        ...style,
        label: label(character.repeat(32)),
        labelColor: color('#abcdef'),
        color: color('#123456'),
      });
      expect(Buffer.byteLength(svg)).toBeLessThan(2048);
      expectInside(shown(svg));
    }
  });

  test('has no script, no link, no style sheet, and nothing from elsewhere', () => {
    const svg = badge('example.com', scored(91), { ...style, label: label('<a href="//evil.example">') });
    const elements = listElements(svg);
    expect(new Set(elements.map(({ name }) => name))).toEqual(
      new Set(['svg', 'title', 'linearGradient', 'stop', 'path', 'rect', 'g', 'text']),
    );
    for (const { attributes } of elements) {
      for (const [name, value] of Object.entries(attributes)) {
        expect(name).not.toMatch(/^on|href|style|src/);
        if (name !== 'xmlns') expect(value).not.toMatch(/:\/\//);
        if (value.includes('url(')) expect(value).toBe('url(#aeo)');
      }
    }
  });

  test('any colours are readable, and any label stays in its box and in its element', () => {
    const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => color(value.toString(16).padStart(6, '0')));
    const anyLabel = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map(parseBadgeLabel)
      .filter((parsed) => parsed !== null);
    fc.assert(
      fc.property(anyLabel, anyColor, anyColor, fc.integer({ min: 0, max: 100 }), (text, one, other, score) => {
        const custom = { ...style, label: text, labelColor: one, color: other };
        const drawn = shown(badge('example.com', scored(score), custom));
        expect(drawn.parts.map(({ background }) => background)).toEqual([one, other]);
        expect(drawn.parts[0]?.text).toBe(text);
        for (const part of drawn.parts) expect(contrast(part.color, part.background)).toBeGreaterThanOrEqual(4.5);
        expectInside(drawn);
      }),
      runs(100),
    );
  });
});

/** Texts are as wide as their widths say, and leave room at both ends of their boxes. */
function expectInside({ parts }: Shown): void {
  for (const { text, from, to, box } of parts) {
    expect(to - from).toBeCloseTo(textWidth(text), 0);
    expect(from - (box[0] ?? Number.NaN)).toBeGreaterThanOrEqual(2.9);
    expect((box[1] ?? Number.NaN) - to).toBeGreaterThanOrEqual(2.9);
  }
}

test('a compact badge is narrower', () => {
  for (const theme of THEMES) {
    for (const score of [null, ...SCORES.map(scored)]) {
      const measureWidth = (size: BadgeSize) => shown(badge('example.com', score, { theme, size })).width;
      expect(measureWidth('compact')).toBeLessThan(measureWidth('normal'));
    }
  }
});

test('a domain without a score stays grey, whatever colour was asked for', () => {
  const style = { theme: 'dark', size: 'normal' } as const;
  expect(badge('example.com', null, { ...style, color: color('f00') })).toBe(badge('example.com', null, style));
});

test('the mid greys that are hardest on text are readable', () => {
  for (const theme of THEMES) {
    for (let grey = 0x60; grey < 0x90; grey += 1) {
      const custom = color(grey.toString(16).repeat(3));
      const { parts } = shown(
        badge('example.com', scored(91), { theme, size: 'normal', labelColor: custom, color: custom }),
      );
      for (const part of parts) expect(contrast(part.color, part.background)).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test.each([
  ['AI answers', 'AI answers'],
  ['  padded ', 'padded'],
  ['e\u0301', 'é'],
  ['"><script>alert(1)</script>', '"><script>alert(1)</script>'],
  ['W'.repeat(32), 'W'.repeat(32)],
  ['🚀'.repeat(32), '🚀'.repeat(32)],
  ['W'.repeat(33), null],
  ['', null],
  ['  ', null],
  ['two\nlines', null],
  ['a\u0000', null],
  ['\u202eoverride', null],
  ['zero\u200bwidth', null],
  ['\ud800', null],
  ['\uffff', null],
  ['no\u00a0break', null],
])('the label %j is read as %j', (text, read) => {
  expect(parseBadgeLabel(text)).toBe(read);
});

test.each([
  ['0af', '#00aaff'],
  ['#0AF', '#00aaff'],
  ['00AAFF', '#00aaff'],
  ['#00aaff', '#00aaff'],
  ['', null],
  ['#', null],
  ['red', null],
  ['00aaf', null],
  ['00aaff80', null],
  ['##00aaff', null],
  ['#00aaff\n', null],
  ['#00aafg', null],
])('the colour %j is read as %j', (text, read) => {
  expect(parseHexColor(text)).toBe(read);
});

test.each([
  'AEO',
  'not audited',
  '100/100',
  'Größe & Maß — Zoë',
  'Łódź',
  'Ωμέγα',
  'Ёлка и йод',
  '~`!@#$%^&*()_+-={}[]|\\:";\'<>?,./',
  '“5 €” ™ №',
])('%s is as wide as the library of font metrics says', (text) => {
  expect(textWidth(text)).toBeCloseTo(measure(text, { font: '11px Verdana', guess: false }), 1);
});

test('every character of printable ASCII and of the table is measured', () => {
  const characters = [...Object.values(BADGE_WIDTHS).join('')];
  for (let code = 0x20; code < 0x7f; code += 1) expect(characters).toContain(String.fromCharCode(code));
  expect(new Set(characters).size).toBe(characters.length);
  for (const character of characters) {
    expect(textWidth(character), character).toBeCloseTo(measure(character, { font: '11px Verdana', guess: false }), 2);
  }
});

test.each([
  ['nothing', '', 0],
  ['an ideograph', '漢', 11],
  ['an emoji of two code units', '🚀', 11],
  ['kana with a sound mark', 'が', 11],
  ['a syllable of three letters', '한', 11],
  ['a letter that Verdana does not have', 'ש', 7],
  ['an accent apart from its letter', 'e\u0301', 6.55],
])('%s has a width too', (_what, text, width) => {
  expect(textWidth(text)).toBe(width);
});
