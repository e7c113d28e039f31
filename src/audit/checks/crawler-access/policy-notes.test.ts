import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../../test/support/exchanges.ts';
import { readPageFacts } from '../../../site/read-response.ts';
import { parseRobotsTxt } from '../../../site/robots/robots-txt.ts';
import type { Page } from '../../site-facts.ts';
import { policyNotes } from './policy-notes.ts';

interface Given {
  readonly robots?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly head?: string;
}

function pageAt(path: string, { headers = {}, head = '' }: Given = {}): Page {
  const url = `https://example.com${path}`;
  const exchange = createExchange(url, { headers: { 'content-type': 'text/html', ...headers }, body: head });
  return { url, exchange, facts: readPageFacts(exchange), kind: 'other', language: null };
}

function listNotes({ robots = '', ...home }: Given, samplePages: readonly Page[] = []): readonly string[] {
  const exchange = createExchange('https://example.com/robots.txt', { body: robots });
  const file = parseRobotsTxt(robots);
  return policyNotes({
    robots: { exchange, availability: 'present', isHtml: false, file },
    home: pageAt('/', home),
    samplePages,
  });
}

test('a site that states nothing gets no note', () => {
  expect(listNotes({ robots: 'User-agent: *\nDisallow: /basket\nHost: example.com' })).toEqual([]);
});

describe('Content-Signal', () => {
  test('is noted with its line, its crawlers, the meaning of each value, and its source', () => {
    const robots = 'User-agent: *\nContent-Signal: search=yes, ai-train=no, use=reference\nAllow: /';
    expect(listNotes({ robots })).toEqual([
      'Content-Signal in robots.txt (line 2), for every crawler without a group of its own: search=yes allows building a search index and showing links with short excerpts (AI summaries are another use); ai-train=no refuses training or fine-tuning AI models; use=reference allows indexing and excerpts with a link back.',
      'Content-Signal is a proposal of Cloudflare (contentsignals.org). It states a preference and blocks no crawler. A use that it does not mention is neither allowed nor refused.',
    ]);
  });

  test('in several groups is noted once', () => {
    const robots = [
      'User-agent: gptbot\nContent-Signal: ai-train=no\nAllow: /',
      'User-agent: *\nContent-Signal: ai-train = no\nAllow: /',
    ].join('\n\n');
    const [first, ...others] = listNotes({ robots });
    expect(first).toContain('(lines 2 and 6), for GPTBot and every crawler without a group of its own: ');
    expect(others).toHaveLength(1);
  });

  test('before the first User-agent line applies to no crawler', () => {
    const notes = listNotes({ robots: 'Content-Signal: search=no\nUser-agent: *\nAllow: /' });
    expect(notes[0]).toContain('before the first User-agent line');
    expect(notes.join()).not.toContain('Decide');
  });

  test('without a known value is noted as such', () => {
    const [first] = listNotes({ robots: 'User-agent: *\nContent-Signal: everything=maybe\nAllow: /' });
    expect(first).toMatch(/it states no use that its specification knows\.$/);
  });

  test('with many different values is cut', () => {
    const groups = Array.from({ length: 7 }, (_, i) => `User-agent: a\nContent-Usage: /${i} train-ai=n\nAllow: /`);
    const notes = listNotes({ robots: groups.join('\n') });
    expect(notes).toHaveLength(6);
    expect(notes[4]).toBe('robots.txt has 3 more statements of this kind.');
  });
});

describe('Content-Usage', () => {
  test('is noted with its path and its draft', () => {
    const [first, second] = listNotes({ robots: 'User-agent: *\nContent-Usage: /books/ train-ai=n\nAllow: /' });
    expect(first).toBe(
      'Content-Usage in robots.txt (line 2), for every crawler without a group of its own, for paths that match /books/: train-ai=n refuses training AI models that generate content.',
    );
    expect(second).toContain('draft-ietf-aipref-vocab-08');
  });

  test('in a header is noted with the pages that send it', () => {
    const headers = { 'content-usage': 'search=y' };
    const notes = listNotes({ headers }, [pageAt('/a', { headers }), pageAt('/b')]);
    expect(notes[0]).toBe(
      'The header Content-Usage on the home page and 1 other judged page: search=y allows search that leads people to the page by a link (summaries are another use).',
    );
    expect(notes).toHaveLength(2);
  });
});

