import { matchesPath, type PathPattern, type PatternTarget, pathPattern, patternTarget } from './path-pattern.ts';
import { decodeOctets, PARSED_BYTES, readFieldLines } from './robots-lines.ts';

export { PARSED_BYTES };

/** A robots.txt as RFC 9309 reads it. Plain data apart from {@link RobotsTxt.isAllowed}. */
export interface RobotsTxt {
  /** Groups with at least one rule or user-agent line, in file order; groups of the same token are not merged here. */
  readonly groups: readonly Group[];
  /** `Sitemap:` lines, values as written. */
  readonly sitemaps: readonly RobotsLine[];
  /** Allow and Disallow lines before the first User-agent line: they belong to no group and do nothing. */
  readonly strayRules: readonly RobotsLine[];
  /** Well-formed `name: value` lines whose field this parser does not know (Content-Signal, Host, …), kept to be shown. */
  readonly unknownFields: readonly RobotsLine[];
  /** Lines that are neither blank, comment nor `name: value`. */
  readonly malformed: readonly RobotsLine[];
  /** User-agent values with characters that no product token has, such as U+2011 for a hyphen (they match nothing). */
  readonly badTokens: readonly RobotsLine[];
  /** Lines whose field is misspelt or has no colon. Google's parser reads them, others may not. */
  readonly lenientLines: readonly LenientLine[];
  /** Bytes in the file; parsing stops at {@link PARSED_BYTES}. */
  readonly length: number;

  /**
   * Returns whether a crawler of that product token may fetch the URL (RFC 9309 §2.2).
   * @param productToken compared without case and whole with the leading `[A-Za-z_-]+` of each User-agent value, as
   *   Google's parser does: `GPTBot/1.1` in the file names `GPTBot`, and a token with a digit or space meets only `*`
   * @param url absolute, or a path with query
   */
  isAllowed(productToken: string, url: string): boolean;
  /** The same, with the rule that decided: null when no rule matched, or no group applied. */
  decide(productToken: string, url: string): Decision;
  /** Decides without the Disallow lines that only Google is known to read: {@link lenientLines}. */
  decideStrictly(productToken: string, url: string): Decision;
  /** The merged group that applies to the token: the named ones, else `*`, else null. */
  groupFor(productToken: string): AppliedGroup | null;
}

export interface RobotsLine {
  readonly line: number;
  /** The field name as written. */
  readonly field: string;
  readonly value: string;
}

export interface LenientLine extends RobotsLine {
  /** Field that Google reads. */
  readonly readAs: 'User-agent' | 'Allow' | 'Disallow' | 'Sitemap' | 'Crawl-delay';
}

export interface Rule {
  readonly type: 'allow' | 'disallow';
  /** The path pattern as written; empty matches nothing. */
  readonly pattern: string;
  readonly line: number;
  /** Set when its field is misspelt or has no colon. */
  readonly isLenient?: true;
}

export interface Group {
  /** Product tokens as compared: the leading `[A-Za-z_-]+` in lower case, or `*`. */
  readonly tokens: readonly string[];
  /** The line of its first User-agent. */
  readonly line: number;
  readonly rules: readonly Rule[];
  /** Other lines inside the group: Crawl-delay, Content-Signal, … */
  readonly fields: readonly RobotsLine[];
}

export interface AppliedGroup {
  /** `*` or the token that was named. */
  readonly token: string;
  readonly lines: readonly number[];
  readonly rules: readonly Rule[];
}

export interface Decision {
  readonly allowed: boolean;
  readonly rule: Rule | null;
  readonly group: AppliedGroup | null;
}

/**
 * Reads a robots.txt by RFC 9309, and with the leniency of Google's parser where the RFC leaves room: misspelt field
 * names, a missing colon, User-agent values cut at the first character that no product token has, part of a byte order
 * mark, an allowed `index.html` that stands for its directory. Any input is a robots.txt; never throws.
 *
 * @param input the bytes as served, or their text
 */
export function parseRobotsTxt(input: Uint8Array | string): RobotsTxt {
  const bytes = Buffer.from(input);
  const groups: DraftGroup[] = [];
  const sitemaps: RobotsLine[] = [];
  const strayRules: RobotsLine[] = [];
  const unknownFields: RobotsLine[] = [];
  const malformed: RobotsLine[] = [];
  const badTokens: RobotsLine[] = [];
  const lenientLines: LenientLine[] = [];
  let group: DraftGroup | undefined;

  for (const line of readFieldLines(bytes)) {
    const shown = { line: line.line, field: line.name, value: decodeOctets(line.value) };
    if (line.isLenient && line.field !== 'other' && line.field !== 'malformed') {
      lenientLines.push({ ...shown, readAs: READ_AS[line.field] });
    }
    switch (line.field) {
      case 'user-agent': {
        // Only a rule ends the User-agent lines of a group; Sitemap, Crawl-delay and the like may stand between them.
        if (group === undefined || group.rules.length > 0) {
          group = { tokens: new Set(), line: line.line, rules: [], fields: [], patterns: [] };
          groups.push(group);
        }
        const token = namedToken(line.value);
        if (token !== '') group.tokens.add(token);
        if (isBadToken(shown.value)) badTokens.push(shown);
        break;
      }
      case 'allow':
      case 'disallow':
        if (group === undefined) strayRules.push(shown);
        else {
          const lenient = line.isLenient ? { isLenient: true as const } : {};
          addRule(group, { type: line.field, pattern: shown.value, line: line.line, ...lenient }, line.value);
        }
        break;
      case 'sitemap':
        sitemaps.push(shown);
        break;
      case 'malformed':
        malformed.push(shown);
        break;
      default:
        if (line.field === 'other') unknownFields.push(shown);
        group?.fields.push(shown);
    }
  }
  return {
    groups: groups.map(({ tokens, line, rules, fields }) => ({ tokens: [...tokens], line, rules, fields })),
    sitemaps,
    strayRules,
    unknownFields,
    malformed,
    badTokens,
    lenientLines,
    length: bytes.length,
    ...decisions(groups),
  };
}

