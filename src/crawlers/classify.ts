import { isbot } from 'isbot';
import { brandOfContact, brandOfName, isNamedAfterAi } from './ai-brands.ts';
import type { Crawler, Purpose } from './crawler.ts';
import { isFeaturePhone, withoutDeviceNames } from './device-names.ts';
import { memoize } from './memoize.ts';
import { assistantOfReferer, assistantOfUrl } from './referrers.ts';
import { CRAWLERS } from './registry.ts';
import { AUDIT_TOOLS, TRADITIONAL_BOTS } from './traditional-bots.ts';
import { readUserAgent } from './user-agent.ts';

/** What is known of one request: its headers as sent, null when absent, and the URL asked for, absolute or not. */
export interface VisitRequest {
  readonly userAgent: string | null;
  readonly referer: string | null;
  readonly url: string;
}

/** Who made it: an AI's crawler, a person whom an AI assistant sent, another program, or another person. */
export type VisitClass = 'ai_bot' | 'ai_referral' | 'traditional_bot' | 'human';

export interface Classification {
  readonly class: VisitClass;
  /** The product token, as the registry spells it; null for a program that it does not know, and for people. */
  readonly crawler: string | null;
  /** Whose crawler it is, or which vendor's assistant sent the person. */
  readonly vendor: string | null;
  readonly purpose: Purpose | null;
}

/** No user agent of a browser or of a crawler that says who it is comes near it; what lies beyond is not read. */
const LONGEST_USER_AGENT = 1024;
const HUMAN: Classification = { class: 'human', crawler: null, vendor: null, purpose: null };
const UNNAMED_BOT: Classification = { class: 'traditional_bot', crawler: null, vendor: null, purpose: null };
/** `like GPTBot` and `compatible with Googlebot` speak of another. */
const COMPARES = new Set(['like', 'as', 'with', 'unlike', 'not']);
/** Some add whom they work for: `amazon-Quick-on-behalf-of-20e61c5a`, `TSM-turingos-1253296984`. */
const CUSTOMER = /-(?:on-behalf-of-.*|customer-id-.*|\d+)$/;

const BY_TOKEN: ReadonlyMap<string, Classification> = new Map([
  ...TRADITIONAL_BOTS.map(
    ({ token, vendor }) => [token.toLowerCase(), { ...UNNAMED_BOT, crawler: token, vendor }] as const,
  ),
  ...CRAWLERS.map((crawler) => [crawler.token.toLowerCase(), classificationOf(crawler)] as const),
]);
const OF_SEVERAL_WORDS = [...BY_TOKEN].filter(([token]) => token.includes(' '));
const BY_AUDIT_TOOL: ReadonlyMap<string, Classification> = new Map(
  AUDIT_TOOLS.map(({ token, vendor }) => [token.toLowerCase(), { ...UNNAMED_BOT, crawler: token, vendor }]),
);

const classifyRemembered = memoize(classifyUserAgent, { entries: 10_000, longestKey: LONGEST_USER_AGENT });

/**
 * Says who made a request, by what it says of itself: a user agent is a claim, not a proof. Product tokens are compared
 * whole and without case, hosts label by label. A request without a user agent is a program's. Never throws, and takes
 * no longer than its input is long.
 */
export function classifyVisit({ userAgent, referer, url }: VisitRequest): Classification {
  const classification = classifyRemembered(userAgent ?? '');
  if (classification !== HUMAN) return classification;
  const vendor = (referer === null ? null : assistantOfReferer(referer)) ?? assistantOfUrl(url);
  return vendor === null ? HUMAN : { class: 'ai_referral', crawler: null, vendor, purpose: null };
}

function classifyUserAgent(whole: string): Classification {
  const userAgent = whole.slice(0, LONGEST_USER_AGENT).trim();
  if (userAgent === '') return UNNAMED_BOT;
  const text = withoutDeviceNames(userAgent);
  const { words: all, contacts } = readUserAgent(text);
  const words = all.filter((_, i) => !COMPARES.has(all[i - 1]?.toLowerCase() ?? ''));
  const named = byToken(words);
  if (named !== null) return named;
  const isProgram = isbot(text) && !isFeaturePhone(text);
  for (const word of words) {
    const brand = brandOfName(word.toLowerCase());
    if (brand !== null) return { class: 'ai_bot', crawler: null, ...brand };
    if (isProgram && isNamedAfterAi(word)) return { class: 'ai_bot', crawler: null, vendor: null, purpose: null };
  }
  if (!isProgram) return HUMAN;
  for (const contact of contacts) {
    const vendor = brandOfContact(contact);
    if (vendor !== null) return { class: 'ai_bot', crawler: null, vendor, purpose: null };
  }
  return UNNAMED_BOT;
}

/** An audit tool's token beats an AI crawler's, and that beats a traditional bot's. */
function byToken(words: readonly string[]): Classification | null {
  let best: Classification | null = null;
  for (const word of words) {
    const token = word.toLowerCase();
    const audit = BY_AUDIT_TOOL.get(token);
    if (audit !== undefined) return audit;
    const found = BY_TOKEN.get(token.replace(CUSTOMER, ''));
    if (found !== undefined && (best === null || (best.class !== 'ai_bot' && found.class === 'ai_bot'))) best = found;
  }
  if (best?.class === 'ai_bot') return best;
  const sentence = ` ${words.join(' ').toLowerCase()} `;
  return OF_SEVERAL_WORDS.find(([token]) => sentence.includes(` ${token} `))?.[1] ?? best;
}

function classificationOf({ token, vendor, purpose, visitClass }: Crawler): Classification {
  return { class: visitClass, crawler: token, vendor, purpose };
}
