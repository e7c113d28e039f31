import { resolve } from 'node:path';
import { shellQuote } from '../audit/fix.ts';
import { fixGuide } from '../documents/fix-guide/fix-guide.ts';
import { auditedSite, type SiteOptions, withUsageErrors } from './audited-site.ts';
import { EXIT } from './exit-code.ts';
import { ownCommand } from './own-command.ts';
import { refuse } from './refusal.ts';

/**
 * `citable fix-guide`: audits a site, live or from a saved Site, and prints its fix guide on standard output.
 * @returns the exit status
 */
export function printFixGuide(domain: string | undefined, options: SiteOptions): Promise<number> {
  return withUsageErrors(async () => {
    const { site, report } = await auditedSite(domain, options);
    if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
    // No site knows the times at which its own answers arrived: nobody can write the evidence's boundary into a page.
    const seed = JSON.stringify(site);
    const { fromSite } = options;
    const verification = {
      by: 'command',
      command: await ownCommand(),
      options: typedOptions(options),
      savedSite: fromSite === undefined ? undefined : resolve(fromSite),
    } as const;
    process.stdout.write(fixGuide(report, { kind: 'live', seed, verification }));
    return EXIT.fine;
  });
}

/** Returns the options with which the command reaches the site, as typed in a shell. */
function typedOptions({ connectTo = [], allowPrivate }: SiteOptions): string {
  const rules = connectTo.map((rule) => `--connect-to ${shellQuote(rule)}`);
  return [...rules, ...(allowPrivate ? ['--allow-private'] : [])].join(' ');
}
