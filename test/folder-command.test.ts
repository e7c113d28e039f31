import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MAIN, run } from './support/citable-process.ts';

/** Ends the process when it looks a name up or connects. */
const OFFLINE = `--import=data:text/javascript,${encodeURIComponent(
  "import net from 'node:net'; import dns from 'node:dns'; const fail = () => { process.stderr.write('the network was used'); process.exit(99); }; net.Socket.prototype.connect = fail; dns.lookup = fail; dns.promises.lookup = fail;",
)}`;
const citable = (...words: string[]) => run(MAIN, words, { NODE_OPTIONS: OFFLINE });

const root = mkdtempSync(join(tmpdir(), 'citable-folder-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, 'dist');
const BASE = ['--base-url', 'https://example.com'];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const text = 'The bakery on Main Street has baked rye bread since 1987, every day from 6 am. '.repeat(20);
const page = (title: string, head = '', body = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${text}</p>${body}</main></body></html>`;

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  write(
    'index.html',
    page('The bakery', '', '<a href="/about">About</a> <a href="https://elsewhere.example.org/">E</a>'),
  );
  write('about.html', page('About the bakery'));
  write('llms.txt', '# The bakery\n\n- [Elsewhere](https://elsewhere.example.org/): not ours\n');
});

describe('citable audit FOLDER --base-url ORIGIN', () => {
  test('audits a folder without the network, and says what was not judged', async () => {
    const { code, stdout, stderr } = await citable('audit', folder, ...BASE, '--format', 'json', '--evidence');
    expect([code, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ domain: 'example.com', status: 'done' });
    expect(report.pages).toEqual(['https://example.com/', 'https://example.com/about']);
    const access = report.findings.find(({ key }: { key: string }) => key === 'crawler_access');
    expect(access).toMatchObject({ severity: 'pass', details: expect.stringContaining('was not judged') });
    expect(access.notes.join(' ')).toContain('Whatever requires its server was not judged');
    // The link to another site is not held against this one.
    const llmsTxt = report.findings.find(({ key }: { key: string }) => key === 'llms_txt');
    const format = llmsTxt.questions.find(({ id }: { id: string }) => id === 'format');
    expect(JSON.stringify(format.observed)).not.toMatch(/404|not answer/);
  });

  test('names the first rules that were not read, and counts the others', async () => {
    write('_redirects', 'nonsense\n'.repeat(1_000));
    const { code, stderr } = await citable('audit', folder, ...BASE);
    const lines = stderr.trimEnd().split('\n');
    expect([code, lines.length]).toEqual([0, 21]);
    expect(lines[0]).toBe('citable: Line 1 of _redirects was not read.');
    expect(lines[20]).toBe('citable: Further rules that were not read: 980.');
  });

  test('says that the folder was built for a path of its host', async () => {
    const links = ['/notes/', '/notes/about', '/notes/logo.png'].map((url) => `<a href="${url}">${url}</a>`).join('');
    write('index.html', page('Notes', '', `${links}<a href="//elsewhere.example.org/">E</a>`));
    const note =
      'citable: All root-relative addresses of the home page begin with /notes/, which the folder does not have.';
    expect((await citable('audit', folder, ...BASE)).stderr).toContain(note);
    write('notes/about.html', page('About'));
    expect((await citable('audit', folder, ...BASE)).stderr).toBe('');
  });

  test('fails under a threshold, and a later audit verifies the fix', async () => {
    const before = join(root, 'before.json');
    writeFileSync(before, (await citable('audit', folder, ...BASE, '--format', 'json', '--evidence')).stdout);
    const { aeo_score: score } = JSON.parse((await citable('audit', folder, ...BASE, '--format', 'json')).stdout);
    expect((await citable('audit', folder, ...BASE, '--fail-under', String(score + 1))).code).toBe(1);
    write('robots.txt', 'User-agent: *\nDisallow: /\n');
    const worse = await citable('verify', folder, ...BASE, '--since', before, '--format', 'json');
    expect(worse.code).toBe(1);
    const inWords = await Promise.all([
      citable('verify', folder, ...BASE, '--since', before),
      citable('audit', folder, ...BASE, '--details'),
    ]);
    for (const { stdout } of inWords) expect(stdout).not.toMatch(/Check: |curl/);
    const blocked = JSON.parse(worse.stdout).questions.find(({ id }: { id: string }) => id === 'googlebot');
    expect(blocked).toMatchObject({ state: 'new', observed: [{ url: 'https://example.com/robots.txt', line: 2 }] });
  });

  test('judges all pages with --pages all, however large they are together', async () => {
    const style = `<style>${'a{color:red}'.repeat(40_000)}</style>`;
    const names = Array.from({ length: 50 }, (_, i) => `bread-${i}`);
    const links = names.map((name) => `<a href="/${name}">${name}</a> `).join('');
    write('index.html', page('The bakery', '', links));
    for (const name of names) write(`${name}.html`, page(`Bread ${name}`, style));
    const some = await citable('audit', folder, ...BASE, '--details');
    expect(some.stdout).toMatch(/51 of 51 known pages were read\. .*By\s+the [34]\d that were judged/s);
    const all = await citable('audit', folder, ...BASE, '--details', '--pages', 'all');
    expect(all.stdout).toMatch(/By\s+the 51 that were judged/);
  });

  test('judges a saved folder to the same bytes', async () => {
    const file = join(root, 'site.json');
    const args = ['--format', 'json', '--evidence'];
    const { stdout } = await citable('audit', folder, ...BASE, ...args, '--save-site', file);
    expect(await citable('audit', '--from-site', file, ...args)).toEqual({ code: 0, stdout, stderr: '' });
  });

  test.each([
    ['a folder without its origin', ['./dist'], 'Name the origin that the folder will be published at'],
    ['an origin with a path', ['./dist', '--base-url', 'https://example.com/a'], 'is not an origin'],
    ['http', ['./dist', '--base-url', 'http://example.com'], 'is not an origin'],
    ['a private name', ['./dist', '--base-url', 'https://localhost'], 'localhost'],
    ['a folder that is not there', [join(root, 'missing'), ...BASE], 'cannot be read: no such file or directory.'],
    ['a file', [fileURLToPath(MAIN), ...BASE], 'cannot be read: not a directory.'],
    ['a folder without a page', [tmpdir(), ...BASE], 'has no index.html'],
    ['no folder', BASE, '--base-url requires a folder'],
  ])('%s is wrong usage', async (_, args, output) => {
    const { code, stdout, stderr } = await citable('audit', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^citable: [^\n]+\n$/);
    expect(stderr).toContain(output);
  });
});
