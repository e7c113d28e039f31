import { compareTables } from '../../audit/pages/compare-tables.ts';
import { verifyFixes } from '../../audit/report/fix-verification.ts';
import { pageTableOfSite } from '../../engine/audit-site.ts';
import { parseDomainName } from '../../values/domain-name.ts';
import { quote } from '../../values/untrusted-text.ts';
import { auditedSite, type SiteOptions } from '../audited-site.ts';
import { EXIT, refuse, tell, UsageError, withUsageErrors } from '../exit.ts';
import { wantsColor } from '../terminal.ts';
import { type ComparedAudit, comparedAudit } from './compared-audit.ts';

export interface VerifyOptions extends SiteOptions {
  /** Id of a stored audit, or a path. */
  readonly since: string;
  readonly format: 'text' | 'json';
}

/**
 * Runs `citable verify`: audits a site again, live or from a saved Site, and prints the state of each problem of an earlier
 * audit.
 *
 * @returns the exit status
 */
export function verify(domain: string | undefined, options: VerifyOptions): Promise<number> {
  return withUsageErrors(async () => {
    const { since, format } = options;
    const earlier = await comparedAudit(since);
    if (earlier === null) return EXIT.wrongUsage;
    const parsed = domain === undefined || options.baseUrl !== undefined ? null : parseDomainName(domain, options);
    // The audit itself rejects an invalid domain.
    if (parsed?.ok === true) requireDomain(parsed.domain, earlier, since);

    const { site, report, crawled } = await auditedSite(domain, { ...options, earlierPages: earlier.report.pages });
    if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
    requireDomain(report.domain, earlier, since);
    const verified = verifyFixes(earlier.report, report);
    const table =
      earlier.table === null || !verified.isComparable || crawled === undefined ? null : pageTableOfSite(site, crawled);
    const compared = earlier.table === null || table === null ? null : compareTables(earlier.table, table);
    if (crawled !== undefined && compared === null)
      tell(
        `${since} has no page table, so only the pages of the score are compared. A stored audit and a saved site have one.`,
      );
    if (format === 'json') {
      const { toJsonVerification } = await import('../../server/audits/verified-fixes.ts');
      process.stdout.write(`${JSON.stringify(toJsonVerification(verified, report, compared), null, 2)}\n`);
    } else {
      const { verifiedFixesText } = await import('../../documents/verified-fixes-text.ts');
      const width = process.stdout.columns || 100;
      const style = { color: wantsColor(), width, isOfFolder: site.source === 'folder' };
      process.stdout.write(verifiedFixesText(verified, report, { ...style, compared }));
    }
    return verified.isAllFixed ? EXIT.fine : EXIT.notAllFixed;
  });
}

/**
 * Checks that the earlier audit is of this domain.
 *
 * @throws UsageError when it is not
 */
function requireDomain(domain: string, { report }: ComparedAudit, since: string): void {
  if (report.domain === domain) return;
  throw new UsageError(`${since} is an audit of ${quote(report.domain)}, not ${domain}.`);
}
