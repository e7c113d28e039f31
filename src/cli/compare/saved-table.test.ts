import { expect, test } from 'vitest';
import { parseSavedTable } from './saved-table.ts';

const RUBRIC = 3;

/** Returns the text of a saved site. */
function saved({ url = 'https://example.com/a', question = 'metadata.title', rubricVersion = RUBRIC }): string {
  const rows = [{ url, indexability: 'indexable', lost: 1, losses: [[0]] }];
  return JSON.stringify({ domain: 'example.com', pageTable: { rubricVersion, causes: [{ question }], rows } });
}

test('the page table of a saved site is read, and nothing in it is active', () => {
  expect(parseSavedTable(saved({}), RUBRIC)?.rows).toMatchObject([{ url: 'https://example.com/a', losses: [[0]] }]);
  const [row] = parseSavedTable(saved({ url: 'https://example.com/\u001b[2J\u202e' }), RUBRIC)?.rows ?? [];
  expect(row?.url).toBe('https://example.com/%1B[2J%E2%80%AE');
});

test.each([
  ['without one', '{"domain":"example.com"}'],
  ['that is not JSON', '{'],
  ['of another rubric', saved({ rubricVersion: 2 })],
  ['with what is not a URL', saved({ url: '/a' })],
  ['with what is not a question', saved({ question: 'metadata.title\u001b[2J' })],
])('a file %s has none', (_, text) => expect(parseSavedTable(text, RUBRIC)).toBeNull());
