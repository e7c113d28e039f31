/**
 * Path and query of a URL, normalised for comparison with a {@link PathPattern} octet by octet (RFC 9309 §2.2.2). Each character,
 * U+0000 to U+00FF, is one octet.
 */
export interface PatternTarget {
  readonly plain: string;
  /** The same with the reserved octets of the query percent-encoded, see {@link encodeQuery}. */
  readonly encoded: string;
}

/** A pattern split at its wildcards. */
interface Segments {
  readonly segments: readonly string[];
  /** True for a final `$`: the last segment must end the path. */
  readonly anchored: boolean;
}

/** Path pattern of an allow or disallow rule (RFC 9309 §2.2.2, §2.2.3). */
export interface PathPattern {
  /** Octets of the normalised pattern, wildcards included. The longest match is the most specific. */
  readonly length: number;
  readonly plain: Segments;
  readonly encoded: Segments;
}

/**
 * Prepares a URL for {@link matchesPath}. Never throws.
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

/** Parses a path pattern with `*` and a final `$`. Accepts any text; a pattern that begins with neither `/` nor `*` matches nothing. */
export function pathPattern(octets: string): PathPattern {
  const normal = normalise(octets);
  const plain = split(normal);
  const query = encodeQuery(normal);
  return { length: normal.length, plain, encoded: query === normal ? plain : split(query) };
}

/**
 * Returns whether the pattern matches the beginning of the path, or all of it with a final `$`. Wildcards match lazily, without
 * backtracking: the time is bounded by the length of the path times that of the pattern.
 */
export function matchesPath(pattern: PathPattern, target: PatternTarget): boolean {
  if (matches(pattern.plain, target.plain)) return true;
  const isSame = pattern.plain === pattern.encoded && target.plain === target.encoded;
  return !isSame && matches(pattern.encoded, target.encoded);
}

function matches({ segments, anchored }: Segments, path: string): boolean {
  const first = segments[0] ?? '';
  if (!path.startsWith(first)) return false;
  if (segments.length === 1) return !anchored || path.length === first.length;
  let position = first.length;
  for (let i = 1; i < segments.length - 1; i += 1) {
    const segment = segments[i] ?? '';
    const found = path.indexOf(segment, position);
    if (found === -1) return false;
    position = found + segment.length;
  }
  const last = segments.at(-1) ?? '';
  if (!anchored) return path.indexOf(last, position) !== -1;
  return path.length - last.length >= position && path.endsWith(last);
}

function split(pattern: string): Segments {
  const anchored = pattern.endsWith('$');
  const body = anchored ? pattern.slice(0, -1) : pattern;
  return { segments: body.split('*').map((segment) => segment.replaceAll('$', '%24')), anchored };
}

/**
 * Normalises octets (§2.2.2): decodes percent-encoded unreserved octets, encodes octets that no URI may contain, and writes the
 * hexadecimal digits of the others in upper case (RFC 3986 §6.2.2).
 */
function normalise(octets: string): string {
  return octets.replace(/%[0-9a-f]{2}|[^a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gi, (found) => {
    if (found.length === 1) return percentEncode(found);
    const octet = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[a-z0-9\-._~]/i.test(octet) ? octet : found.toUpperCase();
  });
}

/**
 * Encodes the reserved octets of a query. By the example of §2.2.2, `/foo/bar?baz=https://foo.bar` equals
 * `/foo/bar?baz=https%3A%2F%2Ffoo.bar`.
 */
function encodeQuery(path: string): string {
  const query = path.indexOf('?') + 1;
  return query === 0 ? path : path.slice(0, query) + path.slice(query).replace(/[:/?@[\]]/g, percentEncode);
}

function percentEncode(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