const READ_AS = {
  'user-agent': 'User-agent',
  allow: 'Allow',
  disallow: 'Disallow',
  sitemap: 'Sitemap',
  'crawl-delay': 'Crawl-delay',
} as const;

/** A group while it is read: with the patterns of each rule, in the octets of the file. */
interface DraftGroup {
  readonly tokens: Set<string>;
  readonly line: number;
  readonly rules: Rule[];
  readonly fields: RobotsLine[];
  readonly patterns: { readonly rule: Rule; readonly octets: string }[];
}

function addRule(group: DraftGroup, rule: Rule, octets: string): void {
  group.rules.push(rule);
  if (octets === '') return;
  group.patterns.push({ rule, octets });
  const fileName = octets.lastIndexOf('/') + 1;
  if (rule.type === 'allow' && octets.startsWith('index.htm', fileName)) {
    group.patterns.push({ rule, octets: `${octets.slice(0, fileName)}$` });
  }
}

/** The product token that a User-agent value names, in lower case; empty when it names none. */
function namedToken(value: string): string {
  if (/^\*(?:[ \t\v\f]|$)/.test(value)) return '*';
  return value.slice(0, value.search(/[^a-z_-]|$/i)).toLowerCase();
}

/**
 * Digits are not counted as bad: no product token of RFC 9309 has them, but those of well-known crawlers do, and they
 * know their names.
 */
function isBadToken(value: string): boolean {
  return /[^\t -~]/.test(value) || !/^(?:[a-z0-9_-]|\*(?:[ \t]|$)|$)/i.test(value);
}

/** A group in force. */
interface Applied {
  readonly group: AppliedGroup;
  readonly rules: OrderedRules;
}

interface OrderedRules {
  /** From the most specific to the least, Allow before Disallow (§2.2.2). */
  readonly patterns: readonly { readonly rule: Rule; readonly pattern: PathPattern }[];
  /** Rules by requested path. Many crawlers share a group, and each is checked. */
  readonly decided: Map<string, Rule | null>;
  /** Rules without the Disallow lines that only Google is known to read; null when there are no such lines. */
  readonly strict: OrderedRules | null;
}

function decisions(
  groups: readonly DraftGroup[],
): Pick<RobotsTxt, 'isAllowed' | 'decide' | 'decideStrictly' | 'groupFor'> {
  const byToken = new Map<string, DraftGroup[]>();
  for (const group of groups) {
    for (const token of group.tokens) {
      const named = byToken.get(token);
      if (named === undefined) byToken.set(token, [group]);
      else named.push(group);
    }
  }
  const cache = new Map<string, Applied>();
  /** Rules by the lines of their groups. */
  const ordered = new Map<string, OrderedRules>();

  const applied = (productToken: string): Applied | null => {
    const name = productToken.toLowerCase();
    const token = byToken.has(name) ? name : '*';
    const named = byToken.get(token);
    if (named === undefined) return null;
    const known = cache.get(token);
    if (known !== undefined) return known;
    const lines = named.map(({ line }) => line);
    const rules = ordered.get(lines.join()) ?? inOrder(named);
    ordered.set(lines.join(), rules);
    const inForce = { group: { token, lines, rules: named.flatMap((group) => group.rules) }, rules };
    cache.set(token, inForce);
    return inForce;
  };

  const decideBy = (productToken: string, url: string, isStrict: boolean): Decision => {
    const inForce = applied(productToken);
    const target = patternTarget(url);
    const rules = (isStrict ? inForce?.rules.strict : null) ?? inForce?.rules;
    // §2.2.2: "The /robots.txt URI is implicitly allowed."
    const rule = target.plain === '/robots.txt' || rules === undefined ? null : ruleFor(rules, target);
    return { allowed: rule?.type !== 'disallow', rule, group: inForce?.group ?? null };
  };
  const decide = (productToken: string, url: string): Decision => decideBy(productToken, url, false);

  return {
    decide,
    decideStrictly: (productToken, url) => decideBy(productToken, url, true),
    isAllowed: (productToken, url) => decide(productToken, url).allowed,
    groupFor: (productToken) => applied(productToken)?.group ?? null,
  };
}

/** The most specific rule that matches. */
function ruleFor({ decided, patterns }: OrderedRules, target: PatternTarget): Rule | null {
  const known = decided.get(target.plain);
  if (known !== undefined) return known;
  const rule = patterns.find(({ pattern }) => matchesPath(pattern, target))?.rule ?? null;
  decided.set(target.plain, rule);
  return rule;
}

function inOrder(groups: readonly DraftGroup[]): OrderedRules {
  const patterns = groups
    .flatMap((group) => group.patterns)
    .map(({ rule, octets }) => ({ rule, pattern: pathPattern(octets) }))
    .sort(
      (a, b) =>
        b.pattern.length - a.pattern.length || Number(b.rule.type === 'allow') - Number(a.rule.type === 'allow'),
    );
  const strict = patterns.filter(({ rule }) => rule.type === 'allow' || rule.isLenient !== true);
  const isSame = strict.length === patterns.length;
  return {
    patterns,
    decided: new Map(),
    strict: isSame ? null : { patterns: strict, decided: new Map(), strict: null },
  };
}
