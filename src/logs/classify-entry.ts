import { findAiContact } from '../crawlers/ai-brands.ts';
import { type Classification, classifyVisit } from '../crawlers/classify.ts';
import { assistantOfReferer, isAssistantByPath } from '../crawlers/referrers.ts';
import { copyText, type LogEntry } from './log-entry.ts';

/** Maximum number of user agents, and of referrers, whose classification is cached. */
const MAX_CACHED = 20_000;
/** Maximum number of contact addresses of a log, of an upload, of a day and of a response. Requests with others are counted without them. */
export const MAX_CONTACTS = 100;

/** Returns a function that classifies the client of a logged request, by its user agent, referrer and `utm_source`. */
export function createEntryClassifier(): (entry: LogEntry) => Classification {
  const byUserAgent = cached((userAgent) => classifyVisit({ userAgent, referer: null, url: '' }));
  const classifyOrigin = cached((origin) =>
    isAssistantByPath(origin) ? 'by path' : assistantOfReferer(origin) === null ? 'none' : 'assistant',
  );
  return ({ userAgent, referer, target }) => {
    const classification = byUserAgent(userAgent ?? '');
    if (classification.class !== 'human') return classification;
    // Most referrers are pages of the site itself: their origin is looked up in less time than all of them.
    const isReferral =
      (referer !== null && classifyOrigin(cutOrigin(referer)) !== 'none') || target.includes('utm_source=');
    return isReferral ? classifyVisit({ userAgent, referer, url: target }) : classification;
  };
}

/** Returns a function that returns the host of a contact address at a company of AI, of an unknown program; null for any other client. */
export function createContactFinder(): (entry: LogEntry, by: Classification) => string | null {
  const findContact = cached(findAiContact);
  return ({ userAgent }, { class: kind, crawler }) =>
    kind === 'traditional_bot' && crawler === null && userAgent !== null ? findContact(userAgent) : null;
}

/** Requests of programs that are not known, by the host of their contact address, which is at a company of AI. */
export interface ProbablyAi {
  readonly contact: string;
  readonly requests: number;
}

/** Sorts contact addresses by requests, most first, and returns at most {@link MAX_CONTACTS}. */
export function probablyAi(requests: Iterable<readonly [contact: string, requests: number]>): ProbablyAi[] {
  return [...requests]
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MAX_CONTACTS)
    .map(([contact, count]) => ({ contact, requests: count }));
}

/** Scheme and authority of a referrer, and the slash behind them; all of what has another form. */
function cutOrigin(referer: string): string {
  const slash = referer.indexOf('/', 'https://'.length);
  return slash > 'https://'.length ? referer.slice(0, slash + 1) : referer;
}

/** Caches the results of `compute`. Beyond {@link MAX_CACHED} texts the cache starts anew. */
function cached<Value>(compute: (text: string) => Value): (text: string) => Value {
  const values = new Map<string, Value>();
  return (text) => {
    const known = values.get(text);
    if (known !== undefined) return known;
    const key = copyText(text);
    const value = compute(key);
    if (values.size === MAX_CACHED) values.clear();
    values.set(key, value);
    return value;
  };
}
