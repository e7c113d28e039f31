import { availability, type Exchange } from '../../fetch/exchange.ts';
import { AGENT_FILE_BYTES, AGENT_PATHS, type AgentPath } from '../../site/gather/agent-files.ts';
import { headerLinks } from '../../site/page/declared-urls.ts';
import { isHtmlInstead, mediaType, readPageFacts } from '../../site/read-response.ts';
import type { Site } from '../../site/site.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import { quote } from '../../values/untrusted-text.ts';
import { count } from '../formatting.ts';
import { isSameSite } from '../registrable-domain.ts';

/** What agents find at one place of a site. Shown, never scored: a missing file is not a fault. */
export interface AgentFinding {
  readonly name: string;
  readonly url: string;
  /** `unknown`: it was not requested, or there was no response that says. */
  readonly state: 'found' | 'absent' | 'unknown';
  /** Who reads it today, by whose documentation. */
  readonly readBy: string;
  readonly source: string;
  /** What it calls itself, quoted; null where it has no name. */
  readonly says: string | null;
  /** Its size and where its content begins, in our words; absent where that was not measured. */
  readonly measured?: string;
  /** What is wrong with it, each a sentence. Empty for what was not found. */
  readonly faults: readonly string[];
}

interface Kind {
  readonly name: string;
  readonly readBy: string;
  readonly source: string;
  /** Media types that its specification names, beside those that end in `+json` where it names none. */
  readonly types: readonly string[];
  /** Groups of fields. It must have one field of each group. */
  readonly fields: readonly (readonly string[])[];
  /** Further faults of its content. Default: none. */
  readonly faultsIn?: (card: Readonly<Record<string, unknown>>) => readonly string[];
}

const JSON_TYPE = 'application/json';

const KINDS: Readonly<Record<AgentPath, Kind>> = {
  '/.well-known/mcp/server-card.json': {
    name: 'MCP server card',
    readBy: 'MCP clients with the Server Card extension, which is optional. An AI catalog may name another place.',
    source: 'https://modelcontextprotocol.io/seps/2127-mcp-server-cards',
    types: [JSON_TYPE, 'application/mcp-server-card+json', 'application/mcp-server+json'],
    fields: [['name'], ['version']],
  },
  '/.well-known/agent-card.json': {
    name: 'A2A agent card',
    readBy: 'Agents that use an SDK of A2A (a2a-protocol.org).',
    source: 'https://a2a-protocol.org/latest/sdk/python/api/a2a.client.card_resolver.html',
    types: [JSON_TYPE, 'application/a2a+json', 'application/a2a-agent-card+json'],
    fields: [['name'], ['description'], ['version'], ['supportedInterfaces', 'url'], ['skills']],
  },
  '/.well-known/agent-skills/index.json': {
    name: 'Agent skills',
    readBy:
      'Installers of skills that implement the draft of discovery 0.2, such as npx skills. No vendor of an agent documents it.',
    source: 'https://github.com/cloudflare/agent-skills-discovery-rfc',
    types: [JSON_TYPE],
    fields: [['skills']],
  },
  '/.well-known/ai-catalog.json': {
    name: 'AI catalog',
    readBy: 'MCP clients that follow the draft of discovery: they should try it first.',
    source: 'https://github.com/modelcontextprotocol/experimental-ext-server-card',
    types: ['application/ai-catalog+json', JSON_TYPE],
    fields: [['specVersion'], ['entries']],
    faultsIn: ({ entries }) => entryFaults(entries),
  },
  '/.well-known/api-catalog': {
    name: 'API catalog',
    readBy: 'No agent whose documentation we know. RFC 9727 is for clients of APIs.',
    source: 'https://www.rfc-editor.org/rfc/rfc9727',
    types: ['application/linkset+json'],
    fields: [['linkset']],
  },
  '/.well-known/http-message-signatures-directory': {
    name: 'Web Bot Auth directory',
    readBy:
      'Servers that verify the agents which this site sends, such as those behind Cloudflare. Other sites need none.',
    source: 'https://developers.cloudflare.com/bots/reference/bot-verification/web-bot-auth/',
    types: ['application/http-message-signatures-directory+json'],
    fields: [['keys']],
  },
};

/** Returns what agents find on a site: the files of known paths, OpenAPI links, and crawlers that are asked to pay. */
export function agentFindings(site: Site, files: ReadonlyMap<AgentPath, Exchange>): readonly AgentFinding[] {
  return [
    ...AGENT_PATHS.map((path) => {
      const exchange = files.get(path);
      return fileFinding(KINDS[path], exchange?.url ?? `${site.origin}${path}`, exchange);
    }),
    ...apiDescriptions(site),
    ...payments(site),
  ];
}

