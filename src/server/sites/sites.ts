import { type DomainName, isDomainName, parsePastedSite } from '../../values/domain-name.ts';
import { quote } from '../../values/untrusted-text.ts';
import { plusDays, utcDay } from '../../values/utc-day.ts';
import { ServiceError } from '../app/service-error.ts';
import type { AuditQueue } from '../audits/audit-queue.ts';
import type { Batches } from '../audits/batches.ts';
import type { AuditStore, RequestedByKey } from '../audits/store/audit-store.ts';
import type { SiteSchedule } from '../store/database.ts';
import { type SiteQuery, type SortedSite, selectSites } from './select-sites.ts';
import type { Removal, SiteRow, SiteStore } from './site-store.ts';

/** Maximum number of sites in the list of a key. */
export const MAX_SITES = 5_000;
/** Time in which a removal can be undone. */
const UNDO_MS = 3_600_000;
/** Maximum number of entries of a list that are read, as in the API. */
const MAX_ENTRIES = 10_000;
/** Sites of one page of the list. */
export const SITES_PER_PAGE = 50;
/** Days whose visits of AI crawlers are counted. */
export const VISIT_DAYS = 30;
/** Scores in a trend. */
const TREND_POINTS = 12;
/** Maximum length of a part of a refused entry shown, in characters. */
const MAX_INPUT = 260;

/** A site of a key holder, with what the list shows. */
export interface Site extends SortedSite {
  /** The newest scores by the same version of the rubric, the oldest first. */
  readonly trend: readonly number[];
  /** The audit that is queued or runs; null when none is. */
  readonly unfinished: { readonly id: string; readonly isRunning: boolean } | null;
}

export interface SitePage {
  readonly sites: readonly Site[];
  /** Number of sites in the list, and of those that the query selects. */
  readonly total: number;
  readonly selected: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

/** An entry that names no website, with one sentence that says why. */
export interface RefusedEntry {
  /** As it was sent. */
  readonly entry: string;
  /** The same, short and safe to show. */
  readonly input: string;
  readonly problem: string;
}

export interface AddedSites {
  readonly domains: readonly DomainName[];
  /** Number of those that were not in the list. */
  readonly added: number;
  readonly refused: readonly RefusedEntry[];
}

/** An audit that a key requested. */
export interface OwnAudit extends RequestedByKey {
  /** Its domain is in the list of the key. */
  readonly isListed: boolean;
}

export interface SitesContext {
  readonly sites: SiteStore;
  readonly queue: Pick<AuditQueue, 'add'>;
  readonly batches: Pick<Batches, 'create'>;
  /** What pages show: no write depends on it. */
  readonly shown: { readonly sites: SiteStore; readonly audits: Pick<AuditStore, 'recentOfKey'> };
}

/** The sites of key holders. Each key has its own list, and sees no other. */
export class Sites {
  readonly #context: SitesContext;

  constructor(context: SitesContext) {
    this.#context = context;
  }

  /** Returns one page of the list of a key. A page past the end is the last. @param now milliseconds since 1970 */
  async list(keyId: string, query: SiteQuery, now: number): Promise<SitePage> {
    const { sites } = this.#context.shown;
    const firstDay = plusDays(utcDay(new Date(now).toISOString()), 1 - VISIT_DAYS);
    const rows = (await sites.list(keyId)).map(toSorted);
    const isByVisits = query.sort.endsWith('visits');
    const selected = selectSites(isByVisits ? await this.#withVisits(rows, firstDay) : rows, query);
    const pages = Math.max(1, Math.ceil(selected.length / SITES_PER_PAGE));
    const page = Math.min(Math.max(1, query.page), pages);
    const onPage = selected.slice((page - 1) * SITES_PER_PAGE, page * SITES_PER_PAGE);
    const domains = onPage.map(({ domain }) => domain);
    const [shown, trends, unfinished] = await Promise.all([
      isByVisits ? onPage : this.#withVisits(onPage, firstDay),
      sites.listTrends(domains, TREND_POINTS),
      sites.findUnfinished(domains),
    ]);
    return {
      sites: shown.map((site) => ({
        ...site,
        trend: trends.get(site.domain) ?? [],
        unfinished: unfinished.get(site.domain) ?? null,
      })),
      total: rows.length,
      selected: selected.length,
      page,
      pages,
    };
  }

  async #withVisits(rows: readonly SortedSite[], firstDay: string): Promise<SortedSite[]> {
    const { sites } = this.#context.shown;
    const published = rows.filter(({ isPublished }) => isPublished).map(({ domain }) => domain);
    const [files, pages] = await Promise.all([
      sites.countAiVisits(published, firstDay),
      sites.countPageRequests(published, firstDay),
    ]);
    return rows.map((row) =>
      row.isPublished
        ? { ...row, aiVisits: { file: files.get(row.domain) ?? 0, pages: pages.get(row.domain) ?? null } }
        : row,
    );
  }

