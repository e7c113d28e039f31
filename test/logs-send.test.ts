import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  copyFile,
  mkdtemp,
  readFile,
  rename,
  rm,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { seededRandom } from './support/access-log.ts';
import { MAIN, run, start } from './support/citable-process.ts';
import { TrafficReceiver } from './support/traffic-receiver.ts';

const root = await mkdtemp(join(tmpdir(), 'citable-logs-send-'));
afterAll(() => rm(root, { recursive: true }));

let folder = '';
let log = '';
let count = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'test-'));
  log = join(folder, 'access.log');
  count = 0;
});

/** Lines that are all different. */
function lines(number: number): string {
  return Array.from(
    { length: number },
    () => `192.0.2.7 - - [01/Nov/2026:12:00:00 +0000] "GET /p/${count++} HTTP/1.1" 200 1\n`,
  ).join('');
}

async function receiver(): Promise<{ readonly service: TrafficReceiver; readonly url: string }> {
  const service = new TrafficReceiver();
  const url = await service.start();
  onTestFinished(() => service.stop());
  return { service, url };
}

const listWords = (url: string) => ['--send', url, '--domain', 'example.com', '--state', join(folder, 'state.json')];
const send = (url: string, ...words: string[]) =>
  run(MAIN, ['logs', ...listWords(url), ...words], { CITABLE_API_KEY: 'ck_test' });

/** Starts to follow the log. */
const follow = (url: string) =>
  start(MAIN, ['logs', ...listWords(url), '--follow', log], { CITABLE_API_KEY: 'ck_test' });

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Expects every line that was written, each once. */
function expectAll(service: TrafficReceiver): Promise<void> {
  return expect
    .poll(() => service.lines.map((line) => Number(/\/p\/(\d+)/.exec(line)?.[1])).toSorted((a, b) => a - b))
    .toEqual(Array.from({ length: count }, (_, n) => n));
}

test('a log is sent once, and sending it again, grown or compressed, adds only what is new', async () => {
  const { service, url } = await receiver();
  await writeFile(log, lines(1000));
  const { code, stderr } = await send(url, log);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/1000 requests counted/)]);
  expect(service.requests[0]).toMatchObject({ path: '/api/domains/example.com/traffic', key: 'Bearer ck_test' });
  const sent = service.requests.length;
  await send(url, log);
  expect(service.requests).toHaveLength(sent);
  await appendFile(log, lines(10));
  await send(url, log);
  await writeFile(`${log}.1.gz`, gzipSync(await readFile(log)));
  await rm(join(folder, 'state.json'));
  await send(url, log, `${log}.1.gz`);
  await expectAll(service);
});

test('a log may be sent to several domains, with one file of positions', async () => {
  const { service, url } = await receiver();
  const other = await receiver();
  await writeFile(log, lines(10));
  await send(url, log);
  await send(other.url, log);
  await expectAll(service);
  await expectAll(other.service);
});

test('a domain’s page names the service and the domain', async () => {
  const { service, url } = await receiver();
  await writeFile(log, lines(1));
  const words = ['logs', '--send', `${url}/citable/domains/example.com`, '--state', join(folder, 'state.json'), log];
  await run(MAIN, [...words, '--log-format', 'common'], { CITABLE_API_KEY: 'k' });
  expect(service.requests[0]?.path).toBe('/citable/api/domains/example.com/traffic?format=common');
});

test('a followed log is sent as it grows, and again after kill -9 nothing is lost or sent twice', async () => {
  const { service, url } = await receiver();
  await writeFile(log, lines(100));
  for (let round = 0; round < 4; round++) {
    const { child } = follow(url);
    await expectAll(service);
    await appendFile(log, lines(5000));
    // At any moment: also after the service stored a part and before its response was stored.
    service.interceptAfter = (response) => {
      if (round % 2 === 0) return false;
      response.destroy();
      child.kill('SIGKILL');
      return true;
    };
    await expect.poll(() => service.lines.length).toBeGreaterThan(100 + round * 5000);
    await kill(child);
    service.interceptAfter = () => false;
    await appendFile(log, lines(100));
  }
  follow(url);
  await expectAll(service);
});

test('a line is sent when it is complete', async () => {
  const { service, url } = await receiver();
  await writeFile(log, `${lines(1)}192.0.2.7 - - [01/Nov/2026:12`);
  follow(url);
  await expectAll(service);
  count++;
  await appendFile(log, ':00:00 +0000] "GET /p/1 HTTP/1.1" 200 1\n');
  await expectAll(service);
});

