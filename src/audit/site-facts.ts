import type { Availability, Exchange } from '../fetch/exchange.ts';
import type { LlmsTxt } from '../site/llms-txt/llms-txt.ts';
import type { PageFacts } from '../site/page/page-facts.ts';
import type { PageKind } from '../site/page/page-kind.ts';
import type { RobotsTxt } from '../site/robots/robots-txt.ts';
import type { GatheredSitemap, Repeat, Staging } from '../site/site.ts';
import type { Stack } from '../site/stack.ts';
import type { GonePages } from './content-pages.ts';

export type { PageKind };

/** A Site as read by the parsers: what a check may ask for. Made once per audit by `readSite`, shared by all checks. */
export interface SiteFacts {
  /** The audited domain. */
  readonly domain: string;
  /** Final origin, without a trailing slash. */
  readonly origin: string;
  /** `folder`: the site was read from files, so nothing is known of its server. */
  readonly source: 'web' | 'folder';
  /** Where it was served, when that was not at its own origin; else null. */
  readonly staging: Staging | null;
  /** When the site was gathered, in milliseconds since 1970. */
  readonly gatheredAt: number;
  readonly stack: Stack;
  readonly home: Page;
  /** Number of known pages when the choice ended, the home page included; null for a site saved by an earlier version. */
  readonly known: number | null;
  /** True when there may be more known pages. */
  readonly isKnownAtLeast: boolean;
  /** URLs of the known content pages other than the home page. */
  readonly contentPages: readonly string[];
  /** Known pages that do not exist, also such as were not chosen. */
  readonly gonePages: GonePages;
  /** Number of chosen pages of which nothing is known, because they could not be read: they may have what the others lack. */
  readonly unknownPages: number;
  /** The chosen pages that were not read. */
  readonly unread: UnreadPages;
  /** The further pages that are judged: read as HTML with a 2xx status, and pages of their own. Excludes the home page. */
  readonly samplePages: readonly Page[];
  /** Pages that were read and are noindex, as is usual for their kind: reported, never judged. */
  readonly noindexPages: readonly Page[];
  /** Pages that were read and are not pages of their own: reported, never judged. */
  readonly excludedPages: readonly ExcludedPage[];
  /** Chosen pages that could not be read, to be mentioned, never scored. */
  readonly unreadablePages: readonly Exchange[];
  /** Pages that this audit read and does not judge here: what a site has is told by all pages. Absent for none. */
  readonly otherPages?: readonly Page[];
  readonly probes: readonly ProbeFacts[];
  readonly robots: RobotsFacts;
  readonly llms: LlmsFacts;
  readonly sitemaps: readonly GatheredSitemap[];
  readonly sitemapSample: readonly Exchange[];
  readonly canonicalTargets: readonly Exchange[];
  readonly softNotFound: SoftNotFound;
}

/** A chosen content page that robots.txt shuts for all core search crawlers. */
export interface ShutPage {
  readonly url: string;
  /** Line of the rule in robots.txt that shuts it for the first of them; null where the file cannot be read. */
  readonly line: number | null;
  /** True when Citable may read it, and did. */
  readonly isRead: boolean;
}

/** What became of the chosen pages that are not among the pages read. */
export interface UnreadPages {
  /** Number of all chosen pages, the home page included. */
  readonly chosen: number;
  /** robots.txt shuts them for all core search crawlers. */
  readonly shut: readonly ShutPage[];
  /** robots.txt shuts them for Citable, and not for all core search crawlers. */
  readonly closedToCitable: readonly string[];
  /** A limit of the audit was reached first. */
  readonly leftOut: readonly string[];
  /** The page after which the HTML of all pages exceeded the limit. Absent for none. */
  readonly tooLarge?: { readonly url: string; readonly bytes: number };
}

export interface Page {
  /** The URL it was served from, after redirects. */
  readonly url: string;
  readonly exchange: Exchange;
  readonly facts: PageFacts;
  readonly kind: PageKind;
  /** Lines and links of menus in its text, which its facts are without. Absent for none. */
  readonly menu?: ReadonlySet<string>;
  /** Primary language subtag of the declared language (BCP 47), lower case; null when there is none that is registered. */
  readonly language: string | null;
}

const SECONDARY: readonly PageKind[] = ['contact', 'legal', 'listing'];

/** Returns whether a page is a contact, legal or listing page: these need few words, and may stay out of indexes. */
export function isSecondary({ kind }: Pick<Page, 'kind'>): boolean {
  return SECONDARY.includes(kind);
}

/**
 * A page that refreshes to another page at once, is a copy of a judged page, is on another site, is an error page, or is a basket,
 * a checkout or an account.
 */
export interface ExcludedPage {
  readonly page: Page;
  readonly reason: 'refresh' | 'copy' | 'other_site' | 'error_page' | 'transaction';
  /** URL of the page that it refreshes to or copies; else its own. */
  readonly target: string;
}

export interface ProbeFacts {
  readonly productToken: string;
  readonly exchange: Exchange;
  readonly availability: Availability;
  /** Main-text characters served to it, divided by those served to the browser; null when it got no HTML or the browser no text. */
  readonly textRatio: number | null;
  /** Words of main text served to it, a lower bound; null when it was served no HTML. */
  readonly words: number | null;
  /** The control of a refusal; absent where there is none. */
  readonly repeat?: Repeat;
}

export interface RobotsFacts {
  readonly exchange: Exchange;
  readonly availability: Availability;
  /** A 2xx body that is an HTML page. */
  readonly isHtml: boolean;
  /** The rules in force: of the file, or none for a file that is absent, refused or HTML. */
  readonly file: RobotsTxt;
}

export interface LlmsFacts {
  readonly exchange: Exchange;
  /** `absent` also for a 2xx response that is only the site's soft 404 page. */
  readonly availability: Availability;
  readonly isHtml: boolean;
  /** Null unless present and not HTML. */
  readonly file: LlmsTxt | null;
  readonly links: readonly Exchange[];
}

export interface SoftNotFound {
  /** The origin sends 2xx for pages that do not exist. */
  readonly flagged: boolean;
  readonly exchanges: readonly Exchange[];
}
