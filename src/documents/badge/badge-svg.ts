import { count } from '../../audit/formatting.ts';
import { BADGE_WIDTHS } from '../../data/read/badge-widths.ts';
import { contrast, type HexColor, hex, MIN_CONTRAST } from '../../values/color.ts';
import type { FewPages } from '../pages-read.ts';
import { storedVerdict, VERDICT_NAMES, type Verdict } from '../verdict.ts';
import { type Markup, xml } from '../xml.ts';

export type BadgeSize = 'normal' | 'compact';

/** Result of a finished live audit of a domain. */
export interface BadgeScore {
  /** 0 to 100. */
  readonly score: number;
  readonly rubricVersion: number;
  /** Null for audits before verdicts were stored: theirs follows the score. */
  readonly verdict: Verdict | null;
  /** When the audit finished: ISO 8601 UTC. */
  readonly finishedAt: string;
  /** Null where at least half of the chosen pages could be judged. */
  readonly few: FewPages | null;
}

export interface BadgeStyle {
  readonly theme: BadgeTheme;
  readonly size: BadgeSize;
  /** What is before the score, instead of `AEO`. */
  readonly label?: BadgeLabel;
  readonly labelColor?: HexColor;
  /** Of the score, instead of its band's. */
  readonly color?: HexColor;
}

declare const checked: unique symbol;

/** One line of 1 to 32 printable characters, in Unicode's form NFC. */
export type BadgeLabel = string & { readonly [checked]: 'BadgeLabel' };

const MAX_LABEL_LENGTH = 32;
/** Between a part's text and its ends, in pixels; the text is nearer to the seam than to the rim. */
const PADDING: Readonly<Record<BadgeSize, { rim: number; seam: number }>> = {
  normal: { rim: 6, seam: 4 },
  compact: { rim: 4, seam: 3 },
};

/** Reads a label; null when it is empty, too long, or has what cannot be seen in one line of text. */
export function parseBadgeLabel(text: string): BadgeLabel | null {
  const label = text.normalize('NFC').trim();
  return isLabel(label) ? label : null;
}

function isLabel(text: string): text is BadgeLabel {
  const { length } = [...text];
  return length >= 1 && length <= MAX_LABEL_LENGTH && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(text);
}

/**
 * A badge as SVG: a picture of its own, without script, link, font or anything else from elsewhere, under 2 KB, 20 px
 * high. The same arguments give the same bytes.
 *
 * @param domain in its IDNA ASCII form
 * @param scored null when the domain was never audited live
 */
export function badge(domain: string, scored: BadgeScore | null, style: BadgeStyle): string {
  const { theme, size, label = 'AEO', labelColor = null, color = null } = style;
  const left: Part = { text: label, ...chooseColors(theme, 'label', labelColor) };
  const right: Part =
    scored === null
      ? { text: 'not audited', ...chooseColors(theme, 'unknown') }
      : {
          text: size === 'compact' ? `${scored.score}` : scoreText(scored),
          ...chooseColors(theme, storedVerdict(scored), color),
        };
  return `${picture(describe(domain, scored), left, right, PADDING[size]).text}\n`;
}

/** Returns `91/100`, or `97, 1 of 5 pages` where there is no verdict. */
function scoreText({ score, few }: BadgeScore): string {
  return few === null ? `${score}/100` : `${score}, ${few.judged} of ${count(few.chosen, 'page')}`;
}

function describe(domain: string, scored: BadgeScore | null): string {
  if (scored === null) return `${domain}: AEO not audited`;
  const { score, rubricVersion, finishedAt, few } = scored;
  const pages = few === null ? '' : `, ${few.judged} of ${count(few.chosen, 'chosen page')}`;
  return `${domain}: AEO score ${score} of 100, ${VERDICT_NAMES[storedVerdict(scored)].toLowerCase()}${pages} (rubric version ${rubricVersion}, audited ${finishedAt.slice(0, 10)})`;
}

interface Part extends Painted {
  readonly text: string;
}

