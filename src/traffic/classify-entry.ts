import { type Classification, classifyVisit } from '../crawlers/classify.ts';
import { assistantOfReferer } from '../crawlers/referrers.ts';
import { copyOf, type LogEntry } from './log-entry.ts';

/** Most user agents, and most referrers, whose classification is cached. */
const MAX_CACHED = 20_000;

/** Returns a function that says who made a logged request, by its user agent, referrer and `utm_source`. */
export function createEntryClassifier(): (entry: LogEntry) => Classification {
  const byUserAgent = cached((userAgent) => classifyVisit({ userAgent, referer: null, url: '' }));
  const isAssistant = cached((referer) => assistantOfReferer(referer) !== null);
  return ({ userAgent, referer, target }) => {
    const classification = byUserAgent(userAgent ?? '');
    if (classification.class !== 'human') return classification;
    const isReferral = (referer !== null && isAssistant(referer)) || target.includes('utm_source=');
    return isReferral ? classifyVisit({ userAgent, referer, url: target }) : classification;
  };
}

/** Caches the results of `compute`. Beyond {@link MAX_CACHED} texts the cache starts anew. */
function cached<Value>(compute: (text: string) => Value): (text: string) => Value {
  const values = new Map<string, Value>();
  return (text) => {
    const known = values.get(text);
    if (known !== undefined) return known;
    const key = copyOf(text);
    const value = compute(key);
    if (values.size === MAX_CACHED) values.clear();
    values.set(key, value);
    return value;
  };
}
