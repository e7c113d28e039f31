import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../../test/support/fixture-web.ts';
import { createPage } from '../../../test/support/small-sites.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { type AgentPath, requestAgentFiles } from '../../site/gather/agent-files.ts';
import { gather } from '../../site/gather/gather.ts';
import { parseRobotsTxt } from '../../site/robots/robots-txt.ts';
import { agentFindings, namedCatalog } from './agent-findings.ts';

const ORIGIN = 'https://example.com';
const CARD: AgentPath = '/.well-known/agent-card.json';
const GOOD = { name: 'Tours', description: 'Plans', version: '1', skills: [], url: `${ORIGIN}/a2a` };
const site = await gather(exampleDomain, {
  fetcher: fixtureFetcher(parseFixture(`A site.\n\n=== / 200 text/html\n${createPage('home')}\n`)),
});

/** The agent card of a site with this response in its place. */
function judgeCard(response: Parameters<typeof createExchange>[1]) {
  const exchange = createExchange(`${ORIGIN}${CARD}`, { headers: { 'content-type': 'application/json' }, ...response });
  return findFinding(new Map([[CARD, exchange]]));
}

const INCOMPLETE = '1 of 1 entry without an identifier, a type, or exactly one of url and data.';

function judgeCatalog(catalog: object) {
  const path = '/.well-known/ai-catalog.json';
  const response = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(catalog) };
  const files = new Map<AgentPath, Exchange>([[path, createExchange(`${ORIGIN}${path}`, response)]]);
  return agentFindings(site, files).find(({ name }) => name === 'AI catalog');
}

function findFinding(files: ReadonlyMap<AgentPath, Exchange>) {
  return agentFindings(site, files).find(({ name }) => name === 'A2A agent card');
}

describe('a card for agents', () => {
  test('is found with its name, its readers and no fault', () => {
    expect(judgeCard({ body: JSON.stringify(GOOD) })).toMatchObject({ state: 'found', says: 'Tours', faults: [] });
  });

  test.each([
    [{ status: 404 }, 'absent'],
    [{ body: '<!doctype html><title>Not found</title>', headers: { 'content-type': 'text/html' } }, 'absent'],
    [{ status: 403 }, 'unknown'],
    [{ failure: 'timeout' as const }, 'unknown'],
  ])('that is not there is not a fault: %j', (response, state) => {
    expect(judgeCard(response)).toMatchObject({ state, faults: [] });
  });

  test.each([
    [{ body: '{"name":' }, 'It is not a JSON object.'],
    [{ body: '[]' }, 'It is not a JSON object.'],
    [{ body: JSON.stringify({ name: 'Tours' }) }, 'It lacks description, version, supportedInterfaces or url, skills.'],
    [
      { body: JSON.stringify(GOOD), headers: { 'content-type': 'text/plain' } },
      'Its Content-Type is text/plain, not application/json.',
    ],
    [{ body: JSON.stringify(GOOD), headers: {} }, 'Its Content-Type is missing, not application/json.'],
    [{ body: '{}', failure: 'too_large' as const }, 'It has more than 256 KB.'],
    [{ body: JSON.stringify(GOOD), finalUrl: 'https://elsewhere.example.org/card' }, 'Another site serves it.'],
    [{ body: JSON.stringify({ ...GOOD, url: 'http://example.com/a2a' }) }, 'It names an address without TLS.'],
  ])('has its own faults: %j', (response, fault) => {
    expect(judgeCard(response)).toMatchObject({ state: 'found', faults: [fault] });
  });

  test.each([
    [{ identifier: 'urn:air:a', type: 'a/b', url: `${ORIGIN}/a` }, []],
    [{ identifier: 'a', type: 'a/b', data: {} }, []],
    [{ type: 'a/b', url: `${ORIGIN}/a` }, [INCOMPLETE]],
    [{ identifier: 'a', mediaType: 'a/b', url: `${ORIGIN}/a` }, [INCOMPLETE]],
    [{ identifier: 'a', type: 'a/b' }, [INCOMPLETE]],
    [{ identifier: 'a', type: 'a/b', url: `${ORIGIN}/a`, data: {} }, [INCOMPLETE]],
    ['none', [INCOMPLETE]],
  ])('a catalog with the entry %j', (entry, faults) => {
    expect(judgeCatalog({ specVersion: '0.9', entries: [entry] })?.faults).toEqual(faults);
  });

  test('a catalog whose entries are not a list', () => {
    expect(judgeCatalog({ specVersion: '0.9', entries: {} })?.faults).toEqual(['Its entries are not a list.']);
    expect(judgeCatalog({ specVersion: '0.9' })?.faults).toEqual(['It lacks entries.']);
  });

  test('a catalog is where the home page names it', async () => {
    const named = (head: string, link?: string) => {
      const headers = { ...site.home.headers, ...(link !== undefined && { link }) };
      const home = { ...site.home, body: createPage('home').replace('</head>', `${head}</head>`), headers };
      return namedCatalog({ ...site, home });
    };
    expect(named('')).toBeNull();
    expect(named('<link rel="AI-Catalog" href="/ai.json">')).toBe(`${ORIGIN}/ai.json`);
    expect(named('', '</b.json>; rel="ai-catalog"')).toBe(`${ORIGIN}/b.json`);
    expect(named('<link rel="ai-catalog" href="https://elsewhere.example.org/ai.json">')).toBeNull();
    const catalog = `${ORIGIN}/ai.json`;
    const fetcher = fixtureFetcher(parseFixture('A site.\n\n=== /ai.json 200 application/json\n{"entries":[]}\n'));
    const found = agentFindings(site, await requestAgentFiles(ORIGIN, parseRobotsTxt(''), fetcher, catalog));
    expect(found.find(({ name }) => name === 'AI catalog')).toMatchObject({ state: 'found', url: catalog });
  });

  test('shows the words of a site only as a quotation', () => {
    const name = `A\u202eB${'x'.repeat(500)}`;
    expect(judgeCard({ body: JSON.stringify({ ...GOOD, name }) })?.says).toMatch(/^ABx{50,120}…$/);
  });

  test('is not requested where robots.txt shuts it', async () => {
    const asked: string[] = [];
    const fetcher = fixtureFetcher(parseFixture('A site.\n\n=== / 200 text/html\nx\n'));
    const counting = {
      ...fetcher,
      fetch: (request: Parameters<typeof fetcher.fetch>[0]) => {
        asked.push(request.url);
        return fetcher.fetch(request);
      },
    };
    const robots = parseRobotsTxt(`User-agent: *\nDisallow: ${CARD}`);
    const files = await requestAgentFiles(ORIGIN, robots, counting);
    expect(asked).toHaveLength(5);
    expect(findFinding(files)).toMatchObject({ state: 'unknown' });
  });

  test('is shown beside API descriptions, and crawlers that are asked to pay', () => {
    const [probe] = site.probes;
    const paid = probe && { ...probe, productToken: 'GPTBot', exchange: createExchange(`${ORIGIN}/`, { status: 402 }) };
    const home = { ...site.home, headers: { ...site.home.headers, link: '</api.json>; rel="service-desc"' } };
    const findings = agentFindings({ ...site, home, probes: paid === undefined ? [] : [paid] }, new Map());
    expect(findings).toContainEqual(expect.objectContaining({ name: 'API description', url: `${ORIGIN}/api.json` }));
    expect(findings).toContainEqual(expect.objectContaining({ name: 'Pay per crawl (402)', says: 'GPTBot' }));
  });
});
