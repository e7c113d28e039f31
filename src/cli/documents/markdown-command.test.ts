import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeMarkdown } from './markdown-command.ts';
import { MarkdownFolder } from './markdown-folder.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'citable-markdown-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('each page that may be indexed is a file below the folder, at the path of its URL', async () => {
  const site = folder();
  const text = '<p>The gauge at the pier shows the tide of each hour, and of the day before.</p>';
  const page = (head: string) =>
    `<!doctype html><html lang="en"><head>${head}</head><main><h1>Tides</h1>${text}</main></html>`;
  mkdirSync(join(site, 'docs'));
  const links = '<nav><a href="/docs/start">Start</a> <a href="/private">Private</a> <a href="/copy">Copy</a></nav>';
  writeFileSync(join(site, 'index.html'), page('<title>Tides</title>').replace('<main>', `${links}<main>`));
  writeFileSync(join(site, 'docs/start.html'), page('<title>Start</title>'));
  writeFileSync(join(site, 'private.html'), page('<title>No</title><meta name="robots" content="noindex">'));
  writeFileSync(join(site, 'copy.html'), page('<title>Copy</title><link rel="canonical" href="/docs/start">'));
  const output = join(folder(), 'new', 'markdown');
  const options = { output, baseUrl: 'https://example.com', allowPrivate: false };
  expect(await writeMarkdown(site, options)).toBe(0);
  expect(readFileSync(join(output, 'docs/start.md'), 'utf8')).toMatch(
    /^---\ntitle: "Tides"\nurl: "https:\/\/example\.com\/docs\/start"\n---\n\n# Tides\n\nThe gauge/,
  );
  expect(['index.md', 'private.md', 'copy.md'].map((name) => existsSync(join(output, name)))).toEqual([
    true,
    false,
    false,
  ]);
});

test('nothing is written outside the folder, whatever a URL or a symbolic link in it says', async () => {
  const outside = folder();
  const root = folder();
  symlinkSync(outside, join(root, 'docs'));
  writeFileSync(join(outside, 'secret'), 'kept');
  symlinkSync(join(outside, 'secret'), join(root, 'file.md'));
  const written = await MarkdownFolder.create(root);
  for (const path of [
    '/docs/a',
    '/docs/new/a',
    '/file',
    '/%2e%2e/%2e%2e/etc/a',
    '/..%2f..%2fa',
    '/a',
    '/A',
    '/ok%00',
  ]) {
    await written.write(`https://example.com${path}`, 'new');
  }
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('kept');
  expect(readdirSync(outside)).toEqual(['secret']);
  expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('new');
  expect(written.refused.map(({ url }) => new URL(url).pathname)).toEqual(
    expect.arrayContaining(['/docs/a', '/file', '/A']),
  );
});
