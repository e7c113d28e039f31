import { CRAWLERS, crawlerByToken } from '../../../crawlers/registry.ts';
import { addressKey, ipv4OfKey } from '../../../crawlers/verification/address-set.ts';
import { isUnder, judgeAddress, judgeSignature } from '../../../crawlers/verification/judge-visit.ts';
import { type BotSignature, botSignatures, type SignedRequest } from '../../../crawlers/verification/signed-request.ts';
import type { AgentKey } from '../../../crawlers/verification/vendor-files.ts';
import type { NameServers } from '../../../fetch/dns.ts';
import { isPublicAddress } from '../../../fetch/guard/address-guard.ts';
import type { Verification } from '../../store/database.ts';
import type { AgentKeys, KnownKeys } from './agent-keys.ts';
import type { IpRanges } from './ip-ranges.ts';

/** Maximum number of visits that wait for a verification. Further visits stay unverified. */
const MAX_PENDING = 10_000;
/** Maximum number of addresses looked up at once. */
const MAX_LOOK_UPS = 200;
/** Maximum number of addresses of logged requests looked up at once: the rest is for visits. */
const MAX_LOGGED_LOOK_UPS = 50;
/** Maximum number of names of an address that are looked up. */
const MAX_NAMES = 8;

/** The claim of a visit to be an AI crawler, and its evidence. */
export interface Claim {
  /** Null when the registry does not know the crawler, or its vendor. */
  readonly crawler: string | null;
  readonly vendor: string | null;
  /** The client's address. */
  readonly address: string;
  /** Null for a request without a signature. */
  readonly signed: SignedClaim | null;
}

/** A signed request, under the name by which clients reach this service. */
export interface SignedClaim extends SignedRequest {
  /** The host that the request names: another service's, if a request signed for that is replayed here. */
  readonly host: string;
}

/** The verification that is known at once, and the later one, if there will be any. */
export interface Judgement {
  readonly now: Verification;
  /** Never rejects. */
  readonly later: Promise<Verification> | null;
}

const UNKNOWN: Judgement = { now: 'unverified', later: null };

/** Signature agents by vendor. */
const AGENTS_OF = new Map<string, Set<string>>();
for (const { vendor, signatureAgents } of CRAWLERS) {
  const agents = AGENTS_OF.get(vendor) ?? new Set();
  for (const agent of signatureAgents) AGENTS_OF.set(vendor, agents.add(agent));
}

/**
 * Verifies that a visit comes from the crawler it claims to be: by its signature, else by its address. Look-ups end later, so
 * that no crawler waits for them. Addresses stay in memory while they are looked up, verdicts on them for some minutes; none
 * is ever stored.
 */
export class VisitVerifier {
  readonly #ranges: Pick<IpRanges, 'of'>;
  readonly #keys: Pick<AgentKeys, 'known' | 'fetch'>;
  readonly #dns: NameServers;
  readonly #verdicts = new VerdictCache();
  readonly #lookUps = new Map<string, Promise<Verification>>();
  #pending = 0;

  constructor(ranges: Pick<IpRanges, 'of'>, keys: Pick<AgentKeys, 'known' | 'fetch'>, dns: NameServers) {
    this.#ranges = ranges;
    this.#keys = keys;
    this.#dns = dns;
  }

  /** Number of visits whose verification has not ended. */
  get pending(): number {
    return this.#pending;
  }

  /** Drops all verdicts. To be called when vendors publish other addresses. */
  forget(): void {
    this.#verdicts.clear();
  }

  /** Judges a claim. @param now milliseconds since 1970 */
  judge(claim: Claim, now: number): Judgement {
    const bySignature = claim.signed === null ? null : this.#judgeSignature(claim, claim.signed, now);
    return bySignature ?? this.#judgeAddress(claim, now);
  }

