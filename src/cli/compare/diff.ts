import { isWorse } from '../../audit/report/compare-reports.ts';
import { changesBetween } from '../../documents/changes/changes-between.ts';
import { quote } from '../../values/untrusted-text.ts';
import { EXIT, UsageError, withUsageErrors } from '../exit.ts';
import { wantsColor } from '../terminal.ts';
import { comparedAudit } from './compared-audit.ts';

export interface DiffOptions {
  readonly format: 'text' | 'json' | 'markdown';
}

/**
 * Runs `citable diff`: prints the changes from one audit of a site to another. Nothing is fetched.
 *
 * @param before @param after ids of audits in the store, evidence files or saved Sites
 * @returns the exit status
 */
export function diff(before: string, after: string, { format }: DiffOptions): Promise<number> {
  return withUsageErrors(async () => {
    const earlier = await comparedAudit(before);
    const later = earlier === null ? null : await comparedAudit(after);
    if (earlier === null || later === null) return EXIT.wrongUsage;
    if (earlier.report.domain !== later.report.domain) {
      const [one, other] = [quote(earlier.report.domain), quote(later.report.domain)];
      throw new UsageError(`The two audits are of different sites: ${one} and ${other}.`);
    }
    const changes = changesBetween(earlier.report, later.report);
    switch (format) {
      case 'json': {
        const { toChanges } = await import('../../server/audits/stored-changes.ts');
        process.stdout.write(`${JSON.stringify(toChanges(earlier.report, later.report), null, 2)}\n`);
        break;
      }
      case 'markdown': {
        const { changesMarkdown } = await import('../../documents/changes/changes-text.ts');
        process.stdout.write(changesMarkdown(changes));
        break;
      }
      case 'text': {
        const { changesText } = await import('../../documents/changes/changes-text.ts');
        process.stdout.write(changesText(changes, { color: wantsColor(), width: process.stdout.columns || 100 }));
      }
    }
    return isWorse(changes.comparison) ? EXIT.worse : EXIT.fine;
  });
}
