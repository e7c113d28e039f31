import type { Instance } from '../layout/instance.ts';
import { type OwnPage, ownPages } from './own-pages.ts';

/** Our own llms.txt (https://llmstxt.org/#format). */
export function ownLlmsTxt(instance: Instance): string {
  const base = instance.baseUrl();
  const pages = ownPages('');
  const linesOf = (section: OwnPage['section']) =>
    pages
      .filter((page) => page.section === section)
      .map(({ path, name, note }) => `- [${name}](${base}${path}): ${note}`);
  return [
    '# Citable',
    '',
    '> Citable audits how ready a website is for AI answer engines: nine checks, 0 to 100 points, with evidence and a fix for every point that is lost.',
    '',
    'Without a key, an audit is a demonstration that is made up from the name; with an API key it is live. The score says whether answer engines can reach, read and understand a site. It promises no citation.',
    '',
    '## Pages',
    '',
    ...linesOf('Pages'),
    '',
    '## The nine checks',
    '',
    ...linesOf('The nine checks'),
    '',
    '## For programs',
    '',
    `- [OpenAPI](${base}/openapi.json): the interface as OpenAPI 3.1.`,
    `- [AI-crawler index](${base}/api/ai-bot-index): the visits of AI crawlers in the last seven days, as JSON.`,
    '',
    '## Optional',
    '',
    ...linesOf('Optional'),
    '',
  ].join('\n');
}
