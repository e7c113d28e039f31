import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { parseDomainName } from '../../domain-name.ts';
import type { BatchDomainRow, BatchDomainStatus, BatchProgress, BatchRow } from '../../store/batches.ts';
import { quote } from '../../untrusted-text.ts';

/** A list of domains that are audited for its key holder, and how far it is. */
export interface Batch {
  readonly id: string;
  /** `queued` until its first audit is. */
  readonly status: 'queued' | 'running' | 'done';
  /** ISO 8601 UTC, as all times here. */
  readonly requestedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** At the pace so far; null when that is not known, or it is done. */
  readonly estimatedFinishAt: string | null;
  /** Number of domains sent, and of those that repeat another. */
  readonly domains: number;
  readonly duplicates: number;
  /** Number of entries by status. */
  readonly counts: Readonly<Record<BatchDomainStatus | 'running', number>>;
}

/** @param now milliseconds since 1970 */
export function batchFromRow(row: BatchRow, { settled, running, began }: BatchProgress, now: number): Batch {
  const { id, requestedAt, finishedAt, domains, duplicates } = row;
  const startedAt = row.startedAt ?? began;
  const count = (status: BatchDomainStatus) => settled.get(status) ?? 0;
  const counts = {
    // The two are not counted at one moment.
    queued: Math.max(0, count('queued') - running),
    running: Math.min(running, count('queued')),
    done: count('done'),
    failed: count('failed'),
    refused: count('refused'),
  };
  const audited = counts.done + counts.failed;
  const left = counts.queued + counts.running;
  const elapsed = startedAt === null ? 0 : Math.max(0, now - Date.parse(startedAt));
  return {
    id,
    status: finishedAt !== null ? 'done' : startedAt !== null ? 'running' : 'queued',
    requestedAt,
    startedAt,
    finishedAt,
    estimatedFinishAt:
      finishedAt !== null || audited === 0 ? null : new Date(now + (elapsed / audited) * left).toISOString(),
    domains,
    duplicates,
    counts,
  };
}

/** An entry that has no audit yet. */
export type NewEntry = Omit<BatchDomainRow, 'auditId'>;

const MAX_INPUT = 260;
/** Domains read before other requests are handled. */
const READ_AT_ONCE = 250;

/**
 * The entries of a batch: each domain once, in the order of the list, and invalid ones with the reason.
 *
 * @param allowPrivate see `parseDomainName`
 */
export async function newBatch(
  keyId: string,
  texts: readonly string[],
  { allowPrivate }: { readonly allowPrivate: boolean },
): Promise<{ readonly row: BatchRow; readonly entries: readonly NewEntry[] }> {
  const entries = new Map<string, NewEntry>();
  for (const [read, text] of texts.entries()) {
    if (read % READ_AT_ONCE === READ_AT_ONCE - 1) await setImmediate();
    const input = quote(text, MAX_INPUT);
    const parsed = parseDomainName(text, { allowPrivate });
    const key = parsed.ok ? parsed.domain : `refused ${input}`;
    if (entries.has(key)) continue;
    const what = parsed.ok
      ? { domain: parsed.domain, status: 'queued' as const, error: null }
      : { domain: null, status: 'refused' as const, error: parsed.problem };
    entries.set(key, { position: entries.size, input, ...what });
  }
  const requestedAt = new Date().toISOString();
  const hasDomains = entries.values().some(({ status }) => status === 'queued');
  const row: BatchRow = {
    id: randomUUID(),
    keyId,
    requestedAt,
    startedAt: null,
    finishedAt: hasDomains ? null : requestedAt,
    domains: texts.length,
    duplicates: texts.length - entries.size,
  };
  return { row, entries: [...entries.values()] };
}
