import { realpath } from 'node:fs/promises';
import { type AgentFinding, agentFindings, namedCatalog } from '../../audit/agents/agent-findings.ts';
import { markdownFindings } from '../../audit/agents/markdown-findings.ts';
import type { Fetcher } from '../../fetch/exchange.ts';
import { createFetcher } from '../../fetch/fetcher.ts';
import { StagedSite } from '../../fetch/staging.ts';
import { openFolder } from '../../site/folder/gather-folder.ts';
import { requestAgentFiles } from '../../site/gather/agent-files.ts';
import { requestMarkdown } from '../../site/gather/agent-markdown.ts';
import { readRobotsRules } from '../../site/read-response.ts';
import type { Site } from '../../site/site.ts';
import { fetcherOptions, type SiteOptions } from '../audited-site.ts';

/**
 * Requests what agents look for on an audited site, and reads it.
 *
 * @param folder path of the folder that was audited, if one was
 */
export async function observeAgentFiles(
  site: Site,
  folder: string | undefined,
  options: SiteOptions,
): Promise<readonly AgentFinding[]> {
  const { origin, staging, robotsTxt, source, domain } = site;
  const robots = readRobotsRules(robotsTxt);
  const find = async (fetcher: Fetcher) => [
    ...agentFindings(site, await requestAgentFiles(origin, robots, fetcher, namedCatalog(site))),
    ...markdownFindings(site, await requestMarkdown(site, robots, fetcher)),
  ];
  if (source === 'folder' && folder !== undefined) {
    const { fetcher } = await openFolder(await realpath(folder), domain);
    return await find(fetcher);
  }
  const staged = staging && { staging: new StagedSite(origin, staging.origin) };
  const fetcher = createFetcher({ ...fetcherOptions(options), ...staged });
  try {
    return await find(fetcher);
  } finally {
    await fetcher.close();
  }
}
