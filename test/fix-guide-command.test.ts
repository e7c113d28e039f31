import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { gather } from '../src/site/gather/gather.ts';
import { formatSiteFile } from '../src/site/site-file.ts';
import { citable } from './support/citable-process.ts';
import { exampleDomain, fixtureFetcher, readFixture } from './support/fixture-web.ts';
import { readEvidenceBlocks } from './support/guide-reader.ts';
import { serve } from './support/loopback.ts';
import { temporaryFolder } from './support/running-service.ts';

test('prints the guide of a saved site, the same each time', async () => {
  const fixture = readFixture('fix_guide/hugo-unlabelled');
  const now = new Date('2026-11-01T12:00:00Z');
  const file = join(await temporaryFolder(), 'site.json');
  await writeFile(file, formatSiteFile(await gather(exampleDomain, { fetcher: fixtureFetcher(fixture), now })));
  const first = await citable('fix-guide', '--from-site', file);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toMatch(/^# Fix guide for example\.com\n/);
  expect(first.stdout).toMatch(/^1\. (?:FAIL|WARN): /m);
  expect(first.stdout).toContain('The site seems to be built with Hugo and served by nginx.');
  expect(readEvidenceBlocks(first.stdout).length).toBeGreaterThan(3);
  expect((await citable('fix-guide', 'example.com', '--from-site', file)).stdout).toBe(first.stdout);
});

test('prints the guide of a local development server, with a new boundary of the evidence each time', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A server</title><p>Hello.');
    else response.writeHead(404).end();
  });
  const guides = [1, 2].map(() => citable('fix-guide', `localhost:${port}`, '--allow-private'));
  const [one, other] = (await Promise.all(guides)).map(({ stdout }) => stdout);
  expect(one).toContain(`# Fix guide for localhost:${port}\n`);
  expect(one).toContain(`ORIGIN='http://localhost:${port}'`);
  expect(one).toMatch(/^ {4}curl -sL "\$ORIGIN/m);
  expect(readEvidenceBlocks(one ?? '')[0]).not.toBe(readEvidenceBlocks(other ?? '')[0]);
});

test('prints the guide of a staging site, whose commands use staging', async () => {
  const { port } = await serve((request, response) => {
    if (request.headers.authorization === undefined) response.writeHead(401).end();
    else if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>The bakery</h1>');
    else response.writeHead(404).end();
  });
  const origin = `http://127.0.0.1:${port}`;
  const { code, stdout } = await citable(
    ...['fix-guide', 'example.com', '--origin', origin, '--basic-auth', 'user:hunter2', '--allow-private'],
  );
  expect(code).toBe(0);
  expect(stdout).toContain(`ORIGIN='${origin}'`);
  expect(stdout).toContain(` verify 'example.com' --origin '${origin}' --allow-private --since `);
  expect(stdout).toContain('When the changes are on staging, audit again');
  expect(stdout).not.toContain('hunter2');
});

test('prints the guide of a folder, whose commands verify the folder', async () => {
  const folder = await temporaryFolder();
  const index = join(folder, 'index.html');
  await writeFile(index, '<!doctype html><html><head><title>The bakery</title></head><body><h1>The bakery</h1></body>');
  const base = ['--base-url', 'https://example.com'];
  const { code, stdout } = await citable('fix-guide', folder, ...base);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/ORIGIN|curl|--origin/);
  expect(stdout).toContain(` llms-txt '${folder}' --base-url 'https://example.com' -o '${folder}/llms.txt'\n`);
  const commands = [...stdout.matchAll(/```sh\n( *)(.* (?:audit|verify|fix-guide) .*)\n/g)].map(
    ([, , text = '']) => text,
  );
  for (const command of commands) expect(command).toContain(`'${folder}' --base-url 'https://example.com'`);
  const [audit, verify] = [/ audit /, / verify /].map(
    (name) => commands.find((command) => name.test(command)) ?? 'false',
  );
  const inShell = (command: string) => promisify(execFile)('bash', ['-c', command], { cwd: folder });
  await inShell(audit ?? '');
  await expect(inShell(verify ?? '')).rejects.toMatchObject({ code: 1 });
  await writeFile(index, (await readFile(index, 'utf8')).replace('<html>', '<html lang="en">'));
  await expect(inShell(verify ?? '')).rejects.toMatchObject({ stdout: expect.stringMatching(/Fixed/i) });
});

test('writes all pages of each problem to a file, grouped by template, with the numbers of the guide', async () => {
  const folder = await temporaryFolder();
  const names = Array.from({ length: 30 }, (_, i) => `note-${i}`);
  const page = (body: string) => `<!doctype html><html><head><title>Notes</title></head><body>${body}</body></html>`;
  // A static host serves /tide and /tide/ from one file.
  const links = ['tide', ...names.map((name) => `notes/${name}.html`)]
    .map((path) => `<a href="/${path}">${path}</a>`)
    .join(' ');
  for (const name of ['notes', 'tide']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'tide', 'index.html'), page('<p>The tide.'));
  await writeFile(join(folder, 'index.html'), page(links));
  for (const name of names) await writeFile(join(folder, 'notes', `${name}.html`), page(`<p>The note ${name}.`));
  const file = join(folder, 'problems.json');
  const args = ['fix-guide', folder, '--base-url', 'https://example.com', '--problems', file, '--pages', 'all'];
  const { code, stdout } = await citable(...args);
  expect(code).toBe(0);
  expect(stdout).toContain(`\`${file}\``);
  const { problems } = JSON.parse(await readFile(file, 'utf8'));
  const of = (rule: string) => problems.find(({ rules }: { rules: string[] }) => rules.includes(rule));
  const language = of('metadata.language');
  expect(language).toMatchObject({ count: 32, omitted: 0 });
  expect(
    language.templates.map(({ template, count }: { template: string; count: number }) => [template, count]),
  ).toEqual([
    ['/notes/*', 30],
    ['/*', 2],
  ]);
  expect(language.templates[0].pages[0].file).toMatch(/notes\/note-\d+\.html$/);
  const shown = new RegExp(`^${language.number}\\. .*`, 'm').exec(stdout)?.[0];
  expect(shown).toContain(language.problem);
  expect(stdout).toContain(`more: problem ${language.number} in the file`);
});

test.each([
  [['fix-guide'], 2, 'No domain given'],
  [['fix-guide', '127.0.0.1'], 2, 'is an IP address'],
  [['fix-guide', 'example.com', '--from-site', '/nowhere'], 2, 'cannot be read'],
  [['fix-guide', 'localhost:1', '--allow-private'], 3, 'refused'],
])('%j exits with %i', async (args, code, output) => {
  const result = await citable(...args);
  expect([result.code, result.stdout]).toEqual([code, '']);
  expect(result.stderr).toContain(output);
});
