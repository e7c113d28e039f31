import { matchesPath, type PathPattern, type PatternTarget, pathPattern, patternTarget } from './path-pattern.ts';
import { decodeOctets, type FieldLine, PARSED_BYTES, readFieldLines } from './robots-lines.ts';

export { PARSED_BYTES };

/** A parsed robots.txt (RFC 9309). */
export interface RobotsTxt {
  /** Groups in file order. Groups of the same product token are not merged here. */
  readonly groups: readonly Group[];
  /** Sitemap lines, values as written. */
  readonly sitemaps: readonly RobotsLine[];
  /** Rules before the first user-agent line. They belong to no group and have no effect. */
  readonly strayRules: readonly RobotsLine[];
  /** Well-formed `name: value` lines of unknown fields (Content-Signal, Host, …). */
  readonly unknownFields: readonly RobotsLine[];
  /** Lines that are neither blank, comment nor `name: value`. */
  readonly malformed: readonly RobotsLine[];
  /** User-agent lines with characters that no product token has, such as U+2011 for a hyphen. They match nothing. */
  readonly badTokens: readonly RobotsLine[];
  /** Lines whose field is misspelt or has no colon. Google's parser reads them, others may not. */
  readonly lenientLines: readonly LenientLine[];
  /** Number of bytes in the file. Parsing stops at {@link PARSED_BYTES}. */
  readonly length: number;

  /**
   * Returns whether a crawler with that product token may fetch the URL (RFC 9309 §2.2).
   *
   * @param productToken compared without case with the leading `[A-Za-z_-]+` of each user-agent line, as Google's parser
   *   does: `GPTBot/1.1` in the file names `GPTBot`, and a token with a digit or space matches only `*`
   * @param url absolute, or a path with query
   */
  isAllowed(productToken: string, url: string): boolean;
  /** Returns the same with the rule that decides; null when no rule matches, or no group applies. */
  decide(productToken: string, url: string): Decision;
  /**
   * Decides for a crawler of which it is not known whether it reads {@link lenientLines}: it may fetch the URL if it may with these
   * lines or without them. Without a User-agent line, the rules below it belong to the group above, or to none.
   */
  decideStrictly(productToken: string, url: string): Decision;
  /** As {@link decideStrictly}, but a User-agent line whose name has a digit (`AI2Bot`) names the crawler with that product token. */
  decideAsMeant(productToken: string, url: string): Decision;
  /** Returns the merged groups that name the token, else those of `*`, else null. */
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
  /** Path pattern as written. An empty one matches nothing. */
  readonly pattern: string;
  readonly line: number;
}

export interface Group {
  /** Product tokens as compared: the leading `[A-Za-z_-]+` in lower case, or `*`. */
  readonly tokens: readonly string[];
  /** Line of its first user-agent line. */
  readonly line: number;
  readonly rules: readonly Rule[];
  /** Other lines inside the group: Crawl-delay, Content-Signal, … */
  readonly fields: readonly RobotsLine[];
}

