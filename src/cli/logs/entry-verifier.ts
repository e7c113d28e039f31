import type { Classification } from '../../crawlers/classify.ts';
import { crawlerByToken } from '../../crawlers/registry.ts';
import { AddressSet, addressKey, parseIpRange } from '../../crawlers/verification/address-set.ts';
import { judgeAddress } from '../../crawlers/verification/judge-visit.ts';
import { isPublicAddress } from '../../fetch/guard/address-guard.ts';
import { copyText, type LogEntry } from '../../logs/log-entry.ts';
import type { Verdict } from '../../logs/tally.ts';
import type { PublishedRanges } from '../../server/requests/verification/ip-ranges.ts';

/** Maximum number of verdicts on addresses that are cached. */
const MAX_CACHED = 50_000;
/** Maximum time between a request and the fetch of the ranges for which an address outside of them is called spoofed. */
const CURRENT_MS = 7 * 24 * 3_600_000;

/**
 * Returns a function that judges the address of a logged request by published ranges. A request that is too old or too new for the
 * ranges is verified by them, but never called spoofed: its vendor may have had other addresses then.
 */
export function createEntryVerifier(ranges: PublishedRanges): (entry: LogEntry, by: Classification) => Verdict {
  const known = new Map(
    Object.entries(ranges.files).map(([url, texts]) => {
      const addresses = new AddressSet(texts.flatMap((text) => parseIpRange(text) ?? []));
      return [url, { addresses, isCurrent: true }] as const;
    }),
  );
  const cache = new Map<string, Verdict>();
  const judge = (token: string, address: string): Verdict => {
    const crawler = crawlerByToken(token);
    const key = addressKey(address);
    if (crawler === undefined || key === null || !isPublicAddress(address)) return 'unverified';
    const verdict = judgeAddress(crawler, key, (url) => known.get(url));
    return verdict === 'ask the DNS' ? 'unverified' : verdict;
  };
  return ({ address, time }, by) => {
    if (by.class !== 'ai_bot' || by.crawler === null || address === null) return 'unverified';
    const name = `${by.crawler} ${address}`;
    let verdict = cache.get(name);
    if (verdict === undefined) {
      verdict = judge(by.crawler, address);
      if (cache.size === MAX_CACHED) cache.clear();
      cache.set(copyText(name), verdict);
    }
    const isTimely = time !== null && Math.abs(time - ranges.fetchedAt) <= CURRENT_MS;
    return verdict === 'spoofed' && !isTimely ? 'unverified' : verdict;
  };
}
