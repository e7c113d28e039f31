/**
 * Paths and path patterns of robots.txt, compared octet by octet (RFC 9309 §2.2.2 and §2.2.3). Octets are held as
 * strings of the characters U+0000 to U+00FF, one for each.
 */

/** The path and query of a URL as patterns are matched against it. */
export interface PatternTarget {
  readonly plain: string;
  /** The same with the reserved octets of the query percent-encoded, see {@link encodeQuery}. */
  readonly encoded: string;
}

/** A pattern cut at its wildcards. */
interface Cut {
  readonly segments: readonly string[];
  /** Ended in `$`: the last segment must end the path. */
  readonly anchored: boolean;
}

export interface PathPattern {
  /** Octets of the normalised pattern, wildcards included: the rule with the most is the most specific. */
  readonly length: number;
  readonly plain: Cut;
  readonly encoded: Cut;
}

/**
 * The path and query of a URL, made ready for {@link matchesPath}. Never throws.
 *
 * @param url absolute, or a path with query; a fragment is dropped, a missing path is `/`
 */
export function patternTarget(url: string): PatternTarget {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  const fragment = url.indexOf('#', authority.length);
  const rest = url.slice(authority.length, fragment === -1 ? undefined : fragment);
  const path = normalise(Buffer.from(rest.startsWith('/') ? rest : `/${rest}`, 'utf8').toString('latin1'));
  // A pattern means these two characters when it has them percent-encoded (§2.2.3).
  const plain = path.replaceAll('*', '%2A').replaceAll('$', '%24');
  return { plain, encoded: encodeQuery(plain) };
}

/** Reads a path pattern, `*` and a final `$` being special. Anything is a pattern; one without `/` or `*` first matches nothing. */
export function pathPattern(octets: string): PathPattern {
  const normal = normalise(octets);
  const plain = cut(normal);
  const query = encodeQuery(normal);
  return { length: normal.length, plain, encoded: query === normal ? plain : cut(query) };
}

/**
 * Whether the pattern matches the beginning of the path (all of it, with a final `$`). Each wildcard takes as little
 * as it can and is never tried again, so the time is bounded by the length of the path times that of the pattern.
 */
export function matchesPath(pattern: PathPattern, target: PatternTarget): boolean {
  if (matches(pattern.plain, target.plain)) return true;
  const isSame = pattern.plain === pattern.encoded && target.plain === target.encoded;
  return !isSame && matches(pattern.encoded, target.encoded);
}

function matches({ segments, anchored }: Cut, path: string): boolean {
  const [first = '', ...rest] = segments;
  if (!path.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return !anchored || path.length === first.length;
  let position = first.length;
  for (const segment of rest) {
    const found = path.indexOf(segment, position);
    if (found === -1) return false;
    position = found + segment.length;
  }
  if (!anchored) return path.indexOf(last, position) !== -1;
  return path.length - last.length >= position && path.endsWith(last);
}

function cut(pattern: string): Cut {
  const anchored = pattern.endsWith('$');
  const body = anchored ? pattern.slice(0, -1) : pattern;
  return { segments: body.split('*').map((segment) => segment.replaceAll('$', '%24')), anchored };
}

/**
 * §2.2.2: percent-encoded unreserved octets are decoded, all that no URI may hold is encoded, and the rest stays, its
 * hexadecimal digits in upper case (RFC 3986 §6.2.2).
 */
function normalise(octets: string): string {
  return octets.replace(/%[0-9a-f]{2}|[^a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gi, (found) => {
    if (found.length === 1) return percentEncode(found);
    const octet = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[a-z0-9\-._~]/i.test(octet) ? octet : found.toUpperCase();
  });
}

/**
 * §2.2.2 has the reserved octets encoded before the comparison, and shows by example which it means: in
 * `/foo/bar?baz=https://foo.bar` those of the value, so that it equals `/foo/bar?baz=https%3A%2F%2Ffoo.bar`.
 */
function encodeQuery(path: string): string {
  const query = path.indexOf('?') + 1;
  return query === 0 ? path : path.slice(0, query) + path.slice(query).replace(/[:/?@[\]]/g, percentEncode);
}

function percentEncode(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
