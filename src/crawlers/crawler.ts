/** What a crawler fetches pages for. `training` and `search` feed models and indexes, `user` answers one person now. */
export type Purpose = 'training' | 'search' | 'user';

/**
 * What its vendor says about robots.txt: that it obeys, that the rules may not apply to it, nothing, or that the token
 * only speaks in robots.txt and no request carries it.
 */
export type RobotsBehaviour = 'obeys' | 'may not apply' | 'not stated' | 'token only';

export interface Crawler {
  /** The product token that robots.txt names (RFC 9309 §2.2.1). */
  readonly token: string;
  /** `unknown` when nobody knows who runs it. */
  readonly vendor: string;
  readonly purpose: Purpose;
  readonly robots: RobotsBehaviour;
  /** How its visits are counted: those of a web search engine's crawler are not AI's, though AI answers draw on them. */
  readonly visitClass: 'ai_bot' | 'traditional_bot';
  /** Which group it falls back to when robots.txt does not name it, before `*`: e.g. Applebot follows Googlebot's. */
  readonly fallbackToken: string | null;
  /** The User-Agent header it sends, as its vendor documents it; null for a token only, and where none is documented. */
  readonly userAgent: string | null;
  /** Where its vendor documents it; null where no vendor does. */
  readonly documentation: string | null;
  /** What keeping it out costs, where its vendor says more than its purpose does; in our words. */
  readonly blocking: string | null;
  /** Where its vendor lists the addresses it comes from. */
  readonly ipRanges: readonly string[];
  /** Whether they are all: a request from elsewhere is not its. */
  readonly comesFromNowhereElse: boolean;
  /** The names under which its addresses stand in the DNS, forwards and backwards, where its vendor says so. */
  readonly reverseDns: readonly string[];
  /** The hosts that publish the keys with which its requests are signed (Web Bot Auth). */
  readonly signatureAgents: readonly string[];
  /** The month in which this row was last held against what is public. */
  readonly checked: string;
}

/** One vendor's crawlers, as the data files write them down. */
export interface VendorRows {
  readonly vendor: string;
  readonly documentation: string | null;
  readonly crawlers: readonly CrawlerRow[];
}

export interface CrawlerRow extends Pick<Crawler, 'token' | 'purpose' | 'robots'> {
  readonly visitClass?: Crawler['visitClass'];
  readonly fallbackToken?: string;
  readonly userAgent?: string;
  /** When it is not the vendor's page on all its crawlers; null when that page is silent on this one. */
  readonly documentation?: string | null;
  readonly blocking?: string;
  readonly ipRanges?: readonly string[];
  readonly comesFromNowhereElse?: boolean;
  readonly reverseDns?: readonly string[];
  readonly signatureAgents?: readonly string[];
}

export function crawlersOf(rows: readonly VendorRows[], checked: string): readonly Crawler[] {
  return rows.flatMap(({ vendor, documentation, crawlers }) =>
    crawlers.map((row) => ({
      visitClass: 'ai_bot' as const,
      fallbackToken: null,
      userAgent: null,
      documentation,
      blocking: null,
      ipRanges: [],
      comesFromNowhereElse: false,
      reverseDns: [],
      signatureAgents: [],
      ...row,
      vendor,
      checked,
    })),
  );
}
