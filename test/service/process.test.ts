import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../src/server/store/sqlite/sqlite.ts';
import { MAIN, PAUSED, run, type ServeProcess, startServing } from '../support/citable-process.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { temporaryFolder } from '../support/running-service.ts';

interface Body {
  readonly id: string;
  readonly status: string;
  readonly domain: string;
}

async function readBody(response: Promise<Response>): Promise<Body> {
  return JSON.parse(await (await response).text());
}

function post({ url }: ServeProcess, domain: string, key: string | null): Promise<Response> {
  return fetch(`${url}/api/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ domain }),
  });
}

function waitFor({ url }: ServeProcess, domain: string, key: string): Promise<Response> {
  return fetch(`${url}/api/audit?domain=${domain}&tier=vip`, { headers: { authorization: `Bearer ${key}` } });
}

async function unreadPipe(): Promise<number> {
  const path = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  onTestFinished(() => [reader, writer].forEach(closeSync));
  return writer;
}

async function requestTimes(url: string, times: number): Promise<void> {
  let left = times;
  const requestOn = async () => {
    for (; left > 0; left -= 1) expect((await fetch(url)).status).toBe(200);
  };
  await Promise.all(Array.from({ length: 20 }, requestOn));
}

const requestStatus = async (serving: ServeProcess, id: string) =>
  (await readBody(fetch(`${serving.url}/api/audit/${id}`))).status;

describe('citable serve', () => {
  test('says where it serves, and on the first start alone the first key, on standard error', async () => {
    const DATA_DIR = join(await temporaryFolder(), 'data');
    const first = await startServing(MAIN, ['serve'], { DATA_DIR });
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const key = await first.firstKey();
    expect((await post(first, 'localhost', key)).status).toBe(400);
    expect((await post(first, 'localhost', null)).status).toBe(401);
    const { code, stdout } = await first.end('SIGTERM');
    expect(code).toBe(0);
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
    expect(stdout).not.toContain(key);

    const second = await startServing(MAIN, ['serve'], { DATA_DIR });
    expect((await post(second, 'localhost', key)).status).toBe(400);
    expect((await second.end('SIGINT')).stderr).not.toContain('ctb_');
    expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700);
  });

  test('says the first key last, after one line about the addresses of crawlers that it could not ask for', async () => {
    const folder = await temporaryFolder();
    const terminal = join(folder, 'terminal');
    const fd = openSync(terminal, 'a');
    // No name has a public address: nothing is connected to.
    const resolvers = new URL('../support/logging-resolvers.ts', import.meta.url);
    const child = spawn(process.execPath, [fileURLToPath(MAIN), 'serve'], {
      env: { DATA_DIR: join(folder, 'data'), PORT: '0', NODE_OPTIONS: `--import=${resolvers}` },
      stdio: ['ignore', fd, fd],
    });
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
      closeSync(fd);
    });
    const output = async () => (await readFile(terminal, 'utf8')).trimEnd().split('\n');
    await expect.poll(async () => (await output()).join('\n')).toContain('it is not shown again');
    const lines = (await output()).filter((line) => !line.includes(' resolved '));
    expect(lines.at(-1)).toMatch(/^The first API key, named default \(it is not shown again\): ctb_\w{40}$/);
    expect(lines.filter((line) => line.includes('address ranges'))).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('ends with 0 after it recorded a visit', async () => {
    const serving = await startServing(MAIN, ['serve'], { DATA_DIR: await temporaryFolder() });
    expect((await fetch(`${serving.url}/llms/example.com.txt`)).status).toBe(200);
    expect((await serving.end('SIGTERM')).code).toBe(0);
  });

  test('answers all the same while its log cannot be written, and says that once', async () => {
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const serving = await startServing(MAIN, ['serve'], { DATA_DIR: await temporaryFolder() }, full.fd);
    for (const _ of [1, 2, 3]) expect((await fetch(`${serving.url}/llms/example.com.txt`)).status).toBe(200);
    const { stderr } = await serving.end('SIGTERM');
    expect(stderr.match(/^.* log .*$/gm)).toEqual([
      'citable: the log cannot be written (ENOSPC); its lines wait in memory.',
    ]);
  });

  test.each(['a pipe', 'a socket'])('answers, and ends when told to, while nobody reads its log: %s', async (kind) => {
    const DATA_DIR = await temporaryFolder();
    const pipe = kind === 'a pipe' ? await unreadPipe() : null;
    const env = { DATA_DIR, METRICS: 'public' };
    const serving = await startServing(MAIN, ['serve'], env, pipe ?? 'unread');
    // Some 200 bytes of log each: several times what either takes.
    await requestTimes(`${serving.url}/healthz`, 5_000);
    const metrics = await (await fetch(`${serving.url}/metrics`)).text();
    expect(metrics).toContain('\ncitable_log_lines_lost_total 0\n');
    expect((await serving.end('SIGTERM')).code).toBe(0);
  });

  test('ends with 2 and one line for a setting that it does not know', async () => {
    for (const [env, output] of [
      [{ PORT: 'http' }, /^citable: PORT is "http"; it must be a port to listen on, .*\n$/],
      [{ CONNECT_TO: 'nonsense' }, /^citable: CONNECT_TO: .*\n$/],
      [{ DENY_TARGETS: '10.0.0.0/8,10.0.0.0/33' }, /^citable: DENY_TARGETS: "10\.0\.0\.0\/33" is not .*\n$/],
      [{ EGRESS_PROXY: 'socks5://proxy:1080' }, /^citable: EGRESS_PROXY: it must be http:.*\n$/],
      [
        { SNAPSHOT_STORE: 'ftp://bucket/prefix' },
        /^citable: SNAPSHOT_STORE is "ftp:\/\/bucket\/prefix"; it must be .*\n$/,
      ],
    ] as const) {
      const { code, stdout, stderr } = await run(MAIN, ['serve'], { DATA_DIR: await temporaryFolder(), ...env });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(output);
    }
  });

  test('ends with 1 and one line when the port is in use, having shown no key', async () => {
    const occupant = createServer();
    await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void occupant.close());
    const address = occupant.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const DATA_DIR = await temporaryFolder();
    const { code, stderr } = await run(MAIN, ['serve'], { DATA_DIR, PORT: String(port) });
    expect(code).toBe(1);
    expect(stderr).toBe(`citable: 127.0.0.1:${port} is already in use. Set PORT to another port.\n`);
    expect((await run(MAIN, ['keys', 'list'], { DATA_DIR })).stdout).toBe('');
  });

  test.each([
    ['the data folder', ''],
    ['its snapshots', 'snapshots'],
    ['its database', 'citable.sqlite'],
  ])('ends with 1 and one line when %s cannot be used', async (_, name) => {
    const DATA_DIR = join(await temporaryFolder(), 'folder');
    if (name !== '') await mkdir(DATA_DIR);
    await writeFile(join(DATA_DIR, name), 'in the way');
    const { code, stderr } = await run(MAIN, ['serve'], { DATA_DIR });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^citable: DATA_DIR .* cannot be used: .*\n$/);
  });
});

test.each([
  ['serve', ['serve']],
  ['keys list', ['keys', 'list']],
  ['keys create', ['keys', 'create', 'a']],
])('citable %s ends with 1 and one line for a database of a newer version', async (_, words) => {
  const DATA_DIR = await temporaryFolder();
  await (await openSqlite(DATA_DIR)).destroy();
  const database = new DatabaseSync(join(DATA_DIR, 'citable.sqlite'));
  database.exec("insert into kysely_migration (name, timestamp, version) values ('9999-of-the-future', '', '9.1.0')");
  database.close();
  expect(await run(MAIN, words, { DATA_DIR, PORT: '0' })).toEqual({
    code: 1,
    stdout: '',
    stderr: `citable: DATA_DIR ${DATA_DIR} was made by version 9.1.0, which this version cannot read. Export it with 9.1.0, or start with an empty DATA_DIR.\n`,
  });
});

test('citable serve ends with 1 and says in one line that the table of its keys is damaged', async () => {
  const DATA_DIR = await temporaryFolder();
  const path = join(DATA_DIR, 'citable.sqlite');
  await (await openSqlite(DATA_DIR)).destroy();
  const database = new DatabaseSync(path);
  const page = Number(
    database.prepare("select rootpage from sqlite_master where name = 'api_keys'").get()?.['rootpage'],
  );
  const size = Number(database.prepare('pragma page_size').get()?.['page_size']);
  database.close();
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  await file.close();
  const { code, stderr } = await run(MAIN, ['serve'], { DATA_DIR, PORT: '0' });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^citable: DATA_DIR \S+ cannot be used: it is damaged \(database disk image is malformed\)\. Restore a backup\.$/m,
  );
  expect(stderr).not.toContain('    at ');
});

describe('an accepted audit', () => {
  test('survives kill -9: what ran and what waited is run by the next process, under the same id', async () => {
    const DATA_DIR = await temporaryFolder();
    const env = { DATA_DIR, MAX_RUNNING_AUDITS: '1', PAUSE_UNTIL: 'killed' };
    const first = await startServing(PAUSED, [], env);
    const key = await first.firstKey();
    const running = await readBody(post(first, 'paused.example.com', key));
    const waiting = [];
    for (let n = 0; n < 20; n += 1) waiting.push((await readBody(post(first, `site-${n}.com`, key))).id);
    await expect.poll(() => requestStatus(first, running.id)).toBe('running');
    await first.end('SIGKILL');

    const second = await startServing(PAUSED, [], { DATA_DIR });
    for (const id of [running.id, ...waiting]) await expect.poll(() => requestStatus(second, id)).toBe('done');
    expect(await readBody(fetch(`${second.url}/api/audit/${running.id}`))).toMatchObject({
      domain: 'paused.example.com',
    });
    expect((await second.end('SIGTERM')).code).toBe(0);
  });

  test('that does not end in time stays queued through an orderly stop, and who waits for it is told', async () => {
    const DATA_DIR = await temporaryFolder();
    const first = await startServing(PAUSED, [], { DATA_DIR, PAUSE_UNTIL: 'killed', GRACE_MS: '0' });
    const key = await first.firstKey();
    const waiting = waitFor(first, 'paused.example.com', key);
    await expect.poll(() => first.stderr()).toContain('paused audit started');
    const { id } = await readBody(post(first, 'paused.example.com', key));
    expect((await first.end('SIGTERM')).code).toBe(0);
    expect((await waiting).status).toBe(503);
    const second = await startServing(PAUSED, [], { DATA_DIR });
    await expect.poll(() => requestStatus(second, id)).toBe('done');
  });

  test('that ends in time is answered although the service was told to stop', async () => {
    const serving = await startServing(PAUSED, [], { DATA_DIR: await temporaryFolder(), PAUSE_UNTIL: 'SIGTERM' });
    const key = await serving.firstKey();
    const waiting = waitFor(serving, 'paused.example.com', key);
    await expect.poll(() => serving.stderr()).toContain('paused audit started');
    const ended = serving.end('SIGTERM');
    expect(await readBody(waiting)).toMatchObject({ domain: 'paused.example.com', status: 'done' });
    expect((await ended).code).toBe(0);
  });
});

test('citable serve makes the daily audits, unless SCHEDULES says otherwise', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  const db = await openSqlite(DATA_DIR);
  await publishDomains(db, ['paused.example.com']);
  await db.destroy();
  const without = await startServing(PAUSED, [], { DATA_DIR, PAUSE_UNTIL: 'killed', SCHEDULES: 'off' });
  expect((await fetch(`${without.url}/healthz`)).status).toBe(200);
  expect((await without.end('SIGTERM')).stderr).not.toContain('paused audit started');

  const serving = await startServing(PAUSED, [], {
    DATA_DIR,
    PAUSE_UNTIL: 'killed',
    GRACE_MS: '0',
    SCHEDULES: 'on',
    // No vendor is asked for addresses.
    CONNECT_TO: '::127.0.0.1:9',
  });
  await expect.poll(() => serving.stderr()).toContain('paused audit started');
  expect((await serving.end('SIGTERM')).code).toBe(0);
});

describe('citable keys', () => {
  test('makes, lists and revokes keys beside a server that runs', async () => {
    const DATA_DIR = await temporaryFolder();
    const created = await run(MAIN, ['keys', 'create', 'my agent'], { DATA_DIR });
    expect(created.code).toBe(0);
    expect(created.stdout).toMatch(/^ctb_\w{40}\n$/);
    const key = created.stdout.trim();

    const serving = await startServing(MAIN, ['serve'], { DATA_DIR });
    expect((await post(serving, 'localhost', key)).status).toBe(400);
    const listed = await run(MAIN, ['keys', 'list'], { DATA_DIR });
    expect(listed.stdout).toMatch(
      /^id\tname\tcreated\tstate\tadmin\taudits per UTC day\tlast used\tstored\n[0-9a-f]{12}\tmy agent\t\d{4}-\S+Z\tin use\t-\tno limit\t\d{4}-\S+Z\t[\d.]+ \w+\n$/,
    );
    expect(listed.stdout).not.toContain(key);

    expect((await run(MAIN, ['keys', 'revoke', 'my agent'], { DATA_DIR })).code).toBe(0);
    expect((await post(serving, 'localhost', key)).status).toBe(401);
    expect((await run(MAIN, ['keys', 'list'], { DATA_DIR })).stdout).toMatch(/\trevoked \d{4}-\S+Z\t/);
    expect(serving.stderr()).not.toContain('ctb_');
  });

  test.each([
    ['list', ['keys', 'list']],
    ['revoke', ['keys', 'revoke', 'a']],
  ])('%s makes no data folder, and says that there is none', async (_, words) => {
    const DATA_DIR = join(await temporaryFolder(), 'data');
    expect(await run(MAIN, words, { DATA_DIR })).toEqual({
      code: 1,
      stdout: '',
      stderr: `citable: There is no data folder ${DATA_DIR}. Set DATA_DIR to the folder that the service uses.\n`,
    });
    expect(existsSync(DATA_DIR)).toBe(false);
    await mkdir(DATA_DIR);
    expect((await run(MAIN, words, { DATA_DIR })).stderr).toContain(`no database in the data folder ${DATA_DIR}`);
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  test('makes a key that may manage keys, and one with a limit', async () => {
    const DATA_DIR = await temporaryFolder();
    expect((await run(MAIN, ['keys', 'create', 'boss', '--admin'], { DATA_DIR })).code).toBe(0);
    expect((await run(MAIN, ['keys', 'create', 'shop', '--audits-per-day', '40'], { DATA_DIR })).code).toBe(0);
    expect((await run(MAIN, ['keys', 'create', 'x', '--audits-per-day', 'many'], { DATA_DIR })).code).toBe(2);
    const [, boss, shop] = (await run(MAIN, ['keys', 'list'], { DATA_DIR })).stdout.split('\n');
    expect(boss).toMatch(/\tboss\t\S+\tin use\tadmin\tno limit\tnever\t0 B$/);
    expect(shop).toMatch(/\tshop\t\S+\tin use\t-\t40\tnever\t0 B$/);
  });

  test('refuses a name that is taken, a name that is none, and a key that is not there', async () => {
    const DATA_DIR = await temporaryFolder();
    expect((await run(MAIN, ['keys', 'create', 'a'], { DATA_DIR })).code).toBe(0);
    expect(await run(MAIN, ['keys', 'create', 'a'], { DATA_DIR })).toMatchObject({ code: 1, stdout: '' });
    expect(await run(MAIN, ['keys', 'create', 'a\nb'], { DATA_DIR })).toMatchObject({ code: 2, stdout: '' });
    expect((await run(MAIN, ['keys', 'revoke', 'b'], { DATA_DIR })).code).toBe(1);
  });

  test('says what a key publishes, and revokes it when that is withdrawn or handed over', async () => {
    const DATA_DIR = await temporaryFolder();
    const env = { DATA_DIR };
    const citable = (...words: string[]) => run(MAIN, words, env);
    for (const name of ['first', 'second']) await citable('keys', 'create', name);
    const ids = (await citable('keys', 'list')).stdout
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[0] ?? '');
    const db = await openSqlite(DATA_DIR);
    await publishDomains(db, ['a.example.com', 'b.example.com'], ids[0] ?? null);
    await publishDomains(db, ['nobodys.example.com']);
    await db.destroy();
    const list = async () => (await citable('domains', 'list')).stdout.replaceAll(/\t\S+Z\n/g, '\n');
    expect(await list()).toBe('a.example.com\tfirst\nb.example.com\tfirst\nnobodys.example.com\t-\n');

    const refused = await citable('keys', 'revoke', 'first');
    expect(refused).toEqual({
      code: 1,
      stdout: 'a.example.com\nb.example.com\n',
      stderr:
        'citable: The key first owns 2 domains. Add --withdraw to withdraw them, or --to KEY to move them to another key.\n',
    });
    for (const to of ['first', 'nobody', '']) {
      expect((await citable('keys', 'revoke', 'first', '--to', to)).code).toBe(1);
    }
    expect((await citable('keys', 'revoke', 'first', '--to', 'second', '--withdraw')).code).toBe(2);
    expect(await list()).toContain('a.example.com\tfirst');
    expect((await citable('keys', 'list')).stdout.match(/in use/g)).toHaveLength(2);

    const handed = await citable('keys', 'revoke', 'first', '--to', 'second');
    expect([handed.code, handed.stderr]).toEqual([
      0,
      `The key first (${ids[0]}) is revoked, and 2 domains moved to second.\n`,
    ]);
    expect(await list()).toBe('a.example.com\tsecond\nb.example.com\tsecond\nnobodys.example.com\t-\n');
    const withdrawn = await citable('keys', 'revoke', 'second', '--withdraw');
    expect([withdrawn.code, withdrawn.stdout]).toEqual([0, 'a.example.com\nb.example.com\n']);
    expect(withdrawn.stderr).toContain('is revoked, and 2 domains withdrawn.');
    expect(await list()).toBe('nobodys.example.com\t-\n');
  });

  test('two processes that open a new folder at once both do their work', async () => {
    const DATA_DIR = await temporaryFolder();
    const made = await Promise.all(['a', 'b', 'c'].map((name) => run(MAIN, ['keys', 'create', name], { DATA_DIR })));
    expect(made.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await run(MAIN, ['keys', 'list'], { DATA_DIR })).stdout.trim().split('\n')).toHaveLength(4);
  });
});

describe('citable domains and citable unpublish', () => {
  test('give a domain to another key, and withdraw one, beside a server that follows', async () => {
    const DATA_DIR = await temporaryFolder();
    const key = (await run(MAIN, ['keys', 'create', 'agent'], { DATA_DIR })).stdout.trim();
    const db = await openSqlite(DATA_DIR);
    onTestFinished(() => db.destroy());
    await publishDomains(db, ['example.com', 'example.org']);
    const serving = await startServing(MAIN, ['serve'], { DATA_DIR });
    const requestVisits = async (domain: string) =>
      (await fetch(`${serving.url}/api/domains/${domain}/visits`, { headers: { authorization: `Bearer ${key}` } }))
        .status;
    const hosted = async () => (await fetch(`${serving.url}/llms/example.com.txt?tier=vip`)).status;
    expect([await hosted(), await hosted(), await requestVisits('example.com')]).toEqual([200, 200, 403]);

    const moved = await run(MAIN, ['domains', 'move', 'Example.com', '--to', 'agent'], { DATA_DIR });
    expect(moved).toEqual({ code: 0, stdout: '', stderr: 'example.com now belongs to the key agent.\n' });
    expect([await requestVisits('example.com'), await requestVisits('example.org')]).toEqual([200, 403]);

    expect((await run(MAIN, ['unpublish', 'example.com'], { DATA_DIR })).code).toBe(0);
    await expect.poll(hosted).toBe(401);
    expect(await requestVisits('example.com')).toBe(404);
    expect(await db.selectFrom('visits').selectAll().execute()).toEqual([]);
  });

  test.each([
    [['unpublish', 'example.com'], 1, /^citable: example\.com is not published\. See citable domains list\.\n$/],
    [['unpublish', 'example.com/x'], 2, /^citable: .*names a page.*\n$/],
    [['domains', 'move', 'example.com', '--to', 'agent'], 1, /^citable: No active key has the id or name agent/],
    [['domains', 'move', 'example.com'], 2, /--to/],
  ])('%j ends with %i', async (words, code, output) => {
    const DATA_DIR = await temporaryFolder();
    await (await openSqlite(DATA_DIR)).destroy();
    const ended = await run(MAIN, words, { DATA_DIR });
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toMatch(output);
  });
});

test.each([[[]], [['nonsense']], [['keys', 'create']], [['serve', 'now']]])(
  'citable %j is wrong usage',
  async (words) => {
    const { code, stdout } = await run(MAIN, words, {});
    expect([code, stdout]).toEqual([2, '']);
  },
);
