import { parse } from 'smol-toml';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { type HeaderRule, type HostRules, MAX_RULES, parsePattern, type RouteRule } from './host-rules.ts';

const STATUS = /^(\d{3})(!?)$/;

/**
 * Parses a `_redirects` file, as Netlify and Cloudflare Pages read it. Rules with conditions (a country, a language, a query)
 * are left out: only a server can tell whether they apply.
 */
export function parseRedirectsFile(text: string): HostRules {
  const routes: RouteRule[] = [];
  const ignored: string[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [uncommented = ''] = line.split(/(?:^|\s)#/, 1);
    const words = uncommented.trim().split(/\s+/);
    if (words[0] === '') continue;
    const rule = routes.length < MAX_RULES ? parseRedirect(words) : null;
    if (rule === null) ignored.push(`Line ${i + 1} of _redirects was not read.`);
    else routes.push(rule);
  }
  return { routes, headers: [], ignored };
}

function parseRedirect([from = '', to = '', code = '301', ...conditions]: readonly string[]): RouteRule | null {
  const pattern = parsePattern(from);
  const status = STATUS.exec(code);
  if (pattern === null || status === null || conditions.length > 0) return null;
  if (!/^(?:\/|https?:\/\/)/.test(to)) return null;
  return { pattern, to, status: Number(status[1]), isForced: status[2] === '!' };
}

/** Parses a `_headers` file, as Netlify and Cloudflare Pages read it: a path, then its indented fields. */
export function parseHeadersFile(text: string): HostRules {
  const headers: { pattern: HeaderRule['pattern']; fields: [string, string][] }[] = [];
  const ignored: string[] = [];
  let current: (typeof headers)[number] | null = null;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const words = line.trim();
    if (words === '' || words.startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      const pattern = headers.length < MAX_RULES ? parsePattern(words) : null;
      current = pattern === null ? null : { pattern, fields: [] };
      if (current !== null) headers.push(current);
      else ignored.push(`Line ${i + 1} of _headers was not read.`);
      continue;
    }
    const [, name, value = ''] = /^([\w-]+):(.*)$/s.exec(words) ?? [];
    if (current !== null && name !== undefined) current.fields.push([name.toLowerCase(), value.trim()]);
    else ignored.push(`Line ${i + 1} of _headers was not read.`);
  }
  return { routes: [], headers, ignored };
}

const Redirect = Type.Object({
  from: Type.String(),
  to: Type.String(),
  status: Type.Optional(Type.Integer()),
  force: Type.Optional(Type.Boolean()),
  query: Type.Optional(Type.Unknown()),
  conditions: Type.Optional(Type.Unknown()),
});
const Header = Type.Object({
  for: Type.String(),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
});

/** Reads the redirects and headers of a netlify.toml. Other parts of it are about building. */
export function parseNetlifyToml(text: string): HostRules {
  const file = parseToml(text);
  if (file === null) return { routes: [], headers: [], ignored: ['netlify.toml is not TOML, and was not read.'] };
  const ignored: string[] = [];
  const routes = listTables(file, 'redirects').flatMap((table, i): RouteRule[] => {
    const isRead = Value.Check(Redirect, table) && table.query === undefined && table.conditions === undefined;
    const pattern = isRead ? parsePattern(table.from) : null;
    if (isRead && pattern !== null)
      return [{ pattern, to: table.to, status: table.status ?? 301, isForced: table.force ?? false }];
    ignored.push(`Redirect ${i + 1} of netlify.toml was not read.`);
    return [];
  });
  const headers = listTables(file, 'headers').flatMap((table, i): HeaderRule[] => {
    const pattern = Value.Check(Header, table) ? parsePattern(table.for) : null;
    if (Value.Check(Header, table) && pattern !== null) {
      const fields = Object.entries(table.values).map(
        ([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const,
      );
      return [{ pattern, fields }];
    }
    ignored.push(`Header ${i + 1} of netlify.toml was not read.`);
    return [];
  });
  return { routes, headers, ignored };
}

function parseToml(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function listTables(file: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const tables = file[name];
  return Array.isArray(tables) ? tables.slice(0, MAX_RULES) : [];
}