describe('a contradiction', () => {
  const rules = (...lines: readonly string[]) => ['User-agent: *', ...lines].join('\n');

  test.each([
    [
      'search refused to crawlers that are let in',
      rules('Content-Signal: search=no', 'Allow: /'),
      [
        'robots.txt lets Googlebot, OAI-SearchBot, bingbot, PerplexityBot, Claude-SearchBot and Applebot fetch the home page, but Content-Signal search=no (line 2) asks not to use it for search. Decide which is meant.',
      ],
    ],
    [
      'answers refused to crawlers that come for them',
      rules('Content-Signal: search=yes, ai-input=no', 'Disallow:'),
      [
        'robots.txt lets OAI-SearchBot, PerplexityBot, Claude-SearchBot, Claude-User, MistralAI-User and DuckAssistBot fetch the home page, but Content-Signal ai-input=no (line 2) asks not to use it for AI answers. Decide which is meant.',
      ],
    ],
    [
      'search refused while answers are allowed',
      rules('Content-Signal: search=no, ai-input=yes', 'Disallow:'),
      [
        'robots.txt lets Googlebot, bingbot and Applebot fetch the home page, but Content-Signal search=no (line 2) asks not to use it for search. Decide which is meant.',
      ],
    ],
    [
      'search allowed to crawlers that are shut out',
      'User-agent: bingbot\nContent-Usage: search=y\nDisallow: /',
      [
        'Content-Usage search=y (line 2) allows search, but robots.txt blocks bingbot from the home page. Decide which is meant.',
      ],
    ],
    [
      'two statements that differ',
      rules('Content-Signal: ai-train=yes', 'Content-Usage: train-ai=n', 'Allow: /'),
      [
        expect.stringMatching(
          /^For GPTBot, .*, these contradict each other on the home page: Content-Signal ai-train=yes \(line 2\) and Content-Usage train-ai=n \(line 3\)\./,
        ),
      ],
    ],
    ['none: training refused to crawlers that are let in', rules('Content-Signal: ai-train=no', 'Allow: /'), []],
    [
      'none: a crawler with a group of its own',
      `${rules('Content-Signal: ai-train=yes', 'Allow: /')}\n\nUser-agent: GPTBot\nDisallow: /`,
      [],
    ],
    ['none: a path that is not the home page', rules('Content-Usage: /shop/ search=n', 'Allow: /'), []],
    [
      'none: the home page excepted by the longer path',
      rules('Content-Usage: search=n', 'Content-Usage: / search=y', 'Allow: /'),
      [],
    ],
  ])('%s', (_what, robots, expected) => {
    const told = listNotes({ robots }).filter((note) => /Decide|contradict/.test(note));
    expect(told).toEqual(expected);
  });

  test('between robots.txt and a header is noted', () => {
    const notes = listNotes({
      robots: rules('Content-Signal: search=yes', 'Allow: /'),
      headers: { 'content-usage': 'search=n' },
    });
    expect(notes.join()).toContain('Content-Signal search=yes (line 2) and Content-Usage search=n (header)');
  });

  test('is not noted for a header alone that a blocked crawler never sees', () => {
    const notes = listNotes({ robots: rules('Disallow: /'), headers: { 'content-usage': 'search=y' } });
    expect(notes.join()).not.toContain('Decide');
  });

  test('follows the group that a crawler falls back to', () => {
    const robots = 'User-agent: Googlebot\nContent-Signal: search=no\nAllow: /';
    expect(listNotes({ robots }).join()).toContain('lets Googlebot and Applebot fetch');
  });
});

describe('a licence', () => {
  test('is noted with its meaning in RSL', () => {
    const [note, ...others] = listNotes({
      robots: 'License: https://example.com/license.xml\nUser-agent: *\nAllow: /',
    });
    expect(note).toContain('https://example.com/license.xml (line 1)');
    expect(others).toEqual([]);
  });

  test('without an absolute URL is not RSL', () => {
    expect(listNotes({ robots: 'License: MIT\nLicense: /license.xml' })).toEqual([]);
  });
});

describe('tdm-reservation', () => {
  test.each([
    ['1', 'tdm-reservation on the home page: 1, the rights to text and data mining are reserved.'],
    ['0', 'tdm-reservation on the home page: 0, the rights to text and data mining are not reserved.'],
    ['yes', 'tdm-reservation on the home page: its value is neither 0 nor 1, so it states nothing.'],
  ])('%s is told as what it means', (value, note) => {
    expect(listNotes({ headers: { 'tdm-reservation': value } })[0]).toBe(note);
    expect(listNotes({ head: `<meta name="TDM-Reservation" content=" ${value} ">` })[0]).toBe(note);
  });

  test('in a meta element precedes the header, and names its terms', () => {
    const head = '<meta name=tdm-reservation content=1><meta name=tdm-policy content="https://example.com/tdm.json">';
    const [note] = listNotes({ head, headers: { 'tdm-reservation': '0' } });
    expect(note).toMatch(/: 1, .* Terms: https:\/\/example\.com\/tdm\.json\.$/);
  });
});

test('notes on a file of many lines take linear time', () => {
  const names = Array.from({ length: 9_000 }, (_, i) => `User-agent: bot${'x'.repeat(i % 20)}`).join('\n');
  const signals = Array.from({ length: 10_000 }, (_, i) => `Content-Usage: /${i} search=n`).join('\n');
  expect(listNotes({ robots: `${names}\n${signals}\nAllow: /` }).length).toBeLessThan(10);
});
