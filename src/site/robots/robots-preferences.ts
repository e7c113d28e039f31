import { matchesPath, pathPattern, patternTarget } from './path-pattern.ts';
import type { RobotsLine, RobotsTxt } from './robots-txt.ts';
import { type PreferenceForm, parsePreferences, type UsagePreferences, type Use } from './usage-preferences.ts';

/** A line of robots.txt that states what content may be used for. */
export interface RobotsPreference extends UsagePreferences {
  readonly form: PreferenceForm;
  readonly line: number;
  /** Crawlers that its group is for, in lower case or `*`; empty when it is before the first User-agent line. */
  readonly tokens: ReadonlySet<string>;
}

/** Most lines of preferences that are read. */
const MAX_LINES = 100;

/** A `License:` line that is valid in RSL 1.0: its URL is absolute. */
export interface LicenseLine {
  readonly line: number;
  readonly url: string;
}

/** Returns whether a line states a policy: Content-Signal, Content-Usage, or the License of RSL with an absolute URL. */
export function isPolicyLine(line: RobotsLine): boolean {
  return formOf(line) !== null || isLicense(line);
}

/** Returns the first {@link MAX_LINES} Content-Signal and Content-Usage lines, in file order. */
export function robotsPreferences(file: RobotsTxt): readonly RobotsPreference[] {
  const tokensOf = new Map(
    file.groups.flatMap(({ tokens, fields }) => {
      const named = new Set(tokens);
      return fields.map(({ line }) => [line, named] as const);
    }),
  );
  const stated = file.unknownFields.flatMap((field) => {
    const form = formOf(field);
    return form === null ? [] : [{ form, ...field }];
  });
  return stated.slice(0, MAX_LINES).map(({ form, line, value }) => {
    return { form, line, tokens: tokensOf.get(line) ?? new Set(), ...parsePreferences(form, value) };
  });
}

/** Returns the License lines of RSL 1.0. They apply to the whole site, wherever they are. */
export function licenseLines(file: RobotsTxt): readonly LicenseLine[] {
  return file.unknownFields.filter(isLicense).map(({ line, value }) => ({ line, url: value }));
}

/**
 * Returns the lines that state a preference for one URL, crawler and use: those of the group that applies to the crawler
 * (RFC 9309 §2.2.1). Among lines of one form, the most specific path wins, as for Allow and Disallow
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

function formOf({ field }: RobotsLine): PreferenceForm | null {
  const name = field.toLowerCase();
  return name === 'content-signal' || name === 'content-usage' ? name : null;
}

function isLicense({ field, value }: RobotsLine): boolean {
  return field.toLowerCase() === 'license' && /^https?:\/\//i.test(value) && URL.canParse(value);
}
