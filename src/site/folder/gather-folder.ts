import type { DomainName } from '../../values/domain-name.ts';
import { type GatherOptions, gather } from '../gather/gather.ts';
import type { Site } from '../site.ts';
import { findBuilderFile } from './builder-file.ts';
import { FolderFetcher } from './folder-fetcher.ts';
import { FolderFiles } from './folder-files.ts';
import { readHostRules } from './read-host-rules.ts';
import { StaticHost } from './static-host.ts';

export interface GatheredFolder {
  readonly site: Site;
  /** Returns the path of the file that a URL is served from, below the folder; null for other URLs. */
  readonly findFile: (url: string) => string | null;
  /** Names of the configuration files that were read. */
  readonly configuration: readonly string[];
  /** Rules of theirs that were not read, each as a sentence. */
  readonly ignored: readonly string[];
}

/** Pages that hosts serve instead of others. */
const ERROR_PAGE = /^\/(?:404|500|50x)\.html?$/i;

/**
 * Gathers a site from a folder, as a static host would serve it at `https://<domain>`. Nothing is fetched.
 *
 * @param folder real path of a folder
 */
export async function gatherFolder(
  folder: string,
  domain: DomainName,
  options: Pick<GatherOptions, 'now' | 'earlierPages' | 'crawl'> = {},
): Promise<GatheredFolder> {
  const { rules, files, host, fetcher } = await openFolder(folder, domain);
  const pages = () => servedPages(files, host, `https://${domain}`);
  const [gathered, builderFile] = await Promise.all([
    gather(domain, { fetcher, source: 'folder', files: pages, ...options }),
    findBuilderFile(folder),
  ]);
  const site = builderFile === null ? gathered : { ...gathered, builderFile };
  return { site, findFile: (url) => fetcher.findFile(url), configuration: rules.read, ignored: rules.ignored };
}

/** Opens a folder as {@link gatherFolder} reads it. */
export async function openFolder(folder: string, domain: DomainName) {
  const rules = await readHostRules(folder);
  const files = new FolderFiles(folder);
  const host = new StaticHost(files, rules);
  return { rules, files, host, fetcher: new FolderFetcher(files, host, `https://${domain}`) };
}

/** Returns the URLs of the HTML files of a folder, as its host serves them. Error pages are none. */
async function servedPages(files: FolderFiles, host: StaticHost, origin: string): Promise<readonly string[]> {
  const urls: string[] = [];
  for (const path of await files.pages()) {
    if (ERROR_PAGE.test(path)) continue;
    const asFolder = path.replace(/(^|\/)index\.html?$/i, '$1');
    const response = await host.respond(asFolder);
    const isOwn = response.kind === 'redirect' && response.location.startsWith('/');
    if (response.kind === 'file' && response.status === 200) urls.push(origin + asFolder);
    else if (isOwn && (await host.respond(response.location)).kind === 'file') urls.push(origin + response.location);
  }
  return urls;
}
