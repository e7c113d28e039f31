import { describe, expect, test } from 'vitest';
import { instantAudit, startService } from '../support/running-service.ts';

const BASE_URL = 'https://citable.example';

async function apiPage(): Promise<{ readonly html: string; readonly headers: Headers }> {
  const { request } = await startService(instantAudit, { BASE_URL });
  const response = await request('/api');
  expect(response.status).toBe(200);
  return { html: await response.text(), headers: response.headers };
}

describe('/api', () => {
  test('has a part for every operation of the OpenAPI document, with its parameters and answers', async () => {
    const { request } = await startService(instantAudit, { BASE_URL });
    const html = await (await request('/api')).text();
    const { paths } = JSON.parse(await (await request('/openapi.json')).text());
    const [intro, ...parts] = html.split('<section class="api-operation"');
    let operations = 0;
    for (const [path, methods] of Object.entries<
      Record<string, { parameters?: { name: string }[]; responses: Record<string, { description: string }> }>
    >(paths)) {
      for (const [method, { parameters = [], responses }] of Object.entries(methods)) {
        operations += 1;
        const part = parts.find((one) => one.includes(`>${method.toUpperCase()}</span> <code>${path}</code>`));
        for (const { name } of parameters) expect(part).toContain(`<code>${name}</code>`);
        for (const [status, { description }] of Object.entries(responses)) {
          const term = `<dt class="number">${status}</dt>`;
          expect(`${intro}`.includes(`${term}<dd>${description}`) || part?.includes(term) === true).toBe(true);
        }
        expect(part).toContain(`curl &#39;${BASE_URL}`.replace('&#39;', "'"));
      }
    }
    expect(parts).toHaveLength(operations);
    // Fields of named schemas, which the document refers to.
    expect(parts.find((part) => part.includes('id="get-api-audit-id"'))).toContain('<code>score_impact</code>');
  });

  test('gives commands that can be run as they stand', async () => {
    const { html } = await apiPage();
    expect(html).toContain(`curl '${BASE_URL}/api/audit?domain=example.com'`);
    expect(html).toContain(`curl '${BASE_URL}/llms/example.com.txt'`);
    expect(html).toMatch(/-X POST \\\n {2}-H 'Content-Type: application\/json' -d '\{&quot;domain&quot;/);
    expect(html).toContain(`-d '{&quot;badge&quot;:{&quot;label&quot;`);
    expect(html).toContain(`${BASE_URL}/api/audit/ID/changes?since=ID'`);
    expect(html).toMatch(/traffic' \\\n(?:.*\\\n)+.*--data-binary @access\.log/);
    expect(html).toMatch(/visits' \\\n {2}-H &quot;Authorization: Bearer \$CITABLE_API_KEY&quot;/);
  });

  test('is held to the policy of all pages, and shows what needs a script only where there is one', async () => {
    const { html, headers } = await apiPage();
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(html).not.toMatch(/<script(?! type="(?:module|application\/ld\+json)")/);
    expect(html.match(/data-try="?(?:true)?"? hidden/g)?.length).toBe(html.match(/data-try/g)?.length);
  });

  test('takes nothing from the interface: other methods and the paths below it answer as before', async () => {
    const { request } = await startService(instantAudit);
    const html = { headers: { accept: 'text/html' } };
    const post = await request('/api', { method: 'POST', ...html });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const below = await request('/api/', html);
    expect([below.status, below.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect((await request('/api/audit', { method: 'PUT', ...html })).headers.get('content-type')).toMatch(/json/);
  });
});
