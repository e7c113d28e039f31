import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { temporaryFolder } from './support/running-service.ts';
import { installedTools } from './support/tools.ts';

const run = promisify(execFile);
const checkout = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

interface Job {
  readonly stage: string;
  readonly image: { readonly name: string };
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
}

const INPUTS = {
  site: './dist',
  'base-url': 'https://example.com',
  'fail-under': '100',
  'fail-on': 'structured_data',
  image: 'citable',
};

/** A project that includes the template, and `citable` on a PATH. */
async function project(inputs: Readonly<Record<string, string>>, edit = (template: string) => template) {
  const folder = await temporaryFolder();
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  for (const name of ['bin', 'dist', 'templates']) mkdirSync(join(folder, name));
  write('templates/citable.yml', edit(readFileSync(checkout('templates/citable.yml'), 'utf8')));
  write('.gitlab-ci.yml', stringify({ include: [{ local: 'templates/citable.yml', inputs }] }));
  const page = `<main><h1>The bakery</h1><p>${'It bakes rye bread every day from 6 am. '.repeat(30)}</p><img src="a.png"></main>`;
  write(
    'dist/index.html',
    `<!doctype html><html lang="en"><head><title>The bakery</title></head><body>${page}</body></html>`,
  );
  write('bin/citable', `#!/bin/sh\nexec "${process.execPath}" "${checkout('dist/main.js')}" "$@"\n`);
  chmodSync(join(folder, 'bin/citable'), 0o755);
  await run('git', ['init', '--quiet', '--initial-branch=main'], { cwd: folder });
  await run('git', ['remote', 'add', 'origin', 'git@gitlab.example.com:group/site.git'], { cwd: folder });
  await run('git', ['add', '.'], { cwd: folder });
  return folder;
}

/** Reads the project's pipeline, by GitLab's schema, as gitlab-ci-local expands it. @throws where GitLab refuses it */
async function readPipeline(folder: string): Promise<{ readonly citable: Job }> {
  const gitlab = join(await installedTools(), 'gitlab-ci-local/dist/index.js');
  const { stdout } = await run(process.execPath, [gitlab, '--preview', '--home', folder], { cwd: folder });
  return parse(stdout);
}

/** Runs the script of a job in one shell that ends at the first failure, as a runner does. */
async function runScript(folder: string, { script, variables }: Job) {
  const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  try {
    const { stdout, stderr } = await run('bash', ['-eo', 'pipefail', '-c', script.join('\n')], {
      cwd: folder,
      env: { PATH, ...variables },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { readonly [name in 'stdout' | 'stderr']: string } & {
      readonly code: number;
    };
    return { code, stdout, stderr };
  }
}

test('the job of the template writes its reports, and fails when a threshold is missed', async () => {
  const folder = await project(INPUTS);
  const { citable } = await readPipeline(folder);
  expect(citable).toMatchObject({ stage: 'test', image: { name: 'citable' } });
  const { code, stdout } = await runScript(folder, citable);
  expect(code).toBe(1);
  expect(stdout).toContain('Indexing and metadata');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const issues: readonly { readonly location: { readonly path: string } }[] = JSON.parse(
    read('gl-code-quality-report.json'),
  );
  expect(issues.map(({ location }) => location.path)).toContain('dist/index.html');
  expect(read('citable-junit.xml')).toContain('<failure message="The score is ');

  const passing = { ...citable, variables: { ...citable.variables, CITABLE_FAIL_UNDER: '1', CITABLE_FAIL_ON: '' } };
  expect((await runScript(folder, passing)).code).toBe(0);
  expect(read('citable-junit.xml')).toContain('<testsuites ');
  expect(read('citable-junit.xml')).not.toContain('<failure');
  // It is not worse than itself.
  cpSync(join(folder, 'citable.json'), join(folder, 'baseline.json'));
  const compared = { ...passing, variables: { ...passing.variables, CITABLE_BASELINE: 'baseline.json' } };
  expect((await runScript(folder, compared)).code).toBe(0);
  writeFileSync(join(folder, 'dist/index.html'), '<title>The bakery</title><p>Gone');
  expect((await runScript(folder, compared)).code).toBe(1);
});

test.each([
  ['a site that is not accepted', { site: 'localhost' }, 'is not a public name'],
  ['a staging origin that is not accepted', { site: 'example.com', origin: 'http://127.0.0.1' }, 'IP address'],
])('%s fails the job', async (_, inputs, output) => {
  const folder = await project({ ...inputs, image: 'citable' });
  const { citable } = await readPipeline(folder);
  expect(await runScript(folder, citable)).toMatchObject({ code: 2, stderr: expect.stringContaining(output) });
});

test.each([
  [
    'a job without a script',
    INPUTS,
    (template: string) => template.replace('  script:', '  scripts:'),
    'must have script specified',
  ],
  [
    'a value that GitLab does not know',
    INPUTS,
    (template: string) => template.replace('when: always', 'when: often'),
    'when',
  ],
  ['an include without the site', { image: 'citable' }, undefined, 'required value'],
])('%s is refused, so that a fault of the template is noticed', async (_, inputs, edit, output) => {
  await expect(readPipeline(await project(inputs, edit))).rejects.toThrow(output);
});
