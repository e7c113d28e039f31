import { parseDictionary, Token } from 'structured-headers';
import { matchesPath, pathPattern, patternTarget } from './path-pattern.ts';
import type { RobotsLine, RobotsTxt } from './robots-txt.ts';

/** A use of content. `ai-train` is `train-ai` in Content-Usage; `ai-input` exists in Content-Signal alone. */
export type Use = 'search' | 'ai-input' | 'ai-train';

/** Furthest allowed use of content: the `use` of Content-Signal. */
export type UseLevel = 'immediate' | 'reference' | 'full';

export type PreferenceForm = 'content-signal' | 'content-usage';

export interface UsagePreferences {
  /** Path pattern before the value; null when there is none: then the value applies to every path. */
  readonly path: string | null;
  /** The decision on each use: true when it is allowed. Uses that the value does not mention are absent. */
  readonly uses: ReadonlyMap<Use, boolean>;
  readonly level: UseLevel | null;
}

/** Keys of Content-Usage (draft-ietf-aipref-vocab-08). The keys of Content-Signal are those of {@link Use}. */
const USAGE_LABELS: ReadonlyMap<string, Use> = new Map([
  ['search', 'search'],
  ['train-ai', 'ai-train'],
]);

const SIGNALS: readonly Use[] = ['search', 'ai-input', 'ai-train'];
const LEVELS: readonly UseLevel[] = ['immediate', 'reference', 'full'];

/** Parses the value of a robots.txt line or an HTTP header of that name. Accepts any string. */
export function parsePreferences(form: PreferenceForm, value: string): UsagePreferences {
  const { path, rest } = splitPath(value);
  return form === 'content-signal' ? contentSignal(path, rest) : contentUsage(path, rest);
}

/** Splits a path from a value that begins with `/`. The path ends at the first space or tab (draft-ietf-aipref-attach-05). */
function splitPath(value: string): { path: string | null; rest: string } {
  if (!value.startsWith('/')) return { path: null, rest: value };
  const end = value.search(/[ \t]|$/);
  return { path: value.slice(0, end), rest: value.slice(end) };
}

/** Parses `search=yes, ai-train=no, use=reference` (contentsignals.org). */
function contentSignal(path: string | null, value: string): UsagePreferences {
  const uses = new Map<Use, boolean>();
  let level: UseLevel | null = null;
  for (const member of value.split(',')) {
    const [key = '', item = ''] = member.split('=', 2).map((part) => part.trim().toLowerCase());
    const use = SIGNALS.find((one) => one === key);
    if (use !== undefined && (item === 'yes' || item === 'no')) uses.set(use, item === 'yes');
    if (key === 'use') level = LEVELS.find((one) => one === item) ?? level;
  }
  return { path, uses, level };
}

/**
 * Parses `train-ai=n, search=y`, a dictionary of RFC 9651. A malformed dictionary states nothing, and neither does a value other
 * than the tokens `y` and `n`.
 */
function contentUsage(path: string | null, value: string): UsagePreferences {
  const uses = new Map<Use, boolean>();
  try {
    const dictionary = parseDictionary(value.trim());
    for (const [label, use] of USAGE_LABELS) {
      const item = dictionary.get(label)?.[0];
      const preference = item instanceof Token ? item.toString() : null;
      if (preference === 'y' || preference === 'n') uses.set(use, preference === 'y');
    }
  } catch {
    return { path, uses: new Map(), level: null };
  }
  return { path, uses, level: null };
}

/** A Content-Signal or Content-Usage line of robots.txt. */
export interface RobotsPreference extends UsagePreferences {
  readonly form: PreferenceForm;
  readonly line: number;
  /** Product tokens of its group, in lower case or `*`; empty when it is before the first user-agent line. */
  readonly tokens: ReadonlySet<string>;
}

/** Maximum number of preference lines that are read. */
const MAX_LINES = 100;

/** A `License:` line that is valid in RSL 1.0: its URL is absolute. */
export interface LicenseLine {
  readonly line: number;
  readonly url: string;
}

/** Returns whether a line states a policy: Content-Signal, Content-Usage, or the License of RSL with an absolute URL. */
export function isPolicyLine(line: RobotsLine): boolean {
  return findForm(line) !== null || isLicense(line);
}

/** Returns the first {@link MAX_LINES} Content-Signal and Content-Usage lines, in file order. */
export function robotsPreferences(file: RobotsTxt): readonly RobotsPreference[] {
  const tokensByLine = new Map(
    file.groups.flatMap(({ tokens, fields }) => {
      const named = new Set(tokens);
      return fields.map(({ line }) => [line, named] as const);
    }),
  );
  const stated = file.unknownFields.flatMap((field) => {
    const form = findForm(field);
    return form === null ? [] : [{ form, ...field }];
  });
  return stated.slice(0, MAX_LINES).map(({ form, line, value }) => {
    return { form, line, tokens: tokensByLine.get(line) ?? new Set(), ...parsePreferences(form, value) };
  });
}

/** Returns the License lines of RSL 1.0. They apply to the whole site, wherever they are. */
export function licenseLines(file: RobotsTxt): readonly LicenseLine[] {
  return file.unknownFields.filter(isLicense).map(({ line, value }) => ({ line, url: value }));
}

/**
 * Returns the lines that state a preference for one URL, crawler and use: those of the group that applies to the crawler
 * (RFC 9309 §2.2.1). Among lines of one form, the most specific path wins, as for allow and disallow rules
 * (draft-ietf-aipref-attach-05).
 */
export function preferencesFor(
  file: RobotsTxt,
  preferences: readonly RobotsPreference[],
  { token, url, use }: { readonly token: string; readonly url: string; readonly use: Use },
): readonly RobotsPreference[] {
  const group = file.groupFor(token)?.token;
  if (group === undefined) return [];
  const target = patternTarget(url);
  const stated = preferences.flatMap((preference) => {
    if (!preference.uses.has(use) || !preference.tokens.has(group)) return [];
    const pattern = pathPattern(Buffer.from(preference.path ?? '', 'utf8').toString('latin1'));
    return matchesPath(pattern, target) ? [{ preference, length: pattern.length }] : [];
  });
  return [...Map.groupBy(stated, ({ preference }) => preference.form).values()].flatMap((ofForm) => {
    const longest = ofForm.reduce((most, { length }) => Math.max(most, length), 0);
    return ofForm.filter(({ length }) => length === longest).map(({ preference }) => preference);
  });
}

function findForm({ field }: RobotsLine): PreferenceForm | null {
  const name = field.toLowerCase();
  return name === 'content-signal' || name === 'content-usage' ? name : null;
}

function isLicense({ field, value }: RobotsLine): boolean {
  return field.toLowerCase() === 'license' && /^https?:\/\//i.test(value) && URL.canParse(value);
}
