import { expect, test } from 'vitest';
import { pageAt } from '../../../../test/support/pages.ts';
import { semanticStructure } from './semantic-structure.ts';

const HOME = 'https://example.com/';

test.each([
  ['<main><h1>A</h1><h2>B</h2></main>', []],
  ['<main><h1>A</h1></main><main>B</main>', ['More than one main element on /.']],
  ['<main><h1>A</h1><h1>B</h1></main>', ['Several h1 on /: not known to be a problem.']],
  ['<main><h1>A</h1><h3>B</h3></main>', ['Heading levels are skipped on /: not known to be a problem.']],
  ['<main><h1>A</h1><h2> </h2></main>', ['Headings without text on /.']],
])('of %s is told, and not scored: %j', (html, notes) => {
  const home = pageAt(HOME, html, { kind: 'home' });
  expect(semanticStructure.run({ home, samplePages: [], origin: 'https://example.com' }).notes).toEqual(notes);
});
