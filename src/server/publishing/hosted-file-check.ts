import { availability, type Exchange } from '../../fetch/exchange.ts';
import { isRedirect } from '../../fetch/next-request.ts';
import type { Outside } from '../../site/gather/published-file.ts';
import { userAgents } from '../../site/gather/user-agents.ts';
import { type DomainName, firstOrigin } from '../../values/domain-name.ts';
import { SingleFlight } from '../../values/single-flight.ts';
import { quote } from '../../values/untrusted-text.ts';
import { ServiceError } from '../app/service-error.ts';
import type { Publications } from './publications.ts';

/** Result of a request for the `/llms.txt` of a site. */
export interface HostedFileResult {
  /** The requested URL. */
  readonly url: string;
  /** URL of the hosted file. */
  readonly hostedUrl: string;
  /** Whether the URL leads to the hosted file: by redirects, or by a response with the same text. Null: unknown. */
  readonly isHosted: boolean | null;
  /** The result in one sentence. */
  readonly message: string;
  /** Status of the last response; null when there was none. */
  readonly status: number | null;
}

export interface HostedFileCheckContext {
  readonly publications: Publications;
  readonly outside: Outside;
  /** Returns the URL of this service, without a slash at its end. */
  readonly baseUrl: () => string;
}

const BUDGETS = { requests: 8, audit: 15_000 };
const MAX_FILE_BYTES = 1_048_576;
const MAX_URL = 200;

/** Checks whether the `/llms.txt` of a published domain leads to its hosted file. */
export class HostedFileCheck {
  readonly #context: HostedFileCheckContext;
  readonly #checking = new SingleFlight<HostedFileResult>();
  readonly #life = new AbortController();

  constructor(context: HostedFileCheckContext) {
    this.#context = context;
  }

  /**
   * Requests `/llms.txt` of the site once and follows its redirects as far as the hosted file, which is not requested.
   * @throws ServiceError `domain_not_published`, `domain_not_owned`
   */
  async check(domain: DomainName, keyId: string): Promise<HostedFileResult> {
    const { publications, baseUrl } = this.#context;
    await publications.requireOwner(domain, keyId);
    const hosted = await publications.findHosted(domain);
    if (hosted === null) throw new ServiceError('domain_not_published', `${domain} is not published.`);
    const hostedUrl = new URL(`${baseUrl()}/llms/${domain}.txt?tier=vip`).href;
    return this.#checking.do(domain, async () =>
      toResult(await this.#fetch(domain, hostedUrl), hostedUrl, hosted.text),
    );
  }

  /** Aborts running checks: their results are unknown. */
  stop(): void {
    this.#life.abort();
  }

  async #fetch(domain: DomainName, hostedUrl: string): Promise<Exchange> {
    const { fetching, about } = this.#context.outside;
    const { createFetcher } = await import('../../fetch/fetcher.ts');
    const fetcher = createFetcher({ ...fetching, budgets: BUDGETS, signal: this.#life.signal });
    try {
      return await fetcher.fetch({
        url: `${firstOrigin(domain)}/llms.txt`,
        userAgent: userAgents(about).browser,
        accept: 'text/plain, */*;q=0.5',
        maxBodyBytes: MAX_FILE_BYTES,
        maxAttempts: 1,
        charset: 'utf-8',
        stopAt: hostedUrl,
      });
    } finally {
      await fetcher.close();
    }
  }
}

function toResult(exchange: Exchange, hostedUrl: string, text: string): HostedFileResult {
  const { url, status } = exchange;
  const [isHosted, message] = judge(exchange, hostedUrl, text);
  return { url, hostedUrl, isHosted, message, status };
}

function judge(exchange: Exchange, hostedUrl: string, text: string): [isHosted: boolean | null, message: string] {
  const { url, finalUrl, failure, status, headers, body, redirects } = exchange;
  // Only a redirect to the hosted file is neither followed nor a failure.
  if (failure === null && isRedirect(status)) return [true, `${url} redirects to the hosted file.`];
  const where = redirects.length === 0 ? url : `${url} redirects to ${quote(finalUrl, MAX_URL)}, which`;
  const instead = `It should redirect to ${hostedUrl}.`;
  const meaning = availability(exchange);
  if (failure?.kind === 'challenge')
    return [null, `${where} is behind a bot challenge, so it could not be checked from here.`];
  if (meaning === 'not_asked' || failure?.kind === 'name_lookup_failed')
    return [null, `${url} could not be checked. ${failure?.message ?? ''}`.trim()];
  if (failure !== null && failure.kind !== 'too_large') return [false, `${url} could not be read. ${failure.message}`];
  if (meaning === 'absent') return [false, `${where} does not exist (status ${status}). ${instead}`];
  if (meaning !== 'present') return [false, `${where} responds with status ${status}. ${instead}`];
  if (body !== null && isSameText(body, text)) return [true, `${where} serves the same text as the hosted file.`];
  if (isHtml(headers['content-type'], body)) return [false, `${where} serves an HTML page. ${instead}`];
  return [false, `${where} serves another text than the hosted file. ${instead}`];
}

/** Compares texts without their byte order mark, kind of line breaks and white space at the end, which hosts change. */
function isSameText(one: string, other: string): boolean {
  const bare = (text: string) =>
    text
      .replace(/^\ufeff/, '')
      .replaceAll('\r\n', '\n')
      .trimEnd();
  return bare(one) === bare(other);
}

function isHtml(contentType: string | undefined, body: string | null): boolean {
  return (
    /^\s*(?:text\/html|application\/xhtml)/i.test(contentType ?? '') || /^\s*<(?:!doctype|html)\b/i.test(body ?? '')
  );
}
