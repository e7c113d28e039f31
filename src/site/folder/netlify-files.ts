import { type HeaderRule, type HostRules, MAX_RULES, parsePattern, type RouteRule } from './host-rules.ts';

const STATUS = /^(\d{3})(!?)$/;

/**
 * Parses a `_redirects` file, as Netlify and Cloudflare Pages read it. Rules with conditions (a country, a language, a query)
 * are left out: only a server can tell whether they apply.
 */
export function parseRedirectsFile(text: string): Pick<HostRules, 'routes' | 'ignored'> {
  const routes: RouteRule[] = [];
  const ignored: string[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [uncommented = ''] = line.split(/(?:^|\s)#/, 1);
    const words = uncommented.trim().split(/\s+/);
    if (words[0] === '') continue;
    const rule = routes.length < MAX_RULES ? redirectOf(words) : null;
    if (rule === null) ignored.push(`Line ${i + 1} of _redirects was not read.`);
    else routes.push(rule);
  }
  return { routes, ignored };
}

function redirectOf([from = '', to = '', code = '301', ...conditions]: readonly string[]): RouteRule | null {
  const pattern = parsePattern(from);
  const status = STATUS.exec(code);
  if (pattern === null || status === null || conditions.length > 0) return null;
  if (!/^(?:\/|https?:\/\/)/.test(to)) return null;
  return { pattern, to, status: Number(status[1]), isForced: status[2] === '!' };
}

/** Parses a `_headers` file, as Netlify and Cloudflare Pages read it: a path, then its indented fields. */
export function parseHeadersFile(text: string): Pick<HostRules, 'headers' | 'ignored'> {
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
  return { headers, ignored };
}
