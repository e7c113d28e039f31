import { xml } from '../../../documents/markup.ts';
import type { Instance } from '../layout/instance.ts';
import { ownPages } from './own-pages.ts';

/** Our pages in the sitemaps protocol (https://www.sitemaps.org/protocol.html). @param indexedAt see {@link ownPages} */
export function sitemapXml(instance: Instance, indexedAt: string): string {
  const entries = ownPages(indexedAt).map(({ path, changed }) => {
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
