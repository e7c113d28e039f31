import { expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../../test/support/fixture-web.ts';
import type { FetchRequest } from '../../fetch/exchange.ts';
import { requestMarkdown } from '../../site/gather/agent-markdown.ts';
import { gather } from '../../site/gather/gather.ts';
import { parseRobotsTxt } from '../../site/robots/robots-txt.ts';
import { markdownFindings } from './markdown-findings.ts';

const ORIGIN = 'https://example.com';
const SENTENCE = 'The tide at Wick rises three metres on a spring day. ';
const MAIN = `<main><h1>Tides of Wick</h1><p>${SENTENCE.repeat(9)}<p>See <a href="/start">the start</a>.<h2>Times</h2><p>Twice a day.</main>`;
const WHOLE = `# Tides of Wick\n\n${SENTENCE.repeat(9)}\n\nSee [the start](${ORIGIN}/start.md).\n\n## Times\n\nTwice a day.\n`;
const MARKDOWN = { 'content-type': 'text/markdown; charset=utf-8', vary: 'Accept-Encoding, Accept' };
const ABSENT = { status: 404, body: 'no' };

type Response = Parameters<typeof createExchange>[1];

/** What is found on a site whose home page is HTML, and that sends this to all other requests. */
async function found(answer: (request: FetchRequest) => Response, head = '', llmsTxt = '') {
  const fixture = `A site.\n\n=== / 200 text/html\nvary: Accept\n\n<!doctype html><title>Tides</title>${head}${MAIN}\n${llmsTxt}`;
  const fetcher = fixtureFetcher(parseFixture(fixture));
  const site = await gather(exampleDomain, { fetcher });
  const home = { ...site.home, headers: { ...site.home.headers, vary: 'Accept' } };
  const fetch = async (request: FetchRequest) => createExchange(request.url, answer(request) ?? {});
  const responses = await requestMarkdown({ home, pages: [] }, parseRobotsTxt(''), { ...fetcher, fetch });
  const findings = markdownFindings({ ...site, home }, responses).filter(({ name }) => !name.startsWith('HTML'));
  return findings.map(({ name, url, state, faults }) => [name, url, state, faults]);
}

const prefersHtml = ({ accept = '' }: FetchRequest) => accept.startsWith('text/html');

test('Markdown that is sent as agents ask for it has no fault', async () => {
  const findings = await found((request) => {
    if (request.url.endsWith('.md')) return ABSENT;
    return prefersHtml(request)
      ? { body: `<!doctype html>${MAIN}`, headers: { 'content-type': 'text/html' } }
      : { body: WHOLE, headers: MARKDOWN };
  });
  expect(findings).toEqual([
    ['Markdown by Accept', `${ORIGIN}/`, 'found', []],
    ['Markdown twin', `${ORIGIN}/index.md`, 'absent', []],
  ]);
});

test('has its faults: its type, Vary, q-values, and what it lacks of the page', async () => {
  const cut = { body: `# Tides of Wick\n\n${SENTENCE}`, headers: { 'content-type': 'text/plain' } };
  const [sent] = await found(({ url }) => (url.endsWith('.md') ? ABSENT : cut));
  expect(sent?.[3]).toEqual([
    'Its Content-Type is text/plain, not text/markdown.',
    'Vary does not name Accept in both responses: a cache may send Markdown to browsers.',
    'It is sent to clients that prefer HTML, too (q-values, RFC 9110 §12.5.1).',
    'It has 14 words, the main text of the page 109.',
    'It lacks 1 of 2 headings of the page.',
    'It lacks 1 of 1 links in the text of the page.',
  ]);
});

test('a twin is found by its name, or as the page names it', async () => {
  const twin = ({ url }: FetchRequest) => (url.endsWith('.md') ? { body: WHOLE, headers: MARKDOWN } : ABSENT);
  const [, guessed] = await found(twin);
  expect(guessed).toEqual([
    'Markdown twin',
    `${ORIGIN}/index.md`,
    'found',
    [expect.stringContaining('does not name it')],
  ]);
  const link = '<link rel="alternate" type="text/markdown" href="/md/home.md">';
  const [, named] = await found(twin, link);
  expect(named).toEqual(['Markdown twin', `${ORIGIN}/md/home.md`, 'found', []]);
  const [, missing] = await found(() => ABSENT, link);
  expect(missing?.[3]).toEqual(['The page names it, but it does not exist.']);
});

test('a site with an llms.txt learns how pages name it', async () => {
  const file = '\n=== /llms.txt 200 text/plain\n# Tides\n';
  const [, , unnamed] = await found(() => ABSENT, '', file);
  expect(unnamed?.[3]).toEqual([expect.stringContaining(`Link: <${ORIGIN}/llms.txt>; rel="describedby"`)]);
  const [, , named] = await found(() => ABSENT, '<link rel="describedby" href="/llms.txt">', file);
  expect(named).toEqual(['llms.txt', `${ORIGIN}/llms.txt`, 'found', []]);
});

test('Markdown of brackets alone is read in linear time', async () => {
  for (const brackets of ['[', '[](', '[a](b(']) {
    const body = `# Tides\n\n${brackets.repeat(300_000)}`;
    const [sent] = await found(({ url }) => (url.endsWith('.md') ? ABSENT : { body, headers: MARKDOWN }));
    expect(sent?.[3]).toContain('It lacks 2 of 2 headings of the page.');
  }
});

/** What is found on one page: its HTML, and the Markdown that it sends. */
async function listFindings(html: string, markdown: string) {
  const site = await gather(exampleDomain, {
    fetcher: fixtureFetcher(parseFixture('A site.\n\n=== / 200 text/html\n\n<p>')),
  });
  const page = createExchange(`${ORIGIN}/`, { body: html, headers: { 'content-type': 'text/html' } });
  const sent = createExchange(`${ORIGIN}/`, { body: markdown, headers: MARKDOWN });
  const absent = createExchange(`${ORIGIN}/index.md`, ABSENT);
  const response = { page, preferred: sent, secondary: null, twin: { exchange: absent, isNamed: false } };
  const [ofHtml, ofMarkdown] = markdownFindings(site, [response]);
  return { ofHtml, ofMarkdown };
}

test('pages and Markdown beyond the limits of readers are told, with where the content begins', async () => {
  const script = `<script>${'x'.repeat(120_000)}</script>`;
  const { ofHtml, ofMarkdown } = await listFindings(
    `<!doctype html><title>T</title>${script}${MAIN}`,
    'x '.repeat(130_000),
  );
  expect(ofHtml?.measured).toBe('118 KiB of HTML, main text from 117 KiB on, 563 characters as Markdown.');
  expect(ofHtml?.faults).toEqual([
    'It has 118 KiB, of which Crush reads 100 KiB.',
    'Its main text begins behind that, at 117 KiB.',
  ]);
  expect(ofMarkdown?.measured).toBe('260,000 characters, without a heading.');
  expect(ofMarkdown?.faults).toEqual(
    expect.arrayContaining(['Its text has 260,000 characters, of which Gemini CLI reads 250,000.']),
  );
  const small = await listFindings(`<!doctype html><title>T</title>${MAIN}`, `---\ntitle: T\n---\n${WHOLE}`);
  expect([small.ofHtml?.faults, small.ofMarkdown?.measured]).toEqual([[], '584 characters, first heading at 17.']);
});

test('tab panels that the Markdown lacks or the HTML leaves to scripts are told', async () => {
  const tab = (id: string) => `<button role=tab aria-controls=${id}>${id}</button>`;
  const panel = (id: string, text: string) => `<div role=tabpanel id=${id} hidden>${text}</div>`;
  const page = (...panels: string[]) =>
    `<!doctype html><title>T</title>${MAIN.replace('</main>', `${tab('npm')}${tab('yarn')}${tab('deno')}${panels.join('')}</main>`)}`;
  const texts = [panel('npm', 'Install gauge packages'), panel('yarn', 'Berry workspaces differ')];
  const lacking = await listFindings(page(...texts, panel('deno', '')), `${WHOLE}\nInstall gauge packages\n`);
  expect(lacking.ofHtml?.faults).toEqual([
    'The text of 1 of 3 tabs is not in the HTML: readers without scripts do not get it.',
  ]);
  expect(lacking.ofMarkdown?.faults).toContain('It lacks the text of 1 of 2 tab panels of the page.');
  const whole = await listFindings(
    page(...texts, panel('deno', 'Permissions')),
    `${WHOLE}\nInstall gauge packages. Berry workspaces differ. Permissions.`,
  );
  expect([whole.ofHtml?.faults, whole.ofMarkdown?.faults.filter((fault) => /tab/.test(fault))]).toEqual([[], []]);
  // Buttons that filter a list have no panels.
  expect((await listFindings(page(), WHOLE)).ofHtml?.faults).toEqual([]);
});
