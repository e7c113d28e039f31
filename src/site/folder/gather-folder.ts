import type { DomainName } from '../../values/domain-name.ts';
import { type GatherOptions, gather } from '../gather/gather.ts';
import type { Site } from '../site.ts';
import { FolderFetcher } from './folder-fetcher.ts';
import { FolderFiles } from './folder-files.ts';
import { readHostRules } from './read-host-rules.ts';
import { StaticHost } from './static-host.ts';

export interface GatheredFolder {
  readonly site: Site;
  /** Returns the path of the file that a URL is served from, below the folder; null for other URLs. */
  readonly fileOf: (url: string) => string | null;
  /** Names of the configuration files that were read. */
  readonly configuration: readonly string[];
  /** Rules of theirs that were not read, each as a sentence. */
  readonly ignored: readonly string[];
}

/**
 * Gathers a site from a folder, as a static host would serve it at `https://<domain>`. Nothing is fetched.
 *
 * @param folder real path of a folder
 */
export async function gatherFolder(
  folder: string,
  domain: DomainName,
  options: Pick<GatherOptions, 'now' | 'earlierPages'> = {},
): Promise<GatheredFolder> {
  const rules = await readHostRules(folder);
  const files = new FolderFiles(folder);
  const fetcher = new FolderFetcher(files, new StaticHost(files, rules), `https://${domain}`);
  const site = await gather(domain, { fetcher, source: 'folder', ...options });
  return { site, fileOf: (url) => fetcher.fileOf(url), configuration: rules.read, ignored: rules.ignored };
}
