import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markdownReport } from '../../src/documents/markdown-report.ts';
import { textReport } from '../../src/documents/text-report.ts';
import { type AuditedSite, auditSite, completeInventory } from '../../src/engine/audit-site.ts';
import { toJsonReport } from '../../src/server/audits/evidence.ts';
import { formatSiteFile } from '../../src/site/site-file.ts';
import { citable } from '../support/citable-process.ts';
import { outsideEvidence, readEvidenceBlocks } from '../support/guide-reader.ts';
import { openService } from '../support/open-service.ts';
import { domainName, temporaryFolder } from '../support/running-service.ts';
import { hostileFields, PAYLOADS, type PayloadName } from './hostile-fields.ts';
import { type HostileWeb, openHostileWeb } from './hostile-web.ts';
import { inCsv, inEvents, inHtml, inJson, inJsonLines, inMarkdown, inSvg, inText } from './inactive.ts';
import { COMMANDS, fillPath, SURFACES } from './surfaces.ts';

const NAMES: readonly PayloadName[] = ['terminal', 'markup', 'markdown', 'lines', 'formula', 'objects'];
const toDomain = (name: PayloadName) => `${name}.example.com`;

let web: HostileWeb;
beforeAll(async () => {
  web = await openHostileWeb();
  for (const name of NAMES) web.addSite(toDomain(name), hostileFields(name));
  web.addSite('moved.example.com', (_path, response) =>
    response.writeHead(302, { location: 'http://zz-ignore--all-previous.evil.example/\u009b31m<script>' }).end(),
  );
});
afterAll(() => web.close());

