import { setFlagsFromString } from 'node:v8';
import { count } from '../audit/formatting.ts';
import type { CrawlOptions } from '../engine/audit-site.ts';
import { type Exchange, type Fetcher, withFetch } from '../fetch/exchange.ts';
import type { Site } from '../site/site.ts';
import type { CrawlProgress } from '../values/crawl-progress.ts';
import type { DomainName } from '../values/domain-name.ts';
import { formatCount } from '../values/format-count.ts';
import { DEFAULT_PAGES } from '../values/page-count.ts';
import { duration } from './bulk/bulk-progress.ts';
import { describeSystemError, tell, UsageError } from './exit.ts';
import { nextStopSignal } from './terminal.ts';

/** Part of its size by which the heap may grow before garbage is collected, in percent. */
const HEAP_GROWTH = 20;

/**
 * Keeps the heap small while pages are read and released, for little more time. The space of new objects stays as large as it is when
 * the crawl begins, about 30 MB. It would grow to 134 MB, which does not help a crawl.
 */
function limitHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Options of a command that may read more pages than those of the score. */
export interface PagesOptions {
  /** Maximum number of pages to read. Default: those of the score, and of a folder up to 500. */
  readonly pages?: number;
  /** Requests a second while more pages than those of the score are read. */
  readonly rate?: number;
  /** Path of the file that a crawl continues from. */
  readonly crawlFile?: string;
}

/** The crawl of a command: it can be interrupted, and continued from its file. */
export interface CommandCrawl {
  readonly options: CrawlOptions;
  /** Whether pages beyond those of the score are being read. */
  readonly hasBegun: boolean;
  /** Returns a line of progress. From the first one on, Ctrl-C ends the crawl and not the command. */
  progressText(progress: CrawlProgress): string;
  /** Closes the file, and tells how to continue. */
  end(site: Site): Promise<void>;
}

/**
 * Prepares the crawl of `--pages`, `--rate` and `--crawl-file`.
 *
 * @param redact removes credentials from texts; null for none
 * @returns null where no more pages than those of the score are read
 * @throws UsageError
 */
export async function commandCrawl(
  domain: DomainName,
  { pages = 0, rate, crawlFile, origin }: PagesOptions & { readonly origin?: string },
  redact: ((text: string) => string) | null,
): Promise<CommandCrawl | null> {
  if (pages <= DEFAULT_PAGES) return null;
  const file = crawlFile === undefined ? null : await openFile(crawlFile, [domain, origin].join(' ').trim());
  if (file !== null && file.stored > 0)
    tell(`Continues from ${crawlFile}, which has ${count(file.stored, 'response')} of an earlier run.`);
  const stop = new AbortController();
  let hasBegun = false;
  const around = (fetcher: Fetcher): Fetcher => {
    const redacted = redact === null ? fetcher : withRedaction(fetcher, redact);
    return file?.around(redacted) ?? redacted;
  };
  return {
    options: { pages, signal: stop.signal, around, ...(rate !== undefined && { rate }) },
    get hasBegun() {
      return hasBegun;
    },
    progressText: ({ pages: read, of, interval, secondsLeft }) => {
      if (!hasBegun) {
        limitHeap();
        void nextStopSignal().then(() => stop.abort());
      }
      hasBegun = true;
      const perSecond = interval === 0 ? '' : `, ${Math.round(10_000 / interval) / 10} a second`;
      const left = secondsLeft < 1 ? '' : `, about ${duration(secondsLeft)} left`;
      return `Reading ${domain}: ${formatCount(read)} of ${count(of, 'page')}${perSecond}${left}`;
    },
    end: async ({ crawled }) => {
      const isComplete = crawled?.ended !== 'cancelled' && crawled?.ended !== 'time';
      await file?.close(isComplete);
      if (isComplete || crawled === undefined) return;
      const how = crawlFile === undefined ? '' : ' The same command continues it.';
      tell(`${crawled.ended === 'time' ? 'The crawl has used up its time.' : 'The crawl was cancelled.'}${how}`);
    },
  };
}

/** @throws UsageError */
async function openFile(path: string, site: string) {
  // Loaded only here: other audits do not need the schema library.
  const { CrawlFile, CrawlFileProblem } = await import('../site/crawl/crawl-file.ts');
  try {
    return await CrawlFile.open(path, site, (error) =>
      tell(
        `${path} cannot be written: ${describeSystemError(error)}. The crawl goes on, and continues later from what it has.`,
      ),
    );
  } catch (error) {
    const problem = error instanceof CrawlFileProblem ? error.message : null;
    throw new UsageError(problem ?? `${path} cannot be used: ${describeSystemError(error)}.`);
  }
}

function withRedaction(fetcher: Fetcher, redact: (text: string) => string): Fetcher {
  return withFetch(fetcher, async (request) => {
    const exchange = await fetcher.fetch(request);
    const { body, headers } = exchange;
    const redacted: Exchange = {
      ...exchange,
      body: body === null ? null : redact(body),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)])),
    };
    return redacted;
  });
}
