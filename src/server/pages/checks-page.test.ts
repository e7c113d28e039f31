import { describe, expect, test } from 'vitest';
import { instance } from '../../../test/support/instance.ts';
import { pageAt } from '../../../test/support/pages.ts';
import { judgeOpening } from '../../audit/checks/answer-content/opening.ts';
import { languagePack, NO_PACK } from '../../audit/content/language-packs.ts';
import { sharedText } from '../../audit/content/shared-text.ts';
import { GATES } from '../../audit/gates.ts';
import { CHECKS, evidenceFor, maxPointsFor, RUBRIC_DATE } from '../../audit/rubric.ts';
import { checkPage } from './check-page.tsx';
import { checksPage } from './checks-page.tsx';

/** Escapes text for HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

test('the page of the checks links to each check with its points, and lists every gate', () => {
  const html = checksPage(instance);
  const points = [...html.matchAll(/<p class="check-points number">(\d+)<\/p>/g)].map(([, number]) => Number(number));
  expect(points).toEqual(CHECKS.map(maxPointsFor));
  for (const { key, label } of CHECKS) expect(html).toContain(`<a href="/checks/${key}">${escaped(label)}</a>`);
  for (const { id, cap } of GATES) expect(html).toMatch(new RegExp(`>${id}</th>.*?<td class="number">${cap}</td>`));
});

test('the page of the checks shows the evidence grade of each question, and that none proves a cause', () => {
  const html = checksPage(instance);
  expect(html).toContain('None of this evidence shows a cause.');
  for (const { key, questions } of CHECKS) {
    for (const [id, { ask }] of Object.entries(questions)) {
      const row = `<a href="/checks/${key}#${id}">${escaped(ask)}</a></td><td>${evidenceFor(key, id)?.grade}</td>`;
      expect(html).toContain(row);
    }
  }
});

describe.each(CHECKS.map((check) => [check.key, check] as const))('the page of %s', (key, check) => {
  const html = checkPage(instance, check);

  test('shows every part of the definition', () => {
    const questions = Object.values(check.questions).flatMap(({ ask, must }) => [ask, ...must]);
    for (const text of [check.label, check.asks, check.why, ...questions, ...check.failsWhen, ...check.neverScored])
      expect(html).toContain(`>${escaped(text)}<`);
    for (const { title, url } of check.sources) expect(html).toContain(`<a href="${url}">${escaped(title)}</a>`);
  });

  test('shows the evidence for each question', () => {
    for (const id of Object.keys(check.questions)) {
      const { says = '', sources = [] } = evidenceFor(key, id) ?? {};
      expect(html).toContain(`>${escaped(says)}<`);
      for (const { url, title } of sources) expect(html).toContain(`href="${url}" rel="noreferrer">${escaped(title)}<`);
    }
  });

  test('opens with its subject, as Citable asks of other sites', () => {
    const page = pageAt(`https://citable.example/checks/${key}`, html);
    const home = pageAt('https://citable.example/', '<title>Citable</title><h1>Citable</h1>');
    const site = sharedText([home, page], 'https://citable.example');
    expect(judgeOpening(page, languagePack('en') ?? NO_PACK, site)).toMatchObject({ passes: true });
  });

  test('has JSON-LD', () => {
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    const nodes: { '@type': string }[] = JSON.parse(json)['@graph'];
    expect(nodes).toContainEqual(
      expect.objectContaining({
        '@type': 'TechArticle',
        headline: check.label,
        url: `https://citable.example/checks/${key}`,
        datePublished: RUBRIC_DATE,
      }),
    );
    expect(nodes.map((node) => node['@type'])).toContain('BreadcrumbList');
    expect(html).toContain(`<link rel="canonical" href="https://citable.example/checks/${key}"/>`);
  });
});