test('a log that is renamed is read to its end, and the new one is followed', async () => {
  const { service, url } = await receiver();
  await writeFile(log, lines(50));
  follow(url);
  await expectAll(service);
  await rename(log, `${log}.1`);
  // The web server writes to the old file until it is signalled to open the new one.
  await appendFile(`${log}.1`, lines(50));
  await expectAll(service);
  await writeFile(log, lines(50));
  await expectAll(service);
  await appendFile(`${log}.1`, lines(1));
  await expectAll(service);
});

test('a log that is copied and truncated is read to its end', async () => {
  const { service, url } = await receiver();
  await writeFile(log, lines(50));
  const { child } = follow(url);
  await expectAll(service);
  child.kill('SIGSTOP');
  await appendFile(log, lines(50));
  await copyFile(log, `${log}.1`);
  await truncate(log);
  await appendFile(log, lines(200));
  child.kill('SIGCONT');
  await expectAll(service);
});

test('what was rotated while nothing followed is sent, and what is older is not', async () => {
  const { service, url } = await receiver();
  await writeFile(`${log}.9`, '192.0.2.7 - - [01/Jan/2020:12:00:00 +0000] "GET /old HTTP/1.1" 200 1\n');
  await writeFile(log, lines(50));
  const { child } = follow(url);
  await expectAll(service);
  await kill(child);
  await appendFile(log, lines(50));
  await writeFile(`${log}.2.gz`, gzipSync(await readFile(log)));
  await writeFile(`${log}.1`, lines(50));
  await unlink(log);
  await writeFile(log, lines(50));
  follow(url);
  await expectAll(service);
});

test('a rotated file is sent, also when an older one was compressed after it was written', async () => {
  const { service, url } = await receiver();
  await writeFile(log, lines(50));
  const { child } = follow(url);
  await expectAll(service);
  await kill(child);
  // Each of three rotations compresses the file before it: the newest file by its time is the one that was sent.
  await rename(log, `${log}.3`);
  await writeFile(`${log}.2`, lines(50));
  await writeFile(`${log}.1`, lines(50));
  await writeFile(log, lines(50));
  execFileSync('gzip', [`${log}.3`, `${log}.2`]);
  const [old, late] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)];
  for (const name of ['2.gz', '1']) await utimes(`${log}.${name}`, old, old);
  await utimes(`${log}.3.gz`, late, late);
  follow(url);
  await expectAll(service);
});

test('files that are not sent are named, and end nothing', async () => {
  const { service, url } = await receiver();
  await writeFile(`${log}.1`, '192.0.2.7 - - [01/Jan/2020:12:00:00 +0000] "GET /old HTTP/1.1" 200 1\n');
  // Another log, which is not a rotated file of this one.
  await writeFile(join(folder, 'access-shop.log'), 'GET /other\n');
  await writeFile(log, lines(50));
  const first = follow(url);
  await expectAll(service);
  expect(first.output.stderr).toContain('Not sent, because they are older than the followed log: access.log.1.');
  await kill(first.child);
  await writeFile(`${log}.2`, lines(10));
  await writeFile(`${log}.2.xz`, Buffer.from('\xfd7zXZ\0\0\x04', 'latin1'));
  await writeFile(join(folder, 'access-blog.log'), 'GET /other\n');
  await writeFile(`${log}.3.gz`, gzipSync(Buffer.from('x'.repeat(1000))).subarray(0, 20));
  const old = new Date(Date.now() - 3_600_000);
  await utimes(`${log}.3.gz`, old, old);
  const second = follow(url);
  await expectAll(service);
  await expect
    .poll(() => second.output.stderr)
    .toMatch(/access\.log\.2\.xz is not read: it is compressed with xz; decompress it first/);
  await expect.poll(() => second.output.stderr).toMatch(/access\.log\.3\.gz is not read: unexpected end of file/);
  expect(second.output.stderr).not.toContain('access.log.1');
  await appendFile(log, lines(10));
  await expectAll(service);
});

test('a log that is truncated without a copy is told', async () => {
  const { service, url } = await receiver();
  await writeFile(log, lines(50));
  const { output } = follow(url);
  await expectAll(service);
  await truncate(log);
  await appendFile(log, lines(50));
  await expectAll(service);
  await expect.poll(() => output.stderr).toContain('was truncated, and no copy of it was found.');
});

