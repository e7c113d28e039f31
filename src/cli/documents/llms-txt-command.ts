import { count } from '../../audit/formatting.ts';
import { freeLlmsTxt, vipLlmsTxt } from '../../documents/llms-txt/llms-txt-document.ts';
import { warnOfFewPages, warnOfOwnFile, whyNothingListed } from '../../documents/llms-txt/nothing-listed.ts';
import { updatedLlmsTxt } from '../../documents/llms-txt/updated-llms-txt.ts';
import { completeInventory } from '../../engine/audit-site.ts';
import { buildInventory } from '../../site/inventory/build-inventory.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';
import { readTextResponse } from '../../site/read-response.ts';
import type { Site } from '../../site/site.ts';
import { parseDomainName } from '../../values/domain-name.ts';
import { formatCount } from '../../values/format-count.ts';
import { quote } from '../../values/untrusted-text.ts';
import { auditedSite, fetcherOptions, type SiteOptions } from '../audited-site.ts';
import { EXIT, refuse, tell, UsageError, withUsageErrors } from '../exit.ts';
import { progressOn } from '../terminal.ts';
import { writeText } from '../text-file.ts';

export interface LlmsTxtOptions extends SiteOptions {
  readonly tier: 'free' | 'vip';
  /** Completes the llms.txt that the site has. */
  readonly update?: boolean;
  /** Writes an llms-full.txt. */
  readonly full?: boolean;
  /** Path of the file to write. Default: standard output. */
  readonly output?: string;
}

/**
 * Runs `citable llms-txt`: writes the llms.txt of a site. Tier vip audits the site live and fetches further
 * pages, or uses a folder or a saved Site; tier free prints the template.
 *
 * @returns the exit status
 */
export function writeLlmsTxt(domain: string | undefined, options: LlmsTxtOptions): Promise<number> {
  return withUsageErrors(() =>
    options.tier === 'free' ? writeTemplate(domain, options) : auditAndWrite(domain, options),
  );
}

async function writeTemplate(text: string | undefined, { allowPrivate, output }: LlmsTxtOptions): Promise<number> {
  const parsed = parseDomainName(text ?? '', { allowPrivate });
  if (!parsed.ok) throw new UsageError(parsed.problem);
  await writeText(freeLlmsTxt(parsed.domain), output);
  return EXIT.fine;
}

async function auditAndWrite(domain: string | undefined, options: LlmsTxtOptions): Promise<number> {
  const { site, report } = await auditedSite(domain, options);
  if (report.failure !== null) return refuse(report.failure.message, EXIT.couldNotAudit);
  const audited = buildInventory(site);
  const isOffline = (options.fromSite ?? options.baseUrl) !== undefined;
  const inventory = isOffline ? audited : await complete(audited, options);
  const problem = whyNothingListed(inventory);
  if (problem !== null) return refuse(problem, EXIT.couldNotAudit);
  if (options.update === true) return await writeUpdate(site, inventory, options);
  if (options.full === true) return await writeFull(site, inventory, options);
  await writeText(vipLlmsTxt({ inventory, hostedUrl: null }), options.output);
  for (const warning of [warnOfFewPages(inventory), warnOfOwnFile(report, '--update')]) {
    if (warning !== null) tell(warning);
  }
  return EXIT.fine;
}

/** Writes the llms.txt of the site, completed, and on standard error what was added and which links lead nowhere. */
async function writeUpdate({ llmsTxt }: Site, inventory: PageInventory, { output }: LlmsTxtOptions): Promise<number> {
  const text = llmsTxt.status === 200 ? readTextResponse(llmsTxt) : null;
  if (text === null) return refuse('The site has no llms.txt to update. Leave --update out.', EXIT.couldNotAudit);
  const { text: updated, added, dead } = updatedLlmsTxt(text, llmsTxt.finalUrl, inventory);
  await writeText(updated, output);
  const lines = added.flatMap(({ section, lines: some }) => [
    `  ## ${quote(section, 120)}`,
    ...some.map((one) => `+ ${one}`),
  ]);
  const links = dead.map(({ line, url, why }) => `! line ${line}: ${quote(url, 200)} ${why}`);
  const summary = `citable: ${count(lines.length - added.length, 'line')} added, ${count(links.length, 'link')} to correct.`;
  process.stderr.write(`${[...lines, ...links, summary].join('\n')}\n`);
  return EXIT.fine;
}

/** Writes the whole texts of the listed pages that the audit read. */
async function writeFull(site: Site, inventory: PageInventory, { output }: LlmsTxtOptions): Promise<number> {
  const { llmsFullTxt } = await import('../../documents/llms-txt/llms-full-txt.ts');
  const { text, pages, listed } = llmsFullTxt(site, inventory);
  await writeText(text, output);
  tell(`The texts of ${formatCount(pages)} of ${formatCount(listed)} listed pages.`);
  return EXIT.fine;
}

/** Fetches further pages for the inventory. */
async function complete(inventory: ReturnType<typeof buildInventory>, options: LlmsTxtOptions) {
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
