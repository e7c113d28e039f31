import { AUDITED_CRAWLERS } from '../../../crawlers/registry.ts';
import type { RobotsTxt, Rule } from '../../../site/robots/robots-txt.ts';

/** A named group that lets its crawlers into what the * group keeps everyone out of. */
export interface ShadowingGroup {
  /** The AI crawlers that it names, as the registry spells them. */
  readonly tokens: readonly string[];
  /** Of its first User-agent. */
  readonly line: number;
  /** The Disallow lines of the * group that it drops. */
  readonly dropped: readonly Rule[];
}

/** Long-standing search crawlers whose groups predate answer engines and are written on purpose. */
const CONVENTIONAL_SEARCH = ['Googlebot', 'bingbot', 'Applebot'];

/** Most Disallow lines of the * group compared with each named group: a file may have thousands of both. */
const COMPARED_LINES = 25;
/** Longer patterns are left out, for the same reason. */
const COMPARED_LENGTH = 256;

/**
 * The groups of AI crawlers that silently drop Disallow lines of the * group: RFC 9309 §2.2.1 gives a crawler the
 * groups that name it or the * group, never both.
 *
 * Judged by meaning, not by spelling: a line is dropped when a path made from its pattern is closed to * and open to
 * the named crawler. A line that closes everything is an allow list's last line, and an Allow at least as specific as
 * the Disallow was written on purpose: neither is a slip.
 */
export function shadowingGroups(file: RobotsTxt): readonly ShadowingGroup[] {
  const everyone = file.groupFor('*')?.rules ?? [];
  const closed = everyone
    .filter(
      ({ type, pattern }) => type === 'disallow' && !closesEverything(pattern) && pattern.length <= COMPARED_LENGTH,
    )
    .slice(0, COMPARED_LINES)
    .map((rule) => ({ rule, path: toMatchingPath(rule.pattern) }))
    .filter(({ path }) => !file.isAllowed('*', path));

  const groups = new Map<string, { tokens: string[]; line: number; dropped: readonly Rule[] }>();
  for (const { token, userAgent } of AUDITED_CRAWLERS) {
    const group = file.groupFor(token);
    // A token that sends no requests, such as Google-Extended, has no path that could be blocked.
    if (userAgent === null || CONVENTIONAL_SEARCH.includes(token) || group === null || group.token === '*') continue;
    const key = group.lines.join();
    const known = groups.get(key);
    if (known !== undefined) {
      known.tokens.push(token);
      continue;
    }
    const dropped = closed.filter(({ rule, path }) => isDropped(file, token, rule, path)).map(({ rule }) => rule);
    groups.set(key, { tokens: [token], line: group.lines[0] ?? 0, dropped });
  }
  return [...groups.values()].filter(({ dropped }) => dropped.length > 0).sort((a, b) => a.line - b.line);
}

/** `/`, `/*`, `*` and the like; an empty pattern closes nothing and is left out with them. */
function closesEverything(pattern: string): boolean {
  return pattern.replaceAll('*', '').length <= 1;
}

function isDropped(file: RobotsTxt, token: string, rule: Rule, path: string): boolean {
  const decision = file.decide(token, path);
  return decision.allowed && (decision.rule === null || decision.rule.pattern.length < rule.pattern.length);
}

/** A path that the pattern matches: its wildcards stand for one plain letter. */
function toMatchingPath(pattern: string): string {
  const path = pattern.replaceAll('*', 'a').replace(/\$$/, '');
  return path.startsWith('/') ? path : `/${path}`;
}
