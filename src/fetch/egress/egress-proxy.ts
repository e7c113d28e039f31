/** The HTTP proxy for all outgoing connections, as plain serialisable data. */
export interface EgressProxy {
  /** A name or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** The Proxy-Authorization field; null without credentials. */
  readonly authorization: string | null;
}

export type ParsedEgressProxy =
  | { readonly ok: true; readonly proxy: EgressProxy | null }
  /** `problem` is one sentence for the operator. It never quotes the text, which may hold a password. */
  | { readonly ok: false; readonly problem: string };

/**
 * Parses `http://host:port` or `http://user:password@host:port`. Empty text is no proxy. TLS to the proxy itself is not
 * supported.
 */
export function parseEgressProxy(text: string): ParsedEgressProxy {
  if (text === '') return { ok: true, proxy: null };
  const url = URL.parse(text);
  const authorization = url === null ? undefined : authorizationOf(url);
  if (
    url === null ||
    authorization === undefined ||
    url.protocol !== 'http:' ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.port === '0'
  ) {
    return {
      ok: false,
      problem: 'it must be http://host:port or http://user:password@host:port; other characters are percent-encoded.',
    };
  }
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  return { ok: true, proxy: { host, port: Number(url.port) || 80, authorization } };
}

/** Basic credentials (RFC 7617): null when there are none, undefined when they cannot be sent. */
function authorizationOf({ username, password }: URL): string | null | undefined {
  if (username === '' && password === '') return null;
  try {
    const user = decodeURIComponent(username);
    if (user.includes(':')) return undefined;
    return `Basic ${Buffer.from(`${user}:${decodeURIComponent(password)}`).toString('base64')}`;
  } catch {
    return undefined;
  }
}
