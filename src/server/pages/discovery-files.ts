import { CHECK_COUNT, CHECKS, RUBRIC_DATE } from '../../audit/rubric.ts';
import { xml } from '../../documents/xml.ts';
import type { Instance } from '../../web/layout/instance.ts';
import { CHECKS_NAME } from '../../web/layout/layout.tsx';
import { BOT_PAGE_DATE } from '../requests/pages/bot-page.tsx';

/** A page of this service as its sitemap and llms.txt list it. */
export interface PublicPage {
  readonly path: string;
  readonly name: string;
  /** Content of the page in one sentence. */
  readonly note: string;
  /** Section of the llms.txt. */
  readonly section: 'pages' | 'checks' | 'optional';
  /** Last change of the content, ISO 8601; null where unknown. */
  readonly changed: string | null;
}

/** Returns the public pages. @param indexedAt time of the crawler index, which two pages show */
export function publicPages(indexedAt: string): readonly PublicPage[] {
  return [
    {
      path: '/',
      name: 'Citable',
      note: 'what is measured, and the form that starts an audit.',
      section: 'pages',
      changed: indexedAt,
    },
    {
      path: '/checks',
      name: CHECKS_NAME,
      note: 'the rubric: what each check is worth, how a score is made, and the gates that cap it.',
      section: 'pages',
      changed: RUBRIC_DATE,
    },
    {
      path: '/crawlers',
      name: 'AI crawlers',
      note: 'which AI crawlers came in the last seven days, and what blocking each known one costs.',
      section: 'pages',
      changed: indexedAt,
    },
    {
      path: '/api',
      name: 'The API',
      note: 'every endpoint with its parameters and responses, to try on the page.',
      section: 'pages',
      changed: null,
    },
    ...CHECKS.map(({ key, label, asks }) => ({
      path: `/checks/${key}`,
      name: label,
      note: asks,
      section: 'checks' as const,
      changed: RUBRIC_DATE,
    })),
    {
      path: '/bot',
      name: 'The Citable crawler',
      note: 'what our own crawler sends, requests and obeys, and how to refuse it.',
      section: 'optional',
      changed: BOT_PAGE_DATE,
    },
  ];
}

/** Returns the robots.txt of this service. It closes URLs that start work when requested, and duplicates of pages. */
export function robotsTxt(instance: Instance): string {
  return [
    'User-agent: *',
    'Disallow: /audits?',
    'Disallow: /api/',
    'Allow: /api/ai-bot-index',
    'Allow: /api/badge',
    '',
    `Sitemap: ${instance.baseUrl()}/sitemap.xml`,
    '',
  ].join('\n');
}

/** Returns the llms.txt of this service (https://llmstxt.org/#format). */
export function llmsTxt(instance: Instance): string {
  const base = instance.baseUrl();
  const pages = publicPages('');
  const listLines = (section: PublicPage['section']) =>
    pages
      .filter((page) => page.section === section)
      .map(({ path, name, note }) => `- [${name}](${base}${path}): ${note}`);
  return [
    '# Citable',
    '',
    `> Citable audits how ready a website is for AI answer engines: ${CHECK_COUNT} checks, 0 to 100 points, with evidence and a fix for every point that is lost.`,
    '',
    'Without a key, an audit is a demonstration that is made up from the name; with an API key it is live. The score says whether answer engines can reach, read and understand a site. It promises no citation.',
    '',
    '## Pages',
    '',
    ...listLines('pages'),
    '',
    `## ${CHECKS_NAME}`,
    '',
    ...listLines('checks'),
    '',
    '## For programs',
    '',
    `- [OpenAPI](${base}/openapi.json): the interface as OpenAPI 3.1.`,
    `- [AI-crawler index](${base}/api/ai-bot-index): the visits of AI crawlers in the last seven days, as JSON.`,
    '',
    '## Optional',
    '',
    ...listLines('optional'),
    '',
  ].join('\n');
}

/** Returns the sitemap of this service (https://www.sitemaps.org/protocol.html). @param indexedAt see {@link publicPages} */
export function sitemapXml(instance: Instance, indexedAt: string): string {
  const entries = publicPages(indexedAt).map(({ path, changed }) => {
    const lastmod = changed === null ? '' : xml`<lastmod>${changed}</lastmod>`;
    return xml`<url><loc>${instance.baseUrl()}${path}</loc>${lastmod}</url>`.text;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}