  /**
   * Judges the address of a logged request by what is known at once: published addresses and earlier look-ups. Starts a look-up
   * that is needed, for the next requests from the address.
   */
  judgeAtOnce(token: string, address: string, now: number): Verification {
    const verdict = this.#knownVerdict(token, address, now);
    if (verdict !== 'ask the DNS') return verdict;
    if (this.#lookUps.size < MAX_LOGGED_LOOK_UPS) void this.#startLookUp(token, address);
    return 'unverified';
  }

  /** Returns null when the address decides. */
  #judgeSignature(claim: Claim, signed: SignedClaim, now: number): Judgement | null {
    const agents = AGENTS_OF.get(claim.vendor ?? '');
    const signature = agents && botSignatures(signed).find(({ agent }) => agents.has(agent));
    if (signature === undefined) return null;
    const known = this.#keys.known(signature.agent, now);
    const verdict = known && verdictBy(known, signature, signed, now);
    if (known !== null && verdict === null) return null;
    if (verdict !== null && verdict !== 'key not published') return { now: verdict, later: null };
    return this.#later(async () => {
      const verdict = verdictBy(await this.#keys.fetch(signature.agent), signature, signed, now);
      if (verdict !== null && verdict !== 'key not published') return verdict;
      const byAddress = this.#judgeAddress(claim, now);
      return byAddress.later ?? byAddress.now;
    });
  }

  #judgeAddress({ crawler: token, address }: Claim, now: number): Judgement {
    if (token === null) return UNKNOWN;
    const verdict = this.#knownVerdict(token, address, now);
    if (verdict !== 'ask the DNS') return verdict === 'unverified' ? UNKNOWN : { now: verdict, later: null };
    const lookUp = this.#startLookUp(token, address);
    return lookUp === null ? UNKNOWN : this.#later(() => lookUp);
  }

  #knownVerdict(token: string, address: string, now: number): Verification | 'ask the DNS' {
    const found = this.#verdicts.get(token, address);
    if (found !== undefined) return found;
    const crawler = crawlerByToken(token);
    const key = addressKey(address);
    // Not cached: a text that is not an address may have any length.
    if (crawler === undefined || key === null) return 'unverified';
    const verdict = isPublicAddress(address)
      ? judgeAddress(crawler, key, (url) => this.#ranges.of(url, now))
      : 'unverified';
    if (verdict !== 'ask the DNS') this.#verdicts.set(token, address, verdict);
    return verdict;
  }

  /** Starts a look-up, or joins the one that runs. Returns null when too many run. */
  #startLookUp(token: string, address: string): Promise<Verification> | null {
    const name = `${token} ${address}`;
    const running = this.#lookUps.get(name);
    if (running !== undefined) return running;
    if (this.#lookUps.size >= MAX_LOOK_UPS) return null;
    const suffixes = crawlerByToken(token)?.reverseDns ?? [];
    const lookUp = forwardConfirmed(address, suffixes, this.#dns).then((verdict) => {
      this.#lookUps.delete(name);
      this.#verdicts.set(token, address, verdict);
      return verdict;
    });
    this.#lookUps.set(name, lookUp);
    return lookUp;
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

/**
 * Judges a signature by the keys of its agent. A key that is missing where they have just been read is not a key of the agent. Keys of an
 * earlier version only verify: those of today may be others.
 */
function verdictBy(
  { keys, age }: KnownKeys,
  signature: BotSignature,
  signed: SignedClaim,
  now: number,
): ReturnType<typeof judgeSignature> {
  if (keys === null) return null;
  const verdict = verdictOn(signature, signed, keys, now);
  if (age === 'earlier') return verdict === 'verified' ? verdict : null;
  return verdict === 'key not published' && age === 'new' ? 'spoofed' : verdict;
}

/** Judges a signature. One for another service, replayed here, proves nothing either way. */
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

/**
 * Returns whether an address has a name under one of the suffixes that resolves to the address (forward-confirmed reverse
 * DNS). The owner of an address may give it any name, and the owner of a name may point it anywhere: only both prove something.
 *
 * @returns `unverified` when the DNS fails
 */
async function forwardConfirmed(address: string, suffixes: readonly string[], dns: NameServers): Promise<Verification> {
  const key = addressKey(address) ?? '';
  const ipv4 = ipv4OfKey(key);
  try {
    const names = await dns.resolveNames(ipv4 ?? address);
    for (const name of names.filter((one) => isUnder(one, suffixes)).slice(0, MAX_NAMES)) {
      const addresses = await dns.resolveAddresses(name, ipv4 === null ? 6 : 4);
      if (addresses.some((found) => addressKey(found) === key)) return 'verified';
    }
    return 'spoofed';
  } catch {
    return 'unverified';
  }
}

const MAX_VERDICTS = 10_000;
const VERDICT_LIFETIME_MS = 5 * 60_000;

/**
 * Caches verdicts on the addresses of crawlers, for their next visits: each for at least one lifetime and at most two, and at
 * most `2 * entries` of them. In memory only.
 */
export class VerdictCache {
  readonly #entries: number;
  #newer = new Map<string, Verification>();
  #older = new Map<string, Verification>();
  #timer: NodeJS.Timeout | null = null;

  constructor(entries = MAX_VERDICTS) {
    this.#entries = entries;
  }

  get(crawler: string, address: string): Verification | undefined {
    const key = `${crawler} ${address}`;
    return this.#newer.get(key) ?? this.#older.get(key);
  }

  set(crawler: string, address: string, verdict: Verification): void {
    this.#timer ??= setInterval(() => this.#age(), VERDICT_LIFETIME_MS).unref();
    if (this.#newer.size >= this.#entries) this.#age();
    this.#newer.set(`${crawler} ${address}`, verdict);
  }

  /** Drops all verdicts. To be called when other addresses are published. */
  clear(): void {
    this.#newer.clear();
    this.#older.clear();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #age(): void {
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
