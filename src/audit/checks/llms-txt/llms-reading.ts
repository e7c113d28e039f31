import { availability, type Exchange } from '../../../fetch/exchange.ts';
import type { LlmsTxt } from '../../../site/llms-txt/llms-txt.ts';
import { describeResponse, isInconclusive } from '../../observe.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** Result of reading the URL of llms.txt. */
export type LlmsReading =
  | { readonly outcome: 'file'; readonly file: LlmsTxt }
  | { readonly outcome: 'absent' }
  /** Something that is not an llms.txt at all. `what` goes after its address: `is an HTML page`. */
  | { readonly outcome: 'unusable'; readonly what: string; readonly note: string }
  /** It is unknown whether there is one. */
  | { readonly outcome: 'unknown'; readonly why: string };

type Needed = Pick<SiteFacts, 'llms' | 'home' | 'softNotFound'>;

/** Distinguishes a file that is missing from one that is broken, refused to us, or never requested. */
export function readLlms(site: Needed): LlmsReading {
  const { exchange, file, availability: means } = site.llms;
  if (isInconclusive(exchange)) return { outcome: 'unknown', why: describeResponse(exchange) };
  switch (means) {
    case 'present':
      if (file !== null) return ofFile(file);
      return leadsHome(site)
        ? { outcome: 'absent' }
        : { outcome: 'unusable', what: 'is an HTML page', note: 'An HTML page instead of Markdown text.' };
    case 'refused':
      return refusesEverythingMissing(site)
        ? { outcome: 'absent' }
        : { outcome: 'unknown', why: describeResponse(exchange) };
    case 'server_error':
      return { outcome: 'unusable', what: `returns ${exchange.status}`, note: describeResponse(exchange) };
    case 'unreachable':
      return { outcome: 'unusable', what: 'does not answer', note: describeResponse(exchange) };
    default:
      return { outcome: 'absent' };
  }
}

function ofFile(file: LlmsTxt): LlmsReading {
  return file.hasTitleSomewhere || file.links.length > 0
    ? { outcome: 'file', file }
    : { outcome: 'unusable', what: 'has neither an H1 nor a link', note: 'It has neither an H1 nor a link.' };
}

/** A redirect of every unknown address to the home page: the file is not there, whatever the status says. */
function leadsHome({ llms, home, softNotFound: { exchanges } }: Needed): boolean {
  const isForAll = exchanges.length === 0 || exchanges.some(({ finalUrl }) => finalUrl === home.url);
  return isForAll && llms.exchange.redirects.length > 0 && llms.exchange.finalUrl === home.url;
}

/** Object stores send 403 for what does not exist: then random paths are refused in the same way. */
function refusesEverythingMissing({ llms, softNotFound }: Needed): boolean {
  return (
    softNotFound.exchanges.length > 0 &&
    softNotFound.exchanges.every(({ failure, status }) => failure === null && status === llms.exchange.status)
  );
}

/** Responses to the sampled links of the file. */
export interface JudgedLinks {
  readonly counted: number;
  readonly dead: readonly Exchange[];
  readonly notCounted: number;
}

/**
 * A link that is refused to us may be open to others, and one that we never requested proves nothing: neither counts, unless its host is
 * known to the network of its author alone.
 */
export function judgeLinks(links: readonly Exchange[]): JudgedLinks {
  const counted = links.filter(
    (link) => (availability(link) !== 'refused' && !isInconclusive(link)) || hasPrivateName(link),
  );
  return {
    counted: counted.length,
    dead: counted.filter((link) => availability(link) !== 'present'),
    notCounted: links.length - counted.length,
  };
}

/** Returns whether the host of a link has one label or a name for private use: `localhost`, `app:3000` (RFC 6761, RFC 6762). */
function hasPrivateName({ url }: Exchange): boolean {
  const { hostname = '' } = URL.parse(url) ?? {};
  return /^[^.[]+$|\.(?:localhost|local|test|invalid)$/.test(hostname);
}
