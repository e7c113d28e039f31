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
  /** Bytes in the file; parsing stops at {@link PARSED_BYTES}. */
  readonly length: number;

  /**
   * Whether a crawler of that product token may fetch the URL (RFC 9309 §2.2).
   * @param productToken compared without case, exactly, after taking the leading `[A-Za-z_-]+`
   * @param url absolute, or a path with query
   */
  isAllowed(productToken: string, url: string): boolean;
  /** The same, with the rule that decided: null when no rule matched, or no group applied. */
  decide(productToken: string, url: string): Decision;
  /** The merged group that applies to the token: the named ones, else `*`, else null. */
  groupFor(productToken: string): AppliedGroup | null;
}

export interface RobotsLine {
  readonly line: number;
  /** The field name as written. */
  readonly field: string;
  readonly value: string;
}

export interface Rule {
  readonly type: 'allow' | 'disallow';
  /** The path pattern as written; empty matches nothing. */
  readonly pattern: string;
  readonly line: number;
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
