import { freeLlmsTxt, vipLlmsTxt } from '../documents/llms-txt/llms-txt.ts';
import { whyNothingListed } from '../documents/llms-txt/nothing-listed.ts';
import { parseDomainName } from '../domain-name.ts';
import { completeInventory } from '../service/engine/complete-inventory.ts';
import { inventoryOf } from '../site/inventory/build-inventory.ts';
import { auditedSite, fetchingBy, type SiteOptions, UsageError, withUsageErrors } from './audited-site.ts';
import { EXIT } from './exit-code.ts';
import { progressOn } from './progress.ts';
import { refuse } from './refusal.ts';

export interface LlmsTxtOptions extends SiteOptions {
  readonly tier: 'free' | 'vip';
}

/**
 * `citable llms-txt`: prints the llms.txt of a site on standard output. Tier vip audits it live and asks for further
 * pages, or takes what a saved Site holds; tier free is the template.
 *
 * @returns the exit status
 */
export function printLlmsTxt(domain: string | undefined, options: LlmsTxtOptions): Promise<number> {
  return withUsageErrors(() => (options.tier === 'free' ? template(domain, options) : made(domain, options)));
}

async function template(text: string | undefined, { allowPrivate }: LlmsTxtOptions): Promise<number> {
  const parsed = parseDomainName(text ?? '', { allowPrivate });
  if (!parsed.ok) throw new UsageError(parsed.problem);
  process.stdout.write(freeLlmsTxt(parsed.domain));
  return EXIT.fine;
}

async function made(domain: string | undefined, options: LlmsTxtOptions): Promise<number> {
  const { site, report } = await auditedSite(domain, options);
  if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
  const found = inventoryOf(site);
  const inventory = options.fromSite === undefined ? await completed(found, options) : found;
  const problem = whyNothingListed(inventory);
  if (problem !== null) return refuse(problem, EXIT.couldNotAudit);
  process.stdout.write(vipLlmsTxt({ inventory, hostedUrl: null }));
  return EXIT.fine;
}

async function completed(found: ReturnType<typeof inventoryOf>, options: LlmsTxtOptions) {
  const progress = progressOn(process.stderr);
  try {
    return await completeInventory(found, {
      ...fetchingBy(options),
      onRequest: ({ requests }) => progress.show(`Reading further pages of ${found.domain}: ${requests}`),
    });
  } finally {
    progress.end();
  }
}
