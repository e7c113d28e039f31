import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { USER_AGENTS } from '../support/access-log.ts';
import { MAIN, run } from '../support/citable-process.ts';
import { freePort } from '../support/free-port.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { instantAudit, startService, temporaryFolder } from '../support/running-service.ts';
import { openWithKey } from '../support/visitor.ts';

/** Debian puts it where only the administrator's shell looks. */
const PATH = `${process.env['PATH']}:/usr/sbin`;
const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH } }).status === 0;
const ROBOTS = 'User-agent: GPTBot\nDisallow: /drafts/\n';

/** A site behind nginx, which writes the log that Debian configures, and blocks one crawler. */
async function startNginx(): Promise<{ url: string; log: string; stop: () => Promise<void> }> {
  const folder = await temporaryFolder();
  const log = join(folder, 'access.log');
  const port = await freePort();
  await mkdir(join(folder, 'site'));
  await writeFile(join(folder, 'site', 'robots.txt'), ROBOTS);
  for (const page of ['index', 'about', 'never'])
    await writeFile(join(folder, 'site', `${page}.html`), `<h1>${page}</h1>`);
  const configuration = `
    daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log ${log};
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      server {
        listen 127.0.0.1:${port};
        root ${folder}/site;
        if ($http_user_agent ~ ClaudeBot) { return 403; }
        location = /old { return 301 /about.html; }
      }
    }`;
  await writeFile(join(folder, 'nginx.conf'), configuration);
  const nginx: ChildProcess = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { env: { PATH } });
  const ended = once(nginx, 'exit');
  const stop = async () => {
    nginx.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${url}/robots.txt`).then(
        ({ status }) => status,
        () => null,
      ),
    )
    .toBe(200);
  return { url, log, stop };
}

test.skipIf(!hasNginx)(
  'what crawlers did behind nginx is on the page of the domain, once its log was sent',
  async () => {
    const site = await startNginx();
    const running = await startService(instantAudit, {}, async (inventory) => ({
      ...inventory,
      isComplete: true,
      robotsTxt: ROBOTS,
      sitemapUrls: ['/index.html', '/about.html', '/never.html'].map((path) => `https://example.com${path}`),
      sitemapEntries: 3,
    }));
    const { id } = await running.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
    await publishDomains(running.db, ['example.com'], id);
    await running.request('/api/audit?domain=example.com&tier=vip', { headers: running.authorization });

    const request = async (path: string, userAgent: string, referer = '') => {
      const headers = { 'user-agent': userAgent, ...(referer === '' ? {} : { referer }) };
      await (await fetch(`${site.url}${path}`, { headers, redirect: 'manual' })).text();
    };
    const { GPTBot, ClaudeBot, Firefox, 'OAI-SearchBot': search } = USER_AGENTS;
    for (const path of ['/index.html', '/drafts/one', '/drafts/one?again', '/old']) await request(path, GPTBot);
    for (const path of ['/index.html', '/about.html', '/gone']) await request(path, search);
    for (const path of ['/index.html', '/about.html']) await request(path, ClaudeBot);
    await request('/about.html', Firefox, 'https://chatgpt.com/');
    await request('/index.html', `${Firefox}" 200 1 "-" "GPTBot/1.3`);
    await site.stop();
    expect(await readFile(site.log, 'utf8')).toContain('compatible; GPTBot/1.3');

    const words = ['logs', '--send', running.url, '--domain', 'example.com', site.log];
    const sent = () => run(MAIN, words, { CITABLE_API_KEY: running.key, HOME: running.dataDir });
    expect(await sent()).toMatchObject({ code: 0 });
    expect(await sent()).toMatchObject({ code: 0 });

    const cells = async () => {
      const html = await openWithKey(running, '/domains/example.com', running.key);
      const rows = html.matchAll(/<tr>(.*?)<\/tr>/gs);
      return [...rows].map(([, row = '']) =>
        row
          .replaceAll(/<\/t[hd]>/g, '|')
          .replaceAll(/<[^>]*>/g, '')
          .slice(0, -1),
      );
    };
    await expect.poll(cells).toContain('GPTBot|OpenAI|2|Disallow: /drafts/|says it obeys|2|/drafts/one');
    expect(await cells()).toEqual(
      expect.arrayContaining([
        'ClaudeBot|Anthropic|0|2|/about.html /index.html',
        '/gone||1|0|OAI-SearchBot',
        '/old||0|1|GPTBot',
        'https://example.com/never.html|not in the logs',
        'OpenAI|/about.html|1',
        expect.stringMatching(/^GPTBot\|OpenAI\|training\|4\|0\|0\|2\|/),
        expect.stringMatching(/^OAI-SearchBot\|OpenAI\|search\|3\|0\|0\|1\|/),
      ]),
    );
  },
);
