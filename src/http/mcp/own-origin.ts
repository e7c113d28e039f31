const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns whether a request may have come from a page with this origin. Servers of MCP refuse other websites, so that none can reach
 * a service on the machine or in the network of its visitor (MCP, Streamable HTTP, Security Warning). The Host field decides nothing:
 * in DNS rebinding it is that of the other website too.
 *
 * @param origin the Origin field; undefined when no page made the request
 * @param ownUrl URL of this service
 */
export function isOwnOrigin(origin: string | undefined, ownUrl: string): boolean {
  if (origin === undefined) return true;
  const source = URL.parse(origin);
  const own = new URL(ownUrl);
  if (source === null) return false;
  const isLocal = LOOPBACK.has(source.hostname) && LOOPBACK.has(own.hostname) && source.port === own.port;
  return source.origin === own.origin || (isLocal && source.protocol === own.protocol);
}
