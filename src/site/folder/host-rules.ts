/** A rule that redirects or rewrites paths, as static hosts have them. */
export interface RouteRule {
  readonly pattern: PathPattern;
  /** Path or absolute URL, with `:name` and `:splat` for what the pattern matched. */
  readonly to: string;
  /** 3xx redirects; 2xx and 4xx serve `to` with that status. */
  readonly status: number;
  /** Applies before files, and not only where there is none. */
  readonly isForced: boolean;
}

/** Response header fields for paths. */
export interface HeaderRule {
  readonly pattern: PathPattern;
  /** Names in lower case. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Redirects and headers that a static host is configured with. */
export interface HostRules {
  readonly routes: readonly RouteRule[];
  readonly headers: readonly HeaderRule[];
  /** `/about` serves about.html. Default: true. */
  readonly servesCleanUrls?: boolean;
  /** `/about.html` redirects to `/about`. */
  readonly redirectsToCleanUrls?: boolean;
  /** Pages redirect to their path with, or without, a slash at the end. */
  readonly trailingSlash?: boolean;
  /** Rules that were not read, each as a sentence. */
  readonly ignored: readonly string[];
}

/** A path with `:name` for a segment, and at most one `*` for any text. */
export interface PathPattern {
  readonly expression: RegExp;
  readonly names: readonly string[];
}

/** Maximum number of rules that are read of one file, as hosts limit them. */
export const MAX_RULES = 2_100;
/** Maximum length of a pattern that is read, in characters. */
const MAX_PATTERN = 1_000;

/** Parses the pattern of a path. Returns null for one that this reader does not know, such as two names in one segment. */
export function parsePattern(text: string): PathPattern | null {
  if (!text.startsWith('/') || text.length > MAX_PATTERN || text.split('*').length > 2) return null;
  // Several in one segment match in many ways, which would be tried one after the other.
  if (text.split('/').some((segment) => segment.split(/:[A-Za-z]|\*/).length > 2)) return null;
  const names: string[] = [];
  const expression = text.replace(/:([A-Za-z]\w*)|\*|[\\^$.|?+()[\]{}]/g, (match, name: string | undefined) => {
    if (name !== undefined) {
      names.push(name);
      return '([^/]+)';
    }
    if (match !== '*') return `\\${match}`;
    names.push('splat');
    return '(.*)';
  });
  // `/blog/*` is also `/blog`.
  return { expression: new RegExp(`^${expression.replace(/\/\(\.\*\)$/, '(?:/(.*))?')}/?$`), names };
}

/** Returns the target of a rule for a path; null when the rule is not for it. */
export function findTarget({ pattern, to }: RouteRule, path: string): string | null {
  const match = pattern.expression.exec(path);
  if (match === null) return null;
  const values = new Map(pattern.names.map((name, i) => [name, match[i + 1] ?? '']));
  return to.replace(/:([A-Za-z]\w*)/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Returns the header fields of a path: those of every rule for it, repeated fields joined (RFC 9110 §5.3). */
export function findHeaders(rules: readonly HeaderRule[], path: string): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const { pattern, fields } of rules) {
    if (!pattern.expression.test(path)) continue;
    for (const [name, value] of fields) {
      const before = headers.get(name);
      headers.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  return Object.fromEntries(headers);
}
