import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { judge } from '../../audit/judge.ts';
import { requireDomainName } from '../../values/domain-name.ts';
import { formatSiteFile, parseSiteFile } from '../site-file.ts';
import { gatherFolder } from './gather-folder.ts';

/** Writes a project with a built folder, and returns how the audit of that folder says it is built. */
async function detectBuiltStack(folder: string, ...files: readonly string[]) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'citable-project-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of [`${folder}/index.html`, ...files]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '<!doctype html><title>Harbour rates</title><h1>Harbour rates</h1>');
  }
  const { site } = await gatherFolder(join(root, folder), requireDomainName('example.com'));
  const saved = parseSiteFile(formatSiteFile(site));
  if (!saved.ok) throw new Error(saved.problem);
  return judge(saved.site).stack;
}

test.each([
  ['_site', 'eleventy.config.js', 'eleventy'],
  ['_site', '.eleventy.js', 'eleventy'],
  ['dist', 'astro.config.mjs', 'astro'],
  ['docs/.vitepress/dist', 'docs/.vitepress/config.mts', 'vitepress'],
  ['.output/public', 'nuxt.config.ts', 'nuxt'],
  ['_site', '_config.yml', 'jekyll'],
  ['site', 'mkdocs.yml', 'mkdocs'],
] as const)('a folder %s with %s is built with it, and remains so in a saved site', async (folder, file, builder) => {
  const evidence = `the file "${file.replace(/^docs\//, '')}" of the project`;
  expect(await detectBuiltStack(folder, file)).toMatchObject({ builder, evidence: [evidence] });
});

test.each([
  ['public', ['_config.yml']],
  ['dist', ['src/astro.config.mjs']],
  ['site/dist', ['site/package.json', 'astro.config.mjs']],
  ['one/two/dist', ['astro.config.mjs']],
] as const)('a folder %s with %j shows nothing', async (folder, files) => {
  expect(await detectBuiltStack(folder, ...files)).toMatchObject({ builder: 'unknown', evidence: [] });
});
