import type { Parsed } from '../values/parsed.ts';
import { quote } from '../values/untrusted-text.ts';
import { parseHost } from '../values/web-url.ts';

/** One rule of `CONNECT_TO`: connections to `host` and `port` go to `address` and `addressPort`. Null matches any, or leaves it. */
export interface ConnectToRule {
  readonly host: string | null;
  readonly port: number | null;
  readonly address: string | null;
  readonly addressPort: number | null;
}

export type ParsedConnectTo = Parsed<{ rules: readonly ConnectToRule[] }>;

/** Target of a connection. `chosen`: the operator named this very address, so it may be private, but not for metadata. */
export interface Route {
  readonly host: string;
  readonly port: number;
  readonly chosen: boolean;
}

const RULE = /^(\[[^\]]*\]|[^:[\]]*):(\d*):(\[[^\]]*\]|[^:[\]]*):(\d*)$/;

/**
 * Parses `host:port:address:port`, comma-separated, with the meaning of curl's `--connect-to`: an empty host or port
 * matches any, an empty address or port leaves it as it is; IPv6 addresses are in brackets. Empty text is not a rule.
 */
export function parseConnectTo(text: string): ParsedConnectTo {
  const rules: ConnectToRule[] = [];
  for (const part of text.split(',').map((item) => item.trim())) {
    if (part === '') continue;
    const match = RULE.exec(part);
    const rule = match === null ? null : toRule(match.slice(1));
    if (rule === null) {
      return {
        ok: false,
        problem: `"${quote(part, 80)}" is not host:port:address:port; host, address and ports may be empty, an IPv6 address is in brackets.`,
      };
    }
    rules.push(rule);
  }
  return { ok: true, rules };
}

/** Returns the target of a connection: by the first rule that matches, or unchanged. Hosts come without brackets. */
export function route(rules: readonly ConnectToRule[], host: string, port: number): Route {
  const rule = rules.find(
    (rule) => (rule.host === null || rule.host === parseHost(host)) && (rule.port === null || rule.port === port),
  );
  if (rule === undefined) return { host, port, chosen: false };
  return { host: rule.address ?? host, port: rule.addressPort ?? port, chosen: rule.address !== null };
}

function toRule([first = '', second = '', third = '', fourth = '']: string[]): ConnectToRule | null {
  const host = toHost(first);
  const port = toPort(second);
  const address = toHost(third);
  const addressPort = toPort(fourth);
  if (host === undefined || port === undefined || address === undefined || addressPort === undefined) return null;
  return { host, port, address, addressPort };
}

function toHost(text: string): string | null | undefined {
  return text === '' ? null : (parseHost(text) ?? undefined);
}

function toPort(text: string): number | null | undefined {
  if (text === '') return null;
  const port = Number(text);
  return port >= 1 && port <= 65535 ? port : undefined;
}
