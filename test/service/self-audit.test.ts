import { expect, test } from 'vitest';
import { auditSite } from '../../src/engine/audit-site.ts';
import { aboutUrl } from '../../src/values/config.ts';
import { behindTls } from '../support/behind-tls.ts';
import { domainName, instantAudit, startService } from '../support/running-service.ts';

const GPTBOT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';

// The pages that are judged beside the home page depend on the name.
test.each([
  ['citable.dev', 0],
  ['audits.example.com', 3],
  ['q.app', 0],
  ['readiness.ai', 0],
])('Citable, served as %s, gets 100 of its own points', async (host, visits) => {
  const settings = { BASE_URL: `https://${host}` };
  const { url, request } = await startService(instantAudit, settings);
  for (let visit = 0; visit < visits; visit += 1) {
    await request('/llms/example.com.txt', { headers: { 'user-agent': GPTBOT } });
  }
  const { port, ca } = await behindTls(host, url);
  const { report } = await auditSite(domainName(host), {
    about: aboutUrl(settings),
    connectTo: [{ host, port: null, address: '127.0.0.1', addressPort: port }],
    ca: [ca],
  });
  const lost = report.findings.flatMap(({ key, questions }) =>
    questions
      .filter(({ earned, maxPoints }) => earned < maxPoints)
      .map(({ id, observed }) => `${key} ${id}: ${observed.map(({ url: at, note }) => `${at} ${note}`).join('; ')}`),
  );
  expect(lost).toEqual([]);
  expect(report).toMatchObject({ outcome: 'done', score: 100 });
});
