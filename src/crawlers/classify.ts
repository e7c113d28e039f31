import { isbot } from 'isbot';
import { CRAWLERS, type Purpose } from './registry.ts';

/** What is known of one request: its headers as sent, null when absent, and the URL asked for. */
export interface VisitRequest {
  readonly userAgent: string | null;
  readonly referer: string | null;
  readonly url: string;
}

export type VisitClass = 'ai_bot' | 'ai_referral' | 'traditional_bot' | 'human';

export interface Classification {
  readonly class: VisitClass;
  /** The product token of a crawler that the registry knows. */
  readonly crawler: string | null;
  readonly vendor: string | null;
  readonly purpose: Purpose | null;
}

/** Says who made a request. Never throws. */
export function classifyVisit({ userAgent }: VisitRequest): Classification {
  const lower = (userAgent ?? '').toLowerCase();
  const crawler = CRAWLERS.find(({ token }) => lower.includes(token.toLowerCase()));
  if (crawler !== undefined) {
    return { class: 'ai_bot', crawler: crawler.token, vendor: crawler.vendor, purpose: crawler.purpose };
  }
  const kind = lower.trim() === '' || isbot(lower) ? 'traditional_bot' : 'human';
  return { class: kind, crawler: null, vendor: null, purpose: null };
}
