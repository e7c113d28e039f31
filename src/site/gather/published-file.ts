import type { NameServers } from '../../fetch/dns.ts';
import type { Egress } from '../../fetch/egress/egress.ts';
import type { FetcherOptions } from '../../fetch/fetcher.ts';
import { userAgents } from './user-agents.ts';

/** Access to the files that vendors publish about their crawlers. */
export interface Outside {
  readonly fetching: Pick<FetcherOptions, 'connectTo' | 'allowPrivate' | 'lookup' | 'ca' | 'budgets' | keyof Egress>;
  /** URL for site owners who want to know who sends these requests. */
  readonly about: string | null;
  readonly dns: NameServers;
}

export type Published =
  | { readonly kind: 'text'; readonly text: string; readonly etag: string | null }
  | { readonly kind: 'unchanged' }
  /** `problem` is one sentence. `hasResponse`: whether the vendor's server responded. */
  | { readonly kind: 'failed'; readonly problem: string; readonly hasResponse: boolean };

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_ETAG = 256;

/**
 * Fetches a file that a vendor publishes, over TLS and within the limits of an audit. Never rejects.
 * @param etag entity tag of the known version
 */
export async function fetchPublished(
  { fetching, about }: Pick<Outside, 'fetching' | 'about'>,
  signal: AbortSignal,
  url: string,
  etag: string | null,
): Promise<Published> {
  const { createFetcher } = await import('../../fetch/fetcher.ts');
  const fetcher = createFetcher({ ...fetching, signal });
  try {
    const { status, body, headers, failure, finalUrl } = await fetcher.fetch({
      url,
      userAgent: userAgents(about).browser,
      accept: 'application/json, text/plain;q=0.9, */*;q=0.5',
      maxBodyBytes: MAX_BYTES,
      charset: 'utf-8',
      ...(etag === null ? {} : { ifNoneMatch: etag }),
    });
    if (failure !== null) return { kind: 'failed', problem: failure.message, hasResponse: status !== null };
    if (!finalUrl.startsWith('https:')) return refusal('It redirects to a URL without TLS.');
    if (status === 304 && etag !== null) return { kind: 'unchanged' };
    if (status !== 200 || body === null) return refusal(`The server returned status ${status}.`);
    const tag = headers['etag'] ?? null;
    return { kind: 'text', text: body, etag: tag !== null && tag.length <= MAX_ETAG ? tag : null };
  } finally {
    await fetcher.close();
  }
}

function refusal(problem: string): Published {
  return { kind: 'failed', problem, hasResponse: true };
}
