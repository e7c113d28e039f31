import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/free-port.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Runs the commands of README.md in their order, in a fresh clone of the last commit: as this user, and as an ordinary user if this one is
 * root. A site on loopback stands for example.com. It needs the npm registry, or npm's cache.
 */
const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = `<!doctype html><html lang="en"><title>Tides of the harbour</title><h1>Tides</h1><p>${'The sea rises twice a day. '.repeat(60)}</p>`;
const LOG = `192.0.2.1 - - [10/Mar/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "GPTBot/1.3"\n`;
const IS_ROOT = process.getuid?.() === 0;
const ORDINARY = 1000;
/** Without this project's own commands, which a newcomer does not have. */
const PATH = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));

/** Proxies and certificates, but nothing of the npm that runs the drill. */
const INHERITED = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
site.listen(0, '127.0.0.1');
await once(site, 'listening');
const address = site.address();
if (address === null || typeof address === 'string') throw new Error('The site listens on no port.');
const SITE = `127.0.0.1:${address.port}`;

for (const user of IS_ROOT ? [0, ORDINARY] : [null]) await rehearse(user);
site.close();
finish();

/** Runs all commands. @param user null: the present one */
async function rehearse(user: number | null): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'citable-readme-'));
  chmodSync(root, 0o755);
  const [clone, project, home] = [join(root, 'citable'), join(root, 'project'), join(root, 'home')];
  spawnSync('git', ['clone', '--quiet', PROJECT, clone]);
  prepareProject(project);
  mkdirSync(home);
  const cache = join(homedir(), '.npm/_cacache');
  if (existsSync(cache)) cpSync(cache, join(home, '.npm/_cacache'), { recursive: true, force: true });
  if (IS_ROOT) spawnSync('chown', ['-R', `${user}:${user}`, root]);

  const url = `http://127.0.0.1:${await freePort()}`;
  const env: Record<string, string | undefined> = {
    ...INHERITED,
    PATH: [join(root, 'global/bin'), ...PATH].join(delimiter),
    // Never the real one: commands install into it.
    HOME: home,
    XDG_CONFIG_HOME: undefined,
    XDG_STATE_HOME: undefined,
    npm_config_prefix: join(root, 'global'),
    PORT: new URL(url).port,
    SCHEDULES: 'off',
    ALLOW_PRIVATE_TARGETS: '1',
  };
  const identity = IS_ROOT && user !== null ? { uid: user, gid: user } : {};
  const who = user === null ? 'as this user' : user === 0 ? 'as root' : 'as an ordinary user';
  const start = (command: string, cwd: string) =>
    spawn('/bin/sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...identity });
  const run = async (command: string, cwd: string) => {
    const child = start(command, cwd);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code, stdout, stderr };
  };

  const [first = '', ...commands] = readmeCommands();
  const service = start(first, clone);
  try {
    let output = '';
    service.stdout.resume();
    const key = await new Promise<string>((resolve, reject) => {
      service.stderr.on('data', (chunk) => {
        output += String(chunk);
        const [, found] = / API key.*: (ctb_\w+)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
      service.on('close', () => reject(new Error(`${first} ended: ${output}`)));
    });
    const others = output.split('\n').filter((line) => !/^(?:Citable is serving on|The first API key|$)/.test(line));
    check(`${who}: ${first}`, others.length === 0, others[0] ?? 'prints only the address and the key');

    env['CITABLE_API_KEY'] = key;
    const asked = async (path: string) =>
      (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).text();
    const { id }: { id: string } = JSON.parse(await asked(`/api/audit?tier=vip&domain=${SITE}`));
    await asked(`/api/llms-txt?tier=vip&domain=${SITE}`);
    for (const command of commands) {
      for (const adapted of adapt(command, { url, id, project })) {
        // The installed command needs Node.js 24. The clone brings it.
        const isOfClone = /^np[mx] /.test(adapted);
        env['PATH'] = [join(root, 'global/bin'), ...(isOfClone ? [] : [dirname(process.execPath)]), ...PATH].join(
          delimiter,
        );
        const { code, stderr } = await run(adapted, isOfClone ? clone : project);
        // An audit as before has fixed nothing.
        const isFine = code === 0 || (code === 1 && adapted.startsWith('citable verify'));
        check(`${who}: ${command}`, isFine, isFine ? '' : `exit status ${code}: ${stderr.slice(0, 300)}`);
        if (adapted.includes('> before.json')) copyFileSync(join(project, 'before.json'), join(project, 'after.json'));
      }
    }
  } finally {
    if (service.exitCode === null && service.pid !== undefined) {
      process.kill(-service.pid, 'SIGTERM');
      await once(service, 'close');
    }
    rmSync(root, { recursive: true, force: true });
  }
}

/** Makes the files that the commands name. */
function prepareProject(folder: string): void {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), PAGE);
  writeFileSync(join(folder, 'domains.txt'), `${SITE}\n`);
  writeFileSync(join(folder, 'access.log'), LOG);
}

/** Returns the commands of README.md, without their descriptions. The audits that others compare come first. */
function readmeCommands(): string[] {
  const lines = readFileSync(join(PROJECT, 'README.md'), 'utf8').split('\n');
  const commands = lines.flatMap((line) => /^ {4}((?:npm|npx|citable|curl) .*?)(?: {2,}.*)?$/.exec(line)?.[1] ?? []);
  const isSaved = (command: string) => command.includes('> before.json');
  const installed = commands.findIndex((command) => command.startsWith('npm install'));
  return [
    ...commands.slice(0, installed + 1),
    ...commands.filter(isSaved),
    ...commands.slice(installed + 1).filter((command) => !isSaved(command)),
  ];
}

/** Replaces example names, and what needs a network or never ends. A list of commands becomes the help of each. */
function adapt(command: string, { url, id, project }: { url: string; id: string; project: string }): string[] {
  if (command.includes(', ')) {
    return command.split(', ').map((name) => `citable ${name.replace(/^citable /, '')} --help`);
  }
  const adapted = command
    .replaceAll(/http:\/\/127\.0\.0\.1:8080|https:\/\/citable\.example/g, url)
    .replace('https://staging.example.net', `http://${SITE}`)
    .replaceAll(/(?<!https:\/\/|www\.)example\.com/g, SITE)
    .replace('/var/log/nginx', project)
    .replace('/ID/', `/${id}/`)
    .replace(' --follow', '')
    .replace(/^curl /, 'curl --silent --show-error --fail ')
    .replace(/^citable agent install$/, '$& --client agents --yes');
  const reachesSite =
    /^(?:npx )?citable (?:audit|verify|fix-guide|llms-txt|badge) /.test(adapted) && !adapted.includes('./dist');
  return [reachesSite ? adapted.replace(/(?= > |$)/, ' --allow-private') : adapted];
}