/** Returns the URL of the AI catalog that the home page names in its Link header or its head; null where it names none of the site. */
export function namedCatalog({ home, origin }: Site): string | null {
  const ofHead = readPageFacts(home).describedBy.filter(({ rel }) => rel.split(' ').includes('ai-catalog'));
  const urls = [...headerLinks(home, 'ai-catalog'), ...ofHead].map(({ url }) => url);
  return urls.find((url) => url !== null && URL.parse(url)?.origin === origin) ?? null;
}

/** Faults of the entries of an AI catalog, by version 0.9 of its specification (Agent-Card/ai-catalog, "Catalog Entry"). */
function entryFaults(entries: unknown): readonly string[] {
  if (entries === undefined) return [];
  if (!Array.isArray(entries)) return ['Its entries are not a list.'];
  const isComplete = (entry: unknown) =>
    isRecord(entry) &&
    typeof entry['identifier'] === 'string' &&
    typeof entry['type'] === 'string' &&
    (entry['url'] === undefined) !== (entry['data'] === undefined);
  const incomplete = entries.filter((entry) => !isComplete(entry)).length;
  if (incomplete === 0) return [];
  return [
    `${incomplete} of ${count(entries.length, 'entry', 'entries')} without an identifier, a type, or exactly one of url and data.`,
  ];
}

function fileFinding(
  { fields, types, faultsIn, ...kind }: Kind,
  url: string,
  exchange: Exchange | undefined,
): AgentFinding {
  const none = { ...kind, url: quote(url, 200), says: null, faults: [] };
  if (exchange === undefined) return { ...none, state: 'unknown' };
  const state = availability(exchange);
  // A page in its place is what the site sends for missing files.
  if (state === 'absent' || isHtmlInstead(exchange)) return { ...none, state: 'absent' };
  if (state !== 'present') return { ...none, state: 'unknown' };
  const type = mediaType(exchange);
  const faults: string[] = [];
  if (!isSameSite(exchange.finalUrl, url)) faults.push('Another site serves it.');
  if (!types.includes(type))
    faults.push(`Its Content-Type is ${type === '' ? 'missing' : quote(type, 80)}, not ${types[0] ?? JSON_TYPE}.`);
  if (exchange.failure !== null)
    return { ...none, state: 'found', faults: [...faults, `It has more than ${AGENT_FILE_BYTES / 1024} KB.`] };
  const card = parseJson(exchange.body ?? '');
  if (!isRecord(card)) return { ...none, state: 'found', faults: [...faults, 'It is not a JSON object.'] };
  const missing = fields.filter((names) => names.every((name) => card[name] === undefined));
  if (missing.length > 0) faults.push(`It lacks ${missing.map((names) => names.join(' or ')).join(', ')}.`);
  faults.push(...(faultsIn?.(card) ?? []));
  if (/"http:\/\/(?!localhost\b|json-schema\.org\b|schema\.org\b|www\.w3\.org\b)/.test(exchange.body ?? ''))
    faults.push('It names an address without TLS.');
  const name = card['name'] ?? card['title'];
  return { ...none, state: 'found', says: typeof name === 'string' ? quote(name) : null, faults };
}

/** Descriptions of APIs that the Link header of the home page names (RFC 8631). */
function apiDescriptions({ home }: Site): readonly AgentFinding[] {
  return headerLinks(home, 'service-desc').map(({ href, url }) => ({
    name: 'API description',
    url: quote(url ?? href, 200),
    state: 'found',
    readBy: 'Clients of RFC 8631. No agent whose documentation we know.',
    source: 'https://www.rfc-editor.org/rfc/rfc8631',
    says: null,
    faults: url === null ? ['It is not a URL.'] : [],
  }));
}

/** Crawlers that got 402 for the home page. */
function payments({ probes, home }: Site): readonly AgentFinding[] {
  const asked = probes.filter(({ exchange }) => exchange.status === 402).map(({ productToken }) => productToken);
  if (asked.length === 0) return [];
  return [
    {
      name: 'Pay per crawl (402)',
      url: home.finalUrl,
      state: 'found',
      readBy: 'Crawlers whose operators pay. Others turn away.',
      source: 'https://developers.cloudflare.com/ai-crawl-control/features/pay-per-crawl/what-is-pay-per-crawl/',
      says: asked.join(', '),
      faults: [],
    },
  ];
}
