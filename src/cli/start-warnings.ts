import type { Config } from '../config.ts';
import { lacksPublicUrl } from '../own-url.ts';
import { unknownSettings } from '../unknown-settings.ts';
import type { Env } from './service-process.ts';

/** Longest list of misspelt settings that is worth reading. */
const MAX_UNKNOWN = 5;

/** What whoever starts the service should know of its settings, a line each. */
export function startWarnings(env: Env, config: Pick<Config, 'HOST' | 'PORT' | 'BASE_URL'>): string[] {
  const unknown = unknownSettings(env)
    .slice(0, MAX_UNKNOWN)
    .map(({ name, nearest }) => `${name} is no setting and has no effect; did you mean ${nearest}?`);
  if (!lacksPublicUrl(config)) return unknown;
  return [
    ...unknown,
    `HOST is ${config.HOST} and BASE_URL is not set: nothing can be published until BASE_URL is the URL that clients use.`,
  ];
}
