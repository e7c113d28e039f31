import { join } from 'node:path';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mcpProcess } from './support/mcp-client.ts';
import { hasRealSites, type ServedSites, serveRealSites } from './support/real-sites.ts';

/** 8,000 tokens, at about four bytes each. */
const MAX_BYTES = 32_000;

describe.skipIf(!hasRealSites)('results of the tools on real sites', () => {
  let sites: ServedSites;
  beforeAll(async () => {
    sites = await serveRealSites();
  });
  afterAll(() => sites.close());

  test('stay under 8,000 tokens, text and structured content together', async () => {
    const ca = join(sites.folder, 'ca.pem');
    const client = await mcpProcess(['--connect-to', sites.server.connectTo], { env: { NODE_EXTRA_CA_CERTS: ca } });
    const sizes: Record<string, number> = {};
    for (const site of sites.server.domains) {
      for (const [call, result] of await callsOn(client, site)) sizes[`${site} ${call}`] = countBytes(result);
    }
    expect(Object.keys(sizes).length).toBeGreaterThan(100);
    expect(Object.entries(sizes).filter(([, bytes]) => bytes > MAX_BYTES)).toEqual([]);
  });
});

function countBytes(result: CallToolResult): number {
  return Buffer.byteLength(JSON.stringify(result));
}

/** Audits a site, and calls every tool with the largest page that it allows. */
async function callsOn(client: Client, site: string): Promise<[string, CallToolResult][]> {
  const results: [string, CallToolResult][] = [];
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
    results.push([`${name} ${JSON.stringify(args)}`, result]);
    return Object(result.structuredContent);
  };
  const { audit_id, checks } = await call('audit_site', { site });
  const { problems } = await call('list_problems', { audit_id, limit: 20 });
  for (const { check } of checks) await call('read_finding', { audit_id, check });
  for (const { questions } of problems) {
    await call('get_fix', { audit_id, question: questions[0] });
    for (const question of questions) await call('read_evidence', { audit_id, question, limit: 10 });
  }
  await call('write_llms_txt', { audit_id });
  return results;
}
