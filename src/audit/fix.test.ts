import { expect, test } from 'vitest';
import { printed } from '../../test/support/proofs.ts';
import { html } from './fix.ts';

test.each(['\n', '\r\n', '\t'])('a tag that is broken by %j is found in the HTML that a command prints', (space) => {
  const body = `<main>${space}<h1${space}class="a"${space}id="b">Title</h1>${space}</main>${space}`;
  const found = printed(`${html('https://example.com/')} | grep -oE '<h1[ >][^<]*'`, body);
  expect(found.replace(/\s+/g, ' ')).toBe('<h1 class="a" id="b">Title ');
});
