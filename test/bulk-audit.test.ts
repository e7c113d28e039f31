import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { BulkResult } from '../src/server/audits/bulk-result.ts';
import { serve } from './support/loopback.ts';
import { RUBRIC_ROWS } from './support/reports.ts';
import { temporaryFolder } from './support/running-service.ts';
import { createAuthority } from './support/tls.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const PAGE = `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><p>${'It says something. '.repeat(40)}</p></main>`;
const DOMAINS = Array.from({ length: 12 }, (_, n) => `site-${n}.com`);
const authority = await createAuthority();
const credentials = await authority.issue(DOMAINS.flatMap((domain) => [domain, `www.${domain}`]));

let folder: string;
let list: string;
let output: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  list = join(folder, 'domains.txt');
  output = join(folder, 'results.jsonl');
  await writeFile(join(folder, 'ca.pem'), authority.caPem);
});

/** Sites under {@link DOMAINS} on loopback. */
async function serveSites(respond: (host: string, request: IncomingMessage, response: ServerResponse) => void = page) {
  const { port } = await serve((request, response) => respond(request.headers.host ?? '', request, response), {
    tls: credentials,
  });
  return ['--connect-to', `:443:127.0.0.1:${port}`, '--connect-to', `:80:127.0.0.1:${port}`];
}

function page(_host: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  else response.writeHead(404).end();
}

