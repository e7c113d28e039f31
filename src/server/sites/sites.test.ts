import { describe, expect, test } from 'vitest';
import { type SiteQuery, type SortedSite, selectSites } from './select-sites.ts';
import { readEntries, splitList } from './sites.ts';

const PUBLIC = { allowPrivate: false };

describe('a pasted list', () => {
  test('has sites and pages, however they are separated, each site once', () => {
    const text = 'example.com\r\nhttps://example.org/a?b#c, EXAMPLE.com.;\tmünchen.de   https://example.com/';
    expect(readEntries(splitList(text), PUBLIC)).toEqual({
      domains: ['example.com', 'example.org', 'xn--mnchen-3ya.de'],
      refused: [],
    });
    expect(readEntries(splitList(' \n,; '), PUBLIC)).toEqual({ domains: [], refused: [] });
  });

  test('tells of each entry that is not a website what it is', () => {
    const { domains, refused } = readEntries(
      splitList('someone@example.com 192.0.2.1 localhost localhost a.com'),
      PUBLIC,
    );
    expect(domains).toEqual(['a.com']);
    expect(refused.map(({ input, problem }) => `${input}: ${problem.slice(0, 60)}`)).toEqual([
      'someone@example.com: "someone@example.com" is an e-mail address; the domain of a ',
      '192.0.2.1: "192.0.2.1" is an IP address; a domain is needed.',
      'localhost: "localhost" is not a public name; only sites on the public i',
    ]);
  });
});

function site(domain: string, score: number | null, more: Partial<SortedSite> = {}): SortedSite {
  const newest = score === null ? null : { id: domain, score, verdict: null, worstProblem: null, finishedAt: '2026' };
  return {
    domain,
    schedule: 'off',
    isPublished: false,
    newest,
    previousScore: null,
    failed: null,
    change: null,
    aiVisits: null,
    ...more,
  };
}

describe('selecting', () => {
  const ALL = [
    site('c.com', 90, { change: -5, aiVisits: { file: 1, pages: 2 } }),
    site('a.com', 20, { change: 7 }),
    site('xn--mnchen-3ya.de', 60, { aiVisits: { file: 9, pages: null } }),
    site('b.com', null),
    site('d.com', 40, { failed: { id: 'f', finishedAt: '2027' } }),
  ];
  const names = (query: Partial<SiteQuery>) =>
    selectSites(ALL, { search: '', result: null, sort: 'name', page: 1, ...query }).map(({ domain }) => domain[0]);

  test.each<[Partial<SiteQuery>, string]>([
    [{}, 'abcdx'],
    [{ sort: '-name' }, 'xdcba'],
    [{ sort: 'score' }, 'adxcb'],
    [{ sort: '-score' }, 'cxdab'],
    [{ sort: 'change' }, 'cabdx'],
    [{ sort: '-change' }, 'acbdx'],
    [{ sort: '-visits' }, 'xcabd'],
    [{ sort: '-audited' }, 'dacxb'],
    [{ search: 'MÜNCH' }, 'x'],
    [{ search: 'xn--' }, 'x'],
    [{ search: '.com', result: 'good' }, 'c'],
    [{ result: 'poor' }, 'a'],
    [{ result: 'failed' }, 'd'],
    [{ result: 'none' }, 'b'],
  ])('%j', (query, expected) => {
    expect(names(query).join('')).toBe(expected);
  });
});
