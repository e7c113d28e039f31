import pLimit from 'p-limit';
import { formatIpRange } from '../../../crawlers/verification/address-set.ts';
import { parseIpRanges } from '../../../crawlers/verification/vendor-files.ts';
import { RANGE_FILES } from './ip-ranges.ts';
import { fetchPublished, type Outside } from './outside.ts';

/** Files fetched at once. */
const LANES = 4;

/** Address ranges that vendors publish for their crawlers, as plain data. */
export interface PublishedRanges {
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** By URL of the file, in CIDR notation. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** A file that could not be read. `problem` is one sentence, or the end of one. */
export interface UnreadFile {
  readonly url: string;
  readonly problem: string;
}

/** Fetches the files of all vendors once. Never rejects. @param onFile called after each file */
export async function fetchRanges(
  outside: Pick<Outside, 'fetching' | 'about'>,
  onFile: (done: number, of: number) => void,
): Promise<{ readonly ranges: PublishedRanges; readonly unread: readonly UnreadFile[] }> {
  const files: Record<string, readonly string[]> = {};
  const unread: UnreadFile[] = [];
  const fetchedAt = Date.now();
  const { signal } = new AbortController();
  let done = 0;
  await pLimit(LANES).map(RANGE_FILES, async (url) => {
    const published = await fetchPublished(outside, signal, url, null);
    const parsed = published.kind === 'text' ? parseIpRanges(published.text) : null;
    if (parsed?.ok) files[url] = parsed.ranges.map(formatIpRange);
    else unread.push({ url, problem: parsed?.problem ?? (published.kind === 'failed' ? published.problem : '') });
    onFile(++done, RANGE_FILES.length);
  });
  return { ranges: { fetchedAt, files }, unread };
}
