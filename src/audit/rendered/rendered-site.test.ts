import { describe, expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../../test/support/fixture-web.ts';
import { createPage, createSite } from '../../../test/support/small-sites.ts';
import { gather } from '../../site/gather/gather.ts';
import type { Site } from '../../site/site.ts';
import { judge } from '../judge.ts';
import { type PageInBrowser, renderedPage, sentPages, renderedSite as siteOfPages } from './rendered-site.ts';
import { SeenWords } from './seen-words.ts';

const HOME = 'https://example.com/';
const SHELL = '<!doctype html><html lang="en"><title>App</title><div id="root"></div><script src="/a.js"></script>';

const siteWith = (home: string): Promise<Site> =>
  gather(exampleDomain, { fetcher: fixtureFetcher(parseFixture(`A site.\n\n=== / 200 text/html\n${home}\n`)) });
const NO_FORMS = { forms: 0, fields: 0, labelled: 0, completed: 0, tools: 0 };
const NOTHING_FOUND = {
  missing: 0,
  forms: NO_FORMS,
  controls: [],
  controlCount: 0,
  stoodAfter: 900,
  revealed: null,
  pictures: null,
};
const inBrowser = (html: string | null, more: object = {}): PageInBrowser =>
  html === null ? { html, failure: 'It crashed.' } : { ...NOTHING_FOUND, html, ...more };
const renderedSite = (site: Site, home: PageInBrowser) =>
  siteOfPages(sentPages(site).map((page) => renderedPage(page, home)));

describe('the words of a page', () => {
  const seen = new SeenWords(
    '<p>One two <b>three</b> four</p><p>th<i>ir</i>ty <b>nine</b><b>days</b></p><p>five&amp;six</p><script>seven eight nine</script><p>漢字',
  );

  test.each([
    ['One two three four', 0],
    ['two three, FOUR', 0],
    ['four', 0],
    ['one three', 1],
    ['seven eight nine', 1],
    ['漢字', 0],
    ['One two three and more', 0.4],
    ['five six', 0],
    ['thirty', 0],
    ['nine days', 0],
    ['', 0],
  ])('are in the HTML or not: %s', (text, share) => {
    expect(seen.missing(text)).toBeCloseTo(share);
  });
});

describe('a page in a browser', () => {
  test('has words from scripts, and an excerpt of them in reading order', async () => {
    const { pages, words, fromScripts } = renderedSite(await siteWith(SHELL), inBrowser(createPage('home')));
    expect([words, fromScripts]).toEqual([166, 166]);
    expect(pages).toMatchObject([
      {
        url: HOME,
        sent: { words: 0, headings: 0, canonical: null, title: 'App' },
        after: { words: 166, headings: 2, canonical: HOME, title: 'All about home' },
        differences: ['title', 'canonical'],
        disagreement: null,
      },
    ]);
    expect(pages[0]?.text.slice(0, 2)).toEqual([
      { text: 'All about home', isFromScripts: true },
      { text: 'home in short', isFromScripts: true },
    ]);
    expect(pages[0]?.isCut).toBe(false);
  });

  test('shows what scripts remove, and which robots metas and JSON-LD they set', async () => {
    const after = `<!doctype html><meta name="robots" content="noindex"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product"}</script><p>Gone.</p>`;
    const [page] = renderedSite(await siteWith(createPage('home')), inBrowser(after)).pages;
    expect(page).toMatchObject({
      fromScripts: 1,
      removed: 166,
      removedText: expect.arrayContaining(['All about home']),
      after: { robots: ['*: noindex'], jsonLd: ['Product'] },
      differences: ['title', 'canonical', 'robots', 'jsonLd'],
    });
  });

  test('that was not rendered has no words, and a reason', async () => {
    const { pages, fromScripts } = renderedSite(await siteWith(SHELL), inBrowser(null));
    expect(pages).toMatchObject([{ after: null, failure: 'It crashed.', disagreement: null }]);
    expect(fromScripts).toBe(0);
  });

  test.each([
    ['scripts_add_nothing', SHELL, SHELL],
    [null, SHELL, createPage('home')],
    [null, createPage('home'), createPage('home')],
    ['scripts_add_text', '<!doctype html><html lang="en"><title>A</title><p>Few words here.', createPage('home')],
  ])('agrees with the rule or not: %s', async (disagreement, sent, after) => {
    expect(renderedSite(await siteWith(sent), inBrowser(after)).pages[0]?.disagreement).toBe(disagreement);
  });

  test('that lacks scripts proves nothing against the rule', async () => {
    const [page] = renderedSite(await siteWith(SHELL), inBrowser(SHELL, { missing: 1 })).pages;
    expect(page).toMatchObject({ missing: 1, disagreement: null });
  });

  test('does not take a declarative shadow root for the work of scripts', async () => {
    const text = createPage('home').match(/<main>.*<\/main>/s)?.[0] ?? '';
    const sent = `<!doctype html><html lang="en"><title>A</title><x-a><template shadowrootmode="open">${text}</template></x-a>`;
    const after = `<!doctype html><html lang="en"><title>A</title><x-a>${text}</x-a>`;
    const [page] = renderedSite(await siteWith(sent), inBrowser(after)).pages;
    expect(page).toMatchObject({ fromScripts: 0, removed: 0, faults: ['text_in_shadow'], disagreement: null });
  });

  test('tells apart what is folded away, shown on hover, and comes only after a click', async () => {
    const sent =
      '<!doctype html><html lang="en"><title>A</title><p>Seen at once.<details>Folded as it was sent.</details><ul hidden><li>Boats for sale</ul>';
    const after = `${sent}<p hidden>Folded away by a script.`;
    const lines = ['Folded as it was sent.', 'Folded away by a script.', 'Loaded by the click alone today.'];
    const [page] = renderedSite(
      await siteWith(sent),
      inBrowser(after, {
        revealed: { pressed: 2, folds: 5, lines, hovered: 1, hovers: 3, hoverLines: ['Boats for sale', 'Made'] },
      }),
    ).pages;
    expect(page?.folded).toEqual({
      pressed: 2,
      folds: 5,
      sent: 5,
      byScripts: 5,
      onlyPressed: 6,
      excerpt: ['Loaded by the click alone today.'],
      hovered: 1,
      hovers: 3,
      onHover: 4,
      onHoverSent: 3,
      hoverExcerpt: ['Boats for sale', 'Made'],
    });
  });

  test('is stored within a bound', async () => {
    const long = Array.from({ length: 500 }, (_, n) => `<p>${'word '.repeat(40)}${n}</p>`).join('');
    const controls = Array.from({ length: 60 }, () => ({
      role: 'r'.repeat(500),
      name: 'n'.repeat(500),
      autocomplete: null,
    }));
    const lines = Array.from({ length: 1_200 }, (_, n) => `${'l'.repeat(390)} ${n}`);
    const revealed = { pressed: 12, folds: 12, lines, hovered: 8, hovers: 8, hoverLines: lines };
    const [page] = renderedSite(await siteWith(long), inBrowser(`${SHELL}${long}`, { controls, revealed })).pages;
    expect(page?.isCut).toBe(true);
    expect(JSON.stringify(page).length).toBeLessThan(30_000);
  });

  test('changes no score', async () => {
    const site = await siteWith(SHELL);
    const before = JSON.stringify(judge(site));
    renderedSite(site, inBrowser(createPage('home')));
    expect(JSON.stringify(judge({ ...site }))).toBe(before);
  });

  test('is each page that makes the score', async () => {
    const pages = { home: { links: ['a', 'b'] }, a: {}, b: {} };
    const site = await gather(exampleDomain, { fetcher: fixtureFetcher(parseFixture(createSite(pages))) });
    expect(
      sentPages(site)
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual([HOME, `${HOME}a`, `${HOME}b`]);
  });
});