test.each([1, 2, 3])(
  'every line is sent once through rotations, compression and kill -9 in any order: %i',
  async (seed) => {
    const { service, url } = await receiver();
    const random = seededRandom(seed);
    const upTo = (bound: number) => Math.floor(random() * bound);
    await writeFile(log, lines(20));
    let child: ChildProcess | null = follow(url).child;
    await expectAll(service);
    const rotated: string[] = [];
    for (let round = 0; round < 12; round++) {
      await appendFile(log, lines(1 + upTo(50)));
      const name = `${log}-2026110${Math.floor(round / 10) + 1}${String(round).padStart(2, '0')}`;
      if (upTo(2) === 0) {
        await rename(log, name);
        await writeFile(log, lines(upTo(20)));
      } else {
        // Nothing is written between the copy and the truncation: logrotate itself would lose that.
        await copyFile(log, name);
        await truncate(log);
      }
      rotated.push(name);
      const compressed = rotated.splice(upTo(rotated.length + 1), 1);
      for (const path of compressed) {
        // With the time of the original, and with the present one.
        if (upTo(2) === 0) execFileSync('gzip', [path]);
        else {
          await writeFile(`${path}.gz`, gzipSync(await readFile(path)));
          await unlink(path);
        }
      }
      if (child !== null && upTo(3) === 0) {
        await kill(child);
        child = null;
      } else child ??= follow(url).child;
    }
    if (child === null) follow(url);
    await expectAll(service);
  },
);

test('an outage delays what is sent, also when the log is rotated twice meanwhile', async () => {
  const { service, url } = await receiver();
  await writeFile(log, lines(50));
  const { child } = follow(url);
  await expectAll(service);
  let refused = 0;
  service.intercept = (response) => {
    refused++;
    // The disk of the service is nearly full; then it is away.
    if (refused === 1) response.writeHead(507, { 'retry-after': '1' }).end();
    else if (refused % 2 === 0) response.destroy();
    else response.writeHead(503).end();
    return true;
  };
  await appendFile(log, lines(50));
  await expect.poll(() => refused).toBeGreaterThan(1);
  for (const name of ['2', '1']) {
    await rename(log, `${log}.${name}`);
    await writeFile(log, lines(50));
  }
  service.intercept = () => false;
  await expectAll(service);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a service that lost what it had gets it again from where it says', async () => {
  const { service, url } = await receiver();
  await writeFile(log, lines(50));
  follow(url);
  await expectAll(service);
  for (const [source, text] of service.sources) service.sources.set(source, text.slice(0, text.indexOf('\n') + 1));
  await appendFile(log, lines(50));
  await expectAll(service);
});

test.each([
  [401, { error: 'No valid API key.' }, 'status 401: No valid API key.'],
  [400, { error: 'The format is not known.' }, 'status 400: The format is not known.'],
  [302, {}, 'redirects to https://elsewhere.example/. Use that URL with --send'],
])('a refusal with status %i ends with its reason', async (status, body, reason) => {
  const { service, url } = await receiver();
  service.intercept = (response) => {
    response.writeHead(status, { location: 'https://elsewhere.example/' }).end(JSON.stringify(body));
    return true;
  };
  await writeFile(log, lines(1));
  const { code, stderr } = await send(url, '--follow', log);
  expect([code, stderr]).toEqual([3, expect.stringContaining(reason)]);
});

test.each([
  [{}, ['--send', 'https://x.example', '--domain', 'example.com'], 'Set CITABLE_API_KEY'],
  [{ CITABLE_API_KEY: 'k' }, ['--send', 'ftp://x', '--domain', 'example.com'], '--send requires the URL of a service'],
  [{ CITABLE_API_KEY: 'k' }, ['--send', 'https://x.example'], 'Name the domain, such as --domain example.com.'],
  [
    { CITABLE_API_KEY: 'k' },
    ['--send', 'https://x.example', '--since', '2026-11-01'],
    "cannot be used with option '--since",
  ],
  [{ CITABLE_API_KEY: 'k' }, ['--follow'], '--follow and --state require --send'],
])('wrong usage ends with one sentence: %j %j', async (env, words, problem) => {
  const { code, stderr } = await run(MAIN, ['logs', 'access.log', ...words], { ...env });
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
});
