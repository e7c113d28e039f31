import { expect, test } from 'vitest';
import { type IssuePlace, issue, withFewerPlaces } from './site-issue.ts';

const places = (n: number, length: number): readonly IssuePlace[] =>
  Array.from({ length: n }, () => ({ url: 'x'.repeat(length), other: null, line: null }));

const listIssues = (...all: (readonly IssuePlace[])[]) => all.flatMap((one) => issue('orphan', one, 'It is one.'));

test.each([
  ['fewer places than there is room for all stay', listIssues(places(3, 20), places(4, 20)), 10, [3, 4]],
  [
    'an issue with few places keeps all, and the others share the rest',
    listIssues(places(2, 20), places(50, 20)),
    10,
    [2, 8],
  ],
  ['long addresses take more room', listIssues(places(2, 20), places(50, 2_000)), 22, [2, 2]],
])('%s', (_, issues, most, expected) => {
  const limited = withFewerPlaces(issues, most);
  expect(limited.map((one) => one.places.length)).toEqual(expected);
  expect(limited.map(({ count }) => count)).toEqual(issues.map(({ count }) => count));
});
