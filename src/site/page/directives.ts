import { AUDITED_CRAWLERS } from '../../crawlers/registry.ts';
import type { PageFacts } from './page-facts.ts';

/** Source of a directive. */
type DirectiveSource =
  /** The X-Robots-Tag header, as sent. */
  | { readonly kind: 'header'; readonly value: string }
  /** `<meta name=… content=…>`, the name in lower case. */
  | { readonly kind: 'meta'; readonly name: string; readonly content: string; readonly line: number };

/** One directive, such as `noindex` or `max-snippet: 50`. */
export interface Directive {
  /** In lower case. */
  readonly name: string;
  /** Text after its colon, trimmed; null for none. */
  readonly value: string | null;
  /** Product token that it is addressed to, in lower case, or `*`. */
  readonly agent: string;
  readonly source: DirectiveSource;
}

/** All directives of a page, unknown ones included: those of the header, then those of metas. */
export type Directives = readonly Directive[];

/** Restrictions in force for one agent: for each the directive that imposes it, or null. */
export interface DirectivesInForce {
  /** `noindex` or `none`. */
  readonly noindex: Directive | null;
  /** `nofollow` or `none`. */
  readonly nofollow: Directive | null;
  /** `nosnippet` or `max-snippet:0`. */
  readonly nosnippet: Directive | null;
  readonly noarchive: Directive | null;
  readonly nocache: Directive | null;
  /** The smallest limit above 0, in characters. */
  readonly maxSnippet: { readonly characters: number; readonly directive: Directive } | null;
  /** `unavailable_after` with its date as written. */
  readonly unavailableAfter: Directive | null;
}

/** Directives with a value: the text before their colon is not a crawler's name. */
const WITH_VALUE = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
const NAME = /^[a-z][a-z0-9_-]*$/i;
/** Crawlers that read metas of their own, beyond those of the registry. */
const OTHER_CRAWLERS =
  /^(?:.*bot|.*spider|.*crawler|slurp|teoma|yandex|googlebot-(?:news|image|video)|google-extended)$/;
const TOKENS = new Set(AUDITED_CRAWLERS.map(({ token }) => token.toLowerCase()));

/**
 * Collects the directives of a page: in X-Robots-Tag, `<meta name=robots>` and metas named after a crawler. They are
 * separated by commas and compared whole: `max-image-preview:none` is not `none`.
 *
 * In a header, a crawler's name counts for all directives after it until the next name, also across joined fields: the
 * end of a field is unknown (RFC 9110 §5.3).
 *
 * @param headers names in lower case, repeated fields joined by `, `
 */
export function effectiveDirectives(headers: Readonly<Record<string, string>>, facts: PageFacts): Directives {
  const header = headers['x-robots-tag'];
  const directives = header === undefined ? [] : readList(header, '*', true, { kind: 'header', value: header });
  for (const { key, attribute, content, line } of facts.metas) {
    if (attribute !== 'name') continue;
    const agent = key === 'robots' ? '*' : TOKENS.has(key) || OTHER_CRAWLERS.test(key) ? key : null;
    if (agent !== null) directives.push(...readList(content, agent, false, { kind: 'meta', name: key, content, line }));
  }
  return directives;
}

/**
 * Returns the restrictions for an agent, by its own directives and the general ones: the most restrictive of each kind.
 *
 * @param agent a product token, in any case; `*` for a crawler without directives of its own
 */
export function directivesFor(directives: Directives, agent: string): DirectivesInForce {
  const token = agent.toLowerCase();
  const own = directives.filter((directive) => directive.agent === '*' || directive.agent === token);
  const first = (...names: string[]): Directive | null => own.find(({ name }) => names.includes(name)) ?? null;
  const limits = own
    .flatMap((directive) => {
      const characters = snippetLimit(directive);
      return characters === null ? [] : [{ characters, directive }];
    })
    .sort((a, b) => a.characters - b.characters);
  return {
    noindex: first('noindex', 'none'),
    nofollow: first('nofollow', 'none'),
    nosnippet: first('nosnippet') ?? limits.find(({ characters }) => characters === 0)?.directive ?? null,
    noarchive: first('noarchive'),
    nocache: first('nocache'),
    maxSnippet: limits.find(({ characters }) => characters > 0) ?? null,
    unavailableAfter: first('unavailable_after'),
  };
}

/** A zone that `Date.parse` knows, at the end of a date. */
const ZONE = /(?:Z|[+-]\d{2}:?\d{2}|\b(?:UTC?|GMT|[ECMP][SD]T))$/i;
/** Another zone, such as CET: it makes a difference of hours. */
const OTHER_ZONE = /\s+[a-z]{2,5}$/i;

/**
 * Returns whether the date of `unavailable_after` has passed. Google documents that it reads RFC 822, RFC 850 and ISO 8601. A date
 * without a zone is read as UTC.
 *
 * @param now milliseconds since 1970
 */
export function hasPassed({ value }: Directive, now: number): boolean {
  const written = (value ?? '').trim().replace(/^([a-z]+day|[a-z]{3}),?\s+/i, '');
  const text = ZONE.test(written) ? written : written.replace(OTHER_ZONE, '');
  const isWithoutZone = !ZONE.test(text) && /\d[T ]\d|^\d{1,2}[ -]|\s/.test(text);
  return Date.parse(isWithoutZone ? `${text.replace('T', ' ')} UTC` : text) < now;
}

/** Returns the limit of `max-snippet`; null for other directives, for -1 (no limit) and for invalid values. */
function snippetLimit({ name, value }: Directive): number | null {
  return name === 'max-snippet' && value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

function readList(list: string, agent: string, mayNameAgents: boolean, source: DirectiveSource): Directive[] {
  const directives: Directive[] = [];
  let current = agent;
  for (const part of withWholeDates(list.split(','))) {
    // Several names of crawlers may precede a directive.
    let read = 0;
    let named: string | null = null;
    for (const piece of part.split(':').slice(0, -1)) {
      const name = piece.trim().toLowerCase();
      if (!NAME.test(name)) break;
      read += piece.length + 1;
      if (!mayNameAgents || WITH_VALUE.has(name)) {
        named = name;
        break;
      }
      current = name;
    }
    const rest = part.slice(read).trim();
    if (named !== null) directives.push({ name: named, value: rest, agent: current, source });
    else if (rest !== '') directives.push({ name: rest.toLowerCase(), value: null, agent: current, source });
  }
  return directives;
}

/** Joins the parts of a date again: `unavailable_after: Saturday, 25 Jun 2030 15:00:00 GMT` has a comma. */
function withWholeDates(parts: readonly string[]): string[] {
  const whole: string[] = [];
  let isDate = false;
  for (const part of parts) {
    if (isDate && /^\s*\d/.test(part)) {
      whole.push(`${whole.pop()},${part}`);
    } else {
      whole.push(part);
      isDate = /^\s*(?:[\w-]+\s*:\s*)?unavailable_after\s*:/i.test(part);
    }
  }
  return whole;
}
