import { expect, test } from 'vitest';
import { exampleDomain, fixtureFetcher, parseFixture } from '../../../test/support/fixture-web.ts';
import { gather } from '../../site/gather/gather.ts';
import { judge } from '../judge.ts';

const createText = (name: string, sentences = 30) =>
  Array.from(
    { length: sentences },
    (_, i) => `<p>The ${name} of harbour ${i} was measured by a pilot who knows ${name} ${i}.</p>`,
  ).join('');
const page = (title: string, html: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main>${html}</main></body></html>`;

async function audited(routes: Readonly<Record<string, string>>) {
  const blocks = Object.entries(routes).map(([path, body]) => {
    const type = path.endsWith('.xml') ? 'application/xml' : path.endsWith('.txt') ? 'text/plain' : 'text/html';
    return `=== ${path} 200 ${type}\n${body}\n`;
  });
  const fixture = parseFixture(`A site.\n\n${blocks.join('\n')}`);
  const asked: string[] = [];
  const web = fixtureFetcher(fixture);
  const fetcher = {
    ...web,
    fetch: (request: Parameters<typeof web.fetch>[0]) => {
      if (/X11/.test(request.userAgent)) asked.push(`${request.method ?? 'GET'} ${new URL(request.url).pathname}`);
      return web.fetch(request);
    },
  };
  const report = judge(await gather(exampleDomain, { fetcher, now: new Date('2026-11-01T12:00:00Z') }));
  const question = (key: string, id: string) =>
    report.findings.find((finding) => finding.key === key)?.questions.find((one) => one.id === id);
  return { report, question, asked };
}

test('a sitemap whose URLs are all relative earns nothing for its pages', async () => {
  const { question } = await audited({
    '/': page('Tides', `<h1>Tides</h1><a href="/a">A</a>${createText('tide')}`),
    '/a': page('A', `<h1>A</h1>${createText('pier')}`),
    '/sitemap.xml':
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/a</loc><lastmod>2026-01-01</lastmod></url></urlset>',
  });
  for (const id of ['urls', 'coverage', 'lastmod'])
    expect(question('sitemap', id)).toMatchObject({ notApplicable: null, share: { earned: 0 } });
});

test('an index with one relative URL among many, whose sitemaps are empty, is judged', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `/sitemap-${i}.xml`);
  const empty = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>';
  const locs = [...names.map((name) => `https://example.com${name}`), '/relative.xml'];
  const { report, question } = await audited({
    '/': page('Tides', `<h1>Tides</h1>${createText('tide')}`),
    '/sitemap.xml': `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`,
    ...Object.fromEntries(names.map((name) => [name, empty])),
  });
  expect(report.outcome).toBe('done');
  expect(question('sitemap', 'valid')).toBeDefined();
});

test('a post that the home page shows in full keeps its text', async () => {
  const post = createText('gauge', 12);
  const others = ['tide', 'pier'].map((name) => createText(name, 14)).join('');
  const archive = (title: string) => page(title, `<h1>${title}</h1><h2><a href="/post">Post</a></h2>${post}${others}`);
  const { question } = await audited({
    '/': page('Blog', `<h1>Blog</h1><a href="/notes">Notes</a><h2><a href="/post">Post</a></h2>${post}${others}`),
    '/notes': archive('Notes'),
    '/post': page('Post', `<h1>Post</h1>${post}`),
  });
  const observed = question('content_without_js', 'further')?.observed ?? [];
  expect(observed.filter(({ url }) => url.endsWith('/post')).every(({ note }) => !note.includes('of its own'))).toBe(
    true,
  );
});

test('a title that is the page’s own h1 says its subject, also where another title has it', async () => {
  const { question } = await audited({
    '/': page('Tides', `<h1>Tides</h1><a href="/book">Book</a><a href="/book/read">Read</a>${createText('tide')}`),
    '/book': page('Voices', `<h1>Voices</h1>${createText('pier')}`),
    '/book/read': page('Voices | Read', `<h1>Read the first pages</h1>${createText('gauge')}`),
  });
  const notes = question('metadata', 'title')?.observed.filter(({ url }) => url.endsWith('/book')) ?? [];
  expect(notes.every(({ note }) => !note.includes('shares no main word'))).toBe(true);
});

test('links of the home page to missing pages lead nowhere', async () => {
  const home = page('Tides', `<h1>Tides</h1><a href="/gone">Gone</a><a href="/lost">Lost</a>${createText('tide')}`);
  const { question, report } = await audited({ '/': home });
  expect(question('content_without_js', 'links')).toMatchObject({
    share: { earned: 0 },
    problem: 'No link of the home page leads to a page that exists.',
  });
  expect(report.choice).toMatchObject({ known: 1, read: 1 });
});

test('nothing that robots.txt shuts for Citable is requested', async () => {
  const { asked } = await audited({
    '/': page(
      'Tides',
      `<h1>Tides</h1><a href="/closed/a">A</a>${createText('tide')}`,
      '<link rel="canonical" href="/closed/home">',
    ),
    '/robots.txt': 'User-agent: *\nDisallow: /closed/',
    '/llms.txt': '# Tides\n\n- [A](https://example.com/closed/a)\n',
    '/sitemap.xml':
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/closed/a</loc></url></urlset>',
  });
  expect(asked.filter((one) => one.includes('/closed/'))).toEqual([]);
});

test('a problem with several causes counts all pages that fall short, and names the cause that costs the most', async () => {
  const short = (name: string) => page(name, `<h1>${name}</h1>${createText(name, 4)}`);
  const { question } = await audited({
    '/': page(
      'Tides',
      `<h1>Tides</h1>${['a', 'b', 'c', 'd'].map((name) => `<a href="/${name}">${name}</a>`).join('')}${createText('tide')}`,
    ),
    '/a': short('pier'),
    '/b': short('mole'),
    '/c': page('C', '<h1>C</h1>'),
    '/d': short('dock'),
  });
  expect(question('content_without_js', 'further')?.problem).toBe(
    '4 of 4 further pages fall short: 3 have little text.',
  );
});

test('evidence of too little text names the words that other pages have too, however few', async () => {
  const shared = '<p>The pier opens at noon and closes when the tide turns.</p>';
  const { question } = await audited({
    '/': page('Tides', `<h1>Tides</h1><a href="/a">A</a><a href="/b">B</a>${createText('tide')}${shared}`),
    '/a': page('Pier', `<h1>Pier</h1>${createText('pier', 10)}${shared}`),
    '/b': page('Mole', `<h1>Mole</h1>${createText('mole', 10)}${shared}`),
  });
  const [a] = question('content_without_js', 'further')?.observed ?? [];
  expect(a?.note).toBe(
    '152 words of main text in the HTML, 11 in text that other judged pages have too: it has little text; 9 more words would earn all points.',
  );
});