function picture(description: string, left: Part, right: Part, { rim, seam }: { rim: number; seam: number }): Markup {
  const leftWidth = textWidth(left.text);
  const rightWidth = textWidth(right.text);
  // Whole pixels, so that the seam and the end are sharp; a text is centred in its part.
  const at = Math.ceil(rim + leftWidth + seam);
  const width = at + Math.ceil(seam + rightWidth + rim);
  const leftMiddle = (rim + at - seam) / 2;
  const rightMiddle = (at + seam + width - rim) / 2;
  // The sheen spares the band that the text is in, so that the contrast there is that of the plain colours. It is the
  // same in every badge, so that its id does no harm where two are in one page.
  return xml`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${description}"><title>${description}</title><linearGradient id="aeo" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".12"/><stop offset=".3" stop-color="#fff" stop-opacity="0"/><stop offset=".8" stop-opacity="0"/><stop offset="1" stop-opacity=".12"/></linearGradient><path fill="${left.background}" d="M${at} 0H3a3 3 0 0 0-3 3v14a3 3 0 0 0 3 3H${at}z"/><path fill="${right.background}" d="M${at} 0H${width - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${at}z"/><rect width="${width}" height="20" rx="3" fill="url(#aeo)"/><g font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="110" text-anchor="middle" text-rendering="geometricPrecision" transform="scale(.1)">${text(left, leftMiddle, leftWidth)}${text(right, rightMiddle, rightWidth)}</g></svg>`;
}

/** Text with its shadow, set to its width in whatever font there is. In tenths of a pixel, which renderers round less. */
function text({ text, color, shadow }: Part, middle: number, width: number): Markup {
  const set = xml`x="${tenths(middle)}" textLength="${tenths(width)}"`;
  return xml`<text ${set} y="150" fill="${shadow}" fill-opacity=".3">${text}</text><text ${set} y="140" fill="${color}">${text}</text>`;
}

function tenths(pixels: number): number {
  return Math.round(pixels * 10);
}

/** Ideographs, kana, hangul and emoji are as wide as they are high; of other letters, what most of them are. */
const SQUARE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const SQUARE_WIDTH = 1100;
const USUAL_WIDTH = 700;

const WIDTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(BADGE_WIDTHS).flatMap(([width, characters]) =>
    [...characters].map((character) => [character, Number(width)] as const),
  ),
);

/**
 * How wide Verdana at 11 px sets one line of text, in pixels to the hundredth: exact for the Latin, Greek and Cyrillic
 * scripts; an estimate for those that Verdana does not have.
 */
export function textWidth(text: string): number {
  let hundredths = 0;
  for (const character of text.normalize('NFC')) hundredths += measureCharacter(character);
  return hundredths / 100;
}

function measureCharacter(character: string): number {
  if (/\p{M}/u.test(character)) return 0;
  // An accent makes no letter wider.
  const [letter = character] = character.normalize('NFD');
  return WIDTHS.get(letter) ?? (SQUARE.test(character) ? SQUARE_WIDTH : USUAL_WIDTH);
}

export type BadgeTheme = 'dark' | 'light';

/** What is before the score, or the score by its verdict. The lack of a score has the colour of `unknown`. */
type BadgePart = 'label' | Verdict;

/** Backgrounds of the parts, and colours of text: the first that can be read is taken. White or black can be read on any colour. */
type Palette = Readonly<Record<BadgePart, HexColor>> & { readonly text: readonly HexColor[] };

const WHITE = hex('#ffffff');
const BLACK = hex('#000000');
const INK = hex('#24292f');

const PALETTES: Readonly<Record<BadgeTheme, Palette>> = {
  dark: {
    text: [WHITE, INK, BLACK],
    label: hex('#555555'),
    good: hex('#2a7d22'),
    middling: hex('#dfb317'),
    poor: hex('#c0362c'),
    unknown: hex('#737373'),
  },
  light: {
    text: [INK, BLACK, WHITE],
    label: hex('#e6e8eb'),
    good: hex('#7bd66f'),
    middling: hex('#f5c542'),
    poor: hex('#ff9d8f'),
    unknown: hex('#c8cdd2'),
  },
};

interface Painted {
  readonly background: HexColor;
  /** Of the text: at least 4.5:1 on the background. */
  readonly color: HexColor;
  /** Of the text's shadow. */
  readonly shadow: HexColor;
}

/** Returns the colours of a part of the badge. @param custom background in place of the theme's */
function chooseColors(theme: BadgeTheme, part: BadgePart, custom: HexColor | null = null): Painted {
  const { text } = PALETTES[theme];
  const background = custom ?? PALETTES[theme][part];
  const color = text.find((one) => contrast(one, background) >= MIN_CONTRAST) ?? BLACK;
  return { background, color, shadow: color === WHITE ? BLACK : WHITE };
}
