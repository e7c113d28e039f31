import { onTestFinished } from 'vitest';
import type { FetchRequest } from '../../src/fetch/exchange.ts';
import { type AuditFetcher, createFetcher, type FetcherOptions } from '../../src/fetch/fetcher.ts';
import type { Loopback } from './loopback.ts';

/**
 * Returns a fetcher that connects names to servers on loopback. It is closed when the test ends.
 *
 * @param servers by host and port of the URL: `site.example:80`
 */
export function fetcherTo(servers: Readonly<Record<string, Loopback>>, options: FetcherOptions = {}): AuditFetcher {
  const connectTo = Object.entries(servers).map(([place, { port: addressPort }]) => {
    const url = new URL(`http://${place}/`);
    return { host: url.hostname, port: Number(url.port) || 80, address: '127.0.0.1', addressPort };
  });
  const fetcher = createFetcher({ ...options, connectTo: [...connectTo, ...(options.connectTo ?? [])] });
  onTestFinished(() => fetcher.close());
  return fetcher;
}

/** Returns a request for a page with the usual options of tests. */
export function page(url: string, more: Partial<FetchRequest> = {}): FetchRequest {
  return { url, userAgent: 'CitableTest/1.0', maxBodyBytes: 100_000, ...more };
}
