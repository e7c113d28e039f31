import { expect, test } from 'vitest';
import { redirectLines } from './redirect-lines.ts';

const URL = 'https://citable.example/llms/example.com.txt?tier=vip';

test('ten stacks redirect to the hosted file, and none for good', () => {
  const all = redirectLines(URL);
  expect(all).toHaveLength(10);
  for (const { lines } of all) {
    expect(lines).toContain(URL);
    expect(lines).not.toMatch(/\b30[18]\b|permanent": ?true/);
  }
});

test('the JSON files can be parsed', () => {
  const byStack = new Map(redirectLines(URL).map(({ stack, lines }) => [stack, lines]));
  expect(JSON.parse(byStack.get('Vercel') ?? '')).toEqual({
    redirects: [{ source: '/llms.txt', destination: URL, permanent: false }],
  });
  expect(JSON.parse(byStack.get('Firebase Hosting') ?? '')).toMatchObject({ hosting: { redirects: [{ type: 302 }] } });
});
