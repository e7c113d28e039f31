import { findBrowser, startBrowser } from '../browser/chromium.ts';
import { type Config, type Env, SETTINGS } from '../values/config.ts';
import { lacksPublicUrl } from '../values/own-url.ts';
import { describeError } from './exit.ts';

/** Printed where a browser runs without its sandbox. */
export const NO_SANDBOX =
  'The browser runs without its sandbox, because this machine or user (root) allows none: a page that breaks out of the browser has the rights of this user. Run it as another user, or in a container.';

const NO_BROWSER =
  'RENDER is on, but no Chromium or Chrome was found. Audits run, and say that their pages were not rendered. Install one, or name its program in CHROME_PATH.';

/** Maximum number of misspelt settings that are reported. */
const MAX_UNKNOWN = 5;

/** Returns warnings about the settings for the operator, one line each. */
export function startWarnings(env: Env, config: Pick<Config, 'HOST' | 'PORT' | 'BASE_URL'>): string[] {
  const unknown = unknownSettings(env)
    .slice(0, MAX_UNKNOWN)
    .map(({ name, nearest }) => `${name} is not a setting and has no effect. Did you mean ${nearest}?`);
  if (!lacksPublicUrl(config)) return unknown;
  return [
    ...unknown,
    `HOST is ${config.HOST} and BASE_URL is not set, so nothing can be published. Set BASE_URL to the public URL.`,
  ];
}

/** Starts the browser once. Returns a warning where there is none, or it runs without its sandbox or not at all; null else. */
export async function browserWarning(env: Env): Promise<string | null> {
  const path = findBrowser(env);
  if (path === null) return NO_BROWSER;
  try {
    const browser = await startBrowser({ path, proxyPort: 1, keyHash: '', userAgent: 'Citable' });
    await browser.close();
    return browser.isSandboxed ? null : NO_SANDBOX;
  } catch (error) {
    return `RENDER is on, but the browser ${path} does not start: ${describeError(error)} Audits run, and say that their pages were not rendered.`;
  }
}

/** An environment variable that looks like a misspelt setting. */
export interface UnknownSetting {
  readonly name: string;
  /** The setting that was probably meant. */
  readonly nearest: string;
}

/** Minimum length of a setting of which a letter may be wrong. Variables of other programs resemble HOST and PORT: only their letters may change places. */
const MIN_LENGTH = 7;
/** Length from which two letters may be wrong. */
const LONG = 9;
/** Prefix that some people add to settings. */
const PREFIX = 'CITABLE_';

/**
 * Finds environment variables that look like misspelt settings. To leave variables of other programs alone, a name must
 * differ from a setting by one letter (by two from a long one, by the order of letters from a short one), ignoring underscores and a prefix `CITABLE_`.
 */
export function unknownSettings(env: Env): UnknownSetting[] {
  const known = SETTINGS.map(({ name }) => name);
  const candidates = known.map((candidate) => ({ candidate, letters: plain(candidate) }));
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || !/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return [];
    const letters = plain(name);
    const [nearest] = candidates
      .filter((one) => Math.abs(one.letters.length - letters.length) <= 2)
      .map((one) => ({ ...one, distance: distanceBetween(letters, one.letters) }))
      .filter((one) =>
        one.candidate.length < MIN_LENGTH
          ? one.distance > 0 && sorted(letters) === sorted(one.letters)
          : one.distance <= (one.candidate.length < LONG ? 1 : 2),
      )
      .toSorted((a, b) => a.distance - b.distance);
    return nearest === undefined ? [] : [{ name, nearest: nearest.candidate }];
  });
}

function plain(name: string): string {
  const upper = name.toUpperCase();
  return (upper.startsWith(PREFIX) ? upper.slice(PREFIX.length) : upper).replaceAll('_', '');
}

function sorted(letters: string): string {
  return [...letters].toSorted().join('');
}

/** Returns the Levenshtein distance of two texts. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let column = 0; column < b.length; column += 1) {
      const replaced = (row[column] ?? 0) + (a[i] === b[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
