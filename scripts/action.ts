import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs the step of action.yml: audits, then writes annotations, outputs, the job summary, a SARIF file and a comment. */

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** Maximum length of a comment. GitHub accepts 65,536 characters. */
const MAX_COMMENT = 60_000;
const PAGE = 100;
const MAX_PAGES = 20;

const setting = (name: string) => process.env[`CITABLE_${name}`] ?? '';
const option = (name: string, value: string) => (value === '' ? [] : [name, value]);

const folder = mkdtempSync(join(process.env['RUNNER_TEMP'] ?? tmpdir(), 'citable-'));
const site = setting('SITE');
const isFolder = setting('BASE_URL') !== '';
const saved = join(folder, 'site.json');
const report = join(folder, 'report.json');
const json = ['--format', 'json', '--evidence'];

// Fetch a website once, and judge it for each format. A folder is read each time, because a saved site does not have its files.
const once = isFolder
  ? ['audit', site, '--base-url', setting('BASE_URL')]
  : ['audit', site, ...option('--origin', setting('ORIGIN')), '--save-site', saved];
const again = isFolder ? once : ['audit', '--from-site', saved];

const first = citable([...once, ...json]);
show(first.stderr);
if (first.status !== 0) process.exit(first.status);
writeFileSync(report, first.stdout);

const thresholds = [
  ...option('--fail-under', setting('FAIL_UNDER')),
  ...option('--fail-on', setting('FAIL_ON')),
  ...option('--baseline', setting('BASELINE')),
];
const judged = citable([...again, '--format', 'github', ...thresholds]);
process.stdout.write(judged.stdout);
show(judged.stderr);
if (judged.status > 1) process.exit(judged.status);

const sarif = setting('SARIF');
if (sarif !== '') writeFileSync(sarif, citable([...again, '--format', 'sarif']).stdout);

const { aeo_score: score }: { aeo_score: number } = JSON.parse(first.stdout);
const verdict =
  judged.status === 0
    ? 'Passed.'
    : `**Failed.**${setting('FAIL_UNDER') === '' ? '' : ` At least ${Number(setting('FAIL_UNDER'))} is needed.`}`;
const baseline = setting('BASELINE');
const changes = baseline === '' ? '' : `\n\n${citable(['diff', baseline, report, '--format', 'markdown']).stdout}`;
const text = `${verdict}${changes}\n\n${citable([...again, '--format', 'markdown']).stdout}`;
append('GITHUB_STEP_SUMMARY', `${text}\n`);
append('GITHUB_OUTPUT', `score=${score}\npassed=${judged.status === 0}\nreport=${report}\nsarif=${sarif}\n`);
await comment(text);
process.exitCode = judged.status;

function citable(args: readonly string[]): { status: number; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status: status ?? 3, stdout, stderr };
}

/** Writes messages. They may quote the site, so the runner must not execute commands in them. */
function show(messages: string): void {
  if (messages === '') return;
  const token = randomUUID();
  process.stderr.write(`::stop-commands::${token}\n${messages.replace(/\n*$/, '\n')}::${token}::\n`);
}

function append(name: string, lines: string): void {
  const path = process.env[name];
  if (path !== undefined && path !== '') appendFileSync(path, lines);
}

/** Writes or updates the comment on the pull request. A failure is only a warning: forks have no token that may write. */
async function comment(body: string): Promise<void> {
  const { GITHUB_EVENT_PATH = '', GITHUB_REPOSITORY = '', GITHUB_API_URL = 'https://api.github.com' } = process.env;
  if (setting('COMMENT') !== 'true' || GITHUB_EVENT_PATH === '' || setting('TOKEN') === '') return;
  const event: { pull_request?: { number: number } } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
  const number = event.pull_request?.number;
  if (number === undefined) return;
  const marker = `<!-- citable: ${site.replace(/[^\w./:-]/g, '_').replaceAll('--', '-_')} -->`;
  const repository = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`;
  const cut = body.length > MAX_COMMENT ? `${body.slice(0, MAX_COMMENT)}\n\n…` : body;
  try {
    const id = await ownComment(`${repository}/issues/${number}/comments`, marker);
    const payload = { body: `${marker}\n${cut}` };
    if (id === null) await api('POST', `${repository}/issues/${number}/comments`, payload);
    else await api('PATCH', `${repository}/issues/comments/${id}`, payload);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stdout.write(`::warning title=No comment::The comment was not written: ${why.replace(/\s+/g, ' ')}\n`);
  }
}

interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly type: string };
}

/** Finds the comment of an earlier run. Comments of people are ignored, whatever they begin with. */
async function ownComment(url: string, marker: string): Promise<number | null> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const comments: readonly Comment[] = await api('GET', `${url}?per_page=${PAGE}&page=${page}`);
    const own = comments.find(({ body, user }) => user.type === 'Bot' && body.startsWith(marker));
    if (own !== undefined) return own.id;
    if (comments.length < PAGE) return null;
  }
  return null;
}

async function api(method: string, url: string, payload?: object) {
  const response = await fetch(url, {
    method,
    redirect: 'error',
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${setting('TOKEN')}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
  });
  if (!response.ok) throw new Error(`The API responded with ${response.status}.`);
  return response.json();
}
