import { isbot } from 'isbot';
import { OTHER_PROGRAMS } from '../data/read/crawlers.ts';
import { brandOfContact, brandOfName, isNamedAfterAi } from './ai-brands.ts';
import type { Crawler, Purpose } from './crawler.ts';
import { assistantOfReferer, assistantOfUrl } from './referrers.ts';
import { CRAWLERS } from './registry.ts';
import { isFeaturePhone, parseUserAgent, withoutDeviceNames } from './user-agent.ts';

/** One request: its header fields as sent, null when absent, and the requested URL, absolute or not. */
export interface VisitRequest {
  readonly userAgent: string | null;
  readonly referer: string | null;
  readonly url: string;
}

/** Kind of client: an AI crawler, a person referred by an AI assistant, another program, or another person. */
export type VisitClass = 'ai_bot' | 'ai_referral' | 'traditional_bot' | 'human';

export interface Classification {
  readonly class: VisitClass;
  /** Product token as the registry spells it; null for programs that it does not list, and for people. */
  readonly crawler: string | null;
  /** Vendor of the crawler, or of the assistant that referred the person. */
  readonly vendor: string | null;
  readonly purpose: Purpose | null;
}

/** Maximum length of a User-Agent that is read. Those of browsers and crawlers are much shorter. */
const MAX_USER_AGENT = 1024;
const HUMAN: Classification = { class: 'human', crawler: null, vendor: null, purpose: null };
const UNNAMED_BOT: Classification = { class: 'traditional_bot', crawler: null, vendor: null, purpose: null };
/** Words before the name of another program: `like GPTBot`, `compatible with Googlebot`. */
const COMPARES = new Set(['like', 'as', 'with', 'unlike', 'not']);
/** Customer names after a product token: `amazon-Quick-on-behalf-of-20e61c5a`, `amazon-kendra-web-crawler-docs`, `TSM-turingos-1253296984`. */
const CUSTOMER = /-(?:on-behalf-of-.*|customer-id-.*|\d+)$|(?<=-web-crawler)-.*$/;

const BY_TOKEN: ReadonlyMap<string, Classification> = new Map([
  ...named(OTHER_PROGRAMS.programs),
  ...CRAWLERS.map((crawler) => [crawler.token.toLowerCase(), toClassification(crawler)] as const),
]);
const OF_SEVERAL_WORDS = [...BY_TOKEN].filter(([token]) => token.includes(' '));
const BY_AUDIT_TOOL = new Map(named(OTHER_PROGRAMS.auditTools));
/** Libraries of AI vendors, which any program uses. They are not crawlers of these vendors. */
const LIBRARIES = named(OTHER_PROGRAMS.libraries);
/** User-Agents of browsers, and of apps in which people open pages. All others are of programs. */
const OF_PEOPLE = /^(?:Mozilla|Opera)\/|^GoogleEarth\b|\bCFNetwork\/\d|\(iOS \d|\bBrowser\/AppleWebKit/i;
/** A browser within an application, such as an editor: what a person looks at in it. */
const EMBEDDED_BROWSER = /^Mozilla\/5\.0 .*\bChrome\/[\d.]+.*\bElectron\/\d/;

function named(tokens: Readonly<Record<string, readonly string[]>>): [string, Classification][] {
  return Object.entries(tokens).flatMap(([vendor, names]) =>
    names.map((token): [string, Classification] => [token.toLowerCase(), { ...UNNAMED_BOT, crawler: token, vendor }]),
  );
}

/** Results by User-Agent. Without them, most of the time for a visit would be spent on classification. */
const cache = new Map<string, Classification>();
const MAX_CACHED = 10_000;

/**
 * Classifies a request by its own claims: a User-Agent proves nothing. Compares whole product tokens without case, and hosts label
 * by label. A request without a User-Agent comes from a program. Never throws. Takes linear time.
 */
export function classifyVisit({ userAgent, referer, url }: VisitRequest): Classification {
  const classification = classifyCached(userAgent ?? '');
  if (classification !== HUMAN) return classification;
  const vendor = (referer === null ? null : assistantOfReferer(referer)) ?? assistantOfUrl(url);
  return vendor === null ? HUMAN : { class: 'ai_referral', crawler: null, vendor, purpose: null };
}

function classifyCached(userAgent: string): Classification {
  // Not cached by its beginning: a slice keeps the whole string in memory.
  if (userAgent.length > MAX_USER_AGENT) return classifyUserAgent(userAgent.slice(0, MAX_USER_AGENT));
  const cached = cache.get(userAgent);
  if (cached !== undefined) return cached;
  const classification = classifyUserAgent(userAgent);
  if (cache.size === MAX_CACHED) cache.clear();
  cache.set(userAgent, classification);
  return classification;
}

function classifyUserAgent(header: string): Classification {
  const userAgent = header.trim();
  if (userAgent === '') return UNNAMED_BOT;
  const library = LIBRARIES.find(([token]) => userAgent.toLowerCase().startsWith(token));
  if (library !== undefined) return library[1];
  if (EMBEDDED_BROWSER.test(userAgent)) return HUMAN;
  const text = withoutDeviceNames(userAgent);
  const { words: all, contacts } = parseUserAgent(text);
  const words = all.filter((_, i) => !COMPARES.has(all[i - 1]?.toLowerCase() ?? ''));
  const named = byToken(words);
  if (named !== null) return named;
  const isProgram = isbot(text) && !isFeaturePhone(text);
  for (const word of words) {
    const brand = brandOfName(word.toLowerCase());
    if (brand !== null) return { class: 'ai_bot', crawler: null, ...brand };
    if (isProgram && isNamedAfterAi(word)) return { class: 'ai_bot', crawler: null, vendor: null, purpose: null };
  }
  if (!isProgram) return OF_PEOPLE.test(userAgent) || isFeaturePhone(text) ? HUMAN : UNNAMED_BOT;
  for (const contact of contacts) {
    const vendor = brandOfContact(contact);
    if (vendor !== null) return { class: 'ai_bot', crawler: null, vendor, purpose: null };
  }
  return UNNAMED_BOT;
}

/** Finds a listed product token. Audit tools take precedence over AI crawlers, and those over traditional bots. */
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

function toClassification({ token, vendor, purpose, visitClass }: Crawler): Classification {
  return { class: visitClass, crawler: token, vendor, purpose };
}
