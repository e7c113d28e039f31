import { classifyVisit } from '../../crawlers/classify.ts';
import type { Outside } from '../../site/gather/published-file.ts';
import type { DomainName } from '../../values/domain-name.ts';
import type { Log } from '../../values/log.ts';
import { isoTime } from '../../values/utc-day.ts';
import { IpRangeFileStore } from '../store/ip-range-files.ts';
import type { Store } from '../store/store.ts';
import type { Visit } from '../store/visits/visit-statements.ts';
import { AgentKeys } from './verification/agent-keys.ts';
import { IpRanges } from './verification/ip-ranges.ts';
import { type SignedClaim, VisitVerifier } from './verification/visit-verifier.ts';
import { VisitRecorder } from './visit-recorder.ts';

/** Maximum length of a user agent stored, in characters. */
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
  /** Returns the client's address; '' when it is not known. */
  address(): string;
  /** Returns the signature; null for a request without one. */
  signed(): SignedClaim | null;
}

/** Records requests for hosted files as visits. */
export class Visits {
  readonly recorder: VisitRecorder;
  readonly verifier: VisitVerifier;
  readonly ipRanges: IpRanges;
  readonly #agentKeys: AgentKeys;

  constructor({ db, visitWriter }: Pick<Store, 'db' | 'visitWriter'>, outside: Outside, log: Log) {
    this.recorder = new VisitRecorder(visitWriter, log);
    this.ipRanges = new IpRanges(new IpRangeFileStore(db), outside, log, () => this.verifier.forget());
    this.#agentKeys = new AgentKeys(this.ipRanges, outside, log);
    this.verifier = new VisitVerifier(this.ipRanges, this.#agentKeys, outside.dns);
  }

  /**
   * Records a request for a hosted file, and verifies who an AI crawler claims to be.
   *
   * @param now milliseconds since 1970
   * @param recorded called when the visit is on the disk, or when waiting for it has timed out. Must not throw
   */
  record(request: HostedRequest, origin: VisitOrigin, now: number, recorded: () => void): void {
    const visit = toVisit(request, now);
    if (visit.class !== 'ai_bot') {
      this.recorder.record(visit, recorded);
      return;
    }
    const { crawler, vendor } = visit;
    const claim = { crawler, vendor, address: origin.address(), signed: origin.signed() };
    const { now: verification, later } = this.verifier.judge(claim, now);
    this.recorder.record({ ...visit, verification }, recorded, later);
  }

  /** Stops fetching what vendors publish, and writes finished verifications. */
  async stop(): Promise<void> {
    this.#agentKeys.stop();
    await Promise.all([this.ipRanges.stop(), this.recorder.stop()]);
  }
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
    path: `/llms/${domain}.txt`,
    class: kind,
    crawler,
    vendor,
    purpose,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    referringHost: referer === null ? null : readHost(referer),
    verification: kind === 'ai_bot' ? 'unverified' : null,
  };
}

/** Returns only the host, because a referrer's path may contain a person's search. */
function readHost(referer: string): string | null {
  const url = URL.parse(referer);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWeb && url.hostname !== '' ? url.hostname.slice(0, MAX_HOST) : null;
}
