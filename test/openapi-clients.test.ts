import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { instantAudit, startService, temporaryFolder } from './support/running-service.ts';
import { installedTools } from './support/tools.ts';

const run = promisify(execFile);
/** Its package has no JavaScript API, so generators use version 5. */
const typescript7 = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const rolldown = fileURLToPath(new URL('../node_modules/.bin/rolldown', import.meta.url));

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    module: 'preserve',
    noEmit: true,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
};

/** Every program gets the address and a key, and prints what its client read as JSON. */
const HEAD = `declare const process: { argv: readonly [string, string, string, string] };
const [, , baseUrl, key] = process.argv;
const headers = { authorization: \`Bearer \${key}\` };
`;

const BY_OPENAPI_FETCH = `import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';
${HEAD}
type Named = components['schemas'];
const client = createClient<paths>({ baseUrl, headers });
const audit = await client.GET('/api/audit', { params: { query: { domain: 'example.com', tier: 'vip' } } });
if (audit.data === undefined) throw new Error(audit.error.error);
const { id, aeo_score, findings }: Named['Audit'] = audit.data;
const [first]: Named['Finding'][] = findings;
const batches: Named['Batch'][] = (await client.GET('/api/batches')).data?.batches ?? [];
const evidence = await client.GET('/api/audit/{id}/evidence', { params: { path: { id } } });
const report: Named['Report'] | undefined = evidence.data;
const unknown = await client.GET('/api/audit/{id}', { params: { path: { id: '00000000-0000-4000-8000-000000000000' } } });
// @ts-expect-error There is no such tier.
const refused = await client.GET('/api/audit', { params: { query: { domain: 'example.com', tier: 'gold' } } });
console.log(JSON.stringify({
  score: aeo_score,
  keys: findings.map(({ key }) => key),
  first: first?.key,
  batches: batches.length,
  questions: report?.findings.flatMap(({ questions }) => questions.map(({ ask }) => ask)).length,
  unknown: [unknown.response.status, unknown.error?.error],
  refused: [refused.response.status, refused.error?.error],
}));
`;

const BY_HEY_API = `import { client } from './hey/client.gen';
import { getAudit, getEvidence, listBatches, runAudit } from './hey/sdk.gen';
import type { Audit, Batch, Finding, Report } from './hey/types.gen';
${HEAD}
client.setConfig({ baseUrl, auth: key });
const audit = await runAudit({ query: { domain: 'example.com', tier: 'vip' } });
if (audit.data === undefined) throw new Error(audit.error.error);
const { id, aeo_score, findings }: Audit = audit.data;
const [first]: Finding[] = findings;
const batches: Batch[] = (await listBatches()).data?.batches ?? [];
const evidence = await getEvidence({ path: { id } });
const report: Report | undefined = evidence.data;
const unknown = await getAudit({ path: { id: '00000000-0000-4000-8000-000000000000' } });
// @ts-expect-error There is no such tier.
const refused = await runAudit({ query: { domain: 'example.com', tier: 'gold' } });
console.log(JSON.stringify({
  score: aeo_score,
  keys: findings.map(({ key }) => key),
  first: first?.key,
  batches: batches.length,
  questions: report?.findings.flatMap(({ questions }) => questions.map(({ ask }) => ask)).length,
  unknown: [unknown.response?.status, unknown.error?.error],
  refused: [refused.response?.status, refused.error?.error],
}));
`;

test('clients that openapi-typescript and @hey-api/openapi-ts generate compile strictly, and run against the service', async () => {
  const [modules, folder, { url, key, request }] = await Promise.all([
    installedTools(),
    temporaryFolder(),
    startService(instantAudit),
  ]);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  symlinkSync(modules, join(folder, 'node_modules'));
  write('openapi.json', await (await request('/openapi.json')).text());
  write('tsconfig.json', JSON.stringify(TSCONFIG));
  write('fetch.ts', BY_OPENAPI_FETCH);
  write('hey.ts', BY_HEY_API);
  const node = (script: string, ...args: string[]) =>
    run(process.execPath, [resolve(modules, script), ...args], { cwd: folder });

  await node('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'schema.ts');
  await node('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch');
  for (const compiler of ['typescript/bin/tsc', typescript7])
    await node(compiler).catch(({ stdout }) => expect(stdout).toBe(''));

  for (const program of ['fetch', 'hey']) {
    await run(rolldown, [`${program}.ts`, '--platform', 'node', '-o', `${program}.js`], { cwd: folder });
    const { stdout } = await run(process.execPath, [`${program}.js`, url, key], { cwd: folder });
    const read = JSON.parse(stdout);
    expect(read.score).toBeGreaterThan(0);
    expect(read.keys).toHaveLength(9);
    expect([read.first, read.batches]).toEqual([read.keys[0], 0]);
    expect(read.questions).toBe(9);
    expect(read.unknown).toEqual([404, 'Audit not found']);
    expect(read.refused).toEqual([400, expect.stringContaining('tier')]);
  }
});

interface OpenApiCore {
  createConfig(config: { readonly extends: readonly string[] }): Promise<object>;
  lintFromString(options: {
    readonly source: string;
    readonly config: object;
  }): Promise<readonly { readonly ruleId: string }[]>;
}

test('the document follows the recommended rules of Redocly, except that it has no licence', async () => {
  const { request } = await startService(instantAudit);
  const core: OpenApiCore = createRequire(join(await installedTools(), '..', 'package.json'))('@redocly/openapi-core');
  const config = await core.createConfig({ extends: ['recommended'] });
  const source = await (await request('/openapi.json')).text();
  const rulesBroken = async (text: string) =>
    (await core.lintFromString({ source: text, config })).map(({ ruleId }) => ruleId);
  expect(await rulesBroken(source)).toEqual(['info-license']);
  expect(await rulesBroken(source.replace('"operationId":"getAudit",', ''))).toContain('operation-operationId');
});