/** Starts `citable audit --from`; the process ends with the test. */
function start(words: readonly string[], from = list) {
  const child = spawn(process.execPath, [MAIN, 'audit', '--from', from, ...words], {
    env: { PATH: process.env['PATH'] ?? '', NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    stdio: 'pipe',
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code: code ?? null, ...output }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

const run = (words: readonly string[]) => start(words).ended;

const resultsIn = (text: string): BulkResult[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const results = async () => resultsIn(await readFile(output, 'utf8'));
const listDomains = (found: readonly BulkResult[]) => found.map(({ domain }) => domain).sort();

test('--in-order writes the results in the order of the list', async () => {
  await writeFile(list, 'site-0.com\nno domain\nsite-1.com\n');
  const others = Promise.withResolvers<void>();
  const sites = await serveSites((host, request, response) => {
    // The first site responds once the second was audited to its end: its page was read.
    if (host === 'site-0.com') void others.promise.then(() => page(host, request, response));
    else {
      if (request.url === '/') response.once('close', () => others.resolve());
      page(host, request, response);
    }
  });
  const { code, stdout } = await run([...sites, '--in-order']);
  const results = stdout
    .trim()
    .split('\n')
    .map((line): BulkResult => JSON.parse(line));
  expect(results.map(({ input }) => input)).toEqual(['site-0.com', 'no domain', 'site-1.com']);
  expect(code).toBe(3);
});

describe('citable audit --from', () => {
  test('audits each domain once, and gives the reason for each invalid line', async () => {
    const connect = await serveSites((host, request, response) =>
      host === 'site-1.com' ? response.writeHead(500, { 'retry-after': '0' }).end() : page(host, request, response),
    );
    await writeFile(list, '# ours\nsite-0.com\n\nhttps://SITE-0.com/a\n10.0.0.1\nsite-1.com # broken\n');
    const { code, stdout, stderr } = await run(connect);
    expect(stderr).toBe('3 domains: 1 audited, 1 could not be read, 1 refused. 1 line repeated a domain.\n');
    expect(code).toBe(3);
    const [refused, ...audited] = resultsIn(stdout);
    expect(refused).toMatchObject({
      input: '10.0.0.1',
      domain: null,
      status: 'refused',
      aeo_score: null,
      findings: [],
    });
    const [done, failed] = audited.sort((a, b) => a.input.localeCompare(b.input));
    expect(done).toMatchObject({ input: 'site-0.com', domain: 'site-0.com', status: 'done', error: null });
    expect(done).toMatchObject({ pages_read: 1, pages_known: 1 });
    expect(done?.findings.map(({ key }) => key)).toEqual(RUBRIC_ROWS.map(([key]) => key));
    expect(done?.findings.reduce((sum, finding) => sum + finding.score_impact, 0)).toBe(done?.aeo_score);
    expect(failed).toMatchObject({ domain: 'site-1.com', status: 'failed', aeo_score: null, pages_read: null });
    expect(failed?.error).toContain('status 500');
  });

  test('reads the list from standard input, and writes CSV', async () => {
    const connect = await serveSites();
    const { child, ended } = start([...connect, '--format', 'csv'], '-');
    child.stdin.end('site-0.com\n=1+1\n');
    const { code, stdout } = await ended;
    expect(code).toBe(3);
    const [header = '', refused, done, rest] = stdout.split('\r\n');
    expect(header).toMatch(/^\ufeffinput,domain,status,aeo_score,/);
    expect(header.split(',')).toEqual(expect.arrayContaining(RUBRIC_ROWS.map(([key]) => key)));
    expect(refused).toMatch(/^'=1\+1,,refused,,/);
    expect(done).toMatch(
      /^site-0\.com,site-0\.com,done,\d+,3,1,1,\d{4}-[^,]*,\d{4}-[^,]*,\d+,\d+,\d+,\d+,\d+,\d*,\d*,\d+,\d+,$/,
    );
    expect(rest).toBe('');
  });

  test('exits with 0 on success, and with 1 when any score is below the threshold', async () => {
    const connect = await serveSites();
    await writeFile(list, 'site-0.com\nsite-1.com\n');
    const fine = await run(connect);
    expect(fine.code).toBe(0);
    const score = resultsIn(fine.stdout)[0]?.aeo_score ?? 0;
    expect((await run([...connect, '--fail-under', String(score)])).code).toBe(0);
    await appendFile(list, 'no domain\n');
    expect((await run([...connect, '--fail-under', String(score + 1)])).code).toBe(1);
  });

  test.each([
    ['a domain as well', ['example.com']],
    ['a saved site as well', ['--from-site', 'x']],
    ['a format of one site', ['--format', 'markdown']],
    ['credentials', ['--header', 'X: y']],
    ['a baseline', ['--baseline', 'x.json']],
    ['no number', ['--concurrency', 'many']],
    ['a folder that is not there', ['--output', '/nowhere/results']],
  ])('is wrong usage with %s', async (_, words) => {
    await writeFile(list, 'example.com\n');
    const { code, stdout, stderr } = await run(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^(?:citable|error): [^\n]+\n$/);
  });

  test('is wrong usage with a missing list', async () => {
    expect(await run([])).toEqual({
      code: 2,
      stdout: '',
      stderr: `citable: ${list} cannot be read: no such file or directory.\n`,
    });
  });

  test('does not change a file that has other content', async () => {
    await writeFile(list, 'example.com\n');
    await writeFile(output, 'my notes');
    expect((await run(['--output', output])).code).toBe(2);
    expect(await readFile(output, 'utf8')).toBe('my notes');
  });

  test('limits concurrent audits, and audits one site once at a time', async () => {
    const open = new Map<string, number>();
    let most = 0;
    const together: string[] = [];
    const connect = await serveSites((host, request, response) => {
      open.set(host, (open.get(host) ?? 0) + 1);
      most = Math.max(most, open.size);
      const other = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
      if (open.has(other)) together.push(host);
      setTimeout(() => {
        const left = (open.get(host) ?? 0) - 1;
        if (left === 0) open.delete(host);
        else open.set(host, left);
        page(host, request, response);
      }, 20);
    });
    await writeFile(list, DOMAINS.flatMap((domain) => [domain, `www.${domain}`]).join('\n'));
    const { code } = await run([...connect, '--concurrency', '3', '--output', output]);
    expect(code).toBe(0);
    expect(listDomains(await results())).toHaveLength(24);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(3);
    expect(together).toEqual([]);
  });

  test('lets running audits finish when it is interrupted, and resumes', async () => {
    const requests = new Set<string>();
    const paused = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const connect = await serveSites((host, request, response) => {
      requests.add(host);
      if (host === 'site-3.com') paused.resolve();
      void (host === 'site-3.com' ? released.promise : Promise.resolve()).then(() => page(host, request, response));
    });
    await writeFile(list, DOMAINS.join('\n'));
    const words = [...connect, '--concurrency', '1', '--output', output];
    const { child, ended } = start(words);
    await paused.promise;
    await expect.poll(results).toHaveLength(3);
    child.kill('SIGINT');
    await once(child.stderr, 'data');
    released.resolve();
    const { code, stderr } = await ended;
    expect(code).toBe(3);
    expect(stderr).toContain('Interrupted with 8 of 12 to go. The same command resumes where it stopped.\n');
    expect(listDomains(await results())).toEqual(DOMAINS.slice(0, 4));

    // As if it had been ended by force while it wrote.
    await truncate(output, (await readFile(output)).length - 100);
    requests.clear();
    const second = await run([...connect, '--output', output]);
    expect(second.code).toBe(0);
    expect(second.stderr).toBe(
      `12 domains: 12 audited, 0 could not be read, 0 refused. Skipped 3 that were already in ${output}.\n`,
    );
    expect(listDomains(await results())).toEqual([...DOMAINS].sort());
    expect([...requests].sort()).toEqual(DOMAINS.slice(3).sort());

    const before = await readFile(output);
    expect((await run([...connect, '--output', output])).stderr).toContain('Skipped 12 that');
    expect(await readFile(output)).toEqual(before);
  });

  test('leaves audits that do not finish in time for the next run, and ends at once on a second signal', async () => {
    let hold: () => void = () => undefined;
    const connect = await serveSites((host, request, response) => {
      if (host === 'site-1.com') hold();
      else page(host, request, response);
    });
    await writeFile(list, 'site-0.com\nsite-1.com\n');
    const words = [...connect, '--concurrency', '1', '--output', output];
    const first = start(words);
    await expect.poll(() => results().catch(() => [])).toHaveLength(1);
    first.child.kill('SIGINT');
    expect((await first.ended).stderr).toContain('Interrupted with 1 of 2 to go.');
    expect(listDomains(await results())).toEqual(['site-0.com']);

    const isHeld = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const second = start(words);
    await isHeld;
    second.child.kill('SIGINT');
    await once(second.child.stderr, 'data');
    second.child.kill('SIGINT');
    expect((await second.ended).code).toBeNull();
    expect(listDomains(await results())).toEqual(['site-0.com']);
  });

  test('reads 10,000 lines of which most are invalid', async () => {
    const connect = await serveSites();
    const bad = Array.from({ length: 9_988 }, (_, n) => `no domain ${n}`);
    await writeFile(list, [...bad.slice(0, 5_000), ...DOMAINS, ...bad.slice(5_000)].join('\n'));
    const { code, stderr } = await run([...connect, '--concurrency', '4', '--output', output]);
    expect(code).toBe(3);
    expect(stderr).toBe('10000 domains: 12 audited, 0 could not be read, 9988 refused.\n');
    const inputs = (await results()).map(({ input }) => input);
    expect(new Set(inputs).size).toBe(10_000);
    expect(inputs.filter((input) => input.startsWith('site-')).sort()).toEqual([...DOMAINS].sort());
  });

  test('ends when the reader of a pipe closes it, and when nothing more can be written', async () => {
    const connect = await serveSites();
    await writeFile(list, DOMAINS.join('\n'));
    const { child, ended } = start([...connect, '--concurrency', '1']);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect((await ended).code).toBe(3);
    const full = await run([...connect, '--output', '/dev/full']);
    expect([full.code, full.stderr]).toEqual([3, 'citable: /dev/full cannot be written: no space left on device.\n']);
  });
});
