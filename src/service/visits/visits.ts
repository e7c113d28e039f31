import { classifyVisit } from '../../crawlers/classify.ts';
import type { DomainName } from '../../domain-name.ts';
import type { Visit } from '../../store/visits/visits.ts';
import { isoTime } from '../../utc-day.ts';
import type { SignedClaim } from './verification/visit-verifier.ts';

/** Longest user agent stored, in characters. */
export const MAX_USER_AGENT = 512;
const MAX_HOST = 255;

/** A request for a hosted file: its headers as sent, null when absent. */
export interface HostedRequest {
  readonly domain: DomainName;
  /** Requested path and query. */
  readonly url: string;
  readonly userAgent: string | null;
  readonly referer: string | null;
}

/** Origin of a request for a hosted file. Read only for AI crawlers. */
export interface VisitOrigin {
  /** The client's address; '' when it is not known. */
  address(): string;
  /** Returns the signature; null for a request without one. */
  signed(): SignedClaim | null;
}

/**
 * Returns the visit to store for a request.
 *
 * @param now milliseconds since 1970
 */
export function toVisit({ domain, url, userAgent, referer }: HostedRequest, now: number): Visit {
  const { class: kind, crawler, vendor, purpose } = classifyVisit({ userAgent, referer, url });
  return {
    time: isoTime(now),
    domain,
    path: hostedPath(domain),
    class: kind,
    crawler,
    vendor,
    purpose,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    referringHost: referer === null ? null : hostOf(referer),
    verification: kind === 'ai_bot' ? 'unverified' : null,
  };
}

/** The latest request. Visits to the same file share its strings, which makes comparing them fast. */
let last: { readonly domain: string; readonly path: string } = { domain: '', path: '' };

function hostedPath(domain: DomainName): string {
  if (domain !== last.domain) last = { domain, path: `/llms/${domain}.txt` };
  return last.path;
}

/** Returns only the host, because a referrer's path may contain a person's search. */
function hostOf(referer: string): string | null {
  const url = URL.parse(referer);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWeb && url.hostname !== '' ? url.hostname.slice(0, MAX_HOST) : null;
}
