import { isIPv6 } from 'node:net';

/**
 * Parses a URL as WHATWG URL does, without the final dot of its host: `example.com.` and `example.com` are one host (RFC 3986 §3.2.2).
 * Returns null for text that is not a URL.
 */
export function parseUrl(text: string, base?: string): URL | null {
  const url = URL.parse(text, base);
  if (url?.hostname.endsWith('.') === true) url.hostname = url.hostname.slice(0, -1);
  return url;
}

/**
 * Parses a host name or an IP address, with or without brackets. Returns it without brackets, as {@link parseUrl} spells it; null for text
 * that is more or less than a host.
 */
export function parseHost(text: string): string | null {
  const host = isIPv6(text) ? `[${text}]` : text;
  if (!/^(?:\[[^\]]*\]|[^:/\\?#@\s%[\]]+)$/.test(host)) return null;
  return parseUrl(`http://${host}/`)?.hostname.replace(/^\[|\]$/g, '') ?? null;
}
