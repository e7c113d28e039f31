import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveSites } from './site-server.ts';
import { createAuthority } from './tls.ts';

test('a module beside a folder responds first, and other files give statuses and headers', async () => {
  const root = mkdtempSync(join(tmpdir(), 'citable-sites-'));
  mkdirSync(join(root, 'a.example.com'));
  mkdirSync(join(root, 'logs'));
  writeFileSync(join(root, 'a.example.com/index.html'), 'home');
  const module = `export default (request, response, url) => {
    if (url.pathname !== '/own') return false;
    response.writeHead(402, { 'crawler-price': 'USD 0.01' }).end(request.headers['user-agent']);
    return true;
  };`;
  writeFileSync(join(root, 'a.example.com.server.mjs'), module);
  writeFileSync(
    join(root, 'a.example.com.responses.json'),
    '{"/busy": {"status": 503, "headers": {"retry-after": "9"}}}',
  );
  const authority = await createAuthority();
  const server = await serveSites(root, authority);
  const requestStatus = (path: string) =>
    new Promise<unknown>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: server.port, path, servername: 'a.example.com', ca: authority.caPem };
      const headers = { host: 'a.example.com', 'user-agent': 'GPTBot' };
      get({ ...options, headers }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers['crawler-price'] ?? response.headers['retry-after']]);
      }).on('error', reject);
    });
  try {
    expect(server.domains).toEqual(['a.example.com']);
    expect(await requestStatus('/own')).toEqual([402, 'USD 0.01']);
    expect(await requestStatus('/busy')).toEqual([503, '9']);
    expect(await requestStatus('/')).toEqual([200, undefined]);
  } finally {
    await server.close();
    rmSync(root, { recursive: true });
  }
});
