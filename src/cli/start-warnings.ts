import type { Config, Env } from '../config.ts';
import { lacksPublicUrl } from '../own-url.ts';
import { unknownSettings } from '../unknown-settings.ts';

/** Most misspelt settings that are reported. */
const MAX_UNKNOWN = 5;

/** Returns warnings about the settings for whoever starts the service, one line each. */
export function startWarnings(env: Env, config: Pick<Config, 'HOST' | 'PORT' | 'BASE_URL'>): string[] {
  const unknown = unknownSettings(env)
    .slice(0, MAX_UNKNOWN)
    .map(({ name, nearest }) => `${name} is not a setting and has no effect. Did you mean ${nearest}?`);
  if (!lacksPublicUrl(config)) return unknown;
  return [
    ...unknown,
    `HOST is ${config.HOST} and BASE_URL is not set, so nothing can be published. Set BASE_URL to the URL that clients use.`,
  ];
}
