import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startCommand } from '../bench/support/served-command.ts';
import { startSite } from '../bench/support/site-process.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Runs each command of the documents in its order, beside a service with the embedded database. A site on loopback stands for example.com.
 * The README has its own drill, deploy.md and the commands of systemd and Docker have `deploy`, and `fleet` uses PostgreSQL.
 */
const DOCUMENTS = ['commands', 'logs', 'traffic', 'ci', 'agents', 'operating'];
const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const DOMAIN = 'example.com';
/** What needs a machine, a server or files that this drill does not have. */
const NOT_HERE =
  /^(?:systemctl|install|chown|rsync|export|npm|cp deploy|citable (?:migrate-store|completion)|source)\b|citable completion/;
/** A request in each format that a document names. */
const LINES = {
  combined: '192.0.2.1 - - [10/Mar/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "GPTBot/1.3"\n',
  template: '192.0.2.1 [2026-03-10T12:00:00+00:00] example.com "GET / HTTP/1.1" 200 "GPTBot/1.3"\n',
  json: '{"ts":"2026-03-10T12:00:00Z","req":{"url":"/"},"res":{"code":200},"ua":"GPTBot/1.3"}\n',
};
/** Exit statuses other than 0 that a document says a command has here. */
const EXPECTED: readonly (readonly [command: RegExp, status: number, why: string])[] = [
  [/^citable verify /, 1, 'nothing was fixed'],
  [/--fail-under 80/, 1, 'the score is below 80'],
];

const root = mkdtempSync(join(tmpdir(), 'citable-documents-'));
const [project, data, bin, home] = ['project', 'data', 'bin', 'home'].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
];
prepare();
const site = await startSite({ host: DOMAIN, pages: 12, delay: 0 });
const ca = join(root, 'ca.pem');
writeFileSync(ca, site.caPem);
const service = startCommand(data, {
  CONNECT_TO: site.connectTo,
  NODE_EXTRA_CA_CERTS: ca,
  BASE_URL: 'https://citable.example.com',
});
const url = await service.url;
const env = {
  ...process.env,
  PATH: [bin, process.env['PATH']].join(delimiter),
  HOME: home,
  XDG_CONFIG_HOME: undefined,
  XDG_STATE_HOME: undefined,
  NODE_EXTRA_CA_CERTS: ca,
  DATA_DIR: data,
  CITABLE_API_KEY: '',
};
env.CITABLE_API_KEY = shell('citable keys create drill --admin').trim();
try {
  await request('GET', `/api/llms-txt?tier=vip&domain=${DOMAIN}`);
  for (const document of DOCUMENTS) {
    for (const command of listCommands(document)) await rehearse(document, command);
    // Each document is for another day.
    rmSync(join(project, 'dist/sitemap.xml'), { force: true });
  }
} finally {
  await service.end('SIGTERM');
  site.stop();
  rmSync(root, { recursive: true, force: true });
}
finish();

/** Makes the files that the commands name, and the command itself. */
function prepare(): void {
  const folders = ['dist', 'base/dist', 'old', 'deploy'].map((name) => join(project, name));
  for (const folder of [bin, home, data, join(root, 'backups/snapshots'), ...folders]) {
    mkdirSync(folder, { recursive: true });
  }
  const page = `<!doctype html><html lang="en"><title>Tides of the harbour</title><h1>Tides</h1><p>${'The sea rises twice a day. '.repeat(60)}</p>`;
  for (const folder of ['dist', 'base/dist']) writeFileSync(join(project, folder, 'index.html'), page);
  writeFileSync(join(project, 'domains.txt'), `${DOMAIN}\n`);
  writeFileSync(
    join(bin, 'citable'),
    `#!/bin/sh\nexec "${process.execPath}" "${join(PROJECT, 'dist/main.js')}" "$@"\n`,
  );
  chmodSync(join(bin, 'citable'), 0o755);
}

