import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MAIN, run } from './support/citable-process.ts';
import { serve } from './support/loopback.ts';

const audit = (args: readonly string[], env = {}) => run(MAIN, ['audit', '--allow-private', ...args], env);

const page = `<!doctype html><title>Staging</title><main><h1>Staging</h1><p>${'It says something. '.repeat(60)}</p><a href="/away">a</a></main>`;

test.each(['an option', 'the environment'])(
  'credentials by %s reach the audited origin alone, and are stored nowhere',
  async (by) => {
    const folder = mkdtempSync(join(tmpdir(), 'citable-private-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const elsewhere: unknown[] = [];
    const other = await serve((request, response) => {
      elsewhere.push([request.headers.authorization, request.headers['x-staging']]);
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    });
    const echo = page.replace(
      '<main>',
      '<main><p>Signed in as user:hunter2 with Basic dXNlcjpodW50ZXIy, tok3n, user%3Ahunter2.</p>',
    );
    const secret = `Basic ${Buffer.from('user:hunter2').toString('base64')}`;
    const { port } = await serve((request, response) => {
      const { authorization, 'x-staging': staging, 'x-other': one } = request.headers;
      if (authorization !== secret || staging !== 'tok3n' || one !== '1') response.writeHead(401).end();
      else if (request.url === '/away') response.writeHead(302, { location: `http://localhost:${other.port}/` }).end();
      else if (request.url === '/')
        response.writeHead(200, { 'content-type': 'text/html', 'x-echo': `${authorization} ${staging}` }).end(echo);
      else response.writeHead(404).end();
    });
    const saved = join(folder, 'site.json');
    const args = [`localhost:${port}`, '--save-site', saved, '--format', 'json', '--evidence'];
    const { code, stdout, stderr } = await (by === 'an option'
      ? audit([...args, '--basic-auth', 'user:hunter2', '--header', 'X-Staging: tok3n', '--header', 'X-Other: 1'])
      : audit(args, { CITABLE_BASIC_AUTH: 'user:hunter2', CITABLE_HEADERS: 'X-Staging: tok3n\nX-Other: 1\r\n' }));
    expect([code, JSON.parse(stdout).status]).toEqual([0, 'done']);
    expect(elsewhere.length).toBeGreaterThan(0);
    for (const fields of elsewhere) expect(fields).toEqual([undefined, undefined]);
    const written = stdout + stderr + readFileSync(saved, 'utf8');
    for (const text of ['tok3n', 'hunter2', secret, secret.slice(6)]) expect(written).not.toContain(text);
  },
);

test.each([
  ['no field', ['--header', 'secret-value'], "'Name: value'"],
  ['a line break', ['--header', 'X: secret-value\r\nY: z'], "'Name: value'"],
  ['a field of every request', ['--header', 'Host: secret-value'], 'cannot set Host'],
  ['credentials without a password', ['--basic-auth', 'secret-value'], 'user:password'],
])('%s is refused, without its value', async (_, args, output) => {
  const { code, stdout, stderr } = await audit(['localhost:1', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(output);
  expect(stderr).not.toContain('secret-value');
});
