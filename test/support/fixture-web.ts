import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type {
  Exchange,
  FailureKind,
  Fetcher,
  FetchFailure,
  FetchRequest,
  Hop,
  Stage,
} from '../../src/fetch/exchange.ts';
import { type DomainName, parseDomainName } from '../../src/values/domain-name.ts';

/** A website in one text file (see test/fixtures/README.md), and the expected result of its audit. */
export interface Fixture {
  /** The sentence on its first line. */
  readonly about: string;
  /** `expect: warn 7`, where the file has it. */
  readonly expected: { readonly severity: string; readonly points: number } | null;
  readonly routes: readonly Route[];
}

interface Route {
  /** Absolute, or {@link ANY}. */
  readonly url: string;
  /** Product token that the user agent must contain for this route; null for any user agent. */
  readonly forToken: string | null;
  readonly response: ServiceResponse | FetchFailure;
}

interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const DOMAIN = 'example.com';
/** Path of the route for all requests that no other route matches. */
const ANY = '*';

/** The domain of fixtures. */
export const exampleDomain: DomainName = (() => {
  const parsed = parseDomainName(DOMAIN);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.domain;
})();

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

/**
 * Reads `test/fixtures/<path>.site`. The routes of its base come after the routes of the file.
 *
 * @param domain replaces the domain of fixtures, in the texts too
 */
export function readFixture(path: string, domain: string = DOMAIN): Fixture {
  return parseFixture(readFileSync(`${FIXTURES}/${path}.site`, 'utf8').replaceAll(DOMAIN, domain), domain);
}

/** Parses a fixture. @throws Error that names the invalid line */
export function parseFixture(text: string, domain: string = DOMAIN): Fixture {
  const [head = '', ...parts] = text.split(/^=== /m);
  const [about = '', ...settings] = head.trim().split('\n');
  const setting = (name: string) => settings.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const expected = setting('expect')?.split(' ');
  const base = setting('base');
  return {
    about,
    expected: expected === undefined ? null : { severity: expected[0] ?? '', points: Number(expected[1]) },
    routes: [
      ...parts.map((part) => parseRoute(part, `https://${domain}`)),
      ...(base === undefined ? [] : readFixture(`base/${base}`, domain).routes),
    ],
  };
}

function parseRoute(part: string, origin: string): Route {
  const [line = '', ...rest] = part.split('\n');
  const match =
    /^(\S+)(?: as (\S+))? (?:(absent)|fails (\w+)(?: (\w+))?|(\d{3})(?: ([\w/+.-]+(?:; ?charset=\S+)?))?( \+headers)?)$/.exec(
      line.trim(),
    );
  if (match === null) throw new Error(`Not a route: "=== ${line}"`);
  const [, path = '', token, absent, failure, stage, status, mediaType, withHeaders] = match;
  const route = { url: path === ANY ? ANY : new URL(path, origin).href, forToken: token ?? null };
  if (absent !== undefined) return { ...route, response: NOT_FOUND };
  if (failure !== undefined)
    return { ...route, response: createFailure(failure as FailureKind, stage as Stage | undefined) };
  const headers: Record<string, string> = mediaType === undefined ? {} : { 'content-type': mediaType };
  let body = rest;
  if (withHeaders !== undefined || status?.startsWith('3')) {
    const end = rest.indexOf('');
    for (const field of rest.slice(0, end === -1 ? rest.length : end)) {
      const colon = field.indexOf(':');
      headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 1).trim();
    }
    body = end === -1 ? [] : rest.slice(end + 1);
  }
  return { ...route, response: { status: Number(status), headers, body: body.join('\n') } };
}

const NOT_FOUND: ServiceResponse = {
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Not found</title><h1>Not found</h1>',
};

function createFailure(kind: FailureKind, stage: Stage | undefined): FetchFailure {
  return {
    kind,
    stage: stage ?? null,
    limit: null,
    vendor: kind === 'challenge' ? 'Cloudflare' : null,
    message: `example.com failed: ${kind}${stage === undefined ? '' : ` at ${stage}`}.`,
  };
}

/** Returns the response of a fixture to a request, or its failure. */
export function exchangeOfFixture({ routes }: Fixture, url: string, userAgent: string): ServiceResponse | FetchFailure {
  const route =
    routes.find(({ url: at, forToken }) => at === url && forToken !== null && userAgent.includes(forToken)) ??
    routes.find(({ url: at, forToken }) => at === url && forToken === null) ??
    routes.find(({ url: at }) => at === ANY);
  return route?.response ?? NOT_FOUND;
}

/** Returns a fetcher in memory. It responds by the fixture's routes and follows redirects as the real fetcher does. */
export function fixtureFetcher(fixture: Fixture): Fetcher {
  return {
    pause: () => Promise.resolve(),
    fetch: (request) => {
      const redirects: Hop[] = [];
      let url = new URL(request.url).href;
      for (;;) {
        const response = exchangeOfFixture(fixture, withoutFragment(url), request.userAgent);
        if ('kind' in response) return Promise.resolve(exchange(request, url, redirects, null, response));
        const location = response.headers['location'];
        if (response.status < 300 || response.status > 399 || location === undefined) {
          return Promise.resolve(exchange(request, url, redirects, response, null));
        }
        redirects.push({ url, status: response.status, location });
        url = new URL(location, url).href;
        if (redirects.length > 5) {
          return Promise.resolve(
            exchange(request, url, redirects, null, createFailure('too_many_redirects', undefined)),
          );
        }
      }
    },
  };
}

function exchange(
  request: FetchRequest,
  finalUrl: string,
  redirects: readonly Hop[],
  response: ServiceResponse | null,
  failure: FetchFailure | null,
): Exchange {
  const whole = Buffer.from(request.method === 'HEAD' ? '' : (response?.body ?? ''));
  const bytes = whole.subarray(0, request.maxBodyBytes);
  const tooLarge: FetchFailure | null =
    whole.length > bytes.length ? { ...createFailure('too_large', undefined), limit: 'body' } : null;
  const sink = response === null ? undefined : request.sink?.();
  sink?.write(bytes);
  const hasBody = response !== null && request.method !== 'HEAD' && request.sink === undefined;
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url).href,
    userAgent: request.userAgent,
    redirects,
    finalUrl,
    status: response?.status ?? null,
    headers: response?.headers ?? {},
    body: hasBody ? bytes.toString() : null,
    charset: hasBody ? 'utf-8' : null,
    bytes: { wire: bytes.length, decoded: bytes.length },
    failure: failure ?? tooLarge,
    attempts: 1,
    timing: { start: 0, firstByte: 0, end: 0 },
  };
}

function withoutFragment(url: string): string {
  const end = url.indexOf('#');
  return end === -1 ? url : url.slice(0, end);
}
