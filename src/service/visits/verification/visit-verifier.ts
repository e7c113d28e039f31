import { CRAWLERS, crawlerByToken } from '../../../crawlers/registry.ts';
import { addressKey } from '../../../crawlers/verification/address-set.ts';
import { judgeAddress, judgeSignature } from '../../../crawlers/verification/judge.ts';
import { type BotSignature, botSignatures, type SignedRequest } from '../../../crawlers/verification/signed-request.ts';
import type { AgentKey } from '../../../crawlers/verification/vendor-files.ts';
import type { NameServers } from '../../../fetch/dns.ts';
import { isPublicAddress } from '../../../fetch/guard/address-guard.ts';
import type { Verification } from '../../../store/database.ts';
import type { AgentKeys } from './agent-keys.ts';
import { forwardConfirmed } from './forward-confirmed.ts';
import type { IpRanges } from './ip-ranges.ts';
import { VerdictCache } from './verdict-cache.ts';

/** Visits that wait to be judged. Of more, nothing is found out. */
const MAX_PENDING = 10_000;
/** Addresses that are looked up at once. */
const MAX_LOOK_UPS = 200;

/** A visit of an AI crawler, as far as it can be proved. */
export interface Claim {
  /** Whose it says to be; null when the registry does not know the crawler, or its vendor. */
  readonly crawler: string | null;
  readonly vendor: string | null;
  /** The client's. */
  readonly address: string;
  /** Null of a request without a signature. */
  readonly signed: SignedClaim | null;
}

/** A signed request, under the name by which clients reach this service. */
export interface SignedClaim extends SignedRequest {
  /** The host that the request names: of another service, if it was signed for that and sent here again. */
  readonly host: string;
}

/** What is known at once, and what will be known later, if anything will. */
export interface Judgement {
  readonly now: Verification;
  /** Never rejects. */
  readonly later: Promise<Verification> | null;
}

const UNKNOWN: Judgement = { now: 'unverified', later: null };

/** Those whose signatures speak for a vendor. */
const AGENTS_OF = new Map<string, Set<string>>();
for (const { vendor, signatureAgents } of CRAWLERS) {
  const agents = AGENTS_OF.get(vendor) ?? new Set();
  for (const agent of signatureAgents) AGENTS_OF.set(vendor, agents.add(agent));
}

/**
 * Says whether a visit is the crawler's that it claims to be: by its signature, else by its address. What has to be asked
 * for is told later, so that no crawler waits for it. Addresses are held no longer than that takes, and what was found out
 * of them for some minutes; none is ever written.
 */
export class VisitVerifier {
  readonly #ranges: Pick<IpRanges, 'of'>;
  readonly #keys: Pick<AgentKeys, 'known' | 'ask'>;
  readonly #dns: NameServers;
  readonly #memory = new VerdictCache();
  readonly #lookUps = new Map<string, Promise<Verification>>();
  #pending = 0;

  constructor(ranges: Pick<IpRanges, 'of'>, keys: Pick<AgentKeys, 'known' | 'ask'>, dns: NameServers) {
    this.#ranges = ranges;
    this.#keys = keys;
    this.#dns = dns;
  }

  /** How many visits are not judged yet. */
  get pending(): number {
    return this.#pending;
  }

  /** To be called when other addresses are published than before. */
  forget(): void {
    this.#memory.clear();
  }

  /** @param now milliseconds since 1970 */
  judge(claim: Claim, now: number): Judgement {
    const bySignature = claim.signed === null ? null : this.#judgeSignature(claim, claim.signed, now);
    return bySignature ?? this.#judgeAddress(claim, now);
  }

  /** Null when the address is to say. */
  #judgeSignature(claim: Claim, signed: SignedClaim, now: number): Judgement | null {
    const agents = AGENTS_OF.get(claim.vendor ?? '');
    const signature = agents && botSignatures(signed).find(({ agent }) => agents.has(agent));
    if (signature === undefined) return null;
    const known = this.#keys.known(signature.agent, now);
    if (known !== null) {
      const verdict = known.keys === null ? null : verdictOn(signature, signed, known.keys, now);
      if (verdict === null) return null;
      if (verdict !== 'key not published') return { now: verdict, later: null };
      if (known.isNew) return { now: 'spoofed', later: null };
    }
    return this.#later(async () => {
      const keys = await this.#keys.ask(signature.agent);
      const verdict = keys === null ? null : verdictOn(signature, signed, keys, now);
      if (verdict !== null) return verdict === 'key not published' ? 'spoofed' : verdict;
      const byAddress = this.#judgeAddress(claim, now);
      return byAddress.later ?? byAddress.now;
    });
  }

  #judgeAddress({ crawler: token, address }: Claim, now: number): Judgement {
    if (token === null) return UNKNOWN;
    const found = this.#memory.get(token, address);
    if (found !== undefined) return found === 'unverified' ? UNKNOWN : { now: found, later: null };
    const crawler = crawlerByToken(token);
    const key = addressKey(address);
    // Not remembered: what is no address can be any text of any length.
    if (crawler === undefined || key === null) return UNKNOWN;
    const verdict = isPublicAddress(address)
      ? judgeAddress(crawler, key, (url) => this.#ranges.of(url, now))
      : 'unverified';
    if (verdict === 'ask the DNS') return this.#lookUp(token, address, crawler.reverseDns);
    this.#memory.set(token, address, verdict);
    return { now: verdict, later: null };
  }

  #lookUp(token: string, address: string, suffixes: readonly string[]): Judgement {
    const name = `${token} ${address}`;
    let lookUp = this.#lookUps.get(name);
    if (lookUp === undefined) {
      if (this.#lookUps.size >= MAX_LOOK_UPS) return UNKNOWN;
      lookUp = forwardConfirmed(address, suffixes, this.#dns).then((verdict) => {
        this.#lookUps.delete(name);
        this.#memory.set(token, address, verdict);
        return verdict;
      });
      this.#lookUps.set(name, lookUp);
    }
    const asked = lookUp;
    return this.#later(() => asked);
  }

  #later(find: () => Promise<Verification>): Judgement {
    if (this.#pending >= MAX_PENDING) return UNKNOWN;
    this.#pending += 1;
    const later = find().catch((): Verification => 'unverified');
    return {
      now: 'unverified',
      later: later.finally(() => {
        this.#pending -= 1;
      }),
    };
  }
}

/** A signature for another service, which somebody sent on to this one, proves nothing either way. */
function verdictOn(
  signature: BotSignature,
  signed: SignedClaim,
  keys: readonly AgentKey[],
  now: number,
): ReturnType<typeof judgeSignature> {
  const seconds = now / 1000;
  const verdict = judgeSignature(signature, signed, keys, seconds);
  if (verdict !== 'spoofed' || signed.host === signed.authority) return verdict;
  const elsewhere = judgeSignature(signature, { ...signed, authority: signed.host }, keys, seconds);
  return elsewhere === 'verified' ? null : verdict;
}
