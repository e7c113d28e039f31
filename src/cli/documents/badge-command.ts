import { type BadgeSize, type BadgeTheme, badge } from '../../documents/badge/badge-svg.ts';
import { fewPages } from '../../documents/pages-read.ts';
import { decideVerdict } from '../../documents/verdict.ts';
import { auditedSite, type SiteOptions } from '../audited-site.ts';
import { EXIT, refuse, withUsageErrors } from '../exit.ts';

export interface BadgeOptions extends SiteOptions {
  readonly theme: BadgeTheme;
  readonly size: BadgeSize;
}

/**
 * Runs `citable badge`: audits a site, live or from a saved Site, and prints its badge as SVG on standard output.
 *
 * @returns the exit status
 */
export function printBadge(domain: string | undefined, options: BadgeOptions): Promise<number> {
  return withUsageErrors(async () => {
    const { site, report } = await auditedSite(domain, options);
    if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
    const { score, rubricVersion } = report;
    const [verdict, few] = [decideVerdict(report), fewPages(report)];
    process.stdout.write(
      badge(site.domain, { score, rubricVersion, verdict, few, finishedAt: site.gatheredAt }, options),
    );
    return EXIT.fine;
  });
}
