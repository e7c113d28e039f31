/** Purpose of a crawler. `training` and `search` feed models and indexes, `user` serves one person's request. */
export type Purpose = 'training' | 'search' | 'user';

/** The vendor's statement about robots.txt. `token only`: the token is used in robots.txt alone, and no request has it. */
export type RobotsBehaviour = 'obeys' | 'may not apply' | 'not stated' | 'token only';

export interface Crawler {
  /** Product token in robots.txt (RFC 9309 §2.2.1). */
  readonly token: string;
  /** `unknown` when its operator is not known. */
  readonly vendor: string;
  readonly purpose: Purpose;
  readonly robots: RobotsBehaviour;
  /** Class of its visits. Crawlers of web search engines are traditional bots, though AI answers use their index. */
  readonly visitClass: 'ai_bot' | 'traditional_bot';
  /** Product token whose group applies, before `*`, when robots.txt does not name it: Applebot follows Googlebot's. */
  readonly fallbackToken: string | null;
  /** User-Agent header that its vendor documents; null for a token only, and where none is documented. */
  readonly userAgent: string | null;
  /** URL of the vendor's documentation; null when there is none. */
  readonly documentation: string | null;
  /** Effect of blocking it, in our words, where its vendor says more than its purpose does. */
  readonly blocking: string | null;
  /** URLs of the address ranges that its vendor publishes. */
  readonly ipRanges: readonly string[];
  /** True when these ranges are complete: a request from another address is spoofed. */
  readonly comesFromNowhereElse: boolean;
  /** Domains of its addresses for forward-confirmed reverse DNS, where its vendor documents them. */
  readonly reverseDns: readonly string[];
  /** Hosts that publish the keys of its signed requests (Web Bot Auth). */
  readonly signatureAgents: readonly string[];
  /** Month in which this row was last checked against public sources. */
  readonly checked: string;
}

/** Cost of blocking a crawler, by purpose, where no more is known of it. */
const COST: Readonly<Record<Purpose, string>> = {
  search: 'A place in the answers and results that use its index.',
  user: 'Being read when a person sends it to your page.',
  training: 'A part in its training data. No visit or citation is known to depend on it.',
};

/** Describes what a site loses by blocking a crawler, in one or two sentences. */
export function costOfBlocking({ purpose, blocking }: Pick<Crawler, 'purpose' | 'blocking'>): string {
  return blocking ?? COST[purpose];
}
