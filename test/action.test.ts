import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { serve } from './support/loopback.ts';

const checkout = fileURLToPath(new URL('..', import.meta.url));

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly default?: string; readonly required?: boolean; readonly description: string }>
  >;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action: Action = parse(readFileSync(join(checkout, 'action.yml'), 'utf8'));

/** A comment as the API of GitHub has it. */
interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: string };
}

/** The comments API of GitHub, on a socket. */
async function commentsApi(comments: Comment[]) {
  const requests: string[] = [];
  const { port } = await serve((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push(`${method} ${url.split('?')[0]} ${headers.authorization}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const payload: { body: string } | null = text === '' ? null : JSON.parse(text);
      const known = comments.find(({ id }) => url.endsWith(`/comments/${id}`));
      if (payload !== null && known !== undefined) known.body = payload.body;
      else if (payload !== null) comments.push({ id: comments.length + 1, body: payload.body, user: { type: 'Bot' } });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(comments));
    });
  });
  return { url: `http://127.0.0.1:${port}`, requests };
}

/** Runs the steps of action.yml that run a command, as a runner does: with their env, in a checkout. */
async function runAction(
  cwd: string,
  inputs: Readonly<Record<string, string>>,
  runner: Readonly<Record<string, string>>,
) {
  const fillIn = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
      const value = inputs[name] ?? action.inputs[name]?.default;
      if (value === undefined) throw new Error(`There is no input ${name}.`);
      return value;
    });
  let stdout = '';
  let stderr = '';
  for (const { run, env = {} } of action.runs.steps) {
    if (run === undefined) continue;
    const own = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fillIn(text)]));
    const path = `${join(process.execPath, '..')}:${process.env['PATH']}`;
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', run], { cwd, env: { PATH: path, ...runner, ...own } });
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) return { code, stdout, stderr };
  }
  return { code: 0, stdout, stderr };
}

const text = 'The bakery on Main Street has baked rye bread since 1987, every day from 6 am. '.repeat(20);
const page = (head: string, body: string) =>
  `<!doctype html>\n<html lang="en">\n<head><title>The bakery</title>\n${head}</head>\n<body><main><h1>The bakery</h1><p>${text}</p>\n${body}</main></body></html>`;

test('the steps of the action annotate three faults, write outputs and a summary, and update one comment', async () => {
  const root = mkdtempSync(join(tmpdir(), 'citable-action-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'dist'));
  const write = (head: string, body: string) => writeFileSync(join(root, 'dist/index.html'), page(head, body));
  const event = join(root, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  const comments: Comment[] = [{ id: 1, body: '<!-- citable: ./dist -->\nby a person', user: { type: 'User' } }];
  const api = await commentsApi(comments);
  const runner = {
    GITHUB_ACTION_PATH: checkout,
    GITHUB_OUTPUT: join(root, 'output'),
    GITHUB_STEP_SUMMARY: join(root, 'summary.md'),
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: 'owner/site',
    GITHUB_API_URL: api.url,
    RUNNER_TEMP: root,
  };
  const inputs = { site: './dist', 'base-url': 'https://example.com', 'fail-on': 'metadata', token: 'secret-token' };

  write(
    '<meta name="robots" content="noindex">\n<script type="application/ld+json">{"@type": "Person",}</script>\n',
    '<img src="a.png">',
  );
  const failing = await runAction(root, inputs, runner);
  // The runner takes nothing for a command that is between these two lines: messages may quote the site.
  const [, token = '', messages] = /^::stop-commands::(\S+)\n([\s\S]*\n)::\1::\n$/m.exec(failing.stderr) ?? [];
  expect([failing.code, messages]).toEqual([1, expect.stringContaining('metadata fails: ')]);
  expect(token.length).toBeGreaterThan(30);
  for (const [rule, line] of [
    ['metadata.eligible', 4],
    ['structured_data.parses', 5],
    ['semantic_structure.images', 8],
  ] as const)
    expect(failing.stdout).toMatch(
      new RegExp(`^::(?:error|warning) file=dist/index\\.html,line=${line},title=.*\\(${rule}\\)::`, 'm'),
    );
  expect(failing.stdout + failing.stderr).not.toContain('secret-token');
  const output = readFileSync(runner.GITHUB_OUTPUT, 'utf8');
  expect(output).toMatch(/^score=\d+\npassed=false\nreport=.*report\.json\nsarif=citable\.sarif\n$/);
  const summary = readFileSync(runner.GITHUB_STEP_SUMMARY, 'utf8');
  expect(summary).toContain('**Failed.**');
  expect(summary).toContain('# AEO audit of example.com');
  expect(JSON.parse(readFileSync(join(root, 'citable.sarif'), 'utf8')).runs[0].results.length).toBeGreaterThan(2);
  expect(comments).toHaveLength(2);
  expect(comments[1]?.body).toMatch(/^<!-- citable: \.\/dist -->\n\*\*Failed\.\*\*/);

  const [, report = ''] = /report=(.*)/.exec(output) ?? [];
  write('', '');
  const passing = await runAction(root, { ...inputs, baseline: report }, runner);
  expect(passing.code).toBe(0);
  expect(comments).toHaveLength(2);
  expect(comments[0]?.body).toContain('by a person');
  expect(comments[1]?.body).toContain('\nPassed.');
  expect(comments[1]?.body).toContain('# What changed on example.com');
  expect(api.requests.at(-1)).toBe('PATCH /repos/owner/site/issues/comments/2 Bearer secret-token');
});

test('the action audits the staging origin of a domain', async () => {
  const root = mkdtempSync(join(tmpdir(), 'citable-action-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const inputs = { site: 'example.com', origin: 'http://127.0.0.1', token: '' };
  const { code, stderr } = await runAction(root, inputs, { GITHUB_ACTION_PATH: checkout, RUNNER_TEMP: root });
  // It has no option for private addresses: that it is refused shows that nothing else was requested.
  expect([code, stderr]).toEqual([2, expect.stringContaining('"http://127.0.0.1" is an IP address')]);
});

test('action.yml has the fields that GitHub requires, and uses only declared inputs and outputs', () => {
  expect(action.runs.using).toBe('composite');
  for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\.$/);
  for (const [name, { value }] of Object.entries(action.outputs))
    expect(value).toBe(`\${{ steps.audit.outputs.${name} }}`);
});

test('.pre-commit-hooks.yaml has a hook with the keys that pre-commit requires', () => {
  const hooks: readonly Record<string, unknown>[] = parse(
    readFileSync(join(checkout, '.pre-commit-hooks.yaml'), 'utf8'),
  );
  expect(hooks).toEqual([
    expect.objectContaining({
      id: 'citable',
      name: 'Citable',
      entry: 'citable audit',
      language: 'system',
      pass_filenames: false,
    }),
  ]);
});
