import { writeFile } from 'node:fs/promises';
import type { Report } from '../audit/report/report.ts';
import type { Site } from '../site/site.ts';
import { auditedSite, type SiteOptions } from './audited-site.ts';
import { EXIT, orUsageError, UsageError, withUsageErrors } from './exit.ts';
import { wantsColor } from './terminal.ts';

export type AuditFormat = 'text' | 'json' | 'markdown' | 'jsonl' | 'csv';

export interface AuditOptions extends SiteOptions {
  /** Default: text for one site, jsonl for a list. */
  readonly format?: AuditFormat;
  /** Lowest score that is no failure, 0 to 100. */
  readonly failUnder?: number;
  /** Path to save the Site at. */
  readonly saveSite?: string;
  /** Print every question with its evidence. */
  readonly evidence: boolean;
  /** For lists only: number of concurrent audits, and file of the results. */
  readonly concurrency?: number;
  readonly output?: string;
}

type ReportFormat = Exclude<AuditFormat, 'jsonl'>;

/**
 * Runs `citable audit`: audits a site, live or from a saved Site, and prints the report on standard output.
 *
 * @returns the exit status
 */
export function audit(domain: string | undefined, options: AuditOptions): Promise<number> {
  return withUsageErrors(async () => {
    const format = formatOf(options);
    const { site, report } = await auditedSite(domain, options);
    if (options.saveSite !== undefined) await save(options.saveSite, site);
    process.stdout.write(await formatted(report, site, format, options.evidence));
    if (report.failure !== null) {
      if (format !== 'text') process.stderr.write(`citable: ${report.failure.message}\n`);
      return EXIT.couldNotAudit;
    }
    return options.failUnder !== undefined && report.score < options.failUnder ? EXIT.belowThreshold : EXIT.fine;
  });
}

async function save(path: string, site: Site): Promise<void> {
  const { formatSiteFile } = await import('../site/site-file.ts');
  await orUsageError(writeFile(path, formatSiteFile(site)), `${path} cannot be written`);
}

function formatOf({ format = 'text', concurrency, output }: AuditOptions): ReportFormat {
  if (format === 'jsonl') throw new UsageError('--format jsonl is of a list: see --from FILE.');
  if (concurrency !== undefined) throw new UsageError('--concurrency is of a list: see --from FILE.');
  if (output !== undefined) throw new UsageError('--output is of a list: see --from FILE.');
  return format;
}

async function formatted(report: Report, site: Site, format: ReportFormat, evidence: boolean): Promise<string> {
  switch (format) {
    case 'text': {
      const { textReport } = await import('../documents/text-report.ts');
      return textReport(report, { color: wantsColor(), width: process.stdout.columns || 100, evidence });
    }
    case 'markdown': {
      const { markdownReport } = await import('../documents/markdown-report.ts');
      return markdownReport(report, { evidence });
    }
    case 'csv': {
      const { csvReport } = await import('../documents/csv-report.ts');
      return csvReport(report);
    }
    case 'json': {
      const { toJsonReport } = await import('../service/audits/evidence.ts');
      return `${JSON.stringify(toJsonReport(report, site, evidence), null, 2)}\n`;
    }
  }
}