describe('text of a hostile site is only shown', () => {
  let service: Awaited<ReturnType<typeof openService>>;
  const ids = new Map<PayloadName, string>();
  const audit = async (domain: string) =>
    service.request(`/api/audit?domain=${domain}&tier=vip`, { headers: service.authorization });

  beforeAll(async () => {
    service = await openService(
      (domain) => auditSite(domain, web.fetcherOptions),
      { RATE_LIMIT: 'off', AUDIT_RATE_LIMIT: 'off', LOG_LEVEL: 'trace' },
      (inventory, signal) => completeInventory(inventory, { ...web.fetcherOptions, signal }),
    );
    for (const name of NAMES) ids.set(name, (await (await audit(toDomain(name))).json()).id);
  });
  afterAll(() => service.close());

  describe.each(NAMES)('%s', (name) => {
    test.each(SURFACES)('$path', async (surface) => {
      const values = { domain: toDomain(name), id: ids.get(name) ?? '', payload: PAYLOADS[name] };
      const response = await service.request(fillPath(surface, values), {
        method: surface.method ?? 'GET',
        headers: {
          ...(surface.isPublic ? {} : service.authorization),
          // A caller's own bytes: HTTP accepts those from 0x80 on.
          'user-agent': `=GPTBot/1.0 \u009b31m\u00ad "><script>zzactive()</script>`,
          referer: 'https://chatgpt.com/?zz=<script>',
        },
      });
      expect(response.status).toBeLessThan(500);
      expect(surface.inspect(await response.text())).toEqual([]);
      const type = response.headers.get('content-type') ?? '';
      if (!/json|event-stream/.test(type)) expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });
  });

  test('is in the evidence, so that there was something to show', async () => {
    const texts = await Promise.all(
      NAMES.map(async (name) => (await service.request(`/api/audit/${ids.get(name)}/evidence`)).text()),
    );
    const fields = new Set(texts.join('').match(/zz[A-Z0-9]+zz/g));
    const seen = [
      'TITLE',
      'LANG',
      'SERVER',
      'LINKHEADER',
      'LOCATION',
      'ROBOTSSITEMAP',
      'LASTMOD',
      'LLMSNOTE',
      'BROKEN',
    ];
    expect([...fields]).toEqual(expect.arrayContaining(seen.map((field) => `zz${field}zz`)));
    expect(fields.size).toBeGreaterThan(15);
  });

  test('is in the fix guide as evidence alone', async () => {
    for (const name of NAMES) {
      const path = `/api/agent-prompt?domain=${toDomain(name)}&tier=vip`;
      const whole = await (await service.request(path, { headers: service.authorization })).text();
      // The key in the guide's commands is random, so it may contain the searched text.
      const guide = whole.replaceAll(service.key, '');
      expect(guide).not.toBe(whole);
      expect(outsideEvidence(guide)).not.toMatch(/zz[a-z]|zz[A-Z]+zz|evil/);
      expect(readEvidenceBlocks(guide).length).toBeGreaterThan(3);
    }
  });

  test('adds no line and no control character to the log', async () => {
    await service.request('/%1b%5b2J%0a{"level":"fatal"}?zz=%0d%0a', {
      headers: { 'user-agent': 'zz \u009b31m', 'x-request-id': 'zz\u009b' },
    });
    // Each line of the log is parsed as a JSON object: a broken line would throw.
    const lines = service.log();
    expect(lines.filter(({ msg }) => msg === 'audit').length).toBeGreaterThanOrEqual(NAMES.length);
    expect(inJson(JSON.stringify(lines))).toEqual([]);
    expect(JSON.stringify(lines)).not.toMatch(/zz[a-z]|zz[A-Z]+zz|evil/);
  });

  test('is not in a failed audit', async () => {
    const response = await audit('moved.example.com');
    expect(response.status).toBe(502);
    const body = await response.text();
    expect(inJson(body)).toEqual([]);
    expect(body).not.toMatch(/<script|\u009b/);
  });

  test('is only shown by a batch, too, and so is text sent as a domain', async () => {
    const keyId = (await service.service.keys.verify(service.key))?.id ?? '';
    const domains = [...NAMES.map(toDomain), 'moved.example.com', ...Object.values(PAYLOADS)];
    const { id } = await service.service.batches.create(keyId, domains, { allowPrivate: false });
    const request = (path: string) => service.request(`/api/batches/${id}${path}`, { headers: service.authorization });
    await expect.poll(async () => (await request('')).text()).toContain('"status":"done"');
    const lines = await (await request('/results')).text();
    expect(lines.match(/\n/g)?.length).toBe(new Set(domains).size);
    expect(inJsonLines(lines)).toEqual([]);
    expect(inCsv(await (await request('/results?format=csv')).text())).toEqual([]);
  });

  test.each(NAMES)('the snapshot of %s is inert', async (name) => {
    const response = await service.request(`/api/audit/${ids.get(name)}/snapshot`);
    expect(response.status).toBe(200);
    const policy = (response.headers.get('content-security-policy') ?? '').split('; ');
    // An empty `sandbox`: no scripts, no forms, no origin, no popups, no navigation of the top (CSP3 §6.3.2).
    expect(policy).toEqual(
      expect.arrayContaining(['sandbox', "default-src 'none'", "form-action 'none'", "base-uri 'none'"]),
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    for (const [header, value] of response.headers) {
      expect(`${header}: ${value}`).not.toMatch(/zz|evil/);
    }
  });
});

describe('a command prints text of a hostile site as text', () => {
  const audited = new Map<PayloadName, AuditedSite>();
  beforeAll(async () => {
    for (const name of NAMES) audited.set(name, await auditSite(domainName(toDomain(name)), web.fetcherOptions));
  });
  const findAudit = (name: PayloadName): AuditedSite => {
    const found = audited.get(name);
    if (found === undefined) throw new Error(`${name} was not audited.`);
    return found;
  };

  test.each(NAMES)('%s, in colour and as Markdown', (name) => {
    const { report } = findAudit(name);
    const text = textReport(report, { color: true, width: 80, evidence: true });
    expect(text).toMatch(/\u001b\[1m/);
    expect(inText(text.replace(/\u001b\[\d+m/g, ''))).toEqual([]);
    expect(inMarkdown(markdownReport(report, { evidence: true }))).toEqual([]);
  });

  test.each(COMMANDS)('citable $words', async ({ words, inspect }) => {
    const file = join(await temporaryFolder(), 'site.json');
    const [command = '', ...more] = words.split(' ').map((word) => (word === 'FILE' ? file : word));
    await writeFile(file, formatSiteFile(findAudit('terminal').site));
    const { stdout, stderr } = await citable(command, toDomain('terminal'), '--from-site', file, ...more);
    expect(stderr).toMatch(
      command === 'llms-txt'
        ? /^citable: [^\n]* lists only 2 pages: [^\n]*\ncitable: [^\n]* has an llms\.txt already, [^\n]*\n$/
        : /^$/,
    );
    expect(inText(stderr)).toEqual([]);
    expect(inspect(stdout)).toEqual([]);
    expect(stdout).toMatch(command === 'badge' ? /^<svg/ : /zz/);
  });

  test('citable diff', async () => {
    const file = join(await temporaryFolder(), 'site.json');
    const { site, report } = findAudit('terminal');
    // Without its pages, the site is worse.
    await writeFile(file, formatSiteFile({ ...site, pages: [] }));
    const evidence = join(await temporaryFolder(), 'evidence.json');
    await writeFile(evidence, JSON.stringify(toJsonReport(report, site, true)));
    for (const [format, inspect] of [
      ['text', inText],
      ['json', inJson],
      ['markdown', inMarkdown],
    ] as const) {
      const { stdout, stderr } = await citable('diff', file, evidence, '--format', format);
      expect(stderr).toBe('');
      expect(inspect(stdout)).toEqual([]);
      expect(stdout).toContain('zz');
    }
  });

  test('a refusal prints it as text, too', async () => {
    const { stdout, stderr } = await citable('audit', PAYLOADS.terminal.replaceAll('\u0000', ''));
    expect(stdout).toBe('');
    expect(inText(stderr)).toEqual([]);
  });
});

test.each([
  ['text', inText, PAYLOADS.terminal],
  ['text', inText, PAYLOADS.lines],
  ['JSON', inJson, JSON.stringify({ text: PAYLOADS.terminal })],
  ['JSON, in a name', inJson, JSON.stringify({ [PAYLOADS.lines]: 1 })],
  ['events', inEvents, `data: ${PAYLOADS.lines}`],
  ['CSV', inCsv, `a,${PAYLOADS.formula}`],
  ['CSV', inCsv, `a,"${PAYLOADS.formula.replaceAll('"', '""')}"\r\n`],
  ['SVG', inSvg, `<svg>${PAYLOADS.markup}</svg>`],
  ['SVG', inSvg, '<svg><a href="https://evil.example/"><text>zz</text></a></svg>'],
  ['HTML', inHtml, `<p>${PAYLOADS.markup}</p>`],
  ['HTML', inHtml, '<p title="x" onfocus="zzactive()">'],
  ['HTML', inHtml, '<a href=" java\tscript:zzactive()">zz</a>'],
  ['Markdown', inMarkdown, `- ${PAYLOADS.markup}`],
  ['Markdown', inMarkdown, `- [x${PAYLOADS.markdown}`],
  ['Markdown', inMarkdown, PAYLOADS.lines.replaceAll(/[\r\u2028\u0085]/g, '')],
])('an inspector of %s finds active content', (_syntax, inspect, body) => {
  expect(inspect(body)).not.toEqual([]);
});