  /**
   * Adds websites to the list of a key: addresses of sites or of their pages.
   * @throws ServiceError `too_many_sites` when the list would be too long; nothing is added then
   */
  async add(
    keyId: string,
    entries: readonly string[],
    options: { readonly allowPrivate: boolean },
  ): Promise<AddedSites> {
    const { domains, refused } = readEntries(entries, options);
    const at = new Date().toISOString();
    const added = domains.length > MAX_SITES ? null : await this.#context.sites.add(keyId, domains, at, MAX_SITES);
    if (added === null) throw tooManySitesError();
    return { domains, added, refused };
  }

  /** Returns the domains of all pages of the list of a key that a query selects. */
  async select(keyId: string, query: SiteQuery): Promise<readonly string[]> {
    const rows = await this.#context.sites.list(keyId);
    return selectSites(rows.map(toSorted), query).map(({ domain }) => domain);
  }

  /** Removes domains from the list of a key. Published ones stay in it. @returns how many were removed */
  remove(keyId: string, domains: readonly string[]): Promise<number> {
    return this.#context.sites.remove(keyId, domains, new Date().toISOString());
  }

  /** Returns the last removal of a key, while it can be undone; null for none. */
  lastRemoval(keyId: string): Promise<Removal | null> {
    return this.#context.shown.sites.lastRemoval(keyId, new Date(Date.now() - UNDO_MS).toISOString());
  }

  /**
   * Undoes a removal, if the key has removed no other sites since. @param at of the removal @returns how many sites were added
   * @throws ServiceError `too_many_sites`
   */
  async undoRemoval(keyId: string, at: string): Promise<number> {
    const added = await this.#context.sites.restore(keyId, at, MAX_SITES);
    if (added === null) throw tooManySitesError();
    return added;
  }

  /** Sets when domains of the list of a key are audited. Published ones are audited daily in any case. @returns how many were set */
  schedule(keyId: string, domains: readonly string[], schedule: SiteSchedule): Promise<number> {
    return this.#context.sites.schedule(keyId, domains, schedule);
  }

  /**
   * Queues live audits of those domains that are in the list of a key: one at once, several as a batch.
   *
   * @param options.pages maximum number of pages to read of each. Default: those of the score
   * @returns how many are queued
   * @throws ServiceError as {@link AuditQueue.add} and {@link Batches.create}
   */
  async audit(
    keyId: string,
    domains: readonly string[],
    options: { readonly allowPrivate: boolean; readonly pages?: number },
  ): Promise<number> {
    const { sites, queue, batches } = this.#context;
    const own = [...(await sites.ofKey(keyId, domains))].filter(isDomainName);
    const [first] = own;
    if (first === undefined) return 0;
    if (own.length === 1)
      await queue.add(first, { keyId, ...(options.pages !== undefined && { pages: options.pages }) });
    else await batches.create(keyId, own, options);
    return own.length;
  }

  /** Returns the newest audits that a key requested. */
  async recentAudits(keyId: string, limit: number): Promise<readonly OwnAudit[]> {
    const { audits, sites } = this.#context.shown;
    const recent = await audits.recentOfKey(keyId, limit);
    const listed = await sites.ofKey(keyId, [...new Set(recent.map(({ domain }) => domain))]);
    return recent.map((audit) => ({ ...audit, isListed: listed.has(audit.domain) }));
  }

  /** Returns those of some domains that are in the list of a key. */
  async listed(keyId: string, domains: readonly string[]): Promise<readonly string[]> {
    return [...(await this.#context.sites.ofKey(keyId, domains))].toSorted();
  }

  /** Returns whether a domain is in the list of a key. */
  async has(keyId: string, domain: string): Promise<boolean> {
    return (await this.#context.sites.ofKey(keyId, [domain])).size > 0;
  }
}

function toSorted(row: SiteRow): SortedSite {
  const { newest, previousScore } = row;
  return {
    ...row,
    change: newest === null || previousScore === null ? null : newest.score - previousScore,
    aiVisits: null,
  };
}

function tooManySitesError(): ServiceError {
  return new ServiceError('too_many_sites', `A list has at most ${MAX_SITES} sites. Remove some, or send fewer.`);
}

/** Splits a pasted list at white space, commas and semicolons. */
export function splitList(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

/** Parses the entries of a list. Repeated sites count once. @throws ServiceError `too_many_sites` */
export function readEntries(
  entries: readonly string[],
  { allowPrivate }: { readonly allowPrivate: boolean },
): { readonly domains: readonly DomainName[]; readonly refused: readonly RefusedEntry[] } {
  if (entries.length > MAX_ENTRIES) throw tooManySitesError();
  const domains = new Set<DomainName>();
  const refused = new Map<string, RefusedEntry>();
  for (const entry of entries) {
    const parsed = parsePastedSite(entry, { allowPrivate });
    if (parsed.ok) domains.add(parsed.domain);
    else refused.set(entry, { entry, input: quote(entry, MAX_INPUT), problem: parsed.problem });
  }
  return { domains: [...domains], refused: [...refused.values()] };
}