/** Returns the commands of a document, each with its further lines and without its description. */
function listCommands(document: string): string[] {
  const lines = readFileSync(join(PROJECT, `docs/${document}.md`), 'utf8')
    .replaceAll(/ \\\n +/g, ' ')
    .split('\n');
  return lines.flatMap((line) => {
    const [, command] =
      /^ {4}((?:[A-Z_]+=\S+ )?(?:citable|curl|zcat|tail|mkdir|cp|systemctl|chown|rsync|export|npm|install|source) .*?)(?: {2,}.*)?$/.exec(
        line,
      ) ?? [];
    return command ?? [];
  });
}

async function rehearse(document: string, command: string): Promise<void> {
  if (NOT_HERE.test(command.replace(/^(?:[A-Z_]+=\S+ )+/, ''))) {
    console.log(`left out  ${document}.md: ${command}`);
    return;
  }
  await provide(command);
  const child = spawn('/bin/sh', ['-c', await adapt(command)], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const [, expected = 0, why = ''] = EXPECTED.find(([pattern]) => pattern.test(command)) ?? [];
  const isFine = status === expected || status === 0;
  const seen = isFine ? (status === 0 ? '' : why) : `exit status ${status}: ${(stderr || stdout).slice(0, 400)}`;
  check(`${document}.md: ${command}`, isFine, seen);
}

/** Makes what a command needs to exist. */
async function provide(command: string): Promise<void> {
  const [, verb] = /^citable (keys create|keys revoke|domains move|unpublish)/.exec(command) ?? [];
  if (verb === 'keys create') shell('citable keys revoke NAME');
  if (verb === 'keys revoke' || verb === 'domains move') {
    shell('citable keys create NAME');
    shell('citable keys create OTHER');
  }
  if (verb === 'domains move' || verb === 'unpublish') await request('GET', `/api/llms-txt?tier=vip&domain=${DOMAIN}`);
  const log = command.includes("--log-format '$")
    ? LINES.template
    : command.includes("--log-format '{")
      ? LINES.json
      : LINES.combined;
  writeFileSync(join(project, 'access.log'), log);
  if (command.includes(' compact')) await service.end('SIGTERM');
}

/** Runs a command of Citable. @returns its output */
function shell(command: string): string {
  return spawnSync('/bin/sh', ['-c', command], { env, encoding: 'utf8' }).stdout;
}

/** Replaces what is another name here, and what needs a network or never ends. */
async function adapt(command: string): Promise<string> {
  const batch = command.includes('batches cancel ID')
    ? await request('POST', '/api/audits', '{"domains":["example.com"]}')
    : '';
  const adapted = command
    .replaceAll(/http:\/\/127\.0\.0\.1:8080|https:\/\/citable\.example(?![.\w])/g, url)
    .replaceAll('staging.example.net', `staging.${DOMAIN}`)
    .replaceAll('/var/log/nginx', project)
    .replaceAll('/var/lib/citable', data)
    .replaceAll('/backups', join(root, 'backups'))
    .replaceAll(/DATA_DIR=\S+-restored npm start/g, 'true')
    .replace(' --follow', '')
    // Vendors' ranges are in no loopback network. The built-in ones serve.
    .replace(/ --verify(?: --save-ranges \S+)?/, '')
    .replace(' --from-ranges ranges.json', '')
    .replace(' ID', ` ${/"id":"([^"]+)"/.exec(batch)?.[1] ?? 'ID'}`)
    .replace(/^curl /, 'curl --silent --show-error --fail ')
    .replace(/^citable agent install/, '$& --client agents --yes');
  const reachesSite =
    /^citable (?:audit|verify|fix-guide|llms-txt|badge|sitemap) /.test(adapted) &&
    !/ \.\/(?:base\/)?dist/.test(adapted);
  return reachesSite ? adapted.replace(/(?= > |$)/, ` --connect-to ${site.connectTo}`) : adapted;
}

/** Sends a request with the administrator's key. @returns the body */
async function request(method: string, path: string, body?: string): Promise<string> {
  const headers = { authorization: `Bearer ${env.CITABLE_API_KEY}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  return response.text();
}
