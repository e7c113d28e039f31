import { describe, expect, test } from 'vitest';
import { answerOf } from '../../../test/support/answers.ts';
import { printed } from '../../../test/support/proofs.ts';
import { site } from '../../../test/support/reports.ts';
import { domainName } from '../../../test/support/running-service.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { judge } from '../judge.ts';

const O = 'https://example.com';

const headers = { 'content-type': 'text/plain' };

/** The questions about an llms.txt, by their id. */
function questionsOf(llmsTxt: Exchange, llmsTxtLinks: readonly Exchange[] = []) {
  const report = judge({ ...site(domainName('example.com')), llmsTxt, llmsTxtLinks });
  const found = report.findings.find(({ key }) => key === 'llms_txt');
  return Object.fromEntries(found?.questions.map((question) => [question.id, question]) ?? []);
}

test.each([
  ['has faults', 'No title.\n\n## Section\n\nText.\n[A](/a)'],
  ['is no llms.txt', 'Text.'],
])('a redirected file that %s is printed from where the redirect leads', (_what, body) => {
  const redirects = [{ url: `${O}/llms.txt`, status: 301, location: '/en/llms.txt' }];
  const questions = questionsOf(answerOf(`${O}/llms.txt`, { headers, body, redirects, finalUrl: `${O}/en/llms.txt` }));
  const commands = Object.values(questions).flatMap(({ fix }) => fix?.proof.command ?? []);
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) expect(command).toMatch(/^curl -sL .*'https:\/\/example\.com\/llms\.txt'/);
});

test('a file that is announced on another site is asked for there, and no command names that site', () => {
  const { format } = questionsOf(answerOf('https://other.example/llms.txt', { headers, body: '## A\n\n- [A](/a)' }));
  expect(format?.observed[0]?.url).toBe('https://other.example/llms.txt');
  expect(format?.fix?.proof.command).toMatch(/^curl -sL "\$PAGE" \| awk /);
  expect(format?.fix?.proof.expect).toMatch(/, where PAGE is set to the url of the evidence$/);
});

test('a dead link is told as the file has it, where it is redirected too', () => {
  const redirects = [{ url: `${O}/a`, status: 301, location: '/b' }];
  const dead = answerOf(`${O}/a`, { status: 404, redirects, finalUrl: `${O}/b` });
  const body = '# Name\n\n- [A](/a)';
  const { links } = questionsOf(answerOf(`${O}/llms.txt`, { headers, body }), [dead]);
  expect(links?.observed).toMatchObject([{ url: `${O}/a`, status: 404 }]);
});

describe('the proof that the format is followed', () => {
  const FAULTY = ['# Name', '', '## Section', '', 'Text.', '- [A](/a)', '* [B](/b)', ''];
  const GOOD = ['# Name', '', 'Text.', '', '## Section', '', '- [A](/a): note', '- [B](/b)', ''];
  const DEEP = ['# Name', '', '### Deep', '', '## Section', '', '- [A](/a)', ''];

  const proof = (lines: readonly string[]) => {
    const { format } = questionsOf(answerOf(`${O}/llms.txt`, { headers, body: lines.join('\n') }));
    return format?.fix?.proof.command ?? '';
  };

  test.each(['\n', '\r\n'])('counts the lines that do not, where lines end with %j', (end) => {
    const command = proof(FAULTY);
    expect(printed(command, FAULTY.join(end))).toBe('H1 on line 1, 2 faulty lines of 7\n');
    expect(printed(command, GOOD.join(end))).toBe('H1 on line 1, 0 faulty lines of 8\n');
  });

  test('counts a heading that is too deep before the first section', () => {
    expect(printed(proof(DEEP), DEEP.join('\n'))).toBe('H1 on line 1, 1 faulty lines of 7\n');
  });
});