export interface AppliedGroup {
  /** `*` or the named product token. */
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
 * Parses a robots.txt by RFC 9309, as lenient as Google's parser where the RFC allows it: misspelt field names, a missing colon,
 * user-agent values cut at the first character that no product token has, an incomplete byte order mark, an allowed `index.html`
 * that also allows its directory. Accepts any input; never throws.
 *
 * @param input the bytes as served, or their text
 */
export function parseRobotsTxt(input: Uint8Array | string): RobotsTxt {
  const bytes = Buffer.from(input);
  const lines = readFieldLines(bytes);
  const lenientLines = lines.flatMap((line): LenientLine[] =>
    line.isLenient && line.field !== 'other' && line.field !== 'malformed'
      ? [{ ...asWritten(line), readAs: READ_AS[line.field] }]
      : [],
  );
  const { groups, ...read } = parseLines(lines);
  const strict = lenientLines.length === 0 ? null : parseLines(lines.filter(({ isLenient }) => !isLenient)).groups;
  return {
    groups: groups.map(({ tokens, line, rules, fields }) => ({ tokens: [...tokens], line, rules, fields })),
    ...read,
    lenientLines,
    length: bytes.length,
    ...decisions(groups, strict),
  };
}

function asWritten({ line, name, value }: FieldLine): RobotsLine {
  return { line, field: name, value: decodeOctets(value) };
}

/** Sorts the lines of a file into groups and what belongs to none. */
function parseLines(lines: readonly FieldLine[]) {
  const groups: DraftGroup[] = [];
  const sitemaps: RobotsLine[] = [];
  const strayRules: RobotsLine[] = [];
  const unknownFields: RobotsLine[] = [];
  const malformed: RobotsLine[] = [];
  const badTokens: RobotsLine[] = [];
  let group: DraftGroup | undefined;

  for (const line of lines) {
    const shown = asWritten(line);
    switch (line.field) {
      case 'user-agent': {
        // Only a rule ends the user-agent lines of a group. Other lines may be between them.
        if (group === undefined || group.rules.length > 0) {
          group = { tokens: new Set(), digitNames: new Set(), line: line.line, rules: [], fields: [], patterns: [] };
          groups.push(group);
        }
        const token = parseProductToken(line.value);
        if (token !== '') group.tokens.add(token);
        const name = /^[a-z_-]*\d[\w-]*(?=[\s/]|$)/i.exec(line.value)?.[0];
        if (name !== undefined) group.digitNames.add(name.toLowerCase());
        // Digits are not bad: RFC 9309 excludes them from product tokens, but well-known crawlers use and match them.
        if (/[^\t -~]/.test(shown.value) || !/^(?:[a-z0-9_-]|\*(?:[ \t]|$)|$)/i.test(shown.value))
          badTokens.push(shown);
        break;
      }
      case 'allow':
      case 'disallow':
        if (group === undefined) strayRules.push(shown);
        else addRule(group, { type: line.field, pattern: shown.value, line: line.line }, line.value);
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
  return { groups, sitemaps, strayRules, unknownFields, malformed, badTokens };
}

const READ_AS = {
  'user-agent': 'User-agent',
  allow: 'Allow',
  disallow: 'Disallow',
  sitemap: 'Sitemap',
  'crawl-delay': 'Crawl-delay',
} as const;

/** A group during parsing, with the patterns of each rule in the octets of the file. */
interface DraftGroup {
  readonly tokens: Set<string>;
  /** Names with digits in lower case, whole: `tokens` has what is before the digit. */
  readonly digitNames: Set<string>;
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

/** Returns the product token of a user-agent line in lower case; empty when it names none. */
function parseProductToken(value: string): string {
  if (/^\*(?:[ \t\v\f]|$)/.test(value)) return '*';
  return value.slice(0, value.search(/[^a-z_-]|$/i)).toLowerCase();
}

/** The group that applies to a product token, with its rules in order. */
interface MatchedGroup {
  readonly group: AppliedGroup;
  readonly rules: OrderedRules;
}

interface OrderedPattern {
  readonly rule: Rule;
  readonly pattern: PathPattern;
  /** Place in the order from the most specific to the least, allow before disallow (§2.2.2). */
  readonly place: number;
}

interface OrderedRules {
  /** Patterns that are the beginning of a path and nothing else, by that beginning. */
  readonly prefixes: ReadonlyMap<string, OrderedPattern>;
  /** Lengths of these, the longest first. */
  readonly lengths: readonly number[];
  /** The other patterns, in order. Each is compared with a path. */
  readonly patterns: readonly OrderedPattern[];
  /** Cached rules by requested path. Many crawlers share a group, and each is checked. */
  readonly cache: Map<string, Rule | null>;
}

/** @param strict groups without the lines that only Google is known to read; null when there are no such lines */
function decisions(
  groups: readonly DraftGroup[],
  strict: readonly DraftGroup[] | null,
): Pick<RobotsTxt, 'isAllowed' | 'decide' | 'decideStrictly' | 'decideAsMeant' | 'groupFor'> {
  const { decide, groupFor } = createDecisions(groups);
  const without = strict === null ? null : createDecisions(strict);
  const withDigits = groups.filter(({ digitNames }) => digitNames.size > 0);
  const whole = createDecisions(withDigits.map((group) => ({ ...group, tokens: group.digitNames })));
  const decideStrictly = (productToken: string, url: string) => {
    const decision = decide(productToken, url);
    return decision.allowed || without === null ? decision : without.decide(productToken, url);
  };
  return {
    decide,
    decideStrictly,
    decideAsMeant: (productToken, url) =>
      whole.groupFor(productToken) === null ? decideStrictly(productToken, url) : whole.decide(productToken, url),
    isAllowed: (productToken, url) => decide(productToken, url).allowed,
    groupFor,
  };
}

function createDecisions(groups: readonly DraftGroup[]): Pick<RobotsTxt, 'decide' | 'groupFor'> {
  const byToken = new Map<string, DraftGroup[]>();
  for (const group of groups) {
    for (const token of group.tokens) {
      const named = byToken.get(token);
      if (named === undefined) byToken.set(token, [group]);
      else named.push(group);
    }
  }
  const matched = new Map<string, MatchedGroup>();
  /** Rules in order, by the lines of their groups. */
  const ordered = new Map<string, OrderedRules>();

  const findGroup = (productToken: string): MatchedGroup | null => {
    const name = productToken.toLowerCase();
    const token = byToken.has(name) ? name : '*';
    const named = byToken.get(token);
    if (named === undefined) return null;
    const known = matched.get(token);
    if (known !== undefined) return known;
    const lines = named.map(({ line }) => line);
    const rules = ordered.get(lines.join()) ?? inOrder(named);
    ordered.set(lines.join(), rules);
    const match = { group: { token, lines, rules: named.flatMap((group) => group.rules) }, rules };
    matched.set(token, match);
    return match;
  };

  return {
    decide: (productToken, url) => {
      const match = findGroup(productToken);
      const target = patternTarget(url);
      // §2.2.2: "The /robots.txt URI is implicitly allowed."
      const rule = target.plain === '/robots.txt' || match === null ? null : ruleFor(match.rules, target);
      return { allowed: rule?.type !== 'disallow', rule, group: match?.group ?? null };
    },
    groupFor: (productToken) => findGroup(productToken)?.group ?? null,
  };
}

/** Maximum number of paths with a cached rule, for one group. */
const MAX_CACHED = 2_000;

/** Returns the most specific rule that matches. */
function ruleFor(rules: OrderedRules, target: PatternTarget): Rule | null {
  const { cache, patterns } = rules;
  const known = cache.get(target.plain);
  if (known !== undefined) return known;
  const prefix = prefixFor(rules, target);
  const before = prefix?.place ?? Number.POSITIVE_INFINITY;
  const other = patterns.find(({ pattern, place }) => place > before || matchesPath(pattern, target));
  const rule = (other === undefined || other.place > before ? prefix : other)?.rule ?? null;
  // All tokens ask about one URL before the next.
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(target.plain, rule);
  return rule;
}

/** Returns the most specific of the patterns without wildcards. Its time depends on the path, and not on the number of rules. */
function prefixFor({ prefixes, lengths }: OrderedRules, { plain, encoded }: PatternTarget): OrderedPattern | undefined {
  for (const length of lengths) {
    const found = prefixes.get(plain.slice(0, length)) ?? prefixes.get(encoded.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}

function inOrder(groups: readonly DraftGroup[]): OrderedRules {
  const patterns = groups
    .flatMap((group) => group.patterns)
    .map(({ rule, octets }) => ({ rule, pattern: pathPattern(octets) }))
    .sort(
      (a, b) =>
        b.pattern.length - a.pattern.length || Number(b.rule.type === 'allow') - Number(a.rule.type === 'allow'),
    )
    .map((one, place) => ({ ...one, place }));
  return indexed(patterns);
}

function indexed(ordered: readonly OrderedPattern[]): OrderedRules {
  const prefixes = new Map<string, OrderedPattern>();
  const patterns: OrderedPattern[] = [];
  for (const one of ordered) {
    const { plain, encoded } = one.pattern;
    const [prefix = ''] = plain.segments;
    if (plain.segments.length > 1 || plain.anchored || plain !== encoded) patterns.push(one);
    else if (!prefixes.has(prefix)) prefixes.set(prefix, one);
  }
  const lengths = [...new Set([...prefixes.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  return { prefixes, lengths, patterns, cache: new Map() };
}
