import { isIPv6 } from 'node:net';
import type { Config } from './config.ts';

/** A service's own URLs, without a trailing slash. */
export interface OwnUrls {
  /** The URL that clients use; null when it is not known. */
  readonly public: string | null;
  /** The public URL if it is known, else a URL that works on this machine. */
  readonly usable: string;
}

/** Wildcard addresses, as a URL writes them, with the loopback address to use in their place. */
const WILDCARDS: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '[::]': '[::1]',
  '[::ffff:0:0]': '127.0.0.1',
};

/** Returns the service's own URLs. @param port the port that it listens on */
export function ownUrls({ BASE_URL, HOST }: Pick<Config, 'BASE_URL' | 'HOST'>, port: number): OwnUrls {
  if (BASE_URL !== undefined) return { public: BASE_URL, usable: BASE_URL };
  const host = normalizeHost(HOST);
  const local = WILDCARDS[host];
  const usable = `http://${local ?? host}:${port}`;
  return { public: local === undefined ? usable : null, usable };
}

/** Returns whether a service with these settings has no public URL. */
export function lacksPublicUrl(config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): boolean {
  return ownUrls(config, config.PORT).public === null;
}

function normalizeHost(host: string): string {
  const written = isIPv6(host) ? `[${host}]` : host;
  return URL.parse(`http://${written}/`)?.hostname ?? written;
}
