import { readFile } from 'node:fs/promises';
import { judge } from '../audit/judge.ts';
import { type EarlierReport, verifyFixes } from '../audit/report/verify-fixes.ts';
import { parseDomainName } from '../domain-name.ts';
import {
  type AuditId,
  auditFromRow,
  type FinishedAudit,
  parseAuditId,
  whyNotComparable,
} from '../service/audits/audit.ts';
import { parseEvidence } from '../service/audits/evidence-file.ts';
import { quote } from '../untrusted-text.ts';
import { auditedSite, type SiteOptions } from './audited-site.ts';
import { EXIT, orUsageError, refuse, UsageError, withUsageErrors } from './exit.ts';
import { wantsColor } from './terminal.ts';

export interface VerifyOptions extends SiteOptions {
  /** Id of a stored audit, or a path. */
  readonly since: string;
  readonly format: 'text' | 'json';
}

/** An earlier audit, wherever it was stored. */
type EarlierAudit = Pick<FinishedAudit, 'kind' | 'status'> & { readonly report: EarlierReport };

/**
 * Runs `citable verify`: audits a site again, live or from a saved Site, and prints the state of each problem of an earlier
 * audit.
 *
 * @returns the exit status
 */
export function verify(domain: string | undefined, options: VerifyOptions): Promise<number> {
  return withUsageErrors(async () => {
    const { since, format } = options;
    const id = parseAuditId(since);
    const earlier = id === null ? await auditOfFile(since) : await storedAudit(id);
    if (earlier === null) return EXIT.wrongUsage;
    const problem = whyNotComparable(earlier);
    if (problem !== null) throw new UsageError(`${since}: ${problem}`);
    const parsed = domain === undefined ? null : parseDomainName(domain, options);
    // The audit itself rejects an invalid domain.
    if (parsed?.ok === true) requireDomain(parsed.domain, earlier, since);

    const { report } = await auditedSite(domain, options);
    if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
    requireDomain(report.domain, earlier, since);
    const verified = verifyFixes(earlier.report, report);
    if (format === 'json') {
      const { toJsonVerification } = await import('../service/audits/verified-fixes.ts');
      process.stdout.write(`${JSON.stringify(toJsonVerification(verified, report), null, 2)}\n`);
    } else {
      const { verifiedFixesText } = await import('../documents/verified-fixes-text.ts');
      const style = { color: wantsColor(), width: process.stdout.columns || 100 };
      process.stdout.write(verifiedFixesText(verified, report, style));
    }
    return verified.isAllFixed ? EXIT.fine : EXIT.notAllFixed;
  });
}

/**
 * Checks that the earlier audit is of this domain.
 *
 * @throws UsageError when it is not
 */
function requireDomain(domain: string, { report }: EarlierAudit, since: string): void {
  if (report.domain === domain) return;
  throw new UsageError(`${since} is of ${quote(report.domain)}, not of ${domain}.`);
}

/**
 * Reads an evidence file or a saved Site.
 *
 * @throws UsageError
 */
async function auditOfFile(path: string): Promise<EarlierAudit> {
  const text = await orUsageError(readFile(path, 'utf8'), `${path} cannot be read`);
  const evidence = parseEvidence(text);
  if (evidence.ok) return evidence.audit;
  const { parseSiteFile } = await import('../site/site-file.ts');
  const saved = parseSiteFile(text);
  if (!saved.ok) throw new UsageError(`${path}: ${evidence.problem}`);
  const report = judge(saved.site);
  return { kind: 'live', status: report.outcome, report };
}

/**
 * Finds an audit in the store that the environment names; null when that was refused.
 *
 * @throws UsageError
 */
async function storedAudit(id: AuditId): Promise<EarlierAudit | null> {
  const [{ withExistingStore }, { AuditStore }] = await Promise.all([
    import('./store-command.ts'),
    import('../store/audits.ts'),
  ]);
  const audits: FinishedAudit[] = [];
  const status = await withExistingStore(async ({ db }) => {
    const row = await new AuditStore(db).find(id);
    if (row === null) throw new UsageError(`There is no audit ${id} in the store.`);
    const audit = auditFromRow(row);
    if (audit.finishedAt === null) throw new UsageError(`The audit ${id} is ${audit.status}.`);
    audits.push(audit);
    return EXIT.fine;
  });
  return status === EXIT.fine ? (audits[0] ?? null) : null;
}
