import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contrast, parseHexColor } from '../../src/values/color.ts';
import { readConfig } from '../../src/values/config.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';

function logoFile(name: string, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'citable-brand-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function requestText({ request }: RunningService, path: string): Promise<string> {
  return (await request(path)).text();
}

test('the name, logo, colour and address of an agency are on its pages', async () => {
  const logo = logoFile('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const service = await startService(instantAudit, {
    BRAND_NAME: 'Kelp & Sons',
    BRAND_LOGO: logo,
    BRAND_COLOR: '#7a1fa2',
    BRAND_URL: 'https://kelp.example/',
  });
  const { id } = await (
    await service.request('/api/audit?domain=example.com&tier=vip', { headers: service.authorization })
  ).json();
  for (const path of ['/', '/checks', `/audits/${id}`, '/no-such-page']) {
    const html = await (await service.request(path, { headers: { accept: 'text/html' } })).text();
    expect(html).toMatch(/<img class="brand-logo" src="\/brand\/[0-9a-f]{12}\/logo\.svg" alt/);
    expect(html).toContain('<a href="https://kelp.example/">Kelp &amp; Sons</a>');
    expect(html).toMatch(/<link rel="stylesheet" href="\/brand\/[0-9a-f]{12}\/brand\.css"\/>/);
  }
  const html = await requestText(service, `/audits/${id}`);
  expect(html).toContain('· Kelp &amp; Sons</title>');
  expect(await requestText(service, `/audits/${id}/report.md`)).toContain(
    'Audited by [Kelp \\& Sons](https://kelp.example/).',
  );
  const picture = await service.request(/\/brand\/[0-9a-f]+\/logo\.svg/.exec(html)?.[0] ?? '');
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
  const css = await requestText(service, /\/brand\/[0-9a-f]+\/brand\.css/.exec(html)?.[0] ?? '');
  const [, light = '', dark = ''] = /--accent: light-dark\((#\w+), (#\w+)\)/.exec(css) ?? [];
  expect(light).toBe('#7a1fa2');
  const [inDark, ground] = [parseHexColor(dark), parseHexColor('#121518')];
  if (inDark === null || ground === null) throw new Error('These are colours.');
  expect(contrast(inDark, ground)).toBeGreaterThan(4.5);
});

test('a logo on another host is the only image that pages may load from there', async () => {
  const service = await startService(instantAudit, { BRAND_LOGO: 'https://cdn.kelp.example/logo.png' });
  for (const path of ['/', '/no-such-page']) {
    const response = await service.request(path, { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-security-policy')).toContain(
      "img-src 'self' data: https://cdn.kelp.example; connect-src 'self'",
    );
    expect(await response.text()).toContain('src="https://cdn.kelp.example/logo.png"');
  }
});

test('without a brand, pages are of Citable', async () => {
  const service = await startService(instantAudit);
  const response = await service.request('/checks');
  expect(response.headers.get('content-security-policy')).toContain("img-src 'self' data:; connect-src 'self'");
  expect(await response.text()).toContain('· Citable</title>');
});

test.each([
  ['BRAND_COLOR', '#ffcc00', 'dark enough for text on a light page'],
  ['BRAND_COLOR', 'purple', 'a colour such as #0b5d52'],
  ['BRAND_LOGO', '/no/such/logo.svg', 'an https URL without a user, or the path of a file'],
  ['BRAND_LOGO', 'http://kelp.example/logo.png', 'an https URL'],
  ['BRAND_LOGO', 'package.json', '.svg, .png, .jpg or .webp'],
  ['BRAND_NAME', 'a\u0007b', 'a name of 1 to 40 characters'],
  ['BRAND_URL', 'javascript:alert(1)', 'an http or https URL'],
])('%s=%j is refused with what it accepts', (name, value, accepted) => {
  expect(readConfig({ [name]: value })).toMatchObject({ ok: false, problem: expect.stringContaining(accepted) });
});

test('a logo of more than 256 KiB is refused', () => {
  const path = logoFile('logo.png', Buffer.alloc(256 * 1024 + 1));
  expect(readConfig({ BRAND_LOGO: path })).toMatchObject({ ok: false });
});
