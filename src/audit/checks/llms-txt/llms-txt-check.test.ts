import { expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { site } from '../../../../test/support/reports.ts';
import { domainName } from '../../../../test/support/running-service.ts';
import type { Exchange } from '../../../fetch/exchange.ts';
import { judge } from '../../judge.ts';

const O = 'https://example.com';

const headers = { 'content-type': 'text/plain' };

/** The questions about an llms.txt, by their id. */
function judgeQuestions(llmsTxt: Exchange, llmsTxtLinks: readonly Exchange[] = []) {
  const report = judge({ ...site(domainName('example.com')), llmsTxt, llmsTxtLinks });
  const found = report.findings.find(({ key }) => key === 'llms_txt');
  return Object.fromEntries(found?.questions.map((question) => [question.id, question]) ?? []);
}

test('the proof for a redirected file that is not an llms.txt follows the redirect', () => {
  const redirects = [{ url: `${O}/llms.txt`, status: 301, location: '/en/llms.txt' }];
  const answer = createExchange(`${O}/llms.txt`, { headers, body: 'Text.', redirects, finalUrl: `${O}/en/llms.txt` });
  expect(judgeQuestions(answer)['harmless']?.fix?.proof?.command).toMatch(
    /^curl -sL .*'https:\/\/example\.com\/llms\.txt'/,
  );
});

test('a file that is sent as a web page is told', () => {
  const notesOn = (type: string) => {
    const llmsTxt = createExchange(`${O}/llms.txt`, { headers: { 'content-type': type }, body: '# Name\n\n- [A](/a)' });
    const report = judge({ ...site(domainName('example.com')), llmsTxt, llmsTxtLinks: [] });
    return report.findings.find(({ key }) => key === 'llms_txt')?.notes.filter((note) => note.includes('text/html'));
  };
  expect(notesOn('text/html')).toHaveLength(1);
  expect(notesOn('text/markdown')).toEqual([]);
});

test('an announced file on another site is requested there, and no command names that site', () => {
  const { format: links } = judgeQuestions(
    createExchange('https://other.example/llms.txt', { headers, body: '# Name' }),
  );
  expect(links?.observed[0]?.url).toBe('https://other.example/llms.txt');
  expect(links?.fix?.proof?.command).toMatch(/^curl -sL "\$PAGE" \| grep /);
  expect(links?.fix?.proof?.expect).toMatch(/, where PAGE is set to the url of the evidence$/);
});

test('a dead link is quoted as the file has it, even if it redirects', () => {
  const redirects = [{ url: `${O}/a`, status: 301, location: '/b' }];
  const dead = createExchange(`${O}/a`, { status: 404, redirects, finalUrl: `${O}/b` });
  const body = '# Name\n\n- [A](/a)';
  const { format: links } = judgeQuestions(createExchange(`${O}/llms.txt`, { headers, body }), [dead]);
  expect(links?.observed).toMatchObject([{ url: `${O}/a`, status: 404 }]);
});

test.each(['{{ site.title }}', '[Your site name]', 'Project Name', '%SITE_NAME%', 'undefined'])(
  'an H1 %s does not count as a name',
  (h1) => {
    const body = `# ${h1}\n\n## Pages\n\n- [Tides](https://example.com/)\n`;
    const report = judge({
      ...site(domainName('example.com')),
      llmsTxt: createExchange(`${O}/llms.txt`, { headers, body }),
    });
    const questions = report.findings.find(({ key }) => key === 'llms_txt')?.questions ?? [];
    expect(questions.find(({ id }) => id === 'format')?.observed).toContainEqual(
      expect.objectContaining({ note: 'The H1 is what a template has in place of a name.', text: h1 }),
    );
  },
);

test('a file of bare URLs is reported for its lack of Markdown links, and not for dead links', () => {
  const body = '# Name\n# A second name\n\n## Pages\n\nhttps://example.com/a\n';
  const report = judge({
    ...site(domainName('example.com')),
    llmsTxt: createExchange(`${O}/llms.txt`, { headers, body }),
  });
  const found = report.findings.find(({ key }) => key === 'llms_txt');
  expect(found?.details).toMatch(/^\/llms\.txt has 1 section and no Markdown link; 2 lines would fail a strict parser/);
  const questions = Object.fromEntries(found?.questions.map((question) => [question.id, question]) ?? []);
  expect(questions['format']?.problem).toBe('llms.txt has no Markdown links.');
  expect(questions['format']?.observed).toContainEqual(
    expect.objectContaining({ note: 'A second H1, or a heading below H2.', line: 2 }),
  );
});
