import { judge } from '../../audit/judge.ts';
import type { ComparableTable } from '../../audit/pages/compare-tables.ts';
import type { ComparableReport } from '../../audit/report/same-pages.ts';
import { pageTableOfSite } from '../../engine/audit-site.ts';
import { auditFromRow, type FinishedAudit, whyNotComparable } from '../../server/audits/audit.ts';
import { parseEvidence } from '../../server/audits/evidence-file.ts';
import { type AuditId, parseAuditId } from '../../values/audit-id.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readTextFile } from '../text-file.ts';
import { parseSavedTable } from './saved-table.ts';

/** An audit to compare with another, wherever it was stored. */
export interface ComparedAudit {
  readonly report: ComparableReport;
  /** Null where it has none. */
  readonly table: ComparableTable | null;
}

/**
 * Finds an audit by what the user typed: the id of an audit in the store, or the path of an evidence file or a saved Site. Null
 * when the store was refused, which was reported then.
 *
 * @throws UsageError also for an audit that nothing can be compared with
 */
export async function comparedAudit(text: string): Promise<ComparedAudit | null> {
  const id = parseAuditId(text);
  const audit = id === null ? await auditOfFile(text) : await storedAudit(id);
  const problem = audit === null ? null : whyNotComparable(audit);
  if (problem !== null) throw new UsageError(`${text}: ${problem}`);
  return audit;
}

type ReadAudit = Pick<FinishedAudit, 'kind' | 'status'> & ComparedAudit;

/**
 * Reads an evidence file or a saved Site.
 *
 * @throws UsageError
 */
async function auditOfFile(path: string): Promise<ReadAudit> {
  const text = await readTextFile(path);
  const evidence = parseEvidence(text);
  if (evidence.ok) return { ...evidence.audit, table: null };
  const { parseSiteFile } = await import('../../site/site-file.ts');
  const saved = parseSiteFile(text);
  if (!saved.ok) throw new UsageError(`${path}: ${evidence.problem}`);
  const report = judge(saved.site);
  return {
    kind: 'live',
    status: report.outcome,
    report,
    table: parseSavedTable(text, report.rubricVersion) ?? pageTableOfSite(saved.site),
  };
}

/**
 * Finds an audit in the store that the environment names; null when that was refused.
 *
 * @throws UsageError
 */
async function storedAudit(id: AuditId): Promise<ReadAudit | null> {
  const [{ withExistingStore }, { AuditStore }] = await Promise.all([
    import('../with-store.ts'),
    import('../../server/audits/store/audit-store.ts'),
  ]);
  const audits: ReadAudit[] = [];
  const status = await withExistingStore(async ({ db }) => {
    const store = new AuditStore(db);
    const row = await store.find(id);
    if (row === null) throw new UsageError(`No audit with the id ${id} is stored.`);
    const audit = auditFromRow(row);
    if (audit.finishedAt === null) throw new UsageError(`The audit ${id} is ${audit.status}.`);
    const table = await store.findPageTable(id);
    audits.push({ ...audit, table: table === null ? null : JSON.parse(table) });
    return EXIT.fine;
  });
  return status === EXIT.fine ? (audits[0] ?? null) : null;
}
