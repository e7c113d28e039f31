import { type Classification, classifyVisit } from '../crawlers/classify.ts';
import { memoize } from '../crawlers/memoize.ts';
import { assistantOfReferer } from '../crawlers/referrers.ts';
import type { LogEntry } from './log-entry.ts';

/** User agents of the same visitors repeat, and so do the pages that link here. */
const SIZE = { entries: 20_000, longestKey: 1_024 };

/** Returns a function that says who made a logged request, by its user agent, referrer and `utm_source`. */
export function createEntryClassifier(): (entry: LogEntry) => Classification {
  const byUserAgent = memoize((userAgent) => classifyVisit({ userAgent, referer: null, url: '' }), SIZE);
  const assistantOf = memoize((referer) => assistantOfReferer(referer) ?? '', SIZE);
  return ({ userAgent, referer, target }) => {
    const classification = byUserAgent(userAgent ?? '');
    if (classification.class !== 'human') return classification;
    const isReferral = (referer !== null && assistantOf(referer) !== '') || target.includes('utm_source=');
    return isReferral ? classifyVisit({ userAgent, referer, url: target }) : classification;
  };
}
