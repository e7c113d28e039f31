import { freeLlmsTxt, vipLlmsTxt } from '../documents/llms-txt/llms-txt-document.ts';
import { warnOfFewPages, whyNothingListed } from '../documents/llms-txt/nothing-listed.ts';
import { completeInventory } from '../engine/audit-site.ts';
import { inventoryOf } from '../site/inventory/build-inventory.ts';
import { parseDomainName } from '../values/domain-name.ts';
import { auditedSite, fetcherOptions, type SiteOptions } from './audited-site.ts';
import { EXIT, refuse, UsageError, withUsageErrors } from './exit.ts';
import { progressOn } from './terminal.ts';

export interface LlmsTxtOptions extends SiteOptions {
  readonly tier: 'free' | 'vip';
}

/**
 * Runs `citable llms-txt`: prints the llms.txt of a site on standard output. Tier vip audits the site live and fetches further
 * pages, or uses a saved Site; tier free prints the template.
 *
 * @returns the exit status
 */
export function printLlmsTxt(domain: string | undefined, options: LlmsTxtOptions): Promise<number> {
  return withUsageErrors(() =>
    options.tier === 'free' ? printTemplate(domain, options) : auditAndPrint(domain, options),
  );
}

async function printTemplate(text: string | undefined, { allowPrivate }: LlmsTxtOptions): Promise<number> {
  const parsed = parseDomainName(text ?? '', { allowPrivate });
  if (!parsed.ok) throw new UsageError(parsed.problem);
  process.stdout.write(freeLlmsTxt(parsed.domain));
  return EXIT.fine;
}

async function auditAndPrint(domain: string | undefined, options: LlmsTxtOptions): Promise<number> {
  const { site, report } = await auditedSite(domain, options);
  if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
  const audited = inventoryOf(site);
  const inventory = options.fromSite === undefined ? await complete(audited, options) : audited;
  const problem = whyNothingListed(inventory);
  if (problem !== null) return refuse(problem, EXIT.couldNotAudit);
  process.stdout.write(vipLlmsTxt({ inventory, hostedUrl: null }));
  const warning = warnOfFewPages(inventory);
  if (warning !== null) process.stderr.write(`citable: ${warning}\n`);
  return EXIT.fine;
}

/** Fetches further pages for the inventory. */
async function complete(inventory: ReturnType<typeof inventoryOf>, options: LlmsTxtOptions) {
  const progress = progressOn(process.stderr);
  try {
    return await completeInventory(inventory, {
      ...fetcherOptions(options),
      onRequest: ({ requests }) => progress.show(`Reading further pages of ${inventory.domain}: ${requests}`),
    });
  } finally {
    progress.end();
  }
}
