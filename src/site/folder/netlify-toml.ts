import { parse } from 'smol-toml';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { type HeaderRule, type HostRules, MAX_RULES, parsePattern, type RouteRule } from './host-rules.ts';

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
  const file = tomlOf(text);
  if (file === null) return { routes: [], headers: [], ignored: ['netlify.toml is not TOML, and was not read.'] };
  const ignored: string[] = [];
  const routes = tablesOf(file, 'redirects').flatMap((table, i): RouteRule[] => {
    const isRead = Value.Check(Redirect, table) && table.query === undefined && table.conditions === undefined;
    const pattern = isRead ? parsePattern(table.from) : null;
    if (isRead && pattern !== null)
      return [{ pattern, to: table.to, status: table.status ?? 301, isForced: table.force ?? false }];
    ignored.push(`Redirect ${i + 1} of netlify.toml was not read.`);
    return [];
  });
  const headers = tablesOf(file, 'headers').flatMap((table, i): HeaderRule[] => {
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

function tomlOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function tablesOf(file: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const tables = file[name];
  return Array.isArray(tables) ? tables.slice(0, MAX_RULES) : [];
}
