import { expect, test } from 'vitest';
import { answerOf } from '../../../test/support/answers.ts';
import { site } from '../../../test/support/reports.ts';
import { domainName } from '../../../test/support/running-service.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { judge } from '../judge.ts';

const O = 'https://example.com';

/** The questions about an llms.txt, by their id. */
function questionsOf(llmsTxt: Exchange) {
  const report = judge({ ...site(domainName('example.com')), llmsTxt });
  const found = report.findings.find(({ key }) => key === 'llms_txt');
  return Object.fromEntries(found?.questions.map((question) => [question.id, question]) ?? []);
}

test.each([
  ['has faults', 'No title.\n\n## Section\n\nText.\n[A](/a)'],
  ['is no llms.txt', 'Text.'],
])('a redirected file that %s is printed from where the redirect leads', (_what, body) => {
  const headers = { 'content-type': 'text/plain' };
  const redirects = [{ url: `${O}/llms.txt`, status: 301, location: '/en/llms.txt' }];
  const questions = questionsOf(answerOf(`${O}/llms.txt`, { headers, body, redirects, finalUrl: `${O}/en/llms.txt` }));
  const commands = Object.values(questions).flatMap(({ fix }) => fix?.proof.command ?? []);
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) expect(command).toMatch(/^curl -sL .*'https:\/\/example\.com\/llms\.txt'/);
});
