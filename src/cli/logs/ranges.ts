import { writeFile } from 'node:fs/promises';
import { parseIpRange } from '../../crawlers/verification/address-set.ts';
import type { PublishedRanges } from '../../server/requests/verification/ip-ranges.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import { orUsageError, UsageError } from '../exit.ts';
import { progressOn } from '../terminal.ts';
import { readTextFile } from '../text-file.ts';

/** Maximum number of unread files that are named. */
const MAX_LISTED = 3;

/** Options of `citable logs` about the addresses that vendors publish. */
export interface RangesOptions {
  readonly verify: boolean;
  readonly saveRanges?: string;
  readonly fromRanges?: string;
  readonly connectTo?: readonly string[];
  readonly allowPrivate: boolean;
}

/** Returns the ranges to verify addresses by; null without such an option. @throws UsageError */
export async function rangesFor(options: RangesOptions): Promise<PublishedRanges | null> {
  const { verify, saveRanges, fromRanges } = options;
  if (fromRanges !== undefined) {
    if (verify || saveRanges !== undefined) throw new UsageError('--from-ranges excludes --verify and --save-ranges.');
    return parseRanges(await readTextFile(fromRanges), fromRanges);
  }
  if (!verify && saveRanges === undefined) return null;
  const ranges = await fetched(options);
  if (saveRanges !== undefined && ranges !== null) {
    const text = `${JSON.stringify({ fetched_at: new Date(ranges.fetchedAt).toISOString(), files: ranges.files })}\n`;
    await orUsageError(writeFile(saveRanges, text), `${saveRanges} cannot be written`);
  }
  return ranges;
}

/** Returns null when no file could be read. */
async function fetched(options: RangesOptions): Promise<PublishedRanges | null> {
  // Loaded only here: most runs fetch nothing.
  const { connectionOptions } = await import('../audited-site.ts');
  const { fetchRanges } = await import('../../server/requests/verification/ip-ranges.ts');
  const { connectTo, egress } = connectionOptions(options);
  const progress = progressOn(process.stderr);
  const fetching = { connectTo, allowPrivate: options.allowPrivate, ...egress };
  const { ranges, unread } = await fetchRanges({ fetching, about: null }, (done, of) =>
    progress.show(`Fetching the address ranges of crawlers: ${done} of ${of} files`),
  );
  progress.end();
  const count = Object.keys(ranges.files).length;
  const problems = unread.slice(0, MAX_LISTED).map(({ url, problem }) => `  ${url}: ${problem}\n`);
  const others = unread.length > MAX_LISTED ? `  and ${unread.length - MAX_LISTED} more\n` : '';
  const ending = unread.length === 0 ? '.' : `; ${unread.length} could not be read:`;
  const fetched = `fetched ${count} files with the address ranges of crawlers from their vendors${ending}`;
  process.stderr.write(`citable: ${fetched}\n${problems.join('')}${others}`);
  return count === 0 ? null : ranges;
}

/** Parses a file of `--save-ranges`. @throws UsageError */
function parseRanges(text: string, path: string): PublishedRanges {
  const file = parseJson(text);
  const fetchedAt = Date.parse(String(isRecord(file) ? file['fetched_at'] : ''));
  const files = isRecord(file) ? file['files'] : null;
  if (Number.isNaN(fetchedAt) || !isRecord(files)) throw new UsageError(`${path} was not written by --save-ranges.`);
  const ranges = Object.entries(files).map(([url, list]): [string, readonly string[]] => {
    const texts = Array.isArray(list) ? list.map(String) : [];
    if (texts.length === 0 || texts.some((range) => parseIpRange(range) === null)) {
      throw new UsageError(`${path} is damaged: the address ranges of ${JSON.stringify(url)} are missing.`);
    }
    return [url, texts];
  });
  return { fetchedAt, files: Object.fromEntries(ranges) };
}
