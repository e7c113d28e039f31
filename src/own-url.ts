import { isIPv6 } from 'node:net';
import type { Config } from './config.ts';

/** The URLs that a service knows of itself, without a slash at their ends. */
export interface OwnUrls {
  /** What clients reach it by, fit to be published; null when nobody has said what that is. */
  readonly public: string | null;
  /** The same, or else a URL that works on this machine. */
  readonly usable: string;
}

/** Addresses that stand for every address of a machine, as a URL has them: nobody can be sent to one. */
const WILDCARDS: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '[::]': '[::1]',
  '[::ffff:0:0]': '127.0.0.1',
};

/** @param port the one that is listened on */
export function ownUrls({ BASE_URL, HOST }: Pick<Config, 'BASE_URL' | 'HOST'>, port: number): OwnUrls {
  if (BASE_URL !== undefined) return { public: BASE_URL, usable: BASE_URL };
  const host = hostOf(HOST);
  const local = WILDCARDS[host];
  const usable = `http://${local ?? host}:${port}`;
  return { public: local === undefined ? usable : null, usable };
}

/** Whether a service with these settings has no URL that could be published. */
export function lacksPublicUrl(config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): boolean {
  return ownUrls(config, config.PORT).public === null;
}

function hostOf(host: string): string {
  const written = isIPv6(host) ? `[${host}]` : host;
  return URL.parse(`http://${written}/`)?.hostname ?? written;
}
