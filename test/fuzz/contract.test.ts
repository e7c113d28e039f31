import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LiveAudit } from '../support/live-audit.ts';
import { SEED } from '../support/properties.ts';
import { failedReport, report, site } from '../support/reports.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { findFault, type OpenApi } from './contract/document.ts';
import { type RawRequest, send } from './contract/raw-client.ts';
import { arbitraryRequest, type Known } from './contract/requests.ts';

/** `npm run drill -- contract` sends 20,000 and more. */
const REQUESTS = Number(process.env['CITABLE_FUZZ_REQUESTS'] ?? 2_000);
const CONCURRENCY = 32;

/** An engine that finishes at once. Some sites cannot be read. */
const engine: LiveAudit = async (domain) =>
  domain.startsWith('fails.')
    ? { site: site(domain, null), report: failedReport(domain, { kind: 'timeout', message: 'It timed out.' }) }
    : { site: site(domain), report: report(domain) };

async function prepare({ service, key, request, authorization }: RunningService): Promise<Known> {
  const revokedKey = (await service.keys.create('revoked')) ?? '';
  await service.keys.revoke('revoked');
  const audits = ['', '&tier=vip', '&tier=vip'].map(async (tier, i) => {
    const domain = i === 2 ? 'fails.example.org' : 'example.com';
    const response = await request(`/api/audit?domain=${domain}${tier}`, { headers: authorization });
    return response.headers.get('x-service-audit-id') ?? (await response.json()).id;
  });
  await request('/api/llms-txt?domain=example.com&tier=vip', { headers: authorization });
  const domains = ['example.com', 'fails.example.org', 'no domain'];
  const keyId = (await service.keys.verify(key))?.id ?? '';
  const batch = await service.batches.create(keyId, domains, { allowPrivate: false });
  const tags = ['/api/badge?domain=example.com', '/llms/example.com.txt', '/api/llms-txt?domain=example.com'].map(
    async (path) => (await request(path)).headers.get('etag') ?? '"x"',
  );
  return { key, revokedKey, auditIds: [...(await Promise.all(audits)), batch.id], etags: await Promise.all(tags) };
}

/** Sends the requests concurrently, and returns the faults of the responses. */
async function findFaults(running: RunningService, requests: readonly RawRequest[], statuses: Map<number, number>) {
  const document: OpenApi = JSON.parse(await (await running.request('/openapi.json')).text());
  const port = Number(new URL(running.url).port);
  const faults: string[] = [];
  const left = requests.values();
  const worker = async (): Promise<void> => {
    for (const request of left) {
      const fault = await send(port, request).then(
        (response) => {
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          return findFault(document, request, response);
        },
        (error: Error) => error.message,
      );
      if (fault !== null) faults.push(`${fault}\n  ${shown(request)}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return faults;
}

function shown({ method, target, headers, body }: RawRequest): string {
  const fields = headers.map(([name, value]) => `${name}: ${value.slice(0, 80)}`).join('; ');
  return JSON.stringify(`${method} ${target.slice(0, 200)} | ${fields} | ${body.toString('latin1', 0, 80)}`);
}

test.each([
  {
    how: 'without limits',
    settings: { RATE_LIMIT: 'off', AUDIT_RATE_LIMIT: 'off', MAX_QUEUED_AUDITS: '2' },
    share: 0.9,
    mustSee: [200, 202, 204, 304, 400, 401, 404, 405, 415, 431],
  },
  {
    how: 'with limits',
    settings: { RATE_LIMIT: '20', AUDIT_RATE_LIMIT: '3', SNAPSHOT_STORE: 'none' },
    share: 0.1,
    mustSee: [200, 400, 429],
  },
])(
  'the response to every generated request is as the OpenAPI document says, $how',
  async ({ settings, share, mustSee }) => {
    const running = await startService(engine, settings);
    const known = await prepare(running);
    const document: OpenApi = JSON.parse(await (await running.request('/openapi.json')).text());
    const requests = fc.sample(arbitraryRequest(document, known), {
      seed: SEED,
      numRuns: Math.round(REQUESTS * share),
    });
    const statuses = new Map<number, number>();
    const faults = await findFaults(running, requests, statuses);

    if (process.env['CITABLE_FUZZ_REQUESTS'] !== undefined) {
      const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
      process.stdout.write(`${requests.length} requests, ${faults.length} faults: ${counts.join(', ')}\n`);
    }
    expect(faults.slice(0, 8).join('\n')).toBe('');
    expect((await running.request('/healthz')).status).toBe(200);
    const { authorization } = running;
    // Few generated requests name the site that cannot be read.
    const failing = await running.request('/api/audit?domain=fails.example.org&tier=vip', { headers: authorization });
    expect([429, 502]).toContain(failing.status);
    expect(running.log().filter((line) => line['msg'] === 'fault' || line['level'] === 'error')).toEqual([]);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining(mustSee));
  },
  600_000,
);
