import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '../scripts/docs-pages/api-calls.ts';
import { type ApiResponse, type Step, walkThroughApi } from '../scripts/docs-pages/api-recording.ts';
import { temporaryFolder } from './support/running-service.ts';

const run = promisify(execFile);

const PROGRAMS = {
  sh: { program: 'sh', args: ['-c'], needs: 'curl' },
  js: { program: process.execPath, args: ['--input-type=module', '--eval'], needs: process.execPath },
  python: { program: 'python3', args: ['-c'], needs: 'python3' },
} as const;

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Passes requests on to a service, and remembers the last response. */
async function openRelay() {
  let target = '';
  let last: (ApiResponse & { readonly bytes: Buffer }) | null = null;
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const passed = ['authorization', 'content-type'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const upstream = await fetch(target + url, {
      method,
      headers: Object.fromEntries(passed),
      body: body.length === 0 ? null : body,
    });
    const bytes = Buffer.from(await upstream.arrayBuffer());
    last = {
      bytes,
      status: upstream.status,
      mediaType: upstream.headers.get('content-type')?.split(';')[0] ?? '',
      location: upstream.headers.get('location'),
      body: bytes.toString(),
    };
    response.writeHead(last.status, { 'content-type': last.mediaType }).end(bytes);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passTo: (service: string) => {
      target = service;
      last = null;
    },
    last: () => last,
  };
}

for (const [language, write] of Object.entries(LANGUAGES)) {
  const { program, args, needs } = PROGRAMS[language as keyof typeof LANGUAGES];

  test.skipIf(!isInstalled(needs))(
    `each example in ${language} sends what the reference says, and prints the response`,
    async () => {
      const [relay, folder] = await Promise.all([openRelay(), temporaryFolder()]);
      const send = async ({ call, request, variables, files }: Step): Promise<ApiResponse> => {
        for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
        relay.passTo(variables['CITABLE_URL'] ?? '');
        const env = { ...process.env, ...variables, CITABLE_URL: relay.url };
        const running = run(program, [...args, write(request)], { cwd: folder, env, maxBuffer: 1e7 });
        // The audits of the walk end at once, so no crawl of them can be ended: its example may fail.
        const isEnded = call.operation === 'endCrawl';
        const { stdout } = isEnded ? await running.catch(() => ({ stdout: '' })) : await running;
        const response = relay.last();
        if (response === null) throw new Error(`The example of ${call.operation} sent nothing.`);
        if (call.file !== undefined) expect(readFileSync(join(folder, call.file))).toEqual(response.bytes);
        else if (!isEnded) expect(stdout).toContain(response.body);
        return response;
      };
      const { recorded } = await walkThroughApi(send);
      for (const { operation, response } of recorded.filter(
        ({ operation: { operationId } }) => operationId !== 'endCrawl',
      ))
        expect([operation.operationId, response.status < 300]).toEqual([operation.operationId, true]);
    },
  );
}
