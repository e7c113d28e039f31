import type { Exchange, Fetcher } from '../../fetch/exchange.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import { OWN_TOKEN, userAgents } from './user-agents.ts';

const AI_CATALOG = '/.well-known/ai-catalog.json';

/** Paths at which agents look for files, one request each. */
export const AGENT_PATHS = [
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent-skills/index.json',
  AI_CATALOG,
  '/.well-known/api-catalog',
  '/.well-known/http-message-signatures-directory',
] as const;

export type AgentPath = (typeof AGENT_PATHS)[number];

/** Maximum size of such a file that is read, in bytes. */
export const AGENT_FILE_BYTES = 256 * 1024;

/**
 * Requests the files that agents look for, unless robots.txt shuts them for Citable. Each is requested once.
 *
 * @param catalog URL of the AI catalog that the site names. Default: that of its path
 */
export async function requestAgentFiles(
  origin: string,
  robots: Pick<RobotsTxt, 'isAllowed'>,
  fetcher: Fetcher,
  catalog: string | null = null,
): Promise<ReadonlyMap<AgentPath, Exchange>> {
  const request = {
    userAgent: userAgents(null).browser,
    accept: 'application/json, */*;q=0.8',
    maxBodyBytes: AGENT_FILE_BYTES,
    maxAttempts: 1,
  };
  const toUrl = (path: AgentPath) => (path === AI_CATALOG ? catalog : null) ?? `${origin}${path}`;
  const paths = AGENT_PATHS.filter((path) => robots.isAllowed(OWN_TOKEN, toUrl(path)));
  const exchanges = await Promise.all(
    paths.map(async (path) => [path, await fetcher.fetch({ ...request, url: toUrl(path) })] as const),
  );
  return new Map(exchanges);
}
