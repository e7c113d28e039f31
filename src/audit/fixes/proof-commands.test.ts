import { expect, test } from 'vitest';
import { printed } from '../../../test/support/proofs.ts';
import { curl, html } from './proof-commands.ts';

test.each(['\n', '\r\n', '\t'])('a tag that is broken by %j is found in the HTML that a command prints', (space) => {
  const body = `<main>${space}<h1${space}class="a"${space}id="b">Title</h1>${space}</main>${space}`;
  const found = printed(`${html('https://example.com/')} | grep -oE '<h1[ >][^<]*'`, body);
  expect(found.replace(/\s+/g, ' ')).toBe('<h1 class="a" id="b">Title ');
});

test.each([
  ['https://example.com/a[1-999]?tags[]={a,b}', 'https://example.com/a%5B1-999%5D?tags%5B%5D=%7Ba,b%7D'],
  ['http://[::1]:8080/[a]', 'http://[::1]:8080/%5Ba%5D'],
])('curl requests %s alone, and not what it would expand to', (url, requested) => {
  expect(curl(url)).toBe(`curl -sL '${requested}'`);
});
