import { expect, test } from 'vitest';
import { redactor } from './own-secrets.ts';

test.each([
  ['Authorization', 'Basic dXNlcjpodW50ZXIyJjE=', 'Basic dXNlcjpodW50ZXIyJjE='],
  ['Authorization', 'Basic dXNlcjpodW50ZXIyJjE=', 'user:hunter2&1 hunter2&amp;1 hunter2%261 user%3Ahunter2%261'],
  ['Authorization', 'Bearer s3cret"token', 's3cret"token s3cret&quot;token s3cret\\"token'],
  ['Cookie', 'a=b; session=s3cret/token', 'session: s3cret/token, s3cret%2Ftoken, s3cret%2ftoken'],
  ['X-Preview', 'tok3n', `TOK3N ${Buffer.from('tok3n').toString('base64')}`],
])('%s: %s is replaced in %s', (name, value, text) => {
  expect(redactor([[name, value]], 'example.com')(text)).not.toMatch(/hunter2|s3cret|tok3n|aHVudGVy|dG9rM24|dXNlcj/i);
});

test('short values, and parts of the domain, stay', () => {
  const redact = redactor(
    [
      ['X-Other', 'true'],
      ['X-Site', 'example'],
    ],
    'example.com',
  );
  expect(redact('true of https://example.com/')).toBe('true of https://example.com/');
});
