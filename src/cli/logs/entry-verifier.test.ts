import { expect, test } from 'vitest';
import { classifyVisit } from '../../crawlers/classify.ts';
import { createEntryVerifier } from './entry-verifier.ts';

const DAY = 86_400_000;
const FETCHED_AT = Date.UTC(2026, 10, 20);
const verify = createEntryVerifier({
  fetchedAt: FETCHED_AT,
  files: { 'https://openai.com/gptbot.json': ['20.171.206.0/24', '2a02:6b8::/32'] },
});

function verdict(agent: string, address: string | null, time: number | null = FETCHED_AT - DAY) {
  const entry = { time, address, host: null, method: 'GET', target: '/', status: 200, bytes: 0, referer: null };
  return verify({ ...entry, userAgent: agent }, classifyVisit({ userAgent: agent, referer: null, url: '/' }));
}

test.each([
  ['GPTBot/1.2', '20.171.206.9', 'verified'],
  ['GPTBot/1.2', '::ffff:20.171.206.9', 'verified'],
  ['GPTBot/1.2', '2a02:6b8::7', 'verified'],
  ['GPTBot/1.2', '20.171.207.9', 'spoofed'],
  ['GPTBot/1.2', '2a02:6b9::7', 'spoofed'],
  // No address of a client on the internet.
  ['GPTBot/1.2', '10.0.0.1', 'unverified'],
  ['GPTBot/1.2', 'nonsense', 'unverified'],
  ['GPTBot/1.2', null, 'unverified'],
  // Its file was not read, and one that the registry does not know.
  ['ClaudeBot/1.0', '20.171.207.9', 'unverified'],
  ['NewAIBot/1.0', '20.171.207.9', 'unverified'],
  // Also identified by the DNS, which is not asked.
  ['CCBot/2.0', '20.171.207.9', 'unverified'],
  ['Mozilla/5.0 Chrome/126.0.0.0 Safari/537.36', '20.171.206.9', 'unverified'],
])('%s from %s is %s', (agent, address, expected) => {
  expect(verdict(agent, address)).toBe(expected);
});

test('a request at another time is verified by the ranges, and never called spoofed', () => {
  for (const time of [FETCHED_AT - 8 * DAY, FETCHED_AT + 8 * DAY, null]) {
    expect(verdict('GPTBot/1.2', '20.171.206.9', time)).toBe('verified');
    expect(verdict('GPTBot/1.2', '20.171.207.9', time)).toBe('unverified');
  }
});
