import { isUtf8 } from 'node:buffer';

export interface HeadFields {
  /** Names in lower case, repeated fields joined by `, ` (RFC 9110 §5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** The Location fields, each different one once. */
  readonly locations: readonly string[];
}

/**
 * Reads the fields of a response head. Values are bytes: UTF-8 where they are that, as many servers send a Location,
 * else ISO 8859-1 (RFC 9110 §5.5).
 *
 * @param raw names and values in turn, as undici's HTTP/1.1 parser gives them
 */
export function readHeadFields(raw: unknown): HeadFields {
  const headers = new Map<string, string>();
  const locations = new Set<string>();
  if (Array.isArray(raw)) {
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const name = textOf(raw[i]).toLowerCase();
      const value = textOf(raw[i + 1]);
      const before = headers.get(name);
      headers.set(name, before === undefined ? value : `${before}, ${value}`);
      if (name === 'location') locations.add(value);
    }
  }
  return { headers: Object.fromEntries(headers), locations: [...locations] };
}

function textOf(bytes: unknown): string {
  if (!Buffer.isBuffer(bytes)) return '';
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}
