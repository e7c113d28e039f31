import { existsSync } from 'node:fs';
import { opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { CrawledPages } from '../audit/pages/crawled-pages.ts';
import type { Exchange } from '../fetch/exchange.ts';
import { type GatheredFolder, gatherFolder } from '../site/folder/gather-folder.ts';
import { MAX_FOLDER_PAGES } from '../site/gather/gather-pages.ts';
import type { DomainName } from '../values/domain-name.ts';
import { quote } from '../values/untrusted-text.ts';
import { type AuditedSite, makeReport } from './audit-site.ts';
import type { AuditWork } from './engine-protocol.ts';

/** Maximum number of notes on rules of the host that were not read. */
const MAX_RULE_NOTES = 20;

export interface AuditedFolder extends AuditedSite, Pick<GatheredFolder, 'findFile' | 'configuration'> {
  /** What was not read, each as a sentence. */
  readonly notes: readonly string[];
}

/** The first segment of an address of this host: `/notes` of `href="/notes/style.css"`. */
const FIRST_SEGMENT = /\s(?:href|src)=["']?(\/(?!\/)[^\s"'<>/?#]*)/gi;
/** Minimum number of addresses that show for which path a page was built. */
const LEAST_ADDRESSES = 3;

/** Notes that a folder was built for a path of its host, where it was not read at that path. */
function builtForPath(root: string, { body }: Exchange): readonly string[] {
  const segments = [...(body ?? '').matchAll(FIRST_SEGMENT)].map(([, segment = '']) => segment);
  const [path = '/'] = segments;
  const isBase = path !== '/' && segments.length >= LEAST_ADDRESSES && segments.every((one) => one === path);
  if (!isBase || existsSync(join(root, path))) return [];
  return [
    `All root-relative addresses of the home page begin with ${quote(path, 80)}/, which the folder does not have. If it is published below that path, build it for the root of its host, and audit that.`,
  ];
}

/**
 * Audits a folder as it would be published at `https://<domain>`. Nothing is fetched.
 *
 * @param asked.pages maximum number of pages to read; default 500
 * @param asked.onPages called with pages that are not in the Site, some at a time
 * @throws the system's error when it cannot be read as a folder
 */
export async function auditFolder(
  folder: string,
  domain: DomainName,
  { pages, earlierPages, onPages }: AuditWork & { readonly onPages?: (pages: readonly Exchange[]) => void } = {},
): Promise<AuditedFolder> {
  const root = await realpath(folder);
  await (await opendir(root)).close();
  const further = new CrawledPages();
  const { site, findFile, configuration, ignored } = await gatherFolder(root, domain, {
    ...(earlierPages && { earlierPages }),
    ...(pages !== undefined && {
      crawl: {
        pages,
        onPages: (site, some) => {
          further.add(site, some);
          onPages?.(some);
        },
      },
    }),
  });
  const notes = [...builtForPath(root, site.home), ...ignored.slice(0, MAX_RULE_NOTES)];
  const more = ignored.length - MAX_RULE_NOTES;
  if (more > 0) notes.push(`Further rules that were not read: ${more}.`);
  const read = 1 + site.pages.length + (site.morePages?.length ?? 0);
  if (pages === undefined && read >= MAX_FOLDER_PAGES)
    notes.push(`Only the first ${MAX_FOLDER_PAGES} pages were read. --pages reads more.`);
  const crawled = pages === undefined ? {} : { crawled: further.result(site) };
  return { site, report: makeReport(site, crawled.crawled), ...crawled, findFile, configuration, notes };
}
